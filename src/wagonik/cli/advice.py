"""Moves and reasons of an analysis in English."""

from typing import Any, Final

from wagonik.analysis import MoveReason
from wagonik.cli.common import plural
from wagonik.cli.words import Words, joined
from wagonik.engine.cards import KIND_NAMES
from wagonik.match import Match


def move_words(match: Match, words: Words, action: int) -> str:
    """A move in a few words."""
    entry = match.action(action)
    family, argument = entry.family, entry.argument
    if family == "claim":
        return f"claim {words.tracks[argument]}"
    if family == "deck":
        return "draw from the deck"
    if family == "market":
        return f"take {KIND_NAMES[argument]}"
    if family == "tickets":
        return "take tickets"
    name, _, rest = entry.text.partition(":")
    if family == "keep":
        return "keep no ticket" if rest == "none" else f"keep ticket {joined(rest.split(','))}"
    return f"{name} {rest}".strip().replace("_", " ").replace("+", " + ")


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
        return f"Without it the way round costs {turns(v['turns'])}."
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
    if kind == "tickets_cost":
        return f"New tickets would cost {points(v['points'])} on average."
    if kind == "scores":
        rest = f", the other route {points(v['other'])}" if v["other"] else ""
        return f"It scores {points(v['points'])} at once{rest}."
    if kind == "tickets_pay":
        return (
            f"There is time for more tickets: the plan needs {turns(v['turns'])}, about "
            f"{round(v['time'])} are left."
        )
    if kind == "too_late":
        return f"The plan would need {turns(v['turns'])}; about {round(v['time'])} are left."
    if kind == "ends_match":
        return (
            f"You lead, and it brings the end nearer: in {percent(v['share'])} of the samples "
            f"instead of {percent(v['other'])}."
        )
    if kind == "last_turn":
        return f"Only what scores now counts: {points(v['points'])}."
    if kind == "draw_lacking":
        card = KIND_NAMES[int(v["card"])]
        wait = "waits" if v["tracks"] == 1 else "wait"
        return f"{plural(int(v['tracks']), 'route')} of the plan {wait} for {card}."
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
        row = f"{plural(int(v['count']), 'card')} of {KIND_NAMES[int(v['card'])]}"
        return f"It robs seat {v['seat']} of a row of {row}."
    if kind == "denies":
        card, share = KIND_NAMES[int(v["card"])], percent(v["share"])
        return f"Left there, {card} is taken by somebody else in {share} of the samples."
    if kind == "robs_later":
        return (
            f"It robs {v['better']:.1f} rows in the next turns on average, otherwise "
            f"{v['other']:.1f}."
        )
    if kind == "guards":
        return (
            f"Robbers take {v['better']:.1f} of one's own rows in the next turns on average, "
            f"otherwise {v['other']:.1f}."
        )
    if kind == "keeps_locomotives":
        return f"It keeps {plural(int(v['count']), 'locomotive')} more in hand."
    if kind == "keeps_cards":
        return f"It keeps {plural(int(v['count']), 'card')} more in hand."
    if kind == "their_tickets":
        return f"The others lose {points(v['points'])} from tickets by it, on average."
    if kind == "their_routes":
        return f"The others lose {points(v['points'])} from routes by it, on average."
    if kind == "blocking":
        return f"The others come off {points(v['points'])} worse, on average."
    return f"Master prefers it in the samples: +{100 * v['gain']:.1f} %."
