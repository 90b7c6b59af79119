"""The page of a report: its sections, for one set of matches or for several side by side."""

import math
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from wagonik.arena.dataset import ticket_facts
from wagonik.arena.metrics import CERTAINTY, Estimate, Figures, Mean, rate
from wagonik.arena.report import charts
from wagonik.arena.report.boardmap import board_map, board_of, drawn
from wagonik.arena.report.style import CSS, SCRIPT
from wagonik.games import find_game, make_rules

ORDER = ("first", "second", "third", "fourth", "fifth", "sixth")


def document(title: str, body: str) -> str:
    """A whole page around a body. It asks the network for nothing, and says so."""
    policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{escape(title)}</title><style>{CSS}</style></head><body>"
        f'<a class="skip" href="#main">To the figures</a>{body}'
        f"<script>{SCRIPT}</script></body></html>\n"
    )


def report_page(sets: Sequence[Figures], names: Sequence[str] | None = None) -> str:
    """The report of one or more sets of matches; two of them are compared."""
    titles = [label(figures, sets) for figures in sets] if names is None else list(names)
    title = " and ".join(dict.fromkeys(game_name(figures) for figures in sets))
    body = [_header(f"{title}: a report", sets, titles)]
    body.append('<main id="main">')
    if len(sets) == 2:
        body.append(_differences(sets, titles))
    groups = [list(sets)] if len(sets) == 2 else [[figures] for figures in sets]
    tags = [titles] if len(sets) == 2 else [[name] for name in titles]
    for number, (group, tag) in enumerate(zip(groups, tags, strict=True)):
        if len(groups) > 1:
            body.append(f'<h2 id="set{number}">{escape(tag[0])}</h2>{tiles(group[0])}')
        elif len(sets) == 1:
            body.append(tiles(sets[0]))
        body += _sections(group, tag, len(groups) > 1)
    body.append(f"</main>{_footer(sets)}")
    return document(f"{title} · Wagonik", "".join(body))


def game_name(figures: Figures) -> str:
    name = find_game(figures.game).name
    if figures.board is None or figures.board == name:
        return name
    return f"{figures.board} ({name})"


def label(figures: Figures, sets: Sequence[Figures]) -> str:
    """What tells a set from the others."""
    parts = []
    if len({game_name(other) for other in sets}) > 1 or len(sets) == 1:
        parts.append(game_name(figures))
    if len({other.players for other in sets}) > 1 or len(sets) == 1:
        parts.append(f"{figures.players} players")
    rules = [*figures.options, *figures.changes]
    if len({(*other.options, *other.changes) for other in sets}) > 1 or rules:
        parts.append(", ".join(rules) if rules else "as published")
    bots = " and ".join(bot.name for bot in figures.bots)
    if len({tuple(bot.name for bot in other.bots) for other in sets}) > 1:
        parts.append(bots)
    text = ", ".join(parts) or f"{game_name(figures)}, {bots}"
    same = [other for other in sets if other is not figures and other == figures]
    return f"{text} ({figures.matches:,} matches)" if same else text


def _header(title: str, sets: Sequence[Figures], titles: Sequence[str]) -> str:
    lines = []
    for figures, name in zip(sets, titles, strict=True):
        bots = ", ".join(bot.name for bot in figures.bots)
        start = "" if len(sets) == 1 else f"<b>{escape(name)}</b>: {escape(game_name(figures))}, "
        rules = ", ".join([*figures.options, *figures.changes])
        more = f"; {escape(rules)}" if rules and len(sets) == 1 else ""
        lines.append(
            f'<p class="lead">{start}{figures.matches:,} matches of {figures.players} players, '
            f"played by {escape(bots)}{more}.</p>"
        )
    nav = ""
    if len(sets) > 2:
        links = "".join(f'<a href="#set{i}">{escape(name)}</a>' for i, name in enumerate(titles))
        nav = f'<nav aria-label="Sets of matches">{links}</nav>'
    return f"<header><h1>{escape(title)}</h1>{''.join(lines)}{nav}</header>"


