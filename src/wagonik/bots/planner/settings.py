"""The numbers that Planner plays by. Found by self-play; each game has its own."""

from typing import Final

OFF: Final = 1000.0  # points that nothing is worth
NO_FOCUS: Final = 1000.0  # points a turn that no track is worth


class PlannerSettings:
    """Costs are in turns, values in points, unless a line says otherwise."""

    def __init__(self) -> None:
        # What a track costs in a plan.
        self.card: float = 0.55  # a card that is still missing
        self.used: float = 0.25  # a card of the hand that is used
        self.claim: float = 1.0  # the turn of the claim
        self.point: float = 0.30  # taken off for each point of the track
        self.least: float = 0.15  # no track costs less than this a space
        # What tickets are worth.
        self.turn: float = 1.6  # points that a turn is worth
        self.ticket: float = 1.0  # points for a point of a ticket
        self.bonus: float = 0.0  # points for each ticket, whatever its own
        self.risk: float = 0.10  # chance that a ticket fails whatever it costs
        self.late: float = 0.35  # and how it grows as the plan fills the time left
        # Time.
        self.pace: float = 1.3  # pieces that a seat plays in a turn
        self.stride: float = 3.0  # spaces of a claim, of a seat that hurries with a full hand
        self.spend: float = 1.2  # cards that it plays for a piece
        self.waste: float = 1.25  # cards drawn for each useful one
        self.slack: float = 1.5  # turns that a plan may be too long before it is cut
        # More tickets: when the plan has at most so many turns left, there are still so many
        # turns to play, and so many pieces.
        self.more: float = 2.0
        self.more_time: float = 8.0
        self.more_pieces: float = 10.0
        # Claiming and drawing.
        self.urgency: float = 0.0  # of a claim, for each turn that the track's loss would cost
        self.hurt: float = 1.0  # cards that a claim may take from the rest of the plan
        self.near: float = 0.4  # a card more wanted the fewer are missing
        self.wild: float = 1.25  # a locomotive, beside a wanted colour's 1
        self.engine: float = 1.7  # a locomotive that a symbol needs
        self.junk: float = 0.15  # a card that nothing needs
        self.grey: float = 0.04  # more for each card of its colour in hand
        self.locomotive: float = 2.0  # cards that it takes to come by a locomotive
        self.keep_locomotive: float = 0.8
        self.tunnel: float = 0.6  # cards that a tunnel is expected to cost more
        self.dare: float = 0.0  # a claim that may fail waits until its chance is so good
        # Others: points that a claim must take from them, about, to be made for that; and no more
        # tickets with a lead of so many points.
        self.block: float = OFF
        self.ahead: float = OFF
        # What a card is worth that brings a later track nearer, for each point a turn of that.
        self.later: float = 0.0
        # Fillers: tracks for their points, when the tickets are done.
        self.filler_cards: float = 0.6  # turns for a missing card
        self.filler_least: float = 2.0  # points a turn below which a track is not worth it
        self.grab: float = 100.0  # points a turn that put a track beside the tickets
        self.rather: float = 3.5  # points a turn that are better than more tickets
        # A track that is worth so many points a turn, and so many at all, is saved for alone.
        self.focus: float = NO_FOCUS
        self.focus_points: float = 15.0
        self.focus_cards: float = 0.6  # turns for a missing card
        # What a game adds (goals, shares, flags, technology), as a share of its points.
        self.means: float = 1.0
        self.passes: float = 1.0  # how often a network is improved
        self.fit: float = 0.0  # and how often it is fitted to the hand as a whole

    def names(self) -> list[str]:
        return [
            "card", "used", "claim", "point", "least", "turn", "ticket", "bonus", "risk", "late",
            "pace", "stride", "spend", "waste", "slack", "more", "more_time", "more_pieces",
            "urgency", "hurt", "near", "wild", "engine", "junk", "grey", "locomotive",
            "keep_locomotive", "tunnel", "dare", "filler_cards", "filler_least", "grab", "rather",
            "block", "ahead", "later", "means", "passes", "fit", "focus", "focus_points",
            "focus_cards",
        ]  # fmt: skip

    def plainly(self) -> None:
        """Switch off what play-outs have no time for, and what easier players don't see."""
        self.fit = 0.0
        self.block = OFF
        self.ahead = OFF
        self.later = 0.0

    def copy(self) -> "PlannerSettings":
        twin = PlannerSettings()
        for name in self.names():
            setattr(twin, name, getattr(self, name))
        return twin

    def update(self, values: dict[str, float]) -> None:
        for name, value in values.items():
            if name not in self.names():
                raise KeyError(name)
            setattr(self, name, value)
