"""Steps: the kinds of decisions, and those that all games share."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import KINDS, LOCOMOTIVE
from wagonik.engine.errors import Refusal
from wagonik.engine.state import CHOICE, OFFER, TALLY, State

if TYPE_CHECKING:
    from wagonik.engine.rules import Rules


class Step:
    """A kind of decision: which actions it takes, and what they do."""

    name: str = ""
    # Others do not see that a seat is inside a private step: they see its turn.
    private: bool = False

    def legal(self, state: State, out: ActionBuffer) -> None:
        """Add the legal actions of state.seat."""
        raise NotImplementedError

    def apply(self, state: State, action: i64) -> None:
        raise NotImplementedError

    def why_not(self, state: State, action: i64) -> Refusal:
        """Which rule forbids this action of another step or of this one."""
        return Refusal("choices", "it is not among the choices of this step")


class FirstTickets(Step):
    """All seats choose their first tickets at the same time (common).

    The choices stay secret until the last seat has made its own (R26).
    """

    name = "first_tickets"

    def __init__(self, rules: "Rules") -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        self.rules.list_keeps(state, state.seat, self.rules.setup.first_keep, out)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        state.tally[state.seat * TALLY + CHOICE] = action - rules.keep_action
        seat: i64
        for seat in range(state.seats):
            if state.tally[seat * TALLY + CHOICE] < 0:
                state.seat = seat
                return
        for seat in range(state.seats):
            rules.keep_tickets(state, seat, state.tally[seat * TALLY + CHOICE])
        rules.start_turn(state, state.first)

    def why_not(self, state: State, action: i64) -> Refusal:
        if self.rules.keeps_too_many(state, action):
            dealt = int(state.offer[state.seat * OFFER])
            return Refusal(
                "too_many_tickets", f"you were dealt {dealt} tickets (common, setup)", {"of": dealt}
            )
        least = self.rules.setup.first_keep
        return Refusal(
            "choose_tickets",
            f"first choose your tickets, at least {least} of them (common, setup)",
            {"least": least},
        )


class ChooseTickets(Step):
    """Keep some of the tickets just drawn."""

    name = "choose_tickets"

    def __init__(self, rules: "Rules") -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        self.rules.list_keeps(state, state.seat, self.rules.draw_keep, out)

    def apply(self, state: State, action: i64) -> None:
        self.rules.keep_tickets(state, state.seat, action - self.rules.keep_action)
        self.rules.end_turn(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        if self.rules.keeps_too_many(state, action):
            drawn = int(state.offer[state.seat * OFFER])
            return Refusal(
                "too_many_tickets", f"you have drawn {drawn} tickets (common)", {"of": drawn}
            )
        least = int(self.rules.draw_keep)
        text = "choose which of the drawn tickets to keep, "
        text += "even none (the game's page)" if least == 0 else f"at least {least} (common)"
        return Refusal("choose_tickets", text, {"least": least})


class SecondCard(Step):
    """Draw the next card of the turn; stopping is not a choice (common, R25)."""

    name = "second_card"

    def __init__(self, rules: "Rules") -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        self.rules.list_draws(state, out)

    def apply(self, state: State, action: i64) -> None:
        self.rules.apply_draw(state, action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if action == rules.market_action + LOCOMOTIVE and rules.locomotive_alone:
            return Refusal(
                "locomotive_first",
                "a face-up locomotive can be taken as the first card only (common)",
            )
        if rules.market_action <= action < rules.market_action + KINDS:
            return Refusal("no_such_card", "no such card lies face up (common, drawing)")
        if action == rules.deck_action:
            text = "the deck is empty: take a face-up card (the game's page)"
            if rules.reshuffles:
                text = "the deck and the discards are empty: take a face-up card (common, R2)"
            return Refusal("deck_empty", text)
        return Refusal("second_card", "the next card must be drawn first (common, R25)")
