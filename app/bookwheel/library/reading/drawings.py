"""The picture of a canvas or a drawing, taken out of its file when its page is shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from bookwheel.domain.drawings import DRAWING, Drawing, Shape
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.inside_root import read_inside

FORMAT = "canvas"
_LARGEST = 64_000_000
_DECODER = msgspec.msgpack.Decoder(Drawing)


def drawing_of(
    row: DocumentRow, root: Path, sections: Sequence[SectionRow], snapshot: Snapshot, pictures: InnerPictures
) -> Drawing | None:
    """The shapes of a document, each with the section that holds its words; None where they cannot be had."""
    try:
        content, _ = read_inside(root, snapshot.catalogue.disk_path(row.collection, row.path), _LARGEST)
        drawing = _DECODER.decode(pictures.picture(content, row.path, row.format, DRAWING))
    except (OSError, msgspec.DecodeError):  # the file is gone or not as it was indexed; its words are still shown
        return None
    titled = [section for section in sections if section.level]
    lines = [section.start_line for section in titled]

    def anchored(shape: Shape) -> Shape:
        at = bisect_right(lines, shape.line) if shape.line else 0
        return replace(shape, anchor=titled[at - 1].anchor) if at else shape

    return replace(drawing, shapes=tuple(map(anchored, drawing.shapes)))
