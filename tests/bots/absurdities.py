"""What no sensible player does, counted in matches of bots.

`again`: claims once more what has just come to nothing (a tunnel), with no card drawn in between.
`tickets`: takes tickets on its last turn though none of those that it can't see would be complete.
`keeps`: keeps on its last turn a ticket that is not complete (in the Card Game: that its stack
could not complete) and need not be kept.
`locomotives`: pays with a locomotive where the same payment with a card of the colour in its place
was possible, or gives one among the cards that stand for a locomotive. Where locomotives do not
stand for colours on every route, a card of the colour can be worth more: there it counts if the
cards of the colour that are left would pay for any open route even without that one.
`idle`: draws cards on its last turn though it could claim a route. Where a goal of Northern Lights
counts cards in hand or pieces that are left, that can be right.

The last turns are those after they have been announced. There `again` and `locomotives` do not
count: nothing that is kept is of any use any more.
"""

from collections import Counter

from wagonik.bots.guard import SafeBot
from wagonik.bots.planner.roads import FREE, Roads
from wagonik.bots.registry import make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, KINDS, LOCOMOTIVE, PILE, packed
from wagonik.engine.payments import ColourPayment
from wagonik.engine.rules import ONES, Rules
from wagonik.engine.state import IN_DECK, OFFER, UNKNOWN, State
from wagonik.engine.views import view_of
from wagonik.games import find_game, make_rules
from wagonik.games.card_game.matching import TicketMatcher
from wagonik.games.card_game.rules import CardGameRules, CardGameState
from wagonik.games.northern_lights.goals import CALL_OF_THE_WILD, COST_EFFICIENCY, NorthernState
from wagonik.match import View

LEVELS = ("normal", "hard", "master")  # that are never absurd


def level_bot(level: str, playouts: int) -> str:
    """The bot of a level by a name that does not depend on the clock."""
    return f"master@{playouts}" if level == "master" else level


def players_of(game: str, number: int) -> int:
    """All tables of a game in turn."""
    found = find_game(game)
    return found.least_players + number % (found.most_players - found.least_players + 1)


