"""Export of the page: its Markdown, a citation, a PDF, a print."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, QMarginsF, Qt
from PySide6.QtGui import QGuiApplication, QPageLayout, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog

from bookwheel.client.connection import Client
from bookwheel.domain.document import TOP
from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.places import FilePlace
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry, ReadRequest
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.lazy_parts import LazyParts
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import LONGEST_QUOTE, address
from bookwheel.gui.widgets.file_dialogs import ask_where

_BUDGET = 40_000
_MOST_PARTS = 500
_MARGINS_MM = QMarginsF(25, 22, 25, 22)


class PageExport:
    """What can be taken from the document being read."""

    def __init__(self, shell: Shell, reader: Reader, parts: LazyParts) -> None:
        self._shell = shell
        self._reader = reader
        self._parts = parts
        self.open_file: Callable[[], object] = lambda: None
        """Opens the file in the program that the desktop has for it."""
        self._sections: tuple[OutlineEntry, ...] = ()
        self._printer: QPrinter | None = None
        self._connected_view: PageView | None = None
        reader.outline_came.connect(self._set_outline)

    def copy_markdown(self) -> None:
        """Put the source of the section being read, with all below it, on the clipboard; at the top, the document's."""
        shell, client, target = self._shell, self._shell.client, self._shell.section
        if not target or client is None:
            return

        def done(text: str) -> None:
            QGuiApplication.clipboard().setText(text)
            shell.notify(tr("Section copied as Markdown.") if "#" in target else tr("Document copied as Markdown."))

        shell.calls.ask(lambda: _read_source(client, target), done, slot="markdown")

    def copy_link(self) -> None:
        """Put the deep link of the section being read on the clipboard; it marks the words that are selected."""
        reader = self._reader
        here = reader.here
        if here is not None and is_lone(here.doc):
            self._say_lone()
        elif here is not None:
            anchor = "" if reader.anchor == TOP else reader.anchor
            words = " ".join(reader.active.selected_text.split())
            section = self._section()
            place = reader.active.spot or (section.place if section is not None else None)
            QGuiApplication.clipboard().setText(address(here.doc, anchor, words[:LONGEST_QUOTE], place))
            self._shell.notify(tr("Link to this section copied."))

    def _say_lone(self) -> None:
        self._shell.notify(tr("Links lead to documents in your library. Add the folder of this file first."))

    def copy_citation(self) -> None:
        """Put a line that names the section or the page being read, and leads back to it, on the clipboard.

        The words that are selected stand before it.
        """
        page, anchor = self._reader.page, self._reader.anchor
        if page is None:
            return
        if is_lone(page.doc):
            self._say_lone()
            return
        name = self._shell.collection_names().get(page.doc.partition("/")[0], "")
        line = citation(page, anchor, self._section(), name, self._reader.active.spot)
        words = " ".join(self._reader.active.selected_text.split())
        QGuiApplication.clipboard().setText(
            tr("“{words}” – {source}").format(words=words, source=line) if words else line
        )
        self._shell.notify(tr("Citation copied."))

    def print(self) -> None:
        """Ask for a printer and print the page."""
        view = self._view()
        if view is None:
            return
        if self._reader.pages is not None:
            said = tr("PDFs are printed by the app that opens them.")
            self._shell.notify(said, tr("Open in default app"), self.open_file)
            return
        printer = self._printer = QPrinter(QPrinter.PrinterMode.HighResolution)  # kept until the page is printed
        printer.setPageLayout(page_layout())
        dialog = QPrintDialog(printer, self._shell.dialog_parent())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._in_light(view, lambda _done=None: view.print(printer)))
        QDialog.open(dialog)

    def ask_for_pdf(self) -> None:
        """Ask where to write the page as PDF, or a copy of a PDF whose pages are shown."""
        page = self._reader.page
        if page is None:
            return
        name = page.doc.rpartition("/")[2].rpartition(".")[0] or page.title
        parent = self._shell.dialog_parent()
        ask_where(parent, tr("Save as PDF"), f"{name}.pdf", {"pdf": "PDF"}, lambda file: self.save_pdf(str(file)))

    def save_pdf(self, path: str) -> None:
        """Write the page as PDF; of a PDF whose pages are shown, a copy of the file."""
        page = self._reader.page
        if self._reader.pages is not None and page is not None:
            save_copy(self._shell, Path(page.source_path), Path(path))
            return
        view = self._view()
        if view is not None:
            self._in_light(view, lambda _done=None: view.web_page.printToPdf(path, page_layout()))

    def _set_outline(self, answer: OutlineAnswer | None) -> None:
        self._sections = answer.sections if answer is not None else ()

    def _section(self) -> OutlineEntry | None:
        """The section being read."""
        anchors = (section.section.partition("#")[2] for section in self._sections)
        own = zip(anchors, self._sections, strict=True)
        return next((section for anchor, section in own if anchor == self._reader.anchor), None)

    def _view(self) -> PageView | None:
        view = self._reader.view
        if view is None or self._reader.page is None:
            return None
        if self._connected_view is not view:
            self._connected_view = view
            view.web_page.pdfPrintingFinished.connect(self._end_pdf)
            view.printFinished.connect(self._end_print)
        return view

    def _in_light(self, view: PageView, act: object) -> None:
        """Paper is white, its margins too: the page takes the light look before it is printed."""

        def apply_light() -> None:
            view.set_ground("#ffffff")
            view.call("show_all_rows")
            view.call("theme", "light", then=act)  # type: ignore[arg-type]

        self._parts.when_whole(apply_light)

    def _end_pdf(self, path: str, is_done: bool) -> None:
        self._restore()
        self._shell.notify(
            (tr("Saved to {file}.") if is_done else tr("{file} could not be written.")).format(file=path)
        )

    def _end_print(self, is_done: bool) -> None:
        self._restore()
        if not is_done:
            self._shell.notify(tr("The page could not be printed."))

    def _restore(self) -> None:
        if self._connected_view is not None:
            self._connected_view.set_ground(self._shell.theme.colours["page"])
            self._connected_view.call("theme", "dark" if self._shell.theme.is_dark else "light")


