"""Projecting, as it runs in the indexer child: the ontology follows the catalogue when nothing else is to be done."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence

from bookwheel.domain.annotations.manual_links import LinkEnd, ManualLink
from bookwheel.domain.annotations.same_things import SameDecision
from bookwheel.domain.errors import IndexDamaged, StorageUnavailable
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.places import place_at
from bookwheel.domain.storage import READ_ONLY
from bookwheel.domain.things import Statement
from bookwheel.domain.topics import StatedTopics
from bookwheel.indexes.catalogue import CatalogueReader, CatalogueWriter, StatedDocument, StatedLink, stated
from bookwheel.indexes.ontology import (
    Described,
    DescribedLink,
    DescribedManual,
    DescribedPair,
    DescribedSection,
    DescribedStatement,
    OntologyWriter,
    topic_statements,
    topics_graph,
)
from bookwheel.indexes.ontology.iris import doc_iri, is_label, node_iri, section_iri
from bookwheel.library.indexing.mentions import Mentions
from bookwheel.library.snapshot.reanchor import anchored
from bookwheel.library.sources.link_resolver import is_stated
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

PORTION = 200
"""Documents stated between two looks at what was asked: about two tenths of a second."""

MOST_RESTARTS = 2
"""How often a store that fails is begun anew before the ontology rests until the next start."""


class Projection:
    """Brings the ontology to the catalogue's revision; of the indexer's thread.

    The catalogue notes every document that is added, dropped or linked anew, in the transaction that shows it to
    readers; a note is cleared once its document was stated. So a crash leaves notes, and stating again changes nothing.
    """

    def __init__(self, paths: LibraryPaths, catalogue: CatalogueWriter) -> None:
        """Look at the catalogue; the store is opened by the first `project`."""
        self._paths, self._catalogue = paths, catalogue
        self._mentions = Mentions(catalogue)
        self._writer: OntologyWriter | None = None
        self._restarts = 0
        self._is_stamped = True
        self._links: Sequence[ManualLink] | None = None
        self._same: Sequence[SameDecision] = ()
        self._topics: Sequence[StatedTopics] | None = None
        self._are_additions_new = False
        self.notice = self.failure = NO_MESSAGE
        self.is_due = bool(catalogue.document_keys()) or paths.ontology.exists()

    def close(self) -> None:
        """Let go of the store."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def project(self, is_wanted: Callable[[], bool]) -> int:
        """Take in what changed until something else is wanted; the revision reached, -1 when there is nothing to tell.

        There is nothing when work is left, and when nothing changed. `notice` says what had to be built anew, `failure`
        that the store cannot be written; the next change tries again.
        """
        self.notice = self.failure = NO_MESSAGE
        try:
            return self._project(is_wanted)
        except StorageUnavailable as error:
            if error.message != READ_ONLY:
                raise
            log.warning("ontology: %s", error.message)
            return self._give_up()  # words go on: the rest of the library may be writable
        except IndexDamaged as error:
            log.warning("ontology: %s", error.message)
            self._restarts += 1
            if self._restarts > MOST_RESTARTS:
                return self._give_up()
            self._restart(Message("The graph could not be used; it is being rebuilt."))
            return -1

    def _give_up(self) -> int:
        self.close()
        self.is_due = False
        self.failure = Message("The ontology cannot be written, so the graph is not updated. See the log for details.")
        return -1

    def link(self, links: Sequence[ManualLink], same: Sequence[SameDecision] = ()) -> None:
        """Take in the manual links and what is the same as they are now, all of them; they are stated at leisure."""
        self._links, self._same, self._are_additions_new = links, same, True
        self.is_due = self.is_due or bool(links or same) or self._paths.ontology.exists()

    def state_topics(self, topics: Sequence[StatedTopics]) -> None:
        """Take in the topics as they are now, of all collections; they are stated at leisure."""
        self._topics, self._are_additions_new = topics, True
        self.is_due = self.is_due or self._paths.ontology.exists()

    def rebuild(self) -> None:
        """Begin the store anew, and state every document again, at leisure."""
        self._restarts = 0
        try:
            if self._writer is None:
                self._writer = OntologyWriter(self._paths.ontology)
            self._writer.erase()
        except IndexDamaged as error:
            log.warning("ontology: %s", error.message)
            self.close()
        self._catalogue.note_graphs()
        self.is_due = True

    def erase(self) -> None:
        """Leave no word of dropped documents in any file: what is kept is stated anew in another store, at leisure."""
        self._catalogue.note_graphs()  # first: an indexer killed in between finds nothing missing
        if self._paths.ontology.exists():
            try:
                self._opened().erase()
            except IndexDamaged as error:
                log.warning("ontology: %s", error.message)
                self.close()
                shutil.rmtree(self._paths.ontology, ignore_errors=True)
        self._catalogue.note_graphs()  # last: opening the store may have noted what it still held of dropped documents
        self.is_due = True

    def _project(self, is_wanted: Callable[[], bool]) -> int:
        if not self._mentions.match(is_wanted):
            return -1
        writer = self._opened()
        while is_wanted():
            places = self._catalogue.graph_changes(PORTION)
            if places:
                self._state(writer, places)
                self._is_stamped = False
            if len(places) == PORTION:
                writer.flush()
                self._catalogue.clear_graph_changes(places)
                continue
            self.is_due = False
            revision = self._catalogue.revision
            is_new = not self._is_stamped or writer.revision != revision
            if is_new or self._are_additions_new:
                self._are_additions_new = False
                is_new = self._state_topics(writer) or is_new
                is_new = self._relink(writer) or is_new
            if not is_new:
                return -1
            writer.stamp(revision)
            self._is_stamped = True
            self._catalogue.clear_graph_changes(places)  # only now that they are on the disk
            return revision
        return -1

    def _state(self, writer: OntologyWriter, places: Sequence[tuple[str, str]]) -> None:
        reader = CatalogueReader(self._paths.catalogue)
        try:
            found = [_described(one) for one in stated(reader, places)]
        finally:
            reader.close()
        there = {one.doc for one in found}
        writer.replace(found, [doc for collection, path in places if (doc := f"{collection}/{path}") not in there])

    def _relink(self, writer: OntologyWriter) -> bool:
        """State the manual links and pairs whose ends are there; whether they are others than before."""
        if self._links is None:
            return False
        described: list[DescribedManual] = []
        reader = CatalogueReader(self._paths.catalogue)
        try:
            for link in self._links:
                source, target = _iri(link.subject, reader, writer), _iri(link.object, reader, writer)
                if source and target and source != target:
                    described.append(
                        DescribedManual(link.id, source, target, link.label, link.note, link.by, link.created_at)
                    )
        finally:
            reader.close()
        pairs = [
            DescribedPair(node_iri(one.first.id), node_iri(one.other.id), one.is_same)
            for one in self._same
            if writer.has(node_iri(one.first.id)) and writer.has(node_iri(one.other.id))
        ]
        return writer.link(described, pairs)

    def _state_topics(self, writer: OntologyWriter) -> bool:
        """State the topics of documents that are there; whether they are others than before."""
        if self._topics is None:
            return False
        paths: dict[str, set[str]] = {one.collection: set() for one in self._topics}
        for slug, path in self._catalogue.places() if self._topics else ():
            if slug in paths:
                paths[slug].add(path)
        return writer.state_topics(
            {topics_graph(one.collection): topic_statements(one, paths[one.collection]) for one in self._topics}
        )

    def _opened(self) -> OntologyWriter:
        """The store, once it holds or is noted to get every document of the catalogue and no other."""
        if self._writer is not None:
            return self._writer
        writer = self._writer = OntologyWriter(self._paths.ontology)
        catalogue = self._catalogue
        noted = set(catalogue.graph_changes())
        if writer.revision > catalogue.revision or (not noted and 0 <= writer.revision != catalogue.revision):
            self._restart(Message("The graph did not match the documents; it is being rebuilt."))
            return self._opened()
        there = set(catalogue.places())
        known = {(collection, path) for collection, _, path in (doc.partition("/") for doc in writer.docs())}
        lacking = there - known - noted
        if lacking or known - there - noted:
            catalogue.note_graphs(lacking | (known - there))
        if writer.notice or (lacking and not known):
            self.notice = writer.notice or Message("The graph was missing; it is being rebuilt.")
        return writer

    def _restart(self, notice: Message) -> None:
        if self._writer is not None:
            self._writer.erase()
        self._catalogue.note_graphs()
        self.notice = notice


