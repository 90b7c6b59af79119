"""`wagonik report`."""

from pathlib import Path

import polars as pl

from tests.cli.calls import call, mistake
from wagonik.arena.metrics import figures_of
from wagonik.arena.report import differences
from wagonik.arena.starter import starter
from wagonik.cli.report import file_names


def test_a_page_is_written_beside_the_file(tmp_path: Path) -> None:
    file = tmp_path / "m.parquet"
    call("simulate", "paris", "-m", 20, "-s", 1, "-o", file, "--json")
    answer = call("report", file)
    assert answer.code == 0
    page = tmp_path / "m.html"
    assert f"Report: {page}" in answer.out
    assert "20 matches" in answer.out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_two_files_and_data(tmp_path: Path) -> None:
    first, second = tmp_path / "a.parquet", tmp_path / "b.parquet"
    call("simulate", "paris", "-m", 20, "-s", 1, "-o", first, "--json")
    call("simulate", "paris", "-m", 20, "-s", 1, "-o", second, "--rule", "refresh=off", "--json")
    data = call("report", first, second, "--json").json()
    assert [part["changes"] for part in data] == [[], ["refresh=off"]]
    assert sum(order["value"] for order in data[0]["order"]) == 1
    assert list(tmp_path.glob("*.html")) == []
    out = tmp_path / "both.html"
    told = call("report", first, second, "-o", out).out
    page = out.read_text(encoding="utf-8")
    assert "What differs" in page
    assert "<th>a.parquet</th><th>b.parquet</th>" in page
    assert "a.parquet" in told
    assert "difference (95 %)" in told


def test_two_boards_are_told_apart_by_their_files(tmp_path: Path) -> None:
    """Both are called My board, as boards are that somebody works on."""
    old, new = tmp_path / "old.toml", tmp_path / "new.toml"
    text = starter("paris")
    old.write_text(text, encoding="utf-8")
    head, _, tail = text.partition("tickets = [\n")
    new.write_text(head + "tickets = [\n" + tail.partition("\n")[2], encoding="utf-8")
    files = [board.with_suffix(".parquet") for board in (old, new)]
    for board, file in zip((old, new), files, strict=True):
        call("simulate", "paris", "--board", board, "-m", 20, "-s", 1, "-o", file, "--json")
    figures = [one for file in files for one in figures_of(file)]
    rows = {row.name: row for row in differences(*figures)}
    assert (rows["Tickets"].first, rows["Tickets"].second) == ("20", "19")
    assert rows["Tickets"].words() == "-1"
    assert rows["Tracks"].words() == "–"
    winning = rows["Points that win"]
    means = [one.winning.value for one in figures]
    assert abs(winning.gap.value - (means[1] - means[0])) < 1e-9
    assert winning.gap.low < winning.gap.value < winning.gap.high
    told = call("report", *files, "-o", tmp_path / "both.html").out
    assert "old.parquet" in told
    assert "new.parquet" in told
    folder = tmp_path / "other"
    folder.mkdir()
    assert file_names([files[0], folder / files[0].name]) == [
        str(files[0]),
        str(folder / files[0].name),
    ]


def test_mistakes_are_told_in_words(tmp_path: Path) -> None:
    mistake(call("report", tmp_path / "no.parquet"), "There is no file")
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(foreign)
    mistake(call("report", foreign), "not a data set of matches")
    file = tmp_path / "m.parquet"
    call("simulate", "paris", "-m", 5, "-s", 1, "-o", file, "--json")
    mistake(call("report", file, "-o", tmp_path / "no" / "x.html"), "No such file")
