"""Finding documents by id, and saying where a document or section stands."""

from __future__ import annotations

import difflib
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from bookwheel.domain.errors import NotFound
from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.links.place_links import FoundPlace, find_place, place_named
from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace, PlaceKind
from bookwheel.domain.search import DocumentCard, Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow, fold_name
from bookwheel.library.snapshot.section_ids import SCHEME, split_id
from bookwheel.library.snapshot.snapshot import Snapshot

FOLDER_PAGES = ("_index.md", "index.md", "README.md", "readme.md", "index.html")
MOST_COMPARED, MOST_NEAR = 3000, 1000


def uri_of(doc: str, anchor: str = "") -> str:
    """The URI that cites a document or one of its sections."""
    return f"{SCHEME}{quote(doc)}#{quote(anchor)}" if anchor else f"{SCHEME}{quote(doc)}"


def is_visible(collection: str, scope: Scope) -> bool:
    """Whether the scope shows a collection."""
    return scope.collections is None or collection in scope.collections


@dataclass(frozen=True, slots=True)
class Landing:
    """Where in a document a place of its file is: the section that holds it, and lines of the text.

    `notice` says so where the document has no such place, and this is the nearest.
    """

    anchor: str
    found: FoundPlace
    notice: Message | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A document that an id names, the anchor of one of its sections, and the place in its file that led to it.

    `doc` is the document's id as it was written: that of before, where it has moved.
    """

    doc: str
    row: DocumentRow
    anchor: str
    landing: Landing | None = None

    @property
    def notices(self) -> tuple[Message, ...]:
        """What is worth saying of it: that it has moved, or that it has no such place."""
        moved = Message("{document} has moved to {place}.", document=self.doc, place=self.row.doc)
        own = self.landing and self.landing.notice
        return (*((moved,) if self.doc != self.row.doc else ()), *((own,) if own else ()))


def find(snapshot: Snapshot, named: str, scope: Scope) -> tuple[DocumentRow, str]:
    """The document and the anchor that an id names; see `find_place_of`."""
    found = find_place_of(snapshot, named, scope)
    return found.row, found.anchor


def names_document(snapshot: Snapshot, named: str, scope: Scope) -> bool:
    """Whether an id names a document that the scope shows."""
    rows = (snapshot.catalogue.document(doc) for doc, _, _ in _readings(named))
    return any(row is not None and is_visible(row.collection, scope) for row in rows)


def find_place_of(snapshot: Snapshot, named: str, scope: Scope) -> Found:
    """What an id names; it may go on with a place (`notes/a.pdf?page=12`), and a file name may hold `#` and `?`.

    Raises:
        NotFound: with near ids that the scope shows.
    """
    for doc, anchor, query in (readings := list(_readings(named))):
        row = snapshot.catalogue.document(doc)
        if row is None or not is_visible(row.collection, scope):
            continue
        wanted = place_named(query)
        if wanted is None or anchor in _anchors(snapshot, row):
            return Found(doc, row, anchor)
        landing = land(snapshot, row, wanted)
        return Found(doc, row, landing.anchor, landing)
    doc = readings[-1][0] if readings[-1][2] else split_id(named)[0]
    if is_lone(doc):
        raise NotFound("{file} is not in the library. Add its folder first.", file=posixpath.basename(doc))
    raise NotFound(
        "There is no document {name}.",
        name=doc,
        did_you_mean=near_documents(snapshot, doc, scope),
        next="browse or search for its id",
    )


def land(snapshot: Snapshot, row: DocumentRow, wanted: FilePlace) -> Landing:
    """Where a place of a document's file is, or the place nearest to it."""
    sections = snapshot.catalogue.sections_of(row.key)
    places = snapshot.catalogue.places_of(row.key)
    found = find_place(places, wanted)
    if found is None and not places and wanted.kind is PlaceKind.LINE and sections:
        line = max(1, min(wanted.first, sections[-1].end_line))
        found = FoundPlace((line, line), FilePlace(PlaceKind.LINE, line, line), line == wanted.first)
    if found is None:
        notice = Message("{document} has no {place}; it is shown from the start.", document=row.doc, place=wanted.words)
        return Landing("", FoundPlace((1, 0), wanted, False), notice)
    above = [section for section in sections if section.start_line <= found.lines[0]] or sections[:1]
    said = Message(
        "{document} has nothing at {place}; the nearest is {nearest}.",
        document=row.doc,
        place=wanted.words,
        nearest=found.place.words,
    )
    return Landing(above[-1].anchor if above else "", found, None if found.is_exact else said)


