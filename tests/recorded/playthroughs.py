"""Readable playthroughs: one match a game, every decision in notation and in words."""

import random
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.properties.playing import Setting, choose
from wagonik import Match
from wagonik.cli.words import Words
from wagonik.games import find_game

FOLDER = Path(__file__).parents[2] / "docs" / "playthroughs"
MATCHES = {
    "nordic_countries": (Setting("nordic_countries", 2), ["builder", "claimer"]),
    "northern_lights": (Setting("northern_lights", 3), ["builder", "exchanger", "long"]),
    "pennsylvania": (Setting("pennsylvania", 2), ["claimer", "long"]),
    "united_kingdom": (
        Setting("united_kingdom", 2, ("advanced_technologies",)),
        ["builder", "exchanger"],
    ),
    "card_game": (Setting("card_game", 4), ["claimer", "builder", "exchanger", "tickets"]),
    "paris": (Setting("paris", 3), ["claimer", "builder", "random"]),
}
SEED = 11


def page(game: str) -> str:
    """The page of one game's playthrough."""
    setting, styles = MATCHES[game]
    rng = random.Random(f"playthrough {game}")
    match = Match(game, setting.players, SEED, setting.switches())
    moves: list[tuple[int, int, str, int]] = []  # turn, seat, notation, events so far
    start = _event_count(match)
    while not match.over:
        turn, seat = int(match.state.turn), match.seat
        legal = match.legal()
        action = choose(match.rules, match.state, legal, styles[seat], rng)
        match.play(action)
        moves.append((turn, seat, match.rules.table.actions[action].text, _event_count(match)))
    words = Words(match)
    events = match.events()  # after the end, everything is told
    lines = _head(match, setting)
    for seat, group in groupby(events[:start], key=lambda event: event.get("seat")):
        lines.append(f"- {'' if seat is None else f'seat {seat} '}{words.tell(list(group), seat)}")
    lines += ["", "## The match"]
    last, at = -1, start
    for turn, seat, text, end in moves:
        if turn != last:
            lines += ["", f"**Turn {turn}**" if turn else "**First tickets**", ""]
        last = turn
        lines.append(f"- seat {seat} `{text}`{_told(words, events[at:end], seat)}")
        at = end
    return "\n".join(lines + _scores(match, words)) + "\n"


def _event_count(match: Match) -> int:
    return len(match.events())


def _told(words: Words, events: list[dict[str, Any]], seat: int) -> str:
    text = words.tell([event for event in events if event["event"] != "turn"], seat)
    return f" — {text}" if text else ""


def _head(match: Match, setting: Setting) -> list[str]:
    name = find_game(setting.game).name
    options = "".join(f", {option.replace('_', ' ')}" for option in setting.options)
    return [
        f"# A playthrough of {name}",
        "",
        f"{setting.players} players{options}, seed {match.seed}, seat {match.state.first} begins.",
        "Made by `python -m tests.recorded.make`; the players are simple programs, so do not",
        "learn strategy here. Every decision is given in its notation, with what happened;",
        "decisions with one possible answer are taken by the engine and only told.",
        "",
        "## Set-up",
        "",
        *_given(match),
    ]


def _given(match: Match) -> list[str]:
    count = match.rules.setup.locomotives
    return [f"- every seat is given {count} locomotive{'s' * (count > 1)}"] if count else []


def _scores(match: Match, words: Words) -> list[str]:
    names = [source.name for source in match.scores[0].sources]
    lines = [
        "",
        "## The final score",
        "",
        "| seat | " + " | ".join(names) + " | total |",
        "|---" * (len(names) + 2) + "|",
    ]
    for sheet in match.scores:
        cells = [str(sheet.points(name)) for name in names]
        lines.append(f"| {sheet.seat} | " + " | ".join(cells) + f" | **{sheet.total}** |")
    lines.append("")
    for sheet in match.scores:
        for source in sheet.sources:
            if source.items:
                told = "; ".join(_item(words, item) for item in source.items)
                lines.append(f"- seat {sheet.seat}, {source.name}: {told}")
    seats = " and ".join(f"seat {seat}" for seat in match.winners)
    by = f" ({match.decided_by} decided)" if match.decided_by else ""
    return [*lines, "", f"The winner: {seats}{by}."]


def _item(words: Words, item: dict[str, Any]) -> str:
    """A line of a score sheet, like "Bergen–Oslo (8) not done −8"."""
    points = f"{item['points']:+d}".replace("-", "−")
    if "ticket" in item:
        done = "done" if item["done"] else "not done"
        return f"{words.value('ticket', item['ticket'])} {done} {points}"
    names = [str(value) for value in item.values() if isinstance(value, str)]
    numbers = [f"{k} {v}" for k, v in item.items() if isinstance(v, int) and k != "points"]
    return f"{', '.join(names + numbers)} {points}"


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.md"


def write() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in MATCHES:
        path_of(game).write_text(page(game), encoding="utf-8")
