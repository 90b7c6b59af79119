"""Refusals are codes with values: the words are made by the client."""

import json
import random
from typing import Any, cast

import msgspec
import pytest

from tests.server.test_live import setup
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, PILE, TOTAL
from wagonik.games import GAMES
from wagonik.server.errors import cause_of
from wagonik.server.live import LiveMatch
from wagonik.server.protocol.answers import Reason
from wagonik.server.protocol.web import Cause

KEYS = [game.key for game in GAMES]
BOARDS = [game.key for game in GAMES if game.has_board]


@pytest.mark.parametrize("game", KEYS)
def test_every_refusal_has_a_code_and_values_that_can_be_sent(game: str) -> None:
    rng = random.Random(11)
    live = LiveMatch(setup(game, seed=3), [])
    table = live.match.rules.table.actions
    for _ in range(60):
        if live.over:
            break
        for seat in range(2):
            for action in rng.sample(range(len(table)), 25):
                found = live.why(seat, action)
                if found is None:
                    assert action in live.match.legal(seat)
                    continue
                assert found.code not in ("", "illegal")
                assert found.text.endswith(".")
                sent = Reason(
                    id=1,
                    seat=seat,
                    action=action,
                    possible=False,
                    text=found.text,
                    why=cause_of(found),
                )
                again = msgspec.json.decode(msgspec.json.encode(sent), type=Reason)
                assert again.why == Cause(code=found.code, values=cast(Any, found.values))
                json.dumps(found.values)
        seat = live.deciding[0]
        live.play(seat, [rng.choice(live.match.legal(seat))], 0.0)


@pytest.mark.parametrize("game", BOARDS)
def test_cards_are_counted_with_all_that_stands_for_them(game: str) -> None:
    """A track that can be claimed is paid in full; one that lacks cards lacks some of them, with
    locomotives, pairs and exchanges counted."""
    rng = random.Random(7)
    live = LiveMatch(setup(game, seed=9), [])
    rules = live.match.rules
    assert isinstance(rules, BoardRules)
    seen = {"payable": 0, "cards": 0, "before the turn": 0}
    for _ in range(400):
        if live.over:
            break
        seat = live.deciding[0]
        legal = live.match.legal(seat)
        state = live.match.state
        if state.step == rules.turn_step:
            for track in rng.sample(range(rules.board.track_count), 12):
                found = live.why(seat, rules.claim_action + track)
                if found is None:
                    far = rules.how_far(state, seat, track)
                    assert far["have"] == far["need"]
                    seen["payable"] += 1
                elif found.code == "cards":
                    have, need = cast(int, found.values["have"]), cast(int, found.values["need"])
                    assert 0 <= have < need
                    seen["cards"] += 1
                other = live.why(1 - seat, rules.claim_action + track)
                assert other is not None
                if other.code != "turn":
                    seen["before the turn"] += 1
        # Drawing is what fills a hand: of other things only some.
        draws = [a for a in legal if rules.table.actions[a].family in ("deck", "market")]
        live.play(seat, [rng.choice(draws if draws and rng.random() < 0.8 else legal)], 0.0)
    assert min(seen.values()) > 0, seen


def test_a_ferry_counts_pairs() -> None:
    """Two cards of one colour stand for a locomotive on a ferry of Northern Lights."""
    live = LiveMatch(setup("northern_lights", seed=2), [])
    rules = live.match.rules
    assert isinstance(rules, BoardRules)
    board = rules.board
    ferry = next(t for t in range(board.track_count) if board.symbols[t] == 1 < board.length[t])
    hand = live.match.state.hand
    for kind in range(PILE):
        hand[kind] = 0
    plain = 3 if board.colour[ferry] == ANY_COLOUR else int(board.colour[ferry])
    hand[4 if plain == 3 else 3] = hand[TOTAL] = 2
    far = rules.how_far(live.match.state, 0, ferry)
    assert (far["pairs"], far["exchange"], far["wild"]) == (True, 2, True)
    assert far["have"] in (1, 2)
    need = cast(int, far["need"])
    hand[plain] += need - 1
    hand[TOTAL] += need - 1
    assert rules.how_far(live.match.state, 0, ferry)["have"] == need


def test_what_a_track_asks_for_is_told() -> None:
    live = LiveMatch(setup("united_kingdom", seed=4), [])
    rules = live.match.rules
    assert isinstance(rules, BoardRules)
    asked = [rules.asked_of(track) for track in range(rules.board.track_count)]
    assert [] in asked
    track = asked.index(["stoker"])
    found = live.why(0, rules.claim_action + track)
    assert found is not None
    assert (found.code, found.values) == ("technology", {"technologies": ["stoker"]})
