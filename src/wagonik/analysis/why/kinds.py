"""The kinds of reasons, with their values. Words are made where they are shown."""

from typing import Final

# Every kind of reason, with its values. "The move" is the better one, "the other" the one it is
# compared with: the one played, or in a hint what comes next.
KINDS: Final[dict[str, dict[str, str]]] = {
    "cards_elsewhere": {
        "cards": "cards that the other move pays",
        "hand": "cards in hand before it",
        "lack": "cards that the plan lacks more after it",
    },
    "contested": {
        "track": "number of the track",
        "share": "share of samples in which somebody else takes it if it is not claimed now",
    },
    "detour": {
        "track": "number of the track",
        "turns": "turns that the way round costs more",
    },
    "ticket_done": {
        "ticket": "number of the ticket",
        "better": "share of samples in which it is done in the end, after the move",
        "other": "the same after the other move",
    },
    "likelier": {
        "ticket": "number of the ticket that is kept",
        "instead": "number of the ticket that the other move keeps",
        "better": "share of samples in which the one is done in the end",
        "other": "share in which the other one is",
    },
    "fits_in": {
        "ticket": "number of the ticket that is kept, too",
        "turns": "turns that the plan needs more with it",
        "share": "share of samples in which it is done in the end",
    },
    "fails": {
        "ticket": "number of the ticket that the other move keeps, too",
        "share": "share of samples in which it is done in the end",
    },
    "new_done": {"share": "share of samples in which one of the new tickets is done in the end"},
    "new_tickets": {"points": "points that new tickets bring, on average"},
    "tickets_cost": {"points": "points that new tickets would cost, on average"},
    "tickets_pay": {
        "turns": "turns that the plan needs",
        "time": "turns left, about",
    },
    "too_late": {
        "turns": "turns that the plan needs with what the other move adds to it",
        "time": "turns left, about",
    },
    "ends_match": {
        "share": "share of samples in which the match is over or its end announced, after the move",
        "other": "the same after the other move",
    },
    "sooner": {
        "turns": "turns by which the match is over sooner, on average",
        "points": "points that the others get less",
    },
    "longer": {
        "turns": "turns by which the match is longer, on average",
        "points": "points that the seat gets more",
    },
    "last_turn": {"points": "points that the move scores at once"},
    "draw_lacking": {
        "card": "kind of the card, 0 to 8",
        "tracks": "tracks of the plan that wait for it",
    },
    "ready": {
        "track": "number of a track of the plan",
        "better": "share of samples in which the hand pays for it after the move",
        "other": "the same after the other move",
    },
    "keep_together": {
        "tracks": "tracks that one network needs",
        "tickets": "tickets that it completes",
    },
    "saves_turns": {
        "better": "turns that the plan needs after the move",
        "other": "turns that it needs after the other",
    },
    "most_tickets": {"points": "points that the lead in completed tickets is worth more"},
    "scores": {
        "points": "points that the route scores at once",
        "other": "the same of the other move",
    },
    "routes": {"points": "points from routes, more than by the other move"},
    "tickets": {"points": "points from tickets, more than by the other move"},
    "shares": {"points": "points from shares, more than by the other move"},
    "goals": {"points": "points from goals, more than by the other move"},
    "flags": {"points": "points from flags, more than by the other move"},
    "technology": {"points": "points from technology, more than by the other move"},
    "big_cities": {"points": "points from big cities, more than by the other move"},
    "in_the_way": {
        "seat": "whose plan it hinders",
        "turns": "turns that that plan needs more, on samples of what it could be",
    },
    "robs": {
        "seat": "who loses a row",
        "card": "kind of its cards, 0 to 7",
        "count": "cards of that row",
    },
    "denies": {
        "card": "kind of the card, 0 to 8",
        "share": "share of samples in which somebody else takes one of its kind if it is left",
    },
    "robs_later": {
        "better": "rows that the seat robs in the next turns, on average",
        "other": "the same after the other move",
    },
    "guards": {
        "better": "rows that the seat loses in the next turns, on average",
        "other": "the same after the other move",
    },
    "keeps_locomotives": {"count": "locomotives in hand more than after the other payment"},
    "keeps_cards": {"count": "cards in hand more than after the other payment"},
    "their_tickets": {"points": "points that the others lose from tickets, on average"},
    "their_routes": {"points": "points that the others lose from routes, on average"},
    "sampled": {"gain": "share of a win by which it is ahead in the samples"},
}
