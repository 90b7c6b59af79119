"""The fingerprint tells code apart that plays otherwise, and no more than that."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import wagonik
from wagonik import code
from wagonik.code import fingerprint
from wagonik.games import GAMES

KEYS = [game.key for game in GAMES]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the sources, which may be changed."""
    here = Path(wagonik.__file__).parent
    for name in code.PLAYING:
        where = tmp_path / name
        (shutil.copytree if (here / name).is_dir() else shutil.copyfile)(here / name, where)
    monkeypatch.setattr(wagonik, "__file__", str(tmp_path / "__init__.py"))
    code._fingerprint.cache_clear()
    yield tmp_path
    code._fingerprint.cache_clear()


def changed(package: Path, name: str) -> set[str]:
    """The games whose fingerprint changes with a file; `all` is the one of all of them."""

    def now() -> dict[str, str]:
        code._fingerprint.cache_clear()
        return {"all": fingerprint(), **{key: fingerprint(games=[key]) for key in KEYS}}

    before = now()
    path = package / name
    assert path.is_file()
    path.write_bytes(path.read_bytes() + b"\n")
    after = now()
    return {key for key in before if before[key] != after[key]}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    "name", ["games/{}/rules.py", "bots/games/{}", "bots/master/weights/{}-2.json"]
)
def test_what_is_of_one_game_counts_for_that_game(package: Path, name: str, key: str) -> None:
    own = name.format(key)
    if own == f"bots/games/{key}":
        own += "/knowledge.py" if (package / own).is_dir() else ".py"
    assert changed(package, own) == {"all", key}


@pytest.mark.parametrize(
    "name", ["engine/state.py", "bots/master/search.py", "bots/games/__init__.py", "match.py"]
)
def test_what_is_common_counts_for_every_game(package: Path, name: str) -> None:
    assert changed(package, name) == {"all", *KEYS}


def test_several_games_and_more_folders_have_one_of_their_own() -> None:
    assert fingerprint(games=KEYS) == fingerprint()
    assert fingerprint(games=KEYS[:2]) == fingerprint(games=KEYS[1::-1])
    found = {fingerprint(games=KEYS[:2]), fingerprint(games=KEYS[:1]), fingerprint("analysis")}
    assert len(found | {fingerprint()}) == 4
