"""Northern Lights: the eleven goals, ties, and R7."""

from collections.abc import Callable

import pytest

from tests.engine.common_positions import arrange
from tests.support import board_rules, finish, own, set_tickets, started
from wagonik import Match
from wagonik.games.northern_lights import goals
from wagonik.games.northern_lights.goals import NorthernState

# The goals' names and points, as on the page of the rules.
PAGE = {
    "Call of the Wild": 5,
    "Capital Investment": 7,
    "Cost Efficiency": 7,
    "Small Steps Strategist": 10,
    "Nordic Express": 10,
    "Local Network": 10,
    "International Tycoon": 12,
    "Polar Express": 12,
    "Snowplow Award": 12,
    "Ferry Master": 12,
    "The Wild West": 7,
}


def bare(goal: str) -> Match:
    """Three seats with nothing at all, and one goal (the other three count trains of nobody)."""
    match = started("northern_lights", 3, 1)
    for seat in range(3):
        set_tickets(match, seat)
    arrange(match, hands=({}, {}, {}), deck={"white": 30})
    assert isinstance(match.state, NorthernState)
    match.state.goals = match.state.goals[:1]
    match.state.goals[0] = list(PAGE).index(goal)
    return match


def counted(match: Match, goal: str) -> list[int]:
    """How much of the goal's matter each seat has, as the score sheets say."""
    found = []
    for sheet in match.scores:
        item = sheet.sources[2].items[0]
        assert item["goal"] == goal
        count = item["count"]
        assert isinstance(count, int)
        found.append(count)
    return found


def awarded(match: Match) -> list[int]:
    return [sheet.points("goals") for sheet in match.scores]


def test_names_and_points_of_the_eleven_goals() -> None:
    """Northern Lights, goals: the table."""
    assert dict(zip(goals.GOAL_NAMES, goals.GOAL_VALUES, strict=True)) == PAGE


def call_of_the_wild(match: Match) -> list[int]:
    hands = ({"locomotive": 2, "red": 5}, {"blue": 2, "red": 2, "green": 3}, {"locomotive": 1})
    arrange(match, hands=hands)
    return [4, 3, 1]


def capital_investment(match: Match) -> list[int]:
    own(match, 0, "Karlstad–Oslo/white", "Karlstad–Stockholm/red", "Stockholm–Turku/grey/1")
    own(match, 0, "Helsinki–Turku")
    # Oslo–Stockholm counts once although both are capitals; Bergen–Stockholm is not completed.
    set_tickets(match, 0, ("Oslo", "Stockholm"), ("Oslo", "Helsinki"), ("Bergen", "Stockholm"))
    own(match, 1, "Göteborg–København/grey/1", "Göteborg–Oslo/blue")
    set_tickets(match, 1, ("Oslo", "København"))
    own(match, 2, "Åndalsnes–Lillehammer/red", "Bergen–Lillehammer", "Lillehammer–Trondheim/orange")
    set_tickets(match, 2, ("Trondheim", "Bergen"))  # completed, but no capital
    return [2, 1, 0]


def cost_efficiency(match: Match) -> list[int]:
    arrange(match, pieces=(9, 2, 0))
    return [9, 2, 0]


def small_steps(match: Match) -> list[int]:
    own(match, 0, "Helsinki–Turku", "Umeå–Vaasa/grey/1", "Karlstad–Oslo/white")  # 1, ferry of 1, 1
    own(match, 1, "Kostomuksha–Lieksa", "Kuopio–Lahti/white", "Bergen–Lillehammer")  # 1, 3, 3
    return [3, 1, 0]


def nordic_express(match: Match) -> list[int]:
    own(match, 0, "Göteborg–Oslo/blue", "Bergen–Oslo/red", "Lillehammer–Oslo/white")  # 2 + 3, or 1
    own(match, 1, "Kuopio–Lahti/white", "Riga–Visby")  # 3 and 3, not connected
    return [5, 3, 0]


def local_network(match: Match) -> list[int]:
    own(match, 0, "Karlstad–Oslo/white", "Karlstad–Stockholm/red", "Stockholm–Turku/grey/1")
    own(match, 0, "Helsinki–Turku")
    # 2, 5 and 3 points count; 6 points (Oslo–Tallinn) do not.
    own(match, 0, "Helsinki–Tallinn/grey/1")
    set_tickets(
        match, 0, ("Oslo", "Stockholm"), ("Oslo", "Helsinki"), ("Stockholm", "Helsinki"),
        ("Oslo", "Tallinn"),
    )  # fmt: skip
    own(match, 1, "Göteborg–København/grey/1", "Göteborg–Oslo/blue")
    set_tickets(match, 1, ("Oslo", "København"), ("Bergen", "Stockholm"))  # 4; 5 not completed
    return [3, 1, 0]


