"""The best tickets that an on-track stack completes (card_game, R23), found exactly.

A set of tickets is complete iff the cards that it lacks, summed over the colours, are no more
than the locomotives. The search is a branch and bound: it starts from all tickets and decides
them one by one until those not left out fit. Its bound gives every card a price: a colour c costs
`price[c]`, a locomotive `top`, which is at least any colour's price. Whatever the prices, no set
is worth more than all cards at their prices plus the gains (worth less the price of its cards)
of the tickets that gain. Good prices make that bound tight; they are found by subgradient steps.
All is done in integers, so that compiled and interpreted runs agree to the last ticket.

The final scoring counts the Big City bonuses, too: the `best_reply` to the sets of the others. A
city that is not won yet needs so many more tickets to it (its `demand`). The bound lends a share
of its bonus to every ticket there (`lent`) and adds the `rest`, what the demand leaves of it: no
set has more of the bonus than that, and it has exactly as much with just as many tickets as the
demand. The search takes back what was lent to more of them, or to a city that is out of reach.
"""

from typing import Final, final

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
FEW_TICKETS: Final = 10
FIRST_ROUNDS: Final = 6


@final
class TicketMatcher:
    """Finds best sets of tickets; keeps its working space, so use one for each thread."""

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
        self.cities: Final[i64] = len(bonuses)
        self.bonus: Final = packed([bonus * POINT_UNIT for bonus in bonuses])
        # Of each city: the tickets that it still needs (0: it is not in play), how many of them
        # are taken, how many are not left out, what is lent to each, and the rest of its bonus.
        self.demand: Final = zeros(len(bonuses))
        self.have: Final = zeros(len(bonuses))
        self.reach: Final = zeros(len(bonuses))
        self.lent: Final = zeros(len(bonuses))
        self.trial_lent: Final = zeros(len(bonuses))
        self.rest: Final = zeros(len(bonuses))
        self.contested: bool = False  # whether some city is in play
        self.prize: i64 = 0  # the bonuses that are still within reach
        self.present: i64 = -1  # the set that a reply starts from

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
        self.better = self.points_better
        self.worse = self.points_worse
        self.value = self.worth
        self.contested = False
        self.prize = 0
        self.present = -1
        self._gather(stack, offset, tickets, count)
        self.best_worth = 0
        self.best_set = 0
        self._solve()
        return self._write()

    def best_reply(
        self,
        stack: vec[i64],
        offset: i64,
        tickets: vec[i64],
        count: i64,
        demand: vec[i64],
        present: i64,
    ) -> i64:
        """As `best`, with the highest total: points of the tickets in the set less those of the
        others, and the bonuses of the cities that it wins. `demand[c]` says how many tickets
        win city c, 0 if it is won already. With equal totals most tickets, then the present set
        (as a set of bits) if it is one of them, then most ends, then the smallest list of ids.
        """
        self.better = self.reply_better
        self.worse = self.reply_worse
        self.value = self.twice
        self.present = present
        self._gather(stack, offset, tickets, count)
        self._enter_cities(demand)
        self.best_worth = self._worth_of(present)
        self.best_set = present
        self._solve()
        return self._write()

    def _solve(self) -> None:
        worth: i64 = 0
        members: i64 = 0
        i: i64 = 0
        while i < self.count:
            worth += self.value[self.order[i]]
            members += self.bit[self.order[i]]
            i += 1
        self.held = members
        self.nodes = 0
        if self.lacking <= self.wild:
            self.best_set = members
        else:
            bound = self._find_prices()
            self._sort()
            self._search(0, bound, worth, members, 0, self.wild)

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
        self.prize = 0
        city = 0
        while city < self.cities:
            wanted = demand[city]
            if wanted > self.reach[city]:
                wanted = 0
            self.demand[city] = wanted
            self.rest[city] = 0
            if wanted > 0:
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
        cards = self.cards
        self.wild = stack[offset + LOCOMOTIVE]
        for c in range(COLOURS):
            left[c] = stack[offset + c]
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
        c: i64
        price = self.price
        trial = self.trial
        used = self.used
        left = self.left
        order = self.order
        cards = self.cards
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
        for c in range(COLOURS):
            price[c] = 0
        self.top = 0
        if count <= FEW_TICKETS:
            return lowest + self.prize
        # Start from the same price for all: what a card of an average ticket is worth.
        top = lowest // (need + 1)
        for c in range(COLOURS):
            trial[c] = 0
            if self.over[c] < 0:
                trial[c] = top
        if self.contested:
            lowest += self.prize
            self._lend_at_first()
        # The value that the steps aim at: a guess below the bound, drawn nearer as they fail.
        aim = lowest // 16
        rounds = count // 2 + FIRST_ROUNDS
        while rounds > 0:
            rounds -= 1
            bound = top * wild
            for c in range(COLOURS):
                bound += trial[c] * left[c]
                used[c] = -left[c]
            if self.contested:
                bound += self._rest_of_trial()
            i = 0
            while i < count:
                t = order[i]
                gain = value[t]
                if self.contested:
                    gain += self._lent_to(t, self.trial_lent)
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
                    if self.contested:
                        self._count_ends(t)
                i += 1
            if bound < lowest:
                lowest = bound
                self.top = top
                for c in range(COLOURS):
                    price[c] = trial[c]
                if self.contested:
                    self._lend()
            else:
                aim = aim * 3 // 4
            length = wild * wild
            if self.contested:
                length += self._length_of_ends()
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
                if moved < 0:
                    moved = 0  # no conditional expression, which is compiled to slow objects
                trial[c] = moved
            top = self._level(top - step * wild)
            if self.contested:
                self._move_loans(step)
        if self.contested:
            self._forget_ends()
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

    def _rest_of_trial(self) -> i64:
        """What the loans leave of the bonuses; starts the count of the tickets that gain."""
        rest: i64 = 0
        city: i64 = 0
        while city < self.cities:
            self.have[city] = -self.demand[city]
            rest += self.bonus[city] - self.trial_lent[city] * self.demand[city]
            if self.demand[city] == 0:
                rest -= self.bonus[city]
            city += 1
        return rest

    def _lent_to(self, t: i64, lent: vec[i64]) -> i64:
        total: i64 = 0
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            total += lent[self.ends[k]]
            k += 1
        return total

    def _count_ends(self, t: i64) -> None:
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            self.have[self.ends[k]] += 1
            k += 1

    def _lend(self) -> None:
        """Keep the loans of the trial."""
        city: i64 = 0
        while city < self.cities:
            if self.demand[city] > 0:
                self.lent[city] = self.trial_lent[city]
                self.rest[city] = self.bonus[city] - self.lent[city] * self.demand[city]
            city += 1

    def _length_of_ends(self) -> i64:
        length: i64 = 0
        city: i64 = 0
        while city < self.cities:
            if self.demand[city] > 0:
                length += self.have[city] * self.have[city]
            city += 1
        return length

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

    def _sort(self) -> None:
        """Order the tickets by how sure the prices are of them, the surest first."""
        order = self.order
        gains = self.gain
        cards = self.cards
        i: i64 = 0
        while i < self.count:
            t = order[i]
            gain = self.value[t]
            if self.contested:
                gain += self._lent_to(t, self.lent)
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
            worth += self.prize
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
        if self.contested:
            bound -= self._take_ends(t)
        if spare >= 0 and bound >= self.best_worth:
            self._search(depth + 1, bound, worth, members, taken + self.bit[t], spare)
        if self.contested:
            self._return_ends(t)
        k = first
        while k < last:
            left[cards[k]] += 1
            k += 1

    def _leave(
        self, depth: i64, t: i64, bound: i64, worth: i64, members: i64, taken: i64, spare: i64
    ) -> None:
        if taken & self.worse[t] != 0:
            return
        worth -= self.value[t]
        if bound < self.best_worth or worth + self.prize < self.best_worth:
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
        if self.contested:
            bound -= self._leave_ends(t)
        if bound >= self.best_worth:
            self._search(depth + 1, bound, worth, members - self.bit[t], taken, spare)
        if self.contested:
            self._enter_ends(t)
        k = first
        while k < last:
            over[cards[k]] -= 1
            k += 1
        self.lacking = lacking

    def _take_ends(self, t: i64) -> i64:
        """Count a ticket for its cities; returns what was lent to it for nothing, where a city
        has enough already or is out of reach."""
        idle: i64 = 0
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            city = self.ends[k]
            demand = self.demand[city]
            if self.have[city] >= demand or self.reach[city] < demand:
                idle += self.lent[city]
            self.have[city] += 1
            k += 1
        return idle

    def _return_ends(self, t: i64) -> None:
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            self.have[self.ends[k]] -= 1
            k += 1

    def _leave_ends(self, t: i64) -> i64:
        """Count a ticket out of its cities; returns what a city that gets out of reach takes
        from the bound: the rest of its bonus, and the loans of the tickets taken for it."""
        lost: i64 = 0
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            city = self.ends[k]
            if self.reach[city] == self.demand[city]:
                if self.demand[city] > 0:
                    self.prize -= self.bonus[city]
                    lost += self.rest[city] + self.lent[city] * self.have[city]
            self.reach[city] -= 1
            k += 1
        return lost

    def _enter_ends(self, t: i64) -> None:
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            city = self.ends[k]
            self.reach[city] += 1
            if self.reach[city] == self.demand[city]:
                if self.demand[city] > 0:
                    self.prize += self.bonus[city]
            k += 1

    def _write(self) -> i64:
        size: i64 = 0
        t: i64 = 0
        while t < self.size:
            if self.best_set & self.bit[t] != 0:
                self.chosen[size] = t
                size += 1
            t += 1
        return size