def tiles(figures: Figures) -> str:
    """The figures to remember."""
    kept, done = figures.ticket_rates()
    first = figures.orders[0]
    facts = [
        (f"{figures.winning.value:.0f}", "points win, on average"),
        (f"{figures.lead.value:.0f}", "points ahead of the second"),
        (f"{figures.turns.value / figures.players:.1f}", "turns for each player"),
        (f"{first.value:.1%}", f"wins of the first player (fair: {figures.fair:.1%})"),
    ]
    if figures.tickets:
        facts += [
            (f"{done:.0%}", "of the kept tickets completed"),
            (f"{kept:.0%}", "of the offered tickets kept"),
        ]
    cells = "".join(
        f'<div class="tile"><b>{value}</b><span>{escape(name)}</span></div>'
        for value, name in facts
    )
    return f'<div class="tiles">{cells}</div>'


class Difference(NamedTuple):
    """One line of a comparison."""

    name: str
    first: str
    second: str
    gap: Estimate  # the second minus the first; without an interval, if it is a fact
    unit: str = ""

    @property
    def is_fact(self) -> bool:
        return self.gap.low == self.gap.high

    @property
    def is_sure(self) -> bool:
        """Whether it is more than chance."""
        return self.gap.excludes(0)

    def words(self) -> str:
        if self.is_fact:
            return f"{self.gap.value:+g}" if self.gap.value else "–"
        low, high = self.gap.low, self.gap.high
        return f"{self.gap.value:+.1f}{self.unit} ({low:+.1f} to {high:+.1f})"


def _board_facts(a: Figures, b: Figures) -> list[Difference]:
    """What two boards have, if they are not the same one."""
    boards = [board_of(a), board_of(b)]
    one, other = boards
    if one is None or other is None or a.text == b.text:
        return []

    def fact(name: str, x: float, y: float) -> Difference:
        gap = round(y - x, 2)
        return Difference(name, f"{x:g}", f"{y:g}", Estimate(gap, gap, gap))

    return [
        fact("Places of the board", len(one.places), len(other.places)),
        fact("Tracks", len(one.routes), len(other.routes)),
        fact("Spaces", *(sum(route.length for route in board.routes) for board in (one, other))),
        fact("Tickets", len(one.tickets), len(other.tickets)),
        fact(
            "Points of a ticket",
            *(
                round(sum(t.points for t in board.tickets) / max(1, len(board.tickets)), 1)
                for board in (one, other)
            ),
        ),
        fact("Pieces of a player", one.numbers.pieces, other.numbers.pieces),
    ]


def differences(a: Figures, b: Figures) -> list[Difference]:
    """What differs between two sets, with intervals; first what their boards have."""
    rows = _board_facts(a, b)

    def means(name: str, x: Mean, y: Mean, per: tuple[int, int] = (1, 1)) -> None:
        x = Mean(x.value / per[0], x.deviation / per[0], x.count)
        y = Mean(y.value / per[1], y.deviation / per[1], y.count)
        rows.append(Difference(name, f"{x.value:.1f}", f"{y.value:.1f}", y.minus(x)))

    means("Points of a seat", a.total, b.total)
    means("Points that win", a.winning, b.winning)
    means("Lead over the second", a.lead, b.lead)
    means("Turns of each player", a.turns, b.turns, (a.players, b.players))
    if a.players == b.players:
        rows.append(
            _rates(
                "Wins of the first player",
                (a.orders[0].value, a.matches),
                (b.orders[0].value, b.matches),
            )
        )
    for name, index in (("Offered tickets kept", 0), ("Kept tickets completed", 1)):
        if not (a.tickets and b.tickets):
            break
        counts = [
            sum(t.offered if index == 0 else t.kept for t in figures.tickets) for figures in (a, b)
        ]
        rows.append(
            _rates(
                name,
                (a.ticket_rates()[index], counts[0]),
                (b.ticket_rates()[index], counts[1]),
            )
        )
    return rows


def _differences(sets: Sequence[Figures], titles: Sequence[str]) -> str:
    """What differs between two sets, as a table."""
    a, b = sets
    cells = ""
    for row in differences(a, b):
        words = row.words()
        mark = f"<b>{words}</b>" if row.is_sure else f'<span class="muted">{words}</span>'
        cells += (
            f"<tr><td>{row.name}</td><td>{row.first}</td><td>{row.second}</td><td>{mark}</td></tr>"
        )
    return (
        '<h2>What differs</h2><div class="card"><div class="scroll"><table><thead><tr><th></th>'
        f"<th>{escape(titles[0])}</th><th>{escape(titles[1])}</th><th>difference (95 %)</th></tr>"
        f"</thead><tbody>{cells}</tbody></table></div>"
        '<p class="note">Bold: the interval leaves out zero. Tickets of one match are counted as '
        "if they were independent.</p></div>" + _track_differences(a, b, titles)
    )


