"""Opening a replay: what the engine vouches for, and nothing else."""

import random
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.table import Server
from wagonik.engine.boardfile import published
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.records import replay, to_text
from wagonik.server.facts import replay_frames
from wagonik.server.protocol.replays import OpenReplay
from wagonik.server.protocol.web import LONGEST_RECORD, ReplayRequest
from wagonik.server.replays import moments, open_replay, work

KEYS = [game.key for game in GAMES]


def finished(game: str, seed: int = 5, **more: Any) -> Match:
    match = Match(game, 2, seed, **more)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


@pytest.mark.parametrize("game", KEYS)
def test_both_forms_of_a_record_open_the_same_replay(game: str) -> None:
    match = finished(game)
    record: Any = match.record()
    opened = open_replay(OpenReplay(record=record))
    assert opened == open_replay(OpenReplay(record=to_text(record)))
    assert (opened.game, opened.players) == (game, 2)
    assert opened.facts.game == game
    assert opened.record == record
    assert replay(opened.notation).history == match.history
    assert opened.result is not None
    assert opened.result.winners == match.winners
    assert not opened.custom_board
    assert opened.drawing is None


@pytest.mark.parametrize("game", KEYS)
def test_moments_are_where_something_can_be_seen(game: str) -> None:
    match = finished(game)
    found = moments(match)
    ends = [moment.decision for moment in found]
    assert ends == sorted(set(ends))
    assert ends[-1] == len(match.history)
    texts = [text for moment in found for text in moment.actions]
    table = match.rules.table.actions
    assert texts == [table[action].text for _, action in match.history]
    shown = []
    for start in range(0, len(match.history) + 1, 100):
        request = ReplayRequest(record=match.record(), viewer=-1, start=start, count=100)
        shown += replay_frames(request).frames
    visible = {frame.decision for frame in shown[1:] if frame.events}
    assert visible | {len(match.history)} == set(ends)
    for moment in found:
        assert shown[moment.decision].seat == moment.seat


def test_a_record_that_stops_early_has_no_result() -> None:
    match = Match("paris", 2, 3)
    for _ in range(6):
        match.play(match.legal()[0])
    opened = open_replay(OpenReplay(record=match.record()))
    assert opened.result is None
    assert opened.decisions == 6
    assert open_replay(OpenReplay(record=Match("paris", 2, 3).record())).moments == []


def test_a_board_of_ones_own_comes_with_its_drawing() -> None:
    board = published("paris").content
    opened = open_replay(OpenReplay(record=finished("paris", board=board).record()))
    assert opened.custom_board
    assert opened.drawing is not None
    assert len(opened.drawing["tracks"]) == len(opened.facts.tracks)


def test_over_http(server: Server) -> None:
    record: Any = finished("paris").record()
    answer = server.post("/api/replays/open", {"record": record})
    assert answer.status_code == 200
    assert answer.json()["record"] == record
    assert answer.headers["cache-control"] == "no-store"


def test_many_at_once_do_not_disturb_each_other(server: Server) -> None:
    """Matches of one game share their rules, so two of them can't be played at the same time."""
    record: Any = finished("pennsylvania").record()
    frames = {"record": record, "viewer": 0, "start": 0, "count": 20}

    def ask(number: int) -> bytes:
        path, body = [("/open", {"record": record}), ("", frames)][number % 2]
        answer = server.post(f"/api/replays{path}", body)
        assert answer.status_code == 200, answer.text
        return answer.content

    with ThreadPoolExecutor(6) as many:
        answers = list(many.map(ask, range(12)))
    assert len(set(answers)) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"scores": [1, 2]},
        {"game": "monopoly"},
        {"players": 9},
        {"actions": [0, 1, 2, 99999]},
        {"board": "not a board"},
        {"seed": "x"},
        {"extra": 1},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_damaged_record_is_refused(server: Server, change: dict[str, Any]) -> None:
    record: Any = {**finished("paris").record(), **change}
    answer = server.post("/api/replays/open", {"record": record})
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == "refused"
    assert answer.json()["text"]


@pytest.mark.parametrize("body", [{}, {"record": 7}, {"record": "a" * (LONGEST_RECORD + 1)}])
def test_what_is_no_record_is_refused(server: Server, body: dict[str, Any]) -> None:
    answer = server.post("/api/replays/open", body)
    assert 400 <= answer.status_code < 500
    assert answer.json()["code"] == "bad_message"


def test_words_that_are_no_text_are_still_refused() -> None:
    code, words = work("open", b'{"record": {"format": "wagonik-record", "\\ud800": 1}}')
    assert code in ("bad_message", "refused")
    assert words


def test_empty_text_is_refused(server: Server) -> None:
    assert server.post("/api/replays/open", {"record": ""}).json()["code"] == "refused"
