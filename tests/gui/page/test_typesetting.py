"""Maths and diagrams on a real page, whose own scripts stay off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from html import escape

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWebEngineCore import QWebEngineScript
from pytestqt.qtbot import QtBot

from bookwheel.domain.page import PageAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.page.html import page_template
from bookwheel.gui.page.url_scheme import Shelf
from bookwheel.gui.page.web_view import PageView, make_profile

WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
Show = Callable[[str], PageView]


def code(source: str, language: str) -> str:
    return f'<div class="code" data-language="{language}"><pre><code>{escape(source)}</code></pre></div>'


@pytest.fixture
def show(qtbot: QtBot) -> Iterator[Show]:
    """Loads a document's body in a view and returns it."""
    calls = BackgroundCalls()
    shelf = Shelf(calls, lambda: None)
    profile = make_profile(shelf, shelf)
    view = PageView(profile)
    view.resize(900, 700)
    view.show()

    def opened(body: str) -> PageView:
        answer = PageAnswer("a/b.md", "B", body, (), (), "", "en", False, 3, 1, "", "", 0, 1)
        shelf.put_page("/a/b.md", page_template.render_page(answer, is_dark=False))
        with qtbot.waitSignal(view.loadFinished, timeout=30_000):
            view.web_page.show_address(QUrl("bookwheel://doc/a/b.md"))
        return view

    yield opened
    view.leave()
    view.deleteLater()
    calls.close()


def ask(qtbot: QtBot, view: PageView, source: str) -> object:
    got: list[object] = []
    view.web_page.runJavaScript(f"JSON.stringify({source})", WORLD, lambda text: got.append(json.loads(text or "null")))
    qtbot.waitUntil(lambda: bool(got), timeout=30_000)
    return got[0]


def wait_for(qtbot: QtBot, view: PageView, source: str, wanted: object) -> None:
    qtbot.waitUntil(lambda: ask(qtbot, view, source) == wanted, timeout=40_000)


def test_formulas_are_set_and_broken_ones_keep_their_source(qtbot: QtBot, show: Show):
    inline = '<p><code class="math">x^2</code> <code class="math">\\frac{1}{</code></p>'
    view = show(inline + code("a = b", "math"))
    wait_for(qtbot, view, "typesetting.tally()", [2, 0, 1])
    assert ask(qtbot, view, "document.querySelector('[data-set]').textContent") == "\\frac{1}{"
    assert ask(qtbot, view, "document.querySelectorAll('.formula.block .katex-display').length") == 1
    wait_for(qtbot, view, "document.fonts.check('16px KaTeX_Math')", True)


def test_a_formula_can_neither_link_nor_load(qtbot: QtBot, show: Show):
    sources = ("\\href{https://evil.example}{x}", "\\includegraphics{https://evil.example/a.png}", "\\htmlId{a}{x}")
    view = show(
        "".join(f'<p><code class="math">{each}</code></p>' for each in sources) + '<code class="math">y_1</code>'
    )
    wait_for(qtbot, view, "typesetting.tally()[0] > 0", True)
    assert ask(qtbot, view, "document.querySelectorAll('#sheet a, #sheet img, #a').length") == 0


def test_diagrams_are_drawn_and_broken_ones_keep_their_source(qtbot: QtBot, show: Show):
    graph = 'graph LR\n  A[One] --> B["<img src=x onerror=alert(1)>"]\n  click A href "javascript:alert(1)"'
    view = show(code(graph, "mermaid") + code("graph LR\n  (", "mermaid"))
    wait_for(qtbot, view, "typesetting.tally()", [0, 1, 1])
    assert ask(qtbot, view, "document.querySelectorAll('.drawing, .diagram script, .diagram img').length") == 0
    assert (
        ask(
            qtbot,
            view,
            "[...document.querySelectorAll('.diagram *')].some((each) => [...each.attributes]"
            ".some((one) => one.name.startsWith('on') || one.value.startsWith('javascript:')))",
        )
        is False
    )
    assert "(" in str(ask(qtbot, view, "document.querySelector('[data-set]').textContent"))


def test_a_theme_draws_diagrams_anew(qtbot: QtBot, show: Show):
    view = show(code("graph LR\n  A --> B", "mermaid"))
    wait_for(qtbot, view, "typesetting.tally()", [0, 1, 0])
    before = ask(qtbot, view, "document.querySelector('.diagram svg').id")
    view.call("theme", "dark")
    wait_for(qtbot, view, f"document.querySelector('.diagram svg').id !== {json.dumps(before)}", True)
    assert ask(qtbot, view, "typesetting.tally()") == [0, 1, 0]


def test_a_page_without_them_loads_neither(qtbot: QtBot, show: Show):
    view = show("<p>Words.</p>")
    assert ask(qtbot, view, "[typesetting.wants(), typeof katex, typeof mermaid]") == [[], "undefined", "undefined"]


def test_a_match_in_a_formula_stays_marked(qtbot: QtBot, show: Show):
    view = show('<p><code class="math"><mark class="hit">x</mark>^2</code></p>')
    wait_for(qtbot, view, "typesetting.tally()", [1, 0, 0])
    assert ask(qtbot, view, "document.querySelectorAll('mark.hit .katex, .formula mark.hit').length") == 2


def test_words_on_a_writers_own_fill_can_be_read_in_the_dark(qtbot: QtBot, show: Show):
    view = show(code("graph LR\n  A([One]):::hot --> B\n  classDef hot fill:#fbe9a9", "mermaid"))
    view.call("theme", "dark")
    wait_for(
        qtbot,
        view,
        "[...document.querySelectorAll('.diagram .hot text')].map((each) => getComputedStyle(each).fill)[0] || ''",
        "rgb(34, 33, 30)",
    )
