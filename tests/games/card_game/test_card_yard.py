"""The Card Game: both phases of a turn in the rail yard (card_game, "A turn", A and B)."""

from itertools import combinations

import pytest

from tests.support import (
    card_rules,
    discards,
    hand,
    legal,
    relist,
    set_deck,
    set_hand,
    set_market,
    set_stack,
    set_ticket_deck,
    set_yard,
    stack,
    started,
    texts,
    total_cards,
    yard,
)
from wagonik import IllegalAction, Match
from wagonik.engine.cards import KIND_NAMES

DRAWS = {"deck", "take:red"}


def position(players: int = 2, **cards: int) -> Match:
    """Seat 0 is to move with these cards, a red market and no tickets to draw."""
    match = started("card_game", players)
    set_market(match, ["red"] * 5)
    set_ticket_deck(match)
    set_hand(match, 0, **cards)
    return match


def end_turn(match: Match) -> None:
    match.rules.end_turn(match.state)
    relist(match)


def yards(match: Match, viewer: int) -> list[dict[str, object]]:
    mechanics = match.view(viewer)["mechanics"]
    assert isinstance(mechanics, dict)
    rows = mechanics["yards"]
    assert isinstance(rows, list)
    return rows


# Phase 1


def test_phase_1_moves_one_card_of_every_row_onto_the_stack() -> None:
    """card_game, phase 1: one card of every row of the own yard moves to the own stack, before
    the player decides anything."""
    match = position(black=1)
    set_yard(match, 1, red=(3, 0), blue=(1, 0), white=(2, 0))
    set_stack(match, 1, red=1, green=2)
    end_turn(match)
    assert match.seat == 1
    assert yard(match, 1) == {"red": (2, 0), "white": (1, 0)}
    assert stack(match, 1) == {"red": 2, "green": 2, "blue": 1, "white": 1}


def test_phase_1_touches_no_other_yard() -> None:
    """card_game, phase 1: only the own rail yard."""
    match = position(3, black=1)
    set_yard(match, 0, red=(3, 0))
    set_yard(match, 1, blue=(3, 0))
    set_yard(match, 2, green=(3, 1))
    end_turn(match)
    assert yard(match, 0) == {"red": (3, 0)}
    assert yard(match, 1) == {"blue": (2, 0)}
    assert yard(match, 2) == {"green": (3, 1)}
    assert (stack(match, 0), stack(match, 1), stack(match, 2)) == ({}, {"blue": 1}, {})


def test_phase_1_is_not_a_choice() -> None:
    """card_game, phase 1: this is not a choice: the first decision of a turn is phase 2."""
    match = position(black=1)
    set_yard(match, 1, red=(3, 1), blue=(2, 2))
    end_turn(match)
    assert match.decision == 2
    assert match.rules.step_names[match.state.step] == "turn"
    families = {action.family for action in match.legal_actions()}
    assert families <= {"deck", "market", "trio", "row", "tickets"}


def test_r20_locomotives_lie_on_top_and_go_first() -> None:
    """card_game, R20: the top card of the row moves; locomotives lie on top."""
    match = position(black=1)
    set_yard(match, 1, red=(2, 2))
    moved = []
    for _ in range(4):
        end_turn(match)
        moved.append(dict(stack(match, 1)))
        end_turn(match)
    assert moved == [
        {"locomotive": 1},
        {"locomotive": 2},
        {"locomotive": 2, "red": 1},
        {"locomotive": 2, "red": 2},
    ]
    assert yard(match, 1) == {}


def test_yards_and_stacks_are_empty_at_the_start() -> None:
    """card_game, phase 1: yards are empty at the start, and so are the stacks."""
    match = started("card_game", 4)
    assert [yard(match, seat) for seat in range(4)] == [{}] * 4
    assert [stack(match, seat) for seat in range(4)] == [{}] * 4


def test_a_colour_is_free_again_once_its_row_has_moved() -> None:
    """card_game, phase 1 then 2: a row that moved away can be played anew in the same turn."""
    match = position(black=1)
    set_hand(match, 1, blue=2)
    set_yard(match, 1, blue=(1, 0))
    end_turn(match)
    assert legal(match, "row") == {"row:2_blue"}


def test_by_the_book_the_stack_cant_be_looked_at_not_even_by_its_owner() -> None:
    """card_game, phase 1, memory = book: face down until scoring; its size is seen."""
    match = started("card_game", 2, options={"memory": "book"})
    set_stack(match, 0, red=2, blue=1)
    for viewer in (-1, 0, 1):
        assert [(row["stack"], row["stack_cards"]) for row in yards(match, viewer)] == [
            (3, None),
            (0, None),
        ]


