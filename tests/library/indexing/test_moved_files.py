from __future__ import annotations

import pytest

from bookwheel.indexes.catalogue import FileRow
from bookwheel.library.indexing import moved_files
from bookwheel.library.indexing.moved_files import VanishedFiles, take_moved


def _file(path: str, digest: str = "same", document_key: int = 1) -> FileRow:
    return FileRow(path, "", 10, 1, digest, document_key)


def test_a_moved_file_is_the_gone_one_of_its_name_before_others():
    gone = {path: _file(path) for path in ("a/one.md", "b/two.md")}
    moved = take_moved(gone, _file("c/two.md", document_key=0))
    assert moved is not None and moved.path == "b/two.md" and list(gone) == ["a/one.md"]


def test_what_held_no_document_or_other_content_has_not_moved():
    gone = {"a.md": _file("a.md", document_key=0), "b.md": _file("b.md", "other")}
    assert take_moved(gone, _file("c.md", document_key=0)) is None and len(gone) == 2


def test_a_file_that_vanished_is_found_once_and_for_a_moment_alone(monkeypatch: pytest.MonkeyPatch):
    vanished = VanishedFiles()
    vanished.add("notes", _file("a.md"))
    assert vanished.take("other", "same") is None
    assert vanished.take("notes", "same") == _file("a.md") and vanished.take("notes", "same") is None
    vanished.add("notes", _file("a.md"))
    monkeypatch.setattr(moved_files, "REMEMBERED_S", 0.0)
    assert vanished.take("notes", "same") is None
