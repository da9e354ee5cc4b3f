"""What stands in for words that match nothing: the nearest terms, what is said of them, and queries to try."""

from __future__ import annotations

from bookwheel.domain.messages import Message
from bookwheel.indexes.keyword.analysis import normalised, words
from bookwheel.library.search.keyword_leg import KeywordLeg
from bookwheel.library.search.match_order import Matches
from bookwheel.library.search.query_parser import Query
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot.snapshot import Snapshot

Replacements = dict[str, tuple[bytes, ...]]
"""Terms of the index by the word of the query that they replace, best first."""


def notices_of(
    leg: KeywordLeg, snapshot: Snapshot, replacements: Replacements, matches: Matches, is_filtered: bool
) -> list[Message]:
    """What is said of the words that were replaced, and of filters under which nothing matches."""
    notices: list[Message] = []
    for word, terms in replacements.items() if len(matches.numbers) else ():
        spellings = dict.fromkeys(_surface(leg, snapshot, term) for term in terms[:3])
        shown = [f"“{spelling}”" for spelling in spellings if spelling]
        if shown:
            notices.append(
                Message(
                    "Nothing matches “{words}”; searched for {others} instead.", words=word, others=", ".join(shown)
                )
            )
    if not len(matches.numbers) and is_filtered:
        notices.append(Message("Nothing matches with these filters."))
    return notices


def suggestions_of(leg: KeywordLeg, snapshot: Snapshot, query: Query, replacements: Replacements) -> tuple[str, ...]:
    """Return up to five queries to try: the query with a word replaced, or the replacing word alone."""
    found: list[str] = []
    for word, terms in replacements.items():
        for term in terms[:3]:
            surface = _surface(leg, snapshot, term)
            if surface:
                found.append(query.text.replace(word, surface) if query.name else surface)
    return tuple(dict.fromkeys(found))[:5]


def _surface(leg: KeywordLeg, snapshot: Snapshot, term: bytes) -> str:
    """A term as a visible document writes it; empty when none can be shown."""
    row = next(iter(snapshot.catalogue.section_rows([leg.holder(term)]).values()), None)
    if row is None:
        return ""
    document = snapshot.catalogue.document_rows([row.document_key]).get(row.document_key)
    named = (document.title, *document.tags, *document.aliases, *document.keywords) if document else ()
    texts = (row.title, *row.heading_path, *named, row.prose[:20_000], row.code[:20_000])
    for text in texts:
        for word in words(normalised(text)):
            if term in leg.analyser.document_forms(word):
                return cleaned(word.lower())
    return ""
