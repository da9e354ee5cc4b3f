"""The web view that shows pages: shut in, its links handed to the window, its scripts in a world of their own."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QEvent, QLocale, QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete, isValid

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page import typesetting, url_scheme
from bookwheel.gui.page.html import page_code
from bookwheel.gui.page.page_memory import PageMemory
from bookwheel.gui.platform import accessibility

_COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class _Interceptor(QWebEngineUrlRequestInterceptor):
    """Blocks every request that is not the library's own."""

    def interceptRequest(self, request: QWebEngineUrlRequestInfo) -> None:  # noqa: N802
        """Qt calls this for each request of the profile."""
        allowed = request.requestUrl().scheme() in ("bookwheel", "data", "about")
        if not allowed or request.requestMethod().data() not in (b"GET", b"HEAD"):
            request.block(True)


def make_profile(shelf: url_scheme.Shelf, parent: QObject) -> QWebEngineProfile:
    """The one off-the-record profile; keep it, the shelf and the interceptor as long as the application."""
    accessibility.enable_for_pages()
    profile = QWebEngineProfile(parent)
    profile.installUrlSchemeHandler(url_scheme.NAME, shelf)
    profile.setUrlRequestInterceptor(_Interceptor(profile))
    profile.downloadRequested.connect(lambda request: request.cancel())
    values = page_words()
    scripts = [page_code.script(name, page_code.beginning(name, **values)) for name in page_code.SCRIPTS]
    profile.scripts().insert([page_code.script(page_code.FIRST, page_code.source(page_code.FIRST)), *scripts])
    settings, attribute = profile.settings(), QWebEngineSettings.WebAttribute
    for unwanted in (
        attribute.JavascriptEnabled,
        attribute.PluginsEnabled,
        attribute.LocalStorageEnabled,
        attribute.LocalContentCanAccessFileUrls,
        attribute.LocalContentCanAccessRemoteUrls,
        attribute.HyperlinkAuditingEnabled,
        attribute.NavigateOnDropEnabled,
        attribute.ErrorPageEnabled,
        attribute.DnsPrefetchEnabled,
        attribute.PdfViewerEnabled,
        attribute.ScreenCaptureEnabled,
        attribute.WebGLEnabled,
    ):
        settings.setAttribute(unwanted, False)
    settings.setAttribute(attribute.FocusOnNavigationEnabled, False)
    settings.setAttribute(attribute.ScrollAnimatorEnabled, True)
    return profile


class PageProfile(QObject):
    """The profile and the shelf that all views of a window share, so that one process renders all their pages."""

    def __init__(self, shelf: url_scheme.Shelf, parent: QObject) -> None:
        super().__init__(parent)
        self.shelf = shelf
        self._profile: QWebEngineProfile | None = None
        self._numbers: set[int] = set()

    def profile(self) -> QWebEngineProfile:
        """The profile, made when first needed."""
        if self._profile is None:
            self._profile = make_profile(self.shelf, self)
        return self._profile

    def take_number(self) -> int:
        """A number for a view that no other one has, from 0."""
        number = next(number for number in range(len(self._numbers) + 1) if number not in self._numbers)
        self._numbers.add(number)
        return number

    def free_number(self, number: int) -> None:
        """A view went."""
        self._numbers.discard(number)


def page_words() -> dict[str, str]:
    """The words that our scripts put on pages, and the language whose signs numbers get."""
    return {
        "copyLabel": tr("Copy code"),
        "filterLabel": tr("Filter rows"),
        "rowsShown": tr("{shown} of {total} rows"),
        "rowsAll": tr("{total} rows"),
        "sortLabel": tr("Sort by this column"),
        "showAll": tr("Show all"),
        "showLess": tr("Show less"),
        "foldLabel": tr("Fold"),
        "foldAll": tr("Fold all"),
        "foldLevel": tr("Fold to level {level}"),
        "unfoldAll": tr("Unfold all"),
        "zoomInLabel": tr("Zoom in"),
        "zoomOutLabel": tr("Zoom out"),
        "actualSizeLabel": tr("Actual size"),
        "fitLabel": tr("Zoom to fit"),
        "lineCount": tr("1 line"),
        "linesCount": tr("{count} lines"),
        "imageShow": tr("Show image"),
        "imageAgain": tr("Try again"),
        "imageLoading": tr("Loading…"),
        "imageOne": tr("Show 1 remote image"),
        "imageMany": tr("Show {count} remote images"),
        "imageHost": tr("Always from {host}"),
        "imageCollection": tr("Always in {collection}"),
        "numberLocale": QLocale().bcp47Name() or "en",
    }


