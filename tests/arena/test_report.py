"""Pages that are complete in themselves and say what the figures say."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.arena.test_metrics import write
from tests.cli.calls import call
from wagonik.arena.dataset import DataSetError
from wagonik.arena.matches import TABLE, Run
from wagonik.arena.metrics import Estimate, Figures, figures_of
from wagonik.arena.report import boardmap, report_page
from wagonik.arena.report.boardmap import board_of, drawn
from wagonik.arena.report.charts import binned, intervals, ticks
from wagonik.engine.board import Board
from wagonik.engine.boardfile import text

VOID = {"meta", "input", "br", "hr", "img", "link"}


class Page(HTMLParser):
    """Reads a page and keeps what a test asks for; elements must be closed in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in ("style", "script"):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def played(folder: Path, run: Run, matches: int = 40) -> list[Figures]:
    return figures_of(write(folder / "m.parquet", run, matches))


def whole(page: str) -> Page:
    """A page that is well made, accessible, and asks the network for nothing."""
    parsed = Page(page)
    for tag, attributes in parsed.tags:
        assert not {"src", "srcset", "data"} & set(attributes), (tag, attributes)
        if "href" in attributes:
            assert str(attributes["href"]).startswith("#")
        if tag == "svg":
            assert attributes.get("aria-label") or attributes.get("aria-hidden") == "true"
    assert not re.search(r"url\(|@import|https?://", page)
    names = [tag for tag, _ in parsed.tags]
    assert (
        names.count("main")
        == names.count("h1")
        == names.count("title") - page.count("<title>") + names.count("h1")
    )
    assert "Content-Security-Policy" in page
    ids = [a["id"] for _, a in parsed.tags if "id" in a]
    assert len(set(ids)) == len(ids)
    assert "prefers-color-scheme:dark" in page
    assert "@media print" in page
    return parsed


def test_one_set_of_matches(tmp_path: Path) -> None:
    sets = played(tmp_path, Run("paris", 2, 1, keep=TABLE, bots=("planner",)))
    page = report_page(sets)
    words = whole(page).text
    figures = sets[0]
    assert "40 matches of 2 players, played by planner" in words
    assert f"{figures.orders[0].value:.1%}" in words
    assert "bootstrap over matches" in words
    for ticket in figures.tickets:
        assert ticket.name in words
    for track in figures.tracks:
        assert track.name in words
    assert page == report_page(sets)  # nothing in it depends on the clock


def test_every_track_of_the_map_is_told_right(tmp_path: Path) -> None:
    sets = played(tmp_path, Run("nordic_countries", 2, 1, keep=TABLE, bots=("planner",)), 20)
    page = report_page(sets)
    board = board_of(sets[0])
    assert board is not None
    routes = Board(board).routes
    by_number = {track.track: track for track in sets[0].tracks}
    titles = re.findall(r"<title>([^<]*: (?:claimed in|never claimed)[^<]*)</title>", page)
    assert len(titles) == len(routes)
    wanted = []
    for number, route in enumerate(routes):
        name = f"{route.start}–{route.end}, {route.colour}, {route.length}"
        facts = by_number.get(number)
        told = "never claimed"
        if facts is not None:
            told = f"claimed in {facts.claimed / 20:.0%} of the matches"
        wanted.append(f"{name}: {told}")
    assert sorted(title.split(", won with")[0] for title in titles) == sorted(wanted)


def test_two_rule_sets_side_by_side(tmp_path: Path) -> None:
    plain = Run("nordic_countries", 2, 1, keep=TABLE)
    changed = Run("nordic_countries", 2, 1, keep=TABLE, changes=("refresh=on",))
    sets = [*played(tmp_path, plain), *played(tmp_path, changed)]
    words = whole(report_page(sets)).text
    assert "What differs" in words
    assert "as published" in words
    assert "refresh=on" in words
    assert "Tracks that are claimed more or less often" in words


def test_several_player_counts_and_a_game_without_a_board(tmp_path: Path) -> None:
    sets = []
    for players in (2, 3, 4):
        sets += played(tmp_path, Run("card_game", players, 1, keep=TABLE), 12)
    page = report_page(sets)
    words = whole(page).text
    assert "4 players" in words
    assert "The Card Game: a report" in words
    assert 'class="card map"' not in page
    assert "big cities" in page


def test_a_board_without_layout_gets_one_and_a_lost_board_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boardmap, "QUICK_STEPS", 60)  # it need not be a good one here
    bare = re.sub(r", x = .*? }", " }", text("paris").replace('name = "Paris"', 'name = "Bare"'))
    bare = re.sub(r"(?m)^drawing = .*\n", "", bare)
    sets = played(tmp_path, Run("paris", 2, 1, board=bare, keep=TABLE), 10)
    board = board_of(sets[0])
    assert board is not None
    assert drawn(board)[1]
    assert "has no layout of its own" in whole(report_page(sets)).text
    sets[0].text = None
    words = whole(report_page(sets)).text
    assert "No map: the file does not hold the board Bare" in words


def test_names_are_escaped(tmp_path: Path) -> None:
    odd = text("paris").replace('name = "Paris"', 'name = "<b>&\'x"')
    sets = played(tmp_path, Run("paris", 2, 1, board=odd, keep=TABLE), 10)
    page = report_page(sets)
    whole(page)
    assert "<b>&'x" not in page


def test_ticks_and_bins() -> None:
    assert ticks(0, 100, 5) == [0, 20, 40, 60, 80, 100]
    assert ticks(-13, 22, 4) == [-10, 0, 10, 20]
    assert ticks(5, 5) != []
    width, counts = binned([(3, 2), (4, 1), (99, 7)], 3, 99, 10)
    assert (width, counts[0], counts[-1], sum(counts)) == (10, 3, 7, 10)


def test_intervals_stay_inside_the_picture() -> None:
    picture = intervals("x", [("a", Estimate(0.5, -1.0, 2.0))], 0.2, 0.8, 0.5)
    places = [float(x) for x in re.findall(r'(?:x1|x2|cx)="([^"]+)"', picture)]
    assert min(places) >= 0
    assert max(places) <= 520


@pytest.mark.parametrize("matches", [1, 2])
def test_very_few_matches(tmp_path: Path, matches: int) -> None:
    sets = played(tmp_path, Run("paris", 2, 1, keep=TABLE), matches)
    whole(report_page(sets))
    whole(report_page([*sets, *sets]))


def test_the_results_of_a_tournament(tmp_path: Path) -> None:
    folder = tmp_path / "cup"
    arguments = ("paris", "--bots", "planner,random", "--matches", 24, "--jobs", 1)
    assert call("arena", *arguments, "--out", folder).code == 0
    sets = figures_of(folder)
    assert {part.game for part in sets} == {"paris"}
    for figures in sets:
        bots = {bot.name: bot for bot in figures.bots}
        assert bots["planner"].wins > bots["random"].wins
        assert sum(order.value for order in figures.orders) == pytest.approx(1)
        assert sum(bot.wins for bot in figures.bots) == pytest.approx(figures.matches)
    words = whole(report_page(sets)).text
    assert "The bots" in words
    assert "Tickets and tracks" not in words
    with pytest.raises(DataSetError, match=r"a folder without tournament\.json"):
        figures_of(tmp_path)
