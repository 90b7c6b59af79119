"""Northern Lights: parts, set-up, drawing, parallel tracks, bonus cards, ties."""

from collections import Counter

import pytest

from tests.engine.common_positions import (
    FIVE_COLOURS,
    arrange,
    claim,
    deck,
    events,
    level,
    pieces,
    refuses,
)
from tests.support import (
    board_rules,
    discards,
    finish,
    hand,
    market,
    own,
    set_tickets,
    started,
    texts,
)
from wagonik import Match
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.errors import UnknownGame
from wagonik.engine.state import OFFER, REMOVED, State
from wagonik.games.northern_lights.goals import (
    COST_EFFICIENCY,
    FERRY_MASTER,
    SMALL_STEPS,
    WILD_WEST,
    NorthernState,
)


def goals_of(state: State) -> list[int]:
    assert isinstance(state, NorthernState)
    return [int(goal) for goal in state.goals]


def set_goals(match: Match, *goals: int) -> None:
    assert isinstance(match.state, NorthernState)
    assert len(goals) == 4
    for i, goal in enumerate(goals):
        match.state.goals[i] = goal


def test_two_to_five_players() -> None:
    """Northern Lights: 2–5 players."""
    for players in (1, 6):
        with pytest.raises(UnknownGame):
            Match("northern_lights", players, 1)


def test_parts() -> None:
    """Northern Lights, parts: 40 trains; 12 of each colour, 18 locomotives; 55 tickets."""
    match = Match("northern_lights", 5, 1)
    cards = Counter(deck(match)) + Counter(str(card) for card in market(match))
    for seat in range(5):
        assert pieces(match, seat) == 40
        cards += Counter(hand(match, seat))
    assert cards == dict.fromkeys(KIND_NAMES[:8], 12) | {"locomotive": 18}
    assert cards.total() == 114
    board = board_rules(match).board
    assert board.ticket_count == 55
    assert board.track_count == 161
    sizes = Counter(Counter(frozenset((r.start, r.end)) for r in board.routes).values())
    assert sizes == {1: 59, 2: 48, 3: 2}


def test_setup() -> None:
    """Northern Lights, set-up: 4 train cards; 4 tickets, keep at least 2."""
    match = Match("northern_lights", 3, 1)
    for seat in range(3):
        assert sum(hand(match, seat).values()) == 4
        assert match.state.offer[seat * OFFER] == 4
        masks = {action.argument for action in match.legal_actions(seat)}
        assert masks == {mask for mask in range(16) if mask.bit_count() >= 2}


def test_four_goals_are_turned_up_at_random_the_others_leave_the_game() -> None:
    """Northern Lights, set-up: four different ones, each of the eleven in some match; public."""
    seen: Counter[int] = Counter()
    for seed in range(60):
        match = Match("northern_lights", 2, seed)
        goals = goals_of(match.state)
        assert len(set(goals)) == 4
        seen.update(goals)
    assert set(seen) == set(range(11))
    shown = match.view()["mechanics"]["goals"]  # type: ignore[index]
    assert [goal["goal"] for goal in shown] == goals
    assert [e["goal"] for e in match.events() if e["event"] == "goal"] == goals


def test_tickets_not_kept_go_to_the_bottom_of_the_ticket_deck_now_and_later() -> None:
    """Northern Lights, set-up: first all the others come, then those returned, in order."""
    match = Match("northern_lights", 2, 1, first=0)
    offers = [match.view(seat)["players"][seat]["offer"] for seat in range(2)]  # type: ignore[index]
    match.play("keep:1,2", 0)
    match.play("keep:2,3", 1)
    returned = [offers[0][2], offers[0][3], offers[1][0], offers[1][3]]
    assert match.state.queued == 55 - 4
    assert not any(holder >= REMOVED for holder in match.state.holder)
    drawn: list[int] = []
    for _ in range(16):  # 47 tickets that nobody has seen, then the four returned
        seat = match.seat
        match.play("tickets")
        offer = match.view(seat)["players"][seat]["offer"]  # type: ignore[index]
        drawn += offer
        match.play("keep:2")
        returned += [offer[0], offer[2]]
        assert not set(drawn[:47]) & set(returned[:4])
    assert drawn[47:48] == returned[:1]
    match.play("tickets")
    assert match.view(match.seat)["players"][match.seat]["offer"] == returned[1:4]  # type: ignore[index]


