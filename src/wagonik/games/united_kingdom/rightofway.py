"""Right of Way can be bought only if a route can be claimed with it now (R17), so every choice
of its payment must leave the cards for such a claim.

Of the routes that lie open to it only the cheapest of each class matters: who can pay for any
of a class can pay for that one.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.board import TrackClass
from wagonik.engine.cards import ANY_COLOUR, COLOURS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.payments import most_of_a_colour
from wagonik.engine.state import LAID, PIECES, TALLY, State
from wagonik.games.united_kingdom.technology import COST, RIGHT_OF_WAY

if TYPE_CHECKING:
    from wagonik.games.united_kingdom.rules import KingdomRules


@final
class WayScratch:
    """Work space of `RightOfWay`, which all matches with the same rules share: what `find` finds
    is asked for right after it, and nothing is kept."""

    def __init__(self, words: int, classes: int) -> None:
        self.mask: vec[i64] = zeros(words)  # the routes of others that are open
        # For each class: the cards that the cheapest of these routes costs; 0 if there is none.
        self.costs: vec[i64] = zeros(classes)
        self.cards: vec[i64] = zeros(PILE)  # what a hand has left
        self.size: i64 = 0  # cards that stand for a locomotive


class RightOfWay:
    """Answers whether a payment for Right of Way leaves a claim possible."""

    def __init__(self, rules: "KingdomRules") -> None:
        self.rules: Final = rules
        self.classes: vec[TrackClass] = vec[TrackClass](rules.board.classes)
        self.scratch: Final = WayScratch(rules.words, len(self.classes))

    def find(self, state: State, seat: i64) -> bool:
        """Find the routes of others that a seat may claim with its technology and pieces."""
        rules = self.rules
        mask = self.scratch.mask
        words = rules.word_count
        found: i64 = 0
        word: i64
        for word in range(words):
            mask[word] = rules.others_word(state, seat, word)
        rules.restrict(state, seat, mask)
        for word in range(words):
            found |= mask[word]
        if found == 0:
            return False
        self.scratch.size = rules.fuel.group_size(state, seat)
        limit = state.tally[seat * TALLY + PIECES]
        if limit > rules.longest_track:
            limit = rules.longest_track
        classes = self.classes
        costs = self.scratch.costs
        i: i64
        length: i64
        for i in range(len(classes)):
            group = classes[i]
            rows = group.up_to
            found = 0
            for word in range(words):
                found |= mask[word] & rows[limit * words + word]
            costs[i] = 0
            if found == 0:
                continue
            length = 0
            found = 0
            while found == 0:
                length += 1
                for word in range(words):
                    found |= mask[word] & rows[length * words + word]
            costs[i] = rules.cards_for(state, seat, length, group.symbols)
        return True

    def can_be_bought(self, state: State, seat: i64) -> bool:
        """Whether the hand pays for Right of Way and for a route."""
        hand = state.hand
        at = seat * PILE
        total = hand[at + TOTAL]
        locomotives = hand[at + LOCOMOTIVE]
        price = COST[RIGHT_OF_WAY]
        size = self.rules.fuel.group_size(state, seat)
        # A route costs a card at least.
        real = price if locomotives > price else locomotives
        if total - 1 - real < size * (price - real) or not self.find(state, seat):
            return False
        most = most_of_a_colour(hand, at)
        classes = self.classes
        i: i64
        for i in range(len(classes)):
            cost = self.scratch.costs[i]
            if cost == 0:
                continue
            group = classes[i]
            used = most if group.colour == ANY_COLOUR else hand[at + group.colour]
            if used > cost - group.symbols:
                used = cost - group.symbols
            units = price + cost - used
            real = units if locomotives > units else locomotives
            if total - used - real >= size * (units - real):
                return True
        return False

    def survives_exchange(self, state: State, seat: i64, groups: i64) -> bool:
        """Whether a claim stays possible if so many locomotives of the price are exchanged;
        after `find`."""
        real = COST[RIGHT_OF_WAY] - groups
        cards = self.scratch.cards
        kind: i64
        for kind in range(PILE):
            cards[kind] = state.hand[seat * PILE + kind]
        cards[LOCOMOTIVE] -= real
        cards[TOTAL] -= real
        return self.open(groups * self.scratch.size, 0)

    def survives_gift(self, state: State, seat: i64, given: i64) -> bool:
        """Whether a claim stays possible if a card of this kind is given next; after `find`."""
        cards = self.scratch.cards
        kind: i64
        for kind in range(PILE):
            cards[kind] = state.hand[seat * PILE + kind] - state.piles[LAID + kind]
        cards[given] -= 1
        cards[TOTAL] -= 1
        return self.open(state.left - 1, given)

    def open(self, gives: i64, floor: i64) -> bool:
        """Whether some way to give away so many of the cards, none below a kind, leaves enough
        to claim a route."""
        cards = self.scratch.cards
        behind: i64 = 0
        kind: i64
        for kind in range(floor, LOCOMOTIVE + 1):
            behind += cards[kind]
        free = behind - gives  # cards that can be given but need not be
        if free < 0:
            return False
        i: i64
        for i in range(len(self.classes)):
            if self.scratch.costs[i] == 0:
                continue
            colour = self.classes[i].colour
            if colour == ANY_COLOUR:
                for kind in range(COLOURS):
                    if self.can_keep(i, kind, gives, free, kind >= floor):
                        return True
            elif self.can_keep(i, colour, gives, free, colour >= floor):
                return True
        return False

    def can_keep(self, i: i64, colour: i64, gives: i64, free: i64, giveable: bool) -> bool:
        """Whether the cheapest route of a class can be paid in a colour from what giving
        leaves over."""
        cards = self.scratch.cards
        cost = self.scratch.costs[i]
        used = cost - self.classes[i].symbols
        if used > cards[colour]:
            used = cards[colour]
        # The spaces paid by one card each: as many as possible, but locomotives, and colour
        # cards that can be given, are kept only as far as giving leaves them.
        kept = cards[LOCOMOTIVE]
        if giveable:
            kept += used
            used = 0
        if kept > free:
            kept = free
        if kept > cost - used:
            kept = cost - used
        kept += used
        return cards[TOTAL] - gives - kept >= self.scratch.size * (cost - kept)
