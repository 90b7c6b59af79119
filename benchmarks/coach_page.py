"""The measured part of docs/coach.md, from what benchmarks/coach.py has kept."""

import json
import math
from pathlib import Path
from typing import Any, Final

from wagonik.games import GAMES

START: Final = "<!-- generated: python -m benchmarks.coach -->"
END: Final = "<!-- end of the generated part -->"
WORDS: Final = {"novice": "Novice", "modest": "Modest", "planner": "Planner"}


def percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}"


def mean_error(numbers: list[float]) -> tuple[float, float]:
    mean = sum(numbers) / len(numbers)
    if len(numbers) < 2:
        return mean, math.nan
    spread = sum((number - mean) ** 2 for number in numbers)
    return mean, math.sqrt(spread / (len(numbers) * (len(numbers) - 1)))


def write_page(results: Path, docs: Path) -> None:
    found: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        place = results / f"{game.key}.json"
        if place.is_file():
            found[game.name] = json.loads(place.read_text(encoding="utf-8"))
    page = docs / "coach.md"
    text = page.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    parts = [*calibration(found), *luck(found), *levels(found), *costs(found), *saved(found)]
    page.write_text(f"{before}{START}\n\n" + "\n".join(parts) + f"\n{END}{after}", encoding="utf-8")
    (docs / "images" / "coach-calibration.svg").write_text(plot(found), encoding="utf-8")


def calibration(found: dict[str, dict[str, Any]]) -> list[str]:
    tenths = " | ".join(f"{10 * i}–{10 * i + 10}" for i in range(10))
    lines = [
        "### Are the chances honest?",
        "",
        "Chances of the open table beside the results of matches between Planners: in each tenth, "
        "the mean of what was said and the share that was won, in percent. The Brier score is the "
        "mean squared error; beside it that of always saying 1 ÷ players.",
        "",
        "![What was said and what was won](images/coach-calibration.svg)",
        "",
        f"| game, players | matches | {tenths} | Brier |",
        "|---|--:|" + "--:|" * 11,
    ]
    for name, data in found.items():
        cells = [
            f"{percent(said / count, 0)} → {percent(won / count, 0)}" if count >= 20 else ""
            for said, won, count in data["bins"]
        ]
        square = sum(row[0] for row in data["quarters"])
        base = sum(row[1] for row in data["quarters"])
        count = max(1, sum(row[2] for row in data["quarters"]))
        lines.append(
            f"| {name}, {data['players']} | {data['matches']:,} | "
            + " | ".join(cells)
            + f" | {square / count:.3f} ({base / count:.3f}) |"
        )
    lines += [
        "",
        "The Brier score by quarter of the match:",
        "",
        "| game, players | first | second | third | last |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, data in found.items():
        cells = [f"{row[0] / max(1, row[2]):.3f}" for row in data["quarters"]]
        lines.append(f"| {name}, {data['players']} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def luck(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### Is luck fair?",
        "",
        "What chance did to whoever drew, on average over decisions of the same matches, in "
        "percent of a win, with its standard error (over matches). It must be zero.",
        "",
        "| game, players | cards | decisions | tickets | draws |",
        "|---|--:|--:|--:|--:|",
    ]
    for name, data in found.items():
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
        lines.append(f"| {name}, {data['players']} | " + " | ".join(cells) + " |")
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
            head = f"{name}, {data['players']}: {label}"
            lines.append(f"| {head} | {min(counts)}–{max(counts)} | " + " | ".join(cells) + " |")
    return [*lines, ""]


def costs(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### What it costs",
        "",
        "Processor seconds of one analysis, on one core of a busy machine; several cores share the "
        "work. Beside it, the share of the key decisions of two deep analyses "
        "with different seeds that the other one finds, too.",
        "",
        "| game, players | decisions | quick | standard | deep | found by both |",
        "|---|--:|--:|--:|--:|--:|",
    ]
    for name, data in found.items():
        cost = data["cost"]
        if not cost:
            continue
        cells = [
            f"{cost[budget][1]:.1f} s" if budget in cost else ""
            for budget in ("quick", "standard", "deep")
        ]
        both = data.get("agreement", [])
        shared, found_once = sum(row[0] for row in both), sum(row[1] + row[2] for row in both)
        agreed = f"{200 * shared / found_once:.0f} % of {found_once}" if found_once else ""
        decisions = next(iter(cost.values()))[0]
        head = f"{name}, {data['players']}"
        lines.append(f"| {head} | {decisions} | " + " | ".join(cells) + f" | {agreed} |")
    return [*lines, ""]


def saved(found: dict[str, dict[str, Any]]) -> list[str]:
    lines = [
        "### How many matches does it save?",
        "",
        "`wagonik arena --luck-adjusted`, Planner against Modest with two players: how many times "
        "as many deals would be needed for the same interval without it, and what it costs.",
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


def plot(found: dict[str, dict[str, Any]]) -> str:
    """One square a game: what was said across, what was won upwards."""
    rows = (len(found) + COLUMNS - 1) // COLUMNS
    width = COLUMNS * (SIDE + GAP) + GAP
    height = rows * (SIDE + 2 * GAP) + GAP // 2
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11" role="img" '
        'aria-label="What was said and what was won, for each game">'
    ]
    for number, (name, data) in enumerate(found.items()):
        x = GAP + number % COLUMNS * (SIDE + GAP)
        y = GAP + number // COLUMNS * (SIDE + 2 * GAP)
        parts.append(f'<text x="{x}" y="{y - 8}" fill="{INK}">{name}, {data["players"]}</text>')
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
        for said, won, count in data["bins"]:
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
