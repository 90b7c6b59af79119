"""One match of the arena, and one deal: the same match with the seats rotated."""

import hashlib
import time
from typing import Final

from wagonik.bots.guard import SafeBot
from wagonik.bots.registry import make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.engine.views import view_of
from wagonik.games import make_rules
from wagonik.match import View


def deal_seed(seed: int, game: str, players: int, deal: int) -> int:
    """The seed of one deal: the same for every line-up, so that all meet the same cards."""
    text = f"arena {seed} {game} {players} {deal}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


class Played:
    """What one match gave, seat by seat."""

    def __init__(self, totals: list[int], winners: list[int], turns: int) -> None:
        self.totals: Final = totals
        self.winners: Final = winners
        self.turns: Final = turns


class Deal:
    """The result of one deal for one bot of a line-up, over all rotations."""

    def __init__(self, deal: int) -> None:
        self.deal: Final = deal
        self.wins: dict[str, float] = {}
        self.points: dict[str, float] = {}
        self.seats: dict[str, int] = {}
        self.times: dict[str, list[float]] = {}
        self.faults: list[str] = []
        self.turns: int = 0
        self.matches: int = 0


def play(rules: Rules, bots: list[SafeBot], seed: int, times: list[list[float]]) -> Played:
    """Play a match between bots. Each sees only the views of its own seat."""
    out = ActionBuffer()
    state = rules.start(seed)
    rules.advance(state, out)
    for seat, bot in enumerate(bots):
        bot.start(View(rules, view_of(rules, state, seat), seat, []))
    clock = time.perf_counter
    while out.count > 0:
        seat = int(state.seat)
        view = View(rules, view_of(rules, state, seat), seat, out.list())
        before = clock()
        action = bots[seat].choose(view)
        times[seat].append(clock() - before)
        rules.play(state, action, out)
    final = rules.score(state)
    totals = [int(final.totals[seat]) for seat in range(rules.seats)]
    return Played(totals, list(final.winners), int(state.turn))


def play_deal(
    game: str,
    line_up: tuple[str, ...],
    seed: int,
    deal: int,
    seconds: float | None,
    options: dict[str, bool],
) -> Deal:
    """Play a deal once for every rotation of the line-up."""
    players = len(line_up)
    rules = make_rules(game, players, options)
    match_seed = deal_seed(seed, game, players, deal)
    result = Deal(deal)
    for turned in range(players):
        names = [line_up[(seat + turned) % players] for seat in range(players)]
        bots = [
            make_bot(name, (match_seed + 7919 * seat) % 2**62, seconds)
            for seat, name in enumerate(names)
        ]
        times: list[list[float]] = [[] for _ in names]
        played = play(rules, bots, match_seed, times)
        result.turns += played.turns
        result.matches += 1
        for seat, name in enumerate(names):
            won = 1.0 / len(played.winners) if seat in played.winners else 0.0
            result.wins[name] = result.wins.get(name, 0.0) + won
            result.points[name] = result.points.get(name, 0.0) + played.totals[seat]
            result.seats[name] = result.seats.get(name, 0) + 1
            result.times.setdefault(name, []).extend(times[seat])
        for bot in bots:
            result.faults.extend(str(fault) for fault in bot.faults)
    return result
