"""The page of common rules: drawing train cards (R1, R2, R25)."""

import pytest

from tests.engine.common_positions import FIVE_COLOURS, arrange, claim, deck, events, refuses
from tests.support import discards, hand, market, set_deck, started, texts
from wagonik import Match


def position(game: str = "northern_lights", players: int = 2) -> Match:
    match = started(game, players, 1)
    arrange(match, hands=[{}] * players, market=FIVE_COLOURS, deck={"white": 20}, discards={})
    return match


TAKES = {f"take:{kind}" for kind in FIVE_COLOURS}


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights", "pennsylvania"])
def test_a_turn_is_exactly_one_of_three_actions(game: str) -> None:
    """Common: a seat may draw cards, claim a route, or draw tickets, and nothing else."""
    match = position(game)
    assert texts(match) == TAKES | {"deck", "tickets"}
    arrange(match, hands=({"purple": 1}, {}))
    families = {action.family for action in match.legal_actions()}
    assert families <= {"market", "deck", "claim", "tickets"}


@pytest.mark.parametrize(
    ("first", "second", "cards"),
    [
        ("deck", "deck", {"white": 2}),
        ("deck", "take:red", {"white": 1, "red": 1}),
        ("take:red", "deck", {"white": 1, "red": 1}),
        ("take:red", "take:blue", {"red": 1, "blue": 1}),
        ("take:red", "take:white", {"red": 1, "white": 1}),
    ],
)
def test_two_cards_each_from_the_market_or_the_deck(
    first: str, second: str, cards: dict[str, int]
) -> None:
    """Common: up to two, one after the other, each from the market or blind."""
    match = position()
    match.play(first)
    assert match.seat == 0
    match.play(second)
    assert hand(match, 0) == cards
    assert match.seat == 1
    assert None not in market(match)
    assert sum(deck(match).values()) == 18


def test_a_market_card_taken_is_replaced_at_once_before_the_next_draw() -> None:
    """Common: the new card lies there, and can be the second card."""
    match = position()
    since = len(match.events())
    match.play("take:yellow")
    assert market(match) == ["red", "orange", "white", "green", "blue"]
    assert events(match, since) == ["took", "turned"]
    assert deck(match) == {"white": 19}
    assert texts(match) == {
        "take:red", "take:orange", "take:white", "take:green", "take:blue", "deck"
    }  # fmt: skip


def test_each_kind_of_the_market_is_listed_once() -> None:
    """Common: two face-up cards of a kind are one choice; taking it takes one of them."""
    match = position()
    arrange(match, market=("red", "red", "red", "blue", "blue"))
    actions = [action.text for action in match.legal_actions()]
    assert sorted(actions) == ["deck", "take:blue", "take:red", "tickets"]
    match.play("take:red")
    assert market(match) == ["white", "red", "red", "blue", "blue"]


def test_the_event_says_from_which_place_of_the_market_a_card_was_taken() -> None:
    """Two equal cards can't be told apart where no card is turned up in the place (common, R2)."""
    match = position()
    arrange(match, market=(None, "red", "blue", "blue", "red"), deck={"white": 1})
    match.play("deck")
    match.play("take:blue")
    found = [event for event in match.events() if event["event"] == "took"]
    assert found == [{"event": "took", "seat": 0, "card": "blue", "slot": 2}]
    assert market(match) == [None, "red", None, "blue", "red"]


@pytest.mark.parametrize("game", ["northern_lights", "pennsylvania", "united_kingdom", "paris"])
def test_a_face_up_locomotive_is_the_only_card_of_the_turn(game: str) -> None:
    """Common: taken as the first card, it ends the action."""
    match = position(game)
    arrange(match, market=("red", "locomotive", "yellow", "green", "blue"))
    match.play("take:locomotive")
    assert hand(match, 0) == {"locomotive": 1}
    assert match.seat == 1
    assert market(match) == ["red", "white", "yellow", "green", "blue"]


