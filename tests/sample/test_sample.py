from __future__ import annotations

import re
from pathlib import Path

import pytest

from bookwheel import paths
from bookwheel.domain.document import Dialect, Document, LinkKind
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.documents import parse
from bookwheel.parsing.markdown.dialects import detect

ROOT = paths.resources() / "sample"


def documents() -> dict[str, Document]:
    found: dict[str, Document] = {}
    for file in sorted(ROOT.rglob("*.md")):
        path = file.relative_to(ROOT).as_posix()
        found[path] = parse(file.read_bytes(), path, dialect=Dialect.OBSIDIAN)
    return found


ALL = documents()


def target_of(document: Document, kind: LinkKind, target: str) -> str:
    """The path that a link leads to, empty if none."""
    if not target:
        return document.path
    if kind in {LinkKind.WIKILINK, LinkKind.EMBED}:
        return next((path for path in ALL if Path(path).stem == target or path == target), "")
    found = (ROOT / document.path).parent.joinpath(target).resolve()
    return (
        found.relative_to(ROOT.resolve()).as_posix() if found.is_file() and found.is_relative_to(ROOT.resolve()) else ""
    )


def anchors_of(document: Document) -> set[str]:
    blocks = re.findall(r"\s(\^[\w-]+)$", document.text, re.MULTILINE)
    return {section.anchor for section in document.sections} | set(blocks)


def test_the_sample_is_read_as_a_vault():
    assert detect(ROOT) is Dialect.OBSIDIAN


@pytest.mark.parametrize("path", ALL)
def test_every_link_leads_somewhere(path: str):
    document = ALL[path]
    for link in document.links:
        if link.target.startswith("http"):
            continue
        found = target_of(document, link.kind, link.target)
        assert found, (path, link)
        if link.fragment and found in ALL:
            anchors = anchors_of(ALL[found])
            assert link.fragment in anchors or slug(link.fragment) in anchors, (path, link)


@pytest.mark.parametrize("path", ALL)
def test_every_page_is_described(path: str):
    document = ALL[path]
    assert document.title
    assert document.type
    assert document.tags
    assert document.categories
    assert document.date.startswith("2026-")
    assert not document.warnings


@pytest.mark.parametrize("path", [path for path in ALL if path != "start-here.md"])
def test_no_page_is_an_orphan(path: str):
    linked = {
        target_of(other, link.kind, link.target) for other in ALL.values() if other.path != path for link in other.links
    }
    assert path in linked


def test_a_decision_supersedes_another():
    first, second = ALL["decisions/0001-one-card-per-thought.md"], ALL["decisions/0002-pages-with-headings.md"]
    assert dict(first.fields)["status"] == ("superseded",)
    assert any("0001" in link.target for link in second.links)


def test_pages_speak_three_languages():
    assert {document.language for document in ALL.values()} == {"en", "zh", "ar"}


def test_the_picture_is_our_own_drawing():
    drawing = (ROOT / "images" / "bookwheel.svg").read_text(encoding="utf-8")
    assert "<script" not in drawing
    assert "http" not in drawing.replace("http://www.w3.org/2000/svg", "")
