"""The Card Game: scoring a deck and the final score (card_game, "Scoring", "Final score")."""

import pytest

from tests.support import (
    card_state,
    card_ticket,
    hold,
    relist,
    set_hand,
    set_stack,
    set_yard,
    started,
)
from wagonik import Match
from wagonik.engine.state import COMPLETED

Pair = tuple[str, str]


def ending(players: int = 2) -> Match:
    """A match before its scoring, in which nobody holds tickets."""
    match = started("card_game", players)
    for seat in range(players):
        hold(match, seat)
    return match


def score(match: Match) -> None:
    """The last turns are over."""
    match.rules.out_of_turns(match.state)
    relist(match)


def completed(match: Match, seat: int) -> list[int]:
    holder = match.state.holder
    return [ticket for ticket in range(len(holder)) if holder[ticket] == COMPLETED + seat]


def done(match: Match, seat: int, *pairs: Pair) -> None:
    """Let a seat have completed these tickets."""
    for pair in pairs:
        match.state.holder[card_ticket(match, *pair)] = COMPLETED + seat


def finished(match: Match) -> Match:
    match.rules.finish(match.state)
    relist(match)
    return match


# Completing tickets


def test_example_los_angeles_pittsburgh() -> None:
    """card_game, example: white, blue, blue, purple can be completed with one locomotive and
    three cards of the right colours."""
    cards = ["white", "blue", "blue", "purple"]
    for left_out in range(4):
        match = ending()
        hold(match, 0, ("Los Angeles", "Pittsburgh"))
        rest = cards[:left_out] + cards[left_out + 1 :]
        set_stack(match, 0, locomotive=1, **{card: rest.count(card) for card in rest})
        score(match)
        assert match.scores[0].points("tickets") == 18


def test_cards_of_wrong_colours_complete_nothing() -> None:
    """card_game, scoring: exactly the cards that a ticket needs."""
    match = ending()
    hold(match, 0, ("Los Angeles", "Pittsburgh"))
    set_stack(match, 0, white=5, blue=1, purple=5, red=9, locomotive=0)
    score(match)
    assert match.scores[0].points("tickets") == -18


def test_only_the_own_stack_completes_tickets() -> None:
    """card_game, scoring: the cards of the own stack; yard, hand and others' stacks do not
    count."""
    match = ending()
    hold(match, 0, ("New York", "Chicago"))
    set_hand(match, 0, blue=5, locomotive=5)
    set_yard(match, 0, blue=(3, 2))
    set_stack(match, 1, blue=5, locomotive=3)
    score(match)
    assert match.scores[0].points("tickets") == -5


def test_a_card_serves_one_ticket() -> None:
    """card_game, scoring: one yellow card completes one of two tickets that need one."""
    match = ending(4)
    hold(match, 0, ("Chicago", "New York"), ("Chicago", "Montreal"))
    set_stack(match, 0, yellow=1, blue=1)
    score(match)
    # Chicago–Montreal (7) needs both cards; Chicago–New York (5) the yellow one.
    assert completed(match, 0) == [card_ticket(match, "Chicago", "Montreal")]
    assert match.scores[0].points("tickets") == 7 - 5


def test_a_locomotive_stands_for_any_colour() -> None:
    """card_game, scoring: for any colour, once."""
    match = ending()
    hold(match, 0, ("Chicago", "New York"), ("New York", "Chicago"))
    set_stack(match, 0, locomotive=1)
    score(match)
    assert len(completed(match, 0)) == 1
    assert match.scores[0].points("tickets") == 0
    match = ending()
    hold(match, 0, ("Chicago", "New York"), ("New York", "Chicago"))
    set_stack(match, 0, locomotive=2)
    score(match)
    assert len(completed(match, 0)) == 2


def test_r23_most_points() -> None:
    """card_game, R23: most points first, even with fewer tickets."""
    match = ending()
    many = [("Chicago", "New York"), ("New York", "Chicago"), ("Chicago", "Dallas")]
    hold(match, 0, ("Seattle", "New York"), *many)
    # Black, blue, blue, purple for 20; or yellow, blue and nothing more for 10.
    set_stack(match, 0, black=1, blue=2, purple=1, yellow=1)
    score(match)
    assert completed(match, 0) == sorted(
        [card_ticket(match, "Seattle", "New York"), card_ticket(match, "Chicago", "New York")]
    )


def test_r23_then_most_tickets() -> None:
    """card_game, R23: of equally many points, most tickets."""
    match = ending()
    # 10 points with blue and red in one ticket, or 5 + 5 with yellow and blue in two: two
    # locomotives pay for either.
    hold(match, 0, ("New York", "Miami"), ("Chicago", "New York"), ("New York", "Chicago"))
    set_stack(match, 0, locomotive=2)
    score(match)
    assert completed(match, 0) == sorted(
        [card_ticket(match, "Chicago", "New York"), card_ticket(match, "New York", "Chicago")]
    )