def test_helped_everybody_sees_what_lies_on_the_stacks() -> None:
    """card_game, phase 1, memory = helped, the usual: all of it lay open in the yards."""
    for options in ({}, {"memory": "helped"}):
        match = started("card_game", 2, options=options)
        set_stack(match, 0, red=2, blue=1)
        set_stack(match, 1, green=1)
        for viewer in (-1, 0, 1):
            assert [row["stack_cards"] for row in yards(match, viewer)] == [
                {"red": 2, "blue": 1},
                {"green": 1},
            ]


def test_memory_changes_nothing_but_what_people_are_shown() -> None:
    """card_game, memory: the same seed and actions give the same match; programs, who recall
    every public event anyway, see the same."""
    plain = Match("card_game", 3, 8)
    book = Match("card_game", 3, 8, {"memory": "book"})
    while not plain.over:
        action = plain.legal()[-1]
        assert plain.legal() == book.legal()
        assert plain.observe(0).state.numbers() == book.observe(0).state.numbers()
        plain.play(action)
        book.play(action)
    assert plain.state.numbers() == book.state.numbers()


def test_stacks_are_seen_after_scoring() -> None:
    """card_game, phase 1: "until scoring": at the end everybody sees all stacks."""
    match = position()
    set_stack(match, 0, red=2, blue=1)
    match.rules.out_of_turns(match.state)
    relist(match)
    assert match.over
    assert yards(match, -1)[0]["stack_cards"] == {"red": 2, "blue": 1}


# Phase 2 B: rows


def test_a_row_has_two_or_more_cards_of_one_colour() -> None:
    """card_game, B: two or more cards of one colour as one row; one card is no row."""
    match = position(blue=4, red=1)
    assert texts(match) == DRAWS | {"row:2_blue", "row:3_blue", "row:4_blue"}
    match.play("row:3_blue")
    assert yard(match, 0) == {"blue": (3, 0)}
    assert hand(match, 0) == {"blue": 1, "red": 1}
    assert discards(match) == {}
    assert match.seat == 1


def test_locomotives_are_allowed_among_the_cards_of_a_row() -> None:
    """card_game, B: locomotives are allowed; with any number of them that the hand has."""
    match = position(blue=2, locomotive=2)
    assert texts(match) == DRAWS | {"row:1_blue", "row:2_blue"}
    match.play("row:2_blue")
    assert texts(match) == {"locomotives:0", "locomotives:1", "locomotives:2"}
    match.play("locomotives:1")
    assert yard(match, 0) == {"blue": (2, 1)}
    assert hand(match, 0) == {"locomotive": 1}
    assert match.seat == 1


def test_a_row_of_one_colour_card_needs_a_locomotive() -> None:
    """card_game, B: two or more cards, locomotives counted."""
    match = position(blue=1, locomotive=2)
    match.play("row:1_blue")
    assert texts(match) == {"locomotives:1", "locomotives:2"}
    match.play("locomotives:2")
    assert yard(match, 0) == {"blue": (1, 2)}


def test_locomotives_of_a_row_lie_on_top() -> None:
    """card_game, B and R20: the locomotives of a row played move first."""
    match = position(blue=2, locomotive=1)
    match.play("row:2_blue")
    match.play("locomotives:1")
    end_turn(match)
    assert match.seat == 0
    assert stack(match, 0) == {"locomotive": 1}
    assert yard(match, 0) == {"blue": (2, 0)}
    told = [e for e in match.events(1) if e["event"] in ("row", "row_locomotives", "moved")]
    assert told == [
        {"event": "row", "seat": 0, "card": "blue", "count": 2},
        {"event": "row_locomotives", "seat": 0, "count": 1},
        {"event": "moved", "seat": 0, "card": "locomotive"},
    ]


def test_a_row_played_counts_with_its_locomotives_for_who_robs_it() -> None:
    """card_game, B: what was played, not only what is set up: two blue and a locomotive of seat 0
    are three cards, and its next turn takes one of them away."""
    match = position(blue=2, locomotive=1)
    match.play("row:2_blue")
    match.play("locomotives:1")
    set_hand(match, 1, blue=4)
    assert {text for text in texts(match) if text.startswith("row:")} == {"row:4_blue"}
    end_turn(match)
    end_turn(match)
    assert yard(match, 0) == {"blue": (2, 0)}
    set_hand(match, 1, blue=4)
    assert {text for text in texts(match) if text.startswith("row:")} == {
        "row:3_blue",
        "row:4_blue",
    }


def test_r21_a_row_needs_a_card_of_its_colour() -> None:
    """card_game, R21: with at least one card of the colour: locomotives alone are no row."""
    match = position(locomotive=5)
    assert texts(match) == DRAWS
    with pytest.raises(IllegalAction, match="at least one of the colour"):
        match.play("row:1_blue")


