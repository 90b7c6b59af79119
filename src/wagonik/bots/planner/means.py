"""What a game adds to the common plan: one small class a game, in `bots/games`.

A game's means say what a track is worth beside its points, which actions of the game's own to
take, how its own steps are decided, and what a position is worth beside tracks and tickets. The
planner and the search ask them and know no game.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.planner.purse import Purse
from wagonik.bots.planner.roads import Roads
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.state import State

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

CARDS_A_TURN: Final = 2


class Means:
    """A board game that adds nothing."""

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules

    def make_roads(self) -> Roads:
        return Roads(self.rules)

    def settings(self) -> PlannerSettings:
        settings = PlannerSettings()
        tuned = self.tunings()
        settings.update(tuned.get(0, {}))
        settings.update(tuned.get(self.rules.seats, {}))
        return settings

    def tunings(self) -> dict[int, dict[str, float]]:
        """PlannerSettings that differ from the common ones, by number of players; 0 is for all."""
        return {}

    def plain(self) -> dict[str, float]:
        """Settings in which play-outs and Modest differ from Planner here, beside those that
        `PlannerSettings.plainly` switches off in every game."""
        return {}

    def otherwise(self, settings: PlannerSettings) -> bool:
        """Change the settings to another way to play the game that is worth weighing against the
        usual one; False if there is none."""
        return False

    def sharp_settings(self) -> PlannerSettings:
        """The settings that Master's own seat plays by."""
        settings = self.settings()
        sharper = self.sharper()
        settings.update(sharper.get(0, {}))
        settings.update(sharper.get(self.rules.seats, {}))
        return settings

    def sharper(self) -> dict[int, dict[str, float]]:
        """PlannerSettings in which Master's own seat differs from Planner, where `wagonik tune` has
        found better ones, by number of players; 0 is for all."""
        return {}

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        """Look at the state once, before the other questions."""

    def bonus(self, state: State, seat: i64, track: i64) -> float:
        """Points that a track is expected to bring beside its own."""
        return 0.0

    def toll(self, track: i64) -> float:
        """Turns that it takes before a track can be claimed at all."""
        return 0.0

    def ticket_bonus(self, state: State, seat: i64, ticket: i64) -> float:
        """Points that completing a ticket is expected to bring beside its own."""
        return 0.0

    def each_ticket(self, state: State, seat: i64) -> float:
        """Points that every completed ticket brings a seat beside its own, by what it holds."""
        return 0.0

    def group_size(self, track_kind: i64, purse: Purse) -> i64:
        """Cards that stand for a locomotive on a kind of track; 0 for none."""
        return purse.size[track_kind]

    def plan_size(self, purse: Purse) -> i64:
        """The same for the plan as a whole."""
        return 0

    def chance(self, plan: "BoardPlan", track: i64) -> float:
        """The chance that a claim comes to something, with the payment that the purse has just
        chosen for it."""
        return 1.0

    def blind_cards(self) -> i64:
        """Cards of a turn that draws from the deck only."""
        return CARDS_A_TURN

    def add_needs(self, plan: "BoardPlan") -> None:
        """Cards that the plan needs for other things than tracks."""

    def features(self) -> list[str]:
        """The names of the numbers in which Master's value sees what the game adds."""
        return []

    def write_features(
        self, plan: "BoardPlan", state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """Write these numbers of a seat from `at` on. It reads hidden things, so it is for samples
        only; the plan has just been made for that seat."""

    def turn_action(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        """An action of the game's own to take before anything else in a turn, or -1."""
        return -1

    def step_action(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        """The answer to a step of the game's own."""
        return legal.items[0]
