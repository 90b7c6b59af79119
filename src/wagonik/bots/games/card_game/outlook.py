"""The outlook on the Card Game: candidates, quick play and features from its planner."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.games.card_game.planner import CardPlanner, card_settings
from wagonik.bots.master.outlook import Outlook
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.state import COMPLETED, DECK, OFFER, State
from wagonik.games.card_game.rules import CardGameRules, CardGameState

NEVER: Final = -1.0e9

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
        self.scores: vec[float] = floats(1024)
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
            self._add_best(legal, most)
        else:
            planner.look(state, seat)
            planner.find_wants(state, seat)
            self._add_turns(state, seat, legal, most)
        return found

    def _add_best(self, legal: ActionBuffer, most: i64) -> None:
        i: i64
        while self.found.count < most:
            best: i64 = -1
            for i in range(legal.count):
                if self.scores[i] > -1.0e8 and not self.found.contains(legal.items[i]):
                    if best < 0 or self.scores[i] > self.scores[best]:
                        best = i
            if best < 0:
                return
            self.found.add(legal.items[best])

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
        self._add_best(legal, most)

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
            self.scores[i] = NEVER
            if rules.trio_action <= action < rules.locomotives_action:
                one.count = 0
                one.add(action)
                if planner.best_play(state, seat, one) >= 0:
                    self.scores[i] = planner.lasting
        self._add_best(legal, self.found.count + 2 if self.found.count + 2 < most else most)
        if legal.contains(rules.tickets_action):
            self.add(rules.tickets_action, most)
        for i in range(legal.count):
            action = legal.items[i]
            self.scores[i] = NEVER
            if action == rules.deck_action:
                self.scores[i] = 0.9
            elif rules.market_action <= action < rules.market_action + KINDS:
                self.scores[i] = planner.weight[action - rules.market_action]
        self._add_best(legal, most)

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
        out[at] = 1.0
        out[at + 1] = scored
        out[at + 2] = stack
        out[at + 3] = yard
        out[at + 4] = hand
        out[at + 5] = float(state.hand[seat * PILE + LOCOMOTIVE])
        out[at + 6] = float(planner.count)
        out[at + 7] = held
        out[at + 8] = needed
        out[at + 9] = on_stack
        out[at + 10] = with_yard
        out[at + 11] = with_hand
        out[at + 12] = hoped
        out[at + 13] = ends
        out[at + 14] = planner.future
        out[at + 15] = surplus if surplus > 0.0 else 0.0
        out[at + 16] = rows
        out[at + 17] = longest
        out[at + 18] = float(best)
        out[at + 19] = -float(after)
        out[at + 20] = float(state.stack[seat * PILE + LOCOMOTIVE])
        out[at + 21] = float(planner.lost(state, seat, 0))
