"""The map as one seat sees it: own tracks free, open ones at a price, the others closed.

On it, the cheapest way to complete a ticket, and a cheap network for several of them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import packed, zeros
from wagonik.engine.state import State

CLOSED: Final = 1.0e9  # the price of a way that there is not

# What a track is to the seat, in Roads.status.
MINE: Final = 0
FREE: Final = 1  # open to it
SHUT: Final = 2

MOST_TICKETS: Final = 40  # more than anybody holds
LONGEST_PATH: Final = 64  # tracks


class Roads:
    """Prices of tracks, shortest paths, and the network of a set of tickets.

    `price` is the caller's: what each open track costs. `load` closes and frees tracks.
    """

    def __init__(self, rules: BoardRules) -> None:
        board = rules.board
        self.board: Final = board
        self.rules: Final = rules
        self.words: i64 = board.words
        self.place_count: i64 = len(board.places)
        self.track_count: i64 = board.track_count
        around: list[list[int]] = [[] for _ in board.places]
        for track in range(board.track_count):
            around[board.a[track]].append(track)
            around[board.b[track]].append(track)
        starts = [0]
        for tracks in around:
            starts.append(starts[-1] + len(tracks))
        self.start: vec[i64] = packed(starts)
        self.around: vec[i64] = packed([track for tracks in around for track in tracks])
        self.end_sum: vec[i64] = packed(
            [int(board.a[t] + board.b[t]) for t in range(board.track_count)]
        )
        self.status: vec[i64] = zeros(board.track_count)
        self.price: vec[float] = floats(board.track_count)
        # Working space of the search.
        self.fee: vec[float] = floats(board.track_count)  # prices; 0 on the network
        self.distance: vec[float] = floats(len(board.places))
        self.via: vec[i64] = zeros(len(board.places))
        self.target: vec[i64] = zeros(len(board.places))
        # The places at the edge of what was searched, how far they are, and where each stands.
        self.front: vec[i64] = zeros(len(board.places))
        self.reach: vec[float] = floats(len(board.places))
        self.slot: vec[i64] = zeros(len(board.places))
        # The network: how many tickets use a track, and the path of each ticket.
        self.used: vec[i64] = zeros(board.track_count)
        self.paths: vec[i64] = zeros(MOST_TICKETS * LONGEST_PATH)
        self.path_size: vec[i64] = zeros(MOST_TICKETS)
        self.path_cost: vec[float] = floats(MOST_TICKETS)  # CLOSED where there is no way
        self.order: vec[i64] = zeros(MOST_TICKETS)
        self.root: vec[i64] = zeros(len(board.places))

    def load(self, state: State, seat: i64) -> None:
        """Find the own, the open and the closed tracks, and what the own ones connect."""
        status = self.status
        board = self.board
        at = seat * self.words
        place: i64
        track: i64
        for place in range(self.place_count):
            self.root[place] = place
        for track in range(self.track_count):
            word = at + board.word[track]
            bit = board.bit[track]
            if state.owned[word] & bit:
                status[track] = MINE
                x = self.find(board.a[track])
                y = self.find(board.b[track])
                if x != y:
                    self.root[x] = y
            elif state.open[word] & bit:
                status[track] = FREE
            else:
                status[track] = SHUT

    def find(self, place: i64) -> i64:
        root = self.root
        while root[place] != place:
            root[place] = root[root[place]]
            place = root[place]
        return place

    def done(self, ticket: i64) -> bool:
        """Whether the seat's own tracks complete a ticket already."""
        board = self.board
        i: i64
        for i in range(board.pair_start[ticket], board.pair_start[ticket + 1]):
            if self.find(board.pair_a[i]) == self.find(board.pair_b[i]):
                return True
        return False

    def reset(self) -> None:
        """An empty network: tracks cost their prices, own ones nothing."""
        fee = self.fee
        price = self.price
        status = self.status
        used = self.used
        track: i64
        for track in range(self.track_count):
            used[track] = 0
            if status[track] == FREE:
                fee[track] = price[track]
            elif status[track] == MINE:
                fee[track] = 0.0
            else:
                fee[track] = CLOSED

    def search(self, ticket: i64) -> i64:
        """Find the cheapest way to complete a ticket; returns the place it ends in, or -1.

        The way back is in `via`; its cost is in `distance`.
        """
        board = self.board
        distance = self.distance
        via = self.via
        target = self.target
        front = self.front
        reach = self.reach
        slot = self.slot
        fee = self.fee
        around = self.around
        end_sum = self.end_sum
        place: i64
        i: i64
        for place in range(self.place_count):
            distance[place] = CLOSED
        first = board.pair_start[ticket]
        last = board.pair_start[ticket + 1]
        waiting: i64 = 0
        for i in range(first, last):
            target[board.pair_b[i]] = 1
            place = board.pair_a[i]
            if distance[place] > 0.0:
                distance[place] = 0.0
                via[place] = -1
                front[waiting] = place
                reach[waiting] = 0.0
                slot[place] = waiting
                waiting += 1
        found: i64 = -1
        while waiting > 0:
            best: i64 = 0
            least = reach[0]
            for i in range(1, waiting):
                if reach[i] < least:
                    least = reach[i]
                    best = i
            place = front[best]
            if target[place]:
                found = place
                break
            waiting -= 1
            if best != waiting:
                front[best] = front[waiting]
                reach[best] = reach[waiting]
                slot[front[best]] = best
            for i in range(self.start[place], self.start[place + 1]):
                track = around[i]
                # A closed track or a place that was left before is never nearer.
                cost = fee[track] + least
                other = end_sum[track] - place
                if cost < distance[other]:
                    if distance[other] >= CLOSED:
                        front[waiting] = other
                        slot[other] = waiting
                        waiting += 1
                    distance[other] = cost
                    reach[slot[other]] = cost
                    via[other] = track
        for i in range(first, last):
            target[board.pair_b[i]] = 0
        return found

    def add_path(self, slot: i64, ticket: i64) -> float:
        """Join a ticket to the network by its cheapest way; returns what that adds."""
        place = self.search(ticket)
        if place < 0:
            self.path_size[slot] = 0
            self.path_cost[slot] = CLOSED
            return CLOSED
        cost = self.distance[place]
        self.path_cost[slot] = cost
        size: i64 = 0
        at = slot * LONGEST_PATH
        track = self.via[place]
        while track >= 0:
            if self.status[track] == FREE:
                self.paths[at + size] = track
                size += 1
                self.used[track] += 1
                self.fee[track] = 0.0
            place = self.end_sum[track] - place
            track = self.via[place]
        self.path_size[slot] = size
        self.joined(slot)
        return cost

    def drop_path(self, slot: i64) -> None:
        at = slot * LONGEST_PATH
        i: i64
        for i in range(self.path_size[slot]):
            track = self.paths[at + i]
            self.used[track] -= 1
            if self.used[track] == 0:
                self.fee[track] = self.open_fee(track)
        self.path_size[slot] = 0

    def swap(self, track: i64, mate: i64, count: i64) -> None:
        """Put a track in the place of one of the network that is beside it."""
        slot: i64
        i: i64
        for slot in range(count):
            at = slot * LONGEST_PATH
            for i in range(at, at + self.path_size[slot]):
                if self.paths[i] == track:
                    self.paths[i] = mate
        self.used[mate] = self.used[track]
        self.fee[mate] = 0.0
        self.used[track] = 0
        self.fee[track] = self.open_fee(track)

    def connect(self, tickets: vec[i64], count: i64, passes: i64) -> float:
        """A cheap network for all the tickets that can be completed; returns its price.

        The cheap tickets first, each by its cheapest way to what is there already; then every
        one is taken out and put in again, so many times. With fewer than no passes the tickets
        with few points count as the cheap ones, which is quicker.
        """
        self.reset()
        order = self.order
        i: i64
        j: i64
        for i in range(count):
            cost: float = float(self.board.ticket_points[tickets[i]])
            if count > 1 and passes >= 0:
                place = self.search(tickets[i])
                cost = CLOSED if place < 0 else self.distance[place]
            self.path_cost[i] = cost
            j = i
            while j > 0 and self.path_cost[order[j - 1]] > cost:
                order[j] = order[j - 1]
                j -= 1
            order[j] = i
        for i in range(count):
            slot = order[i]
            self.add_path(slot, tickets[slot])
        turn: i64 = 0
        while turn < passes and count > 1:
            for i in range(count):
                slot = order[i]
                self.drop_path(slot)
                self.add_path(slot, tickets[slot])
            turn += 1
        return self.total()

    # Hooks for what tracks cost together

    def open_fee(self, track: i64) -> float:
        """What an open track costs the network as it stands; its price if that is empty."""
        return self.price[track]

    def joined(self, slot: i64) -> None:
        """A ticket's path was added."""

    def total(self) -> float:
        """What the whole network costs."""
        total: float = 0.0
        track: i64
        for track in range(self.track_count):
            if self.used[track] > 0:
                total += self.price[track]
        return total
