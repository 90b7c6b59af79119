"""Whole analyses: what adds up, what repeats, what is told on the way, and bad input."""

import dataclasses
import json
from typing import Any

import pytest

from tests.analysis.playing import played
from wagonik import GAMES, Match
from wagonik.analysis import Analysis, AnalysisError, AnalysisStopped, analyse
from wagonik.arena.starter import starter
from wagonik.engine.errors import RecordError
from wagonik.engine.game import Game
from wagonik.records import to_json, to_text


def short(decisions: int = 14) -> dict[str, Any]:
    """The beginning of a match in Paris."""
    record = dict(played("paris", 2).record())
    actions = record["actions"]
    assert isinstance(actions, list)
    record["actions"] = actions[:decisions]
    del record["scores"], record["winners"]
    return record


@pytest.fixture(scope="module")
def whole() -> Analysis:
    return analyse(played("paris", 2).record(), "quick")


def test_result_is_the_sum_of_its_parts(whole: Analysis) -> None:
    match = played("paris", 2)
    assert whole.finished
    assert whole.done == 1.0
    assert [seat.seat for seat in whole.seats] == [0, 1]
    for seat in whole.seats:
        parts = seat.start + seat.cards + seat.tickets + seat.own + seat.others
        assert parts == pytest.approx(seat.result, abs=1e-12)
        assert seat.result == (1.0 if seat.seat in match.winners else 0.0)
    for part in ("cards", "tickets"):
        assert sum(getattr(seat, part) for seat in whole.seats) == pytest.approx(0.0, abs=1e-9)
    assert sum(seat.start for seat in whole.seats) == pytest.approx(1.0)


def test_chances_of_every_decision_add_up(whole: Analysis) -> None:
    match = played("paris", 2)
    assert len(whole.chances) == len(match.history) + 1 == len(whole.errors)
    assert list(whole.seats_of) == [seat for seat, _ in match.history]
    for row in whole.chances:
        assert sum(row) == pytest.approx(1.0)
        assert all(0.0 <= chance <= 1.0 for chance in row)
    assert whole.chances[-1] == tuple(float(seat in match.winners) for seat in range(2))


def test_moments_are_key_and_few(whole: Analysis) -> None:
    match = played("paris", 2)
    assert whole.moments
    for moment in whole.moments:
        seat, action = match.history[moment.decision]
        assert (seat, action) == (moment.seat, moment.played)
        assert moment.played not in moment.better
        assert abs(moment.loss) > 0.03
        assert abs(moment.loss) > 3 * moment.error
        assert {action, *moment.better} <= {each.action for each in moment.candidates}
        assert moment.reasons
    for seat in range(2):
        mine = [moment for moment in whole.moments if moment.seat == seat]
        assert sum(moment.size != "good" for moment in mine) <= 5
        assert sum(moment.size == "good" for moment in mine) <= 1


def test_same_seed_gives_the_same_and_another_does_not() -> None:
    record = short()
    first = analyse(record, "quick", seed=5)
    assert analyse(to_json(record), "quick", seed=5) == first
    assert analyse(to_text(record), "quick", seed=5) == first
    assert analyse(record, "quick", seed=6).chances != first.chances


def test_several_processes_find_the_same() -> None:
    record = short(6)
    assert analyse(record, "quick", jobs=2) == analyse(record, "quick", jobs=1)


def test_unfinished_match_is_analysed_as_far_as_it_went() -> None:
    found = analyse(short(), "quick")
    assert not found.finished
    assert len(found.chances) == 15
    for seat in found.seats:
        assert seat.result == found.chances[-1][seat.seat]
        parts = seat.start + seat.cards + seat.tickets + seat.own + seat.others
        assert parts == pytest.approx(seat.result, abs=1e-12)


def test_progress_is_told_and_grows() -> None:
    told: list[Analysis] = []
    found = analyse(short(6), "quick", progress=told.append)
    done = [each.done for each in told]
    assert done == sorted(done)
    assert 0.0 < done[0] < 0.2
    assert told[0].seats == ()
    assert told[0].chances[1] == ()
    assert found.seats


def test_it_stops_when_it_is_told_to() -> None:
    told: list[Analysis] = []
    with pytest.raises(AnalysisStopped, match="stopped"):
        analyse(short(), "quick", progress=told.append, stop=lambda: len(told) >= 3)
    assert len(told) == 3


def test_it_is_plain_data() -> None:
    text = json.dumps(dataclasses.asdict(analyse(short(4), "quick")))
    assert json.loads(text)["game"] == "paris"


def changed(**values: object) -> dict[str, Any]:
    return {**played("paris", 2).record(), **values}


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "The record is empty."),
        ("{", "Line 1: this is not JSON"),
        ("Milk, bread\nand apples", "neither JSON nor notation"),
        ("[1, 2, 3]", "neither JSON nor notation"),
        ({"format": "other"}, "This is not a record of a match"),
        (changed(rules=99), "made with version 99 of the rules"),
        (changed(version=7), "has version 7; this program reads 1"),
        (changed(actions=[1, 100000]), "Decision 1 of 2 can't be replayed"),
        (changed(winners=[0, 1]), "it has been changed"),
        (changed(board="no board"), "The record's board is not the text of a board file."),
    ],
)
def test_bad_records_are_refused_in_a_sentence(record: Any, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        analyse(record, "quick")


def test_a_board_of_ones_own_is_analysed() -> None:
    """The same game on a starter board: the record brings its board along."""
    match = Match("paris", 2, 3, board=starter("paris", "Mine"))
    while len(match.history) < 6:
        match.play(match.legal_actions()[0])
    found = analyse(match.record(), "quick")
    assert len(found.chances) == 7
    for seat in found.seats:
        parts = seat.start + seat.cards + seat.tickets + seat.own + seat.others
        assert parts == pytest.approx(seat.result, abs=1e-12)


OLDER = [game for game in GAMES if game.oldest < game.version]


@pytest.mark.parametrize("game", OLDER, ids=lambda game: str(game.key))
def test_matches_of_older_rules_are_analysed_by_them(game: Game) -> None:
    match = Match(game.key, 2, 3, version=game.oldest)
    while len(match.history) < 5:
        match.play(match.legal_actions()[0])
    record = match.record()
    assert record["rules"] == game.oldest
    assert len(analyse(record, "quick").chances) == 6


def test_nothing_to_analyse() -> None:
    with pytest.raises(AnalysisError, match="Nothing has been decided"):
        analyse(Match("paris", 2, 1).record())


def test_unknown_budget() -> None:
    with pytest.raises(AnalysisError, match="no budget 'huge': it is one of quick, standard, deep"):
        analyse(short(), "huge")
