"""What a link leads to, shown beside it: a footnote, a section of this page or of another, before one goes there.

A card in the page itself, made in the application's world of what the library says is safe, so that it is set as the
page is. Chromium tells which link the pointer rests on; no script listens in the page.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWebEngineCore import QWebEngineScript
from PySide6.QtWidgets import QApplication

from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.reading import PageAnswer, PageRequest
from bookwheel.gui.i18n.service_messages import translate_notice
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.lazy_parts import part_of
from bookwheel.gui.state.places import Place, place_of

if TYPE_CHECKING:
    from bookwheel.gui.page.web_view import PageView
    from bookwheel.gui.window.window import Window

_REST_MS, _LEAVE_MS = 320, 260
_MOST = 9000
"""Characters of a page's HTML that are looked at for one card; the card shows what fits."""
_WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value

_SCRIPT = r"""
(() => {
  const HEADINGS = 'h1, h2, h3, h4, h5, h6';
  const LEFT_OUT = '.sheet-crumbs, .sheet-labels, .sheet-ways, .sheet-languages, .properties, .code-copy, .back,' +
    ' .footnote-backref, [href*="fnref"]';
  const LONGEST = 1100;
  let card = null;
  let link = null;

  const wanted = (isFocused) => {
    const at = isFocused ? document.activeElement : [...document.querySelectorAll('a:hover')].pop();
    return at && at.matches('a[href]') && !at.closest('.preview') ? at : null;
  };

  // The blocks that an anchor stands for: a heading with what follows up to the next one as high, or the element alone.
  function blocks(root, anchor) {
    const target = anchor && root.getElementById(anchor);
    if (anchor && !target) return [];
    const body = root.getElementById('sheet') || root.body;
    if (target && !target.matches(HEADINGS)) {
      const whole = target.closest('li, tr, dd, blockquote, figure') || target.closest('p, dt, div') || target;
      return whole === body ? [target] : [whole];
    }
    const found = target ? [target] : [];
    let length = 0;
    for (let next = target ? target.nextElementSibling : body.firstElementChild; next; next = next.nextElementSibling) {
      if (target && next.matches(HEADINGS) && next.localName <= target.localName) break;
      if (next.matches(LEFT_OUT) || (!target && next.matches('h1')) || next.matches('.footnotes, .footnote')) continue;
      found.push(next);
      length += next.textContent.length;
      if (length > LONGEST) break;
    }
    return found;
  }

  function show(title, parts, language, direction) {
    window.bookwheel.preview_end();
    if (!parts.length) return false;
    card = document.createElement('aside');
    card.className = 'preview';
    card.id = 'bookwheel-preview';
    card.setAttribute('role', 'note');
    if (language) card.lang = language;
    card.dir = direction;
    const same = (a, b) => a.trim().toLowerCase() === b.trim().toLowerCase();
    if (title && !(parts[0].matches(HEADINGS) && same(parts[0].textContent, title))) {
      const head = document.createElement('p');
      head.className = 'preview-title';
      head.textContent = title;
      card.append(head);
    }
    const inner = document.createElement('div');
    inner.className = 'preview-body';
    for (const part of parts) {
      const made = document.importNode(part, true);
      const all = [made, ...made.querySelectorAll('*')];
      for (const each of all) { each.removeAttribute('id'); each.removeAttribute('tabindex'); }
      for (const each of made.querySelectorAll(LEFT_OUT)) each.remove();
      if (made.localName === 'li' || made.localName === 'dd') {
        const box = document.createElement('div');
        box.append(...made.childNodes);
        inner.append(box);
      } else inner.append(made);
    }
    card.append(inner);
    document.body.append(card);
    place();
    link.setAttribute('aria-describedby', card.id);
    return true;
  }

  function place() {
    const at = [...link.getClientRects()].pop() || link.getBoundingClientRect();
    const wide = card.offsetWidth, high = card.offsetHeight, gap = 8;
    const left = Math.max(12, Math.min(at.left - 14, document.documentElement.clientWidth - wide - 12));
    const below = at.bottom + gap + high < innerHeight || at.top < innerHeight - at.bottom;
    card.style.left = `${left + scrollX}px`;
    card.style.top = `${scrollY + (below ? at.bottom + gap : Math.max(8, at.top - gap - high))}px`;
    if (card.lastChild.scrollHeight > card.lastChild.clientHeight + 2) card.classList.add('longer');
  }

  window.bookwheel = Object.assign(window.bookwheel || {}, {
    preview_here(anchor, isFocused) {
      const at = wanted(isFocused);
      if (!at || (at === link && card)) return Boolean(card);
      const parts = anchor ? blocks(document, anchor) : [];
      link = at;
      return show('', parts, '', getComputedStyle(document.body).direction);
    },
    preview_of(title, html, anchor, language, direction, isFocused) {
      const at = wanted(isFocused);
      if (!at) return false;
      const root = new DOMParser().parseFromString(html, 'text/html');
      link = at;
      const parts = blocks(root, anchor);
      return show(title, parts.length ? parts : blocks(root, ''), language, direction);
    },
    preview_link() { const at = wanted(true); return card ? 'shown' : at ? at.href : ''; },
    preview_held() { return Boolean(card && (card.matches(':hover') || link.matches(':hover'))); },
    preview_end() {
      if (card) card.remove();
      if (link) link.removeAttribute('aria-describedby');
      card = null;
    },
    preview_words() { return card ? card.textContent : ''; },
  });
  // The keyboard went elsewhere in the window.
  addEventListener('blur', () => { if (!window.bookwheel.preview_held()) window.bookwheel.preview_end(); });
})();
"""

