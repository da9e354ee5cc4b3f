"""Source code and data files fold, by key and by level, and unfold where one lands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest, RemoveRequest
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from tests.gui.page.test_tables import evaluate
from tests.gui.window.test_window import ask, go
from tests.waiting import until

pytestmark = pytest.mark.leaves_library

PLAN, DEPLOYMENT, SETTINGS = "folds/plan.json", "folds/deployment.yaml", "folds/settings.toml"
_PLAN = {"first": {"deep": {"x": 1, "wheel": "turns"}, "more": [1, 2]}, "second": ["a", "b"], "third": 3}
_DEPLOYMENT = "kind: Deployment\nspec:\n  ports:\n  - name: web\n    port: 80\n\n  - name: api\n  host: here\nlast: 1\n"
_SETTINGS = "[one]\na = 1\nb = 2\n\n[two]\nc = 3\n"
SHOWN = "[...document.querySelectorAll('.line:not(.away)')].map((line) => Number(line.dataset.line))"


@pytest.fixture(scope="module", autouse=True)
def folds(served: Client, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A file of JSON, one of YAML, one of TOML."""
    folder: Path = tmp_path_factory.mktemp("more") / "folds"
    folder.mkdir()
    (folder / "plan.json").write_text(json.dumps(_PLAN, indent=2), "utf-8")
    (folder / "deployment.yaml").write_text(_DEPLOYMENT, "utf-8")
    (folder / "settings.toml").write_text(_SETTINGS, "utf-8")
    served.add(AddRequest(str(folder), formats=("json=on", "yaml=on", "toml=on")))
    until(lambda: any(one.slug == "folds" and one.documents == 3 for one in served.collections().collections))
    yield
    served.remove(RemoveRequest("folds"))


def fold(qtbot: QtBot, window: Window, line: int) -> None:
    evaluate(qtbot, window, f"document.querySelector('.line[data-line=\"{line}\"] .fold').click()")


def test_an_object_folds_to_its_first_and_last_line(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(PLAN))
    every = list(range(1, len(json.dumps(_PLAN, indent=2).split("\n")) + 1))
    assert evaluate(qtbot, window, SHOWN) == every
    fold(qtbot, window, 3)  # "deep": {
    assert evaluate(qtbot, window, SHOWN) == [line for line in every if line not in (4, 5)]
    fold(qtbot, window, 3)
    assert evaluate(qtbot, window, SHOWN) == every
    assert ask(qtbot, window, "fold_to", 1)
    assert evaluate(qtbot, window, SHOWN) == [1, 2, 11, 12, 15, 16, 17]
    text = "document.querySelector('pre.source').textContent"
    assert json.loads(str(evaluate(qtbot, window, text))) == _PLAN  # what is folded is still copied


def test_lists_of_yaml_fold_though_they_are_not_indented(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(DEPLOYMENT))
    fold(qtbot, window, 3)
    assert evaluate(qtbot, window, SHOWN) == [1, 2, 3, 8, 9]
    fold(qtbot, window, 2)
    assert evaluate(qtbot, window, SHOWN) == [1, 2, 9]


def test_tables_of_toml_fold(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(SETTINGS))
    fold(qtbot, window, 1)
    assert evaluate(qtbot, window, SHOWN) == [1, 4, 5, 6]


def test_arrows_go_from_triangle_to_triangle_and_fold(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(PLAN))
    view = window.reader.warm()
    view.setFocus()
    evaluate(qtbot, window, "document.querySelector('.fold').focus()")
    target = view.focusProxy()
    assert target is not None
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Left):
        QTest.keyClick(target, key)
    here = "document.activeElement.closest('.line').dataset.line + document.activeElement.ariaExpanded"
    qtbot.waitUntil(lambda: evaluate(qtbot, window, here) == "3false", timeout=30_000)
    QTest.keyClick(target, Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: evaluate(qtbot, window, here) == "3true", timeout=30_000)


def test_find_hits_and_the_outline_unfold_where_they_land(qtbot: QtBot, window: Window) -> None:
    go(qtbot, window, Location(PLAN, query="wheel turns"))
    ask(qtbot, window, "fold_to", 0)
    assert evaluate(qtbot, window, SHOWN) == [1, 17]
    window.reader.position.step_hit(1)
    qtbot.waitUntil(lambda: 5 in list(evaluate(qtbot, window, SHOWN)), timeout=30_000)  # type: ignore[call-overload]
    ask(qtbot, window, "fold_to", 0)
    window.reader.finder.open_bar()
    qtbot.keyClicks(window.reader.finder.box, "more")
    qtbot.waitUntil(lambda: 7 in list(evaluate(qtbot, window, SHOWN)), timeout=30_000)  # type: ignore[call-overload]
    window.reader.finder.dismiss()


def test_what_is_folded_is_printed(qtbot: QtBot, window: Window, tmp_path: Path) -> None:
    go(qtbot, window, Location(PLAN))
    ask(qtbot, window, "fold_to", 0)
    with qtbot.waitSignal(window.reader.warm().web_page.pdfPrintingFinished, timeout=30_000):
        window.page_export.save_pdf(str(tmp_path / "plan.pdf"))
    document = pdfium.PdfDocument(tmp_path / "plan.pdf")
    words = "".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    assert '"wheel": "turns"' in words and "Fold all" not in words and "lines" not in words
