"""Planner in positions with a right answer."""

import pytest

from tests.support import (
    own,
    relist,
    set_deck,
    set_hand,
    set_market,
    set_pieces,
    set_tickets,
    started,
    track,
)
from wagonik import Match
from wagonik.bots.base import fill
from wagonik.bots.games import find_knowledge, make_outlook, make_planner
from wagonik.bots.games.card_game.planner import CardPlanner
from wagonik.bots.games.nordic_countries import at_most
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.plan import LOST
from wagonik.bots.planner.purse import CANNOT_PAY
from wagonik.bots.planner.rivals import Rivals
from wagonik.bots.planner.roads import CLOSED
from wagonik.bots.planner.settings import OFF
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES, KINDS, LOCOMOTIVE, TOTAL
from wagonik.engine.state import POINTS, TALLY, TICKETS
from wagonik.engine.views import view_of
from wagonik.games.card_game.rules import CardGameState
from wagonik.games.united_kingdom.technology import LAGGING, TECH_BIT, WATER_TENDERS


def answer(match: Match, seat: int = 0) -> str:
    """What Planner does, in words, given its view."""
    out = ActionBuffer()
    fill(out, match.legal(seat))
    seen = view_of(match.rules, match.state, seat)
    action = make_planner(match.rules).decide(seen, seat, out)
    assert action in match.legal(seat)
    return match.action(int(action)).text


def only_ticket(match: Match, start: str, end: str) -> None:
    set_tickets(match, 0, (start, end))
    relist(match)


def test_claims_the_track_that_completes_its_ticket() -> None:
    match = started("nordic_countries")
    board = match.rules.board  # type: ignore[attr-defined]
    ticket = board.file.tickets[0]
    only_ticket(match, ticket.start, ticket.end)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    wanted = [int(planner.plan[i]) for i in range(planner.plan_count)]
    *others, last = wanted
    own(match, 0, *(board.track_texts[t] for t in others))
    set_hand(match, 0, red=6, orange=6, yellow=6, green=6, blue=6, purple=6, black=6, white=6)
    assert answer(match) == f"claim:{board.track_texts[last]}"


def test_draws_what_the_plan_lacks() -> None:
    match = started("paris")
    board = match.rules.board  # type: ignore[attr-defined]
    ticket = board.file.tickets[0]
    only_ticket(match, ticket.start, ticket.end)
    set_hand(match, 0)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    colours = {int(board.colour[planner.plan[i]]) for i in range(planner.plan_count)}
    names = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"]
    useless = next(n for k, n in enumerate(names) if k not in colours and k not in (1, 6))
    wanted = names[min(colours)]
    set_market(match, [useless, useless, wanted, useless, useless])
    assert answer(match) == f"take:{wanted}"


def test_the_last_turn_takes_the_points_that_are_there() -> None:
    match = started("nordic_countries")
    set_hand(match, 0, white=6, red=6, green=6, purple=6, black=6)
    match.state.last_turns = 2
    relist(match)
    chosen = answer(match)
    assert chosen.startswith("claim:")
    points = match.rules.board.points  # type: ignore[attr-defined]
    claims = [a for a in match.legal_actions() if a.family == "claim"]
    assert points[track(match, chosen.removeprefix("claim:"))] == max(
        points[a.argument] for a in claims
    )


def test_buys_the_technology_that_its_ticket_needs() -> None:
    match = started("united_kingdom")
    only_ticket(match, "Aberdeen", "Glasgow")
    own(match, 1, "New_York–Southampton")
    set_hand(match, 0, locomotive=6)
    assert answer(match) == "buy:lagging"  # it pays with every claim to come
    set_pieces(match, 0, 12)
    assert answer(match) in {"buy:scotland", "buy:stoker", "buy:boiler"}


def test_buys_advanced_technology_while_there_is_much_to_build() -> None:
    match = started("united_kingdom", options={"advanced_technologies": True})
    only_ticket(match, "Aberdeen", "Glasgow")
    own(match, 1, "New_York–Southampton")
    set_pieces(match, 0, 19)
    set_hand(match, 0, locomotive=6)
    late = answer(match)
    set_pieces(match, 0, 25)
    state = match.state
    state.held[0] = TECH_BIT[LAGGING]  # type: ignore[attr-defined]
    relist(match)
    assert answer(match) == "buy:water-tenders" != late
    state.held[0] += TECH_BIT[WATER_TENDERS]  # type: ignore[attr-defined]
    relist(match)
    assert answer(match) == "buy:diesel"