def test_a_row_of_all_ten_cards_and_all_locomotives_can_be_played() -> None:
    """card_game, B: a row has no greatest size."""
    match = position(blue=10, locomotive=16)
    match.play("row:10_blue")
    match.play("locomotives:16")
    assert yard(match, 0) == {"blue": (10, 16)}


def test_a_colour_of_the_own_yard_cant_be_played() -> None:
    """card_game, B: a colour that is already in the own yard can't be played, not even with
    more cards, as a row or in a trio."""
    match = position(blue=5, red=1, green=1, white=1)
    set_yard(match, 0, blue=(1, 0))
    assert texts(match) == DRAWS | {"trio:red+green+white"}
    with pytest.raises(IllegalAction, match="own yard already"):
        match.play("row:5_blue")
    set_yard(match, 0, blue=(0, 1))
    assert texts(match) == DRAWS | {"trio:red+green+white"}


def test_several_colours_can_lie_in_the_own_yard() -> None:
    """card_game, B: other colours than those in the own yard can be played."""
    match = position(blue=2)
    set_yard(match, 0, red=(2, 0))
    match.play("row:2_blue")
    assert yard(match, 0) == {"red": (2, 0), "blue": (2, 0)}


# Phase 2 B: trios


def test_a_trio_is_three_cards_of_three_colours() -> None:
    """card_game, B: exactly three cards of three different colours, as three rows."""
    match = position(blue=1, red=1, green=1)
    assert texts(match) == DRAWS | {"trio:red+green+blue"}
    match.play("trio:red+green+blue")
    assert yard(match, 0) == {"red": (1, 0), "green": (1, 0), "blue": (1, 0)}
    assert hand(match, 0) == {}
    assert match.seat == 1


def test_every_three_of_the_colours_are_a_trio() -> None:
    """card_game, B: any three different colours: all 56 of them, each once."""
    match = position(**dict.fromkeys(KIND_NAMES[:8], 1))
    expected = {"trio:" + "+".join(three) for three in combinations(KIND_NAMES[:8], 3)}
    assert legal(match, "trio") == expected
    assert len(expected) == 56


def test_two_colours_are_no_trio_and_locomotives_are_not_allowed() -> None:
    """card_game, B: three different colours, no locomotives."""
    match = position(blue=1, red=1, locomotive=3)
    assert legal(match, "trio") == set()
    match = position(blue=3)
    assert legal(match, "trio") == set()


def test_a_trio_cant_hold_a_colour_of_any_yard() -> None:
    """card_game, B: a colour in another yard needs more cards than its row; one card is never
    more, and own colours can't be played at all."""
    match = position(3, **dict.fromkeys(KIND_NAMES[:5], 1))
    set_yard(match, 0, red=(1, 0))
    set_yard(match, 2, orange=(0, 1))
    assert legal(match, "trio") == {"trio:yellow+green+blue"}
    with pytest.raises(IllegalAction, match="nobody's yard"):
        match.play("trio:red+green+blue")


# Robberies


def test_robbery_example() -> None:
    """card_game, example of a robbery: a row of one blue card, another plays three blue, the
    first discards the blue card."""
    match = position(blue=3)
    set_yard(match, 1, blue=(1, 0))
    match.play("row:3_blue")
    assert yard(match, 0) == {"blue": (3, 0)}
    assert yard(match, 1) == {}
    assert stack(match, 1) == {}
    assert discards(match) == {"blue": 1}


def test_a_robbery_needs_more_cards_than_the_row_has_now() -> None:
    """card_game, B: only with more cards than that row has now: as many are not enough."""
    match = position(blue=5)
    set_yard(match, 1, blue=(3, 0))
    assert legal(match, "row") == {"row:4_blue", "row:5_blue"}
    set_hand(match, 0, blue=3)
    assert legal(match, "row") == set()
    with pytest.raises(IllegalAction, match="needs 4 cards"):
        match.play("row:3_blue")


def test_a_robbery_of_one_card_takes_two() -> None:
    """card_game, B: more than one card and at least two: the same here."""
    match = position(blue=2)
    set_yard(match, 1, blue=(1, 0))
    assert legal(match, "row") == {"row:2_blue"}


def test_locomotives_count_in_a_robbery_on_both_sides() -> None:
    """card_game, B: locomotives count, in the row that is robbed and in the one that robs."""
    match = position(blue=1, locomotive=5)
    set_yard(match, 1, blue=(1, 2))
    assert legal(match, "row") == {"row:1_blue"}
    match.play("row:1_blue")
    assert texts(match) == {"locomotives:3", "locomotives:4", "locomotives:5"}
    with pytest.raises(IllegalAction, match="needs 4 cards"):
        match.play("locomotives:2")
    match.play("locomotives:3")
    assert yard(match, 0) == {"blue": (1, 3)}
    assert yard(match, 1) == {}
    assert discards(match) == {"blue": 1, "locomotive": 2}


