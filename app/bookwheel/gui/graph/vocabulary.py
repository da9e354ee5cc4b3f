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
    NodeKind.TOPIC: KindStyle(QT_TR_NOOP("topic"), QT_TR_NOOP("Topics"), "bars", "region_8"),
    NodeKind.CATEGORY: KindStyle(QT_TR_NOOP("category"), QT_TR_NOOP("Categories"), "d", "region_5"),
    NodeKind.PERSON: KindStyle(QT_TR_NOOP("person"), QT_TR_NOOP("People"), "star", "region_4"),
    NodeKind.ENTITY: KindStyle(QT_TR_NOOP("entity"), QT_TR_NOOP("Entities"), "t3", "region_6"),
    NodeKind.TERM: KindStyle(QT_TR_NOOP("term"), QT_TR_NOOP("Terms"), "t2", "region_5"),
    NodeKind.PROJECT: KindStyle(QT_TR_NOOP("project"), QT_TR_NOOP("Projects"), "arrow_up", "region_7"),
    NodeKind.CODE: KindStyle(QT_TR_NOOP("definition"), QT_TR_NOOP("Code"), "+", "region_3"),
    NodeKind.LANGUAGE: KindStyle(QT_TR_NOOP("language"), QT_TR_NOOP("Languages"), "crosshair", "region_4"),
    NodeKind.FRAMEWORK: KindStyle(QT_TR_NOOP("framework"), QT_TR_NOOP("Frameworks"), "t", "region_2"),
    NodeKind.COMMIT: KindStyle(QT_TR_NOOP("commit"), QT_TR_NOOP("Commits"), "arrow_left", "region_6"),
    NodeKind.BRANCH: KindStyle(QT_TR_NOOP("branch"), QT_TR_NOOP("Branches"), "arrow_down", "region_6"),
    NodeKind.REPOSITORY: KindStyle(QT_TR_NOOP("repository"), QT_TR_NOOP("Repositories"), "arrow_right", "region_6"),
    NodeKind.MEMORY: KindStyle(QT_TR_NOOP("memory"), QT_TR_NOOP("Memories"), "pill", "region_7"),
    NodeKind.AGENT: KindStyle(QT_TR_NOOP("agent"), QT_TR_NOOP("Agents"), "ring", "region_7"),
    NodeKind.SESSION: KindStyle(QT_TR_NOOP("session"), QT_TR_NOOP("Sessions"), "frame", "region_6"),
    NodeKind.BROKEN: KindStyle(QT_TR_NOOP("broken link"), QT_TR_NOOP("Broken links"), "x", "bad"),
    NodeKind.TYPE: KindStyle(QT_TR_NOOP("type"), QT_TR_NOOP("Types"), "h", "region_3"),
    NodeKind.COLLECTION: KindStyle(QT_TR_NOOP("collection"), QT_TR_NOOP("Collections"), "p", "region_7"),
}

HIDDEN_AT_FIRST = frozenset({NodeKind.TYPE, NodeKind.COLLECTION, NodeKind.COMMIT, NodeKind.BRANCH, NodeKind.REPOSITORY})
"""Kinds that would crowd the first look: what nearly every document has, and its commits."""

_SAID: dict[str, tuple[str, str]] = {
    "linksTo": (QT_TR_NOOP("links to"), QT_TR_NOOP("linked from")),
    "brokenLinkTo": (QT_TR_NOOP("broken link to"), QT_TR_NOOP("broken link from")),
    "containsSection": (QT_TR_NOOP("contains"), QT_TR_NOOP("part of")),
    "partOf": (QT_TR_NOOP("part of"), QT_TR_NOOP("contains")),
    "inCollection": (QT_TR_NOOP("in collection"), QT_TR_NOOP("contains")),
    "hasTag": (QT_TR_NOOP("has tag"), QT_TR_NOOP("tag of")),
    "hasTopic": (QT_TR_NOOP("has topic"), QT_TR_NOOP("topic of")),
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
    "mentions": (QT_TR_NOOP("mentions"), QT_TR_NOOP("mentioned in")),
    "describes": (QT_TR_NOOP("describes"), QT_TR_NOOP("described in")),
    "defines": (QT_TR_NOOP("defines"), QT_TR_NOOP("defined in")),
    "demonstrates": (QT_TR_NOOP("shows the use of"), QT_TR_NOOP("use shown in")),
    "coOccursWith": (QT_TR_NOOP("named with"), QT_TR_NOOP("named with")),
    "childOf": (QT_TR_NOOP("part of"), QT_TR_NOOP("has the part")),
    "keyMatch": (QT_TR_NOOP("points to"), QT_TR_NOOP("pointed to by")),
    "partOfProject": (QT_TR_NOOP("part of the project"), QT_TR_NOOP("project of")),
    "writtenIn": (QT_TR_NOOP("written in"), QT_TR_NOOP("language of")),
    "usesFramework": (QT_TR_NOOP("uses"), QT_TR_NOOP("used by")),
    "imports": (QT_TR_NOOP("imports"), QT_TR_NOOP("imported by")),
    "calls": (QT_TR_NOOP("calls"), QT_TR_NOOP("called by")),
    "inherits": (QT_TR_NOOP("inherits from"), QT_TR_NOOP("inherited by")),
    "contains": (QT_TR_NOOP("contains"), QT_TR_NOOP("inside")),
    "cites": (QT_TR_NOOP("cites"), QT_TR_NOOP("cited by")),
    "modifiedBy": (QT_TR_NOOP("changed by"), QT_TR_NOOP("changed")),
    "changedIn": (QT_TR_NOOP("changed in"), QT_TR_NOOP("changes")),
    "changedWith": (QT_TR_NOOP("often changed with"), QT_TR_NOOP("often changed with")),
    "authoredBy": (QT_TR_NOOP("made by"), QT_TR_NOOP("made")),
    "committedTo": (QT_TR_NOOP("on branch"), QT_TR_NOOP("contains")),
    "belongsTo": (QT_TR_NOOP("of repository"), QT_TR_NOOP("has branch")),
    "about": (QT_TR_NOOP("is about"), QT_TR_NOOP("remembered in")),
    "recordedBy": (QT_TR_NOOP("kept by"), QT_TR_NOOP("kept")),
    "inSession": (QT_TR_NOOP("in session"), QT_TR_NOOP("session of")),
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
