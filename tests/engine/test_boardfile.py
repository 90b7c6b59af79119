"""Board files: what is read, what is refused, and whether messages say where and why."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wagonik.engine import boardcheck, boardfile, boardformat
from wagonik.engine.boardfile import BoardError, Problem

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "board-files.md").read_text(encoding="utf-8")
SMALL = PAGE.split("```toml ")[1].partition("\n")[2].split("```")[0]

# Facts of the published boards: places, routes, pairs, tickets, cards.
COUNTS = {
    "nordic_countries": (39, 81, 67, 46, 110),
    "northern_lights": (50, 161, 109, 55, 114),
    "pennsylvania": (36, 95, 71, 50, 110),
    "united_kingdom": (49, 125, 106, 57, 116),
    "paris": (19, 57, 32, 20, 46),
}
# Tickets that are worth one more than the shortest way is long.
ONE_MORE = {
    "nordic_countries": set(),
    "northern_lights": {("Helsinki", "Gdańsk")},
    "pennsylvania": {
        ("Buffalo", "New York"),
        ("Buffalo", "Philadelphia"),
        ("Oil City", "Scranton / Wilkes Barre"),
        ("Pittsburgh", "Baltimore"),
        ("Pittsburgh", "New York"),
        ("Youngstown", "Scranton / Wilkes Barre"),
    },
    "paris": set(),
}
games = pytest.mark.parametrize("game", COUNTS)


def problems(text: str) -> list[Problem]:
    with pytest.raises(BoardError) as caught:
        boardfile.load(text)
    return caught.value.problems


def changed(old: str, new: str) -> tuple[str, int]:
    """The small board with one change, and the line of it."""
    assert SMALL.count(old) == 1, old
    text = SMALL.replace(old, new)
    return text, SMALL[: SMALL.index(old)].count("\n") + 1


# The published boards


@games
def test_published_board_has_the_published_counts(game: str) -> None:
    board = boardfile.published(game)
    counts = (len(board.places), len(board.routes), len(board.pairs()), len(board.tickets))
    assert (*counts, sum(board.deck.values())) == COUNTS[game]
    assert board.game == game
    assert board.name
    assert board.name_pl
    assert board.about
    assert board.about_pl
    assert board.drawing is not None
    assert all(place.label is not None or place.junction for place in board.places)


def test_numbers_of_the_rules() -> None:
    numbers = {game: boardfile.published(game).numbers for game in COUNTS}
    assert numbers == {
        "nordic_countries": boardfile.Numbers(40, 4, 5, 2, 3, 1),
        "northern_lights": boardfile.Numbers(40, 4, 4, 2, 3, 1),
        "pennsylvania": boardfile.Numbers(45, 4, 5, 3, 4, 1),
        "united_kingdom": boardfile.Numbers(35, 4, 5, 3, 3, 1, locomotives=1),
        "paris": boardfile.Numbers(15, 2, 2, 1, 2, 1),
    }
    assert {game: boardfile.published(game).players for game in COUNTS} == {
        "nordic_countries": (2, 3),
        "northern_lights": (2, 5),
        "pennsylvania": (2, 5),
        "united_kingdom": (2, 4),
        "paris": (2, 4),
    }


def test_points_by_length() -> None:
    known = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 9: 27, 10: 40}
    for game in COUNTS:
        board = boardfile.published(game)
        lengths = {route.length for route in board.routes}
        assert board.points == {length: known[length] for length in sorted(lengths)}


def test_usable_parallel_tracks() -> None:
    usable = {
        game: [
            (board.usable(players, 2), board.usable(players, 3))
            for players in range(board.players[0], board.players[1] + 1)
        ]
        for game in ("nordic_countries", "northern_lights")
        for board in [boardfile.published(game)]
    }
    assert usable["nordic_countries"] == [(1, 1), (2, 2)]
    assert usable["northern_lights"] == [(1, 1), (1, 2), (2, 3), (2, 3)]
    singles = {
        game: [boardfile.published(game).usable(players, 2) for players in (2, 3, 4)]
        for game in ("pennsylvania", "united_kingdom", "paris")
    }
    assert singles == {
        "pennsylvania": [1, 1, 2],
        "united_kingdom": [1, 2, 2],
        "paris": [1, 2, 2],
    }
    assert boardfile.published("paris").usable(2, 1) == 1


@pytest.mark.parametrize("game", ONE_MORE)
def test_tickets_are_worth_their_shortest_way(game: str) -> None:
    board = boardfile.published(game)
    over = {}
    for ticket in board.tickets:
        way = boardcheck.shortest(board, ticket.start, ticket.end)
        assert way is not None
        if way != ticket.points:
            over[ticket.start, ticket.end] = ticket.points - way
    assert over == dict.fromkeys(ONE_MORE[game], 1)


def test_british_tickets_pay_for_technology() -> None:
    board = boardfile.published("united_kingdom")
    over = set()
    for ticket in board.tickets:
        way = boardcheck.shortest(board, ticket.start, ticket.end)
        assert way is not None
        over.add(ticket.points - way)
    assert over == {0, 1, 2, 3, 4, 5, 6}


def test_special_routes_and_places() -> None:
    nordic = boardfile.published("nordic_countries")
    assert [(r.pair, r.length) for r in nordic.routes if r.exchange == 4] == [
        (("Lieksa", "Murmansk"), 9)
    ]
    british = boardfile.published("united_kingdom")
    assert [(r.pair, r.length, r.locomotives) for r in british.routes if r.free] == [
        (("New York", "Southampton"), 10, 3)
    ]
    assert [place.name for place in british.places if place.exit] == ["New York"]
    assert set(british.ends("France")) == {"France (by Dover)", "France (by Southampton)"}
    assert british.ends("Dover") == ("Dover",)
    northern = boardfile.published("northern_lights")
    assert sum(place.junction for place in northern.places) == 3
    assert len({place.country for place in northern.places}) == 9
    assert sorted(len(routes) for routes in northern.pairs().values()).count(2) == 48
    assert all(route.locomotives for route in northern.routes if route.colour == "grey")
    penn = boardfile.published("pennsylvania")
    assert [road.shares for road in penn.railroads] == [15, 10, 8, 7, 6, 5, 4, 3, 2]
    assert penn.railroads[1].points == (20, 14, 9, 5, 2)
    assert sum(not route.railroads for route in penn.routes) == 8


def test_paris_says_that_it_is_a_reconstruction() -> None:
    board = boardfile.published("paris")
    assert board.reconstruction
    assert "reconstruction" in board.about
    assert "rekonstrukcją" in board.about_pl
    assert board.piece == "bus"
    lengths = {1: {"red", "blue"}, 2: {"white", "yellow"}, 3: {"green", "purple"}}
    assert all(route.colour in lengths[route.length] for route in board.routes)


def test_text_is_what_was_loaded_and_unknown_games_are_refused() -> None:
    assert boardfile.load(boardfile.text("paris")) == boardfile.published("paris")
    for name in ("pariss", "../paris", "", "games/paris"):
        with pytest.raises(BoardError, match="no game"):
            boardfile.text(name)
    with pytest.raises(BoardError, match='did you mean "paris"'):
        boardfile.published("pariss")


# Reading


def test_small_board_of_the_documentation() -> None:
    board = boardfile.load(SMALL)
    assert boardcheck.check(board) == []
    assert board.deck["orange"] == 0
    assert list(board.deck) == list(boardfile.KIND_NAMES)
    assert (board.numbers.market, board.numbers.last_turns_at, board.piece) == (5, 2, "train")
    rows = ["", *SMALL.split("\n")]
    assert all(f'name = "{place.name}"' in rows[place.line] for place in board.places)
    assert all(f'from = "{route.start}"' in rows[route.line] for route in board.routes)
    assert all(f"points = {ticket.points}" in rows[ticket.line] for ticket in board.tickets)
    assert rows[board.line("numbers", "hand")].startswith("numbers.hand")
    assert board.line("numbers", "market") == board.line("numbers")
    assert hash(board) == hash(boardfile.load(SMALL))


def test_tables_instead_of_lists_give_the_same_board() -> None:
    data = tomllib.loads(SMALL)
    rows = [line for line in SMALL.split("\n") if line.startswith(("format", "game", "name"))]
    rows.append("players = [2, 2]")
    for table in ("numbers", "deck", "points", "tracks"):
        rows.append(f"[{table}]  # a comment with ] and {{")
        rows += [f"{key} = {json.dumps(value)}" for key, value in data[table].items()]
    for name in ("places", "routes", "tickets"):
        for item in data[name]:
            rows.append(f"[[ {name} ]]")
            rows += [f"{json.dumps(k)} = {_toml(v)}" for k, v in item.items()]
    text = "\n".join(rows)
    assert boardfile.load(text) == boardfile.load(SMALL)
    wrong = text.replace('"Nowy Sącz"\n"colour" = "yellow"', '"Nowy Sacz"\n"colour" = "yellow"')
    line = wrong[: wrong.index("Nowy Sacz")].count("\n") + 1
    message = 'no place is called "Nowy Sacz"; did you mean "Nowy Sącz"?'
    assert problems(wrong) == [Problem(line, message)]


def _toml(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def test_files_as_editors_write_them(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert boardfile.load(file) == boardfile.load(str(file)) == boardfile.load(SMALL)
    # Some keyboards write an accent as a letter of its own.
    split = SMALL.replace('name = "Kraków"', 'name = "Krako\u0301w"')
    assert boardfile.load(split) == boardfile.load(SMALL)
    american = SMALL.replace('"grey"', '"gray"')
    assert boardfile.load(american) == boardfile.load(SMALL)


def test_files_that_are_no_text(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    with pytest.raises(BoardError) as caught:
        boardfile.load(file)
    assert str(caught.value) == f"{file}: can't be read: No such file or directory"
    with pytest.raises(BoardError, match="can't be read"):
        boardfile.load("nul\0byte")
    file.write_bytes(SMALL.encode("latin-1", "replace"))
    with pytest.raises(BoardError) as caught:
        boardfile.load(file)
    first = next(i for i, row in enumerate(SMALL.split("\n"), 1) if "ó" in row)
    assert caught.value.problems[0].line == first
    assert "UTF-8" in str(caught.value)
    assert "nested too deeply" in problems("x = " + "[" * 100_000 + "\n")[0].message
    assert "too long" in problems(SMALL + "#" * 1_000_000)[0].message
    assert problems("format = 1\ngame = " + "9" * 5000)[0].message.startswith("not valid TOML")


# What is refused: a change of the small board, and what is said of its line


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("format = 1", "format = 2", "this is not format 1"),
        ("format = 1\n", "", "the board has no format: add format = 1"),
        ('"nordic_countries"', "nordic_countries", "not valid TOML: Invalid value (text needs"),
        ("players = [2, 2]", "players = [2, 9]", "list of whole numbers from 2 to 8, like [2, 4]"),
        ("players = [2, 2]", "players = [4, 2]", "the fewest and the most"),
        ("players = [2, 2]", "players = [2]", "the fewest and the most"),
        ("players = [2, 2]", "player = [2, 2]", '"player" is not a key of a board; did you mean'),
        ("= 12\n", "= 0\n", "pieces must be a whole number from 1 to 200, not 0"),
        ("= 12\n", "= 12.5\n", "pieces must be a whole number from 1 to 200, not 12.5"),
        ("= 12\n", "= true\n", "pieces must be a whole number from 1 to 200, not true"),
        ("= 12\n", "= 0x" + "f" * 6000 + "\n", "not a huge number"),
        ("numbers.hand ", "numbers.hands ", 'not a key of [numbers]; did you mean "hand"?'),
        ("green = 8, blue", "pink = 8, blue", 'not a key of [deck]; did you mean "purple"?'),
        ("locomotive = 6", "bus = 6", 'not a key of [deck]; did you mean "locomotive"?'),
        ("points = { 1 = 1,", "points = { one = 1,", '"one" in [points] is not a length'),
        ("points = { 1 = 1,", 'points = { 1 = "1",', "[points] 1 must be a whole number"),
        ("tracks = { 2 = [1, 1] }", "tracks = 2", "tracks must be a table, not 2"),
        ("tracks = { 2 = [1, 1] }", "tracks = { 3 = [1, 1] }", "no line for 2 players: add 2 ="),
        ("tracks = { 2 = [1, 1] }", "tracks = { 2 = [3, 1] }", "of 2 parallel tracks 3 can't"),
        ("tracks = { 2 = [1, 1] }", "tracks = { 2 = [] }", "a list of whole numbers"),
        ('name = "Katowice",', 'nane = "Katowice",', '"nane" is not a key of this place; did you'),
        ('name = "Zakopane",', 'name = "Tarnów",', '"Tarnów" is taken: the place of line'),
        ('name = "Katowice", ', 'name = " Katowice",', "no spaces around it"),
        ("latitude = 50.26", "latitude = 500.26", "latitude must be a number from -90 to 90"),
        ("latitude = 50.26", "latitude = nan", "latitude must be a number from -90 to 90, not nan"),
        ("latitude = 50.26", 'latitude = "N"', 'from -90 to 90, not "N"'),
        ("latitude = 50.26, ", "", "this place has no latitude: add latitude = 59.91"),
        ("longitude = 19.02", "longitude = 19.02, x = 3", "x and y belong together"),
        ("longitude = 19.02", "longitude = 19.02, label = [1]", "two numbers from 0 to 100000"),
        ("longitude = 19.02", 'longitude = 19.02, arctic = "no"', "true or false, without quotes"),
        ("longitude = 19.02", 'longitude = 1, region = "Tarnów"', "a region needs a name"),
        ('"red",    length = 2', '"rde",    length = 2', 'not "rde"; did you mean "red"?'),
        ('"red",    length = 2', '"pink",   length = 2', 'not "pink"; did you mean "purple"?'),
        ('colour = "red",    length = 2', 'color = "red", length = 2', 'did you mean "colour"?'),
        ('"red",    length = 2', '"red",    length = "2"', "length must be a whole number from 1"),
        ('"red",    length = 2', '"red",    length = 51', "a whole number from 1 to 50, not 51"),
        ('"red",    length = 2', '"red"', "this route has no length: add length = 3"),
        ("tunnel = true", "tunnel = yes", "not valid TOML: Invalid value"),
        ("tunnel = true", 'railroads = ["PRR"]', 'no railroad has the code "PRR": add it to'),
        ("tunnel = true", 'railroads = "PRR"', "railroads must be a list of texts, like"),
        ('to = "Tarnów",    points = 4', 'to = "Tarnow", points = 4', 'did you mean "Tarnów"?'),
        ('to = "Tarnów",    points = 4', 'to = "Rzym", points = 4', '"Rzym": add it to places'),
        ('to = "Tarnów",    points = 4', 'to = "Tarnów", points = 4 }', "not valid TOML"),
        ("points = 5 },", "points = 5 }", "not valid TOML: Unclosed array (a comma"),
        ("points = 5 },", "points = 5, points = 5 },", "Duplicate inline table key"),
        ("tickets = [", "tickets = [ 7,", "this ticket must be a table like"),
        ("deck   = {", "decks  = {", '"decks" is not a key of a board; did you mean "deck"?'),
        ("deck   = {", "drawing = 4\ndeck   = {", "[drawing] must be a table like"),
        ("points = { 1 =", "[points]\n1 = 1 #", '"tracks" stands inside [points]'),
    ],
)  # fmt: skip
def test_refused_with_line_and_reason(old: str, new: str, message: str) -> None:
    text, line = changed(old, new)
    found = problems(text)
    # A missing comma is noticed at the item after it, a table at what it swallows.
    late = {"points = 5 }": 1, "[points]\n1 = 1 #": 2}.get(new, 0)
    where = [problem.line for problem in found if message in problem.message]
    assert where == [line + late], found


def test_missing_parts() -> None:
    said = [problem.message for problem in problems("format = 1\n")]
    assert said == [
        "the board has no numbers: add a table [numbers]",
        "the board has no deck: add a table [deck]",
        "the board has no points: add a table [points]",
        "the board has no tracks: add a table [tracks]",
        'the board has no game: add game = "nordic_countries"',
        'the board has no name: add name = "Nordic Countries"',
        "the board has no players: add players = [2, 4]",
        "the board has no places: add places = [ … ]",
        "the board has no routes: add routes = [ … ]",
        "the board has no tickets: add tickets = [ … ]",
    ]


def test_lists_below_a_table_are_found_there() -> None:
    text = SMALL.replace("tracks = { 2 = [1, 1] }", "[tracks]\n2 = [1, 1]")
    found = problems(text)
    rows = ["", *text.split("\n")]
    for problem, key in zip(found, ("places", "routes", "tickets"), strict=True):
        assert rows[problem.line] == f"{key} = ["
        assert problem.message.startswith(f'"{key}" stands inside [tracks]: put it before')


def test_lists_of_a_wrong_kind_or_size() -> None:
    head = SMALL[: SMALL.index("places = [")]
    line = head.count("\n") + 1
    rest = "routes = {}\ntickets = [" + "{}," * 501 + "]\n"
    found = problems(head + "places = 5\n" + rest)
    assert [(problem.line, problem.message[:40]) for problem in found] == [
        (line, "places must be a list, not 5: write plac"),
        (line + 1, "routes must be a list, not a table: writ"),
        (line + 2, "these are more than 500 tickets"),
    ]


def test_several_problems_are_reported_at_once_in_order() -> None:
    text = SMALL.replace('"Zakopane",   latitude', '"Zakopane",   lattitude')
    text = text.replace('"green",  length', '"lime",  length').replace(
        "points = 3", "points = 0", 1
    )
    text = text.replace('from = "Tarnów"', 'from = "Gdynia"')
    with pytest.raises(BoardError) as caught:
        boardfile.load(text)
    rows = str(caught.value).split("\n")
    numbers = [int(row.split(":")[1]) for row in rows]
    assert numbers == sorted(numbers)
    assert len(rows) == 5
    assert all(row.startswith("board:") for row in rows)
    for word in ("lattitude", "no latitude", "lime", "points must be", "Gdynia"):
        assert sum(word in row for row in rows) == 1, word


def test_routes_name_ports_and_tickets_regions() -> None:
    text = SMALL.replace("longitude = 20.70", 'longitude = 20.70, region = "South"')
    text = text.replace("longitude = 19.95", 'longitude = 19.95, region = "South"')
    ticket = text.replace('from = "Tarnów",    to = "Zakopane"', 'from = "Tarnów", to = "South"')
    board = boardfile.load(ticket)
    assert boardcheck.shortest(board, "Tarnów", "South") == 1
    route = text.replace('from = "Katowice",  to = "Zakopane",  colour', 'from = "Katowice", '
                         'to = "South", colour')  # fmt: skip
    [problem] = problems(route)
    assert problem.message == '"South" is a region: name one of "Nowy Sącz", "Zakopane"'


def test_messages_are_safe_to_print() -> None:
    text = SMALL.replace('to = "Tarnów",    points = 4', 'to = "\\u001b[31m\\n", points = 4')
    assert all("\n" not in p.message and "\x1b" not in p.message for p in problems(text))


# The schema and the documentation


def test_schema_is_up_to_date() -> None:
    written = (DOCS / "board.schema.json").read_text(encoding="utf-8")
    assert written == json.dumps(boardfile.schema(), indent=2, ensure_ascii=False) + "\n", (
        "write json.dumps(boardfile.schema(), indent=2, ensure_ascii=False) to the file again"
    )


def fits(value: Any, shape: dict[str, Any]) -> bool:
    """As much of JSON Schema as ours uses."""
    if "const" in shape or "enum" in shape:
        return value in shape.get("enum", [shape.get("const")])
    if shape["type"] == "object":
        if not isinstance(value, dict) or not set(shape.get("required", ())) <= set(value):
            return False
        [inner] = shape.get("patternProperties", {"": None}).values()
        known = shape.get("properties", {})
        shapes = [known.get(key, inner) for key in value]
        return all(s and fits(v, s) for v, s in zip(value.values(), shapes, strict=True))
    if shape["type"] == "array":
        enough = isinstance(value, list) and len(value) >= shape.get("minItems", 0)
        return enough and all(fits(part, shape["items"]) for part in value)
    if shape["type"] == "string":
        return isinstance(value, str) and 0 < len(value) <= shape["maxLength"]
    if shape["type"] == "boolean" or isinstance(value, bool):
        return isinstance(value, bool) and shape["type"] == "boolean"
    right = int if shape["type"] == "integer" else (int, float)
    return isinstance(value, right) and shape["minimum"] <= value <= shape["maximum"]


@games
def test_schema_takes_the_published_boards(game: str) -> None:
    data = tomllib.loads(boardfile.text(game))
    assert fits(data, boardfile.schema())
    for key in boardfile.schema()["required"]:
        assert not fits({k: v for k, v in data.items() if k != key}, boardfile.schema())
    data["routes"][3]["colour"] = "pink"
    assert not fits(data, boardfile.schema())


def test_every_key_is_documented() -> None:
    keys = {*boardformat.HEAD, *boardformat.TABLES, *boardformat.DECK, *boardformat.DRAWING}
    keys |= {f"numbers.{key}" for key in boardformat.NUMBERS} - {"numbers"}
    for _, fields, _ in boardformat.LISTS.values():
        keys |= set(fields)
    keys -= {"numbers"}  # shown by its parts
    prose = PAGE.split("## The board")[1]
    assert [key for key in sorted(keys) if f"`{key}`" not in prose] == []


# Anything at all

SCRAPS = st.sampled_from(
    [*"\"{}[],=#\n.'\\", "[[", '"""', "true", "nan", "-1", "99999", "1979-05-27", "é", "\r", "\0"]
)


def mutations(text: str) -> st.SearchStrategy[str]:
    spot = st.integers(0, len(text))
    cut = st.tuples(spot, st.integers(0, 30), st.one_of(SCRAPS, st.text(max_size=5)))
    return st.lists(cut, min_size=1, max_size=4).map(lambda cuts: _mutated(text, cuts))


def _mutated(text: str, cuts: list[tuple[int, int, str]]) -> str:
    for at, length, scrap in cuts:
        text = text[:at] + scrap + text[at + length :]
    return text


@given(mutations(SMALL))
def test_no_text_breaks_the_loader(text: str) -> None:
    found: list[Problem] = []
    try:
        found = boardcheck.check(boardfile.load(text + "\n"))
    except BoardError as error:
        found = error.problems or [Problem(-1, "an error without a problem")]
    rows = text.count("\n") + 2
    assert all(0 <= problem.line <= rows and problem.message for problem in found)
