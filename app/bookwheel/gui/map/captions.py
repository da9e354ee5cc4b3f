"""What is said of documents and paths on the map, in the foot and in the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bookwheel.domain.graph import ExploreAnswer, NodeKind
from bookwheel.domain.map import MapState
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import number, share, tr
from bookwheel.gui.map.table import Line

if TYPE_CHECKING:
    from bookwheel.gui.map.scene import Bools, MapScene


def describe_document(scene: MapScene, row: int) -> str:
    """Where a document is and how it is linked."""
    out, back = scene.neighbours(row)
    folder = " › ".join(scene.ids[row].split("/")[:-1])
    links = [tr("links to %Ln", "", len(out))] * bool(len(out))
    links += [tr("linked from %Ln", "", len(back))] * bool(len(back))
    words = ", ".join(links) or tr("no links")
    return f"{folder} · {words}"


def describe_map(scene: MapScene, shown: int, found: int | None) -> str:
    """How many documents are shown, how many of them a search found, and how far the layout is."""
    total = len(scene.ids)
    some = tr("{some} of %Ln document(s)", "", total).format(some=number(shown))
    parts = [some if shown < total else tr("%Ln document(s)", "", shown)]
    if found is not None:
        parts.append(tr("%Ln found", "", found))
    if scene.answer.progress < 1:
        parts.append(tr("arranging documents: {share}").format(share=share(scene.answer.progress)))
    elif scene.answer.state is MapState.DRAWING:
        parts.append(tr("updating the map"))
    return " · ".join(parts)


def describe_path(answer: ExploreAnswer) -> str:
    """The titles along a path, labels in brackets; what the service says when there is none."""
    titles = {node.id: node.title for node in answer.nodes}
    labels = {node.id for node in answer.nodes if node.kind not in (NodeKind.DOCUMENT, NodeKind.SECTION)}
    steps = [f"({titles[node]})" if node in labels else titles.get(node, node) for node in answer.path]
    return " → ".join(steps) if steps else " ".join(map(translate_message, answer.notices))


def lines_of(scene: MapScene, shown: Bools) -> list[Line]:
    """The documents shown as rows of the table, the best linked first."""
    return [line for line in scene.lines if shown[line.row]]
