"""Where a document is named without being linked."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping

import numpy as np

from bookwheel.domain.diagnostics import Mention, MentionsAnswer, MentionsRequest
from bookwheel.domain.document import Dialect
from bookwheel.domain.messages import Message
from bookwheel.domain.places import FilePlace, place_at
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import DocumentRow, SectionRow, fold_name
from bookwheel.indexes.keyword.analysis import words
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.query_parser import Clause, Phrase, Query
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import LINKS, Graph
from bookwheel.library.snapshot.index_lag import graph_notices, keyword_notices
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import KeywordSettings

SHORTEST = 3
"""Characters of a name that is looked for."""

COMMON, FEW = 0.05, 40
"""A name that stands in more than this share of all sections, and in more than so many, is a word like others."""

_AROUND = 60


def mentions(request: MentionsRequest, scope: Scope, snapshot: Snapshot, graph: Graph | None) -> MentionsAnswer:
    """Sections that name a document by its title or an alias and do not link to it, those of its own collection first.

    A name of one word counts only as it is written, and only with a capital, a digit or another script's letters: else
    every “filters” would name the page Filters. A name that several documents have names none of them.

    Raises:
        NotFound: for a document that the scope does not show.
    """
    with snapshot.catalogue.snapshot():
        row, _ = lookup.find(snapshot, request.doc, scope)
        if graph is None:
            # Who links to it is not known yet.
            return MentionsAnswer((), 0, snapshot.told_revision, graph_notices(snapshot, graph))
        leg = KeywordLeg(snapshot, KeywordSettings(), snapshot.facets.mask((), scope))
        patterns, too_common = _find_names(row, leg, snapshot)
        found = _mentions_in(patterns, _linking(row.doc, graph), snapshot)
    found.sort(key=lambda mention: not mention.doc.startswith(f"{row.collection}/"))
    notices = (*graph_notices(snapshot, graph), *keyword_notices(snapshot), *too_common)
    return MentionsAnswer(tuple(found[: request.limit]), len(found), snapshot.told_revision, notices)


def _find_names(
    row: DocumentRow, leg: KeywordLeg, snapshot: Snapshot
) -> tuple[dict[int, re.Pattern[str]], tuple[Message, ...]]:
    """Sections of other documents that hold one of its names, with what finds it there; notices of common names."""
    is_own = snapshot.facets.document_of[leg.reader.keys] == row.key
    patterns: dict[int, re.Pattern[str]] = {}
    notices: list[Message] = []
    for name in dict.fromkeys(cleaned(title).strip() for title in (row.title, *row.aliases)):
        parts = words(name)
        if len(name) < SHORTEST or not parts or not _tells(name, row, snapshot):
            continue
        matched = leg.match(Query("", "", (Clause((Phrase(tuple(parts)),), is_required=True),))).numbers
        if len(matched) > max(FEW, COMMON * leg.reader.count):
            notices.append(
                Message("“{name}” occurs in too many places to count as a mention of this document.", name=name)
            )
            continue
        pattern = _pattern(name)
        for key in leg.reader.keys[matched[~is_own[matched]]].tolist():
            patterns.setdefault(key, pattern)
    return patterns, tuple(notices)


def _mentions_in(patterns: Mapping[int, re.Pattern[str]], linking: Container[str], snapshot: Snapshot) -> list[Mention]:
    """What the patterns find in the prose of their sections, but for those that link to the document."""
    mentions: list[Mention] = []
    rows = snapshot.catalogue.section_rows(list(patterns))
    titles = snapshot.catalogue.document_rows(sorted({section.document_key for section in rows.values()}))
    for key, pattern in patterns.items():
        section = rows.get(key)
        if section is None or f"{section.doc}#{section.anchor}" in linking:
            continue
        hit = pattern.search(section.prose)
        document = titles.get(section.document_key)
        if hit is not None and document is not None:
            text, span = _around(section.prose, hit.start(), hit.end())
            own = f"{section.doc}#{section.anchor}"
            place = _place(section, document, pattern, snapshot)
            mention = Mention(section.doc, cleaned(document.title), own, cleaned(section.title), text, span, place)
            mentions.append(mention)
    return mentions


def _place(
    section: SectionRow, document: DocumentRow, pattern: re.Pattern[str], snapshot: Snapshot
) -> FilePlace | None:
    """Where in its file a name stands, by the first line of the section that holds it."""
    if document.dialect != Dialect.CONVERTED:
        return None
    first, last = section.start_line, section.end_line
    lines = snapshot.catalogue.text_of(document.key).split("\n")[first - 1 : last]
    line = next((number for number, text in enumerate(lines, first) if pattern.search(text)), 0)
    return place_at(snapshot.catalogue.places_of(document.key), (line, line) if line else (first, last))


def _tells(name: str, row: DocumentRow, snapshot: Snapshot) -> bool:
    """Whether a name is this document's alone, and no word like others."""
    if len(name.split()) == 1 and name.isascii() and name == name.lower() and name.isalpha():
        return False
    return snapshot.catalogue.exact(fold_name(name)) in ([row.key], [])


def _pattern(name: str) -> re.Pattern[str]:
    spaced = r"\s+".join(re.escape(part) for part in name.split())
    before, after = (r"(?<!\w)" if name[0].isascii() else ""), (r"(?!\w)" if name[-1].isascii() else "")
    return re.compile(f"{before}{spaced}{after}", 0 if len(name.split()) == 1 else re.IGNORECASE)


def _linking(doc: str, graph: Graph) -> frozenset[str]:
    """The sections that link to a document, or to a section of it."""
    node = graph.find(doc)
    if node < 0:
        return frozenset()
    edges = graph.rolled.edges[graph.rolled.of_one(node)]
    edges = edges[np.isin(graph.relations[edges], LINKS) & (graph.whole[graph.targets[edges]] == node)]
    return frozenset(str(graph.ids[source]) for source in graph.sources[edges].tolist())


def _around(text: str, start: int, end: int) -> tuple[str, tuple[int, int]]:
    """The words around a place of a text, on one line, and where the place is in them."""
    first, last = max(0, start - _AROUND), min(len(text), end + _AROUND)
    if first:
        first = text.find(" ", first, start) + 1 or start
    if last < len(text):
        last = max(text.rfind(" ", end, last), end)
    before = ("… " if first else "") + " ".join(text[first:start].split())
    gap = " " * (start > first and text[start - 1].isspace())
    name = " ".join(text[start:end].split())
    rest = text[end:last]
    after = (" " * bool(rest[:1].isspace())) + " ".join(rest.split()) + (" …" if last < len(text) else "")
    place = len(before) + len(gap)
    return f"{before}{gap}{name}{after}", (place, place + len(name))
