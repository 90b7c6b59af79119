"""The checks of a board that reads well: a broken one for each kind of problem."""

from dataclasses import replace
from pathlib import Path

import pytest

from wagonik.engine import boardfile
from wagonik.engine.boardcheck import MAY, MUST, NO, Goal, Needs, check, shortest
from wagonik.engine.boardfile import ERROR, WARNING, BoardFile, Problem, Route, Ticket

PAGE = (Path(__file__).parents[2] / "docs" / "board-files.md").read_text(encoding="utf-8")
SMALL = PAGE.split("```toml ")[1].partition("\n")[2].split("```")[0]
BOARD = boardfile.load(SMALL)

ROUTE = '{ from = "Kraków",    to = "Tarnów",    colour = "green",  length = 2 },'
TICKET = '{ from = "Tarnów",    to = "Zakopane",  points = 3 },'
PLACE = '{ name = "Tarnów",     latitude = 50.01, longitude = 20.99 },'
ROAD = '{ name = "Lehigh Valley", code = "LV", shares = 3, points = [5, 2] }'


def checked(old: str, new: str, needs: Needs | None = None) -> list[Problem]:
    """What is said of the small board with one change."""
    assert SMALL.count(old) == 1, old
    return check(boardfile.load(SMALL.replace(old, new)), needs or Needs())


def line_of(fragment: str) -> int:
    return SMALL[: SMALL.index(fragment)].count("\n") + 1


# Published boards: parallel tracks that differ in length are as published (common, R3).
@pytest.mark.parametrize(
    ("game", "pairs"),
    [
        ("nordic_countries", ["Kristiansand", "Mo i Rana"]),
        ("northern_lights", []),
        ("pennsylvania", []),
        ("united_kingdom", ["Penzance"]),
        ("paris", []),
    ],
)
def test_published_boards_are_clean(game: str, pairs: list[str]) -> None:
    found = check(boardfile.published(game))
    assert [problem.severity for problem in found] == [WARNING] * len(pairs)
    for problem, place in zip(found, pairs, strict=True):
        assert f'between "{place}" and' in problem.message
        assert "differ in length" in problem.message


def test_default_needs_take_everything() -> None:
    needs = Needs()
    features = ("ferries", "tunnels", "bonus", "exchange", "free", "railroads", "countries")
    assert {getattr(needs, name) for name in (*features, "arctic", "regions")} == {MAY}
    assert check(BOARD, needs) == []


