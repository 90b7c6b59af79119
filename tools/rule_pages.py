"""Write the rules for the site, in both languages: `python -m tools.rule_pages`.

The table has the rules as data in web/src/learn/texts; docs/rules/en and docs/rules/pl are made
of them, so that the table and the site say the same. Numbers, tables and pictures stay; the small
cards inside a sentence go.
"""

import json
import re
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tools import rulings
from wagonik import GAMES

ROOT: Final = Path(__file__).parents[1]
TEXTS: Final = ROOT / "web" / "src" / "learn" / "texts"
IMAGES: Final = ROOT / "docs" / "images"
TARGET: Final = ROOT / "docs" / "rules"
GUIDE: Final = "guide"
MADE: Final = "<!-- made of web/src/learn/texts by python -m tools.rule_pages -->"
SCALE: Final = 2  # pictures have two dots a pixel


@dataclass(frozen=True)
class Words:
    """What stands around the texts."""

    other: str
    other_name: str
    note: str
    example: str
    spaces: str
    points: str
    first: str
    board: str
    picture: str
    table: str
    rulings: str
    rulings_page: str
    more: str


WORDS: Final = {
    "en": Words(
        other="pl",
        other_name="Po polsku",
        note="Fine print.",
        example="Example.",
        spaces="spaces",
        points="points",
        first="For your first match",
        board="About this board",
        picture="The board",
        table="The table during a match",
        rulings="Rulings",
        rulings_page="../../rulings.md",
        more="What holds in every game stands among [all rulings](../../rulings.md).",
    ),
    "pl": Words(
        other="en",
        other_name="In English",
        note="Dokładniej.",
        example="Przykład.",
        spaces="pola",
        points="punkty",
        first="Na pierwszą partię",
        board="O tej planszy",
        picture="Plansza",
        table="Stół w trakcie partii",
        rulings="Rozstrzygnięcia",
        rulings_page="rulings.md",
        more="To, co obowiązuje w każdej grze, jest wśród [wszystkich rozstrzygnięć](rulings.md).",
    ),
}


def all_keys() -> list[str]:
    """The pages: the first match, then the games."""
    return [GUIDE, *(game.key for game in GAMES)]


def path_of(key: str, language: str) -> Path:
    return TARGET / language / f"{key}.md"


def _load(key: str, language: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        (TEXTS / f"{key}.{language}.json").read_text(encoding="utf-8")
    )
    return data


def render(key: str, language: str) -> str:
    page, common, words = _load(key, language), _load("common", language), WORDS[language]
    variants = common.get("variants", {})
    shelves = [*(variants[name] for name in page.get("variants", [])), common["blocks"]]
    lines = [MADE, "", f"# {page['title']}", "", _plain(page["lead"]), ""]
    lines += [f"[{words.other_name}](../{words.other}/{key}.md)"]
    picture = f"boards/{key}.webp"
    if (IMAGES / picture).exists():
        lines += ["", f"![{words.picture}](../../images/{picture})"]
    elif key != GUIDE:  # a game without a board shows its table
        lines += ["", f"![{words.table}](../../images/table-{key.replace('_', '-')}.webp)"]
    if "facts" in page:
        lines += ["", "| | |", "|---|---|"]
        lines += [f"| **{name}** | {value} |" for name, value in page["facts"]]
    for section in page["sections"]:
        lines += ["", f"## {section['title']}"]
        lines += _blocks(section["blocks"], shelves, words)
    if "first" in page:
        lines += ["", f"## {words.first}", "", *(f"- {_plain(text)}" for text in page["first"])]
    if "about" in page:
        lines += ["", f"## {words.board}", *_blocks(page["about"], shelves, words)]
    if key != GUIDE:
        lines += ["", f"## {words.rulings}", "", *_rulings(key, language), "", words.more]
    return "\n".join(lines) + "\n"


def _rulings(key: str, language: str) -> list[str]:
    """Links to the rulings of a game, with their titles in the language of the page."""
    numbers = {ruling.number for ruling in rulings.of_page(rulings.PAGES / f"{key}.md")}
    told = rulings.all_rulings() if language == "en" else rulings.polish_rulings()
    page = WORDS[language].rulings_page
    return [
        f"- [R{ruling.number}]({page}#{ruling.anchor}) · {ruling.title}"
        for ruling in told
        if ruling.number in numbers
    ]


def _plain(text: str) -> str:
    """A text without the small cards in it; the other marks are Markdown's."""
    return re.sub(r" ?\{\w+\}", "", text)


def _blocks(blocks: list[dict[str, Any]], shelves: list[dict[str, Any]], words: Words) -> list[str]:
    lines: list[str] = []
    for block in blocks:
        if "use" in block:
            found = next(shelf[block["use"]] for shelf in shelves if block["use"] in shelf)
            lines += _blocks(found, shelves, words)
        else:
            lines += ["", *_block(block, words)]
    return lines


def _block(block: dict[str, Any], words: Words) -> list[str]:
    match block:
        case {"text": text}:
            return [_plain(text)]
        case {"note": text}:
            return [f"> **{words.note}** {_plain(text)}"]
        case {"example": text}:
            return [f"> **{words.example}** {_plain(text)}"]
        case {"list": entries}:
            return [f"- {_plain(entry)}" for entry in entries]
        case {"table": table}:
            return _table(table["head"], table["rows"])
        case {"points": pairs}:
            head = [f"**{words.spaces}**", *(str(length) for length, _ in pairs)]
            return _table(head, [[f"**{words.points}**", *(str(points) for _, points in pairs)]])
        case {"picture": name, "caption": caption}:
            return _figure(name, caption)
    raise ValueError(f"A block of the rules that this page can't tell: {sorted(block)}")


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return lines + ["| " + " | ".join(_plain(cell) for cell in row) + " |" for row in rows]


def _figure(name: str, caption: str) -> list[str]:
    path = IMAGES / "rules" / f"{name}.png"
    width = struct.unpack(">I", path.read_bytes()[16:20])[0] // SCALE
    return [
        '<figure class="rule-picture">',
        f'<img src="../../images/rules/{name}.png" width="{width}" alt="">',
        f"<figcaption>{_plain(caption)}</figcaption>",
        "</figure>",
    ]


if __name__ == "__main__":
    for language in WORDS:
        for key in all_keys():
            path = path_of(key, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(render(key, language), encoding="utf-8")
