"""The protocol: its types are what is sent, its TypeScript is up to date, its page is whole."""

import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.server.table import ROOT
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.server import typescript
from wagonik.server.facts import game_facts, replay_frames
from wagonik.server.live import result_of
from wagonik.server.protocol import answers, requests, views
from wagonik.server.protocol.facts import Facts
from wagonik.server.protocol.web import ReplayRequest

CASES = [
    (game.key, players, options)
    for game in GAMES
    for players in {game.least_players, game.most_players}
    for options in ([], [option.name for option in game.options()])
]


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_views_and_events_are_of_the_types(game: str, players: int, options: list[str]) -> None:
    rng = random.Random(f"{game}{players}")
    match = Match(game, players, 3, dict.fromkeys(options, True))
    while not match.over:
        match.play(rng.choice(match.legal()))
        if rng.random() < 0.08 or match.over:
            for viewer in (-1, match.seat):
                view = msgspec.json.decode(msgspec.json.encode(match.view(viewer)))
                msgspec.convert(view, views.ViewData)
                msgspec.convert(match.events(viewer), list[views.Event])
    result = msgspec.json.encode(result_of(match))
    assert msgspec.json.decode(result, type=answers.Result).winners == match.winners


@pytest.mark.parametrize(("game", "players", "options"), CASES)
def test_facts_name_every_action_and_track(game: str, players: int, options: list[str]) -> None:
    facts = game_facts(game, players, options)
    again = msgspec.json.decode(msgspec.json.encode(facts), type=Facts)
    match = Match(game, players, 3, dict.fromkeys(options, True))
    for action in match.rules.table.actions:
        family = next(f for f in again.actions if f.name == action.family)
        assert family.base + action.argument == action.index
        assert family.texts[action.argument] == action.text
    # The drawing keeps the order of the file: every track is drawn once.
    assert sorted(track.drawing for track in again.tracks) == list(range(len(again.tracks)))
    for track in again.tracks:
        assert again.places[track.start].name.replace(" ", "_") in track.text
    assert len(again.tickets) == match.rules.ticket_count
    for track in again.tracks:
        # Who plays decides how many parallel tracks may be claimed, and all of them agree on it.
        assert 1 <= track.usable <= 1 + len(track.parallel)
        assert {again.tracks[mate].usable for mate in track.parallel} <= {track.usable}


def test_how_many_parallel_tracks_may_be_claimed_depends_on_the_players() -> None:
    two = game_facts("northern_lights", 2, []).tracks
    four = game_facts("northern_lights", 4, []).tracks
    assert sum(track.usable for track in two) < sum(track.usable for track in four)


def test_replay_shows_a_match_from_any_eyes() -> None:
    match = Match("paris", 2, 9)
    rng = random.Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
    record = match.record()
    twin = Match("paris", 2, 9)
    for viewer in (-2, -1, 0, 1):
        request = ReplayRequest(record=record, viewer=viewer, start=0, count=10)
        replay = replay_frames(request)
        assert replay.decisions == len(match.history)
        assert [frame.decision for frame in replay.frames] == list(range(10))
        frame: Any = replay.frames[0].view
        hands = [player["hand"] is not None for player in frame["players"]]
        assert hands == [viewer in (-2, 0), viewer in (-2, 1)]
        if viewer >= -1:
            assert frame == twin.view(viewer)
    end = replay_frames(
        ReplayRequest(record=record, viewer=0, start=len(match.history), count=1)
    ).frames
    last: Any = end[0].view
    assert last["over"]
    assert end[0].action == match.rules.table.actions[match.history[-1][1]].text
    events: list[Any] = []
    for start in range(0, len(match.history) + 1, 25):
        part = replay_frames(ReplayRequest(record=record, viewer=-2, start=start, count=25))
        for found in part.frames:
            events.extend(found.events)
    assert events == match.events()  # at the end everything lies open


def test_typescript_is_up_to_date() -> None:
    target = ROOT / typescript.TARGET
    assert typescript.main(["--check", str(target)]) == 0


def test_a_stale_typescript_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "messages.ts"
    assert typescript.main([str(target)]) == 0
    assert typescript.main(["--check", str(target)]) == 0
    target.write_text(target.read_text().replace("export", "import", 1))
    assert typescript.main(["--check", str(target)]) == 1
    assert "stale" in capsys.readouterr().err


def test_every_message_and_code_is_documented() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text()
    for union in (requests.Request, answers.Answer):
        for kind in union.__args__:
            assert f"`{kind.__struct_config__.tag}`" in page
    for code in get_args(answers.ErrorCode):
        assert f"`{code}`" in page
