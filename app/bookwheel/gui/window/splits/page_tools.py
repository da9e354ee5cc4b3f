"""What can be done with the page of each reader, and which of it belongs to the focused one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bookwheel.gui.annotations.page_annotations import PageAnnotations
from bookwheel.gui.page.export import PageExport
from bookwheel.gui.page.page_extras import PageExtras
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.shell.passages import PassageView
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.window.pdf_pages import PdfPages
from bookwheel.gui.window.splits.split_view import SplitView


@dataclass(frozen=True, slots=True)
class PageTools:
    """The tools of one reader."""

    extras: PageExtras
    export: PageExport
    pdf: PdfPages
    annotations: PageAnnotations


class ToolsOfReaders:
    """Makes the tools of every reader as it comes."""

    def __init__(
        self, shell: Shell, split_view: SplitView, open_file: Callable[[], object], leave_page: Callable[[], object]
    ) -> None:
        """`leave_page` is for Escape on a page, once the page itself has nothing to put away."""
        self._shell, self._split_view = shell, split_view
        self._open_file, self._leave_page = open_file, leave_page
        self._tools: dict[Reader, PageTools] = {}
        split_view.on_reader(self._make)
        split_view.reader_left.connect(lambda reader: self._tools.pop(reader, None))

    @property
    def current(self) -> PageTools:
        """Those of the focused reader."""
        return self._tools[self._split_view.reader]

    def of(self, reader: Reader) -> PageTools:
        """Those of one reader."""
        return self._tools[reader]

    def _make(self, reader: Reader) -> None:
        shell = self._shell
        extras = PageExtras(shell, reader)
        export = PageExport(shell, reader, extras.lazy_parts)
        extras.left.connect(self._leave_page)
        export.open_file = self._open_file
        pdf = PdfPages(shell, reader, extras.leave_page)

        def passages() -> PassageView:
            return pdf.view.passages if reader.pages is not None and pdf.view is not None else reader.text.passages

        annotations = PageAnnotations(shell, reader, reader.calls, lambda: reader.page, passages)
        reader.landed.connect(lambda _place: annotations.draw())
        reader.document_opened.connect(lambda _page: annotations.bar.hide())
        reader.section_reached.connect(lambda _anchor: annotations.follow_scrolling())
        self._tools[reader] = PageTools(extras, export, pdf, annotations)
