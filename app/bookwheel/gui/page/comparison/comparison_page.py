"""The page of two documents beside each other: sections and blocks in rows, with what differs marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from html import escape
from itertools import pairwise

from lxml import html as lxml_html
from lxml.html import HtmlElement

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer, PageRequest
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.gui.i18n.service_messages import translate_notice
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.page.comparison.alignment import MOST_COMPARED, Pair, align
from bookwheel.gui.page.comparison.page_blocks import Block, read_blocks
from bookwheel.gui.page.comparison.word_differences import mark_differences
from bookwheel.gui.state.comparisons import compared_documents, comparison_id
from bookwheel.gui.state.locations import address

_LEAST_ALIKE = 0.4
"""The share of common words from which a block counts as another version of one."""
_OTHER = "other-"
"""Before the anchors of the second document, which may have those of the first."""

_PLACEHOLDER = re.compile(r'<div class="part" data-part="\d+".*?</div>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Row:
    """A block of either document, or of both, as HTML, with what became of it; `heading` if it is one."""

    change: str
    heading: Block | None
    html: str


@dataclass(frozen=True, slots=True)
class SectionPair:
    """A section of either document, or of both, as rows of HTML; `change` is empty where both say the same."""

    title: str
    level: int
    anchor: str
    change: str
    html: str


def fetch_comparison(client: Client, id: str) -> tuple[PageAnswer, OutlineAnswer]:
    """Two documents beside each other as a page, and its sections with what became of each."""
    first, other = compared_documents(id) or (id, id)
    pages = _whole_page(client, first), _whole_page(client, other)
    pairs = _compare(pages)
    return _page_of(pages, pairs), _outline_of(id, pages, pairs)


def _page_of(pages: tuple[PageAnswer, PageAnswer], pairs: Sequence[SectionPair]) -> PageAnswer:
    names = [page.title for page in pages]
    if names[0] == names[1]:
        names = [page.doc.rpartition("/")[2] for page in pages]
    title = tr("{first} and {second}").format(first=names[0], second=names[1])
    heads = "".join(f'<div class="compare-side">{_head(page)}</div>' for page in pages)
    body = "".join(pair.html for pair in pairs)
    html = (
        f"<h1>{escape(title)}</h1><p>{escape(_summary(pairs, is_translation=_is_translation(*pages)))}</p>"
        f'<div class="compare"><div class="compare-row compare-head">{heads}</div>{body}</div>'
    )
    return PageAnswer(
        *(comparison_id(pages[0].doc, pages[1].doc), title, html, (), (), tr("Comparison")),
        *("", False, 0, 0, "", "", 0, max(page.revision for page in pages)),
    )


def _outline_of(id: str, pages: tuple[PageAnswer, PageAnswer], pairs: Sequence[SectionPair]) -> OutlineAnswer:
    entries = (
        OutlineEntry(f"{id}#{pair.anchor}", _named(pair), max(pair.level, 1), 0, 0, 0, (1, 1))
        for pair in pairs
        if pair.anchor
    )
    return OutlineAnswer(id, pages[0].title, 0, tuple(entries), pages[0].revision, None, 1.0)


def _named(pair: SectionPair) -> str:
    said = {"changed": tr("changed"), "removed": tr("only in the first"), "added": tr("only in the second")}
    return f"{pair.title} · {said[pair.change]}" if pair.change else pair.title


def _whole_page(client: Client, doc: str) -> PageAnswer:
    """A document's page with all of its parts."""
    page = client.page(PageRequest(doc))
    if page.parts == 1:
        return page
    rest = [client.page(PageRequest(doc, part=number)).html for number in range(1, page.parts)]
    return replace(page, html=_PLACEHOLDER.sub("", page.html) + "".join(rest), parts=1)


def _compare(pages: tuple[PageAnswer, PageAnswer]) -> tuple[SectionPair, ...]:
    first, other = pages
    sides = tuple((page.language, "rtl" if page.is_right_to_left else "ltr") for page in pages)
    is_translation = _is_translation(first, other)
    left, right = (read_blocks(translate_notice(page.html)) for page in pages)
    groups: list[list[_Row]] = []
    for one, two in _align_blocks(left, right, _translated_likeness if is_translation else _likeness):
        own, others = left[one] if one >= 0 else None, right[two] if two >= 0 else None
        row = _row(own, others, sides, is_translation=is_translation)
        if not groups or row.heading is not None:
            groups.append([])
        groups[-1].append(row)
    return tuple(map(_section, groups))


