"""docs/study.md and its pictures, made from the figures of the matches."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wagonik.arena.matches import Run
from wagonik.arena.metrics import Estimate, Figures, Mean
from wagonik.arena.report import charts
from wagonik.arena.report.boardmap import board_map, board_of, drawn
from wagonik.arena.report.style import CSS
from wagonik.games import GAMES, find_game

TOP: Final = 5  # tickets and tracks in a list
USUAL: Final = 3
DIGEST: Final = "first matches:"


@dataclass(frozen=True)
class Played:
    """A set of matches: what was played, its figures, and matches a second and core."""

    run: Run
    figures: Figures
    speed: float | None
    codes: tuple[str, ...] = ()  # which code played it, by its fingerprint
    digest: str = ""  # of its first matches, if it is one as published

    @property
    def name(self) -> str:
        return f"{self.run.game}-{self.run.players}"

    @property
    def plain(self) -> bool:
        return not self.run.options and not self.run.changes


def write_page(found: Sequence[Played], out: Path, bot: str) -> None:
    """Write the page, and its pictures into images/study beside it."""
    images = out.parent / "images" / "study"
    images.mkdir(parents=True, exist_ok=True)
    plain = [one for one in found if not one.run.options and not one.run.changes]
    fewest = min(one.figures.matches for one in plain)
    fewest_changed = min((one.figures.matches for one in found if one not in plain), default=0)
    matches = sum(one.figures.matches for one in found)
    parts = [
        "# The six games under study",
        "",
        f"What {matches:,} matches between players of the bot {bot.capitalize()} say about the "
        f"games: at least {fewest:,} for each game and number of players, and {fewest_changed:,} "
        "for each option and each changed rule. All players are of equal strength, "
        "so that what differs is the game's. Intervals are of 95 %: by bootstrap over matches for "
        "the order of play, Wilson's for other rates, normal ones for means. People play "
        "differently: what is true for Planner is a hint for them, not a law.",
        "",
        "*Made by `python -m benchmarks.study`, which plays the matches in pieces and goes on "
        f"where it was stopped. {_origin(found)} The matches of a seed are always the same; "
        "`python -m benchmarks.study --check` plays the first ones again and says whether the "
        "present rules and bots would play them in the same way.*",
        "",
        *(f"<!-- {DIGEST} {one.name} {one.digest} -->" for one in plain if one.digest),
        "",
        "## Who wins",
        "",
        "The share of wins of the first player, the second and so on. Bold: the interval leaves "
        "out the fair share.",
        "",
        "![Wins of the first player in every game and number of players, with intervals]"
        "(images/study/seats.svg)",
        "",
        *_seat_table(found),
        "",
        "## Scores and length",
        "",
        *_score_table(found),
        "",
        "“Ends” is how often whoever announced the last turns won: ending a match is mostly what "
        "the leader does.",
        "",
        "## Tickets and tracks that matter",
        "",
        "“Ahead” are the points of those who had a ticket or a track above the mean of the other "
        "seats, and “won” their share of wins. Both go together with winning; they do not prove "
        "that the track made the difference. With so many of them, one in twenty intervals misses "
        "by chance.",
        "",
    ]
    _save(images / "seats.svg", _seat_picture(found))
    for game in GAMES:
        sets = [one for one in found if one.run.game == game.key and one.plain]
        if not sets:
            continue
        one = next((s for s in sets if s.run.players == USUAL), sets[0])
        parts += _game_part(one, images)
    parts += _changes_part(found)
    parts += _speed_part(found)
    text = "\n".join(parts)
    out.write_text(re.sub(r"\n{3,}", "\n\n", text).rstrip() + "\n", encoding="utf-8")


def _origin(found: Sequence[Played]) -> str:
    """The seed and the code of the matches, by `wagonik.code.fingerprint`."""
    seeds = sorted({one.run.seed for one in found})
    games: dict[str, list[str]] = {}
    for one in found:
        for code in one.codes:
            name = find_game(one.run.game).name
            if name not in games.setdefault(code, []):
                games[code].append(name)
    told = f"Seed {', '.join(map(str, seeds))}"
    if len(games) == 1:
        return f"{told}, code `{next(iter(games))}`."
    parts = [f"`{code}` ({', '.join(names)})" for code, names in games.items()]
    return f"{told}, code {'; '.join(parts)}." if parts else f"{told}."


def _name(one: Played) -> str:
    return find_game(one.run.game).name


def _plain(found: Sequence[Played]) -> list[Played]:
    return [one for one in found if one.plain]


def _rate(estimate: Estimate, fair: float) -> str:
    words = f"{100 * estimate.value:.1f} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"
    return f"**{words}**" if estimate.excludes(fair) else words


def _seat_table(found: Sequence[Played]) -> list[str]:
    sets = _plain(found)
    most = max(one.run.players for one in sets)
    names = ("first", "second", "third", "fourth", "fifth")[:most]
    lines = [
        "| game | players | matches | fair | " + " | ".join(f"{n}, %" for n in names) + " |",
        "|---|--:|--:|--:|" + "--:|" * most,
    ]
    for one in sets:
        figures = one.figures
        cells = [_rate(estimate, figures.fair) for estimate in figures.orders]
        cells += [""] * (most - len(cells))
        lines.append(
            f"| {_name(one)} | {figures.players} | {figures.matches:,} | "
            f"{100 * figures.fair:.1f} | {' | '.join(cells)} |"
        )
    return lines


def _seat_picture(found: Sequence[Played]) -> str:
    """How far the first player is from a fair share, everywhere."""
    rows = [
        (
            f"{_name(one)}, {one.run.players}",
            Estimate(
                one.figures.orders[0].value - one.figures.fair,
                one.figures.orders[0].low - one.figures.fair,
                one.figures.orders[0].high - one.figures.fair,
            ),
        )
        for one in _plain(found)
    ]
    edge = max(0.03, *(max(abs(e.low), abs(e.high)) for _, e in rows)) * 1.1
    title = "Wins of the first player above or below a fair share, in points of a percent"
    return charts.intervals(title, rows, -edge, edge, 0.0)


def _score_table(found: Sequence[Played]) -> list[str]:
    lines = [
        "| game | players | winner's points | ahead of the second | turns of each | "
        "tickets kept | completed | ends, % | shared wins, % |",
        "|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for one in _plain(found):
        figures = one.figures
        kept, done = figures.ticket_rates()
        lines.append(
            f"| {_name(one)} | {figures.players} | {figures.winning.value:.1f} | "
            f"{figures.lead.value:.1f} | {figures.turns.value / figures.players:.1f} | "
            f"{kept:.0%} | {done:.0%} | {100 * figures.announcer.value:.1f} | "
            f"{100 * figures.shared / figures.matches:.2f} |"
        )
    return lines


def _game_part(one: Played, images: Path) -> list[str]:
    figures = one.figures
    sources = ", ".join(
        f"{source.name} {source.winners:.1f} (others {source.others:.1f})"
        for source in figures.sources
    )
    parts = [
        f"### {_name(one)}",
        "",
        f"{figures.players} players, {figures.matches:,} matches. Points of a winner: {sources}.",
        "",
    ]
    board = board_of(figures)
    if board is not None:
        file = f"{one.run.game}.svg"
        _save(images / file, board_map(figures, board, drawn(board)[0]), won=True)
        parts += [
            f"![The board of {_name(one)}: tracks that are won with are blue, those that are lost "
            f"with orange](images/study/{file})",
            "",
        ]
    tickets = [ticket for ticket in figures.tickets if ticket.kept >= 10]
    tickets.sort(key=lambda ticket: -ticket.margin.value)
    rows = [
        (t.name, f"{t.kept / t.offered:.0%} · {t.completed / t.kept:.0%}", t.won(), t.margin)
        for t in tickets
    ]
    parts += _extremes("tickets", "kept · completed", rows, figures.fair)
    tracks = [track for track in figures.tracks if track.claimed >= 10]
    tracks.sort(key=lambda track: -track.margin.value)
    rows = [(t.name, f"{t.claimed / figures.matches:.0%}", t.won(), t.margin) for t in tracks]
    parts += _extremes("tracks", "claimed", rows, figures.fair)
    return parts


def _extremes(
    noun: str, about: str, rows: Sequence[tuple[str, str, Estimate, Mean]], fair: float
) -> list[str]:
    if len(rows) < 2 * TOP:
        return []
    lines = [f"| {noun} | {about} | won, % | ahead |", "|---|--:|--:|--:|"]
    for name, often, won, margin in rows[:TOP]:
        lines.append(_extreme(name, often, won, margin, fair))
    lines.append("| … | | | |")
    for name, often, won, margin in rows[-TOP:]:
        lines.append(_extreme(name, often, won, margin, fair))
    return [*lines, ""]


def _extreme(name: str, often: str, won: Estimate, margin: Mean, fair: float) -> str:
    ahead = margin.estimate()
    return (
        f"| {name} | {often} | {_rate(won, fair)} | {ahead.value:+.1f} "
        f"({ahead.low:+.1f} to {ahead.high:+.1f}) |"
    )


def _changes_part(found: Sequence[Played]) -> list[str]:
    """What the rules and options change, game by game."""
    changed = [one for one in found if not one.plain]
    if not changed:
        return []
    parts = [
        "## What the rules change",
        "",
        "The same matches with one rule changed or one option on, beside the rules as they are; "
        f"{USUAL} players. `refresh` is the market that three locomotives sweep away, "
        "`locomotive_alone` that a face-up locomotive is the turn's only card, `tickets_leave` "
        "that tickets not kept leave the game. Bold: the interval of the difference leaves out "
        "zero; it is worked out as if the seeds were others, and so rather too wide. Planner knows "
        "the rule of the locomotive, and plays on as usual with the others: an option that it "
        "never uses changes nothing.",
        "",
        "| game | change | winner's points | ahead of the second | turns of each | wins of the "
        "first player, points of % |",
        "|---|---|--:|--:|--:|--:|",
    ]
    for one in changed:
        base = next(
            (p for p in found if p.plain and p.run.game == one.run.game
             and p.run.players == one.run.players),
            None,
        )  # fmt: skip
        if base is None:
            continue
        a, b = base.figures, one.figures
        players = a.players
        turns = Mean(b.turns.value / players, b.turns.deviation / players, b.matches).minus(
            Mean(a.turns.value / players, a.turns.deviation / players, a.matches)
        )
        seats = _gap(a, b)
        name = ", ".join([*one.run.options, *one.run.changes])
        parts.append(
            f"| {_name(one)} | `{name}` | {_change(b.winning.minus(a.winning))} | "
            f"{_change(b.lead.minus(a.lead))} | {_change(turns)} | {_change(seats)} |"
        )
    return [*parts, ""]


def _gap(a: Figures, b: Figures) -> Estimate:
    """The difference of the first player's wins, in points of a percent."""
    shares = [
        Mean(100 * f.orders[0].value, 100 * (f.orders[0].value * (1 - f.orders[0].value)) ** 0.5,
             f.matches)
        for f in (a, b)
    ]  # fmt: skip
    return shares[1].minus(shares[0])


