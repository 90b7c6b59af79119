"""United Kingdom: buying technology, what each basic one opens or adds, the two examples."""

from itertools import combinations

import pytest

from tests.games.united_kingdom.kingdom import (
    ADVANCED,
    BASIC_CODES,
    OPENERS,
    RICH,
    copies,
    grant,
    holds,
    pay_with_locomotives,
    requirements,
    strip,
)
from tests.support import (
    board_rules,
    discards,
    finish,
    hand,
    legal,
    market,
    own,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_tickets,
    started,
    texts,
)
from wagonik import Match
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import POINTS, TALLY

NEWCASTLE = "Edinburgh–Newcastle/green"
STRANRAER = "Londonderry–Stranraer"


def refused(match: Match, action: str, reason: str) -> None:
    """An action is refused for a reason, and nothing changes."""
    before = match.state.numbers()
    decisions = match.decision
    with pytest.raises(WagonikError, match=reason):
        match.play(action)
    assert match.state.numbers() == before
    assert match.decision == decisions


# Buying


def test_technology_is_bought_before_the_action() -> None:
    """United Kingdom, technology: at the start of a turn, before the action."""
    match = started("united_kingdom")
    set_hand(match, 0, red=1, locomotive=1)
    match.play("buy:wales")
    assert match.seat == 0
    assert holds(match, 0) == {"wales"}
    assert copies(match, "wales") == 3
    assert hand(match, 0) == {"red": 1}
    assert discards(match) == {"locomotive": 1}
    told = [e for e in match.events() if e["event"] in ("bought", "paid")]
    assert told == [
        {"event": "bought", "seat": 0, "technology": 0},
        {"event": "paid", "seat": 0, "card": "locomotive", "count": 1},
    ]
    # The action is still to come.
    assert {"deck", "tickets", "claim:Barrow–Carlisle"} <= texts(match)
    match.play("claim:Barrow–Carlisle")
    assert match.seat == 1


def test_one_technology_a_turn() -> None:
    """United Kingdom, technology: a player may buy ONE technology card."""
    match = started("united_kingdom")
    set_hand(match, 0, locomotive=9)
    pay_with_locomotives(match, "buy:wales")
    assert legal(match, "buy") == set()
    refused(match, "buy:scotland", "only one technology can be bought in a turn")
    set_market(match, ["locomotive", "red", "blue", "green", "white"])
    match.play("take:locomotive")
    set_hand(match, 1, locomotive=9)
    pay_with_locomotives(match, "buy:wales")  # the other seat buys in its own turn
    assert copies(match, "wales") == 2


def test_technology_is_not_bought_after_the_action_has_begun() -> None:
    """United Kingdom, technology: before the action."""
    match = started("united_kingdom")
    set_hand(match, 0, locomotive=9)
    match.play("deck")
    assert legal(match, "buy") == set()
    refused(match, "buy:wales", "next card must be drawn")
    match = started("united_kingdom")
    set_hand(match, 0, locomotive=9)
    match.play("tickets")
    refused(match, "buy:wales", "which of the drawn tickets to keep")


def test_the_cards_paid_for_technology_fill_an_empty_deck_and_market() -> None:
    """Common, R2, where technology is paid: an empty slot is filled as soon as a card is there."""
    match = started("united_kingdom")
    set_hand(match, 0, locomotive=2)
    set_discards(match)
    set_market(match, ["red", None, "green", "blue", "white"])
    set_deck(match)
    assert not {"deck", "take:red"} & texts(match)
    pay_with_locomotives(match, "buy:boiler")
    assert market(match) == ["red", "locomotive", "green", "blue", "white"]
    assert discards(match) == {}
    assert [e["event"] for e in match.events()][-3:] == ["paid", "shuffled", "turned"]
    assert {"deck", "take:locomotive"} <= texts(match)  # and the action of the turn may be a draw


def test_at_most_one_copy_of_each() -> None:
    """United Kingdom, technology: a player holds at most one copy of each."""
    match = started("united_kingdom", options=ADVANCED)
    set_hand(match, 0, **RICH)
    for code in (*BASIC_CODES[:10], "water-tenders"):
        assert f"buy:{code}" in texts(match)
        grant(match, 0, code)
        refused(match, f"buy:{code}", "you hold it already")


