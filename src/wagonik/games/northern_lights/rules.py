"""Northern Lights: pairs on ferries, bonus cards, and goals."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TUNNEL, Board
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, COLOURS, LOCOMOTIVE, PILE, zeros
from wagonik.engine.events import EventType
from wagonik.engine.payments import LocomotivePayment, Payment
from wagonik.engine.scoring import MostTickets, RoutePoints, TicketPoints
from wagonik.engine.state import LAID, State
from wagonik.games.northern_lights.goals import (
    ALL_GOALS,
    GOAL_COUNT,
    GoalPoints,
    MostGoals,
    NorthernState,
)

GOALS_SHOWN: Final = 4
PAIR: Final = 2  # cards of one colour that stand for a locomotive on a ferry (R12)


class PairPayment(Payment):
    """Ferries: each symbol takes a locomotive or a pair of cards of one colour; the other
    spaces take cards of one chosen colour, or locomotives (Northern Lights, R12).

    A unit is a space not paid by a card of the chosen colour; a group is a pair.
    """

    takes_locomotives = True
    of_one_colour = True

    def __init__(self, rules: "NorthernRules") -> None:
        super().__init__(rules, [FERRY], exact=True)  # pairs pay for symbols only

    def pick_payable(self, state: State, seat: i64, most: i64) -> None:
        hand = state.hand
        at = seat * PILE
        locomotives = hand[at + LOCOMOTIVE]
        pairs: i64 = 0
        kind: i64
        for kind in range(COLOURS):
            pairs += hand[at + kind] >> 1
        symbols: i64
        used: i64
        i: i64
        for symbols in range(1, self.most_symbols + 1):
            if locomotives + pairs < symbols:
                return
            for i in range(len(self.colour_list)):
                colour = self.colour_list[i]
                best: i64 = 0
                # The fewest pairs leave the most cards; more pairs spare locomotives.
                for used in range(symbols + 1):
                    spare = locomotives - (symbols - used)
                    if spare < 0 or used > pairs:
                        continue
                    cards = self.best_cards(hand, at, colour, most, used, pairs)
                    if symbols + spare + cards > best:
                        best = symbols + spare + cards
                self.pick_up_to(colour, symbols, best)

    def best_cards(
        self, hand: vec[i64], at: i64, colour: i64, most: i64, used: i64, pairs: i64
    ) -> i64:
        """The most cards of the chosen colour that are left beside so many pairs."""
        if colour == ANY_COLOUR and pairs - (most >> 1) >= used:
            return most
        first: i64 = 0
        last: i64 = COLOURS
        if colour != ANY_COLOUR:
            first = colour
            last = colour + 1
        best: i64 = 0
        kind: i64
        for kind in range(first, last):
            cards = hand[at + kind]
            missing = used - (pairs - (cards >> 1))
            if missing > 0:
                cards -= 2 * missing
            if cards > best:
                best = cards
        return best

    def group_size(self, state: State, seat: i64) -> i64:
        return PAIR

    def pairs_left(self, state: State, seat: i64, kind: i64, cards: i64) -> i64:
        """The pairs in a hand after so many cards of a colour are taken out."""
        at = seat * PILE
        pairs: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            count = state.hand[at + colour]
            if colour == kind:
                count -= cards
            pairs += count >> 1
        return pairs

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        at = seat * PILE
        if cards > 0 and state.hand[at + kind] < cards:
            return False
        missing = units - state.hand[at + LOCOMOTIVE]
        if missing <= 0:
            return True
        if missing > self.rules.board.symbols[state.track]:
            return False
        return self.pairs_left(state, seat, kind, cards) >= missing

    def least_groups(self, state: State, seat: i64) -> i64:
        missing = state.units - state.hand[seat * PILE + LOCOMOTIVE]
        if missing < 0:
            missing = 0
        return missing

    def most_groups(self, state: State, seat: i64, cards: i64) -> i64:
        symbols = self.rules.board.symbols[state.track]
        pairs = self.pairs_left(state, seat, state.colour, cards)
        return symbols if pairs > symbols else pairs

    def gives(self, state: State, groups: i64) -> i64:
        return groups

    def cards_a_give(self) -> i64:
        return PAIR

    def list_gives(self, state: State, seat: i64, out: ActionBuffer) -> None:
        at = seat * PILE
        behind: i64 = 0
        kind: i64 = COLOURS - 1
        while kind >= state.floor:
            pairs = (state.hand[at + kind] - state.piles[LAID + kind]) // 2
            behind += pairs
            if pairs > 0 and behind >= state.left:
                self.rules.add_give(out, kind)
            kind -= 1


class NorthernRules(BoardRules):
    """Northern Lights for two to five players."""

    def __init__(self, game: str, seats: int, board: Board) -> None:
        super().__init__(game, seats, board)
        self.bonus_event: i64 = self.add_event(
            EventType("bonus", "cards").told("has ", "{cards:bonus card}")
        )
        self.goal_event: i64 = self.add_event(
            EventType("goal", "goal").told("the goals are ", "{goal}", impersonal=True)
        )
        plain = LocomotivePayment(self, [ORDINARY, TUNNEL, SPECIAL])
        self.set_payments([plain, PairPayment(self), plain, plain])
        goals = GoalPoints(self.board_standing)
        self.goals: Final = goals
        self.scorers = [RoutePoints(), TicketPoints(board.ticket_points), goals]
        self.tie_breakers = [MostTickets(), MostGoals(goals)]

    def new_state(self) -> State:
        return NorthernState(self.seats)

    def prepare(self, state: State) -> None:
        """Four goals are turned up at random, the others leave the game."""
        super().prepare(state)
        assert isinstance(state, NorthernState)
        state.goals = zeros(GOALS_SHOWN)
        left = ALL_GOALS[:]
        i: i64
        for i in range(GOALS_SHOWN):
            at = i + state.tickets.below(GOAL_COUNT - i)
            goal = left[at]
            left[at] = left[i]
            left[i] = goal
            state.goals[i] = goal
            state.emit(self.goal_event, -1, goal, 0)

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        assert isinstance(view, NorthernState)
        mechanics["goals"] = self.goals.data(view)

    def claimed(self, state: State, seat: i64, track: i64) -> None:
        """Bonus cards are drawn blind, as many as there are."""
        bonus = self.board.bonus[track]
        if bonus > 0:
            state.emit(self.bonus_event, seat, bonus, 0)
            for _ in range(bonus):
                if not self.draw_blind(state, seat):
                    break
        self.end_turn(state)
