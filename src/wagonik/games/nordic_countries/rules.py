"""Nordic Countries: locomotives only on ferries and tunnels, and exchanges for them."""

from typing import Final

from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TUNNEL, Board
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.counting import come_to_light
from wagonik.engine.errors import Refusal, WagonikError
from wagonik.engine.events import KIND, NUMBER, EventType
from wagonik.engine.payments import ColourPayment, LocomotivePayment, Payment
from wagonik.engine.scoring import (
    Globetrotter,
    LongestRouteBreaks,
    MostTickets,
    RoutePoints,
    TicketPoints,
)
from wagonik.engine.state import DISCARD, LAID, TURNED, State
from wagonik.engine.steps import Step
from wagonik.engine.viewdata import pile_data

FERRY_EXCHANGE: Final = 3  # any three cards stand for a locomotive (Nordic Countries, R9)
TURNED_UP: Final = 3  # cards turned up for a tunnel (Nordic Countries, R10)
GLOBETROTTER: Final = 10


class SpecialPayment(Payment):
    """Murmansk–Lieksa: any four cards, of any kinds, for each card of the chosen colour
    (Nordic Countries, R8). A unit is such a group of four."""

    def __init__(self, rules: "NordicRules") -> None:
        super().__init__(rules, [SPECIAL])
        sizes = {int(size) for size in rules.board.exchange if size > 0}
        if len(sizes) > 1:
            raise WagonikError("All routes with an exchange must exchange as many cards.")
        self.size: i64 = max(sizes) if sizes else 0

    def group_size(self, state: State, seat: i64) -> i64:
        return self.size

    def pick_payable(self, state: State, seat: i64, most: i64) -> None:
        hand = state.hand
        at = seat * PILE
        for colour in self.colour_list:
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            self.pick_up_to(colour, 0, cards + (hand[at + TOTAL] - cards) // self.size)

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        at = seat * PILE
        if cards > 0 and state.hand[at + kind] < cards:
            return False
        return state.hand[at + TOTAL] - cards >= self.size * units

    def least_groups(self, state: State, seat: i64) -> i64:
        return state.units

    def most_groups(self, state: State, seat: i64, cards: i64) -> i64:
        return state.units

    def gives(self, state: State, groups: i64) -> i64:
        return groups * self.size


class NordicRules(BoardRules):
    """Nordic Countries for two or three players."""

    locomotive_alone = False  # locomotives are ordinary cards to draw
    tickets_leave = True

    def __init__(self, game: str, seats: int, board: Board) -> None:
        super().__init__(game, seats, board)
        self.add_action: i64 = self.table.add("add", [f"add:{n}" for n in range(TURNED_UP + 1)])
        self.withdraw_action: i64 = self.table.add("withdraw", ["withdraw"])
        self.tunnel_step: i64 = self.add_step(Tunnel(self))
        self.laid_event: i64 = self.add_event(
            EventType("laid", "card", KIND, "count", NUMBER)
            .told("lays ", "{count} {card}")
            .fading()
        )
        self.tunnel_event: i64 = self.add_event(
            EventType("tunnel", "card", KIND, "match", NUMBER)
            .told("the tunnel shows ", "{card}", impersonal=True)
            .fading()
        )
        self.withdrew_event: i64 = self.add_event(
            EventType("withdrew", "track").told("takes them back from ", "{track}")
        )
        self.set_payments(
            [
                ColourPayment(self, [ORDINARY]),
                LocomotivePayment(self, [FERRY], FERRY_EXCHANGE),
                LocomotivePayment(self, [TUNNEL]),  # no exchange in tunnels (R11)
                SpecialPayment(self),
            ]
        )
        self.scorers = [
            RoutePoints(),
            TicketPoints(board.ticket_points),
            Globetrotter(GLOBETROTTER),
        ]
        self.tie_breakers = [MostTickets(), LongestRouteBreaks(self.board_standing)]

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        if view.step == self.tunnel_step:
            turned = [int(view.piles[TURNED + kind]) for kind in range(KINDS)]
            mechanics["tunnel"] = {"turned": pile_data(turned), "extra": int(view.surcharge)}

    def price(self, state: State, seat: i64, track: i64) -> str:
        """Locomotives are not for every route, nor is an exchange."""
        kind = self.board.kind[track]
        text = self.cards_in_words(state, seat, track)
        if kind == ORDINARY:
            return f"{text}; locomotives are for ferries and tunnels only (Nordic Countries)"
        if kind == TUNNEL:
            return f"{text}, or locomotives; no exchange in tunnels (Nordic Countries, R11)"
        return super().price(state, seat, track)

    def paid(self, state: State) -> None:
        if self.board.kind[state.track] == TUNNEL:
            self.turn_up(state)
        else:
            self.claim(state)

    def turn_up(self, state: State) -> None:
        """Three cards are turned up; each that matches costs one more (R10)."""
        piles = state.piles
        seat = state.seat
        kind: i64
        self.show_laid(state)
        extra: i64 = 0
        for _ in range(TURNED_UP):
            kind = self.draw_card(state)
            if kind < 0:
                break
            # If only locomotives were laid, only locomotives count: the colour is theirs.
            match: i64 = 1 if kind == LOCOMOTIVE or kind == state.colour else 0
            extra += match
            piles[TURNED + kind] += 1
            piles[TURNED + TOTAL] += 1
            state.emit(self.tunnel_event, seat, kind, match)
            self.check_deck(state)
        state.surcharge = extra
        if extra == 0:
            self.through(state)
        else:
            state.step = self.tunnel_step

    def show_laid(self, state: State) -> None:
        """The cards are laid down before the tunnel is tried, and now everybody knows them."""
        piles = state.piles
        at = state.seat * PILE
        kind: i64
        for kind in range(KINDS):
            laid = piles[LAID + kind]
            if laid > 0:
                state.emit(self.laid_event, state.seat, kind, laid)
            more = laid - state.known[at + kind]
            if more > 0:
                state.known[at + kind] += more
                state.known[at + TOTAL] += more
                if state.shuffles > 0:
                    come_to_light(state, state.seat, kind, more)

    def clear_turned_up(self, state: State) -> None:
        piles = state.piles
        i: i64
        for i in range(PILE):
            piles[DISCARD + i] += piles[TURNED + i]
            piles[TURNED + i] = 0

    def through(self, state: State) -> None:
        self.clear_turned_up(state)
        self.claim(state)

    def withdraw(self, state: State) -> None:
        """The laid cards go back to the hand."""
        self.clear_laid(state)
        self.clear_turned_up(state)
        state.emit(self.withdrew_event, state.seat, state.track, 0)
        self.clear_move(state)
        self.refill(state)
        self.end_turn(state)


class Tunnel(Step):
    """Add a card for each that matched, or take the laid cards back."""

    name = "tunnel"

    def __init__(self, rules: NordicRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        at = state.seat * PILE
        extra = state.surcharge
        locomotives = state.hand[at + LOCOMOTIVE] - state.piles[LAID + LOCOMOTIVE]
        cards: i64 = 0
        if state.colour != LOCOMOTIVE:
            cards = state.hand[at + state.colour] - state.piles[LAID + state.colour]
        count: i64
        for count in range(extra + 1):
            if count <= locomotives and extra - count <= cards:
                out.add(rules.add_action + count)
        out.add(rules.withdraw_action)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        if action == rules.withdraw_action:
            rules.withdraw(state)
            return
        locomotives = action - rules.add_action
        if locomotives > 0:
            rules.lay(state, LOCOMOTIVE, locomotives)
        if state.surcharge > locomotives:
            rules.lay(state, state.colour, state.surcharge - locomotives)
        rules.through(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        return Refusal(
            "tunnel",
            f"the tunnel needs {state.surcharge} more of the colour laid, or locomotives, "
            "or you take your cards back (Nordic Countries, tunnels)",
            {"more": int(state.surcharge)},
        )
