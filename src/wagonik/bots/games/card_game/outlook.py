"""The outlook on the Card Game: candidates, quick play and features from its planner."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.games.card_game.planner import CardPlanner, card_settings
from wagonik.bots.master.outlook import LEFT_OUT, Outlook
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.state import COMPLETED, DECK, OFFER, State
from wagonik.games.card_game.rules import CardGameRules, CardGameState

BLIND: Final = 0.9  # the score of a card from the deck; 1 is one that the tickets lack

# The features of a seat, by their places in a row.
ONE: Final = 0  # always 1
SCORED: Final = 1  # points of tickets that an earlier deck completed
STACK: Final = 2  # cards
YARD_CARDS: Final = 3
HAND: Final = 4  # cards
LOCOMOTIVES: Final = 5
TICKETS: Final = 6  # held
TICKET_POINTS: Final = 7
NEEDED: Final = 8  # cards that they need
STACK_COVERS: Final = 9  # points of the tickets that these cards complete
YARD_COVERS: Final = 10  # with those that get there in time
HAND_COVERS: Final = 11  # with the hand
HOPE_COVERS: Final = 12  # with the cards hoped for
COVERED_ENDS: Final = 13  # Big City ends of the tickets that stack, yard and hand cover
FUTURE: Final = 14  # turns after this one
SURPLUS: Final = 15  # cards beyond the needs
ROWS: Final = 16
LONGEST_ROW: Final = 17
BEST_COLOUR: Final = 18  # cards of it in hand
TURN: Final = 19  # how soon it comes
STACK_LOCOMOTIVES: Final = 20
LATE: Final = 21  # cards of the hand that get to the stack too late
NAMES: Final = [
    "one", "scored", "stack", "yard", "hand", "locomotives", "tickets", "ticket points", "needed",
    "stack covers", "yard covers", "hand covers", "hope covers", "covered ends", "future",
    "surplus", "rows", "longest row", "best colour", "turn", "stack locomotives", "late",
]  # fmt: skip


class CardOutlook(Outlook):
    """What a search asks about the Card Game."""

    def __init__(self, rules: CardGameRules) -> None:
        super().__init__(rules, NAMES)
        self.card_rules: Final = rules
        self.planner: Final = CardPlanner(rules, card_settings(rules.seats))
        self.one: ActionBuffer = ActionBuffer()
        self.pool: vec[i64] = zeros(PILE)
        setup = rules.setup
        # Cards that are left in the deck when the first turn begins.
        self.deck: i64 = sum(setup.deck) - rules.seats * (setup.hand + setup.locomotives)
        self.deck -= setup.market
        self.decks: i64 = 2 if rules.seats >= rules.facts.numbers["second_deck_players"] else 1
        self.ends: float = 0.0  # Big City ends of the tickets that were just covered

    # Candidates

    def candidates(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> ActionBuffer:
        assert isinstance(state, CardGameState)
        planner = self.planner
        rules = self.card_rules
        found = self.found
        found.count = 0
        own = planner.decide(state, seat, legal)
        found.add(own)
        step = state.step
        i: i64
        if step == rules.first_tickets_step or step == rules.choose_tickets_step:
            self._add_keeps(state, seat, legal, most)
        elif step == rules.row_step:
            for i in range(legal.count):  # near the planner's number first
                gap = legal.items[i] - own
                self.scores[i] = -float(gap if gap > 0 else -gap)
            self.add_best(legal, most)
        else:
            planner.look(state, seat)
            planner.find_wants(state, seat)
            self._add_turns(state, seat, legal, most)
        return found

    def _add_keeps(self, state: CardGameState, seat: i64, legal: ActionBuffer, most: i64) -> None:
        planner = self.planner
        settings = planner.settings
        planner.look(state, seat)
        planner.fill_pool(state, seat, planner.future >= 1.0)
        planner.pool[LOCOMOTIVE] += int(settings.hope * planner.future * settings.pace)
        held = planner.count
        i: i64
        j: i64
        for i in range(legal.count):
            mask = legal.items[i] - self.rules.keep_action
            count = held
            bit: i64 = 1
            for j in range(state.offer[seat * OFFER]):
                if mask & bit:
                    planner.mine[count] = state.offer[seat * OFFER + 1 + j]
                    count += 1
                bit = bit + bit
            self.scores[i] = planner.cover_value(count)
        self.add_best(legal, most)

    def _add_turns(self, state: CardGameState, seat: i64, legal: ActionBuffer, most: i64) -> None:
        """The best draw, the best rows and trios, tickets, other draws."""
        planner = self.planner
        rules = self.card_rules
        one = self.one
        draw = planner.choose_draw(state, seat, legal)
        if draw >= 0:
            self.add(draw, most)
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            self.scores[i] = LEFT_OUT
            if rules.trio_action <= action < rules.locomotives_action:
                one.count = 0
                one.add(action)
                if planner.best_play(state, seat, one) >= 0:
                    self.scores[i] = planner.lasting
        self.add_few(legal, most)
        fresh = planner.has_fresh_tickets(state) or planner.future < 1.0
        if fresh and legal.contains(rules.tickets_action):
            self.add(rules.tickets_action, most)
        for i in range(legal.count):
            action = legal.items[i]
            self.scores[i] = LEFT_OUT
            if action == rules.deck_action:
                self.scores[i] = BLIND
            elif rules.market_action <= action < rules.market_action + KINDS:
                self.scores[i] = planner.weight[action - rules.market_action]
        self.add_best(legal, most)

    # Quick play

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        return self.planner.decide(state, seat, legal)

    # A position in numbers

    def progress(self, state: State) -> float:
        assert isinstance(state, CardGameState)
        left = float(state.piles[DECK + TOTAL]) / float(self.deck)
        left = (left + float(state.decks - 1)) / float(self.decks)
        return 1.0 - left if left < 1.0 else 0.0

    def assess(self, state: State, features: vec[float]) -> None:
        assert isinstance(state, CardGameState)
        seat: i64
        for seat in range(state.seats):
            self._assess_seat(state, seat, features, seat * self.size)

    def _covered(self) -> float:
        """The points of the tickets that the planner's pool covers."""
        planner = self.planner
        done = planner.matcher.best(planner.pool, 0, planner.mine, planner.count)
        points: float = 0.0
        self.ends = 0.0
        i: i64
        for i in range(done):
            ticket = planner.matcher.chosen[i]
            points += float(planner.points[ticket])
            self.ends += float(planner.ends[ticket])
        return points

    def _assess_seat(self, state: CardGameState, seat: i64, out: vec[float], at: i64) -> None:
        planner = self.planner
        rules = self.card_rules
        planner.look(state, seat)
        kind: i64
        ticket: i64
        i: i64
        scored: float = 0.0
        for ticket in range(rules.ticket_count):
            if state.holder[ticket] == COMPLETED + seat:
                scored += float(planner.points[ticket])
        held: float = 0.0
        needed: float = 0.0
        for i in range(planner.count):
            held += float(planner.points[planner.mine[i]])
            needed += float(planner.sizes[planner.mine[i]])
        rows: float = 0.0
        yard: float = 0.0
        longest: float = 0.0
        best: i64 = 0
        for kind in range(COLOURS):
            size = float(rules.row_size(state, seat, kind))
            if size > 0.0:
                rows += 1.0
                yard += size
                if size > longest:
                    longest = size
            if state.hand[seat * PILE + kind] > best:
                best = state.hand[seat * PILE + kind]
        for kind in range(KINDS):
            planner.pool[kind] = state.stack[seat * PILE + kind]
        on_stack = self._covered()
        planner.fill_pool(state, seat, False)
        with_yard = self._covered()
        planner.fill_pool(state, seat, True)
        with_hand = self._covered()
        ends = self.ends
        hope = planner.settings.hope * planner.future * planner.settings.pace
        planner.pool[LOCOMOTIVE] += int(hope)
        hoped = self._covered()
        stack = float(state.stack[seat * PILE + TOTAL])
        hand = float(state.hand[seat * PILE + TOTAL])
        surplus = stack + yard + hand - needed
        after = seat - state.seat
        if after < 0:
            after += state.seats
        out[at + ONE] = 1.0
        out[at + SCORED] = scored
        out[at + STACK] = stack
        out[at + YARD_CARDS] = yard
        out[at + HAND] = hand
        out[at + LOCOMOTIVES] = float(state.hand[seat * PILE + LOCOMOTIVE])
        out[at + TICKETS] = float(planner.count)
        out[at + TICKET_POINTS] = held
        out[at + NEEDED] = needed
        out[at + STACK_COVERS] = on_stack
        out[at + YARD_COVERS] = with_yard
        out[at + HAND_COVERS] = with_hand
        out[at + HOPE_COVERS] = hoped
        out[at + COVERED_ENDS] = ends
        out[at + FUTURE] = planner.future
        out[at + SURPLUS] = surplus if surplus > 0.0 else 0.0
        out[at + ROWS] = rows
        out[at + LONGEST_ROW] = longest
        out[at + BEST_COLOUR] = float(best)
        out[at + TURN] = -float(after)
        out[at + STACK_LOCOMOTIVES] = float(state.stack[seat * PILE + LOCOMOTIVE])
        out[at + LATE] = float(planner.lost(state, seat, 0))
