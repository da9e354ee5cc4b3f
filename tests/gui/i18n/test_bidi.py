"""Pages that run from right to left, in a window that runs from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWebEngineCore import QWebEngineScript
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.i18n.bidi import is_mostly_leftwards, isolated, runs_leftwards
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
BOOK = """---
tags: [قراءة]
license: open
layout: page
---
# صحبة الكتاب | The Book

كتب الجاحظ عن Basra في الكتاب، ومن `let x = 1;` ما يُقرأ.

Vue كلمة لاتينية في أول السطر العربي.

- أول
- ثانٍ

> والكتابُ هو الجليسُ

| اسم | عدد |
| --- | --: |
| كتاب | 3 |

```rust
let x = "كتاب"; // تعليق
```
"""
MIXED = f"""# A page

{"Latin words stand here, with كتاب among them. " * 6}

والكتاب هو الجليس في فقرة.

| كتاب | x |
| --- | --- |
| a | b |
"""


@pytest.fixture(scope="module")
def leftwards(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    folder: Path = tmp_path_factory.mktemp("leftwards") / "kutub"
    (folder / "فهرس").mkdir(parents=True)
    (folder / "فهرس" / "book.md").write_text(BOOK.replace("---\n", "---\nlanguage: ar\n", 1), "utf-8")
    (folder / "mixed.md").write_text(MIXED, "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(each.slug == "kutub" and each.documents == 2 for each in served.collections().collections))
    yield
    served.remove(RemoveRequest("kutub"))


def found(qtbot: QtBot, window: Window, script: str) -> str:
    answers: list[str] = []
    window.reader.warm().web_page.runJavaScript(script, WORLD, answers.append)
    qtbot.waitUntil(lambda: bool(answers), timeout=30_000)
    return answers[0]


def style(qtbot: QtBot, window: Window, selector: str, *names: str) -> list[str]:
    """Computed values of the first thing on the page that fits."""
    return found(
        qtbot,
        window,
        f"(() => {{ const own = getComputedStyle(document.querySelector('{selector}'));"
        f"return {list(names)}.map((each) => own[each]).join('|'); }})()",
    ).split("|")


def side(qtbot: QtBot, window: Window, selector: str) -> str:
    """On which side of its block the first line's words begin: where the room is smaller."""
    return found(
        qtbot,
        window,
        f"(() => {{ const block = document.querySelector('{selector}'), words = document.createRange();"
        "words.selectNodeContents(block);"
        "const own = block.getBoundingClientRect(), [line] = words.getClientRects();"
        "return line.left - own.left < own.right - line.right ? 'left' : 'right'; })()",
    )


def test_everything_on_an_arabic_page_begins_at_the_right_but_code(
    qtbot: QtBot, window: Window, leftwards: None
) -> None:
    go(qtbot, window, Location("kutub/فهرس/book.md"))
    for selector in ("h1", "p", "p ~ p", "ul", "li", "blockquote", "table", "th", "td", "nav.sheet-crumbs", "dt"):
        assert style(qtbot, window, selector, "direction")[0] == "rtl", selector
    for selector in ("h1", "#sheet > p", "#sheet > p ~ p", "li", "blockquote p", "th"):
        assert side(qtbot, window, selector) == "right", selector
    assert style(qtbot, window, "ul", "paddingRight", "paddingLeft")[1] == "0px"
    bars = style(qtbot, window, "blockquote", "borderRightWidth", "borderLeftWidth")
    assert float(bars[0][:-2]) >= 1 and bars[1] == "0px"
    assert style(qtbot, window, "td[align]", "textAlign")[0] == "right"
    assert style(qtbot, window, "pre", "direction", "textAlign") == ["ltr", "left"]
    assert style(qtbot, window, "p code", "direction", "unicodeBidi") == ["ltr", "isolate"]
    assert style(qtbot, window, ".properties summary bdi", "unicodeBidi")[0] == "isolate"


def test_an_arabic_paragraph_on_an_english_page_runs_its_own_way(qtbot: QtBot, window: Window, leftwards: None) -> None:
    go(qtbot, window, Location("kutub/mixed.md"))
    assert style(qtbot, window, "html", "direction") == ["ltr"]
    assert [side(qtbot, window, f"#sheet > p:nth-of-type({row})") for row in (1, 2)] == ["left", "right"]
    assert [side(qtbot, window, f"th:nth-of-type({row})") for row in (1, 2)] == ["right", "left"]


def test_the_window_names_an_arabic_page_in_its_own_order(qtbot: QtBot, window: Window, leftwards: None) -> None:
    go(qtbot, window, Location("kutub/فهرس/book.md"))
    assert window.tabs.tabText(0) == "صحبة الكتاب | The Book"
    crumb = window.breadcrumbs.buttons[-1]
    assert crumb.text() == isolated("صحبة الكتاب | The Book") and crumb.accessibleName() == "صحبة الكتاب | The Book"


def test_what_most_letters_are_decides_how_a_quotation_runs() -> None:
    assert is_mostly_leftwards("Vue کتاب را می‌خواند") and not is_mostly_leftwards("کتاب is a word for book")
    assert not is_mostly_leftwards("12 – 13") and not is_mostly_leftwards("")


def test_words_keep_their_order_in_a_line_that_runs_the_other_way(theme: Theme) -> None:
    def drawn(text: str) -> QImage:
        picture = QImage(300, 30, QImage.Format.Format_RGB32)
        picture.fill(Qt.GlobalColor.white)
        painter = QPainter(picture)
        painter.setFont(fonts.font(13))
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        painter.drawText(QRectF(0, 0, 300, 30), Qt.AlignmentFlag.AlignLeft, text)
        painter.end()
        return picture

    title = "كتاب | Book"
    assert drawn(isolated(title)) == drawn("Book | كتاب") != drawn(title)
    assert [isolated(each) for each in ("Book", "Été")] == ["Book", "Été"]
    assert [runs_leftwards(each) for each in ("كتاب Book", "Book كتاب", "1 – כן", "Été", "")] == [
        True, False, True, False, False,
    ]  # fmt: skip
