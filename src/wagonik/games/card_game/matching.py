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
demand. The search takes back what was lent to more of them, or to a city that is out of reach. Nor
has any set more points than the best one by points alone, which is known by then (`limit`): once
the bonuses within reach are none but those of the present set, no other is better. So the tickets
to cities that the present set does not win are decided first.

Counts of eight colours, or of as many cities, are one integer of eight lanes: what a branch does to
them is a few operations, and nothing has to be undone.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, zeros
from wagonik.games.card_game.pricing import (
    CODE,
    COUNTS,
    FREE_BITS,
    LANE,
    LANE_MOST,
    LOWEST,
    SUM_MOST,
    SUM_SHIFT,
    TicketPrices,
)

DECIDED_FIRST: Final = 2**60  # more than any gain
NO_LIMIT: Final = 2**60


@final
class PointsSolved:
    """What the search by points alone has found, from which the replies of that seat start: its
    set, as bits, and the prices of the nine kinds of cards."""

    def __init__(self) -> None:
        self.best_set: i64 = 0
        self.prices: Final = zeros(KINDS)


@final
class TicketMatcher(TicketPrices):
    """Finds best sets of tickets; keeps its working space, so use one for each thread."""

    def best(self, stack: vec[i64], offset: i64, tickets: vec[i64], count: i64) -> i64:
        """Leave the best set of `tickets[0:count]` in `chosen`, ascending; return its size."""
        members = self.best_by_points(stack, offset, tickets, count)
        size: i64 = 0
        t: i64 = 0
        while t < self.size:
            if members & self.bit[t] != 0:
                self.chosen[size] = t
                size += 1
            t += 1
        return size

    def best_by_points(self, stack: vec[i64], offset: i64, tickets: vec[i64], count: i64) -> i64:
        """The best set of `tickets[0:count]`, as bits.

        `stack[offset:offset + 9]` are the cards by kind; the tickets are distinct ids. Best is
        most points, then most tickets, then most Big City ends, then the smallest sorted list
        of ids.
        """
        self.better = self.points_better
        self.worse = self.points_worse
        self.value = self.worth
        self.contested = False
        self.played = 0
        self.prize = 0
        self._gather(stack, offset, tickets, count)
        self.top = 0
        self.limit = NO_LIMIT
        self.best_worth = 0
        self.best_set = 0
        self._solve()
        return self.best_set

    def keep(self, solved: PointsSolved) -> None:
        """Note what `best_by_points` has just found."""
        c: i64
        solved.best_set = self.best_set
        solved.prices[LOCOMOTIVE] = self.top
        for c in range(COLOURS):
            solved.prices[c] = self.price[c]

    def best_reply(
        self,
        stack: vec[i64],
        offset: i64,
        tickets: vec[i64],
        count: i64,
        demand: vec[i64],
        present: i64,
        solved: PointsSolved,
    ) -> i64:
        """As `best_by_points`, with the highest total: points of the tickets in the set less those
        of the others, and the bonuses of the cities that it wins. `demand[c]` says how many
        tickets win city c, 0 if it is won already. With equal totals most tickets, then the
        present set (as bits) if it is one of them, then most ends, then the smallest list of ids.
        `solved` is what `best_by_points` has found for the same cards and tickets.
        """
        self.better = self.reply_better
        self.worse = self.reply_worse
        self.value = self.twice
        self._gather(stack, offset, tickets, count)
        self._enter_cities(demand)
        self._start_from(solved)
        self.best_worth = self._worth_of(present)
        self.best_set = present
        self._solve()
        return self.best_set

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
        self.rounds = 0
        if self.lacking <= self.wild:
            self.best_set = members
        elif self.limit + self.prize >= self.best_worth:
            bound = self._find_prices()
            if bound < self.best_worth:
                return
            self._sort()
            excess: i64 = 0
            reach: i64 = 0
            i = COLOURS
            while i > 0:
                i -= 1
                excess <<= LANE
                if self.over[i] < 0:
                    excess -= self.over[i]
            i = self.cities
            while i > 0:
                i -= 1
                reach = (reach << LANE) + self.reach[i]
            self._search(
                0,
                bound,
                worth,
                members,
                0,
                self.wild,
                self.held_lanes,
                excess,
                self.lacking,
                0,
                reach,
                self.prize,
            )

    def _start_from(self, solved: PointsSolved) -> None:
        """Begin with the prices of points alone, which count twice in a reply."""
        c: i64
        self.top = 2 * solved.prices[LOCOMOTIVE]
        for c in range(COLOURS):
            self.price[c] = 2 * solved.prices[c]
        self.limit = 0
        i: i64 = 0
        while i < self.count:
            t = self.order[i]
            if solved.best_set & self.bit[t] != 0:
                self.limit += self.value[t]
            i += 1

    def _sort(self) -> None:
        """Order the tickets by how sure the prices are of them, the surest first; before them all
        those to cities that the present set does not win."""
        order = self.order
        gains = self.gain
        keys = self.key
        codes = self.card_codes
        price = self.price
        i: i64 = 0
        while i < self.count:
            t = order[i]
            gain = self.value[t]
            code = codes[t]
            while code != 0:
                gain -= price[code & (COLOURS - 1)]
                code >>= CODE
            key: i64 = 0
            if self.end_lanes[t] & self.played != 0:
                gain += self._lent_to(t, self.lent)
                if self._lent_to(t, self.wanted) > 0:
                    key = DECIDED_FIRST
            if gain < 0:
                key -= gain
            else:
                key += gain
            j = i
            while j > 0 and keys[j - 1] < key:
                keys[j] = keys[j - 1]
                gains[j] = gains[j - 1]
                order[j] = order[j - 1]
                j -= 1
            keys[j] = key
            gains[j] = gain
            order[j] = t
            i += 1

    def _search(
        self,
        depth: i64,
        bound: i64,
        worth: i64,
        members: i64,
        taken: i64,
        spare: i64,
        left: i64,
        excess: i64,
        lacking: i64,
        have: i64,
        reach: i64,
        prize: i64,
    ) -> None:
        """Decide the tickets from `order[depth]` on.

        `worth` and `members` are of all tickets not left out yet, `taken` is the set of those
        decided for, `spare` the locomotives that these leave, and `bound` the most that any
        choice from here is worth. In lanes: `left` are the cards of each colour that the tickets
        taken leave, `excess` the cards that all tickets not left out lack of it (`lacking` in
        all); `have` and `reach` count the tickets to each city that are taken, and not left out.
        `prize` are the bonuses within reach.
        """
        while True:
            self.nodes += 1
            if lacking <= self.wild:
                worth += prize
                if worth > self.best_worth or (
                    worth == self.best_worth and members > self.best_set
                ):
                    self.best_worth = worth
                    self.best_set = members
                return
            t = self.order[depth]
            gain = self.gain[depth]
            need = self.need_lanes[t]
            depth += 1
            take_bound = bound
            leave_bound = bound
            if gain >= 0:
                leave_bound -= gain
            else:
                take_bound += gain

            # To take it: what the colours lack, locomotives pay at the difference of the prices.
            better = self.better[t]
            can_take = take_bound >= self.best_worth and members & better == self.held & better
            take_left = left
            take_spare = spare
            if can_take:
                rest = (left | FREE_BITS) - need
                enough = rest & FREE_BITS
                enough -= enough >> (LANE - 1)
                take_left = rest & enough
                short = ((need | FREE_BITS) - left) & (COUNTS ^ enough)
                if short != 0:
                    take_spare -= (short * LOWEST >> SUM_SHIFT) & SUM_MOST
                    if self.top > 0:
                        take_bound -= self._priced(short, self.top, -1)
                if self.end_lanes[t] & self.played != 0:
                    take_bound -= self._idle(t, have, reach)
                can_take = take_spare >= 0 and take_bound >= self.best_worth

            # To leave it out: a card that no ticket still open can use is lost at its price.
            leave_worth = worth - self.value[t]
            can_leave = (
                leave_bound >= self.best_worth
                and leave_worth + prize >= self.best_worth
                and taken & self.worse[t] == 0
            )
            leave_excess = excess
            leave_lacking = lacking
            leave_prize = prize
            if can_leave:
                rest = (excess | FREE_BITS) - need
                enough = rest & FREE_BITS
                enough -= enough >> (LANE - 1)
                leave_excess = rest & enough
                short = ((need | FREE_BITS) - excess) & (COUNTS ^ enough)
                leave_lacking -= self.start[t + 1] - self.start[t]
                if short != 0:
                    leave_lacking += (short * LOWEST >> SUM_SHIFT) & SUM_MOST
                    if self.top > 0:
                        leave_bound -= self._priced(short, 0, 1)
                if self.end_lanes[t] & self.played != 0:
                    k = self.end_start[t]
                    while k < self.end_start[t + 1]:
                        city = self.ends[k]
                        demand = self.demand[city]
                        if demand > 0 and (reach >> LANE * city) & LANE_MOST == demand:
                            # It gets out of reach: the bound loses the rest of its bonus, and the
                            # loans of the tickets taken for it.
                            leave_prize -= self.bonus[city]
                            leave_bound -= self.rest[city]
                            leave_bound -= self.lent[city] * (have >> LANE * city & LANE_MOST)
                        k += 1
                can_leave = (
                    leave_bound >= self.best_worth and self.limit + leave_prize >= self.best_worth
                )

            if can_take and (gain >= 0 or not can_leave):
                if can_leave:
                    self._search(
                        depth,
                        take_bound,
                        worth,
                        members,
                        taken + self.bit[t],
                        take_spare,
                        take_left,
                        excess,
                        lacking,
                        have + self.end_lanes[t],
                        reach,
                        prize,
                    )
                    can_take = False
            elif can_leave and can_take:
                self._search(
                    depth,
                    leave_bound,
                    leave_worth,
                    members - self.bit[t],
                    taken,
                    spare,
                    left,
                    leave_excess,
                    leave_lacking,
                    have,
                    reach - self.end_lanes[t],
                    leave_prize,
                )
                can_leave = False
            # One branch is left at the most, and it is gone on with, if it is still good enough.
            if can_take:
                bound = take_bound
                taken += self.bit[t]
                spare = take_spare
                left = take_left
                have += self.end_lanes[t]
            elif can_leave:
                bound = leave_bound
                worth = leave_worth
                members -= self.bit[t]
                excess = leave_excess
                lacking = leave_lacking
                reach -= self.end_lanes[t]
                prize = leave_prize
            else:
                return
            if bound < self.best_worth:
                return

    def _priced(self, lanes: i64, base: i64, sign: i64) -> i64:
        """So many cards of each colour at a price: the base and, or without, that of the colour."""
        total: i64 = 0
        c: i64 = 0
        while lanes != 0:
            if lanes & LANE_MOST != 0:
                total += (lanes & LANE_MOST) * (base + sign * self.price[c])
            lanes >>= LANE
            c += 1
        return total

    def _idle(self, t: i64, have: i64, reach: i64) -> i64:
        """What is lent to a ticket for nothing, where a city has enough already or is out of
        reach."""
        idle: i64 = 0
        k = self.end_start[t]
        while k < self.end_start[t + 1]:
            city = self.ends[k]
            demand = self.demand[city]
            shift = LANE * city
            if (have >> shift) & LANE_MOST >= demand or (reach >> shift) & LANE_MOST < demand:
                idle += self.lent[city]
            k += 1
        return idle

    def listed(self, members: i64) -> list[int]:
        """The tickets of a set, ascending."""
        return [t for t in range(self.size) if members & self.bit[t] != 0]
