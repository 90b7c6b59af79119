"""Planner on a board: what it chooses, given its plan.

Claim what the plan needs as soon as it can be paid, take tickets when the plan is nearly done,
draw what it lacks, pay with what it misses least.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.base import unseen_cards
from wagonik.bots.floats import floats
from wagonik.bots.planner.means import CARDS_A_TURN, Means
from wagonik.bots.planner.plan import SWING, BoardPlan
from wagonik.bots.planner.purse import CANNOT_PAY
from wagonik.bots.planner.rivals import Rivals
from wagonik.bots.planner.roads import FREE
from wagonik.bots.planner.settings import OFF, PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import SPECIAL
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, BIT, COLOURS, KINDS, LOCOMOTIVE, TOTAL
from wagonik.engine.state import LAID, TALLY, TICKETS, State

NEVER: Final = -1.0e9  # the score of what is not chosen
DEAREST: Final = 1.0e9  # more than any payment is worth
IDLE_WILD: Final = 0.6  # of a locomotive's weight, when the plan lacks no card that it could be
SOON_OVER: Final = 2.0  # turns left in which what may fail is tried at once
HELD: Final = 4.0  # points that a ticket of another seat counts
OWN_POINTS: Final = 0.5  # of a claim's own points that count when it blocks others
ORDER: Final = 0.3  # of what others lose, that counts between planned claims
HURT: Final = 4.0  # points that a card counts which a block takes from the plan
SECOND_CARD: Final = 0.95  # of its weight, that a second card counts against a lone locomotive


class BoardPlanner(BoardPlan):
    """Decides for one seat of a board game."""

    def __init__(self, rules: BoardRules, means: Means, settings: PlannerSettings) -> None:
        super().__init__(rules, means, settings)
        self.serves: vec[float] = floats(KINDS)  # points a turn of what a colour may bring later
        self.rivals: Rivals | None = None  # made when they are first looked at

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.board_rules
        step = state.step
        if step == rules.first_tickets_step or step == rules.choose_tickets_step:
            return self.choose_tickets(state, seat, legal)
        self.prepare(state, seat)
        if step == rules.turn_step:
            return self.choose_turn(state, seat, legal)
        if step == rules.second_card_step:
            return self.choose_draw(state, seat, legal)
        if step == rules.pay_step or step == rules.exchange_step or step == rules.give_step:
            return self.choose_payment(state, seat, legal)
        return self.means.step_action(self, state, seat, legal)

    # Tickets

    def choose_tickets(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        self.look(state, seat)
        best = legal.items[0]
        most: float = NEVER
        i: i64
        for i in range(legal.count):
            value = self.keep_value(state, seat, legal.items[i] - self.rules.keep_action)
            if value > most:
                most = value
                best = legal.items[i]
        return best

    def wants_tickets(self, state: State) -> bool:
        """More tickets pay when the plan is nearly done and there is time for another."""
        s = self.settings
        return (
            state.queued > 0
            and self.focus < 0
            and (self.count > 0 or self.filler_rate < s.rather)
            and (self.count == 0 or self.turns <= s.more)
            and self.time >= s.more_time
            and float(self.pieces) >= s.more_pieces
            and (s.ahead >= OFF or self.lead(state, state.seat) < s.ahead)
        )

    def lead(self, state: State, seat: i64) -> float:
        """By how many points a seat is ahead of all others, if it completes what it plans for and
        they most of their tickets."""
        rules = self.board_rules
        points = self.board.ticket_points
        mine = float(rules.public_points(state, seat))
        ticket: i64
        for ticket in range(rules.ticket_count):
            if state.holder[ticket] == seat:
                if self.roads.done(ticket):
                    mine += float(points[ticket])
                else:
                    mine -= float(points[ticket])
        i: i64
        for i in range(self.count):
            mine += SWING * float(points[self.tickets[i]])
        most: float = NEVER
        other: i64
        for other in range(state.seats):
            if other != seat:
                held = float(state.tally[other * TALLY + TICKETS])
                theirs = float(rules.public_points(state, other)) + HELD * held
                if theirs > most:
                    most = theirs
        return mine - most

    # Turns

    def choose_turn(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        own = self.means.turn_action(self, state, seat, legal)
        if own >= 0:
            return own
        if self.time <= 1.0:
            return self.choose_last(state, seat, legal)
        if self.settings.block < OFF:
            claim = self.best_block(state, seat, legal)
            if claim >= 0:
                return claim
        claim = self.best_claim(legal)
        if claim >= 0 and self.count > 0:
            return claim
        if self.wants_tickets(state) and legal.contains(self.rules.tickets_action):
            return self.rules.tickets_action
        if claim >= 0:
            return claim
        draw = self.choose_draw(state, seat, legal)
        if draw >= 0:
            return draw
        return self.any_action(state, legal)

    def best_claim(self, legal: ActionBuffer) -> i64:
        """The planned track to claim now, or -1 if none can be or should be."""
        rules = self.board_rules
        rivals = self.rivals if self.settings.block < OFF else None
        best: i64 = -1
        most: float = NEVER
        before = self.lack
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            if track < 0 or track >= rules.track_count or self.in_plan[track] == 0:
                continue
            hurt = self.hurt(track, before)
            if hurt <= self.settings.hurt and not self.waits(track):
                score = self.value[track] - hurt
                if self.settings.urgency > 0.0:
                    score += self.settings.urgency * self.detour(track)
                if rivals is not None:
                    score += ORDER * rivals.loss[track]
                if score > most:
                    most = score
                    best = legal.items[i]
        self.count_needs(-1)
        return best

    def best_block(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """A claim that takes more from others than it hurts the plan, or -1."""
        rules = self.board_rules
        rivals = self.find_rivals()
        best: i64 = -1
        most = self.settings.block
        before = self.lack
        studied = False
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            if track < 0 or track >= rules.track_count:
                continue
            if not studied:
                self.study_rivals(state, seat)
                studied = True
            score = rivals.loss[track] + OWN_POINTS * self.value[track]
            if rivals.loss[track] <= 0.0 or score <= most:
                continue
            hurt = self.hurt(track, before)
            if hurt > 0.0:
                score -= HURT * hurt
            if score > most and not self.waits(track):
                most = score
                best = legal.items[i]
        self.count_needs(-1)
        return best

    def find_rivals(self) -> Rivals:
        rivals = self.rivals
        if rivals is None:
            rivals = Rivals(self.board_rules)
            self.rivals = rivals
        return rivals

    def study_rivals(self, state: State, seat: i64) -> None:
        """Find what each track is worth to others, before claims are compared by that."""
        self.find_rivals().study(state, seat)

    def waits(self, track: i64) -> bool:
        """Whether a claim, just weighed by `hurt`, would rather wait for more cards: it may fail,
        and there is time to draw them."""
        dare = self.settings.dare
        return dare > 0.0 and self.time > SOON_OVER and self.means.chance(self, track) < dare

    def hurt(self, track: i64, before: float) -> float:
        """How many cards more the rest of the plan lacks once this track is paid."""
        purse = self.purse
        self.count_needs(track)
        size = self.means.group_size(self.board.kind[track], purse)
        if purse.choose_payment(track, size) >= CANNOT_PAY:
            return 0.0
        kind: i64
        for kind in range(KINDS):
            purse.hand[kind] -= purse.spent[kind]
            purse.hand[TOTAL] -= purse.spent[kind]
        after = purse.shortage(self.means.plan_size(purse))
        for kind in range(KINDS):
            purse.hand[kind] += purse.spent[kind]
            purse.hand[TOTAL] += purse.spent[kind]
        return after - before

    def choose_last(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """The last turn: whatever scores most at once."""
        rules = self.board_rules
        best: i64 = -1
        most: float = 0.0
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            if 0 <= track < rules.track_count:
                gain = self.last_gain(state, seat, track)
                if gain > most:
                    most = gain
                    best = legal.items[i]
        if best >= 0:
            return best
        draw = self.choose_draw(state, seat, legal)
        return draw if draw >= 0 else self.any_action(state, legal)

    def last_gain(self, state: State, seat: i64, track: i64) -> float:
        """Points of a claim, and of the tickets that it completes."""
        roads = self.roads
        board = self.board
        gain = self.value[track]
        x = roads.find(board.a[track])
        y = roads.find(board.b[track])
        if x == y:
            return gain
        ticket: i64
        before: float = 0.0
        after: float = 0.0
        for ticket in range(self.board_rules.ticket_count):
            if state.holder[ticket] == seat and not roads.done(ticket):
                before += float(board.ticket_points[ticket])
        if before == 0.0:
            return gain
        roads.root[x] = y
        for ticket in range(self.board_rules.ticket_count):
            if state.holder[ticket] == seat and not roads.done(ticket):
                after += float(board.ticket_points[ticket])
        roads.load(state, seat)
        return gain + SWING * (before - after)

    def any_action(self, state: State, legal: ActionBuffer) -> i64:
        """No card to draw: the claim worth most, or whatever is left."""
        rules = self.board_rules
        best = legal.items[0]
        most: float = NEVER
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            score: float = -1.0
            if 0 <= track < rules.track_count:
                score = self.value[track]
            if score > most:
                most = score
                best = legal.items[i]
        return best

    # Drawing

    def weigh(self) -> None:
        """What a card of each kind is worth now; 1 is a card that the plan lacks."""
        s = self.settings
        purse = self.purse
        weight = self.weight
        short = purse.short
        any_short = purse.soft_short > 0
        kind: i64
        for kind in range(COLOURS):
            if short[kind] > 0:
                weight[kind] = 1.0 + s.near / float(short[kind])
            else:
                weight[kind] = s.junk + s.grey * float(purse.hand[kind])
        if s.later > 0.0:
            self.weigh_later()
        if s.fit > 0.0:
            self.weigh_mates()
        weight[LOCOMOTIVE] = s.junk + s.grey
        if purse.wild[0]:
            weight[LOCOMOTIVE] = s.wild * IDLE_WILD
        if any_short:
            weight[LOCOMOTIVE] = s.wild
        if short[LOCOMOTIVE] > 0:
            weight[LOCOMOTIVE] = s.engine

    def weigh_later(self) -> None:
        """What the plan does not lack may bring a track nearer that has points only."""
        s = self.settings
        purse = self.purse
        roads = self.roads
        serves = self.serves
        track: i64
        kind: i64
        for kind in range(COLOURS):
            serves[kind] = 0.0
        purse.set_aside()
        for track in range(roads.track_count):
            kind = self.board.colour[track]
            if roads.status[track] == FREE and self.in_plan[track] == 0 and kind != ANY_COLOUR:
                missing = purse.missing(track)
                if missing >= 1.0:
                    rate = self.value[track] / (1.0 + (missing - 1.0) * s.filler_cards)
                    if rate > serves[kind]:
                        serves[kind] = rate
        purse.take_back()
        for kind in range(COLOURS):
            if purse.short[kind] == 0:
                self.weight[kind] += s.later * serves[kind]

    def weigh_mates(self) -> None:
        """A colour that no planned track lacks is worth as much if one beside it takes it."""
        weight = self.weight
        wanted: i64 = 0
        lack = self.lack
        kind: i64
        if lack <= 0.0:
            return
        for kind in range(COLOURS):
            if self.purse.short[kind] > 0:
                wanted |= BIT[kind]
        for kind in range(COLOURS):
            if wanted & BIT[kind] == 0:
                spared = lack - self.lack_with(kind)
                if spared > weight[kind]:
                    weight[kind] = spared
        self.count_needs(-1)

    def choose_draw(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """The card to draw, or -1 if none can be drawn."""
        rules = self.board_rules
        self.weigh()
        weight = self.weight
        cards: i64 = 0
        blind: float = 0.0
        kind: i64
        for kind in range(KINDS):
            count = unseen_cards(state, seat, kind)
            cards += count
            blind += float(count) * weight[kind]
        if cards > 0:
            blind /= float(cards)
        best: i64 = -1
        most: float = NEVER
        second: float = blind
        alone: i64 = -1
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            score: float
            if action == rules.deck_action:
                score = blind
            elif rules.market_action <= action < rules.market_action + KINDS:
                kind = action - rules.market_action
                score = weight[kind]
                if kind == LOCOMOTIVE and rules.locomotive_alone:
                    alone = action
                    continue
                if self.copies(state, kind) > 1 and self.purse.short[kind] != 1:
                    second = score if score > second else second
            else:
                continue
            if score > most:
                if most > second:
                    second = most
                most = score
                best = action
            elif score > second:
                second = score
        drawn = state.drawn
        many = self.means.blind_cards() - drawn
        if (
            many > CARDS_A_TURN - drawn
            and drawn == state.blind
            and legal.contains(rules.deck_action)
        ):
            # From the deck only, the turn has more cards.
            rest = most if drawn > 0 else most + second
            if blind * float(many) > rest:
                most = blind * float(many)
                second = 0.0
                best = rules.deck_action
        if alone >= 0 and (best < 0 or weight[LOCOMOTIVE] > most + second * SECOND_CARD):
            return alone
        return best

    def copies(self, state: State, kind: i64) -> i64:
        count: i64 = 0
        slot: i64
        for slot in range(self.rules.market_size):
            if state.market[slot] == kind:
                count += 1
        return count

    # Paying

    def choose_payment(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """Pay with what the rest of the plan misses least."""
        rules = self.board_rules
        purse = self.purse
        track = state.track
        if state.step == rules.pay_step:
            self.count_needs(track)
            size = self.means.group_size(self.board.kind[track], purse)
            purse.choose_payment(track, size)
            action = rules.pay_action + purse.pay_colour * rules.pay_width + purse.pay_units
            return action if legal.contains(action) else legal.items[0]
        return self.choose_exchange(state, legal)

    def choose_exchange(self, state: State, legal: ActionBuffer) -> i64:
        """How many locomotives to replace by other cards, and by which."""
        rules = self.board_rules
        purse = self.purse
        track = state.track
        self.count_needs(track)
        cards = rules.cards_of_colour(state)
        kind: i64
        i: i64
        payment = rules.payment(state)
        each = payment.cards_a_give()
        special = (
            track >= 0 and self.board.kind[track] == SPECIAL and self.board.exchange[track] > 0
        )
        if state.step == rules.give_step:
            for kind in range(KINDS):
                purse.trial[kind] = state.piles[LAID + kind]
                purse.spent[kind] = purse.trial[kind]
            purse.gather(state.left, each, special)
            lowest: i64 = -1  # they are given in ascending order
            for i in range(legal.count):
                kind = legal.items[i] - rules.give_action
                if purse.trial[kind] > purse.spent[kind] and (lowest < 0 or kind < lowest):
                    lowest = kind
            return legal.items[0] if lowest < 0 else rules.give_action + lowest
        best = legal.items[0]
        least: float = DEAREST
        for i in range(legal.count):
            groups = legal.items[i] - rules.exchange_action
            for kind in range(KINDS):
                purse.trial[kind] = 0
            if cards > 0:
                purse.trial[state.colour] = cards
            cost: float = 0.0
            if not special:
                purse.trial[LOCOMOTIVE] = state.units - groups
                cost = purse.worth(LOCOMOTIVE, state.units - groups)
            cost += purse.gather(payment.gives(state, groups), each, special)
            if cost < least:
                least = cost
                best = legal.items[i]
        return best
