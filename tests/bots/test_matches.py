"""Whole matches: every bot at every table, repeatable, never a replaced move."""

import pytest

from tests.bots.positions import TABLES, steady
from wagonik import compiled
from wagonik.arena.play import play_guarded
from wagonik.bots.registry import BOTS, make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.games import make_rules


def played(game: str, names: list[str], seed: int) -> tuple[list[int], list[int], list[str]]:
    """The actions of a match, who won it, and what went wrong."""
    rules = make_rules(game, len(names))
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    state = rules.start(seed)
    actions: list[int] = []
    play_guarded(rules, state, bots, ActionBuffer(), actions)
    return actions, rules.score(state).winners, [str(f) for bot in bots for f in bot.faults]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_mixed_bots_end_every_match_without_a_replaced_move(game: str, players: int) -> None:
    # Uncompiled, Master takes minutes for a match; its decisions are tested by themselves.
    bots = [bot for bot in BOTS if bot.plays(game) and (compiled or bot.name != "master")]
    names = [steady(bot.name) for bot in bots]
    start = players  # other bots meet at other tables
    table = [names[(start + 3 * seat) % len(names)] for seat in range(players)]
    _, winners, faults = played(game, table, seed=10 + start)
    assert faults == []
    assert winners


@pytest.mark.parametrize("game", ["nordic_countries", "card_game", "united_kingdom"])
def test_the_same_seeds_give_the_same_match(game: str) -> None:
    first = played(game, ["planner", "random"], seed=77)
    assert played(game, ["planner", "random"], seed=77) == first
    assert played(game, ["planner", "random"], seed=78) != first


@pytest.mark.parametrize("game", sorted({game for game, _ in TABLES}))
def test_planner_beats_random(game: str) -> None:
    won = 0
    for seed in range(2):
        seats = ["planner", "random"] if seed % 2 == 0 else ["random", "planner"]
        _, winners, _ = played(game, seats, seed)
        won += winners == [seats.index("planner")]
    assert won >= 1
