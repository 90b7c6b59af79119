"""Every number that an example of the documentation prints, found once more in another way.

`WAYS` has a way for each example whose output has numbers in it: from the board files, from the
record, by counting. An example that prints a number and has no way fails, and so does a way that no
example asks for. The tables of data-sets.md are computed once more in tests/docs/test_numbers.py.
"""

import doctest
import itertools
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any, Final, cast

import pytest

import wagonik
from tests.cli.calls import call
from tests.docs.pages import PAGES, ROOT, Block, blocks, commands, name
from tests.docs.runner import Runner
from wagonik.engine.cards import KIND_NAMES

Names = dict[str, Any]
Way = Callable[[Names, Path], list[int]]
GAMES: Final = Path(wagonik.__file__).parent / "games"
# A page with tables of its own: see above.
ELSEWHERE: Final = {"docs/data-sets.md"}


def numbers(text: str) -> list[int]:
    return [int(each) for each in re.findall(r"(?<![\w.])[-+]?\d+|(?<=[a-z_])\d+", text)]


def board(game: str) -> dict[str, Any]:
    return tomllib.loads((GAMES / game / "board.toml").read_text(encoding="utf-8"))


# Actions

FIRST_KEEP: Final = (
    1  # one more than the sum of the tickets kept: 1, 2, 4 … for the first, second, third
)
DECK: Final = FIRST_KEEP + 2**6  # nowhere are there more than six to choose from
TAKE: Final = DECK + 1  # and then a card of each kind


def keeps(game: str) -> list[int]:
    """The choices among the first tickets: the number of each, and the tickets that it keeps."""
    told = board(game)["numbers"]
    offered = range(1, told["first_tickets"] + 1)
    choices = sorted(
        (FIRST_KEEP + sum(2 ** (ticket - 1) for ticket in some), some)
        for count in range(told["first_keep"], len(offered) + 1)
        for some in itertools.combinations(offered, count)
    )
    return [number for index, some in choices for number in (index, *some)]


def market(names: Names, _: Path) -> list[int]:
    """What can be drawn: each kind that lies open once, then the deck."""
    match = names["match"]
    shown = match.view(match.seat)["market"]
    kinds = [kind for kind, named in enumerate(KIND_NAMES) if named in shown]
    return [*(TAKE + kind for kind in kinds), DECK][:4]


def made(names: Names, match: str = "match") -> int:
    """How many decisions have been made, by the record."""
    return len(names[match].record()["actions"])


# A score on paper


def linked(tracks: list[tuple[str, str]], start: str, end: str) -> bool:
    reached, more = {start}, True
    while more:
        near = {b for a, b in tracks if a in reached} | {a for a, b in tracks if b in reached}
        more = not near <= reached
        reached |= near
    return end in reached


def sheets(match: wagonik.Match) -> list[Counter[str]]:
    """Paris, from its board file and what was claimed: p. 3 of its rulebook."""
    file, rules = board("paris"), cast(Any, match.rules).board
    points: list[Counter[str]] = [Counter() for _ in range(match.players)]
    tracks: dict[int, list[tuple[str, str]]] = defaultdict(list)
    shown: Any = match.view()
    for claim in shown["claims"]:
        track = claim["track"]
        ends = rules.places[rules.a[track]], rules.places[rules.b[track]]
        length = next(r["length"] for r in file["routes"] if {r["from"], r["to"]} == set(ends))
        points[claim["seat"]]["routes"] += file["points"][str(length)]
        tracks[claim["seat"]].append(ends)
    for event in match.events(-1):
        if event["event"] == "flag":
            points[int(str(event["seat"]))]["flags"] += 4
    for player in shown["players"]:
        for number in player["kept"]:
            ticket = rules.file.tickets[number]
            done = linked(tracks[player["seat"]], ticket.start, ticket.end)
            points[player["seat"]]["tickets"] += ticket.points * (1 if done else -1)
    return points


def sources(names: Names, _: Path) -> list[int]:
    return [sheets(names["match"])[0][part] for part in ("routes", "flags", "tickets")]


def best(names: Names, _: Path) -> list[int]:
    totals = [sum(points.values()) for points in sheets(names["match"])]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def lacking(names: Names, _: Path) -> list[int]:
    """What a seat has, and what the route takes, by the board file."""
    match, ends = names["match"], {"Batignolles", "Opéra"}
    [route] = [each for each in board("paris")["routes"] if {each["from"], each["to"]} == ends]
    hand = match.view(match.seat)["players"][match.seat]["hand"]
    return [hand.get(route["colour"], 0) + hand.get("locomotive", 0), route["length"]]


# Observations


@dataclass(frozen=True)
class Part:
    name: str
    shape: list[int]


def parts(title: str) -> list[Part]:
    """The parts of an observation with two players, from the page that lists them."""
    page = (ROOT / "docs" / "reference" / "observations.md").read_text(encoding="utf-8")
    listed = page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| [\d–]+ \| `(\w+)` \| ([\d ×]+) \|", listed, re.MULTILINE)
    assert len(rows) > 20, title
    return [Part(called, [int(size) for size in shape.split(" × ")]) for called, shape in rows]


