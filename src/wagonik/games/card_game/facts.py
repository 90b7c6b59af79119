"""The cards of the Card Game, read from its file of facts."""

import tomllib
from importlib import resources
from typing import Any, Final

from wagonik.engine.cards import COLOURS, KIND_NAMES
from wagonik.engine.deal import Setup


class CardFacts:
    """Tickets with the train cards that they need, the Big Cities, and the setup."""

    def __init__(self, data: dict[str, Any]) -> None:
        tickets = data["tickets"]
        self.numbers: Final[dict[str, int]] = data["numbers"]
        self.deck: Final = [int(data["deck"].get(kind, 0)) for kind in KIND_NAMES]
        self.ends: Final = [(str(ticket["from"]), str(ticket["to"])) for ticket in tickets]
        self.points: Final = [int(ticket["points"]) for ticket in tickets]
        self.needs: Final = [
            [ticket["cards"].count(KIND_NAMES[colour]) for colour in range(COLOURS)]
            for ticket in tickets
        ]
        self.cities: Final = [str(city["name"]) for city in data["big_cities"]]
        self.city_points: Final = [int(city["points"]) for city in data["big_cities"]]
        # The Big Cities at the ends of each ticket; a ticket between two counts for both.
        self.ticket_cities: Final = [
            [self.cities.index(end) for end in ends if end in self.cities] for ends in self.ends
        ]
        self.big_ends: Final = [len(cities) for cities in self.ticket_cities]

    def setup(self) -> Setup:
        numbers = self.numbers
        setup = Setup()
        setup.deck = self.deck
        setup.hand = numbers["hand"]
        setup.locomotives = numbers["locomotives"]
        setup.market = numbers["market"]
        setup.tickets = len(self.points)
        setup.first_tickets = numbers["first_tickets"]
        setup.first_keep = numbers["first_keep"]
        setup.draw_tickets = numbers["draw_tickets"]
        setup.draw_keep = numbers["draw_keep"]
        return setup


def read_facts() -> CardFacts:
    file = resources.files("wagonik.games.card_game").joinpath("cards.toml")
    return CardFacts(tomllib.loads(file.read_text(encoding="utf-8")))
