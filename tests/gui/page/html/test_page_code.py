"""The page's JavaScript and CSS are files that Chromium understands whole, and every one of them is used."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from PySide6.QtWebEngineCore import QWebEnginePage
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.gui.page.html import page_code

FOLDER = paths.resources() / "page"
FILES = sorted(file.name for file in FOLDER.iterdir())


@pytest.fixture
def page(qtbot: QtBot) -> QWebEnginePage:
    page = QWebEnginePage()
    with qtbot.waitSignal(page.loadFinished, timeout=30_000):
        page.setHtml("<p>A page of no document</p>")
    return page


def evaluate(qtbot: QtBot, page: QWebEnginePage, source: str) -> object:
    answers: list[str] = []
    page.runJavaScript(f"JSON.stringify({source})", page_code.WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=30_000)
    return json.loads(answers[0])


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".js")])
def test_every_script_has_no_error_of_syntax(qtbot: QtBot, page: QWebEnginePage, name: str) -> None:
    text = json.dumps(page_code.read(name))
    source = f"(() => {{ try {{ new Function({text}); return ''; }} catch (error) {{ return String(error); }} }})()"
    assert evaluate(qtbot, page, source) == ""


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith(".css")])
def test_every_rule_of_a_style_is_understood(qtbot: QtBot, page: QWebEnginePage, name: str) -> None:
    text = page_code.read(name)
    plain = re.sub(r'/\*.*?\*/|"[^"]*"', "", text, flags=re.DOTALL)
    depth, written = 0, 0
    for brace in re.findall(r"[{}]", plain):
        written += brace == "{" and depth == 0
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    sheet = f"(() => {{ const sheet = new CSSStyleSheet(); sheet.replaceSync({json.dumps(text)}); return sheet; }})()"
    assert evaluate(qtbot, page, f"{sheet}.cssRules.length") == written > 0


def test_every_file_is_used_and_every_file_used_is_there() -> None:
    modules = Path(page_code.__file__).parent.parent.rglob("*.py")
    named = set(re.findall(r'"([\w-]+\.(?:js|css))"', "".join(module.read_text("utf-8") for module in modules)))
    assert set(FILES) == named - {"page.css", "katex.min.js", "katex.min.css", "mermaid.min.js", "style.css"}


def test_values_reach_a_script_as_they_are(qtbot: QtBot, page: QWebEnginePage) -> None:
    words = "It's “here” \\ </script>\n"
    given = page_code.source("own_style.js", ownStyle=words).partition("\n")[0]
    assert evaluate(qtbot, page, f"(() => {{ {given} return window.bookwheelValues.ownStyle; }})()") == words


def test_no_module_holds_javascript() -> None:
    sources = Path(paths.__file__).parent.rglob("*.py")
    assert not [source.name for source in sources if re.search(r"=> ?\{", source.read_text("utf-8"))]
