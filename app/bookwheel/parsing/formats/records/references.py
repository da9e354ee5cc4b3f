"""A reference of a bibliography and its Markdown: title, people, date, place, links, abstract and notes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bookwheel.domain.links.named_links import NameKind, read_address
from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats.markdown_writer import code, heading, id_of, link
from bookwheel.parsing.formats.records.plain_words import escaped_around, linked
from bookwheel.parsing.stated_names import StatedName
from bookwheel.parsing.stated_works import StatedWork

_FORMULA = re.compile(r"\$[^$\n]{1,500}\$")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_MOST_AUTHORS = 50


@dataclass(slots=True)
class Reference:
    """One work: words in plain text with formulas between dollars; `first` and `last` are lines of the file from 1."""

    key: str
    kind: str = ""
    title: str = ""
    authors: list[str] = field(default_factory=list[str])
    editors: list[str] = field(default_factory=list[str])
    date: str = ""
    container: str = ""
    volume: str = ""
    number: str = ""
    pages: str = ""
    publisher: str = ""
    location: str = ""
    doi: str = ""
    arxiv: str = ""
    urls: list[str] = field(default_factory=list[str])
    files: list[str] = field(default_factory=list[str])
    abstract: str = ""
    keywords: list[str] = field(default_factory=list[str])
    notes: list[str] = field(default_factory=list[str])
    first: int = 1
    last: int = 1


def reference_names(reference: Reference) -> Iterator[StatedName]:
    """The names by which other documents cite a reference: its key, its DOI and its number at arXiv."""
    anchor = _anchor_of(reference)
    if reference.key:
        yield StatedName(NameKind.CITE, reference.key, id_of(anchor))
    doi = _DOI.search(reference.doi)
    addresses = [f"doi:{doi[0]}" if doi else "", f"arxiv:{reference.arxiv}" if reference.arxiv else "", *reference.urls]
    for address in addresses:
        found = read_address(address)
        if found is not None and found.kind in (NameKind.DOI, NameKind.ARXIV):
            yield StatedName(found.kind, found.names[0], id_of(anchor))


def stated_work(reference: Reference) -> StatedWork:
    """A reference as the graph states it."""
    numbers = {stated.kind: stated.name for stated in reference_names(reference)}
    return StatedWork(
        id_of(_anchor_of(reference)),
        reference.key,
        " ".join(reference.title.split()),
        reference.kind,
        reference.authors,
        reference.date,
        numbers.get(NameKind.DOI, ""),
        numbers.get(NameKind.ARXIV, ""),
        reference.urls[0] if reference.urls else "",
    )


def _anchor_of(reference: Reference) -> str:
    """The id of a reference's heading: its key, else its DOI, else what its title gives."""
    doi = _DOI.search(reference.doi)
    return reference.key or (doi[0] if doi else "") or slug(reference.title)


def reference_blocks(reference: Reference) -> Iterator[str]:
    """The blocks of Markdown for one reference, a heading of level 2 first."""
    yield heading(2, words(reference.title or reference.key or reference.kind or "(no title)"), _anchor_of(reference))
    yield _line(reference)
    yield _links(reference)
    if reference.abstract:
        yield words(reference.abstract)
    if reference.keywords:
        yield f"**Keywords:** {words(', '.join(reference.keywords))}"
    for note in reference.notes:
        yield f"**Note:** {words(note)}"
    if reference.key:
        yield f"**Key:** {code(reference.key)}" + (f" ({words(reference.kind)})" if reference.kind else "")


def words(text: str) -> str:
    """Plain text with formulas as Markdown."""
    if text.count("$") > 1 and "://" not in text:
        return escaped_around(text, _FORMULA, lambda formula: (formula, ""))
    return linked(text)


def _line(reference: Reference) -> str:
    """Who, when and where, as a list of references would have it."""
    mark = " (eds.)" if len(reference.editors) > 1 else " (ed.)"
    people = _people(reference.authors) or (_people(reference.editors) + mark if reference.editors else "")
    edited = f"edited by {_people(reference.editors)}" if reference.authors and reference.editors else ""
    number = f"{reference.volume}({reference.number})" if reference.volume and reference.number else reference.volume
    container = f"*{words(reference.container)}*" if reference.container else ""
    where = ", ".join(part for part in (container, words(number or reference.number), words(reference.pages)) if part)
    house = words(": ".join(part for part in (reference.location, reference.publisher) if part))
    opening = f"{words(people)} ({words(reference.date)})" if reference.date else words(people)
    parts = [opening.strip(), where, words(edited), house]
    return " ".join(part if part.endswith(".") else f"{part}." for part in parts if part)


def _people(names: list[str]) -> str:
    more = len(names) - _MOST_AUTHORS
    return ", ".join(names[:_MOST_AUTHORS]) + (f" and {more} more" if more > 0 else "")


def _links(reference: Reference) -> str:
    found: list[str] = []
    doi = _DOI.search(reference.doi)
    if doi:
        found.append(link(f"doi:{words(doi[0])}", f"https://doi.org/{doi[0]}"))
    if reference.arxiv:
        found.append(link(f"arXiv:{words(reference.arxiv)}", f"https://arxiv.org/abs/{reference.arxiv}"))
    for url in reference.urls:
        if not doi or doi[0] not in url:
            found.append(link(words(url).strip("<>"), url) if "://" not in url else words(url))
    found += [link(words(path.rpartition("/")[2]), path) for path in reference.files]
    return " · ".join(found)
