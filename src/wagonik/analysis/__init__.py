"""The coach: what a record is worth, decision by decision; hints; tickets on offer; puzzles.

>>> from wagonik.analysis import analyse, hint
"""

from wagonik.analysis.hints import hint
from wagonik.analysis.offers import offers
from wagonik.analysis.report import (
    BLUNDER,
    DEEP,
    GOOD,
    INACCURACY,
    MISTAKE,
    QUICK,
    STANDARD,
    Analysis,
    AnalysisError,
    AnalysisStopped,
    Balance,
    Candidate,
    Hint,
    JudgedMove,
    KeepOutlook,
    KeyMoment,
    MoveReason,
    Offer,
    Puzzle,
    Stroke,
    TicketOutlook,
)
from wagonik.analysis.work import analyse, record_hash

__all__ = [
    "BLUNDER",
    "DEEP",
    "GOOD",
    "INACCURACY",
    "MISTAKE",
    "QUICK",
    "STANDARD",
    "Analysis",
    "AnalysisError",
    "AnalysisStopped",
    "Balance",
    "Candidate",
    "Hint",
    "JudgedMove",
    "KeepOutlook",
    "KeyMoment",
    "MoveReason",
    "Offer",
    "Puzzle",
    "Stroke",
    "TicketOutlook",
    "analyse",
    "hint",
    "offers",
    "record_hash",
]