@pytest.mark.parametrize("first", ["deck", "take:red"])
def test_a_face_up_locomotive_may_be_the_first_card_only(first: str) -> None:
    """Common: as the second card it can't be taken."""
    match = position()
    arrange(match, market=("red", "locomotive", "yellow", "green", "blue"))
    match.play(first)
    assert "take:locomotive" not in texts(match)
    refuses(match, "take:locomotive", "first card only", "common")


def test_a_locomotive_turned_up_for_the_first_card_can_not_be_the_second() -> None:
    """Common: also if it came to the market between the two draws."""
    match = position()
    set_deck(match, locomotive=9)
    match.play("take:red")
    assert market(match)[0] == "locomotive"
    assert texts(match) == {"take:orange", "take:yellow", "take:green", "take:blue", "deck"}


def test_a_locomotive_drawn_blind_counts_as_an_ordinary_card() -> None:
    """Common: it may be the first and the second card."""
    match = position()
    set_deck(match, locomotive=9)
    match.play("deck")
    assert match.seat == 0
    match.play("deck")
    assert hand(match, 0) == {"locomotive": 2}
    assert match.seat == 1


@pytest.mark.parametrize("first", ["deck", "take:green"])
def test_r25_the_second_card_is_drawn_if_one_can_be_drawn(first: str) -> None:
    """Common, R25: stopping after one card is not a choice."""
    match = position()
    arrange(match, hands=({"purple": 9}, {}))
    match.play(first)
    assert {action.family for action in match.legal_actions()} <= {"deck", "market"}
    for action in ("pass", "tickets", "claim:Apatity–Kemijärvi", "keep:1"):
        refuses(match, action, "drawn first", "R25")


# The refresh rule


def test_three_locomotives_in_the_market_sweep_it_away() -> None:
    """Common, refresh rule: all five are discarded and five new ones turned up."""
    match = position("pennsylvania")
    arrange(
        match,
        market=("locomotive", "locomotive", "red", "green", "blue"),
        deck={"locomotive": 1},
        discards={"white": 10},
    )
    since = len(match.events())
    match.play("take:blue")
    assert market(match) == ["white"] * 5
    assert discards(match) == {"locomotive": 3, "red": 1, "green": 1}
    assert deck(match) == {"white": 5}
    assert events(match, since).count("refreshed") == 1
    assert texts(match) == {"take:white", "deck"}  # the second card comes from the new market


def test_two_locomotives_in_the_market_stay() -> None:
    """Common, refresh rule: three or more."""
    match = position("pennsylvania")
    arrange(match, market=("locomotive", "red", "red", "green", "blue"), deck={"locomotive": 1})
    arrange(match, discards={"white": 10})
    match.play("take:blue")
    assert market(match) == ["locomotive", "red", "red", "green", "locomotive"]
    assert discards(match) == {}


def test_the_market_is_swept_again_if_needed() -> None:
    """Common, refresh rule: a new market of locomotives is swept too."""
    match = position("pennsylvania")
    arrange(
        match,
        market=("locomotive", "locomotive", "red", "green", "blue"),
        deck={"locomotive": 6},
        discards={"white": 10},
    )
    since = len(match.events())
    match.play("take:blue")
    # The second market is five locomotives for certain.
    assert events(match, since).count("refreshed") >= 2
    assert market(match).count("locomotive") < 3
    assert None not in market(match)
    everywhere = [*market(match)]
    for pile in (deck(match), discards(match)):
        everywhere += [kind for kind, count in pile.items() for _ in range(count)]
    assert sorted(map(str, everywhere)) == sorted(
        ["locomotive"] * 8 + ["white"] * 10 + ["red", "green"]
    )


