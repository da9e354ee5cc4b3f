from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.crawling.mirror import Mirror
from bookwheel.domain.errors import StorageUnavailable


def test_answers_are_kept_by_their_hash_and_a_damaged_one_is_none(tmp_path: Path) -> None:
    mirror = Mirror(tmp_path / "m")
    hash = mirror.keep_raw(b"content")
    assert mirror.raw(hash) == b"content"
    (tmp_path / "m" / "raw" / hash[:2] / hash).write_bytes(b"torn")
    assert mirror.raw(hash) is None
    other = mirror.keep_raw(b"other")
    mirror.sweep_raw([other])
    assert mirror.raw(other) == b"other"
    assert not (tmp_path / "m" / "raw" / hash[:2] / hash).exists()


def test_a_document_is_written_whole_and_left_alone_when_it_is_so_already(tmp_path: Path) -> None:
    mirror = Mirror(tmp_path)
    mirror.write_document("a/b/c.html", b"one")
    target = tmp_path / "documents" / "a" / "b" / "c.html"
    before = target.stat().st_mtime_ns
    mirror.write_document("a/b/c.html", b"one")
    assert target.stat().st_mtime_ns == before
    assert mirror.document_paths() == {"a/b/c.html"}
    mirror.remove_document("a/b/c.html")
    assert not (tmp_path / "documents" / "a").exists()
    assert (tmp_path / "documents").is_dir()


def test_drafts_of_a_fetch_that_was_killed_go(tmp_path: Path) -> None:
    Mirror(tmp_path)
    (tmp_path / "drafts" / "x.draft").write_bytes(b"half")
    Mirror(tmp_path)
    assert not list((tmp_path / "drafts").iterdir())


def test_a_disk_that_takes_nothing_is_an_error_for_the_person(tmp_path: Path) -> None:
    (tmp_path / "m").write_bytes(b"a file")
    with pytest.raises(StorageUnavailable, match="cannot be written"):
        Mirror(tmp_path / "m")
