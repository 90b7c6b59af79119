"""A view as data for people's interfaces: plain dictionaries that JSON can carry."""

from mypy_extensions import i64

from wagonik.engine.cards import KIND_NAMES, KINDS, PILE, TOTAL
from wagonik.engine.rules import Rules
from wagonik.engine.state import (
    CHOICE,
    DECK,
    DISCARD,
    EVERYTHING,
    LAID,
    OFFER,
    TALLY,
    TICKETS,
    State,
)


def pile_data(values: list[int]) -> dict[str, int]:
    """Cards by name, without the kinds of which there are none."""
    return {KIND_NAMES[kind]: count for kind, count in enumerate(values) if count}


def view_data(rules: Rules, view: State) -> dict[str, object]:
    """What the viewer of a view sees. Mechanics of the game's own are added by its rules."""
    viewer = int(view.viewer)
    mechanics: dict[str, object] = {}
    rules.show(view, mechanics)
    # By the book nobody looks through the discards; how many they are is seen.
    closed = rules.by_the_book and not view.over and viewer != EVERYTHING
    discards = pile_data([int(view.piles[DISCARD + kind]) for kind in range(KINDS)])
    data: dict[str, object] = {
        "game": rules.game,
        "seats": rules.seats,
        "viewer": viewer,
        "turn": int(view.turn),
        "first": int(view.first),
        "seat": None if view.over else int(view.seat),
        "step": None if view.over else rules.step_names[view.step],
        "over": view.over,
        "last_turns": None if view.last_turns < 0 else int(view.last_turns),
        "market": [None if kind < 0 else KIND_NAMES[kind] for kind in view.market],
        "deck": int(view.piles[DECK + TOTAL]),
        "memory": "book" if rules.by_the_book else "helped",
        "discarded": int(view.piles[DISCARD + TOTAL]),
        "discards": None if closed else discards,
        "ticket_deck": int(view.queued),
        "drawn": int(view.drawn),
        "players": [player_data(rules, view, seat) for seat in range(rules.seats)],
        "mechanics": mechanics,
    }
    if not view.over and (viewer == view.seat or not rules.steps[view.step].private):
        data["move"] = {
            "track": None if view.track < 0 else int(view.track),
            "colour": KIND_NAMES[view.colour],
            "units": int(view.units + view.row),
            "groups": int(view.groups),
            "left": int(view.left + view.surcharge),
            "laid": pile_data([int(view.piles[LAID + kind]) for kind in range(KINDS)]),
        }
    return data


def player_data(rules: Rules, view: State, seat: i64) -> dict[str, object]:
    at = seat * PILE
    hand = [int(view.hand[at + kind]) for kind in range(KINDS)]
    mine = view.over or view.viewer == seat or view.viewer == EVERYTHING
    known = [int(view.known[at + kind]) for kind in range(KINDS)]
    if rules.by_the_book and not view.over and view.viewer != EVERYTHING:
        known = []  # what was taken face up is to be remembered
    offer = [int(view.offer[seat * OFFER + 1 + i]) for i in range(view.offer[seat * OFFER])]
    data: dict[str, object] = {
        "seat": int(seat),
        "points": int(rules.public_points(view, seat)),
        "cards": int(view.hand[at + TOTAL]),
        "known": pile_data(known),
        "tickets": int(view.tally[seat * TALLY + TICKETS]),
        "offered": len(offer),
        "chosen": bool(view.tally[seat * TALLY + CHOICE] >= 0),
        "hand": pile_data(hand) if mine else None,
        "kept": [t for t in range(rules.ticket_count) if view.holder[t] == seat] if mine else None,
        "offer": offer if mine else None,
    }
    rules.show_player(view, seat, data)
    return data
