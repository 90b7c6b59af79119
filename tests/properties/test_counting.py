"""Counting cards through a reshuffle: a seat knows which hidden cards the others hold together."""

from collections import Counter

import pytest

from tests.properties.hiding import Counted, same
from tests.properties.playing import SETTINGS, Setting, walk
from tests.support import set_hand, started
from wagonik.engine.cards import KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.counting import count_hidden, counted_cards, hidden_then
from wagonik.engine.rules import Rules
from wagonik.engine.state import COUNTED, DISCARD, SPECTATOR, TALLY, State
from wagonik.engine.views import sample, view_of

RESHUFFLING = [s for s in SETTINGS if s.game != "card_game" or s.players == 4]
EVERY = 23


def hidden(state: State, seat: int) -> Counter[int]:
    """The cards of a hand that not everybody knows."""
    at = seat * PILE
    counts = {k: int(state.hand[at + k] - state.known[at + k]) for k in range(KINDS)}
    return +Counter(counts)


def together(state: State, viewer: int) -> Counter[int]:
    """The hidden cards of all others."""
    out = Counter[int]()
    for seat in range(state.seats):
        if seat != viewer:
            out += hidden(state, seat)
    return out


class CardCounter:
    """A player who counts: made from the events alone, beside the first hands."""

    def __init__(self, state: State) -> None:
        self.seats = int(state.seats)
        self.hidden = [hidden(state, seat) for seat in range(self.seats)]
        self.known = [
            Counter({k: int(state.known[seat * PILE + k]) for k in range(KINDS)})
            for seat in range(self.seats)
        ]
        self.counted = [Counter[int]() for _ in range(self.seats)]
        self.read = len(state.log)
        self.reshuffled = False  # in the events read last
        self.drawn = False  # whether a card was drawn blind since

    def follow(self, rules: Rules, state: State) -> None:
        """Read the events since the last call."""
        self.reshuffled = False
        for at in range(self.read, len(state.log), 4):
            name = rules.event_types[state.log[at]].name
            seat, a, b = (int(state.log[at + i]) for i in (1, 2, 3))
            if name == "drew":
                self.hidden[seat][a] += 1
                self.drawn = True
            elif name == "took":
                self.known[seat][a] += 1
            elif name in ("paid", "row"):
                self._show(seat, a, b - self.known[seat][a])
                self.known[seat][a] -= b
            elif name == "row_locomotives":
                self._show(seat, LOCOMOTIVE, a - self.known[seat][LOCOMOTIVE])
                self.known[seat][LOCOMOTIVE] -= a
            elif name == "laid":
                self._show(seat, a, b - self.known[seat][a])
            elif name in ("shuffled", "new_deck"):
                self.reshuffled = True
                self.drawn = False
                for viewer in range(self.seats):
                    others = [self.hidden[s] for s in range(self.seats) if s != viewer]
                    self.counted[viewer] = sum(others, Counter[int]())
        self.read = len(state.log)

    def _show(self, seat: int, kind: int, count: int) -> None:
        """Hidden cards are seen, if more than the known ones are."""
        if count > 0:
            self.hidden[seat][kind] -= count
            self.known[seat][kind] += count
            for viewer in range(self.seats):
                if viewer != seat:
                    self.counted[viewer] -= Counter({kind: count})


@pytest.mark.parametrize("style", ["random", "hoarder", "claimer"])
@pytest.mark.parametrize("setting", RESHUFFLING, ids=str)
def test_samples_count_the_cards_through_a_reshuffle(setting: Setting, style: str) -> None:
    """Common, drawing: the discards lie open, so all know what the new deck is made of."""
    player: CardCounter | None = None
    number = looked = 0
    for stepper, legal in walk(setting, 500, style):
        rules, state = stepper.rules, stepper.state
        if player is None:
            player = CardCounter(state)
        player.follow(rules, state)
        number += 1
        if not legal or not state.shuffles:
            continue
        if looked > 200 or not (player.reshuffled or number % EVERY == 0):
            continue
        for viewer in range(rules.seats):
            looked += 1
            counted = player.counted[viewer]
            view = view_of(rules, state, viewer)
            assert counted <= together(state, viewer)
            dealt = sample(rules, view, number)
            same(rules, state, dealt, viewer)
            assert counted <= together(dealt, viewer)
            hands = [hidden(dealt, seat)[kind] for seat in range(rules.seats) for kind in range(9)]
            assert Counted(state, viewer).allows(hands)
            if player.reshuffled and not player.drawn:
                assert together(dealt, viewer) == together(state, viewer)
                if rules.seats == 2:
                    assert list(dealt.hand) == list(state.hand)
    assert looked > 0 or (style != "hoarder" and setting.game != "card_game")


def test_a_number_too_great_is_kept_as_the_greatest() -> None:
    """Boards of one's own may have hands of any size: then less is known, nothing wrong."""
    match = started("paris", 2)
    state = match.state
    set_hand(match, 1, red=70, blue=3)
    for i in range(PILE):
        state.known[PILE + i] = 0
    count_hidden(state)
    assert [counted_cards(state, 0, kind) for kind in (0, 4, 8)] == [63, 3, 0]
    assert [hidden_then(state, 1)] == [63]
    state.shuffles = 1
    view = view_of(match.rules, state, 0)
    dealt = sample(match.rules, view, 5)
    assert dealt.hand[PILE] >= 63
    assert dealt.hand[PILE + 4] >= 3
    assert dealt.hand[PILE + TOTAL] == 73


def test_nobody_sees_what_others_counted() -> None:
    """It would tell a seat the cards of a third one; a spectator counts nothing."""
    match = started("paris", 3)
    state = match.state
    for seat in range(3):
        set_hand(match, seat, red=seat + 1)
    for i in range(3 * PILE):
        state.known[i] = 0
    state.piles[DISCARD] += 1
    state.piles[DISCARD + TOTAL] += 1
    match.rules.reshuffle(state)
    assert [counted_cards(state, seat, 0) for seat in range(3)] == [5, 4, 3]
    assert [hidden_then(state, seat) for seat in range(3)] == [1, 2, 3]
    for viewer in (SPECTATOR, 0, 1, 2):
        view = view_of(match.rules, state, viewer)
        for seat in range(3):
            kept = int(view.tally[seat * TALLY + COUNTED])
            assert kept >> 54 == seat + 1
            assert (kept % 2**54 > 0) == (seat == viewer)