def test_rows_shrink_and_become_easier_to_rob() -> None:
    """card_game, B: "than that row has now": what phase 1 took away no longer counts."""
    match = position(blue=3)
    set_yard(match, 1, blue=(3, 0))
    assert legal(match, "row") == set()
    end_turn(match)
    assert yard(match, 1) == {"blue": (2, 0)}
    end_turn(match)
    assert match.seat == 0
    assert legal(match, "row") == {"row:3_blue"}


@pytest.mark.parametrize("victim", [1, 2, 3])
def test_any_other_player_can_be_robbed(victim: int) -> None:
    """card_game, B: the row in another player's yard, whoever that is; other rows stay."""
    match = position(4, blue=3)
    set_yard(match, victim, blue=(2, 0), red=(1, 1))
    cards = total_cards(match)
    # The next player's phase 1 would move the first card: look at the yard right after the row.
    card_rules(match).place(match.state, 4, 3, 0)
    assert yard(match, victim) == {"red": (1, 1)}
    assert yard(match, 0) == {"blue": (3, 0)}
    assert total_cards(match) == cards


def test_what_is_on_the_stack_cant_be_robbed() -> None:
    """card_game, B: the row is discarded, the stack stays."""
    match = position(blue=3)
    set_yard(match, 1, blue=(1, 0))
    set_stack(match, 1, blue=4)
    match.play("row:3_blue")
    assert stack(match, 1) == {"blue": 4}


def test_everybody_sees_a_robbery() -> None:
    """card_game, B: rows lie open, and so does what becomes of them."""
    match = position(blue=3)
    set_yard(match, 1, blue=(1, 1))
    seen = len(match.events())
    match.play("row:3_blue")
    for viewer in (-1, 0, 1):
        events = match.events(viewer, seen)[:2]
        assert events == [
            {"event": "row", "seat": 0, "card": "blue", "count": 3},
            {"event": "robbed", "seat": 1, "card": "blue", "count": 2},
        ]


# Exactly one of the three, and R22


def test_exactly_one_action_a_turn() -> None:
    """card_game, phase 2: exactly one of the three, then the next player moves."""
    for action in ("row:2_blue", "trio:red+green+blue", "take:locomotive"):
        match = position(blue=2, red=1, green=1)
        set_market(match, ["locomotive", "red", "red", "red", "red"])
        match.play(action)
        assert match.seat == 1


def test_a_pass_is_not_allowed_while_an_action_is_possible() -> None:
    """card_game, phase 2 and R22: exactly one of the three, if one can be done."""
    match = position()
    assert texts(match) == DRAWS
    with pytest.raises(IllegalAction, match="R22"):
        match.play("pass")


def test_r22_who_can_do_nothing_ends_the_turn_after_phase_1() -> None:
    """card_game, R22: no cards to draw, nothing to play, no tickets: the turn ends, and phase 1
    of that turn has happened."""
    match = position(blue=3)
    set_hand(match, 1, red=1)
    set_yard(match, 1, green=(2, 0))
    set_deck(match)
    set_market(match, [None] * 5)
    match.state.last_turns = 2
    assert texts(match) == {"row:2_blue", "row:3_blue"}
    match.play("row:3_blue")
    # Seat 1 could do nothing, and its last turn was the last of the match.
    assert match.over
    assert stack(match, 1) == {"green": 1}
    assert [event["event"] for event in match.events()][-2:] == ["passed", "over"]


def test_r22_a_pass_does_not_end_the_match_by_itself() -> None:
    """card_game, R22: only the turn ends: the others still have theirs."""
    match = position(3, blue=3)
    for seat in (1, 2):
        set_hand(match, seat, red=3)
    set_hand(match, 1)
    set_deck(match)
    set_market(match, [None] * 5)
    match.state.last_turns = 3
    match.play("row:3_blue")
    assert match.seat == 2
    assert texts(match) == {"row:2_red", "row:3_red"}


def test_an_error_in_a_row_says_what_is_wrong() -> None:
    """Card Game, B: locomotives from the hand on top of the row, and nothing else before that."""
    match = position(red=3, locomotive=1)
    match.play("row:2_red")
    for action, words in (
        ("locomotives:3", "you hold 1 locomotive "),
        ("deck", "choose how many locomotives lie on top of the row first"),
        ("row:2_red", "choose how many locomotives lie on top of the row first"),
    ):
        with pytest.raises(IllegalAction, match=words):
            match.play(action)
