"""What links leave to mend: the table by Qt's rules, and the sheet on a real library."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from pytestqt.qtbot import QtBot

from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.gui.links.findings_table import COLUMNS, findings_model
from bookwheel.gui.links.link_report import LinkReport, as_rows
from bookwheel.gui.links.passage_pair import PassagePair
from bookwheel.gui.links.report_views import LINK_VIEWS, WORTH_VIEWS
from bookwheel.gui.widgets.table import as_csv
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

FINDINGS = (
    LinkFinding("a/one.md", "One", "a/one.md#top", 9, "here", "gone.md"),
    LinkFinding("a/two.md", "=Two", "a/two.md#top", 3, "there", "lost.md"),
    LinkFinding("b/three.md", "Three", "b/three.md#x", 5, "where", "gone.md"),
)
ON_A_PAGE = replace(FINDINGS[0], doc="a/one.pdf", section="a/one.pdf#x", place=FilePlace(PlaceKind.PAGE, 12, 12, "xii"))


@pytest.fixture
def sheet(qtbot: QtBot, window: Window) -> LinkReport:
    """The sheet on the window's library, with its broken links."""
    made = window.dialogs.show_link_report()
    qtbot.waitUntil(lambda: made.table.items.rowCount() > 0, timeout=30_000)
    return made


def test_findings_are_narrowed_and_sorted_by_qts_rules() -> None:
    model = findings_model()
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show(FINDINGS)
    model.sort(1, Qt.SortOrder.AscendingOrder)
    assert [one.line for one in model.rows] == [3, 5, 9]
    model.narrow("gone")
    assert [one.line for one in model.rows] == [5, 9]
    model.narrow("")
    model.sort(-1)
    assert tuple(model.rows) == FINDINGS
    model.show(FINDINGS[:1], COLUMNS[InspectView.ORPHANS])
    assert model.columnCount() == len(COLUMNS[InspectView.ORPHANS]) and model.rowCount() == 1


def test_findings_are_written_as_csv_without_formulas() -> None:
    rows = as_csv(as_rows(InspectView.BROKEN, FINDINGS)).splitlines()
    assert rows[0] == "Document,Place,Link text,Target,Similar names,Location,ID"
    assert rows[2] == "'=Two,line 3,there,lost.md,,a,a/two.md#top"


def test_a_finding_in_a_file_of_pages_names_its_page() -> None:
    assert as_csv(as_rows(InspectView.BROKEN, (ON_A_PAGE,))).splitlines()[1].startswith("One,page xii,here")


def test_a_broken_link_opens_where_it_is_written(qtbot: QtBot, window: Window, sheet: LinkReport) -> None:
    one = sheet.table.items.rows[0]
    with qtbot.waitSignal(window.reader.document_opened, timeout=30_000):
        qtbot.keyClick(sheet.table, Qt.Key.Key_Return)
    here = window.reader.here
    assert here is not None and (here.doc, here.anchor) == tuple(one.section.split("#"))
    qtbot.keyClick(sheet.table, Qt.Key.Key_Escape)
    assert not sheet.isVisible()


def test_every_view_says_what_it_is_and_is_chosen_by_key(qtbot: QtBot, sheet: LinkReport, tmp_path: Path) -> None:
    seen: set[str] = set()
    for button in sheet.views.buttons():
        button.setFocus()
        qtbot.keyClick(button, Qt.Key.Key_Space)
        qtbot.waitUntil(lambda: sheet.said.text() not in ("Checking links…", ""), timeout=30_000)
        qtbot.waitUntil(lambda which=button: which.isChecked(), timeout=30_000)
        seen.add(sheet._about.text())
    assert len(seen) == len(LINK_VIEWS)
    sheet.choose(InspectView.ORPHANS)
    qtbot.waitUntil(lambda: sheet.table.items.columns is COLUMNS[InspectView.ORPHANS], timeout=30_000)
    sheet.box.setText("no such words")
    assert sheet.table.items.rowCount() == 0 and not sheet.open_button.isEnabled()
    sheet.box.clear()
    sheet.export_to(tmp_path / "orphans.csv")
    assert len((tmp_path / "orphans.csv").read_text("utf-8").splitlines()) == sheet.table.items.rowCount() + 1
    sheet.close()


def test_every_view_has_its_columns_and_its_words() -> None:
    assert {*LINK_VIEWS, *WORTH_VIEWS} == {*COLUMNS} == {*InspectView}
    assert len({words for view in (LINK_VIEWS, WORTH_VIEWS) for one in view.values() for words in one}) == 30


def test_what_is_worth_a_look_is_asked_view_by_view(qtbot: QtBot, window: Window) -> None:
    report = window.dialogs.show_worth_a_look()
    assert report.windowTitle() == "Worth a look" and report.pair is not None
    for button, (view, (_, about, _)) in zip(report.views.buttons(), WORTH_VIEWS.items(), strict=True):
        button.click()
        qtbot.waitUntil(lambda which=view: report._answer is not None and report._answer.view is which, timeout=30_000)
        assert report._about.text() == about
        assert report.said.text() and report.pair.first.isVisible() == (report.table.items.rowCount() > 0)
    report.close()


def test_two_passages_stand_side_by_side_as_plain_text_and_open(qtbot: QtBot) -> None:
    pair = PassagePair()
    qtbot.addWidget(pair)
    finding = replace(
        FINDINGS[0], text="<b>First</b> & words", other="b/two.md", other_title="Two", other_section="b/two.md#deep",
        other_line=7, other_text="Second words",
        note=Message("{document} was replaced by {other}.", document="A", other="B"),
    )  # fmt: skip
    pair.show_finding(finding)
    pair.show()
    assert pair.note.text() == "A was replaced by B."
    assert (pair.first.words.text(), pair.second.words.text()) == ("<b>First</b> & words", "Second words")
    assert pair.first.words.textFormat() is Qt.TextFormat.PlainText
    with qtbot.waitSignal(pair.opened) as opened:
        pair.second.open_button.click()
    place, in_new_tab = opened.args
    assert (place.doc, place.anchor, in_new_tab) == ("b/two.md", "deep", False)
    pair.show_finding(None)
    assert not pair.first.isVisible() and not pair.note.isVisible()


def test_a_dismissed_finding_goes_and_can_be_restored(qtbot: QtBot, sheet: LinkReport) -> None:
    (total, first) = sheet.table.items.rowCount(), sheet.table.item
    assert first is not None
    sheet.dismiss_button.click()
    qtbot.waitUntil(lambda: sheet.table.items.rowCount() == total - 1, timeout=30_000)
    assert "1 dismissed" in sheet.said.text()
    assert first.id not in [one.id for one in sheet.table.items.rows]
    sheet.show_dismissed.click()
    qtbot.waitUntil(lambda: sheet.table.items.rowCount() == total, timeout=30_000)
    sheet.table.choose_where(lambda one: one.id == first.id)
    assert sheet.dismiss_button.text() == "Restore finding"
    sheet.dismiss_button.click()
    qtbot.waitUntil(lambda: "dismissed" not in sheet.said.text(), timeout=30_000)
    sheet.show_dismissed.click()
    qtbot.waitUntil(
        lambda: not sheet.show_dismissed.isChecked() and sheet.table.items.rowCount() == total, timeout=30_000
    )
    qtbot.waitUntil(lambda: sheet.dismiss_button.text() == "Dismiss finding", timeout=30_000)
