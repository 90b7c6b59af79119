"""The best tickets that an on-track stack completes (card_game, R23), found exactly.

A set of tickets is complete iff the cards that it lacks, summed over the colours, are no more
than the locomotives. The search is a branch and bound: it starts from all tickets and decides
them one by one until those not left out fit. Its bound gives every card a price: a colour c costs
`price[c]`, a locomotive `top`, which is at least any colour's price. Whatever the prices, no set
is worth more than all cards at their prices plus the gains (worth less the price of its cards)
of the tickets that gain. Good prices make that bound tight; they are found by subgradient steps.
All is done in integers, so that compiled and interpreted runs agree to the last ticket.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import COLOURS, LOCOMOTIVE, packed, zeros

# A ticket's worth is one integer that orders sets by points, then tickets, then Big City ends:
# at most 60 tickets, so the count stays below 64 and the ends (two a ticket) below 128.
MOST_TICKETS: Final = 60
COUNT_UNIT: Final = 128
POINT_UNIT: Final = 64 * COUNT_UNIT

# Few tickets are searched sooner than priced; more of them repay more rounds of pricing.
FEW_TICKETS: Final = 6
FIRST_ROUNDS: Final = 6


@final
class TicketMatcher:
    """Finds best sets of tickets; keeps its working space, so use one for each thread."""

    def __init__(self, needs: list[list[int]], points: list[int], big_ends: list[int]) -> None:
        size = len(needs)
        if size > MOST_TICKETS:
            raise ValueError(f"at most {MOST_TICKETS} tickets, not {size}")
        if len(points) != size or len(big_ends) != size:
            raise ValueError("needs, points and big_ends differ in length")
        for t in range(size):
            if len(needs[t]) != COLOURS or min(needs[t]) < 0:
                raise ValueError(f"ticket {t} needs {COLOURS} counts of cards")
            if points[t] < 0 or not 0 <= big_ends[t] <= 2:
                raise ValueError(f"ticket {t} has impossible points or ends")
        self.size: Final[i64] = size
        # The cards of ticket t, one colour each, are cards[start[t]:start[t + 1]].
        cards = [[c for c in range(COLOURS) for _ in range(need[c])] for need in needs]
        starts = [0]
        for row in cards:
            starts.append(starts[-1] + len(row))
        self.cards: Final = packed([c for row in cards for c in row])
        self.start: Final = packed(starts)
        worth = [points[t] * POINT_UNIT + COUNT_UNIT + big_ends[t] for t in range(size)]
        self.worth: Final = packed(worth)
        # The smaller id has the greater bit: of two sets of equally many tickets, the one with
        # the greater sum of bits has the smaller sorted list of ids.
        bits = [2 ** (MOST_TICKETS - 1 - t) for t in range(size)]
        self.bit: Final = packed(bits)
        # Ticket a is better than b if it needs no card more and is worth more (or as much, with
        # the smaller id): the best set never has b without a.
        better = [0] * size
        worse = [0] * size
        for a in range(size):
            for b in range(size):
                if (worth[a], -a) > (worth[b], -b):
                    if all(needs[a][c] <= needs[b][c] for c in range(COLOURS)):
                        better[b] += bits[a]
                        worse[a] += bits[b]
        self.better: Final = packed(better)
        self.worse: Final = packed(worse)

        self.chosen: Final = zeros(size)
        self.price: Final = zeros(COLOURS)
        self.trial: Final = zeros(COLOURS)
        self.used: Final = zeros(COLOURS)
        # The tickets to decide, in the order of the search, and their gains at the prices.
        self.order: Final = zeros(size)
        self.gain: Final = zeros(size)
        # During the search: the stack's cards less those of the tickets taken (below zero where
        # locomotives stand in), and less those of all tickets not left out.
        self.left: Final = zeros(COLOURS)
        self.over: Final = zeros(COLOURS)
        self.top: i64 = 0
        self.wild: i64 = 0
        self.lacking: i64 = 0
        self.count: i64 = 0
        self.best_worth: i64 = 0
        self.best_set: i64 = 0
        # The tickets to decide, as a set.
        self.held: i64 = 0
        # How many nodes the last search had: its cost, whatever the machine.
        self.nodes: i64 = 0

    def best(self, stack: vec[i64], offset: i64, tickets: vec[i64], count: i64) -> i64:
        """Leave the best set of `tickets[0:count]` in `chosen`, ascending; return its size.

        `stack[offset:offset + 9]` are the cards by kind; the tickets are distinct ids. Best is
        most points, then most tickets, then most Big City ends, then the smallest sorted list
        of ids.
        """
        self.wild = stack[offset + LOCOMOTIVE]
        for c in range(COLOURS):
            self.left[c] = stack[offset + c]
        self._gather(tickets, count)
        worth: i64 = 0
        members: i64 = 0
        i: i64 = 0
        while i < self.count:
            worth += self.worth[self.order[i]]
            members += self.bit[self.order[i]]
            i += 1
        self.best_worth = 0
        self.best_set = 0
        self.held = members
        self.nodes = 0
        if self.lacking <= self.wild:
            self.best_set = members
        else:
            bound = self._find_prices()
            self._sort()
            self._search(0, bound, worth, members, 0, self.wild)
        return self._write()

    def _gather(self, tickets: vec[i64], count: i64) -> None:
        """List the tickets that the stack completes alone, and count what they lack together."""
        left = self.left
        over = self.over
        cards = self.cards
        for c in range(COLOURS):
            over[c] = left[c]
        found: i64 = 0
        total: i64 = 0
        i: i64 = 0
        while i < count:
            t = tickets[i]
            first = self.start[t]
            last = self.start[t + 1]
            alone: i64 = 0
            short: i64 = 0
            k = first
            while k < last:
                card = cards[k]
                left[card] -= 1
                if left[card] < 0:
                    alone += 1
                over[card] -= 1
                if over[card] < 0:
                    short += 1
                k += 1
            fits = alone <= self.wild
            k = first
            while k < last:
                left[cards[k]] += 1
                if not fits:
                    over[cards[k]] += 1
                k += 1
            if fits:
                self.order[found] = t
                found += 1
                total += short
            i += 1
        self.count = found
        self.lacking = total

    def _find_prices(self) -> i64:
        """Choose prices of the cards, set `price` and `top`, and return the bound they give."""
        price = self.price
        trial = self.trial
        used = self.used
        left = self.left
        order = self.order
        cards = self.cards
        start = self.start
        count = self.count
        wild = self.wild
        # With all prices at zero the bound is the sum of all worths.
        lowest: i64 = 0
        need: i64 = 0
        i: i64 = 0
        while i < count:
            t = order[i]
            lowest += self.worth[t]
            need += start[t + 1] - start[t]
            i += 1
        for c in range(COLOURS):
            price[c] = 0
        self.top = 0
        if count <= FEW_TICKETS:
            return lowest
        # Start from the same price for all: what a card of an average ticket is worth.
        top = lowest // (need + 1)
        for c in range(COLOURS):
            trial[c] = top if self.over[c] < 0 else 0
        # The value that the steps aim at: a guess below the bound, drawn nearer as they fail.
        aim = lowest // 16
        rounds = count // 2 + FIRST_ROUNDS
        while rounds > 0:
            rounds -= 1
            bound = top * wild
            for c in range(COLOURS):
                bound += trial[c] * left[c]
                used[c] = -left[c]
            i = 0
            while i < count:
                t = order[i]
                gain = self.worth[t]
                last = start[t + 1]
                k = start[t]
                while k < last:
                    gain -= trial[cards[k]]
                    k += 1
                if gain > 0:
                    bound += gain
                    k = start[t]
                    while k < last:
                        used[cards[k]] += 1
                        k += 1
                i += 1
            if bound < lowest:
                lowest = bound
                self.top = top
                for c in range(COLOURS):
                    price[c] = trial[c]
            else:
                aim = aim * 3 // 4
            length = wild * wild
            for c in range(COLOURS):
                if trial[c] == 0 and used[c] < 0:
                    used[c] = 0
                length += used[c] * used[c]
            if length == 0:
                break
            step = (bound - lowest + aim) // length
            if step == 0:
                break
            for c in range(COLOURS):
                moved = trial[c] + step * used[c]
                trial[c] = moved if moved > 0 else 0
            top = self._level(top - step * wild)
        return lowest

    def _level(self, top: i64) -> i64:
        """Bring the trial prices above a locomotive's down to it, and it up to them, evenly."""
        trial = self.trial
        total = top
        shared: i64 = 1
        while True:
            peak: i64 = -1
            high: i64 = -1
            for c in range(COLOURS):
                if trial[c] > high:
                    high = trial[c]
                    peak = c
            level = total // shared
            if peak < 0 or high <= level:
                break
            total += high
            shared += 1
            trial[peak] = -1
        if level < 0:
            level = 0
        for c in range(COLOURS):
            if trial[c] < 0:
                trial[c] = level
        return level

    def _sort(self) -> None:
        """Order the tickets by how sure the prices are of them, the surest first."""
        order = self.order
        gains = self.gain
        cards = self.cards
        i: i64 = 0
        while i < self.count:
            t = order[i]
            gain = self.worth[t]
            k = self.start[t]
            while k < self.start[t + 1]:
                gain -= self.price[cards[k]]
                k += 1
            size = gain if gain >= 0 else -gain
            j = i
            while j > 0:
                other = gains[j - 1]
                if other < 0:
                    other = -other
                if other >= size:
                    break
                gains[j] = gains[j - 1]
                order[j] = order[j - 1]
                j -= 1
            gains[j] = gain
            order[j] = t
            i += 1

    def _search(
        self, depth: i64, bound: i64, worth: i64, members: i64, taken: i64, spare: i64
    ) -> None:
        """Decide the tickets from `order[depth]` on.

        `worth` and `members` are of all tickets not left out yet, `taken` is the set of those
        decided for, `spare` the locomotives that these leave, and `bound` the most that any
        choice from here is worth.
        """
        self.nodes += 1
        if self.lacking <= self.wild:
            if worth > self.best_worth or (worth == self.best_worth and members > self.best_set):
                self.best_worth = worth
                self.best_set = members
            return
        t = self.order[depth]
        gain = self.gain[depth]
        if gain >= 0:
            self._take(depth, t, bound, worth, members, taken, spare)
            self._leave(depth, t, bound - gain, worth, members, taken, spare)
        else:
            self._leave(depth, t, bound, worth, members, taken, spare)
            self._take(depth, t, bound + gain, worth, members, taken, spare)

    def _take(
        self, depth: i64, t: i64, bound: i64, worth: i64, members: i64, taken: i64, spare: i64
    ) -> None:
        better = self.better[t]
        if members & better != self.held & better:
            return
        left = self.left
        cards = self.cards
        first = self.start[t]
        last = self.start[t + 1]
        k = first
        while k < last:
            c = cards[k]
            if left[c] <= 0:
                # A locomotive in a colour's place costs the difference of their prices.
                spare -= 1
                bound -= self.top - self.price[c]
            left[c] -= 1
            k += 1
        if spare >= 0 and bound >= self.best_worth:
            self._search(depth + 1, bound, worth, members, taken + self.bit[t], spare)
        k = first
        while k < last:
            left[cards[k]] += 1
            k += 1

    def _leave(
        self, depth: i64, t: i64, bound: i64, worth: i64, members: i64, taken: i64, spare: i64
    ) -> None:
        if taken & self.worse[t] != 0:
            return
        worth -= self.worth[t]
        if bound < self.best_worth or worth < self.best_worth:
            return
        over = self.over
        cards = self.cards
        first = self.start[t]
        last = self.start[t + 1]
        lacking = self.lacking
        k = first
        while k < last:
            c = cards[k]
            if over[c] >= 0:
                # A card that no ticket still open can use is lost at its price.
                bound -= self.price[c]
            else:
                self.lacking -= 1
            over[c] += 1
            k += 1
        if bound >= self.best_worth:
            self._search(depth + 1, bound, worth, members - self.bit[t], taken, spare)
        k = first
        while k < last:
            over[cards[k]] -= 1
            k += 1
        self.lacking = lacking

    def _write(self) -> i64:
        size: i64 = 0
        t: i64 = 0
        while t < self.size:
            if self.best_set & self.bit[t] != 0:
                self.chosen[size] = t
                size += 1
            t += 1
        return size