def test_a_technology_without_a_copy_left_cannot_be_bought() -> None:
    """United Kingdom, technology: the copies of each are limited."""
    match = started("united_kingdom", 3, options=ADVANCED)
    set_hand(match, 0, **RICH)
    grant(match, 1, "diesel", "water-tenders")
    assert "buy:water-tenders" in texts(match)
    refused(match, "buy:diesel", "none of them is left")
    grant(match, 2, "water-tenders")
    refused(match, "buy:water-tenders", "none of them is left")


def test_buying_is_a_choice_even_when_nothing_else_can_be_done() -> None:
    """Common, R5, with technology: who can do none of the three actions may pass, or buy."""
    match = started("united_kingdom")
    match.state.queued = 0
    match.state.pool = 0
    set_market(match, [None] * 5)
    set_discards(match)
    set_deck(match)
    for track in range(board_rules(match).board.track_count):
        board_rules(match).own(match.state, 1, track)
    set_hand(match, 0, locomotive=1)
    assert texts(match) == {"pass", "buy:wales", "buy:ireland-france", "buy:scotland", "buy:stoker"}
    match.play("pass")
    assert {"event": "passed", "seat": 0} in match.events()
    assert match.seat == 1


# What routes need


def test_every_set_of_technology_opens_exactly_its_routes() -> None:
    """United Kingdom, technology: without it only routes of 1 or 2 spaces inside England and no
    ferries; a route needs every technology that applies to it."""
    match = started("united_kingdom", 3)
    set_hand(match, 0, **RICH)
    routes = board_rules(match).board.routes
    track_texts = board_rules(match).board.track_texts
    needs = [requirements(match, route) for route in routes]
    for count in range(7):
        for held in combinations(OPENERS, count):
            strip(match, 0)
            grant(match, 0, *held)
            opened = {t for t, need in zip(track_texts, needs, strict=True) if need <= {*held}}
            expected = {f"claim:{t}" for t in opened}
            assert legal(match, "claim") == expected, held


def test_without_technology_only_short_english_railways_and_new_york() -> None:
    """United Kingdom, technology: 1 or 2 spaces inside England, no ferries; New York needs
    none."""
    match = started("united_kingdom", 3)
    set_hand(match, 0, **RICH)
    board = board_rules(match).board
    country = {place.name: place.country for place in board.file.places}
    found = {c.removeprefix("claim:") for c in legal(match, "claim")}
    for text, route in zip(board.track_texts, board.routes, strict=True):
        english = country[route.start] == country[route.end] == "England"
        short = route.length <= 2 and not route.locomotives
        assert (text in found) == ((english and short) or text == "New_York–Southampton")


def test_countries_have_their_cities() -> None:
    """United Kingdom, technology: 5 cities of Wales, 10 of Ireland, 10 of Scotland, France."""
    places = board_rules(started("united_kingdom")).board.file.places
    count = {c: sum(p.country == c for p in places) for c in ("Wales", "Ireland", "Scotland")}
    assert count == {"Wales": 5, "Ireland": 10, "Scotland": 10}
    assert {p.name for p in places if p.country == "Wales"} == {
        "Aberystwyth",
        "Cardiff",
        "Carmarthen",
        "Holyhead",
        "Llandrindod Wells",
    }
    assert {p.name for p in places if p.country == "France"} == {
        "France (by Dover)",
        "France (by Southampton)",
    }


def opens(text: str, needed: set[str]) -> None:
    """A track can be claimed with these technologies and not without any one of them."""
    match = started("united_kingdom", 3)
    set_hand(match, 0, **RICH)
    grant(match, 0, *needed)
    assert f"claim:{text}" in texts(match)
    names = {
        "scotland": "Scotland Concession",
        "ireland-france": "Ireland/France Concession",
        "wales": "Wales Concession",
        "stoker": "Mechanical Stoker",
        "boiler": "Superheated Steam Boiler",
        "propellers": "Propellers",
    }
    for missing in needed:
        strip(match, 0)
        grant(match, 0, *(set(OPENERS) - {missing}))
        refused(match, f"claim:{text}", f"it needs {names[missing]} ")
    strip(match, 0)
    grant(match, 0, *(set(OPENERS) - needed))
    assert f"claim:{text}" not in texts(match)


