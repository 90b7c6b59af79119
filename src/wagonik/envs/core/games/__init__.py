"""What each game's observation has beside cards, tickets and board: one table, one file a game."""

from collections.abc import Callable
from typing import Final

from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.envs.core.encoder import Encoder
from wagonik.envs.core.games.card_game import CardGameEncoder
from wagonik.envs.core.games.nordic_countries import NordicEncoder
from wagonik.envs.core.games.northern_lights import NorthernEncoder
from wagonik.envs.core.games.paris import ParisEncoder
from wagonik.envs.core.games.pennsylvania import PennsylvaniaEncoder
from wagonik.envs.core.games.united_kingdom import KingdomEncoder

ENCODERS: Final[dict[str, Callable[[Rules], Encoder]]] = {
    "nordic_countries": NordicEncoder,
    "northern_lights": NorthernEncoder,
    "pennsylvania": PennsylvaniaEncoder,
    "united_kingdom": KingdomEncoder,
    "card_game": CardGameEncoder,
    "paris": ParisEncoder,
}


def make_encoder(rules: Rules) -> Encoder:
    """The encoder of a game; a game that is not listed has the common observation."""
    make = ENCODERS.get(rules.game)
    if make is None:
        make = BoardEncoder if isinstance(rules, BoardRules) else Encoder
    return make(rules)