@pytest.mark.parametrize(
    ("old", "new", "severity", "message"),
    [
        (ROUTE, ROUTE.replace('"Tarnów"', '"Kraków"'), ERROR, 'leads from "Kraków" to itself'),
        (ROUTE, ROUTE.replace("2 }", "2, locomotives = 3 }"), ERROR, "3 locomotives on 2 spaces"),
        (ROUTE, ROUTE.replace("2 }", "2, locomotives = 1, tunnel = true }"), ERROR,
         "a tunnel can't be a ferry"),
        (ROUTE, ROUTE.replace("length = 2", "length = 13"), ERROR, "more than 12 pieces"),
        (ROUTE, ROUTE.replace("2 }", "2, exchange = 4, tunnel = true }"), ERROR,
         "only an ordinary route can have exchange"),
        (ROUTE, ROUTE.replace("2 }", "2, exchange = 4, locomotives = 1 }"), ERROR,
         "only an ordinary route can have exchange"),
        (ROUTE, ROUTE.replace("length = 2", "length = 5"), ERROR, "a route of length 5: add 5 ="),
        (ROUTE, ROUTE.replace('"green"', '"black"').replace("2 }", "7 }"), ERROR,
         "7 cards of black needed, the deck has 0 + 6 wild"),
        (ROUTE, ROUTE.replace('"green"', '"grey"').replace("2 }", "15 }"), ERROR,
         "15 cards of any one colour needed, the deck has 8 + 6 wild"),
        (ROUTE, ROUTE.replace("2 }", "9, locomotives = 7 }"), ERROR,
         "7 locomotives needed, the deck has 6"),
        (PLACE, PLACE + ' { name = "Gdynia", latitude = 54.5, longitude = 18.5 },', WARNING,
         'no route leads to "Gdynia": add one or remove it'),
        (PLACE, PLACE.replace("20.99", "20.99, x = 3, y = 4"), WARNING, "there is no [drawing]"),
        (PLACE, PLACE.replace("20.99", '20.99, country = "Poland"'), WARNING,
         '"Kraków" has no country, but others have: add country ='),
        (TICKET, TICKET.replace('"Zakopane"', '"Tarnów"'), ERROR, "ends where it starts"),
        (TICKET, TICKET + TICKET, WARNING, "is on line"),
        (TICKET, TICKET + '{ from = "Zakopane", to = "Tarnów", points = 9 }', WARNING,
         f'"Zakopane" to "Tarnów" is on line {line_of(TICKET)} too'),
        ("numbers.pieces        = 12", "numbers.pieces = 4", ERROR,
         '"Katowice" to "Nowy Sącz" takes 5 spaces, a player has 4 pieces'),
        ("numbers.first_keep    = 1", "numbers.first_keep = 3", ERROR,
         "first_keep is 3, but first_tickets is only 2"),
        ("numbers.draw_keep     = 1", "numbers.draw_keep = 3", ERROR,
         "draw_keep is 3, but draw_tickets is only 2"),
        ("numbers.draw_keep     = 1", "numbers.draw_keep = 1\nnumbers.last_turns_at = 12", ERROR,
         "the last turns start at once"),
        ("numbers.draw_keep     = 1", "numbers.draw_keep = 1\nnumbers.locomotives = 4", ERROR,
         "2 players are given 4 locomotives each, the deck has 6"),
        ("numbers.first_tickets = 2", "numbers.first_tickets = 3", ERROR,
         "2 players take 3 tickets each at the start, there are 5 in all"),
        ("numbers.hand          = 4", "numbers.hand = 15", ERROR,
         "2 players and the market take 35 cards, the longest route 4: the deck has only 38"),
    ],
)  # fmt: skip
def test_problem_with_line(old: str, new: str, severity: str, message: str) -> None:
    found = [problem for problem in checked(old, new) if message in problem.message]
    assert [problem.severity for problem in found] == [severity]
    lines = {
        "numbers.first_tickets = 2": line_of("tickets = ["),
        "numbers.hand          = 4": line_of("deck "),
        "numbers.pieces        = 12": line_of('{ from = "Katowice",  to = "Nowy Sącz", points'),
    }
    line = lines.get(old, line_of(old) + new.count("\n"))
    if "Kraków" in message and old == PLACE:
        line = line_of('{ name = "Kraków"')
    assert found[0].line == line


def test_ticket_that_no_routes_lead_to() -> None:
    kept = [route for route in BOARD.routes if "Tarnów" not in route.pair]
    found = check(replace(BOARD, routes=tuple(kept)))
    assert [(problem.severity, problem.message) for problem in found] == [
        (WARNING, 'no route leads to "Tarnów": add one or remove it'),
        (ERROR, 'no routes lead from "Katowice" to "Tarnów": nobody can complete it'),
        (ERROR, 'no routes lead from "Tarnów" to "Zakopane": nobody can complete it'),
    ]
    assert shortest(replace(BOARD, routes=tuple(kept)), "Katowice", "Tarnów") is None


def test_boards_made_by_programs_may_name_what_is_not_there() -> None:
    route = Route("Krakow", "Tarnów", "red", 1, railroads=("LV",))
    board = replace(BOARD, routes=(*BOARD.routes, route), tickets=(*BOARD.tickets,
                    Ticket("Katowice", "Tarnow", 3)))  # fmt: skip
    assert {problem.message for problem in check(board)} == {
        'no place is called "Krakow"; did you mean "Kraków"?',
        'no place is called "Tarnow"; did you mean "Tarnów"?',
        'no railroad has the code "LV"',
    }
    twice = replace(BOARD, tickets=(*BOARD.tickets, replace(BOARD.tickets[0], line=0)))
    assert [problem.severity for problem in check(twice)] == [WARNING]


