"""What an ontology states, all of it at once."""

from __future__ import annotations

import shutil
import tempfile
import time
from pathlib import Path

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.ontology import GraphRows, OntologyReader
from bookwheel.indexes.ontology.iris import is_label


def open_copy(folder: Path) -> OntologyReader:
    """A reader of what a folder holds now, which a writer that merges its files does not disturb."""
    for attempt in range(50):
        copy = Path(tempfile.mkdtemp(prefix="copy-", dir=folder.parent)) / folder.name
        try:
            shutil.copytree(folder, copy)
            reader = OntologyReader.open(copy)
        except (OSError, shutil.Error, IndexDamaged):  # a file was merged into another meanwhile
            time.sleep(0.02 * attempt)
            continue
        assert reader is not None
        return reader
    raise AssertionError(f"{folder} does not come to rest")


def everything(reader: OntologyReader) -> GraphRows:
    """What the graphs of all documents state, and of the labels that they name."""
    found, left, known = GraphRows(), list(reader.docs()), set[str]()
    while left:
        node = left.pop()
        known.add(node)
        rows = reader.graph(node)
        for name in GraphRows.__dataclass_fields__:
            getattr(found, name).extend(getattr(rows, name))
        named = {label for label, _ in rows.labels} | {end for source, _, to in rows.stated for end in (source, to)}
        left += [label for label in named if is_label(label) and label not in known and label not in left]
    return found
