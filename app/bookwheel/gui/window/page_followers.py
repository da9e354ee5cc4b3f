"""What follows the page that is read: title, breadcrumbs, tree, outline, related docks, map, and back and forward."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.page import PageAnswer
from bookwheel.gui.map.tab import MapTab
from bookwheel.gui.state.comparisons import compared_documents
from bookwheel.gui.window.breadcrumbs import Breadcrumbs
from bookwheel.gui.window.centre import Centre
from bookwheel.gui.window.docks.docks import Docks
from bookwheel.gui.window.docks.related_docks import RelatedDocks
from bookwheel.gui.window.splits.split_view import SplitView
from bookwheel.gui.window.toolbar import Toolbar

_TITLE = "Bookwheel"


class PageFollowers(QObject):
    """Tells each of them where the reader is."""

    def __init__(
        self,
        window: QWidget,
        split_view: SplitView,
        centre: Centre,
        docks: Docks,
        related: RelatedDocks,
        breadcrumbs: Breadcrumbs,
        map_tab: MapTab,
        toolbar: Toolbar,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._split_view = split_view
        self._centre = centre
        self._library = docks.library
        self._related = related
        self._breadcrumbs = breadcrumbs
        self._map_tab = map_tab
        self._toolbar = toolbar
        window.setWindowTitle(_TITLE)
        outline = docks.outline
        outline.section_chosen.connect(lambda anchor: split_view.reader.jump(anchor))
        split_view.outline_came.connect(outline.set_outline)
        split_view.section_reached.connect(outline.follow)
        split_view.section_reached.connect(breadcrumbs.follow)
        split_view.document_opened.connect(self._follow)
        split_view.failed.connect(lambda _error: self._forget())
        split_view.trail_changed.connect(self._show_trail)
        split_view.reader_changed.connect(lambda reader: reader.page is None and self._forget())
        toolbar.back.clicked.connect(lambda: split_view.reader.step(-1))
        toolbar.forward.clicked.connect(lambda: split_view.reader.step(1))
        self._show_trail()
        centre.stack.currentChanged.connect(lambda _row: self._show_breadcrumbs())

    def _show_trail(self) -> None:
        trail = self._split_view.reader.trail
        self._toolbar.back.setEnabled(trail.can_go_back)
        self._toolbar.forward.setEnabled(trail.can_go_forward)

    def on_emptied(self) -> None:
        """No document is left."""
        self._forget()
        self._window.setWindowTitle(_TITLE)

    def _follow(self, page: PageAnswer) -> None:
        self._window.setWindowTitle(f"{page.title} – {_TITLE}")
        self._library.follow_page(page)
        self._breadcrumbs.show_page(page)
        first, *_ = compared_documents(page.doc) or ("" if is_lone(page.doc) else page.doc,)
        self._related.follow(first)
        self._map_tab.follow(first)

    def _forget(self) -> None:
        """There is no page: nothing leads to it, and nothing is related to it."""
        self._breadcrumbs.hide()
        self._related.follow("")

    def _show_breadcrumbs(self) -> None:
        self._breadcrumbs.setVisible(self._split_view.reader.page is not None and self._centre.is_reading)
