"""Queries made from documents by rule, each with the document that it was taken from, and that document without it.

A heading, the description of its front matter, its first sentence, or the text of a link that leads to it: what a
person might remember of it. Wherever the document says those words, they are taken out before it is searched.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from bookwheel.domain.document import Dialect, Document, Section
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, SectionRow, stated
from bookwheel.library.evaluation.question_set import Question

HEADING, DESCRIPTION, SENTENCE, LINK = "heading", "description", "first sentence", "link text"
KINDS = (HEADING, DESCRIPTION, SENTENCE, LINK)
SEED = 11
LEAST_WORDS, MOST_WORDS = 2, 40
LEAST_SENTENCE_WORDS = 6
LEAST_DOCUMENT_WORDS = 40
"""A document of fewer has nothing left once words are taken out of it."""
_SENTENCE = re.compile(r"\s*(.+?[.!?…。！？])(?=\s|$|(?<=[。！？]))", re.DOTALL)
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_TAKEN = "…"


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A query of one kind; `doc` is the document that it was taken from, `excluded` those that hold it by right."""

    kind: str
    text: str
    doc: str
    excluded: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Sample:
    """Documents without what their queries say, and the queries."""

    documents: tuple[Document, ...]
    items: tuple[KnownItem, ...]

    @property
    def questions(self) -> list[Question]:
        """The queries as they are asked."""
        return [Question(item.text, {item.doc: 1.0}, item.excluded) for item in self.items]


def make_sample(catalogue: CatalogueReader, most_documents: int, most_queries: int) -> Sample:
    """Known items of documents drawn at random, the same ones each time, as many of each kind as there can be."""
    chance = random.Random(SEED)
    rows = [
        row for row in catalogue.document_rows(catalogue.document_keys()).values() if row.words >= LEAST_DOCUMENT_WORDS
    ]
    rows.sort(key=lambda row: row.doc)
    chosen = sorted(chance.sample(rows, min(most_documents, len(rows))), key=lambda row: row.doc)
    sections = {row.doc: catalogue.sections_of(row.key, with_text=True) for row in chosen}
    found: dict[str, list[KnownItem]] = {kind: [] for kind in KINDS}
    links = _link_texts(catalogue, chosen)
    headings = Counter(_folded(section.title) for own in sections.values() for section in own)
    for row in chosen:
        for item in _items(row, sections[row.doc], links.get(row.doc, []), headings, chance):
            found[item.kind].append(item)
    items = list(_drawn(_unique(found), most_queries, chance))
    masked: dict[str, list[str]] = {}
    for item in items:
        masked.setdefault(item.doc, []).append(item.text)
    documents = tuple(_document(row, sections[row.doc], masked.get(row.doc, ())) for row in chosen)
    return Sample(documents, tuple(items))


def _items(
    row: DocumentRow,
    sections: Sequence[SectionRow],
    links: Sequence[tuple[str, str]],
    headings: Mapping[str, int],
    chance: random.Random,
) -> Iterator[KnownItem]:
    """What may be asked for a document; `headings` counts those of all: one that others have too asks for none."""
    own = [section.title for section in sections if section.level > 1 and headings[_folded(section.title)] == 1]
    if telling := [title for title in own if _is_telling(title, row)]:
        yield KnownItem(HEADING, chance.choice(telling), row.doc)
    description = _stated_description(row)
    if _is_telling(description, row):
        yield KnownItem(DESCRIPTION, description, row.doc)
    first = next((found[1] for section in sections if (found := _SENTENCE.match(section.prose))), "")
    sentence = " ".join(first.split())
    if _is_telling(sentence, row) and _size(sentence) >= LEAST_SENTENCE_WORDS:
        yield KnownItem(SENTENCE, sentence, row.doc)
    leading = [(text, source) for text, source in links if _is_telling(text, row)]
    if leading:
        text, _ = chance.choice(leading)
        yield KnownItem(LINK, text, row.doc, frozenset(source for _, source in leading))


def _is_telling(text: str, row: DocumentRow) -> bool:
    """Whether a text may be a query: of some words, of which the title's are no more than half."""
    own, title = _folded(text), _folded(row.title)
    is_title = own in title or (title in own and 2 * _size(title) > _size(own))
    return LEAST_WORDS <= _size(text) <= MOST_WORDS and not is_title


def _size(text: str) -> int:
    """How many words a text has; two letters of a script without spaces are one."""
    return len(text.split()) + len(_UNSPACED.findall(text)) // 2


def _stated_description(row: DocumentRow) -> str:
    try:
        header = cast("object", json.loads(row.header_json or "{}"))
    except ValueError:
        return ""
    told = cast("dict[str, object]", header) if isinstance(header, dict) else {}
    found = next((told[name] for name in ("description", "summary", "abstract") if isinstance(told.get(name), str)), "")
    return " ".join(str(found).split())


def _link_texts(catalogue: CatalogueReader, rows: Sequence[DocumentRow]) -> dict[str, list[tuple[str, str]]]:
    """By document the texts of links that lead to it from others, and those others."""
    here = {row.doc for row in rows}
    found: dict[str, list[tuple[str, str]]] = {}
    for document in stated(catalogue, [(row.collection, row.path) for row in rows]):
        for link in document.links:
            target = f"{document.collection}/{link.target_path}"
            if link.status == "resolved" and target in here and target != document.doc and not link.relation:
                found.setdefault(target, []).append((" ".join(link.text.split()), document.doc))
    return found


def _unique(found: Mapping[str, Sequence[KnownItem]]) -> dict[str, list[KnownItem]]:
    """The items whose text is that of one document alone: “Overview” asks for none in particular."""
    owners: dict[str, set[str]] = {}
    for item in (item for items in found.values() for item in items):
        owners.setdefault(_folded(item.text), set()).add(item.doc)
    return {kind: [item for item in items if len(owners[_folded(item.text)]) == 1] for kind, items in found.items()}


def _drawn(found: Mapping[str, list[KnownItem]], most: int, chance: random.Random) -> Iterator[KnownItem]:
    """As many of each kind as there can be, evenly; of kinds with few, all."""
    left, kinds = most, sorted(found, key=lambda kind: len(found[kind]))
    for number, kind in enumerate(kinds):
        count = min(len(found[kind]), left // (len(kinds) - number))
        yield from chance.sample(found[kind], count)
        left -= count


def _document(row: DocumentRow, sections: Sequence[SectionRow], masked: Iterable[str]) -> Document:
    """A document as it was parsed, without some texts wherever they stand in it."""
    taken = [re.compile(r"\s+".join(map(re.escape, text.split())), re.IGNORECASE) for text in masked]

    def take(text: str) -> str:
        for pattern in taken:
            text = pattern.sub(_TAKEN, text)
        return text

    made: list[Section] = []
    for section in sections:
        prose, code = take(section.prose), take(section.code)
        path = tuple(take(title) for title in section.heading_path)
        made.append(
            Section(
                section.anchor,
                section.level,
                take(section.title),
                path,
                -1,
                section.start_line,
                section.end_line,
                section.start_byte,
                section.end_byte,
                len(prose.split()),
                prose,
                code,
                str(len(made)),
            )  # fmt: skip
        )
    text = "\n\n".join(part for section in made for part in (section.title, section.prose) if part)
    description = take(_stated_description(row))
    return Document(
        row.doc, row.format, Dialect.GFM, row.title, description, row.type, row.language, row.date, row.aliases,
        row.tags, (), (), "{}", "", (), sum(section.words for section in made), text, tuple(made), (), (), (),
    )  # fmt: skip


def _folded(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
