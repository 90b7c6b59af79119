"""All ways to finish a move: what a seat could do next, as far as its own cards decide it."""

from typing import Any, Final, NamedTuple, cast

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES, LOCOMOTIVE
from wagonik.engine.errors import IllegalAction
from wagonik.engine.events import event_data
from wagonik.engine.state import State
from wagonik.match import EVENT_SIZE, Match
from wagonik.server.live import LiveMatch
from wagonik.server.protocol.answers import Choice, Way

MOST_WAYS: Final = 150  # in one answer
MOST_NODES: Final = 1500
SPENDING: Final = ("paid", "laid", "row", "row_locomotives")  # events in which cards leave the hand


def explore(
    live: LiveMatch, seat: int, actions: list[int], after: list[int] | None = None
) -> tuple[list[Choice], list[Way], bool]:
    """The choices after these actions, whole ways from there (those that come after one of them),
    and whether these are all of them."""
    match = live.match
    rules, state = match.rules, match.state
    if state.step == rules.first_tickets_step or (not actions and not live.private):
        return live.choices(match.legal(seat)), [], False
    search = WaySearch(match, seat)
    twin = search.copy(state)
    out = ActionBuffer()
    rules.steps[twin.step].legal(twin, out)
    exchange = search.exchange(twin)
    for number, action in enumerate(actions):
        rules.check(twin, action, out)
        exchange = search.play(twin, action, out) or exchange
        if not search.inside(twin):
            if number < len(actions) - 1:
                raise IllegalAction("The move is whole before the last of these actions.")
            return [], [search.way(twin, actions, exchange)], True
    if after is not None and after[: len(actions)] != actions:
        raise IllegalAction("The way to go on after does not begin with these actions.")
    rest = [] if after is None else after[len(actions) :]
    search.walk(twin, out.list(), actions, rest, exchange)
    return live.choices(out.list()), search.ways, search.complete


class Exchanged(NamedTuple):
    """What a payment exchanges: for how many locomotives other cards stand, and the cards beside
    them, which pay as what they are."""

    groups: int
    plain: dict[str, int]


class WaySearch:
    """All ways to finish a move inside private steps. It plays on copies and tells only what the
    seat's own cards decide: what a finished move reveals stays unseen."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match: Final = match
        self.seat: Final = seat
        self.ways: list[Way] = []
        self.nodes = 0
        self.complete = True

    def copy(self, state: State) -> State:
        twin = state.copy()
        twin.logging = True
        return twin

    def inside(self, state: State) -> bool:
        rules = self.match.rules
        return (
            not state.over
            and int(state.seat) == self.seat
            and rules.steps[state.step].private
            and len(state.log) == 0
        )

    def exchange(self, state: State) -> Exchanged | None:
        """What the payment that is being put together exchanges, once that is settled."""
        rules = self.match.rules
        if state.groups == 0 or not isinstance(rules, BoardRules):
            return None
        plain = {KIND_NAMES[LOCOMOTIVE]: int(state.units - state.groups)}
        colour = KIND_NAMES[state.colour]
        plain[colour] = plain.get(colour, 0) + int(rules.cards_of_colour(state))
        return Exchanged(int(state.groups), plain)

    def play(self, state: State, action: int, out: ActionBuffer) -> Exchanged | None:
        """Play an action and list what is legal then, as the rules do. Inside the move it is done
        a step at a time: what is exchanged is forgotten when a payment is whole, and a step of
        which there is only one way may have made it so."""
        rules = self.match.rules
        found: Exchanged | None = None
        rules.steps[state.step].apply(state, action)
        while self.inside(state):
            found = self.exchange(state) or found
            out.count = 0
            rules.steps[state.step].legal(state, out)
            if out.count != 1:
                return found
            rules.steps[state.step].apply(state, out.list()[0])
        rules.advance(state, out)
        return found

    def walk(
        self,
        state: State,
        legal: list[int],
        path: list[int],
        after: list[int],
        exchange: Exchanged | None = None,
    ) -> None:
        """List the ways in their order, from the one that was listed last (`after`) on."""
        if after and after[0] not in legal:
            raise IllegalAction("There is no such way to go on after.")
        start = legal.index(after[0]) if after else 0
        for action in legal[start:]:
            known = after[1:] if after and action == after[0] else None
            self.nodes += 1
            if self.nodes > MOST_NODES or len(self.ways) >= MOST_WAYS:
                self.complete = False
                return
            twin = self.copy(state)
            out = ActionBuffer()
            now = self.play(twin, action, out) or exchange
            if self.inside(twin):
                self.walk(twin, out.list(), [*path, action], known or [], now)
            elif known is None:
                self.ways.append(self.way(twin, [*path, action], now))

    def way(self, state: State, actions: list[int], exchange: Exchanged | None) -> Way:
        """Only the first events count, those of the payment itself: what follows them may have
        turned up cards."""
        cards: dict[str, int] = {}
        points: int | None = None
        robbed: list[int] = []
        begun = False
        log = state.log
        types = self.match.rules.event_types
        for at in range(0, len(log), EVENT_SIZE):
            event = event_data(
                types[log[at]], int(log[at + 1]), int(log[at + 2]), int(log[at + 3]), self.seat
            )
            if event["event"] in SPENDING:
                begun = True
                kind = str(event.get("card", "locomotive"))
                cards[kind] = cards.get(kind, 0) + cast(int, event["count"])
            elif event["event"] == "claimed":
                begun = True
                points = cast(int, event["points"])
            elif event["event"] == "robbed":
                robbed.append(cast(int, event["seat"]))
            elif begun:
                break
        given: dict[str, int] = {}
        if exchange is not None:
            for kind, count in cards.items():
                more = count - exchange.plain.get(kind, 0)
                if more > 0:
                    given[kind] = more
        return Way(
            actions=actions,
            cards=cast(Any, cards),
            given=cast(Any, given),
            groups=0 if exchange is None else exchange.groups,
            points=points,
            robbed=robbed,
        )
