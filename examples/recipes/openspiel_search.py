"""OpenSpiel's Python searches: information-set MCTS, and MCTS that sees through the cards.

pip install open_spiel
python examples/recipes/openspiel_search.py --matches 10 --simulations 200
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import wagonik.envs.openspiel_games  # the games register themselves
from wagonik.envs.openspiel import SpielGame  # noqa: F401 - the same without OpenSpiel

assert wagonik.envs.openspiel_games


class Uniform:
    """Any legal action, each as likely as the others."""

    def __init__(self, rng: np.random.RandomState) -> None:
        self.rng = rng

    def step(self, state: Any) -> int:
        return int(self.rng.choice(state.legal_actions()))


def searcher(kind: str, game: Any, simulations: int, rng: np.random.RandomState) -> Any:
    """A search by its name. ISMCTS deals again what its seat can't know before every simulation;
    MCTS keeps the cards as they lie, which is a bound from above and no fair player."""
    rollouts = mcts.RandomRolloutEvaluator(1, rng)
    if kind == "mcts":
        return mcts.MCTSBot(game, 2.0, simulations, rollouts, random_state=rng)
    return ismcts.ISMCTSBot(
        game=game,
        evaluator=rollouts,
        uct_c=2.0,
        max_simulations=simulations,
        max_world_samples=ismcts.UNLIMITED_NUM_WORLD_SAMPLES,
        random_state=rng,
    )


def play(game: Any, bots: list[Any], rng: np.random.RandomState) -> list[float]:
    """One match; what each seat gets."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(bots[state.current_player()].step(state)))
    return list(state.returns())


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--search", choices=("ismcts", "mcts"), default="ismcts")
    parser.add_argument("--matches", type=int, default=10)
    parser.add_argument("--simulations", type=int, default=100)
    chosen = parser.parse_args(arguments)
    rng = np.random.RandomState(1)
    game = pyspiel.load_game(f"wagonik_{chosen.game}(players=2,reward=win)")
    won = 0.0
    for match in range(chosen.matches):
        bots: list[Any] = [searcher(chosen.search, game, chosen.simulations, rng), Uniform(rng)]
        seat = match % 2
        won += play(game, bots if seat == 0 else bots[::-1], rng)[seat]
    rate = won / chosen.matches
    print(f"{chosen.search}: {rate:+.2f} a match against random play, over {chosen.matches}")
    return rate


if __name__ == "__main__":
    main()
