"""Features of a game's own: what its points beside routes and tickets look like becoming."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.means import Means
from wagonik.bots.means_kingdom import KingdomMeans
from wagonik.bots.means_northern import NorthernMeans, ones
from wagonik.bots.means_paris import ParisMeans
from wagonik.bots.means_pennsylvania import PennsylvaniaMeans
from wagonik.bots.planner import BoardPlanner
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE
from wagonik.engine.state import PIECES, TALLY, State
from wagonik.games.northern_lights.goals import (
    CALL_OF_THE_WILD,
    CAPITAL_INVESTMENT,
    COST_EFFICIENCY,
    GOAL_VALUES,
    INTERNATIONAL_TYCOON,
    LOCAL_NETWORK,
    NORDIC_EXPRESS,
    POLAR_EXPRESS,
    NorthernState,
)
from wagonik.games.paris.rules import FLAG_BIT, ParisState
from wagonik.games.united_kingdom.technology import (
    COST,
    DOUBLE_HEADING,
    LAGGING,
    OPENING,
    TECH_BIT,
    KingdomState,
)


def soft(margin: float) -> float:
    """The chance of keeping a lead, from 0 to 1."""
    if margin > 20.0:
        return 1.0
    if margin < -20.0:
        return 0.0
    return 1.0 / (1.0 + math.exp(-margin))


class Extras:
    """A game that has no points of its own. A planner has just looked at the state for the seat
    when it is asked about that seat."""

    def names(self) -> list[str]:
        return []

    def write(
        self, planner: BoardPlanner, state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """Write the features of a seat from `at` on."""


class ShareExtras(Extras):
    """What a seat may expect of its shares."""

    def __init__(self, means: PennsylvaniaMeans) -> None:
        self.means: Final = means

    def names(self) -> list[str]:
        return ["shares", "share gain"]

    def write(
        self, planner: BoardPlanner, state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        means = self.means
        means.load(state, seat, planner.purse)
        total: float = 0.0
        best: float = 0.0
        railroad: i64
        for railroad in range(means.railroads):
            total += means.expected(state, seat, railroad)
            if means.gain[railroad] > best:
                best = means.gain[railroad]
        out[at] = total
        out[at + 1] = best


class GoalExtras(Extras):
    """The points of the goals, by how likely a seat is to have most."""

    def __init__(self, means: NorthernMeans) -> None:
        self.means: Final = means

    def names(self) -> list[str]:
        return ["goals"]

    def write(
        self, planner: BoardPlanner, state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        assert isinstance(state, NorthernState)
        total: float = 0.0
        i: i64
        other: i64
        for i in range(len(state.goals)):
            goal = state.goals[i]
            mine = self.level(planner, state, seat, goal)
            chance: float = 1.0
            for other in range(state.seats):
                if other != seat:
                    lead = mine - self.level(planner, state, other, goal)
                    chance *= soft(0.9 * lead + 0.3)
            total += chance * float(GOAL_VALUES[goal])
        out[at] = total

    def level(self, planner: BoardPlanner, state: State, seat: i64, goal: i64) -> float:
        """How much a seat has of what a goal counts, about as steep as routes are."""
        means = self.means
        kind: i64
        if goal == COST_EFFICIENCY or goal == NORDIC_EXPRESS:
            # The longest route is dear to work out; pieces on the board stand for it.
            left = float(state.tally[seat * TALLY + PIECES])
            return 0.3 * left if goal == COST_EFFICIENCY else -0.15 * left
        if goal == CALL_OF_THE_WILD:
            at = seat * PILE
            value = state.hand[at + LOCOMOTIVE]
            for kind in range(COLOURS):
                value += state.hand[at + kind] // 2
            return 0.5 * float(value)
        if goal == INTERNATIONAL_TYCOON:
            return float(ones(means.country_bits(state, seat)))
        if goal == CAPITAL_INVESTMENT or goal == LOCAL_NETWORK or goal == POLAR_EXPRESS:
            held: float = 0.0
            ticket: i64
            for ticket in range(planner.board_rules.ticket_count):
                if state.holder[ticket] == seat:
                    held += float(means.ticket_counts[ticket * len(GOAL_VALUES) + goal])
            return 0.7 * held
        return float(means.count(state, seat, goal))


class FlagExtras(Extras):
    """How far the flag is, and whether it can still be made."""

    def names(self) -> list[str]:
        return ["one flag colour", "two flag colours"]

    def write(
        self, planner: BoardPlanner, state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        assert isinstance(state, ParisState)
        there = state.flags[seat]
        count: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if FLAG_BIT[kind] != 0 and there & FLAG_BIT[kind]:
                count += 1
        out[at] = 1.0 if count == 1 else 0.0
        out[at + 1] = 1.0 if count == 2 else 0.0


class TechnologyExtras(Extras):
    """Technologies held, for what they open and what they score."""

    def names(self) -> list[str]:
        return ["opening", "lagging", "lagging ahead", "heading"]

    def write(
        self, planner: BoardPlanner, state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        assert isinstance(state, KingdomState)
        held = state.held[seat]
        opening: float = 0.0
        i: i64
        for i in range(OPENING):
            if held & TECH_BIT[i]:
                opening += float(COST[i])
        out[at] = opening
        lagging: float = 1.0 if held & TECH_BIT[LAGGING] else 0.0
        out[at + 1] = lagging
        out[at + 2] = lagging * float(planner.pieces)
        out[at + 3] = 0.0
        if held & TECH_BIT[DOUBLE_HEADING]:
            tickets: float = float(planner.count)
            ticket: i64
            for ticket in range(planner.board_rules.ticket_count):
                if state.holder[ticket] == seat and planner.roads.done(ticket):
                    tickets += 1.0
            out[at + 3] = tickets


def find_extras(means: Means) -> Extras:
    """The features that belong to a game, found by its means."""
    if isinstance(means, PennsylvaniaMeans):
        return ShareExtras(means)
    if isinstance(means, NorthernMeans):
        return GoalExtras(means)
    if isinstance(means, ParisMeans):
        return FlagExtras()
    if isinstance(means, KingdomMeans):
        return TechnologyExtras()
    return Extras()
