"""What a search asks of a planner: its few best actions, and a position in numbers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.planner import BoardPlanner
from wagonik.bots.roads import floats
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.state import State

FEATURES: Final = 14


class Outlook:
    """Candidates and features of a board planner."""

    def __init__(self, planner: BoardPlanner) -> None:
        self.planner: Final = planner
        self.found: ActionBuffer = ActionBuffer()
        self.scores: vec[float] = floats(64)
        self.features: vec[float] = floats(FEATURES)

    def candidates(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> ActionBuffer:
        """Up to so many actions worth a thought; the planner's own choice comes first."""
        planner = self.planner
        rules = planner.board_rules
        found = self.found
        found.count = 0
        own = planner.decide(state, seat, legal)
        found.add(own)
        step = state.step
        if step == rules.first_tickets_step or step == rules.choose_tickets_step:
            self._add_best_keeps(state, seat, legal, most)
        elif step == rules.turn_step or step == rules.second_card_step:
            self._add_turns(state, seat, legal, most)
        return found

    def _add(self, action: i64, most: i64) -> None:
        if self.found.count < most and not self.found.contains(action):
            self.found.add(action)

    def _add_best_keeps(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> None:
        planner = self.planner
        keep = planner.rules.keep_action
        scores = self.scores
        i: i64
        for i in range(legal.count):
            scores[i] = planner.keep_value(state, seat, legal.items[i] - keep)
        while self.found.count < most:
            best: i64 = -1
            for i in range(legal.count):
                if not self.found.contains(legal.items[i]):
                    if best < 0 or scores[i] > scores[best]:
                        best = i
            if best < 0:
                return
            self.found.add(legal.items[best])

    def _add_turns(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> None:
        """The best draw, planned claims, tickets, the claim worth most, and other draws."""
        planner = self.planner
        rules = planner.board_rules
        draw = planner.choose_draw(state, seat, legal)
        if draw >= 0:
            self._add(draw, most)
        best: i64 = -1
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            if 0 <= track < rules.track_count:
                if planner.in_plan[track]:
                    self._add(legal.items[i], most)
                if best < 0 or planner.value[track] > planner.value[best]:
                    best = track
        if legal.contains(rules.tickets_action):
            self._add(rules.tickets_action, most)
        if best >= 0:
            self._add(rules.claim_action + best, most)
        for i in range(legal.count):
            action = legal.items[i]
            if action == rules.deck_action:
                self._add(action, most)
            elif rules.market_action <= action < rules.market_action + KINDS:
                if planner.weight[action - rules.market_action] >= 1.0:
                    self._add(action, most)

    def assess(self, state: State, seat: i64) -> vec[float]:
        """A seat's position in numbers, as a value function can weigh them."""
        planner = self.planner
        board = planner.board
        planner.prepare(state, seat)
        features = self.features
        done: float = 0.0
        completed: float = 0.0
        open_points: float = 0.0
        ticket: i64
        for ticket in range(planner.board_rules.ticket_count):
            if state.holder[ticket] == seat:
                points = float(board.ticket_points[ticket])
                if planner.roads.done(ticket):
                    done += points
                    completed += 1.0
                else:
                    open_points += points
        planned: float = 0.0
        i: i64
        for i in range(planner.count):
            planned += float(board.ticket_points[planner.tickets[i]])
        value: float = 0.0
        for i in range(planner.plan_count):
            value += planner.value[planner.plan[i]]
        features[0] = 1.0
        features[1] = float(planner.rules.public_points(state, seat))
        features[2] = done
        features[3] = completed
        features[4] = planned
        features[5] = open_points - planned
        features[6] = planner.turns
        features[7] = planner.lack
        features[8] = planner.time
        features[9] = value
        features[10] = float(planner.pieces)
        features[11] = float(state.hand[seat * PILE + TOTAL])
        features[12] = float(state.hand[seat * PILE + LOCOMOTIVE])
        features[13] = planned * planner.turns / (planner.time + 1.0)
        return features
