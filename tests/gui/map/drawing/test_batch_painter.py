"""What a frame of the map is painted from: many links in one picture, a ground that is pushed, documents that show."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from pytestqt.qtbot import QtBot

from bookwheel.gui.map.canvas import MapCanvas
from bookwheel.gui.map.drawing.edge_density import paint_web
from bookwheel.gui.map.drawing.renderer import Frame, MapRenderer
from bookwheel.gui.map.scene import MapScene
from bookwheel.gui.map.viewport import Viewport, uncovered
from bookwheel.gui.theme.theme import Theme
from tests.gui.test_map import MapStandIn, a_scene, everything

GROUND, INK = QColor(255, 255, 255), QColor(0, 0, 0, 51)
"""A link takes a fifth of the ground's light."""
SIZE = (40, 30)


def web(links: list[tuple[tuple[float, float], tuple[float, float]]], ratio: float = 1.0) -> QImage:
    """These lines painted from point to point on a small pixmap."""
    pixmap = QPixmap(int(SIZE[0] * ratio), int(SIZE[1] * ratio))
    pixmap.setDevicePixelRatio(ratio)
    painter = QPainter(pixmap)
    points = np.array(links, float).reshape(-1, 2)
    paint_web(painter, points, np.arange(len(points)).reshape(-1, 2), SIZE, GROUND, INK)
    painter.end()
    return pixmap.toImage()


def red(image: QImage, x: int, y: int) -> int:
    return image.pixelColor(x, y).red()


def inked(image: QImage) -> list[tuple[int, int]]:
    return [(x, y) for y in range(image.height()) for x in range(image.width()) if red(image, x, y) != 255]


@pytest.mark.usefixtures("theme")
def test_links_over_one_another_are_darker() -> None:
    drawn = web([((5, 10.5), (25, 10.5)), ((15.5, 2), (15.5, 22)), ((5, 10.5), (25, 10.5))])
    assert red(drawn, 8, 10) == round(255 * 0.8**2)
    assert red(drawn, 15, 5) == round(255 * 0.8)
    assert red(drawn, 15, 10) == round(255 * 0.8**3)
    assert red(drawn, 0, 0) == 255


@pytest.mark.usefixtures("theme")
@pytest.mark.parametrize("end", [(31.0, 20.5), (20.5, 29.0), (3.25, 28.75), (39.5, 0.5), (5.5, 5.5)])
def test_a_link_is_as_long_as_its_longer_side_and_marks_no_pixel_twice(end: tuple[float, float]) -> None:
    drawn = web([((5.5, 5.5), end)])
    longest = max(abs(end[0] - 5.5), abs(end[1] - 5.5))
    assert len(inked(drawn)) == int(longest) + 1 or longest == 0
    assert {red(drawn, *each) for each in inked(drawn)} <= {round(255 * 0.8)}


@pytest.mark.usefixtures("theme")
def test_of_a_link_from_far_away_what_lies_in_the_picture_is_drawn() -> None:
    drawn = web([((-4e6, 12.5), (4e6, 12.5)), ((-50, -50), (-50, 900)), ((100, 5), (200, 25))])
    assert inked(drawn) == [(x, 12) for x in range(SIZE[0])]


@pytest.mark.usefixtures("theme")
def test_on_a_fine_screen_a_link_is_one_of_its_pixels_wide() -> None:
    drawn = web([((5, 10.25), (25, 10.25))], ratio=2.0)
    assert {y for _, y in inked(drawn)} == {20} and len(inked(drawn)) in (40, 41)


def test_links_on_the_screen_look_like_those_in_a_file(qtbot: QtBot, theme: Theme) -> None:
    scene = a_scene(MapStandIn(900, links=4))
    view = Viewport(14.5, 14.5, 18.0, 600, 600)
    shown = everything(scene)
    frame = Frame(
        scene, view, np.zeros(len(scene.ids), int), shown, view.pixels(scene.places), np.full(len(scene.ids), 3.0)
    )
    screen, file = QPixmap(600, 600), QImage(600, 600, QImage.Format.Format_RGB32)
    for device in (screen, file):
        painter = QPainter(device)
        MapRenderer(theme).paint_ground(painter, frame)
        painter.end()
    one, other = (np.array(each.bits(), copy=True).astype(int) for each in (screen.toImage(), file))
    assert abs(one.mean() - other.mean()) < 0.4
    assert np.abs(one - other).mean() < 2.0


def a_canvas(qtbot: QtBot, theme: Theme, scene: MapScene) -> MapCanvas:
    canvas = MapCanvas(theme)
    qtbot.addWidget(canvas)
    canvas.resize(500, 400)
    canvas.show_scene(scene, np.zeros(len(scene.ids), int), everything(scene))
    return canvas


def colours(canvas: MapCanvas) -> np.ndarray:
    return np.array(canvas.grab().toImage().bits(), copy=True).astype(int)


def apart(one: np.ndarray, other: np.ndarray) -> float:
    """The share of values that differ to the eye."""
    return float((np.abs(one - other) > 2).mean())


def test_a_pushed_map_looks_as_if_it_was_painted_there(qtbot: QtBot, theme: Theme) -> None:
    scene = a_scene()
    pushed, fresh = (a_canvas(qtbot, theme, scene) for _ in range(2))
    before = colours(pushed)
    for right, down in ((12, 0), (20, -30), (-7, 9), (90, 40), (-200, -10)):
        for each in (pushed, fresh):
            each.move_by(right, down)
        fresh.light(np.zeros(0, np.int64))  # so that nothing is kept
        painted = colours(pushed)
        assert apart(painted, colours(fresh)) < 0.001  # a document at half a pixel may be rounded either way
        assert apart(painted, before) > 0.02
        before = painted


def test_a_push_keeps_the_ground_and_a_change_paints_it_anew(
    qtbot: QtBot, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    canvas = a_canvas(qtbot, theme, a_scene())
    painted: list[Viewport] = []
    paint = MapRenderer.paint_ground
    monkeypatch.setattr(
        MapRenderer,
        "paint_ground",
        lambda self, painter, frame: (painted.append(frame.view), paint(self, painter, frame)),
    )
    canvas.grab()
    for _ in range(3):
        canvas.move_by(9, 4)
        canvas.grab()
    assert len(painted) == 1
    canvas.move_by(60, 0)  # further than its margin reaches
    canvas.grab()
    assert len(painted) == 2
    canvas.zoom(1.1)
    canvas.grab()
    canvas.light(np.array([3]))
    canvas.grab()
    theme.changed.emit(theme.is_dark)
    canvas.grab()
    canvas.resize(520, 400)
    canvas.grab()
    assert len(painted) == 6


def test_in_a_crowd_the_last_of_those_on_one_spot_is_drawn() -> None:
    view = Viewport(0.0, 0.0, 1.0, 400, 300)
    few = np.array([[10.0, 10.0]] * 5)
    rows = np.array([4, 2, 0, 1, 3])
    assert uncovered(few, rows, view).tolist() == rows.tolist()
    chance = np.random.default_rng(3)
    crowd = np.concatenate([chance.uniform((-20, -20), (420, 320), (12_000, 2)), few + 50.0])
    rows = chance.permutation(len(crowd))
    left = uncovered(crowd, rows, view)
    assert [each for each in rows.tolist() if each in set(left.tolist())] == left.tolist()
    on_spot = [each for each in rows.tolist() if each >= 12_000]
    assert not set(on_spot[:-1]) & set(left.tolist())
    squares = {(int((x + 24) // 2), int((y + 24) // 2)) for x, y in crowd.tolist()}
    assert len(left) == len(squares)
