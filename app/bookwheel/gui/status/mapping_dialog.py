"""What the mapping rules of each collection make of its data files, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.mapping_rules import MAPPING_FILE, MappingAnswer, MappingRequest, RulePreview
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.table import Column, RowsModel, Table


@dataclass(frozen=True, slots=True)
class MappingRow:
    """What one rule makes of one type, or what is wrong in a line; `doc` holds the first example, if any."""

    collection: str
    rule: str
    type: str
    count: int
    words: str
    doc: str = ""


COLUMNS: tuple[Column[MappingRow], ...] = (
    Column(QT_TR_NOOP("Collection"), 150, lambda row: row.collection),
    Column(QT_TR_NOOP("Rule"), 190, lambda row: row.rule),
    Column(QT_TR_NOOP("Type"), 150, lambda row: row.type),
    Column(QT_TR_NOOP("Count"), 80, lambda row: number(row.count) if row.type else "", lambda row: row.count),
    Column(QT_TR_NOOP("Examples"), 420, lambda row: row.words),
)


class MappingDialog(Dialog):
    """A row for each rule and type of record; one with examples leads to the first."""

    manual = "graph-and-map.md"

    location_chosen = Signal(object, bool)
    """Where the first example stands, and whether it is wanted in a new tab."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(calls, tr("Mapping rules"), QSize(1040, 560), parent)
        self.table: Table[MappingRow] = Table(theme, tr("Mapping rules"), RowsModel(COLUMNS))
        self.table.left.connect(self.close)
        self.table.opened.connect(self._open)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(self._foot())

    def _fetch(self, client: Client) -> None:
        def work() -> list[tuple[str, MappingAnswer]]:
            slugs = [card.slug for card in client.collections().collections if not card.team]
            answers = [(slug, client.preview_mapping(MappingRequest(slug))) for slug in slugs]
            return [(slug, answer) for slug, answer in answers if answer.has_file]

        self.said.setText(tr("Previewing rules…"))
        self._calls.ask(work, self._show, self._fail, slot="mapping")

    def _show(self, answers: list[tuple[str, MappingAnswer]]) -> None:
        self.table.items.show([row for slug, answer in answers for row in _rows(slug, answer)])
        self.table.choose_first()
        rules = sum(len(answer.rules) for _, answer in answers)
        self.said.setText(
            tr("%Ln rule(s)", "", rules)
            if answers
            else tr("No collection has a file {file} with rules in its folder.").format(file=MAPPING_FILE)
        )

    def _open(self, row: MappingRow, in_new_tab: bool) -> None:
        if row.doc:
            self.close()
            self.location_chosen.emit(Location(row.doc), in_new_tab)


def _rows(slug: str, answer: MappingAnswer) -> Iterator[MappingRow]:
    if answer.fault:
        yield MappingRow(slug, "", "", 0, translate_message(answer.fault))
    for fault in answer.faults:
        yield MappingRow(slug, _line(fault.line), "", 0, translate_message(fault.reason))
    for rule in answer.rules:
        yield from _made_by(slug, rule)


def _made_by(slug: str, rule: RulePreview) -> Iterator[MappingRow]:
    name = f"{_line(rule.line)}: {', '.join(rule.patterns)}"
    for one in rule.types:
        examples = ", ".join(example.label for example in one.examples)
        yield MappingRow(slug, name, one.type, one.count, examples, f"{slug}/{one.examples[0].path}")
    notes = (
        (not rule.files, tr("No data file matches this pattern.")),
        (rule.unkeyed, tr("%Ln record(s) without a key", "", rule.unkeyed)),
        (rule.left_out, tr("%Ln record(s) over the limit for one file", "", rule.left_out)),
        (rule.unread, tr("Not read as data: {files}").format(files=", ".join(rule.unread[:3]))),
        (rule.formats_off, tr("Formats turned off: {names}").format(names=", ".join(rule.formats_off))),
    )
    for is_so, words in notes:
        if is_so:
            yield MappingRow(slug, name, "", 0, words)


def _line(line: int) -> str:
    return tr("Line {line}").format(line=line) if line else ""
