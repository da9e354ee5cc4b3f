"""Answers shaped for agents: the fields of `wire.compact`, cleaned, and cut to a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import cast

from bookwheel import wire
from bookwheel.domain.browse import BrowseAnswer, View
from bookwheel.domain.messages import Message
from bookwheel.domain.publications import age_s
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry, ReadAnswer
from bookwheel.domain.search import FacetCount, Hit, SearchAnswer, Snippet
from bookwheel.library.snapshot.section_ids import SCHEME
from bookwheel.service.sanitising import cleaned, is_safe

TOKEN = 4
"""Characters that count as one token."""

SEARCH_TOKENS, OUTLINE_TOKENS, BROWSE_TOKENS = 1000, 800, 1000
READ_TOKENS, READ_TOKENS_MOST = 4000, 8000

CURSOR_LONGEST = 50
"""Characters that a cursor adds to an answer, with its name."""

Back = Callable[[str, int], str]
"""Moves a cursor back by a number of rows."""

_SNIPPET_LEAST = 60
_SNIPPETS = 900
"""Characters of all snippets together where there are more hits than can have whole ones."""

_LANGUAGES = 4
"""Other languages of a hit's page that are named."""

_COPIES = 4
"""Near-identical copies of a hit that are named; where there are more, `copies_total` says how many."""

_FURTHER = 160
"""Characters of each further snippet of a section."""

_NOTICE = 160
_FACETS = _TYPES = 5
_TRIES = 4