RULES = """
.preview {
  position: absolute; z-index: 20; box-sizing: border-box;
  width: max-content; max-width: min(440px, calc(100vw - 24px));
  padding: 12px 16px 13px; border: 1px solid var(--line); border-radius: 9px; background: var(--panel);
  color: var(--text); box-shadow: 0 8px 28px rgb(0 0 0 / .16); font-size: calc(14.5 * var(--step)); line-height: 1.5;
  animation: preview-in .12s ease-out;
}
.preview-title { margin: 0 0 6px; font: 500 calc(12 * var(--step)) / 1.4 var(--face-interface); color: var(--soft); }
.preview-body { max-height: 268px; overflow: hidden; }
.preview.longer .preview-body { mask-image: linear-gradient(#000 78%, transparent); }
.preview :is(h1, h2, h3, h4, h5, h6) { font-size: calc(16 * var(--step)); margin: 0 0 .35em; }
.preview-body > * + :is(h1, h2, h3, h4, h5, h6) { margin-top: .9em; }
.preview :is(p, ul, ol, dl, .code, .table, figure, .callout) { margin: 0 0 .6em; }
.preview-body > :last-child, .preview-body > div:last-child > :last-child { margin-bottom: 0; }
.preview pre { font-size: calc(12 * var(--step)); padding: 8px 12px; background: var(--code); }
.preview img { max-height: 160px; width: auto; }
.preview table { font-size: calc(13 * var(--step)); }
@keyframes preview-in { from { opacity: 0; transform: translateY(3px); } }
@media (prefers-reduced-motion: reduce) { .preview { animation: none; } }
@media print { .preview { display: none; } }
"""


def script() -> QWebEngineScript:
    """What makes the cards, for every page."""
    made = QWebEngineScript()
    made.setName("previews")
    made.setSourceCode(_SCRIPT)
    made.setWorldId(_WORLD)
    made.setInjectionPoint(QWebEngineScript.InjectionPoint.DocumentReady)
    made.setRunsOnSubFrames(False)
    return made


