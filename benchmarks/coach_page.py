"""The measured part of docs/coach.md, from what benchmarks/coach.py has kept."""

import json
import math
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from wagonik.analysis.calibration import calibrations
from wagonik.games import GAMES

START: Final = "<!-- generated: python -m benchmarks.coach -->"
END: Final = "<!-- end of the generated part -->"
GAP_ERRORS: Final = 2.0  # that make a gap between two levels a clear one
WORDS: Final = {"novice": "Novice", "modest": "Modest", "planner": "Planner"}


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def mean_error(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return mean, math.nan
    spread = sum((number - mean) ** 2 for number in numbers)
    return mean, math.sqrt(spread / (len(numbers) * (len(numbers) - 1)))


def clear_gaps(levels: list[list[list[float]]]) -> bool:
    """Whether the mean loss falls from each level to the next by at least two errors, on the same
    deals."""
    return all(gap >= GAP_ERRORS * error for gap, error in gaps(levels))


def gaps(levels: list[list[list[float]]]) -> list[tuple[float, float]]:
    """How much less each level loses than the one before, with the error of that."""
    return [
        mean_error([a[0] - b[0] for a, b in zip(worse, better, strict=False)])
        for worse, better in pairwise(levels)
    ]


def write_page(results: Path, docs: Path) -> None:
    found: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        for place in sorted(results.glob(f"{game.key}-*.json")):
            data = json.loads(place.read_text(encoding="utf-8"))
            found[f"{game.name}, {data['players']}"] = data
    page = docs / "coach.md"
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    measured = {name: data["calibration"] for name, data in found.items() if "calibration" in data}
    parts = [
        *calibration(found, measured),
        *luck(measured),
        *costs(found),
        *agreement(found),
        *levels(found),
        *saved(found),
    ]
    page.write_text(f"{before}{START}\n\n" + "\n".join(parts) + f"\n{END}{after}", encoding="utf-8")
    (docs / "images" / "coach-calibration.svg").write_text(plot(measured), encoding="utf-8")


def brier(quarters: list[list[float]], column: int = 0) -> float:
    return sum(row[column] for row in quarters) / max(1, sum(row[2] for row in quarters))


def calibration(found: dict[str, dict[str, Any]], measured: dict[str, dict[str, Any]]) -> list[str]:
    tenths = " | ".join(f"{10 * i}–{10 * i + 10}" for i in range(10))
    lines = [
        "### Are the chances honest?",
        "",
        "Chances of the open table beside the results of matches between Planners: in each tenth, "
        "the mean of what was said and the share that was won, in percent. Each half of the "
        "matches is judged by numbers that were fitted on the other half.",
        "",
        "![What was said and what was won](images/coach-calibration.svg)",
        "",
        f"| game, players | matches | {tenths} |",
        "|---|--:|" + "--:|" * 10,
    ]
    for name, data in measured.items():
        cells = [
            f"{percent(said / count, 0)} → {percent(won / count, 0)}" if count >= 20 else ""
            for said, won, count in data["honest"]["bins"]
        ]
        lines.append(f"| {name} | {data['matches']:,} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "The Brier score is the mean squared error of a chance: of always saying 1 ÷ players, of "
        "the play-outs as they are, and made honest; the last by quarter of the match, too. Beside "
        "it the numbers that make them so: the power early and late in a match, and the share of "
        "doubt.",
        "",
        "| game, players | always equal | as they are | honest | first | second | third | last "
        "| early | late | doubt |",
        "|---|" + "--:|" * 10,
    ]
    for name, data in measured.items():
        quarters = data["honest"]["quarters"]
        scores = [brier(quarters, 1), brier(data["plain"]["quarters"]), brier(quarters)]
        scores += [brier([row]) for row in quarters]
        by = calibrations().get(f"{found[name]['game']}-{found[name]['players']}")
        numbers = [f"{by.early:.2f}", f"{by.late:.2f}", f"{by.doubt:.2f}"] if by else ["", "", ""]
        lines.append(
            f"| {name} | " + " | ".join([*(f"{each:.3f}" for each in scores), *numbers]) + " |"
        )
    return [*lines, ""]


def luck(measured: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### Is luck fair?",
        "",
        "What chance did to whoever drew, on average over decisions of the same matches, in "
        "percent of a win, with its standard error (over matches). It must be zero.",
        "",
        "| game, players | cards | decisions | tickets | draws |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, data in measured.items():
        cells = []
        for kind in ("cards", "tickets"):
            matches, decisions, total, squares = data["luck"][kind]
            if matches < 2:
                cells += ["", ""]
                continue
            # The error of a ratio of sums over matches, about its mean.
            spread = squares - total * total / matches
            error = math.sqrt(max(0.0, spread)) / decisions
            cells += [f"{100 * total / decisions:+.2f} ± {100 * error:.2f}", f"{decisions:,}"]
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def levels(found: dict[str, dict[str, Any]]) -> list[str]:
    names = list(dict.fromkeys(name for data in found.values() for name in data["levels"]))
    if not names:
        return []
    told = [WORDS.get(name, f"Master ({name.partition('@')[2]} play-outs)") for name in names]
    lines = [
        "### Do the figures tell good play from bad?",
        "",
        "Bots at a table of Planners. First the mean loss of a decision against the best move "
        "found, then the sum of a match's moves beside Planner's, both in percent of a win.",
        "",
        "| game, players | matches | " + " | ".join(told) + " |",
        "|---|--:|" + "--:|" * len(names),
    ]
    for name, data in found.items():
        counts = [len(data["levels"].get(each, [])) for each in names]
        if not any(counts):
            continue
        for column, label in ((0, "loss of a decision"), (1, "moves beside Planner's")):
            cells = []
            for each in names:
                rows = data["levels"].get(each, [])
                if len(rows) < 2:
                    cells.append("")
                    continue
                mean, error = mean_error([row[column] for row in rows])
                digits = 2 if column == 0 else 0
                sign = "" if column == 0 else "+"
                cells.append(f"{100 * mean:{sign}.{digits}f} ± {100 * error:.{digits}f}")
            head = f"{name}: {label}"
            matches = (
                str(min(counts)) if min(counts) == max(counts) else f"{min(counts)}–{max(counts)}"
            )
            lines.append(f"| {head} | {matches} | " + " | ".join(cells) + " |")
    return [*lines, "", *verdicts(found, names, told), ""]


def verdicts(found: dict[str, dict[str, Any]], names: list[str], told: list[str]) -> list[str]:
    """Where the loss tells the levels apart, and where and why it does not."""
    good: list[str] = []
    bad: list[str] = []
    for name, data in found.items():
        rows = [data["levels"].get(each, []) for each in names]
        if min(map(len, rows)) < 2:
            continue
        short = [
            f"{told[i]} loses {100 * gap:+.2f} ± {100 * error:.2f} more than {told[i + 1]}"
            for i, (gap, error) in enumerate(gaps(rows))
            if gap < GAP_ERRORS * error
        ]
        if short:
            bad.append(f"{name} ({'; '.join(short)})")
        else:
            good.append(name)
    lines = (
        [
            f"The loss puts the levels into their order, each gap at least two errors wide, in "
            f"{', '.join(good)}: there an accuracy is given."
        ]
        if good
        else []
    )
    if bad:
        lines += [
            *([""] if good else []),
            f"It does not, so no accuracy is given, in {', '.join(bad)}.",
        ]
    return lines


def costs(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### What it costs",
        "",
        "Processor seconds of one analysis of a match, on one core; several cores share the "
        "work. The table asks for a standard one, and for a deep one on request.",
        "",
        "| game, players | decisions | quick | standard | deep |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, data in found.items():
        cost = data["cost"]
        if not cost:
            continue
        cells = [
            f"{cost[budget][1]:.1f} s" if budget in cost else ""
            for budget in ("quick", "standard", "deep")
        ]
        decisions = next(iter(cost.values()))[0]
        lines.append(f"| {name} | {decisions} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def agreement(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### Do two analyses find the same?",
        "",
        "Matches of Modest with Planner, analysed in depth twice, with other seeds: the share of "
        "what one of them finds that the other finds, too. Key decisions are all that cost enough; "
        "key moments are what is told of them: the same advice once, five for a seat. The goal is "
        "nine of ten. Two analyses differ where a loss is near 3 %, or where the fifth and the "
        "sixth of a seat cost about the same.",
        "",
        "| game, players | matches | key decisions | found by both | key moments | told by both |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    rows = []
    for name, data in found.items():
        both = data.get("agreement", [])
        sums = [sum(column) for column in zip(*both, strict=True)]
        if not sums or not sums[1] + sums[2]:
            continue
        shared, first, second, *told, one, other = sums
        decisions, moments = first + second, one + other
        rows.append(
            f"| {name} | {len(both)} | {decisions} | {percent(2 * shared / decisions, 0)} % "
            f"| {moments} | {percent(sum(told) / max(1, moments), 0)} % |"
        )
    return [*lines, *rows, ""] if rows else []


def saved(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### How many matches does it save?",
        "",
        "`wagonik arena --luck-adjusted`, Planner against Modest with two players: how many times "
        "as many deals would be needed for the same interval without it, and what it costs. Each "
        "deal is played once for every seat of a bot, which takes out much of its luck already: "
        "this is what is saved beside it. The factor of so few deals is rough; "
        "about 1 is none saved.",
        "",
        "| game | deals | deals saved | processor seconds a match |",
        "|---|--:|--:|--:|",
    ]
    rows = [
        f"| {name} | {deals} | × {factor:.2f} | {seconds:.1f} |"
        for name, data in found.items()
        if "adjusted" in data
        for deals, factor, seconds in [data["adjusted"]]
    ]
    return [*lines, *rows, ""] if rows else []


# The plot

SIDE: Final = 150
GAP: Final = 40
COLUMNS: Final = 3
INK: Final = "#6b7280"
DOT: Final = "#2563eb"


def plot(measured: dict[str, dict[str, Any]]) -> str:
    """One square a game: what was said across, what was won upwards."""
    rows = (len(measured) + COLUMNS - 1) // COLUMNS
    width = COLUMNS * (SIDE + GAP) + GAP
    height = rows * (SIDE + 2 * GAP) + GAP // 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11" role="img" '
        'aria-label="What was said and what was won, for each game">'
    ]
    for number, (name, data) in enumerate(measured.items()):
        x = GAP + number % COLUMNS * (SIDE + GAP)
        y = GAP + number // COLUMNS * (SIDE + 2 * GAP)
        parts.append(f'<text x="{x}" y="{y - 8}" fill="{INK}">{name}</text>')
        parts.append(
            f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="none" stroke="{INK}"/>'
        )
        parts.append(
            f'<line x1="{x}" y1="{y + SIDE}" x2="{x + SIDE}" y2="{y}" stroke="{INK}" '
            'stroke-dasharray="3 3"/>'
        )
        for at, label in ((0.0, "0"), (0.5, "50"), (1.0, "100 %")):
            parts.append(
                f'<text x="{x + at * SIDE:.0f}" y="{y + SIDE + 14}" fill="{INK}" '
                f'text-anchor="middle">{label}</text>'
            )
        for said, won, count in data["honest"]["bins"]:
            if count >= 20:
                share = won / count
                error = math.sqrt(max(share * (1 - share), 1 / count) / count) * 2
                cx, cy = x + said / count * SIDE, y + SIDE - share * SIDE
                low, high = cy + error * SIDE, cy - error * SIDE
                parts.append(
                    f'<line x1="{cx:.1f}" y1="{low:.1f}" x2="{cx:.1f}" y2="{high:.1f}" '
                    f'stroke="{DOT}"/><circle cx="{cx:.1f}" cy="{cy:.1f}" r="3" fill="{DOT}"/>'
                )
    return "".join(parts) + "</svg>\n"