def international_tycoon(match: Match) -> list[int]:
    own(match, 0, "Gdańsk–Klaipėda/orange", "Klaipėda–Riga/green", "Kuressaare–Riga/red")
    own(match, 0, "Kirkenes–Murmansk")  # Poland, Lithuania, Latvia, Estonia, Norway, Russia
    own(match, 1, "Ålborg–Göteborg/grey/1", "Stockholm–Turku/grey/1", "Göteborg–Oslo/blue")
    own(match, 2, "Kiruna–Junction_(Lapland)")  # both in Sweden
    return [6, 4, 1]


def polar_express(match: Match) -> list[int]:
    own(match, 0, "Narvik–Tromsø/grey/1", "Mo_i_Rana–Narvik/grey/1")
    own(match, 0, "Honningsvåg–Tromsø/grey/1", "Honningsvåg–Junction_(Lapland)")
    own(match, 0, "Rovaniemi–Junction_(Lapland)")
    # One end in the Arctic, and both ends, which counts once.
    set_tickets(match, 0, ("Tromsø", "Mo i Rana"), ("Honningsvåg", "Rovaniemi"))
    own(match, 1, "Apatity–Murmansk", "Apatity–Kostomuksha", "Kostomuksha–Lieksa")
    set_tickets(match, 1, ("Murmansk", "Lieksa"), ("Murmansk", "Oslo"))
    own(match, 2, "Karlstad–Oslo/white", "Karlstad–Stockholm/red")
    set_tickets(match, 2, ("Oslo", "Stockholm"))  # completed, but south of it
    return [2, 1, 0]


def snowplow_award(match: Match) -> list[int]:
    own(match, 0, "Mo_i_Rana–Narvik/grey/1", "Kiruna–Narvik/blue", "Oulu–Rovaniemi")
    own(match, 1, "Murmansk–Junction_(Kola)", "Lieksa–Junction_(Kola)", "Boden–Tornio")
    own(match, 2, "Mo_i_Rana–Junction_(inland_Sweden)", "Oulu–Tornio")  # all south of it
    return [3, 2, 0]


def ferry_master(match: Match) -> list[int]:
    own(match, 0, "Umeå–Vaasa/grey/1", "Riga–Visby")
    own(match, 1, "Mo_i_Rana–Narvik/grey/1", "Kuopio–Lahti/white")
    own(match, 2, "Helsinki–Turku", "Boden–Tornio", "Oulu–Tornio")
    return [2, 1, 0]


def wild_west(match: Match) -> list[int]:
    own(match, 0, "Bergen–Oslo/red", "Göteborg–Oslo/blue", "Kirkenes–Murmansk")
    own(match, 1, "Bergen–Lillehammer", "Oulu–Tornio")
    own(match, 2, "Helsinki–Turku", "Boden–Tornio")
    return [3, 1, 0]


CASES: dict[str, Callable[[Match], list[int]]] = {
    "Call of the Wild": call_of_the_wild,
    "Capital Investment": capital_investment,
    "Cost Efficiency": cost_efficiency,
    "Small Steps Strategist": small_steps,
    "Nordic Express": nordic_express,
    "Local Network": local_network,
    "International Tycoon": international_tycoon,
    "Polar Express": polar_express,
    "Snowplow Award": snowplow_award,
    "Ferry Master": ferry_master,
    "The Wild West": wild_west,
}


@pytest.mark.parametrize("goal", PAGE)
def test_what_each_goal_counts_and_who_gets_its_points(goal: str) -> None:
    """Northern Lights, goals: most of what the goal counts has all of its points."""
    match = bare(goal)
    assert counted(match, goal) == ([40] * 3 if goal == "Cost Efficiency" else [0] * 3)
    expected = CASES[goal](match)
    assert counted(match, goal) == expected
    assert awarded(match) == [PAGE[goal], 0, 0]


@pytest.mark.parametrize("goal", PAGE)
def test_r7_nobody_has_a_goal_with_zero(goal: str) -> None:
    """Northern Lights, goals, and common, R7."""
    match = bare(goal)
    arrange(match, pieces=(0, 0, 0))
    assert counted(match, goal) == [0, 0, 0]
    assert awarded(match) == [0, 0, 0]


TIES = {
    "Small Steps Strategist": ("Boden–Tornio", "Oulu–Tornio"),
    "Nordic Express": ("Boden–Tornio", "Oulu–Tornio"),
    "International Tycoon": ("Boden–Tornio", "Riga–Visby"),
    "Snowplow Award": ("Apatity–Murmansk", "Oulu–Rovaniemi"),
    "Ferry Master": ("Umeå–Vaasa/grey/1", "Riga–Visby"),
    "The Wild West": ("Bergen–Lillehammer", "Ålborg–Oslo"),
}


