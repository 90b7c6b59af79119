"""A game that lacks its entry in any layer is told which file to write: the contract, and a proof
that it is able to fail."""

import json
import re
import shutil
from pathlib import Path
from typing import Any, get_args

import pytest

from tests import oracle, test_registry
from tests.contract import LANGUAGES, NEEDS, ROOT, Listed, Need, Written, lacking
from tests.properties import test_recorded
from tests.recorded import playthroughs
from wagonik import GAMES
from wagonik.analysis.groups import COMMON as COMMON_GROUPS
from wagonik.analysis.groups import SILENT
from wagonik.analysis.puzzles import THEMES
from wagonik.analysis.why.kinds import KINDS
from wagonik.bots.games import KNOWLEDGE, make_outlook
from wagonik.bots.master.parts import WEIGHTS, weights_name
from wagonik.engine.game import Game
from wagonik.envs.core.games import ENCODERS
from wagonik.games import find_game, make_rules
from wagonik.server.protocol.answers import ErrorCode

each_need = pytest.mark.parametrize("need", NEEDS, ids=lambda need: need.what)
TABLES: dict[str, dict[Any, Any]] = {
    "KNOWLEDGE": KNOWLEDGE,
    "ENCODERS": ENCODERS,
    "JUDGES": oracle.JUDGES,
    "UNUSED": test_recorded.UNUSED,
    "MATCHES": playthroughs.MATCHES,
    "TABLES": test_registry.TABLES,
}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_layer_has_its_entry(game: Game) -> None:
    lacks = lacking(game)
    assert not lacks, "\n".join(lacks)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_master_has_learnt_every_number_of_players(game: Game) -> None:
    """Not only is there a file: it holds weights for the features that the game has now."""
    for players in range(game.least_players, game.most_players + 1):
        names = make_outlook(make_rules(game.key, players)).names
        place = WEIGHTS / weights_name(game.key, players)
        assert json.loads(place.read_text(encoding="utf-8"))["features"] == names, (
            f"Master's value of {game.name} has learnt other features: let `wagonik train` write "
            f"src/wagonik/bots/master/weights/{place.name}."
        )


def stranger() -> Game:
    """A game that no layer has heard of. (Nothing can inherit from a compiled class.)"""
    game = Game()
    game.key = "little_poland"
    game.name = "Little Poland"
    game.name_pl = "Mała Polska"
    game.least_players = 2
    game.most_players = 3
    return game


@each_need
def test_a_stranger_is_told_every_file_to_write(need: Need) -> None:
    told = [line for line in lacking(stranger()) if f"has no {need.what}:" in line]
    assert len(told) == len(need.files(stranger()))
    for file, line in zip(need.files(stranger()), told, strict=True):
        assert line.startswith("Little Poland has no ")
        assert line.endswith(f" {file}."), line


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """All files that one game needs, and nothing else."""
    game = find_game("united_kingdom")
    for need in NEEDS:
        if isinstance(need, Written):
            for file in need.files(game):
                (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / file).is_dir():
                    (tmp_path / file).mkdir()
                else:
                    shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def take_out(need: Written, game: Game, file: Path) -> None:
    """Remove a file, or a game's part of it."""
    if not need.part:
        shutil.rmtree(file) if file.is_dir() else file.unlink()
        return
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    left = [line for line in lines if not re.search(need.pattern(game), line)]
    assert left != lines
    file.write_text("".join(left), encoding="utf-8")


@pytest.mark.parametrize(
    "need", [need for need in NEEDS if isinstance(need, Written)], ids=lambda need: need.what
)
def test_a_file_that_is_taken_away_is_missed(need: Written, copy: Path) -> None:
    game = find_game("united_kingdom")
    assert lacking(game, copy) == []
    file = need.files(game)[-1]
    take_out(need, game, copy / file)
    told = lacking(game, copy)
    assert any(f"{game.name} has no {need.what}: " in line and file in line for line in told), told
    # What is missed beside it stands in the same file.
    assert all(file in line for line in told), told


def test_a_guided_first_match_stands_for_a_tour(copy: Path) -> None:
    game = find_game("united_kingdom")
    for file in (copy / "web/src/guide/texts").glob("tour.*"):
        file.unlink()
    assert [line.partition(":")[0] for line in lacking(game, copy)] == [
        "United Kingdom has no tour of what is special in it"
    ] * 2
    (copy / "web/src/guide/lessons").mkdir()
    shutil.copy(
        ROOT / "web/src/guide/lessons/paris.json", copy / f"web/src/guide/lessons/{game.key}.json"
    )
    assert lacking(game, copy) == []


@pytest.mark.parametrize(
    "need", [need for need in NEEDS if isinstance(need, Listed)], ids=lambda need: need.what
)
def test_an_entry_that_is_taken_out_of_a_table_is_missed(
    need: Listed, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find_game("paris")
    name = next(name for name in TABLES if f"{name} of" in need.file)
    (gone,) = [key for key in TABLES[name] if key in ("paris", ("paris", game.version))]
    monkeypatch.delitem(TABLES[name], gone)
    assert lacking(game) == [f"Paris has no {need.what}: write {need.files(game)[0]}."]


# Mechanics: what a rule adds to a table has words everywhere.


def sources_of(folder: str) -> str:
    return "\n".join(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "src/wagonik" / folder).rglob("*.py"))
    )