@pytest.mark.parametrize("game", ["pennsylvania", "paris"])
def test_the_first_market_is_refreshed_too(game: str) -> None:
    """Common, refresh rule: "whenever" holds for the first market."""
    swept = 0
    for seed in range(250):
        match = Match(game, 2, seed)
        assert market(match).count("locomotive") < 3
        swept += "refreshed" in events(match)
    assert swept > 0


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights"])
def test_no_refresh_where_the_game_has_no_refresh_rule(game: str) -> None:
    """Nordic Countries and Northern Lights, drawing: no refresh rule."""
    match = position(game)
    arrange(match, market=("locomotive", "locomotive", "red", "green", "blue"))
    set_deck(match, locomotive=9)
    match.play("take:blue")
    assert market(match) == ["locomotive", "locomotive", "red", "green", "locomotive"]
    assert discards(match) == {}


@pytest.mark.parametrize("game", ["pennsylvania", "paris"])
def test_r1_the_refresh_stops_when_no_market_with_fewer_than_three_can_be_given(
    game: str,
) -> None:
    """Common, R1: two cards that are not locomotives are all there is."""
    match = position(game)
    arrange(match, market=("locomotive", "locomotive", "red", "green", "blue"))
    set_deck(match, locomotive=3)
    since = len(match.events())
    match.play("take:blue")
    assert market(match) == ["locomotive", "locomotive", "red", "green", "locomotive"]
    assert events(match, since) == ["took", "turned"]
    assert deck(match) == {"locomotive": 2}


def test_r1_the_refresh_goes_on_as_long_as_such_a_market_is_possible() -> None:
    """Common, R1: three cards that are not locomotives are enough; the only market that can
    end the refresh has all of them."""
    for seed in range(5):
        match = started("pennsylvania", 2, seed)
        arrange(
            match,
            hands=({}, {}),
            market=("locomotive", "locomotive", "red", "green", "blue"),
            deck={"locomotive": 1},
            discards={"white": 1},
        )
        since = len(match.events())
        match.play("take:blue")
        assert sorted(map(str, market(match))) == [
            "green", "locomotive", "locomotive", "red", "white"
        ]  # fmt: skip
        assert "refreshed" in events(match, since)
        # The sixth card is the third locomotive.
        assert deck(match) | discards(match) == {"locomotive": 1}


@pytest.mark.parametrize("shown", [0, 1, 2])
def test_r1_a_market_that_can_not_be_filled_is_not_swept_for_ever(shown: int) -> None:
    """Common, R1 and R2: fewer cards than slots, three of them locomotives."""
    match = position("pennsylvania")
    colours = ["red", "green"][:shown]
    arrange(
        match,
        hands=({"locomotive": 1}, {"blue": 2}),
        market=["locomotive", "locomotive", *colours, *[None] * (3 - shown)],
        deck={},
        discards={},
    )
    match.play(_length_one(match))
    while match.seat == 0:
        match.play(match.legal()[0])
    assert market(match).count("locomotive") == 3
    assert market(match).count(None) == 2 - shown


def _length_one(match: Match) -> str:
    return min(text for text in texts(match) if text.startswith("claim:"))


def test_r1_a_refresh_that_had_stopped_is_made_up_for_when_cards_are_there() -> None:
    """Common, refresh rule and R1: three locomotives that had to stay are swept as soon as the
    discards make another market possible: the rule says whenever."""
    match = position("pennsylvania")
    arrange(
        match,
        hands=({"white": 6}, {}),
        market=("locomotive", "locomotive", "locomotive", "red", "green"),
        deck={"locomotive": 2},
        discards={},
    )
    claim(match, "Albany–Syracuse/white")
    while match.seat == 0:
        match.play(match.legal()[0])
    assert market(match).count("locomotive") < 3


# The deck runs out


def test_when_the_deck_runs_out_the_discards_become_a_new_deck() -> None:
    """Common: shuffled, and all of them."""
    match = position()
    arrange(match, deck={"red": 1}, discards={"green": 3, "black": 2})
    since = len(match.events())
    match.play("deck")
    assert hand(match, 0) == {"red": 1}
    assert deck(match) == {"green": 3, "black": 2}
    assert discards(match) == {}
    assert events(match, since) == ["drew", "shuffled"]
    assert match.events(-1, since)[1]["cards"] == 5
    match.play("deck")
    assert sum(deck(match).values()) == 4


