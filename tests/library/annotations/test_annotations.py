"""Annotations: kept by their words, found again after edits or shown as lost, never guessed at."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bookwheel.domain.annotations.annotation import (
    LONGEST_NOTE,
    LONGEST_QUOTE,
    AnnotateRequest,
    AnnotationChange,
    AnnotationExportRequest,
    AnnotationKind,
    AnnotationRemoval,
    AnnotationRestoration,
    AnnotationsRequest,
    Colour,
)
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.search import Filter, Scope
from bookwheel.indexes.state import State
from bookwheel.library.annotations.annotations import Annotations
from tests.library.conftest import Shelf

Write = Callable[[Path, str, str], Path]

PAGE = """# Wheel

It turns.

## Hub

The **middle** of the wheel holds [the spokes](spoke.md) in place.
A second line says more about it.

## Rim

The edge of the wheel touches the ground.
"""
QUOTE = "middle of the wheel holds the spokes in place"


class Desk:
    def __init__(self, shelf: Shelf, write: Write, tmp_path: Path) -> None:
        self.shelf, self.write = shelf, write
        self.root = shelf.add("notes")
        write(self.root, "wheel.md", PAGE)
        write(self.root, "spoke.md", "# Spoke\n\nThin.\n")
        write(self.root, "own.md", "---\nprivate: true\n---\n# Own\n\nMine alone, and nobody else's at all.\n")
        shelf.index()
        self.state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
        for collection in shelf.collections:
            self.state.put_collection(collection)
        self.told = 0
        self.annotations = Annotations(self.state, shelf.library.seen, self._tell)

    def _tell(self) -> None:
        self.told += 1

    def edit(self, text: str, path: str = "wheel.md") -> None:
        self.write(self.root, path, text)
        self.shelf.index()

    def highlight(self, quote: str = QUOTE, section: str = "notes/wheel.md#hub", **others: object):
        request = AnnotateRequest(section, AnnotationKind.HIGHLIGHT, quote, **others)
        return self.annotations.annotate(request)

    def only(self):
        [entry] = self.annotations.listed(AnnotationsRequest()).annotations
        return entry


@pytest.fixture
def desk(shelf: Shelf, write: Write, tmp_path: Path):
    made = Desk(shelf, write, tmp_path)
    yield made
    made.state.close()


def test_a_highlight_knows_its_lines_through_the_marks_of_its_source(desk: Desk):
    entry = desk.highlight(prefix="The ", suffix=". A second")
    assert (entry.section, entry.lines, entry.document_title) == ("notes/wheel.md#hub", (7, 7), "Wheel")
    assert entry.annotation.colour is Colour.YELLOW and not entry.is_lost and desk.told == 1
    assert desk.only().annotation == entry.annotation


def test_a_selection_is_kept_in_the_section_that_holds_it(desk: Desk):
    entry = desk.highlight("The edge of the wheel touches", "notes/wheel.md")
    assert entry.section == "notes/wheel.md#rim"


def test_the_same_highlight_twice_is_one_with_the_newer_colour(desk: Desk):
    first = desk.highlight(note="Why?")
    again = desk.highlight(colour=Colour.BLUE)
    assert again.annotation.id == first.annotation.id
    assert (desk.only().annotation.colour, desk.only().annotation.note) == (Colour.BLUE, "Why?")


def test_a_passage_is_found_again_where_its_words_went(desk: Desk):
    desk.highlight()
    desk.edit(PAGE.replace("It turns.", "It turns.\n\nAnd turns.").replace("A second line", "Another line"))
    assert (desk.only().section, desk.only().lines, desk.only().is_lost) == ("notes/wheel.md#hub", (9, 9), False)
    desk.edit("# Wheel\n\n## Parts\n\nNow the middle of the\nwheel holds the spokes *in* place.\n")
    assert (desk.only().section, desk.only().lines, desk.only().is_lost) == ("notes/wheel.md#parts", (5, 6), False)


def test_a_passage_that_was_rewritten_is_lost_and_nothing_else_is_marked_instead(desk: Desk):
    desk.highlight()
    desk.edit(PAGE.replace("holds [the spokes](spoke.md)", "carries them"))
    entry = desk.only()
    assert (entry.is_lost, entry.section, entry.lines) == (True, "", (0, 0))
    assert entry.annotation.quote == QUOTE and entry.document_title == "Wheel"
    desk.edit(PAGE)
    assert not desk.only().is_lost
    (desk.root / "wheel.md").unlink()
    desk.shelf.index()
    assert desk.only().is_lost


def test_words_that_stand_twice_are_told_apart_by_what_is_around_them_or_lost(desk: Desk):
    twice = "# Twice\n\nOne red wheel here.\n\nTwo red wheel there.\n"
    desk.edit(twice, "twice.md")
    desk.highlight("red wheel", "notes/twice.md", prefix="Two ", suffix=" there.")
    assert desk.only().lines == (5, 5)
    desk.edit(twice + "\nMore.\n", "twice.md")
    assert desk.only().lines == (5, 5)
    desk.edit(twice.replace("Two", "Seven").replace("there", "anywhere"), "twice.md")
    assert desk.only().is_lost


def test_a_short_word_elsewhere_is_not_taken_for_the_passage(desk: Desk):
    desk.highlight("second", prefix="A ", suffix=" line says")
    desk.edit("# Wheel\n\n## Hub\n\nAll new.\n\n## Rim\n\nWait a second, please.\n")
    assert desk.only().is_lost


def test_an_annotation_follows_a_document_that_was_moved(desk: Desk):
    desk.highlight()
    (desk.root / "wheel.md").rename(desk.root / "moved.md")
    desk.shelf.index()
    assert desk.only().section == "notes/moved.md#hub"
    assert desk.annotations.listed(AnnotationsRequest(doc="notes/moved.md")).total == 1


def test_annotations_are_filtered_and_stand_in_the_order_of_their_document(desk: Desk):
    annotate = desk.annotations.annotate
    annotate(AnnotateRequest("notes/wheel.md#rim"))
    annotate(AnnotateRequest("notes/spoke.md", AnnotationKind.NOTE, note="Check the wood"))
    desk.highlight(colour=Colour.PURPLE, note="Important")
    ask = desk.annotations.listed

    def kinds(**asked: object) -> list[str]:
        return [entry.annotation.kind.value for entry in ask(AnnotationsRequest(**asked)).annotations]

    assert kinds() == ["highlight", "note", "bookmark"]
    assert kinds(doc="notes/wheel.md") == ["highlight", "bookmark"]
    assert kinds(kind=AnnotationKind.NOTE) == ["highlight", "note"]
    assert kinds(colour=Colour.PURPLE) == ["highlight"] and kinds(colour=Colour.BLUE) == []
    assert kinds(words="WOOD check") == ["note"] and kinds(words="rim") == ["bookmark"]
    assert kinds(limit=1, offset=1) == ["note"] and ask(AnnotationsRequest(limit=1)).total == 3


def test_what_was_removed_comes_back_as_it_was(desk: Desk):
    first = desk.highlight(note="Keep").annotation
    removed = desk.annotations.remove(AnnotationRemoval((first.id, "none"))).removed
    assert removed == (first,) and desk.annotations.listed(AnnotationsRequest()).total == 0
    assert desk.annotations.restore(AnnotationRestoration(removed)).restored == 1
    assert desk.annotations.restore(AnnotationRestoration(removed)).restored == 0
    assert desk.only().annotation == first
    desk.annotations.remove(AnnotationRemoval((first.id,)))
    desk.state.drop_collection("notes")
    assert desk.annotations.restore(AnnotationRestoration(removed)).restored == 0


def test_a_note_is_changed_and_a_colour_too(desk: Desk):
    made = desk.highlight().annotation
    desk.annotations.change(AnnotationChange(made.id, note=" New. "))
    desk.annotations.change(AnnotationChange(made.id, colour=Colour.ORANGE))
    assert (desk.only().annotation.note, desk.only().annotation.colour) == ("New.", Colour.ORANGE)
    with pytest.raises(NotFound):
        desk.annotations.change(AnnotationChange("a00000000", note="x"))


def test_a_note_cannot_be_emptied_where_there_is_nothing_else(desk: Desk):
    made = desk.annotations.annotate(AnnotateRequest("notes/wheel.md", AnnotationKind.NOTE, note="Why?")).annotation
    with pytest.raises(BadRequest):
        desk.annotations.change(AnnotationChange(made.id, note=" "))
    assert desk.only().annotation == made


@pytest.mark.parametrize(
    "request_",
    [
        AnnotateRequest("notes/wheel.md", AnnotationKind.HIGHLIGHT),
        AnnotateRequest("notes/wheel.md", AnnotationKind.HIGHLIGHT, " … "),
        AnnotateRequest("notes/wheel.md", AnnotationKind.NOTE, "It turns", note=" "),
        AnnotateRequest("notes/wheel.md", AnnotationKind.HIGHLIGHT, "x" * (LONGEST_QUOTE + 1)),
        AnnotateRequest("notes/wheel.md", note="x" * (LONGEST_NOTE + 1)),
    ],
)
def test_what_cannot_be_annotated_is_refused_and_nothing_is_kept(desk: Desk, request_: AnnotateRequest):
    with pytest.raises(BadRequest):
        desk.annotations.annotate(request_)
    assert desk.annotations.listed(AnnotationsRequest()).total == 0 and desk.told == 0


def test_a_scope_sees_the_annotations_of_its_documents_alone_and_none_that_is_lost(desk: Desk):
    desk.highlight()
    desk.annotations.annotate(AnnotateRequest("notes/own.md", AnnotationKind.NOTE, note="secret"))
    gone = desk.annotations.annotate(AnnotateRequest("notes/spoke.md", AnnotationKind.HIGHLIGHT, "Thin"))
    (desk.root / "spoke.md").unlink()
    desk.shelf.index()
    scope = Scope(None, "a", filters=(Filter("private", ("true",), True),))
    answer = desk.annotations.visible_to(AnnotationsRequest(), scope)
    assert [entry.section for entry in answer.annotations] == ["notes/wheel.md#hub"] and answer.total == 1
    assert gone.annotation.id in {
        entry.annotation.id for entry in desk.annotations.listed(AnnotationsRequest()).annotations if entry.is_lost
    }


def test_an_export_is_markdown_with_a_citation_below_each_passage(desk: Desk):
    desk.annotations.annotate(AnnotateRequest("notes/wheel.md#rim", note="See also *this*."))
    desk.highlight(colour=Colour.BLUE)
    export = desk.annotations.export(AnnotationExportRequest())
    assert export.annotations == 2 and export.cursor == ""
    day = desk.annotations.listed(AnnotationsRequest()).annotations[0].annotation.created_at[:10]
    assert export.content == (
        "# Annotations\n\n## Wheel\n\n`notes/wheel.md`\n\n"
        f"> {QUOTE}\n\n"
        "— [Hub](bookwheel://doc/notes/wheel.md?quote=middle%20of%20the%20wheel%20holds%20the%20spokes%20in%20place#hub)"
        f", Wheel; highlight (blue), {day}\n\n"
        f"— [Rim](bookwheel://doc/notes/wheel.md#rim), Wheel; bookmark, {day}\n\nSee also *this*.\n\n"
    )
    with pytest.raises(BadRequest):
        desk.annotations.export(AnnotationExportRequest(cursor="x"))
