"""The local graph: what is shown, where, and what hands and keys do with it, as a drawing and as a table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMainWindow
from pytestqt.qtbot import QtBot

from bookwheel.domain.graph import Edge, ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.graph.dock import GraphDock
from bookwheel.gui.graph.force_layout import arrange
from bookwheel.gui.graph.label_placement import MOST, place_labels
from bookwheel.gui.graph.node_actions import NodeTarget, describe_node, phrase, target_of
from bookwheel.gui.graph.scene import lay_out
from bookwheel.gui.graph.table import COLUMNS, rows_of
from bookwheel.gui.graph.view_model import HUB, Filters, build_picture
from bookwheel.gui.graph.vocabulary import KINDS, relation_name
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import RowsModel
from bookwheel.gui.window.docks.related_docks import GRAPH_WIDTH
from tests.gui.stand_in import CENTRE, EDGES, NODES, GraphStandIn, document, link

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal
ALL = Filters(kinds=frozenset())


def around(hops: int = 1, service: GraphStandIn | None = None) -> ExploreAnswer:
    return (service or GraphStandIn()).explore(ExploreRequest(CENTRE, hops=hops))


def star(leaves: int) -> ExploreAnswer:
    """A centre tied to a hub with many leaves of its own."""
    nodes = (document("wheel", "Wheel"), document("hub", "Hub"))
    nodes += tuple(document(f"leaf-{at:03}", f"Leaf {at}") for at in range(leaves))
    edges = (link("wheel", "hub"), *(link("hub", f"leaf-{at:03}") for at in range(leaves)))
    return ExploreAnswer(nodes, edges, len(nodes), 1, 1)


def test_hidden_kinds_and_relations_go_with_what_hangs_on_them() -> None:
    everything = build_picture(around(2), CENTRE, ALL)
    assert {each.kind for each in everything.nodes} == {each.kind for each in NODES}
    assert len(everything.ties) == len(EDGES) - 1, "two links of one document to another are one tie"
    usual = build_picture(around(2), CENTRE, Filters())
    assert NodeKind.TYPE not in {each.kind for each in usual.nodes} and usual.kinds[NodeKind.TYPE] == 1
    bare = build_picture(around(2), CENTRE, ALL.turned(NodeKind.DOCUMENT).turned_relation("hasTag"))
    assert {each.id for each in bare.nodes} & {"tag:history", "shelf/far.md"} == set()
    assert bare.nodes[bare.centre].id == CENTRE, "the centre stays, whatever is hidden"
    assert bare.relations == everything.relations


def test_a_hub_folds_its_leaves_and_counts_them() -> None:
    folded = build_picture(star(80), CENTRE, ALL)
    hub = folded.row("shelf/hub.md")
    assert folded.folded[hub] == 80 + 2 - len(folded.nodes) > 0
    assert len(folded.nodes) <= HUB and folded.degrees()[hub] == 81
    whole = build_picture(star(80), CENTRE, Filters(unfolded=frozenset({"shelf/hub.md"})))
    assert len(whole.nodes) == 82 and not any(whole.folded)


def test_the_same_graph_lies_the_same_and_a_changed_one_does_not_jump() -> None:
    answer = around(2)
    first, again = (lay_out(answer, CENTRE, ALL, {}) for _ in range(2))
    assert np.array_equal(first.places, again.places)
    apart = np.hypot(*(first.places[:, None] - first.places[None]).transpose(2, 0, 1)) + 9 * np.eye(len(first.places))
    assert apart.min() > 0.2, "no two nodes lie on each other"
    before = {each.id: (float(x), float(y)) for each, (x, y) in zip(first.shown.nodes, first.places, strict=True)}
    fewer = lay_out(answer, CENTRE, ALL.turned(NodeKind.BROKEN), before)
    moved = [np.hypot(*(place - before[each.id])) for each, place in zip(fewer.shown.nodes, fewer.places, strict=True)]
    assert max(moved) < 0.7, "less than the length of a tie"


def test_one_node_and_none_have_places_too() -> None:
    none = np.zeros((0, 2), dtype=np.int64)
    assert arrange([], none, [], {}).shape == (0, 2)
    assert arrange(["a"], none, [0], {}).shape == (1, 2)


def test_a_name_that_must_stand_goes_a_line_away_rather_than_over_another() -> None:
    spots, radii, widths = np.array([[200.0, 200.0], [204.0, 203.0]]), np.full(2, 5.0), np.full(2, 70.0)
    taken = np.array([[80.0, 180.0, 190.0, 225.0], [150.0, 170.0, 260.0, 190.0], [150.0, 212.0, 260.0, 232.0]])
    one, other = place_labels(spots, radii, widths, (0, 1), (400.0, 400.0), 16.0, 2, taken)
    boxes = [*taken.tolist(), [one.left, one.top, one.left + one.width, one.top + one.height]]
    right, bottom = other.left + other.width, other.top + other.height
    assert not any(
        left < right and other.left < far and top < bottom and other.top < low for left, top, far, low in boxes
    )


def test_names_never_overlap_names_or_nodes() -> None:
    spots = np.random.default_rng(1).uniform(0, 400, (120, 2))
    radii, widths = np.full(120, 5.0), np.full(120, 70.0)
    labels = place_labels(spots, radii, widths, range(120), (400.0, 400.0), 16.0)
    assert 5 < len(labels) <= MOST
    for at, one in enumerate(labels):
        for other in labels[at + 1 :]:
            assert (
                one.left + one.width <= other.left
                or other.left + other.width <= one.left
                or one.top + one.height <= other.top
                or other.top + other.height <= one.top
            )
        x = np.clip(spots[:, 0], one.left, one.left + one.width) - spots[:, 0]
        y = np.clip(spots[:, 1], one.top, one.top + one.height) - spots[:, 1]
        assert all((np.hypot(x, y) >= 5.0 - 1e-9) | (np.arange(120) == one.row))


def test_every_kind_has_a_shape_of_its_own_and_words() -> None:
    assert set(KINDS) == set(NodeKind) and len({each.shape for each in KINDS.values()}) == len(KINDS)
    assert relation_name("linksTo") == "links to" and relation_name("linksTo", is_incoming=True) == "linked from"
    assert relation_name("becameKnownTo") == "became known to"


def test_a_node_says_how_it_is_tied_and_opens_where_that_is_written() -> None:
    shown = build_picture(around(2), CENTRE, ALL)
    cards = shown.row("shelf/cards.md")
    title, words = describe_node(shown, cards)
    assert title == "Index cards"
    assert words == "document · links to The bookwheel: “many volumes on one wheel”, line 7"
    led = target_of(shown, cards)
    assert led is not None and led.place is not None
    assert (led.place.doc, led.place.anchor, led.place.query) == (
        "shelf/cards.md",
        "part",
        '"many volumes on one wheel"',
    )
    assert target_of(shown, shown.row("tag:history")) == NodeTarget(words="tag:history")
    person = target_of(shown, shown.row("person:ramelli"))
    assert person is not None and person.place is not None and person.place.doc == "person:ramelli"
    lost = target_of(shown, shown.row("broken:shelf/lost.md"))
    assert lost is not None and lost.place is not None and lost.place.doc == CENTRE
    assert phrase('say "so"') == '"say so"' and phrase("") == "" and phrase("a " * 20) == ""


def test_the_table_says_every_tie_by_qts_rules(qtbot: QtBot) -> None:
    shown = build_picture(around(2), CENTRE, ALL)
    model = RowsModel(COLUMNS)
    tester = QAbstractItemModelTester(model, STRICT)
    model.show(rows_of(shown))
    assert model.rowCount() == len(shown.ties)
    rows = {(row.title, row.relation, row.direction): row for row in rows_of(shown)}
    assert rows["The desk", "links to", "outgoing"].line == 12
    assert rows["Index cards", "links to", "incoming"].evidence == "many volumes on one wheel (and 1 more)"
    assert rows["A far shore", "links to", "outgoing"].other == "Epicyclic gearing"
    model.show(rows_of(build_picture(ExploreAnswer(NODES[:1], (), 1, 1, 1), CENTRE, ALL)))
    assert model.rowCount() == 1 and model.index(0, 0).data() == "The bookwheel"
    assert [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())] == [
        column.name for column in COLUMNS
    ]
    tester.deleteLater()


@pytest.fixture
def dock(qtbot: QtBot, theme: Theme) -> Iterator[GraphDock]:
    """A graph dock in a window, showing what is two steps from the centre."""
    window = QMainWindow()
    window.resize(460, 700)
    calls = BackgroundCalls(parent=window)
    made = GraphDock(theme, calls, window)
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, made)
    window.show()
    made.set_client(GraphStandIn())  # type: ignore[arg-type]
    with qtbot.waitSignal(made.drawn, timeout=30_000):
        made.follow(CENTRE)
    with qtbot.waitSignal(made.drawn, timeout=30_000):
        made.set_depth(2)
    yield made
    calls.close()
    window.close()
    window.deleteLater()


def at(dock: GraphDock, node: str) -> QPoint:
    """Where a node is in the drawing."""
    assert dock.canvas is not None
    x, y = dock.canvas.pixels()[dock.picture.row(node)]
    return QPoint(round(x), round(y))


def test_a_click_chooses_a_double_click_opens_and_the_foot_says_what(qtbot: QtBot, dock: GraphDock) -> None:
    canvas = dock.canvas
    assert canvas is not None
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(dock, "shelf/cards.md"))
    assert dock.picture.nodes[canvas.selected].id == "shelf/cards.md"
    assert "many volumes on one wheel" in canvas.accessibleDescription()
    with qtbot.waitSignal(dock.opened, timeout=30_000) as opened:
        qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=at(dock, "shelf/cards.md"))
    assert opened.args is not None and opened.args[0].place.doc == "shelf/cards.md"
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert canvas.selected == -1


def test_arrows_reach_every_node_and_return_opens(qtbot: QtBot, dock: GraphDock) -> None:
    canvas = dock.canvas
    assert canvas is not None
    reached: set[int] = set()
    border = [dock.picture.centre]
    while border:
        start = border.pop()
        reached.add(start)
        for key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            canvas.select(start)
            qtbot.keyClick(canvas, key)
            if canvas.selected not in reached | set(border):
                border.append(canvas.selected)
    assert reached == set(range(len(dock.picture.nodes)))
    canvas.select(dock.picture.row("tag:history"))
    with qtbot.waitSignal(dock.opened, timeout=30_000) as opened:
        qtbot.keyClick(canvas, Qt.Key.Key_Return)
    assert opened.args is not None and opened.args[0].words == "tag:history"


def test_the_frame_of_the_focus_goes_with_it(qtbot: QtBot, dock: GraphDock) -> None:
    class Paints(QObject):
        count = 0

        def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802
            self.count += event.type() == QEvent.Type.Paint
            return False

    canvas = dock.canvas
    assert canvas is not None
    dock.window().activateWindow()
    canvas.setFocus()
    qtbot.waitUntil(canvas.hasFocus, timeout=30_000)
    canvas.viewport().repaint()  # what the focus itself paints
    paints = Paints()
    canvas.viewport().installEventFilter(paints)
    dock.as_table.setFocus()
    qtbot.waitUntil(lambda: paints.count > 0, timeout=30_000)


def test_a_graph_that_changed_while_it_was_hidden_is_asked_for_when_it_is_seen(qtbot: QtBot, dock: GraphDock) -> None:
    dock.hide()
    dock._answer = None
    dock.refresh()
    qtbot.waitUntil(lambda: not dock._refreshing.isActive(), timeout=30_000)
    assert dock._answer is None
    dock.show()
    qtbot.waitUntil(lambda: dock._answer is not None, timeout=30_000)


def test_a_pinned_graph_stays_and_follows_again_when_let_go(qtbot: QtBot, dock: GraphDock) -> None:
    dock.pin.setChecked(True)
    dock.follow("shelf/desk.md")
    assert dock.centre == CENTRE
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.pin.setChecked(False)
    assert dock.centre == "shelf/desk.md" and dock.picture.nodes[dock.picture.centre].title == "The desk"


def test_no_head_of_the_table_is_cut_at_the_usual_width(dock: GraphDock) -> None:
    head = dock.table.horizontalHeader()
    for place, column in enumerate(COLUMNS):
        assert head.sectionSize(place) >= head.fontMetrics().horizontalAdvance(column.name) + 16
    assert head.sectionPosition(4) <= GRAPH_WIDTH - 12  # beside the scroll bar


def test_drawing_and_table_show_the_same_and_keep_the_choice(qtbot: QtBot, dock: GraphDock) -> None:
    canvas, table = dock.canvas, dock.table
    assert canvas is not None
    canvas.select(dock.picture.row("shelf/gears.md"))
    dock.as_table.click()
    assert dock.pane is table and table.node == dock.picture.row("shelf/gears.md")
    assert table.model().rowCount() == len(dock.picture.ties)
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.set_filters(dock.tools.filters.turned(NodeKind.TAG))
    words = {table.model().index(row, 1).data() for row in range(table.model().rowCount())}
    assert "tag" not in words and "person" in words
    table.choose(dock.picture.row("shelf/desk.md"))
    with qtbot.waitSignal(dock.opened, timeout=30_000) as opened:
        qtbot.keyClick(table, Qt.Key.Key_Return)
    assert opened.args is not None and opened.args[0].place.doc == "shelf/desk.md"
    dock.as_table.click()
    assert dock.pane is canvas and dock.picture.nodes[canvas.selected].id == "shelf/desk.md"


def test_what_is_under_the_pointer_is_told_and_the_rest_fades(qtbot: QtBot, dock: GraphDock) -> None:
    canvas = dock.canvas
    assert canvas is not None
    with qtbot.waitSignal(canvas.pointed, timeout=30_000):
        qtbot.mouseMove(canvas.viewport(), at(dock, "shelf/desk.md"))
    assert canvas.layers.nodes.opacity() < 0.5 and dock.caption.title.text() == "The desk"
    assert canvas._lit() == {
        dock.picture.row(each) for each in ("shelf/desk.md", CENTRE, "shelf/cards.md", "tag:history")
    }
    canvas._point(-1)
    assert canvas.layers.nodes.opacity() == 1.0


def test_a_document_without_ties_is_said_in_words(qtbot: QtBot, dock: GraphDock) -> None:
    lone = GraphStandIn((Node("shelf/lone.md", NodeKind.DOCUMENT, "Lone"),), ())
    dock.set_client(lone)  # type: ignore[arg-type]
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.follow("shelf/lone.md")
    assert dock._empty.text() == "This document has no connections yet."


def test_a_hub_is_shown_whole_when_asked(qtbot: QtBot, dock: GraphDock) -> None:
    answer = star(60)
    dock.set_client(GraphStandIn(answer.nodes, answer.edges))  # type: ignore[arg-type]
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.centre_on("shelf/leaf-001.md")
    if dock.canvas is None:
        raise AssertionError
    dock.canvas.select(dock.picture.row("shelf/hub.md"))
    assert dock.caption.unfold.isVisible()
    shown = len(dock.picture.nodes)
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.caption.unfold.click()
    assert len(dock.picture.nodes) == 62 > shown


def test_names_of_tags_with_spaces_are_searched_whole() -> None:
    tag = Node("tag:slow reading", NodeKind.TAG, "slow reading", hops=1)
    shown = build_picture(ExploreAnswer((NODES[0], tag), (Edge(CENTRE, "hasTag", tag.id),), 2, 1, 1), CENTRE, ALL)
    assert target_of(shown, shown.row(tag.id)) == NodeTarget(words='tag:"slow reading"')


def test_headings_join_the_graph_below_one_another_in_the_colours_of_their_levels(
    qtbot: QtBot, dock: GraphDock
) -> None:
    plain = len(dock.picture.nodes)
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.headings.click()
    titles = {node.id: node.title for node in dock.picture.nodes}
    assert len(titles) == plain + 3
    edges = [edge for tie in dock.picture.ties for edge in tie.edges if edge.relation == "containsSection"]
    ties = {(titles[edge.source], titles[edge.target]) for edge in edges}
    assert ties == {("The bookwheel", "Turning"), ("Turning", "Its gears"), ("The bookwheel", "Readers")}
    assert dock.canvas is not None and dock.canvas._scene is not None
    assert sorted(dock.canvas._scene.levels.values()) == [2, 2, 3]
    rows = np.array([dock.picture.row(f"{CENTRE}#{name}") for name in ("turning", "gears", "readers")])
    turning, gears, readers = dock.canvas.layers.nodes.data["brush"][rows]
    assert turning.color() == readers.color() != gears.color()
    with qtbot.waitSignal(dock.drawn, timeout=30_000):
        dock.headings.click()
    assert len(dock.picture.nodes) == plain
