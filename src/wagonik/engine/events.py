"""Events: what happened, and who may see it.

An event is four integers: its code, a seat, and two values. Some values are private: only the
event's own seat sees them, everybody else sees that the event happened. A game adds codes of
its own behind the common ones.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import KIND_NAMES

TURN: Final = 0
DREW: Final = 1
TOOK: Final = 2
TURNED: Final = 3
REFRESHED: Final = 4
SHUFFLED: Final = 5
OFFERED: Final = 6
OFFERED_TICKET: Final = 7
KEPT: Final = 8
KEPT_TICKET: Final = 9
PAID: Final = 10
CLAIMED: Final = 11
PASSED: Final = 12
LAST_TURNS: Final = 13
OVER: Final = 14
COMMON_EVENTS: Final = 15

EVENT_SIZE: Final = 4  # integers of an event in a log

# How a value is shown: as a number, or as the name of a kind of cards.
NUMBER: Final = 0
KIND: Final = 1


class EventType:
    """The name of an event, the names of its values and how they are shown."""

    def __init__(
        self,
        name: str,
        a: str = "",
        a_is: int = 0,
        b: str = "",
        b_is: int = 0,
        private: bool = False,
    ) -> None:
        self.name: Final = name
        self.a: Final = a
        self.a_is: Final = a_is
        self.b: Final = b
        self.b_is: Final = b_is
        self.private: Final = private
        # What stands before its values, one value, and what stands behind them.
        self.before: str = ""
        self.item: str = ""
        self.after: str = ""
        self.impersonal: bool = False  # told about nobody, though it has a seat
        # Its values lie face down later: by the book they are told for one round only, but to a
        # seat that may look at them (in its hand, say) for good.
        self.fades: bool = False
        self.looked_up: bool = False

    def fading(self, looked_up: bool = False) -> "EventType":
        """Say that what the event tells lies face down from then on, in a hand, a stack or among
        the discards; and whether its own seat may look at it there."""
        self.fades = True
        self.looked_up = looked_up
        return self

    def hides(self, seat: int, viewer: int, faded: bool) -> bool:
        """Whether a viewer is not told the values, of a moment ago or of one that has faded."""
        if viewer == -2:
            return False
        if self.private and viewer != seat:
            return True
        return faded and self.fades and not (self.looked_up and viewer == seat)

    def told(
        self, before: str, item: str = "", after: str = "", impersonal: bool = False
    ) -> "EventType":
        """Say how the event is told in English: "draws", "{card}", "from the deck". A number with
        its noun is written {count:ticket}."""
        self.before = before
        self.item = item
        self.after = after
        self.impersonal = impersonal
        return self


def common_events() -> list[EventType]:
    return [
        EventType("turn", "turn"),
        EventType("drew", "card", KIND, private=True).told("draws ", "{card}", " from the deck"),
        EventType("took", "card", KIND, "slot", NUMBER)
        .told("takes ", "{card}", " from the market")
        .fading(looked_up=True),
        EventType("turned", "slot", NUMBER, "card", KIND)
        .told("(", "{card}", " turned up)")
        .fading(),
        EventType("refreshed").told("(three locomotives sweep the market away)"),
        EventType("shuffled", "cards").told("(", "{cards} discards", " become the new deck)"),
        EventType("offered", "count").told("looks at ", "{count:ticket}"),
        EventType("offered_ticket", "ticket", private=True).told("finds ", "{ticket}"),
        EventType("kept", "count").told("keeps ", "{count:ticket}"),
        EventType("kept_ticket", "ticket", private=True).told("keeps ", "{ticket}"),
        EventType("paid", "card", KIND, "count").told("pays ", "{count} {card}").fading(),
        EventType("claimed", "track", NUMBER, "points").told(
            "claims ", "{track} for {points:point}"
        ),
        EventType("passed").told("can do nothing and passes"),
        EventType("last_turns", "turns").told("starts the last ", "{turns:turn}"),
        EventType("over").told("the match ends"),
    ]


def event_data(
    kind: EventType, seat: int, a: int, b: int, viewer: int, faded: bool = False
) -> dict[str, object]:
    """One event as data for one viewer (-1 is a spectator, -2 sees everything); faded: it
    is of an earlier round, and the match is played by the book."""
    data: dict[str, object] = {"event": kind.name}
    if seat >= 0:
        data["seat"] = seat
    hidden = kind.hides(seat, viewer, faded)
    if kind.a:
        data[kind.a] = None if hidden else _shown(kind.a_is, a)
    if kind.b:
        data[kind.b] = None if hidden else _shown(kind.b_is, b)
    return data


def _shown(form: int, value: int) -> object:
    if form == KIND:
        return KIND_NAMES[value]
    return value


class ClaimLog:
    """The claims of a match, read from its log as it grows: what was paid for each is public."""

    def __init__(self) -> None:
        # Where it stands in the log, seat, track, points; and the cards by name.
        self.claims: list[tuple[int, int, int, int]] = []
        self.paid: list[dict[str, int]] = []
        self.read: int = 0
        self.paying: bool = False

    def follow(self, log: vec[i64]) -> None:
        """Read what is new. The cards of a claim follow it directly."""
        for at in range(self.read, len(log), EVENT_SIZE):
            code = log[at]
            if code == CLAIMED:
                self.claims.append((at, int(log[at + 1]), int(log[at + 2]), int(log[at + 3])))
                self.paid.append({})
                self.paying = True
            elif code == PAID and self.paying:
                self.paid[-1][KIND_NAMES[log[at + 2]]] = int(log[at + 3])
            else:
                self.paying = False
        self.read = len(log)

    def data(self, fresh: int) -> list[dict[str, object]]:
        """All claims; without the cards of those that stand before a place in the log."""
        return [
            {
                "seat": seat,
                "track": track,
                "points": points,
                "paid": None if at < fresh else paid,
            }
            for (at, seat, track, points), paid in zip(self.claims, self.paid, strict=True)
        ]


def round_start(log: vec[i64], size: int, seats: int) -> int:
    """Where the last turn of every seat begins in the first so many numbers of a log: the present
    round. What is older has faded where a match is played by the book."""
    turn = -1
    at = size - EVENT_SIZE
    while at >= 0:
        if log[at] == TURN:
            if turn < 0:
                turn = int(log[at + 2])
            if log[at + 2] <= turn - seats + 1:
                return at
        at -= EVENT_SIZE
    return 0
