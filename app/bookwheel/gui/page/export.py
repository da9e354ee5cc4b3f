"""Taking something away from the page: its Markdown, a citation, a PDF, a sheet of paper."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QMarginsF, Qt
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.reading import PageAnswer, ReadRequest
from bookwheel.gui.agents.pinning import Pinning
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.links.manual_links import Linking
from bookwheel.gui.page.find_in_page import Finding
from bookwheel.gui.page.lazy_parts import Filling
from bookwheel.gui.state.places import address
from bookwheel.gui.widgets.file_dialogs import ask_where

if TYPE_CHECKING:
    from bookwheel.gui.page.web_view import PageView
    from bookwheel.gui.window.window import Window

_BUDGET = 40_000
_MOST_PARTS = 500
_MARGINS_MM = QMarginsF(25, 22, 25, 22)


class Taking:
    """What can be taken from the document being read."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self.pins = Pinning(window)
        self.linking = Linking(window)
        self._printer: QPrinter | None = None
        self._heard: PageView | None = None
        self._filling = Filling(window.reader, window.calls, lambda: window.client)
        self.finding = Finding(window.reader, self._filling, window.calls, lambda: window.client)

    def copy_markdown(self) -> None:
        """Put the source of the section being read, with all below it, on the clipboard; at the top, the document's."""
        window, client = self._window, self._window.client
        page = window.reader.page
        if page is None or client is None:
            return
        target = page.doc if window.reader.anchor == TOP else f"{page.doc}#{window.reader.anchor}"

        def done(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            is_whole = target == page.doc
            window.notice.say(
                tr("The document is on the clipboard as Markdown.")
                if is_whole
                else tr("This section is on the clipboard as Markdown.")
            )

        window.calls.ask(lambda: _source(client, target), done, slot="markdown")

    def copy_citation(self) -> None:
        """Put a line that names the section being read, and leads back to it, on the clipboard."""
        window, page = self._window, self._window.reader.page
        if page is None:
            return
        anchor = window.reader.anchor
        entries = window.outline.model.entries()
        heading = next((each.title for each in entries if each.section.partition("#")[2] == anchor), "")
        name = window.collection_names.get(page.doc.partition("/")[0], "")
        QGuiApplication.clipboard().setText(citation(page, anchor, heading, name))
        window.notice.say(tr("A citation of this section is on the clipboard."))

    def print(self) -> None:
        """Ask for a printer and print the page."""
        view = self._view()
        if view is None:
            return
        printer = self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)  # kept until the page is printed
        printer.setPageLayout(sheet_of_paper())
        dialog = QPrintDialog(printer, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._in_light(view, lambda _done=None: view.print(printer)))
        QDialog.open(dialog)

    def ask_for_pdf(self) -> None:
        """Ask where to write the page as PDF."""
        page = self._window.reader.page
        if page is None:
            return
        name = page.doc.rpartition("/")[2].rpartition(".")[0] or page.title
        ask_where(self._window, tr("Save as PDF"), f"{name}.pdf", {"pdf": "PDF"}, lambda file: self.save_pdf(str(file)))

    def save_pdf(self, path: str) -> None:
        """Write the page as PDF."""
        view = self._view()
        if view is not None:
            self._in_light(view, lambda _done=None: view.own.printToPdf(path, sheet_of_paper()))

    def write(self, path: str, text: str) -> None:
        """Write a file in a thread, and say how that went."""
        name = Path(path).name

        def act() -> str:
            try:
                Path(path).write_text(text, "utf-8")
            except OSError as error:
                return tr("{file} could not be written: {reason}.").format(file=name, reason=error.strerror)
            return tr("Written to {file}.").format(file=name)

        self._window.calls.ask(act, self._window.notice.say)

    def _view(self) -> PageView | None:
        view = self._window.reader.view
        if view is None or self._window.reader.page is None:
            return None
        if self._heard is not view:
            self._heard = view
            view.own.pdfPrintingFinished.connect(self._end_pdf)
            view.printFinished.connect(self._end_print)
        return view

    def _in_light(self, view: PageView, act: object) -> None:
        """Paper is white, its margins too: the page takes the light look before it is printed."""

        def dress() -> None:
            view.set_ground("#ffffff")
            view.call("theme", "light", then=act)  # type: ignore[arg-type]

        self._filling.when_whole(dress)

    def _end_pdf(self, path: str, is_done: bool) -> None:
        self._restore()
        self._window.notice.say(
            (tr("Written to {file}.") if is_done else tr("{file} could not be written.")).format(file=path)
        )

    def _end_print(self, is_done: bool) -> None:
        self._restore()
        if not is_done:
            self._window.notice.say(tr("The page could not be printed."))

    def _restore(self) -> None:
        if self._heard is not None:
            self._heard.set_ground(self._window.theme.colours["page"])
            self._heard.call("theme", "dark" if self._window.theme.is_dark else "light")


def sheet_of_paper() -> QPageLayout:
    """The paper used here, with margins: the engine asks the layout for them and not the page's own rules."""
    is_letter = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    size = QPageSize(QPageSize.PageSizeId.Letter if is_letter else QPageSize.PageSizeId.A4)
    return QPageLayout(size, QPageLayout.Orientation.Portrait, _MARGINS_MM, QPageLayout.Unit.Millimeter)


def citation(page: PageAnswer, anchor: str, heading: str, collection: str) -> str:
    """A section named as in a footnote: heading, document, collection, path, and its deep link."""
    link = address(page.doc, "" if anchor == TOP else anchor)
    name = page.title
    if heading and heading != page.title and anchor != TOP:
        name = tr("“{heading}”, in: {title}").format(heading=heading, title=page.title)
    where = ", ".join(each for each in (collection, page.doc.partition("/")[2]) if each)
    return f"{name} ({where}), {link}"


def _source(client: Client, target: str) -> str:
    parts: list[str] = []
    request = partial(ReadRequest, (target,), "#" in target, budget_tokens=_BUDGET)
    cursor = ""
    for _ in range(_MOST_PARTS):
        answer = client.read(request(cursor=cursor))
        parts.extend(each.text for each in answer.passages)
        cursor = answer.cursor
        if not cursor:
            break
    return "".join(parts)
