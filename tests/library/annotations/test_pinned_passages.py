"""The tray of pinned passages: kept in order, found again after edits, and cut to what a caller may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from bookwheel.domain.annotations.pins import MovePinRequest, PinRequest, UnpinRequest
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.state import State
from bookwheel.library.annotations.pinned_passages import Tray
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings
from tests.service.agents.serving import index

PAGE = "# Wheel\n\nIt turns.\n\n## Hub\n\nThe middle.\n\n### Nave\n\nThe wood.\n\n## Rim\n\nThe edge.\n"


@dataclass
class Shelf:
    root: Path
    paths: LibraryPaths
    library: Library
    state: State
    tray: Tray
    collections: tuple[Collection, ...]

    def write(self, path: str, text: str) -> None:
        (self.root / path).write_text(text, "utf-8")
        index(self.paths, self.collections)
        self.library.refresh(0)

    def pins(self) -> list[str]:
        return [entry.pin for entry in self.tray.listed().entries]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    for name in ("notes", "secret"):
        (tmp_path / name).mkdir()
    (tmp_path / "notes" / "wheel.md").write_text(PAGE, "utf-8")
    (tmp_path / "notes" / "own.md").write_text("---\nprivate: true\n---\n# Own\n\nMine alone.\n", "utf-8")
    (tmp_path / "secret" / "plan.md").write_text("# Plan\n\nHush.\n", "utf-8")
    paths = LibraryPaths(tmp_path / "library")
    paths.root.mkdir()
    collections = tuple(Collection(name, name.title(), str(tmp_path / name)) for name in ("notes", "secret"))
    index(paths, collections)
    library, state = Library(paths, Settings(), lambda: collections), State(paths.state, paths.state_backup)
    yield Shelf(tmp_path, paths, library, state, Tray(state, library.seen), collections)
    library.close()
    state.close()


def test_passages_are_kept_in_order_with_their_tokens(shelf: Shelf):
    shelf.tray.pin(PinRequest("notes/wheel.md#hub", is_branch=True))
    shelf.tray.pin(PinRequest("notes/wheel.md#rim"))
    answer = shelf.tray.pin(PinRequest("secret/plan.md"))
    assert [entry.lines for entry in answer.entries] == [(5, 12), (13, 15), (1, 3)]
    texts = shelf.tray.shown(Scope(None))[1]
    assert texts[0] == "## Hub\n\nThe middle.\n\n### Nave\n\nThe wood.\n\n"
    assert [entry.tokens for entry in answer.entries] == [-(-len(text) // 4) for text in texts]
    assert answer.tokens == sum(entry.tokens for entry in answer.entries)
    assert shelf.tray.pin(PinRequest("notes/wheel.md#rim")).entries == answer.entries
    shelf.tray.move(MovePinRequest("secret/plan.md", 0))
    again = Tray(shelf.state, shelf.library.seen)
    assert [entry.pin for entry in again.listed().entries] == [
        "secret/plan.md",
        "notes/wheel.md#hub",
        "notes/wheel.md#rim",
    ]
    shelf.tray.unpin(UnpinRequest(("notes/wheel.md#hub", "nothing")))
    assert shelf.pins() == ["secret/plan.md", "notes/wheel.md#rim"]
    shelf.tray.unpin(UnpinRequest())
    assert shelf.pins() == []


def test_what_is_not_there_is_not_pinned(shelf: Shelf):
    with pytest.raises(NotFound):
        shelf.tray.pin(PinRequest("notes/none.md"))
    with pytest.raises(NotFound):
        shelf.tray.pin(PinRequest("notes/wheel.md#spoke"))
    with pytest.raises(BadRequest):
        shelf.tray.move(MovePinRequest("notes/wheel.md", 0))


def test_a_passage_is_found_again_by_its_headings_or_its_text_and_else_shown_as_lost(shelf: Shelf):
    shelf.tray.pin(PinRequest("notes/wheel.md#rim"))
    shelf.write("notes/wheel.md", PAGE.replace("## Rim", "## Rim {#border}"))
    [entry] = shelf.tray.listed().entries
    assert (entry.pin, entry.section) == ("notes/wheel.md#rim", "notes/wheel.md#border")
    shelf.write("notes/wheel.md", "# Wheel\n\nNew.\n\n# Other\n\n## Rim\n\nThe edge.\n")
    [entry] = shelf.tray.listed().entries
    assert entry.section == "notes/wheel.md#rim" and not entry.is_lost
    shelf.write("notes/wheel.md", "# Wheel\n\nAll new.\n")
    [entry] = shelf.tray.listed().entries
    assert entry.is_lost and entry.title == "Rim" and entry.tokens == 0
    assert shelf.tray.shown(Scope(None))[0].entries == ()


@pytest.mark.parametrize(
    "scope",
    [
        Scope(("notes",), "a", False, (Filter("private", ("true",), True),)),
        Scope(None, "a", False, (Filter("path", ("wheel.md",)),)),
    ],
)
def test_what_a_scope_hides_is_not_in_the_tray(shelf: Shelf, scope: Scope):
    for pinned in ("notes/own.md", "secret/plan.md#plan", "notes/wheel.md#rim"):
        shelf.tray.pin(PinRequest(pinned))
    answer, texts = shelf.tray.shown(scope)
    assert [entry.pin for entry in answer.entries] == ["notes/wheel.md#rim"]
    assert answer.tokens == answer.entries[0].tokens
    assert texts == ("## Rim\n\nThe edge.\n",)
    assert len(shelf.tray.listed().entries) == 3


def test_the_pins_of_a_removed_collection_go_with_it(shelf: Shelf):
    for collection in shelf.collections:
        shelf.state.put_collection(collection)
    shelf.tray.pin(PinRequest("secret/plan.md"))
    shelf.tray.pin(PinRequest("notes/wheel.md"))
    shelf.state.drop_collection("secret")
    assert shelf.pins() == ["notes/wheel.md"]
