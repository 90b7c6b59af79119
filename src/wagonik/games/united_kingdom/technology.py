"""The technology cards of United Kingdom."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.cards import packed
from wagonik.engine.state import NOTHING, OWN, State

WALES: Final = 0
IRELAND_FRANCE: Final = 1
SCOTLAND: Final = 2
STOKER: Final = 3
BOILER: Final = 4
PROPELLERS: Final = 5
BOOSTER: Final = 6
LAGGING: Final = 7
TURBINES: Final = 8
DOUBLE_HEADING: Final = 9
RIGHT_OF_WAY: Final = 10
THERMOCOMPRESSOR: Final = 11
WATER_TENDERS: Final = 12
RISKY_CONTRACTS: Final = 13
EQUALISING_BEAM: Final = 14
DIESEL: Final = 15
TECHNOLOGIES: Final = 16
BASIC: Final = 11  # the first eleven; the others are the advanced option
OPENING: Final = 6  # the first six open routes,
OPENINGS: Final = 64  # in so many sets

TECHNOLOGY_NAMES: Final = (
    "Wales Concession",
    "Ireland/France Concession",
    "Scotland Concession",
    "Mechanical Stoker",
    "Superheated Steam Boiler",
    "Propellers",
    "Booster",
    "Boiler Lagging",
    "Steam Turbines",
    "Double Heading",
    "Right of Way",
    "Thermocompressor",
    "Water Tenders",
    "Risky Contracts",
    "Equalising Beam",
    "Diesel Power",
)
TECHNOLOGY_CODES: Final = (
    "wales",
    "ireland-france",
    "scotland",
    "stoker",
    "boiler",
    "propellers",
    "booster",
    "lagging",
    "turbines",
    "double-heading",
    "right-of-way",
    "thermocompressor",
    "water-tenders",
    "risky-contracts",
    "equalising-beam",
    "diesel",
)
COST: Final = packed([1, 1, 1, 1, 2, 2, 2, 2, 2, 4, 4, 1, 2, 2, 2, 3])
COPIES: Final = packed([4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 2, 1, 1, 1])
TECH_BIT: Final = packed([1 << i for i in range(TECHNOLOGIES)])

# The concession that routes to a country need; England needs none.
CONCESSIONS: Final = {
    "Wales": WALES,
    "Ireland": IRELAND_FRANCE,
    "France": IRELAND_FRANCE,
    "Scotland": SCOTLAND,
}

EXTRA: Final = OWN  # in State.tally: points that technology added to routes


@mypyc_attr(acyclic=True)
class KingdomState(State):
    """Technology: what each seat holds, what lies on the table, and this turn's purchase."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.held: vec[i64] = NOTHING  # a bit for each technology, one mask a seat
        self.copies: vec[i64] = NOTHING
        self.bought: i64 = -1  # the technology bought this turn
        self.buying: i64 = -1  # the technology that is being paid
        self.claims: i64 = 0  # routes claimed this turn
        self.full: i64 = 0  # 1 while a route is paid in full although Diesel would save a card

    def blank(self) -> State:
        return KingdomState(self.seats)

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, KingdomState)
        self.held = other.held[:]
        self.copies = other.copies[:]
        self.bought = other.bought
        self.buying = other.buying
        self.claims = other.claims
        self.full = other.full

    def numbers(self) -> list[int]:
        own = (self.bought, self.buying, self.claims, self.full)
        return [*super().numbers(), *map(int, own)]

    def arrays(self) -> list[vec[i64]]:
        return [*super().arrays(), self.held, self.copies]
