"""Planner for play-outs: a plan is kept as long as its seat only draws cards for it."""

from mypy_extensions import i64

from wagonik.bots.means import Means
from wagonik.bots.planner import BoardPlanner
from wagonik.bots.settings import Settings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import PILE, TOTAL
from wagonik.engine.state import PIECES, TALLY, TICKETS, State


class QuickPlanner(BoardPlanner):
    """Plays one seat of one play-out. Most of Planner's time goes into the network; here it is
    made anew only when the seat has built, taken tickets or bought, when one of its tracks is
    gone, or when the plan is some turns old."""

    def __init__(self, rules: BoardRules, means: Means, settings: Settings, lasts: i64) -> None:
        super().__init__(rules, means, settings)
        self.lasts: i64 = lasts * rules.seats  # turns that a plan is good for
        self.fresh: bool = False
        self.made: i64 = 0
        self.cards: i64 = 0
        self.pieces_then: i64 = 0
        self.tickets_then: i64 = 0

    def forget(self) -> None:
        self.fresh = False

    def prepare(self, state: State, seat: i64) -> None:
        cards = state.hand[seat * PILE + TOTAL]
        pieces = state.tally[seat * TALLY + PIECES]
        tickets = state.tally[seat * TALLY + TICKETS]
        if (
            self.fresh
            and cards >= self.cards
            and pieces == self.pieces_then
            and tickets == self.tickets_then
            and state.turn - self.made < self.lasts
            and self.stands(state, seat)
        ):
            self.purse.load(state, seat)
            self.time = self.turns_left(state, seat)
            self.count_needs(-1)
        else:
            super().prepare(state, seat)
            self.fresh = True
            self.made = state.turn
            self.pieces_then = pieces
            self.tickets_then = tickets
        self.cards = cards

    def stands(self, state: State, seat: i64) -> bool:
        """Whether all tracks of the plan are still open."""
        board = self.board
        at = seat * self.board_rules.word_count
        i: i64
        for i in range(self.plan_count):
            track = self.plan[i]
            if state.open[at + board.word[track]] & board.bit[track] == 0:
                return False
        return True

    def choose_tickets(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        self.fresh = False
        return super().choose_tickets(state, seat, legal)
