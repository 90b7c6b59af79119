"""A match as text, as a picture and as a page: what the one who looks may know."""

from html import escape
from math import cos, radians, sin
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.drawing.drawing import BoardDrawing, draw
from wagonik.drawing.rows import SPACE_LENGTH, SPACE_WIDTH
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.viewdata import view_data
from wagonik.engine.views import view_of
from wagonik.envs.canvas import Canvas, PixelCanvas, Point, SvgCanvas

RENDER_MODES: Final = ("human", "ansi", "rgb_array", "html")

PAPER: Final = "#efe8d8"
SURFACE: Final = "#fffaf0"
INK: Final = "#26231e"
INK_2: Final = "#5a5244"
LINE: Final = "#86785c"
CARDS: Final = {
    "red": "#d6403a",
    "orange": "#ee8a2e",
    "yellow": "#f6cf3f",
    "green": "#4f9a4b",
    "blue": "#3d7fc4",
    "purple": "#9a62b0",
    "black": "#3b3a3d",
    "white": "#fbf8f0",
    "locomotive": "#c9a227",
    "grey": "#b9b3a6",
}
SEATS: Final = ("#b3261e", "#1f5fa8", "#1f7a45", "#c98a00", "#5b3a8e")
PANEL: Final = 420.0  # the width of the column beside the board
PICTURE: Final = 1100.0  # pixels of a picture's width
TABLE: Final = (760.0, 900.0)  # a table without a board


