"""The preview of mapping rules, against a real service."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.gui.window.window import Window


def test_rules_and_mistakes_are_listed_and_lead_to_an_example(qtbot: QtBot, window: Window, served: Client) -> None:
    dialog = window.dialogs.show_mapping()
    qtbot.waitUntil(lambda: MAPPING_FILE in dialog.said.text(), timeout=30_000)
    (card, *_) = served.collections().collections
    root = Path(card.root)
    (root / "staff.csv").write_text("nr,who\n1,Ada <b>\n2,Bob\n", "utf-8")
    rules = '[[rule]]\nfiles = "*.csv"\ntype = "employee"\nkey = "nr"\nlabel = "who"\n[[rule]]\nfile = 1\n'
    (root / MAPPING_FILE).write_text(rules, "utf-8")
    dialog.refresh()
    qtbot.waitUntil(lambda: dialog.table.items.rowCount() == 2, timeout=30_000)
    wrong, made = dialog.table.items.rows
    assert "files" in wrong.words and wrong.rule.endswith("7")
    assert (made.type, made.count, made.words, made.doc) == ("employee", 2, "Ada <b>, Bob", f"{card.slug}/staff.csv")
    dialog.table.choose_where(lambda row: bool(row.doc))
    dialog.table.setFocus()
    qtbot.keyClick(dialog.table, Qt.Key.Key_Return)
    assert not dialog.isVisible()
