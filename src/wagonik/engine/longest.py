"""The longest route of a player's network, exactly (common, Score).

A route may pass through a place again but uses no track twice: a trail. A set of tracks can be
travelled as one trail exactly when it is connected and at most two places have an odd number of
its tracks (Euler). So the search is for the heaviest such set, in four stages:

1. Leaves are stripped, and each place keeps its two deepest tails. A forest ends here.
2. What is left is the core. Its places of two tracks and no tail are passed straight through, so
   the core becomes chains of tracks between junctions. Most components end here, by a bound.
3. The heaviest set of chains with at most two odd junctions, connected or not, is found by a sweep
   over the junctions that remembers only which open junctions are odd. It is an upper bound, and
   if the set is connected it is the answer.
4. Otherwise some piece of the set is an island. Either the answer uses one of the chains that lead
   off the island, or it lies on the island, or off it: each case is swept again.

The work of the last two stages has a bound, far above what any network on a published board needs.
Beyond it (dense networks of several dozen tracks) the answer is the longest of all routes that were
met so far and of the first 40,000 steps of walks: from each junction in turn, in the order in which
the network's tracks by their numbers lead to them, and on along its chains, the last one first.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.longestcore import Core, zeros


@final
class LongestRoute:
    """Made once for a board; not safe to share between threads, as it reuses its buffers."""

    def __init__(
        self, places: int, ends_a: list[int], ends_b: list[int], lengths: list[int]
    ) -> None:
        tracks = len(lengths)
        self._a: Final = vec[i64](ends_a)
        self._b: Final = vec[i64](ends_b)
        self._length: Final = vec[i64](lengths)
        # A track's ends as one number: XOR with one end gives the other.
        self._ends: Final = vec[i64]([ends_a[t] ^ ends_b[t] for t in range(tracks)])
        self._degree: Final = zeros(places)
        # XOR of the tracks left at a place: with one left it is that track, with two left it is
        # the way from one to the other, so no lists of neighbours are needed.
        self._through: Final = zeros(places)
        self._tail: Final = zeros(places)
        self._tail2: Final = zeros(places)
        self._seen: Final = zeros(tracks)
        self._round: i64 = 0
        self._core: Final = Core(places, tracks, self._degree, self._tail, self._tail2)

    def length(self, tracks: vec[i64], count: i64) -> i64:
        """The length of the longest route over tracks[0:count]."""
        a = self._a
        b = self._b
        ends = self._ends
        length = self._length
        degree = self._degree
        through = self._through
        tail = self._tail
        tail2 = self._tail2
        i: i64
        t: i64
        p: i64
        q: i64
        deep: i64
        for i in range(count):
            t = tracks[i]
            p = a[t]
            q = b[t]
            degree[p] = 0
            degree[q] = 0
            through[p] = 0
            through[q] = 0
            tail[p] = 0
            tail[q] = 0
            tail2[p] = 0
            tail2[q] = 0
        for i in range(count):
            t = tracks[i]
            p = a[t]
            q = b[t]
            degree[p] += 1
            degree[q] += 1
            through[p] ^= t
            through[q] ^= t
        best: i64 = 0
        left: i64 = count
        for i in range(count):
            t = tracks[i]
            p = a[t]
            if degree[p] != 1:
                p = b[t]
            while degree[p] == 1:
                t = through[p]
                q = ends[t] ^ p
                degree[p] = 0
                degree[q] -= 1
                through[q] ^= t
                left -= 1
                deep = tail[p] + length[t]
                if deep + tail[q] > best:
                    best = deep + tail[q]
                if deep > tail[q]:
                    tail2[q] = tail[q]
                    tail[q] = deep
                elif deep > tail2[q]:
                    tail2[q] = deep
                p = q
        if left == 0:
            return best
        return self._core_length(tracks, count, left, best)

    def _core_length(self, tracks: vec[i64], count: i64, left: i64, best: i64) -> i64:
        """Hand the core to the search as chains between junctions; rings need no search."""
        a = self._a
        b = self._b
        ends = self._ends
        length = self._length
        degree = self._degree
        through = self._through
        tail = self._tail
        seen = self._seen
        core = self._core
        self._round += 1
        mark = self._round
        i: i64
        t: i64
        p: i64
        start: i64
        weight: i64
        for i in range(count):
            t = tracks[i]
            p = a[t]
            if degree[p] == 0 or degree[b[t]] == 0:
                seen[t] = mark
                continue
            core.forget(p)
            core.forget(b[t])
        for i in range(count):
            t = tracks[i]
            if seen[t] == mark:
                continue
            start = a[t]
            if degree[start] == 2 and tail[start] == 0:
                start = b[t]
                if degree[start] == 2 and tail[start] == 0:
                    continue
            p = ends[t] ^ start
            seen[t] = mark
            weight = length[t]
            left -= 1
            while degree[p] == 2 and tail[p] == 0:
                t ^= through[p]
                p ^= ends[t]
                seen[t] = mark
                weight += length[t]
                left -= 1
            core.add(start, p, weight)
        if left > 0:
            for i in range(count):
                t = tracks[i]
                weight = 0
                p = a[t]
                while seen[t] != mark:
                    seen[t] = mark
                    weight += length[t]
                    p ^= ends[t]
                    t ^= through[p]
                if weight > best:
                    best = weight
        return core.solve(best)

    def trail(self, tracks: vec[i64], count: i64) -> list[int]:
        """One longest route as its tracks in order; the same for the same set of tracks. Nothing
        where the work has reached its bound."""
        ids = sorted([int(tracks[i]) for i in range(count)])
        goal = self.length(tracks, count)
        total = sum([int(self._length[t]) for t in ids])
        # Drop each track without which a route of this length is still there: what stays is one.
        at = len(ids) - 1
        while total > goal and at >= 0:
            rest = ids[:at] + ids[at + 1 :]
            if self.length(vec[i64](rest), len(rest)) == goal:
                total -= self._length[ids[at]]
                ids = rest
            at -= 1
        return self._in_order(ids) if total == goal else []

    def _in_order(self, ids: list[int]) -> list[int]:
        """The order in which a connected set with at most two odd places is travelled."""
        at: dict[int, list[int]] = {}
        for t in ids:
            at.setdefault(self._a[t], []).append(t)
            at.setdefault(self._b[t], []).append(t)
        odd = [place for place in at if len(at[place]) % 2 == 1]
        used: set[int] = set()
        way = [(min(odd or at, default=0), -1)]
        order: list[int] = []
        while way:
            here, came = way[-1]
            onward = [t for t in at.get(here, []) if t not in used]
            if onward:
                used.add(onward[0])
                way.append((self._ends[onward[0]] ^ here, onward[0]))
            else:
                way.pop()
                order.append(came)
        order.pop()  # the start, which no track led to
        order.reverse()
        return order
