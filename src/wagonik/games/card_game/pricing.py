"""What tickets and cards of the Card Game are worth to a search for the best set (card_game, R23):
prices of cards, loans of bonuses, and the bound that they give. `matching.py` says what for.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import COLOURS, LOCOMOTIVE, packed, zeros

# A ticket's worth is one integer that orders sets by points, then tickets, then Big City ends:
# at most 60 tickets, so the count stays below 64 and the ends (two a ticket) below 128. Between
# tickets and ends stands that a set is the present one, which a reply does not leave for nothing.
MOST_TICKETS: Final = 60
PRESENT_UNIT: Final = 128
COUNT_UNIT: Final = 2 * PRESENT_UNIT
POINT_UNIT: Final = 64 * COUNT_UNIT

# Few tickets are searched sooner than priced; more of them repay more rounds of pricing.
FEW_TICKETS: Final = 6
FIRST_ROUNDS: Final = 2

# A lane holds a count below 64; its highest bit stays free for what a subtraction borrows.
LANE: Final = 7
LANE_MOST: Final = 63
LANES: Final = COLOURS
LOWEST: Final = 0x2040810204081  # 1 in every lane
FREE_BITS: Final = LOWEST * (LANE_MOST + 1)
COUNTS: Final = LOWEST * LANE_MOST
# Where a product with LOWEST has the sum of all lanes: the last one. Written out, since mypyc takes
# only such numbers for constants.
SUM_SHIFT: Final = 49
SUM_MOST: Final = 127
# A card of a ticket in its code.
CODE: Final = 4
MOST_CARDS: Final = 15


def in_lanes(counts: list[int]) -> int:
    return sum(count << LANE * lane for lane, count in enumerate(counts))


class TicketPrices:
    """The tickets, and the work space for pricing those of one stack."""

    def __init__(
        self,
        needs: list[list[int]],
        points: list[int],
        big_ends: list[int],
        ticket_cities: list[list[int]] | None = None,
        city_points: list[int] | None = None,
    ) -> None:
        """The cities of each ticket and their bonuses are asked for by `best_reply` only."""
        size = len(needs)
        cities = ticket_cities or [[] for _ in needs]
        bonuses = city_points or []
        if size > MOST_TICKETS:
            raise ValueError(f"at most {MOST_TICKETS} tickets, not {size}")
        if len(points) != size or len(big_ends) != size:
            raise ValueError("needs, points and big_ends differ in length")
        for t in range(size):
            if len(needs[t]) != COLOURS or min(needs[t]) < 0:
                raise ValueError(f"ticket {t} needs {COLOURS} counts of cards")
            if points[t] < 0 or not 0 <= big_ends[t] <= 2:
                raise ValueError(f"ticket {t} has impossible points or ends")
            if sum(needs[t]) > MOST_CARDS:
                raise ValueError(f"ticket {t} needs more than {MOST_CARDS} cards")
        if max([sum(need[c] for need in needs) for c in range(COLOURS)], default=0) > LANE_MOST:
            raise ValueError(f"the tickets need more than {LANE_MOST} cards of a colour")
        if len(bonuses) > LANES:
            raise ValueError(f"at most {LANES} cities, not {len(bonuses)}")
        self.size: Final[i64] = size
        # The cards of ticket t, one colour each, are cards[start[t]:start[t + 1]].
        cards = [[c for c in range(COLOURS) for _ in range(need[c])] for need in needs]
        starts = [0]
        for row in cards:
            starts.append(starts[-1] + len(row))
        self.cards: Final = packed([c for row in cards for c in row])
        self.start: Final = packed(starts)
        self.need_lanes: Final = packed([in_lanes(need) for need in needs])
        # The same cards once more, for adding up prices: four bits each, of which the highest is
        # always set, so that what is left of them is 0 after the last.
        self.card_codes: Final = packed(
            [sum(COLOURS + c << CODE * k for k, c in enumerate(row)) for row in cards]
        )
        worth = [points[t] * POINT_UNIT + COUNT_UNIT + big_ends[t] for t in range(size)]
        self.worth: Final = packed(worth)
        # In a reply a ticket not completed costs its points, so that completing it counts twice.
        self.twice: Final = packed([worth[t] + points[t] * POINT_UNIT for t in range(size)])
        # The smaller id has the greater bit: of two sets of equally many tickets, the one with
        # the greater sum of bits has the smaller sorted list of ids.
        bits = [2 ** (MOST_TICKETS - 1 - t) for t in range(size)]
        self.bit: Final = packed(bits)
        # Ticket a is better than b if it needs no card more and is worth more (or as much, with
        # the smaller id): the best set never has b without a.
        # In a reply, only if it also counts for the same cities.
        better = [0] * size
        worse = [0] * size
        better_there = [0] * size
        worse_there = [0] * size
        for a in range(size):
            for b in range(size):
                if (worth[a], -a) > (worth[b], -b):
                    if all(needs[a][c] <= needs[b][c] for c in range(COLOURS)):
                        better[b] += bits[a]
                        worse[a] += bits[b]
                        if all(city in cities[a] for city in cities[b]):
                            better_there[b] += bits[a]
                            worse_there[a] += bits[b]
        self.points_better: Final = packed(better)
        self.points_worse: Final = packed(worse)
        self.reply_better: Final = packed(better_there)
        self.reply_worse: Final = packed(worse_there)
        # What the present search goes by: one of the two each.
        self.better: vec[i64] = self.points_better
        self.worse: vec[i64] = self.points_worse
        self.value: vec[i64] = self.worth

        # The cities of ticket t are ends[end_start[t]:end_start[t + 1]].
        end_starts = [0]
        for row in cities:
            end_starts.append(end_starts[-1] + len(row))
        self.ends: Final = packed([city for row in cities for city in row])
        self.end_start: Final = packed(end_starts)
        self.end_lanes: Final = packed(
            [in_lanes([int(city in row) for city in range(LANES)]) for row in cities]
        )
        self.lane: Final = packed([LANE_MOST << LANE * city for city in range(LANES)])
        self.cities: Final[i64] = len(bonuses)
        self.bonus: Final = packed([bonus * POINT_UNIT for bonus in bonuses])
        # Of each city: the tickets that it still needs (0: it is not in play), how many of them
        # gain at the trial prices (or, at first, are in the present set), how many there are, what
        # is lent to each, the rest of its bonus, and 1 if the present set does not win it.
        self.demand: Final = zeros(len(bonuses))
        self.have: Final = zeros(len(bonuses))
        self.reach: Final = zeros(len(bonuses))
        self.lent: Final = zeros(len(bonuses))
        self.trial_lent: Final = zeros(len(bonuses))
        self.rest: Final = zeros(len(bonuses))
        self.wanted: Final = zeros(len(bonuses))
        self.contested: bool = False  # whether some city is in play
        self.played: i64 = 0  # those that are, as lanes full of ones
        self.prize: i64 = 0  # the bonuses that are still within reach

        self.chosen: Final = zeros(size)
        self.price: Final = zeros(COLOURS)
        self.trial: Final = zeros(COLOURS)
        self.used: Final = zeros(COLOURS)
        # The tickets to decide, in the order of the search, and their gains at the prices.
        self.order: Final = zeros(size)
        self.gain: Final = zeros(size)
        self.key: Final = zeros(size)  # which come first: those with the greatest
        # The stack's cards, and what all tickets leave of them, below zero where they lack some.
        self.left: Final = zeros(COLOURS)
        self.over: Final = zeros(COLOURS)
        self.top: i64 = 0
        self.wild: i64 = 0
        self.held_lanes: i64 = 0  # the stack's cards in lanes
        self.lacking: i64 = 0
        self.count: i64 = 0
        self.limit: i64 = 0  # no set is worth more without the bonuses
        self.best_worth: i64 = 0
        self.best_set: i64 = 0
        # The tickets to decide, as a set.
        self.held: i64 = 0
        # How many nodes the last search had: its cost, whatever the machine.
        self.nodes: i64 = 0
        self.rounds: i64 = 0  # and how many of pricing came before it

    def _enter_cities(self, demand: vec[i64]) -> None:
        """Count the tickets to each city; those that too few lead to are out of play."""
        self._forget_ends()
        city: i64 = 0
        while city < self.cities:
            self.reach[city] = 0
            self.lent[city] = 0
            city += 1
        i: i64 = 0
        while i < self.count:
            t = self.order[i]
            k = self.end_start[t]
            while k < self.end_start[t + 1]:
                self.reach[self.ends[k]] += 1
                k += 1
            i += 1
        self.contested = False
        self.played = 0
        self.prize = 0
        city = 0
        while city < self.cities:
            wanted = demand[city]
            if wanted > self.reach[city]:
                wanted = 0
            self.demand[city] = wanted
            self.rest[city] = 0
            self.wanted[city] = 0
            if wanted > 0:
                self.wanted[city] = 1
                self.played |= self.lane[city]
                self.contested = True
                self.prize += self.bonus[city]
                self.rest[city] = self.bonus[city]
            city += 1

    def _worth_of(self, members: i64) -> i64:
        """The worth of the present set, bonuses included."""
        worth: i64 = PRESENT_UNIT
        i: i64 = 0
        while i < self.count:
            t = self.order[i]
            if members & self.bit[t] != 0:
                worth += self.value[t]
                k = self.end_start[t]
                while k < self.end_start[t + 1]:
                    city = self.ends[k]
                    self.have[city] += 1
                    if self.have[city] == self.demand[city]:
                        worth += self.bonus[city]
                        self.wanted[city] = 0
                    k += 1
            i += 1
        self._forget_ends()
        return worth

    def _forget_ends(self) -> None:
        city: i64 = 0
        while city < self.cities:
            self.have[city] = 0
            city += 1

    def _gather(self, stack: vec[i64], offset: i64, tickets: vec[i64], count: i64) -> None:
        """List the tickets that the stack completes alone, and count what they lack together."""
        c: i64
        left = self.left
        over = self.over
        wild = stack[offset + LOCOMOTIVE]
        held: i64 = 0
        c = COLOURS
        while c > 0:
            c -= 1
            left[c] = stack[offset + c]
            if left[c] < LANE_MOST:
                held = (held << LANE) + left[c]
            else:
                held = (held << LANE) + LANE_MOST  # more than all tickets need
        found: i64 = 0
        needed: i64 = 0
        i: i64 = 0
        while i < count:
            t = tickets[i]
            need = self.need_lanes[t]
            enough = ((held | FREE_BITS) - need) & FREE_BITS
            enough -= enough >> (LANE - 1)
            short = ((need | FREE_BITS) - held) & (COUNTS ^ enough)
            if (short * LOWEST >> SUM_SHIFT) & SUM_MOST <= wild:
                self.order[found] = t
                found += 1
                needed += need
            i += 1
        total: i64 = 0
        for c in range(COLOURS):
            over[c] = left[c] - (needed & LANE_MOST)
            if over[c] < 0:
                total -= over[c]
            needed >>= LANE
        self.wild = wild
        self.held_lanes = held
        self.count = found
        self.lacking = total

    def _find_prices(self) -> i64:
        """Choose prices of the cards, set `price` and `top`, and return the bound they give."""
        c: i64
        price = self.price
        trial = self.trial
        used = self.used
        left = self.left
        order = self.order
        start = self.start
        count = self.count
        wild = self.wild
        value = self.value
        # With all prices at zero the bound is the sum of all worths, and of all bonuses.
        lowest: i64 = 0
        need: i64 = 0
        i: i64 = 0
        while i < count:
            t = order[i]
            lowest += value[t]
            need += start[t + 1] - start[t]
            i += 1
        # Start from the prices that are known, or from what a card of an average ticket is worth:
        # twice that for a colour of which there is none, less the more of it there is.
        top = self.top
        if top > 0:
            for c in range(COLOURS):
                trial[c] = price[c]
        else:
            average = 2 * (lowest // (need + 1))
            for c in range(COLOURS):
                trial[c] = 0
                lacks = -self.over[c]
                if lacks > 0:
                    trial[c] = average * lacks // (left[c] + lacks)
                    if trial[c] > top:
                        top = trial[c]
        for c in range(COLOURS):
            price[c] = 0
        self.top = 0
        if count <= FEW_TICKETS:
            return lowest + self.prize
        if self.contested:
            lowest += self.prize
            self._lend_at_first()
        contested = self.contested
        played = self.played
        codes = self.card_codes
        # The value that the steps aim at: a guess below the bound, drawn nearer as they fail.
        aim = lowest // 6
        rounds = count // 3 + FIRST_ROUNDS
        while rounds > 0:
            rounds -= 1
            self.rounds += 1
            # The tickets that gain, as a set, and what they need and count for, in lanes.
            members: i64 = 0
            cards_used: i64 = 0
            ends: i64 = 0
            worth: i64 = 0
            bound = top * wild
            i = 0
            while i < count:
                t = order[i]
                gain = value[t]
                if self.end_lanes[t] & played != 0:
                    gain += self._lent_to(t, self.trial_lent)
                code = codes[t]
                while code != 0:
                    gain -= trial[code & (COLOURS - 1)]
                    code >>= CODE
                if gain > 0:
                    bound += gain
                    worth += value[t]
                    members += self.bit[t]
                    cards_used += self.need_lanes[t]
                    ends += self.end_lanes[t]
                i += 1
            short: i64 = 0
            length = wild * wild
            for c in range(COLOURS):
                more = (cards_used & LANE_MOST) - left[c]
                cards_used >>= LANE
                bound += trial[c] * left[c]
                if more > 0:
                    short += more
                elif trial[c] == 0:
                    more = 0
                used[c] = more
                length += more * more
            if contested:
                c = 0
                while c < self.cities:
                    wanted = self.demand[c]
                    if wanted > 0:
                        more = (ends & LANE_MOST) - wanted
                        self.have[c] = more
                        length += more * more
                        bound += self.bonus[c] - self.trial_lent[c] * wanted
                        if more >= 0:
                            worth += self.bonus[c]
                    ends >>= LANE
                    c += 1
            # If they can be completed together, the search need not look for anything less.
            if short <= wild and worth > self.best_worth:
                self.best_worth = worth
                self.best_set = members
            if bound < lowest:
                lowest = bound
                self.top = top
                for c in range(COLOURS):
                    price[c] = trial[c]
                if contested:
                    self._lend()
            else:
                aim = aim // 2
            if lowest <= self.best_worth or length == 0:
                break
            step = (bound - lowest + aim) // length
            if step == 0:
                break
            highest: i64 = 0
            for c in range(COLOURS):
                moved = trial[c] + step * used[c]
                if moved < 0:
                    moved = 0  # no conditional expression, which is compiled to slow objects
                if moved > highest:
                    highest = moved
                trial[c] = moved
            top -= step * wild
            if top < highest:
                top = self._level(top)
            if contested:
                self._move_loans(step)
        return lowest

    # What the bonuses add to prices and bound

    def _lend_at_first(self) -> None:
        """Half of a bonus, shared by as many tickets as the city needs."""
        city: i64 = 0
        while city < self.cities:
            self.trial_lent[city] = 0
            if self.demand[city] > 0:
                self.trial_lent[city] = self.bonus[city] // (2 * self.demand[city])
            city += 1

    def _lent_to(self, t: i64, lent: vec[i64]) -> i64:
        total: i64 = 0
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            total += lent[self.ends[k]]
            k += 1
        return total

    def _lend(self) -> None:
        """Keep the loans of the trial."""
        city: i64 = 0
        while city < self.cities:
            if self.demand[city] > 0:
                self.lent[city] = self.trial_lent[city]
                self.rest[city] = self.bonus[city] - self.lent[city] * self.demand[city]
            city += 1

    def _move_loans(self, step: i64) -> None:
        """Lend less where more tickets gain than the city needs, more where too few do."""
        city: i64 = 0
        while city < self.cities:
            if self.demand[city] > 0:
                moved = self.trial_lent[city] - step * self.have[city]
                most = self.bonus[city] // self.demand[city]
                if moved > most:
                    moved = most
                if moved < 0:
                    moved = 0
                self.trial_lent[city] = moved
            city += 1

    def _level(self, top: i64) -> i64:
        """Bring the trial prices above a locomotive's down to it, and it up to them, evenly."""
        c: i64
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
