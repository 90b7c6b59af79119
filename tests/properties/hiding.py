"""Other worlds: states that differ only in what a viewer may not know.

Made here from the rules of what is hidden, not by the engine's own `sample`: every card that a
viewer can't place is dealt again, every ticket that it can't place is shuffled, the randomness
to come is another one, and a payment that another seat is putting together has not begun.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tests.properties.playing import Stepper, choose
from wagonik.engine.cards import KINDS, LOCOMOTIVE, PILE
from wagonik.engine.entries import TAGS, entry_tag, entry_ticket, queue_entry, seat_tag, tag_seat
from wagonik.engine.events import event_data
from wagonik.engine.rng import Rng
from wagonik.engine.rules import Rules
from wagonik.engine.state import (
    CHOICE,
    COUNTED,
    DECK,
    IN_DECK,
    LAID,
    OFFER,
    OFFERED,
    REMOVED,
    TALLY,
    State,
)
from wagonik.engine.trails import KEPT, RETURNED, STEP
from wagonik.engine.viewdata import view_data
from wagonik.engine.views import view_of

REFRESH_AT = 3  # locomotives in the market that sweep it away
Look = Callable[[Rules, State, int], State]


class Leak(AssertionError):
    """A viewer can tell two states apart that it may not tell apart."""


def seen(rules: Rules, state: State, viewer: int, look: Look = view_of) -> tuple[str, list[int]]:
    """All that a viewer gets: the data as bytes, and the numbers of the state for bots."""
    view = look(rules, state, viewer)
    return json.dumps(view_data(rules, view), sort_keys=True), view.numbers()


def same(rules: Rules, one: State, other: State, viewer: int, look: Look = view_of) -> None:
    """Raise Leak if the viewer can tell the states apart."""
    (text, numbers), (text2, numbers2) = (
        seen(rules, one, viewer, look),
        seen(rules, other, viewer, look),
    )
    step = rules.step_names[one.step]
    if text != text2:
        a, b = json.loads(text), json.loads(text2)
        keys = sorted(key for key in {*a, *b} if a.get(key) != b.get(key))
        parts = [f"{key}: {a.get(key)} / {b.get(key)}" for key in keys]
        raise Leak(f"viewer {viewer} in step {step} sees {'; '.join(parts)}")
    if numbers != numbers2:
        places = [i for i, (x, y) in enumerate(zip(numbers, numbers2, strict=True)) if x != y]
        raise Leak(f"viewer {viewer} in step {step}: numbers differ at {places}")


@dataclass
class Past:
    """What the events tell about tickets: who was offered what first, and what came later."""

    turned: bool = False  # whether the first turn has begun
    offered: dict[int, set[int]] = field(default_factory=dict)
    kept: dict[int, set[int]] = field(default_factory=dict)
    late: set[int] = field(default_factory=set)  # tickets drawn after the first ones
    read: int = 0

    def follow(self, rules: Rules, state: State) -> None:
        """Read the events since the last call."""
        for at in range(self.read, len(state.log), 4):
            name = rules.event_types[state.log[at]].name
            seat, ticket = int(state.log[at + 1]), int(state.log[at + 2])
            if name == "turn":
                self.turned = True
            elif name == "offered_ticket" and self.turned:
                self.late.add(ticket)
            elif name == "offered_ticket":
                self.offered.setdefault(seat, set()).add(ticket)
            elif name == "kept_ticket" and not self.turned:
                self.kept.setdefault(seat, set()).add(ticket)
        self.read = len(state.log)

    def returned(self, seat: int) -> set[int]:
        """The first tickets that a seat gave back."""
        return self.offered.get(seat, set()) - self.kept.get(seat, set()) if self.turned else set()


def other_world(
    rules: Rules,
    state: State,
    viewer: int,
    rng: random.Random,
    past: Past,
    needed: Sequence[int] = (0,) * KINDS,
) -> State:
    """A state that looks the same to the viewer. The seat to move keeps the needed cards. The
    state must not be in a private step of another seat (see `before_payment`)."""
    twin = state.copy()
    number = rng.randrange(2**40)
    twin.cards = Rng(b"cards %d" % number)
    twin.tickets = Rng(b"tickets %d" % number)
    _deal_cards(rules, twin, viewer, rng, needed)
    _deal_tickets(rules, twin, viewer, rng, past)
    _choose_first(rules, twin, viewer, rng)
    for seat in range(rules.seats):
        # What was offered before is as secret as what is offered now.
        if seat != viewer:
            for i in range(int(twin.offer[seat * OFFER]), rules.setup.first_tickets):
                twin.offer[seat * OFFER + 1 + i] = rng.randrange(int(rules.ticket_count))
    return twin


def _deal_cards(
    rules: Rules, twin: State, viewer: int, rng: random.Random, needed: Sequence[int]
) -> None:
    hidden: list[int] = []
    holes: list[int] = []
    bound = [0] * KINDS * rules.seats  # hidden cards that stay where they are
    for seat in range(rules.seats):
        if seat == viewer:
            continue
        for kind in range(KINDS):
            fixed = int(twin.known[seat * PILE + kind])
            if seat == twin.seat:
                # Laid cards lie in the open, except while a payment is put together.
                fixed = max(fixed, needed[kind], int(twin.piles[LAID + kind]))
            more = int(twin.hand[seat * PILE + kind]) - fixed
            hidden += [kind] * more
            holes += [seat] * more
            bound[seat * KINDS + kind] = fixed - int(twin.known[seat * PILE + kind])
            twin.hand[seat * PILE + kind] = fixed
    for kind in range(KINDS):
        hidden += [kind] * int(twin.piles[DECK + kind])
        holes += [rules.seats] * int(twin.piles[DECK + kind])
        twin.piles[DECK + kind] = 0
    counted = Counted(twin, viewer)
    if counted.cards:
        _swap(hidden, holes, bound, counted, rng)
    else:
        rng.shuffle(hidden)
    for seat, kind in zip(holes, hidden, strict=True):
        if seat < rules.seats:
            twin.hand[seat * PILE + kind] += 1
        else:
            twin.piles[DECK + kind] += 1
    for seat in range(rules.seats if twin.shuffles else 0):
        # What the others have counted is their secret.
        if seat != viewer:
            word = int(twin.tally[seat * TALLY + COUNTED]) >> 54 << 54
            twin.tally[seat * TALLY + COUNTED] = word + rng.randrange(2**54)


class Counted:
    """What a viewer has counted at the last reshuffle: hidden cards that the others hold together,
    and how many of them each of the others can have at most."""

    def __init__(self, state: State, viewer: int) -> None:
        words = [int(state.tally[seat * TALLY + COUNTED]) for seat in range(state.seats)]
        self.seats = [seat for seat in range(state.seats) if seat != viewer]
        self.most = [word >> 54 for word in words]
        mine = words[viewer] if viewer >= 0 else 0
        self.cards = Counter({k: mine >> 6 * k & 63 for k in range(KINDS) if mine >> 6 * k & 63})

    def allows(self, hands: Sequence[int]) -> bool:
        """Whether the counted cards can be found in these hidden cards (nine numbers a seat).

        They can't if for some seats, full of counted cards, the others have too few of them: the
        least cut of a network of kinds and seats."""
        for size in range(len(self.seats) + 1):
            for full in combinations(self.seats, size):
                rest = [seat for seat in self.seats if seat not in full]
                found = sum(self.most[seat] for seat in full)
                for kind, count in self.cards.items():
                    found += min(count, sum(hands[seat * KINDS + kind] for seat in rest))
                if found < self.cards.total():
                    return False
        return True


def _swap(
    hidden: list[int], holes: list[int], bound: list[int], counted: Counted, rng: random.Random
) -> None:
    """Swap hidden cards at random as long as the viewer's count allows it."""
    hands = [*bound, *[0] * KINDS]
    for seat, kind in zip(holes, hidden, strict=True):
        hands[seat * KINDS + kind] += 1
    for _ in range(2 * len(hidden)):
        i, j = rng.randrange(len(hidden)), rng.randrange(len(hidden))
        for _ in range(2):  # and back again, if it may not be
            hands[holes[i] * KINDS + hidden[i]] -= 1
            hands[holes[j] * KINDS + hidden[j]] -= 1
            hidden[i], hidden[j] = hidden[j], hidden[i]
            hands[holes[i] * KINDS + hidden[i]] += 1
            hands[holes[j] * KINDS + hidden[j]] += 1
            if counted.allows(hands):
                break


