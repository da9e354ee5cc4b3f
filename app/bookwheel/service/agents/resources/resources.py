"""Resources: documents and outlines by address, the library's topics, and the tray of pinned passages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import quote, unquote

import mcp_types as types

from bookwheel.domain.annotations.pins import TrayAnswer
from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.links.place_links import place_named
from bookwheel.domain.reading import OutlineRequest, ReadRequest
from bookwheel.domain.search import FacetCount, Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import TOKEN, Shaped
from bookwheel.service.sanitising import clean_id, original_id

DOC, OUTLINE = "bookwheel://doc/", "bookwheel://outline/"
TOPICS, TRAY = "bookwheel://topics", "bookwheel://tray"

DOC_TOKENS, OUTLINE_TOKENS, TOPICS_TOKENS, TRAY_TOKENS = 16_000, 4000, 2000, 8000

LONGEST_URI = 4000
"""Characters."""

TEMPLATES = [
    types.ResourceTemplate(
        name="document",
        title="Document",
        uri_template=f"{DOC}{{+path}}",
        description="A document's source text by its id, or with #anchor one section and all below it.",
    ),
    types.ResourceTemplate(
        name="outline",
        title="Outline",
        uri_template=f"{OUTLINE}{{+path}}",
        description="A document's headings as a tree, with section ids, word counts and lines.",
        mime_type="application/json",
    ),
]

_MARKDOWN = (".md", ".markdown", ".mdown", ".mdx", ".qmd", ".rmd")


@dataclass(frozen=True, slots=True)
class Contents:
    """What a resource holds, and what the activity list shows of it."""

    contents: list[types.TextResourceContents]
    tokens: int
    sections: tuple[str, ...]


def listed(library: Library, scope: Scope) -> list[types.Resource]:
    """The resources of fixed address, as this caller may see them."""
    tray = _tray(library, scope)[0]
    count = len(tray.entries)
    passages = f"{count} passage{'' if count == 1 else 's'}, {tray.tokens:,} tokens" if count else "nothing at present"
    return [
        types.Resource(
            name="topics",
            title="Topics",
            uri=TOPICS,
            description="What the library is about: categories, types and tags with their numbers of documents.",
            mime_type="application/json",
        ),
        types.Resource(
            name="tray",
            title="Pinned passages",
            uri=TRAY,
            description=f"What the person pinned for agents to read: {passages}.",
            mime_type="application/json",
        ),
    ]


def read(uri: str, library: Library, scope: Scope) -> Contents:
    """What is at an address.

    Raises:
        NotFound: for an address of nothing that the caller may see.
        BadRequest: for one that is too long.
    """
    if len(uri) > LONGEST_URI:
        raise BadRequest(f"An address has at most {LONGEST_URI:,} characters.")
    uri = uri.encode("utf-8", "replace").decode()
    if uri == TOPICS:
        return _json(uri, topics(library, scope))
    if uri == TRAY:
        return _json(uri, tray(library, scope))
    if uri.startswith(DOC):
        return _document(uri, library, scope)
    if uri.startswith(OUTLINE):
        answer = library.outline(OutlineRequest(target_of(uri, OUTLINE)), scope)
        return _json(uri, answers.outline(answer, OUTLINE_TOKENS))
    known = [template.uri_template for template in TEMPLATES]
    raise NotFound("There is no such resource.", did_you_mean=[TOPICS, TRAY, *known], next="resources/list")


def target_of(uri: str, prefix: str) -> str:
    """The id of the document or section that an address names."""
    return original_id(unquote(uri.removeprefix(prefix), errors="replace"))


def _target_with_place(uri: str) -> str:
    """The id that a document's address names, with the place in its file (`?page=12`) that may follow it."""
    path, _, query = uri.partition("#")[0].rpartition("?")
    if place_named(query) is None:
        return target_of(uri, DOC)
    anchor = uri.partition("#")[2]
    return f"{target_of(path, DOC)}?{query}" + (f"#{original_id(unquote(anchor))}" if anchor else "")


def outline_uri(doc: str) -> str:
    """The address of a document's outline."""
    return f"{OUTLINE}{quote(doc)}"


