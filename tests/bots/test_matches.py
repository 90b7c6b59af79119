"""Whole matches: every bot at every table, repeatable, never a replaced move."""

import pytest

from tests.bots.positions import TABLES, steady
from wagonik import compiled
from wagonik.arena.play import Played, play
from wagonik.bots.registry import BOTS, make_bot
from wagonik.games import make_rules


def played(game: str, names: list[str], seed: int) -> tuple[Played, list[str]]:
    rules = make_rules(game, len(names))
    bots = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    result = play(rules, bots, seed, [[] for _ in names])
    return result, [str(fault) for bot in bots for fault in bot.faults]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_mixed_bots_end_every_match_without_a_replaced_move(game: str, players: int) -> None:
    # Uncompiled, Master takes minutes for a match; its decisions are tested by themselves.
    bots = [bot for bot in BOTS if bot.plays(game) and (compiled or bot.name != "master")]
    names = [steady(bot.name) for bot in bots]
    start = players  # other bots meet at other tables
    table = [names[(start + 3 * seat) % len(names)] for seat in range(players)]
    result, faults = played(game, table, seed=10 + start)
    assert faults == []
    assert result.winners


@pytest.mark.parametrize("game", ["nordic_countries", "card_game", "united_kingdom"])
def test_the_same_seeds_give_the_same_match(game: str) -> None:
    first, _ = played(game, ["planner", "random"], seed=77)
    second, _ = played(game, ["planner", "random"], seed=77)
    assert (first.totals, first.winners, first.turns) == (
        second.totals,
        second.winners,
        second.turns,
    )


@pytest.mark.parametrize("game", sorted({game for game, _ in TABLES}))
def test_planner_beats_random(game: str) -> None:
    won = 0
    for seed in range(2):
        seats = ["planner", "random"] if seed % 2 == 0 else ["random", "planner"]
        result, _ = played(game, seats, seed)
        won += result.winners == [seats.index("planner")]
    assert won >= 1