def test_example_stranraer_londonderry() -> None:
    """United Kingdom, example: needs Scotland, Ireland/France, Stoker and Propellers."""
    opens(STRANRAER, {"scotland", "ireland-france", "stoker", "propellers"})


def test_example_newcastle_edinburgh() -> None:
    """United Kingdom, example: needs Scotland and Stoker."""
    opens(NEWCASTLE, {"scotland", "stoker"})


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("Birmingham–Llandrindod_Wells", {"wales"}),
        ("Cardiff–Carmarthen", {"wales"}),
        ("Cork–Limerick", {"ireland-france"}),
        ("Glasgow–Stranraer", {"scotland"}),
        ("Bristol–Plymouth", {"stoker"}),
        ("Hull–Norwich", {"boiler"}),  # 4 spaces
        ("Plymouth–Southampton", {"boiler", "propellers"}),  # 5
        ("Aberdeen–Newcastle", {"scotland", "boiler", "propellers"}),  # 6
        ("Barrow–Liverpool", {"propellers"}),
        ("France_(by_Southampton)–Southampton/grey/1", {"ireland-france", "stoker", "propellers"}),
        ("Carmarthen–Rosslare", {"wales", "ireland-france", "boiler", "propellers"}),
        ("Cork–Penzance", {"ireland-france", "boiler", "propellers"}),
    ],
)
def test_what_each_technology_opens(text: str, needed: set[str]) -> None:
    """United Kingdom, technology, one by one; 3 spaces still need the Stoker."""
    opens(text, needed)


def test_southampton_new_york_needs_no_technology() -> None:
    """United Kingdom, technology: 10 spaces, 3 symbols, 40 points, needs none."""
    match = started("united_kingdom")
    claim = "claim:New_York–Southampton"
    set_hand(match, 0, red=10, locomotive=2)
    assert claim not in texts(match)
    set_hand(match, 0, red=11, locomotive=2)  # four of them stand for the third locomotive
    assert claim in texts(match)
    set_hand(match, 0, red=7, locomotive=3)
    match.play(claim)
    assert hand(match, 0) == {}
    assert match.state.tally[POINTS] == 40
    assert holds(match, 0) == set()


# Points


@pytest.mark.parametrize(
    ("held", "rail", "ferry"),
    [
        ((), 1, 1),
        (("lagging",), 2, 2),
        (("turbines",), 1, 3),
        (("lagging", "turbines"), 2, 4),
    ],
)
def test_lagging_and_turbines_add_points(held: tuple[str, ...], rail: int, ferry: int) -> None:
    """United Kingdom: Lagging 1 more for every route, Turbines 2 more for every ferry, with
    Lagging 3."""
    for text, points in (("Hull–Leeds", rail), ("Barrow–Liverpool", ferry)):
        match = started("united_kingdom", 3)
        grant(match, 0, "propellers", *held)
        set_hand(match, 0, locomotive=1)
        match.play(f"claim:{text}")
        assert match.seat == 1
        assert match.state.tally[POINTS] == points
        claimed = [e for e in match.events() if e["event"] == "claimed"]
        assert [e["points"] for e in claimed] == [points]
        assert match.scores[0].points("routes") == 1
        assert match.scores[0].points("route technology") == points - 1


def test_lagging_counts_for_routes_claimed_from_now_on() -> None:
    """United Kingdom, score: route points are scored at the claim, with the technology held
    then."""
    match = started("united_kingdom", 3)
    set_hand(match, 0, locomotive=1)
    match.play("claim:Hull–Leeds")
    assert match.state.tally[POINTS] == 1
    match.state.seat = 0
    set_hand(match, 0, yellow=1, locomotive=2)
    match.play("buy:lagging")
    assert match.state.tally[POINTS] == 1  # nothing for the route of before
    match.play("claim:Carlisle–Newcastle")  # the very turn of the purchase counts
    assert match.state.tally[POINTS] == 1 + 2
    assert match.state.tally[TALLY + POINTS] == 0


