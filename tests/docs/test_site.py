"""The site: built strictly, whole, and asking the network for nothing."""

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import zlib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote

import pytest

import wagonik
from tests.docs.pages import DOCS, PAGES, ROOT, blocks, name

# Parts of the package whose users read something else than a reference of Python.
NOT_FOR_IMPORT: Final = {
    "cli": "the command line: cli.md",
    "__main__": "the same as the command line",
    "code": "the fingerprint of what plays: architecture.md",
    "processes": "how other processes are started: architecture.md",
    "server": "its protocol: protocol.md, and its settings: hosting.md",
    "drawing": "the command `layout`, and JSON for the client",
    "envs.core": "what the environments are made of",
}
RESOURCE: Final = {"script": "src", "img": "src", "iframe": "src", "source": "src", "link": "href"}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stderr
    return folder


class Page(HTMLParser):
    """The links, resources and anchors of a built page."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.file = file
        self.links: list[str] = []
        self.resources: list[str] = []
        self.anchors: set[str] = set()
        self.language = ""
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.anchors |= {found[key] for key in ("id", "name") if key in found}
        if tag == "html":
            self.language = found.get("lang", "")
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag in RESOURCE and found.get(RESOURCE[tag]) and found.get("rel") != "canonical":
            self.resources.append(found[RESOURCE[tag]])


@pytest.fixture(scope="session")
def built(site: Path) -> dict[Path, Page]:
    return {file: Page(file) for file in sorted(site.rglob("*.html"))}


def test_every_page_of_the_documentation_is_there(site: Path) -> None:
    for page in DOCS.rglob("*.md"):
        path = page.relative_to(DOCS)
        if path.parts[0] != "rulings":  # the parts of which the pages of rulings are made
            assert (site / path.with_suffix(".html")).is_file(), path
    for file in ("contributing.html", "changelog.html", "board.schema.json"):
        assert (site / file).is_file(), file


def test_every_link_anchor_and_picture_leads_somewhere(built: dict[Path, Page]) -> None:
    broken: list[str] = []
    for file, page in built.items():
        if file.name == "404.html":
            continue
        for link in [*page.links, *page.resources]:
            if re.match(r"[a-z]+:", link):
                continue
            path, _, anchor = unquote(link).partition("#")
            there = (file.parent / path).resolve() if path else file
            if there.is_dir():
                there = there / "index.html"
            missing = there in built and anchor and anchor not in built[there].anchors
            if not there.exists() or (missing and not anchor.startswith("__")):
                broken.append(f"{file.name}: {link}")
    assert broken == []


def test_nothing_is_fetched_from_the_network(site: Path, built: dict[Path, Page]) -> None:
    for file, page in built.items():
        for link in page.resources:
            assert not re.match(r"(https?:)?//", link), f"{file.name} fetches {link}"
        text = file.read_text(encoding="utf-8")
        assert "mermaid" not in re.findall(r'class="([^"]*)"', text), file
    for sheet in site.rglob("*.css"):
        for link in re.findall(r"url\(([^)]+)\)", sheet.read_text(encoding="utf-8")):
            assert not re.match(r"""['"]?(https?:)?//""", link), f"{sheet.name} fetches {link}"


def test_it_works_from_a_folder(site: Path, built: dict[Path, Page]) -> None:
    """Addresses name files, and the search has its index as a script."""
    assert (site / "search" / "search_index.js").is_file()
    home = built[site / "index.html"]
    assert "rules/pl/guide.html" in home.links
    assert any(link.endswith("iframe-worker.js") for link in home.resources)


def test_the_search_knows_both_languages(site: Path) -> None:
    index: dict[str, Any] = json.loads((site / "search" / "search_index.json").read_text("utf-8"))
    titles = {entry["title"] for entry in index["docs"]}
    assert {"Rulings", "Rozstrzygnięcia", "Rabunek pociągów"} <= titles
    assert index["config"]["pipeline"] == [], "a trimmer would cut off Polish letters"


def test_polish_pages_say_that_they_are_polish(site: Path, built: dict[Path, Page]) -> None:
    for file, page in built.items():
        polish = "pl" in file.relative_to(site).parts
        assert page.language == ("pl" if polish else "en"), file


# The reference


@pytest.fixture(scope="session")
def inventory(site: Path) -> set[str]:
    """Everything that the reference explains."""
    raw = (site / "objects.inv").read_bytes()
    text = zlib.decompress(raw.split(b"\n", 4)[4]).decode("utf-8")
    return {line.split(" ")[0] for line in text.splitlines()}


def covered(path: str) -> bool:
    return any(path == part or path.startswith(part + ".") for part in NOT_FOR_IMPORT)


def modules() -> list[str]:
    found = []
    for info in pkgutil.walk_packages(wagonik.__path__, "wagonik."):
        path = info.name.removeprefix("wagonik.")
        if not covered(path) and not path.endswith("__main__"):
            found.append(info.name)
    return found


def test_every_public_name_is_in_the_reference(inventory: set[str]) -> None:
    """What a package offers in `__all__`."""
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    missing: list[str] = []
    for module in ["wagonik", *modules()]:
        loaded = importlib.import_module(module)
        for public in getattr(loaded, "__all__", []):
            item = getattr(loaded, public)
            if module != "wagonik" and not callable(item):
                continue  # constants are explained where they are used
            home = getattr(item, "__module__", None)
            known = f"{module}.{public}" in inventory or f"{home}.{public}" in inventory
            if not known and f"`{module}.{public}`" not in pages:
                missing.append(f"{module}.{public}")
    assert missing == []


def test_every_module_of_an_example_is_in_the_reference(inventory: set[str]) -> None:
    known = {path.rpartition(".")[0] for path in inventory} | inventory
    for page in PAGES:
        for block in blocks(page):
            if block.language != "python" or name(page) == "CONTRIBUTING.md":
                continue
            for module in re.findall(r"from (wagonik[\w.]*) import", block.text):
                path = module.removeprefix("wagonik.")
                assert module == "wagonik" or module in known or covered(path), (
                    f"{name(page)} uses {module}, which the reference does not explain"
                )


def test_every_part_of_the_package_has_its_place() -> None:
    """A new package is explained in the reference, or it is said where else."""
    pages = "".join(page.read_text("utf-8") for page in (DOCS / "reference").glob("*.md"))
    for info in pkgutil.iter_modules(wagonik.__path__):
        assert info.name in NOT_FOR_IMPORT or f"::: wagonik.{info.name}" in pages, info.name