def test_draws_from_the_deck_with_water_tenders() -> None:
    match = started("united_kingdom", options={"advanced_technologies": True})
    only_ticket(match, "Aberdeen", "Glasgow")
    own(match, 1, "New_York–Southampton")
    set_hand(match, 0)
    set_market(match, ["black", "yellow", "white", "orange", "purple"])
    relist(match)
    assert answer(match) == "take:white"
    match.state.held[0] = TECH_BIT[WATER_TENDERS]  # type: ignore[attr-defined]
    relist(match)
    assert answer(match) == "deck"  # three cards instead of two


def test_saves_for_new_york_before_anything_else() -> None:
    match = started("united_kingdom")
    only_ticket(match, "Aberdeen", "Glasgow")
    set_hand(match, 0, locomotive=3, green=6, red=2)
    set_market(match, ["red", "green", "red", "blue", "blue"])
    assert answer(match) == "take:green"
    set_hand(match, 0, locomotive=3, green=7, red=2)
    relist(match)
    assert answer(match) == "claim:New_York–Southampton"


def test_takes_a_share_with_every_claim_that_offers_one() -> None:
    match = started("pennsylvania", players=3)
    rules = match.rules
    claim = next(t for t in range(95) if len(rules.railroads_of[t]) > 1)  # type: ignore[attr-defined]
    set_hand(match, 0, locomotive=12)
    match.play(f"claim:{rules.board.track_texts[claim]}")  # type: ignore[attr-defined]
    while rules.step_names[match.state.step] != "share":
        match.play(match.legal()[0])
    assert answer(match).startswith("share:")
    assert answer(match) != "share:none"


def test_the_last_turn_of_the_card_game_looks_for_tickets_that_are_done() -> None:
    match = started("card_game")
    set_deck(match)
    match.state.last_turns = 1
    relist(match)
    assert answer(match) == "tickets"


def test_gives_up_a_ticket_that_can_not_be_completed_any_more() -> None:
    match = started("nordic_countries")
    set_pieces(match, 1, 3)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    set_hand(match, 0)
    planner.prepare(match.state, 0)
    assert planner.given_up == 2
    assert planner.count == 0


def test_claims_first_what_has_no_other_way() -> None:
    """On the small board of Paris: two tracks of the plan for the same points, and the way around
    one of them is closed."""
    board = started("paris").rules.board  # type: ignore[attr-defined]
    out = ActionBuffer()
    tried = 0
    for ticket in board.file.tickets:
        match = started("paris")
        only_ticket(match, ticket.start, ticket.end)
        set_hand(match, 0, red=6, yellow=6, green=6, blue=6, purple=6, white=6)
        planner = make_planner(match.rules)
        assert isinstance(planner, BoardPlanner)
        fill(out, match.legal(0))
        chosen = planner.decide(match.state, 0, out) - planner.board_rules.claim_action
        plan = [int(planner.plan[i]) for i in range(planner.plan_count)]
        others = [t for t in plan if t != chosen and planner.value[t] == planner.value[chosen]]
        assert all(planner.detour(t) <= planner.detour(chosen) for t in others)
        if not others:
            continue
        # Everything else around the other track's ends is somebody else's.
        ends = {int(board.a[others[0]]), int(board.b[others[0]])}
        for t in range(board.track_count):
            if t not in plan and ends & {int(board.a[t]), int(board.b[t])}:
                own(match, 1, board.track_texts[t])
        planner.prepare(match.state, 0)
        same = {int(planner.plan[i]) for i in range(planner.plan_count)} == set(plan)
        if same and planner.detour(others[0]) > planner.detour(chosen):
            tried += 1
            fill(out, match.legal(0))
            action = planner.decide(match.state, 0, out)
            assert action != planner.board_rules.claim_action + chosen
    assert tried > 0


def test_a_detour_is_what_the_cheapest_other_way_costs() -> None:
    match = started("nordic_countries")
    board = match.rules.board  # type: ignore[attr-defined]
    only_ticket(match, board.file.tickets[0].start, board.file.tickets[0].end)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    plan = [int(planner.plan[i]) for i in range(planner.plan_count)]
    ticket = int(planner.tickets[0])
    price = {t: 0.0 if t in plan else planner.roads.price[t] for t in range(board.track_count)}
    price |= {t: CLOSED for t in price if planner.roads.status[t] == 2}
    for lost in plan:
        distance = {int(board.pair_a[board.pair_start[ticket]]): 0.0}
        for _ in range(len(board.places)):  # Bellman and Ford
            for t, cost in price.items():
                if t != lost:
                    for here, there in ((board.a[t], board.b[t]), (board.b[t], board.a[t])):
                        far = distance.get(int(here), CLOSED) + cost
                        if far < distance.get(int(there), CLOSED):
                            distance[int(there)] = far
        there = int(board.pair_b[board.pair_start[ticket]])
        assert planner.detour(lost) == pytest.approx(min(distance.get(there, LOST), LOST))
    assert {planner.detour(t) for t in plan} != {LOST}