class Previews(QObject):
    """Shows a card while the pointer rests on a link, or for the link that has the keyboard's focus."""

    shown = Signal(bool)
    """Whether a card came about."""

    def __init__(self, window: Window, view: PageView) -> None:
        super().__init__(view)
        self._window = window
        self._view = view
        self._place: Place | None = None
        self._is_open = False
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(lambda: self._show(is_focused=False))
        self._leaving = QTimer(self, singleShot=True, interval=_LEAVE_MS)
        self._leaving.timeout.connect(self._look)
        self._escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), view)
        self._escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        self._escape.activated.connect(self.end)
        self._escape.activatedAmbiguously.connect(self.end)  # the page has one of its own
        self._escape.setEnabled(False)
        view.own.linkHovered.connect(self._point)
        view.own.loadStarted.connect(self._forget)

    def show_focused(self) -> None:
        """Show the card of the link that has the keyboard's focus; put it away when it is shown."""

        def found(address: object) -> None:
            if address == "shown":
                self.end()
                return
            self._place = place_of(_encoded(QUrl(str(address or ""))))
            if self._place is None:
                self._window.notice.say(tr("Go to a link with Tab first; its preview is shown here."))
            else:
                self._show(is_focused=True)

        self._view.call("preview_link", then=found)

    def end(self) -> None:
        """Put the card away."""
        self._rest.stop()
        self._forget()
        self._view.call("preview_end")

    def _point(self, address: str) -> None:
        self._rest.stop()
        self._place = place_of(_encoded(QUrl(address))) if address else None
        if self._place is None:
            if self._is_open:
                self._leaving.start()
        elif self._window.session.preferences.values.link_previews:
            self._rest.start()

    def _look(self) -> None:
        """The pointer left the link: the card stays while the pointer is over it."""

        def held(is_held: object) -> None:
            if is_held:
                self._leaving.start()
            elif self._is_open and not self._rest.isActive():
                self.end()

        self._view.call("preview_held", then=held)

    def _forget(self) -> None:
        self._is_open = False
        self._escape.setEnabled(False)

    def _show(self, *, is_focused: bool) -> None:
        place, window = self._place, self._window
        here, client = window.reader.here, window.client
        if place is None or client is None or (not is_focused and QApplication.activePopupWidget() is not None):
            return  # Chromium takes the place at which a key opens the menu for the pointer's.
        if here is not None and here.doc == place.doc:
            self._view.call("preview_here", place.anchor, is_focused, then=self._note)
            return

        def done(found: tuple[PageAnswer, str]) -> None:
            page, html = found
            direction = "rtl" if page.is_right_to_left else "ltr"
            values = (page.title, html, place.anchor, page.language, direction, is_focused)
            if self._place == place:
                self._view.call("preview_of", *values, then=self._note)

        def failed(_error: BookwheelError) -> None:
            self.shown.emit(False)

        def work() -> tuple[PageAnswer, str]:
            page = client.page(PageRequest(place.doc))
            number = part_of(page.html, place.anchor)
            part = client.page(PageRequest(place.doc, part=number)) if number else page
            return page, portion(translate_notice(part.html), place.anchor)

        window.calls.ask(work, done, failed, slot="preview")

    def _note(self, is_shown: object) -> None:
        self._is_open = bool(is_shown)
        self._escape.setEnabled(self._is_open)
        self.shown.emit(self._is_open)


def portion(html: str, anchor: str) -> str:
    """The beginning of a page's HTML, or of the element with an anchor, as much as a card needs.

    It begins at a tag; where it is cut, the parser of the page drops what is left of one.
    """
    start = 0
    if anchor:
        found = re.search(rf'<[a-z][a-z0-9]*\b[^<>]*\sid="{re.escape(anchor)}"', html)
        start = found.start() if found is not None else 0
    return html[start : start + _MOST]


def _encoded(address: QUrl) -> str:
    return bytes(address.toEncoded().data()).decode("ascii", "replace")
