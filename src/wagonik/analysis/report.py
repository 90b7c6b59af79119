"""What an analysis says, as plain data.

Everything here can be encoded as it is (`dataclasses.asdict`, or msgspec). Units, everywhere:

- chances, gains, losses, margins and their errors are shares of a win, from 0 to 1; 0.05 is five
  points of a hundred. An *error* is one standard error of the number beside it;
- *seats* and *tickets* are numbers from 0, *actions* are integers of the game's table of actions;
- *decision* is how many decisions had been made before the one that is meant, so that
  `replay(record, decision)` shows the position in which it was made; *turn* is the turn's number,
  0 while first tickets are chosen.

What is said about a decision rests on the view of the seat that made it: on samples of what it
could not see. Only the chances over the match, and with them the balance, are of the open table:
of the true hands and tickets, with decks dealt anew.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from wagonik.engine.errors import WagonikError

INACCURACY: Final = "inaccuracy"
MISTAKE: Final = "mistake"
BLUNDER: Final = "blunder"
GOOD: Final = "good"

QUICK: Final = "quick"
STANDARD: Final = "standard"
DEEP: Final = "deep"


class AnalysisError(WagonikError):
    """A record that can't be analysed, or a question that has no answer; the text says why."""


class AnalysisStopped(AnalysisError):
    """An analysis that was told to stop."""


