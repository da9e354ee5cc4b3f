"""The sheet of questions to the graph: SPARQL above, the answer below, as a table or as a graph."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QStackedWidget, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import QueryAnswer, QueryRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.sparql.examples import EXAMPLES
from bookwheel.gui.sparql.results import Row, build_picture, columns_of, leads_to, target_of
from bookwheel.gui.state.locations import Location
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme import fonts
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dialog import Dialog
from bookwheel.gui.widgets.file_dialogs import ask_where
from bookwheel.gui.widgets.menu_button import QuietMenu
from bookwheel.gui.widgets.table import RowsModel, Table

if TYPE_CHECKING:
    from bookwheel.gui.graph.scene import Scene

MOST = 1000
"""Rows of an answer at most."""
_SAVED = 50


class AnswerTable(Table[Row]):
    """Rows of an answer; a cell leads to what it names, or else to the first thing that its row names."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Answer"), RowsModel[Row](()))

    def target(self, item: Row, column: int) -> Location | str | None:
        """A Location, words to search for, or None."""
        return next((where for term in (item[column], *item) if (where := leads_to(term)) is not None), None)


class SparqlDialog(Dialog):
    """A question is asked by its button or Ctrl+Return; rows lead to the documents, sections and labels they name."""

    manual = "sparql.md"

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    words_chosen = Signal(str)
    """Words to search for."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, session: Session, parent: QWidget) -> None:
        super().__init__(calls, tr("Query graph with SPARQL"), QSize(1160, 720), parent)
        self._theme, self._session = theme, session
        self._answer: QueryAnswer | None = None
        self._scene: Scene | None = None
        self.menu = QuietMenu(theme, tr("Queries"))
        self.menu.chosen.connect(self.load_query)
        self.editor = QPlainTextEdit(EXAMPLES[0][1])
        self.editor.setFont(fonts.font(12.5, family=fonts.MONO))
        self.editor.setTabChangesFocus(True)
        self.editor.setAccessibleName(tr("SPARQL query"))
        self.editor.textChanged.connect(self._show_saved)
        self.run = self._button(tr("Run query"), self.ask)
        self.run.setObjectName("primary")
        self.run.setToolTip(tr("Run query (Ctrl+Enter)"))
        self.save = self._button(tr("Save"), self.keep)
        self.as_graph = self._button(tr("Show as graph"), self._show_either)
        self.as_graph.setCheckable(True)
        self.export = self._button(tr("Export as CSV…"), self._ask_for_file)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            QShortcut(QKeySequence(keys), self, self.ask)
        self.table = AnswerTable(theme)
        self.table.left.connect(self.close)
        self.table.opened.connect(self._go)
        self._canvas: QWidget | None = None
        self.stack = QStackedWidget()
        self.stack.addWidget(self.table)
        self._lay_out()
        self._offer()
        self._show_either()

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.menu)
        row.addStretch(1)
        row.addWidget(self.save)
        row.addWidget(self.run)
        split = self._split(self.editor, self.stack, (180, 400))
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.said, 1)
        foot.addWidget(self.as_graph)
        foot.addWidget(self.export)
        self.column.addLayout(row)
        self.column.addWidget(split, 1)
        self.column.addLayout(foot)

    def show_for(self, client: Client | None) -> None:
        """Come to the front, ready to be written in."""
        super().show_for(client)
        self.editor.setFocus()

    def _fetch(self, client: Client) -> None:
        """Nothing is asked until the person does."""
        if self._answer is None:
            self.said.setText(
                tr("Query what documents state: links, sections, labels, people. Press Ctrl+Enter to run.")
            )

    # --- asking ------------------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Ask what is written."""
        client, text = self._client, self.editor.toPlainText()
        if client is None:
            self.refresh()
            return
        self.said.setText(tr("Running query…"))

        def work() -> tuple[QueryAnswer, Scene]:
            answer = client.query(QueryRequest(text, MOST))
            from bookwheel.gui.graph.scene import settled  # noqa: PLC0415 - loads NumPy

            return answer, settled(build_picture(answer))

        self._calls.ask(work, lambda found: self._show(*found), self._fail, slot="question")

    def _show(self, answer: QueryAnswer, scene: Scene) -> None:
        self._answer, self._scene = answer, scene
        self.table.items.show(answer.rows, columns_of(answer, max(600, self.table.width() - 24)))
        self.table.unsort()
        self.table.choose_first()
        said = [tr("%Ln row(s)", "", len(answer.rows))]
        if answer.is_cut:
            said.append(tr("there are more"))
        said.append(tr("{time} ms").format(time=number(answer.took_ms, 1)))
        self.said.setText(" · ".join([*said, *map(translate_message, answer.notices)]))
        self._show_either()

    def _fail(self, error: BookwheelError) -> None:
        self._answer = self._scene = None
        self.table.items.show(())
        self._show_either()
        super()._fail(error)

    def _show_either(self) -> None:
        scene = self._scene
        can_draw = scene is not None and len(scene.shown.nodes) > 1
        self.export.setEnabled(self._answer is not None and bool(self._answer.rows))
        self.as_graph.setEnabled(can_draw)
        self.as_graph.setText(tr("Show as table") if self.as_graph.isChecked() else tr("Show as graph"))
        if scene is None or not can_draw or not self.as_graph.isChecked():
            self.stack.setCurrentWidget(self.table)
            return
        from bookwheel.gui.graph.canvas import GraphCanvas  # noqa: PLC0415 - loads pyqtgraph, unless later.py has

        if not isinstance(self._canvas, GraphCanvas):
            self._canvas = made = GraphCanvas(self._theme)
            made.opened.connect(self._open_node)
            made.left.connect(self.close)
            self.stack.addWidget(made)
        self._canvas.show_scene(scene, fits=True)
        self.stack.setCurrentWidget(self._canvas)

    # --- going on ----------------------------------------------------------------------------------------------

    def _go(self, where: Location | str | None, in_new_tab: bool) -> None:
        if isinstance(where, str):
            self.close()
            self.words_chosen.emit(where)
        elif where is not None:
            self.location_chosen.emit(where, in_new_tab)

    def _open_node(self, row: int, in_new_tab: bool) -> None:
        if self._scene is not None and 0 <= row < len(self._scene.shown.nodes):
            self._go(target_of(self._scene.shown.nodes[row]), in_new_tab)

    def load_query(self, text: str) -> None:
        """Write a question that was kept, and ask it."""
        self.editor.setPlainText(text)
        self.ask()

    # --- keeping -----------------------------------------------------------------------------------------------

    def keep(self) -> None:
        """Save the question, or let go of it if it is saved."""
        text, saved = self.editor.toPlainText().strip(), self._session.questions
        if text:
            kept = [query for query in saved if query != text] if text in saved else [text, *saved][:_SAVED]
            self._session.keep_questions(kept)
            self._offer()

    def _offer(self) -> None:
        saved = [(text, _name(text)) for text in self._session.questions]
        self.menu.offer([*saved, *((text, tr(name)) for name, text in EXAMPLES)], None)
        self.menu.setText(tr("Queries"))
        self._show_saved()

    def _show_saved(self) -> None:
        text = self.editor.toPlainText().strip()
        self.save.setText(tr("Delete saved query") if text in self._session.questions else tr("Save"))
        self.save.setEnabled(bool(text))

    def _ask_for_file(self) -> None:
        ask_where(self, tr("Export as CSV"), "rows.csv", {"csv": "CSV"}, self.export_to)

    def export_to(self, file: Path) -> None:
        """Write the rows shown as CSV, and say so."""
        if self._answer is not None:
            self._write(file, [self._answer.columns, *self.table.items.rows])


def _name(text: str) -> str:
    """What a kept question is called: its first line, as a comment or as it is."""
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first.lstrip("# ")[:70]
