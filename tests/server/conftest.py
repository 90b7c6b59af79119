import asyncio
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.table import Postgres, Server, postgres

NewDatabase = Callable[[], str]
# For what is the same whichever database there is, and takes a while.
one_database = pytest.mark.parametrize("new_database", ["sqlite"], indirect=True)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Carries out a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    asyncio.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture(scope="session")
def cluster() -> Iterator[Postgres]:
    with postgres() as found:
        yield found


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def new_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> NewDatabase:
    """Makes empty databases: every test that asks for one runs on both."""
    if request.param == "postgresql":
        found: Postgres = request.getfixturevalue("cluster")
        return found.database
    folder = tmp_path_factory.mktemp("sqlite")

    def new() -> str:
        return f"sqlite:///{_free(folder)}"

    return new


def _free(folder: Path) -> Path:
    return folder / f"{len(list(folder.glob('*.db')))}-{id(object())}.db"


@pytest.fixture(scope="session")
def server(new_database: NewDatabase) -> Iterator[Server]:
    with Server(new_database()) as found:
        yield found
        assert "Traceback" not in found.output(), found.output()