def _iri(end: LinkEnd, reader: CatalogueReader, writer: OntologyWriter) -> str:
    """The name of a manual link's end as it stands now, empty when it is lost."""
    if is_label(end.id):
        iri = node_iri(end.id)
        return iri if writer.has(iri) else ""
    found = anchored(reader, end.id, end.heading_path, end.text_hash)
    if found is None:
        return ""
    row, sections, at = found
    return doc_iri(row.doc) if at is None else section_iri(row.doc, sections[at].anchor)


def _described(document: StatedDocument) -> Described:
    return Described(
        doc=document.doc,
        collection=document.collection,
        path=document.path,
        title=document.title,
        description=document.description,
        type=document.type,
        language=document.language,
        format=document.format,
        date=document.date,
        modified_at=document.modified_at,
        words=document.words,
        tags=document.tags,
        categories=[value for name, value in document.fields if name == "category"],
        aliases=document.aliases,
        fields=[pair for pair in document.fields if pair[0] != "category"],
        sections=_nested(document),
        links=[_link(document, link) for link in document.links if is_stated(link)],
        things=document.things,
        statements=[_statement(document, one) for one in document.statements],
        history=document.history,
    )


def _nested(document: StatedDocument) -> list[DescribedSection]:
    """Sections with their parents: the nearest one before that has a heading of a higher rank."""
    above: list[tuple[int, int]] = []
    sections: list[DescribedSection] = []
    for number, (anchor, level, title, first, last, words) in enumerate(document.sections):
        while above and above[-1][0] >= level:
            above.pop()
        parent = above[-1][1] if above else -1
        place = place_at(document.places, (first, last))
        sections.append(DescribedSection(anchor, level, title, parent, first, last, words, place))
        if level:
            above.append((level, number))
    return sections


def _statement(document: StatedDocument, one: Statement) -> DescribedStatement:
    place = place_at(document.places, (one.line, one.line))
    ends = (one.section, one.source, one.relation, one.target)
    return DescribedStatement(*ends, one.line, one.words, one.count, place, is_derived=one.is_derived)


def _link(document: StatedDocument, link: StatedLink) -> DescribedLink:
    is_there = link.status == "resolved"
    return DescribedLink(
        section=link.section,
        relation=link.relation,
        target=link.target,
        doc=f"{document.collection}/{link.target_path}" if is_there else "",
        anchor=link.target_anchor,
        line=link.line,
        wording=link.text,
        place=place_at(document.places, (link.line, link.line)),
    )
