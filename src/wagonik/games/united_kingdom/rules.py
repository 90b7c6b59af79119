"""United Kingdom: technology opens routes, and any cards stand for a locomotive."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TUNNEL, Board
from wagonik.engine.boardrules import BoardRules, BoardTurn, Exchange, Give, Pay
from wagonik.engine.cards import ANY_COLOUR, COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.errors import Refusal
from wagonik.engine.events import NUMBER, EventType
from wagonik.engine.payments import LocomotivePayment, Payment
from wagonik.engine.scoring import LongestRouteBreaks, MostTickets, TicketPoints
from wagonik.engine.state import TALLY, State
from wagonik.engine.steps import Step
from wagonik.games.united_kingdom.rightofway import RightOfWay
from wagonik.games.united_kingdom.scoring import (
    DoubleHeadingPoints,
    EqualisingBeamPoints,
    PlainRoutePoints,
    RiskyContractPoints,
    TechnologyRoutePoints,
)
from wagonik.games.united_kingdom.technology import (
    BASIC,
    BOILER,
    BOOSTER,
    CONCESSIONS,
    COPIES,
    COST,
    DIESEL,
    EQUALISING_BEAM,
    EXTRA,
    LAGGING,
    OPENING,
    OPENINGS,
    PROPELLERS,
    RIGHT_OF_WAY,
    RISKY_CONTRACTS,
    STOKER,
    TECH_BIT,
    TECHNOLOGIES,
    TECHNOLOGY_CODES,
    TECHNOLOGY_NAMES,
    THERMOCOMPRESSOR,
    TURBINES,
    WATER_TENDERS,
    KingdomState,
)

EXCHANGE: Final = 4  # any four cards stand for a locomotive (R15)
BOOSTED: Final = 3


class KingdomPayment(LocomotivePayment):
    """Any four cards stand for a locomotive, three with Booster; Diesel saves a card."""

    def __init__(self, rules: "KingdomRules") -> None:
        super().__init__(rules, [ORDINARY, FERRY, TUNNEL, SPECIAL], EXCHANGE)
        self.kingdom: Final = rules

    def group_size(self, state: State, seat: i64) -> i64:
        return BOOSTED if self.kingdom.has(state, seat, BOOSTER) else EXCHANGE

    def saving(self, state: State, seat: i64) -> i64:
        return 1 if self.kingdom.has(state, seat, DIESEL) else 0


class KingdomRules(BoardRules):
    """United Kingdom for two to four players."""

    def __init__(self, game: str, seats: int, board: Board, advanced: bool) -> None:
        super().__init__(game, seats, board)
        self.technologies: i64 = TECHNOLOGIES if advanced else BASIC
        self.buy_action: i64 = self.table.add("buy", [f"buy:{code}" for code in TECHNOLOGY_CODES])
        self.stop_action: i64 = self.table.add("stop", ["stop"])
        self.full_action: i64 = self.table.add("full", ["full"])
        self.pays_in_full: bool = True  # not in version 1
        self.bought_event: i64 = self.add_event(
            EventType("bought", "technology", NUMBER).told("buys ", "{technology}")
        )
        self.fuel: Final = KingdomPayment(self)
        self.set_payments([self.fuel, self.fuel, self.fuel, self.fuel])
        self.needs: vec[i64] = self._needs()  # the technologies that each track needs
        # For each set of technologies that open routes: the tracks that it leaves open.
        self.opened: vec[i64] = zeros(OPENINGS * self.words)
        for need in {int(need) for need in self.needs}:
            tracks = [t for t in range(board.track_count) if self.needs[t] == need]
            for held in range(OPENINGS):
                if need & ~held == 0:
                    for word, mask in enumerate(board.mask_of(tracks)):
                        self.opened[held * self.words + word] |= mask
        self.way: Final = RightOfWay(self)
        self.scorers = [
            PlainRoutePoints(),
            TechnologyRoutePoints(),
            TicketPoints(board.ticket_points),
            DoubleHeadingPoints(),
        ]
        if advanced:
            self.scorers.append(RiskyContractPoints())
            self.scorers.append(EqualisingBeamPoints(self.board_standing))
        self.tie_breakers = [MostTickets(), LongestRouteBreaks(self.board_standing)]

    def make_turn(self) -> Step:
        return KingdomTurn(self)

    def play_as(self, version: int) -> None:
        self.pays_in_full = version > 1

    def make_pay(self) -> Step:
        return KingdomPay(self)

    def make_exchange(self) -> Step:
        return KingdomExchange(self)

    def make_give(self) -> Step:
        return KingdomGive(self)

    def _needs(self) -> vec[i64]:
        """A concession for each country at a route's ends, its length, ferry."""
        board = self.board
        country = {place.name: place.country for place in board.file.places}
        out = zeros(board.track_count)
        for track, route in enumerate(board.routes):
            if route.free:
                continue
            for place in (route.start, route.end):
                if country[place] in CONCESSIONS:
                    out[track] |= TECH_BIT[CONCESSIONS[country[place]]]
            if route.length == 3:
                out[track] |= TECH_BIT[STOKER]
            elif route.length > 3:
                out[track] |= TECH_BIT[BOILER]
            if route.locomotives > 0:
                out[track] |= TECH_BIT[PROPELLERS]
        return out

    def new_state(self) -> State:
        return KingdomState(self.seats)

    def prepare(self, state: State) -> None:
        super().prepare(state)
        assert isinstance(state, KingdomState)
        state.held = zeros(self.seats)
        state.copies = zeros(TECHNOLOGIES)
        technology: i64
        for technology in range(self.technologies):
            state.copies[technology] = COPIES[technology]

    def has(self, state: State, seat: i64, technology: i64) -> bool:
        assert isinstance(state, KingdomState)
        return state.held[seat] & TECH_BIT[technology] != 0

    # Turns

    def begin_turn(self, state: State) -> None:
        assert isinstance(state, KingdomState)
        state.bought = -1
        state.buying = -1
        state.claims = 0

    def forget_move(self, state: State) -> None:
        super().forget_move(state)
        assert isinstance(state, KingdomState)
        state.buying = -1

    def clear_move(self, state: State) -> None:
        super().clear_move(state)
        assert isinstance(state, KingdomState)
        state.full = 0

    def cards_a_turn(self, state: State) -> i64:
        """With Water Tenders, who draws blind only, draws three cards."""
        if state.blind == state.drawn and self.has(state, state.seat, WATER_TENDERS):
            return 3
        return 2

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        assert isinstance(view, KingdomState)
        mechanics["technology"] = {
            "shelf": [self.show_shelf(view, t) for t in range(self.technologies)],
            "held": [
                [t for t in range(TECHNOLOGIES) if self.has(view, seat, t)]
                for seat in range(self.seats)
            ],
            "bought": None if view.bought < 0 else int(view.bought),
        }

    def show_shelf(self, view: KingdomState, technology: i64) -> dict[str, object]:
        """A technology on the table; one that has left the game has no copy and no price."""
        left = self.has_left(view, technology)
        return {
            "technology": int(technology),
            "code": TECHNOLOGY_CODES[technology],
            "name": TECHNOLOGY_NAMES[technology],
            "cost": None if left else int(COST[technology]),
            "copies": 0 if left else int(view.copies[technology]),
        }

    # Claiming

    def need(self, state: State, seat: i64, track: i64) -> i64:
        return self.cards_for(state, seat, self.board.length[track], self.board.symbols[track])

    def cards_for(self, state: State, seat: i64, length: i64, symbols: i64) -> i64:
        """Diesel saves a card, but not the last one, nor one for a symbol (R19). It may: the
        route can also be paid in full."""
        assert isinstance(state, KingdomState)
        if length > 1 and length > symbols and self.has(state, seat, DIESEL) and state.full == 0:
            return length - 1
        return length

    def can_pay_in_full(self, state: State, seat: i64, track: i64) -> bool:
        """Whether there is a card to save on a track, and the hand could pay it, too."""
        length = self.board.length[track]
        if not self.pays_in_full or self.need(state, seat, track) == length:
            return False
        colour = self.board.colour[track]
        first: i64 = 0 if colour == ANY_COLOUR else colour
        last: i64 = COLOURS if colour == ANY_COLOUR else colour + 1
        kind: i64
        units: i64
        for units in range(self.board.symbols[track], length + 1):
            for kind in range(first, last):
                if self.fuel.can_pay(state, seat, kind, length - units, units):
                    return True
        return False

    def find_open(self, state: State, seat: i64, mask: vec[i64]) -> None:
        """Right of Way opens the routes of others, and only these (R17)."""
        assert isinstance(state, KingdomState)
        if state.bought != RIGHT_OF_WAY:
            super().find_open(state, seat, mask)
        else:
            word: i64
            for word in range(self.word_count):
                mask[word] = self.others_word(state, seat, word)
        self.restrict(state, seat, mask)

    def others_word(self, state: State, seat: i64, word: i64) -> i64:
        """A word of the tracks that other seats own and this one does not."""
        words = self.word_count
        found: i64 = 0
        other: i64
        for other in range(state.seats):
            if other != seat:
                found |= state.owned[other * words + word]
        return found & ~state.owned[seat * words + word]

    def restrict(self, state: State, seat: i64, mask: vec[i64]) -> None:
        """Take away the tracks whose technology a seat lacks."""
        assert isinstance(state, KingdomState)
        at = (state.held[seat] & (OPENINGS - 1)) * self.word_count
        word: i64
        for word in range(self.word_count):
            mask[word] &= self.opened[at + word]

    def why_restricted(self, state: State, seat: i64, track: i64) -> Refusal | None:
        assert isinstance(state, KingdomState)
        missing = [
            technology
            for technology in range(OPENING)
            if self.needs[track] & ~state.held[seat] & TECH_BIT[technology]
        ]
        if not missing:
            return None
        names = " and ".join([TECHNOLOGY_NAMES[technology] for technology in missing])
        return Refusal(
            "technology",
            f"it needs {names} (United Kingdom, technology)",
            {"technologies": [TECHNOLOGY_CODES[technology] for technology in missing]},
        )

    def asked_of(self, track: i64) -> list[str]:
        return [TECHNOLOGY_CODES[t] for t in range(OPENING) if self.needs[track] & TECH_BIT[t]]

    def points_for(self, state: State, seat: i64, track: i64) -> i64:
        return self.board.points[track] + self.extra_points(state, seat, track)

    def extra_points(self, state: State, seat: i64, track: i64) -> i64:
        """Boiler Lagging: 1 for every route; Steam Turbines: 2 for every ferry."""
        points: i64 = 0
        if self.has(state, seat, LAGGING):
            points += 1
        if self.board.kind[track] == FERRY and self.has(state, seat, TURBINES):
            points += 2
        return points

    def claimed(self, state: State, seat: i64, track: i64) -> None:
        """With the Thermocompressor a second route may be claimed (R18)."""
        assert isinstance(state, KingdomState)
        state.tally[seat * TALLY + EXTRA] += self.extra_points(state, seat, track)
        state.claims += 1
        if state.bought == THERMOCOMPRESSOR and state.claims == 1:
            state.step = self.turn_step
        else:
            self.end_turn(state)

    # Buying technology

    def list_more(self, state: State, out: ActionBuffer) -> None:
        """At the start of a turn one technology may be bought."""
        assert isinstance(state, KingdomState)
        if state.bought >= 0:
            return
        seat = state.seat
        worth = self.worth(state, seat)
        if worth == 0:
            return
        copies = state.copies
        held = state.held[seat]
        cost = COST
        bits = TECH_BIT
        technology: i64
        for technology in range(self.technologies):
            if (
                cost[technology] <= worth
                and copies[technology] > 0
                and held & bits[technology] == 0
                and (technology < RIGHT_OF_WAY or self.may_buy(state, seat, technology))
            ):
                out.add(self.buy_action + technology)

    def worth(self, state: State, seat: i64) -> i64:
        """What a hand is worth in locomotives."""
        at = seat * PILE
        locomotives = state.hand[at + LOCOMOTIVE]
        others = state.hand[at + TOTAL] - locomotives
        return locomotives + others // self.fuel.group_size(state, seat)

    def has_left(self, state: State, technology: i64) -> bool:
        """Risky Contracts and the Equalising Beam leave the game at the first reshuffle."""
        return state.shuffles > 0 and technology in (RISKY_CONTRACTS, EQUALISING_BEAM)

    def may_buy(self, state: State, seat: i64, technology: i64) -> bool:
        assert isinstance(state, KingdomState)
        if state.copies[technology] == 0 or state.held[seat] & TECH_BIT[technology]:
            return False
        if self.has_left(state, technology):
            return False
        if technology == RIGHT_OF_WAY:
            return self.way.can_be_bought(state, seat)
        return True

    def why_no_purchase(self, state: State, seat: i64, technology: i64) -> Refusal:
        assert isinstance(state, KingdomState)
        if technology >= self.technologies:
            return Refusal("basic", "this match is played without the advanced technologies")
        if state.bought >= 0:
            return Refusal(
                "bought_one", "only one technology can be bought in a turn (United Kingdom)"
            )
        if self.has(state, seat, technology):
            return Refusal("held", "you hold it already (United Kingdom)")
        if state.copies[technology] == 0:
            return Refusal("sold_out", "none of them is left (United Kingdom)")
        if self.has_left(state, technology):
            return Refusal(
                "too_late",
                "it can be bought only before the deck is first reshuffled (United Kingdom)",
            )
        if technology == RIGHT_OF_WAY and self.worth(state, seat) >= COST[technology]:
            return Refusal(
                "no_way_to_use",
                "you could not claim another player's route with it now (United Kingdom, R17)",
            )
        return Refusal(
            "price",
            "you have too few locomotives, or cards to exchange for them (United Kingdom)",
            {
                "have": int(self.worth(state, seat)),
                "need": int(COST[technology]),
                "exchange": int(self.fuel.group_size(state, seat)),
            },
        )

    def why_no_way(self, state: State, seat: i64, track: i64) -> Refusal:
        """Why Right of Way, now bought, does not allow a claim (R17)."""
        if self.owns(state, seat, track):
            return Refusal("own", "nobody may own the same track twice (United Kingdom, R17)")
        if self.is_claimed(state, track):
            return self.why_unpaid(state, seat, track)
        return self.why_only_way()

    def why_only_way(self) -> Refusal:
        return Refusal(
            "way_first",
            "Right of Way was bought: claim another player's route now (United Kingdom, R17)",
        )

    def paid_for(self, state: State) -> str:
        assert isinstance(state, KingdomState)
        return TECHNOLOGY_NAMES[state.buying] if state.buying >= 0 else super().paid_for(state)

    def why_kept_back(self, state: State, why: Refusal) -> Refusal:
        """Why cards can't be exchanged in this way, Right of Way considered."""
        assert isinstance(state, KingdomState)
        if state.buying != RIGHT_OF_WAY:
            return Refusal(why.code, f"{why.text} (United Kingdom, R15)", why.values)
        more = "; keep enough to claim another player's route (United Kingdom, R15, R17)"
        return Refusal("kept_back", why.text + more)

    def apply_more(self, state: State, action: i64) -> None:
        assert isinstance(state, KingdomState)
        if action == self.stop_action:
            self.end_turn(state)
            return
        state.buying = action - self.buy_action
        state.colour = LOCOMOTIVE
        state.units = COST[state.buying]
        self.start_exchange(state, 0)

    def payment(self, state: State) -> Payment:
        return self.fuel

    def cards_of_colour(self, state: State) -> i64:
        assert isinstance(state, KingdomState)
        return 0 if state.buying >= 0 else super().cards_of_colour(state)

    def paid(self, state: State) -> None:
        assert isinstance(state, KingdomState)
        technology = state.buying
        if technology < 0:
            self.claim(state)
            return
        seat = state.seat
        state.buying = -1
        state.bought = technology
        state.emit(self.bought_event, seat, technology, 0)
        # Right of Way and the Thermocompressor are used at once and go back on the table.
        if technology != RIGHT_OF_WAY and technology != THERMOCOMPRESSOR:
            state.held[seat] |= TECH_BIT[technology]
            state.copies[technology] -= 1
        self.spend_laid(state, seat)
        self.clear_move(state)
        self.refill(state)
        state.step = self.turn_step