def test_a_tunnel_waits_for_a_card_to_spare() -> None:
    match = started("nordic_countries")
    only_ticket(match, "Oslo", "Stavanger")
    own(match, 0, "Kristiansand–Oslo")
    tunnel = "claim:Kristiansand–Stavanger/green"
    set_hand(match, 0, green=2)
    assert answer(match) != tunnel  # every second time it would come to nothing
    set_hand(match, 0, green=3)
    assert answer(match) == tunnel
    set_hand(match, 0, green=2)
    set_pieces(match, 1, 3)
    assert answer(match) == tunnel  # there is no time to wait


@pytest.mark.parametrize(("spare", "expected"), [(0, 0.512), (1, 0.896), (2, 0.992), (3, 1.0)])
def test_the_chance_of_at_most_so_many_hits(spare: int, expected: float) -> None:
    assert at_most(spare, 3, 0.2) == pytest.approx(expected)
    assert at_most(spare, 3, 1.0) == (1.0 if spare == 3 else 0.0)


def test_a_locomotive_is_not_paid_where_a_colour_would_do() -> None:
    match = started("paris")
    set_hand(match, 0, yellow=3, locomotive=2)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    purse = planner.purse
    for kind in range(KINDS):
        purse.soft[kind] = 9  # all cards are wanted elsewhere, and locomotives can stand for them
    assert purse.choose_payment(track(match, "Bastille–Nation/yellow"), 0) < CANNOT_PAY
    assert int(purse.spent[LOCOMOTIVE]) == 0


def test_a_locomotive_is_not_among_the_cards_that_stand_for_one() -> None:
    match = started("nordic_countries")
    set_hand(match, 0, red=2, locomotive=3)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    purse = planner.purse
    purse.clear()
    assert purse.gather(3, 1, False) == CANNOT_PAY
    for kind in range(KINDS):
        purse.trial[kind] = 0
    assert purse.gather(3, 1, True) < CANNOT_PAY
    assert int(purse.trial[LOCOMOTIVE]) == 1


def short_way(fit: float) -> tuple[Match, BoardPlanner]:
    """Two tracks of one space to build, each red or blue."""
    match = started("paris")
    only_ticket(match, "Montmartre", "République")
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.settings.fit = fit
    return match, planner


