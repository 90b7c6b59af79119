"""Observations: complete, named, and nothing in them that the seat may not know."""

import random

import numpy as np
import pytest

from tests.properties.hiding import other_world
from tests.properties.playing import SETTINGS, Setting
from tests.properties.test_leak import moments, styles
from wagonik import Match
from wagonik.engine.cards import KINDS, PILE
from wagonik.engine.state import State
from wagonik.engine.views import sample, view_of
from wagonik.envs.core.encoder import Encoder, Rows
from wagonik.envs.core.games import make_encoder
from wagonik.envs.layout import layout

EVERY = 41


def encoded(encoder: Encoder, state: State, viewer: int) -> list[int]:
    """An observation in a row of its own."""
    rows = Rows(1, encoder)
    encoder.write(state, viewer, rows, 0)
    return list(rows.cells)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_states_that_differ_in_what_is_hidden_look_the_same(setting: Setting) -> None:
    """The observation of a seat is the same from the state, from its view, from any sample of it
    and from another world: nothing hidden is in it."""
    encoder = make_encoder(setting.rules())
    rng = random.Random(f"{setting}")
    compared = 0
    for seed, style in styles(setting, 1):
        for stepper, public, past in moments(setting, seed, style, EVERY):
            rules, state = stepper.rules, stepper.state
            for viewer in range(rules.seats):
                seen = encoded(encoder, state, viewer)
                view = view_of(rules, state, viewer)
                base = state if viewer == state.seat else public
                worlds = [
                    view,
                    base,
                    other_world(rules, base, viewer, rng, past),
                    sample(rules, view, rng.randrange(2**30)),
                ]
                for world in worlds:
                    assert encoded(encoder, world, viewer) == seen, rules.step_names[state.step]
                compared += 1
    assert compared > 8


def test_a_hand_that_is_read_would_be_found() -> None:
    """The check above fails for an encoder that leaks: other worlds do have other hands."""
    setting = Setting("paris", 2)
    rng = random.Random(1)
    different = 0
    for stepper, public, past in moments(setting, 3, "random", EVERY):
        viewer = 1 - int(stepper.state.seat)
        world = other_world(stepper.rules, public, viewer, rng, past)
        at = int(stepper.state.seat) * PILE
        hands = [list(s.hand)[at : at + KINDS] for s in (stepper.state, world)]
        different += hands[0] != hands[1]
    assert different > 3


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_row_that_is_written_again_equals_a_new_one(setting: Setting) -> None:
    rules = setting.rules()
    encoder = make_encoder(rules)
    used = Rows(2, encoder)
    size = int(encoder.size)
    seed, style = styles(setting, 1)[0]
    for stepper, _public, _past in moments(setting, seed, style, EVERY):
        for viewer in range(rules.seats):
            encoder.write(stepper.state, viewer, used, 1)
            assert list(used.cells)[size:] == encoded(encoder, stepper.state, viewer)
    assert not any(list(used.cells)[:size])


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_blocks_fill_the_observation(setting: Setting) -> None:
    shown = layout(setting.game, setting.players, setting.switches())
    at = 0
    for block in shown.blocks:
        assert block.offset == at
        assert block.about
        at += block.size
    assert at == shown.size
    assert len({block.name for block in shown.blocks}) == len(shown.blocks)


def test_blocks_say_what_the_view_says() -> None:
    """Every number of a view that people see is in the observation, under its name."""
    for seed in range(3):
        match = Match("pennsylvania", 3, seed)
        encoder = make_encoder(match.rules)
        shown = layout("pennsylvania", 3)
        rng = random.Random(seed)
        while not match.over:
            match.play(rng.choice(match.legal()))
            if rng.random() > 0.1 or match.over:
                continue
            seat = match.seat
            parts = shown.split(np.array(encoded(encoder, match.state, seat), dtype=np.int16))
            data = match.view(seat)
            order = [(seat + i) % 3 for i in range(3)]
            players = data["players"]
            assert isinstance(players, list)
            seats = [players[s] for s in order]
            assert parts["points"].tolist() == [p["points"] for p in seats]
            assert parts["cards"].tolist() == [p["cards"] for p in seats]
            assert parts["pieces"].tolist() == [p["pieces"] for p in seats]
            assert parts["tickets"].tolist() == [p["tickets"] for p in seats]
            assert np.flatnonzero(parts["kept"] == 1).tolist() == seats[0]["kept"]
            for rank, player in enumerate(seats):
                assert np.flatnonzero(parts["claimed"][rank]).tolist() == player["tracks"]
                assert int(parts["known"][rank].sum()) == sum(player["known"].values())
            assert parts["hand"].sum() == seats[0]["cards"]
            assert parts["deck"][0] == data["deck"]
            step = match.rules.step_names[int(parts["step"].argmax())]
            assert step == data["step"]
            mechanics = data["mechanics"]
            assert isinstance(mechanics, dict)
            for share in mechanics["shares"]:
                held = [len(share["held"][s]) for s in order]
                assert parts["shares"][:3, share["railroad"]].tolist() == held


def test_a_payment_shows_only_to_who_pays() -> None:
    match = Match("nordic_countries", 2, 4)
    shown = layout("nordic_countries", 2)
    encoder = make_encoder(match.rules)
    rng = random.Random(2)
    found = 0
    while not match.over:
        step = match.rules.step_names[match.state.step]
        if step in ("pay", "exchange", "give"):
            payer = match.seat
            mine, others = (
                shown.split(np.array(encoded(encoder, match.state, seat), dtype=np.int16))
                for seat in (payer, 1 - payer)
            )
            assert mine["track"].sum() == 1
            assert others["track"].sum() == 0
            assert match.rules.step_names[int(others["step"].argmax())] == "turn"
            found += 1
        match.play(rng.choice(match.legal()))
    assert found > 5
