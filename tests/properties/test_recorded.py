"""Recorded matches, counts and playthroughs: the same seed and actions, the same match, forever."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

import pytest

from tests.oracle import events_of
from tests.properties.playing import Setting, settings_of
from tests.recorded import counts, playthroughs
from tests.recorded.lines import Recorded, read, replayed
from tests.recorded.make import STALLING
from wagonik import Match
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES

GAME_KEYS = [game.key for game in GAMES]
OLD = [(game.key, version) for game in GAMES for version in range(game.oldest, game.version)]
LEAST = 100  # recorded matches of each game

# What the shared parts of the engine offer, but the rules of a game never use.
_NO_EXCHANGE = {"exchange", "give"}
UNUSED: dict[str, set[str]] = {
    "nordic_countries": {"refreshed"},
    "northern_lights": {"refreshed"},
    "pennsylvania": _NO_EXCHANGE,
    "united_kingdom": {"refreshed"},
    "card_game": {"refreshed", "shuffled", "paid", "claimed"},
    "paris": _NO_EXCHANGE,
}


class Shown:
    """What the recorded matches of a game show."""

    def __init__(self) -> None:
        self.settings: set[Setting] = set()
        self.ends: set[str] = set()
        self.events: set[str] = set()
        self.steps: set[str] = set()
        self.families: set[str] = set()


@cache
def replay_all(game: str, version: int | None = None) -> tuple[list[str], Shown]:
    """Replay every match once: what is wrong with them, and what they show."""
    wrong: list[str] = []
    shown = Shown()
    for number, recorded in enumerate(read(game, version), 1):
        shown.settings.add(recorded.setting)
        match, marks = replayed(recorded)
        where = f"{game} line {number}"
        if not match.over:
            wrong.append(f"{where}: it does not end")
            continue
        if marks != recorded.marks:
            first = next(i for i, (a, b) in enumerate(zip(marks, recorded.marks)) if a != b)  # noqa: B905
            wrong.append(f"{where}: another state at mark {first}")
        if [sheet.total for sheet in match.scores] != recorded.scores:
            wrong.append(f"{where}: another score")
        if match.winners != recorded.winners:
            wrong.append(f"{where}: another winner")
        watch(match, recorded, shown)
    return wrong, shown


def watch(match: Match, recorded: Recorded, shown: Shown) -> None:
    rules = match.rules
    board = isinstance(rules, BoardRules)
    names = {name for name, *_ in events_of(rules, [int(x) for x in match.state.log])}
    shown.events |= names
    shown.families |= {rules.table.actions[action].family for action in recorded.actions}
    # A pass is the only choice when it is made, so the engine makes it.
    if "passed" in names:
        shown.families.add("pass")
    passed = board and match.state.passes >= match.players
    shown.ends.add("all passed" if passed else "last turns")


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_are_replayed_exactly(game: str) -> None:
    assert len(read(game)) >= LEAST, (
        f"make recorded matches of {game}: python -m tests.recorded.make"
    )
    wrong, _ = replay_all(game)
    assert not wrong


@pytest.mark.parametrize(("game", "version"), OLD)
def test_matches_of_older_rules_are_replayed_exactly(game: str, version: int) -> None:
    """By the rules that they were played with, their options and their scores included."""
    assert len(read(game, version)) >= LEAST // 3
    wrong, _ = replay_all(game, version)
    assert not wrong
    # They are worth keeping: by the newest rules some of them are other matches.
    assert any(_differs(recorded) for recorded in read(game, version))


def _differs(recorded: Recorded) -> bool:
    options = tuple(o for o in recorded.setting.options if o != "open_stacks")
    setting = recorded.setting._replace(options=options)
    try:
        match, _ = replayed(replace(recorded, setting=setting, version=None))
    except WagonikError:
        return True
    return not match.over or [sheet.total for sheet in match.scores] != recorded.scores


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_show_every_setting(game: str) -> None:
    assert replay_all(game)[1].settings == set(settings_of(game))


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_show_every_end(game: str) -> None:
    """Last turns (common, End), and a round of passes (common, R5) where play can come to it."""
    ends = {"last turns"}
    if game in {setting.game for setting in STALLING}:
        ends.add("all passed")
    assert replay_all(game)[1].ends == ends


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_show_every_event(game: str) -> None:
    rules = settings_of(game)[0].rules()
    names = {kind.name for kind in rules.event_types}
    assert replay_all(game)[1].events == names - UNUSED[game]


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_show_every_family_of_actions(game: str) -> None:
    rules = settings_of(game)[0].rules()
    names = {family.name for family in rules.table.families}
    assert replay_all(game)[1].families == names - UNUSED[game]


@pytest.mark.parametrize("game", GAME_KEYS)
def test_recorded_matches_show_every_step(game: str) -> None:
    """Each step asks for a decision in some recorded match."""
    rules = settings_of(game)[0].rules()
    wanted = set(rules.step_names) - UNUSED[game]
    assert _steps_of(read(game), wanted) == wanted
    assert not _steps_of(read(game)[:6], UNUSED[game])


def _steps_of(matches: Iterable[Recorded], wanted: set[str]) -> set[str]:
    """Which of the wanted steps these matches come to; stops when all are found."""
    found: set[str] = set()
    for recorded in matches:
        setting = recorded.setting
        match = Match(setting.game, setting.players, recorded.seed, setting.switches())
        for action in recorded.actions:
            found.add(match.rules.step_names[match.state.step])
            match.play(action)
        if wanted and found >= wanted:
            break
    return found & wanted


def test_a_match_that_is_damaged_does_not_replay() -> None:
    """The comparison can fail: one other decision gives other marks."""
    recorded = read("paris")[0]
    match = Match("paris", recorded.setting.players, recorded.seed)
    for at, action in enumerate(recorded.actions):
        others = [other for other in match.legal() if other != action]
        if at > 30 and others:
            break
        match.play(action)
    before = list(recorded.marks)
    damaged = Recorded(
        recorded.setting, recorded.seed, [*recorded.actions[:at], others[0]], [], [], []
    )
    twin, marks = replayed(damaged)
    while not twin.over:
        twin.play(twin.legal()[0])
        marks += [str(twin.decision)]
    assert marks != before


def test_counts_of_decision_sequences() -> None:
    assert counts.FILE.read_text(encoding="utf-8") == counts.table()


@pytest.mark.parametrize("game", GAME_KEYS)
def test_playthroughs_are_up_to_date(game: str) -> None:
    path = playthroughs.path_of(game)
    assert path.exists(), f"make a playthrough of {game}: python -m tests.recorded.make"
    assert path.read_text(encoding="utf-8") == playthroughs.page(game)
