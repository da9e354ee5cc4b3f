"""Where documents name others without linking to them, over the whole library: every text is walked once."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.things import fold
from bookwheel.indexes.catalogue import DocumentRow, DocumentTexts, SectionRow
from bookwheel.library.indexing.mentions import Finder
from bookwheel.library.report.inspection import Found, Inspection, too_many
from bookwheel.library.search.snippets import cleaned
from bookwheel.library.snapshot.graph_arrays import LINKS

COMMON, FEW = 0.02, 10
"""A name that stands in more than this share of the documents, and in more than so many, is a word like others."""

_INNER_MARK = re.compile(r"\d|[^\W\d_][A-Z]|\w[-.:]\w")
"""What makes one word a name: a digit, a capital inside it, or parts that are joined."""

_JOINING = frozenset("=/._-@#$&\\")
"""Signs beside a name that make it a part of a longer one."""

MOST_TRIED = 200
"""Places of a section where a name may stand, that are looked at."""

_BESIDE = 200
"""Characters beside a name that say whether it is part of a link, code or a longer name."""

_HEADING = re.compile(r"\s*#")
_CAPITAL_BEFORE = re.compile(r"\w[^.!?:]* [A-Z][\w-]* \Z")
_CAPITAL_AFTER = re.compile(r" [A-Z]")
_LINK_ENDS = re.compile(r"[^\[\]]*\](?:\(|\[|\])|[^<>]*</a>")
_IN_ADDRESS = re.compile(r"\]\([^)]*$|<[^>]*$")

_AROUND = 60


def find_unlinked_names(asked: Inspection) -> Found:
    """The first place where a document names another of its collection, to which it does not link anywhere."""
    rows = asked.rows()
    linked = _linked(asked)
    found: list[LinkFinding] = []
    for slug in dict.fromkeys(row.collection for row in rows.values()):
        own = {key: row for key, row in rows.items() if row.collection == slug}
        found.extend(_in_collection(own, linked, asked))
    found.sort(key=lambda finding: (finding.doc.casefold(), finding.line))
    return Found(found, too_many(len(asked.keys())))


def _in_collection(
    rows: Mapping[int, DocumentRow], linked: Mapping[str, set[str]], asked: Inspection
) -> list[LinkFinding]:
    """What the documents of a collection name, without the names that many of them have."""
    finder = Finder([(name, f"document:{key}") for name, key in _names(rows).items()])
    found: defaultdict[int, list[LinkFinding]] = defaultdict(list)
    for key, row in rows.items():
        sections = asked.snapshot.catalogue.sections_of(key, with_text=True)
        texts = _texts(key, sections, asked)
        lines = texts.text.split("\n")
        for mention in finder.mentions(texts):
            other = int(mention.id.partition(":")[2])
            if (
                other == key
                or rows[other].doc in linked.get(row.doc, ())
                or not _is_written(mention.words, rows[other])
            ):
                continue
            _, _, first, last = texts.sections[mention.section]
            line, start = _first_place(mention.words, lines, first, last)
            if not line:
                continue
            section = sections[mention.section]
            words = _around(lines[line - 1], start, start + len(mention.words))
            found[other].append(
                LinkFinding(
                    row.doc, cleaned(row.title), f"{row.doc}#{section.anchor}", line, words, rows[other].doc,
                    cleaned(rows[other].title),
                )
            )  # fmt: skip
    most = max(FEW, COMMON * len(rows))
    return [finding for findings in found.values() if len(findings) <= most for finding in findings]


def _names(rows: Mapping[int, DocumentRow]) -> dict[str, int]:
    """Names that one document of a collection alone has, and that are no words like others."""
    owners: defaultdict[str, set[int]] = defaultdict(set)
    written: dict[str, tuple[str, int]] = {}
    for key, row in rows.items():
        for name in (row.title, *row.aliases):
            name = cleaned(name)
            if folded := fold(name):
                owners[folded].add(key)
                written.setdefault(folded, (name, key))
    return dict(written[name] for name, keys in owners.items() if len(keys) == 1 and _tells(written[name][0]))


def _tells(name: str) -> bool:
    """Whether a name is more than a word of its language, as far as its form says."""
    words = name.split()
    return len(words) > 1 or (len(name) > 2 and _INNER_MARK.search(name) is not None)


def _is_written(words: str, row: DocumentRow) -> bool:
    """Whether words are written as a document is called, and as names are: else they may be words like others.

    “Breaking changes” in a sentence seldom means the page of that title; “Core Statuses” and “QuickAdd” do.
    """
    is_cased = words.lower() != words.upper()
    if is_cased and not any(letter.isupper() or letter.isdigit() for letter in words[1:]):
        return False
    return any(words == cleaned(name) for name in (row.title, *row.aliases))


def _texts(key: int, sections: Sequence[SectionRow], asked: Inspection) -> DocumentTexts:
    text = asked.snapshot.catalogue.text_of(key)
    parts = [("", section.prose, section.start_line, section.end_line) for section in sections]
    return DocumentTexts(key, text, parts, frozenset((f"document:{key}",)))


def _linked(asked: Inspection) -> dict[str, set[str]]:
    """The documents that each document links to."""
    graph = asked.graph
    edges = np.flatnonzero(np.isin(graph.relations, LINKS))
    sources: list[int] = graph.whole[graph.sources[edges]].tolist()
    targets: list[int] = graph.whole[graph.targets[edges]].tolist()
    linked: defaultdict[str, set[str]] = defaultdict(set)
    for source, target in set(zip(sources, targets, strict=True)):
        linked[graph.ids[source]].add(graph.ids[target])
    return linked


def _first_place(words: str, lines: Sequence[str], first: int, last: int) -> tuple[int, int]:
    """The first line among some, and the place in it, where words stand as a name in prose; 0 and 0 for none."""
    pattern = re.compile(rf"(?<!\w){re.escape(words)}(?!\w)")
    is_code, tried = False, 0
    for number in range(first, min(last, len(lines)) + 1):
        line = lines[number - 1]
        is_code ^= line.lstrip().startswith(("```", "~~~"))
        for match in () if is_code else pattern.finditer(line):
            start, end = match.span()
            before, after = line[max(0, start - _BESIDE) : start], line[end : end + _BESIDE]
            if not _HEADING.match(line) and _is_prose(before, after, is_long=" " in words):
                return number, start
            tried += 1
            if tried == MOST_TRIED:
                return 0, 0
    return 0, 0


def _is_prose(before: str, after: str, *, is_long: bool) -> bool:
    """Whether what stands between is no text of a link, code, or part of a longer name."""
    if before.count("`") % 2:
        return False
    if before[-1:] in _JOINING or (after[:1] in _JOINING and after[1:2].isalnum()):
        return False
    if is_long and (_CAPITAL_BEFORE.search(before) or _CAPITAL_AFTER.match(after)):
        return False
    return _LINK_ENDS.match(after) is None and _IN_ADDRESS.search(before) is None


def _around(line: str, start: int, end: int) -> str:
    """The words around a place of a line."""
    first, last = max(0, start - _AROUND), min(len(line), end + _AROUND)
    if first:
        first = line.find(" ", first, start) + 1 or start
    if last < len(line):
        last = max(line.rfind(" ", end, last), end)
    return cleaned(f"{'… ' if first else ''}{line[first:last]}{' …' if last < len(line) else ''}")
