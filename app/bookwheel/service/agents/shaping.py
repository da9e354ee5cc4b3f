"""Answers shaped for agents: the fields of `wire.compact`, cleaned, and cut to a budget of tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import cast

import msgspec

from bookwheel import wire
from bookwheel.domain.query import FacetCount, Hit, SearchAnswer
from bookwheel.domain.reading import BrowseAnswer, OutlineAnswer, OutlineEntry, ReadAnswer, View
from bookwheel.service.agents.cleaning import cleaned, is_safe

TOKEN = 4
"""Characters that count as one token."""

SEARCH_TOKENS, OUTLINE_TOKENS, BROWSE_TOKENS = 1000, 800, 1000
READ_TOKENS, READ_TOKENS_MOST = 4000, 8000

_SNIPPET_LEAST = 90
_NOTICE = 160
_FACETS = 5
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


def _encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def search(ask: Callable[[int], SearchAnswer], limit: int, tokens: int = SEARCH_TOKENS) -> Shaped:
    """A search within its budget: snippets give way first, then hits from the end, which the cursor brings later.

    `ask` searches with a limit; it is called again with a smaller one when hits must go, so that the cursor fits.
    """
    answer = ask(limit)
    for _ in range(_TRIES):
        fitted = _with_short_snippets(answer, tokens * TOKEN)
        if fitted is not None or len(answer.hits) <= 1:
            kept = fitted or shaped(replace(answer, hits=tuple(replace(hit, snippet="") for hit in answer.hits)))
            sections = tuple(hit.section for hit in answer.hits)
            return replace(kept, sections=sections, hits=answer.total)
        fewer = _fitting(answer.hits, tokens * TOKEN - _frame(answer) - _NOTICE)
        answer = ask(max(1, min(fewer, len(answer.hits) - 1)))
        notice = f"Shortened to {len(answer.hits)} hits to stay within {tokens} tokens; the cursor brings the next."
        answer = replace(answer, notices=(*answer.notices, notice))
    return shaped(replace(answer, hits=answer.hits[:1]), tuple(hit.section for hit in answer.hits[:1]), answer.total)


def _frame(answer: SearchAnswer) -> int:
    return len(_encoded(wire.compact(replace(answer, hits=()))))


def _fitting(hits: Sequence[Hit], room: int) -> int:
    """How many hits fit with snippets of the least length."""
    for count, hit in enumerate(hits):
        bare = replace(hit, snippet=hit.snippet[:_SNIPPET_LEAST])
        room -= len(_encoded(wire.compact(bare))) + 1
        if room < 0:
            return count
    return len(hits)


def _with_short_snippets(answer: SearchAnswer, budget: int) -> Shaped | None:
    whole = shaped(answer)
    excess = len(whole.text) - budget
    if excess <= 0:
        return whole
    longest = max((len(hit.snippet) for hit in answer.hits), default=0)
    while longest > _SNIPPET_LEAST:
        over = [len(hit.snippet) for hit in answer.hits if len(hit.snippet) >= longest]
        longest = max(_SNIPPET_LEAST, longest - max(1, -(-excess // max(1, len(over)))))
        hits = tuple(replace(hit, snippet=_excerpt(hit, longest)) for hit in answer.hits)
        tried = shaped(replace(answer, hits=hits))
        excess = len(tried.text) - budget
        if excess <= 0:
            return tried
    return None


def _excerpt(hit: Hit, length: int) -> str:
    """The part of a snippet around its first match, cut between words."""
    text = hit.snippet
    if len(text) <= length:
        return text
    first = hit.spans[0][0] if hit.spans else 0
    start = max(0, min(first - length // 4, len(text) - length + 2))
    end = min(len(text), start + length - 2)
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
        notices.append(f"{hidden} deeper sections are left out; outline with a section shows its branch.")
    entries: list[OutlineEntry] = []
    for entry, size in kept:
        room -= size
        if room < 0:
            cut = len(kept) - len(entries)
            notices.append(f"{cut} more sections follow; go on with after and the last section here.")
            break
        entries.append(entry)
    return shaped(replace(answer, sections=tuple(entries), notices=tuple(notices)))


def browse(ask: Callable[[int], BrowseAnswer], limit: int, tokens: int = BROWSE_TOKENS) -> Shaped:
    """A list within its budget: asked again with a smaller limit, so that the cursor brings the rest."""
    budget = tokens * TOKEN
    answer = _brief(ask(limit))
    tried = shaped(answer)
    for _ in range(_TRIES):
        count = max(len(answer.documents), len(answer.values), len(answer.collections))
        if len(tried.text) <= budget or count <= 1:
            break
        frame = len(_encoded(wire.compact(replace(answer, documents=(), values=(), collections=()))))
        share = (len(tried.text) - frame) / count
        limit = max(1, min(count - 1, int((budget - frame - _NOTICE) / share)))
        if answer.collections:
            # Collections come all at once, without a cursor.
            notice = f"Only {limit} of {answer.total} collections are shown; filter by collection for another."
            answer = replace(answer, collections=answer.collections[:limit], notices=(notice,))
        else:
            notice = f"Shortened to {limit} to stay within {tokens} tokens; the cursor brings the next."
            answer = _brief(ask(limit))
            answer = replace(answer, notices=(*answer.notices, notice))
        tried = shaped(answer)
    return replace(tried, sections=tuple(card.doc for card in answer.documents), hits=answer.total)


def _brief(answer: BrowseAnswer) -> BrowseAnswer:
    """The answer with one text for each document, and the most frequent facets where they are not the answer itself."""
    documents = tuple(
        replace(card, description=_cut(card.description or card.summary, 140), summary="", keywords=(), aliases=())
        for card in answer.documents
    )
    # A folder's place on the disk is the person's own.
    collections = tuple(replace(card, root="", added_at="") for card in answer.collections)
    seen: dict[str, int] = {}
    facets: list[FacetCount] = []
    for facet in answer.facets if answer.view in (View.COLLECTIONS, View.DOCUMENTS) else ():
        seen[facet.field] = seen.get(facet.field, 0) + 1
        if facet.value and seen[facet.field] <= _FACETS:
            facets.append(replace(facet, value=_cut(facet.value, 60)))
    return replace(answer, documents=documents, collections=collections, facets=tuple(facets))


def _cut(text: str, length: int) -> str:
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
    return replace(tried, sections=tuple(passage.section for passage in answer.passages), hits=len(answer.passages))


def error(code: str, message: str, did_you_mean: Sequence[str] = (), next: str = "") -> Shaped:
    """A refusal that tells what to do."""
    return _shaped({"code": code, "message": message, "did_you_mean": list(did_you_mean[:5]), "next": next})
