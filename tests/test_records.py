"""Records: JSON and notation, both lossless; damaged ones give a RecordError with its place."""

import json
import random
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.test_match import CASES, FEW, played
from wagonik import Match, RecordError, replay
from wagonik.engine.boardfile import text as board_text
from wagonik.records import parse, to_json, to_text

every_case = pytest.mark.parametrize(("game", "players", "options"), CASES)
one_a_game = pytest.mark.parametrize(("game", "players", "options"), FEW)


def same(first: Match, second: Match) -> None:
    assert first.history == second.history
    assert first.state.numbers() == second.state.numbers()
    assert first.events() == second.events()
    assert first.record() == second.record()


def round_trip(match: Match) -> None:
    """From a match through JSON and notation back to the same match and the same record."""
    record: dict[str, Any] = match.record()
    assert json.loads(to_json(record)) == record
    notation = to_text(record)
    assert parse(notation) == record
    assert to_text(parse(notation)) == notation
    same(replay(record), match)
    same(replay(to_json(record)), match)
    same(replay(notation), match)


def finished(game: str = "paris", players: int = 2, seed: int = 7) -> Match:
    return played(Match(game, players, seed))


def refused(record: object, place: str = "") -> str:
    """The message with which a record is refused; nothing but a RecordError is raised."""
    with pytest.raises(RecordError) as caught:
        replay(record)  # type: ignore[arg-type]
    if isinstance(record, dict):
        with pytest.raises(RecordError):
            to_text(record)
    message = str(caught.value)
    assert message
    assert place in message
    return message


# Lossless


@every_case
def test_whole_matches_survive(game: str, players: int, options: dict[str, bool]) -> None:
    """issue, records: both forms are lossless for every game, count and option."""
    match = played(Match(game, players, 2**127 + 11, options))
    round_trip(match)
    assert match.record()["scores"] == [sheet.total for sheet in match.scores]
    assert match.record()["winners"] == match.winners


@one_a_game
@pytest.mark.parametrize("decisions", [0, 1, 9, 30])
def test_unfinished_matches_survive(
    game: str, players: int, options: dict[str, bool], decisions: int
) -> None:
    """issue, records: also in the middle of a turn or a choice, without scores."""
    match = played(Match(game, players, -5, options), decisions)
    assert "scores" not in match.record()
    round_trip(match)