def position(players: int = 2, *hands: dict[str, int]) -> Match:
    match = started("northern_lights", players, 1)
    rest: list[dict[str, int]] = [{}] * (players - len(hands))
    arrange(match, hands=[*hands, *rest], market=FIVE_COLOURS, deck={"white": 40}, discards={})
    return match


def test_drawing() -> None:
    """Northern Lights, drawing: no refresh rule; a face-up locomotive is the turn's only card;
    draw 3 tickets, keep at least 1."""
    match = position()
    arrange(match, market=("locomotive",) * 4 + ("red",), deck={"locomotive": 4})
    match.play("take:red")
    assert market(match) == ["locomotive"] * 5
    assert discards(match) == {}
    assert hand(match, 0) == {"red": 1, "locomotive": 1}  # the second card had to be a blind one
    assert match.seat == 1
    match.play("take:locomotive")
    assert match.seat == 0
    match.play("tickets")
    assert {action.argument for action in match.legal_actions()} == set(range(1, 8))


# Parallel tracks

RED, GREEN, BLUE = (f"Karlstad–Stockholm/{colour}" for colour in ("red", "green", "blue"))
FULL = {"red": 3, "green": 3, "blue": 3, "purple": 9}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_tracks_two_or_three_players_use_one_four_or_five_both(players: int) -> None:
    """Northern Lights, parallel tracks."""
    match = position(players, *[FULL] * players)
    claim(match, "Bergen–Oslo/red")
    assert match.seat == 1
    assert ("claim:Bergen–Oslo/purple" in texts(match)) == (players >= 4)
    if players < 4:
        refuses(match, "claim:Bergen–Oslo/purple", "so few players", "common")


@pytest.mark.parametrize(("players", "used"), [(2, 1), (3, 2), (4, 3), (5, 3)])
def test_three_tracks_one_two_or_all_three_are_used(players: int, used: int) -> None:
    """Northern Lights, parallel tracks: two players use one, three two, more all three."""
    match = position(players, *[FULL] * players)
    claimed = 0
    for text in (RED, GREEN, BLUE):
        if f"claim:{text}" in texts(match):
            claim(match, text)
            claimed += 1
            if claimed == players:
                break
    assert claimed == used
    if used < 3:
        refuses(match, f"claim:{BLUE}", "so few players" if match.seat >= used else "parallel")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_owns_more_than_one_of_them(players: int) -> None:
    """Northern Lights, parallel tracks: also of three."""
    match = position(players, *[FULL] * players)
    claim(match, RED)
    while match.seat:
        match.play("deck")
        match.play("deck")
    assert not {f"claim:{GREEN}", f"claim:{BLUE}"} & texts(match)
    refuses(match, f"claim:{GREEN}", "two parallel tracks", "R3")


# Bonus cards


@pytest.mark.parametrize(
    ("text", "bonus"),
    [
        ("Åndalsnes–Trondheim/grey/1", 1),
        ("Mo_i_Rana–Narvik/grey/2", 2),
        ("Mo_i_Rana–Trondheim/grey/1", 3),
        ("Stockholm–Turku/grey/1", 0),
        ("Bergen–Oslo/red", 0),
    ],
)
def test_bonus_cards_are_drawn_blind_after_the_claim(text: str, bonus: int) -> None:
    """Northern Lights, bonus cards: X cards from the deck, known to their owner only."""
    match = position(2, {"red": 3, "locomotive": 5})
    board = board_rules(match).board
    length = board.routes[board.track_texts.index(text)].length
    since = len(match.events())
    claim(match, text, *(["pay:red+0"] if text.startswith("Bergen") else []))
    while match.seat == 0:
        match.play(match.legal()[0])
    assert sum(hand(match, 0).values()) == 8 - length + bonus
    assert hand(match, 0).get("white", 0) == bonus
    assert deck(match) == {"white": 40 - bonus}
    assert market(match) == list(FIVE_COLOURS)
    seen = [e for e in match.events(1, since) if e["event"] == "drew"]
    assert seen == [{"event": "drew", "seat": 0, "card": None}] * bonus
    assert events(match, since).count("bonus") == (1 if bonus else 0)
    assert match.seat == 1  # nothing more is drawn