@pytest.mark.parametrize(("fit", "lack"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_card_is_planned_for_one_track_only(fit: float, lack: float) -> None:
    match, planner = short_way(fit)
    set_hand(match, 0, red=1, blue=1)
    planner.prepare(match.state, 0)
    assert planner.plan_count == 2
    assert planner.lack == lack
    used = [t for t in range(planner.roads.track_count) if planner.roads.used[t]]
    assert used == sorted(int(planner.plan[i]) for i in range(2))
    assert used == [t for t in range(planner.roads.track_count) if planner.in_plan[t]]


@pytest.mark.parametrize(("fit", "wanted"), [(0.0, 1), (1.0, 2)])
def test_draws_for_the_tracks_beside_those_of_its_plan(fit: float, wanted: int) -> None:
    match, planner = short_way(fit)
    set_hand(match, 0)
    planner.prepare(match.state, 0)
    planner.weigh()
    weights = dict(zip(KIND_NAMES, planner.weight, strict=True))
    assert sum(weights[colour] >= 1.0 for colour in ("red", "blue")) == wanted
    assert max(weights[colour] for colour in ("green", "white", "yellow", "purple")) < 1.0
    assert planner.lack == 2.0  # as before


def test_a_way_is_found_with_the_cards_that_the_others_leave() -> None:
    match = started("nordic_countries")
    set_hand(match, 0, red=3, blue=2, locomotive=2)
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    purse = planner.purse
    purse.clear()
    red, blue = KIND_NAMES.index("red"), KIND_NAMES.index("blue")
    purse.hard[red] = 2
    purse.soft[blue] = 3  # a locomotive stands for one of them
    purse.set_aside()
    assert (int(purse.hand[red]), int(purse.hand[blue]), int(purse.hand[LOCOMOTIVE])) == (1, 0, 1)
    assert (int(purse.hand[TOTAL]), int(purse.most)) == (2, 1)
    purse.take_back()
    assert (int(purse.hand[red]), int(purse.hand[blue]), int(purse.hand[LOCOMOTIVE])) == (3, 2, 2)
    assert (int(purse.hand[TOTAL]), int(purse.most)) == (7, 3)


def test_nobody_waits_for_ever_with_tickets_that_were_put_back() -> None:
    """In the Card Game whoever plays a row first may be robbed, and whoever draws ends the deck: to
    take tickets and put all of them back is a turn that passes. Two Masters did so for ever."""
    match = started("card_game")
    rules = match.rules
    planner = make_planner(rules)
    outlook = make_outlook(rules, sharp=True)
    assert isinstance(planner, CardPlanner)
    set_hand(match, 0, red=9, white=9, blue=9, green=9)  # far more than its tickets need
    set_hand(match, 1, black=9, orange=9, purple=9, yellow=9)
    relist(match)
    out = ActionBuffer()
    state = match.state
    passed = 0
    while True:
        view = view_of(rules, state, match.seat)
        assert isinstance(view, CardGameState)
        fill(out, match.legal())
        planner.look(view, match.seat)
        wanted = planner.wants_tickets(view, match.seat)
        planner.find_wants(view, match.seat)
        candidates = outlook.candidates(view, match.seat, out, len(out.list())).list()
        assert wanted == planner.has_fresh_tickets(view)
        assert (rules.tickets_action in candidates) == wanted
        if not wanted:
            break
        match.play(int(rules.tickets_action))
        match.play(int(rules.keep_action))  # none
        passed += 1
        assert passed < 20
    assert passed == 11  # 44 tickets that nobody has kept, four a turn
    assert state.queued > 0


@pytest.mark.parametrize("game", ["nordic_countries", "paris"])
def test_modest_and_play_outs_do_not_fit_their_plans(game: str) -> None:
    rules = started(game).rules
    planner, modest = make_planner(rules), find_knowledge(rules).modest(rules)
    outlook = make_outlook(rules)
    assert isinstance(planner, BoardPlanner)
    assert isinstance(modest, BoardPlanner)
    assert isinstance(outlook, BoardOutlook)
    assert planner.settings.fit > 0.0
    for settings in (modest.settings, *(quick.settings for quick in outlook.quick)):
        assert (settings.fit, settings.later) == (0.0, 0.0)
        assert (settings.block, settings.ahead) == (OFF, OFF)


def test_takes_what_others_need_most() -> None:
    """Seat 1 has built from Buttes-Chaumont to Opéra, but for the last track."""
    match = started("paris")
    rules = match.rules
    assert isinstance(rules, BoardRules)
    own(match, 1, "Buttes-Chaumont–Gare_du_Nord/white", "Gare_du_Nord–Montmartre/red")
    rivals = Rivals(rules)
    rivals.study(match.state, 0)
    white, yellow = (track(match, f"Montmartre–Opéra/{colour}") for colour in ("white", "yellow"))
    assert rivals.loss[white] == max(rivals.loss)
    assert rivals.loss[yellow] == rivals.loss[white]  # two players use one of them
    assert rivals.loss[track(match, "Gare_du_Nord–Montmartre/blue")] == 0.0
    only_ticket(match, "Tour Eiffel", "Place d'Italie")
    set_tickets(match, 1, ("Buttes-Chaumont", "Opéra"), ("Montmartre", "République"))
    match.state.tally[TALLY + TICKETS] = 2
    set_hand(match, 0, white=2, yellow=2, purple=2)
    assert answer(match) in {"claim:Montmartre–Opéra/white", "claim:Montmartre–Opéra/yellow"}
    # It knows no more than the other's tracks and the number of its tickets.
    seen = view_of(rules, match.state, 0)
    rivals.study(seen, 0)
    known = list(rivals.loss)
    rivals.study(match.state, 0)
    assert list(rivals.loss) == known


def test_a_claim_among_three_leaves_the_track_beside_it() -> None:
    match = started("paris", players=3)
    rules = match.rules
    assert isinstance(rules, BoardRules)
    own(match, 1, "Buttes-Chaumont–Gare_du_Nord/white", "Gare_du_Nord–Montmartre/red")
    rivals = Rivals(rules)
    rivals.study(match.state, 0)
    assert rivals.loss[track(match, "Montmartre–Opéra/white")] == 0.0
    own(match, 2, "Montmartre–Opéra/white")
    rivals.study(match.state, 0)
    assert rivals.loss[track(match, "Montmartre–Opéra/yellow")] > 1.0


@pytest.mark.parametrize(("points", "wanted"), [(0, True), (30, False)])
def test_takes_no_more_tickets_far_ahead(points: int, wanted: bool) -> None:
    match = started("paris")
    only_ticket(match, "Louvre", "Panthéon")
    own(match, 0, "Louvre–Notre-Dame/red", "Notre-Dame–Panthéon/blue")
    match.state.tally[POINTS] = points
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    planner.prepare(match.state, 0)
    ahead = planner.lead(match.state, 0)
    assert ahead == points + 2 - 4.0 * int(match.state.tally[TALLY + TICKETS])
    assert planner.wants_tickets(match.state) is wanted
