"""Puzzles: positions of self-play in which one move is clearly the best, with their proof.

A position becomes a puzzle if the best move is ahead of all others by a clear margin on fresh
samples of its seat's view, and again, with another seed, in play-outs to the very end. Moves of
the same worth count as one.
"""

import dataclasses
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wagonik.analysis.decisions import plain
from wagonik.analysis.judge import Judge, Measured, Trial, sample_seed
from wagonik.analysis.reasons import explain_choice
from wagonik.analysis.report import AnalysisError, Candidate, MoveReason, Puzzle
from wagonik.analysis.work import own_code
from wagonik.bots.games import find_knowledge
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.registry import make_bot
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.events import EVENT_SIZE
from wagonik.engine.state import State
from wagonik.games import find_game
from wagonik.match import Match
from wagonik.records import replay

SHIPPED: Final = Path(__file__).parent / "shipped"

MARGIN: Final = 0.08  # by which the best is ahead of all that is not as good
SAME: Final = 0.015  # moves that differ by less are of the same worth
CLEAR: Final = 2.0  # errors that a margin must be clear of
MOST_SAME: Final = 2  # moves of the same worth as the best, with it
PROVEN: Final = 0.05  # the margin to the very end
SURE: Final = 3.0  # errors that the proof must be clear of
LEAST_CHANCE: Final = 0.08  # nothing is asked about a match that is as good as over
MOST_CHANCE: Final = 0.95
LOOK: Final = 24
JUDGE: Final = 200
TO_END: Final = 300  # samples, and as many again while the proof is open
MOST_TO_END: Final = 1500
FINALISTS: Final = 6
LEAST_FINALISTS: Final = 4
RIVALS: Final = 3  # that a proof compares with
PER_MATCH: Final = 3
NEAR_END: Final = 3.0  # turns left
LEAST_MOVES: Final = 3
REASON_SAMPLES: Final = 200

THEMES: Final = (
    "draw_or_claim",
    "which_route",
    "tickets",
    "more_tickets",
    "payment",
    "tunnel",
    "end",
    "technology",
    "shares",
    "rows",
    "robbery",
)
# The theme of a move by the family of its action, where that says it; what a game adds it names
# itself (`terms` of its knowledge in `bots/games`).
_FAMILIES: Final[dict[str, str]] = {
    "keep": "tickets",
    "tickets": "more_tickets",
    "pay": "payment",
    "exchange": "payment",
    "give": "payment",
}


@dataclass(frozen=True, slots=True)
class Proof:
    """The best move of a puzzle against the best of the others.

    Attributes:
        margin: By how much it is ahead.
        end: The same in play-outs to the very end.
    """

    margin: Measured
    end: Measured

    @property
    def holds(self) -> bool:
        """Whether the puzzle is right: clearly ahead, and ahead to the very end."""
        return self.margin.clear(CLEAR) and self.margin.mean > MARGIN / 2 and self.end.mean > 0.0