def test_parallel_tracks() -> None:
    longer = ROUTE.replace("length = 2", "length = 3")
    [problem] = checked(ROUTE, f"{ROUTE}\n{longer}")
    assert problem.severity == WARNING
    assert problem.line == line_of(ROUTE) + 1
    assert '"Kraków" and "Tarnów" differ in length (2 and 3)' in problem.message
    assert checked(ROUTE, ROUTE * 3) == []
    [problem] = checked(ROUTE, ROUTE * 4)
    assert problem == Problem(
        line_of(ROUTE),
        '4 parallel tracks between "Kraków" and "Tarnów": '
        "[tracks] says nothing of so many for 2 players",
    )
    # Tracks are parallel whichever end is named first.
    back = '{ from = "Tarnów", to = "Kraków", colour = "red", length = 2 },'
    assert len(checked(ROUTE, ROUTE * 3 + back)) == 1


def test_an_exchange_pays_for_a_colour_that_the_deck_lacks() -> None:
    black = ROUTE.replace('"green"', '"black"').replace("length = 2", "length = 4")
    long = SMALL.replace("locomotive = 6", "locomotive = 2")
    text = long.replace(ROUTE, black)
    assert ["black" in problem.message for problem in check(boardfile.load(text))] == [True]
    paid = long.replace(ROUTE, black.replace("4 }", "4, exchange = 3 }"))
    assert check(boardfile.load(paid)) == []


def test_regions_and_junctions() -> None:
    text = SMALL.replace("longitude = 20.99", 'longitude = 20.99, region = "South"')
    text = text.replace("longitude = 19.95", 'longitude = 19.95, region = "South"')
    same = text.replace(TICKET, '{ from = "Tarnów", to = "South", points = 3 },')
    found = check(boardfile.load(same))
    message = 'the ticket "Tarnów" to "South" ends where it starts'
    assert found == [Problem(line_of(TICKET), message)]
    found = checked("longitude = 20.70", "longitude = 20.70, junction = true")
    assert [problem.severity for problem in found] == [WARNING] * 2
    assert found[0].line == line_of('{ from = "Katowice",  to = "Nowy Sącz", points')


def test_drawn_positions() -> None:
    drawn = SMALL.replace("places = [", "drawing = { width = 100, height = 100 }\nplaces = [")
    assert check(boardfile.load(drawn)) == []
    one = drawn.replace(PLACE, PLACE.replace("20.99", "20.99, x = 101, y = 5"))
    found = check(boardfile.load(one))
    assert [problem.severity for problem in found] == [WARNING] * 5
    assert sum("has no x and y, but others have" in problem.message for problem in found) == 4
    assert '"Tarnów" lies outside of the drawing' in {problem.message for problem in found}


@pytest.mark.parametrize(
    ("road", "messages"),
    [
        (ROAD, []),
        (ROAD.replace("[5, 2]", "[2, 5]"), ["gives a lower rank more points"]),
        (ROAD.replace("[5, 2]", "[5, 4, 3, 2]"), ["has points for 4 ranks, more than can be"]),
        (ROAD + ', { name = "Erie", code = "EL", shares = 2, points = [1] }',
         ['no route names "EL": nobody can get its shares']),
    ],
)  # fmt: skip
def test_railroads(road: str, messages: list[str]) -> None:
    text = SMALL.replace(ROUTE, ROUTE.replace("2 }", '2, railroads = ["LV"] }'))
    found = check(boardfile.load(text + f"railroads = [{road}]\n"))
    assert [problem.severity for problem in found] == [WARNING] * len(messages)
    for problem, message in zip(found, messages, strict=True):
        assert message in problem.message
        assert problem.line == text.count("\n") + 1


