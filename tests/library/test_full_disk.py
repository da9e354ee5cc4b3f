"""A write that the system refuses, at any moment: nothing is deleted, and the next run ends what it began."""

from __future__ import annotations

import errno
import gc
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

import pytest

import bookwheel
from bookwheel.domain import storage
from bookwheel.domain.errors import StorageUnavailable
from bookwheel.domain.search import Mode, SearchRequest
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.indexes.ontology.stores import numbered
from bookwheel.library.indexing import indexer
from bookwheel.paths import LibraryPaths

from .conftest import Shelf

_WRITES = {
    *("write", "flush", "replace", "rename", "open", "execute", "executemany", "executescript", "mkdir"),
    *("load", "bulk_load", "update", "remove_graph", "truncate", "touch"),
}
_WRITERS = (
    *("/indexes/catalogue/", "/indexes/keyword/writer", "/indexes/keyword/segment_writer"),
    *("/indexes/ontology/writer", "/indexes/ontology/stores"),
)
_BELOW = ("/whoosh/", "/pathlib.py")
TRIES = 16
assert all(list(Path(bookwheel.__file__).parent.glob(f"{writer.strip('/')}*")) for writer in _WRITERS)


class FullDisk:
    """Counts the writes of this thread, and refuses the one numbered `refused`."""

    def __init__(self, refused: int) -> None:
        self.writes, self._refused = 0, refused

    def __enter__(self) -> FullDisk:
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, argument: object) -> None:
        if event != "c_call" or getattr(argument, "__name__", "") not in _WRITES or not _is_writer(frame):
            return
        self.writes += 1
        if self.writes == self._refused:
            owner = type(getattr(argument, "__self__", None)).__module__
            if owner == "sqlite3":
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorcode = sqlite3.SQLITE_FULL
                raise error
            if "oxigraph" in owner:
                raise OSError("IO error: No space left on device: While appending to file: 000009.log")
            raise OSError(errno.ENOSPC, "No space left on device")


def _is_writer(frame: FrameType | None) -> bool:
    """Whether a store is being written, by its own code or by what that calls."""
    while frame is not None:
        name = frame.f_code.co_filename.replace("\\", "/")
        if any(part in name for part in _WRITERS):
            return True
        if not any(part in name for part in _BELOW):
            return False
        frame = frame.f_back
    return False


def _write(root: Path, numbers: Iterator[int] | range, word: str) -> None:
    for number in numbers:
        text = f"---\ntags: [t{number % 3}]\n---\n# Page {number}\n\n{word}{number} [next](p{number + 1}.md)\n"
        (root / f"p{number}.md").write_text(text, "utf-8")


def _index(shelf: Shelf, refused: int) -> tuple[int, bool]:
    """How many writes one run made, and whether the system's refusal ended it."""
    with FullDisk(refused) as disk:
        try:
            shelf.index()
        except StorageUnavailable as error:
            assert error.message == storage.FULL
            return disk.writes, True
        except Exception as error:
            assert storage.find_storage_error(error), error  # the child's edge tells it by its cause
            return disk.writes, True
    return disk.writes, False


def _answers(shelf: Shelf) -> list[tuple[object, ...]]:
    answers: list[tuple[object, ...]] = []
    for query in ("page", "wheel3", "spoke3", "tag:t1"):
        answer = shelf.library.search(SearchRequest(query, mode=Mode.KEYWORD))
        answers.append((answer.total, sorted(hit.section for hit in answer.hits)))
    return answers


@pytest.fixture(autouse=True)
def merging(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer, "MERGE_AFTER_S", 0.0)
    monkeypatch.setattr(indexer, "MERGE_AFTER_COMMITS", 1)


# Whoosh leaves files open when one cannot be written; the indexer's process ends then.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_full_disk_deletes_nothing_and_the_next_run_ends_what_it_began(
    tmp_path: Path, make_shelf: Callable[[Path], Shelf]
) -> None:
    before = make_shelf(tmp_path / "before")
    root = before.add()
    _write(root, range(8), "wheel")
    before.index()
    revision = before.revision
    clean = make_shelf(tmp_path / "clean")
    clean.collections = before.collections
    _write(root, range(2, 8), "spoke")
    (root / "p0.md").unlink()
    clean.index()
    wanted = _answers(clean)

    counted = make_shelf(tmp_path / "counted")
    shutil.copytree(before.paths.root, counted.paths.root, dirs_exist_ok=True)
    counted.collections = before.collections
    writes, _ = _index(counted, 0)
    assert writes > TRIES
    refusals = 0
    for number in range(TRIES):
        shelf = make_shelf(tmp_path / f"try{number}")
        shelf.collections = before.collections
        shutil.copytree(before.paths.root, shelf.paths.root, dirs_exist_ok=True)
        stores = _identities(shelf.paths)
        _, is_refused = _index(shelf, 1 + number * writes // TRIES)
        refusals += is_refused
        gc.collect()  # a child that is refused ends, and lets go of everything
        assert _identities(shelf.paths) == stores, number
        _assert_whole(shelf.paths, revision)
        shelf.index()
        assert _answers(shelf) == wanted, number
        assert not list(shelf.paths.root.glob("*damaged*"))
        shelf.close()
    assert refusals > TRIES // 2
    gc.collect()


def _identities(paths: LibraryPaths) -> list[object]:
    """Which files and folders the stores are: one built again is another."""
    return [paths.catalogue.stat().st_ino, paths.keyword.stat().st_ino, numbered(paths.ontology)]


def _assert_whole(paths: LibraryPaths, revision: int) -> None:
    keyword = KeywordReader.open(paths.keyword)
    try:
        assert keyword.revision >= revision
        assert keyword.is_living.any()
    finally:
        keyword.close()


@pytest.fixture
def make_shelf() -> Iterator[Callable[[Path], Shelf]]:
    made: list[Shelf] = []

    def make(folder: Path) -> Shelf:
        folder.mkdir()
        made.append(Shelf(folder))
        return made[-1]

    yield make
    for shelf in made:
        shelf.close()
