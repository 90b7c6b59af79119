"""Illegal and stale actions: an error says what forbids them, and nothing changes."""

import pytest

from tests.engine.common_positions import FIVE_COLOURS, arrange, refuses
from tests.support import finish, hand, started
from wagonik import Match
from wagonik.engine.errors import IllegalAction, StaleAction


def position(**cards: int) -> Match:
    match = started("northern_lights", 2, 1)
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck={"white": 40}, discards={})
    return match


def test_an_action_that_the_game_does_not_have() -> None:
    """No such notation, no such integer."""
    match = position()
    refuses(match, "claim:Warszawa–Kraków", "no action written")
    refuses(match, "add:1", "no action written")  # tunnels are in Nordic Countries
    for index in (-1, len(match.rules.table)):
        before = match.state.numbers()
        with pytest.raises(IllegalAction, match="no action"):
            match.play(index)
        assert match.state.numbers() == before


def test_an_action_of_a_seat_whose_turn_it_is_not() -> None:
    """Common: play goes clockwise; exactly one seat has the turn."""
    match = position()
    refuses(match, "deck", "not the turn of seat 1", seat=1)
    refuses(match, "deck", "not the turn of seat 7", seat=7)


def test_a_stale_action() -> None:
    """An action that was made for another moment is refused, also if it is legal now."""
    match = position()
    match.play("deck", at=match.decision)
    before = match.state.numbers()
    with pytest.raises(StaleAction, match="made for decision"):
        match.play("deck", at=match.decision - 1)
    assert match.state.numbers() == before
    assert sum(hand(match, 0).values()) == 1


def test_no_action_after_the_end() -> None:
    """The match is over."""
    match = position()
    finish(match)
    before = match.state.numbers()
    with pytest.raises(IllegalAction, match="over"):
        match.play("deck")
    assert match.state.numbers() == before
    assert match.legal_actions() == []


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("take:purple", ["no such card lies face up"]),
        ("take:locomotive", ["no such card lies face up"]),
        ("pass", ["only when nothing else", "R5"]),
        ("claim:Kuopio–Lahti/white", ["your cards can't pay for it"]),
        ("keep:1", ["one of the actions of a turn first", "common"]),
        ("pay:red+0", ["one of the actions of a turn first"]),
        ("give:red", ["one of the actions of a turn first"]),
        ("exchange:1", ["one of the actions of a turn first"]),
    ],
)
def test_an_action_that_a_rule_forbids_in_a_turn(action: str, words: list[str]) -> None:
    """Each message says which rule forbids it."""
    refuses(position(red=2), action, *words)


def test_a_second_card_from_an_empty_deck() -> None:
    """Common, R2: with deck and discards empty, only face-up cards are left to take."""
    match = position()
    arrange(match, hands=({}, {}), market=FIVE_COLOURS, deck={"white": 1}, discards={})
    match.play("deck")
    refuses(match, "deck", "the deck and the discards are empty: take a face-up card (common, R2)")
    refuses(match, "tickets", "the next card must be drawn first (common, R25)")


def test_a_second_card_from_an_empty_deck_that_is_not_filled_again() -> None:
    """Card Game: the discards stay where they are."""
    match = started("card_game", 2, 1)
    arrange(match, hands=({}, {}), market=FIVE_COLOURS, deck={"white": 1}, discards={"red": 3})
    match.play("deck")
    refuses(match, "deck", "the deck is empty: take a face-up card")


def test_tickets_that_were_not_offered() -> None:
    """Common: only tickets that were drawn can be kept."""
    match = Match("paris", 2, 1)
    refuses(match, "keep:3", "you were dealt 2 tickets (common, setup)")
    refuses(match, "keep:none", "at least 1 of them (common, setup)")
    match = started("paris", 2, 1)
    match.play("tickets")
    refuses(match, "keep:1,3", "you have drawn 2 tickets (common)")
    refuses(match, "keep:none", "at least 1 (common)")
    match = started("card_game", 2, 1)
    match.play("tickets")
    refuses(match, "keep:6", "you have drawn")
    refuses(match, "deck", "to keep, even none")


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights"])
@pytest.mark.parametrize("players", [2, 3])
def test_legal_lists_are_never_empty_and_have_no_doubles(game: str, players: int) -> None:
    """In whole matches; everything on a list can be played, by its number or its notation."""
    for seed in range(2):
        match = Match(game, players, seed)
        while not match.over:
            actions = match.legal()
            assert actions
            assert len(actions) == len(set(actions))
            action = actions[(len(match.history) * 7919 + seed) % len(actions)]
            match.play(match.rules.table.actions[action].text if seed else action)
        assert match.legal() == []
        assert match.winners
