"""The page of the map: its tools, the drawing or the table, and a foot that says what is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QLabel,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest, NodeKind
from bookwheel.gui.backend.background_calls import Calls
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, share, tr
from bookwheel.gui.map.agent_trails import Trails
from bookwheel.gui.map.captions import lines_of, said
from bookwheel.gui.map.find import MapSearch
from bookwheel.gui.map.selection_bar import MapFoot
from bookwheel.gui.map.table import MapTable
from bookwheel.gui.map.toolbar import MapTools
from bookwheel.gui.state.places import Place
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.file_dialogs import ask_where

if TYPE_CHECKING:
    from bookwheel.gui.map.canvas import MapCanvas
    from bookwheel.gui.map.scene import Bools, MapScene

_REFRESH_MS = 300
_EMPTY = QT_TR_NOOP("Add a folder to see its documents on the map.")
_WAITING = QT_TR_NOOP("The map appears once the documents are indexed.")


class MapPage(QWidget):
    """Asks for the map in a thread and only while it is seen; keeps what was chosen while the map grows."""

    place_chosen = Signal(object, bool)
    """A Place, and whether a new tab was asked for."""
    left = Signal()
    drawn = Signal()
    """A scene is shown."""

    def __init__(self, theme: Theme, calls: Calls, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._theme, self._calls = theme, calls
        self._client: Client | None = None
        self._names: dict[str, str] = {}
        self._scene: MapScene | None = None
        self._shown: Bools | None = None
        self._current = ""
        self._path_from = self._trails_said = ""
        self._is_stale = True
        self.canvas: MapCanvas | None = None
        self.tools = MapTools(theme)
        self.table = MapTable(theme)
        self.search = MapSearch(calls, self)
        self.trails = Trails(calls, self)
        self._sentence = QLabel()
        self._sentence.setObjectName("emptyText")
        self._sentence.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._sentence.setWordWrap(True)
        self.stack = QStackedWidget()
        self.stack.addWidget(self._sentence)
        self.stack.addWidget(self.table)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.stack, 1)
        column.addWidget(self._foot())
        self._wire()
        self._show_state(None)

    def _foot(self) -> QWidget:
        foot = MapFoot()
        self._title, self._words = foot.title, foot.words
        self._open_button, self._path_button = foot.open_button, foot.path_button
        self._open_button.clicked.connect(lambda: self._open(self.selected, False))
        self._path_button.clicked.connect(lambda: self._path(self.selected))
        return foot

    def _wire(self) -> None:
        tools = self.tools
        tools.choices_made.connect(lambda _choices: self._choose())
        tools.words_changed.connect(self.search.find)
        self.search.changed.connect(self._show_found)
        tools.entered.connect(self._next_found)
        tools.left_box.connect(self.take_focus)
        tools.exported.connect(self._export)
        tools.whole.clicked.connect(lambda: self.canvas.fit() if self.canvas is not None else None)
        tools.as_table.toggled.connect(self.show_as_table)
        tools.freeze.toggled.connect(self._freeze)
        tools.trails.toggled.connect(self.trails.want)
        tools.region_chosen.connect(self._open_region)
        self.trails.changed.connect(self._show_trails)
        self.table.chosen.connect(self._show_chosen)
        self.table.opened.connect(self._open)
        self.table.left.connect(self.left)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self._ask)

    # --- what is shown -----------------------------------------------------------------------------------------

    @property
    def scene(self) -> MapScene | None:
        """The scene that is shown."""
        return self._scene

    @property
    def selected(self) -> int:
        """The document that is chosen, -1 for none."""
        if self.tools.as_table.isChecked():
            return self.table.row
        return self.canvas.selected if self.canvas is not None else -1

    @property
    def pane(self) -> QWidget:
        """The drawing or the table, whichever is seen."""
        return self.stack.currentWidget() or self

    def take_focus(self) -> None:
        """Give the keyboard to the drawing or the table."""
        self.pane.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def set_client(self, client: Client | None, names: dict[str, str]) -> None:
        """Ask this client; `names` are the collections' names by slug."""
        self._client, self._names = client, names
        self.search.client = self.trails.client = client
        self.refresh()

    def set_current(self, doc: str) -> None:
        """Ring the document that is read."""
        self._current = doc
        if self.canvas is not None and self._scene is not None:
            self.canvas.set_current(self._scene.row_of.get(doc, -1))

    def refresh(self) -> None:
        """Ask for the map again soon, unless it is frozen; when it is not seen, once it is."""
        self._is_stale = True
        if self.isVisible() and not self.tools.freeze.isChecked():
            self._refreshing.start()

    def showEvent(self, event: object) -> None:  # noqa: N802
        """What was missed meanwhile is asked for."""
        super().showEvent(event)  # type: ignore[arg-type]
        if self._is_stale:
            self._ask()

    def show_as_table(self, is_table: bool) -> None:
        """Show the table, or the drawing; what was chosen stays chosen."""
        had_focus = self.pane.hasFocus() or self.tools.as_table.hasFocus()
        row = self.table.row if not is_table else self.canvas.selected if self.canvas is not None else -1
        self.tools.as_table.setChecked(is_table)
        self.tools.whole.setEnabled(not is_table)
        if is_table:
            self.table.choose(row)
        elif self.canvas is not None and self._scene is not None:
            self.canvas.select(row)
        self._show_pane()
        if had_focus:
            self.take_focus()

    def _show_pane(self) -> None:
        canvas = self.canvas
        if self._scene is None or canvas is None or not self._scene.is_placed:
            self.stack.setCurrentWidget(self._sentence)
        else:
            self.stack.setCurrentWidget(self.table if self.tools.as_table.isChecked() else canvas)

    # --- asking and drawing ------------------------------------------------------------------------------------

    def _ask(self) -> None:
        client, names = self._client, dict(self._names)
        if client is None or not self.isVisible():
            return
        self._is_stale = False

        def work() -> MapScene | None:
            from bookwheel.gui.map.scene import fetched  # noqa: PLC0415 - loads NumPy, in this thread

            return fetched(client.map, names)

        self._calls.ask(work, self._draw, self._fail, slot="map")

    def _draw(self, scene: MapScene | None) -> None:
        if scene is None:
            self._show_state(None)
            return
        from bookwheel.gui.map.canvas import MapCanvas  # noqa: PLC0415 - loads pyqtgraph, unless later.py has

        had_focus = self._sentence.hasFocus() or self.pane.hasFocus()
        if self.canvas is None:
            self.canvas = canvas = MapCanvas(self._theme)
            canvas.pointed.connect(self._show_pointed)
            canvas.chosen.connect(self._show_chosen)
            canvas.opened.connect(self._open)
            canvas.path_wanted.connect(self._path)
            canvas.typed.connect(self._type)
            canvas.left.connect(self.left)
            self.stack.addWidget(canvas)
            for widget in (self.table, canvas):
                self.setTabOrder(self.tools.export, widget)
        self._scene = scene
        self._choose()
        self.canvas.set_current(scene.row_of.get(self._current, -1))
        self._show_state(scene)
        self._show_pane()
        if had_focus:
            self.take_focus()
        self.drawn.emit()

    def _choose(self) -> None:
        """Show what the choices leave, in its groups."""
        from bookwheel.gui.map.scene import best_grouping, shown_of  # noqa: PLC0415 - loaded by now

        scene, canvas, choices = self._scene, self.canvas, self.tools.choices
        if scene is None or canvas is None:
            return
        grouping, shown = shown_of(scene, choices)
        self._shown = shown
        if canvas.scene is not scene:
            canvas.show_scene(scene, grouping.of, shown)
        canvas.set_shown(grouping.of, shown, with_hubs=choices.with_hubs)
        self._show_trails()
        self.tools.offer(
            choices.by or best_grouping(scene),
            list(zip(grouping.names, grouping.counts, strict=True)),
            [name for name, one in scene.groupings.items() if one.names],
            [("tag", list(scene.tagged)), ("type", scene.answer.types), ("folder", scene.folders)],
            [region.name for region in scene.regions],
        )
        self.table.items.show(lines_of(scene, shown))
        self.search.set_scene(scene, shown)
        self._describe(self.selected)

    def _fail(self, error: BookwheelError) -> None:
        self._is_stale = True
        if self._scene is None:
            self._sentence.setText(error.message)

    def _show_state(self, scene: MapScene | None) -> None:
        if scene is None:
            self._sentence.setText(tr(_WAITING) if self._names else tr(_EMPTY))
        elif not scene.is_placed:
            self._sentence.setText(tr("Placing %Ln document(s) on the map.", "", len(scene.ids)))
        self._describe(self.selected)

    def _open_region(self, region: int) -> None:
        if self.canvas is not None:
            self.tools.as_table.setChecked(False)
            self.canvas.open_region(region)
            self.take_focus()

    def _show_trails(self) -> None:
        """Draw what agents read, and say it."""
        import numpy as np  # noqa: PLC0415 - loaded by now, or there is no scene

        scene, canvas, wanted = self._scene, self.canvas, self.trails.shown
        if scene is None or canvas is None:
            return
        known = [(trail.client, [scene.row_of[doc] for doc in trail.docs if doc in scene.row_of]) for trail in wanted]
        rows = [(client, steps) for client, steps in known if steps]
        canvas.show_trails([(display_name(client), np.array(steps, np.int64)) for client, steps in rows])
        said = [f"{display_name(client)}: {' → '.join(scene.titles[row] for row in steps)}" for client, steps in rows]
        self._trails_said = "   ".join(said) or tr("No agent has read anything recently.")
        self._describe(self.selected)
        if self.tools.trails.isChecked():
            canvas.show_message(self._trails_said)

    def _freeze(self, is_frozen: bool) -> None:
        self.tools.freeze.set_icon("play" if is_frozen else "pause")
        self.tools.freeze.set_words(tr("Unfreeze map") if is_frozen else tr("Freeze map"))
        if not is_frozen and self._is_stale:
            self._ask()

    def _type(self, letters: str) -> None:
        self.tools.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.tools.box.insert(letters)

    def _show_found(self) -> None:
        if self.canvas is not None and self.search.rows is not None:
            self.canvas.light(self.search.rows)
            self._describe(self.selected)

    def _next_found(self) -> None:
        row = self.search.following()
        if row >= 0 and self.canvas is not None:
            self.table.choose(row)
            self.canvas.select(row, centre=True)

    # --- what is said ------------------------------------------------------------------------------------------

    def _show_pointed(self, row: int) -> None:
        self._describe(row if row >= 0 else self.selected)

    def _show_chosen(self, row: int) -> None:
        self._describe(row)
        if self.canvas is not None:
            self.canvas.show_message(f"{self._title.text()}. {self._words.text()}" if row >= 0 else "")

    def _describe(self, row: int) -> None:
        scene = self._scene
        is_one = scene is not None and 0 <= row < len(scene.ids)
        self._open_button.setVisible(is_one)
        self._path_button.setVisible(is_one)
        if scene is None:
            self._title.setText("")
            self._words.setText("")
            return
        if not is_one:
            self._title.setText("")
            self._words.setText(self._whole_in_words(scene))
            return
        title = self._title.fontMetrics().elidedText(scene.titles[row], Qt.TextElideMode.ElideRight, 360)
        self._title.setText(title)
        self._title.setToolTip(scene.titles[row])
        self._words.setText(said(scene, row))
        is_end = bool(self._path_from) and self._path_from != scene.ids[row]
        self._path_button.setText(tr("Path to here") if is_end else tr("Path from here"))

    def _whole_in_words(self, scene: MapScene) -> str:
        if self.tools.trails.isChecked() and self._trails_said:
            return self._trails_said
        shown = int(self._shown.sum()) if self._shown is not None else 0
        some = tr("{some} of %Ln document(s)", "", len(scene.ids)).format(some=number(shown))
        parts = [some if shown < len(scene.ids) else tr("%Ln document(s)", "", shown)]
        if self.search.words.strip() and self.search.rows is not None:
            parts.append(tr("%Ln found", "", len(self.search.rows)))
        if scene.answer.progress < 1:
            parts.append(tr("layout {share}").format(share=share(scene.answer.progress)))
        return " · ".join(parts)

    # --- what is done ------------------------------------------------------------------------------------------

    def _open(self, row: int, in_new_tab: bool) -> None:
        if self._scene is not None and 0 <= row < len(self._scene.ids):
            self.place_chosen.emit(Place(self._scene.ids[row], title=self._scene.titles[row]), in_new_tab)

    def _path(self, row: int) -> None:
        """Begin a path at a document, or show the one that ends there."""
        scene, client, canvas = self._scene, self._client, self.canvas
        if scene is None or client is None or canvas is None or row < 0:
            return
        doc, start = scene.ids[row], self._path_from
        if not start or start == doc or start not in scene.row_of:
            self._path_from = doc
            self._words.setText(tr("The path starts here. Choose its end, then press Space or the button."))
            self._describe_path_button(row)
            return
        self._path_from = ""
        request = ExploreRequest(start, to=doc)
        self._calls.ask(lambda: client.explore(request), self._show_path, self._fail_path, slot="map path")

    def _describe_path_button(self, row: int) -> None:
        self._path_button.setText(tr("Path from here") if row < 0 else tr("Choose path end"))

    def _show_path(self, answer: ExploreAnswer) -> None:
        import numpy as np  # noqa: PLC0415 - loaded by now, or there is no scene

        scene, canvas = self._scene, self.canvas
        if scene is None or canvas is None:
            return
        rows = [scene.row_of[doc] for node in answer.path if (doc := node.partition("#")[0]) in scene.row_of]
        canvas.show_path(np.array(list(dict.fromkeys(rows)), np.int64))
        titles = {node.id: node.title for node in answer.nodes}
        labels = {node.id for node in answer.nodes if node.kind not in (NodeKind.DOCUMENT, NodeKind.SECTION)}
        steps = [f"({titles[node]})" if node in labels else titles.get(node, node) for node in answer.path]
        self._title.setText("")
        self._words.setText(" → ".join(steps) if steps else " ".join(map(translate_message, answer.notices)))
        self._words.setToolTip(self._words.text())
        canvas.show_message(self._words.text())

    def _fail_path(self, error: BookwheelError) -> None:
        self._words.setText(error.message)

    def _export(self, kind: str) -> None:
        kinds = {kind: {"png": "PNG", "svg": "SVG", "graphml": "GraphML"}[kind]}
        ask_where(self, tr("Export map"), f"map.{kind}", kinds, lambda file: self.export_to(file, kind))

    def export_to(self, file: Path, kind: str) -> None:
        """Write what is seen (png, svg) or shown (graphml) into a file, and say so."""
        from bookwheel.gui.map.export import write  # noqa: PLC0415 - loads NumPy, which a thread has done

        scene, canvas, shown = self._scene, self.canvas, self._shown
        if scene is not None and canvas is not None and shown is not None:
            self._words.setText(write(file, kind, scene, shown, canvas.paint, canvas.size()))
