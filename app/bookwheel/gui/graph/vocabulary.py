"""How kinds and relations are said and shown: words, a shape and a colour for each, never a colour alone."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookwheel.domain.annotations.manual_links import THE_PERSON
from bookwheel.domain.graph import NodeKind
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr


@dataclass(frozen=True, slots=True)
class KindStyle:
    """A kind's word for one and for many (for `tr`), its shape (a name known to pyqtgraph) and its colour's token."""

    one: str
    many: str
    shape: str
    colour: str


KINDS: dict[NodeKind, KindStyle] = {
    NodeKind.DOCUMENT: KindStyle(QT_TR_NOOP("document"), QT_TR_NOOP("Documents"), "o", "region_1"),
    NodeKind.SECTION: KindStyle(QT_TR_NOOP("section"), QT_TR_NOOP("Sections"), "s", "region_8"),
    NodeKind.TAG: KindStyle(QT_TR_NOOP("tag"), QT_TR_NOOP("Tags"), "t1", "region_2"),
    NodeKind.CATEGORY: KindStyle(QT_TR_NOOP("category"), QT_TR_NOOP("Categories"), "d", "region_5"),
    NodeKind.PERSON: KindStyle(QT_TR_NOOP("person"), QT_TR_NOOP("People"), "star", "region_4"),
    NodeKind.BROKEN: KindStyle(QT_TR_NOOP("broken link"), QT_TR_NOOP("Broken links"), "x", "bad"),
    NodeKind.TYPE: KindStyle(QT_TR_NOOP("type"), QT_TR_NOOP("Types"), "h", "region_3"),
    NodeKind.COLLECTION: KindStyle(QT_TR_NOOP("collection"), QT_TR_NOOP("Collections"), "p", "region_7"),
}

HIDDEN_AT_FIRST = frozenset({NodeKind.TYPE, NodeKind.COLLECTION})
"""Kinds that would crowd the first look: what nearly every document has."""

_SAID: dict[str, tuple[str, str]] = {
    "linksTo": (QT_TR_NOOP("links to"), QT_TR_NOOP("linked from")),
    "brokenLinkTo": (QT_TR_NOOP("broken link to"), QT_TR_NOOP("broken link from")),
    "containsSection": (QT_TR_NOOP("contains"), QT_TR_NOOP("part of")),
    "partOf": (QT_TR_NOOP("part of"), QT_TR_NOOP("contains")),
    "inCollection": (QT_TR_NOOP("in collection"), QT_TR_NOOP("contains")),
    "hasTag": (QT_TR_NOOP("has tag"), QT_TR_NOOP("tag of")),
    "hasType": (QT_TR_NOOP("is a"), QT_TR_NOOP("type of")),
    "inCategory": (QT_TR_NOOP("in category"), QT_TR_NOOP("category of")),
    "broader": (QT_TR_NOOP("narrower than"), QT_TR_NOOP("broader than")),
    "author": (QT_TR_NOOP("written by"), QT_TR_NOOP("author of")),
    "owner": (QT_TR_NOOP("owned by"), QT_TR_NOOP("owner of")),
    "reviewer": (QT_TR_NOOP("reviewed by"), QT_TR_NOOP("reviewer of")),
    "supersedes": (QT_TR_NOOP("supersedes"), QT_TR_NOOP("superseded by")),
    "supersededBy": (QT_TR_NOOP("superseded by"), QT_TR_NOOP("supersedes")),
    "dependsOn": (QT_TR_NOOP("depends on"), QT_TR_NOOP("needed by")),
    "relatedTo": (QT_TR_NOOP("related to"), QT_TR_NOOP("related to")),
    "manual": (QT_TR_NOOP("manually linked to"), QT_TR_NOOP("manually linked from")),
    "references": (QT_TR_NOOP("refers to"), QT_TR_NOOP("referred to by")),
    "replyTo": (QT_TR_NOOP("answers"), QT_TR_NOOP("answered by")),
}


def made_by(by: str) -> str:
    """Who linked something by hand."""
    return tr("linked by you") if by == THE_PERSON else tr("linked by {agent}").format(agent=by)


def relation_name(relation: str, *, is_incoming: bool = False) -> str:
    """A relation as a person would say it, from the near end or, when `is_incoming`, from the far one."""
    known = _SAID.get(relation)
    if known is not None:
        return tr(known[is_incoming])
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", relation).lower()
