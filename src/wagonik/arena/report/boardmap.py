"""The drawn board, its tracks coloured by what the matches say about them."""

from html import escape
from typing import Final

from wagonik.arena.metrics import Figures, TrackFigures
from wagonik.arena.report.charts import number
from wagonik.drawing import BoardDrawing, draw, layout, with_layout
from wagonik.drawing.rows import PLACE_RADIUS, SPACE_LENGTH, SPACE_WIDTH
from wagonik.engine.board import Board
from wagonik.engine.boardfile import BoardFile, load, published
from wagonik.games import find_game

QUICK_STEPS: Final = 6000  # of a layout that is only for one page


def board_of(figures: Figures) -> BoardFile | None:
    """The board of the matches, if it is known."""
    if figures.text is not None:
        return load(figures.text)
    if not find_game(figures.game).has_board:
        return None
    own = published(figures.game)
    return own if own.name == figures.board else None


def drawn(board: BoardFile) -> tuple[BoardDrawing, bool]:
    """The drawing of a board, and whether it had to be laid out first."""
    try:
        return draw(board), False
    except ValueError:
        placed = layout(board, steps=QUICK_STEPS)
        return draw(load(with_layout(board.content, placed))), True


def board_map(figures: Figures, board: BoardFile, drawing: BoardDrawing) -> str:
    """A map whose tracks carry two colours: how often they are taken, and won with."""
    found = {track.track: track for track in figures.tracks}
    # Tracks are drawn in the order of the file, and numbered by the engine in another.
    numbers = {id(route): track for track, route in enumerate(Board(board).routes)}
    most = max((track.claimed for track in figures.tracks), default=1) / figures.matches
    parts = [
        f'<rect width="{number(drawing["width"])}" height="{number(drawing["height"])}" '
        'rx="14" fill="var(--map)"/>'
    ]
    for bundle in drawing["bundles"]:
        for link in bundle["links"]:
            points = " ".join(f"{number(x)},{number(y)}" for x, y in link)
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="var(--line)" stroke-width="2"/>'
            )
    for index, track in enumerate(drawing["tracks"]):
        facts = found.get(numbers[id(board.routes[index])])
        spaces = "".join(
            f'<rect x="{-SPACE_LENGTH / 2}" y="{-SPACE_WIDTH / 2}" width="{SPACE_LENGTH}" '
            f'height="{SPACE_WIDTH}" rx="3" transform="translate({number(x)} {number(y)}) '
            f'rotate({number(angle)})"/>'
            for x, y, angle in track["spaces"]
        )
        taken, won, told = _colours(facts, figures, most)
        route = board.routes[index]
        name = f"{route.start}–{route.end}, {route.colour}, {route.length}"
        parts.append(
            f'<g class="t" style="--taken:{taken};--won:{won}">'
            f"<title>{escape(name)}: {told}</title>{spaces}</g>"
        )
    for place in drawing["places"]:
        radius = PLACE_RADIUS if not place["junction"] else PLACE_RADIUS / 2
        parts.append(
            f'<circle cx="{number(place["x"])}" cy="{number(place["y"])}" r="{number(radius)}" '
            'fill="var(--card)" stroke="var(--fg)" stroke-width="2"/>'
        )
        label = place["label"]
        if label is not None:
            for i, words in enumerate(label["lines"]):
                y = label["y"] + 5 + 16 * (i - (len(label["lines"]) - 1) / 2)
                parts.append(
                    f'<text class="halo" x="{number(label["x"])}" y="{number(y)}" '
                    f'text-anchor="middle" style="font-size:17px">{escape(words)}</text>'
                )
    title = f"The board {figures.board} with its tracks coloured; the table below has the figures."
    return (
        f'<svg viewBox="0 0 {number(drawing["width"])} {number(drawing["height"])}" role="img" '
        f'aria-label="{escape(title, quote=True)}" style="max-height:46rem;margin:0 auto">'
        f"{''.join(parts)}</svg>"
    )


def _colours(facts: TrackFigures | None, figures: Figures, most: float) -> tuple[str, str, str]:
    if facts is None:
        return "var(--none)", "var(--none)", "never claimed"
    part = facts.claimed / figures.matches / most
    taken = f"color-mix(in oklab, var(--many) {part * 100:.0f}%, var(--few))"
    gap = facts.won().value - figures.fair
    strength = min(1.0, abs(gap) / (figures.fair * 0.5))
    # What is not sure has the colour of no difference.
    if not facts.won().excludes(figures.fair):
        strength *= 0.25
    side = "high" if gap > 0 else "low"
    won = f"color-mix(in oklab, var(--{side}) {strength * 100:.0f}%, var(--mid))"
    told = (
        f"claimed in {facts.claimed / figures.matches:.0%} of the matches, "
        f"won with {facts.won().value:.0%}"
    )
    return taken, won, told
