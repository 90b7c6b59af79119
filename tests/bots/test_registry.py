"""Bots by name, levels, and bots from a file."""

from pathlib import Path

import pytest

from wagonik import Match
from wagonik.bots.registry import BOTS, LEVELS, UnknownBot, find_bot, load_bot, make_bot

EXAMPLE = Path(__file__).parents[2] / "examples" / "my_bots.py"


def test_names_are_unique_and_every_bot_says_what_it_is() -> None:
    names = [entry.name for entry in BOTS]
    assert len(set(names)) == len(names)
    for entry in BOTS:
        assert entry.about.endswith(".")
        assert entry.about_pl.endswith(".")


def test_levels_have_a_bot_and_a_character_in_two_languages() -> None:
    assert [level.name for level in LEVELS] == ["easy", "normal", "hard", "master"]
    for level in LEVELS:
        assert find_bot(level.name).name == level.bot
        assert level.about.endswith(".")
        assert level.about_pl.endswith(".")
        for game in ("paris", "card_game"):
            assert find_bot(level.name).plays(game)


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownBot, match="planner"):
        find_bot("planer")
    with pytest.raises(UnknownBot, match="no file"):
        find_bot("nowhere.py:Mine")


def test_the_example_plays_a_match() -> None:
    match = Match("nordic_countries", players=2, seed=5)
    bots = [make_bot(f"{EXAMPLE}:Miser", 1), make_bot("random", 2)]
    for seat, bot in enumerate(bots):
        bot.start(match.observe(seat))
    while not match.over:
        seat = match.seat
        match.play(bots[seat].choose(match.observe(seat)), seat)
    assert bots[0].name == "miser"
    assert bots[0].faults == []
    assert match.scores[0].points("routes") > 0


def test_files_without_the_bot_are_told(tmp_path: Path) -> None:
    with pytest.raises(UnknownBot, match="Miser"):
        load_bot(f"{EXAMPLE}:Mine")
    broken = tmp_path / "broken.py"
    broken.write_text("import nowhere_at_all\n", encoding="utf-8")
    with pytest.raises(UnknownBot, match="ModuleNotFoundError"):
        load_bot(f"{broken}:Mine")


def test_a_bot_without_a_name_is_called_like_its_class(tmp_path: Path) -> None:
    own = tmp_path / "own.py"
    own.write_text(
        "from wagonik.bots.base import Bot\n\n\nclass Mine(Bot):\n    pass\n", encoding="utf-8"
    )
    assert find_bot(f"{own}:Mine").name == "Mine"
