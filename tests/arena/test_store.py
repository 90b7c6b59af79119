"""Folders of results: whole after every interruption, nothing lost, nothing counted twice."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from tests.cli.calls import call, start
from wagonik.arena import store as stores
from wagonik.arena.executors import Here
from wagonik.arena.play import Job, Row, Table, play_deal
from wagonik.arena.run import Runner, run_tournament
from wagonik.arena.store import KEY, SCHEMA, StoreError, open_store, read_store, results
from wagonik.arena.tournament import Tournament

CUP = Tournament((Table("paris", 2),), ("longroute", "random"), matches=12, seed=3)
TIMES = ("seconds", "time_bins", "time_counts")


def rows(folder: Path) -> pl.DataFrame:
    """All results of a folder in their order, without what a clock says."""
    return results(folder).drop(TIMES).sort(KEY).collect()


def fresh(tournament: Tournament, folder: Path) -> pl.DataFrame:
    """The same tournament, played without interruption."""
    with open_store(folder, tournament) as store:
        run_tournament(tournament, 1, store=store)
    return rows(folder)


class Stopped(Exception):
    """Something went wrong on the way."""


class Failing(Here):
    """Plays some jobs, and then no more."""

    def __init__(self, jobs: int) -> None:
        super().__init__()
        self.left = jobs

    def receive(self) -> tuple[Job, list[Row]]:
        if self.left == 0:
            raise Stopped
        self.left -= 1
        return super().receive()


def test_results_are_the_rows_of_the_matches(tmp_path: Path) -> None:
    fresh(CUP, tmp_path / "a")
    found = results(tmp_path / "a").collect()
    assert found.schema == SCHEMA
    assert len(found) == 12 * 2
    played = play_deal(CUP.tables[0], ("longroute", "random"), 3, 4, None)
    here = found.filter(pl.col("deal") == 4).drop(TIMES).to_dicts()
    for row, told in zip(played, here, strict=True):
        wanted = {key: value for key, value in row._asdict().items() if key not in TIMES}
        assert told == {**wanted, "faults": list(row.faults)}
    assert found.select((pl.col("time_counts").list.sum() == pl.col("decisions")).all()).item()


def test_reading_gives_what_playing_gave(tmp_path: Path) -> None:
    with open_store(tmp_path / "a", CUP) as store:
        played = run_tournament(CUP, 1, store=store).results()[0]
    read = next(iter(read_store(tmp_path / "a").counts().values())).result()
    assert vars(read.bot("longroute")) == vars(played.bot("longroute"))
    assert (read.turns, read.matches) == (played.turns, played.matches)


def test_a_failed_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    for jobs in (2, 1):
        with open_store(folder, CUP, seconds=0) as store:
            runner = Runner(CUP, store)
            with pytest.raises(Stopped):
                runner.play(Failing(jobs))
    before = read_store(folder).counts()
    assert [len(count.shares) for count in before.values()] == [3]
    assert fresh(CUP, folder).equals(fresh(CUP, tmp_path / "b"))


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    fresh(CUP, tmp_path)
    with open_store(tmp_path, CUP) as store:
        runner = Runner(CUP, store)
        assert runner.complete
        assert runner.play(Failing(0))


def test_more_matches_go_on_with_a_folder(tmp_path: Path) -> None:
    fresh(CUP, tmp_path / "a")
    longer = replace(CUP, matches=20)
    assert fresh(longer, tmp_path / "a").equals(fresh(longer, tmp_path / "b"))


def test_gaps_are_filled(tmp_path: Path) -> None:
    """Parts are lost in no way that we know of; but if one is, it is played again."""
    folder = tmp_path / "a"
    with open_store(folder, CUP, seconds=0) as store:
        run_tournament(CUP, 1, store=store)
    parts = sorted((folder / "parts").iterdir())
    assert len(parts) > 2
    parts[1].unlink()
    assert fresh(CUP, folder).equals(fresh(CUP, tmp_path / "b"))


def test_many_parts_become_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "MERGED", 3)
    long = replace(CUP, matches=20)
    folder = tmp_path / "a"
    with open_store(folder, long, seconds=0) as store:
        run_tournament(long, 1, store=store)
    names = sorted(path.name for path in (folder / "parts").iterdir())
    assert names[0] == "000000-000002.parquet"
    assert rows(folder).equals(fresh(long, tmp_path / "b"))


def test_parts_that_were_put_together_are_not_counted_twice(tmp_path: Path) -> None:
    """As if a run had been killed after the new part was written and before the old ones went."""
    folder = tmp_path / "a"
    with open_store(folder, CUP, seconds=0) as store:
        run_tournament(CUP, 1, store=store)
    parts = sorted((folder / "parts").iterdir())
    whole = pl.concat([pl.read_parquet(path) for path in parts[:2]])
    whole.write_parquet(folder / "parts" / "000000-000001.parquet")
    (folder / "parts" / "000009-000009.parquet.writing").write_bytes(b"PAR1")
    assert fresh(CUP, folder).equals(fresh(CUP, tmp_path / "b"))
    assert parts[0] not in (folder / "parts").iterdir()
    assert not list((folder / "parts").glob("*.writing"))


def test_a_folder_of_another_tournament_is_refused(tmp_path: Path) -> None:
    fresh(CUP, tmp_path)
    others = {
        "the seed 3, not 4": replace(CUP, seed=4),
        "the bots longroute, random, not planner, path": replace(CUP, bots=("planner", "path")),
        "paris 2, not paris 3": replace(CUP, tables=(Table("paris", 3),)),
        "no limit a decision, not 2 s": replace(CUP, seconds=2.0),
        "the form 'robin', not 'ladder'": replace(CUP, form="ladder"),
    }
    for words, other in others.items():
        with pytest.raises(StoreError, match=words), open_store(tmp_path, other):
            pass


def test_results_of_other_code_are_refused_unless_told_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh(CUP, tmp_path)
    monkeypatch.setattr(stores, "fingerprint", lambda games: "other")
    with pytest.raises(StoreError, match="--anyway"), open_store(tmp_path, CUP):
        pass
    with open_store(tmp_path, CUP, anyway=True) as store:
        assert Runner(CUP, store).complete


def test_a_changed_bot_from_a_file_is_noticed(tmp_path: Path) -> None:
    bot = tmp_path / "own.py"
    text = "from wagonik.bots.base import Bot\nclass Own(Bot):\n    name = 'own'\n"
    bot.write_text(text)
    cup = replace(CUP, bots=(f"{bot}:Own", "random"), matches=2)
    fresh(cup, tmp_path / "a")
    bot.write_text(text + "    about = 'changed'\n")
    with pytest.raises(StoreError, match=r"own\.py:Own"), open_store(tmp_path / "a", cup):
        pass


def test_other_folders_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").touch()
    with pytest.raises(StoreError, match="not empty"), open_store(tmp_path, CUP):
        pass
    with pytest.raises(StoreError, match="no results"):
        read_store(tmp_path)
    (tmp_path / "tournament.json").write_text("{")
    with pytest.raises(StoreError, match="damaged"):
        read_store(tmp_path)
    (tmp_path / "tournament.json").write_text('{"format": 99}')
    with pytest.raises(StoreError, match="another version"):
        read_store(tmp_path)


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with open_store(tmp_path, CUP), pytest.raises(StoreError, match="another run"):
        open_store(tmp_path, CUP).__enter__()
    with open_store(tmp_path, CUP):
        pass


# Runs that are really ended


def wait_for(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 300  # far more than the busiest machine needs
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def running(folder: Path, *more: object) -> Iterator["subprocess.Popen[str]"]:
    """A long run in a process of its own, that has written something."""
    bots = ("--bots", "planner,path", "--seed", 3)
    process = start("arena", "paris", *bots, "--matches", 1_000_000, "--out", folder, *more)
    try:
        before = parts(folder)
        wait_for(lambda: parts(folder) != before or process.poll() is not None)
        assert process.poll() is None, process.communicate()
        yield process
    finally:
        process.kill()
        process.communicate()


def parts(folder: Path) -> list[Path]:
    return sorted((folder / "parts").glob("*.parquet"))


def children(process: int) -> list[int]:
    text = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(name) for name in text.split()]


def test_a_run_that_is_killed_goes_on_with_nothing_lost_or_counted_twice(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    with running(folder, "--jobs", 2) as process:
        workers = children(process.pid)
        assert len(workers) >= 2
        process.kill()
        process.wait()
    # The workers end when their parent is gone.
    wait_for(lambda: not any(Path(f"/proc/{worker}").exists() for worker in workers))
    kept = rows(folder)
    assert len(kept) > 0
    with running(folder, "--jobs", 1) as process:
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130
    assert "Interrupted after" in told
    assert "the same call goes on" in told
    assert "Traceback" not in told
    again = rows(folder)
    assert len(again) > len(kept)
    assert again.join(kept, on=KEY, how="semi").equals(kept)
    # To the end, and beside a run that nobody disturbed.
    deals = int(again["deal"].max()) + 5  # type: ignore[arg-type]
    cup = replace(CUP, bots=("planner", "path"), matches=2 * deals)
    assert fresh(cup, folder).equals(fresh(cup, tmp_path / "b"))


def test_a_killed_worker_does_not_stop_the_run(tmp_path: Path) -> None:
    folder = tmp_path / "a"
    with running(folder, "--jobs", 2) as process:
        for worker in children(process.pid):
            if b"spawn_main" in Path(f"/proc/{worker}/cmdline").read_bytes():
                os.kill(worker, signal.SIGKILL)
                break
        before = parts(folder)
        wait_for(lambda: parts(folder) != before or process.poll() is not None)
        assert process.poll() is None  # it goes on
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in told
    assert rows(folder).select(KEY).is_unique().all()


def test_show_prints_a_folder_again(tmp_path: Path) -> None:
    played = call(
        *("arena", "paris", "--bots", "planner,random", "--matches", 4, "--jobs", 1),
        *("--out", tmp_path / "a"),
    )
    shown = call("arena", "--show", tmp_path / "a")
    assert played.code == shown.code == 0
    assert played.out == shown.out
