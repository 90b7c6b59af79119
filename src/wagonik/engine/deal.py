"""The numbers that a match is set up with."""


class Setup:
    """The numbers of a game that its board file can change."""

    def __init__(self) -> None:
        self.deck: list[int] = []  # cards of each kind
        self.hand: int = 0
        self.locomotives: int = 0  # given to each seat before the deal
        self.market: int = 5
        self.tickets: int = 0
        self.first_tickets: int = 0
        self.first_keep: int = 0
        self.draw_tickets: int = 0
        self.draw_keep: int = 0
