"""Moves and reasons of an analysis in English."""

from collections.abc import Sequence
from typing import Any, Final

from wagonik.analysis import MoveReason
from wagonik.cli.common import plural
from wagonik.cli.words import Words, joined
from wagonik.engine.cards import KIND_NAMES, LOCOMOTIVE
from wagonik.engine.state import OFFER
from wagonik.match import Match


def offered(match: Match, seat: int) -> list[int]:
    """The tickets that a seat chooses from in a position."""
    offer = match.state.offer
    return [int(offer[seat * OFFER + 1 + i]) for i in range(int(offer[seat * OFFER]))]


def move_words(match: Match, words: Words, action: int, offer: Sequence[int] = ()) -> str:
    """A move in a few words; tickets are named where it is known which were on offer."""
    entry = match.action(action)
    family, argument = entry.family, entry.argument
    rest = entry.text.partition(":")[2]
    if family == "claim":
        return f"claim {words.tracks[argument]}"
    if family == "market":
        return f"take {card_words(argument)}"
    if family == "keep":
        if argument == 0:
            return "keep no ticket"
        kept = [words.tickets[ticket] for i, ticket in enumerate(offer) if argument >> i & 1]
        return f"keep {joined(kept)}" if kept else f"keep ticket {joined(rest.split(','))}"
    if family == "pay":
        kind, _, count = rest.partition("+")
        if kind == KIND_NAMES[LOCOMOTIVE]:
            return "pay with locomotives only"
        more = f" and {plural(int(count), 'locomotive')}" if count not in ("", "0") else ""
        return f"pay with {kind}{more}"
    if family == "trio":
        return f"play {joined(rest.split('+'))}"
    if family == "row":
        count, _, kind = rest.partition("_")
        return f"play {count} {kind}"
    if family in COUNTED:
        none, some = COUNTED[family]
        return none if rest == "0" else some.format(plural(int(rest), "locomotive"))
    if family == "give":
        return f"give {card_words(argument)}"
    if family == "share":
        named = words.value("railroad", argument)
        return "take no share" if rest == "none" else f"take a share of {named}"
    if family == "dummy":
        return f"give a share of {words.value('railroad', argument)} to the dummy"
    if family == "buy":
        return f"buy {words.value('technology', argument)}"
    name = entry.text.partition(":")[0]
    return SIMPLE.get(family, f"{name} {rest}".strip().replace("_", " "))


# Moves that say how many locomotives they are about: for none, and for some.
COUNTED: Final[dict[str, tuple[str, str]]] = {
    "exchange": ("exchange no cards", "exchange cards for {}"),
    "locomotives": ("add no locomotives", "add {}"),
    "add": ("pay for the tunnel without locomotives", "pay for the tunnel with {}"),
}
SIMPLE: Final[dict[str, str]] = {
    "deck": "draw from the deck",
    "tickets": "take tickets",
    "withdraw": "take the cards back",
    "stop": "end the turn",
    "full": "pay in full",
}


def card_words(kind: int) -> str:
    """A card that is taken or waited for."""
    return "a locomotive" if kind == LOCOMOTIVE else KIND_NAMES[kind]


def percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def turns(number: Any) -> str:
    return plural(max(1, round(float(number))), "turn")


def points(number: Any) -> str:
    return f"{float(number):.0f} points" if round(float(number)) != 1 else "1 point"


# Groups of points, in words.
FROM: Final[dict[str, str]] = {
    "routes": "from routes",
    "tickets": "from tickets",
    "shares": "from shares",
    "goals": "from goals",
    "flags": "from flags",
    "technology": "from technology",
    "big_cities": "from big cities",
    "most_tickets": "from the lead in tickets",
}