def _deal_tickets(rules: Rules, twin: State, viewer: int, rng: random.Random, past: Past) -> None:
    count = int(rules.ticket_count)
    ring = [(int(twin.head) + i) % count for i in range(int(twin.queued))]
    pool = int(twin.pool)
    # Tickets given back into the shuffled deck may have been drawn by others since, or not; but
    # what others kept at the very start are other tickets.
    mine = past.returned(viewer) if rules.game == "card_game" else set()
    early: list[tuple[str, int]] = []
    later: list[tuple[str, int]] = []
    hidden: list[int] = []
    for ticket in range(count):
        place = int(twin.holder[ticket])
        for seat in range(rules.seats):
            if seat != viewer and place in (seat, REMOVED + seat):
                (later if ticket in past.late else early).append(("holder", place))
                hidden.append(ticket)
    for seat in range(rules.seats):
        if seat != viewer:
            for i in range(int(twin.offer[seat * OFFER])):
                ticket = int(twin.offer[seat * OFFER + 1 + i])
                if twin.trail[ticket] < 64 and _returner(twin, ticket) == viewer:
                    continue  # the viewer has returned it, and saw who drew it
                (later if past.turned else early).append(("offer", seat * OFFER + 1 + i))
                hidden.append(ticket)
    for i, at in enumerate(ring):
        entry = int(twin.queue[at])
        if i < pool or entry_tag(entry) != seat_tag(viewer) or viewer < 0:
            later.append(("queue", at))
            hidden.append(entry_ticket(entry))
    _deal_returned(twin, viewer, rng, later, hidden)
    _other_trails(rules, twin, viewer, rng)
    rng.shuffle(hidden)
    # The places of early tickets are filled first, and never with the viewer's returned ones.
    for what, at in early:
        ticket = next(t for t in hidden if t not in mine)
        hidden.remove(ticket)
        _put(twin, what, at, ticket)
    for (what, at), ticket in zip(later, hidden, strict=True):
        _put(twin, what, at, ticket)
    if any(entry_tag(twin.queue[at]) for at in ring[:pool]):
        _mark_pool(twin, ring[:pool], mine, viewer, rng, bool(past.late))


