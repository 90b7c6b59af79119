"""The HTTP API: facts, drawings, replays, the web client's files, and no 5xx whatever comes."""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

import wagonik
from tests.server.table import PATIENCE, Server
from wagonik.engine.boardfile import published
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.records import to_text
from wagonik.server import Settings, create_app

KEYS = [game.key for game in GAMES]


def test_home_lists_games_and_bots(server: Server) -> None:
    home = server.get("/api/home").json()
    assert [game["game"] for game in home["games"]] == KEYS
    assert [bot["level"] for bot in home["bots"]] == ["random", "patient", "stuck", "broken"]
    assert (home["version"], home["compiled"]) == (wagonik.__version__, wagonik.compiled)


@pytest.mark.parametrize("game", KEYS)
def test_facts_and_drawings(server: Server, game: str) -> None:
    facts = server.get(f"/api/games/{game}/facts?players=3").json()
    assert facts["players"] == 3
    drawing = server.get(f"/api/games/{game}/drawing")
    assert (drawing.status_code == 200) == facts["drawn"]
    if facts["drawn"]:
        drawn = drawing.json()["tracks"]
        for track in facts["tracks"]:
            picture = drawn[track["drawing"]]
            assert (picture["start"], picture["end"]) == (track["start"], track["end"])
            assert picture["length"] == len(picture["spaces"]) == track["length"]


def test_wrong_questions_about_games(server: Server) -> None:
    for path, status in (
        ("/api/games/chess/facts", 404),
        ("/api/games/paris/facts?players=9", 422),
        ("/api/games/paris/facts?players=x", 422),
        ("/api/games/paris/facts?players=%C2%B2", 422),
        ("/api/games/paris/facts?options=x", 422),
        ("/api/games/card_game/drawing", 404),
        ("/api/games/chess/drawing", 404),
    ):
        assert server.get(path).status_code == status, path


def test_a_board_of_ones_own(server: Server) -> None:
    text = published("paris").content.replace("Paris", "Our Paris")
    body = {
        "options": {"game": "paris", "players": 2},
        "seats": [{"kind": "mine"}, {"kind": "mine"}],
        "board": text,
        "start": True,
    }
    answer = server.post("/api/tables", body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    path = f"/api/tables/{made['table']}"
    assert server.get(path, made["watch_key"]).json()["custom_board"]
    assert server.get(path + "/facts", made["watch_key"]).json()["board"] == "Our Paris"


def test_boards_that_can_not_be_played(server: Server) -> None:
    text = published("paris").content
    body: dict[str, Any] = {
        "options": {"game": "paris", "players": 2},
        "seats": [{"kind": "mine"}, {"kind": "mine"}],
    }
    match = Match("paris", 2, 4)
    record = match.record()
    for wrong in (
        re.sub(r"(?m)^game\s*=.*$", 'game = "chess"', text),
        re.sub(r"hand\s*=\s*", "hand = -", text),
        text[: len(text) // 2],
        "/etc/passwd",
    ):
        assert wrong != text
        answer = server.post("/api/tables", {**body, "board": wrong})
        assert answer.status_code == 422, wrong
        assert "root:" not in answer.text
        answer = server.post("/api/replays", {"record": {**record, "board": wrong}})
        assert answer.status_code == 422, wrong
        assert "root:" not in answer.text


def test_replays(server: Server) -> None:
    match = Match("card_game", 3, 4)
    rng = random.Random(4)
    while not match.over:
        match.play(rng.choice(match.legal()))
    record = match.record()
    for form in (record, to_text(record)):
        body = {"record": form, "viewer": 1, "start": 5, "count": 3}
        replay = server.post("/api/replays", body).json()
        assert [frame["decision"] for frame in replay["frames"]] == [5, 6, 7]
        assert replay["result"]["winners"] == match.winners
    for wrong in ({}, {"format": 1}, "nonsense", {**record, "seed": "x"}, "{" * 10_000):
        answer = server.post("/api/replays", {"record": wrong})
        assert answer.status_code == 422, answer.text


def test_the_web_client_is_served(tmp_path: Path) -> None:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>Wagonik</title>")
    (static / "icon.svg").write_text("<svg/>")
    (static / "assets" / "app-1.js").write_text("export {}")
    (tmp_path / "secret.txt").write_text("secret")
    with Server(f"sqlite:///{tmp_path}/a.db", static=str(static)) as server:
        for path in ("/", "/table/abc", "/replay"):
            answer = server.get(path)
            assert "Wagonik" in answer.text
            assert answer.headers["cache-control"] == "no-cache"
            assert "script-src 'self'" in answer.headers["content-security-policy"]
        assert server.get("/icon.svg").text == "<svg/>"
        script = server.get("/assets/app-1.js")
        assert "immutable" in script.headers["cache-control"]
        assert script.headers["content-type"].startswith("text/javascript")
        assert server.get("/assets/none.js").status_code == 404
        assert server.get("/api/none").status_code == 404
        for path in ("/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
            assert "secret" not in server.get(path).text


schema = schemathesis.openapi.from_dict(
    create_app(Settings(database="sqlite:///unused.db", bots="tests.server.players")).openapi()
)


@pytest.fixture(scope="module")
def call(server: Server) -> Callable[[Any], Any]:
    made = server.create("paris", ["mine", "mine"])

    def send(case: Any) -> Any:
        # Half of the questions are about a table that exists, with its key.
        if "table" in (case.path_parameters or {}) and random.random() < 0.5:
            if case.method != "DELETE":
                case.path_parameters["table"] = made.table
        headers = {"authorization": f"Bearer {made.host}"}
        return case.call(base_url=server.url, headers=headers, timeout=PATIENCE)

    return send


@schema.parametrize()
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_no_5xx(case: Any, call: Callable[[Any], Any]) -> None:
    response = call(case)
    assert response.status_code < 500, response.text
    case.validate_response(response, checks=[schemathesis.checks.not_a_server_error])