def reason_words(match: Match, words: Words, reason: MoveReason) -> str:
    """A reason as a sentence."""
    v: dict[str, Any] = dict(reason.values)
    kind = reason.kind
    others_get = "other seat gets" if match.players == 2 else "others get"
    if kind in FROM:
        return f"It is worth {points(v['points'])} more {FROM[kind]}."
    if kind == "cards_elsewhere":
        held = plural(int(v["hand"]), "card")
        return f"The other move costs {v['cards']} of {held}, and the plan needs them."
    if kind == "contested":
        return (
            f"In {percent(v['share'])} of the samples somebody else takes "
            f"{words.tracks[int(v['track'])]} first."
        )
    if kind == "detour":
        return f"Without it the way round costs {turns(v['turns'])} more."
    if kind == "ticket_done":
        ticket = words.tickets[int(v["ticket"])]
        return (
            f"{ticket} is done in the end in {percent(v['better'])} of the samples, otherwise in "
            f"{percent(v['other'])}."
        )
    if kind == "likelier":
        ticket, instead = (words.tickets[int(v[name])] for name in ("ticket", "instead"))
        return (
            f"{ticket} is done in the end in {percent(v['better'])} of the samples, {instead} in "
            f"{percent(v['other'])}."
        )
    if kind == "fits_in":
        ticket = words.tickets[int(v["ticket"])]
        longer = f"{turns(v['turns'])} longer" if round(v["turns"]) else "hardly longer"
        return (
            f"{ticket} makes the plan {longer}, and is done in {percent(v['share'])} of the "
            "samples."
        )
    if kind == "fails":
        ticket = words.tickets[int(v["ticket"])]
        return f"{ticket}, if it is kept, is done in {percent(v['share'])} of the samples."
    if kind == "new_tickets":
        return f"New tickets bring {points(v['points'])} on average."
    if kind == "new_done":
        return f"In {percent(v['share'])} of the samples one of the new tickets is done in the end."
    if kind == "tickets_cost":
        return f"New tickets would cost {points(v['points'])} on average."
    if kind == "scores":
        rest = f", the other route {points(v['other'])}" if v["other"] else ""
        return f"It scores {points(v['points'])} at once{rest}."
    if kind == "tickets_pay":
        left = f"about {turns(v['time'])} are left"
        if round(v["turns"]) < 1:
            return f"There is time for more tickets: the plan is done, and {left}."
        return f"There is time for more tickets: the plan needs {turns(v['turns'])}, and {left}."
    if kind == "too_late":
        left = max(0, round(v["time"]))
        return f"The plan would need {turns(v['turns'])}, and about {left} are left."
    if kind == "ends_match":
        return (
            f"It brings the end closer, which suits who leads: in {percent(v['share'])} of the "
            f"samples the match is about over, otherwise in {percent(v['other'])}."
        )
    if kind == "sooner":
        return (
            f"The match ends about {turns(v['turns'])} sooner, and the {others_get} "
            f"{points(v['points'])} less, on average."
        )
    if kind == "longer":
        return (
            f"The match lasts about {turns(v['turns'])} longer, and it is worth "
            f"{points(v['points'])} more in all, on average."
        )
    if kind == "last_turn":
        return f"Only what scores now counts: {points(v['points'])}."
    if kind == "draw_lacking":
        card = card_words(int(v["card"]))
        wait = "waits" if v["tracks"] == 1 else "wait"
        return f"{plural(int(v['tracks']), 'route')} of the plan {wait} for {card}."
    if kind == "ready":
        return (
            f"The hand then pays for {words.tracks[int(v['track'])]} in {percent(v['better'])} of "
            f"the samples, otherwise in {percent(v['other'])}."
        )
    if kind == "keep_together":
        tickets = plural(int(v["tickets"]), "ticket")
        return f"One network of {plural(int(v['tracks']), 'route')} does {tickets}."
    if kind == "saves_turns":
        return f"The plan needs {v['better']:.1f} turns after it instead of {v['other']:.1f}."
    if kind == "in_the_way":
        return (
            f"It is in the way of seat {v['seat']}, whose plan then needs {turns(v['turns'])} more."
        )
    if kind == "robs":
        row = plural(int(v["count"]), f"{KIND_NAMES[int(v['card'])]} card")
        return f"It robs seat {v['seat']} of a row of {row}."
    if kind == "denies":
        card, share = card_words(int(v["card"])), percent(v["share"])
        return f"Left there, {card} is taken by somebody else in {share} of the samples."
    if kind == "robs_later":
        return (
            f"It robs more rows in the next turns: {v['better']:.1f} on average, otherwise "
            f"{v['other']:.1f}."
        )
    if kind == "guards":
        return (
            f"Fewer own rows are robbed in the next turns: {v['better']:.1f} on average, "
            f"otherwise {v['other']:.1f}."
        )
    if kind == "keeps_locomotives":
        return f"It keeps {plural(int(v['count']), 'locomotive')} more in hand."
    if kind == "keeps_cards":
        return f"It keeps {plural(int(v['count']), 'card')} more in hand."
    if kind == "their_tickets":
        return f"The {others_get} {points(v['points'])} less from tickets, on average."
    if kind == "their_routes":
        return f"The {others_get} {points(v['points'])} less from routes, on average."
    return f"Master prefers it in the samples: +{100 * v['gain']:.1f} %."
