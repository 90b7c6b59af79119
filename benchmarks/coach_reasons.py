"""The reasons of the shipped puzzles as a player reads them: `python -m benchmarks.coach_reasons`
prints some of each game, found anew. With `--write` all puzzles are judged and put into their
files anew, but those that are none any more; `wagonik puzzles make` fills up. With `--matches`,
those of the whole matches that `benchmarks.coach` has analysed in depth."""

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


def write(game: str) -> None:
    """Judge all puzzles of a game as if they were found today."""
    place = puzzles.SHIPPED / f"{game}.json"
    found = []
    for puzzle in puzzles.load(place):
        match = replay(puzzle.record())
        again = puzzles.ask(Judge(match.rules), match, puzzle.seat)
        if again is None or set(again.better) != set(puzzle.better):
            print(f"  {puzzle.id}: none any more, or another one")
        if again is not None:
            found.append(again)
    puzzles.save(place, found, puzzles.next_seed(place))
    print(game, len(found))


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
        if options.write:
            write(game)
            continue
        found = puzzles.shipped(game)
        step = max(1, len(found) // SHOWN)
        told = [dataclasses.replace(puzzle, reasons=reasons_of(puzzle)) for puzzle in found[::step]]
        print(game, Counter(reason.kind for puzzle in told for reason in puzzle.reasons[:1]))
        for puzzle in told:
            match = replay(puzzle.record())
            words = Words(match)
            rival = next(each for each in puzzle.candidates if each.action not in puzzle.better)
            better, other = (
                move_words(match, words, action, offered(match, puzzle.seat))
                for action in (puzzle.better[0], rival.action)
            )
            sentences = " ".join(reason_words(match, words, each) for each in puzzle.reasons)
            print(f"  {better} [not {other}]: {sentences}")


if __name__ == "__main__":
    main()
