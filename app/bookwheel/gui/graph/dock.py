"""The Graph side bar: what is connected with the document read, as a drawing or as a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BookwheelError, NotFound
from bookwheel.domain.graph import ExploreAnswer, ExploreRequest, NodeKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.heading_nodes import explore_with_headings
from bookwheel.gui.graph.node_actions import target_of
from bookwheel.gui.graph.node_caption import NodeCaption
from bookwheel.gui.graph.table import Row, TiesTable, rows_of
from bookwheel.gui.graph.toolbar import GraphToolbar
from bookwheel.gui.graph.view_model import Filters, Picture
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import Dock, IconButton

if TYPE_CHECKING:
    from bookwheel.gui.graph.canvas import GraphCanvas
    from bookwheel.gui.graph.scene import Scene

_MOST_NODES = 300
_REFRESH_MS = 1200


class GraphDock(Dock):
    """Follows the reader unless it is pinned; asks and lays out in threads, and only while it is seen."""

    opened = Signal(object)
    """A NodeTarget: what a node leads to."""
    left = Signal()
    drawn = Signal()
    """A scene is shown."""

    def __init__(self, theme: Theme, calls: BackgroundCalls, parent: QWidget) -> None:
        super().__init__(theme, QT_TR_NOOP("Graph"), "waypoints", parent)
        self._theme = theme
        self._calls = calls
        self._client: Client | None = None
        self._doc = self._centre = ""
        self._answer: ExploreAnswer | None = None
        self._shown = Picture()
        self._places: dict[str, tuple[float, float]] = {}
        self._depth = 1
        self._is_drawn_for = ""
        self._is_stale = False
        self._is_wanted = False
        self.canvas: GraphCanvas | None = None
        self._levels: dict[str, int] = {}
        self._build_tools(theme)
        self._build_views(theme)
        self.hold(self.tools, stretch=0)
        self.hold(self.stack)
        self.caption = NodeCaption()
        self.caption.unfold_wanted.connect(self._unfold_chosen)
        self.hold(self.caption, stretch=0)
        self.setFocusProxy(self.stack)
        self._refreshing = QTimer(self, singleShot=True, interval=_REFRESH_MS)
        self._refreshing.timeout.connect(self._ask)
        self.visibilityChanged.connect(self._appear)
        self._show_state()

    def _build_tools(self, theme: Theme) -> None:
        self.headings = self._button("hash", tr("Show headings of this document"), is_checkable=True)
        self.headings.toggled.connect(lambda _on: self._ask())
        self.pin = self._button("pin", tr("Pin graph: stay with this document"), is_checkable=True)
        self.whole = self._button("maximize", tr("Zoom to fit (0)"))
        self.as_table = self._button("list", tr("Show as table"), is_checkable=True)
        self.pin.toggled.connect(self._pinned)
        self.whole.clicked.connect(lambda: self.canvas.fit() if self.canvas is not None else None)
        self.as_table.toggled.connect(self.show_as_table)
        self.tools = GraphToolbar(theme)
        self.tools.depth_chosen.connect(self.set_depth)
        self.tools.filters_chosen.connect(lambda _filters: self._lay_out(is_fresh=False))

    def _build_views(self, theme: Theme) -> None:
        self.table = TiesTable(theme)
        self.table.chosen.connect(self._show_chosen)
        self.table.opened.connect(self._open)
        self.table.left.connect(self.left)
        self._blank = QWidget()
        self._blank.setObjectName("page")
        self._blank.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.stack = QStackedWidget()
        self.stack.addWidget(self._blank)
        self.stack.addWidget(self.table)
        self.stack.setMinimumHeight(140)

    def _button(self, icon: str, words: str, *, is_checkable: bool = False) -> IconButton:
        button = IconButton(self._theme, icon, words)
        button.setCheckable(is_checkable)
        button.setFixedSize(28, 28)
        self.add_to_title(button)
        return button

    @property
    def centre(self) -> str:
        """The id of the node in the middle."""
        return self._centre

    @property
    def picture(self) -> Picture:
        """What is shown."""
        return self._shown

    @property
    def pane(self) -> QWidget:
        """The drawing or the table, whichever is seen."""
        return self.stack.currentWidget() or self._blank

    def take_focus(self) -> None:
        """Give the keyboard to the drawing or the table, once there is one."""
        self._is_wanted = not self._shown.nodes
        self.pane.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def panes(self) -> tuple[QWidget, ...]:
        """See the dock."""
        return (self.pane,)

    def set_client(self, client: Client | None) -> None:
        """Ask this client."""
        self._client = client
        self._ask()

    def follow(self, doc: str) -> None:
        """Show what is connected with a document, unless the graph is pinned to another."""
        self._doc = doc
        if not self.pin.isChecked():
            self.centre_on(doc)

    def centre_on(self, node: str) -> None:
        """Put a node in the middle."""
        if node != self._centre:
            self._centre = node
            self.tools.set_filters(replace(self.tools.filters, unfolded=frozenset()))
            self._ask()

    def set_depth(self, depth: int) -> None:
        """Show what is up to 1, 2 or 3 steps away."""
        self._depth = depth
        self.tools.set_depth(depth)
        self._ask()

    def set_filters(self, filters: Filters) -> None:
        """Hide other kinds and relations, or unfold other hubs."""
        self.tools.set_filters(filters)
        self._lay_out(is_fresh=False)

    def refresh(self) -> None:
        """Ask again soon, as after documents changed; when it is not seen, once it is."""
        self._is_stale = True
        self._refreshing.start()

    def show_as_table(self, is_table: bool) -> None:
        """Show the table, or the drawing."""
        had_focus = self.pane.hasFocus()
        self.as_table.setChecked(is_table)
        self.whole.setEnabled(not is_table)
        if self.canvas is not None:
            # What was chosen in the one stays chosen in the other.
            if is_table:
                self.table.choose(self.canvas.selected)
            else:
                self.canvas.select(self.table.node)
        self.stack.setCurrentWidget(self.table if is_table else self.canvas or self._blank)
        if had_focus:
            self.pane.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _appear(self, is_visible: bool) -> None:
        if is_visible and (self._is_stale or self._is_drawn_for != self._centre):
            self._ask()

    def _ask(self) -> None:
        client, centre = self._client, self._centre
        if client is None or not centre or not self.isVisible():
            return
        self._is_stale = False
        request = ExploreRequest(centre, hops=self._depth, limit=_MOST_NODES)
        has_headings = self.headings.isChecked()

        def work() -> tuple[ExploreAnswer, dict[str, int]]:
            return explore_with_headings(client, request) if has_headings else (client.explore(request), {})

        def done(found: tuple[ExploreAnswer, dict[str, int]]) -> None:
            self._answer, self._levels = found
            self._lay_out(is_fresh=self._is_drawn_for != centre)

        self._calls.ask(work, done, self._fail, slot="graph")

    def _lay_out(self, *, is_fresh: bool) -> None:
        answer, centre = self._answer, self._centre
        filters, before, levels = self.tools.filters, dict(self._places), dict(self._levels)
        if answer is None:
            return

        def work() -> tuple[Scene, list[Row]]:
            from bookwheel.gui.graph.scene import lay_out  # noqa: PLC0415 - loads NumPy, in this thread

            scene = lay_out(answer, centre, filters, before, levels)
            return scene, rows_of(scene.shown)

        self._calls.ask(work, lambda made: self._draw(*made, is_fresh=is_fresh), self._fail, slot="graph places")

    def _draw(self, scene: Scene, rows: list[Row], *, is_fresh: bool) -> None:
        is_first = self.canvas is None
        canvas = self.canvas if self.canvas is not None else self._make_canvas()
        self._shown = scene.shown
        ids = [node.id for node in scene.shown.nodes]
        self._places = dict(zip(ids, map(tuple, scene.places.tolist()), strict=True))
        self._is_drawn_for = self._centre
        canvas.show_scene(scene, fits=is_first or is_fresh or not canvas.contains(scene))
        self.table.show_rows(rows)
        self.tools.show_picture(scene.shown)
        self._show_state()
        self._show_chosen(canvas.selected)
        if self._is_wanted:
            self.take_focus()
        self.drawn.emit()

    def _make_canvas(self) -> GraphCanvas:
        from bookwheel.gui.graph.canvas import GraphCanvas  # noqa: PLC0415 - loads pyqtgraph, unless deferred_imports has

        canvas = self.canvas = GraphCanvas(self._theme)
        canvas.pointed.connect(lambda row: self._describe(row if row >= 0 else canvas.selected))
        canvas.chosen.connect(self._show_chosen)
        canvas.opened.connect(self._open)
        canvas.centred.connect(lambda row: self.centre_on(self._shown.nodes[row].id))
        canvas.left.connect(self.left)
        self.stack.addWidget(canvas)
        if not self.as_table.isChecked():
            self.stack.setCurrentWidget(canvas)
        return canvas

    def _fail(self, error: BookwheelError) -> None:
        self._answer = None
        is_early = isinstance(error, NotFound)
        self.show_message(tr("The links of this document are not indexed yet.") if is_early else error.message)

    def _show_state(self) -> None:
        answer, count = self._answer, len(self._shown.nodes)
        if answer is None:
            self.show_message("" if self._centre else tr("Open a document to see its graph."))
        elif answer.notices:
            self.show_message(" ".join(map(translate_message, answer.notices)))
        elif count <= 1:
            hidden = sum(self._shown.kinds.values()) - count
            self.show_message(
                tr("This document has no connections yet.") if hidden <= 0 else tr("The filters hide everything.")
            )
        else:
            self.show_message("")
        for widget in (self.tools, self.stack):
            widget.setEnabled(answer is not None)
        self._show_chosen(self.canvas.selected if self.canvas is not None else -1)

    def _show_chosen(self, row: int) -> None:
        self._describe(row)
        if self.canvas is not None:
            self.canvas.show_message(self.caption.sentence if row >= 0 else "")

    def _describe(self, row: int) -> None:
        nodes = self._shown.nodes
        if 0 <= row < len(nodes):
            self.caption.show_node(self._shown, row)
        else:
            self.caption.show_totals(self._shown, self._answer.total if self._answer is not None else 0)

    def _unfold_chosen(self) -> None:
        row = self.canvas.selected if self.canvas is not None else -1
        if row >= 0:
            filters = self.tools.filters
            self.set_filters(replace(filters, unfolded=filters.unfolded | {self._shown.nodes[row].id}))

    def _pinned(self, is_pinned: bool) -> None:
        self.pin.set_words(
            tr("Unpin graph: follow the open document") if is_pinned else tr("Pin graph: stay with this document")
        )
        self.pin.set_icon("pin-off" if is_pinned else "pin")
        if not is_pinned and self._doc:
            self.centre_on(self._doc)

    def _open(self, row: int, in_new_tab: bool) -> None:
        if not 0 <= row < len(self._shown.nodes):
            return
        node = self._shown.nodes[row]
        found = target_of(self._shown, row, in_new_tab=in_new_tab)
        if found is not None:
            self.opened.emit(found)
        elif node.kind is not NodeKind.BROKEN:
            self.centre_on(node.id)
