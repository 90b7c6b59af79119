"""A board of one's own under study: played by bots, compared with the published one, judged.

The published board of the rule set is played by the same bots at the same time, so that a figure
is judged against a board that is known to work. What is said to be a problem is so with 99.9 %
certainty, because many things are looked at; what is only worth a look may be chance.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from wagonik.arena.dataset import Writer
from wagonik.arena.matches import TABLE, Run, simulate
from wagonik.arena.metrics import (
    Estimate,
    Figures,
    TicketFigures,
    TrackFigures,
    figures_of,
    rate,
)
from wagonik.arena.starter import worth_of_a_space
from wagonik.engine.boardcheck import check, shortest
from wagonik.engine.boardfile import ERROR, BoardFile, Route, published
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.games import find_game

PROBLEM: Final = "problem"
LOOK: Final = "look"
FINE: Final = "fine"
LEVELS: Final = (PROBLEM, LOOK, FINE)
SURE: Final = 3.2905  # standard errors of 99.9 %
FEW: Final = 20  # cases below which nothing is said about a ticket or a track
LISTED: Final = 6  # tickets or tracks that one finding names

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Finding:
    """Something about a board: what, by which figure, and what may help."""

    level: str
    about: str  # seats, tickets, tracks, length …
    title: str
    figure: str
    advice: str = ""

    def data(self) -> dict[str, str]:
        return {
            "level": self.level,
            "about": self.about,
            "title": self.title,
            "figure": self.figure,
            "advice": self.advice,
        }


@dataclass(frozen=True)
class Study:
    """What was found for one number of players."""

    board: BoardFile
    figures: Figures
    reference: Figures | None  # of the published board, if it is for so many players
    findings: list[Finding]
    crashes: tuple[str, ...] = ()  # where our own bots went wrong, in any of the studies

    @property
    def problems(self) -> int:
        return sum(finding.level == PROBLEM for finding in self.findings)

    def data(self) -> dict[str, Any]:
        return {
            "players": self.figures.players,
            "matches": self.figures.matches,
            "findings": [finding.data() for finding in self.findings],
            "figures": self.figures.data(),
            "published": None if self.reference is None else self.reference.data(),
        }


def check_board(board: BoardFile) -> None:
    """Only a board that can be played can be studied."""
    game = find_game(board.game)
    if not game.has_board:
        raise WagonikError(f"{game.name} is played without a board: there is nothing to study.")
    wrong = [p for p in check(board, game.needs()) if p.severity == ERROR]
    if wrong:
        first = wrong[0].text(board.source)
        more = f" And {len(wrong) - 1} more." if len(wrong) > 1 else ""
        raise WagonikError(f"The board can't be played. {first}.{more} `wagonik check` lists all.")


def study(
    board: BoardFile,
    matches: int,
    bots: tuple[str, ...] = ("planner",),
    seed: int = 0,
    players: tuple[int, ...] = (),
    workers: int = 0,
    progress: Progress | None = None,
) -> list[Study]:
    """Play a board and its published relative for each number of players, and judge it."""
    check_board(board)
    counts = players or tuple(range(board.players[0], board.players[1] + 1))
    own = published(board.game)
    runs: list[Run] = []
    for count in counts:
        run = Run(board.game, count, seed, (), board.content, TABLE, bots)
        run.check()
        runs.append(run)
        if own.players[0] <= count <= own.players[1]:
            runs.append(replace(run, board=None))
    found: list[Figures] = []
    crashes: list[str] = []
    done, total = 0, matches * len(runs)
    with tempfile.TemporaryDirectory(prefix="wagonik-study-") as folder:
        for number, run in enumerate(runs):
            path = Path(folder) / f"{number}.parquet"
            with Writer(path, run) as writer:
                for chunk in simulate(run, matches, workers):
                    writer.write(chunk.frame())
                    crashes += chunk.tally.traces
                    done += chunk.tally.matches
                    if progress is not None:
                        progress(done, total)
            found += figures_of(path)
    studies = []
    for count in counts:
        mine = next(f for f in found if f.players == count and f.text is not None)
        other = next((f for f in found if f.players == count and f.text is None), None)
        studies.append(Study(board, mine, other, judge(board, mine, other), tuple(crashes)))
    return studies


def judge(board: BoardFile, figures: Figures, reference: Figures | None) -> list[Finding]:
    """Everything that there is to say about the figures of a board, the worst first."""
    found = [
        *_seats(figures),
        *_stalls(figures, reference),
        *_length(board, figures, reference),
        *_lead(figures, reference),
        *_tickets(board, figures),
        *_ticket_values(board),
        *_tracks(board, figures, reference),
        *_bots(figures),
    ]
    return sorted(found, key=lambda finding: LEVELS.index(finding.level))


def _percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _span(estimate: Estimate) -> str:
    return f"{_percent(estimate.value)} ({_percent(estimate.low)} to {_percent(estimate.high)})"


def _named(items: list[str]) -> str:
    shown = "; ".join(items[:LISTED])
    return shown if len(items) <= LISTED else f"{shown}; and {len(items) - LISTED} more"


ORDER: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _seats(figures: Figures) -> list[Finding]:
    fair = figures.fair
    off = [
        (round(abs(estimate.value - fair), 9), -place, estimate)
        for place, estimate in enumerate(figures.orders)
        if estimate.excludes(fair)
    ]
    told = ", ".join(
        f"{ORDER[place]} {_span(estimate)}" for place, estimate in enumerate(figures.orders)
    )
    figure = f"Wins by order of play: {told}; fair is {_percent(fair)}."
    if not off:
        return [Finding(FINE, "seats", "No seat has an advantage that shows.", figure)]
    gap, place, estimate = max(off, key=lambda item: item[:2])
    place = -place
    side = "more" if estimate.value > fair else "less"
    sure = rate(estimate.value * figures.matches, figures.matches, SURE).excludes(fair)
    level = PROBLEM if sure and gap > 0.05 else LOOK
    return [
        Finding(
            level,
            "seats",
            f"The {ORDER[place]} player wins {side} than a fair share.",
            figure,
            "Short tracks that everybody needs favour whoever is first: give such places a second "
            "way or a parallel track. A longer game evens out the first turn.",
        )
    ]


def _stalls(figures: Figures, reference: Figures | None) -> list[Finding]:
    share = figures.passed / figures.matches
    usual = 0.0 if reference is None else reference.passed / reference.matches
    stuck = figures.ends.get("passes", 0) / figures.matches
    figure = (
        f"Somebody had to pass in {_percent(share)} of the matches"
        + ("" if reference is None else f" (published board: {_percent(usual)})")
        + f"; {_percent(stuck)} ended because everybody passed."
    )
    sure = rate(stuck * figures.matches, figures.matches, SURE).low > 0.002
    if stuck > 0.002 or share > usual + 0.02:
        return [
            Finding(
                PROBLEM if sure else LOOK,
                "stalls",
                "Matches get stuck.",
                figure,
                "Players run out of cards or of tracks to claim: add cards to the deck, add "
                "tracks, or give each player fewer pieces.",
            )
        ]
    return [Finding(FINE, "stalls", "Matches run on without stalls.", figure)]


def _length(board: BoardFile, figures: Figures, reference: Figures | None) -> list[Finding]:
    each = figures.turns.value / figures.players
    left = figures.per_seat["pieces_left"] / board.numbers.pieces
    figure = f"{each:.1f} turns for each player"
    found: list[Finding] = []
    if reference is not None:
        usual = reference.turns.value / reference.players
        figure += f" (published board: {usual:.1f})"
        ratio = each / max(usual, 1e-9)
        if ratio < 0.6 or ratio > 1.6:
            short = ratio < 1
            pieces = max(1, round(board.numbers.pieces / ratio))
            found.append(
                Finding(
                    LOOK,
                    "length",
                    f"Matches are {'short' if short else 'long'} beside the published board.",
                    f"{figure}.",
                    f"If that is not meant: about {pieces} pieces instead of "
                    f"{board.numbers.pieces} would bring them near it.",
                )
            )
    if left > 0.25:
        found.append(
            Finding(
                LOOK,
                "length",
                "Many pieces are never used.",
                f"{figures.per_seat['pieces_left']:.1f} of {board.numbers.pieces} pieces are left "
                "to a player at the end.",
                "One player ends the match long before the others: fewer pieces, or more tracks "
                "for everybody.",
            )
        )
    if not found:
        found.append(Finding(FINE, "length", "The length is as it should be.", f"{figure}."))
    return found


def _lead(figures: Figures, reference: Figures | None) -> list[Finding]:
    part = figures.lead.value / max(1.0, figures.winning.value)
    figure = (
        f"The winner has {figures.winning.value:.0f} points, {figures.lead.value:.0f} more than "
        "the second"
    )
    if reference is None:
        return [Finding(FINE, "scores", "How close matches end.", f"{figure}.")]
    usual = reference.lead.value / max(1.0, reference.winning.value)
    figure += f" (published board: {reference.winning.value:.0f} and {reference.lead.value:.0f})."
    if part > 1.6 * usual:
        return [
            Finding(
                LOOK,
                "scores",
                "Matches end one-sidedly.",
                figure,
                "A few tickets or tracks may be worth too much; see the tables for what is won "
                "with.",
            )
        ]
    return [Finding(FINE, "scores", "Matches end about as close as usual.", figure)]


def _tickets(board: BoardFile, figures: Figures) -> list[Finding]:
    found: list[Finding] = []
    offered = {ticket.name: ticket for ticket in figures.tickets}
    enough = [ticket for ticket in figures.tickets if ticket.kept >= FEW]
    never = [t for t in enough if t.completed == 0]
    hard = [t for t in enough if 0 < t.completed < 0.5 * t.kept]
    # A ticket costs more than it brings if less than half of those who keep it complete it.
    regretted = [t for t in hard if rate(t.completed, t.kept, SURE).high < 0.5]
    unloved = [t for t in figures.tickets if t.offered >= 2 * FEW and t.kept < 0.04 * t.offered]
    strong = [
        t for t in enough if t.won(SURE).low > figures.fair and t.won().value > 1.3 * figures.fair
    ]
    if never:
        found.append(
            Finding(
                PROBLEM,
                "tickets",
                "Tickets that nobody completes.",
                _named([f"{t.name} (kept {t.kept} times)" for t in never]),
                "They may take more pieces than a player has to spare, or lead through a place "
                "that is soon closed: shorten the way, or add another one.",
            )
        )
    if regretted:
        found.append(
            Finding(
                PROBLEM,
                "tickets",
                "Tickets that cost more than they bring.",
                _named(
                    [
                        f"{t.name} ({t.points:+.1f} points, completed {t.completed / t.kept:.0%})"
                        for t in regretted
                    ]
                ),
                "Whoever keeps them loses points on average: make the way easier.",
            )
        )
    rest = [t for t in hard if t not in regretted]
    if rest:
        found.append(
            Finding(
                LOOK,
                "tickets",
                "Tickets that are rarely completed.",
                _named([f"{t.name} ({t.completed / t.kept:.0%} of {t.kept})" for t in rest]),
                "A hard ticket is fine if its points make up for it.",
            )
        )
    if unloved:
        found.append(
            Finding(
                LOOK,
                "tickets",
                "Tickets that are hardly ever kept.",
                _named([f"{t.name} ({t.kept} of {t.offered})" for t in unloved]),
                "They are worth too little for their way, or ask for too much: more points, or a "
                "shorter way.",
            )
        )
    if strong:
        found.append(_strong_tickets(board, strong, figures))
    if not found:
        kept, done = figures.ticket_rates()
        found.append(
            Finding(
                FINE,
                "tickets",
                "All tickets can be completed, and none is regretted.",
                f"{_percent(kept)} of the {len(offered)} offered tickets are kept, "
                f"{_percent(done)} of those completed.",
            )
        )
    return found


def _strong_tickets(board: BoardFile, strong: list[TicketFigures], figures: Figures) -> Finding:
    strong = sorted(strong, key=lambda t: -t.won().value)
    return Finding(
        LOOK,
        "tickets",
        "Tickets that go with winning.",
        _named([f"{t.name} (won {t.won().value:.0%})" for t in strong])
        + f"; fair is {_percent(figures.fair)}.",
        "Long tickets that are completed always go with winning. If one stands out, take a few of "
        "its points.",
    )


def _ticket_values(board: BoardFile) -> list[Finding]:
    """Tickets whose points do not fit their shortest way, as the published board sees it."""
    slope = worth_of_a_space(published(board.game))
    odd: list[str] = []
    for ticket in board.tickets:
        way = shortest(board, ticket.start, ticket.end)
        if way is None:
            continue
        usual = slope * way
        if abs(ticket.points - usual) > max(3.0, 0.5 * usual):
            odd.append(
                f"{ticket.start}–{ticket.end} ({ticket.points} points for {way} spaces; "
                f"usual are {usual:.0f})"
            )
    if odd:
        return [
            Finding(
                LOOK,
                "tickets",
                "Tickets whose points do not fit their distance.",
                _named(odd),
                "A ticket may be worth more because its way is easily blocked; otherwise bring its "
                "points nearer to the usual.",
            )
        ]
    figure = f"A published ticket has {slope:.2f} points for each space of its shortest way."
    return [Finding(FINE, "tickets", "The points of all tickets fit their distance.", figure)]


def _tracks(board: BoardFile, figures: Figures, reference: Figures | None) -> list[Finding]:
    from wagonik.arena.dataset import track_names
    from wagonik.games import make_rules

    found: list[Finding] = []
    claimed = {track.name: track for track in figures.tracks}
    rules = make_rules(board.game, figures.players, None, board)
    names = track_names(rules)
    unused: list[str] = []
    if figures.matches >= 4 * FEW:
        # Of parallel tracks that are alike, bots take the first: the others are no worse.
        for twins in _twins(rules):
            alike = [names[track] for track in twins]
            taken = sum(claimed[name].claimed for name in alike if name in claimed)
            if taken < 0.02 * figures.matches:
                unused += alike
    dominant = [track for track in figures.tracks if _dominates(track, figures)]
    usual = 0
    if reference is not None:
        usual = sum(_dominates(track, reference) for track in reference.tracks)
    if unused:
        found.append(
            Finding(
                LOOK,
                "tracks",
                "Tracks that are hardly ever claimed.",
                _named(
                    [f"{n} ({claimed[n].claimed if n in claimed else 0} times)" for n in unused]
                ),
                "No ticket leads over them, or another way is cheaper: shorten them, change their "
                "colour, or leave them out.",
            )
        )
    if dominant:
        dominant.sort(key=lambda track: -track.won().value)
        level = PROBLEM if len(dominant) > usual + 2 else LOOK
        found.append(
            Finding(
                level,
                "tracks",
                "Tracks that dominate: often taken, and won with.",
                _named(
                    [
                        f"{t.name} (claimed in {t.claimed / figures.matches:.0%}, won "
                        f"{t.won().value:.0%})"
                        for t in dominant
                    ]
                )
                + (f"; the published board has {usual} like that." if reference else "."),
                "Give the two places another connection, a parallel track, or fewer points.",
            )
        )
    if not found:
        found.append(
            Finding(
                FINE,
                "tracks",
                "All tracks are used, and none dominates.",
                f"{len(claimed)} of {len(names)} tracks were claimed.",
            )
        )
    return found


def _twins(rules: Rules) -> list[list[int]]:
    """The tracks, those that join the same places at the same price together."""
    assert isinstance(rules, BoardRules)
    found: dict[tuple[tuple[str, str], Route], list[int]] = {}
    for track, route in enumerate(rules.board.routes):
        price = replace(route, start="", end="", bend=None)
        found.setdefault((route.pair, price), []).append(track)
    return list(found.values())


def _dominates(track: TrackFigures, figures: Figures) -> bool:
    return (
        track.claimed >= max(FEW, 0.5 * figures.matches)
        and track.won(SURE).low > figures.fair
        and track.won().value > 1.2 * figures.fair
    )


def _bots(figures: Figures) -> list[Finding]:
    if not figures.faults:
        return []
    return [
        Finding(
            LOOK,
            "bots",
            "Some moves of the bots had to be replaced.",
            f"{figures.faults} moves in {figures.matches} matches.",
            "A bot of one's own is at fault, or one of ours does not understand this board: "
            "please tell us.",
        )
    ]


def study_page(studies: list[Study]) -> str:
    """The study as one page: what was found, then both boards side by side."""
    from wagonik.arena.report.page import study_document

    return study_document(
        [(s.board.name, s.figures, s.reference, [f.data() for f in s.findings]) for s in studies]
    )