class SandboxedPage(QWebEnginePage):
    """A page that goes nowhere by itself: whatever is clicked is told by `link_clicked`."""

    link_clicked = Signal(QUrl, bool)
    """An address, and whether a new tab was asked for."""

    def __init__(self, profile: QWebEngineProfile, parent: QObject | None = None) -> None:
        super().__init__(profile, parent)
        self._expected = QUrl()
        self.permissionRequested.connect(lambda permission: permission.deny())

    def show_address(self, address: QUrl) -> None:
        """Load one of our own pages."""
        self.expect(address)
        self.load(address)

    def expect(self, address: QUrl) -> None:
        """Let this address pass from now on, and no other."""
        self._expected = address

    def acceptNavigationRequest(  # noqa: N802
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        """Let our own load pass; queue any other for the window (loading from in here kills the process)."""
        if is_main_frame and url == self._expected:
            return True
        if is_main_frame and kind == QWebEnginePage.NavigationType.NavigationTypeLinkClicked:
            in_new_tab = bool(QApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
            QTimer.singleShot(0, self, lambda: self.link_clicked.emit(QUrl(url), in_new_tab))
        return False

    def createWindow(self, _kind: QWebEnginePage.WebWindowType) -> QWebEnginePage:  # noqa: N802
        """A link that wants a new window (middle click) opens a tab: a passing page tells its address."""
        passing = _PassingPage(self.profile(), self)
        passing.link_clicked.connect(lambda url: self.link_clicked.emit(url, True))
        return passing

    def javaScriptConsoleMessage(self, *_args: object) -> None:  # noqa: N802
        """What a page says to its console is nobody's business."""


class _PassingPage(QWebEnginePage):
    link_clicked = Signal(QUrl)

    def acceptNavigationRequest(  # noqa: N802
        self, url: QUrl | str, _kind: QWebEnginePage.NavigationType, _is_main_frame: bool
    ) -> bool:
        """Tell where it would have gone, and go."""
        QTimer.singleShot(0, self, lambda: (self.link_clicked.emit(QUrl(url)), self.deleteLater()))
        return False


class PageView(QWebEngineView):
    """The reader's web view, named Page."""

    replaced = Signal()
    """Another document was put into the page that was there; nothing was loaded."""

    def __init__(self, profile: QWebEngineProfile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAccessibleName(tr("Page"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAcceptDrops(False)
        self._own = SandboxedPage(profile)
        self.setPage(self._own)
        self._typesetter = typesetting.Typesetter(self._own, self)
        self.memory = PageMemory(self._own, self)
        self.replaced.connect(self.memory.count)
        self.is_ready = False
        """Whether a page is there, so that another document can be put into it."""
        self._own.loadStarted.connect(lambda: self._set_ready(False))
        self._own.loadFinished.connect(self._set_ready)
        self.titleChanged.connect(self._name_proxy)

    def event(self, event: QEvent) -> bool:
        """While a field of the page has the keyboard, a letter is written there, and no shortcut takes it."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            field = self.focusProxy()
            is_written = event.text().isprintable() and bool(event.text()) and not event.modifiers() & _COMMAND
            if is_written and field is not None and field.inputMethodQuery(Qt.InputMethodQuery.ImEnabled):
                event.accept()
                return True
        return super().event(event)

    @property
    def web_page(self) -> SandboxedPage:
        """The page, as what it is."""
        return self._own

    def set_ground(self, colour: str) -> None:
        """What shows before a page is painted."""
        self._own.setBackgroundColor(QColor(colour))

    def call(self, name: str, *values: object, then: Callable[[object], None] | None = None) -> None:
        """Run one of our scripts in the application's world; `then` takes what it returns (None without a page)."""
        if not isValid(self._own):  # a page that is deleted still answers what it was asked, which may ask for more
            return
        arguments = ", ".join(json.dumps(value) for value in values)
        source = f"window.bookwheel ? JSON.stringify(window.bookwheel.{name}({arguments}) ?? null) : 'null'"
        if then is None:
            self._own.runJavaScript(source, page_code.WORLD)
        else:
            # As text: PySide turns an array into an empty string.
            self._own.runJavaScript(source, page_code.WORLD, lambda text: then(json.loads(text) if text else None))

    def replace_document(self, address: QUrl, html: bytes, failed: Callable[[], object]) -> None:
        """Put another document into the page; scripts that are called from now on find it there."""
        self._own.expect(address)
        encoded = bytes(address.toEncoded().data()).decode()

        def done(is_replaced: object) -> None:
            if is_replaced is not True:
                failed()

        self.call("replace_document", html.decode(), encoded, then=done)
        self.replaced.emit()

    def _name_proxy(self, title: str) -> None:
        """Give what holds the keyboard inside of the view a name: Chromium's widget has none of its own."""
        field = self.focusProxy()
        if field is not None:
            field.setAccessibleName(title or self.accessibleName())

    def _set_ready(self, is_ready: bool) -> None:
        self.is_ready = is_ready

    def typeset(self) -> None:
        """Set formulas and draw diagrams that came after the page was shown."""
        self._typesetter.look(True)

    def leave(self) -> None:
        """Delete the page, which must go before its profile."""
        self._typesetter.end()
        self.memory.end()
        delete(self._own)
