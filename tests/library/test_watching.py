"""Changes on disk are reported."""

from __future__ import annotations

import queue
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.library.watching import WHOLE, Watcher


class _Seen:
    def __init__(self) -> None:
        self.changes: queue.Queue[tuple[str, frozenset[str]]] = queue.Queue()

    def until(self, path: str) -> set[str]:
        seen: set[str] = set()
        while path not in seen:
            seen |= self.changes.get(timeout=10)[1]
        return seen


@pytest.fixture
def seen():
    return _Seen()


@pytest.fixture
def watcher(seen):
    one = Watcher(lambda slug, paths: seen.changes.put((slug, paths)))
    yield one
    one.close()


def _settle(root: Path, seen: _Seen) -> None:
    """Wait until the watch is at work."""
    for number in range(100):
        (root / f"ready{number}.md").write_text("x", "utf-8")
        try:
            seen.changes.get(timeout=0.2)
            return
        except queue.Empty:
            continue
    raise AssertionError("the watch never began")


def test_new_changed_and_deleted_files_are_seen(tmp_path, watcher, seen):
    watcher.watch([Collection("c", "C", str(tmp_path))])
    _settle(tmp_path, seen)
    (tmp_path / "a.md").write_text("one", "utf-8")
    seen.until("a.md")
    (tmp_path / "a.md").unlink()
    seen.until("a.md")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub/b.md").write_text("two", "utf-8")
    assert seen.until("sub") or seen.until("sub/b.md")


def test_what_is_left_out_is_not_reported(tmp_path, watcher, seen):
    (tmp_path / ".git").mkdir()
    watcher.watch([Collection("c", "C", str(tmp_path), ignore=("drafts/",))])
    _settle(tmp_path, seen)
    (tmp_path / "drafts").mkdir()
    for name in (".git/x.md", "drafts/y.md", "z.png", "last.md"):
        (tmp_path / name).write_text("x", "utf-8")
    assert not {".git/x.md", "drafts/y.md", "drafts", "z.png"} & seen.until("last.md")


def test_a_folder_that_vanishes_and_returns_asks_for_a_scan(tmp_path, watcher, seen):
    root = tmp_path / "root"
    root.mkdir()
    watcher.watch([Collection("c", "C", str(root))])
    _settle(root, seen)
    root.rename(tmp_path / "away")
    seen.until(WHOLE)
    (tmp_path / "away").rename(root)
    seen.until(WHOLE)


def test_a_file_that_states_an_order_is_seen(tmp_path, watcher, seen):
    watcher.watch([Collection("c", "C", str(tmp_path))])
    _settle(tmp_path, seen)
    (tmp_path / "mkdocs.yml").write_text("nav: [a.md]\n", "utf-8")
    seen.until("mkdocs.yml")
