"""The outlook on a board game: candidates, quick play and features from Planner."""

import math
from collections.abc import Callable
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.master.guesses import TicketGuesses
from wagonik.bots.master.outlook import LEFT_OUT, Outlook
from wagonik.bots.master.value import soft
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.quick import QuickPlanner
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.rng import FastRng
from wagonik.engine.state import PIECES, TALLY, State

MakeMeans = Callable[[BoardRules], Means]

LASTS: Final = 4  # own turns that a plan in a play-out is good for
OTHERS: Final = 4  # candidates of another way to play
BLIND: Final = 0.8  # the score of a card from the deck; 1 is one that the plan lacks
TICKET_LEAD: Final = 1.2  # how sure each ticket makes a lead in completed tickets
LEVEL: Final = 0.2  # how sure it is without one: most are shared
TURN_TO_SPARE: Final = 0.4  # how sure each turn to spare makes a plan
FIRST_PIECES: Final = 3.0  # pieces added to those laid, as a share of few says little

# The features that all board games have, by their places in a row.
ONE: Final = 0  # always 1
POINTS: Final = 1  # scored on the table so far
DONE: Final = 2  # points of completed tickets
COMPLETED: Final = 3  # completed tickets
PLANNED: Final = 4  # points of planned tickets
PLANNED_COUNT: Final = 5  # tickets
GIVEN_UP: Final = 6  # points of tickets that are not
TURNS: Final = 7  # that the plan takes
LACK: Final = 8  # cards that it lacks
TIME: Final = 9  # turns left
VALUE: Final = 10  # points of the planned tracks
PIECES_LEFT: Final = 11
CARDS: Final = 12  # in hand
LOCOMOTIVES: Final = 13  # of them
HOPE: Final = 14  # points of planned tickets, by the chance of getting there
HOPE_VALUE: Final = 15  # points of planned tracks, by the same
SPARE: Final = 16  # turns left beyond the plan
LATE: Final = 17  # turns that lack
TRACKS: Final = 18  # planned
BEST_COLOUR: Final = 19  # cards of it
FILLER: Final = 20  # points a turn of the best track beside tickets
TURN: Final = 21  # how soon it comes
LEAD: Final = 22  # chance to have most tickets
POINTS_A_PIECE: Final = 23
ROOT_OF_PIECES: Final = 24
COMMON: Final = [
    "one", "points", "done", "completed", "planned", "planned count", "given up", "turns", "lack",
    "time", "value", "pieces", "cards", "locomotives", "hope", "hope value", "spare", "late",
    "tracks", "best colour", "filler", "turn", "lead", "points a piece", "pieces left",
]  # fmt: skip


def make_quick(means: Means, settings: PlannerSettings) -> QuickPlanner:
    """A planner for play-outs."""
    quick = settings.copy()
    quick.passes = -1.0
    return QuickPlanner(means.rules, means, quick, LASTS)


def make_plain(means: Means) -> QuickPlanner:
    """One that does without all that costs time: what values are learnt with."""
    settings = means.settings()
    settings.plainly()
    settings.update(means.plain())
    return make_quick(means, settings)


