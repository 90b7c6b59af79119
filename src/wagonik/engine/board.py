"""The facts of a board, packed for the engine. Immutable once built.

Tracks are numbered by what they cost (kind, symbols, colour, length), so that all tracks of a
class up to some length are a range of bits, and a question about many tracks is one AND.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine.boardfile import BoardFile, Route
from wagonik.engine.cards import BIT, COLOUR_NAMES, KIND_NAMES, WORD_BITS, packed, zeros
from wagonik.engine.deal import Setup
from wagonik.engine.errors import WagonikError

ORDINARY: Final = 0
FERRY: Final = 1
TUNNEL: Final = 2
SPECIAL: Final = 3  # a route whose colour cards can be exchanged
TRACK_KINDS: Final = 4
MOST_WORDS: Final = 3  # words of a mask of tracks
TRACK_KIND_NAMES: Final = ("ordinary", "ferry", "tunnel", "special")


def track_kind(route: Route) -> int:
    if route.exchange > 0:
        return SPECIAL
    if route.tunnel:
        return TUNNEL
    return FERRY if route.locomotives > 0 else ORDINARY


def _cost_order(route: Route) -> tuple[int, int, int, int]:
    colour = COLOUR_NAMES.index(route.colour)
    return (track_kind(route), route.locomotives, colour, route.length)


class TrackClass:
    """All tracks of one kind, number of symbols and colour: a range of track numbers."""

    def __init__(self, kind: int, symbols: int, colour: int) -> None:
        self.kind: Final = kind
        self.symbols: i64 = symbols
        self.colour: i64 = colour
        # Bit masks, one row of words for each length: the tracks of at most that length.
        self.up_to: vec[i64] = vec[i64]()


class Board:
    """Places, tracks and tickets of one board file."""

    def __init__(self, file: BoardFile) -> None:
        self.file: Final = file
        self.places: Final = [place.name for place in file.places]
        routes = sorted(file.routes, key=_cost_order)
        self.routes: Final = routes
        self.track_count: Final = len(routes)
        self.words: Final = (len(routes) + WORD_BITS - 1) // WORD_BITS
        if self.words > MOST_WORDS:
            raise WagonikError(
                f"The board {file.name!r} has {len(routes)} tracks; "
                f"the engine takes {MOST_WORDS * WORD_BITS} at the most."
            )
        number = {name: i for i, name in enumerate(self.places)}
        self.a: vec[i64] = packed([number[route.start] for route in routes])
        self.b: vec[i64] = packed([number[route.end] for route in routes])
        self.length: vec[i64] = packed([route.length for route in routes])
        self.symbols: vec[i64] = packed([route.locomotives for route in routes])
        self.colour: vec[i64] = packed([COLOUR_NAMES.index(route.colour) for route in routes])
        self.kind: vec[i64] = packed([track_kind(route) for route in routes])
        self.bonus: vec[i64] = packed([route.bonus for route in routes])
        self.exchange: vec[i64] = packed([route.exchange for route in routes])
        self.points: vec[i64] = packed([file.points[route.length] for route in routes])
        self.word: vec[i64] = packed([i // WORD_BITS for i in range(len(routes))])
        self.bit: vec[i64] = packed([int(BIT[i % WORD_BITS]) for i in range(len(routes))])
        self.longest: Final = max(route.length for route in routes)
        self.all_tracks: vec[i64] = zeros(self.words)
        for track in range(self.track_count):
            self.all_tracks[self.word[track]] |= self.bit[track]
        # Parallel tracks join the same two places, whatever their length or kind (common, R3).
        together: dict[tuple[str, str], list[int]] = {}
        for track, route in enumerate(routes):
            together.setdefault(_pair(route), []).append(track)
        self.parallel: Final = [together[_pair(route)] for route in routes]
        # The same packed: those of a track, itself included, are mates[first_mate[track]:].
        self.mates: vec[i64] = packed([mate for mates in self.parallel for mate in mates])
        self.first_mate: vec[i64] = zeros(1)
        for mates in self.parallel:
            self.first_mate = append(
                self.first_mate, self.first_mate[len(self.first_mate) - 1] + len(mates)
            )
        self.classes: Final = self._classes()
        self.track_texts: Final = self._track_texts()
        self._tickets(number)

    def _classes(self) -> list[TrackClass]:
        found: list[TrackClass] = []
        keys: list[tuple[int, int, int]] = []
        for track, route in enumerate(self.routes):
            kind, symbols, colour, _ = _cost_order(route)
            if (kind, symbols, colour) not in keys:
                keys.append((kind, symbols, colour))
                found.append(TrackClass(kind, symbols, colour))
                found[-1].up_to = zeros((self.longest + 1) * self.words)
            rows = found[keys.index((kind, symbols, colour))].up_to
            for length in range(route.length, self.longest + 1):
                rows[length * self.words + self.word[track]] |= self.bit[track]
        return found

    def _track_texts(self) -> list[str]:
        """A short unique name for each track: its ends, its colour where tracks are parallel,
        and a number where even the colours are the same."""
        texts: list[str] = []
        for track, route in enumerate(self.routes):
            text = f"{route.start}–{route.end}"
            mates = self.parallel[track]
            if len(mates) > 1:
                text += f"/{route.colour}"
                same = [m for m in mates if self.routes[m].colour == route.colour]
                if len(same) > 1:
                    text += f"/{same.index(track) + 1}"
            texts.append(text.replace(" ", "_"))
        return texts

    def _tickets(self, number: dict[str, int]) -> None:
        file = self.file
        regions: dict[str, list[int]] = {}
        for place in file.places:
            if place.region:
                regions.setdefault(place.region, []).append(number[place.name])
        self.ticket_count: int = len(file.tickets)
        self.ticket_points: vec[i64] = packed([ticket.points for ticket in file.tickets])
        self.ticket_ends: list[tuple[list[int], list[int]]] = []
        # A ticket is done by connecting any of its pairs: a region stands for all its ports.
        self.pair_start: vec[i64] = zeros(1)
        self.pair_a: vec[i64] = vec[i64]()
        self.pair_b: vec[i64] = vec[i64]()
        for ticket in file.tickets:
            starts = [number[ticket.start]] if ticket.start in number else regions[ticket.start]
            ends = [number[ticket.end]] if ticket.end in number else regions[ticket.end]
            self.ticket_ends.append((starts, ends))
            for start in starts:
                for end in ends:
                    self.pair_a = append(self.pair_a, start)
                    self.pair_b = append(self.pair_b, end)
            self.pair_start = append(self.pair_start, len(self.pair_a))

    def mask_of(self, tracks: list[int]) -> list[int]:
        """A set of tracks as the words of a mask."""
        words = [0] * self.words
        for track in tracks:
            words[self.word[track]] |= int(self.bit[track])
        return words

    def usable(self, players: int) -> vec[i64]:
        """For each track, how many of its parallel tracks may be used (each game's page)."""
        allowed = self.file.tracks[players]
        out: list[int] = []
        for track in range(self.track_count):
            count = len(self.parallel[track])
            out.append(1 if count == 1 else allowed[min(count, 1 + len(allowed)) - 2])
        return packed(out)

    def setup(self) -> Setup:
        numbers = self.file.numbers
        setup = Setup()
        setup.deck = [self.file.deck.get(kind, 0) for kind in KIND_NAMES]
        setup.hand = numbers.hand
        setup.locomotives = numbers.locomotives
        setup.market = numbers.market
        setup.tickets = len(self.file.tickets)
        setup.first_tickets = numbers.first_tickets
        setup.first_keep = numbers.first_keep
        setup.draw_tickets = numbers.draw_tickets
        setup.draw_keep = numbers.draw_keep
        return setup


def _pair(route: Route) -> tuple[str, str]:
    return (route.start, route.end) if route.start < route.end else (route.end, route.start)


# Where a lone bit is: multiplying shifts a de Bruijn sequence, in which all runs of six bits are
# different, and its first six bits tell by how much. No dividing, and the same in plain Python.
BIT_SEQUENCE: Final = 0x03F79D71B4CB0A89
BIT_SHIFT: Final = 58
BIT_RUNS: Final = 63


def _bit_places() -> vec[i64]:
    out = zeros(BIT_RUNS + 1)
    for place in range(WORD_BITS):
        out[(int(BIT[place]) * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS] = place
    return out


BIT_PLACES: Final = _bit_places()
