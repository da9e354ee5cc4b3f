"""The page of the map: its tools, the drawing or the table, and a foot that says what is chosen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.graph import ExploreAnswer
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.map.agent_trails import AgentTrails, rows_of
from bookwheel.gui.map.captions import describe_document, describe_map, describe_path, lines_of
from bookwheel.gui.map.find import MapSearch
from bookwheel.gui.map.path_search import PathSearch
from bookwheel.gui.map.selection_bar import SelectionBar
from bookwheel.gui.map.toolbar import MapToolbar
from bookwheel.gui.map.views import MapViews
from bookwheel.gui.state.locations import Location
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.file_dialogs import ask_where

if TYPE_CHECKING:
    from bookwheel.gui.map.scene import Bools, MapScene

_REFRESH_MS = 300
_EMPTY = QT_TR_NOOP("Add a folder to see its documents on the map.")
_WAITING = QT_TR_NOOP("The map appears once the documents are indexed.")


class MapPage(QWidget):
    """Asks for the map in a thread and only while it is seen; keeps what was chosen while the map grows."""

    location_chosen = Signal(object, bool)
    """A Location, and whether a new tab was asked for."""
    left = Signal()
    drawn = Signal()
    """A scene is shown."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("page")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._calls = calls
        self._client: Client | None = None
        self._names: dict[str, str] = {}
        self._scene: MapScene | None = None
        self._shown: Bools | None = None
        self._current = self._trails_said = ""
        self._is_stale = True
        self.tools = MapToolbar(theme)
        self.views = MapViews(theme)
        self.selection_bar = SelectionBar()
        self.search = MapSearch(calls, self)
        self.paths = PathSearch(calls, self)
        self.trails = AgentTrails(calls, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.tools)
        column.addWidget(self.views, 1)
        column.addWidget(self.selection_bar)
        self._connect_tools()
        self._connect_views()
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self._ask)
        self._show_state(None)

    def _connect_tools(self) -> None:
        tools = self.tools
        tools.choices_made.connect(lambda _choices: self._choose())
        tools.words_changed.connect(self.search.find)
        tools.entered.connect(self._next_found)
        tools.left_box.connect(self.take_focus)
        tools.exported.connect(self._export)
        tools.whole.clicked.connect(lambda: self.views.canvas.fit() if self.views.canvas is not None else None)
        tools.as_table.toggled.connect(self.show_as_table)
        tools.freeze.toggled.connect(self._freeze)
        tools.trails.toggled.connect(self.trails.want)
        tools.region_chosen.connect(self._open_region)
        self.search.changed.connect(self._show_found)
        self.trails.changed.connect(self._show_trails)

    def _connect_views(self) -> None:
        views, bar = self.views, self.selection_bar
        views.pointed.connect(lambda row: self._describe(row if row >= 0 else self.views.selected))
        views.chosen.connect(self._show_chosen)
        views.opened.connect(self._open)
        views.path_wanted.connect(self._path)
        views.typed.connect(self.tools.type_letters)
        views.left.connect(self.left)
        bar.open_wanted.connect(lambda: self._open(self.views.selected, False))
        bar.path_wanted.connect(lambda: self._path(self.views.selected))
        self.paths.found.connect(self._show_path)
        self.paths.failed.connect(lambda error: bar.words.setText(error.message))

    @property
    def scene(self) -> MapScene | None:
        """The scene that is shown."""
        return self._scene

    @property
    def pane(self) -> QWidget:
        """The drawing or the table, whichever is seen."""
        return self.views.pane

    def take_focus(self) -> None:
        """Give the keyboard to the drawing or the table."""
        self.views.take_focus()

    def set_client(self, client: Client | None, names: dict[str, str]) -> None:
        """Ask this client; `names` are the collections' names by slug."""
        self._client, self._names = client, names
        self.search.client = self.paths.client = self.trails.client = client
        self.refresh()

    def set_current(self, doc: str) -> None:
        """Ring the document that is read."""
        self._current = doc
        if self.views.canvas is not None and self._scene is not None:
            self.views.canvas.set_current(self._scene.row_of.get(doc, -1))

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
        if self.tools.as_table.isChecked() is not is_table:
            self.tools.as_table.setChecked(is_table)  # which comes back here
            return
        had_focus = self.pane.hasFocus() or self.tools.as_table.hasFocus()
        self.tools.whole.setEnabled(not is_table)
        self.views.show_as_table(is_table)
        if had_focus:
            self.take_focus()

    def _ask(self) -> None:
        client, names = self._client, dict(self._names)
        colours = self._scene.colours if self._scene is not None else {}
        if client is None or not self.isVisible():
            return
        self._is_stale = False

        def work() -> MapScene | None:
            from bookwheel.gui.map.scene import fetch_scene  # noqa: PLC0415 - loads NumPy, in this thread

            return fetch_scene(client.map, names, colours)

        self._calls.ask(work, self._draw, self._fail, slot="map")

    def _draw(self, scene: MapScene | None) -> None:
        if scene is None:
            self._show_state(None)
            return
        had_focus = self.pane.hasFocus()
        canvas = self.views.canvas or self.views.make_canvas(after=self.tools.export)
        self._scene = scene
        self._choose()
        canvas.set_current(scene.row_of.get(self._current, -1))
        self._show_state(scene)
        self.views.set_ready(scene.is_placed)
        if had_focus:
            self.take_focus()
        self.drawn.emit()

    def _choose(self) -> None:
        """Show what the choices leave, in its groups."""
        from bookwheel.gui.map.scene import name_grouping, shown_of  # noqa: PLC0415 - loaded by now

        scene, canvas, choices = self._scene, self.views.canvas, self.tools.choices
        if scene is None or canvas is None:
            return
        grouping, shown = shown_of(scene, choices)
        self._shown = shown
        if canvas.scene is not scene:
            canvas.show_scene(scene, grouping.of, shown)
        canvas.set_shown(grouping.of, shown, with_hubs=choices.with_hubs)
        self._show_trails()
        self.tools.offer(
            name_grouping(scene, choices),
            [(at, *group) for at, group in enumerate(zip(grouping.names, grouping.counts, strict=True)) if group[0]],
            [name for name, one in scene.groupings.items() if any(one.names)],
            [("tag", list(scene.tagged)), ("type", scene.answer.types), ("folder", scene.folders)],
            [region.name for region in scene.regions],
        )
        self.views.table.items.show(lines_of(scene, shown))
        self.search.set_scene(scene, shown)
        self._describe(self.views.selected)

    def _fail(self, error: BookwheelError) -> None:
        self._is_stale = True
        if self._scene is None:
            self.views.sentence.setText(error.message)

    def _show_state(self, scene: MapScene | None) -> None:
        if scene is None:
            self.views.sentence.setText(tr(_WAITING) if self._names else tr(_EMPTY))
        elif not scene.is_placed:
            self.views.sentence.setText(tr("Placing %Ln document(s) on the map.", "", len(scene.ids)))
        self._describe(self.views.selected)

    def _open_region(self, region: int) -> None:
        if self.views.canvas is not None:
            self.tools.as_table.setChecked(False)
            self.views.canvas.open_region(region)
            self.take_focus()

    def _show_trails(self) -> None:
        """Draw what agents read, and say it."""
        scene, canvas = self._scene, self.views.canvas
        if scene is None or canvas is None:
            return
        trails = rows_of(self.trails.shown, scene.row_of)
        canvas.show_trails(trails)
        said = [f"{name}: {' → '.join(scene.titles[row] for row in rows)}" for name, rows in trails]
        self._trails_said = "   ".join(said) or tr("No agent has read anything recently.")
        self._describe(self.views.selected)
        if self.tools.trails.isChecked():
            canvas.show_message(self._trails_said)

    def _freeze(self, is_frozen: bool) -> None:
        if not is_frozen and self._is_stale:
            self._ask()

    def _show_found(self) -> None:
        if self.views.canvas is not None and self.search.rows is not None:
            self.views.canvas.light(self.search.rows)
            self._describe(self.views.selected)

    def _next_found(self) -> None:
        row = self.search.following()
        if row >= 0 and self.views.canvas is not None:
            self.views.table.choose(row)
            self.views.canvas.select(row, centre=True)

    def _show_chosen(self, row: int) -> None:
        self._describe(row)
        if self.views.canvas is not None:
            self.views.canvas.show_message(self.selection_bar.sentence if row >= 0 else "")

    def _describe(self, row: int) -> None:
        scene, bar = self._scene, self.selection_bar
        if scene is None:
            bar.show_overview("")
        elif 0 <= row < len(scene.ids):
            is_end = self.paths.start not in ("", scene.ids[row])
            bar.show_document(scene.titles[row], describe_document(scene, row), is_path_end=is_end)
        elif self.tools.trails.isChecked() and self._trails_said:
            bar.show_overview(self._trails_said)
        else:
            shown = int(self._shown.sum()) if self._shown is not None else 0
            rows = self.search.rows if self.search.words.strip() else None
            bar.show_overview(describe_map(scene, shown, len(rows) if rows is not None else None))

    def _open(self, row: int, in_new_tab: bool) -> None:
        if self._scene is not None and 0 <= row < len(self._scene.ids):
            self.location_chosen.emit(Location(self._scene.ids[row], title=self._scene.titles[row]), in_new_tab)

    def _path(self, row: int) -> None:
        """Begin a path at a document, or show the one that ends there."""
        scene = self._scene
        if scene is not None and row >= 0 and self.paths.choose(scene.ids[row], scene.row_of):
            self.selection_bar.show_path_start()

    def _show_path(self, answer: ExploreAnswer) -> None:
        scene, canvas = self._scene, self.views.canvas
        if scene is None or canvas is None:
            return
        rows = [scene.row_of[doc] for node in answer.path if (doc := node.partition("#")[0]) in scene.row_of]
        canvas.show_path(list(dict.fromkeys(rows)))
        words = describe_path(answer)
        self.selection_bar.show_path(words)
        canvas.show_message(words)

    def _export(self, kind: str) -> None:
        kinds = {kind: {"png": "PNG", "svg": "SVG", "graphml": "GraphML"}[kind]}
        ask_where(self, tr("Export map"), f"map.{kind}", kinds, lambda file: self.export_to(file, kind))

    def export_to(self, file: Path, kind: str) -> None:
        """Write what is seen (png, svg) or shown (graphml) into a file, and say so."""
        from bookwheel.gui.map.export import write  # noqa: PLC0415 - loads NumPy, which a thread has done

        scene, canvas, shown = self._scene, self.views.canvas, self._shown
        if scene is not None and canvas is not None and shown is not None:
            self.selection_bar.words.setText(write(file, kind, scene, shown, canvas.paint, canvas.size()))
