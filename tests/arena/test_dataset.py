"""Data sets: streamed into a file, and read back with a sharp eye."""

import re
import signal
import time
from pathlib import Path

import polars as pl
import pytest

from tests.cli.calls import call, mistake, start
from wagonik.arena import dataset
from wagonik.arena.dataset import DataSetError, Writer, partial_path, read, schema
from wagonik.arena.matches import TABLE, Run, simulate
from wagonik.engine.boardfile import text
from wagonik.engine.errors import WagonikError

RUN = Run("paris", 2, 3, keep=TABLE)


def test_a_file_holds_all_rows_in_order_in_row_groups(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dataset, "ROW_GROUP", 16)
    path = tmp_path / "m.parquet"
    frames = [chunk.frame() for chunk in simulate(RUN, 50, 1)]
    with Writer(path, RUN) as writer:
        for frame in frames:
            writer.write(frame)
            assert not path.exists()  # it has another name until it is whole
    assert writer.rows == 50
    found = read(path)
    assert found.rows.collect().equals(pl.concat(frames))
    assert found.runs == (RUN,)
    assert not partial_path(path).exists()
    whole = path.read_bytes()
    with Writer(path, RUN) as writer:
        writer.write(pl.concat(frames))
    assert path.read_bytes() == whole  # however the rows came


def test_a_failure_leaves_nothing_and_an_interruption_what_was_played(tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    frame = next(simulate(RUN, 8, 1)).frame()
    with pytest.raises(ValueError, match="oh"):
        _write_and_raise(path, frame, ValueError("oh"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(KeyboardInterrupt):
        _write_and_raise(path, frame, KeyboardInterrupt())
    assert read(path).rows.collect().equals(frame)


def _write_and_raise(path: Path, frame: pl.DataFrame, error: BaseException) -> None:
    with Writer(path, RUN) as writer:
        writer.write(frame)
        raise error


def test_an_interruption_that_polars_hears_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def heard(self: Writer, about: dict[str, str]) -> None:
        self._error = KeyboardInterrupt()

    monkeypatch.setattr(Writer, "_sink", heard)
    with pytest.raises(KeyboardInterrupt), Writer(tmp_path / "m.parquet", RUN):
        pass
    assert list(tmp_path.iterdir()) == []


def test_tables_that_do_not_fit_are_an_error_not_a_hang(tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    with pytest.raises(WagonikError, match="can't be written"), Writer(path, RUN) as writer:
        writer.write(pl.DataFrame({"other": [1]}))
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_leaves_a_whole_file_of_the_matches_so_far(tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    arguments = ("simulate", "paris", "-m", 10_000_000, "-s", 1, "--workers", 1, "-o", path)
    process = start(*arguments)
    try:
        while not partial_path(path).exists() and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate()
    finally:
        process.kill()
        process.wait()
    assert process.returncode == 130, err
    played = re.search(r"Interrupted after ([0-9,]+) match", err)
    if played and int(played[1].replace(",", "")):  # else it was faster than the first match
        numbers = pl.read_parquet(path)["number"].to_list()
        assert numbers[: int(played[1].replace(",", ""))] == list(range(len(numbers)))
        assert not partial_path(path).exists()


def test_what_is_not_a_data_set_is_told_apart(tmp_path: Path) -> None:
    def refused(path: Path, words: str) -> None:
        with pytest.raises(DataSetError, match=words):
            read(path)

    refused(tmp_path / "no.parquet", "There is no file")
    records = tmp_path / "m.jsonl"
    records.write_text("{}\n{}\n", encoding="utf-8")
    refused(records, "wagonik replay")
    (tmp_path / "x.parquet").write_bytes(b"hello, world")
    refused(tmp_path / "x.parquet", "is not a Parquet file")
    good = tmp_path / "good.parquet"
    frame = next(simulate(RUN, 4, 1)).frame()
    with Writer(good, RUN) as writer:
        writer.write(frame)
    data = good.read_bytes()
    cut = tmp_path / "cut.parquet"
    cut.write_bytes(data[: len(data) // 2])
    refused(cut, "not whole")
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(data[:4] + b"\0" * (len(data) - 12) + data[-8:])
    refused(broken, "damaged")
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"a": [1, 2]}).write_parquet(foreign)
    refused(foreign, "no column game, board")
    other = tmp_path / "other.parquet"
    frame.with_columns(pl.col("turns").cast(pl.Float64)).write_parquet(other)
    refused(other, "the column turns has the type Float64")
    frame.write_parquet(other, metadata={"wagonik.format": "wagonik-arena"})
    refused(other, "holds wagonik-arena, not matches")
    frame.write_parquet(other, metadata={"wagonik.version": "99"})
    refused(other, "version 99.*Update wagonik")
    frame.write_parquet(other, metadata={"wagonik.run": "{}"})
    refused(other, "says about itself")
    frame.clear().write_parquet(other)
    refused(other, "holds no matches")
    frame.write_parquet(other)  # put together with other tools: no word about the run
    assert read(other).runs == ()


def test_a_board_of_ones_own_is_in_the_file(tmp_path: Path) -> None:
    board = text("paris").replace('name = "Paris"', 'name = "Mine"')
    file = tmp_path / "mine.toml"
    file.write_text(board, encoding="utf-8")
    out = tmp_path / "m.parquet"
    answer = call("simulate", "paris", "--board", file, "-m", 5, "-s", 1, "-o", out, "--json")
    assert answer.json()["matches"] == 5
    found = read(out)
    assert found.board("paris", "Mine") == board
    assert found.board("paris", "Paris") is None


def test_simulate_writes_and_tells(tmp_path: Path) -> None:
    out = tmp_path / "m.parquet"
    arguments = ("simulate", "paris", "-p", 3, "-m", 30, "-s", 2, "--bots", "planner,random")
    data = call(*arguments, "-o", out, "--json").json()
    rows = pl.read_parquet(out)
    assert rows.schema == schema()
    shares = rows.explode("seats").unnest("seats").group_by("bot").agg(pl.col("share").sum() / 30)
    for bot, share in shares.iter_rows():
        assert data["bot_wins"][bot]["rate"] == pytest.approx(share, abs=0.001)
    assert data["turns"]["mean"] == pytest.approx(rows["turns"].mean(), abs=0.01)
    shown = call(*arguments, "--rule", "refresh=off")
    assert "3 bots, refresh=off: 30 matches" in shown.out
    assert "planner" in shown.out
    mistake(call(*arguments, "-o", tmp_path / "no" / "m.parquet"), "No such file")
    mistake(call(*arguments, "-o", tmp_path / "a.jsonl", "--rule", "refresh=off"), "no records")
    (tmp_path / "folder.parquet").mkdir()
    mistake(call(*arguments, "-o", tmp_path / "folder.parquet"), "is a folder")
