"""The prices of all tracks for one seat, and the turns that it has left."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.base import Brain
from wagonik.bots.floats import floats
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.bots.planner.roads import FREE, SHUT, Roads
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import PILE, TOTAL
from wagonik.engine.state import PIECES, TALLY, State

TURNS_A_CARD: Final = 0.5  # a turn draws two
FOREVER: Final = 1000.0  # turns


class Prices(Brain):
    """A board game as one seat sees it, in turns and points."""

    def __init__(self, rules: BoardRules, means: Means, settings: PlannerSettings) -> None:
        super().__init__(rules)
        self.board_rules: Final = rules
        self.board: Final = rules.board
        self.means: Final = means
        self.settings: Final = settings
        self.roads: Final[Roads] = means.make_roads()
        purse = Purse(rules)
        purse.locomotive = settings.locomotive
        purse.keep_locomotive = settings.keep_locomotive
        purse.tunnel_spare = settings.tunnel
        self.purse: Final = purse
        tracks = rules.board.track_count
        self.missing: vec[float] = floats(tracks)  # cards that each open track lacks
        self.value: vec[float] = floats(tracks)  # points that it brings
        self.pieces: i64 = 0
        self.time: float = 0.0  # turns left, the present one included

    def look(self, state: State, seat: i64) -> None:
        """Prices of all tracks, and the time that is left."""
        self.roads.load(state, seat)
        self.purse.load(state, seat)
        self.pieces = state.tally[seat * TALLY + PIECES]
        self.time = self.turns_left(state, seat)
        self.means.load(state, seat, self.purse)
        self.price(state, seat)

    def turns_left(self, state: State, seat: i64) -> float:
        """How many turns this seat still has, the present one included."""
        if state.last_turns >= 0:
            return 1.0
        s = self.settings
        last = self.board_rules.last_turns_at
        least: float = FOREVER
        other: i64
        for other in range(state.seats):
            if other != seat:
                left = float(state.tally[other * TALLY + PIECES] - last)
                if left < 1.0:
                    left = 1.0
                turns = left / s.pace
                # Somebody with many cards in hand can end the match sooner than that.
                draws = (s.spend * left - float(state.hand[other * PILE + TOTAL])) * TURNS_A_CARD
                soon = left / s.stride + (draws if draws > 0.0 else 0.0)
                if soon < turns:
                    turns = soon
                if turns < least:
                    least = turns
        return least + 1.0

    def price(self, state: State, seat: i64) -> None:
        roads = self.roads
        length = self.board.length
        track: i64
        for track in range(roads.track_count):
            if roads.status[track] != FREE:
                continue
            if length[track] > self.pieces:
                roads.status[track] = SHUT
                continue
            self.price_track(state, seat, track)

    def price_track(self, state: State, seat: i64, track: i64) -> None:
        """The price of an open track, for the cards that the purse holds."""
        s = self.settings
        size = self.board.length[track]
        missing = self.purse.missing(track)
        value = float(self.board_rules.points_for(state, seat, track))
        value += s.means * self.means.bonus(state, seat, track)
        self.missing[track] = missing
        self.value[track] = value
        cost = s.claim + s.card * missing - s.point * value + self.means.toll(track)
        used = float(size) - missing
        if used > 0.0:
            cost += s.used * used
        low = s.least * float(size)
        self.roads.price[track] = low if cost < low else cost
