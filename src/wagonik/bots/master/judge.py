"""The chances of all seats in a position: everybody plays on like quick Planner up to some turn,
and the learnt value judges what has come of it.

Whoever asks deals what is hidden, so the same judge serves an open table and samples of a view.
From a position, and from what an action makes of it, play goes on in exactly the same way: what
chance did between the two is then their difference, and nothing else.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.master.search import NO_LIMIT, OTHERWISE, Search
from wagonik.engine.cards import zeros
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

FORWARD: Final = -1  # instead of an action: everybody plays on at once


class TableJudge:
    """Plays positions on for a search, whose parts it uses. It changes the states it is given."""

    def __init__(self, search: Search) -> None:
        rules: Rules = search.rules
        self.rules: Final = rules
        self.search: Final = search
        self.chances: vec[float] = floats(rules.seats)
        self.ended: bool = False  # whether the last play-out reached the end of the match
        self.progress: float = 0.0  # of the match, where it stopped
        self.keeps: vec[i64] = zeros(rules.seats)  # first tickets that seats are going to keep

    def settle(self, state: State) -> None:
        """Before first tickets are chosen: what each seat would keep. It reads hidden things,
        but each seat's own only."""
        rules = self.rules
        if state.step != rules.first_tickets_step:
            return
        search = self.search
        seat: i64
        search.outlook.forget()
        for seat in range(state.seats):
            search.out.count = 0
            rules.list_keeps(state, seat, rules.setup.first_keep, search.out)
            self.keeps[seat] = search.outlook.decide(state, seat, search.out)

    def play(self, state: State, seat: i64, action: i64, until: i64, to_end: bool) -> None:
        """Play an action of a seat (or FORWARD) and go on until a turn, or to the end; leaves the
        chances of all seats in `chances`, and they add up to 1."""
        rules = self.rules
        search = self.search
        outlook = search.outlook
        out = search.out
        value = search.value
        if value is None or to_end:
            until = NO_LIMIT
        outlook.forget()
        out.count = 0
        if action >= 0:
            if action >= OTHERWISE:
                action -= OTHERWISE
                outlook.adopt(seat)
            if state.step == rules.first_tickets_step:
                state.seat = seat  # all choose at once
            rules.play(state, action, out)
        else:
            rules.advance(state, out)
        while out.count > 0 and state.step == rules.first_tickets_step:
            rules.play(state, self.keeps[state.seat], out)
        while out.count > 0 and (state.turn < until or state.step != rules.turn_step):
            rules.play(state, outlook.decide(state, state.seat, out), out)
        self.ended = out.count == 0
        if self.ended:
            self.take_result(state)
        else:
            self.judge(state)

    def take_result(self, state: State) -> None:
        """The chances of a match that is over: a win is shared by all who won."""
        self.progress = 1.0
        winners = self.rules.score(state).winners
        seat: i64
        for seat in range(state.seats):
            self.chances[seat] = 0.0
        for winner in winners:
            self.chances[winner] = 1.0 / float(len(winners))

    def judge(self, state: State) -> None:
        """The chances by the learnt value."""
        search = self.search
        value = search.value
        assert value is not None
        search.outlook.assess(state, search.features)
        self.progress = search.outlook.progress(state)
        value.predict(search.features, self.progress)
        value.tell(self.progress, self.chances)
