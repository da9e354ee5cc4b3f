"""Works of bibliographies as entities with their authors, and documents that say which work they are about."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from bookwheel.domain.document import Document
from bookwheel.domain.things import DOCUMENT, SECTION, ThingKind, keyed_id, work_id
from bookwheel.parsing.stated_works import StatedWork
from bookwheel.parsing.things.gathering import Gathering, Spot

_KEY_FIELDS = frozenset(("citekey", "citation-key", "citationkey", "cite-key", "zotero-key", "bibkey"))
"""Fields of front matter that hold the key of the work that a document is about, as notes on reading do."""

_YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
_LONGEST_NAME = 100
_MOST_AUTHORS = 100


def gather(
    document: Document, works: Sequence[StatedWork], header: Mapping[str, object], source: str, found: Gathering
) -> None:
    """State the works that a bibliography lists, or the one that a document's front matter names by its key."""
    sections = {section.anchor: at for at, section in enumerate(document.sections)}
    for work in works:
        at = sections.get(work.anchor, -1)
        if at >= 0:
            _state(work, Spot(at, document.sections[at].start_line, work.title or work.key), found)
    for name, value in header.items():
        if name.strip().lower().replace("_", "-") in _KEY_FIELDS and isinstance(value, str):
            key = value.strip().removeprefix("[").removesuffix("]").removeprefix("@")
            line = next((n for n, one in enumerate(source.split("\n"), 1) if value in one and name in one), 1)
            if key and " " not in key and (id := found.name(work_id("", key), key)):
                found.state(DOCUMENT, "describes", id, Spot(0, line, f"{name}: {value}"))


def _state(work: StatedWork, spot: Spot, found: Gathering) -> None:
    id = work_id("", work.key) or work_id("doi", work.doi) or work_id("arxiv", work.arxiv)
    year = _YEAR.search(work.date)
    properties = {
        "key": work.key, "doi": work.doi, "arxiv": work.arxiv, "url": work.url, "year": year[0] if year else "",
        "kind": work.kind,
    }  # fmt: skip
    aliases = [work.key, work.doi, f"arXiv:{work.arxiv}" if work.arxiv else ""]
    label = work.title if len(work.title) <= 250 else f"{work.title[:240].rsplit(' ', 1)[0]} …"
    if not found.name(id, label or work.key or work.doi or work.arxiv, aliases, properties):
        return
    found.state(SECTION, "describes", id, spot)
    for author in work.authors[:_MOST_AUTHORS]:
        name = " ".join(author.split())
        if name.casefold() not in ("others", "et al.") and len(name) <= _LONGEST_NAME:
            person = found.name(keyed_id(ThingKind.PERSON, name), name)
            found.state(id, "author", person, Spot(spot.section, spot.line, name))
