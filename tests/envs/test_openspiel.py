"""OpenSpiel: the adapter by itself, and OpenSpiel's own tests and algorithms with it."""

import pickle
import random

import numpy as np
import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
import pytest
from open_spiel.python.algorithms import (  # type: ignore[import-untyped, unused-ignore]
    ismcts,
    mcts,
    outcome_sampling_mccfr,
)

from tests.bots.positions import TABLES
from wagonik import GAMES, Match
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs import openspiel, openspiel_games
from wagonik.envs.openspiel import CHANCE, TERMINAL, SpielGame, SpielState


def played(game: SpielGame, deal: int, decisions: int, seed: int = 1) -> SpielState:
    state = game.new_initial_state()
    state.apply_action(deal)
    rng = random.Random(seed)
    for _ in range(decisions):
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def look(state: SpielState) -> list[object]:
    """All that can be asked."""
    players = range(state.num_players())
    return [
        state.current_player(),
        state.legal_actions(),
        state.returns(),
        [state.information_state_tensor(player) for player in players],
        [state.information_state_string(player) for player in players],
        [state.observation_string(player) for player in players],
        str(state),
    ]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_match_is_the_engines(game: str, players: int) -> None:
    state = SpielGame(game, players).new_initial_state()
    assert state.current_player() == CHANCE
    state.apply_action(17)
    match = Match(game, players, 17)
    rng = random.Random(1)
    while not state.is_terminal():
        assert state.current_player() == match.seat
        assert state.legal_actions() == sorted(match.legal())
        mask = state.legal_actions_mask()
        assert [i for i, on in enumerate(mask) if on] == state.legal_actions()
        action = rng.choice(state.legal_actions())
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
        match.play(action)
    assert state.current_player() == TERMINAL
    assert state.legal_actions() == []
    returns = state.returns()
    best = [seat for seat, value in enumerate(returns) if value == max(returns)]
    assert best == match.winners
    assert sum(returns) == pytest.approx(0)
    assert [state.player_reward(seat) for seat in range(players)] == returns


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_copies_are_equal_and_independent(game: str) -> None:
    spiel = SpielGame(game)
    state = played(spiel, 3, 40)
    before = look(state)
    twins = [
        state.clone(),
        spiel.deserialize_state(state.serialize()),
        pickle.loads(pickle.dumps(state)),
    ]
    for twin in twins:
        assert look(twin) == before
        assert twin.history() == state.history()
        twin.apply_action(twin.legal_actions()[0])
        assert look(twin) != before
    assert look(state) == before


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_resampled_states_look_the_same(game: str) -> None:
    spiel = SpielGame(game, 2)
    rng = random.Random(5)
    differ = 0
    for decisions in (0, 1, 7, 30, 60):
        state = played(spiel, 4, decisions)
        for player in range(2):
            twin = state.resample_from_infostate(player, rng.random)
            for ask in ("information_state_string", "observation_string"):
                assert getattr(twin, ask)(player) == getattr(state, ask)(player)
            assert twin.information_state_tensor(player) == state.information_state_tensor(player)
            other = 1 - player
            differ += twin.observation_string(other) != state.observation_string(other)
            again = spiel.deserialize_state(twin.serialize())
            assert look(again) == look(twin)
            if player == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
                # The future was dealt again, too, and can be played.
                while not twin.is_terminal():
                    twin.apply_action(rng.choice(twin.legal_actions()))
    assert differ > 4


def test_strings_recall_everything() -> None:
    """Two ways to the same position: a player tells them apart by what it did."""
    spiel = SpielGame("nordic_countries")
    state = spiel.new_initial_state()
    state.apply_action(1)
    one, two = state.child(state.legal_actions()[0]), state.child(state.legal_actions()[1])
    assert one.information_state_string(0) != two.information_state_string(0)
    assert one.information_state_string(1) == two.information_state_string(1)


def test_chance_and_errors() -> None:
    spiel = openspiel.load_game("united_kingdom", {"players": 3, "deals": 4})
    state = spiel.new_initial_state()
    assert state.chance_outcomes() == [(i, 0.25) for i in range(4)]
    assert state.legal_actions() == [0, 1, 2, 3]
    assert state.returns() == [0, 0, 0]
    with pytest.raises(IllegalAction, match="no deal 4"):
        state.apply_action(4)
    with pytest.raises(WagonikError, match="before the deal"):
        state.resample_from_infostate(0, random.random)
    with pytest.raises(WagonikError, match="not a serialized state"):
        spiel.deserialize_state("once upon a time")
    state.apply_action(0)
    with pytest.raises(IllegalAction):
        state.apply_action(0)
    ended = played(SpielGame("paris", limit=10), 0, 50)
    assert ended.is_terminal()
    assert ended.returns() == [0, 0]


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_openspiels_own_test(game: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = "advanced_technologies" if find_option(game) else ""
    params = {"deals": 5, "options": options}
    spiel = pyspiel.load_game(openspiel_games.PREFIX + game, params)
    pyspiel.random_sim_test(spiel, 1, False, False)
    capfd.readouterr()


def find_option(game: str) -> bool:
    found = next(entry for entry in GAMES if entry.key == game)
    return any(option.name == "advanced_technologies" for option in found.options())


def test_states_in_openspiels_hands() -> None:
    spiel = pyspiel.load_game("wagonik_paris(players=3,deals=9,reward=points)")
    assert spiel.num_players() == 3
    state = spiel.new_initial_state()
    state.apply_action(2)
    for _ in range(20):
        state.apply_action(state.legal_actions()[-1])
    again = spiel.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert state.clone().information_state_tensor(1) == state.information_state_tensor(1)
    twin = state.resample_from_infostate(state.current_player(), random.random)
    assert twin.legal_actions() == state.legal_actions()


def test_its_algorithms_run() -> None:
    spiel = pyspiel.load_game("wagonik_paris(deals=9)")
    state = spiel.new_initial_state()
    state.apply_action(3)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    searching = ismcts.ISMCTSBot(
        game=spiel, evaluator=evaluator, uct_c=2.0, max_simulations=3, random_state=rng
    )
    assert searching.step(state) in state.legal_actions()
    plain = mcts.MCTSBot(spiel, 2.0, 3, evaluator, random_state=rng)
    assert plain.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(spiel)
    solver.iteration()
    assert solver.average_policy() is not None
