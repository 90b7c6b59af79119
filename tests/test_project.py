"""What the project says about itself: one version, locks that fit, weaknesses that are told."""

import json
import re
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import wagonik
from tools import audit, lock
from wagonik.server.app import create_app
from wagonik.server.settings import Settings

ROOT: Final = Path(__file__).parents[1]
PROJECT: Final[dict[str, Any]] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PYTHONS: Final = ("3.11", "3.12", "3.13", "3.14")
LOCKED: Final = re.compile(r"^(?P<name>[\w.-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\$", re.M)
HASH: Final = re.compile(r"^ +--hash=sha256:[0-9a-f]{64}( \\)?$")


def text_of(name: str) -> str:
    return (lock.FOLDER / f"{name}.txt").read_text("utf-8")


def locked(name: str, python: str) -> dict[str, str]:
    """The exact versions of a lock on one Python."""
    at = {"python_version": python, "python_full_version": f"{python}.9"}
    found = {}
    for each in LOCKED.finditer(text_of(name)):
        if each["marker"] is None or Marker(each["marker"]).evaluate(at):
            assert each["name"] not in found, f"{name}: {each['name']} has two versions"
            found[each["name"]] = each["version"]
    return found


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", lock.needs())
def test_a_lock_has_all_that_is_needed(name: str, python: str) -> None:
    found = locked(name, python)
    for text in lock.needs()[name]:
        need = Requirement(text)
        exact = found.get(canonicalize_name(need.name))
        assert exact is not None, f"{name}.txt lacks {need.name}: run make lock"
        assert need.specifier.contains(exact), f"{name}.txt has {need.name} {exact}: run make lock"


def test_locks_agree() -> None:
    for name in ("build", "table"):
        for python in PYTHONS:
            assert locked(name, python).items() <= locked("tools", python).items()


@pytest.mark.parametrize("name", lock.needs())
def test_a_lock_has_hashes_and_no_address(name: str) -> None:
    lines = [line for line in text_of(name).splitlines() if not line.startswith("#")]
    assert len(LOCKED.findall(text_of(name))) > 5
    for line, after in zip(lines, [*lines[1:], "end"], strict=True):
        if line.startswith(" "):
            assert HASH.match(line), line
        else:
            assert LOCKED.match(line), line
            assert HASH.match(after), f"{line} has no hash"


def test_the_web_lock_names_no_host() -> None:
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert [name for name, each in packages.items() if "resolved" in each] == []


def test_what_could_break_us_has_an_upper_bound() -> None:
    for text in lock.needs()["table"]:
        operators = {each.operator for each in Requirement(text).specifier}
        assert operators & {"<", "=="}, text


def test_the_version_is_said_once() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "wagonik.__version__"}
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert version("wagonik") == wagonik.__version__
    assert create_app(Settings()).version == wagonik.__version__


def test_an_audit_tells_what_it_does_not_know() -> None:
    weakness = {"id": "PYSEC-1", "fix_versions": ["2.0"]}
    report = {
        "dependencies": [
            {"name": "weak", "version": "1.0", "vulns": [weakness]},
            {"name": "good", "version": "1.0", "vulns": []},
            {"name": "strange", "skip_reason": "not found"},
        ]
    }
    weak, unknown = audit.python_packages(report)
    assert weak == ["weak 1.0: PYSEC-1 (mended in 2.0)"]
    assert unknown == ["strange"]
    assert audit.web_packages({"error": {"code": "ENOTFOUND"}}) == (
        [],
        ["all packages of the web client"],
    )
    found = {"vite": {"name": "vite", "range": "<8", "severity": "high"}}
    assert audit.web_packages({"vulnerabilities": found}) == (["vite <8: high"], [])
