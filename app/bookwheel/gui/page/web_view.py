"""The web view that shows pages: shut in, its links handed to the window, its scripts in a world of their own."""

from __future__ import annotations

import json
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QColor
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import delete

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page import code_copy, find_script, link_previews, typesetting, url_scheme
from bookwheel.gui.platform import accessibility

_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value

_SCRIPT = """
(() => {
  const marks = () => [...document.querySelectorAll('mark.hit')];
  const headings = () => [...document.querySelectorAll('h1[id],h2[id],h3[id],h4[id],h5[id],h6[id],.line[id]')];
  // A part that was never seen has a height that is guessed, and what lies lower in it cannot be scrolled to.
  const laid = (each) => {
    const part = each?.closest('.part');
    if (part) part.style.contentVisibility = 'visible';
    return each;
  };
  const show = (each) => laid(each).scrollIntoView({block: 'center', behavior: 'instant'});
  const BLOCKS = 'main :is(p, li, dt, dd, pre, td, th, h1, h2, h3, h4, h5, h6, .line)';
  const begins = (each) => each.textContent.slice(0, 300);
  window.bookwheel = Object.assign(window.bookwheel || {}, {
    spy() {
      const mark = document.querySelector('mark.hit.here');
      const at = mark ? mark.getBoundingClientRect().top : -1;
      // The line above which a heading counts as passed: the current hit while it is seen, else a third down.
      const line = at >= 0 && at < innerHeight ? at + 1 : Math.min(innerHeight * 0.36, 110 + scrollY);
      // The last heading above it, by halving: a page may have thousands.
      const all = headings();
      let low = 0;
      let high = all.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (all[middle].getBoundingClientRect().top > line) high = middle; else low = middle + 1;
      }
      return [low ? all[low - 1].id : 'top', scrollY, this.seen(low && all[low - 1])];
    },
    // What is read, and how far below the window's edge: a block by its words, and the heading above it.
    seen(heading) {
      const found = [60, 100, 140, 180].map((y) => document.elementFromPoint(innerWidth / 2, y)?.closest(BLOCKS));
      const block = found.find(Boolean);
      const place = (each) => each.getBoundingClientRect().top;
      const above = heading ? [heading.id, place(heading)] : ['', 0];
      return [...(block ? [begins(block), place(block)] : ['', 0]), ...above];
    },
    // Bring it back to where it was, after the document has changed above it.
    hold([words, at, anchor, above]) {
      const same = words ? [...document.querySelectorAll(BLOCKS)].filter((each) => begins(each) === words) : [];
      const target = same.length === 1 ? same[0] : document.getElementById(anchor);
      const was = same.length === 1 ? at : above;
      if (target) scrollTo({top: scrollY + target.getBoundingClientRect().top - was, behavior: 'instant'});
    },
    mark_section(anchor) {
      const heading = document.getElementById(anchor)?.closest('h1,h2,h3,h4,h5,h6');
      if (!heading) return false;
      heading.classList.add('linked');
      const isNext = (each) => /^H[1-6]$/.test(each.tagName) || each.matches('.part');
      for (let each = heading.nextElementSibling; each && !isNext(each); each = each.nextElementSibling)
        each.classList.add('linked');
      return true;
    },
    at(anchor) {
      for (const each of document.querySelectorAll('.linked')) each.classList.remove('linked');
      if (!anchor || anchor === 'top') { scrollTo({top: 0, behavior: 'instant'}); return true; }
      const target = laid(document.getElementById(anchor));
      if (!target) return false;
      scrollTo({top: scrollY + target.getBoundingClientRect().top - 28, behavior: 'instant'});
      return true;
    },
    current(index) {
      const all = marks();
      if (!all.length) return [0, 0];
      index = ((index % all.length) + all.length) % all.length;
      all.forEach((each, at) => each.classList.toggle('here', at === index));
      show(all[index]);
      return [index + 1, all.length];
    },
    hit(anchor) {
      const all = marks();
      const start = anchor && anchor !== 'top' ? document.getElementById(anchor) : null;
      const next = headings();
      const end = start ? next[next.indexOf(start) + 1] : (anchor === 'top' ? next[0] : null);
      const after = (a, b) => a && (a === b || a.contains(b) || (a.compareDocumentPosition(b) & 4));
      const within = (each) => (!start || after(start, each)) && !(end && after(end, each));
      // The first of those that hold most of the words side by side.
      const words = (at) => all[at].textContent.trim().split(/\\s+/).length;
      const body = [...all.keys()].filter((at) => within(all[at]) && !(start && start.contains(all[at])));
      const fullest = (one, other) => (words(other) > words(one) ? other : one);
      const found = body.length ? body.reduce(fullest) : all.findIndex(within);
      if (found < 0) { this.at(anchor); return [0, all.length]; }
      return this.current(found);
    },
    theme(name) { document.documentElement.dataset.theme = name; },
    theme_name() { return document.documentElement.dataset.theme; },
    marked() {
      const mark = document.querySelector('mark.hit.here');
      const above = mark && headings().filter((each) => each.compareDocumentPosition(mark) & 4).pop();
      return above ? above.textContent : '';
    },
    press(words) {
      const found = [...document.links].find((each) => each.textContent.includes(words));
      if (found) found.click();
      return Boolean(found);
    },
    wanted() {
      const near = innerHeight * 1.5;
      const waiting = [...document.querySelectorAll('.part[data-part]')];
      const seen = waiting.find((each) => {
        const place = each.getBoundingClientRect();
        return place.bottom > -near && place.top < innerHeight + near;
      });
      return [Number((seen || waiting[0] || {dataset: {part: 0}}).dataset.part), Boolean(seen)];
    },
    fill(part, html, anchor) {
      const place = document.querySelector(`.part[data-part="${part}"]`);
      if (!place) return false;
      const made = document.createElement('template');
      made.innerHTML = html;
      // Footnotes are numbered anew in every part.
      for (const each of made.content.querySelectorAll('[id^="doc:fn"]')) each.id += `.${part}`;
      for (const each of made.content.querySelectorAll('a[href^="#doc:fn"]')) each.hash += `.${part}`;
      place.replaceChildren(made.content);
      this.dress_code(place);
      place.style.height = '';
      delete place.dataset.part;
      const target = anchor && document.getElementById(anchor);
      return Boolean(target) && place.contains(target);
    },
    marks_now() {
      const all = marks();
      return [all.findIndex((each) => each.classList.contains('here')) + 1, all.length];
    },
    marks_total() { return marks().length; },
    scroll(top) { scrollTo({top, behavior: 'instant'}); },
  });
  // About as high as what will stand there.
  for (const each of document.querySelectorAll('.part')) each.style.height = `${each.dataset.size * 0.45}px`;
})();
"""


