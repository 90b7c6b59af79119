"""What happened in a match, in rows of integers: the compiled half of the data sets.

A match is played with its events written down; `MatchRows.add` reads them once, after the end.
The columns of the rows are named in `wagonik.arena.dataset`, which turns them into a table.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine import events
from wagonik.engine.cards import LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.rules import Rules
from wagonik.engine.state import COMPLETED, PIECES, TALLY, State

# How a match ended.
LAST_TURNS: Final = 0  # everybody had a last turn
PASSES: Final = 1  # everybody passed in a row (common, R5)
OTHERWISE: Final = 2

# What is counted for a seat while its events are read.
BLIND: Final = 0
TAKEN: Final = 1
TAKEN_LOCOMOTIVES: Final = 2
PASSED: Final = 3
OFFERS: Final = 4
KEPT: Final = 5
DONE: Final = 6
CLAIMS: Final = 7
COUNTS: Final = 8


class MatchRows:
    """Rows of finished matches, one list for each kind of row."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.sources: Final = len(rules.scorers)
        self.matches: vec[i64] = vec[i64]()
        self.seats: vec[i64] = vec[i64]()
        self.tickets: vec[i64] = vec[i64]()
        self.tracks: vec[i64] = vec[i64]()
        self.counts: vec[i64] = zeros(COUNTS * rules.seats)
        self.kept: vec[i64] = zeros(int(rules.ticket_count))

    def add(self, state: State, number: int, decisions: int, faults: int) -> None:
        """Add a finished match that was played with its events written down."""
        final = self.rules.score(state)
        seats = state.seats
        counts = self.counts
        i: i64
        for i in range(COUNTS * seats):
            counts[i] = 0
        refreshes, announced_by, announced_turn = self._read(state, number)
        end = LAST_TURNS
        if state.passes >= seats:
            end = PASSES
        elif announced_turn < 0:
            end = OTHERWISE
        breaker = -1
        if final.decided_by:
            for at, tie_breaker in enumerate(self.rules.tie_breakers):
                if tie_breaker.name == final.decided_by:
                    breaker = at
        row = self.matches
        for value in (
            number,
            int(state.first),
            int(state.turn),
            decisions,
            end,
            announced_by,
            announced_turn,
            breaker,
            refreshes,
            int(state.shuffles),
            faults,
        ):
            row = append(row, value)
        self.matches = row
        won = zeros(int(seats))
        for winner in final.winners:
            won[winner] = 1
        seat: i64
        other: i64
        row = self.seats
        for seat in range(seats):
            rank: i64 = 1
            for other in range(seats):
                if final.totals[other] > final.totals[seat]:
                    rank += 1
                elif final.totals[other] == final.totals[seat] and won[other] > won[seat]:
                    rank += 1  # a tie-breaker stood between them
            row = append(row, number)
            row = append(row, seat)
            row = append(row, final.totals[seat])
            row = append(row, rank)
            row = append(row, won[seat])
            row = append(row, len(final.winners))
            for i in range(COUNTS):
                row = append(row, counts[seat * COUNTS + i])
            row = append(row, state.tally[seat * TALLY + PIECES])
            row = append(row, state.hand[seat * PILE + TOTAL])
            for i in range(self.sources):
                row = append(row, final.points[i * seats + seat])
        self.seats = row

    def _read(self, state: State, number: int) -> tuple[int, int, int]:
        """Go through the events: market refreshes, and who announced the last turns when."""
        log = state.log
        counts = self.counts
        kept = self.kept
        done = self.rules.standing.done
        claims = self.tracks
        offers = self.tickets
        refreshes = 0
        announced_by = -1
        announced_turn = -1
        turn: i64 = 0
        dealing = True  # cards dealt are not drawn
        at: i64 = 0
        ahead: i64
        while at < len(log):
            code = log[at]
            seat = log[at + 1]
            a = log[at + 2]
            if code == events.TURN:
                turn = a
                dealing = False
            elif code == events.DREW:
                if not dealing:
                    counts[seat * COUNTS + BLIND] += 1
            elif code == events.TOOK:
                counts[seat * COUNTS + TAKEN] += 1
                if a == LOCOMOTIVE:
                    counts[seat * COUNTS + TAKEN_LOCOMOTIVES] += 1
            elif code == events.CLAIMED:
                if seat >= 0:
                    counts[seat * COUNTS + CLAIMS] += 1
                    claims = append(claims, number)
                    claims = append(claims, seat)
                    claims = append(claims, a)
                    claims = append(claims, turn)
                    claims = append(claims, log[at + 3])
            elif code == events.OFFERED_TICKET:
                counts[seat * COUNTS + OFFERS] += 1
                # Whether it is kept is said by the next choice of that seat.
                kept[a] = 0
                ahead = at + 4
                while ahead < len(log):
                    if log[ahead + 1] == seat:
                        if log[ahead] == events.KEPT_TICKET and log[ahead + 2] == a:
                            kept[a] = 1
                            break
                        if log[ahead] == events.TURN or log[ahead] == events.OFFERED:
                            break
                    ahead += 4
                completed: i64 = 0
                if kept[a]:
                    counts[seat * COUNTS + KEPT] += 1
                    holder = state.holder[a]
                    if holder == COMPLETED + seat or (holder == seat and done[a]):
                        completed = 1
                        counts[seat * COUNTS + DONE] += 1
                offers = append(offers, number)
                offers = append(offers, seat)
                offers = append(offers, a)
                offers = append(offers, turn)
                offers = append(offers, kept[a])
                offers = append(offers, completed)
            elif code == events.PASSED:
                counts[seat * COUNTS + PASSED] += 1
            elif code == events.REFRESHED:
                refreshes += 1
            elif code == events.LAST_TURNS:
                announced_by = int(seat)
                announced_turn = int(turn)
            elif code >= events.COMMON_EVENTS and seat < 0:
                dealing = True  # the table itself does something of the game's own: a new deal
            at += 4
        self.tracks = claims
        self.tickets = offers
        return refreshes, announced_by, announced_turn

    def take(self) -> tuple[list[int], list[int], list[int], list[int]]:
        """All rows so far, of matches, seats, tickets and tracks; nothing is kept of them."""
        found = (
            _listed(self.matches),
            _listed(self.seats),
            _listed(self.tickets),
            _listed(self.tracks),
        )
        self.matches = vec[i64]()
        self.seats = vec[i64]()
        self.tickets = vec[i64]()
        self.tracks = vec[i64]()
        return found


def _listed(values: vec[i64]) -> list[int]:
    out: list[int] = []
    i: i64
    for i in range(len(values)):
        out.append(int(values[i]))
    return out