def shipped(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with Wagonik; none for a game that has none."""
    place = SHIPPED / f"{game}.json"
    return load(place) if place.is_file() else ()


def load(place: Path) -> tuple[Puzzle, ...]:
    """The puzzles of a file."""
    try:
        data = json.loads(place.read_text(encoding="utf-8"))
        return tuple(_puzzle(each) for each in data["puzzles"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise AnalysisError(f"{place.name} is not a file of puzzles: {error}.") from error


def _puzzle(data: dict[str, Any]) -> Puzzle:
    return Puzzle(
        **{
            **data,
            "options": tuple(data["options"]),
            "actions": tuple(
                tuple(each) if isinstance(each, list) else each for each in data["actions"]
            ),
            "better": tuple(data["better"]),
            "candidates": tuple(Candidate(*each) for each in data["candidates"]),
            "proof": tuple(data["proof"]),
            "reasons": tuple(MoveReason(**each) for each in data["reasons"]),
        }
    )


def save(place: Path, puzzles: Sequence[Puzzle], following: int) -> None:
    """Write puzzles, one a line, and the seed to go on with."""
    lines = []
    for puzzle in puzzles:
        data = dataclasses.asdict(puzzle)
        data["candidates"] = [
            [each.action, round(each.gain, 4), round(each.error, 4)] for each in puzzle.candidates
        ]
        for key in ("margin", "error"):
            data[key] = round(data[key], 4)
        data["proof"] = [round(number, 4) for number in puzzle.proof]
        data["reasons"] = [
            {"kind": each.kind, "values": {k: _short(v) for k, v in each.values.items()}}
            for each in puzzle.reasons
        ]
        lines.append(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    text = f'{{"next":{following},"puzzles":[\n' + ",\n".join(lines) + "\n]}\n"
    part = place.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(place)


def _short(value: float | str) -> float | str:
    return round(value, 3) if isinstance(value, float) else value


def next_seed(place: Path) -> int:
    """The seed that a file of puzzles goes on with."""
    return int(json.loads(place.read_text(encoding="utf-8"))["next"]) if place.is_file() else 0


# Making


def make(
    game: str,
    place: Path,
    count: int,
    players: int = 2,
    seed: int = 1,
    told: Callable[[int, int], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> tuple[Puzzle, ...]:
    """Find puzzles in matches of Planner with Modest until a file has so many. It goes on where
    an earlier run stopped, and prefers themes of which there are few.

    Args:
        told: Called after each match with the numbers of puzzles and of matches.
    """
    find_game(game)
    found = list(load(place)) if place.is_file() else []
    number = max(seed, next_seed(place))
    while len(found) < count and not (stop is not None and stop()):
        themes = Counter(puzzle.theme for puzzle in found)
        most = max(PER_MATCH, count // 3)
        kept: list[Puzzle] = []
        for puzzle in find(game, players, number):
            if themes[puzzle.theme] < most:
                kept.append(puzzle)
                themes[puzzle.theme] += 1
            if len(kept) == PER_MATCH:
                break
        found += kept
        number += 1
        save(place, found, number)
        if told is not None:
            told(len(found), number)
    return tuple(found)


def find(game: str, players: int, seed: int) -> Iterator[Puzzle]:
    """The puzzles of one match."""
    match = Match(game, players, seed)
    names = ["planner" if (seat + seed) % 2 else "modest" for seat in range(players)]
    bots = [make_bot(name, seed) for name in names]
    judge = Judge(match.rules)
    while not match.over:
        seat = match.deciding[0]
        view = match.observe(seat)
        if len(view.legal) >= LEAST_MOVES:
            found = ask(judge, match, seat)
            if found is not None:
                yield found
        match.play(bots[seat].choose(view), seat)


def ask(judge: Judge, match: Match, seat: int) -> Puzzle | None:
    """A puzzle of the decision that a seat is to make, if it is one."""
    view = match.observe(seat)
    codes = [code for code in judge.candidates(view.state, seat, view.legal) if code == plain(code)]
    if len(codes) < LEAST_MOVES:
        return None
    seed = sample_seed(match.seed, len(match.history), "puzzle")
    look = Trial(judge, view.state, seat, codes, sample_seed(seed, "look"))
    for samples in (LOOK // 2, LOOK):  # most positions are none, which is soon seen
        look.look(samples, ())
        best = look.best()
        if not LEAST_CHANCE < look.mean(best) < MOST_CHANCE:
            return None
        ranked = sorted(look.actions, key=lambda code: -look.mean(code))
        if sum(look.gain(best, code).mean < MARGIN / 2 for code in ranked) > MOST_SAME + 1:
            return None
    # Some of those that were given up are among the finalists if there are few others.
    hopeless = sorted(
        (code for code in look.rows if code not in ranked),
        key=lambda code: look.gain(best, code).mean,
    )
    finalists = [*ranked[:FINALISTS], *hopeless[: max(0, LEAST_FINALISTS - len(ranked))]]
    final = Trial(judge, view.state, seat, finalists, sample_seed(seed, "judge"))
    for samples in (JUDGE // 4, JUDGE - JUDGE // 4):
        final.play(samples)
        split = _split(final, best)
        if split is None and samples > JUDGE // 4:
            return None
        if not _promising(final, best):
            return None
    # The proof names all moves, those that were soon given up as well, on the same samples.
    final.join([code for code in look.rows if code not in final.rows])
    split = _split(final, best)
    if split is None:
        return None
    same, others = split
    if not others:
        return None
    rivals = others[:RIVALS]
    margin = final.gain(best, rivals[0])
    end = _to_end(judge, view.state, seat, best, rivals, sample_seed(seed, "end"))
    if end.mean < PROVEN or not end.clear(SURE):
        return None
    gains = {code: final.gain(code, best) for code in final.rows}
    candidates = [Candidate(code, min(0.0, gain.mean), gain.error) for code, gain in gains.items()]
    return Puzzle(
        f"{match.game}-{match.players}-{match.seed}-{len(match.history)}",
        match.game,
        match.version,
        match.players,
        tuple(sorted(match.options)),
        str(match.seed),
        _actions(match),
        seat,
        theme_of(judge, match, seat, best, rivals[0]),
        tuple(same),
        tuple(sorted(candidates, key=lambda each: -each.gain)),
        margin.mean,
        margin.error,
        (end.mean, end.error),
        explain_choice(judge, view, best, rivals[0], REASON_SAMPLES, seed)
        or (MoveReason("sampled", {"gain": margin.mean}),),
        own_code(),
    )


def _actions(match: Match) -> tuple[int | tuple[int, int], ...]:
    actions = match.record()["actions"]
    assert isinstance(actions, list)
    return tuple((each[0], each[1]) if isinstance(each, list) else each for each in actions)


def _promising(trial: Trial, best: int) -> bool:
    """Whether all others could be the same or far behind."""
    for code in trial.actions:
        if code != best:
            gain = trial.gain(best, code)
            low, high = gain.mean - CLEAR * gain.error, gain.mean + CLEAR * gain.error
            if low > SAME and high < MARGIN:
                return False
            if high < -SAME:
                return False
    return True


def _split(trial: Trial, best: int) -> tuple[list[int], list[int]] | None:
    """Moves of the same worth as the best, with it, and those far behind, the nearest first; None
    if there are others."""
    same, others = [best], []
    for code in trial.actions:
        if code == best:
            continue
        gain = trial.gain(best, code)
        if abs(gain.mean) < SAME:
            same.append(code)
        elif gain.mean >= MARGIN and gain.clear(CLEAR):
            others.append(code)
        else:
            return None
    others.sort(key=lambda code: trial.gain(best, code).mean)
    return (same, others) if len(same) <= MOST_SAME else None


def _to_end(
    judge: Judge, view: State, seat: int, best: int, rivals: Sequence[int], seed: int
) -> Measured:
    """By how much the best is ahead of its nearest rival at the very end."""
    trial = Trial(judge, view, seat, [best, *rivals], seed)
    while True:
        trial.play(TO_END, to_end=True)
        least = min((trial.gain(best, code) for code in rivals), key=lambda m: m.mean)
        hopeless = least.mean + CLEAR * least.error < PROVEN
        if hopeless or trial.count >= MOST_TO_END or least.clear(SURE + 1.0):
            return least


def theme_of(judge: Judge, match: Match, seat: int, best: int, rival: int) -> str:
    """What a puzzle is about."""
    table = match.rules.table.actions
    family, other = table[best].family, table[rival].family
    own = find_knowledge(match.rules).terms.themes
    themes = {**_FAMILIES, **own}
    if _robs(match, seat, best):
        return "robbery"
    if match.state.last_turns >= 0 or _time(judge, match, seat) <= NEAR_END:
        return "end"
    if family in themes:
        return themes[family]
    if family == "claim" and other == "claim":
        return "which_route"
    if other in own:
        return own[other]
    return "draw_or_claim"


def _time(judge: Judge, match: Match, seat: int) -> float:
    """Turns left, by Planner's count; many in a game without one."""
    outlook = judge.search.outlook
    if isinstance(outlook, BoardOutlook) and isinstance(match.rules, BoardRules):
        return float(outlook.planner.turns_left(match.observe(seat).state, seat))
    return NEAR_END + 1.0


def _robs(match: Match, seat: int, action: int) -> bool:
    """Whether a move takes something away from somebody at once."""
    twin = match.copy()
    before = len(twin.state.log)
    twin.play(action, seat)
    types = twin.rules.event_types
    log = twin.state.log
    return any(types[log[at]].name == "robbed" for at in range(before, len(log), EVENT_SIZE))


# Checking


def prove(puzzle: Puzzle, seed: int, samples: int = JUDGE, to_end: int = TO_END) -> Proof:
    """Judge a puzzle again with samples of another seed."""
    match = replay(puzzle.record())
    judge = Judge(match.rules)
    view = match.observe(puzzle.seat)
    best = puzzle.better[0]
    rivals = [each.action for each in puzzle.candidates if each.action not in puzzle.better]
    rivals = rivals[:RIVALS]
    found = []
    for count, end in ((samples, False), (to_end, True)):
        trial = Trial(judge, view.state, puzzle.seat, [best, *rivals], sample_seed(seed, end))
        trial.play(count, end)
        found.append(min((trial.gain(best, code) for code in rivals), key=lambda m: m.mean))
    return Proof(*found)