class Renderer:
    """Draws the matches of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.drawing: BoardDrawing | None = None
        self.order: list[int] = []  # the drawing's number of each track
        if isinstance(rules, BoardRules):
            file = rules.board.file
            if file.drawing is not None and all(place.x is not None for place in file.places):
                self.drawing = draw(file)
                numbers = {id(route): number for number, route in enumerate(file.routes)}
                self.order = [numbers[id(route)] for route in rules.board.routes]

    def render(self, mode: str, state: State, viewer: int) -> str | NDArray[np.uint8] | None:
        """What a seat (or a spectator, -1) sees, in one of the modes."""
        data = view_data(self.rules, view_of(self.rules, state, viewer))
        if mode == "rgb_array":
            return self.picture(data)
        if mode == "html":
            return self.page(data)
        if mode == "human":
            print(self.text(data))
            return None
        return self.text(data)

    # Text

    def text(self, data: dict[str, Any]) -> str:
        lines = [self.headline(data)]
        market = ", ".join(kind or "–" for kind in data["market"])
        lines.append(
            f"Market: {market}. Deck {data['deck']}, discards {sum(data['discards'].values())}, "
            f"tickets {data['ticket_deck']}."
        )
        for player in data["players"]:
            mark = ">" if player["seat"] == data["seat"] else " "
            lines.append(f"{mark} Seat {player['seat']}: {self.numbers(player)}")
            lines += [f"    {line}" for line in self.holdings(player, data)]
        return "\n".join(lines)

    def headline(self, data: dict[str, Any]) -> str:
        title = f"{self.rules.game}, {self.rules.seats} players, turn {data['turn']}"
        if data["over"]:
            return f"{title}: the match is over"
        last = f", {data['last_turns']} turns left" if data["last_turns"] else ""
        return f"{title}{last}: seat {data['seat']}, {data['step'].replace('_', ' ')}"

    def numbers(self, player: dict[str, Any]) -> str:
        parts = [f"{player['points']} points", f"{player['cards']} cards"]
        if "pieces" in player:
            parts.append(f"{player['pieces']} pieces")
        parts.append(f"{player['tickets']} tickets")
        return ", ".join(parts)

    def holdings(self, player: dict[str, Any], data: dict[str, Any]) -> list[str]:
        """What is known of a seat beside its numbers."""
        lines: list[str] = []
        if player["hand"] is not None:
            lines.append("hand: " + (_pile(player["hand"]) or "empty"))
        elif player["known"]:
            lines.append("known cards: " + _pile(player["known"]))
        for name, found in (("tickets", player["kept"]), ("choosing from", player["offer"])):
            if found:
                lines.append(f"{name}: " + "; ".join(self.ticket(t) for t in found))
        if isinstance(self.rules, BoardRules):
            texts = self.rules.board.track_texts
            if player["tracks"]:
                lines.append("tracks: " + ", ".join(texts[t] for t in player["tracks"]))
        yards = data["mechanics"].get("yards")
        if yards:
            yard = yards[player["seat"]]
            rows = [f"{_row(row)}" for row in yard["rows"]]
            lines.append(f"yard: {', '.join(rows) or 'empty'}; stack {yard['stack']}")
        return lines

    def ticket(self, ticket: int) -> str:
        rules = self.rules
        if isinstance(rules, BoardRules):
            facts = rules.board.file.tickets[ticket]
            return f"{facts.start}–{facts.end} ({facts.points})"
        facts_of: Any = getattr(rules, "facts", None)
        if facts_of is None:
            return str(ticket)
        start, end = facts_of.ends[ticket]
        return f"{start}–{end} ({facts_of.points[ticket]})"

    # Pictures

    def size(self) -> tuple[float, float]:
        if self.drawing is None:
            return TABLE[0] + PANEL, TABLE[1]
        return self.drawing["width"] + PANEL, self.drawing["height"]

    def picture(self, data: dict[str, Any]) -> NDArray[np.uint8]:
        width, height = self.size()
        canvas = PixelCanvas(width, height, PICTURE / width, PAPER)
        self.paint(canvas, data)
        return canvas.pixels()

    def page(self, data: dict[str, Any]) -> str:
        """One page of HTML that needs nothing else."""
        canvas = SvgCanvas(*self.size())
        self.paint(canvas, data)
        title = self.headline(data)
        return (
            '<!doctype html><html lang="en"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{escape(title)}</title><style>body{{margin:1rem auto;max-width:90rem;"
            f"font-family:sans-serif;background:{PAPER};color:{INK}}}svg{{width:100%}}"
            "pre{white-space:pre-wrap}</style></head><body>"
            f"<h1>{escape(title)}</h1>{canvas.svg(title)}<pre>{escape(self.text(data))}</pre>"
            "</body></html>"
        )

    def paint(self, canvas: Canvas, data: dict[str, Any]) -> None:
        if self.drawing is not None:
            self.paint_board(canvas, self.drawing, data)
            self.paint_panel(canvas, data, self.drawing["width"] + 16.0)
        else:
            self.paint_yards(canvas, data)
            self.paint_panel(canvas, data, TABLE[0] + 16.0)

    def paint_board(self, canvas: Canvas, drawing: BoardDrawing, data: dict[str, Any]) -> None:
        owners: dict[int, list[int]] = {}
        for player in data["players"]:
            for track in player["tracks"]:
                owners.setdefault(self.order[track], []).append(player["seat"])
        for bundle in drawing["bundles"]:
            for link in bundle["links"]:
                canvas.line(list(link), LINE, 2.0)
        for number, track in enumerate(drawing["tracks"]):
            colour = CARDS[track["colour"]]
            for place, (x, y, angle) in enumerate(track["spaces"]):
                shape = _box(x, y, angle, SPACE_LENGTH * 0.92, SPACE_WIDTH * 0.9)
                canvas.polygon(shape, colour, INK_2, 1.5)
                if place in track["locomotives"]:
                    canvas.disc(x, y, SPACE_WIDTH * 0.25, SURFACE, INK)
                for i, seat in enumerate(owners.get(number, [])):
                    shrink = 0.8 - 0.3 * i
                    piece = _box(x, y, angle, SPACE_LENGTH * shrink, SPACE_WIDTH * 0.62)
                    canvas.polygon(piece, SEATS[seat], SURFACE, 2.0)
        for spot in drawing["places"]:
            canvas.disc(spot["x"], spot["y"], 7.0, SURFACE, INK)
        for spot in drawing["places"]:
            if spot["label"] is not None:
                for i, line in enumerate(spot["label"]["lines"]):
                    x, y = spot["label"]["x"], spot["label"]["y"] + 16.0 * i + 6.0
                    canvas.text(x, y, line, 16.0, INK, middle=True)

    def paint_yards(self, canvas: Canvas, data: dict[str, Any]) -> None:
        """A table without a board: a row of cards for each colour before each seat."""
        yards = data["mechanics"].get("yards") or []
        height = TABLE[1] / max(1, len(yards))
        for seat, yard in enumerate(yards):
            top = seat * height
            canvas.polygon(_frame(8, top + 8, TABLE[0] - 16, height - 16), SURFACE, LINE)
            title = f"Seat {seat}: stack of {yard['stack']}, {len(yard['completed'])} completed"
            canvas.text(24.0, top + 36.0, title, 18.0, SEATS[seat])
            for i, row in enumerate(yard["rows"]):
                kinds = [row["colour"]] * row["cards"] + ["locomotive"] * row["locomotives"]
                for j, kind in enumerate(kinds):
                    x, y = 24.0 + i * 90.0, top + 52.0 + j * 16.0
                    canvas.polygon(_frame(x, y, 76.0, 48.0), CARDS[kind], INK_2)

    def paint_panel(self, canvas: Canvas, data: dict[str, Any], left: float) -> None:
        """Market, decks and players, in a column."""
        y = 36.0
        for line in self.headline(data).split(": "):
            canvas.text(left, y, line, 18.0, INK)
            y += 26.0
        for slot, kind in enumerate(data["market"]):
            frame = _frame(left + slot * 74.0, y, 66.0, 42.0)
            canvas.polygon(frame, CARDS[kind] if kind else PAPER, INK_2)
        y += 66.0
        discards = sum(data["discards"].values())
        text = f"deck {data['deck']}, discards {discards}, tickets {data['ticket_deck']}"
        canvas.text(left, y, text, 16.0, INK_2)
        y += 20.0
        for player in data["players"]:
            y += 20.0
            if player["seat"] == data["seat"]:
                canvas.polygon(_frame(left - 10, y - 20, PANEL - 20, 28.0), SURFACE, LINE)
            canvas.disc(left + 8.0, y - 6.0, 8.0, SEATS[player["seat"]], INK)
            canvas.text(left + 24.0, y, self.numbers(player), 17.0, INK)
            cards = player["hand"] if player["hand"] is not None else player["known"]
            y += 12.0
            for i, (kind, count) in enumerate(cards.items()):
                canvas.polygon(_frame(left + 24.0 + i * 40.0, y, 34.0, 24.0), CARDS[kind], INK_2)
                ink = SURFACE if kind == "black" else INK
                canvas.text(left + 41.0 + i * 40.0, y + 18.0, str(count), 16.0, ink, middle=True)
            y += 30.0
            for ticket in (player["kept"] or []) + (player["offer"] or []):
                y += 20.0
                canvas.text(left + 24.0, y, self.ticket(ticket), 15.0, INK_2)
            y += 16.0


def _pile(cards: dict[str, int]) -> str:
    return ", ".join(f"{cards[kind]} {kind}" for kind in KIND_NAMES if kind in cards)


def _row(row: dict[str, Any]) -> str:
    more = f"+{row['locomotives']} locomotive" if row["locomotives"] else ""
    return f"{row['cards']} {row['colour']}{more}"


def _frame(x: float, y: float, width: float, height: float) -> list[Point]:
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def _box(x: float, y: float, angle: float, length: float, width: float) -> list[Point]:
    """A rectangle round a point, turned by so many degrees."""
    ux, uy = cos(radians(angle)) * length / 2, sin(radians(angle)) * length / 2
    vx, vy = -sin(radians(angle)) * width / 2, cos(radians(angle)) * width / 2
    return [
        (x + ux + vx, y + uy + vy),
        (x + ux - vx, y + uy - vy),
        (x - ux - vx, y - uy - vy),
        (x - ux + vx, y - uy + vy),
    ]
