"""Changes on disk are reported."""

from __future__ import annotations

import errno
import functools
import queue
import shutil
import sys
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.library.indexing import folder_watch
from bookwheel.library.indexing import watcher as watching
from bookwheel.library.indexing.watcher import WHOLE, Watcher
from bookwheel.library.sources import collection_root
from bookwheel.library.sources.file_rules import Rules
from tests.library.history.test_history_reader import git


class _Seen:
    def __init__(self) -> None:
        self.changes: queue.Queue[tuple[str, frozenset[str]]] = queue.Queue()

    def until(self, *paths: str) -> set[str]:
        """Wait for one of the paths."""
        seen: set[str] = set()
        while not seen.intersection(paths):
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


@pytest.mark.skipif(shutil.which("git") is None, reason="makes a repository with git")
def test_a_commit_is_seen_though_its_files_are_not_watched(tmp_path, watcher, seen, monkeypatch):
    monkeypatch.setattr(watching, "TRACE_S", 0.1)
    git(tmp_path, "init", "-q", "-b", "main")
    (tmp_path / "a.md").write_text("one", "utf-8")
    git(tmp_path, "add", "-A")
    watcher.watch([Collection("c", "C", str(tmp_path))])
    _settle(tmp_path, seen)
    git(tmp_path, "commit", "-q", "-m", "Begin")
    seen.until(".git")


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


needs_links = pytest.mark.skipif(sys.platform == "win32", reason="symlinks need a privilege on Windows")
needs_inotify = pytest.mark.skipif(sys.platform != "linux", reason="inotify is of Linux")


@needs_links
def test_links_are_not_followed_and_changes_beside_them_are_seen(tmp_path, watcher, seen):
    root = tmp_path / "root"
    (root / "sub").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (root / "system").symlink_to("/")
    (root / "up").symlink_to("..")
    (root / "sub/around").symlink_to(root)
    (root / "out").symlink_to(tmp_path / "outside")
    watcher.watch([Collection("c", "C", str(root))])
    _settle(root, seen)
    (tmp_path / "outside/hidden.md").write_text("x", "utf-8")
    (root / "sub/last.md").write_text("x", "utf-8")
    told = seen.until("sub/last.md")
    assert not any("hidden" in path or "around" in path for path in told)


@needs_inotify
def test_only_folders_that_are_walked_have_a_watch(tmp_path):
    for folder in ("a/b", "node_modules/x/y", ".git/z", "build/c", "up"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "system").symlink_to("/")
    (tmp_path / ".gitignore").write_text("build/\n", "utf-8")
    tree = folder_watch._WatchedTree(Rules.of(Collection("c", "C", str(tmp_path))))
    tree.enter("")
    assert sorted(tree._watches) == ["", "a", "a/b", "up"]
    (tmp_path / ".gitignore").write_text("up/\n", "utf-8")
    told = [path for event in tree.inotify.read(5) for path in tree.note(event)]
    assert ".gitignore" in told
    assert sorted(tree._watches) == ["", "a", "a/b", "build", "build/c"]
    tree.inotify.close()


@needs_inotify
def test_a_folder_that_is_moved_is_followed_to_its_new_place(tmp_path, watcher, seen):
    (tmp_path / "a/deep").mkdir(parents=True)
    watcher.watch([Collection("c", "C", str(tmp_path))])
    _settle(tmp_path, seen)
    (tmp_path / "a").rename(tmp_path / "b")
    seen.until("b")
    (tmp_path / "b/deep/x.md").write_text("x", "utf-8")
    seen.until("b/deep/x.md")