@pytest.mark.parametrize("goal", TIES)
def test_all_who_tie_in_routes_have_the_points(goal: str) -> None:
    """Northern Lights, goals: all of them, undivided."""
    match = bare(goal)
    own(match, 0, TIES[goal][0])
    own(match, 2, TIES[goal][1])
    assert awarded(match) == [PAGE[goal], 0, PAGE[goal]]


def test_all_who_tie_in_locomotives_or_trains_have_the_points() -> None:
    """Northern Lights, goals: a pair ties with a locomotive, and four trains with four."""
    match = bare("Call of the Wild")
    arrange(match, hands=({"red": 2}, {"red": 1}, {"locomotive": 1}))
    assert awarded(match) == [5, 0, 5]
    match = bare("Cost Efficiency")
    arrange(match, pieces=(4, 1, 4))
    assert awarded(match) == [7, 0, 7]


@pytest.mark.parametrize(
    ("goal", "one", "other"),
    [
        ("Capital Investment", ("Oslo", "Stockholm"), ("Helsinki", "Gdańsk")),
        ("Local Network", ("Oslo", "Stockholm"), ("København", "Klaipėda")),
        ("Polar Express", ("Narvik", "Apatity"), ("Tromsø", "Murmansk")),
    ],
)
def test_all_who_tie_in_tickets_have_the_points(
    goal: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    """Northern Lights, goals: the same for goals that count tickets."""
    match = bare(goal)
    first = chain(match, one, set())
    own(match, 0, *first)
    own(match, 2, *chain(match, other, set(first)))
    set_tickets(match, 0, one)
    set_tickets(match, 2, other)
    assert counted(match, goal) == [1, 0, 1]
    assert awarded(match) == [PAGE[goal], 0, PAGE[goal]]


def chain(match: Match, ends: tuple[str, str], without: set[str]) -> list[str]:
    """The tracks of some chain between two places, by breadth-first search."""
    board = board_rules(match).board
    ways: dict[str, list[str]] = {ends[0]: []}
    queue = [ends[0]]
    while queue:
        place = queue.pop(0)
        for text, route in zip(board.track_texts, board.routes, strict=True):
            if place in (route.start, route.end) and text not in without:
                other = route.end if place == route.start else route.start
                if other not in ways:
                    ways[other] = [*ways[place], text]
                    queue.append(other)
    return ways[ends[1]]


def test_call_of_the_wild_counts_pairs_of_one_colour() -> None:
    """Northern Lights, Call of the Wild: five red are two pairs; different colours are none."""
    match = bare("Call of the Wild")
    mixed = {"red": 1, "blue": 1, "green": 1, "white": 1, "black": 1}
    arrange(match, hands=({"red": 5}, mixed, {"locomotive": 1, "red": 1}))
    assert counted(match, "Call of the Wild") == [2, 0, 1]


def test_capital_investment_counts_each_of_the_four_capitals() -> None:
    """Northern Lights, Capital Investment: Stockholm, København, Oslo, Helsinki; not others."""
    tickets = {
        ("Oulu", "Norrköping"): 0,
        ("Narvik", "Tallinn"): 0,
        ("Stockholm", "Riga"): 1,
        ("København", "Klaipėda"): 1,
        ("Umeå", "Oslo"): 1,
        ("Helsinki", "Gdańsk"): 1,
        ("Vaasa", "Riga"): 0,
    }
    for pair, counts in tickets.items():
        match = bare("Capital Investment")
        own(match, 0, *chain(match, pair, set()))
        set_tickets(match, 0, pair)
        assert counted(match, "Capital Investment") == [counts, 0, 0]


def test_there_are_nine_countries() -> None:
    """Northern Lights, International Tycoon: of the nine; the junctions lie in countries too."""
    match = bare("International Tycoon")
    board = board_rules(match).board
    assert {place.country for place in board.file.places} == {
        "Denmark", "Estonia", "Finland", "Latvia", "Lithuania", "Norway", "Poland", "Russia",
        "Sweden",
    }  # fmt: skip
    own(match, 0, *board.track_texts)
    assert counted(match, "International Tycoon") == [9, 0, 0]


@pytest.mark.parametrize(
    ("track", "snowplow", "countries"),
    [
        ("Kostomuksha–Junction_(Kola)/yellow", 1, 1),  # arctic at the junction alone
        ("Lieksa–Junction_(Kola)/purple", 1, 2),
        ("Boden–Junction_(inland_Sweden)/green", 0, 1),
        ("Mo_i_Rana–Junction_(inland_Sweden)/purple", 0, 2),
    ],
)
def test_r29_unnamed_junctions_count_like_cities(track: str, snowplow: int, countries: int) -> None:
    """Northern Lights, R29: Snowplow Award and International Tycoon."""
    for goal, expected in (("Snowplow Award", snowplow), ("International Tycoon", countries)):
        match = bare(goal)
        names = board_rules(match).board.track_texts
        found = next(name for name in names if set(_ends(name)) == set(_ends(track)))
        own(match, 0, found)
        assert counted(match, goal) == [expected, 0, 0]


def _ends(track: str) -> list[str]:
    return track.split("/")[0].split("–")


def test_cities_inside_the_arctic_circle() -> None:
    """Northern Lights, Polar Express and Snowplow Award: as the table of cities says."""
    match = bare("Polar Express")
    places = board_rules(match).board.file.places
    assert {place.name for place in places if place.arctic} == {
        "Apatity", "Honningsvåg", "Kemijärvi", "Kirkenes", "Kiruna", "Murmansk", "Narvik",
        "Rovaniemi", "Tromsø", "Junction (Kola)", "Junction (Lapland)",
    }  # fmt: skip


def test_all_four_goals_of_a_match_are_scored_at_the_end() -> None:
    """Northern Lights, goals: each of the four that were turned up, and no other."""
    match = started("northern_lights", 3, 1)
    for seat in range(3):
        set_tickets(match, seat)
    state = match.state
    assert isinstance(state, NorthernState)
    for i, name in enumerate(
        ("Ferry Master", "The Wild West", "Cost Efficiency", "Nordic Express")
    ):
        state.goals[i] = list(PAGE).index(name)
    arrange(match, hands=({"locomotive": 9}, {}, {}), pieces=(10, 20, 20))
    own(match, 0, "Bergen–Oslo/red")  # the west, and the longest route; not the shortest steps
    own(match, 1, "Umeå–Vaasa/grey/1")
    finish(match)
    assert awarded(match) == [7 + 10, 12 + 7, 7]
    for sheet in match.scores:
        items = sheet.sources[2].items
        assert sum(int(str(item["points"])) for item in items) == sheet.points("goals")
        assert len(items) == 4


def test_what_lies_open_is_counted_in_views_and_what_is_hidden_is_not() -> None:
    """Northern Lights, goals, and common: hands and tickets stay hidden until the end."""
    match = started("northern_lights", 2, 1)
    state = match.state
    assert isinstance(state, NorthernState)
    names = ("Call of the Wild", "Local Network", "Ferry Master", "Cost Efficiency")
    for i, name in enumerate(names):
        state.goals[i] = list(PAGE).index(name)
    own(match, 1, "Umeå–Vaasa/grey/1")
    shown = match.view(0)["mechanics"]["goals"]  # type: ignore[index]
    assert [goal["counts"] for goal in shown] == [None, None, [0, 1], [40, 40]]
    finish(match)
    shown = match.view(0)["mechanics"]["goals"]  # type: ignore[index]
    assert all(goal["counts"] is not None for goal in shown)


HIDDEN = ("Call of the Wild", "Capital Investment", "Local Network", "Polar Express")


@pytest.mark.parametrize("goal", list(PAGE))
def test_no_view_counts_cards_in_hand_or_completed_tickets_before_the_end(goal: str) -> None:
    """Northern Lights, goals, and common: these four need what is hidden; the others lie open."""
    match = started("northern_lights", 2, 1)
    state = match.state
    assert isinstance(state, NorthernState)
    state.goals[2] = list(PAGE).index(goal)
    for viewer in (-1, 0, 1):
        shown = match.view(viewer)["mechanics"]["goals"]  # type: ignore[index]
        assert shown[2]["name"] == goal
        assert (shown[2]["counts"] is None) == (goal in HIDDEN)
    finish(match)
    shown = match.view()["mechanics"]["goals"]  # type: ignore[index]
    assert len(shown[2]["counts"]) == 2


def test_a_view_counts_what_lies_open_anew_each_time() -> None:
    """Northern Lights, goals: the longest route grows from one view to the next."""
    match = started("northern_lights", 2, 1)
    state = match.state
    assert isinstance(state, NorthernState)
    state.goals[0] = list(PAGE).index("Nordic Express")
    counts = []
    for track in ("Apatity–Kemijärvi", "Apatity–Junction_(Kola)"):  # two spaces each
        own(match, 1, track)
        shown = match.view(0)["mechanics"]["goals"]  # type: ignore[index]
        counts.append(shown[0]["counts"])
    assert counts == [[0, 2], [0, 4]]
