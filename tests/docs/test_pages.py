"""Pages: links lead somewhere, generated ones are up to date, nothing is left out."""

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import DOCS, PAGES, ROOT, blocks, name, prose
from tools import cli_reference, fields, layouts, rule_pages, rulings
from wagonik import GAMES

RULINGS: Final = range(1, 27)
IMAGES: Final = sorted(
    path for path in (DOCS / "images").rglob("*") if path.suffix in (".png", ".webp", ".svg")
)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    text = prose(page)
    links = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'<img src="([^"]+)"', text)
    for link in links:
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        there = (page.parent / file).resolve() if file else page
        assert there.exists(), f"{name(page)} links to {link}"
        if anchor:
            assert anchor in anchors(there), f"{name(page)} links to {link}"


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


@pytest.mark.parametrize("image", IMAGES, ids=name)
def test_every_picture_is_shown_somewhere(image: Path) -> None:
    assert any(image.name in page.read_text(encoding="utf-8") for page in PAGES)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_pictures_are_described(page: Path) -> None:
    """A picture has words for who can't see it; those of the rules have their captions."""
    for words in re.findall(r"!\[([^\]]*)\]\(", prose(page)):
        assert words.strip(), f"{name(page)} has a picture without a description"


def test_the_readme_is_short_and_says_what_it_must() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 160
    assert text.index("make play") < 2500
    assert text.index("make test") < 2500
    assert "unofficial fan project" in text
    assert "docs/images/" in text[:1500]
    assert len([block for block in blocks(ROOT / "README.md") if block.language == "python"]) >= 2


def test_there_is_one_way_to_install() -> None:
    """All pages install from a checkout, with parts that there are."""
    extras = set(
        tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"][
            "optional-dependencies"
        ]
    )
    told = 0
    for page in PAGES:
        for what in re.findall(r"pip install (.+?)(?=`|  |\n| &&)", page.read_text("utf-8")):
            found = re.fullmatch(r"\.|'\.\[([a-z,]+)\]'", what)
            assert found, f"{name(page)} installs {what}"
            assert set((found[1] or "server").split(",")) <= extras, f"{name(page)}: {what}"
            told += 1
    assert told > 5


def test_every_game_has_its_section() -> None:
    page = (DOCS / "games.md").read_text(encoding="utf-8")
    for game in GAMES:
        assert f"`{game.key}`" in page
        assert game.name in page
        for option in game.options():
            assert f"`{option.name}`" in page


def test_every_make_target_is_in_the_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))
    explained = set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, flags=re.MULTILINE))
    assert targets == explained


def test_every_make_target_that_is_shown_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"(?:`|^\$ )make ([a-z-]+)", text, flags=re.MULTILINE):
            assert target in targets, f"{name(page)}: make {target}"