@needs_inotify
def test_more_events_than_the_system_keeps_ask_for_a_scan(tmp_path):
    tree = folder_watch._WatchedTree(Rules.of(Collection("c", "C", str(tmp_path))))
    tree.enter("")
    most = int(Path("/proc/sys/fs/inotify/max_queued_events").read_text("ascii"))
    for number in range(most // 2 + 10):  # two events each
        (tmp_path / f"{number}.md").touch()
    told: set[str] = set()
    while WHOLE not in told:
        events = tree.inotify.read(5)
        assert events
        told.update(path for event in events for path in tree.note(event))
    (tmp_path / "after.md").touch()
    while "after.md" not in told:
        told.update(path for event in tree.inotify.read(5) for path in tree.note(event))
    tree.inotify.close()


@pytest.mark.parametrize("kind", ["watches", "queues", "network"])
def test_what_cannot_be_watched_is_looked_at_and_that_is_said(tmp_path, seen, monkeypatch, kind):
    def full(*_arguments: object) -> int:
        raise OSError(errno.ENOSPC if kind == "watches" else errno.EMFILE, "no more")

    if kind == "network":
        monkeypatch.setattr(collection_root, "find_network_type", lambda folder: "nfs4")
    else:
        monkeypatch.setattr(watching, "_listen_natively", full)
        monkeypatch.setattr(folder_watch.Inotify, "add" if kind == "watches" else "__init__", full)
    monkeypatch.setattr(watching, "compare", functools.partial(folder_watch.compare, pause_s=0.05))
    notices: list[str] = []
    watcher = Watcher(lambda slug, paths: seen.changes.put((slug, paths)), lambda slug, notice: notices.append(notice))
    try:
        (tmp_path / "a.md").write_text("x", "utf-8")
        watcher.watch([Collection("c", "C", str(tmp_path))])
        seen.until(WHOLE)
        (tmp_path / "a.md").write_text("more", "utf-8")
        seen.until(WHOLE)
        (tmp_path / "b.md").write_text("x", "utf-8")
        seen.until(WHOLE)
    finally:
        watcher.close()
    notice, end = notices
    assert not end
    assert str(tmp_path) in notice and ("nfs4" if kind == "network" else "no more") in notice


@needs_inotify
def test_the_notice_goes_once_the_folder_can_be_watched(tmp_path, seen, monkeypatch):
    notices: queue.Queue[tuple[str, str]] = queue.Queue()
    is_full = True
    add = folder_watch.Inotify.add

    def full(inotify: folder_watch.Inotify, folder: str) -> int:
        if is_full:
            raise OSError(errno.ENOSPC, "no more")
        return add(inotify, folder)

    monkeypatch.setattr(folder_watch.Inotify, "add", full)
    monkeypatch.setattr(watching, "RETRY_S", 0.05)
    monkeypatch.setattr(watching, "compare", functools.partial(folder_watch.compare, pause_s=0.05))
    watcher = Watcher(
        lambda slug, paths: seen.changes.put((slug, paths)), lambda slug, notice: notices.put((slug, notice))
    )
    try:
        watcher.watch([Collection("c", "C", str(tmp_path))])
        assert "no more" in notices.get(timeout=10)[1]
        seen.until(WHOLE)
        assert notices.empty()  # it was tried again and again, and said once
        is_full = False
        assert notices.get(timeout=10) == ("c", "")
        seen.until(WHOLE)
        (tmp_path / "a.md").write_text("x", "utf-8")
        seen.until("a.md")
    finally:
        watcher.close()
    assert notices.empty()


def test_a_root_that_is_swapped_asks_for_a_scan_and_is_followed(tmp_path, watcher, seen):
    root = tmp_path / "root"
    root.mkdir()
    watcher.watch([Collection("c", "C", str(root))])
    _settle(root, seen)
    root.rename(tmp_path / "away")
    root.mkdir()
    seen.until(WHOLE)
    for name in ("new.md", "newer.md", "newest.md"):
        (root / name).write_text("x", "utf-8")
        seen.until(name, WHOLE)


@needs_links
def test_a_root_link_that_leads_elsewhere_asks_for_a_scan_and_is_followed(tmp_path, watcher, seen):
    for name in ("r1", "r2"):
        (tmp_path / name).mkdir()
    (tmp_path / "current").symlink_to("r1")
    watcher.watch([Collection("c", "C", str(tmp_path / "current"))])
    _settle(tmp_path / "r1", seen)
    (tmp_path / "next").symlink_to("r2")
    (tmp_path / "next").replace(tmp_path / "current")
    seen.until(WHOLE)
    for name in ("new.md", "newer.md", "newest.md"):
        (tmp_path / "r2" / name).write_text("x", "utf-8")
        seen.until(name, WHOLE)


def test_mapping_rules_at_the_root_are_followed_and_no_others(tmp_path, watcher, seen):
    (tmp_path / "inner").mkdir()
    watcher.watch([Collection("c", "C", str(tmp_path))])
    _settle(tmp_path, seen)
    (tmp_path / "inner" / MAPPING_FILE).write_text("x", "utf-8")
    (tmp_path / MAPPING_FILE).write_text("x", "utf-8")
    assert f"inner/{MAPPING_FILE}" not in seen.until(MAPPING_FILE)
    rules = Rules.of(Collection("c", "C", str(tmp_path)))
    before = folder_watch._fingerprint(rules)
    (tmp_path / MAPPING_FILE).unlink()
    assert folder_watch._fingerprint(rules) != before
    assert watching._matters(MAPPING_FILE, rules, is_gone=True)
    assert not watching._matters(f"inner/{MAPPING_FILE}", rules, is_gone=False)