@one_a_game
def test_a_match_can_be_replayed_move_by_move(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """issue, records: move by move: every point of the match can be reached."""
    match = Match(game, players, 4, options)
    states = [match.state.numbers()]
    rng = random.Random(1)
    while not match.over:
        match.play(rng.choice(match.legal()))
        states.append(match.state.numbers())
    record = match.record()
    for decisions in (0, 1, 2, 17, len(states) // 2, len(states) - 2, len(states) - 1):
        assert replay(record, decisions).state.numbers() == states[decisions]


@one_a_game
def test_first_tickets_out_of_order_survive(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """issue, records: the order in which first tickets were chosen is kept too."""
    match = Match(game, players, 4, options)
    order = list(range(players))
    random.Random(players).shuffle(order)
    for seat in [*order[1:], order[0]][:-1]:
        match.play(match.legal(seat)[0], seat)
    round_trip(match)
    round_trip(played(match, 40))


@pytest.mark.parametrize("first", [0, 2])
def test_a_named_first_player_survives(first: int) -> None:
    match = played(Match("paris", 3, 4, first=first), 20)
    assert match.record()["first"] == first
    round_trip(match)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Louvre", "Pyramide"),
        ("Louvre", 'Le \\"Louvre\\"'),
        ("Louvre", "Louvre; Musée"),
        ("Louvre", "Louvre: [musée]"),
        ("Louvre", "Musée du Louvre"),
        ("Louvre", "Louvre ;x"),
        ("Louvre", "Лувр 卢浮宫"),
    ],
)
def test_boards_of_ones_own_survive(name: str, other: str) -> None:
    """issue, records: a match on another board carries the board's text with it, whatever the
    names of its places."""
    content = board_text("paris").replace(f'"{name}"', f'"{other}"')
    match = played(Match("paris", 2, 4, board=content))
    assert match.record()["board"] == match.board.content  # type: ignore[union-attr]
    round_trip(match)


@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\u2029", "\t"])
def test_strange_signs_in_a_board_survive(sign: str) -> None:
    """issue, records: what TOML allows in a text is no end of a line of notation."""
    content = board_text("paris").replace('about = """\\\n', f'about = """{sign}\\\n', 1)
    assert sign in content
    round_trip(played(Match("paris", 2, 4, board=content), 12))


def test_notation_is_readable() -> None:
    """design.md, "Notation": headers, then a line a turn with the texts of its actions."""
    match = Match("paris", 2, 4, first=1)
    for action in ("keep:1", "keep:1,2", "deck", "deck", "deck"):
        match.play(action)
    assert to_text(match.record()).splitlines() == [
        '[Wagonik "1"]',
        '[Game "paris"]',
        '[Rules "1"]',
        '[Players "2"]',
        '[Seed "4"]',
        '[First "1"]',
        "",
        "0 seat0: keep:1",
        "0 seat1: keep:1,2",
        "1 seat1: deck deck",
        "2 seat0: deck",
    ]


def test_notation_takes_comments_and_other_line_ends() -> None:
    """issue, records: people edit text: comments, blank lines and Windows line ends."""
    match = finished()
    lines = to_text(match.record()).splitlines()
    lines = [line + " ; a note" if " seat" in line else line for line in lines]
    same(replay("; a match\r\n\r\n" + "\r\n".join(lines)), match)


def test_a_record_may_name_its_actions_by_text() -> None:
    """A record that a person writes in JSON may use the notation of actions."""
    match = played(Match("paris", 2, 4), 12)
    record = match.record()
    record["actions"] = [match.rules.table.actions[index].text for _, index in match.history]
    same(replay(record), match)


# Damage

RECORD: dict[str, Any] = finished().record()
TEXT = to_text(RECORD)
NEEDED = ["format", "version", "game", "rules", "players", "seed", "actions"]
WRONG: list[Any] = [None, True, 1.5, -1, 10**30, "x", "", [], {}, [[]], ["x"], {"a": 1}]


@pytest.mark.parametrize("key", NEEDED)
def test_a_missing_field_is_named(key: str) -> None:
    record = dict(RECORD)
    del record[key]
    refused(record, key)


@pytest.mark.parametrize("key", [*RECORD, "first", "board"])
@pytest.mark.parametrize("value", WRONG, ids=repr)
def test_a_field_of_a_wrong_type_or_value(key: str, value: object) -> None:
    """issue, records: every field wrong in every way: a RecordError, or (options: []) no harm."""
    if (key, value) in (("options", []), ("board", None)):
        same(replay({**RECORD, key: value}), replay(RECORD))
        return
    refused({**RECORD, key: value})


@pytest.mark.parametrize("key", ["scores", "winners"])
def test_scores_and_winners_belong_together(key: str) -> None:
    record = dict(RECORD)
    del record[key]
    refused(record)


def test_a_finished_match_without_its_scores_is_still_a_match() -> None:
    record = {key: value for key, value in RECORD.items() if key not in ("scores", "winners")}
    assert replay(record).over


def test_an_unknown_field() -> None:
    refused({**RECORD, "remark": "x"}, "remark")
    odd: dict[Any, Any] = dict(RECORD)
    odd[5] = 6
    refused(odd, "5")


@pytest.mark.parametrize("version", [0, 2, -1])
def test_other_versions(version: int) -> None:
    assert str(version) in refused({**RECORD, "version": version}, "version")
    assert str(version) in refused({**RECORD, "rules": version}, "version")


@pytest.mark.parametrize(
    "seed", ["--5", "²", "٣", "-", "+5", "1_0", " 5", "5.0", "0x5", "9" * 5000, "x", "1e5"]
)
def test_seeds_that_are_not_whole_numbers(seed: str) -> None:
    refused({**RECORD, "seed": seed}, "seed")
    refused(TEXT.replace('[Seed "7"]', f'[Seed "{seed}"]'), "Seed")


def test_a_changed_seed_is_noticed() -> None:
    """issue, records: with another seed the actions or the scores no longer fit."""
    for seed in ("8", "77", "-7", "0"):
        refused({**RECORD, "seed": seed})


@pytest.mark.parametrize(
    "action", [9999, -1, 10**30, -(10**30), 1.0, None, True, "fly", [0], [0, 1, 2], ["0", 1], {}]
)
def test_unknown_actions(action: object) -> None:
    actions = list(RECORD["actions"])
    actions[5] = action
    assert "6" in refused({**RECORD, "actions": actions})


def test_an_illegal_action_is_named_with_its_place_and_reason() -> None:
    actions = list(RECORD["actions"])
    actions[3] = 0  # a pass
    message = refused({**RECORD, "actions": actions}, "Decision 4 of")
    assert "'pass'" in message


def test_actions_of_a_seat_whose_turn_it_is_not() -> None:
    actions = list(RECORD["actions"])
    seat = replay(RECORD, 4).seat
    actions[4] = [1 - seat, actions[4]]
    refused({**RECORD, "actions": actions}, "Decision 5 of")
    actions[4] = [10**30, RECORD["actions"][4]]
    refused({**RECORD, "actions": actions}, "Decision 5 of")


def test_missing_and_superfluous_actions() -> None:
    actions = list(RECORD["actions"])
    refused({**RECORD, "actions": actions[:-1]}, "missing")
    refused({**RECORD, "actions": [*actions, 3]}, f"Decision {len(actions) + 1} of")


def test_changed_scores() -> None:
    scores = list(RECORD["scores"])
    refused({**RECORD, "scores": [scores[0] + 1, *scores[1:]]})
    refused({**RECORD, "scores": scores[:-1]})
    refused({**RECORD, "scores": [float(score) for score in scores]})
    refused({**RECORD, "winners": [0, 1, 2]})


def test_boards_that_do_not_fit() -> None:
    refused({**RECORD, "board": "not = [a board\n"}, "board")
    refused({**RECORD, "board": board_text("pennsylvania")}, "pennsylvania")
    refused({**RECORD, "game": "card_game", "board": board_text("paris")}, "board")


def test_records_of_something_else() -> None:
    for foreign in ("", "  \n", "[]", "{}", "null", "5", '"x"', '{"format": "other"}', "1. e4 e5"):
        refused(foreign)
    things: list[object] = [None, [], 5, b"{}", {}, {"format": "wagonik-board"}]
    for thing in things:
        refused(thing)


@pytest.mark.parametrize("depth", [100, 900, 990, 2000, 100_000])
@pytest.mark.parametrize("key", [*RECORD, "board", "remark"])
def test_deep_nesting(key: str, depth: int) -> None:
    text = json.dumps({**RECORD, key: "@"}).replace('"@"', "[" * depth + "]" * depth)
    refused(text)
    refused(f"[Wagonik {'[' * depth}]")


def test_huge_numbers() -> None:
    digits = "9" * 5000
    for key in RECORD:
        refused(json.dumps({**RECORD, key: "@"}).replace('"@"', digits))
    for header in ("Wagonik", "Rules", "Players", "Seed", "Scores", "Winners"):
        lines = [f'[{header} "{digits}"]' if f"[{header} " in x else x for x in TEXT.split("\n")]
        refused("\n".join(lines), header)
    refused(f"[Wagonik {digits}]")
    refused(TEXT.replace("0 seat0", f"0 seat{digits}", 1))
    refused(TEXT.replace("0 seat0", f"{digits} seat0", 1))


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ('[Wagonik "1"]\n', "", "Wagonik"),
        ('[Wagonik "1"]', '[Wagonik "2"]', "version"),
        ('[Game "paris"]\n', "", "game"),
        ('[Game "paris"]', "[Game paris]", "Line 2"),
        ('[Game "paris"]', '[Gaming "paris"]', "Line 2"),
        ('[Players "2"]', '[Players "2"]\n[Players "2"]', "Line 5"),
        ('[Players "2"]', '[Players "two"]', "Players"),
        ('[Players "2"]\n', "", "Players"),
        ("0 seat0: keep", "seat0: keep", "Line 9"),
        ("0 seat0: keep", "0 seat0 keep", "Line 9"),
        ("0 seat0: keep", "0 seat9: keep", "Line 9"),
        ("0 seat0: keep", "0 seat²: keep", "Line 9"),
        ("0 seat0: keep", "7 seat0: keep", "Line 9"),
        ("0 seat0: keep:", "0 seat0: kept:", "Line 9"),
        ("0 seat0: keep:", "0 seat0: pass keep:", "Line 9"),
    ],
)
def test_damaged_notation_names_the_line(old: str, new: str, place: str) -> None:
    assert old in TEXT
    refused(TEXT.replace(old, new, 1), place)


