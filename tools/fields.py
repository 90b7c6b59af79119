"""Write docs/reference/fields.md, what bots read, from the sources: `python -m tools.fields`.

A field is told by the comment in its line; those that have none are told here.
"""

import ast
import re
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
SOURCE: Final = ROOT / "src" / "wagonik"
TARGET: Final = ROOT / "docs" / "reference" / "fields.md"

# Fields without a comment of their own.
ABOUT: Final = {
    "State.seats": "how many seats there are",
    "State.viewer": "whose view it is: a seat, −1 a spectator, −2 a whole state",
    "State.over": "whether the match has ended",
    "State.track": "the track that is being claimed, or −1",
    "State.colour": "the colour that it is being paid with",
    "State.hand": (
        "a pile for each seat: at `seat * PILE + kind`; in a view, of others only the "
        "cards that everybody has seen, and the true total at `seat * PILE + TOTAL`"
    ),
    "State.piles": (
        "piles that belong to nobody: at `DECK`, `DISCARD`, `LAID`, `TURNED`, each `+ "
        "kind`; in a view the deck holds all cards that the seat can't place"
    ),
    "State.market": "the kinds that lie face up; −1 is an empty place",
    "State.tally": (
        "numbers of each seat: at `seat * TALLY +` `PIECES`, `POINTS`, `TICKETS`, `CHOICE`"
    ),
    "State.holder": (
        "where each ticket is: a seat that keeps it, `IN_DECK`, `UNKNOWN`, or `REMOVED`, "
        "`OFFERED`, `COMPLETED` plus a seat"
    ),
    "State.offer": "the tickets that a seat chooses from: at `seat * OFFER` how many, then which",
    "State.queue": "the ticket deck: entries of a ticket and who knows where it lies",
    "State.head": "where the queue begins",
    "State.queued": "how many entries it has",
    "State.pool": "how many of them have no order yet",
    "State.cards": "the stream that cards are drawn from; a view's draws nothing",
    "State.tickets": "the stream that tickets are drawn from; a view's draws nothing",
    "State.logging": "whether events are written down",
    "State.log": "the events, four integers each",
    "NorthernState.goals": "the numbers of the goals of this match",
    "KingdomState.copies": "how many of each technology are left to buy",
    "CardGameState.yard": (
        "rail yards: at `seat * YARD + 2 * colour` the cards of that colour in the row, "
        "then its locomotives"
    ),
    "CardGameState.rows": (
        "the yards once more: for each colour `ROW_CARD` times the size of its row plus the seat "
        "that has it plus 1, or 0"
    ),
    "CardGameState.decks": "decks still to be played, this one included",
    "PennsylvaniaState.shares": "who has each share: a seat, `ON_THE_TABLE` or `DUMMY`",
    "Board.file": "the board file",
    "Board.places": "the names of the places",
    "Board.routes": "the routes of the file in the order of the tracks",
    "Board.track_count": "how many tracks there are",
    "Board.words": "how many integers hold a bit for each track",
    "Board.a": "the place where each track begins",
    "Board.b": "the place where it ends",
    "Board.length": "its spaces",
    "Board.symbols": "locomotives that it asks for",
    "Board.colour": "its colour, 8 is grey",
    "Board.kind": "`ORDINARY`, `FERRY`, `TUNNEL` or `SPECIAL`",
    "Board.bonus": "bonus cards for claiming it",
    "Board.exchange": "cards that stand for one, where they can be exchanged",
    "Board.points": "points for claiming it",
    "Board.word": "which integer of a mask has its bit",
    "Board.bit": "its bit there",
    "Board.longest": "the spaces of the longest track",
    "Board.all_tracks": "the mask of all tracks",
    "Board.parallel": "for each track, all tracks between its places, itself included",
    "Board.mates": "the same packed: those of a track begin at `first_mate[track]`",
    "Board.first_mate": "where they begin, and behind the last track, where they end",
    "Board.classes": "tracks of one kind, number of symbols and colour together",
    "Board.track_texts": "a short unique name for each track",
    "Board.ticket_count": "how many tickets there are",
    "Board.ticket_points": "the points of each ticket",
    "Board.ticket_ends": "the places that a ticket joins: any of the first with any of the second",
    "Board.pair_start": "where the pairs of places of each ticket begin",
    "Board.pair_a": "one place of each pair",
    "Board.pair_b": "the other one",
    "Setup.hand": "cards dealt to each seat",
    "Setup.market": "cards that lie face up",
    "Setup.tickets": "tickets of the game",
    "Setup.first_tickets": "tickets dealt at the start",
    "Setup.first_keep": "of them, so many are kept at least",
    "Setup.draw_tickets": "tickets drawn in a turn",
    "Setup.draw_keep": "of them, so many are kept at least",
    "ActionTable.families": "the families, in the order of their integers",
    "ActionTable.actions": "all actions: number *i* is the action of the integer *i*",
    "ActionTable.by_text": "an action by its notation",
    "Family.name": "what its actions do",
    "Family.base": "the integer of its first action",
    "Family.texts": "the notation of each of its actions",
}

