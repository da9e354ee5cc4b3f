"""One page of hits: titles, breadcrumbs and snippets of the sections that a search found."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from bookwheel.domain.document import TOP
from bookwheel.domain.search import Hit
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.search.further_snippets import with_further
from bookwheel.library.search.hit_list import HitList
from bookwheel.library.search.hit_places import FilePlaces
from bookwheel.library.search.near_copies import name_copies
from bookwheel.library.search.snippet_source import excerpted
from bookwheel.library.search.snippets import Matcher, cleaned, snippet
from bookwheel.library.snapshot.lookup import folder_titles
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.snapshot.web_addresses import web_address


def page_of(
    hits: HitList, offset: int, limit: int, snapshot: Snapshot, matcher: Matcher, snippets: int = 1
) -> tuple[list[tuple[int, Hit]], int]:
    """The next hits that still have a row, with so many snippets, and where the page after them starts."""
    page: list[tuple[int, Hit]] = []
    places = FilePlaces(snapshot.catalogue)
    at = offset
    while len(page) < limit and at < len(hits.keys):
        keys = hits.keys[at : at + limit - len(page)].tolist()
        rows = snapshot.catalogue.section_rows(keys)
        documents = snapshot.catalogue.document_rows(sorted({row.document_key for row in rows.values()}))
        for index, key in enumerate(keys, at):
            row = rows.get(key)
            document = documents.get(row.document_key) if row else None
            if row and document:
                others = int(hits.others[index]) if hits.others is not None else 0
                hit = _hit(row, document, float(hits.scores[index]), snapshot, matcher, others, index < hits.whole)
                if (place := places.of_hit(hit, document)) is not None:
                    hit = replace(hit, place=place)
                if snippets > 1:
                    hit = with_further(hit, row, document, matcher, snippets, snapshot.catalogue)
                page.append((key, hit))
        at += len(keys)
    if hits.copies:
        page = [(key, hit) for (key, _), hit in zip(page, name_copies(page, hits.copies, snapshot), strict=True)]
    return page, at


def _hit(
    row: SectionRow,
    document: DocumentRow,
    score: float,
    snapshot: Snapshot,
    matcher: Matcher,
    others: int,
    has_all_words: bool,
) -> Hit:
    texts, lines = excerpted(row, document, snapshot.catalogue)
    text, spans = snippet(texts, matcher)
    return Hit(
        row.doc,
        f"{row.doc}#{row.anchor}",
        cleaned(row.title) or cleaned(document.title),
        cleaned(document.title),
        breadcrumb(row, document, snapshot),
        lines,
        text,
        spans,
        round(score, 4),
        uri_of(row.doc, row.anchor),
        document.collection,
        document.type,
        others=others,
        has_all_words=has_all_words,
        url=web_address(document.header_json, row.anchor),
    )


def breadcrumb(row: SectionRow, document: DocumentRow, snapshot: Snapshot) -> tuple[str, ...]:
    """Collection, folders by their titles, document and the headings above a section, outermost first."""
    collection = snapshot.collections.get(document.collection)
    title = cleaned(document.title)
    headings = [cleaned(heading) for heading in row.heading_path]
    if headings and headings[0] == title:
        headings = headings[1:]
    is_document = row.anchor == TOP or (row.level == 1 and cleaned(row.title) == title)
    return (
        collection.name if collection else document.collection,
        *(cleaned(folder) for folder in folder_titles(snapshot, document)),
        *(() if is_document else (title,)),
        *headings,
    )


def uri_of(doc: str, anchor: str) -> str:
    """The address of a section in the window."""
    return f"bookwheel://doc/{quote(doc, safe='/')}#{quote(anchor, safe='')}"