def test_r27_new_york_is_a_ferry_for_steam_turbines() -> None:
    """United Kingdom, R27: every ferry; Southampton–New York shows symbols."""
    match = started("united_kingdom", 3)
    grant(match, 0, "turbines")
    set_hand(match, 0, red=7, locomotive=3)
    match.play("claim:New_York–Southampton")
    assert match.state.tally[POINTS] == 42


def test_double_heading_gives_two_points_for_every_completed_ticket() -> None:
    """United Kingdom, Double Heading: 2 points for every completed ticket at the end."""
    match = started("united_kingdom", 2)
    set_tickets(match, 0, ("Leeds", "Manchester"), ("Norwich", "Ipswich"), ("London", "Brighton"))
    set_tickets(match, 1, ("Southampton", "London"))
    own(match, 0, "Leeds–Manchester/red", "Ipswich–Norwich")
    own(match, 1, "London–Southampton/red")
    assert [sheet.points("double heading") for sheet in match.scores] == [0, 0]
    grant(match, 0, "double-heading")
    assert [sheet.points("double heading") for sheet in match.scores] == [4, 0]
    assert [sheet.points("tickets") for sheet in match.scores] == [1 + 1 - 3, 4]


def test_booster_is_bought_at_four_for_one_and_helps_from_then_on() -> None:
    """United Kingdom, Booster: 3 cards instead of 4, once it is bought."""
    match = started("united_kingdom")
    set_hand(match, 0, red=7)
    assert "buy:booster" not in texts(match)
    set_hand(match, 0, red=11)
    match.play("buy:booster")
    assert hand(match, 0) == {"red": 3}
    assert "claim:Hull–Leeds" in texts(match)  # yellow, for three red cards


# The final score


def test_there_is_no_globetrotter_and_no_longest_route_bonus() -> None:
    """United Kingdom, score: no Globetrotter, no longest-route bonus."""
    plain = ["routes", "route technology", "tickets", "double heading"]
    assert [line.name for line in started("united_kingdom").scores[0].sources] == plain
    match = started("united_kingdom", options=ADVANCED)
    more = ["risky contracts", "equalising beam"]
    assert [line.name for line in match.scores[0].sources] == plain + more
    set_tickets(match, 0, ("Leeds", "Manchester"))
    set_tickets(match, 1)
    own(match, 0, "Leeds–Manchester/red")
    assert [sheet.total for sheet in match.scores] == [1, 0]  # the ticket, and no bonus


def level(match: Match) -> None:
    """Give all seats the same total by their points for routes, and end the match."""
    for seat in range(match.players):
        match.state.tally[seat * TALLY + POINTS] += 200 - match.scores[seat].total
    finish(match)
    assert len({sheet.total for sheet in match.scores}) == 1


def test_ties_for_the_win_go_to_tickets_then_longest_route_then_are_shared() -> None:
    """Common, final score: in United Kingdom most completed tickets, then the longest route,
    then shared."""
    match = started("united_kingdom", 3)
    set_tickets(match, 1, ("Leeds", "Manchester"))
    own(match, 1, "Leeds–Manchester/red")
    own(match, 0, "Hull–Norwich")
    level(match)
    assert (match.winners, match.decided_by) == ([1], "completed tickets")
    match = started("united_kingdom", 3)
    own(match, 1, "Leeds–Manchester/red", "Liverpool–Manchester/orange")  # 2 in a chain
    own(match, 0, "Hull–Leeds", "London–Reading", "Ipswich–Norwich")  # 1
    level(match)
    assert (match.winners, match.decided_by) == ([1], "longest route")
    match = started("united_kingdom", 3)
    own(match, 1, "Leeds–Manchester/red")
    own(match, 0, "Hull–Leeds")
    level(match)
    assert match.winners == [0, 1]
