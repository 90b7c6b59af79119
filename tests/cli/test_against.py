"""`make bench AGAINST=…`: two builds beside each other."""

import sys
from pathlib import Path

import pytest

from benchmarks.against import ALL, Build, build_of, compare, show_row


def test_a_build_beside_itself_plays_the_same_matches(capsys: pytest.CaptureFixture[str]) -> None:
    rows = compare(Path(sys.executable), 1, ["paris"])
    assert [row["players"] for row in rows] == [2, 3, 4]
    assert all(row["same_matches"] for row in rows)
    assert all(row["times"] == round(row["after"] / row["before"], 3) for row in rows)
    shown = capsys.readouterr().out
    assert f"{rows[0]['after']:,}" in shown


def test_bots_tables_and_laboratories_are_compared_too() -> None:
    build = Build(Path(sys.executable))
    try:
        for work in ALL:
            first, again = (build.do(work, "paris", 3, 2) for _ in range(2))
            assert first["done"] >= 2, work
            assert first["done"] == again["done"]
            if work != "batches":  # which go on where they were
                assert first["checksum"] == again["checksum"]
    finally:
        build.close()


def test_work_that_a_build_does_not_know_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    row = {"work": "planner", "game": "paris", "players": 2, "unknown": "before: ImportError: no"}
    show_row(row)
    assert "before: ImportError: no" in capsys.readouterr().out


def test_a_build_is_an_environment_or_a_python(tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    assert build_of(str(tmp_path)) == python
    assert build_of(str(python)) == python
    with pytest.raises(SystemExit, match="'nowhere' is no environment"):
        build_of("nowhere")
