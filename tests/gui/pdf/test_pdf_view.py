"""PDFs open as pages in the window's tabs, with a real service behind it."""

from __future__ import annotations

import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.annotation import AnnotationsRequest, Colour
from bookwheel.domain.service.passwords import ProtectedRequest, UnlockRequest
from bookwheel.gui.outline.model import OutlineModel
from bookwheel.gui.page.lazy_parts import part_of
from bookwheel.gui.pdf.selection import Spot
from bookwheel.gui.pdf.view import PdfView
from bookwheel.gui.pdf.zoom import Zoom
from bookwheel.gui.shell.passages import PassageMark
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.window.window import Window
from tests.encrypted_pdf import encrypted_pdf
from tests.gui.shelves import write_shelves
from tests.large_pdf import chapters, make_pdf

TIMEOUT = 30_000
LONG = "shelves/books/long.pdf"
BOOK, ARCHIVE, DESK = "shelves/books/wheels.pdf", "shelves/books/old.zip", "shelves/machines/desk.md"
PLANS = "shelves/books/plans.pdf"
SECOND = "chapter-2-of-wheels-and-desks"


@pytest.fixture(scope="module", autouse=True)
def no_bus() -> Iterator[None]:
    """No keyring of the person who runs the tests is touched."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
        yield


@pytest.fixture(scope="module")
def shelves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The documents of other tests, and PDFs: one on the disk, one in an archive."""
    root = write_shelves(tmp_path_factory.mktemp("documents") / "shelves")
    books = root / "books"
    books.mkdir()
    make_pdf(books / "wheels.pdf", 40)
    make_pdf(books / "long.pdf", 200)
    (books / "plans.pdf").write_bytes(encrypted_pdf("The quokka smiles.", "wheel"))
    inner = make_pdf(root.parent / "inner.pdf", 4)
    with zipfile.ZipFile(books / "old.zip", "w") as archive:
        archive.write(inner, "inner.pdf")
    return root


@pytest.fixture
def pdf(qtbot: QtBot, window: Window) -> PdfView:
    """The view of the book's pages, opened at its start."""
    qtbot.waitUntil(lambda: window.library_dock.model.index_of(BOOK).isValid(), timeout=TIMEOUT)
    go(qtbot, window, Location(BOOK))
    return view_of(window)


def view_of(window: Window) -> PdfView:
    view = window.pdf_pages.view
    assert view is not None and window.reader.pages is view
    return view


def titles_of(model: OutlineModel) -> list[str]:
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def go(qtbot: QtBot, window: Window, place: Location) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.shell.open(place)