class KingdomTurn(BoardTurn):
    """A turn with technology: the claims that Right of Way and the Thermocompressor allow."""

    def __init__(self, rules: KingdomRules) -> None:
        super().__init__(rules)
        self.kingdom: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        assert isinstance(state, KingdomState)
        rules = self.kingdom
        if state.bought == RIGHT_OF_WAY or state.claims > 0:
            rules.find_claimable(state, state.seat)
            rules.list_claims(out)
            # The second route may be declined (R18). Right of Way can always be used (R17), but
            # a sample of another seat's hand need not know that.
            if state.claims > 0 or out.count == 0:
                out.add(rules.stop_action)
        else:
            super().legal(state, out)

    def why_not(self, state: State, action: i64) -> Refusal:
        assert isinstance(state, KingdomState)
        rules = self.kingdom
        if rules.buy_action <= action < rules.buy_action + TECHNOLOGIES:
            return rules.why_no_purchase(state, state.seat, action - rules.buy_action)
        claim = rules.claim_action <= action < rules.pay_action
        if state.bought == RIGHT_OF_WAY:
            if claim:
                return rules.why_no_way(state, state.seat, action - rules.claim_action)
            return rules.why_only_way()
        if state.claims > 0 and not claim:
            return Refusal("second_claim", "claim a second route or stop (United Kingdom, R18)")
        return super().why_not(state, action)


