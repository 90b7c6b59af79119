"""The core of a network in the search for its longest route: stages 3 and 4 of `longest`."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

# What the sweep counts for the impossible: below any sum of lengths, also after many additions.
NONE: Final = -1_000_000

# What the search has decided about a chain.
FREE: Final = 0
FORCED: Final = 1
DELETED: Final = 2

# The operations of a sweep.
GROW: Final = 0  # along a chain to a new junction
JOIN: Final = 1  # a chain between two open junctions
CLOSE: Final = 2  # a junction whose chains are all swept

# Junctions open at once in a sweep. All 45 tracks among ten places open nine; boards stay below.
MOST_OPEN: Final = 17

# What a route may cost, counted and not timed, so that it is the same everywhere: numbers in the
# table of a sweep, numbers worked out for one component, steps of the walks in its place.
MOST_CELLS: Final = 500_000
MOST_WORK: Final = 2_000_000
MOST_STEPS: Final = 40_000


def zeros(count: int) -> vec[i64]:
    return vec[i64]([0 for _ in range(count)])


@final
class Core:
    """Chains between junctions, searched one component at a time.

    Chain c has the half-chains 2c and 2c + 1, one for each end; h ^ 1 is the other half of h.
    """

    def __init__(
        self, places: int, tracks: int, degree: vec[i64], tail: vec[i64], tail2: vec[i64]
    ) -> None:
        self._degree: Final = degree
        self._tail: Final = tail
        self._tail2: Final = tail2
        self._count: i64 = 0
        self._end: Final = zeros(2 * tracks)
        self._after: Final = zeros(2 * tracks)
        self._size: Final = zeros(tracks)
        self._head: Final = zeros(places)
        self._known: Final = zeros(places)
        self._loops: Final = zeros(places)
        # The component in hand: its junctions and its chains, but for loops at one junction.
        self._places: Final = zeros(places)
        self._place_count: i64 = 0
        self._chains: Final = zeros(tracks)
        self._chain_count: i64 = 0
        # The plan of its sweep, and what is open while it is made.
        plan = 2 * places + tracks + 1
        self._ops: i64 = 0
        self._op: Final = zeros(plan)
        self._op_on: Final = zeros(plan)  # the chain of GROW and JOIN, the junction of CLOSE
        self._op_bits: Final = zeros(plan)
        self._op_states: Final = zeros(plan)
        self._op_row: Final = zeros(plan)
        self._placed: Final = zeros(places)
        self._unswept: Final = zeros(places)
        self._slot: Final = zeros(places)
        self._open: Final = zeros(MOST_OPEN + 1)
        self._open_count: i64 = 0
        self._bit: Final = vec[i64]([2**i for i in range(MOST_OPEN + 2)])
        self._is_odd: vec[i64] = zeros(1)
        self._table: vec[i64] = zeros(4)
        # The search.
        self._state: Final = zeros(tracks)
        self._used: Final = zeros(tracks)
        self._barred: Final = zeros(places)
        self._end1: i64 = -1
        self._end2: i64 = -1
        self._piece: Final = zeros(places)
        self._mass: Final = zeros(places)
        self._ways: Final = zeros(places)
        self._stack: vec[i64] = zeros(0)
        self._stack_count: i64 = 0
        self._work: i64 = 0
        self._steps: i64 = 0
        self._visits: Final = zeros(places)

    def forget(self, place: i64) -> None:
        self._head[place] = -1
        self._known[place] = 0
        self._loops[place] = 0

    def add(self, p: i64, q: i64, size: i64) -> None:
        c = self._count
        h = 2 * c
        self._size[c] = size
        self._end[h] = p
        self._after[h] = self._head[p]
        self._head[p] = h
        self._end[h + 1] = q
        self._after[h + 1] = self._head[q]
        self._head[q] = h + 1
        self._count = c + 1

    def solve(self, best: i64) -> i64:
        """The longest route through the core, if longer than best, else best."""
        c: i64
        for c in range(self._count):
            if self._known[self._end[2 * c]] == 0:
                best = self._component(self._end[2 * c], best)
        self._count = 0
        return best

    def _component(self, start: i64, best: i64) -> i64:
        """Collect a component; search it unless simple bounds settle it."""
        places = self._places
        chains = self._chains
        end = self._end
        after = self._after
        known = self._known
        tail = self._tail
        n: i64 = 1
        m: i64 = 0
        i: i64 = 0
        weight: i64 = 0
        odd: i64 = 0
        odd_tails: i64 = 0
        high: i64 = 0
        second: i64 = 0
        closed: i64 = 0
        places[0] = start
        known[start] = 1
        while i < n:
            p = places[i]
            i += 1
            h = self._head[p]
            while h >= 0:
                q = end[h ^ 1]
                if known[q] == 0:
                    known[q] = 1
                    places[n] = q
                    n += 1
                if h & 1 == 0:
                    weight += self._size[h >> 1]
                    if p == q:
                        self._loops[p] += self._size[h >> 1]
                    else:
                        chains[m] = h >> 1
                        m += 1
                h = after[h]
            if self._degree[p] & 1 == 1:
                odd += 1
                odd_tails += tail[p]
            if tail[p] > high:
                second = high
                high = tail[p]
            elif tail[p] > second:
                second = tail[p]
            if tail[p] + self._tail2[p] > closed:
                closed = tail[p] + self._tail2[p]
        most = weight + max(high + second, closed)
        if most <= best:
            return best
        if odd == 0 and weight + closed == most:
            return most
        if odd == 2 and weight + odd_tails == most:
            return most
        self._place_count = n
        self._chain_count = m
        for i in range(n):
            self._barred[places[i]] = 0
        for i in range(m):
            self._state[chains[i]] = FREE
        if not self._plan():
            return self._walk(best)
        self._stack_count = 0
        self._work = MOST_WORK
        best = self._search(best)
        return best if self._work > 0 else self._walk(best)

    def _walk(self, best: i64) -> i64:
        """In place of a search that would cost too much: the longest of the routes that are walked
        first, from each junction in turn and on along its chains in turn, the same share of steps
        for each junction. The answer is a route that exists; a longer one may be missed."""
        n = self._place_count
        i: i64
        for i in range(self._chain_count):
            self._used[self._chains[i]] = 0
        for i in range(n):
            self._visits[self._places[i]] = 0
        for i in range(n):
            self._steps = MOST_STEPS // n
            best = self._onward(self._places[i], self._places[i], 0, best)
        return best

    def _onward(self, start: i64, here: i64, weight: i64, best: i64) -> i64:
        if self._visits[here] == 0:
            weight += self._loops[here]
        self._visits[here] += 1
        ends = self._tail[here] + (self._tail[start] if start != here else self._tail2[here])
        if weight + ends > best:
            best = weight + ends
        h = self._head[here]
        while h >= 0 and self._steps > 0:
            c = h >> 1
            if self._used[c] == 0 and self._end[h ^ 1] != here:
                self._steps -= 1
                self._used[c] = 1
                best = self._onward(start, self._end[h ^ 1], weight + self._size[c], best)
                self._used[c] = 0
            h = self._after[h]
        self._visits[here] -= 1
        return best

    def _plan(self) -> bool:
        """Order the junctions so that few are open at a time, as each doubles the sweep's work.
        False if they are too many."""
        places = self._places
        end = self._end
        after = self._after
        head = self._head
        placed = self._placed
        unswept = self._unswept
        n = self._place_count
        i: i64
        p: i64
        h: i64
        q: i64
        score: i64
        here: i64 = places[0]
        for i in range(n):
            p = places[i]
            placed[p] = 0
            unswept[p] = 0
            h = head[p]
            while h >= 0:
                if end[h ^ 1] != p:
                    unswept[p] += 1
                h = after[h]
            if unswept[p] < unswept[here]:
                here = p
        self._ops = 0
        self._op_row[0] = 0
        self._op_states[0] = 2
        self._open[0] = here
        self._open_count = 1
        self._slot[here] = 0
        placed[here] = 1
        for _ in range(n - 1):
            top: i64 = -1000
            for i in range(n):
                p = places[i]
                if placed[p] == 1:
                    continue
                score = 0
                met: i64 = 0
                h = head[p]
                while h >= 0:
                    q = end[h ^ 1]
                    if placed[q] == 1:
                        met += 1
                        if unswept[q] == 1:
                            score += 4
                    h = after[h]
                score += met
                if unswept[p] > met:
                    score -= 4
                if met > 0 and score > top:
                    top = score
                    here = p
            grown = False
            h = head[here]
            while h >= 0:
                q = end[h ^ 1]
                if placed[q] == 1:
                    if grown:
                        self._plan_op(
                            JOIN, h >> 1, self._bit[self._slot[q]] + self._bit[self._slot[here]]
                        )
                    else:
                        self._plan_op(GROW, h >> 1, self._bit[self._slot[q]])
                        self._slot[here] = self._open_count
                        self._open[self._open_count] = here
                        self._open_count += 1
                        grown = True
                    unswept[here] -= 1
                    unswept[q] -= 1
                    if unswept[q] == 0:
                        self._plan_close(q)
                h = after[h]
            placed[here] = 1
            if unswept[here] == 0:
                self._plan_close(here)
            if self._open_count > MOST_OPEN - 1 or self._op_row[self._ops] > MOST_CELLS:
                return False
        size: i64 = self._op_row[self._ops] + 2
        while len(self._table) < size:
            self._table = append(self._table, 0)
        return True

    def _plan_op(self, op: i64, on: i64, bits: i64) -> None:
        k = self._ops
        states = self._op_states[k]
        self._op[k] = op
        self._op_on[k] = on
        self._op_bits[k] = bits
        self._op_row[k + 1] = self._op_row[k] + 2 * states
        if op == GROW:
            states *= 2
            while len(self._is_odd) < states:
                self._is_odd = append(
                    self._is_odd, 1 - self._is_odd[len(self._is_odd) - states // 2]
                )
        elif op == CLOSE:
            states //= 2
        self._op_states[k + 1] = states
        self._ops = k + 1

    def _plan_close(self, place: i64) -> None:
        i = self._slot[place]
        self._plan_op(CLOSE, place, self._bit[i])
        self._open_count -= 1
        while i < self._open_count:
            q = self._open[i + 1]
            self._open[i] = q
            self._slot[q] = i
            i += 1

    def _sweep(self) -> i64:
        """The greatest weight of chains and tails with at most two odd junctions, as ends.

        A state is the set of open junctions that are odd so far. Each row of the table holds the
        best weight of every state twice: with no end among the closed junctions (or one, if the
        state is odd: ends and odd junctions are even in number), and with both ends among them.
        """
        table = self._table
        is_odd = self._is_odd
        table[0] = 0
        table[1] = NONE
        table[2] = NONE
        table[3] = NONE
        k: i64
        s: i64
        for k in range(self._ops):
            row = self._op_row[k]
            to = self._op_row[k + 1]
            n = self._op_states[k]
            on = self._op_on[k]
            bits = self._op_bits[k]
            op = self._op[k]
            if op == CLOSE:
                one = self._tail[on]
                both = self._gain_of_both(on)
                half = n // 2
                for s in range(half):
                    even = row + 2 * s - (s & (bits - 1))
                    value = table[even]
                    other = table[even + bits] + one
                    if is_odd[s] == 1:
                        table[to + s] = other if other > value else value
                        table[to + half + s] = NONE
                    else:
                        table[to + s] = value
                        value += both
                        if other > value:
                            value = other
                        other = table[even + n]
                        table[to + half + s] = other if other > value else value
                continue
            used = self._size[on] if self._state[on] != DELETED else NONE
            left: i64 = 0 if self._state[on] != FORCED else NONE
            if op == GROW:
                for s in range(n):
                    table[to + s] = table[row + s] + left
                    table[to + n + (s ^ bits)] = table[row + s] + used
                    table[to + n + n + s] = table[row + n + s] + left
                    table[to + n + n + n + (s ^ bits)] = table[row + n + s] + used
            else:
                for s in range(n + n):
                    value = table[row + s] + left
                    other = table[row + (s ^ bits)] + used
                    table[to + s] = other if other > value else value
        row = self._op_row[self._ops]
        value = max(table[row], table[row + 1])
        for k in range(self._place_count):
            if self._barred[self._places[k]] == 0:
                value += self._loops[self._places[k]]
        return value

    def _gain_of_both(self, place: i64) -> i64:
        """What it adds to begin and to end the route at this junction, where that makes sense."""
        if self._barred[place] == 1 or self._tail[place] == 0:
            return NONE
        return self._tail[place] + self._tail2[place]

    def _trace(self) -> None:
        """Walk the last sweep back: which chains it used, and which junctions are its ends."""
        table = self._table
        k = self._ops
        row = self._op_row[k]
        s: i64 = 0  # the state; plus the number of states if both ends are closed
        if table[row + 1] > table[row]:
            s = 1
        self._end1 = -1
        self._end2 = -1
        while k > 0:
            value = table[self._op_row[k] + s]
            k -= 1
            row = self._op_row[k]
            n = self._op_states[k]
            on = self._op_on[k]
            bits = self._op_bits[k]
            op = self._op[k]
            if op == CLOSE:
                half = n // 2
                done: i64 = 0
                if s >= half:
                    done = n
                    s -= half
                s = 2 * s - (s & (bits - 1))
                if value == table[row + done + s]:
                    s += done
                    continue
                self._end2 = self._end1
                self._end1 = on
                if value == table[row + s + bits] + self._tail[on]:
                    s += bits
                else:
                    self._end2 = on
            elif op == GROW:
                done = 0
                if s >= n + n:
                    done = n
                    s -= n + n
                self._used[on] = 0
                if s >= n:
                    self._used[on] = 1
                    s = (s - n) ^ bits
                s += done
            elif self._state[on] != DELETED and value == table[row + (s ^ bits)] + self._size[on]:
                self._used[on] = 1
                s ^= bits
            else:
                self._used[on] = 0

    def _root(self, place: i64) -> i64:
        piece = self._piece
        while piece[place] != place:
            piece[place] = piece[piece[place]]
            place = piece[place]
        return place

    def _find_pieces(self) -> i64:
        """Split the swept set into its pieces; returns how many weigh something."""
        i: i64
        for i in range(self._place_count):
            p = self._places[i]
            self._piece[p] = p
            self._mass[p] = 0
            self._ways[p] = 0
        for i in range(self._chain_count):
            c = self._chains[i]
            if self._used[c] == 1:
                self._piece[self._root(self._end[2 * c])] = self._root(self._end[2 * c + 1])
        for i in range(self._chain_count):
            c = self._chains[i]
            p = self._root(self._end[2 * c])
            q = self._root(self._end[2 * c + 1])
            if self._used[c] == 1:
                self._mass[p] += self._size[c]
            elif p != q and self._state[c] == FREE:
                self._ways[p] += 1
                self._ways[q] += 1
        if self._end1 >= 0:
            p = self._root(self._end1)
            self._mass[p] += self._tail[self._end1]
            if self._end1 != self._end2:
                self._mass[p] += self._tail[self._end2]
            else:
                self._mass[p] += self._tail2[self._end2]
        pieces: i64 = 0
        for i in range(self._place_count):
            p = self._places[i]
            if self._barred[p] == 0:
                self._mass[self._root(p)] += self._loops[p]
        for i in range(self._place_count):
            if self._mass[self._places[i]] > 0:
                pieces += 1
        return pieces

    def _search(self, best: i64) -> i64:
        """The longest route that keeps to the decisions made so far, if longer than best."""
        if self._work <= 0:
            return best
        self._work -= self._op_row[self._ops] + 2
        value = self._sweep()
        if value <= best:
            return best
        self._trace()
        if self._find_pieces() == 1:
            return value
        i: i64
        home = self._root(self._end1) if self._end1 >= 0 else -1
        island: i64 = -1
        for i in range(self._place_count):
            p = self._places[i]
            r = self._root(p)
            # Every piece is itself a route, and one without ends may start at any of its places.
            found = self._mass[r]
            if r != home and found > 0:
                found += self._tail[p] + self._tail2[p]
                if island < 0 or self._ways[r] < self._ways[island]:
                    island = r
            best = max(best, found)
        start = self._stack_count
        for i in range(self._place_count):
            if self._root(self._places[i]) == island:
                self._push(self._places[i])
        shore = self._stack_count
        for i in range(self._chain_count):
            c = self._chains[i]
            p = self._root(self._end[2 * c])
            q = self._root(self._end[2 * c + 1])
            if self._state[c] == FREE and p != q and (p == island or q == island):
                self._push(c)
        i = shore
        stop = self._stack_count
        while i < stop and best < value:
            c = self._stack[i]
            self._state[c] = FORCED
            best = self._search(best)
            self._state[c] = DELETED
            i += 1
        if best < value:
            best = self._search_side(best, start, shore, 0)
            best = self._search_side(best, start, shore, 1)
        while i > shore:
            i -= 1
            self._state[self._stack[i]] = FREE
        self._stack_count = start
        return best

    def _search_side(self, best: i64, start: i64, stop: i64, barred: i64) -> i64:
        """Search only off the island stack[start:stop] (0) or only on it (1).

        The chains between the two sides are deleted already.
        """
        i: i64
        for i in range(self._place_count):
            self._ways[self._places[i]] = barred
        for i in range(start, stop):
            self._ways[self._stack[i]] = 1 - barred
        first = self._stack_count
        for i in range(self._place_count):
            p = self._places[i]
            if self._ways[p] == 1 and self._barred[p] == 0:
                self._barred[p] = 1
                self._push(p)
        middle = self._stack_count
        possible = True
        for i in range(self._chain_count):
            c = self._chains[i]
            if self._barred[self._end[2 * c]] == 1:
                if self._state[c] == FREE:
                    self._state[c] = DELETED
                    self._push(c)
                elif self._state[c] == FORCED:
                    possible = False
        last = self._stack_count
        if possible:
            best = self._search(best)
        for i in range(first, middle):
            self._barred[self._stack[i]] = 0
        for i in range(middle, last):
            self._state[self._stack[i]] = FREE
        self._stack_count = first
        return best

    def _push(self, item: i64) -> None:
        if self._stack_count == len(self._stack):
            self._stack = append(self._stack, 0)
        self._stack[self._stack_count] = item
        self._stack_count += 1
