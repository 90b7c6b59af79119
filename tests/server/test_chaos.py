"""A short chaos: `make chaos` is the long one."""

from tests.server.chaos import run
from tests.server.conftest import NewDatabase


def test_nothing_acknowledged_is_lost(new_database: NewDatabase) -> None:
    report = run(new_database(), seconds=12, seed=7)
    assert report.lost == 0, report
    assert report.acknowledged > 20, report
    assert len(report.disturbances) == 4, report
    assert report.memory < 600_000_000, report
    # However long a killed server takes to start: whoever finds one that runs plays on. How long
    # it takes also says how busy the machine is.
    assert report.frozen_served < 9 + report.starting_longest, report