CHOICE: Final = {"offer", "choice"}


def cells(title: str, players: int) -> int:
    """How long an observation is: parts whose first size is 2 have a row for each seat, but for
    those with one for each ticket to choose from."""
    return sum(
        prod(
            [players, *part.shape[1:]]
            if part.shape[0] == 2 and part.name not in CHOICE
            else part.shape
        )
        for part in parts(title)
    )


def actions(game: str, players: int) -> int:
    """How many different things can be written for a game."""
    rules = wagonik.Match(game, players=players, seed=1).rules
    return len({action.text for action in rules.table.actions})


def before_hand() -> int:
    listed = parts("Nordic Countries")
    return sum(prod(part.shape) for part in listed[: [p.name for p in listed].index("hand")])


NORDIC_TRACKS: Final = len(board("nordic_countries")["routes"])


# Files and tournaments


def little(page: str) -> dict[str, Any]:
    """The board file that a page shows."""
    [text] = [b.text for b in blocks(ROOT / page) if b.title == "my-board.toml"]
    return tomllib.loads(text)


def lines(folder: Path) -> list[dict[str, Any]]:
    """The matches of a tournament that was kept, row by row."""
    import polars

    files = sorted(folder.rglob("*.parquet"))
    assert files, folder
    return [row for file in files for row in polars.read_parquet(file).to_dicts()]


def has_numbers(page: Path) -> bool:
    """Whether an example of a page that is carried out prints a number."""
    shown = [
        text
        for block in blocks(page)
        if block.mark not in ("run by", "not run:")
        for text in outputs(block)
    ]
    return name(page) not in ELSEWHERE and any(numbers(text) for text in shown)


def outputs(block: Block) -> list[str]:
    if block.language == "console":
        return [command.output for command in commands(block)]
    if block.title == "output":
        return [block.text]
    if block.language == "python" and not block.title:
        parsed = doctest.DocTestParser().get_examples(block.text)
        return [example.exc_msg or example.want for example in parsed]
    return []


WAYS: Final[dict[str, dict[str, Way]]] = {
    "README.md": {
        "match.legal_actions()[:3]": lambda names, _: keeps("nordic_countries")[:9],
    },
    "docs/program/start.md": {
        "match.seat, match.legal_actions()      #": lambda names, _: [0, *keeps("paris")],
        "match.seat, match.legal_actions()": lambda names, _: [1, *keeps("paris")],
        "match.legal_actions()[:4]": market,
        "match.decision": lambda names, _: [made(names)],
        "try:": lacking,
        "sheet.sources": sources,
        "match.winners": best,
        "output": best,  # of the match of two bots
    },
    "docs/program/views.md": {
        # Given by the match that is begun there: seat 0 is first.
        'view["step"]': lambda names, _: [names["match"].record()["first"]],
        'other["cards"]': lambda names, _: [board("nordic_countries")["numbers"]["hand"]],
        "match.events(1)[-1]": lambda names, _: [names["match"].record()["first"]],
        'book.view(0)["discarded"]': lambda names, _: [made(names, "book")],
        "int(view.state.seats)": lambda names, _: [
            names["match"].record()["players"],
            len(board("nordic_countries")["places"]),
        ],
        "twin.decision - match.decision": lambda names, _: [made(names, "twin") - made(names)],
        "fresh.decision": lambda names, _: [made(names, "fresh")],
        'fresh.play("keep:1,2", at=0)': lambda names, _: [0, made(names, "fresh")],
    },
    "docs/program/records.md": {
        "print(to_text(record))": lambda names, _: [
            names["record"]["version"],
            names["record"]["rules"],
            names["record"]["players"],
            int(names["record"]["seed"]),
            *(0, 0),  # both choose first tickets before the first turn,
            *(0, 1),
            *(1, 0),  # and seat 0 has that
        ],
        "wagonik.replay(to_json(record), decisions=10)": lambda names, _: [
            made({"match": wagonik.replay(names["record"], decisions=10)})
        ],
        'wagonik.replay({**record, "scores"': lambda names, _: [500, 0],
    },
    "docs/environments.md": {
        "shown.size": lambda names, _: [
            cells("Nordic Countries", 2),
            actions("nordic_countries", 2),
        ],
        'shown["hand"]': lambda names, _: [len(KIND_NAMES), before_hand()],
        'shown["claimed"].shape': lambda names, _: [2, NORDIC_TRACKS, 1],
        'parts["claimed"].shape': lambda names, _: [64, 2, NORDIC_TRACKS],
        "shown.rules.table": lambda names, _: [DECK],
        "env.agent_selection": lambda names, _: [
            wagonik.Match("nordic_countries", players=3, seed=7).seat
        ],
        'observation["observation"].shape': lambda names, _: [
            cells("Nordic Countries", 3),
            actions("nordic_countries", 3),
        ],
        "observation.shape, int": lambda names, _: [cells("Paris", 3)],
        "observations.shape": lambda names, _: [
            *(256, cells("Paris", 2)),
            *(256, actions("paris", 2)),
        ],
        "matches.observations.shape": lambda names, _: [
            *(64, cells("United Kingdom", 4)),
            *(64, actions("united_kingdom", 4)),
            *(64, 4),
        ],
        "state.is_chance_node()": lambda names, _: [
            len({outcome for outcome, _ in names["state"].chance_outcomes()})
        ],
        'Matches("paris", players=2, count=8': lambda names, _: [2**3],
    },
    "docs/training.md": {
        "observer.observe(view).shape": lambda names, _: [cells("Paris", 2)],
    },
    "docs/writing-bots.md": {
        "board.places[board.a[longest]]": lambda names, _: [
            max(route["length"] for route in board("paris")["routes"])
        ],
    },
    "docs/board-files.md": {
        "wagonik check my-board.toml": lambda names, _: [
            len(little("docs/board-files.md")[part]) for part in ("places", "routes", "tickets")
        ],
    },
    "docs/designing-boards.md": {
        "wagonik check my-board.toml": lambda names, folder: [
            len(tomllib.loads((folder / "my-board.toml").read_text(encoding="utf-8"))[part])
            for part in ("places", "tickets")
        ],
        "wagonik simulate": lambda names, _: [2, 20, 1],
        "wagonik study": lambda names, _: [2, 40],
    },
    "docs/arena.md": {
        "wagonik arena paris --bots planner,random --matches 20": lambda names, folder: [
            played(again(folder, "--bots planner,random --matches 20 --seed 1")),
            replaced(folder / "again"),
        ],
        "wagonik arena cup.toml": lambda names, folder: [replaced(folder / "cup")],
        "wagonik arena --show cup": lambda names, folder: [replaced(folder / "cup")],
        "wagonik arena --show cup --json": lambda names, folder: [
            *(played(folder / "cup"), planned(folder / "cup.toml")),
            replaced(folder / "cup"),
        ],
        "wagonik arena paris --bots planner,random --until": lambda names, folder: [
            replaced(again(folder, "--bots planner,random --until clear"))
        ],
        "result.matches": lambda names, _: [
            names["cup"].matches,
            sum(bot.replaced for bot in names["result"].bots),
        ],
    },
}


