"""Citations within a line of text: the keys of works, as pandoc reads them, DOIs and numbers of arXiv."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.domain.links.named_links import CITE, MENTION, address_to

_KEY = r"(?:[^\W_]|_)(?:\w|[:.#$%&\-+?<>~/](?=\w))*"
CITATION = re.compile(
    rf"(?<![\w@./])@(?:\{{(?P<braced>[^{{}}\s]{{1,200}})\}}|(?P<key>{_KEY}))"
    r"|(?P<doi>(?:\bdoi:\s?|\bhttps?://(?:dx\.|www\.)?doi\.org/)(?P<number>10\.\d{4,9}/[^\s\"<>\[\]{}|\\^`]{1,300}))"
    r"|(?P<arxiv>(?:\barxiv:\s?|\bhttps?://(?:www\.)?arxiv\.org/(?:abs|pdf)/)"
    r"(?P<paper>(?:[a-z-]+(?:\.[a-z]{2})?/)?\d{7}(?:v\d+)?|\d{4}\.\d{4,5}(?:v\d+)?)(?!\d)(?:\.pdf)?)",
    re.IGNORECASE,
)
"""A key after an @ (in braces or not), a DOI, or a number of arXiv, as `doi:` and `arXiv:` or as an address."""

_LONGEST_KEY = 200


def citations_in(text: str, *, has_keys: bool = True) -> Iterator[tuple[str, str]]:
    """The addresses of what a text cites, each with the words that do so; keys only where `has_keys`."""
    for match in CITATION.finditer(text):
        if address := address_of(match, text, has_keys=has_keys):
            yield address, words_of(match)


def address_of(match: re.Match[str], text: str, *, has_keys: bool) -> str:
    """The address of one citation; a key within brackets is one for sure, elsewhere it may be somebody's name."""
    key = match["braced"] or match["key"]
    if key:
        is_sure = _is_bracketed(text, match.start(), match.end())
        return address_to(CITE if is_sure else MENTION, [key[:_LONGEST_KEY]]) if has_keys else ""
    if match["doi"]:
        return address_to("doi", [_trimmed(match["number"])])
    return address_to("arxiv", [match["paper"]])


def words_of(match: re.Match[str]) -> str:
    """The words of one citation."""
    return _trimmed(match[0]) if match["doi"] else match[0]


def _is_bracketed(text: str, start: int, end: int) -> bool:
    """Whether the nearest brackets around a place open before it and close after it."""
    opening = text.rfind("[", max(0, start - 500), start)
    closing = text.find("]", end, end + 500)
    if opening < 0 or closing < 0:
        return False
    return "]" not in text[opening:start] and "[" not in text[end:closing]


def _trimmed(doi: str) -> str:
    """A DOI without the punctuation of the sentence that it ends."""
    doi = doi.rstrip(".,;:!?'*_")
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1].rstrip(".,;:!?'*_")
    return doi
