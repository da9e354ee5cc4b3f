"""Asking where to write a file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from bookwheel.gui.widgets import file_dialogs

KINDS = {"jsonl": "JSON lines", "md": "Markdown"}


@pytest.fixture
def owner(qtbot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> QWidget:
    (tmp_path / "documents").mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _place: str(tmp_path / "documents"))
    monkeypatch.chdir(tmp_path)
    owner = QWidget()
    qtbot.addWidget(owner)
    forgotten = QFileDialog(owner)  # Qt keeps the folder of the last one
    forgotten.setDirectory(QDir.current())
    forgotten.deleteLater()
    return owner


def test_the_first_dialog_stands_in_the_documents_and_the_next_where_the_last_was(owner, tmp_path):
    written: list[Path] = []
    (tmp_path / "elsewhere").mkdir()
    box = file_dialogs.ask_where(owner, "Write", "rows.jsonl", KINDS, written.append)
    assert Path(box.directory().path()) == tmp_path / "documents"
    box.setDirectory(str(tmp_path / "elsewhere"))
    box.selectFile("rows.jsonl")
    box.accept()
    assert written == [tmp_path / "elsewhere" / "rows.jsonl"]
    again = file_dialogs.build_dialog(owner, "Read")
    assert Path(again.directory().path()) == tmp_path / "elsewhere"


def test_a_file_is_named_by_the_kind_that_is_chosen(owner, tmp_path):
    written: list[Path] = []
    box = file_dialogs.ask_where(owner, "Write", "notes", KINDS, written.append)
    box.filterSelected.emit("Markdown (*.md)")
    box.selectFile("notes")
    box.accept()
    assert written == [tmp_path / "documents" / "notes.md"]