def _readings(named: str) -> Iterator[tuple[str, str, str]]:
    """The ways to read an id: document, anchor and the query of a link; names that hold `#` and `?` come first."""
    if named.startswith(SCHEME):
        whole, _, fragment = named[len(SCHEME) :].partition("#")
        yield unquote(whole), unquote(fragment), ""
        path, is_split, query = whole.rpartition("?")
        if is_split:
            yield unquote(path), unquote(fragment), query
        return
    yield named, "", ""
    before, _, anchor = named.rpartition("#")
    split = [(before, anchor)] if before else []
    for doc, own in (*split, (named, "")):
        yield doc, own, ""
        path, _, query = doc.rpartition("?")
        if path and place_named(query) is not None:
            yield path, own, query


def _anchors(snapshot: Snapshot, row: DocumentRow) -> Sequence[str]:
    return [section.anchor for section in snapshot.catalogue.sections_of(row.key)]


def find_section(snapshot: Snapshot, row: DocumentRow, anchor: str, *, with_text: bool = False) -> int:
    """The place of a section among its document's sections.

    Raises:
        NotFound: with near sections of the document.
    """
    sections = snapshot.catalogue.sections_of(row.key, with_text=with_text)
    for number, section in enumerate(sections):
        if section.anchor == anchor:
            return number
    folded = fold_name(anchor)
    for number, section in enumerate(sections):
        if fold_name(section.title) == folded or section.anchor.casefold() == anchor.casefold():
            return number
    anchors = [section.anchor for section in sections]
    near = difflib.get_close_matches(anchor, anchors[:MOST_COMPARED], n=5, cutoff=0.4) or anchors[:5]
    raise NotFound(
        "{document} has no section {name}.",
        document=row.doc,
        name=anchor,
        did_you_mean=[f"{row.doc}#{each}" for each in near],
        next=f"outline of {row.doc}",
    )


def near_documents(snapshot: Snapshot, wanted: str, scope: Scope, limit: int = 5) -> list[str]:
    """Ids of documents named nearly like `wanted`, within the scope; where it names folders, the nearest path first."""
    folder, _, name = wanted.rstrip("/").rpartition("/")
    stem = fold_name(posixpath.splitext(name)[0])
    keys = snapshot.catalogue.exact(stem)[:50]
    named = snapshot.catalogue.document_rows(keys)
    found = [named[key].doc for key in keys if key in named and is_visible(named[key].collection, scope)]
    if not stem or (found and not folder):
        return found[:limit]
    by_stem: dict[str, list[str]] = {}
    for slug, path, _ in snapshot.facets.places.values():
        if is_visible(slug, scope):
            above, _, file = path.rpartition("/")
            own = posixpath.splitext(file)[0].lower()
            if abs(len(own) - len(stem)) <= max(3, len(stem) // 3) or stem in own:
                by_stem.setdefault(own, []).append(f"{slug}/{path}")
            if file in FOLDER_PAGES and above.rpartition("/")[2].casefold() == stem:
                found.append(f"{slug}/{path}")
    close = difflib.get_close_matches(stem, list(by_stem)[:MOST_COMPARED], n=limit, cutoff=0.6)
    if not folder:
        return [*(by_stem[name][0] for name in close), *found][:limit]
    found += [id for name in close for id in by_stem[name]]
    compared = difflib.SequenceMatcher(None, "", wanted.casefold(), autojunk=False)

    def nearness(id: str) -> float:
        compared.set_seq1(id.casefold())
        return -compared.ratio()

    return sorted(dict.fromkeys(found[:MOST_NEAR]), key=nearness)[:limit]


def breadcrumb(snapshot: Snapshot, row: DocumentRow, section: SectionRow | None = None) -> tuple[str, ...]:
    """Collection name, folders' and document's titles and the headings above a section, outermost first."""
    collection = snapshot.collections.get(row.collection)
    crumbs = [collection.name if collection else row.collection, *folder_titles(snapshot, row), row.title]
    if section is not None:
        crumbs.extend(section.heading_path)
    return tuple(crumbs)


def folder_titles(snapshot: Snapshot, row: DocumentRow) -> list[str]:
    """What the folders above a document are called: by the titles of their own pages, else by their names."""
    *folders, name = row.path.split("/")
    if name in FOLDER_PAGES:
        folders = folders[:-1]
    titles: list[str] = []
    above = ""
    for folder in folders:
        above = f"{above}{folder}/"
        place = (row.collection, above)
        title = snapshot.folder_titles.get(place)
        if title is None:
            pages = [above + page for page in FOLDER_PAGES]
            title = snapshot.folder_titles[place] = snapshot.catalogue.title_at(row.collection, pages) or folder
        titles.append(title)
    return titles


def card_of(row: DocumentRow) -> DocumentCard:
    """A document as a list shows it."""
    return DocumentCard(
        row.doc, row.title, row.collection, row.path, row.type, row.category, row.tags, row.language, row.words,
        row.sections, row.modified_at, row.date, row.description, row.summary, row.keywords, row.aliases,
    )  # fmt: skip
