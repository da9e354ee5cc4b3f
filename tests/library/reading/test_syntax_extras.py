"""What a collection's own settings switch on in the Markdown of its pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.page import PageRequest
from bookwheel.library.reading.syntax_extras import extras_of
from bookwheel.pages.markdown import BREAKS, SCRIPTS

LINES = "One [[a]]\ntwo\n"


def _say(vault: Path, text: str) -> None:
    (vault / ".obsidian").mkdir(parents=True, exist_ok=True)
    (vault / ".obsidian" / "app.json").write_text(text, "utf-8")


def test_a_vault_breaks_lines_unless_it_says_otherwise(shelf, write):
    root = shelf.add()
    _say(root, "{}")
    write(root, "a.md", LINES)
    shelf.index()
    assert "<br>" in shelf.library.page(PageRequest("notes/a.md")).html
    _say(root, json.dumps({"strictLineBreaks": True}))
    assert "<br>" not in shelf.library.page(PageRequest("notes/a.md")).html


def test_the_nearest_vault_counts_beyond_the_collection_too(tmp_path: Path):
    _say(tmp_path, '{"strictLineBreaks": true}')
    root = tmp_path / "part" / "of"
    _say(root / "inner", "{}")
    assert extras_of(root, "a.md", Dialect.OBSIDIAN) == ()
    assert extras_of(root, "inner/deep/a.md", Dialect.OBSIDIAN) == (BREAKS,)


@pytest.mark.parametrize("settings", ["", "[", "[" * 100_000, "[true]", '{"strictLineBreaks": "yes"}', "null", "\x00"])
def test_settings_that_say_nothing_leave_obsidians_default(tmp_path: Path, settings: str):
    _say(tmp_path, settings)
    assert extras_of(tmp_path, "a.md", Dialect.OBSIDIAN) == (BREAKS,)


def test_settings_outside_the_vault_are_not_read(tmp_path: Path):
    (tmp_path / "elsewhere.json").write_text('{"strictLineBreaks": true}', "utf-8")
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    (tmp_path / "vault" / ".obsidian" / "app.json").symlink_to(tmp_path / "elsewhere.json")
    assert extras_of(tmp_path / "vault", "a.md", Dialect.OBSIDIAN) == (BREAKS,)


def test_other_programs_of_wikilinks_join_lines(tmp_path: Path):
    (tmp_path / ".foam").mkdir()
    assert extras_of(tmp_path, "a.md", Dialect.OBSIDIAN) == ()


@pytest.mark.parametrize(
    ("path", "dialect", "extras"),
    [("a.qmd", Dialect.GFM, (SCRIPTS,)), ("a.md", Dialect.GFM, ()), ("a.Rmd", Dialect.COMMONMARK, ())],
)
def test_documents_that_pandoc_reads_have_its_scripts(tmp_path: Path, path: str, dialect: Dialect, extras: object):
    assert extras_of(tmp_path, path, dialect) == extras