def _change(gap: Estimate) -> str:
    words = f"{gap.value:+.1f} ({gap.low:+.1f} to {gap.high:+.1f})"
    return f"**{words}**" if gap.excludes(0) else words


def _speed_part(found: Sequence[Played]) -> list[str]:
    speeds = [one for one in found if one.plain and one.speed is not None]
    if not speeds:
        return []
    parts = [
        "## What it costs",
        "",
        "Matches a second on one core, their rows written:",
        "",
        "| game | players | matches a second |",
        "|---|--:|--:|",
    ]
    parts += [
        f"| {_name(one)} | {one.run.players} | {one.speed:.0f} |"
        for one in speeds
        if one.speed is not None
    ]
    return [*parts, ""]


def _save(path: Path, picture: str, won: bool = False) -> None:
    """A picture as a file of its own: it brings its colours along."""
    colours = CSS[: CSS.index("@media print")]
    more = "svg text{fill:var(--fg);font:12px sans-serif}svg .m{fill:var(--muted)}"
    more += "svg .halo{paint-order:stroke;stroke:var(--map);stroke-width:4px}"
    if won:
        more += ".t{fill:var(--won)}"
    head = picture.index(">") + 1
    start = picture[:head].replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    paper = "" if won else '<rect width="100%" height="100%" rx="8" fill="var(--card)"/>'
    text = f"{start}<style>{colours}{more}</style>{paper}{picture[head:]}\n"
    path.write_text(text, encoding="utf-8")