def _deal_returned(
    twin: State, viewer: int, rng: random.Random, places: list[tuple[str, int]], hidden: list[int]
) -> None:
    """Tickets that the viewer has returned and another seat has drawn: that seat keeps them, or
    they lie in the deck where it returned one, as far as its offers tell."""
    mine = [(t, int(twin.trail[t])) for t in hidden if _returner(twin, t) == viewer]
    # Those that may be kept or returned come last: they take what is left.
    for ticket, trail in sorted(mine, key=lambda found: found[1] // STEP):
        seat = int(tag_seat(entry_tag(trail)))
        allowed = []
        for what, at in places:
            kept = what == "holder" and at == seat and trail // STEP * STEP != RETURNED
            returned = (
                what == "queue"
                and entry_tag(twin.queue[at]) == seat_tag(seat)
                and trail // STEP * STEP != KEPT
            )
            if kept or returned:
                allowed.append((what, at))
        place = rng.choice(allowed)
        places.remove(place)
        hidden.remove(ticket)
        _put(twin, *place, ticket)


def _returner(twin: State, ticket: int) -> int:
    """The seat that returned a ticket and saw who drew it, or -2."""
    trail = int(twin.trail[ticket])
    return int(tag_seat(trail % STEP // TAGS)) if trail else -2


def _other_trails(rules: Rules, twin: State, viewer: int, rng: random.Random) -> None:
    """What the others know of tickets that they returned is their secret."""
    trail = twin.trail[:]
    others = [seat for seat in range(rules.seats) if seat != viewer]
    for ticket in range(int(rules.ticket_count)):
        if trail[ticket] and _returner(twin, ticket) != viewer:
            returner = seat_tag(rng.choice(others))
            known = int(returner * TAGS + seat_tag(rng.randrange(rules.seats)))
            trail[ticket] = rng.choice([0, known, known + 64, known + 128, known + 192])
    twin.trail = trail


def _mark_pool(
    twin: State, ring: list[int], mine: set[int], viewer: int, rng: random.Random, drawn: bool
) -> None:
    """Whoever gave a ticket back into the shuffled deck is written on it: the viewer's own lie
    where they lie now; whose other tickets are still there is hidden once some were drawn."""
    marks = sorted(
        (
            int(entry_tag(twin.queue[at]))
            for at in ring
            if entry_tag(twin.queue[at]) != seat_tag(viewer)
        ),
        reverse=True,
    )
    if drawn and marks and marks[0]:
        marks[rng.randrange(len([mark for mark in marks if mark]))] = 0
    for at in ring:
        ticket = int(entry_ticket(twin.queue[at]))
        mark = viewer + 1 if ticket in mine else (marks.pop(0) if marks else 0)
        twin.queue[at] = queue_entry(ticket, mark)


def _put(twin: State, what: str, at: int, ticket: int) -> None:
    if what == "holder":
        twin.holder[ticket] = at
    elif what == "offer":
        twin.offer[at] = ticket
        twin.holder[ticket] = OFFERED + at // OFFER
    else:
        twin.queue[at] = queue_entry(ticket, entry_tag(twin.queue[at]))
        twin.holder[ticket] = IN_DECK


def _choose_first(rules: Rules, twin: State, viewer: int, rng: random.Random) -> None:
    """What others chose of their first tickets is another choice (common, R26)."""
    for seat in range(rules.seats):
        at = seat * TALLY + CHOICE
        if seat != viewer and twin.tally[at] >= 0:
            size = rules.setup.first_tickets
            least = rules.setup.first_keep if twin.step == rules.first_tickets_step else 1
            masks = [mask for mask in range(1, 1 << size) if mask.bit_count() >= least]
            twin.tally[at] = rng.choice(masks)


# Whole turns, in two worlds


@dataclass
class Turn:
    """One turn: its decisions, its events, and the states after each decision."""

    actions: list[int]
    log: list[tuple[int, int, int, int]]
    spent: list[int]

    def stream(self, rules: Rules, viewer: int) -> str:
        return stream(rules, self.log, viewer)


def stream(rules: Rules, log: Sequence[tuple[int, int, int, int]], viewer: int) -> str:
    """The events as a viewer gets them."""
    shown = [event_data(rules.event_types[code], s, a, b, viewer) for code, s, a, b in log]
    return json.dumps(shown)


def log_of(state: State) -> list[tuple[int, int, int, int]]:
    log = [int(x) for x in state.log]
    return [(log[i], log[i + 1], log[i + 2], log[i + 3]) for i in range(0, len(log), 4)]


def run_turn(
    rules: Rules, state: State, style: str, rng: random.Random
) -> tuple[Turn, State] | None:
    """Play the turn that begins now on a copy; nothing if the match ends with it."""
    world = state.copy()
    world.logging = True
    stepper = Stepper(rules, world)
    actions: list[int] = []
    while world.turn == state.turn:
        action = choose(rules, world, stepper.legal(), style, rng)
        actions.append(action)
        stepper.apply(action)
        if world.over:
            return None
    log = log_of(world)
    paid, laid = Counter[int](), Counter[int]()
    for code, seat, a, b in log:
        name = rules.event_types[code].name
        if seat == state.seat and name in ("paid", "row"):
            paid[a] += b
        elif seat == state.seat and name == "laid":
            laid[a] += b
        elif seat == state.seat and name == "row_locomotives":
            paid[KINDS - 1] += a
    spent = [max(paid[kind], laid[kind]) for kind in range(KINDS)]
    return Turn(actions, log, spent), world


def force(rules: Rules, world: State, turn: Turn, viewer: int, rng: random.Random) -> bool:
    """Make the coming random outcomes agree with a turn as far as the viewer sees them; the
    others stay random. False where that can't be done."""
    deck = [int(world.piles[DECK + kind]) for kind in range(KINDS)]
    cards: list[tuple[int, int]] = []
    wanted: list[int] = []
    for code, seat, a, b in turn.log:
        name = rules.event_types[code].name
        if name in ("shuffled", "new_deck", "refreshed"):
            return False
        if name in ("drew", "turned", "tunnel"):
            kind = b if name == "turned" else a
            if name == "drew" and seat != viewer:
                if not sum(deck):
                    return False
                kind = rng.choices(range(KINDS), deck)[0]
            if not deck[kind]:
                return False
            cards.append((sum(deck[:kind]), sum(deck)))
            deck[kind] -= 1
        if name == "offered_ticket" and seat == viewer:
            wanted.append(a)
    count = int(rules.ticket_count)
    queue = [int(world.queue[(world.head + i) % count]) for i in range(int(world.queued))]
    pool = int(world.pool)
    tickets: list[tuple[int, int]] = []
    for ticket in wanted:
        if pool == 0:
            if entry_ticket(queue[0]) != ticket:
                return False
            queue = queue[1:]
            continue
        found = [i for i in range(pool) if entry_ticket(queue[i]) == ticket]
        if not found:
            return False
        tickets.append((found[0], pool))
        queue[found[0]] = queue[0]
        queue = queue[1:]
        pool -= 1
    if cards:
        world.cards = fixed_rng(cards)
    if tickets:
        world.tickets = fixed_rng(tickets)
    return True


def fixed_rng(outcomes: Sequence[tuple[int, int]]) -> Rng:
    """A generator whose next numbers are known: (number, bound) for each of them."""
    rng = Rng(b"fixed")
    rng.below(2)  # fills its block
    block = bytearray(rng.block)
    for i, (number, bound) in enumerate(outcomes):
        value = ((2 * number + 1) * 65536) // (2 * bound)
        block[2 * i : 2 * i + 2] = value.to_bytes(2, "little")
    rng.block = bytes(block)
    rng.at = 0
    return rng


def compare_turn(
    rules: Rules,
    state: State,
    viewer: int,
    rng: random.Random,
    past: Past,
    turn: Turn,
    look: Look = view_of,
) -> bool:
    """Play the same turn in another world: after every decision the viewer must see the same,
    and the same events. False if the turn can't be played there."""
    mine = state.copy()
    mine.logging = True
    world = other_world(rules, state, viewer, rng, past, turn.spent)
    world.logging = True
    if not force(rules, world, turn, viewer, rng):
        return False
    one, other = Stepper(rules, mine), Stepper(rules, world)
    for action in turn.actions:
        if action not in other.legal():
            return False
        one.apply(action)
        other.apply(action)
        if mine.step != world.step:
            return False  # another hand is asked another question, like how much to exchange
        if rules.refresh and list(mine.market).count(LOCOMOTIVE) >= REFRESH_AT:
            # Whether it is swept away tells everybody something about the deck (common, R1).
            return False
        same(rules, mine, world, viewer, look)
    events = stream(rules, log_of(mine), viewer)
    events2 = stream(rules, log_of(world), viewer)
    if events != events2:
        raise Leak(f"viewer {viewer} gets other events: {events} / {events2}")
    return True