def test_railroad_without_points_or_named_twice() -> None:
    text = SMALL.replace(ROUTE, ROUTE.replace("2 }", '2, railroads = ["LV", "LV"] }'))
    board = boardfile.load(text + f"railroads = [{ROAD}]\n")
    assert [problem.message for problem in check(board)] == [
        "a railroad is named twice beside this route"
    ]
    bare = replace(board, railroads=(replace(board.railroads[0], points=()),))
    assert [problem.severity for problem in check(bare)] == [WARNING, ERROR]
    assert '"Lehigh Valley" gives no points for any rank' in check(bare)[1].message


# What a game asks of its boards


def test_fields_that_a_game_does_not_use() -> None:
    found = check(BOARD, Needs(ferries=NO, tunnels=NO, bonus=NO, countries=NO))
    assert found == [
        Problem(line_of("tunnel = true"),
                "tunnel changes nothing in this game (it is set for 1 of 8 routes)", WARNING),
        Problem(line_of("locomotives = 1"),
                "locomotives changes nothing in this game (it is set for 1 of 8 routes)", WARNING),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("needs", "key", "where"),
    [
        (Needs(bonus=MUST), "bonus", "routes"),
        (Needs(exchange=MUST), "exchange", "routes"),
        (Needs(free=MUST), "free", "routes"),
        (Needs(railroads=MUST), "railroads", "routes"),
        (Needs(countries=MUST), "country", "places"),
        (Needs(arctic=MUST), "arctic", "places"),
        (Needs(regions=MUST), "region", "places"),
    ],
)
def test_fields_that_a_game_needs(needs: Needs, key: str, where: str) -> None:
    message = f"this game needs {where} with {key}: there are none"
    assert check(BOARD, needs) == [Problem(line_of(f"{where} = ["), message)]
    assert check(BOARD, Needs(ferries=MUST, tunnels=MUST)) == []


def test_countries_that_a_game_knows() -> None:
    needs = Needs(countries=MUST, known_countries=("Poland", "Slovakia"))
    rows = SMALL.replace(" },\n  { name", ', country = "Poland" },\n  { name')
    found = check(boardfile.load(rows), needs)
    missing = '"Zakopane" has no country, but others have: add country = "…"'
    assert found == [Problem(line_of('{ name = "Zakopane"'), missing)]
    whole = rows.replace("longitude = 19.95", 'longitude = 19.95, country = "Polland"')
    [problem] = check(boardfile.load(whole), needs)
    assert problem.message == 'this game knows no country "Polland"; did you mean "Poland"?'
    assert check(boardfile.load(whole.replace("Polland", "Slovakia")), needs) == []


def test_goals_that_nobody_can_win() -> None:
    def said(goal: Goal, board: BoardFile = BOARD) -> list[str]:
        found = check(board, Needs(goals=(goal,)))
        assert all(problem.severity == WARNING for problem in found)
        return [problem.message for problem in found]

    capitals = Goal("Capital Investment", places=("Oslo", "Stockholm"))
    assert said(capitals) == ['nobody can win "Capital Investment" without Oslo or Stockholm']
    assert said(Goal("Old Capital", places=("Oslo", "Kraków"))) == []
    west = Goal("The Wild West", countries=("Norway",))
    assert said(west) == ['nobody can win "The Wild West" without Norway']
    snow = Goal("Snowplow Award", feature="arctic")
    assert said(snow) == ['nobody can win "Snowplow Award" without places that have arctic']
    assert said(Goal("Ferry Master", feature="ferries")) == []
    northern = boardfile.published("northern_lights")
    assert [said(goal, northern) for goal in (capitals, west, snow)] == [[], [], []]


def test_number_of_players_of_a_game() -> None:
    [problem] = check(BOARD, Needs(players=(3, 5)))
    assert problem == Problem(line_of("players ="), "this game is for 3 to 5 players")
    assert check(BOARD, Needs(players=(2, 3))) == []


def test_problems_are_printed_like_a_compiler_does() -> None:
    assert Problem(3, "reason").text("a.toml") == "a.toml:3: reason"
    assert Problem(3, "reason", WARNING).text("a.toml") == "a.toml:3: warning: reason"
    assert Problem(0, "reason").text("a.toml") == "a.toml: reason"
