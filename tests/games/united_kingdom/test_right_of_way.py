"""United Kingdom, Right of Way (R17): claiming a route that another player owns."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.united_kingdom.kingdom import (
    ADVANCED,
    OPENERS,
    RICH,
    copies,
    grant,
    holds,
    kingdom,
    pay_with_locomotives,
    requirements,
    strip,
)
from tests.games.united_kingdom.paying import Cards, cards_of, endings, handfuls, pays_units
from tests.support import (
    board_rules,
    discards,
    hand,
    legal,
    own,
    relist,
    set_hand,
    set_pieces,
    set_tickets,
    started,
    texts,
    track,
)
from wagonik import Match
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import LOCOMOTIVE
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import PIECES, POINTS, TALLY
from wagonik.games.united_kingdom.technology import RIGHT_OF_WAY

BUY = "buy:right-of-way"


def test_r17_right_of_way_needs_a_route_to_claim() -> None:
    """United Kingdom, R17: it can be bought only if a route can be claimed with it now."""
    match = started("united_kingdom")
    set_hand(match, 0, **RICH)
    assert BUY not in texts(match)  # nobody owns a route
    before = match.state.numbers()
    with pytest.raises(WagonikError, match=r"another player's route with it now .*R17"):
        match.play(BUY)
    assert match.state.numbers() == before
    own(match, 0, "Hull–Leeds")
    assert BUY not in texts(match)  # its own route is no other's
    own(match, 1, "Carlisle–Newcastle")
    assert BUY in texts(match)


def test_r17_the_action_of_the_turn_is_that_claim() -> None:
    """United Kingdom, R17: the turn's action is that claim, paid as usual; the pieces stand
    beside the others'; then the card is back on the table."""
    match = started("united_kingdom")
    own(match, 1, "Carlisle–Newcastle", "Hull–Leeds")
    set_hand(match, 0, yellow=1, locomotive=4)
    pay_with_locomotives(match, BUY)
    assert match.seat == 0
    assert texts(match) == {"claim:Carlisle–Newcastle", "claim:Hull–Leeds"}
    before = match.state.numbers()
    for other in ("deck", "tickets", "claim:London–Reading", "pass"):
        with pytest.raises(WagonikError, match="R17"):
            match.play(other)
    with pytest.raises(WagonikError, match="only one technology"):
        match.play("buy:wales")
    assert match.state.numbers() == before
    match.play("claim:Hull–Leeds")
    assert match.seat == 1
    rules = board_rules(match)
    claimed = track(match, "Hull–Leeds")
    assert rules.owns(match.state, 0, claimed)
    assert rules.owns(match.state, 1, claimed)
    assert match.state.tally[POINTS] == 1
    assert [match.state.tally[seat * TALLY + PIECES] for seat in (0, 1)] == [34, 35]
    assert discards(match) == {"yellow": 1, "locomotive": 4}
    assert hand(match, 0) == {}
    assert (holds(match, 0), copies(match, "right-of-way")) == (set(), 1)


def test_r17_back_on_the_table_for_anyone() -> None:
    """United Kingdom: used at once, then back on the table for anyone, the same player too."""
    match = started("united_kingdom")
    own(match, 1, "Carlisle–Newcastle", "Hull–Leeds")
    own(match, 0, "London–Reading")
    set_hand(match, 0, yellow=1, locomotive=4)
    pay_with_locomotives(match, BUY)
    match.play("claim:Hull–Leeds")
    set_hand(match, 1, green=1, locomotive=4)
    assert BUY in texts(match)
    pay_with_locomotives(match, BUY)
    assert match.seat == 0  # one route could be claimed, with one card: it was
    assert board_rules(match).owns(match.state, 1, track(match, "London–Reading"))
    set_hand(match, 0, yellow=1, locomotive=4)
    assert BUY in texts(match)


