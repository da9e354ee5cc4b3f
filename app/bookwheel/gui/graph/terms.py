"""How kinds and relations are said and shown: words, a shape and a colour for each, never a colour alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.domain.graph import NodeKind


@dataclass(frozen=True, slots=True)
class KindLook:
    """A kind's word for one and for many, its shape (a name known to pyqtgraph) and the token of its colour."""

    one: str
    many: str
    shape: str
    colour: str


KINDS: dict[NodeKind, KindLook] = {
    NodeKind.DOCUMENT: KindLook("document", "Documents", "o", "region_1"),
    NodeKind.SECTION: KindLook("section", "Sections", "s", "region_8"),
    NodeKind.TAG: KindLook("tag", "Tags", "t1", "region_2"),
    NodeKind.CATEGORY: KindLook("category", "Categories", "d", "region_5"),
    NodeKind.PERSON: KindLook("person", "People", "star", "region_4"),
    NodeKind.BROKEN: KindLook("broken link", "Broken links", "x", "bad"),
    NodeKind.TYPE: KindLook("type", "Types", "h", "region_3"),
    NodeKind.COLLECTION: KindLook("collection", "Collections", "p", "region_7"),
}

HIDDEN_AT_FIRST = frozenset({NodeKind.TYPE, NodeKind.COLLECTION})
"""Kinds that would crowd the first look: what nearly every document has."""

_SAID: dict[str, tuple[str, str]] = {
    "linksTo": ("links to", "linked from"),
    "brokenLinkTo": ("broken link to", "broken link from"),
    "containsSection": ("contains", "part of"),
    "partOf": ("part of", "contains"),
    "inCollection": ("in collection", "holds"),
    "hasTag": ("has tag", "tag of"),
    "hasType": ("is a", "type of"),
    "inCategory": ("in category", "category of"),
    "broader": ("narrower than", "broader than"),
    "author": ("written by", "author of"),
    "owner": ("owned by", "owner of"),
    "reviewer": ("reviewed by", "reviewer of"),
    "supersedes": ("supersedes", "superseded by"),
    "supersededBy": ("superseded by", "supersedes"),
    "dependsOn": ("depends on", "needed by"),
    "relatedTo": ("related to", "related to"),
    "references": ("refers to", "referred to by"),
}


def said(relation: str, *, is_incoming: bool = False) -> str:
    """A relation as a person would say it, from the near end or, when `is_incoming`, from the far one."""
    known = _SAID.get(relation)
    if known is not None:
        return known[is_incoming]
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", relation).lower()


def counted(count: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
