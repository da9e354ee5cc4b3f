"""What helps while a page is read: previews of its links, and its code to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.code_copy import asked_by
from bookwheel.gui.page.link_previews import Previews

if TYPE_CHECKING:
    from bookwheel.gui.page.web_view import PageView
    from bookwheel.gui.window.window import Window


class Reading(QObject):
    """Comes to the web view of one window once there is one."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.previews: Previews | None = None
        window.reader.view_made.connect(self._take)
        window.reader.failed.connect(lambda _error: self._miss())
        window.outline.recall = window.session.folds
        window.outline.folds_changed.connect(window.session.keep_folds)

    def preview(self) -> None:
        """Show what the link with the keyboard's focus leads to."""
        if self.previews is not None:
            self.previews.show_focused()

    def copy_code(self) -> None:
        """Put the first block of code in sight on the clipboard."""
        view = self._window.reader.view
        if view is not None:
            view.call("code_here", then=self._copy)

    def _miss(self) -> None:
        """There is no page: nothing leads to it, and nothing stands around it."""
        self._window.crumbs.hide()
        self._window.around.follow("")

    def _take(self, view: PageView) -> None:
        self.previews = Previews(self._window, view)
        view.own.link_clicked.connect(lambda url, _new: self._press(view, url))
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), view)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self._leave)
        escape.activatedAmbiguously.connect(self.previews.end)

    def _leave(self) -> None:
        """Escape on the page puts away find in page, else the list of hits."""
        window = self._window
        if window.reader.finder.isVisible():
            window.reader.finder.dismiss()
        elif window.hits.isVisible():
            window.leave_search()

    def _press(self, view: PageView, address: QUrl) -> None:
        path = asked_by(address)
        if path:
            view.call("code_of", path, then=self._copy)
        elif self.previews is not None:
            self.previews.end()

    def _copy(self, words: object) -> None:
        if words:
            QGuiApplication.clipboard().setText(str(words))
            self._window.notice.say(tr("The code is on the clipboard."))
        else:
            self._window.notice.say(tr("There is no code in sight."))
