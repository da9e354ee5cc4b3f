"""Tables of many rows: the header stays in sight, a filter leaves rows out, columns sort."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.window.test_window import ask, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

ORDERS, WIDE, LIST = "tables/orders.csv", "tables/wide.csv", "tables/list.md"
ROWS = 450
"""They come in three sections of rows, and as one document in one part."""


@pytest.fixture(scope="module", autouse=True)
def tables(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A sheet of many rows, one of many columns, and a long and a short table in Markdown."""
    folder: Path = tmp_path_factory.mktemp("more") / "tables"
    folder.mkdir()
    cities = ("Wien", "Oslo", "Zürich")
    rows = (
        f"A-{number},{cities[number % 3]},{(number * 37) % ROWS}.50,{'north' * (number % 2)}" for number in range(ROWS)
    )
    (folder / "orders.csv").write_text("Order,City,Total,Note\n" + "\n".join(rows), "utf-8")
    days = range(1, 231)
    wide = (f"Station {row}," + ",".join(str(row * day) for day in days) for row in range(40))
    (folder / "wide.csv").write_text("Name," + ",".join(f"Day {day}" for day in days) + "\n" + "\n".join(wide), "utf-8")
    many = "".join(f"| tool {number} | does {number} |\n" for number in range(30))
    short = "| a | b |\n|---|---|\n| 1 | 2 |\n"
    (folder / "list.md").write_text(f"# Tools\n\n| Name | What |\n|---|---|\n{many}\nAfter it.\n\n{short}", "utf-8")
    served.add(AddRequest(str(folder)))
    until(lambda: any(one.slug == "tables" and one.documents == 3 for one in served.collections().collections))
    yield
    served.remove(RemoveRequest("tables"))


def evaluate(qtbot: QtBot, window: Window, source: str) -> object:
    """What an expression says of the page, in the world of our scripts."""
    view = window.reader.warm()
    with qtbot.waitCallback() as called:
        view.web_page.runJavaScript(f"JSON.stringify({source} ?? null)", 1, called)
    assert called.args is not None
    return json.loads(str(called.args[0]))


def shown(qtbot: QtBot, window: Window, column: int) -> list[str]:
    """The cells of a column that can be seen, from above to below."""
    rows = "[...document.querySelectorAll('.table:not([hidden]) tbody tr:not([hidden])')]"
    found = evaluate(qtbot, window, f"{rows}.map((row) => row.cells[{column}].textContent)")
    assert isinstance(found, list)
    return [str(cell) for cell in found]


def test_words_in_the_filter_leave_out_the_rows_that_lack_them_and_are_counted(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(ORDERS))
    assert len(shown(qtbot, window, 0)) == ROWS
    assert evaluate(qtbot, window, "document.querySelectorAll('.table-bar').length") == 1
    assert ask(qtbot, window, "filter_rows", "zurich north") == "75 of 450 rows"
    assert set(shown(qtbot, window, 1)) == {"Zürich"} and set(shown(qtbot, window, 3)) == {"north"}
    assert len(shown(qtbot, window, 0)) == 75
    assert ask(qtbot, window, "filter_rows", "A-") == "450 of 450 rows"
    assert len(shown(qtbot, window, 0)) == 300  # the others come when one scrolls to them
    evaluate(qtbot, window, "scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    qtbot.waitUntil(lambda: len(shown(qtbot, window, 0)) == ROWS, timeout=30_000)
    assert ask(qtbot, window, "filter_rows", "nothing such") == "0 of 450 rows"
    assert ask(qtbot, window, "filter_rows", "") == "450 rows"
    assert shown(qtbot, window, 0)[-1] == f"A-{ROWS - 1}"


def test_the_filter_takes_keys_that_are_shortcuts_elsewhere_and_escape_empties_it(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(ORDERS))
    view = window.reader.warm()
    view.setFocus()
    evaluate(qtbot, window, "document.querySelector('.table-bar input').focus()")
    target = view.focusProxy()
    assert target is not None
    qtbot.waitUntil(lambda: bool(target.inputMethodQuery(Qt.InputMethodQuery.ImEnabled)), timeout=30_000)
    QTest.keyClicks(target, "north")
    qtbot.waitUntil(lambda: ask(qtbot, window, "filter_words") == "north", timeout=30_000)
    qtbot.waitUntil(lambda: len(shown(qtbot, window, 0)) == ROWS // 2, timeout=30_000)
    QTest.keyClick(target, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: ask(qtbot, window, "filter_words") == "", timeout=30_000)
    assert len(shown(qtbot, window, 0)) == ROWS


def test_a_column_sorts_by_its_numbers_up_down_and_back(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(ORDERS))
    press = "document.querySelectorAll('.sort')[2].click()"
    before = shown(qtbot, window, 2)
    evaluate(qtbot, window, press)
    ask(qtbot, window, "show_all_rows")
    assert [float(cell) for cell in shown(qtbot, window, 2)] == sorted(map(float, before))
    assert evaluate(qtbot, window, "document.querySelectorAll('th')[2].getAttribute('aria-sort')") == "ascending"
    evaluate(qtbot, window, press)
    ask(qtbot, window, "show_all_rows")
    assert [float(cell) for cell in shown(qtbot, window, 2)] == sorted(map(float, before), reverse=True)
    evaluate(qtbot, window, press)
    assert shown(qtbot, window, 2) == before


def test_the_header_and_the_filter_stay_in_sight(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(ORDERS))
    evaluate(qtbot, window, "scrollTo({top: 2000, behavior: 'instant'})")
    tops = "['.table-bar', 'th'].map((name) => document.querySelector(name).getBoundingClientRect().top)"
    assert evaluate(qtbot, window, tops) == [0, 40]


def test_a_wide_sheet_scrolls_in_itself_and_keeps_its_first_column(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(WIDE))
    assert evaluate(qtbot, window, "document.documentElement.scrollWidth <= innerWidth") is True
    place = "document.querySelector('.wide')"
    evaluate(qtbot, window, f"{place}.scrollLeft = 3000")
    lefts = "['.wide', 'tbody td', 'thead th'].map((name) => document.querySelector(name).getBoundingClientRect().left)"
    found = evaluate(qtbot, window, lefts)
    assert isinstance(found, list) and max(found) - min(found) <= 1
    assert evaluate(qtbot, window, f"{place}.scrollLeft") == 3000
    align = (
        "['td:nth-child(1)', 'td:nth-child(9)'].map((one) => getComputedStyle(document.querySelector(one)).textAlign)"
    )
    assert evaluate(qtbot, window, align) == ["left", "end"]


def test_only_the_long_table_of_a_document_gets_a_filter(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(LIST))
    assert evaluate(qtbot, window, "document.querySelectorAll('.table-bar, .sort').length") == 3
    assert ask(qtbot, window, "filter_rows", "tool 2") == "12 of 30 rows"


def test_a_hit_in_a_row_that_is_left_out_brings_it_back(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(ORDERS, query="A-303"))
    ask(qtbot, window, "filter_rows", "nothing such")
    window.reader.position.step_hit(1)
    qtbot.waitUntil(lambda: len(shown(qtbot, window, 0)) == ROWS, timeout=30_000)
    go(qtbot, window, Location(ORDERS, "rows-202401"))
    assert window.reader.anchor == "rows-202401"