def test_a_pdf_opens_as_pages_with_its_outline_labels_and_count(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    assert pdf.isVisible() and not window.reader.warm().isVisible()
    assert (pdf.bar.box.text(), pdf.bar.count) == ("i", "(1 of 40)")
    model = window.outline_dock.model
    qtbot.waitUntil(lambda: model.rowCount() > 4, timeout=TIMEOUT)
    row = next(row for row in range(model.rowCount()) if str(model.index(row).data()).startswith("Chapter 2"))
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.outline_dock.view.chosen.emit(model.anchor(model.index(row)))
    assert (pdf.pages.page, window.reader.anchor) == (14, SECOND)
    assert pdf.bar.box.text() == "13"
    with qtbot.waitSignal(window.reader.section_reached, timeout=TIMEOUT):
        pdf.pages.verticalScrollBar().setValue(0)
    qtbot.waitUntil(lambda: window.reader.anchor != SECOND, timeout=TIMEOUT)


def test_go_to_page_takes_a_label_or_a_number_and_back_comes_back(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    window.commands.find("Go to page").trigger()
    assert pdf.bar.box.hasFocus()
    for typed, page in (("ii", 1), ("13", 14), ("39", 38)):
        with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
            pdf.bar.page_wanted.emit(typed)
        assert pdf.pages.page == page
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.step(-1)
    assert pdf.pages.page == 14
    pdf.bar.page_wanted.emit("xx")
    assert window.notification_bar.sentence == "There is no page xx in this PDF."
    go(qtbot, window, Location(BOOK, place="page=4"))
    assert pdf.pages.page == 5, "a link names the label"


def test_a_hit_opens_where_its_words_are_marked_and_n_goes_on(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    go(qtbot, window, Location(BOOK, SECOND, "leaf 17"))
    qtbot.waitUntil(lambda: pdf.hits.is_complete and pdf.hits.current is not None, timeout=TIMEOUT)
    current = pdf.hits.current
    assert current is not None and 14 <= current.page <= 17
    assert pdf.hits.boxes_of(current)
    assert window.reader.hits.isVisible() and window.reader.hits.at > 0
    at = window.reader.hits.at
    qtbot.keyClick(pdf.pages, Qt.Key.Key_N)
    assert window.reader.hits.at == at % window.reader.hits.total + 1
    qtbot.keyClick(pdf.pages, Qt.Key.Key_N, Qt.KeyboardModifier.ShiftModifier)
    assert window.reader.hits.at == at


def test_a_hit_in_a_later_part_of_a_long_document_is_marked(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    go(qtbot, window, Location(LONG))
    model = window.outline_dock.model
    last = f"Chapter {len(chapters(200))}"  # the outline of the other book may still be shown, which has fewer
    qtbot.waitUntil(lambda: any(title.startswith(last) for title in titles_of(model)), timeout=TIMEOUT)
    anchors = [model.anchor(model.index(row)) for row in range(model.rowCount())]
    shown = window.reader.page
    assert shown is not None and shown.parts > 1
    anchor = next(anchor for anchor in reversed(anchors) if part_of(shown.html, anchor) > 0)
    go(qtbot, window, Location(LONG, anchor, "leaf 195"))
    qtbot.waitUntil(lambda: pdf.hits.current is not None, timeout=TIMEOUT)
    current = pdf.hits.current
    assert current is not None and current.page > 150 and pdf.hits.boxes_of(current)


def test_a_hit_is_found_although_the_document_is_asked_for_again_meanwhile(
    qtbot: QtBot, window: Window, pdf: PdfView, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(pdf._work, "_is_busy", lambda: True)
        go(qtbot, window, Location(BOOK, SECOND, "leaf 17"))
        assert pdf.hits.current is None and pdf.position.is_seeking
        window.reader.reload()  # as when something of the document was indexed
    qtbot.waitUntil(lambda: pdf.hits.current is not None, timeout=TIMEOUT)
    assert not pdf.position.is_seeking


def test_the_same_hit_is_marked_again_after_another_document(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    for _again in range(2):
        go(qtbot, window, Location(BOOK, SECOND, "leaf 17"))
        qtbot.waitUntil(lambda: pdf.hits.current is not None, timeout=TIMEOUT)
        assert pdf.hits.total > 0
        go(qtbot, window, Location(DESK))


def test_a_link_marks_its_section_beside_the_pages(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    edge = QPoint(pdf.pages.layout_of_pages.rect(0).left() + 1, 0)
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.open_requests.add([f"bookwheel://doc/{BOOK}#{SECOND}"])
    accent = window.shell.theme.colours["accent"].lower()

    def colours() -> set[str]:
        image = pdf.pages.viewport().grab().toImage()
        return {image.pixelColor(edge.x(), y).name() for y in range(0, image.height(), 4)}

    qtbot.waitUntil(lambda: accent in colours(), timeout=TIMEOUT)
    go(qtbot, window, Location(BOOK, place="page=1"))
    assert accent not in colours(), "another place was landed on"


def test_find_marks_all_matches_and_goes_round(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    window.commands.find("Find in page").trigger()
    finder = window.reader.finder
    finder.box.setText("This is leaf 3")
    qtbot.waitUntil(lambda: finder.count == "1 of 11", timeout=TIMEOUT)
    assert pdf.pages.page == 2
    window.commands.find("Next match").trigger()
    assert (finder.count, pdf.pages.page) == ("2 of 11", 29)
    window.commands.find("Previous match").trigger()
    window.commands.find("Previous match").trigger()
    assert (finder.count, pdf.pages.page) == ("11 of 11", 38)
    finder.box.setText("no such words")
    qtbot.waitUntil(lambda: finder.count == "no matches", timeout=TIMEOUT)
    finder.dismiss()
    assert pdf.matches.total == 0 and pdf.pages.hasFocus()


def test_the_text_is_one_switch_apart_and_the_switch_is_remembered(
    qtbot: QtBot, window: Window, pdf: PdfView, session: Session
) -> None:
    go(qtbot, window, Location(BOOK, SECOND))
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.commands.find("Toggle pages and text").trigger()
    assert window.reader.pages is None and window.reader.warm().isVisible() and not pdf.isVisible()
    qtbot.waitUntil(lambda: window.reader.anchor == SECOND, timeout=TIMEOUT)
    window.window_session.keep()
    trails, _current = session.tabs
    assert trails[-1].here is not None and trails[-1].here.is_text
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.warm().web_page.link_clicked.emit("bookwheel://pages/", False)
    assert window.reader.pages is pdf and pdf.pages.page == 14
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.step(-1)
    assert window.reader.pages is None
    go(qtbot, window, Location(DESK))
    window.commands.find("Toggle pages and text").trigger()
    assert "Only PDFs can be shown" in window.notification_bar.sentence


def test_text_is_selected_by_mouse_and_copied_with_its_page(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    go(qtbot, window, Location(BOOK, SECOND))
    qtbot.waitUntil(lambda: pdf.hits.is_complete, timeout=TIMEOUT)
    pdf.set_zoom(Zoom("width"))
    pdf.pages.scroll_to(14.0)
    viewport = pdf.pages.viewport()
    words = next(iter(pdf._texts.of(14).find("this is leaf 15 of 40")))
    boxes = [box.boundingRect() for box in pdf.file.document.getSelectionAtIndex(14, *words).bounds()]
    start, end = pdf.pages.area_seen(14, boxes[0]), pdf.pages.area_seen(14, boxes[-1])
    qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=start.center())
    assert pdf.selected_text in ("is", "leaf")
    qtbot.wait(500)  # a third click would take the line
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=QPoint(start.left(), start.center().y()))
    assert pdf.selected_text == ""
    qtbot.mouseClick(
        viewport,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        QPoint(end.right() + 1, end.center().y()),
    )
    assert pdf.selected_text == "This is leaf 15 of 40"
    pdf.copy()
    assert QGuiApplication.clipboard().text() == "This is leaf 15 of 40"
    window.commands.find("Copy citation").trigger()
    cited = QGuiApplication.clipboard().text()
    assert cited.startswith("“This is leaf 15 of 40” – ")
    assert "(Shelves, books/wheels.pdf, page 13), bookwheel://doc/" in cited and "?page=13" in cited
    pdf.select_all()
    assert "This is leaf 40 of 40" in pdf.selected_text


def test_a_selection_on_a_page_is_highlighted_found_again_and_opened_by_a_click(
    qtbot: QtBot, window: Window, pdf: PdfView
) -> None:
    client = window.connection.client
    assert client is not None
    page = 3
    text = pdf._texts.of(page).text
    start = text.index("This is leaf 4")
    pdf.selection.select(Spot(page, start), Spot(page, start + 40))
    window.annotating.highlight(Colour.PURPLE)
    qtbot.waitUntil(lambda: [number for _, number in pdf.passages.drawn] == [page], timeout=TIMEOUT)
    [entry] = client.annotations(AnnotationsRequest(BOOK)).annotations
    assert entry.annotation.quote.startswith("This is leaf 4") and not entry.is_lost
    assert entry.place is not None and entry.place.first == page + 1
    qtbot.waitUntil(lambda: pdf.selection.is_empty, timeout=TIMEOUT)
    go(qtbot, window, Location("shelves/machines/desk.md"))
    go(qtbot, window, Location(BOOK))
    qtbot.waitUntil(lambda: [number for _, number in pdf.passages.drawn] == [page], timeout=TIMEOUT)
    pdf.passages.bring_annotation(entry.annotation.id)
    [(_, boxes)] = pdf.passages._boxes[page]
    spot = pdf.pages.area_seen(page, boxes[0]).center()
    qtbot.mouseClick(pdf.pages.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    qtbot.waitUntil(lambda: window.annotating.dialog is not None, timeout=TIMEOUT)
    dialog = window.annotating.dialog
    assert dialog is not None and dialog.colour is Colour.PURPLE
    dialog.remove.click()
    qtbot.waitUntil(lambda: pdf.passages.drawn == [], timeout=TIMEOUT)


def test_an_annotation_that_names_no_page_is_found_on_the_first(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    quote = pdf._texts.of(0).text.strip()
    window.reader.calls.drop("page annotations")  # an answer that is under way would draw what the library has: none
    pdf.passages.show_annotations((PassageMark("a1", "highlight", "", quote, "", "", "yellow", ""),))
    qtbot.waitUntil(lambda: pdf.passages.drawn == [("a1", 0)], timeout=TIMEOUT)


def test_links_in_the_pages_are_followed_and_can_be_gone_back_from(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        pdf.go_to_page("ii")
    links = [pdf.pointer.link_at(pdf.pages.area_seen(1, box).center()) for box in _boxes_of(pdf, "chapter 2, on")]
    assert links[0] is not None
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        pdf.pointer.link_pressed.emit(links[0], False)
    assert pdf.pages.page == 14
    with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
        window.reader.step(-1)
    assert pdf.pages.page == 1
    pdf.set_zoom(Zoom("page"))
    out = pdf.pointer.link_at(pdf.pages.area_seen(1, _boxes_of(pdf, "see also")[0]).center())
    assert out is not None
    asked: list[str] = []
    pdf.external_link_clicked.disconnect()
    pdf.external_link_clicked.connect(asked.append)
    pdf.pointer.link_pressed.emit(out, False)
    assert asked == ["https://example.org/wheels"]


def _boxes_of(pdf: PdfView, words: str) -> list:
    span = next(iter(pdf._texts.of(1).find(words)))
    return [box.boundingRect() for box in pdf.file.document.getSelectionAtIndex(1, *span).bounds()]


def test_zoom_keys_and_fits_change_the_size_and_it_is_kept(
    qtbot: QtBot, window: Window, pdf: PdfView, session: Session
) -> None:
    before = pdf.pages.scale
    window.commands.find("Zoom in").trigger()
    assert pdf.pages.scale > before and window.reader.zoom == 1.0
    window.commands.find("Fit page").trigger()
    assert pdf.pages.layout_of_pages.rect(0).height() <= pdf.pages.viewport().height()
    window.commands.find("Fit width").trigger()
    assert session.pdf_zoom == "width" and pdf.bar.size_button.text() == "Fit width"
    window.commands.find("Reset zoom").trigger()
    assert pdf.pages.zoom == Zoom()


def test_keys_scroll_the_pages(qtbot: QtBot, pdf: PdfView) -> None:
    pdf.pages.setFocus()
    bar = pdf.pages.verticalScrollBar()
    for key, is_further in (
        (Qt.Key.Key_Down, True), (Qt.Key.Key_Space, True), (Qt.Key.Key_PageDown, True), (Qt.Key.Key_PageUp, False),
        (Qt.Key.Key_End, True), (Qt.Key.Key_Up, False), (Qt.Key.Key_Home, False),
    ):  # fmt: skip
        before = bar.value()
        qtbot.keyClick(pdf.pages, key)
        assert (bar.value() > before) is is_further, key


def test_the_dark_theme_has_dark_pages_unless_they_are_not_wanted(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    def paper() -> int:
        rect = pdf.pages.area_seen(0, pdf.pages.layout_of_pages.rect(0).toRectF())
        grabbed = pdf.pages.viewport().grab().toImage()
        return grabbed.pixelColor(rect.left() + 60, max(rect.top(), 0) + 60).lightness()

    window.theme.set_colour_scheme("dark")
    try:
        qtbot.waitUntil(lambda: pdf._images.find(0) is not None and paper() < 80, timeout=TIMEOUT)
        assert pdf.bar.dark.isVisible() and pdf.bar.dark.isChecked()
        pdf.bar.dark.click()
        qtbot.waitUntil(lambda: pdf._images.find(0) is not None and paper() > 240, timeout=TIMEOUT)
        pdf.bar.dark.click()
    finally:
        window.theme.set_colour_scheme("light")


def test_a_pdf_in_an_archive_is_a_section_of_its_text(qtbot: QtBot, window: Window, pdf: PdfView) -> None:
    qtbot.waitUntil(lambda: window.library_dock.model.index_of(ARCHIVE).isValid(), timeout=TIMEOUT)
    go(qtbot, window, Location(ARCHIVE))
    assert window.reader.pages is None


def test_a_changed_file_is_shown_anew_at_the_same_page_and_a_deleted_one_as_text(
    qtbot: QtBot, window: Window, pdf: PdfView, shelves: Path
) -> None:
    file = shelves / "books" / "wheels.pdf"
    kept = shutil.copy(file, shelves.parent / "kept.pdf")
    try:
        with qtbot.waitSignal(window.reader.landed, timeout=TIMEOUT):
            pdf.go_to_page("20")
        make_pdf(file, 60)
        qtbot.waitUntil(lambda: pdf.bar.count == "(22 of 60)", timeout=TIMEOUT)
        qtbot.waitUntil(lambda: not window.reader.is_landing, timeout=TIMEOUT)
        file.unlink()
        qtbot.waitUntil(lambda: window.reader.pages is None, timeout=TIMEOUT)
    finally:
        shutil.copy(kept, file)
    qtbot.waitUntil(lambda: not window.reader.is_landing, timeout=TIMEOUT)


def test_a_protected_pdf_opens_with_the_password_that_the_service_keeps_or_one_that_is_typed(
    qtbot: QtBot, window: Window, pdf: PdfView, served: Client, shelves: Path
) -> None:
    served.unlock(UnlockRequest(PLANS, "wheel"))
    qtbot.waitUntil(lambda: window.library_dock.model.index_of(PLANS).isValid(), timeout=TIMEOUT)
    go(qtbot, window, Location(PLANS))
    qtbot.waitUntil(lambda: pdf.bar.count == "of 1", timeout=TIMEOUT)  # the one before may have landed once more
    served.forget_password(ProtectedRequest(PLANS))
    pdf.file.close()
    pdf.file.open(PLANS, shelves / "books" / "plans.pdf")
    assert "plans.pdf is protected by a password." in pdf.locked.sentence
    qtbot.keyClicks(pdf.locked.box, "desk")
    qtbot.keyClick(pdf.locked.box, Qt.Key.Key_Return)
    assert "This password does not open plans.pdf" in pdf.locked.sentence
    qtbot.keyClicks(pdf.locked.box, "wheel")
    pdf.locked.button.click()
    assert pdf.file.is_open and "quokka" in pdf._texts.of(0).folded


def test_broken_bytes_are_shown_as_text_and_said(qtbot: QtBot, window: Window, pdf: PdfView, tmp_path: Path) -> None:
    broken = tmp_path / "wheels.pdf"
    broken.write_bytes(b"no PDF at all")
    pdf.file.open(BOOK, broken)
    assert "wheels.pdf cannot be shown as pages" in window.notification_bar.sentence
    assert window.reader.pages is None


def test_it_is_named_for_screen_readers_and_prints_by_the_default_app(
    qtbot: QtBot, window: Window, pdf: PdfView, tmp_path: Path
) -> None:
    assert {pdf.pages.accessibleName(), pdf.bar.box.accessibleName()} == {"Pages", "Go to page"}
    assert all(button.accessibleName() for button in (pdf.bar.smaller, pdf.bar.larger, pdf.bar.dark, pdf.bar.text))
    window.page_export.print()
    assert "printed by the app" in window.notification_bar.sentence and window.notification_bar.way.isVisible()
    target = tmp_path / "copy.pdf"
    window.page_export.save_pdf(str(target))
    qtbot.waitUntil(lambda: target.is_file() and target.stat().st_size > 10_000, timeout=TIMEOUT)