def _rates(name: str, a: tuple[float, int], b: tuple[float, int]) -> Difference:
    error = math.sqrt(sum(p * (1 - p) / max(1, n) for p, n in (a, b)))
    gap = b[0] - a[0]
    half = CERTAINTY * error
    shown = Estimate(100 * gap, 100 * (gap - half), 100 * (gap + half))
    return Difference(name, f"{a[0]:.1%}", f"{b[0]:.1%}", shown, " points of %")


def _track_differences(a: Figures, b: Figures, titles: Sequence[str]) -> str:
    """The tracks that one set claims more than the other; of two boards, those that both have."""
    before = {track.name: track.claimed / a.matches for track in a.tracks}
    after = {track.name: track.claimed / b.matches for track in b.tracks}
    same = (a.game, a.board, a.text) == (b.game, b.board, b.text)
    shared = {*before, *after} if same else {*before} & {*after}
    if not shared:
        return ""
    gaps = sorted(
        ((after.get(name, 0) - before.get(name, 0), name) for name in shared),
        key=lambda item: (-abs(item[0]), item[1]),
    )[:8]
    rows = "".join(
        f"<tr><td>{escape(name)}</td><td>{before.get(name, 0):.1%}</td>"
        f"<td>{after.get(name, 0):.1%}</td><td>{100 * gap:+.1f}</td></tr>"
        for gap, name in gaps
    )
    return (
        '<div class="card"><h3>Tracks that are claimed more or less often</h3>'
        '<div class="scroll"><table><thead><tr><th>track</th>'
        f"<th>{escape(titles[0])}</th><th>{escape(titles[1])}</th>"
        f"<th>points of %</th></tr></thead><tbody>{rows}</tbody></table></div></div>"
    )


def _sections(group: list[Figures], titles: list[str], nested: bool) -> list[str]:
    """The charts; those of two sets have the same scale and stand side by side."""
    level = "h3" if nested else "h2"
    parts = [
        _section(
            level,
            "Scores",
            "How many points a seat ends with; winners stand in front.",
            [_scores(figures, group) for figures in group],
            titles,
            '<div class="legend"><span><i style="background:var(--a)"></i>winners</span>'
            '<span><i style="background:var(--soft)"></i>the others</span></div>',
        ),
        _section(
            level,
            "Where the points come from",
            "Mean points from each source, of winners and of the others.",
            [_sources(figures, group) for figures in group],
            titles,
            '<div class="legend"><span><i style="background:var(--a)"></i>winners</span>'
            '<span><i style="background:var(--soft)"></i>the others</span></div>',
        ),
        _section(
            level,
            "Who wins",
            "The share of wins by the order of play; a shared win counts in parts. Intervals of "
            "95 % by bootstrap over matches. The dashed line would be fair.",
            [_orders(figures, group) for figures in group],
            titles,
        ),
        _section(
            level,
            "How long it takes",
            "Turns of a match, all players together.",
            [_lengths(figures, group) for figures in group],
            titles,
        ),
    ]
    if any(len(figures.bots) > 1 for figures in group):
        parts.append(
            _section(
                level,
                "The bots",
                "The share of wins for each seat that a bot had, with Wilson's interval.",
                [_bots(figures) for figures in group],
                titles,
            )
        )
    if len(group) == 1:
        parts = [f'<div class="row">{"".join(parts)}</div>']
    if not any(figures.tickets for figures in group):
        return parts
    parts.append(f"<{level}>Tickets and tracks</{level}>")
    parts.append(
        "<p>“Won with” is the share of wins of those who had it, “ahead” their points above the "
        "mean of the other seats: what goes together with winning, not always what makes one "
        "win. One in twenty intervals misses by chance.</p>"
    )
    for figures, name in zip(group, titles, strict=True):
        heading = f"<h3>{escape(name)}</h3>" if len(group) > 1 else ""
        parts.append(heading + _map(figures) + ticket_table(figures) + track_table(figures))
    return parts


def _section(
    level: str,
    title: str,
    about: str,
    pictures: list[str],
    titles: list[str],
    legend: str = "",
) -> str:
    if len(pictures) == 1:
        return (
            f'<figure class="card"><h3>{title}</h3><p class="note">{about}</p>'
            f"{legend}{pictures[0]}</figure>"
        )
    cards = "".join(
        f'<figure class="card"><h3>{escape(name)}</h3>{legend}{picture}</figure>'
        for picture, name in zip(pictures, titles, strict=True)
    )
    return f'<{level}>{title}</{level}><p>{about}</p><div class="row">{cards}</div>'