@dataclass(frozen=True, slots=True)
class MoveReason:
    """Why a move is better, as a code; who shows it has the words in their language.

    Attributes:
        kind: One of the kinds that `wagonik.analysis.why.kinds.KINDS` lists with their values.
        values: The numbers that the words need, by name. Places and kinds of cards are numbers of
            the board and of `wagonik.engine.cards`; what is in points or turns says so in `KINDS`.
    """

    kind: str
    values: Mapping[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A move that was tried on samples.

    Attributes:
        action: The move.
        gain: How much more often it wins than the move it is compared with: in a key moment the
            one that was played, in a hint and a puzzle the best (so it is 0 or less there).
        error: The standard error of the gain.
    """

    action: int
    gain: float
    error: float


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A decision that mattered.

    Attributes:
        decision: Decisions made before it.
        turn: The turn's number.
        seat: Who decided.
        played: The move that was made.
        better: The best move, and others that are about as good; for a good move, what Planner
            would have played instead.
        loss: The chance to win that was lost against the best move; for a good move, below 0:
            what it won against Planner's.
        error: The standard error of the loss.
        size: `inaccuracy`, `mistake`, `blunder` or `good`.
        candidates: The moves that were compared on the same samples, best first, each with its
            gain over the move played.
        reasons: Why, the weightiest first; one or two.
        again: Other decisions (as in `decision`) of this seat to which the same advice applied;
            this one is the dearest of them. Their losses don't add.
    """

    decision: int
    turn: int
    seat: int
    played: int
    better: tuple[int, ...]
    loss: float
    error: float
    size: str
    candidates: tuple[Candidate, ...]
    reasons: tuple[MoveReason, ...] = ()
    again: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One decision in numbers, on the view of its seat.

    Attributes:
        decision: Decisions made before it.
        turn: The turn's number.
        seat: Who decided.
        played: The move that was made.
        best: The best move that was found, perhaps the same.
        planner: What Planner would have played.
        loss: The chance to win that was lost against the best move, 0 or more.
        error: The standard error of the loss.
        lead: What the move won its seat beside Planner's.
        lead_error: The standard error of that.
        searched: Whether there was more than one move to compare.
    """

    decision: int
    turn: int
    seat: int
    played: int
    best: int
    planner: int
    loss: float
    error: float
    lead: float
    lead_error: float
    searched: bool


@dataclass(frozen=True, slots=True)
class Stroke:
    """What chance did after one decision.

    Attributes:
        decision: Decisions made before the one that turned up cards or tickets.
        turn: The turn's number.
        seat: Who decided, and so drew.
        kind: `cards` or `tickets`.
        gains: What it did to the chance of every seat; they add up to 0.
    """

    decision: int
    turn: int
    seat: int
    kind: str
    gains: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """Where the result of a seat came from. `start` + `cards` + `tickets` + `own` + `others` is
    `result`, exactly.

    Attributes:
        seat: The seat.
        start: Its chance before the first decision, with the tickets and cards it was dealt.
        cards: What the cards did that were turned up, whoever drew them.
        tickets: What the tickets did that were drawn, whoever drew them.
        own: What its decisions did, beside Planner's in the same positions.
        others: What the decisions of the others did, beside Planner's.
        result: 1 for a win, a share of it for a shared one, 0 otherwise; in an unfinished match
            the chance at its last position.
        error: The standard error of `own`.
        decisions: How many decisions it had, and `searched` of them with a choice.
        searched: Decisions with more than one candidate.
        loss: The mean loss of those against the best move that was found, a share of a win; it
            may be a little below 0 by chance.
        accuracy: From 0 to 100, or None where the figure is not known to tell good play from bad
            (see `wagonik.analysis.accuracy`).
    """

    seat: int
    start: float
    cards: float
    tickets: float
    own: float
    others: float
    result: float
    error: float
    decisions: int
    searched: int
    loss: float
    accuracy: float | None = None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an analysis found, perhaps so far.

    Attributes:
        record: The fingerprint of the match: the same for the same match in any form.
        game: The game.
        players: How many play.
        code: The fingerprint of the code that judged; another code judges otherwise.
        budget: `quick`, `standard` or `deep`.
        seed: Where the samples come from; the same seed gives the same analysis.
        done: How much of it is done, from 0 to 1.
        finished: Whether the match was played to its end.
        seats_of: For every decision, the seat that made it.
        turns: For every decision, the number of its turn.
        chances: For every decision the chances of all seats before it, with all cards open; after
            the last one follows the result (or, unfinished, the chances at the end of the record).
            While it is being made, rows that are not known yet are empty.
        errors: For each row of `chances`, the largest standard error in it.
        moves: Every decision in numbers, in the order of the match; fewer while it is being made.
        moments: Key moments in the order of the match: at most five of each seat, and one good
            move of each seat if there was one.
        strokes: Strokes of luck that moved somebody's chance by more than 8 points of 100.
        seats: The balance of every seat; empty until all is done.
    """

    record: str
    game: str
    players: int
    code: str
    budget: str
    seed: int
    done: float
    finished: bool
    seats_of: tuple[int, ...]
    turns: tuple[int, ...]
    chances: tuple[tuple[float, ...], ...]
    errors: tuple[float, ...]
    moves: tuple[JudgedMove, ...] = ()
    moments: tuple[KeyMoment, ...] = ()
    strokes: tuple[Stroke, ...] = ()
    seats: tuple[Balance, ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """What Master thinks of a decision.

    Attributes:
        candidates: The moves it tried, the best first, each with its gain over the best (0 for
            the first, below 0 for the others).
        equal: The actions that can't be told from the best one: within two errors of it.
        reasons: Why the best is better than `beside`; none if there is no such move.
        playouts: How many matches were played on to find it.
        beside: The move that it is compared with in words: the one that was asked about, otherwise
            what Planner would do, or the next best that is not about equal; None if all are.
    """

    candidates: tuple[Candidate, ...]
    equal: tuple[int, ...]
    reasons: tuple[MoveReason, ...]
    playouts: int
    beside: int | None = None


@dataclass(frozen=True, slots=True)
class TicketOutlook:
    """A ticket on offer.

    Attributes:
        ticket: Its number on the board.
        turns: Turns that it needs beyond the tickets held, by Planner's plan: a claim is a turn,
            two cards that lack are one. None if no way is left, or in a game without routes.
        chance: The share of samples in which it is completed by the end, kept alone (or in the
            smallest set that may be kept).
        error: The standard error of `chance`.
    """

    ticket: int
    turns: float | None
    chance: float
    error: float


@dataclass(frozen=True, slots=True)
class KeepOutlook:
    """A set of tickets that may be kept.

    Attributes:
        action: The action that keeps them.
        tickets: Their numbers.
        turns: Turns that a plan for them and the tickets held needs; None as above.
        chance: The share of samples in which all of them are completed by the end.
        error: The standard error of `chance`.
        gain: How much more often it wins than the best set (0 for that one).
        gain_error: The standard error of `gain`.
    """

    action: int
    tickets: tuple[int, ...]
    turns: float | None
    chance: float
    error: float
    gain: float
    gain_error: float


@dataclass(frozen=True, slots=True)
class Offer:
    """The ticket helper's answer.

    Attributes:
        tickets: The tickets on offer, in their order.
        keeps: The sets that may be kept, best first.
        time: About how many turns are left, by Planner's count; None in a game without routes.
    """

    tickets: tuple[TicketOutlook, ...]
    keeps: tuple[KeepOutlook, ...]
    time: float | None


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which one move is clearly best.

    Attributes:
        id: Its name, which stays.
        game: The game.
        rules: The version of its rules.
        players: How many play.
        options: Options of the game that are on.
        seed: The seed of the match, as text, for JSON's numbers are too small.
        actions: The decisions that lead to the position, as in a record.
        seat: Who is asked.
        theme: What it is about: one of `wagonik.analysis.puzzles.THEMES`.
        better: The move, and others of the same worth (the same card, say).
        candidates: All moves that were tried, best first, each with its gain over the best.
        margin: By how much the best is ahead of the best of the others.
        error: The standard error of the margin.
        proof: The margin in play-outs to the very end with another seed, and its error.
        reasons: Why.
        code: The fingerprint of the code that judged it.
    """

    id: str
    game: str
    rules: int
    players: int
    options: tuple[str, ...]
    seed: str
    actions: tuple[int | tuple[int, int], ...]
    seat: int
    theme: str
    better: tuple[int, ...]
    candidates: tuple[Candidate, ...]
    margin: float
    error: float
    proof: tuple[float, float]
    reasons: tuple[MoveReason, ...] = field(default=())
    code: str = ""

    def record(self) -> dict[str, object]:
        """The match up to the position, as a record that `replay` takes."""
        return {
            "format": "wagonik-record",
            "version": 1,
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "seed": self.seed,
            "options": list(self.options),
            "actions": [list(a) if isinstance(a, tuple) else a for a in self.actions],
        }


# Told about an analysis while it is made: what is known so far.
Progress = Callable[[Analysis], None]
# Asked now and then whether to stop.
Stop = Callable[[], bool]
