"""Planner for play-outs: a plan is kept as long as its seat only draws cards for it."""

from mypy_extensions import i64

from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import PILE, TOTAL
from wagonik.engine.state import PIECES, TALLY, TICKETS, State


class QuickPlanner(BoardPlanner):
    """Plays one seat of one play-out. Most of Planner's time goes into the network; here it is
    made anew only when the seat has taken tickets, bought or built something else, when one of
    its tracks is gone or none is left, in the last turn, or when the plan is some turns old."""

    def __init__(
        self, rules: BoardRules, means: Means, settings: PlannerSettings, lasts: i64
    ) -> None:
        super().__init__(rules, means, settings)
        self.lasts: i64 = lasts * rules.seats  # turns that a plan is good for
        self.fresh: bool = False
        self.made: i64 = 0
        self.cards: i64 = 0
        self.tickets_then: i64 = 0
        self.studied: bool = False  # what others want, since the plan was made

    def forget(self) -> None:
        self.fresh = False

    def prepare(self, state: State, seat: i64) -> None:
        cards = state.hand[seat * PILE + TOTAL]
        pieces = state.tally[seat * TALLY + PIECES]
        tickets = state.tally[seat * TALLY + TICKETS]
        if (
            self.fresh
            and (cards >= self.cards or pieces < self.pieces)
            and tickets == self.tickets_then
            and state.turn - self.made < self.lasts
            and state.last_turns < 0
            and self.keep_up(state, seat, pieces)
        ):
            self.purse.load(state, seat)
            self.pieces = pieces
            self.time = self.turns_left(state, seat)
            self.count_needs(-1)
        else:
            super().prepare(state, seat)
            self.fresh = True
            self.made = state.turn
            self.tickets_then = tickets
            self.studied = False
        self.cards = cards

    def keep_up(self, state: State, seat: i64, pieces: i64) -> bool:
        """Take out of the plan what the seat has claimed. Whether the plan is still good then: it
        has tracks left, all of them open, and the seat has claimed no others."""
        board = self.board
        plan = self.plan
        at = seat * self.board_rules.word_count
        left: i64 = 0
        i: i64
        for i in range(self.plan_count):
            track = plan[i]
            word = at + board.word[track]
            if state.open[word] & board.bit[track]:
                plan[left] = track
                left += 1
            elif state.owned[word] & board.bit[track]:
                self.in_plan[track] = 0
                pieces += board.length[track]
            else:
                return False
        self.plan_count = left
        return left > 0 and pieces == self.pieces

    def study_rivals(self, state: State, seat: i64) -> None:
        """What others want is looked at as often as a plan is made."""
        if not self.studied:
            super().study_rivals(state, seat)
            self.studied = True

    def choose_tickets(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        self.fresh = False
        return super().choose_tickets(state, seat, legal)
