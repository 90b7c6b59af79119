"""What mkdocs.yml can't say about the site: hooks that MkDocs calls while it builds.

Files beside docs/ become pages of the site (CONTRIBUTING, CHANGELOG, and every source file that a
page links to), and links to them are led there, so that one text serves GitHub and the site. The
letters of the table come from the client's packages where these are installed.
"""

import posixpath
import re
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).parents[1]
# Files of the repository that are pages of the site.
PAGES: Final = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
HOME: Final = {"README.md": "index.md"}
LANGUAGES: Final = {".py": "python", ".toml": "toml", ".json": "json", ".mjs": "js"}
FONTS: Final = ROOT / "web" / "node_modules" / "@fontsource"
FACES: Final = {
    "alegreya": ["400-normal", "400-italic", "700-normal"],
    "barlow-semi-condensed": ["500-normal", "600-normal", "700-normal"],
}
SCRIPTS: Final = ["latin", "latin-ext"]
LINK: Final = re.compile(r"(\]\()([^)\s]+)(\))")
FENCE: Final = re.compile(r"(^```.*?^```|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def linked_sources() -> set[str]:
    """Files outside docs/ that a page links to, as paths in the repository."""
    found: set[str] = set()
    for page in [*(ROOT / "docs").rglob("*.md"), *(ROOT / name for name in PAGES)]:
        for _, link, _ in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            target = repository_path(page, link)
            known = target is None or target in PAGES or target in HOME
            if not known and (ROOT / str(target)).is_file():
                found.add(str(target))
    return found


def repository_path(page: Path, link: str) -> str | None:
    """Where a link of a page leads to in the repository, if it leaves docs/."""
    if re.match(r"[a-z]+:|#", link):
        return None
    file = (page.parent / link.partition("#")[0]).resolve()
    if not file.is_relative_to(ROOT):
        return None
    path = file.relative_to(ROOT).as_posix()
    return None if path.startswith("docs/") else path


def site_path(path: str) -> str:
    """The page of the site that shows a file of the repository."""
    return PAGES.get(path) or HOME.get(path) or f"source/{path}.md"


def source_page(path: str) -> str:
    language = LANGUAGES.get(Path(path).suffix, "text")
    text = (ROOT / path).read_text(encoding="utf-8").rstrip()
    return f"# {path}\n\n````{language}\n{text}\n````\n"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path, uri in PAGES.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        files.append(File.generated(config, uri, content=led_home(text, ROOT / path, uri)))
    for path in sorted(linked_sources()):
        hidden = InclusionLevel.NOT_IN_NAV
        uri, text = site_path(path), source_page(path)
        files.append(File.generated(config, uri, content=text, inclusion=hidden))
    for family, faces in FACES.items():
        for face in faces:
            for script in SCRIPTS:
                name = f"{family}-{script}-{face}.woff2"
                font = FONTS / family / "files" / name
                if font.is_file():
                    uri = f"assets/fonts/{name}"
                    files.append(File.generated(config, uri, abs_src_path=str(font)))
        licence = FONTS / family / "LICENSE"
        if licence.is_file():
            uri = f"assets/fonts/{family}-licence.txt"
            files.append(File.generated(config, uri, abs_src_path=str(licence)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    source = page.file.abs_src_path
    if source is None or not Path(source).is_relative_to(ROOT / "docs"):
        return markdown
    return led_home(markdown, Path(source), page.file.src_uri)


def led_home(markdown: str, source: Path, uri: str) -> str:
    """A page with its links to files outside docs/ led to the site's own pages."""

    def lead(found: re.Match[str]) -> str:
        path, _, anchor = found[2].partition("#")
        target = repository_path(source, found[2])
        if target is None:
            if source.is_relative_to(ROOT / "docs") or re.match(r"[a-z]+:|#", found[2]):
                return found[0]
            target_uri = path.removeprefix("docs/")
        elif (ROOT / target).is_file():
            target_uri = site_path(target)
        else:
            return found[0]
        relative = posixpath.relpath(target_uri, posixpath.dirname(uri) or ".")
        return f"{found[1]}{relative}{'#' + anchor if anchor else ''}{found[3]}"

    parts = FENCE.split(markdown)
    return "".join(part if i % 2 else LINK.sub(lead, part) for i, part in enumerate(parts))


def on_post_page(output: str, page: Page, **_: Any) -> str:
    """Polish pages say that they are Polish, to screen readers and to translators."""
    if "/pl/" in page.file.src_uri:
        return output.replace('<html lang="en"', '<html lang="pl"', 1)
    return output