def _scores(figures: Figures, group: list[Figures]) -> str:
    low = min(other.scores[0][0] for other in group)
    high = max(other.scores[-1][0] for other in group)
    width, counts = charts.binned([(total, n) for total, n, _ in figures.scores], low, high)
    _, winners = charts.binned([(total, won) for total, _, won in figures.scores], low, high)
    title = (
        f"Scores: mean {figures.total.value:.1f}, winners {figures.winning.value:.1f}, from "
        f"{figures.scores[0][0]} to {figures.scores[-1][0]} points"
    )
    top = max(_highest([(t, n) for t, n, _ in other.scores], low, high) for other in group)
    return charts.histogram(title, low, width, counts, winners, top, "points") + (
        f"<figcaption>{escape(title)}.</figcaption>"
    )


def _highest(values: Sequence[tuple[int, int]], low: int, high: int) -> float:
    """The share of the fullest bin."""
    counts = charts.binned(values, low, high)[1]
    return max(counts) / max(1, sum(counts))


def _lengths(figures: Figures, group: list[Figures]) -> str:
    low = min(other.lengths[0][0] for other in group)
    high = max(other.lengths[-1][0] for other in group)
    width, counts = charts.binned(figures.lengths, low, high)
    title = (
        f"Turns: mean {figures.turns.value:.1f} "
        f"({figures.turns.value / figures.players:.1f} each), from "
        f"{figures.lengths[0][0]} to {figures.lengths[-1][0]}"
    )
    top = max(_highest(other.lengths, low, high) for other in group)
    ends = ", ".join(f"{count:,} by {end}" for end, count in figures.ends.items())
    if not figures.tickets:  # a tournament, which knows no more than that
        return charts.histogram(title, low, width, counts, None, top, "turns") + (
            f"<figcaption>{escape(title)}.</figcaption>"
        )
    stalls = "nobody ever had to pass"
    if figures.passed:
        stalls = f"in {figures.passed / figures.matches:.1%} somebody had to pass"
    return charts.histogram(title, low, width, counts, None, top, "turns") + (
        f"<figcaption>{escape(title)}. Matches ended: {escape(ends)}; {stalls}.</figcaption>"
    )


def _orders(figures: Figures, group: list[Figures]) -> str:
    low = min(o.low for other in group for o in other.orders)
    high = max(o.high for other in group for o in other.orders)
    room = max(0.02, (high - low) * 0.15)
    rows = [(f"{ORDER[i]} player", estimate) for i, estimate in enumerate(figures.orders)]
    title = "Wins by order of play: " + ", ".join(
        f"{name} {estimate.value:.1%}" for name, estimate in rows
    )
    low, high = min(low, figures.fair) - room, max(high, figures.fair) + room
    told = _seat_words(figures)
    if figures.announcer.high - figures.announcer.low < 1:  # else nobody is known to have
        told += (
            f" Whoever announced the last turns won {figures.announcer.value:.1%} "
            f"({figures.announcer.low:.1%} to {figures.announcer.high:.1%})."
        )
    return charts.intervals(title, rows, max(0, low), min(1, high), figures.fair) + (
        f"<figcaption>{told}</figcaption>"
    )


def _seat_words(figures: Figures) -> str:
    sure = [
        (ORDER[i], estimate)
        for i, estimate in enumerate(figures.orders)
        if estimate.excludes(figures.fair)
    ]
    if not sure:
        return "No place in the order wins more or less than its share, as far as this tells."
    words = [
        f"the {name} {'more' if estimate.value > figures.fair else 'less'} "
        f"({100 * (estimate.value - figures.fair):+.1f} points of %)"
        for name, estimate in sure
    ]
    return f"Not fair: {' and '.join(words)}."


def _sources(figures: Figures, group: list[Figures]) -> str:
    values = [v for other in group for s in other.sources for v in (s.winners, s.others)]
    low, high = min([0.0, *values]), max([1.0, *values])
    rows = [(source.name, source.winners, source.others) for source in figures.sources]
    title = "Points of winners and of others: " + ", ".join(
        f"{name} {won:.1f} and {lost:.1f}" for name, won, lost in rows
    )
    room = (high - low) * 0.08
    low = low - room if low < 0 else 0.0
    return charts.paired_bars(title, rows, low, high + room)


