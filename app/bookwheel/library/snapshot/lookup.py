"""Finding documents by id, and saying where a document or section stands."""

from __future__ import annotations

import difflib
import posixpath
from urllib.parse import quote, unquote

from bookwheel.domain.errors import NotFound
from bookwheel.domain.search import DocumentCard, Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow, fold_name
from bookwheel.library.snapshot.snapshot import Snapshot

SCHEME = "bookwheel://doc/"
FOLDER_PAGES = ("_index.md", "index.md", "README.md", "readme.md")
MOST_COMPARED, MOST_NEAR = 3000, 1000


def split_id(named: str) -> tuple[str, str]:
    """Document id and anchor of an id `collection/path#anchor` or of a `bookwheel://doc/…` URI."""
    if named.startswith(SCHEME):
        doc, _, anchor = named[len(SCHEME) :].partition("#")
        return unquote(doc), unquote(anchor)
    doc, _, anchor = named.rpartition("#")
    return (doc, anchor) if doc else (named, "")


def uri_of(doc: str, anchor: str = "") -> str:
    """The URI that cites a document or one of its sections."""
    return f"{SCHEME}{quote(doc)}#{quote(anchor)}" if anchor else f"{SCHEME}{quote(doc)}"


def is_visible(collection: str, scope: Scope) -> bool:
    """Whether the scope shows a collection."""
    return scope.collections is None or collection in scope.collections


def find(snapshot: Snapshot, named: str, scope: Scope) -> tuple[DocumentRow, str]:
    """The document and the anchor that an id names; a file name may itself hold a `#`.

    Raises:
        NotFound: with near ids that the scope shows.
    """
    doc, anchor = split_id(named)
    row = snapshot.catalogue.document(named)
    if row is not None:
        anchor = ""
    elif doc != named:
        row = snapshot.catalogue.document(doc)
    if row is None or not is_visible(row.collection, scope):
        raise NotFound(
            "There is no document {name}.",
            name=doc,
            did_you_mean=near_documents(snapshot, doc, scope),
            next="browse or search for its id",
        )
    return row, anchor


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
