"""The map of the whole library: what is drawn of it, what hands and keys do with it, the same as a table, in files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QMenu, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from bookwheel.domain.graph import ExploreAnswer, ExploreRequest, Node, NodeKind
from bookwheel.domain.map import MapAnswer, MapRequest, MapState, Region
from bookwheel.domain.search import SearchAnswer, SearchRequest
from bookwheel.domain.service.activity import Activity, ActivityAnswer, ActivityRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.map.agent_trails import AgentTrail, trails_of
from bookwheel.gui.map.canvas import MapCanvas
from bookwheel.gui.map.filters import MapFilters
from bookwheel.gui.map.grouping import GROUPS
from bookwheel.gui.map.page import MapPage
from bookwheel.gui.map.scene import HUB, MapScene, best_grouping, fetch_scene, found_rows, shown_of
from bookwheel.gui.map.table import COLUMNS, Line
from bookwheel.gui.map.toolbar import MapToolbar
from bookwheel.gui.map.viewport import MOST_LINKS, Viewport, frame_view, region_labels, visible_links, visible_mask
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import RowsModel
from bookwheel.gui.window.window import Window

pytestmark = pytest.mark.leaves_library

STRICT = QAbstractItemModelTester.FailureReportingMode.Fatal
PAGE = 2000


class MapStandIn:
    """Answers `map` as the service does: `count` documents in a square, a hub in the first, tags and types."""

    def __init__(self, count: int = 60, links: int = 3) -> None:
        self.ids = tuple(f"{'left' if at % 2 else 'right'}/part-{at % 3}/doc-{at}.md" for at in range(count))
        self.titles = tuple(f"Document {at}" for at in range(count))
        chance = np.random.default_rng(5)
        pairs = chance.integers(0, count, (count * links, 2))
        star = np.column_stack([np.arange(1, count), np.zeros(count - 1, int)])
        pairs = np.unique(np.concatenate([pairs[pairs[:, 0] != pairs[:, 1]], star]), axis=0)
        side = int(np.ceil(np.sqrt(count)))
        at = np.arange(count)
        self.places = np.column_stack([at % side, at // side]).astype("<f4")
        self.version, self.changes = 1, 0
        self.asked: list[MapRequest] = []
        self.answer = MapAnswer(
            1, MapState.READY, 1.0, 4, count, places=self.places.tobytes(),
            collections=("left", "right"), collection_of=(1 - at % 2).astype("<i4").tobytes(),
            types=("essay", "note"), type_of=np.where(at % 5 == 0, 0, -1).astype("<i4").tobytes(),
            tags=("history",), tagged=np.array([[3, 0], [9, 0]], "<i4").tobytes(), links=pairs.astype("<i4").tobytes(),
            regions=(Region("Wheels", 1.0, 1.0, count // 2), Region("Desks", side - 1.0, side - 1.0, count // 2)),
            region_of=(at >= count // 2).astype("<i4").tobytes(),
        )  # fmt: skip

    def map(self, request: MapRequest) -> MapAnswer:
        self.asked.append(request)
        if request.start and self.changes:
            self.changes -= 1
            self.version += 1
        part = slice(request.start, request.start + PAGE)
        if request.version not in (0, self.version):
            return MapAnswer(self.version, MapState.READY, 1.0, 4, len(self.ids))
        whole = self.answer if not request.start else MapAnswer(0, MapState.READY, 1.0, 4, len(self.ids))
        values = {name: getattr(whole, name) for name in MapAnswer.__slots__}
        return MapAnswer(**values | {"version": self.version, "ids": self.ids[part], "titles": self.titles[part]})

    def explore(self, request: ExploreRequest) -> ExploreAnswer:
        nodes = tuple(Node(doc, NodeKind.DOCUMENT, doc) for doc in (request.node, self.ids[0], request.to))
        return ExploreAnswer(nodes, (), 3, 4, 4, path=tuple(node.id for node in nodes))

    def activity(self, request: ActivityRequest) -> ActivityAnswer:
        return ActivityAnswer(CALLS)

    def search(self, request: SearchRequest) -> SearchAnswer:
        return SearchAnswer((), 0, "", 4, 0, 0.0)


def call(sequence: int, client: str, *docs: str, tool: str = "read", error: str = "") -> Activity:
    sections = tuple(f"{doc}#top" for doc in docs)
    return Activity(sequence, "2026-11-20T10:00:00Z", client, tool, "", sections, len(docs), 10, 1.0, error)


CALLS = (
    call(9, "claude-code", "right/part-2/doc-8.md", "right/part-1/doc-10.md"),
    call(8, "window", "right/part-2/doc-2.md"),
    call(7, "scribe", "right/part-1/doc-4.md", error="not_found"),
    call(6, "claude-code", "right/part-0/doc-6.md", tool="search"),
    call(5, "claude-code", "right/part-2/doc-8.md"),
    call(4, "claude-code", "right/part-2/doc-2.md"),
)


def a_scene(service: MapStandIn | None = None) -> MapScene:
    scene = fetch_scene((service or MapStandIn()).map, {"left": "Left", "right": "Right"})
    assert scene is not None
    return scene


def everything(scene: MapScene) -> np.ndarray:
    return np.ones(len(scene.ids), bool)


def test_names_come_in_pages_and_a_map_that_changes_meanwhile_is_begun_again() -> None:
    service = MapStandIn(2 * PAGE + 7)
    service.changes = 1
    scene = a_scene(service)
    assert scene.ids == service.ids and scene.titles == service.titles
    assert [each.start for each in service.asked] == [0, PAGE, 0, PAGE, 2 * PAGE]
    service.answer = MapAnswer(0, MapState.WAITING, 0.0, 0, 0)
    service.ids, service.version = (), 0
    assert fetch_scene(service.map, {}) is None


def test_groups_filters_and_finding_tell_documents_apart() -> None:
    scene = a_scene()
    assert best_grouping(scene) == "Collection"
    grouping, shown = shown_of(scene, MapFilters())
    assert grouping.names == ("Left", "Right") and shown.all()
    assert not shown_of(scene, MapFilters(hidden=frozenset({"Left"})))[1][1::2].any()
    assert np.flatnonzero(shown_of(scene, MapFilters(tag="history"))[1]).tolist() == [3, 9]
    assert shown_of(scene, MapFilters(type="essay"))[1].sum() == 12
    inside = shown_of(scene, MapFilters(folder="left/part-1"))[1]
    assert {scene.ids[row].rpartition("/")[0] for row in np.flatnonzero(inside)} == {"left/part-1"}
    assert shown_of(scene, MapFilters(by="Type"))[0].names == ("essay", "No type")
    assert scene.titles[found_rows(scene, "document 12", everything(scene))[0]] == "Document 12"
    assert len(found_rows(scene, "  ", everything(scene))) == 0
    assert MapFilters(tag="history", folder="left").narrowing == "tag history, left"


def test_links_of_hubs_wait_to_be_asked_for_and_the_budget_holds() -> None:
    scene = a_scene(MapStandIn(3000, links=4))
    assert np.flatnonzero(scene.is_hub).tolist() == [0] and scene.degrees[0] > HUB
    shown = everything(scene)

    def drawn(view: Viewport, *, with_hubs: bool) -> np.ndarray:
        points = view.pixels(scene.places)
        return visible_links(scene, points, visible_mask(points, view, shown), shown, with_hubs=with_hubs)

    view = frame_view(*scene.extent, 900, 700)
    tamed = drawn(view, with_hubs=False)
    assert 0 < len(tamed) <= MOST_LINKS and not (tamed == 0).any()
    assert (drawn(view, with_hubs=True) == 0).any()
    corner = drawn(Viewport(0.0, 0.0, view.scale * 20, 900, 700), with_hubs=False)
    assert 0 < len(corner) < len(tamed)


def test_regions_names_stand_apart_and_go_with_their_documents() -> None:
    scene = a_scene()
    view = frame_view(*scene.extent, 900, 700)
    widths = np.full(2, 80.0)
    one, other = region_labels(scene, view, widths, 18.0, everything(scene))
    assert one.top + one.height <= other.top or other.top + other.height <= one.top
    over = np.array([[one.left, one.top + 4, one.left + 30, one.top + 34]])
    moved = region_labels(scene, view, widths, 18.0, everything(scene), over)[0]
    assert (moved.row, moved.left) == (one.row, one.left) and moved.top + moved.height <= over[0, 1]
    first_half = np.arange(60) < 30
    assert [label.row for label in region_labels(scene, view, widths, 18.0, first_half)] == [0]


def test_the_view_keeps_what_is_under_the_pointer_and_its_bounds() -> None:
    view = Viewport(3.0, 4.0, 10.0, 800, 600)
    nearer = view.zoomed(2.0, 100.0, 50.0, (1.0, 100.0))
    assert nearer.place(100.0, 50.0) == pytest.approx(view.place(100.0, 50.0)) and nearer.scale == 20.0
    assert view.zoomed(1000.0, 0, 0, (1.0, 100.0)).scale == 100.0
    assert view.pixels(np.array([[3.0, 4.0]])).tolist() == [[400.0, 300.0]]


def test_the_table_sorts_by_qts_rules(qtbot: QtBot) -> None:
    model = RowsModel(COLUMNS)
    tester = QAbstractItemModelTester(model, STRICT)
    lines = [Line(row, f"T{row % 4}", "left", "Wheels", row % 3, 5 - row) for row in range(6)]
    model.show(lines)
    assert model.rowCount() == 6 and model.columnCount() == len(COLUMNS)
    model.sort(4, Qt.SortOrder.AscendingOrder)
    assert [model.index(row, 4).data() for row in range(6)] == ["0", "1", "2", "3", "4", "5"]
    model.sort(0, Qt.SortOrder.DescendingOrder)
    assert model.index(0, 0).data() == "T3"
    model.sort(-1)
    assert tuple(model.rows) == tuple(lines)
    model.show([])
    assert model.rowCount() == 0
    tester.deleteLater()


@pytest.fixture
def page(qtbot: QtBot, theme: Theme) -> Iterator[MapPage]:
    """A page of the map that shows the stand-in's."""
    calls = BackgroundCalls()
    made = MapPage(theme, calls)
    made.resize(1000, 700)
    with qtbot.waitSignal(made.drawn, timeout=30_000):
        made.set_client(MapStandIn(), {"left": "Left", "right": "Right"})  # type: ignore[arg-type]
        made.show()
    qtbot.waitUntil(lambda: bool(made.views.canvas and made.views.canvas.labels), timeout=30_000)
    yield made
    calls.close()
    made.close()
    made.deleteLater()