def _bots(figures: Figures) -> str:
    rows = [(bot.name, rate(bot.wins, bot.seats)) for bot in figures.bots]
    title = "Wins by bot: " + ", ".join(f"{name} {e.value:.1%}" for name, e in rows)
    picture = charts.intervals(title, rows, 0.0, 1.0, figures.fair)
    if not figures.tickets:
        return picture
    return picture + (
        "<figcaption>Tickets and tracks below are then also a matter of who takes them."
        "</figcaption>"
    )


def _map(figures: Figures) -> str:
    if not find_game(figures.game).has_board:
        return ""
    board = board_of(figures)
    if board is None:
        return (
            '<div class="card"><p class="note">No map: the file does not hold the board '
            f"{escape(str(figures.board))}. A file written by <code>wagonik simulate</code> or "
            "<code>wagonik study</code> does.</p></div>"
        )
    drawing, made = drawn(board)
    note = (
        '<p class="note">The board has no layout of its own; this one was made for the page. '
        "<code>wagonik layout</code> makes a better one.</p>"
        if made
        else ""
    )
    most = max((track.claimed for track in figures.tracks), default=0) / figures.matches
    name = f"map-{figures.game}-{figures.players}-{abs(hash_of(figures))}"
    gap = figures.fair * 0.5
    return (
        '<figure class="card map"><fieldset><legend>Tracks coloured by</legend>'
        f'<label><input type="radio" name="{name}" value="taken" checked> how often they are '
        f'taken</label><label><input type="radio" name="{name}" value="won"> how often they are '
        "won with</label></fieldset>"
        '<div class="legend k-taken"><span>never</span><span class="swatch" style="background:'
        'linear-gradient(90deg in oklab,var(--few),var(--many))"></span>'
        f"<span>in {most:.0%} of the matches</span></div>"
        f'<div class="legend k-won"><span>{max(0.0, figures.fair - gap):.0%} or less</span>'
        '<span class="swatch" style="background:linear-gradient(90deg in oklab,var(--low),'
        f'var(--mid),var(--high))"></span><span>{figures.fair + gap:.0%} or more; fair is '
        f"{figures.fair:.0%}</span></div>"
        f"{board_map(figures, board, drawing)}{note}</figure>"
    )


def hash_of(figures: Figures) -> int:
    """A number that tells the sets of a page apart, the same every time."""
    text = f"{figures.board}{figures.options}{figures.changes}{figures.matches}"
    return sum(ord(letter) * (i + 1) for i, letter in enumerate(text))


def _table(title: str, heads: Sequence[str], rows: Sequence[str], about: str) -> str:
    head = "".join(f"<th>{escape(name)}</th>" for name in heads)
    return (
        f'<div class="card"><h3>{title}</h3><div class="tall" tabindex="0" role="region" '
        f'aria-label="{title}"><table class="sort"><thead><tr>{head}</tr></thead><tbody>'
        f'{"".join(rows)}</tbody></table></div><p class="note">{about}</p></div>'
    )


def _cell(value: float, shown: str) -> str:
    return f'<td data-v="{value:.5f}">{shown}</td>'


def _worth(wins: Estimate, margin: Mean, fair: float) -> str:
    """The cells about winning with something."""
    low, high = 0.0, min(1.0, 2 * fair)
    ahead = margin.estimate()
    span = f"{ahead.low:+.1f} to {ahead.high:+.1f}" if margin.count > 1 else "–"
    return (
        _cell(wins.value, f"{wins.value:.0%}")
        + f'<td data-v="{wins.value:.5f}">{charts.spark(wins, low, high, fair)}</td>'
        + _cell(ahead.value, f"{ahead.value:+.1f}")
        + f'<td class="muted">{span}</td>'
    )


