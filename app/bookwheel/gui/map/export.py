"""The map in files: what is seen as a picture or a drawing, what is shown as a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgGenerator

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.map.scene import Bools, MapScene

_RATIO = 2.0

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="title" for="node" attr.name="title" attr.type="string"/>
<key id="region" for="node" attr.name="region" attr.type="string"/>
<key id="x" for="node" attr.name="x" attr.type="double"/>
<key id="y" for="node" attr.name="y" attr.type="double"/>
<graph edgedefault="directed">
"""


def render_image(paint: Callable[[QPainter], None], size: QSize) -> QImage:
    """What is seen, twice as fine as on the screen."""
    image = QImage(size * _RATIO, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(_RATIO)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def save_drawing(paint: Callable[[QPainter], None], size: QSize, file: Path) -> None:
    """What is seen as SVG."""
    drawing = QSvgGenerator()
    drawing.setFileName(str(file))
    drawing.setSize(size)
    drawing.setViewBox(QRect(0, 0, size.width(), size.height()))
    drawing.setTitle(tr("Map"))
    painter = QPainter(drawing)
    paint(painter)
    painter.end()


def graphml(scene: MapScene, shown: Bools) -> Iterator[str]:
    """The documents shown, with their places, and the links between them, line by line."""
    yield _HEAD
    for row in shown.nonzero()[0].tolist():
        region = int(scene.region_of[row])
        x, y = scene.places[row].tolist()
        yield (
            f"<node id={quoteattr(scene.ids[row])}>"
            f'<data key="title">{escape(scene.titles[row])}</data>'
            f'<data key="region">{escape(scene.regions[region].name) if region >= 0 else ""}</data>'
            f'<data key="x">{x:.3f}</data><data key="y">{y:.3f}</data></node>\n'
        )
    for source, target in scene.links[shown[scene.links].all(axis=1)].tolist():
        yield f"<edge source={quoteattr(scene.ids[source])} target={quoteattr(scene.ids[target])}/>\n"
    yield "</graph>\n</graphml>\n"


def write(file: Path, kind: str, scene: MapScene, shown: Bools, paint: Callable[[QPainter], None], size: QSize) -> str:
    """Write what is seen (png, svg) or shown (graphml) into a file; a sentence that says so, or why not."""
    try:
        if kind == "graphml":
            with file.open("w", encoding="utf-8") as out:
                out.writelines(graphml(scene, shown))
        elif kind == "svg":
            save_drawing(paint, size, file)
        elif not render_image(paint, size).save(str(file)):
            raise OSError(tr("the image could not be written"))
    except OSError as error:
        return tr("The map could not be written: {reason}.").format(reason=error.strerror or error)
    return tr("Map exported to {file}.").format(file=file)