def test_r17_it_counts_for_tickets_and_for_later_turns_only_once() -> None:
    """United Kingdom, Right of Way: the route is the claimer's own; the turn after is usual."""
    match = started("united_kingdom")
    set_tickets(match, 0, ("Leeds", "Manchester"))
    own(match, 1, "Leeds–Manchester/red", "Hull–Leeds")
    set_hand(match, 0, red=1, locomotive=4)
    pay_with_locomotives(match, BUY)  # one route can be claimed with the red card: it is
    assert match.seat == 1
    assert match.scores[0].points("tickets") == 1
    match.state.seat = 0
    relist(match)
    set_hand(match, 0, **RICH)
    assert "claim:Hull–Leeds" not in texts(match)
    with pytest.raises(WagonikError, match="another player owns this track"):
        match.play("claim:Hull–Leeds")


def test_r17_nobody_owns_the_same_track_twice() -> None:
    """United Kingdom, R17: nobody may own the same track twice."""
    match = started("united_kingdom", 3)
    own(match, 1, "Hull–Leeds")
    own(match, 0, "Hull–Leeds")
    set_hand(match, 0, **RICH)
    assert BUY not in texts(match)
    own(match, 2, "Ipswich–London", "London–Reading")
    pay_with_locomotives(match, BUY)
    assert texts(match) == {"claim:Ipswich–London", "claim:London–Reading"}
    with pytest.raises(WagonikError, match="R17"):
        match.play("claim:Hull–Leeds")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r17_parallel_track_rules_do_not_stop_it(players: int) -> None:
    """United Kingdom, R17: parallel-track rules do not stop it."""
    match = started("united_kingdom", players)
    own(match, 0, "Leeds–Manchester/blue")
    own(match, 1, "Leeds–Manchester/red")
    set_hand(match, 0, red=1, locomotive=4)
    match.play(BUY)
    while match.seat == 0:
        match.play(match.legal()[0])
    rules = board_rules(match)
    assert rules.owns(match.state, 0, track(match, "Leeds–Manchester/red"))
    assert rules.owns(match.state, 0, track(match, "Leeds–Manchester/blue"))


def test_r17_a_closed_parallel_track_that_nobody_owns_stays_closed() -> None:
    """United Kingdom, R17: it claims a route that another player owns, no free one."""
    match = started("united_kingdom", 2)
    own(match, 1, "Leeds–Manchester/red", "Hull–Leeds")
    set_hand(match, 0, **RICH)
    pay_with_locomotives(match, BUY)
    assert texts(match) == {"claim:Leeds–Manchester/red", "claim:Hull–Leeds"}


def test_r17_after_it_the_parallel_tracks_are_closed_as_after_any_claim() -> None:
    """Common, R3: who owns one track of a pair can't claim the other in the usual way."""
    match = started("united_kingdom", 3)
    own(match, 1, "Leeds–Manchester/red")
    set_hand(match, 0, red=1, locomotive=4)
    pay_with_locomotives(match, BUY)
    match.state.seat = 0
    set_hand(match, 0, **RICH)
    assert "claim:Leeds–Manchester/blue" not in texts(match)
    match.state.seat = 2
    set_hand(match, 2, **RICH)
    assert "claim:Leeds–Manchester/blue" in texts(match)  # two owners, one track used


def test_r17_the_route_needs_its_technology_and_pieces() -> None:
    """United Kingdom, R17: a route needs every technology that applies, and its trains."""
    match = started("united_kingdom")
    own(match, 1, "Glasgow–Stranraer")
    set_hand(match, 0, **RICH)
    assert BUY not in texts(match)
    grant(match, 0, "scotland")
    assert BUY in texts(match)
    set_pieces(match, 0, 1)
    assert BUY not in texts(match)


def test_r17_points_are_those_of_the_technology_held() -> None:
    """United Kingdom, score: Lagging counts for a route claimed by Right of Way too."""
    match = started("united_kingdom")
    grant(match, 0, "lagging")
    own(match, 1, "Hull–Leeds")
    set_hand(match, 0, yellow=1, locomotive=4)
    pay_with_locomotives(match, BUY)
    assert match.state.tally[POINTS] == 2


