"""The reasons of the shipped puzzles as a player reads them: `python -m benchmarks.coach_reasons`
prints some of each game, found anew; with `--write` all are put into the files of puzzles. With
`--matches`, those of the whole matches that `benchmarks.coach` has analysed in depth."""

import argparse
import dataclasses
import json
from collections import Counter
from typing import Final

from benchmarks.coach_calibration import RAW
from wagonik.analysis import puzzles
from wagonik.analysis.judge import Judge, sample_seed
from wagonik.analysis.reasons import explain_choice
from wagonik.analysis.report import MoveReason, Puzzle
from wagonik.analysis.work import own_code
from wagonik.cli.advice import move_words, offered, reason_words
from wagonik.cli.words import Words
from wagonik.games import GAMES
from wagonik.records import replay

SHOWN: Final = 10


def reasons_of(puzzle: Puzzle) -> tuple[MoveReason, ...]:
    """The reasons of a puzzle as it would be made today."""
    match = replay(puzzle.record())
    rival = next(each for each in puzzle.candidates if each.action not in puzzle.better)
    seed = sample_seed(match.seed, len(match.history), "puzzle")
    return explain_choice(
        Judge(match.rules),
        match.observe(puzzle.seat),
        puzzle.better[0],
        rival.action,
        puzzles.REASON_SAMPLES,
        seed,
    ) or (MoveReason("sampled", {"gain": puzzle.margin}),)


def show_matches(game: str) -> None:
    """The key moments of analysed matches, with their reasons."""
    kinds: Counter[str] = Counter()
    for place in sorted((RAW / own_code()).glob(f"{game}-*.json")):
        data = json.loads(place.read_text(encoding="utf-8"))
        print(place.stem)
        for moment in data["analysis"]["moments"]:
            match = replay(data["record"], moment["decision"])
            words = Words(match)
            offer = offered(match, moment["seat"])
            played, *better = (
                move_words(match, words, action, offer)
                for action in (moment["played"], *moment["better"])
            )
            reasons = [MoveReason(**each) for each in moment["reasons"]]
            kinds.update(each.kind for each in reasons[:1])
            sentences = " ".join(reason_words(match, words, each) for each in reasons)
            size, loss = moment["size"], 100 * moment["loss"]
            print(f"  {size} {loss:.1f}: {played} [{' or '.join(better)}]: {sentences}")
    print(game, kinds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", default=",".join(game.key for game in GAMES))
    parser.add_argument("--write", action="store_true", help="into the shipped puzzles")
    parser.add_argument("--matches", action="store_true", help="of whole matches")
    options = parser.parse_args()
    for game in options.games.split(","):
        if options.matches:
            show_matches(game)
            continue
        place = puzzles.SHIPPED / f"{game}.json"
        found = puzzles.load(place)
        step = 1 if options.write else max(1, len(found) // SHOWN)
        told = [dataclasses.replace(puzzle, reasons=reasons_of(puzzle)) for puzzle in found[::step]]
        print(game, Counter(reason.kind for puzzle in told for reason in puzzle.reasons[:1]))
        for puzzle in told[:: max(1, len(told) // SHOWN)]:
            match = replay(puzzle.record())
            words = Words(match)
            rival = next(each for each in puzzle.candidates if each.action not in puzzle.better)
            better, other = (
                move_words(match, words, action, offered(match, puzzle.seat))
                for action in (puzzle.better[0], rival.action)
            )
            sentences = " ".join(reason_words(match, words, each) for each in puzzle.reasons)
            print(f"  {better} [not {other}]: {sentences}")
        if options.write:
            puzzles.save(place, told, puzzles.next_seed(place))


if __name__ == "__main__":
    main()
