"""What a window shows of a document: its page, the files that the page shows, and where its links lead."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, unquote

from bookwheel.domain.document import TOP, Dialect, LinkKind
from bookwheel.domain.errors import NotFound
from bookwheel.domain.formats import format_named, format_of
from bookwheel.domain.links.lone_files import is_lone, lone_id, lone_path
from bookwheel.domain.links.named_links import read_address
from bookwheel.domain.links.place_links import place_named
from bookwheel.domain.page import FindAnswer, FindRequest, PageAnswer, PageRequest, ResolveAnswer, ResolveRequest, Way
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.fields.note_store import NoteStore
from bookwheel.library.fields.page_queries import PageQueries
from bookwheel.library.reading.drawings import FORMAT, drawing_of
from bookwheel.library.reading.front_matter import properties_of
from bookwheel.library.reading.includes import block_of, included
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.reading.page_parts import counts_of, parts_of, places_of, source_of
from bookwheel.library.reading.page_pieces import pieces_of
from bookwheel.library.reading.render_process import Functions
from bookwheel.library.reading.renderer_child import Renderer
from bookwheel.library.reading.syntax_extras import extras_of
from bookwheel.library.snapshot.lookup import Landing, breadcrumb, find, land, uri_of
from bookwheel.library.snapshot.section_tree import branch_end
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.source_order import near_order
from bookwheel.library.snapshot.web_addresses import web_address
from bookwheel.library.sources.link_resolver import Resolver
from bookwheel.library.sources.publication_cards import is_publication
from bookwheel.library.sources.tree_order import Order, Spot
from bookwheel.pages.queries import BASE
from bookwheel.pages.render import Heading, Target
from bookwheel.pages.worker import RenderTask
from bookwheel.parsing.titles import is_from_name

LARGEST_EMBED = 200_000
_LONGEST_FRAGMENT = 200
_PDF_PAGE = re.compile(r"page=(\d{1,6})\Z")
WORDS_PER_MINUTE = 238
"""Silent reading of English non-fiction: Brysbaert 2019, as the sample tells."""
RIGHT_TO_LEFT = frozenset(("ar", "fa", "he", "ur", "ps", "sd", "ug", "yi", "dv", "ku"))

_WITH_QUERIES = (Dialect.OBSIDIAN, Dialect.GFM, Dialect.CONVERTED)
"""Dialects in whose pages queries are answered."""

Mark = Callable[[str], list[tuple[int, int]]]


def page(
    request: PageRequest,
    scope: Scope,
    snapshot: Snapshot,
    marker: Callable[[str, Snapshot], Mark],
    renderer: Renderer,
    notes: NoteStore,
    pictures: InnerPictures,
) -> PageAnswer:
    """A document as safe HTML, with the query's matches marked.

    Raises:
        NotFound: for an unknown document.
    """
    with snapshot.catalogue.snapshot():
        row, _ = find(snapshot, request.doc, scope)
        root = root_of(snapshot, row)
        sections = snapshot.catalogue.sections_of(row.key)
        parts = parts_of(sections)
        if not 0 <= request.part < len(parts):
            raise NotFound("{document} has no part {number}.", document=row.doc, number=request.part)
        task = _task_of(request, row, root, parts, snapshot)
        if row.format == FORMAT and not request.part:
            task = replace(task, drawing=drawing_of(row, root, sections, snapshot, pictures))
        anchors = frozenset(section.anchor for section in sections) if len(parts) > 1 else frozenset[str]()
        mark = marker(request.query, snapshot) if task.has_query else None
        functions = _functions_for(row, root, anchors, mark, snapshot, notes)
        rendered = renderer.render(task, functions, (row.doc, request.part, snapshot.revision))
        crumbs = breadcrumb(snapshot, row)[:-1]
        stated = near_order(snapshot, row.collection)
        landing = _landing(request, row, snapshot)
        before, after = stated.order.neighbours(row.path)
    return PageAnswer(
        doc=row.doc,
        title=_title_of(row, stated.order),
        html=rendered.html if request.part else rendered.html + places_of(parts),
        breadcrumb=crumbs,
        tags=row.tags,
        type=row.type,
        language=row.language,
        is_right_to_left=row.language.partition("-")[0] in RIGHT_TO_LEFT,
        words=row.words,
        reading_minutes=max(1, round(row.words / WORDS_PER_MINUTE)),
        modified_at=row.modified_at,
        source_path=_source_path(row, root, snapshot),
        hits=rendered.hits,
        revision=snapshot.told_revision,
        properties=properties_of(row.header_json),
        previous=_way(row, before),
        next=_way(row, after),
        languages=tuple(
            Way(f"{row.collection}/{path}", stated.order.spots[stated.order.at[path]].title, code)
            for code, path in stated.translations.get(row.path, ())
        ),
        parts=len(parts),
        anchor=landing.anchor if landing else "",
        notices=(landing.notice,) if landing and landing.notice else (),
        format=row.format,
        url=web_address(row.header_json),
    )


def _source_path(row: DocumentRow, root: Path, snapshot: Snapshot) -> str:
    """The file of a document; empty for one of a subscription, which comes without it."""
    path = root / snapshot.catalogue.disk_path(row.collection, row.path)
    is_here = not is_publication(snapshot.collections[row.collection]) or path.is_file()
    return str(path) if is_here else ""


def _landing(request: PageRequest, row: DocumentRow, snapshot: Snapshot) -> Landing | None:
    wanted = place_named(request.place)
    return land(snapshot, row, wanted) if wanted is not None else None


def _task_of(
    request: PageRequest, row: DocumentRow, root: Path, parts: Sequence[Sequence[SectionRow]], snapshot: Snapshot
) -> RenderTask:
    """What is rendered: the part that is asked for, or the whole text of a document in one part."""
    part, text, dialect = parts[request.part], snapshot.catalogue.text_of(row.key), Dialect(row.dialect)
    return RenderTask(
        source_of(text, part) if len(parts) > 1 else text,
        format=format_named(row.format).form,
        dialect=dialect,
        first_line=part[0].start_line if part else 1,
        headings=tuple(Heading(section.anchor, section.title, section.level, section.start_line) for section in part),
        extensions=extras_of(root, row.path, dialect),
        has_query=bool(request.query.strip()),
        name=row.path.rpartition("/")[2],
        kind=row.format,
        pieces=pieces_of(snapshot.catalogue.places_of(row.key), [one for parted in parts for one in parted], part),
    )


def _functions_for(
    row: DocumentRow, root: Path, anchors: frozenset[str], mark: Mark | None, snapshot: Snapshot, notes: NoteStore
) -> Functions:
    """What the renderer asks: where links lead, what is embedded or included, and what the query matches."""
    resolver = Resolver(snapshot.catalogue, row.collection, root)

    def place_of(path: str, name: str) -> str:
        found = resolver.resolve_picture(path, name, LinkKind.EMBED)
        return found.path if found.status == "asset" else ""

    queries = PageQueries(lambda: notes.shelf(snapshot, row.collection), row.path, place_of=place_of)
    return Functions(
        resolve=lambda href, kind: _own(row, href, anchors) or _target(resolver, snapshot, row, href, kind),
        embed=lambda name: _embedded(resolver, snapshot, row, name),
        include=lambda kind, name: included(resolver, snapshot, row, root, kind, name),
        mark=mark,
        query=queries.answer if Dialect(row.dialect) in _WITH_QUERIES else None,
    )


def _title_of(row: DocumentRow, order: Order) -> str:
    """The document's own title, or that of the navigation where its own is only made from the file's name."""
    if row.path in order.at and is_from_name(row.title, row.path, Dialect(row.dialect)):
        return order.spots[order.at[row.path]].title
    return row.title


def find_in(request: FindRequest, scope: Scope, snapshot: Snapshot) -> FindAnswer:
    """How often words stand in each part of a document's page.

    Raises:
        NotFound: for an unknown document.
    """
    row, _ = find(snapshot, request.doc, scope)
    parts = parts_of(snapshot.catalogue.sections_of(row.key))
    return FindAnswer(tuple(counts_of(snapshot.catalogue.text_of(row.key), parts, request.words)))


def resolve(request: ResolveRequest, scope: Scope, snapshot: Snapshot) -> ResolveAnswer:
    """Where a link written in a document leads; a broken one comes with documents named nearly like it.

    Raises:
        NotFound: for an unknown document.
    """
    with snapshot.catalogue.snapshot():
        row, _ = find(snapshot, request.doc, scope)
        resolver = Resolver(snapshot.catalogue, row.collection, root_of(snapshot, row))
        found = resolver.resolve_href(row.path, request.href)
        if found.status == "broken":
            by_name = resolver.resolve_href(row.path, unquote(request.href), LinkKind.WIKILINK)
            found = by_name if by_name.status != "broken" else found
        if found.status == "resolved":
            doc = f"{row.collection}/{found.path}"
            return ResolveAnswer("resolved", doc=doc, section=f"{doc}#{found.anchor}" if found.anchor else "")
        if found.status == "broken":
            near = [f"{row.collection}/{path}" for path in resolver.suggestions(request.href.partition("#")[0])]
            return ResolveAnswer("broken", suggestions=tuple(near))
    return ResolveAnswer(found.status, url=found.path if found.status == "asset" else found.url)


def _way(row: DocumentRow, spot: Spot | None) -> Way | None:
    return Way(f"{row.collection}/{spot.path}", spot.title) if spot is not None else None


def root_of(snapshot: Snapshot, row: DocumentRow) -> Path:
    """The real path of the folder that a document lies in.

    Raises:
        NotFound: when its collection is gone.
    """
    collection = snapshot.collections.get(row.collection)
    if collection is None:
        raise NotFound("There is no document {name}.", name=row.doc)
    return Path(os.path.realpath(collection.root))


def _own(row: DocumentRow, href: str, anchors: frozenset[str]) -> Target | None:
    """A section of the page itself that stands in another part of it; to look it up anew takes 45 ms among 5,000."""
    anchor = unquote(href[1:]) if href.startswith("#") else ""
    return Target(uri_of(row.doc, anchor), "resolved") if anchor in anchors else None


def _target(resolver: Resolver, snapshot: Snapshot, row: DocumentRow, href: str, kind: LinkKind) -> Target:
    is_shown = kind in (LinkKind.IMAGE, LinkKind.EMBED)
    found = resolver.resolve_picture(row.path, href, kind) if is_shown else resolver.resolve_href(row.path, href, kind)
    if found.status == "resolved":
        anchor = found.anchor or _missing_anchor(href)
        if anchor and not found.anchor and found.path == row.path:
            return Target("", "broken")
        uri = _uri_of(f"{row.collection}/{found.path}", anchor)
        address = read_address(href)
        if address is None:
            return Target(uri, "resolved")
        title = snapshot.catalogue.section_title(row.collection, found.path, found.anchor)
        return Target(uri, "resolved", title, address.url)
    if found.status == "external":
        return Target(found.url, "external")
    if found.status == "unknown":
        return Target("", "unknown")
    if found.status == "asset":
        return Target(f"bookwheel://asset/{quote(row.doc)}?href={quote(href, safe='')}", "asset")
    beyond = "" if is_shown or not is_lone(row.doc) else _file_beyond(row, href)
    return Target(uri_of(lone_id(beyond), _missing_anchor(href)), "resolved") if beyond else Target("", "broken")


def _uri_of(doc: str, anchor: str) -> str:
    """The URI of a document; of a PDF, `#page=3` names the page, as in Obsidian and in browsers."""
    page = _PDF_PAGE.match(anchor) if doc.lower().endswith(".pdf") else None
    return f"{uri_of(doc, '')}?page={page[1]}" if page is not None else uri_of(doc, anchor)


def _file_beyond(row: DocumentRow, href: str) -> str:
    """The path of a file above the folder of a lone file that a link leads to, if it can be read."""
    wanted = unquote(href.partition("#")[0].partition("?")[0])
    path = os.path.join(os.path.dirname(lone_path(row.doc)), wanted)
    if ":" in wanted.partition("/")[0] or wanted.startswith(("/", "\\")) or format_of(path) is None:
        return ""
    try:
        return os.path.normpath(path) if os.path.isfile(path) else ""
    except ValueError:
        return ""


def _missing_anchor(href: str) -> str:
    """The fragment of a link, whose page has no such section; the page itself says so where it is opened."""
    fragment = unquote(href.partition("|")[0].partition("#")[2]).strip()
    return "" if fragment.lower() == TOP else fragment[:_LONGEST_FRAGMENT]


def _embedded(resolver: Resolver, snapshot: Snapshot, row: DocumentRow, name: str) -> str | None:
    found = resolver.resolve_href(row.path, name, LinkKind.EMBED)
    if found.status != "resolved":
        return None
    other = snapshot.catalogue.document(f"{row.collection}/{found.path}")
    if other is None:
        return None
    if (block := name.partition("|")[0].rpartition("#")[2].strip()).startswith("^"):
        return block_of(snapshot.catalogue.text_of(other.key), block)
    sections = snapshot.catalogue.sections_of(other.key)
    anchor = found.anchor
    if other.format == BASE and not anchor:  # its first view
        anchor = next((one.anchor for one in sections if one.level), "")
    first = next((number for number, one in enumerate(sections) if one.anchor == anchor), 0)
    last = branch_end(sections, first) if anchor else len(sections)
    text = snapshot.catalogue.text_of(other.key).encode()
    shown = text[sections[first].start_byte : sections[last - 1].end_byte][:LARGEST_EMBED].decode("utf-8", "ignore")
    # The title of what is embedded names the view already.
    return shown.partition("\n")[2] if other.format == BASE and sections[first].level else shown