def test_a_turn_given_to_another_seat_or_turn() -> None:
    """issue, records: notation says who acted when; it is compared with the match."""
    lines = TEXT.split("\n")
    at = next(number for number, line in enumerate(lines) if line.startswith("3 seat"))
    swapped = {"0": "1", "1": "0"}[lines[at][6]]
    wrong_seat = [*lines[:at], lines[at][:6] + swapped + lines[at][7:], *lines[at + 1 :]]
    refused("\n".join(wrong_seat), f"Line {at + 1}")
    wrong_turn = [*lines[:at], "4" + lines[at][1:], *lines[at + 1 :]]
    refused("\n".join(wrong_turn), f"Line {at + 1}")


def test_truncated_texts() -> None:
    """issue, records: cut anywhere, a record is refused; between two actions, by its scores."""
    text = to_json(RECORD)
    for end in range(0, len(text), 7):
        refused(text[:end])
    whole = TEXT.rstrip("\n")
    # The headers alone are a match that nobody has begun: cut behind the scores.
    for end in range(whole.index("\n\n"), len(whole) - 1, 11):
        refused(whole[:end])


# Anything at all


def reads_or_refuses(text: str) -> None:
    """A text is a record or it is refused; nothing else is ever raised."""
    try:
        match = replay(text)
    except RecordError:
        return
    assert replay(match.record()).state.numbers() == match.state.numbers()


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text(text: str) -> None:
    reads_or_refuses(text)
    reads_or_refuses("{" + text)
    reads_or_refuses('[Wagonik "1"]\n' + text)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=200))
def test_binary_rubbish(data: bytes) -> None:
    reads_or_refuses(data.decode("latin-1"))
    reads_or_refuses(data.decode("utf-8", "surrogateescape"))


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([*RECORD, "first", "board"]), ANYTHING)
def test_any_value_in_any_field(key: str, value: Any) -> None:
    for action in (replay, to_text):
        with suppress(RecordError):
            action({**RECORD, key: value})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_value_among_the_actions(data: st.DataObject) -> None:
    actions = list(RECORD["actions"])
    at = data.draw(st.integers(0, len(actions) - 1))
    actions[at] = data.draw(ANYTHING | st.integers(0, 181))
    try:
        match = replay({**RECORD, "actions": actions})
    except RecordError:
        return
    assert match.over


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.booleans())
def test_mutated_texts(data: st.DataObject, notation: bool) -> None:
    """issue, records: bytes lost, doubled, swapped or replaced anywhere."""
    text = TEXT if notation else to_json(RECORD)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text) - 1))
        size = data.draw(st.integers(0, 5))
        new = data.draw(st.text(max_size=4) | st.sampled_from(['"', "[", "}", "\n", "9" * 30]))
        text = text[:at] + new + text[at + size :]
    reads_or_refuses(text)