def test_every_refusal_has_words_and_a_line_in_the_protocol() -> None:
    source = sources_of("engine") + sources_of("games") + sources_of("server")
    codes = set(re.findall(r'Refusal\(\s*"(\w+)"', source))
    codes |= set(re.findall(r'IllegalAction\(\s*[^)]*?",\s*"(\w+)"', source))
    assert len(codes) > 30
    client = (ROOT / "web/src/play/refusals.ts").read_text(encoding="utf-8")
    table = client[client.index("const SENTENCES") :]
    said = set(re.findall(r"^  (\w+)[:,]", table, re.M))
    assert codes <= said, f"write {codes - said} into SENTENCES of web/src/play/refusals.ts"
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)`", page[page.index("### Why not") :]))
    assert codes <= listed, f"write {codes - listed} into the table of docs/protocol.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_a_table_has_words_and_a_line_in_the_protocol(language: str) -> None:
    reasons = set(re.findall(r'\.because\(\s*"\w+",\s*"(\w+)"', sources_of("server")))
    assert len(reasons) > 15
    common = (ROOT / "web/src/i18n" / language / "common.ts").read_text(encoding="utf-8")
    said = set(re.findall(r"^    (\w+):", common[common.index("  reasons: {") :], re.M))
    assert reasons == said, f"write {reasons ^ said} in web/src/i18n/{language}/common.ts"
    page = (ROOT / "docs/protocol.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)`", page[page.index("### Why not") :]))
    assert reasons <= listed, f"write {reasons - listed} into the table of docs/protocol.md"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_a_refusal_has_words(language: str) -> None:
    common = (ROOT / "web/src/i18n" / language / "common.ts").read_text(encoding="utf-8")
    errors = common[common.index("  errors: {") : common.index("  reasons: {")]
    lacks = set(get_args(ErrorCode)) - set(re.findall(r"^    (\w+):", errors, re.M))
    assert not lacks, f"write {lacks} into errors of web/src/i18n/{language}/common.ts"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_event_has_a_line_in_the_log_and_words_in_the_terminal(game: Game) -> None:
    log = (ROOT / "web/src/play/log.ts").read_text(encoding="utf-8")
    for kind in make_rules(game.key, game.least_players).event_types:
        assert f'"{kind.name}"' in log, f"write a line for {kind.name} into web/src/play/log.ts"
        assert kind.before or kind.item or kind.name == "turn", f"{kind.name} is not told"


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_points_and_decisions_have_words_in_the_client(game: Game, language: str) -> None:
    words = ROOT / "web/src/i18n" / language
    final = (words / "final.ts").read_text(encoding="utf-8")
    own = (words / "games" / f"{game.key}.ts").read_text(encoding="utf-8")
    play = (words / "play.ts").read_text(encoding="utf-8")
    rules = make_rules(game.key, game.least_players, dict.fromkeys(options_of(game), True))
    for scorer in rules.scorers:
        assert re.search(rf'^ +"?{scorer.name}"?:', final + own, re.M), (
            f"write {scorer.name} into sources of web/src/i18n/{language}/final.ts"
        )
    for name, step in zip(rules.step_names, rules.steps, strict=True):
        assert step.private or re.search(rf"^ +{name}:", play + own, re.M), (
            f"write {name} into what of web/src/i18n/{language}/play.ts"
        )


# The coach: what a game adds is named in the game's own room.

# The families of actions that the engine itself has.
COMMON_FAMILIES = {
    "pass", "keep", "deck", "market", "tickets", "claim", "pay", "exchange", "give",
}  # fmt: skip


def own_room(game: Game) -> str:
    file = ROOT / "src/wagonik/bots/games" / f"{game.key}.py"
    place = file if file.is_file() else file.with_suffix("") / "knowledge.py"
    return str(place.relative_to(ROOT))


def unnamed(game: Game) -> list[str]:
    """What the coach has no words for, with the file to write."""
    rules = make_rules(game.key, game.least_players, dict.fromkeys(options_of(game), True))
    terms = KNOWLEDGE[game.key].terms
    known = {**COMMON_GROUPS, **terms.groups}
    names = dict.fromkeys([*make_outlook(rules).names, *(scorer.name for scorer in rules.scorers)])
    file = f"terms of {own_room(game)}"
    lacks = [f"write a group for {name!r} into {file}" for name in names if name not in known]
    lacks += [
        f"{group!r} is no group of points: write it into KINDS of "
        f"src/wagonik/analysis/why/kinds.py, or another one into {file}"
        for group in terms.groups.values()
        if group not in (*KINDS, *SILENT)
    ]
    families = {action.family for action in rules.table.actions}
    lacks += [
        f"write a theme for {family!r} into {file}"
        for family in sorted(families - COMMON_FAMILIES - set(terms.themes))
    ]
    return lacks + [
        f"{theme!r} is no theme: write it into THEMES of src/wagonik/analysis/puzzles.py"
        for theme in terms.themes.values()
        if theme not in THEMES
    ]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_the_coach_has_terms_for_all_that_a_game_adds(game: Game) -> None:
    lacks = unnamed(game)
    assert not lacks, "\n".join(lacks)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_term_that_is_taken_out_is_missed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    terms = KNOWLEDGE[game.key].terms
    assert terms.groups or terms.themes
    for table, what in ((terms.groups, "group"), (terms.themes, "theme")):
        for name in list(table):
            if name in COMMON_GROUPS:
                continue  # known by another name for the same thing
            with monkeypatch.context() as patch:
                patch.delitem(table, name)
                assert unnamed(game) == [
                    f"write a {what} for {name!r} into terms of {own_room(game)}"
                ]
    for table in (terms.groups, terms.themes):
        for name in list(table)[:1]:
            with monkeypatch.context() as patch:
                patch.setitem(table, name, "nonsense")
                assert any("'nonsense' is no " in line for line in unnamed(game))


def options_of(game: Game) -> list[str]:
    return [option.name for option in game.options()]