def again(folder: Path, options: str) -> Path:
    """The same tournament once more, with its rows kept."""
    out = folder / "again"
    call("arena", "paris", *options.split(), "--jobs", 1, "--out", out)
    return out


def played(folder: Path) -> int:
    """How many matches the rows of a tournament are of."""
    return len(
        {(row["players"], row["line_up"], row["deal"], row["rotation"]) for row in lines(folder)}
    )


def planned(file: Path) -> int:
    """Each against each at every table: with two seats a pair is one line-up, with three bots for
    three seats there is one line-up of all."""
    cup = tomllib.loads(file.read_text(encoding="utf-8"))
    bots = len(cup["bots"])
    lineups = sum(1 if seats == bots else bots * (bots - 1) // 2 for seats in cup["players"])
    return int(lineups * cup["matches"])


def replaced(folder: Path) -> int:
    return sum(row["replaced"] for row in lines(folder))


# The pages


class Counting(Runner):
    """Carries out a page, and finds the numbers of each example in its other way. What the page
    says is compared as everywhere: these pages are not carried out again by test_examples.py."""

    def __init__(self, page: Path, folder: Path) -> None:
        super().__init__(page, folder)
        self.ways = WAYS.get(name(page), {})
        self.asked: set[str] = set()
        self.wrong: list[str] = []

    def doctest(self, block: Block) -> None:
        for example in doctest.DocTestParser().get_examples(block.text):
            self.examples([example], block.line)
            self.compare(example.source.strip(), example.exc_msg or example.want)

    def console(self, block: Block) -> None:
        super().console(block)
        for command in commands(block):
            self.compare(command.text, command.output)

    def block(self, block: Block) -> None:
        super().block(block)
        if block.title == "output":
            self.compare("output", block.text)

    def compare(self, source: str, shown: str) -> None:
        if not numbers(shown):
            return
        found = [start for start in self.ways if source.startswith(start)]
        if not found:
            self.wrong.append(f"{source} prints numbers that nothing else computes: {shown}")
            return
        start = max(found, key=len)
        self.asked.add(start)
        other = self.ways[start](self.names, self.folder)
        if other != numbers(shown):
            self.wrong.append(f"{source} prints {numbers(shown)}, the other way gives {other}")


@pytest.mark.parametrize("page", [page for page in PAGES if has_numbers(page)], ids=name)
def test_numbers_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    runner = Counting(page, tmp_path)
    runner.run()
    assert runner.wrong == []
    assert set(runner.ways) == runner.asked


def test_every_way_is_of_a_page() -> None:
    assert {name(page) for page in PAGES if has_numbers(page)} == set(WAYS)