@pytest.mark.parametrize(
    ("cards", "possible"),
    [
        ({"locomotive": 4}, False),
        ({"locomotive": 5}, True),
        ({"yellow": 1, "locomotive": 4}, True),
        ({"red": 1, "locomotive": 4}, False),
        ({"red": 4, "locomotive": 4}, True),
        ({"red": 19}, False),
        ({"red": 20}, True),
        ({"red": 16, "yellow": 1}, True),
        ({"red": 15, "yellow": 1}, False),
        ({"yellow": 17}, True),
    ],
)
def test_r17_the_hand_must_pay_for_both(cards: dict[str, int], possible: bool) -> None:
    """United Kingdom, R17: only if a route can be claimed with it now, after its price."""
    match = started("united_kingdom")
    own(match, 1, "Hull–Leeds")  # yellow, one space
    set_hand(match, 0, **cards)
    assert (BUY in texts(match)) == possible


def test_r17_a_card_that_the_claim_needs_is_not_given_away() -> None:
    """United Kingdom, R17: every choice of the payment leaves a claim possible."""
    match = started("united_kingdom")
    own(match, 1, "Hull–Leeds", "Carlisle–Newcastle")
    set_hand(match, 0, yellow=2, red=3, locomotive=4)
    match.play(BUY)
    # Five colour cards beside four locomotives: one group at most.
    assert texts(match) == {"exchange:0", "exchange:1"}
    match.play("exchange:1")
    # The group is of the three red ones, the spare locomotive and the yellow ones, of which
    # one card that pays for a yellow route must stay: one yellow, or the locomotive.
    found = {paid for paid, _ in endings_from(match)}
    assert found == {
        (3, 0, 1, 0, 0, 0, 0, 0, 3),
        (2, 0, 2, 0, 0, 0, 0, 0, 3),
        (3, 0, 0, 0, 0, 0, 0, 0, 4),
        (2, 0, 1, 0, 0, 0, 0, 0, 4),
    }


def test_r17_a_payment_that_leaves_no_claim_is_refused() -> None:
    """United Kingdom, R17: the error names the ruling, and nothing changes."""
    match = started("united_kingdom")
    own(match, 1, "Hull–Leeds", "Carlisle–Newcastle")
    set_hand(match, 0, red=5, yellow=1, green=4, locomotive=2)
    match.play(BUY)
    # Two groups of the nine red and green cards; the yellow one stays for the claim. Four red
    # cards had to be given anyway.
    assert texts(match) == {"give:red", "give:green"}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="R17"):
        match.play("give:yellow")
    assert match.state.numbers() == before
    match = started("united_kingdom")
    own(match, 1, "Hull–Leeds", "Carlisle–Newcastle")
    set_hand(match, 0, yellow=3, red=3, locomotive=4)
    match.play(BUY)
    assert texts(match) == {"exchange:0", "exchange:1"}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="R17"):
        match.play("exchange:2")  # all ten cards would pay, and leave none
    assert match.state.numbers() == before


def endings_from(match: Match) -> set[tuple[Cards, int]]:
    """The payments that the current choice leads to."""
    found = set()
    for action in match.legal_actions():
        for paid, state in endings(match, action.text):
            found.add((paid, int(state.bought) if hasattr(state, "bought") else -1))
    return found


# Against brute force

OTHERS = (
    ("Hull–Leeds",),  # yellow, 1
    ("Leeds–Newcastle/white", "Barrow–Leeds"),  # white 2, green 2
    ("Birmingham–Reading",),  # grey, 2
    ("Barrow–Liverpool",),  # ferry, 1 symbol, 1 space
    ("Aberdeen–Wick", "Bristol–Plymouth"),  # ferry 1 symbol 3 spaces, yellow 3
    ("Stornoway–Wick",),  # ferry, 2 symbols, 5 spaces
)
KINDS_USED = ("yellow", "green", "white", "locomotive")
_match: list[Match] = []


