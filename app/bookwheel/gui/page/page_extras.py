"""What a page can do while it is read: fill itself, be searched, preview its links, give its code away."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.code_copy import asked_by
from bookwheel.gui.page.find_in_page import FindInPage
from bookwheel.gui.page.lazy_parts import LazyParts
from bookwheel.gui.page.link_previews import LinkPreviews
from bookwheel.gui.page.name_links import NameLinks
from bookwheel.gui.page.reader import Reader
from bookwheel.gui.page.remote_images import RemoteImages
from bookwheel.gui.page.web_view import PageView
from bookwheel.gui.shell.shell import Shell


class PageExtras(QObject):
    """Comes to the web view of one window once there is one."""

    left = Signal()
    """Escape was pressed on the page while find in page was not shown."""

    def __init__(self, shell: Shell, reader: Reader) -> None:
        super().__init__(reader)
        self._shell = shell
        self._reader = reader
        self.previews: LinkPreviews | None = None
        self.lazy_parts = LazyParts(reader, reader.calls, lambda: shell.client)
        self._find_in_page = FindInPage(reader, self.lazy_parts, reader.calls, lambda: shell.client)
        self._name_links = NameLinks(shell, reader)
        self.images = RemoteImages(shell, reader)
        self.lazy_parts.part_filled.connect(self.images.add_part)
        reader.view_made.connect(self._set_view)

    def preview(self) -> None:
        """Show what the link with the keyboard's focus leads to."""
        if self._reader.pages is not None:
            self._shell.notify(tr("Link previews are not available in PDFs. Click a link to follow it."))
        elif self.previews is not None:
            self.previews.show_focused()

    def copy_code(self) -> None:
        """Put the first block of code in sight on the clipboard."""
        view = self._reader.view
        if view is None or self._reader.pages is not None:
            self._copy(None)
        else:
            view.call("code_here", then=self._copy)

    def _set_view(self, view: PageView) -> None:
        self.previews = LinkPreviews(self._shell, self._reader, view)
        view.web_page.link_clicked.connect(lambda url, _new: self._press(view, url))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), view)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.leave_page)
        escape.activatedAmbiguously.connect(self.previews.end)

    def leave_page(self) -> None:
        """Escape on the page hides find in page, else empties the filter of a table, else hides the list of hits."""
        view = self._reader.view if self._reader.pages is None else None
        if self._reader.finder.isVisible():
            self._reader.finder.dismiss()
        elif view is not None:
            view.call("leave_filter", then=lambda is_done: None if is_done else self.left.emit())
        else:
            self.left.emit()

    def _press(self, view: PageView, address: QUrl) -> None:
        self.images.press(view, address)
        path = asked_by(address)
        if path:
            view.call("code_of", path, then=self._copy)
        elif self.previews is not None:
            self.previews.end()

    def _copy(self, words: object) -> None:
        if words:
            QGuiApplication.clipboard().setText(str(words))
            self._shell.notify(tr("Code copied."))
        else:
            self._shell.notify(tr("No code block is visible."))