def test_r23_then_most_big_city_ends() -> None:
    """card_game, R23: of equally many points and tickets, most Big City ends."""
    match = ending()
    # Both are worth 10 and take two cards; Chicago and Miami are Big Cities, New Orleans not.
    hold(match, 0, ("New York", "New Orleans"), ("Chicago", "Miami"))
    set_stack(match, 0, locomotive=2)
    score(match)
    assert completed(match, 0) == [card_ticket(match, "Chicago", "Miami")]


MONTREAL = ("Chicago", "Montreal")  # 7, a yellow and a blue card
MARIE = ("New York", "Sault Ste. Marie")  # 6, the same


def test_r23_at_the_end_the_bonuses_count_example() -> None:
    """card_game, R23, example: 6 − 7 + 15 = 14 for New York, not 7 − 6 + 12 = 13 for Chicago."""
    match = ending()
    hold(match, 0, MONTREAL, MARIE)
    set_stack(match, 0, yellow=1, blue=1)
    score(match)
    assert completed(match, 0) == [card_ticket(match, *MARIE)]
    assert match.scores[0].total == 14


def test_r23_a_bonus_that_another_has_anyway_is_no_reason() -> None:
    """card_game, R23: nobody else in New York, it says; with two tickets there another seat is
    out of reach."""
    match = ending()
    hold(match, 0, MONTREAL, MARIE)
    set_stack(match, 0, yellow=1, blue=1)
    done(match, 1, ("New York", "Miami"), ("New York", "New Orleans"))
    score(match)
    assert completed(match, 0) == [card_ticket(match, *MONTREAL)]
    assert match.scores[0].total == 7 - 6 + 12


def test_r23_a_tie_has_the_bonus_too() -> None:
    """card_game, R23 with R7: one ticket there of another seat is matched by one."""
    match = ending()
    hold(match, 0, MONTREAL, MARIE)
    set_stack(match, 0, yellow=1, blue=1)
    done(match, 1, ("New York", "Miami"))
    score(match)
    assert completed(match, 0) == [card_ticket(match, *MARIE)]


def test_r23_at_the_first_scoring_of_four_points_alone_decide() -> None:
    """card_game, R23: bonuses are given once, at the end."""
    match = ending(4)
    hold(match, 0, MONTREAL, MARIE)
    set_stack(match, 0, yellow=1, blue=1)
    score(match)
    assert not match.over
    assert completed(match, 0) == [card_ticket(match, *MONTREAL)]


def test_r23_tickets_of_the_first_scoring_count_for_the_bonus() -> None:
    """card_game, R23: with four players, at the second scoring."""
    match = ending(4)
    card_state(match).decks = 1
    done(match, 0, ("New York", "Miami"))
    hold(match, 0, MONTREAL, MARIE)
    set_stack(match, 0, yellow=1, blue=1)
    score(match)
    assert match.over
    # New York is won already, so that 7 − 6 + 12 is the best again.
    assert completed(match, 0) == sorted(
        card_ticket(match, *pair) for pair in (("New York", "Miami"), MONTREAL)
    )


def test_r23_seats_reply_to_each_other_in_the_order_of_play() -> None:
    """card_game, R23: the first seat takes New York, the other follows with a second ticket or
    gives it up for Chicago; who begins, begins."""
    for first in (0, 1):
        match = ending()
        match.state.first = first
        for seat in (0, 1):
            set_stack(match, seat, yellow=1, blue=1)
        hold(match, 0, MONTREAL)
        hold(match, 1, MARIE)
        score(match)
        assert completed(match, 0) == [card_ticket(match, *MONTREAL)]
        assert completed(match, 1) == [card_ticket(match, *MARIE)]


def test_r23_is_found_by_the_product() -> None:
    """card_game, R23: scoring asks nobody anything."""
    match = ending()
    hold(match, 0, ("New York", "New Orleans"), ("Chicago", "Miami"))
    set_stack(match, 0, locomotive=2)
    decisions = match.decision
    score(match)
    assert match.over
    assert match.decision == decisions


# The final score


def test_uncompleted_tickets_are_subtracted() -> None:
    """card_game, final score: completed tickets' points minus all uncompleted ones'."""
    match = ending()
    tickets = hold(match, 0, ("Chicago", "New York"), ("Seattle", "Miami"), ("Seattle", "Denver"))
    set_stack(match, 0, black=1, green=1)
    score(match)
    sheet = match.scores[0]
    assert sheet.points("tickets") == 10 - 5 - 22
    assert {item["ticket"]: item["points"] for item in sheet.sources[0].items} == {
        tickets[0]: -5,
        tickets[1]: -22,
        tickets[2]: 10,
    }


def test_nothing_but_tickets_and_big_cities_scores() -> None:
    """card_game, final score: cards in stack, yard and hand are worth nothing."""
    match = ending()
    set_stack(match, 0, red=9)
    set_yard(match, 0, blue=(4, 1))
    set_hand(match, 0, locomotive=5)
    score(match)
    assert [sheet.total for sheet in match.scores] == [0, 0]
    assert [line.name for line in match.scores[0].sources] == ["tickets", "big cities"]