class Watcher:
    """Looks at the decisions of one seat."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.seen: Counter[str] = Counter()

    def before(self, view: View, action: int) -> None:
        """A decision is about to be played."""

    def after(self, state: State) -> None:
        """It was."""

    def keep(self, view: View, action: int, useless: set[int]) -> None:
        """On the last turn: which of the offered tickets are kept."""
        state, first = view.state, int(view.rules.keep_action)
        mask = action - first
        fewest = min(ONES[a - first] for a in view.legal)
        at = self.seat * OFFER
        offered = [int(state.offer[at + 1 + i]) for i in range(state.offer[at])]
        kept = {ticket for i, ticket in enumerate(offered) if mask >> i & 1}
        if kept & useless and len(kept) > fewest:
            self.seen["keeps"] += 1


class CardWatcher(Watcher):
    """A seat of the Card Game: only the keeping of tickets can be told without doubt."""

    def __init__(self, rules: CardGameRules, seat: int) -> None:
        super().__init__(seat)
        facts = rules.facts
        self.rules = rules
        self.matcher = TicketMatcher(facts.needs, facts.points, facts.big_ends)

    def before(self, view: View, action: int) -> None:
        state = view.state
        assert isinstance(state, CardGameState)
        if state.step != self.rules.choose_tickets_step or state.last_turns < 0 or state.decks > 1:
            return
        at = self.seat * OFFER
        useless = set()
        for i in range(state.offer[at]):  # those that the stack could not complete even alone
            ticket = int(state.offer[at + 1 + i])
            alone = packed([ticket])
            if self.matcher.best(state.stack, self.seat * PILE, alone, 1) == 0:
                useless.add(ticket)
        self.keep(view, action, useless)


class BoardWatcher(Watcher):
    """A seat of a board game."""

    def __init__(self, rules: BoardRules, seat: int) -> None:
        super().__init__(seat)
        self.rules = rules
        self.roads = Roads(rules)
        self.failed = -1  # the claim that is being made, or has just come to nothing
        self.hand: list[int] = []  # at the last claim
        self.wasteful = False  # it is being paid with locomotives that need not be
        self.wild_everywhere = not any(isinstance(p, ColourPayment) for p in rules.payments)

    def before(self, view: View, action: int) -> None:
        """A decision is about to be played."""
        rules, state = self.rules, view.state
        last = state.last_turns >= 0
        if state.step == rules.turn_step:
            track = action - int(rules.claim_action)
            hand = hand_of(state, self.seat)
            if 0 <= track < rules.track_count:
                if track == self.failed and hand == self.hand and not last:
                    self.seen["again"] += 1
                self.failed, self.hand, self.wasteful = track, hand, False
            else:
                self.failed = -1
                if last and action != rules.tickets_action:
                    claims = [a for a in view.legal if is_claim(rules, a)]
                    if claims and is_draw(rules, action) and not rewards_waiting(state):
                        self.seen["idle"] += 1
            if last and action == rules.tickets_action and not self.could_be_done(state):
                self.seen["tickets"] += 1
        elif state.step == rules.pay_step and not last:
            self.wasteful = self.wastes(state, view.legal, action)
        elif state.step == rules.give_step and not last:
            self.give(state, action)
        elif last and state.step == rules.choose_tickets_step:
            self.roads.load(state, self.seat)
            tickets = range(int(rules.ticket_count))
            self.keep(view, action, {t for t in tickets if not self.roads.done(t)})

    def could_be_done(self, view: State) -> bool:
        """Whether a ticket that the seat can't place is complete by its routes."""
        self.roads.load(view, self.seat)
        return any(
            self.roads.done(ticket)
            for ticket in range(int(self.rules.ticket_count))
            if view.holder[ticket] in (UNKNOWN, IN_DECK)
        )

    def after(self, state: State) -> None:
        """Something was played: perhaps the claim is paid."""
        track = self.failed
        if track < 0 or not self.rules.owns(state, self.seat, track):
            return
        self.failed = -1
        left = hand_of(state, self.seat)
        if self.wasteful and self.hand[LOCOMOTIVE] - left[LOCOMOTIVE] > self.symbols(track):
            self.seen["locomotives"] += 1

    def symbols(self, track: int) -> int:
        return int(self.rules.board.symbols[track])

    def wastes(self, view: State, legal: list[int], action: int) -> bool:
        """Whether one locomotive fewer would do for the same payment."""
        rules, hand = self.rules, hand_of(view, self.seat)
        colour, units = self.payment(action)
        if units <= self.symbols(int(view.track)) or self.is_special(view):
            return False
        cards = int(rules.board.length[view.track]) - units
        self.roads.load(view, self.seat)
        for other, fewer in map(self.payment, legal):
            if fewer == units - 1 and (other == colour or colour == LOCOMOTIVE):
                needed = 0 if self.wild_everywhere else self.longest_open(other)
                if hand[other] - cards > needed:
                    return True
        return False

    def payment(self, action: int) -> tuple[int, int]:
        """The colour of a payment, and the locomotives in it."""
        colour, units = divmod(action - int(self.rules.pay_action), int(self.rules.pay_width))
        return colour, units

    def give(self, view: State, action: int) -> None:
        if action - self.rules.give_action == LOCOMOTIVE and not self.is_special(view):
            self.seen["locomotives"] += 1

    def is_special(self, view: State) -> bool:
        """Whether any cards may be given for those of a colour, locomotives among them."""
        return bool(view.track >= 0 and self.rules.board.exchange[view.track] > 0)

    def longest_open(self, colour: int) -> int:
        """The longest open route that can be paid in a colour."""
        board = self.rules.board
        return max(
            (
                int(board.length[t])
                for t in range(board.track_count)
                if self.roads.status[t] == FREE and board.colour[t] in (colour, ANY_COLOUR)
            ),
            default=0,
        )


def rewards_waiting(state: State) -> bool:
    """Whether cards in hand or pieces that are left bring points."""
    return isinstance(state, NorthernState) and any(
        goal in (CALL_OF_THE_WILD, COST_EFFICIENCY) for goal in state.goals
    )


def hand_of(state: State, seat: int) -> list[int]:
    return [int(state.hand[seat * PILE + kind]) for kind in range(KINDS)]


def is_claim(rules: BoardRules, action: int) -> bool:
    return bool(0 <= action - rules.claim_action < rules.track_count)


def is_draw(rules: BoardRules, action: int) -> bool:
    return bool(action == rules.deck_action or 0 <= action - rules.market_action < KINDS)


def watcher(rules: Rules, seat: int) -> Watcher:
    if isinstance(rules, BoardRules):
        return BoardWatcher(rules, seat)
    assert isinstance(rules, CardGameRules)
    return CardWatcher(rules, seat)


def count(game: str, names: list[str], seed: int) -> Counter[str]:
    """The absurdities of all seats of a match, by kind."""
    rules = make_rules(game, len(names))
    bots: list[SafeBot] = [make_bot(name, seed + seat) for seat, name in enumerate(names)]
    watchers = [watcher(rules, seat) for seat in range(len(names))]
    state = rules.start(seed)
    out = ActionBuffer()
    rules.advance(state, out)
    for seat, bot in enumerate(bots):
        bot.start(View(rules, view_of(rules, state, seat), seat, []))
    while out.count > 0:
        seat = int(state.seat)
        view = View(rules, view_of(rules, state, seat), seat, out.list())
        action = bots[seat].choose(view)
        watchers[seat].before(view, action)
        rules.play(state, action, out)
        watchers[seat].after(state)
    return sum((watcher.seen for watcher in watchers), Counter())
