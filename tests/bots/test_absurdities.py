"""No level from normal on does what no sensible player does; `absurdities.py` says what that is.

A few matches here; `python -m benchmarks.absurdities` plays 200 for each level and game.
"""

import pytest

from tests.bots.absurdities import LEVELS, BoardWatcher, CardWatcher, count, level_bot, players_of
from tests.support import (
    board_rules,
    card_rules,
    own,
    relist,
    set_deck,
    set_hand,
    set_stack,
    started,
)
from wagonik import Match, compiled
from wagonik.bots.base import Tries
from wagonik.engine.actions import ActionBuffer
from wagonik.games import GAMES
from wagonik.games.northern_lights.goals import CALL_OF_THE_WILD, NorthernState

MATCHES = 6 if compiled else 2


@pytest.mark.parametrize("game", [game.key for game in GAMES])
@pytest.mark.parametrize("level", LEVELS)
def test_no_sensible_level_is_absurd(game: str, level: str) -> None:
    # A searching bot would take minutes for a match of plain Python.
    matches = MATCHES if level != "master" else int(compiled)
    for number in range(matches):
        names = [level_bot(level, 10)] * players_of(game, number)
        assert count(game, names, 4100 + number) == {}


def seen(match: Match, *texts: str) -> dict[str, int]:
    """What the watcher of the first seat counts while that seat plays these actions; the others
    play anything in between."""
    watcher = BoardWatcher(board_rules(match), 0)
    for text in texts:
        while match.seat != 0:
            match.play(match.legal_actions()[0])
        watcher.before(match.observe(0), match.action(text).index)
        match.play(text)
        watcher.after(match.state)
    return dict(watcher.seen)


TUNNEL = "claim:Kristiansand–Stavanger/green"  # two spaces


def tunnel_match(cards: int) -> Match:
    """So many cards for a tunnel, which is going to cost three more."""
    match = started("nordic_countries")
    set_hand(match, 0, green=cards)
    set_deck(match, green=40)
    return match


def test_the_same_tunnel_again_without_a_card_drawn_is_seen() -> None:
    assert seen(tunnel_match(2), TUNNEL, TUNNEL) == {"again": 1}
    assert seen(tunnel_match(2), TUNNEL, "deck", "deck", TUNNEL) == {}
    assert seen(tunnel_match(5), TUNNEL, "add:0") == {}


def test_tickets_on_the_last_turn_are_seen_if_none_can_be_complete() -> None:
    match = started("nordic_countries")
    match.state.last_turns = 2
    assert seen(match.copy(), "tickets") == {"tickets": 1}
    own(match, 0, *board_rules(match).board.track_texts)
    assert seen(match, "tickets") == {}


def test_a_useless_ticket_kept_on_the_last_turn_is_seen() -> None:
    match = started("nordic_countries")
    match.state.last_turns = 2
    assert seen(match.copy(), "tickets", "keep:1") == {"tickets": 1}
    assert seen(match, "tickets", "keep:1,2") == {"tickets": 1, "keeps": 1}


def test_cards_on_the_last_turn_are_seen_if_there_is_a_route_to_claim() -> None:
    match = started("paris")
    set_hand(match, 0, red=1)
    match.state.last_turns = 2
    relist(match)
    assert seen(match.copy(), "deck") == {"idle": 1}
    set_hand(match, 0)
    assert seen(match, "deck") == {}


def test_cards_on_the_last_turn_are_right_where_a_goal_counts_them() -> None:
    match = started("northern_lights")
    state = match.state
    assert isinstance(state, NorthernState)
    set_hand(match, 0, red=6, blue=6)
    state.last_turns = 2
    relist(match)
    for i, goal in enumerate([3, 4, 5, 6]):
        state.goals[i] = goal
    assert seen(match.copy(), "deck") == {"idle": 1}
    state.goals[0] = CALL_OF_THE_WILD
    assert seen(match, "deck") == {}


def test_locomotives_where_colours_would_do_are_seen() -> None:
    match = started("paris")
    set_hand(match, 0, yellow=2, locomotive=1)
    claim = "claim:Bastille–Nation/yellow"
    assert seen(match.copy(), claim, "pay:yellow+1") == {"locomotives": 1}
    assert seen(match, claim, "pay:yellow+0") == {}


def test_a_ticket_that_the_stack_can_not_complete_is_seen() -> None:
    match = started("card_game")
    match.state.last_turns = 2
    set_stack(match, 0)
    relist(match)
    match.play("tickets")
    watcher = CardWatcher(card_rules(match), 0)
    fewest = min(match.legal(0))
    watcher.before(match.observe(0), fewest)
    assert not watcher.seen
    watcher.before(match.observe(0), max(match.legal(0)))
    assert watcher.seen == {"keeps": 1}


def test_a_claim_that_came_to_nothing_is_not_tried_again_before_a_card_is_drawn() -> None:
    match = tunnel_match(2)
    tries, out = Tries(), ActionBuffer()
    claim = match.action(TUNNEL).index

    def listed() -> list[int]:
        while match.seat != 0:
            match.play(match.legal_actions()[0])
        tries.list_wise(match.observe(0), out)
        return out.list()

    assert claim in listed()
    tries.note(match.observe(0), claim)
    match.play(claim)
    assert claim not in listed()
    assert set(listed()) == set(match.legal(0)) - {claim}
    match.state.last_turns = 2  # nothing else is left to do with the cards
    assert claim in listed()
    match.state.last_turns = -1
    tries.note(match.observe(0), match.action("deck").index)
    match.play("deck")
    match.play("deck")
    assert claim in listed()
