"""The manual's site takes every language, page, colour and font from the tree, and a broken link in it is noticed."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.project.manual import MANUAL, ROOT

FOLDER = ROOT / "packaging" / "manual"
SITE: dict[str, Any] = runpy.run_path(str(FOLDER / "build.py"))
LANGUAGES = sorted(path.name for path in MANUAL.parent.iterdir() if path.is_dir())
BROKEN = {
    '<a href="none.html">': "one.html links to none.html, which is not there",
    '<a href="#gone">': "one.html links to #gone, an anchor that is not there",
    '<a href="two.html#%C3%BCber-uns">': "one.html links to two.html#%C3%BCber-uns, an anchor that is not there",
    '<img src="none.png">': "one.html links to none.png, which is not there",
    '<script src="https://example.org/a.js"></script>': "one.html loads https://example.org/a.js",
    '<link rel="stylesheet" href="//example.org/a.css">': "one.html loads //example.org/a.css",
}


class _Loader(yaml.SafeLoader):
    """Reads the environment variables that MkDocs fills in as their names."""


_Loader.add_constructor("!ENV", lambda loader, node: loader.construct_scalar(node))


def test_every_language_of_the_manual_is_built() -> None:
    assert sorted(SITE["LANGUAGES"]) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_navigation_leads_to_every_page_once_in_the_order_of_the_contents(language: str) -> None:
    found: list[str] = []
    for entry in SITE["contents"](MANUAL.parent / language):
        for target in entry.values():
            found += [page for entry in target for page in entry.values()] if isinstance(target, list) else [target]
    contents = MANUAL.parent.joinpath(language, "SUMMARY.md").read_text("utf-8")
    assert found == re.findall(r"\(([\w-]+\.md)\)", contents)
    assert sorted([*found, "SUMMARY.md"]) == sorted(path.name for path in MANUAL.parent.joinpath(language).glob("*.md"))


def test_the_sites_style_uses_colours_and_fonts_that_it_brings(tmp_path: Path) -> None:
    SITE["copy_look"](tmp_path / "look")
    sheets = {path.name: path.read_text("utf-8") for path in (tmp_path / "look").glob("*.css")}
    for rule in re.findall(r'^\[data-md-color-scheme="\w+"\] \{(.*?)^\}', sheets["colours.css"], re.M | re.S):
        assert set(re.findall(r"var\((--bw-[\w-]+)\)", sheets["site.css"])) <= set(re.findall(r"--bw-[\w-]+", rule))
    named = re.findall(r"url\([\"']?([\w.-]+)", sheets["site.css"])
    assert named and all((tmp_path / "look" / name).is_file() for name in named)
    pictures = re.findall(r'url\("\.\./([^"]+)"\)', sheets["colours.css"])
    assert pictures and all((MANUAL.parent / name).is_file() for name in pictures)


def test_mkdocs_is_told_to_ask_no_other_computer_and_to_fail_on_broken_links() -> None:
    config = yaml.load((FOLDER / "mkdocs.yml").read_text("utf-8"), _Loader)
    assert config["theme"]["font"] is False and config["plugins"] == ["search"]
    assert set(config["validation"].values()) == {"warn"} and "anchors" in config["validation"]
    assert "--strict" in (FOLDER / "build.py").read_text("utf-8")


@pytest.mark.parametrize("html", BROKEN)
def test_a_link_that_leads_nowhere_is_named(html: str, tmp_path: Path) -> None:
    tmp_path.joinpath("one.html").write_text(html, "utf-8")
    tmp_path.joinpath("two.html").write_text('<h2 id="über-alles">', "utf-8")
    assert SITE["check_site"](tmp_path) == [BROKEN[html]]


def test_links_that_lead_somewhere_pass(tmp_path: Path) -> None:
    good = '<a href="two.html#%C3%BCber-alles"><a href="#here"><a href="https://example.org/"><p id="here">'
    tmp_path.joinpath("one.html").write_text(good, "utf-8")
    tmp_path.joinpath("two.html").write_text('<h2 id="über-alles">', "utf-8")
    assert SITE["check_site"](tmp_path) == []


def test_a_style_sheet_that_asks_another_computer_is_named(tmp_path: Path) -> None:
    tmp_path.joinpath("a.css").write_text('@import "https://example.org/b.css";', "utf-8")
    assert SITE["check_site"](tmp_path) == ["a.css loads https://example.org/b.css"]