def _document(uri: str, library: Library, scope: Scope) -> Contents:
    request = ReadRequest((_target_with_place(uri),), subtree=True, budget_tokens=DOC_TOKENS)
    answer = library.read(request, scope)
    passage = answer.passages[0]
    shaped = answers.shaped(replace(answer, cursor=""))
    text = str(answers.cleaned(passage.text))
    last = passage.lines[1]
    about: dict[str, object] = {"bookwheel/lines": list(passage.lines), "bookwheel/revision": answer.revision}
    if passage.place:
        about["bookwheel/place"] = str(passage.place.words)
    contents = [
        types.TextResourceContents(
            uri=uri,
            mime_type="text/markdown" if passage.doc.lower().endswith(_MARKDOWN) else "text/plain",
            text=text,
            _meta={**about, "bookwheel/section": clean_id(passage.section or passage.doc)},
        )
    ]
    if passage.is_truncated:
        notice = answers.shaped_rows(
            {
                "is_truncated": True,
                "notices": [
                    f"This is the start; for the rest, read with docs and lines [{last + 1}, …] gives what follows."
                ],
            },
            0,
        )
        contents.append(types.TextResourceContents(uri=uri, mime_type="application/json", text=notice.text))
    return Contents(contents, -(-len(text) // TOKEN), shaped.sections or (passage.section or passage.doc,))


def topics(library: Library, scope: Scope) -> Shaped:
    """Categories, types and tags with their numbers of documents, the largest first, within a budget."""
    answer = library.browse(BrowseRequest(View.CATEGORIES, limit=500), scope)
    values = {
        "categories": answer.values,
        "types": library.browse(BrowseRequest(View.TYPES, limit=100), scope).values,
        "tags": library.browse(BrowseRequest(View.TAGS, limit=500), scope).values,
    }
    state: dict[str, object] = {
        "revision": answer.revision,
        "pending": answer.pending,
        "coverage": answer.coverage,
    }
    counts = {name: len(rows) for name, rows in values.items()}
    while True:
        notices = [
            f"{len(values[name]) - count} more {name}: browse with view={name}."
            for name, count in counts.items()
            if count < len(values[name])
        ]
        shown = {name: _counted(values[name][:count]) for name, count in counts.items()}
        shaped = answers.shaped_rows({**shown, **state, "notices": notices}, 0)
        if shaped.tokens <= TOPICS_TOKENS or not any(counts.values()):
            return shaped
        longest = max(counts, key=lambda name: counts[name])
        counts[longest] = counts[longest] * 4 // 5


def _counted(values: Sequence[FacetCount]) -> list[dict[str, object]]:
    return [{"value": one.value[:120], "documents": one.count} for one in values if one.value]


def tray(library: Library, scope: Scope) -> Shaped:
    """The pinned passages that the caller may see, in the person's order; texts end where the budget does."""
    answer, texts = _tray(library, scope)
    room = TRAY_TOKENS * TOKEN
    passages: list[dict[str, object]] = []
    for entry, text in zip(answer.entries, texts, strict=True):
        row: dict[str, object] = {
            "section": entry.section,
            "title": entry.title,
            "breadcrumb": list(entry.breadcrumb),
            "lines": list(entry.lines),
            **({"place": str(entry.place.words)} if entry.place else {}),
            "tokens": entry.tokens,
            "uri": entry.uri,
        }
        if len(text) <= room:
            row["text"] = text
        else:
            row["is_truncated"] = True
        room -= len(text)
        passages.append(row)
    notices = [] if room >= 0 else ["Passages without text did not fit; call read with their section."]
    content: dict[str, object] = {"passages": passages, "tokens": answer.tokens, "revision": answer.revision}
    shaped = answers.shaped_rows({**content, "notices": notices}, len(passages))
    return replace(shaped, sections=tuple(entry.section for entry in answer.entries))


def _tray(library: Library, scope: Scope) -> tuple[TrayAnswer, tuple[str, ...]]:
    return (TrayAnswer((), 0, 0), ()) if library.tray is None else library.tray.shown(scope)


def _json(uri: str, shaped: Shaped) -> Contents:
    contents = types.TextResourceContents(uri=uri, mime_type="application/json", text=shaped.text)
    return Contents([contents], shaped.tokens, shaped.sections)