@pytest.mark.parametrize(("left", "drawn"), [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_bonus_cards_as_many_as_there_are(left: int, drawn: int) -> None:
    """Northern Lights, bonus cards: the deck, then the shuffled discards; the five cards just
    paid are among these."""
    text = "Mo_i_Rana–Trondheim/grey/1"
    match = position(2, {"locomotive": 5})
    arrange(match, deck={"white": 9}, discards={})
    if left >= 3:
        arrange(match, deck={"white": left})
        claim(match, text)
        assert hand(match, 0) == {"white": 3}
        return
    # The claim's five cards become the deck when there is none: bonus cards come from them.
    arrange(match, deck={"white": left} if left else {}, ticket_deck=9)
    claim(match, text)
    assert sum(hand(match, 0).values()) == 3
    assert hand(match, 0).get("white", 0) == drawn


def test_no_bonus_cards_when_there_are_none() -> None:
    """Northern Lights, bonus cards, and common, R2: one card is paid, and it fills a slot."""
    match = position(2, {"locomotive": 1})
    arrange(match, market=(None, "red", "red", "red", "red"), deck={}, discards={}, ticket_deck=9)
    since = len(match.events())
    claim(match, "Åndalsnes–Trondheim/grey/1")
    assert hand(match, 0) == {}
    assert market(match)[0] == "locomotive"
    assert "drew" not in events(match, since)


@pytest.mark.parametrize("empty", [1, 2, 3])
def test_r28_paid_cards_fill_the_market_before_bonus_cards_are_drawn(empty: int) -> None:
    """Northern Lights, R28: five cards are paid, of which the market takes what it lacks; the
    bonus of three comes from the rest."""
    match = position(2, {"locomotive": 5})
    slots = [None] * empty + ["red"] * (5 - empty)
    arrange(match, market=slots, deck={}, discards={}, ticket_deck=9)
    since = len(match.events())
    claim(match, "Mo_i_Rana–Trondheim/grey/1")
    assert None not in market(match)
    assert hand(match, 0) == {"locomotive": min(3, 5 - empty)}
    happened = [name for name in events(match, since) if name in ("turned", "drew", "bonus")]
    assert happened == ["turned"] * empty + ["bonus"] + ["drew"] * min(3, 5 - empty)


# Ties


def tied(players: int = 3) -> Match:
    match = started("northern_lights", players, 1)
    for seat in range(players):
        set_tickets(match, seat)
    set_goals(match, SMALL_STEPS, FERRY_MASTER, WILD_WEST, COST_EFFICIENCY)
    return match


def test_tie_most_completed_tickets_then_most_goals_then_shared() -> None:
    """Northern Lights, score: the tie-breakers in their order."""
    match = tied()
    own(match, 0, "Helsinki–Turku", "Umeå–Vaasa/grey/1", "Oulu–Tornio")  # one goal more
    own(match, 1, "Karlstad–Oslo/white", "Karlstad–Stockholm/red")
    set_tickets(match, 1, ("Oslo", "Stockholm"))
    level(match)
    finish(match)
    assert (match.winners, match.decided_by) == ([1], "completed tickets")

    match = tied()
    # Each has trains left (all tie). Seat 0 leads in ferries; seat 1 in short routes and the west.
    own(match, 0, "Riga–Visby")
    own(match, 1, "Karlstad–Oslo/white")
    level(match)
    finish(match)
    assert (match.winners, match.decided_by) == ([1], "goals")

    match = tied()
    own(match, 0, "Riga–Visby", "Bergen–Lillehammer")
    own(match, 1, "Karlstad–Oslo/white")
    own(match, 2, "Kuopio–Lahti/white")
    level(match)
    finish(match)
    # Ferries and the west (shared) against short routes and the west (shared).
    assert match.winners == [0, 1]


def test_no_globetrotter_and_no_longest_route_bonus() -> None:
    """Northern Lights, score: routes, tickets and goals are all."""
    match = tied()
    own(match, 0, "Karlstad–Oslo/white", "Karlstad–Stockholm/red")
    set_tickets(match, 0, ("Oslo", "Stockholm"))
    set_goals(match, FERRY_MASTER, FERRY_MASTER, FERRY_MASTER, FERRY_MASTER)
    assert [source.name for source in match.scores[0].sources] == ["routes", "tickets", "goals"]
    assert [sheet.total for sheet in match.scores] == [2, 0, 0]
