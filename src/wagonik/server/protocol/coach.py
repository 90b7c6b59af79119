"""What the coach is asked by HTTP, and how it answers while it works."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wagonik.analysis.report import Analysis
from wagonik.server.protocol.web import LONGEST_RECORD, Body


class NewAnalysis(Body):
    """A record to be analysed: its JSON, or the text of a file (JSON or notation)."""

    record: dict[str, Any] | Annotated[str, Meta(max_length=LONGEST_RECORD)]
    budget: Literal["quick", "standard", "deep"] = "standard"


class AnalysisPart(Struct, kw_only=True):
    """A line of the answer: it waits (for so many others), or it works and this is known so far, or
    it is done; or it failed, and the text says why. Empty lines say that the server is there."""

    state: Literal["waiting", "working", "done", "failed"]
    ahead: int
    analysis: Analysis | None
    text: str
