"""Events: what happened, and who may see it.

An event is four integers: its code, a seat, and two values. Some values are private: only the
event's own seat sees them, everybody else sees that the event happened. A game adds codes of
its own behind the common ones.
"""

from typing import Final

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
        EventType("took", "card", KIND, "slot", NUMBER).told(
            "takes ", "{card}", " from the market"
        ),
        EventType("turned", "slot", NUMBER, "card", KIND).told("(", "{card}", " turned up)"),
        EventType("refreshed").told("(three locomotives sweep the market away)"),
        EventType("shuffled", "cards").told("(", "{cards} discards", " become the new deck)"),
        EventType("offered", "count").told("looks at ", "{count:ticket}"),
        EventType("offered_ticket", "ticket", private=True).told("finds ", "{ticket}"),
        EventType("kept", "count").told("keeps ", "{count:ticket}"),
        EventType("kept_ticket", "ticket", private=True).told("keeps ", "{ticket}"),
        EventType("paid", "card", KIND, "count").told("pays ", "{count} {card}"),
        EventType("claimed", "track", NUMBER, "points").told(
            "claims ", "{track} for {points:point}"
        ),
        EventType("passed").told("can do nothing and passes"),
        EventType("last_turns", "turns").told("starts the last ", "{turns:turn}"),
        EventType("over").told("the match ends"),
    ]


def event_data(kind: EventType, seat: int, a: int, b: int, viewer: int) -> dict[str, object]:
    """One event as data for one viewer (-1 is a spectator, -2 sees everything)."""
    data: dict[str, object] = {"event": kind.name}
    if seat >= 0:
        data["seat"] = seat
    hidden = kind.private and viewer != seat and viewer != -2
    if kind.a:
        data[kind.a] = None if hidden else _shown(kind.a_is, a)
    if kind.b:
        data[kind.b] = None if hidden else _shown(kind.b_is, b)
    return data


def _shown(form: int, value: int) -> object:
    if form == KIND:
        return KIND_NAMES[value]
    return value
