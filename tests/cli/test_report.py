"""`wagonik report`."""

from pathlib import Path

import polars as pl

from tests.cli.calls import call, mistake


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
    call("report", first, second, "-o", out)
    assert "What differs" in out.read_text(encoding="utf-8")


def test_mistakes_are_told_in_words(tmp_path: Path) -> None:
    mistake(call("report", tmp_path / "no.parquet"), "There is no file")
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"a": [1]}).write_parquet(foreign)
    mistake(call("report", foreign), "not a data set of matches")
    file = tmp_path / "m.parquet"
    call("simulate", "paris", "-m", 5, "-s", 1, "-o", file, "--json")
    mistake(call("report", file, "-o", tmp_path / "no" / "x.html"), "No such file")
