"""What an ontology states, all of it at once."""

from __future__ import annotations

from bookwheel.indexes.ontology import GraphRows, OntologyReader
from bookwheel.indexes.ontology.iris import is_label


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
