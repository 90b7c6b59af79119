"""`wagonik analyse` and `wagonik puzzles`."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.analysis.playing import played
from tests.cli.calls import call, mistake
from wagonik import Match
from wagonik.analysis import MoveReason
from wagonik.analysis.why.kinds import KINDS
from wagonik.cli.advice import move_words, offered, reason_words
from wagonik.cli.analyse import graph
from wagonik.cli.words import Words, joined
from wagonik.records import to_json, to_text


@pytest.fixture
def record(tmp_path: Path) -> Path:
    place = tmp_path / "match.json"
    data: dict[str, Any] = {**played("paris", 2).record()}
    data["actions"] = data["actions"][:12]
    del data["scores"], data["winners"]
    place.write_text(to_json(data), encoding="utf-8")
    return place


def test_a_match_is_analysed_in_words(record: Path) -> None:
    answer = call("analyse", record, "--budget", "quick", "-j", 1)
    assert answer.code == 0
    assert "Paris, 2 players, not finished, 12 decisions, quick, seed 1" in answer.out
    assert "Chances with all cards open" in answer.out
    assert "Where the result came from" in answer.out
    assert "seat 1" in answer.out


def test_a_match_is_analysed_for_programs(record: Path, tmp_path: Path) -> None:
    place = tmp_path / "decisions.parquet"
    arguments = ("analyse", record, "--budget", "quick", "-j", 1, "--json")
    answer = call(*arguments, "--parquet", place)
    data = answer.json()
    assert data["budget"] == "quick"
    assert len(data["moves"]) == 12
    assert call(*arguments).json() == data
    assert call(*arguments, "--seed", 2).json() != data
    rows = pl.read_parquet(place)
    assert rows.height == 12
    assert {"decision", "seat", "played", "best", "loss", "error", "before_0", "after_1"} <= set(
        rows.columns
    )
    assert rows["before_1"][1] == rows["after_1"][0]
    assert rows["played"][0].startswith("keep:")


def test_records_in_notation_and_lines(record: Path) -> None:
    text = to_text(json.loads(record.read_text()))
    answer = call("analyse", "-", "--budget", "quick", "-j", 1, "--json", stdin=text)
    assert answer.json()["chances"]
    lines = record.with_suffix(".jsonl")
    lines.write_text(record.read_text() + "\n" + record.read_text())
    mistake(call("analyse", lines), "several records: choose one with --number")


def test_what_has_to_be_put_right(record: Path, tmp_path: Path) -> None:
    mistake(call("analyse", record, "--budget", "huge"), "no budget 'huge'")
    mistake(call("analyse", record, "--seat", 2), "no seat 2: the match has seats 0 to 1")
    mistake(call("analyse", tmp_path / "none.json"), "No such file")
    broken = tmp_path / "broken.json"
    broken.write_text(record.read_text().replace('"rules":1', '"rules":77'))
    mistake(call("analyse", broken), "version 77 of the rules")
    fresh = tmp_path / "fresh.json"
    fresh.write_text(to_json(Match("paris", 2, 1).record()))
    mistake(call("analyse", fresh), "Nothing has been decided")


def test_graph_fits_its_width() -> None:
    assert graph([0.0, 0.5, 1.0]) == " ▄█"
    assert len(graph([0.3] * 500)) == 64


def test_every_reason_has_words() -> None:
    match = played("nordic_countries", 2)
    words = Words(match)
    texts = set()
    for kind, values in KINDS.items():
        text = reason_words(match, words, MoveReason(kind, dict.fromkeys(values, 1)))
        assert text.endswith(".")
        assert "{" not in text
        texts.add(text)
    assert len(texts) == len(KINDS)


@pytest.mark.parametrize("game", ["nordic_countries", "united_kingdom", "card_game"])
def test_every_action_has_words(game: str) -> None:
    match = Match(game, 2, 1)
    words = Words(match)
    for action in match.rules.table.actions:
        text = move_words(match, words, action.index)
        assert text
        assert ":" not in text


@pytest.mark.parametrize(
    ("game", "action", "text"),
    [
        ("united_kingdom", "buy:lagging", "buy Boiler Lagging"),
        ("united_kingdom", "buy:ireland-france", "buy Ireland/France Concession"),
        ("pennsylvania", "share:PRR", "take a share of Pennsylvania Railroad"),
        ("pennsylvania", "dummy:LV", "give a share of Lehigh Valley to the dummy"),
        ("nordic_countries", "pay:locomotive+3", "pay with locomotives only"),
        ("nordic_countries", "give:locomotive", "give a locomotive"),
    ],
)
def test_moves_are_told_in_words_and_not_in_codes(game: str, action: str, text: str) -> None:
    match = Match(game, 2, 1)
    (index,) = (each.index for each in match.rules.table.actions if each.text == action)
    assert move_words(match, Words(match), index) == text


def test_with_two_there_is_one_other() -> None:
    reason = MoveReason("their_routes", {"points": 3.0})
    for players, text in ((2, "The other seat gets"), (3, "The others get")):
        match = Match("nordic_countries", players, 1)
        told = reason_words(match, Words(match), reason)
        assert told == f"{text} 3 points less from routes, on average."


def test_moves_that_are_as_good_are_joined_by_one_word() -> None:
    assert joined(["draw", "take red", "take tickets"], "or") == "draw, take red or take tickets"


def test_tickets_that_are_kept_are_named() -> None:
    match = Match("paris", 2, 1)
    words = Words(match)
    offer = offered(match, 0)
    assert len(offer) > 1
    first, both = (int(match.rules.keep_action) + mask for mask in (0b01, 0b11))
    names = [words.tickets[ticket] for ticket in offer[:2]]
    assert move_words(match, words, first, offer) == f"keep {names[0]}"
    assert move_words(match, words, both, offer) == f"keep {names[0]} and {names[1]}"
    assert move_words(match, words, both) == "keep ticket 1 and 2"


def test_puzzles_are_listed_made_and_checked(tmp_path: Path) -> None:
    listed = call("puzzles", "list", "paris")
    assert "paris:" in listed.out
    assert "puzzles" in listed.out
    assert len(call("puzzles", "list", "paris", "--json").json()) >= 60
    place = tmp_path / "mine.json"
    made = call("puzzles", "make", "paris", "--count", 1, "--out", place, "--seed", 5)
    assert made.code == 0
    assert "mine.json:" in made.out
    checked = call("puzzles", "check", place, "--seed", 3, "--json")
    proofs = checked.json()
    assert checked.code == (0 if all(proof["holds"] for proof in proofs.values()) else 1)
    assert set(next(iter(proofs.values()))) == {"margin", "end", "holds"}


def test_a_puzzle_that_does_not_hold_is_found(tmp_path: Path) -> None:
    place = tmp_path / "mine.json"
    data = {"next": 1, "puzzles": call("puzzles", "list", "paris", "--json").json()[:1]}
    puzzle = data["puzzles"][0]
    puzzle["candidates"] = [list(each.values()) for each in puzzle["candidates"]]
    puzzle["better"] = [puzzle["candidates"][-1][0]]  # the worst move as the solution
    place.write_text(json.dumps(data))
    checked = call("puzzles", "check", place)
    assert checked.code == 1
    assert "0 of 1 puzzle hold" in checked.out
    assert "ahead by -" in checked.out


def test_puzzles_of_what_is_not_there(tmp_path: Path) -> None:
    mistake(call("puzzles", "solve", "paris"), "no task 'solve': it is one of list, make, check")
    mistake(call("puzzles", "list", "pariss"), "pariss")
    mistake(call("puzzles", "make", "paris"), "--out")
    wrong = tmp_path / "wrong.json"
    wrong.write_text("[]")
    mistake(call("puzzles", "check", wrong), "not a file of puzzles")