def affords(cards: Cards, colour: int, need: int, symbols: int, size: int) -> bool:
    """Whether some of the cards pay for a route."""
    return any(
        used + real + size * (need - used - real) <= sum(cards)
        for kind in (range(8) if colour == 8 else [colour])
        for used in range(min(cards[kind], need - symbols) + 1)
        for real in range(min(cards[LOCOMOTIVE], need - used) + 1)
    )


@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.lists(st.integers(0, 5), min_size=4, max_size=4),
    st.sampled_from(OTHERS),
    st.booleans(),
    st.booleans(),
    st.sampled_from([35, 2, 1]),
)
def test_r17_every_payment_that_leaves_a_claim_and_no_other(
    counts: list[int], theirs: tuple[str, ...], booster: bool, diesel: bool, pieces: int
) -> None:
    """United Kingdom, R17, R15, R19: the decisions reach exactly the handfuls of cards that pay
    for Right of Way and leave the cards for a route, and each of them ends at such a route."""
    if not _match:
        _match.append(started("united_kingdom", 3, options=ADVANCED))
    match = _match[0]
    rules = board_rules(match)
    board = rules.board
    for i in range(len(match.state.owned)):
        match.state.owned[i] = 0
    strip(match, 0)
    grant(match, 0, *OPENERS, *(["booster"] if booster else []), *(["diesel"] if diesel else []))
    own(match, 1, theirs[0])
    own(match, 2, *theirs[1:])
    own(match, 0, "Barrow–Carlisle")
    set_pieces(match, 0, pieces)
    set_hand(match, 0, **dict(zip(KINDS_USED, counts, strict=True)))
    size = 3 if booster else 4

    def claims(cards: Cards) -> set[str]:
        found = set()
        for text in theirs:
            route = board.routes[track(match, text)]
            need = max(route.length - 1, route.locomotives, 1) if diesel else route.length
            colour = board.colour[track(match, text)]
            assert requirements(match, route) <= set(OPENERS)
            if route.length <= pieces and affords(cards, colour, need, route.locomotives, size):
                found.add(f"claim:{text}")
        return found

    before = cards_of(match.state, 0)
    expected: dict[Cards, set[str]] = {}
    for paid in handfuls(before):
        if pays_units(paid, 4, size):
            left = claims(tuple(b - p for b, p in zip(before, paid, strict=True)))
            if left:
                expected[paid] = left
    assert (BUY in texts(match)) == bool(expected)
    if not expected:
        return
    reached = endings(match, BUY)
    assert {paid for paid, _ in reached} == set(expected)
    out = ActionBuffer()
    for paid, state in reached:
        assert state.step == rules.turn_step
        out.count = 0
        rules.steps[state.step].legal(state, out)
        listed = [rules.table.actions[index].text for index in out.list()]
        assert len(listed) == len(set(listed))
        assert set(listed) == expected[paid]


def test_r17_a_right_of_way_that_is_bought_is_always_used() -> None:
    """United Kingdom, R17, in whole matches of random choices that like to buy it."""
    used = 0
    for seed in range(4):
        match = started("united_kingdom", 2 + seed % 3, seed=seed)
        for decision in range(4000):
            if match.over:
                break
            choices = match.legal_actions()
            wanted = [a for a in choices if a.text == BUY]
            wanted = wanted or [a for a in choices if a.family in ("claim", "deck", "give")]
            wanted = wanted or choices
            seat = match.seat
            match.play(wanted[(decision * 7 + seed) % len(wanted)])
            if not match.over and kingdom(match).bought == RIGHT_OF_WAY and match.seat == seat:
                claims = legal(match, "claim")
                if kingdom(match).step == match.rules.turn_step:
                    assert claims
                    assert texts(match) == claims
                    used += 1
        assert match.over
    assert used > 0