class KingdomPay(Pay):
    """With Diesel a route may be paid with a card less, or in full (R19)."""

    def __init__(self, rules: KingdomRules) -> None:
        super().__init__(rules)
        self.kingdom: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        super().legal(state, out)
        if self.kingdom.can_pay_in_full(state, state.seat, state.track):
            out.add(self.kingdom.full_action)

    def apply(self, state: State, action: i64) -> None:
        if action == self.kingdom.full_action:
            assert isinstance(state, KingdomState)
            state.full = 1
        else:
            super().apply(state, action)

    def why_not(self, state: State, action: i64) -> Refusal:
        if action == self.kingdom.full_action:
            return Refusal(
                "payment",
                "there is no card to save, or too few cards to pay in full (United Kingdom, R19)",
            )
        return super().why_not(state, action)


class KingdomExchange(Exchange):
    """The exchange of a purchase; Right of Way must stay usable (R17)."""

    def __init__(self, rules: KingdomRules) -> None:
        super().__init__(rules)
        self.kingdom: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        assert isinstance(state, KingdomState)
        super().legal(state, out)
        way = self.kingdom.way
        if state.buying == RIGHT_OF_WAY and way.find(state, state.seat):
            count = out.count
            out.count = 0
            i: i64
            for i in range(count):
                action = out.items[i]
                groups = action - self.kingdom.exchange_action
                if way.survives_exchange(state, state.seat, groups):
                    out.add(action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.kingdom
        why = super().why_not(state, action)
        if rules.exchange_action <= action < rules.give_action:
            return rules.why_kept_back(state, why)
        return why


class KingdomGive(Give):
    """The cards of an exchange; Right of Way must stay usable (R17)."""

    def __init__(self, rules: KingdomRules) -> None:
        super().__init__(rules)
        self.kingdom: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        assert isinstance(state, KingdomState)
        super().legal(state, out)
        way = self.kingdom.way
        if state.buying == RIGHT_OF_WAY and way.find(state, state.seat):
            count = out.count
            out.count = 0
            i: i64
            for i in range(count):
                action = out.items[i]
                if way.survives_gift(state, state.seat, action - self.kingdom.give_action):
                    out.add(action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.kingdom
        why = super().why_not(state, action)
        if rules.give_action <= action < rules.give_action + KINDS:
            return rules.why_kept_back(state, why)
        return why