# Title, explanation, and the classes: their files and names.
PARTS: Final = (
    (
        "A state",
        "`view.state`, of every game. Arrays are of 64-bit integers; the constants are in "
        "`wagonik.engine.state` and `wagonik.engine.cards`.",
        (("engine/state.py", "State"),),
    ),
    ("What a game adds to it", "", ()),
    (
        "A board",
        "`view.rules.board`, of games that have one. Arrays have an entry for each track.",
        (("engine/board.py", "Board"),),
    ),
    ("The set-up", "`view.rules.setup`.", (("engine/deal.py", "Setup"),)),
    (
        "The table of actions",
        "`view.rules.table`, and the families in it.",
        (("engine/actions.py", "ActionTable"), ("engine/actions.py", "Family")),
    ),
)


class Field(NamedTuple):
    """One field of a class."""

    name: str
    type: str
    about: str


def fields(path: Path, name: str) -> list[Field]:
    """The public fields of a class, in the order of its source."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    found: dict[str, Field] = {}
    for node in ast.walk(_class(text, name)):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Attribute)
            and isinstance(node.target.value, ast.Name)
            and node.target.value.id == "self"
        ):
            key = node.target.attr
            if key.startswith("_") or key in found:
                continue
            comment = re.search(r"#\s*(?!noqa|type:)(.*)$", lines[(node.end_lineno or 0) - 1])
            about = ABOUT.get(f"{name}.{key}", comment[1] if comment else "")
            kind = ast.unparse(node.annotation)
            found[key] = Field(key, _kind(kind, node.value), about)
    return list(found.values())


def _class(text: str, name: str) -> ast.ClassDef:
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node
    raise LookupError(f"there is no class {name}")


def _kind(annotation: str, value: ast.expr | None) -> str:
    """What a reader calls the type."""
    if annotation == "Final" and value is not None:
        return "list" if isinstance(value, ast.ListComp | ast.List) else ""
    inner = re.sub(r"^Final\[(.*)\]$", r"\1", annotation)
    return {"vec[i64]": "array", "i64": "int"}.get(inner, inner)


def state_classes() -> list[tuple[str, str]]:
    """The states of games that have facts of their own, by file and name."""
    found = []
    for path in sorted((SOURCE / "games").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and any(
                isinstance(base, ast.Name) and base.id == "State" for base in node.bases
            ):
                found.append((str(path.relative_to(SOURCE)), node.name))
    return found


def classes() -> list[tuple[str, str]]:
    """Every class of the page."""
    return [*(one for _, _, given in PARTS for one in given), *state_classes()]


def _table(file: str, name: str) -> list[str]:
    lines = ["| field | type | what it is |", "|---|---|---|"]
    for field in fields(SOURCE / file, name):
        lines.append(f"| `{field.name}` | {field.type} | {field.about} |")
    return lines


def render() -> str:
    parts = [
        "# Fields",
        "",
        "What a bot reads in a [view](match.md): the fields of states, boards and tables of "
        "actions, made from the sources by `python -m tools.fields`. Methods are in "
        "[the engine](engine.md).",
        "",
    ]
    for title, about, given in PARTS:
        parts += [f"## {title}", ""]
        if about:
            parts += [about, ""]
        for file, name in given or state_classes():
            if not given:
                module = file.removesuffix(".py").replace("/", ".")
                parts += [f"### {name}", "", f"In `wagonik.{module}`.", ""]
            elif len(given) > 1:
                parts += [f"### {name}", ""]
            parts += [*_table(file, name), ""]
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
