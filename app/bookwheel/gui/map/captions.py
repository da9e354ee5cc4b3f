"""What is said of documents on the map, in the foot and in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.map.table import Line

if TYPE_CHECKING:
    from bookwheel.gui.map.scene import Bools, MapScene


def said(scene: MapScene, row: int) -> str:
    """Where a document is and how it is linked."""
    out, back = scene.neighbours(row)
    folder = " › ".join(scene.ids[row].split("/")[:-1])
    links = [tr("links to %Ln", "", len(out))] * bool(len(out))
    links += [tr("linked from %Ln", "", len(back))] * bool(len(back))
    words = ", ".join(links) or tr("no links")
    return f"{folder} · {words}"


def lines_of(scene: MapScene, shown: Bools) -> list[Line]:
    """The documents shown as rows of the table, the best linked first."""
    return [line for line in scene.lines if shown[line.row]]