def canvas_of(page: MapPage) -> MapCanvas:
    assert page.views.canvas is not None
    return page.views.canvas


def pixel(page: MapPage, row: int) -> QPoint:
    canvas = canvas_of(page)
    assert canvas.scene is not None
    x, y = canvas.view.pixels(canvas.scene.places)[row]
    return QPoint(round(x), round(y))


def test_a_click_chooses_a_double_click_opens_and_the_foot_says_what(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(page, 22))
    assert canvas.selected == 22 and "right › part-1" in canvas.accessibleDescription()
    assert "Document 22" in {name for name, _ in canvas.labels} or canvas.labels
    with qtbot.waitSignal(page.location_chosen, timeout=30_000) as opened:
        qtbot.mouseDClick(canvas, Qt.MouseButton.LeftButton, pos=pixel(page, 22))
    assert opened.args is not None and opened.args[0].doc == "right/part-1/doc-22.md"
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(4, 4))
    assert canvas.selected == -1


def test_arrows_choose_return_opens_and_escape_leaves(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    canvas.select(9)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.selected == 10
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.selected == 18
    with qtbot.waitSignal(page.location_chosen, timeout=30_000) as opened:
        qtbot.keyClick(canvas, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert opened.args is not None and opened.args[1] is True
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    with qtbot.waitSignal(page.left, timeout=30_000):
        qtbot.keyClick(canvas, Qt.Key.Key_Escape)


def test_the_map_moves_and_zooms_and_0_shows_all(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    whole = canvas.view
    qtbot.keyClick(canvas, Qt.Key.Key_Plus)
    assert canvas.view.scale > whole.scale
    qtbot.keyClick(canvas, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.view.x > whole.x
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(500, 300))
    qtbot.mouseMove(canvas, QPoint(440, 300))
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(440, 300))
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    assert canvas.view == whole


def test_typing_finds_and_return_goes_from_one_to_the_next(qtbot: QtBot, page: MapPage) -> None:
    canvas, box = canvas_of(page), page.tools.box
    page.activateWindow()
    qtbot.keyClicks(canvas, "d")
    assert box.text() == "d"
    qtbot.keyClicks(box, "ocument 1")
    qtbot.keyClick(box, Qt.Key.Key_Return)
    first = canvas.selected
    qtbot.keyClick(box, Qt.Key.Key_Return)
    assert first >= 0 and canvas.selected not in (first, -1)
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert box.text() == ""


def test_a_trail_is_what_an_agent_read_in_its_order() -> None:
    docs = ("right/part-2/doc-2.md", "right/part-2/doc-8.md", "right/part-1/doc-10.md")
    assert trails_of(CALLS) == [AgentTrail("claude-code", docs)]
    many = [call(at, "scribe", f"left/{at}.md") for at in range(30, 0, -1)]
    assert trails_of(many)[0].docs[-1] == "left/30.md" and len(trails_of(many)[0].docs) == 12


def test_trails_of_agents_are_drawn_and_told_until_let_go(qtbot: QtBot, page: MapPage) -> None:
    canvas, warm = canvas_of(page), QColor(canvas_of(page)._theme.colours["warm"])
    assert not has_colour(canvas.grab().toImage(), warm)
    qtbot.keyClick(page.tools.trails, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "Document 2 → Document 8 → Document 10" in page.selection_bar.words.text(), timeout=30_000)
    assert has_colour(canvas.grab().toImage(), warm)
    qtbot.keyClick(page.tools.trails, Qt.Key.Key_Space)
    assert not has_colour(canvas.grab().toImage(), warm)


def test_a_regions_name_opens_it_by_mouse_and_by_menu(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    whole = canvas.view
    label = next(each for name, each in canvas.labels if name == "Desks")
    qtbot.mouseClick(canvas, Qt.MouseButton.LeftButton, pos=QPoint(round(label.left + 8), round(label.top + 8)))
    near = canvas.view
    assert near.scale > whole.scale
    qtbot.keyClick(canvas, Qt.Key.Key_0)
    menus = {each.title(): each for each in page.tools._narrow.menu().findChildren(QMenu)}
    directions: set[Qt.LayoutDirection] = set()

    def look() -> None:
        directions.update(each.layoutDirection() for each in (page.tools._narrow.menu(), *menus.values()))
        page.tools._narrow.menu().close()

    QTimer.singleShot(0, look)
    page.tools._narrow.showMenu()
    assert directions == {Qt.LayoutDirection.LeftToRight}  # though the button has its chevron behind its word
    next(each for each in menus["Go to region"].actions() if each.text() == "Desks").trigger()
    assert canvas.view == near


def test_what_is_not_tied_to_the_chosen_document_fades(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    scene = canvas.scene
    assert scene is not None
    row = next(at for at in range(1, len(scene.ids)) if len(scene.neighbours(at)[1]) < 4)
    away = next(at for at in range(1, 60) if at not in (row, *np.concatenate(scene.neighbours(row)).tolist()))
    before = canvas.grab().toImage().pixelColor(pixel(page, away))
    canvas.select(row)
    assert canvas.grab().toImage().pixelColor(pixel(page, away)) != before


def with_topics(service: MapStandIn, *topics: tuple[str, str]) -> MapStandIn:
    """The map with these topics; the last document has none."""
    of = np.arange(len(service.ids)) % len(topics)
    of[-1] = -1
    service.answer = replace(service.answer, topics=topics, topic_of=of.astype("<i4").tobytes())
    return service


def test_topics_keep_their_colours_when_others_come_and_go() -> None:
    many = [(f"topic:left/{key}", f"Topic {key}") for key in "abcdef"]
    service = with_topics(MapStandIn(), *many)
    scene = a_scene(service)
    first = scene.colours
    assert len(set(first.values())) == 6 and set(first.values()) <= set(range(GROUPS))
    grouping = scene.groupings["Topic"]
    assert grouping.names[GROUPS] == "No topic" and grouping.counts[GROUPS] == 1
    assert {grouping.names[colour] for colour in first.values()} == {label for _, label in many}
    assert a_scene(service).colours == first, "the same in another window"
    fewer = fetch_scene(with_topics(service, ("topic:left/new", "New"), *many[:2], *many[3:]).map, {}, first)
    assert fewer is not None
    assert all(fewer.colours[id] == first[id] for id, _ in (*many[:2], *many[3:]))
    assert fewer.groupings["Topic"].names[fewer.colours["topic:left/new"]] == "New"


def test_more_topics_than_colours_leave_the_small_ones_together() -> None:
    names = [(f"topic:left/{number}", "Same" if number < 2 else f"{number}") for number in range(9)]
    grouping = a_scene(with_topics(MapStandIn(), *names)).groupings["Topic"]
    assert grouping.names[GROUPS] == "Others" and sum(grouping.counts) == 60
    assert grouping.names.count("Same (Left)") == 2 and len(set(grouping.of.tolist())) == GROUPS + 1


def test_a_narrowed_map_is_coloured_by_the_topics_that_are_there() -> None:
    names = [(f"topic:left/{number}", f"{number}") for number in range(20)]
    scene = a_scene(with_topics(MapStandIn(), *names))
    grouping, shown = shown_of(scene, MapFilters(by="Topic", folder="left"))
    assert shown.sum() == sum(grouping.counts) == 30
    odd = {f"{number}" for number in range(1, 20, 2)}
    assert sum(name in odd for name in grouping.names) == GROUPS and set(grouping.names) <= {*odd, "Others"}


def test_a_chip_of_a_topic_picks_out_its_documents(qtbot: QtBot, page: MapPage) -> None:
    service = page._client
    assert isinstance(service, MapStandIn)
    with_topics(service, ("topic:left/a", "Wheels"), ("topic:left/b", "Desks <b>"))
    with qtbot.waitSignal(page.drawn):
        page.refresh()
    assert "Topic" in [action.text() for action in page.tools._by.menu().actions()]
    page.tools._choose(MapFilters(by="Topic"))
    assert page.tools._by.text() == "By topic"
    chips = {chip.accessibleName(): chip for chip in page.tools._chips}
    assert set(chips) == {"Wheels, 30", "Desks <b>, 29", "No topic, 1"}
    qtbot.mouseClick(chips["Wheels, 30"], Qt.MouseButton.LeftButton)
    assert page.views.table.items.rowCount() == 30 and not chips["No topic, 1"].isChecked()
    qtbot.mouseClick(chips["Wheels, 30"], Qt.MouseButton.LeftButton)
    assert page.views.table.items.rowCount() == 60
    page.tools._choose(MapFilters(by="Topic", hidden=frozenset({"Wheels"})))
    service.answer = replace(service.answer, topics=(), topic_of=b"")
    with qtbot.waitSignal(page.drawn):
        page.refresh()
    assert page.tools._by.text() == "By collection" and page.views.table.items.rowCount() == 60


def test_documents_are_grouped_by_tag_and_region() -> None:
    scene = a_scene()
    assert scene.groupings["Tag"].names == ("# history", "No tag") and scene.groupings["Tag"].counts == (2, 58)
    assert scene.groupings["Region"].names == ("Wheels", "Desks")


def test_space_begins_and_ends_a_path_that_is_told_and_drawn(qtbot: QtBot, page: MapPage) -> None:
    canvas = canvas_of(page)
    canvas.select(20)
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    canvas.select(40)
    qtbot.keyClick(canvas, Qt.Key.Key_Space)
    qtbot.waitUntil(
        lambda: "→" in canvas.accessibleDescription() or "→" in page.selection_bar.words.text(), timeout=30_000
    )
    warm = QColor(page.views.canvas._theme.colours["warm"]) if page.views.canvas else QColor()
    image = canvas.grab().toImage()
    assert has_colour(image, warm)


def has_colour(image: QImage, colour: QColor) -> bool:
    return any(
        image.pixelColor(x, y) == colour for x in range(0, image.width(), 2) for y in range(0, image.height(), 2)
    )


def test_what_was_chosen_stays_in_the_table_and_hidden_groups_leave_both(qtbot: QtBot, page: MapPage) -> None:
    canvas_of(page).select(17)
    page.tools.as_table.setChecked(True)
    assert page.pane is page.views.table and page.views.table.row == 17
    page.tools._choose(MapFilters(hidden=frozenset({"Right"})))
    assert page.views.table.items.rowCount() == 30
    page.tools.as_table.setChecked(False)
    assert page.pane is canvas_of(page)
    assert canvas_of(page).row_at(pixel(page, 22).toPointF()) == -1, "hidden documents are not there"


def test_a_group_that_was_turned_off_by_key_keeps_the_keyboard(qtbot: QtBot, page: MapPage) -> None:
    page.tools.export.setFocus()
    page.focusNextChild()
    first = QApplication.focusWidget()
    assert isinstance(first, QPushButton) and first.accessibleName() == "Left, 30"
    qtbot.keyClick(first, Qt.Key.Key_Space)
    assert page.tools.choices.hidden == {"Left"} and not first.isChecked()
    assert QApplication.focusWidget() is first
    page.focusNextChild()
    page.focusNextChild()
    assert canvas_of(page).hasFocus()


def test_a_frozen_map_waits_until_it_may_follow_again(qtbot: QtBot, page: MapPage) -> None:
    service = page._client
    assert isinstance(service, MapStandIn)
    page.tools.freeze.setChecked(True)
    asked = len(service.asked)
    page.refresh()
    assert not page._refreshing.isActive() and len(service.asked) == asked
    with qtbot.waitSignal(page.drawn, timeout=30_000):
        page.tools.freeze.setChecked(False)


def test_the_map_goes_into_files(page: MapPage, tmp_path: Path) -> None:
    for kind in ("png", "svg", "graphml"):
        page.export_to(tmp_path / f"map.{kind}", kind)
    picture = QImage(str(tmp_path / "map.png"))
    assert picture.width() == 2 * canvas_of(page).width()
    drawing = (tmp_path / "map.svg").read_text("utf-8")
    assert "Wheels" in drawing and "<image" not in drawing and drawing.count("<path") >= 60
    space = "{http://graphml.graphdrawing.org/xmlns}"
    graph = ElementTree.parse(tmp_path / "map.graphml").getroot().find(f"{space}graph")
    assert graph is not None
    scene = page.scene
    assert scene is not None
    assert len(graph.findall(f"{space}node")) == 60 and len(graph.findall(f"{space}edge")) == len(scene.links)
    page.export_to(tmp_path / "nowhere" / "map.graphml", "graphml")
    assert "could not be written" in page.selection_bar.words.text()


def test_an_empty_library_and_one_that_is_not_looked_through_say_so(qtbot: QtBot, theme: Theme) -> None:
    calls = BackgroundCalls()
    page = MapPage(theme, calls)
    assert "Add a folder" in page.views.sentence.text()
    service = MapStandIn()
    service.ids, service.version = (), 0
    service.answer = MapAnswer(0, MapState.WAITING, 0.0, 0, 0)
    page.show()
    page.set_client(service, {"left": "Left"})  # type: ignore[arg-type]
    qtbot.waitUntil(lambda: "map appears once" in page.views.sentence.text(), timeout=30_000)
    calls.close()
    page.close()
    page.deleteLater()


def test_the_window_shows_the_map_of_its_library_and_goes_from_there_to_a_page(qtbot: QtBot, window: Window) -> None:
    window.map_tab.toggle()
    assert window.map_tab.is_shown and window.map_tab.tab.isVisible()
    qtbot.waitUntil(lambda: (s := window.map_tab.page.scene) is not None and s.is_placed, timeout=60_000)
    scene = window.map_tab.page.scene
    assert scene is not None and set(scene.ids) >= {"shelves/machines/wheel.md", "shelves/machines/desk.md"}
    with qtbot.waitSignal(window.reader.landed, timeout=30_000):
        window.map_tab.page._open(scene.row_of["shelves/machines/wheel.md"], False)
    assert not window.map_tab.is_shown and window.reader.here is not None
    window.map_tab.toggle()
    assert window.map_tab.is_shown
    window.map_tab.close()
    assert not window.map_tab.is_shown and not window.map_tab.tab.isVisible()


@pytest.mark.parametrize("width", [480, 620, 1000])
def test_the_choices_of_the_map_never_lie_on_one_another(qtbot: QtBot, theme: Theme, width: int) -> None:
    tools = MapToolbar(theme)
    qtbot.addWidget(tools)
    tools.offer("Collection", [(0, "shelves", 4)], ["Collection"], [])
    tools.resize(width, 120)
    tools.show()
    qtbot.waitExposed(tools)
    shown = [each for each in (*tools.findChildren(QToolButton), tools.box, tools.hubs) if each.isVisible()]
    rects = [each.geometry() for each in shown if each.parent() is tools]
    assert len(rects) > 7
    assert all(tools.rect().contains(each) for each in rects)
    assert not any(one.intersects(other) for at, one in enumerate(rects) for other in rects[:at])
