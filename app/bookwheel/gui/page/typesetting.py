"""Maths by KaTeX and diagrams by Mermaid, set in the application's own world of the page once it is shown.

The page's own JavaScript stays off and its policy stays as it is: the two are read from the program's resources, run
only where a page has something for them, and load nothing but KaTeX's style and fonts by our own scheme. What cannot
be set is left as its source.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from PySide6.QtCore import QObject
from PySide6.QtWebEngineCore import QWebEnginePage

from bookwheel import paths
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.html import page_code

_PROGRAMS = {"maths": ("katex", "katex.min.js"), "diagrams": ("mermaid", "mermaid.min.js")}
_PART = 400_000
"""Characters of a program that are handed to a page at once, in some 5 ms."""


class Typesetter(QObject):
    """Brings KaTeX and Mermaid to the pages that want them; reads them in a thread of its own."""

    def __init__(self, page: QWebEnginePage, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._page = page
        self._calls = BackgroundCalls(threads=1, parent=self)
        self._load = 0
        page.loadStarted.connect(self._forget)
        page.loadFinished.connect(self.look)

    def end(self) -> None:
        """Ask nothing more of the page, which is about to go."""
        self._calls.close()
        self._load += 1
        self._page.loadStarted.disconnect(self._forget)
        self._page.loadFinished.disconnect(self.look)

    def _forget(self) -> None:
        self._load += 1

    def look(self, is_loaded: bool) -> None:
        """Bring what the page wants, if it is there."""
        if is_loaded:
            load = self._load
            source = "window.typesetting ? JSON.stringify(typesetting.wants()) : '[]'"
            self._page.runJavaScript(
                source, page_code.WORLD, lambda wants: self._bring(json.loads(wants or "[]"), load)
            )

    def _bring(self, wants: list[str], load: int) -> None:
        for want in wants:

            def read(want: str = want) -> list[str]:
                folder, name = _PROGRAMS[want]
                text = (paths.resources() / folder / name).read_text("utf-8")
                parts = (text[start : start + _PART] for start in range(0, len(text), _PART))
                return [
                    *(f"typesetting.take('{want}', {json.dumps(part)})" for part in parts),
                    f"typesetting.begin('{want}')",
                ]

            def run(steps: list[str]) -> None:
                self._hand_over(iter(steps), load)

            self._calls.ask(read, run, lambda _error: None)

    def _hand_over(self, steps: Iterator[str], load: int) -> None:
        """A program part by part, each once the page has the one before: whole, Mermaid holds this thread for 70 ms."""
        step = next(steps, None) if load == self._load else None
        if step is not None:
            self._page.runJavaScript(step, page_code.WORLD, lambda _: self._hand_over(steps, load))