def page_layout() -> QPageLayout:
    """The paper used here, with margins: the engine asks the layout for them and not the page's own rules."""
    is_letter = QLocale().measurementSystem() is QLocale.MeasurementSystem.ImperialUSSystem
    size = QPageSize(QPageSize.PageSizeId.Letter if is_letter else QPageSize.PageSizeId.A4)
    return QPageLayout(size, QPageLayout.Orientation.Portrait, _MARGINS_MM, QPageLayout.Unit.Millimeter)


def citation(
    page: PageAnswer, anchor: str, section: OutlineEntry | None, collection: str, read_at: FilePlace | None = None
) -> str:
    """A section named as in a footnote: heading, document, collection, path, page or other place, and its deep link.

    `read_at` is the place that is read, where that is known better than by the section.
    """
    heading, place = (section.title, read_at or section.place) if section is not None else ("", read_at)
    link = address(page.doc, "" if anchor == TOP else anchor, place=place)
    name = page.title
    if heading and heading != page.title and anchor != TOP:
        name = tr("“{heading}”, in: {title}").format(heading=heading, title=page.title)
    spot = name_place(place) if place is not None else ""
    where = ", ".join(part for part in (collection, page.url or page.doc.partition("/")[2], spot) if part)
    return f"{name} ({where}), {link}"


def _read_source(client: Client, target: str) -> str:
    parts: list[str] = []
    request = partial(ReadRequest, (target,), "#" in target, budget_tokens=_BUDGET)
    cursor = ""
    for _ in range(_MOST_PARTS):
        answer = client.read(request(cursor=cursor))
        parts.extend(passage.text for passage in answer.passages)
        cursor = answer.cursor
        if not cursor:
            break
    return "".join(parts)


def save_copy(shell: Shell, source: Path, target: Path) -> None:
    """Write a copy of a file; the file itself is only read."""

    def work() -> str:
        try:
            if source.resolve() == target.resolve():
                return tr("{file} is the file itself; nothing was changed.")
            shutil.copyfile(source, target)
        except OSError:
            return tr("{file} could not be written.")
        return tr("Saved to {file}.")

    shell.calls.ask(work, lambda said: shell.notify(said.format(file=target)))