@dataclass(frozen=True, slots=True)
class Shaped:
    """An answer as it leaves: `content` and its JSON text, and what the activity list shows of it."""

    content: dict[str, object]
    text: str
    sections: tuple[str, ...] = ()
    hits: int = 0

    @property
    def tokens(self) -> int:
        """The size of the text in tokens, rounded up."""
        return -(-len(self.text) // TOKEN)


def shaped(answer: object, sections: Sequence[str] = (), hits: int = 0) -> Shaped:
    """An answer with the fields that agents see, cleaned."""
    return _shaped(wire.compact(answer), sections, hits)


def _shaped(content: dict[str, object], sections: Sequence[str] = (), hits: int = 0) -> Shaped:
    text = _encoded(content)
    if not is_safe(text):
        content = cast("dict[str, object]", cleaned(content))
        text = _encoded(content)
    return Shaped(content, text, tuple(sections), hits)


def joined(answer: Shaped, more: dict[str, object]) -> Shaped:
    """An answer with more fields, cleaned as well."""
    whole = _shaped({**answer.content, **more})
    return replace(answer, content=whole.content, text=whole.text)


def shaped_rows(content: dict[str, object], hits: int) -> Shaped:
    """An answer made of plain values, cleaned."""
    return _shaped(content, (), hits)


def first_rows(rows: Iterable[dict[str, object]], room: int) -> list[dict[str, object]]:
    """The first rows that go into so many characters, and at least one."""
    fitting: list[dict[str, object]] = []
    for row in rows:
        room -= size_of(row) + 1
        if room < 0 and fitting:
            break
        fitting.append(row)
    return fitting


def size_of(value: object) -> int:
    """Characters of a value in an answer."""
    return len(_encoded(value))


def _encoded(value: object) -> str:
    return wire.encode_as_text(value).decode()


_OF_WINDOWS = frozenset(("has_all_words", "others"))
"""What a hit says only where a window lists hits by document."""


def search(ask: Callable[[int], SearchAnswer], back: Back, limit: int, tokens: int = SEARCH_TOKENS) -> Shaped:
    """A search within its budget: snippets give way first, then hits from the end, which the cursor brings later.

    `ask` searches with a limit; `back` moves a cursor before the hits that are left out.
    """
    answer = ask(limit)
    whole = _with_slim_hits(shaped(answer), answer.hits)
    if len(whole.text) <= tokens * TOKEN:
        return _with_hits(whole, answer, len(answer.hits))
    rows = cast("list[dict[str, object]]", whole.content["hits"])
    room = tokens * TOKEN - len(_encoded({**whole.content, "hits": []})) - CURSOR_LONGEST
    sizes = [len(_encoded({**row, "snippet": ""})) + 1 for row in rows]
    texts = [len(_encoded(row["snippet"])) for row in rows]
    count = max(1, _fitting(sizes, texts, room))
    room -= sum(sizes[:count])
    content = dict(whole.content)
    if count < len(rows):
        content["cursor"] = back(answer.cursor, len(rows) - count) if answer.cursor else ask(count).cursor
    text, length = whole.text, _longest(texts[:count], min(room, _SNIPPETS))
    for _ in range(_TRIES):
        content["hits"] = [
            {**row, "snippet": _excerpt(hit, str(row["snippet"]), length)}
            for row, hit in zip(rows[:count], answer.hits, strict=False)
        ]
        text = _encoded(content)
        if len(text) <= tokens * TOKEN:
            break
        # Characters that JSON escapes take more room than they count.
        length = length * 3 // 4
    return _with_hits(Shaped(content, text), answer, count)


def _with_slim_hits(answered: Shaped, hits: Sequence[Hit]) -> Shaped:
    """An answer whose hits say once what their section's id says too: document, address, and the folders' titles."""
    rows = cast("list[dict[str, object]]", answered.content["hits"])
    content = {**answered.content, "hits": [_slim(row, hit) for row, hit in zip(rows, hits, strict=True)]}
    return replace(answered, content=content, text=_encoded(content))


def _slim(row: dict[str, object], hit: Hit) -> dict[str, object]:
    section = str(row["section"])
    said = {"doc": section.partition("#")[0], "uri": SCHEME + section}
    trail = hit.breadcrumb
    above = trail.index(hit.document_title) if hit.document_title in trail else len(trail)
    breadcrumb = cast("list[object]", row.get("breadcrumb", []))[above:]
    kept = {name: value for name, value in row.items() if name not in _OF_WINDOWS and said.get(name) != value}
    if hit.languages:
        kept["languages"] = cast("list[object]", kept["languages"])[:_LANGUAGES]
    if len(hit.copies) > _COPIES:
        kept |= {"copies": cast("list[object]", kept["copies"])[:_COPIES], "copies_total": len(hit.copies)}
    if hit.further:
        further = cast("list[dict[str, object]]", kept["further"])
        kept["further"] = [
            {**part, "snippet": _excerpt(own, str(part["snippet"]), _FURTHER)}
            for part, own in zip(further, hit.further, strict=True)
        ]
    return kept | {"breadcrumb": breadcrumb}


def _with_hits(answered: Shaped, answer: SearchAnswer, count: int) -> Shaped:
    return replace(answered, sections=tuple(hit.section for hit in answer.hits[:count]), hits=answer.total)


def _fitting(sizes: Sequence[int], texts: Sequence[int], room: int) -> int:
    """How many hits fit with snippets of the least length."""
    for count, (size, text) in enumerate(zip(sizes, texts, strict=True)):
        room -= size + min(text, _SNIPPET_LEAST)
        if room < 0:
            return count
    return len(sizes)


def _longest(texts: Sequence[int], room: int) -> int:
    """The length to which snippets must be cut so that all of them fit."""
    open_, left = sorted(texts), room
    for number, text in enumerate(open_):
        share = left // (len(open_) - number)
        if text > share:
            return max(0, share)
        left -= text
    return max(texts, default=0)


def _excerpt(hit: Hit | Snippet, text: str, length: int) -> str:
    """The part of a snippet around its first match, cut between words."""
    if len(text) + 2 <= length:
        return text
    first = min(hit.spans[0][0] if hit.spans else 0, len(text))
    start = max(0, min(first - length // 4, len(text) - length + 4))
    end = max(start, min(len(text), start + length - 4))
    if start:
        space = text.find(" ", start, first)
        start = space + 1 if space >= 0 else start
    if end < len(text):
        space = text.rfind(" ", first, end)
        end = space if space > start else end
    return ("…" if start else "") + text[start:end].strip() + ("…" if end < len(text) else "")


def outline(answer: OutlineAnswer, tokens: int = OUTLINE_TOKENS) -> Shaped:
    """An outline within its budget: the deepest levels give way first, then the sections at the end."""
    whole = shaped(answer)
    budget = tokens * TOKEN
    if len(whole.text) > budget:
        whole = _shorter_outline(answer, budget)
    return replace(whole, sections=(answer.doc,), hits=len(answer.sections))


def _shorter_outline(answer: OutlineAnswer, budget: int) -> Shaped:
    room = budget - len(_encoded(wire.compact(replace(answer, sections=())))) - 2 * _NOTICE
    sizes = [len(_encoded(wire.compact(entry))) + 1 for entry in answer.sections]
    kept = list(zip(answer.sections, sizes, strict=True))
    notices = list(answer.notices)
    deepest = max(entry.depth for entry in answer.sections)
    while deepest > 1 and sum(size for _, size in kept) > room:
        deepest -= 1
        kept = [(entry, size) for entry, size in kept if entry.depth <= deepest]
    hidden = len(answer.sections) - len(kept)
    if hidden:
        notices.append(
            Message.verbatim(f"{hidden} deeper sections are left out; call outline with a section to see its branch.")
        )
    entries: list[OutlineEntry] = []
    for entry, size in kept:
        room -= size
        if room < 0:
            cut = len(kept) - len(entries)
            notices.append(
                Message.verbatim(f"{cut} more sections follow; call outline with after and the last section shown.")
            )
            break
        entries.append(entry)
    return shaped(replace(answer, sections=tuple(entries), notices=tuple(notices)))


def browse(ask: Callable[[int], BrowseAnswer], back: Back, limit: int, tokens: int = BROWSE_TOKENS) -> Shaped:
    """A list within its budget: rows give way from the end, which the cursor brings later."""
    answer = _brief(ask(limit))
    whole = _with_ages(shaped(answer), answer)
    named = tuple(card.doc for card in answer.documents)
    if len(whole.text) <= tokens * TOKEN:
        return replace(whole, sections=named, hits=answer.total)
    name = next(each for each in ("documents", "values", "collections") if whole.content.get(each))
    rows = cast("list[object]", whole.content[name])
    room = tokens * TOKEN - len(_encoded({**whole.content, name: []})) - CURSOR_LONGEST - _NOTICE
    count = max(1, _fitting([len(_encoded(row)) + 1 for row in rows], [0] * len(rows), room))
    content = {**whole.content, name: rows[:count]}
    if name == "collections":
        # They come all at once, without a cursor.
        content["notices"] = [f"Only {count} of {answer.total} collections are shown; filter by collection for others."]
    elif count < len(rows):
        content["cursor"] = back(answer.cursor, len(rows) - count) if answer.cursor else ask(count).cursor
    return Shaped(content, _encoded(content), named[:count], answer.total)


def _brief(answer: BrowseAnswer) -> BrowseAnswer:
    """The answer with one text for each document, and the most frequent facets where they are not the answer itself."""
    documents = tuple(
        replace(card, description=cut(card.description or card.summary, 140), summary="", keywords=(), aliases=())
        for card in answer.documents
    )
    # A folder's place on the disk is the person's own.
    collections = tuple(
        replace(card, root="", added_at="", skipped_types=card.skipped_types[:_TYPES]) for card in answer.collections
    )
    seen: dict[str, int] = {}
    facets: list[FacetCount] = []
    for facet in answer.facets if answer.view in (View.COLLECTIONS, View.DOCUMENTS) else ():
        seen[facet.field] = seen.get(facet.field, 0) + 1
        if facet.value and seen[facet.field] <= _FACETS:
            facets.append(replace(facet, value=cut(facet.value, 60)))
    return replace(answer, documents=documents, collections=collections, facets=tuple(facets))


def _with_ages(whole: Shaped, answer: BrowseAnswer) -> Shaped:
    """The answer with the age of what was published, which agents cannot tell without a clock."""
    cards = {card.slug: card.publication for card in answer.collections if card.publication is not None}
    if not cards:
        return whole
    now = datetime.now(UTC)
    rows: list[dict[str, object]] = []
    for row in cast("list[dict[str, object]]", whole.content["collections"]):
        card = cards.get(str(row["slug"]))
        if card is not None:
            shown = cast("dict[str, object]", row["publication"])
            row = {**row, "publication": {**shown, "age_days": round(age_s(card, now) / 86_400, 1)}}
        rows.append(row)
    return _shaped({**whole.content, "collections": rows}, whole.sections, whole.hits)


def cut(text: str, length: int) -> str:
    """A text that fits, cut between words."""
    return text if len(text) <= length else text[: length - 1].rsplit(" ", 1)[0] + "…"


def read(ask: Callable[[int], ReadAnswer], tokens: int) -> Shaped:
    """Passages within their budget: the text's own budget shrinks until the whole answer fits.

    `ask` reads with a budget of tokens for the text alone.
    """
    budget = tokens * TOKEN
    allowed = max(1, int(tokens * 0.94) - 60)
    answer = ask(allowed)
    tried = shaped(answer)
    for _ in range(_TRIES):
        if len(tried.text) <= budget or allowed <= 1:
            break
        allowed = max(1, int(allowed * budget / len(tried.text) * 0.97) - 8)
        answer = ask(allowed)
        tried = shaped(answer)
    read = tuple(passage.section or passage.doc for passage in answer.passages)
    return replace(tried, sections=read, hits=len(answer.passages))


def error(code: str, message: str, did_you_mean: Sequence[str] = (), next: str = "") -> Shaped:
    """A refusal that tells what to do."""
    return _shaped({"code": code, "message": str(message), "did_you_mean": list(did_you_mean[:5]), "next": next})
