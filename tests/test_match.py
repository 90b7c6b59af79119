"""The public API: Match as design.md promises it (common R26 for the first tickets)."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

import wagonik
from tests.support import started, texts
from wagonik import (
    GAMES,
    Action,
    IllegalAction,
    Match,
    StaleAction,
    UndoRefused,
    UnknownGame,
    WagonikError,
)
from wagonik.engine.boardfile import published, text
from wagonik.engine.state import UNKNOWN

Case = tuple[str, int, dict[str, bool]]

CASES: list[Case] = [
    (game.key, players, {})
    for game in GAMES
    for players in range(game.least_players, game.most_players + 1)
]
CASES += [
    ("united_kingdom", 3, {"advanced_technologies": True}),
    ("card_game", 2, {"memory=book": True}),
]
# One case a game is enough where every step of a match is looked at.
FEW: list[Case] = [(game.key, game.most_players, {}) for game in GAMES] + CASES[-2:]
every_case = pytest.mark.parametrize(("game", "players", "options"), CASES)
one_a_game = pytest.mark.parametrize(("game", "players", "options"), FEW)


def steps(match: Match, seed: int = 1) -> Iterator[Match]:
    """Play at random to the end; yields before every decision."""
    rng = random.Random(seed)
    while not match.over:
        yield match
        match.play(rng.choice(match.legal_actions()))


def played(match: Match, decisions: int = 10**6, seed: int = 1) -> Match:
    for _ in steps(match, seed):
        if match.decision >= decisions:
            break
    return match


# The snippet of design.md


def test_the_promised_program_runs() -> None:
    """design.md, "The public API": the program there, word by word."""
    rng = random.Random(3)
    match = wagonik.Match("nordic_countries", players=2, seed=7)
    while not match.over:
        match.play(rng.choice(match.legal_actions()))
    assert [sheet.seat for sheet in match.scores] == [0, 1]
    for sheet in match.scores:
        assert sheet.total == sum(line.points for line in sheet.sources)
    best = max(sheet.total for sheet in match.scores)
    assert match.winners
    assert all(match.scores[seat].total == best for seat in match.winners)
    assert match.view(0)["viewer"] == 0
    record = match.record()
    assert wagonik.replay(record).state.numbers() == match.state.numbers()


@every_case
def test_every_game_and_count_is_played_to_its_end(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Decisions": the list is never empty before the end, has no doubles, and
    is empty at the end; a match ends."""
    match = Match(game, players, 5, options)
    for at in steps(match):
        legal = at.legal()
        assert len(legal) > 1  # one possible answer is taken by the engine
        assert len(set(legal)) == len(legal)
        assert [action.index for action in at.legal_actions()] == legal
        assert at.deciding
    assert match.legal() == []
    assert match.legal_actions() == []
    assert match.deciding == []
    assert match.winners
    assert set(match.winners) <= set(range(players))


