"""Where documents were left and what is to be read: found again after edits and renames, bounded, and within scope."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.annotations import reading_progress
from bookwheel.domain.annotations.reading_progress import (
    LeftPlace,
    ReadingAction,
    ReadingChange,
    ReadingEntry,
    ReadingRequest,
)
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.state import State
from bookwheel.library.annotations.reading_progress import ReadingProgress
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]
PAGE = "# Wheel\n\nIt turns.\n\n## Hub\n\nThe middle of the wheel.\n\n## Rim\n\nThe edge touches the ground.\n"


class Desk:
    def __init__(self, shelf: Shelf, write: Write, tmp_path: Path) -> None:
        self.shelf, self.write = shelf, write
        self.root = shelf.add("notes")
        write(self.root, "wheel.md", PAGE)
        for number in range(5):
            write(self.root, f"page{number}.md", f"# Page {number}\n\nWords of {number}.\n")
        write(self.root, "own.md", "---\nprivate: true\n---\n# Own\n\nMine alone.\n")
        shelf.index()
        self.state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
        for collection in shelf.collections:
            self.state.put_collection(collection)
        self.told: list[tuple[str, ...]] = []
        self.reading = ReadingProgress(self.state, shelf.library.seen, self.told.append)

    def change(self, action: ReadingAction, *docs: str, position: int = -1):
        return self.reading.change(ReadingChange(action, docs, position=position)).entries

    def leave(self, anchor: str, depth: float = 0.0, doc: str = "notes/wheel.md", **others: object) -> ReadingEntry:
        place = LeftPlace(anchor, depth, **others)  # type: ignore[arg-type]
        [entry] = self.reading.change(ReadingChange(ReadingAction.LEAVE, (doc,), place)).entries
        return entry

    def only(self, doc: str = "notes/wheel.md") -> ReadingEntry:
        [entry] = self.reading.listed(ReadingRequest((doc,))).entries
        return entry

    def listed(self) -> list[str]:
        return [entry.doc.partition("/")[2] for entry in self.reading.listed(ReadingRequest()).listed]


@pytest.fixture
def desk(shelf: Shelf, write: Write, tmp_path: Path):
    made = Desk(shelf, write, tmp_path)
    yield made
    made.state.close()


def test_a_document_is_left_in_a_section_and_at_a_part_of_it(desk: Desk):
    entry = desk.leave("hub", 0.5)
    assert (entry.doc, entry.anchor, entry.section, entry.depth) == ("notes/wheel.md", "hub", "Hub", 0.5)
    assert 0.3 < entry.fraction < 0.6 and not entry.is_read and entry.left_at
    assert desk.told == [("notes/wheel.md",)]
    assert desk.leave("rim").fraction > entry.fraction
    assert [one.anchor for one in desk.reading.listed(ReadingRequest()).entries] == ["rim"]


def test_a_document_read_to_its_end_is_read_until_it_is_marked_as_unread(desk: Desk):
    assert desk.leave("rim", 0.4, is_at_end=True).is_read and desk.only().fraction == 1.0
    assert desk.leave("hub").is_read and desk.only().fraction < 1
    assert desk.change(ReadingAction.UNREAD, "notes/wheel.md") == ()
    assert desk.state.reading() == ()
    [entry] = desk.change(ReadingAction.READ, "notes/wheel.md")
    assert entry.is_read and entry.fraction == 1.0


def test_pages_of_a_pdf_say_how_far_it_is_read(desk: Desk):
    entry = desk.leave("", page=6.5, pages=13)
    assert (entry.page, entry.fraction) == (6.5, 0.5)
    assert desk.leave("", page=99.0, pages=13).page == 13.0


@pytest.mark.parametrize("place", [LeftPlace("gone", 7.0), LeftPlace("hub", -3.0), LeftPlace("hub", float("nan"))])
def test_a_place_that_cannot_be_is_kept_as_the_nearest_that_can(desk: Desk, place: LeftPlace):
    [entry] = desk.reading.change(ReadingChange(ReadingAction.LEAVE, ("notes/wheel.md",), place)).entries
    assert 0.0 <= entry.depth <= 1.0 and 0.0 <= entry.fraction <= 1.0


def test_a_place_is_found_again_after_its_heading_and_its_file_were_renamed(desk: Desk):
    desk.leave("rim", 0.5)
    desk.change(ReadingAction.ADD, "notes/wheel.md")
    desk.write(desk.root, "wheel.md", PAGE.replace("## Hub", "## The hub").replace("## Rim\n", "## The rim\n"))
    desk.shelf.index()
    assert desk.only().section in ("The rim", "The hub")  # its text is another, so by how far it was read
    desk.write(desk.root, "wheel.md", PAGE)
    desk.shelf.index()
    (desk.root / "wheel.md").rename(desk.root / "ring.md")
    desk.shelf.index()
    entry = desk.only("notes/ring.md")
    assert (entry.doc, entry.anchor, entry.rank) == ("notes/ring.md", "rim", 0)
    assert desk.leave("hub", doc="notes/ring.md").rank == 0
    assert [record.doc for record in desk.state.reading()] == ["notes/ring.md"]
    assert desk.change(ReadingAction.REMOVE, "notes/wheel.md")[0].rank == -1


def test_the_reading_list_keeps_the_order_in_which_it_is_put(desk: Desk):
    desk.change(ReadingAction.ADD, "notes/page0.md", "notes/page1.md", "notes/page2.md")
    assert desk.told == [()]
    desk.change(ReadingAction.ADD, "notes/page3.md", position=1)
    desk.change(ReadingAction.ADD, "notes/page0.md")
    assert desk.listed() == ["page0.md", "page3.md", "page1.md", "page2.md"]
    desk.change(ReadingAction.MOVE, "notes/page2.md", position=0)
    desk.change(ReadingAction.MOVE, "notes/page0.md", position=99)
    assert desk.listed() == ["page2.md", "page3.md", "page1.md", "page0.md"]
    desk.change(ReadingAction.REMOVE, "notes/page3.md")
    assert desk.listed() == ["page2.md", "page1.md", "page0.md"]
    assert [entry.rank for entry in desk.reading.listed(ReadingRequest()).listed] == [0, 1, 2]
    with pytest.raises(BadRequest):
        desk.change(ReadingAction.MOVE, "notes/page3.md", position=0)
    with pytest.raises(NotFound):
        desk.change(ReadingAction.ADD, "notes/page1.md", "notes/nothing.md")
    assert desk.listed() == ["page2.md", "page1.md", "page0.md"]


def test_a_listed_document_that_is_gone_is_lost_and_can_be_removed(desk: Desk):
    desk.change(ReadingAction.ADD, "notes/page0.md", "notes/page1.md")
    desk.leave("", doc="notes/page2.md")
    for name in ("page0.md", "page2.md"):
        (desk.root / name).unlink()
    desk.shelf.index()
    listed = desk.reading.listed(ReadingRequest()).listed
    assert [(entry.title, entry.is_lost) for entry in listed] == [("Page 0", True), ("Page 1", False)]
    assert len(desk.reading.listed(ReadingRequest()).entries) == 2
    desk.change(ReadingAction.REMOVE, "notes/page0.md")
    assert desk.listed() == ["page1.md"]


def test_the_places_left_longest_ago_go_first_and_the_list_has_a_limit(desk: Desk, monkeypatch: pytest.MonkeyPatch):
    for name in ("MOST_KEPT", "MOST_LISTED"):
        monkeypatch.setattr(f"bookwheel.library.annotations.reading_progress.{name}", 2)
        assert getattr(reading_progress, name) > 2
    desk.change(ReadingAction.ADD, "notes/page0.md", "notes/page1.md")
    with pytest.raises(BadRequest):
        desk.change(ReadingAction.ADD, "notes/page2.md")
    desk.change(ReadingAction.REMOVE, "notes/page1.md")
    desk.leave("", doc="notes/page2.md")
    desk.leave("", doc="notes/page3.md")
    assert len(desk.state.reading()) == 2 and desk.listed() == ["page0.md"]


def test_a_narrow_scope_learns_nothing_of_hidden_documents(desk: Desk):
    desk.change(ReadingAction.ADD, "notes/own.md", "notes/wheel.md", "notes/page0.md")
    (desk.root / "page0.md").unlink()
    desk.shelf.index()
    scope = Scope(None, "a", filters=(Filter("private", ("true",), True),))
    answer = desk.reading.visible_to(ReadingRequest(), scope)
    assert [entry.doc for entry in answer.entries] == ["notes/wheel.md"]


def test_a_removed_collection_takes_what_is_kept_of_it(desk: Desk):
    desk.change(ReadingAction.ADD, "notes/page0.md")
    desk.state.drop_collection("notes")
    assert desk.state.reading() == ()


def test_nothing_is_changed_without_a_document_or_a_place(desk: Desk):
    for request in (ReadingChange(ReadingAction.READ, ()), ReadingChange(ReadingAction.LEAVE, ("notes/wheel.md",))):
        with pytest.raises(BadRequest):
            desk.reading.change(request)
    assert not desk.told
