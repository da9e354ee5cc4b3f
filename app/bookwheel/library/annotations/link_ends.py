"""Where the ends of a manual link stand: named by a caller, found again, and followed when their document moves."""

from __future__ import annotations

from dataclasses import replace

from bookwheel.domain.annotations.manual_links import LinkEnd, LinkEntry, ManualLink
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.graph import NodeKind
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Scope
from bookwheel.indexes.ontology.iris import is_label
from bookwheel.library.graph.explore import found
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.reanchor import anchored
from bookwheel.library.snapshot.section_ids import split_id
from bookwheel.library.snapshot.snapshot import Snapshot


def named_end(
    named: str, scope: Scope, snapshot: Snapshot | None, graph: Graph | None, notices: list[Message]
) -> LinkEnd:
    """The end that a caller names, as far as the scope shows it; a document may be newer than the graph.

    Raises:
        NotFound: for what is not there, with near ones.
        BadRequest: for an empty name, or that of a missing page.
    """
    name = named.strip()
    if not name:
        raise BadRequest("A link needs a subject, a relation and an object.")
    if snapshot is None:
        raise NotFound("There is no node {name}.", name=name[:200], next="add a folder first")
    with snapshot.catalogue.snapshot():
        row = snapshot.catalogue.document(name)
        if row is not None:
            return LinkEnd(row.doc, row.title)
        doc, mark, anchor = name.rpartition("#")
        end = _section(snapshot, doc, anchor) if mark and not is_label(name) else None
        if end is not None:
            return end
    if graph is None:
        raise NotFound(
            "There is no node {name}.", name=name[:200], next="the graph is still being built; try again soon"
        )
    number = found(name, scope, snapshot, graph, notices)
    id, kind = graph.ids[number], graph.kind(number)
    if kind is NodeKind.BROKEN:
        raise BadRequest("A missing page cannot be linked.", next="an id of what there is")
    if kind is NodeKind.SECTION:
        doc, _, anchor = id.rpartition("#")
        with snapshot.catalogue.snapshot():
            end = _section(snapshot, doc, anchor)
        if end is None:
            raise NotFound("There is no node {name}.", name=name[:200], next="outline gives the sections there are")
        return end
    return LinkEnd(id, graph.titles[number])


def _section(snapshot: Snapshot, doc: str, anchor: str) -> LinkEnd | None:
    """A section by its document and anchor; None when there is none such."""
    row = snapshot.catalogue.document(doc)
    sections = snapshot.catalogue.sections_of(row.key) if row is not None else ()
    one = next((section for section in sections if section.anchor == anchor), None)
    if row is None or one is None:
        return None
    return LinkEnd(f"{row.doc}#{one.anchor}", one.title or row.title, (*one.heading_path, one.title), one.text_hash)


def entry_of(link: ManualLink, snapshot: Snapshot, graph: Graph | None) -> LinkEntry:
    """A link with both ends as they stand now."""
    subject, object = (_present(end, snapshot, graph) for end in (link.subject, link.object))
    return LinkEntry(link, *subject, *object)


def _present(end: LinkEnd, snapshot: Snapshot, graph: Graph | None) -> tuple[str, str]:
    """Id and title of an end as it stands now; without an id, and as it was called, when it is lost."""
    if is_label(end.id):
        return (end.id if graph is None or end.id in graph.number_of else ""), end.title
    place = anchored(snapshot.catalogue, end.id, end.heading_path, end.text_hash)
    if place is None:
        return "", end.title
    row, sections, at = place
    return (row.doc, row.title) if at is None else (f"{row.doc}#{sections[at].anchor}", sections[at].title or row.title)


def followed(link: ManualLink, snapshot: Snapshot) -> ManualLink:
    """A link with the present ids of moved documents."""
    return replace(link, subject=_moved(link.subject, snapshot), object=_moved(link.object, snapshot))


def _moved(end: LinkEnd, snapshot: Snapshot) -> LinkEnd:
    """An end by the present id of its document; itself where that has not moved, or is not there."""
    if is_label(end.id):
        return end
    doc, anchor = split_id(end.id) if end.text_hash else (end.id, "")
    row = snapshot.catalogue.document(doc)
    if row is None or row.doc == doc:
        return end
    return replace(end, id=f"{row.doc}#{anchor}" if anchor else row.doc)


def ends_of(entry: LinkEntry) -> tuple[str, str]:
    """Where a link's ends stand, or stood before they were lost."""
    return entry.subject or entry.link.subject.id, entry.object or entry.link.object.id


def is_of(end: str, node: str) -> bool:
    """Whether an end is a node, or a section of that document."""
    return end == node or end.startswith(f"{node}#")
