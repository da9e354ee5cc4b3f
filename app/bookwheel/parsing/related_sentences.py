"""Sentences that say of a document of a series (ADR, RFC, PEP, KEP) how it relates to another by its number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_ONE = r"\[?(?:(?:adr|rfc|pep|kep)[ -]?#?0*\d{1,5}\b|(?:https://github\.com/)?rust-lang/rfcs(?:\#|/pull/)\d{1,5}\b)\]?"
_THIS = r"this(?:[ ](?:rfc|adr|pep|kep|decision|document|proposal))?"
_DATE = r"(?:\*{0,2}\d{4}[.-]\d\d[.-]\d\d\.?\*{0,2}[ :.-]*)?"
_AFTER = r"(?:\[[^\[\]\n]{0,40}\])?"
"""A reference after a number, as in `[RFC 809][809]`."""

_REFERENCE = re.compile(r"\b(adr|rfc|pep|kep)[ -]?#?0*(\d{1,5})\b|\brfcs(?:\#|/pull/)0*(\d{1,5})\b", re.IGNORECASE)
_SENTENCES = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        rf"(?:\b(?:{_THIS}|this[ ]section)|(?<=\.[ ])It|\bThis[ ]updates[ ]and)\s+(?:(?:has[ ]been|was|is)\s+)?"
        r"(?:partially\s+)?(?P<verb>superseded[ ]by|replaced[ ]by|amended[ ](?:by|in)|an[ ]amendment[ ](?:to|of)"
        r"|supersedes|replaces|subsumes|amends)\s+(?:the[ ]behavior[ ]specified[ ]in\s+|parts?[ ]of\s+)?"
        rf"(?P<refs>(?:(?:\s+and\s+|,\s+)?{_ONE})+)",
        rf"\bIn[ ](?P<refs>{_ONE})(?:\([^()\s]*\))?,[ ]{_THIS}[ ]was[ ](?P<verb>amended|superseded|replaced)\b",
        rf"^[ \t>*-]{{0,8}}{_DATE}(?P<verb>(?:amended|superseded|replaced)[ ]by)[ ](?P<refs>{_ONE})",
        rf"(?P<refs>{_ONE}){_AFTER}[ ]is[ ](?P<verb>amended|superseded|replaced)"
        rf"[ ](?:by[ ]{_THIS}\b|(?<=amended[ ])to[ ])",
        rf"\n[ \t]*\n(?P<verb>amend|supersede|replace)s?[ ](?P<refs>{_ONE})",
        rf"(?:(?<=\.[ ])|^[ \t>*-]{{0,8}})(?P<verb>depends[ ]on)[ ](?P<refs>{_ONE})",
        rf"(?P<refs>{_ONE}){_AFTER},[ ]which[ ]{_THIS}[ ](?:is[ ]intended[ ]to[ ])?"
        r"(?P<verb>supersede|replace|amend)s?\b",
    )
)
"""What a document says of itself, the number first or last; a subject is missing only where a paragraph begins."""

_OF_OTHER = 3
"""The sentence whose subject is the other document: what it says is turned round."""

_BY_EVENT = 1
"""The sentence that says in which other document this one was changed."""


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation to a document of a series by its number, with its line (from 1) and words."""

    relation: str
    series: str
    number: str
    line: int
    words: str


def relations_in(text: str) -> Iterator[StatedRelation]:
    """The relations that sentences of a text state, in the order of their kinds."""
    for kind, pattern in enumerate(_SENTENCES):
        for match in pattern.finditer(text):
            verb = match["verb"].lower()
            if kind == _OF_OTHER:
                relation = "references" if verb == "amended" else "supersedes"
            else:
                relation = relation_of(f"{verb} by" if kind == _BY_EVENT else verb)
            line = text.count("\n", 0, match.start("refs")) + 1
            words = " ".join(match[0].split())
            for one in _REFERENCE.finditer(match["refs"]):
                yield StatedRelation(relation, (one[1] or "rfc").lower(), one[2] or one[3], line, words)


def relation_of(phrase: str) -> str:
    """The relation that a phrase states."""
    words = phrase.lower()
    if "amend" in words:
        return "references"
    if words.startswith("depends"):
        return "dependsOn"
    return "supersededBy" if words.endswith("by") else "supersedes"