class BoardOutlook(Outlook):
    """What a search asks about a board game."""

    def __init__(self, rules: BoardRules, make_means: MakeMeans, sharp: bool) -> None:
        means = make_means(rules)
        super().__init__(rules, [*COMMON, *means.features()])
        self.board_rules: Final = rules
        self.means: Final = means
        self.planner: Final = BoardPlanner(rules, means, means.settings())
        # Who plays on, seat by seat: quick planners. They judge positions, too.
        self.quick: Final = [make_plain(make_means(rules)) for _ in range(rules.seats)]
        # Whose choice comes first, and how the own seat and the others play on. In a sharp outlook
        # the own seat plays better than Planner where the game knows how, and others are Planner.
        self.first: BoardPlanner = self.planner
        self.own: list[QuickPlanner] = self.quick
        self.theirs: list[QuickPlanner] = self.quick
        settings = means.settings()
        if sharp:
            settings = means.sharp_settings()
            self.first = BoardPlanner(rules, make_means(rules), settings)
            self.own = [make_quick(make_means(rules), settings) for _ in range(rules.seats)]
            self.theirs = [
                make_quick(make_means(rules), means.settings()) for _ in range(rules.seats)
            ]
        self.leading: i64 = -1  # the own seat in a play-out
        # The same for another way to play, where the game has one.
        self.other: BoardPlanner | None = None
        self.quick_others: list[QuickPlanner] = []
        self.adopted: i64 = -1  # the seat that plays that way in a play-out
        means = make_means(rules)
        settings = settings.copy()
        if means.otherwise(settings):
            self.other = BoardPlanner(rules, means, settings)
            self.quick_others = [
                make_quick(make_means(rules), settings) for _ in range(rules.seats)
            ]
        self.guesses: Final = TicketGuesses(self.planner)
        self.chance: vec[float] = floats(int(rules.ticket_count) + 1)

    # Candidates

    def candidates(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> ActionBuffer:
        planner = self.first
        rules = self.board_rules
        found = self.found
        found.count = 0
        found.add(planner.decide(state, seat, legal))
        step = state.step
        i: i64
        if step == rules.first_tickets_step or step == rules.choose_tickets_step:
            self._add_keeps(state, seat, legal, most)
        elif step == rules.turn_step:
            planner.prepare(state, seat)
            self._add_planned(planner, state, seat, legal, most)
            self._add_turns(legal, most)
        elif step == rules.second_card_step:
            planner.prepare(state, seat)
            self._add_draws(legal, most)
        elif step != rules.pay_step and step != rules.exchange_step and step != rules.give_step:
            for i in range(legal.count):  # a step of the game's own
                self.add(legal.items[i], most)
        return found

    def _add_keeps(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> None:
        planner = self.first
        i: i64
        planner.look(state, seat)
        for i in range(legal.count):
            mask = legal.items[i] - planner.rules.keep_action
            self.scores[i] = planner.keep_value(state, seat, mask)
        self.add_best(legal, most)

    def others(self, state: State, seat: i64, legal: ActionBuffer) -> ActionBuffer:
        other = self.other
        rules = self.board_rules
        found = self.found
        found.count = 0
        step = state.step
        if other is None or (step != rules.turn_step and step != rules.second_card_step):
            return found
        own = other.decide(state, seat, legal)
        if not self._same_plan(other):
            found.add(own)
            if step == rules.turn_step:
                self._add_planned(other, state, seat, legal, OTHERS)
        return found

    def _same_plan(self, other: BoardPlanner) -> bool:
        """Whether the two ways to play plan the same tracks here."""
        planner = self.first
        i: i64
        if planner.plan_count != other.plan_count:
            return False
        for i in range(planner.plan_count):
            if other.in_plan[planner.plan[i]] == 0:
                return False
        return True

    def _add_planned(
        self, planner: BoardPlanner, state: State, seat: i64, legal: ActionBuffer, most: i64
    ) -> None:
        """The best draw and the best planned claims."""
        rules = self.board_rules
        draw = planner.choose_draw(state, seat, legal)
        if draw >= 0:
            self.add(draw, most)
        i: i64
        before = planner.lack
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            self.scores[i] = LEFT_OUT
            if 0 <= track < rules.track_count and planner.in_plan[track]:
                self.scores[i] = planner.value[track] - planner.hurt(track, before)
        planner.count_needs(-1)
        self.add_few(legal, most)

    def _add_turns(self, legal: ActionBuffer, most: i64) -> None:
        """Tickets, what is the game's own, the claims worth most, draws, all other claims."""
        rules = self.board_rules
        i: i64
        if legal.contains(rules.tickets_action):
            self.add(rules.tickets_action, most)
        for i in range(legal.count):
            if legal.items[i] >= rules.give_action + KINDS:  # what is the game's own
                self.add(legal.items[i], most - 1)
        self._score_claims(legal)
        self.add_few(legal, most)
        self._add_draws(legal, most)
        self._score_claims(legal)
        self.add_best(legal, most)

    def _score_claims(self, legal: ActionBuffer) -> None:
        """What each claim is worth to the planner, in its plan or beside it."""
        planner = self.first
        rules = self.board_rules
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            self.scores[i] = LEFT_OUT
            if 0 <= track < rules.track_count:
                self.scores[i] = planner.value[track]

    def _add_draws(self, legal: ActionBuffer, most: i64) -> None:
        planner = self.first
        rules = self.board_rules
        planner.weigh()
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            self.scores[i] = LEFT_OUT
            if action == rules.deck_action:
                self.scores[i] = BLIND
            elif rules.market_action <= action < rules.market_action + KINDS:
                self.scores[i] = planner.weight[action - rules.market_action]
        self.add_best(legal, most)

    # Quick play

    def forget(self) -> None:
        for planner in self.quick:
            planner.fresh = False
        for planner in self.own:
            planner.fresh = False
        for planner in self.theirs:
            planner.fresh = False
        for planner in self.quick_others:
            planner.fresh = False
        self.adopted = -1
        self.leading = -1

    def adopt(self, seat: i64) -> None:
        self.adopted = seat

    def lead(self, seat: i64) -> None:
        self.leading = seat

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        if seat == self.adopted:
            return self.quick_others[seat].decide(state, seat, legal)
        if seat == self.leading:
            return self.own[seat].decide(state, seat, legal)
        return self.theirs[seat].decide(state, seat, legal)

    # A position in numbers

    def progress(self, state: State) -> float:
        least = self.board_rules.pieces
        seat: i64
        for seat in range(state.seats):
            pieces = state.tally[seat * TALLY + PIECES]
            if pieces < least:
                least = pieces
        share = float(least) / float(self.board_rules.pieces)
        return 1.0 - share if share < 1.0 else 0.0

    def assess(self, state: State, features: vec[float]) -> None:
        seat: i64
        other: i64
        size = self.size
        for seat in range(state.seats):
            self._assess_seat(state, seat, features, seat * size)
        # Who leads in tickets matters where the most completed ones have a bonus.
        for seat in range(state.seats):
            mine = features[seat * size + COMPLETED] + features[seat * size + LEAD]
            chance: float = 1.0
            for other in range(state.seats):
                if other != seat:
                    at = other * size
                    # The row's LEAD holds the hoped-for tickets until it is overwritten.
                    theirs = features[at + COMPLETED] + self.chance[other]
                    chance *= soft(TICKET_LEAD * (mine - theirs) + LEVEL)
            features[seat * size + LEAD] = chance

    def _assess_seat(self, state: State, seat: i64, out: vec[float], at: i64) -> None:
        planner = self.quick[seat]
        board = planner.board
        planner.fresh = False
        planner.prepare(state, seat)
        planner.fresh = False
        done: float = 0.0
        completed: float = 0.0
        open_points: float = 0.0
        each = self.means.each_ticket(state, seat)
        ticket: i64
        for ticket in range(self.board_rules.ticket_count):
            if state.holder[ticket] == seat:
                points = float(board.ticket_points[ticket]) + each
                if planner.roads.done(ticket):
                    done += points
                    completed += 1.0
                else:
                    open_points += points
        planned: float = 0.0
        i: i64
        for i in range(planner.count):
            planned += float(board.ticket_points[planner.tickets[i]]) + each
        value: float = 0.0
        for i in range(planner.plan_count):
            value += planner.value[planner.plan[i]]
        spare = planner.time - planner.turns
        hope = soft(TURN_TO_SPARE * spare)
        best: i64 = 0
        kind: i64
        for kind in range(COLOURS):
            if state.hand[seat * PILE + kind] > best:
                best = state.hand[seat * PILE + kind]
        after = seat - state.seat
        if after < 0:
            after += state.seats
        public = float(planner.rules.public_points(state, seat))
        laid = float(self.board_rules.pieces - planner.pieces)
        out[at + ONE] = 1.0
        out[at + POINTS] = public
        out[at + DONE] = done
        out[at + COMPLETED] = completed
        out[at + PLANNED] = planned
        out[at + PLANNED_COUNT] = float(planner.count)
        out[at + GIVEN_UP] = open_points - planned
        out[at + TURNS] = planner.turns
        out[at + LACK] = planner.lack
        out[at + TIME] = planner.time
        out[at + VALUE] = value
        out[at + PIECES_LEFT] = float(planner.pieces)
        out[at + CARDS] = float(state.hand[seat * PILE + TOTAL])
        out[at + LOCOMOTIVES] = float(state.hand[seat * PILE + LOCOMOTIVE])
        out[at + HOPE] = planned * hope
        out[at + HOPE_VALUE] = value * hope
        out[at + SPARE] = spare if spare > 0.0 else 0.0
        out[at + LATE] = -spare if spare < 0.0 else 0.0
        out[at + TRACKS] = float(planner.plan_count)
        out[at + BEST_COLOUR] = float(best)
        out[at + FILLER] = planner.filler_rate
        out[at + TURN] = -float(after)
        out[at + LEAD] = float(planner.count) * hope
        out[at + POINTS_A_PIECE] = public / (laid + FIRST_PIECES)
        out[at + ROOT_OF_PIECES] = math.sqrt(float(planner.pieces) + 1.0)
        self.chance[seat] = out[at + LEAD]
        self.means.write_features(planner, state, seat, out, at + len(COMMON))

    # Other seats' tickets

    def trust_fits(self, fit: float, swaps: i64) -> None:
        self.guesses.trust = fit
        self.guesses.swaps = swaps

    def study(self, view: State, viewer: i64) -> None:
        self.guesses.study(view, viewer)

    def guess(self, state: State, viewer: i64, unknown: vec[i64], count: i64, rng: FastRng) -> None:
        self.guesses.guess(state, viewer, unknown, count, rng)
