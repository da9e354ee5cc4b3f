"""Build the manual's site: MkDocs for every language of resources/manual, a start page, and a check of all links.

MkDocs loads this file as a hook as well (mkdocs.yml) and calls its `on_*` functions.
Usage: build/manual-tools/bin/python packaging/manual/build.py FOLDER
"""

from __future__ import annotations

import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MANUAL = ROOT / "resources" / "manual"
FONTS = ROOT / "resources" / "fonts"
LANGUAGES = {
    "en": ("English", "Switch to dark", "Switch to light"),
    "de": ("Deutsch", "Zu Dunkel wechseln", "Zu Hell wechseln"),
}
"""The languages of the site, the first for readers of any other: name, label of the switch when light, when dark."""

SCHEMES = {"light": "default", "dark": "slate"}
"""The theme's names for ours."""

START = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bookwheel</title>
<link rel="icon" href="look/bookwheel.svg">
<script>
const wanted = navigator.languages.map((name) => name.slice(0, 2)).find((name) => {codes}.includes(name));
location.replace((wanted || "{first}") + "/index.html");
</script>
<h1>Bookwheel</h1>
<ul>
{entries}
</ul>
"""


def main(folder: Path) -> int:
    """Build the site in a folder, which is emptied first, and return 0 if all its links lead somewhere."""
    shutil.rmtree(folder, ignore_errors=True)
    copy_look(folder / "look")
    for language in LANGUAGES:
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", HERE / "mkdocs.yml"]
        told = {**os.environ, "BOOKWHEEL_MANUAL": str(MANUAL / language), "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run([*command, "--site-dir", (folder / language).resolve()], env=told, check=False)
        if done.returncode:
            return done.returncode
    entries = "\n".join(f'<li><a href="{code}/index.html">{name}</a>' for code, (name, *_) in LANGUAGES.items())
    start = START.replace("{codes}", str(list(LANGUAGES))).replace("{first}", next(iter(LANGUAGES)))
    (folder / "index.html").write_text(start.replace("{entries}", entries), "utf-8")
    faults = check_site(folder)
    print("\n".join(faults) or f"{folder / 'index.html'} leads to {len(list(folder.rglob('*.html')))} pages.")
    return 1 if faults else 0


def copy_look(folder: Path) -> None:
    """Put the icon, the fonts and the style sheets of the site into a folder."""
    folder.mkdir(parents=True)
    licences = FONTS.glob("OFL-*.txt")
    for file in (HERE / "site.css", ROOT / "resources" / "icons" / "bookwheel.svg", *FONTS.glob("*.ttf"), *licences):
        shutil.copy(file, folder)
    (folder / "colours.css").write_text(colours(), "utf-8")


def colours() -> str:
    """Return a style sheet with the program's colours, light and dark, and the dark pictures for the dark pages."""
    tokens = tomllib.loads((ROOT / "resources" / "look" / "tokens.toml").read_text("utf-8"))
    rules: list[str] = []
    for ours, theirs in SCHEMES.items():
        lines = "".join(f"  --bw-{name.replace('_', '-')}: {value};\n" for name, value in tokens[ours].items())
        rules.append(f'[data-md-color-scheme="{theirs}"] {{\n{lines}}}\n')
    for language in LANGUAGES:
        for dark in sorted(MANUAL.joinpath(language, "pictures").glob("*-dark.png")):
            light = f"pictures/{dark.stem.removesuffix('-dark')}-light.png"
            rules.append(
                f'[data-md-color-scheme="{SCHEMES["dark"]}"]:lang({language}) img[src="{light}"] '
                f'{{ content: url("../{language}/pictures/{dark.name}"); }}\n'
            )
    return "".join(rules)


def contents(folder: Path) -> list[dict[str, Any]]:
    """Return the navigation that SUMMARY.md of a language describes: pages, and parts with pages, by their titles."""
    found: list[dict[str, Any]] = []
    pages = found
    for line in (folder / "SUMMARY.md").read_text("utf-8").splitlines()[1:]:
        if entry := re.fullmatch(r"- \[(.+)\]\((.+\.md)\)", line):
            pages.append({entry[1]: entry[2]})
        elif line:
            pages = []
            found.append({line.removeprefix("# "): pages})
    return found


def on_config(config: Any) -> None:
    """Give MkDocs what depends on the language, and the program's anchors."""
    folder = Path(config.docs_dir)
    _, to_dark, to_light = LANGUAGES[folder.name]
    config.nav = contents(folder)
    config.theme["language"] = folder.name
    config.theme["palette"] = [
        {
            "media": f"(prefers-color-scheme: {ours})",
            "scheme": SCHEMES[ours],
            "primary": "custom",
            "accent": "custom",
            "toggle": {"icon": icon, "name": label},
        }
        for ours, icon, label in (
            ("light", "material/weather-night", to_dark),
            ("dark", "material/weather-sunny", to_light),
        )
    ]
    slug = runpy.run_path(str(ROOT / "app" / "bookwheel" / "parsing" / "anchors.py"))["slug"]
    config.mdx_configs["toc"]["slugify"] = lambda title, _separator: slug(title)
    config.theme.static_templates.discard("404.html")  # a server looks for one at its root, not below a language


def on_page_context(context: Any, page: Any, config: Any, **_: Any) -> None:
    """Let the choice of language lead to the same page."""
    config.extra["alternate"] = [
        {"name": name, "lang": code, "link": f"../{code}/{page.url}"} for code, (name, *_) in LANGUAGES.items()
    ]


def _is_elsewhere(target: str) -> bool:
    parts = urlsplit(target)
    return bool(parts.netloc) or parts.scheme not in {"", "data"}


class _Page(HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors.add(found.get("id", ""))
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag == "link" and found.get("rel") not in {"next", "prev", "alternate"}:
            self.loaded.append(found["href"])
        elif tag in {"link", "area"}:
            self.links.append(found["href"])
        self.loaded += [found[name] for name in ("src", "srcset") if name in found]


def check_site(folder: Path) -> list[str]:
    """Return what is wrong with a site: links and anchors that lead nowhere, and what pages load from elsewhere."""
    faults: list[str] = []
    pages = {path.resolve(): _Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        name = path.relative_to(folder.resolve())
        faults += [f"{name} loads {target}" for target in page.loaded if _is_elsewhere(target)]
        for target in (*page.links, *page.loaded):
            parts = urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            file = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not file.is_file():
                faults.append(f"{name} links to {target}, which is not there")
            elif parts.fragment and file in pages and unquote(parts.fragment) not in pages[file].anchors:
                faults.append(f"{name} links to {target}, an anchor that is not there")
    for sheet in sorted(folder.rglob("*.css")):
        for target in re.findall(r"(?:@import\s*|url\()\s*[\"']?([^\"')\s;]+)", sheet.read_text("utf-8")):
            here = (sheet.parent / urlsplit(target).path).is_file()
            if not target.startswith("data:") and (urlsplit(target).netloc or not here):
                faults.append(f"{sheet.relative_to(folder)} loads {target}")
    return faults


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
