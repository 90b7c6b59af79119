"""`wagonik replay`."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import wagonik
from tests.cli.calls import call, mistake
from wagonik.cli.words import Words, joined
from wagonik.games import GAMES, make_rules
from wagonik.records import to_json, to_text


def played(game: str, players: int = 2, seed: int = 1) -> wagonik.Match:
    match = wagonik.Match(game, players, seed)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


@pytest.fixture(scope="module")
def paris() -> wagonik.Match:
    return played("paris")


def saved(match: wagonik.Match, folder: Path) -> Path:
    path = folder / "match.json"
    path.write_text(json.dumps(match.record(), indent=2), encoding="utf-8")
    return path


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_game_is_told_with_its_final_score(game: str, tmp_path: Path) -> None:
    match = played(game)
    told = call("replay", saved(match, tmp_path)).out
    turns = [line for line in told.splitlines() if line[:6].strip().isdigit()]
    assert len(turns) == match.state.turn
    assert "Final score" in told
    for sheet in match.scores:
        for source in sheet.sources:
            assert source.name in told
    total = next(line for line in told.splitlines() if line.strip().startswith("total"))
    assert [int(word) for word in total.split()[1:]] == [sheet.total for sheet in match.scores]
    assert "wins" in told or "share the win" in told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_event_has_words(game: Any) -> None:
    for players in (game.least_players, game.most_players):
        switches = {option.name: True for option in game.options()}
        for kind in make_rules(game.key, players, switches).event_types:
            assert kind.before or kind.name == "turn"


def test_an_event_without_words_is_told_by_its_names(paris: wagonik.Match) -> None:
    words = Words(paris)
    event = {"event": "new_thing", "seat": 1, "card": "red", "depth": 3}
    assert words.tell([event], 0) == "seat 1 new thing card red depth 3"


def test_events_in_words(paris: wagonik.Match) -> None:
    words = Words(paris)
    events: list[dict[str, Any]] = [
        {"event": "claimed", "seat": 0, "track": 0, "points": 1},
        {"event": "paid", "seat": 0, "card": "red", "count": 1},
        {"event": "paid", "seat": 0, "card": "locomotive", "count": 2},
    ]
    track = words.tracks[0]
    assert words.tell(events, 0) == f"claims {track} for 1 point, pays 1 red and 2 locomotives"
    hidden: list[dict[str, Any]] = [
        {"event": "drew", "seat": 1, "card": None},
        {"event": "drew", "seat": 1, "card": None},
        {"event": "turned", "slot": 1, "card": "blue"},
    ]
    assert words.tell(hidden, 1) == "draws 2 cards from the deck (blue turned up)"
    assert joined(["a"]) == "a"
    assert joined(["a", "b", "c"]) == "a, b and c"


def test_names_are_told_not_numbers() -> None:
    match = played("united_kingdom")
    words = Words(match)
    assert words.tell([{"event": "bought", "seat": 0, "technology": 6}], 0) == "buys Booster"
    railroad = Words(played("pennsylvania")).value("railroad", 1)
    assert railroad == "Baltimore & Ohio"


def test_all_forms_are_read(paris: wagonik.Match, tmp_path: Path) -> None:
    wanted = call("replay", saved(paris, tmp_path)).out
    record = paris.record()
    for text in (to_json(record), to_json(record) + "\n", to_text(record)):
        assert call("replay", "-", stdin=text).out == wanted
    lines = "\n".join([to_json(played("paris", seed=2).record()), "", to_json(record)]) + "\n"
    assert call("replay", "-", "--number", 2, stdin=lines).out == wanted
    assert call("replay", "-", "--number", 1, stdin=lines).out != wanted
    mistake(call("replay", "-", stdin=lines), "several records", "--number")
    mistake(call("replay", "-", "--number", 3, stdin=lines), "no record 3", "holds 2")
    mistake(call("replay", "-", "--number", 2, stdin=to_text(record)), "one record")


def test_notation_is_printed_and_read_again(paris: wagonik.Match, tmp_path: Path) -> None:
    path = saved(paris, tmp_path)
    text = call("replay", path, "--notation").out
    assert text == to_text(paris.record())
    assert call("replay", "-", stdin=text).out == call("replay", path).out
    mistake(call("replay", path, "--notation", "--seat", 0), "--notation")


def test_until_stops_and_says_so(paris: wagonik.Match, tmp_path: Path) -> None:
    path = saved(paris, tmp_path)
    data = call("replay", path, "--until", 5, "--json").json()
    assert data["decisions"] == 5
    assert not data["over"]
    assert data["winners"] == []
    assert max(event["decision"] for event in data["events"]) <= 5
    assert "If it ended after 5 decisions" in call("replay", path, "--until", 5).out


def test_a_seat_is_told_what_it_knew(paris: wagonik.Match, tmp_path: Path) -> None:
    path = saved(paris, tmp_path)
    for viewer in (-1, 0, 1):
        data = call("replay", path, f"--seat={viewer}", "--until", 30, "--json").json()
        assert data["scores"] is None
        for event in data["events"]:
            if event["event"] in ("drew", "kept_ticket", "offered_ticket"):
                value = event.get("card", event.get("ticket"))
                assert (value is None) == (event["seat"] != viewer)
        told = call("replay", path, f"--seat={viewer}", "--until", 30).out
        assert "Final score" not in told
        assert "On the table" in told
    mistake(call("replay", path, "--seat", 2), "no seat 2", "0 to 1")


def test_all_events_are_told_once(paris: wagonik.Match, tmp_path: Path) -> None:
    data = call("replay", saved(paris, tmp_path), "--json").json()
    events = [{k: v for k, v in event.items() if k != "decision"} for event in data["events"]]
    assert events == paris.events(-1)
    assert [sheet["total"] for sheet in data["scores"]] == [s.total for s in paris.scores]


def test_damaged_records_are_refused_with_the_reason(paris: wagonik.Match, tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    record: dict[str, Any] = paris.record()
    mistake(call("replay", path), "bad.json", "No such file")
    for text, words in (
        ("", "empty"),
        ("hello", "neither JSON nor notation"),
        ("{", "Line 1"),
        ("{}", "not a record"),
        (json.dumps({**record, "actions": [999, *record["actions"][1:]]}), "Decision 1 of"),
        (json.dumps({**record, "scores": [1, 2]}), "has been changed"),
        (json.dumps({**record, "rules": 99}), "version 99"),
    ):
        path.write_text(text, encoding="utf-8")
        mistake(call("replay", path), words)
    path.write_bytes(b"\xff\xfe\x00")
    mistake(call("replay", path), "UTF-8")
    mistake(call("replay", tmp_path), "Is a directory")