def _align_blocks(left: list[Block], right: list[Block], likeness: Callable[[Block, Block], float]) -> list[Pair]:
    """Pairs of blocks; of long documents without much in common, headings first and then what stands below them."""
    if len(left) * len(right) <= MOST_COMPARED or len({block.key for block in left} & {block.key for block in right}):
        return align(left, right, lambda block: block.key, likeness)
    heads = [[at for at, block in enumerate(side) if block.level] for side in (left, right)]
    paired = align([left[at] for at in heads[0]], [right[at] for at in heads[1]], lambda block: block.key, likeness)
    ends = [(heads[0][one], heads[1][two]) for one, two in paired if one >= 0 and two >= 0]
    found: list[Pair] = []
    for (start, other), (end, other_end) in pairwise([(0, 0), *ends, (len(left), len(right))]):
        gap = align(left[start:end], right[other:other_end], lambda block: block.key, likeness)
        found += [(one + start if one >= 0 else -1, two + other if two >= 0 else -1) for one, two in gap]
    return found


def _section(rows: list[_Row]) -> SectionPair:
    changes = {row.change for row in rows}
    change = next(iter(changes)) if len(changes) == 1 else "changed"
    heading, prefix = rows[0].heading, _OTHER if rows[0].change == "added" else ""
    anchor = str(heading.element.get("id") or "") if heading is not None else ""
    html = "".join(row.html for row in rows)
    title, level = (heading.text, heading.level) if heading is not None else ("", 0)
    return SectionPair(title, level, prefix + anchor if anchor else "", change, html)


def _row(first: Block | None, other: Block | None, sides: Sequence[tuple[str, str]], *, is_translation: bool) -> _Row:
    left = deepcopy(first.element) if first else None
    right = deepcopy(other.element) if other else None
    change = "removed" if other is None else "added" if first is None else ""
    if first is not None and other is not None and not is_translation and first.key != other.key:
        change = "changed"
        assert left is not None and right is not None, "copies of both"
        mark_differences(left, right)
    cells = "".join(
        f'<div class="compare-side" lang="{escape(language or "und")}" dir="{direction}">{_html(element, prefix)}</div>'
        for (language, direction), element, prefix in zip(sides, (left, right), ("", _OTHER), strict=True)
    )
    heading = next((block for block in (first, other) if block is not None and block.level), None)
    return _Row(change, heading, f'<div class="compare-row{" " + change if change else ""}">{cells}</div>')


def _html(element: HtmlElement | None, prefix: str) -> str:
    if element is None:
        return ""
    if prefix:
        for inner in element.iter():
            if inner.get("id"):
                inner.set("id", f"{prefix}{inner.get('id')}")
            if str(inner.get("href") or "").startswith("#"):
                inner.set("href", f"#{prefix}{str(inner.get('href'))[1:]}")
    element.tail = None
    return str(lxml_html.tostring(element, encoding="unicode"))


def _head(page: PageAnswer) -> str:
    note = " · ".join(part for part in (page.doc.partition("/")[2], page.language) if part)
    link = f'<a href="{escape(address(page.doc))}"><bdi>{escape(page.title)}</bdi></a>'
    return f"{link}<small><bdi>{escape(note)}</bdi></small>"


def _summary(pairs: Iterable[SectionPair], *, is_translation: bool) -> str:
    changes = [pair.change for pair in pairs]
    if not any(changes):
        return tr("Both have the same sections.") if is_translation else tr("No differences.")
    said = (
        (tr("%Ln section(s) changed", "", changes.count("changed")), changes.count("changed")),
        (tr("%Ln only in the first", "", changes.count("removed")), changes.count("removed")),
        (tr("%Ln only in the second", "", changes.count("added")), changes.count("added")),
    )
    return " · ".join(text for text, count in said if count)


def _is_translation(first: PageAnswer, other: PageAnswer) -> bool:
    """Whether two pages are in two languages, so that no word of them can be compared."""
    languages = [page.language.partition("-")[0].casefold() for page in (first, other)]
    return all(languages) and languages[0] != languages[1]


def _overlap(first: frozenset[str], other: frozenset[str]) -> float:
    return len(first & other) / len(first | other) if first or other else 0.0


def _likeness(first: Block, other: Block) -> float:
    if bool(first.level) != bool(other.level):
        return 0.0
    alike = _overlap(first.words, other.words) if first.words or other.words else _overlap(first.signs, other.signs)
    alike += 0.1 * (first.tag == other.tag)
    return alike if alike >= _LEAST_ALIKE else 0.0


def _translated_likeness(first: Block, other: Block) -> float:
    if first.tag != other.tag:
        return 0.0
    lengths = sorted((len(first.text) + 1, len(other.text) + 1))
    return (1.0 if first.level else 0.3) + 0.5 * _overlap(first.signs, other.signs) + 0.2 * lengths[0] / lengths[1]