def test_architecture_names_files_that_exist() -> None:
    """The table of files is a map: what it names is there."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Where things are")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \|", table, flags=re.MULTILINE)
    named = [path for row in rows for path in re.findall(r"`([\w/.]+)`", row)]
    assert len(named) > 20
    for path in named:
        near = [ROOT / "src" / "wagonik" / path, *(ROOT / "src" / "wagonik").rglob(path)]
        assert any(each.exists() for each in near), path


def test_architecture_names_every_module() -> None:
    """By its path, by its name in the row of its folder, or by a row that says what all files of a
    folder are ("one file a …", "one folder a …")."""
    page = (DOCS / "architecture.md").read_text(encoding="utf-8")
    table = page.partition("## Where things are")[2].partition("\n## ")[0]
    rows = [row for row in table.splitlines() if row.startswith("| `")]
    source = ROOT / "src" / "wagonik"
    modules = [path for path in source.rglob("*.py") if not path.name.startswith("__")]
    assert len(modules) > 150
    for module in modules:
        path = module.relative_to(source)
        folders = [f"`{folder.as_posix()}/`" for folder in path.parents if folder.name]
        assert any(
            f"`{path.as_posix()}`" in row
            or any(
                folder in row and (f"`{path.name}`" in row or re.search("one (file|folder) a", row))
                for folder in folders
            )
            for row in rows
        ), f"docs/architecture.md does not say what {path} holds"


def test_the_keys_are_those_of_the_table() -> None:
    """docs/play.md lists every key that the client lists, and no other."""
    settings = (ROOT / "web/src/i18n/en/settings.ts").read_text(encoding="utf-8")
    listed = re.findall(r'^    \["([^"]+)", "', settings, flags=re.MULTILINE)
    keys = {key for entry in listed for key in entry.split()}
    page = (DOCS / "play.md").read_text(encoding="utf-8").partition("## Keys")[2]
    rows = re.findall(r"^\| ([^|]+) \|", page.partition("\n## ")[0], flags=re.MULTILINE)
    told = {key for row in rows[1:] for key in row.replace("arrows", "← ↑ → ↓").split(", ")}
    assert {key for entry in told for key in entry.split()} == keys


# Generated pages


def test_the_command_line_reference_is_up_to_date() -> None:
    page = cli_reference.TARGET.read_text(encoding="utf-8")
    assert cli_reference.render(page) == page, "run python -m tools.cli_reference"


def test_the_layouts_of_observations_are_up_to_date() -> None:
    said = "run python -m tools.layouts"
    assert layouts.TARGET.read_text(encoding="utf-8") == layouts.render(), said


def test_the_fields_that_bots_read_are_up_to_date() -> None:
    assert fields.TARGET.read_text(encoding="utf-8") == fields.render(), (
        "run python -m tools.fields"
    )


@pytest.mark.parametrize(("file", "kind"), fields.classes())
def test_every_field_that_bots_read_is_told(file: str, kind: str) -> None:
    found = fields.fields(fields.SOURCE / file, kind)
    assert found
    for field in found:
        assert field.about, f"{file}: {kind}.{field.name} needs a comment in its line"
        assert field.type or kind in ("Board", "Family"), f"{kind}.{field.name}"
    known = {f"{kind}.{field.name}" for field in found}
    own = {name for name in fields.ABOUT if name.startswith(f"{kind}.")}
    assert own <= known, "tools/fields.py tells of fields that are gone"


def test_the_links_of_the_protocol_are_those_that_the_client_makes() -> None:
    shown = set(re.findall(r"`/#/t/ID\?(\w+)=KEY`", (DOCS / "protocol.md").read_text("utf-8")))
    made: set[str] = set()
    for path in (ROOT / "web" / "src").rglob("*.ts*"):
        made |= set(re.findall(r"linkTo\(`t/\$\{[^}]+\}\?(\w+)=", path.read_text("utf-8")))
    assert shown == made
    page = (ROOT / "web" / "src" / "play" / "TablePage.tsx").read_text("utf-8")
    for key in shown:
        assert f'"{key}"' in page, f"the client does not read {key}"


@pytest.mark.parametrize("language", sorted(rule_pages.WORDS))
@pytest.mark.parametrize("key", rule_pages.all_keys())
def test_the_rules_are_those_of_the_table(key: str, language: str) -> None:
    page = rule_pages.path_of(key, language).read_text(encoding="utf-8")
    assert page == rule_pages.render(key, language), "run python -m tools.rule_pages"


def test_there_are_no_other_pages_of_rules() -> None:
    made = {
        rule_pages.path_of(key, each) for key in rule_pages.all_keys() for each in rule_pages.WORDS
    }
    assert set(rule_pages.TARGET.rglob("*.md")) == made | {rulings.TARGET_POLISH}


# Rulings


def test_the_pages_of_rulings_are_up_to_date() -> None:
    said = "run python -m tools.rulings"
    assert rulings.TARGET.read_text(encoding="utf-8") == rulings.render(), said
    assert rulings.TARGET_POLISH.read_text(encoding="utf-8") == rulings.render_polish(), said


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_is_listed_once_with_a_test(number: int) -> None:
    found = [ruling for ruling in rulings.all_rulings() if ruling.number == number]
    assert len(found) == 1, f"R{number} is listed {len(found)} times"
    assert found[0].tests, f"R{number} names no test"
    assert found[0].text, f"R{number} says nothing"


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_is_told_in_polish(number: int) -> None:
    found = [ruling for ruling in rulings.polish_rulings() if ruling.number == number]
    assert len(found) == 1, f"R{number} is told {len(found)} times in Polish"
    assert len(found[0].text) > 40
    assert found[0].tests == [], "tests are listed once, with the English text"


def test_every_test_that_a_ruling_names_exists() -> None:
    assert rulings.missing_tests() == []


def test_every_test_that_is_named_after_a_ruling_is_listed() -> None:
    assert rulings.unlisted_tests() == []