def test_the_big_city_bonus_goes_to_most_completed_tickets_to_it() -> None:
    """card_game, final score: each Big City's bonus for most completed tickets to it."""
    match = ending()
    done(match, 0, ("Miami", "Boston"), ("Miami", "Omaha"))
    done(match, 1, ("Miami", "El Paso"), ("Seattle", "Denver"))
    finished(match)
    assert [sheet.points("big cities") for sheet in match.scores] == [8, 8]
    lines = match.scores[0].sources[1].items
    assert [line for line in lines if line["count"]] == [{"city": "Miami", "count": 2, "points": 8}]
    lines = match.scores[1].sources[1].items
    assert [line for line in lines if line["points"]] == [
        {"city": "Seattle", "count": 1, "points": 8}
    ]


@pytest.mark.parametrize(
    ("pair", "bonus"),
    [
        (("Chicago", "Montreal"), 12),
        (("Dallas", "Raleigh"), 10),
        (("Los Angeles", "Vancouver"), 12),
        (("Miami", "Boston"), 8),
        (("New York", "Kansas City"), 15),
        (("Seattle", "Denver"), 8),
    ],
)
def test_the_points_of_each_big_city(pair: Pair, bonus: int) -> None:
    """card_game, parts: Chicago 12, Dallas 10, Los Angeles 12, Miami 8, New York 15,
    Seattle 8."""
    match = ending()
    done(match, 1, pair)
    finished(match)
    assert [sheet.points("big cities") for sheet in match.scores] == [0, bonus]


def test_all_who_tie_have_the_bonus() -> None:
    """card_game, final score: in a tie all who tie have the whole bonus, others nothing."""
    match = ending(3)
    done(match, 0, ("Chicago", "Montreal"))
    done(match, 2, ("Chicago", "Calgary"))
    finished(match)
    assert [sheet.points("big cities") for sheet in match.scores] == [12, 0, 12]


def test_r7_nobody_has_a_bonus_with_no_ticket() -> None:
    """card_game, R7: at least one: all tie with none, and nobody has any bonus."""
    match = finished(ending(3))
    assert [sheet.points("big cities") for sheet in match.scores] == [0, 0, 0]


def test_a_ticket_between_two_big_cities_counts_for_both() -> None:
    """card_game, final score: Seattle–New York counts for Seattle and for New York."""
    match = ending()
    done(match, 0, ("Seattle", "New York"))
    done(match, 1, ("New York", "Kansas City"))
    finished(match)
    # Seattle is seat 0's alone; New York is tied.
    assert [sheet.points("big cities") for sheet in match.scores] == [8 + 15, 15]


def test_uncompleted_tickets_do_not_count_for_big_cities() -> None:
    """card_game, final score: completed tickets only."""
    match = ending()
    hold(match, 0, ("Miami", "Boston"), ("Miami", "Omaha"))
    done(match, 1, ("Miami", "El Paso"))
    finished(match)
    assert [sheet.points("big cities") for sheet in match.scores] == [0, 8]


def test_most_points_win() -> None:
    """card_game, final score: most points, whatever else."""
    match = ending()
    done(match, 0, ("Chicago", "New York"))
    done(match, 1, ("Seattle", "Miami"))
    finished(match)
    assert [sheet.total for sheet in match.scores] == [5 + 12 + 15, 22 + 8 + 8]
    assert match.winners == [1]
    assert match.decided_by == ""


def test_tie_most_completed_tickets() -> None:
    """card_game, final score: tie for the win: most completed tickets, before Big City cards."""
    match = ending()
    done(match, 0, ("Chicago", "Miami"))  # 10 + 12 + 8, two Big City cards
    done(match, 1, ("New York", "Sault Ste. Marie"), ("New York", "Kansas City"))  # 6 + 9 + 15
    finished(match)
    assert [sheet.total for sheet in match.scores] == [30, 30]
    assert match.winners == [1]
    assert match.decided_by == "completed tickets"


def test_tie_then_most_big_city_cards() -> None:
    """card_game, final score: then most Big City cards."""
    match = ending()
    done(match, 0, ("Los Angeles", "Pittsburgh"))  # 18 + 12
    done(match, 1, ("Chicago", "Miami"))  # 10 + 12 + 8
    finished(match)
    assert [sheet.total for sheet in match.scores] == [30, 30]
    assert match.winners == [1]
    assert match.decided_by == "Big City cards"


def test_tie_then_shared() -> None:
    """card_game, final score: then the win is shared."""
    match = ending(3)
    done(match, 0, ("Chicago", "New York"))  # 5 + 12 + 15
    done(match, 2, ("Los Angeles", "Dallas"))  # 10 + 12 + 10
    finished(match)
    assert [sheet.total for sheet in match.scores] == [32, 0, 32]
    assert match.winners == [0, 2]
