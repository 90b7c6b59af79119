"""Planner in the Card Game: which tickets the cards can cover, and when to play them.

Cards score only once they are on the stack, and a row sends one card a turn there. So the
planner counts the turns left, plays a row when waiting would lose cards or the row is worth a
turn, and takes tickets when it will have more cards than its tickets need.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.base import Brain, unseen_cards
from wagonik.bots.floats import floats
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, packed, zeros
from wagonik.engine.entries import NOBODY, entry_tag, tag_seat, unknown_tag
from wagonik.engine.state import DECK, OFFER, State
from wagonik.games.card_game.matching import TicketMatcher
from wagonik.games.card_game.rules import TRIO, YARD, CardGameRules, CardGameState

NEVER: Final = -1.0e9  # the score of what is not chosen
PAIRED: Final = 3  # cards of a colour in hand that make one more of it worth more
WILD_SHARE: Final = 0.5  # of a locomotive in another hand, that is expected in a row of some colour
# A row is in danger from so many cards on that others are expected to have less than it holds, and
# surely lost with so many more.
ROB_EARLY: Final = 1.5
ROB_SPREAD: Final = 3.0
MOST_RISK: Final = 0.9
ROUND_UP: Final = 0.999


class CardSettings:
    """The numbers that the Card Game is played by."""

    def __init__(self) -> None:
        self.pace: float = 0.71  # cards that a seat draws in a turn; less is bolder
        self.hope: float = 0.55  # of the cards to come, the share that will fit
        self.room: float = 6.75  # cards more than the tickets need that call for more tickets
        self.row: float = 7.3  # cards in a row that are worth a turn
        self.trio: float = 4.6  # what a trio counts against that
        self.rob: float = 0.67  # what a card that another seat loses counts
        self.fear: float = 0.26  # the share of a row lost when another seat could rob it
        self.surplus: float = 0.45  # a card beyond the tickets' needs
        self.wild: float = 1.6  # a locomotive
        self.pair: float = 0.12  # a colour already in hand
        self.city: float = 1.5  # points for each Big City end of a ticket
        self.fail: float = 1.0  # of a ticket's points, lost if it is not completed

    def names(self) -> list[str]:
        return [
            "pace", "hope", "room", "row", "trio", "rob", "fear", "surplus", "wild", "pair",
            "city", "fail",
        ]  # fmt: skip

    def update(self, values: dict[str, float]) -> None:
        for name, value in values.items():
            if name not in self.names():
                raise KeyError(name)
            setattr(self, name, value)


# Found together for more players, who end a deck sooner: long rows, few tickets, and robbing.
TUNED: Final[dict[int, dict[str, float]]] = {
    3: {
        "pace": 0.76, "hope": 0.56, "room": 45.0, "row": 9.0, "trio": 5.4, "rob": 2.3,
        "fear": 0.12, "surplus": 0.54, "wild": 2.2, "pair": 0.125, "city": 2.4, "fail": 0.72,
    },
    4: {
        "pace": 0.63, "hope": 1.23, "room": 23.0, "row": 5.7, "trio": 7.8, "rob": 1.5,
        "fear": 0.076, "surplus": 0.37, "wild": 1.57, "pair": 0.045, "city": 1.72, "fail": 1.03,
    },
}  # fmt: skip


def card_settings(seats: int) -> CardSettings:
    """The settings found for a number of players."""
    settings = CardSettings()
    settings.update(TUNED.get(seats, {}))
    return settings


class CardPlanner(Brain):
    """Plans for one seat of the Card Game."""

    def __init__(self, rules: CardGameRules, settings: CardSettings) -> None:
        super().__init__(rules)
        facts = rules.facts
        self.card_rules: Final = rules
        self.settings: Final = settings
        self.needs: vec[i64] = packed([count for row in facts.needs for count in row])
        self.sizes: vec[i64] = packed([sum(row) for row in facts.needs])
        self.points: vec[i64] = packed(facts.points)
        self.ends: vec[i64] = packed(facts.big_ends)
        worth = [
            round(points + settings.city * ends)
            for points, ends in zip(facts.points, facts.big_ends, strict=True)
        ]
        self.matcher: Final = TicketMatcher(facts.needs, worth, facts.big_ends)
        self.mine: vec[i64] = zeros(len(facts.points))
        self.count: i64 = 0
        self.pool: vec[i64] = zeros(PILE)  # stack and yard, perhaps hand and hopes
        self.want: vec[i64] = zeros(KINDS)  # cards that the tickets still lack
        self.weight: vec[float] = floats(KINDS)
        self.future: float = 0.0  # turns after this one
        self.lasting: float = 0.0

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        assert isinstance(state, CardGameState)
        rules = self.card_rules
        step = state.step
        self.look(state, seat)
        if step == rules.first_tickets_step or step == rules.choose_tickets_step:
            return self.choose_tickets(state, seat, legal)
        self.find_wants(state, seat)
        if step == rules.second_card_step:
            return self.choose_draw(state, seat, legal)
        if step == rules.row_step:
            return self.choose_locomotives(state, seat, legal)
        return self.choose_turn(state, seat, legal)

    # Looking

    def look(self, state: State, seat: i64) -> None:
        """The turns that are left, and the tickets held."""
        if state.last_turns >= 0:
            self.future = 0.0
        else:
            deck = float(state.piles[DECK + TOTAL])
            self.future = deck / (self.settings.pace * float(state.seats)) + 1.0
        count: i64 = 0
        ticket: i64
        for ticket in range(self.card_rules.ticket_count):
            if state.holder[ticket] == seat:
                self.mine[count] = ticket
                count += 1
        self.count = count

    def fill_pool(self, state: CardGameState, seat: i64, hand: bool) -> None:
        """The cards on the stack and those that will get there; perhaps the hand's too."""
        pool = self.pool
        yard = seat * YARD
        turns = self.future
        kind: i64
        for kind in range(KINDS):
            pool[kind] = state.stack[seat * PILE + kind]
            if hand:
                pool[kind] += state.hand[seat * PILE + kind]
        colour: i64
        for colour in range(COLOURS):
            left: i64 = int(turns)
            on_top = state.yard[yard + 2 * colour + 1]
            moved = on_top if on_top < left else left
            pool[LOCOMOTIVE] += moved
            left -= moved
            below = state.yard[yard + 2 * colour]
            pool[colour] += below if below < left else left

    def find_wants(self, state: CardGameState, seat: i64) -> None:
        """The cards that the tickets lack, beyond stack, yard and hand."""
        self.fill_pool(state, seat, True)
        kind: i64
        i: i64
        for kind in range(KINDS):
            self.want[kind] = -self.pool[kind]
        for i in range(self.count):
            at = self.mine[i] * COLOURS
            for kind in range(COLOURS):
                self.want[kind] += self.needs[at + kind]

    # Tickets

    def choose_tickets(self, state: CardGameState, seat: i64, legal: ActionBuffer) -> i64:
        """Keep the set that is worth most with the cards there are and may be hoped for."""
        s = self.settings
        self.fill_pool(state, seat, self.future >= 1.0)
        hope = s.hope * self.future * s.pace
        self.pool[LOCOMOTIVE] += int(hope)
        held = self.count
        best = legal.items[0]
        most: float = NEVER
        i: i64
        j: i64
        for i in range(legal.count):
            mask = legal.items[i] - self.rules.keep_action
            count = held
            bit: i64 = 1
            for j in range(state.offer[seat * OFFER]):
                if mask & bit:
                    self.mine[count] = state.offer[seat * OFFER + 1 + j]
                    count += 1
                bit = bit + bit
            value = self.cover_value(count)
            if value > most:
                most = value
                best = legal.items[i]
        return best

    def cover_value(self, count: i64) -> float:
        """Points of the tickets that the pool covers, less those of the others."""
        s = self.settings
        value: float = 0.0
        i: i64
        for i in range(count):
            value -= s.fail * float(self.points[self.mine[i]])
        done = self.matcher.best(self.pool, 0, self.mine, count)
        for i in range(done):
            ticket = self.matcher.chosen[i]
            value += (1.0 + s.fail) * float(self.points[ticket])
            value += s.city * float(self.ends[ticket])
        return value

    def wants_tickets(self, state: CardGameState, seat: i64) -> bool:
        """There will be more cards than the tickets need."""
        s = self.settings
        if state.queued == 0:
            return False
        if self.future < 1.0:
            return True
        if not self.has_fresh_tickets(state):
            return False
        cards = float(state.stack[seat * PILE + TOTAL] + state.hand[seat * PILE + TOTAL])
        colour: i64
        for colour in range(COLOURS):
            cards += float(self.card_rules.row_size(state, seat, colour))
        needed: i64 = 0
        i: i64
        for i in range(self.count):
            needed += self.sizes[self.mine[i]]
        return cards + s.hope * self.future * s.pace - float(needed) >= s.room

    def has_fresh_tickets(self, state: CardGameState) -> bool:
        """Whether the next ticket is one that nobody has put back. To take those that were put back
        is to pass; two who would both rather wait would do so for ever."""
        entry = state.queue[state.head]
        tag = unknown_tag(entry) if entry < 0 else entry_tag(entry)
        return state.queued > 0 and tag_seat(tag) == NOBODY

    # Turns

    def choose_turn(self, state: CardGameState, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.card_rules
        s = self.settings
        # On the last turn nothing played gets onto the stack any more, unless another deck
        # follows, for which the hand is kept.
        if self.future < 1.0:
            if state.decks > 1:
                draw = self.choose_draw(state, seat, legal)
                if draw >= 0:
                    return draw
            if legal.contains(rules.tickets_action):
                return rules.tickets_action
            return legal.items[0]
        play = self.best_play(state, seat, legal)
        pressed = self.lost(state, seat, 1) > self.lost(state, seat, 0)
        if play >= 0 and (self.lasting >= s.row or (pressed and self.lasting > 0.0)):
            return play
        if self.wants_tickets(state, seat) and legal.contains(rules.tickets_action):
            return rules.tickets_action
        if self.future < 2.0 and play >= 0:
            return play
        draw = self.choose_draw(state, seat, legal)
        if draw >= 0:
            return draw
        return play if play >= 0 else legal.items[0]

    def lost(self, state: CardGameState, seat: i64, wait: i64) -> i64:
        """Cards of the hand that get to the stack too late, if all is played from some turn on,
        the longest rows first."""
        lost: i64 = 0
        done: i64 = 0  # a bit for each colour
        turn = wait
        colour: i64
        while True:
            best: i64 = -1
            most: i64 = 1
            bit: i64 = 1
            best_bit: i64 = 0
            for colour in range(COLOURS):
                count = state.hand[seat * PILE + colour]
                if done & bit == 0 and count > most:
                    most = count
                    best = colour
                    best_bit = bit
                bit = bit + bit
            if best < 0:
                return lost
            done |= best_bit
            late = float(most) - (self.future - float(turn))
            if late > 0.0:
                lost += int(late + ROUND_UP)
            turn += 1

    def best_play(self, state: CardGameState, seat: i64, legal: ActionBuffer) -> i64:
        """The row or trio that is worth most; its worth is left in `lasting`."""
        rules = self.card_rules
        s = self.settings
        best: i64 = -1
        most: float = 0.0
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            score: float = 0.0
            if action >= rules.row_action:
                if action >= rules.locomotives_action:
                    continue
                row = action - rules.row_action
                score = self.row_value(
                    state, seat, row // rules.row_width, row % rules.row_width + 1
                )
            elif action >= rules.trio_action:
                at = TRIO * (action - rules.trio_action)
                j: i64
                for j in range(TRIO):
                    colour = rules.trios[at + j]
                    score += self.card_value(state, seat, colour, 1) * (
                        1.0 - self.danger(state, seat, colour, 1)
                    )
                score *= s.trio / float(TRIO)
            else:
                continue
            if score > most:
                most = score
                best = action
        self.lasting = most
        return best

    def card_value(self, state: CardGameState, seat: i64, colour: i64, count: i64) -> float:
        """What so many cards of a colour are worth on the stack: those that the tickets need
        count in full."""
        wanted = self.want[colour] + state.hand[seat * PILE + colour]
        if wanted < 0:
            wanted = 0
        if count <= wanted:
            return float(count)
        return float(wanted) + self.settings.surplus * float(count - wanted)

    def row_value(self, state: CardGameState, seat: i64, colour: i64, cards: i64) -> float:
        s = self.settings
        locomotives = self.row_locomotives(state, seat, colour, cards)
        size = cards + locomotives
        room: i64 = int(self.future)
        moved = size if size < room else room
        below = moved - locomotives
        value = self.card_value(state, seat, colour, below) if below > 0 else 0.0
        value += float(moved - below if below > 0 else moved)
        # Holding back cards of the colour only makes sense if they would come too late.
        value *= 1.0 - self.danger(state, seat, colour, size)
        return value + s.rob * float(self.card_rules.row_to_beat(state, colour))

    def row_locomotives(self, state: CardGameState, seat: i64, colour: i64, cards: i64) -> i64:
        """Locomotives to lay on a row: those that it must have, and more if there is time."""
        least = self.card_rules.least_row(state, colour) - cards
        if least < 0:
            least = 0
        held = state.hand[seat * PILE + LOCOMOTIVE]
        room: i64 = int(self.future) - cards
        if self.lacks_colours():
            return held if held < room else (least if least > room else room)
        return least

    def lacks_colours(self) -> bool:
        """Whether the tickets lack cards that locomotives must stand for."""
        lack: i64 = 0
        colour: i64
        for colour in range(COLOURS):
            if self.want[colour] > 0:
                lack += self.want[colour]
        return lack > 0

    def danger(self, state: CardGameState, seat: i64, colour: i64, size: i64) -> float:
        """The share of a row that robbers are expected to take."""
        cards: i64 = 0
        kind: i64
        for kind in range(KINDS):
            cards += unseen_cards(state, seat, kind)
        share = float(unseen_cards(state, seat, colour)) / (float(cards) + 1.0)
        risk: float = 0.0
        other: i64
        for other in range(state.seats):
            if other == seat or self.card_rules.row_size(state, other, colour) > 0:
                continue
            at = other * PILE
            unknown = state.hand[at + TOTAL] - state.known[at + TOTAL]
            likely = float(state.known[at + colour]) + share * float(unknown)
            likely += WILD_SHARE * float(state.known[at + LOCOMOTIVE])
            over = (likely + ROB_EARLY - float(size)) / ROB_SPREAD
            if over > 0.0:
                risk += over if over < 1.0 else 1.0
        risk *= self.settings.fear
        return risk if risk < MOST_RISK else MOST_RISK

    def choose_locomotives(self, state: CardGameState, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.card_rules
        count = self.row_locomotives(state, seat, state.colour, state.row)
        action = rules.locomotives_action + count
        if legal.contains(action):
            return action
        return legal.items[0]

    # Drawing

    def choose_draw(self, state: CardGameState, seat: i64, legal: ActionBuffer) -> i64:
        """The card to draw, or -1 if none can be drawn."""
        rules = self.card_rules
        s = self.settings
        weight = self.weight
        cards: i64 = 0
        blind: float = 0.0
        kind: i64
        for kind in range(KINDS):
            if kind == LOCOMOTIVE:
                weight[kind] = s.wild
            else:
                weight[kind] = 1.0 if self.want[kind] > 0 else s.surplus
                held = state.hand[seat * PILE + kind]
                weight[kind] += s.pair * float(held if held < PAIRED else PAIRED)
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
            else:
                continue
            if score > most:
                if most > second:
                    second = most
                most = score
                best = action
            elif score > second:
                second = score
        if alone >= 0 and (best < 0 or weight[LOCOMOTIVE] > most + second):
            return alone
        return best
