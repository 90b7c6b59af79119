"""The registry of games, and the action tables that records rely on."""

import hashlib

import pytest

from wagonik import GAMES, Match, RecordError, UnknownGame, replay
from wagonik.engine.game import Game
from wagonik.games import find_game, make_rules
from wagonik.records import to_text

# A record holds the integers of actions. If a table changes, old records change their meaning:
# give the game a new version, and add its line here.
TABLES = {
    ("nordic_countries", 1): "e7767a91bda8e4af",
    ("northern_lights", 1): "1d36112a4f74c4fc",
    ("pennsylvania", 1): "6d3e822a620eb45f",
    ("united_kingdom", 2): "a506606186b37626",
    ("card_game", 2): "5238f6c493f25d98",
    ("paris", 1): "5614fbc8c2be1cdc",
}
COUNTS = {
    "nordic_countries": (2, 3),
    "northern_lights": (2, 5),
    "pennsylvania": (2, 5),
    "united_kingdom": (2, 4),
    "card_game": (2, 4),
    "paris": (2, 4),
}
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)


def digest(match: Match) -> str:
    texts = "\n".join(action.text for action in match.rules.table.actions)
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def test_there_are_six_games() -> None:
    """issue: all six games, each with its player counts."""
    assert {game.key: (game.least_players, game.most_players) for game in GAMES} == COUNTS


@each_game
def test_a_table_of_actions_changes_only_with_the_version(game: Game) -> None:
    """design.md, "Decisions": one fixed table with stable integers, for all counts and options."""
    options: list[dict[str, bool]] = [{}, *({o.name: True} for o in game.options())]
    for players in range(game.least_players, game.most_players + 1):
        for chosen in options:
            match = Match(game.key, players, 1, chosen)
            assert digest(match) == TABLES[game.key, game.version], (
                f"the action table of {game.key} has changed: raise its version"
            )


@each_game
def test_a_table_has_a_few_hundred_entries_at_the_most(game: Game) -> None:
    """design.md, "Decisions": a few hundred entries at the most."""
    assert 100 < len(Match(game.key, 2, 1).rules.table) < 500


@each_game
def test_every_count_between_least_and_most_and_no_other(game: Game) -> None:
    """issue: every player count that each game allows."""
    for players in range(-1, 8):
        if game.least_players <= players <= game.most_players:
            assert make_rules(game.key, players).seats == players
        else:
            with pytest.raises(UnknownGame, match=f"not for {players}"):
                make_rules(game.key, players)


@each_game
def test_names_and_options_are_there_in_both_languages(game: Game) -> None:
    assert game.name
    assert game.name_pl
    for option in game.options():
        assert option.about
        assert option.about_pl


def test_the_options() -> None:
    """issue: advanced technologies, and what every game has: memory."""
    found = {game.key: [option.name for option in game.all_options()] for game in GAMES}
    assert found.pop("united_kingdom") == ["advanced_technologies", "memory"]
    assert set(map(tuple, found.values())) == {("memory",)}


@pytest.mark.parametrize(
    "options", [{"memory": "helped"}, {"memory=helped": True}, {"memory=book": False}]
)
def test_an_option_that_is_off_is_as_if_not_named(options: dict[str, bool | str]) -> None:
    match = Match("card_game", 2, 1, options)
    assert match.options == {}
    assert match.rules is Match("card_game", 2, 1).rules
    assert Match("united_kingdom", 2, 1, {"advanced_technologies": False}).options == {}


def test_a_value_is_named_or_written_as_in_a_list_of_options() -> None:
    match = Match("paris", 2, 1, {"memory": "book"})
    assert match.options == {"memory=book": True}
    assert match.record()["options"] == ["memory=book"]
    assert match.rules is Match("paris", 2, 1, {"memory=book": True}).rules
    assert replay(match.record()).options == match.options
    assert replay(to_text(match.record())).options == match.options


@pytest.mark.parametrize("options", [{"memory": "elephant"}, {"memory": True}, {"memory=": True}])
def test_an_unknown_value_lists_the_values(options: dict[str, bool | str]) -> None:
    with pytest.raises(UnknownGame, match="helped or book"):
        Match("paris", 2, 1, options)


def test_a_switch_has_no_values() -> None:
    with pytest.raises(UnknownGame, match="no option 'advanced_technologies=on'"):
        Match("united_kingdom", 2, 1, {"advanced_technologies=on": True})


def test_an_older_version_of_the_rules_is_asked_for_by_its_number() -> None:
    assert Match("card_game", 2, 1).version == 2
    old = Match("card_game", 2, 1, version=1)
    assert old.version == old.copy().version == 1
    assert old.rules is not Match("card_game", 2, 1).rules
    with pytest.raises(UnknownGame, match="versions 1 to 2"):
        Match("card_game", 2, 1, version=3)


def test_open_stacks_of_old_records_are_helped_memory() -> None:
    old = {**Match("card_game", 2, 1, version=1).record(), "options": ["open_stacks"]}
    assert replay(old).options == {}
    with pytest.raises(RecordError, match="no option 'open_stacks'"):
        replay({**old, "rules": 2})


def test_rules_are_shared_and_options_are_not() -> None:
    """Matches of the same game, count and options share their rules, others do not."""
    plain = make_rules("united_kingdom", 3)
    assert make_rules("united_kingdom", 3) is plain
    assert make_rules("united_kingdom", 4) is not plain
    assert make_rules("united_kingdom", 3, {"advanced_technologies": True}) is not plain


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("pennsilvania", "pennsylvania"), ("nordic", "nordic_countries"), ("", ""), ("x", "")],
)
def test_an_unknown_game_lists_the_games(wrong: str, meant: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        find_game(wrong)
    for game in GAMES:
        assert game.key in str(caught.value)
    assert meant in str(caught.value)


def test_an_unknown_option_lists_the_options() -> None:
    with pytest.raises(UnknownGame, match="Its options: memory"):
        Match("card_game", 2, 1, {"stacks": True})
    with pytest.raises(UnknownGame, match="Its options: memory"):
        Match("paris", 2, 1, {"stacks": True})