def test_r2_without_deck_and_discards_the_draw_action_can_not_be_chosen() -> None:
    """Common, R2: also if cards lie in the market."""
    match = position()
    arrange(match, hands=({"purple": 2}, {}), deck={}, discards={})
    assert not {t for t in texts(match) if t == "deck" or t.startswith("take:")}
    assert "tickets" in texts(match)
    refuses(match, "deck", "R2")
    refuses(match, "take:red", "R2")


def test_r2_one_card_in_the_deck_is_enough_to_choose_the_action() -> None:
    """Common, R2: it can be chosen as long as a card is in the deck or the discards."""
    match = position()
    arrange(match, deck={"white": 1})
    assert texts(match) == TAKES | {"deck", "tickets"}


def test_r2_the_discards_alone_are_enough_to_choose_the_action() -> None:
    """Common, R2: the last deck card is drawn as second card, the discards are the new deck."""
    match = position()
    arrange(match, hands=({}, {}), deck={"white": 2}, discards={"black": 1})
    match.play("deck")
    match.play("deck")
    assert match.seat == 1
    assert texts(match) == TAKES | {"deck", "tickets"}


def test_r2_the_last_card_of_the_deck_taken_first_leaves_the_market_for_the_second() -> None:
    """Common, R2: if they run out between the two draws, the second comes from the market."""
    match = position()
    arrange(match, market=("red", "locomotive", "blue", "blue", None), deck={"white": 1})
    match.play("deck")
    assert match.seat == 0
    assert texts(match) == {"take:red", "take:blue"}
    match.play("take:red")
    assert hand(match, 0) == {"white": 1, "red": 1}
    assert market(match) == [None, "locomotive", "blue", "blue", None]
    assert match.seat == 1


def test_r2_the_last_card_of_the_deck_may_replace_the_first_card_taken() -> None:
    """Common, R2: then the market is all that is left for the second."""
    match = position()
    arrange(match, deck={"white": 1})
    match.play("take:red")
    assert texts(match) == {"take:white", *TAKES} - {"take:red"}
    refuses(match, "deck", "take a face-up card (common, R2)")


@pytest.mark.parametrize("left", [None, "locomotive"])
def test_r2_otherwise_the_action_ends_with_one_card(left: str | None) -> None:
    """Common, R2: no card for the second draw, or only a face-up locomotive."""
    match = position()
    arrange(match, market=(left, None, None, None, None), deck={"white": 1})
    match.play("deck")
    assert hand(match, 0) == {"white": 1}
    assert match.seat == 1
    assert market(match) == [left, None, None, None, None]


def test_r2_an_empty_slot_stays_empty_and_is_filled_as_soon_as_a_card_is_there() -> None:
    """Common, R2: by the cards of the next claim."""
    match = position()
    arrange(match, hands=({}, {"purple": 2}), deck={"white": 1})
    match.play("take:red")
    match.play("take:white")
    assert market(match) == [None, *FIVE_COLOURS[1:]]
    assert match.seat == 1
    since = len(match.events())
    match.play("claim:Apatity–Kemijärvi")
    assert market(match) == ["purple", *FIVE_COLOURS[1:]]
    assert deck(match) == {"purple": 1}
    assert discards(match) == {}
    assert events(match, since)[:4] == ["claimed", "paid", "shuffled", "turned"]


def test_r2_slots_are_filled_as_far_as_the_cards_go() -> None:
    """Common, R2: two cards for four empty slots, and no card is lost."""
    match = position()
    arrange(
        match,
        hands=({"purple": 2}, {"red": 3}),
        market=("blue", None, None, None, None),
        deck={},
    )
    match.play("claim:Apatity–Kemijärvi")
    assert market(match) == ["blue", "purple", "purple", None, None]
    assert deck(match) == {}
    assert discards(match) == {}
    assert not {t for t in texts(match) if t == "deck" or t.startswith("take:")}