def ticket_table(figures: Figures) -> str:
    if not figures.tickets:
        return ""
    worth = _ticket_points(figures)
    tickets = sorted(figures.tickets, key=lambda t: -t.margin.value if t.kept else math.inf)
    rows = []
    for ticket in tickets:
        kept = ticket.kept / max(1, ticket.offered)
        done = ticket.completed / max(1, ticket.kept)
        points = worth.get(ticket.name)
        cells = [
            f"<td>{escape(ticket.name)}</td>",
            _cell(points or 0, "–" if points is None else str(points)),
            _cell(ticket.offered / figures.matches, f"{ticket.offered / figures.matches:.2f}"),
            _cell(kept, f"{kept:.0%}"),
        ]
        if ticket.kept:
            cells += [
                _cell(done, f"{done:.0%}"),
                _cell(ticket.points, f"{ticket.points:+.1f}"),
                _worth(ticket.won(), ticket.margin, figures.fair),
            ]
        else:
            cells.append('<td colspan="6" data-v="-999">nobody kept it</td>')
        rows.append(f"<tr>{''.join(cells)}</tr>")
    heads = ("ticket", "points", "offered", "kept", "completed", "scored", "won with")
    return _table(
        "Tickets",
        (*heads, "95 %", "ahead", "95 %"),
        rows,
        "Offered: times a match. Completed and scored: of those who kept it; what is not completed "
        f"loses its points. The dashed line is a fair share, {figures.fair:.0%}.",
    )


def _ticket_points(figures: Figures) -> dict[str, int]:
    board = board_of(figures)
    if board is not None:
        return {f"{t.start}–{t.end}": t.points for t in board.tickets}
    if find_game(figures.game).has_board:
        return {}
    names, points = ticket_facts(make_rules(figures.game, figures.players))
    return dict(zip(names, points, strict=True))


def track_table(figures: Figures) -> str:
    if not figures.tracks:
        return ""
    tracks = sorted(figures.tracks, key=lambda track: -track.claimed)
    rows = []
    for track in tracks:
        taken = track.claimed / figures.matches
        rows.append(
            f"<tr><td>{escape(track.name)}</td>{_cell(taken, f'{taken:.0%}')}"
            f"{_cell(track.turn, f'{track.turn:.0%}')}"
            f"{_worth(track.won(), track.margin, figures.fair)}</tr>"
        )
    board = board_of(figures)
    never = ""
    if board is not None and len(board.routes) > len(tracks):
        never = f" {len(board.routes) - len(tracks)} tracks were never claimed."
    return _table(
        "Tracks",
        ("track", "claimed", "when", "won with", "95 %", "ahead", "95 %"),
        rows,
        "Claimed: in so many of the matches. When: how much of the match has passed then." + never,
    )


def _footer(sets: Sequence[Figures]) -> str:
    import wagonik

    return (
        f"<footer><p>Made by wagonik {wagonik.__version__}. Rates have Wilson's interval, wins by "
        "order of play one by bootstrap over matches (seeded), means the normal one; all of 95 %. "
        "A shared win counts in equal parts.</p></footer>"
    )


MARKS = {"problem": "problem", "look": "worth a look", "fine": "fine"}


def study_document(
    studies: Sequence[tuple[str, Figures, Figures | None, Sequence[dict[str, str]]]],
) -> str:
    """A study of a board: the findings for each number of players, then the figures."""
    name, one, *_ = studies[0]
    bots = ", ".join(bot.name for bot in one.bots)
    game = find_game(one.game).name
    body = [
        f"<header><h1>{escape(name)}: a study</h1>"
        f'<p class="lead">A board for {escape(game)}, played {one.matches:,} times by '
        f"{escape(bots)} for each number of players, beside the published board.</p>"
    ]
    if len(studies) > 1:
        links = "".join(
            f'<a href="#p{figures.players}">{figures.players} players</a>'
            for _, figures, _, _ in studies
        )
        body.append(f'<nav aria-label="Numbers of players">{links}</nav>')
    body.append('</header><main id="main">')
    for _, figures, reference, findings in studies:
        body.append(f'<h2 id="p{figures.players}">{figures.players} players</h2>{tiles(figures)}')
        cards = "".join(
            f'<div class="find"><span class="mark {finding["level"]}">{MARKS[finding["level"]]}'
            f"</span><h3>{escape(finding['title'])}</h3><p>{escape(finding['figure'])}</p>"
            + (f'<p class="muted">{escape(finding["advice"])}</p>' if finding["advice"] else "")
            + "</div>"
            for finding in findings
        )
        body.append(f'<section class="card" aria-label="What was found">{cards}</section>')
        group = [figures] if reference is None else [figures, reference]
        titles = [name, "the published board"][: len(group)]
        if reference is not None:
            body.append(_differences([reference, figures], [titles[1], titles[0]]))
        body += _sections(group, titles, True)
    body.append(f"</main>{_footer([one])}")
    return document(f"{name}: a study · Wagonik", "".join(body))