class _Interceptor(QWebEngineUrlRequestInterceptor):
    """Blocks every request that is not the library's own."""

    def interceptRequest(self, request: QWebEngineUrlRequestInfo) -> None:  # noqa: N802
        """Qt calls this for each request of the profile."""
        allowed = request.requestUrl().scheme() in ("bookwheel", "data", "about")
        if not allowed or request.requestMethod().data() not in (b"GET", b"HEAD"):
            request.block(True)


def make_profile(shelf: url_scheme.Shelf, parent: QObject) -> QWebEngineProfile:
    """The one off-the-record profile; keep it, the shelf and the interceptor as long as the application."""
    accessibility.tell_pages()
    profile = QWebEngineProfile(parent)
    profile.installUrlSchemeHandler(url_scheme.NAME, shelf)
    profile.setUrlRequestInterceptor(_Interceptor(profile))
    profile.downloadRequested.connect(lambda request: request.cancel())
    script = QWebEngineScript()
    script.setName("bookwheel")
    script.setSourceCode(_SCRIPT)
    script.setWorldId(_WORLD)
    script.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
    script.setRunsOnSubFrames(False)
    copying = code_copy.script(tr("Copy this code"))
    profile.scripts().insert([script, typesetting.script(), link_previews.script(), copying, find_script.script()])
    settings, attribute = profile.settings(), QWebEngineSettings.WebAttribute
    for each in (
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
        settings.setAttribute(each, False)
    settings.setAttribute(attribute.FocusOnNavigationEnabled, False)
    settings.setAttribute(attribute.ScrollAnimatorEnabled, True)
    return profile


class ShutInPage(QWebEnginePage):
    """A page that goes nowhere by itself: whatever is clicked is told by `link_clicked`."""

    link_clicked = Signal(QUrl, bool)
    """An address, and whether a new tab was asked for."""

    def __init__(self, profile: QWebEngineProfile, parent: QObject | None = None) -> None:
        super().__init__(profile, parent)
        self._expected = QUrl()
        self.permissionRequested.connect(lambda permission: permission.deny())

    def show_address(self, address: QUrl) -> None:
        """Load one of our own pages."""
        self._expected = address
        self.load(address)

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

    def __init__(self, profile: QWebEngineProfile, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAccessibleName(tr("Page"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAcceptDrops(False)
        self._own = ShutInPage(profile)
        self.setPage(self._own)
        self._typesetter = typesetting.Typesetter(self._own, self)

    @property
    def own(self) -> ShutInPage:
        """The page, as what it is."""
        return self._own

    def set_ground(self, colour: str) -> None:
        """What shows before a page is painted."""
        self._own.setBackgroundColor(QColor(colour))

    def call(self, name: str, *values: object, then: Callable[[object], None] | None = None) -> None:
        """Run one of our scripts in the application's world; `then` takes what it returns (None without a page)."""
        words = ", ".join(json.dumps(each) for each in values)
        source = f"window.bookwheel ? JSON.stringify(window.bookwheel.{name}({words}) ?? null) : 'null'"
        if then is None:
            self._own.runJavaScript(source, _WORLD)
        else:
            # As text: PySide turns an array into an empty string.
            self._own.runJavaScript(source, _WORLD, lambda text: then(json.loads(text) if text else None))

    def typeset(self) -> None:
        """Set formulas and draw diagrams that came after the page was shown."""
        self._typesetter.look(True)

    def leave(self) -> None:
        """Delete the page, which must go before its profile."""
        self._typesetter.end()
        delete(self._own)