@every_case
def test_the_same_seed_and_actions_give_the_same_match(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Randomness": the same seed and actions give the same match."""
    first = played(Match(game, players, 2**100 + 3, options))
    second = played(Match(game, players, 2**100 + 3, options))
    assert first.history == second.history
    assert first.state.numbers() == second.state.numbers()
    assert first.events() == second.events()
    other = played(Match(game, players, 2**100 + 4, options))
    assert other.state.numbers() != first.state.numbers()


def test_a_seed_has_128_bits_and_all_of_them_matter() -> None:
    """design.md, "Randomness": a match without a seed draws one of 128 bits."""
    seeds = {Match("paris").seed for _ in range(20)}
    assert len(seeds) == 20
    assert max(seed.bit_length() for seed in seeds) > 110
    assert all(0 <= seed < 2**128 for seed in seeds)
    base = 2**127
    states = {str(Match("paris", 2, base + 2**bit).state.numbers()) for bit in range(0, 127, 3)}
    assert len(states) == 43


def test_negative_and_zero_seeds_are_seeds_too() -> None:
    """design.md, "Randomness": any whole number."""
    states = {str(Match("paris", 2, seed).state.numbers()) for seed in (-1, 0, 1, -(2**130))}
    assert len(states) == 4
    with pytest.raises(WagonikError, match="bits"):
        Match("paris", 2, 10**5000)


def test_the_first_player_is_drawn_from_the_seed_or_named() -> None:
    """common, setup: the first player is chosen at random from the seed, or as the host says."""
    assert {int(Match("paris", 4, seed).state.first) for seed in range(40)} == {0, 1, 2, 3}
    for first in range(4):
        assert started("paris", 4, first=first).seat == first
    for first in (-1, 4, 10**30):
        with pytest.raises(WagonikError, match="first seat"):
            Match("paris", 4, 1, first=first)


def test_play_goes_clockwise() -> None:
    """common, setup: one seat after the other."""
    match = played(started("paris", 4, first=2))
    seats = [event["seat"] for event in match.events() if event["event"] == "turn"]
    assert seats == [(2 + i) % 4 for i in range(len(seats))]


def test_a_board_of_ones_own() -> None:
    """design.md, "Board files": a match can be played on a file, a text or a loaded board."""
    content = text("paris").replace("Louvre", "Pyramide")
    match = Match("paris", 2, 1, board=content)
    assert any("Pyramide" in action.text for action in match.rules.table.actions)
    assert Match("paris", 2, 1, board=published("paris")).rules.table.by_text.keys() == (
        Match("paris", 2, 1).rules.table.by_text.keys()
    )
    with pytest.raises(UnknownGame, match="is for paris"):
        Match("pennsylvania", 2, 1, board=content)


# Illegal and stale actions


@one_a_game
def test_illegal_actions_raise_and_change_nothing(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """issue, API: illegal actions raise an error that says why, and change nothing: every
    action of the table that is not legal, at many moments of a match."""
    match = Match(game, players, 11, options)
    rng = random.Random(4)
    for at in steps(match):
        before = at.state.numbers()
        legal = set(at.legal())
        others = [index for index in range(len(at.rules.table)) if index not in legal]
        for index in rng.sample(others, 12):
            with pytest.raises(IllegalAction) as caught:
                at.play(index)
            name = at.rules.table.actions[index].text
            assert name in str(caught.value)
            assert str(caught.value).endswith(".")
        assert at.state.numbers() == before
        assert set(at.legal()) == legal
    before = match.state.numbers()
    with pytest.raises(IllegalAction, match="over"):
        match.play(0)
    assert match.state.numbers() == before


@pytest.mark.parametrize("action", [-1, 10**4, 10**30, -(10**30), "", "claim:Nowhere", "deck deck"])
def test_actions_that_are_not_in_the_table(action: int | str) -> None:
    """issue, API: an action that does not exist is illegal, whatever it is."""
    match = started("paris", 2)
    before = match.state.numbers()
    with pytest.raises(IllegalAction):
        match.play(action)
    assert match.state.numbers() == before
    assert match.decision == 2


def test_actions_of_another_game() -> None:
    """issue, API: an action of another game's table is refused even where its integer fits."""
    match = started("paris", 2)
    table = started("nordic_countries", 2).rules.table
    claims = [action.index for action in match.legal_actions() if action.family == "claim"]
    claims = claims or [match.rules.table.base("claim")]
    with pytest.raises(IllegalAction, match="another game"):
        match.play(table.actions[claims[0]])


def test_actions_can_be_given_as_object_integer_and_text() -> None:
    """design.md, "Notation": every action has an integer and a readable form."""
    matches = [started("paris", 2) for _ in range(3)]
    deck = matches[0].action("deck")
    forms: list[Action | int | str] = [deck, deck.index, "deck"]
    for match, action in zip(matches, forms, strict=True):
        match.play(action)
    assert len({str(match.state.numbers()) for match in matches}) == 1


@one_a_game
def test_every_action_is_found_by_its_text_and_integer(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Notation": texts are unique, short and without spaces."""
    match = Match(game, players, 1, options)
    table = match.rules.table
    assert len({action.text for action in table.actions}) == len(table)
    for index, action in enumerate(table.actions):
        assert action.index == int(action) == index
        assert match.action(action.text) is match.action(index) is action
        assert not set(action.text) & set(" \t\n;")
        assert len(action.text) < 60


def test_stale_actions_raise_and_change_nothing() -> None:
    """issue, API: an action made for another moment is refused, even if it is legal now."""
    match = started("paris", 2)
    before = match.state.numbers()
    for at in (0, 1, 3, 10**30, -1):
        with pytest.raises(StaleAction, match="decision"):
            match.play("deck", at=at)
    assert match.state.numbers() == before
    match.play("deck", at=2)
    assert match.decision == 3


def test_only_the_seat_whose_turn_it_is_can_play() -> None:
    """issue, API: another seat's action is refused and changes nothing."""
    match = started("paris", 3)
    before = match.state.numbers()
    for seat in (1, 2, 3, -1, 10**30):
        with pytest.raises(IllegalAction, match="not the turn"):
            match.play("deck", seat)
        assert match.legal(seat) == []
    assert match.state.numbers() == before
    match.play("deck", 0)


def test_unknown_games_counts_and_options() -> None:
    """issue, API: helpful errors for what does not exist."""
    with pytest.raises(UnknownGame, match="paris"):
        Match("pariss")
    with pytest.raises(UnknownGame, match="2 to 4"):
        Match("paris", 5)
    with pytest.raises(UnknownGame, match="no option 'open_stack'"):
        Match("card_game", 2, 1, {"open_stack": True})


# First tickets, R26


@every_case
def test_first_tickets_in_any_order_give_the_same_match(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """common, setup: all choose at the same time: the order of their choices is no matter."""
    orders = [list(range(players)), list(reversed(range(players)))]
    orders.append([*range(1, players), 0])
    ends = set()
    for order in orders:
        match = Match(game, players, 77, options)
        for at, seat in enumerate(order):
            assert match.deciding == sorted(order[at:])
            assert match.seat == min(order[at:])
            choices = match.legal(seat)
            match.play(choices[(seat * 3) % len(choices)], seat)
        ends.add(str(match.state.numbers()))
        assert len(match.deciding) == 1
    assert len(ends) == 1


def test_a_seat_chooses_its_first_tickets_once() -> None:
    """common, setup: a choice made is made."""
    match = Match("paris", 3, 5)
    match.play("keep:1", 1)
    with pytest.raises(IllegalAction, match="not the turn"):
        match.play("keep:2", 1)
    assert match.deciding == [0, 2]
    assert match.legal(1) == []


@one_a_game
def test_r26_nobody_learns_how_many_another_kept(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """common, R26: before all have chosen, views and events of the others are the same whatever
    a seat chose; afterwards the numbers are seen."""
    masks = Match(game, players, 9, options).legal(1)
    fewest, most = masks[0], masks[-1]
    seen: dict[int, list[object]] = {}
    for choice in (fewest, most):
        match = Match(game, players, 9, options)
        match.play(choice, 1)
        for viewer in range(-1, players):
            if viewer == 1:
                continue
            numbers = match.observe(viewer).state.numbers()
            seen.setdefault(viewer, []).append((numbers, match.view(viewer), match.events(viewer)))
        tickets = [data["tickets"] for data in match.view(0)["players"]]  # type: ignore[attr-defined]
        chosen = [data["chosen"] for data in match.view(0)["players"]]  # type: ignore[attr-defined]
        assert tickets == [0] * players
        assert chosen == [seat == 1 for seat in range(players)]
    for first, second in seen.values():
        assert first == second


def test_r26_the_numbers_are_seen_once_all_have_chosen() -> None:
    """common, R26: "before all have chosen": then the numbers are public, the tickets not."""
    match = Match("paris", 2, 9)
    match.play("keep:1,2", 1)
    match.play("keep:2", 0)
    players = match.view(0)["players"]
    assert isinstance(players, list)
    assert [data["tickets"] for data in players] == [1, 2]
    assert players[1]["kept"] is None
    assert len(players[0]["kept"]) == 1


# Views


@one_a_game
def test_a_spectators_view_hides_every_ticket(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Views": spectators know the place of no ticket that nobody laid open."""
    match = Match(game, players, 3, options)
    for at in steps(match):
        holder = {int(place) for place in at.observe(-1).state.holder}
        assert holder <= {UNKNOWN, *range(48, 48 + players)}
        if at.decision > 30:
            break


@pytest.mark.parametrize("seat", [-2, 2, 16, 10**30])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    """design.md, "Views": nobody else looks at a match."""
    match = Match("paris", 2, 1)
    for look in (match.view, match.observe, match.events):
        with pytest.raises(WagonikError, match="no seat"):
            look(seat)


@one_a_game
def test_the_actions_of_a_view_are_those_of_its_seat(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Views": a bot that sees a view sees what it may do, and only then."""
    match = Match(game, players, 3, options)
    for at in steps(match):
        for seat in range(players):
            view = at.observe(seat)
            assert view.legal == at.legal(seat)
            assert (view.legal != []) == (seat in at.deciding)
        assert at.observe(-1).legal == []
        if at.decision > 40:
            break


# Undo

# Events that show a hidden card or ticket to somebody, or lay everything open.
REVEALING = {
    "drew",
    "turned",
    "offered_ticket",
    "tunnel",
    "dummy_share",
    "dummy_shown",
    "completed",
    "over",
    "kept",
}


@one_a_game
def test_undo_goes_back_to_the_last_point_at_which_nothing_was_revealed(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, "Undo": a decision can be taken back iff no event since shows anything hidden,
    and everything is then as it was."""
    match = Match(game, players, 21, options)
    rng = random.Random(8)
    taken_back = 0
    while not match.over:
        before = match.state.numbers()
        legal = match.legal()
        seen = len(match.events())
        first = match.state.turn == 0
        match.play(rng.choice(legal))
        # Undo plays the match again: look at all early moments and at some later ones.
        if match.decision > 30 and rng.random() > 0.02 and not match.over:
            continue
        events = {str(event["event"]) for event in match.events(match.seat, seen)}
        # Kept tickets are news only with the first tickets (R26): later their number is told
        # by the player who still may change the choice.
        hidden = events & (REVEALING if first else REVEALING - {"kept"})
        if match.can_undo:
            assert not hidden
            taken_back += 1
            again = match.history[-1]
            after = match.state.numbers()
            match.undo()
            assert match.state.numbers() == before
            assert match.legal() == legal
            assert len(match.events()) == seen
            match.play(again[1], again[0])
            assert match.state.numbers() == after
        else:
            assert hidden
            with pytest.raises(UndoRefused, match="hidden"):
                match.undo()
    assert taken_back > 2
    assert not match.can_undo


def choose(match: Match, family: str) -> str:
    return next(action.text for action in match.legal_actions() if action.family == family)


def test_undo_of_claims_and_payments() -> None:
    """design.md, "Undo": a plain claim and the parts of a payment can be taken back, one
    decision at a time, down to the last draw, and no further."""
    match = Match("united_kingdom", 2, 3, first=0)
    match.play("keep:1,2,3")
    match.play("keep:1,2,3")
    undone = 0
    for _ in range(40):
        for _ in range(2):  # a draw of two cards: nothing before it can be taken back
            match.play("deck")
        moments: list[list[int]] = []
        while (claims := [a for a in match.legal_actions() if a.family == "claim"]) and (
            len(moments) < 8
        ):
            moments.append(match.state.numbers())
            match.play(claims[0])
            while {a.family for a in match.legal_actions()} & {"pay", "exchange", "give"}:
                moments.append(match.state.numbers())
                match.play(match.legal()[0])
        while moments:
            match.undo()
            assert match.state.numbers() == moments.pop()
            undone += 1
        assert not match.can_undo
        if undone > 8:
            return
    pytest.fail("no claims with payments were found")


@pytest.mark.parametrize(("action", "family"), [("deck", "deck"), (None, "market")])
def test_draws_cant_be_undone(action: str | None, family: str) -> None:
    """design.md, "Undo": a card drawn or turned up was hidden before."""
    match = started("paris", 2)
    match.play(action or choose(match, family))
    assert not match.can_undo


def test_drawn_tickets_cant_be_undone_but_the_choice_can() -> None:
    """design.md, "Undo": the tickets were seen; which of them are kept can be thought over."""
    match = started("card_game", 2)
    match.play("tickets")
    assert not match.can_undo
    before = match.state.numbers()
    match.play("keep:1")
    match.undo()
    assert match.state.numbers() == before
    assert not match.can_undo


def test_first_tickets_can_be_undone_until_all_have_chosen() -> None:
    """design.md, "Undo", and R26: the last choice tells everybody the numbers."""
    match = Match("paris", 3, 4)
    start = match.state.numbers()
    match.play("keep:1", 2)
    match.play("keep:1,2", 0)
    match.undo()
    match.undo()
    assert match.state.numbers() == start
    with pytest.raises(UndoRefused, match="nothing to undo"):
        match.undo()
    for seat in range(3):
        match.play("keep:1", seat)
    assert not match.can_undo


def test_a_match_that_is_over_stays_over() -> None:
    """design.md, "Undo": at the end everything is laid open."""
    for seed in range(5):
        match = played(Match("card_game", 2, seed), seed=seed)
        assert not match.can_undo


# Copies


@one_a_game
def test_a_copy_is_independent_and_has_the_same_future(
    game: str, players: int, options: dict[str, bool]
) -> None:
    """design.md, API: a copy goes its own way, and the same way with the same actions."""
    match = Match(game, players, 31, options)
    for at in steps(match, 5):
        if at.decision % 80 == 4:
            twin = at.copy()
            numbers = at.state.numbers()
            assert twin.state.numbers() == numbers
            assert (twin.legal(), twin.history) == (at.legal(), at.history)
            assert twin.events() == at.events()
            assert twin.record() == at.record()
            played(twin, seed=at.decision)
            assert at.state.numbers() == numbers
            assert len(at.history) == at.decision
            third, fourth = at.copy(), at.copy().copy()
            assert played(third, seed=2).record() == played(fourth, seed=2).record()
    assert match.over


def test_a_copy_of_first_tickets_and_of_a_payment() -> None:
    """design.md, API: also in the middle of a decision of several parts."""
    match = Match("card_game", 3, 4)
    match.play("keep:1", 2)
    twin = match.copy()
    assert twin.deciding == match.deciding == [0, 1]
    twin.play("keep:1", 1)
    assert match.deciding == [0, 1]
    twin.undo()
    assert twin.state.numbers() == match.state.numbers()


def test_scores_are_there_before_the_end_and_winners_are_not() -> None:
    """design.md, API: scores at any time, winners at the end."""
    match = started("pennsylvania", 3)
    assert len(match.scores) == 3
    assert match.winners == []
    assert match.decided_by == ""
    assert texts(match)


@one_a_game
def test_at_the_end_all_events_lie_open(game: str, players: int, options: dict[str, bool]) -> None:
    match = Match(game, players, seed=5, options=options)
    hidden = False
    for at in steps(match):
        if not at.over and at.decision == 20:
            hidden = at.events(0) != at.events(1)
    assert hidden
    assert match.over
    assert match.events() == match.events(0) == match.events(1)
    drawn = [event for event in match.events() if event["event"] == "drew"]
    assert drawn
    assert all(event["card"] is not None for event in drawn)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_what_a_view_shows_can_be_changed_without_changing_the_match(game: str) -> None:
    match, twin = Match(game, 2, 4), Match(game, 2, 4)
    view = match.observe(match.seat)
    assert view.rules is match.observe(1).rules  # made once
    view.rules.setup.first_keep = 0
    view.rules.locomotive_alone = not view.rules.locomotive_alone
    board: Any = getattr(view.rules, "board", None)
    for at in range(0 if board is None else board.track_count):
        board.points[at] = 50
        board.length[at] = 1
    view.legal.append(3)
    view.state.hand[0] = 12
    view.rules.shown = None
    try:
        rng = random.Random(1)
        while not match.over:
            assert match.legal() == twin.legal()
            action = rng.choice(match.legal())
            match.play(action)
            twin.play(action)
        assert [s.total for s in match.scores] == [s.total for s in twin.scores]
    finally:
        match.rules.shown = None  # the next views are honest again
