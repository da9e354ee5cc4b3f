"""What a document is linked with, as rows: who links to it and in which words, what it misses, what is related."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from bookwheel.domain.annotations.manual_links import RELATION as MANUAL
from bookwheel.domain.annotations.manual_links import LinkEnd, LinkEntry
from bookwheel.domain.diagnostics import Mention, MentionsAnswer
from bookwheel.domain.document import TOP
from bookwheel.domain.graph import Edge, ExploreAnswer, Node
from bookwheel.domain.reading import Passage
from bookwheel.domain.things import is_thing
from bookwheel.gui.graph.node_actions import phrase, source_of, written_at
from bookwheel.gui.graph.vocabulary import made_by, relation_name
from bookwheel.gui.i18n.file_places import name_place
from bookwheel.gui.i18n.related_reasons import format_reasons
from bookwheel.gui.i18n.translation import moment, number, tr
from bookwheel.gui.links.link_context import context_line
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.state.locations import Location, section_location

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 1
_NOWHERE = QModelIndex()
_MOST = 50


_NO_NODES = ExploreAnswer((), (), 0, 0, 0)
_NO_MENTIONS = MentionsAnswer((), 0, 0)


@dataclass(frozen=True, slots=True)
class Connections:
    """What the service answers about one document."""

    backlinks: ExploreAnswer
    """Of a thing: all that is connected with it; there is nothing else then."""
    broken: ExploreAnswer = _NO_NODES
    related: ExploreAnswer = _NO_NODES
    mentions: MentionsAnswer = _NO_MENTIONS
    passages: tuple[Passage, ...] = ()
    """The sections in which the links are written."""
    by_hand: tuple[LinkEntry, ...] = ()


def sources_of(answer: ExploreAnswer) -> tuple[str, ...]:
    """The sections in which an answer's links are written, each once, as many as are shown."""
    return tuple(dict.fromkeys(edge.section for edge in answer.edges if edge.section))[:_MOST]


@dataclass(frozen=True, slots=True)
class LinkRow:
    """A heading, a sentence, or a card that leads to a place; `words` are quoted from a source when `is_quoted`.

    `target` is where a link is written in its file; `missing` the target of a broken one, as an id.
    `mark` are the first and the last (excluded) of the words' characters that are the link's own. `link` is the id of
    one that was made by hand.
    """

    kind: str
    title: str
    words: str = ""
    note: str = ""
    icon: str = ""
    place: Location | None = None
    is_quoted: bool = False
    mark: tuple[int, int] = (0, 0)
    link: str = ""
    target: EditTarget | None = None
    missing: str = ""


@dataclass(slots=True)
class _Group:
    head: str
    icon: str
    empty: str
    cards: list[LinkRow] = field(default_factory=list[LinkRow])
    total: int = 0


def rows_of(doc: str, found: Connections) -> list[LinkRow]:
    """The rows about a document in groups, each with a heading; most groups only where they hold something."""
    if is_thing(doc):
        return _listed(
            (
                _Group(tr("Named in"), "corner-up-left", tr("No document names this yet."), *_backlinks(doc, found)),
                _Group(tr("Connected with"), "sparkles", "", *_connected(doc, found.backlinks)),
            )
        )
    groups = (
        _Group(tr("Backlinks"), "corner-up-left", tr("No other document links here."), *_backlinks(doc, found)),
        _Group(tr("Manual links"), "link", "", *_by_hand(doc, found.by_hand)),
        _Group(tr("Unlinked mentions"), "quote", "", *_mentions(found.mentions)),
        _Group(tr("Broken links"), "unlink", "", *_broken(found)),
        _Group(tr("Related"), "sparkles", tr("No related documents found yet."), *_related(doc, found.related)),
    )
    return _listed(groups)


def _listed(groups: Iterable[_Group]) -> list[LinkRow]:
    rows: list[LinkRow] = []
    for group in groups:
        if group.cards or group.empty:
            rows.append(LinkRow("head", group.head, note=number(group.total) if group.cards else "", icon=group.icon))
            rows.extend(group.cards or [LinkRow("note", group.empty)])
            if group.total > len(group.cards) > 0:
                rows.append(LinkRow("note", tr("%Ln more in the graph.", "", group.total - len(group.cards))))
    return rows


def _connected(thing: str, answer: ExploreAnswer) -> tuple[list[LinkRow], int]:
    """A card for each thing that is connected with a thing, with the relation; those of most connections first."""
    relations: dict[str, list[str]] = {}
    for edge in answer.edges:
        if thing in (edge.source, edge.target):
            other = edge.source if edge.target == thing else edge.target
            relations.setdefault(other, []).append(relation_name(edge.relation, is_incoming=edge.target == thing))
    near = [node for node in answer.nodes if node.id in relations and node.id != thing and is_thing(node.id)]
    cards = [
        LinkRow("card", node.title, _joined(relations[node.id]), "", "waypoints", Location(node.id, title=node.title))
        for node in sorted(near, key=lambda node: (-node.weight, node.title.casefold()))
    ]
    return cards[:_MOST], len(cards)


def _backlinks(doc: str, found: Connections) -> tuple[list[LinkRow], int]:
    """A card for each section that links here, with the words in which it does."""
    nodes = {node.id: node for node in found.backlinks.nodes}
    passages = {passage.section: passage for passage in found.passages}
    by_source: dict[str, list[Edge]] = {}
    for edge in found.backlinks.edges:
        source = edge.section or edge.source
        if source.partition("#")[0] != doc and edge.relation != MANUAL:
            by_source.setdefault(source, []).append(edge)
    cards = [_backlink(edges, nodes, passages) for edges in by_source.values()]
    return cards[:_MOST], len(cards)


def _backlink(edges: list[Edge], nodes: dict[str, Node], passages: dict[str, Passage]) -> LinkRow:
    first = min(edges, key=lambda edge: (not edge.text, edge.line))
    doc = (first.section or first.source).partition("#")[0]
    passage = passages.get(first.section)
    title = nodes[doc].title if doc in nodes else passage.document_title if passage is not None else doc
    inner = passage.title if passage is not None and passage.title != title else ""
    links = tr("%Ln link(s)", "", len(edges)) if len(edges) > 1 else ""
    note = " · ".join(part for part in (inner, written_at(first), links) if part)
    words, mark = _in_context(first, passages)
    location, target = source_of(first, title), _target_of(first)
    return LinkRow("card", title, words, note, "file-text", location, is_quoted=True, mark=mark, target=target)


def _target_of(edge: Edge) -> EditTarget:
    """The line on which a link is written."""
    doc = (edge.section or edge.source).partition("#")[0]
    return EditTarget(doc, edge.section, 0 if edge.place is not None else edge.line, edge.text, edge.place)


def _by_hand(doc: str, entries: tuple[LinkEntry, ...]) -> tuple[list[LinkRow], int]:
    """A card for each link that was made by hand: the other end, the link as a sentence, who made it and when."""
    cards = [_made(doc, entry) for entry in entries]
    return cards[:_MOST], len(cards)


def _made(doc: str, entry: LinkEntry) -> LinkRow:
    link = entry.link
    near = entry.subject or link.subject.id
    is_from_here = near == doc or near.startswith(f"{doc}#")
    far, id, title = (
        (link.object, entry.object, entry.object_title)
        if is_from_here
        else (link.subject, entry.subject, entry.subject_title)
    )
    words = tr("“{one}” {relation} “{other}”").format(
        one=entry.subject_title, relation=link.label, other=entry.object_title
    )
    lost = "" if entry.subject and entry.object else tr("no longer there")
    note = " · ".join(part for part in (made_by(link.by), moment(link.created_at), lost) if part)
    return LinkRow("card", title, _joined((words, link.note)), note, "link", end_place(far, id, title), link=link.id)


def end_place(end: LinkEnd, id: str, title: str) -> Location | None:
    """Where an end is opened; None for one that is lost, or no document."""
    if not id or "/" not in id.partition(":")[0]:
        return None
    doc, _, anchor = id.rpartition("#") if end.text_hash else (id, "", "")
    return Location(doc, "" if anchor == TOP else anchor, title=title)


def _mentions(answer: MentionsAnswer) -> tuple[list[LinkRow], int]:
    """A card for each section that names the document and does not link to it."""
    cards = [_mention(mention) for mention in answer.mentions]
    return cards, len(cards)


def _mention(mention: Mention) -> LinkRow:
    heading = mention.heading if mention.heading != mention.title else ""
    note = " · ".join(part for part in (heading, name_place(mention.place) if mention.place else "") if part)
    words = phrase(mention.text[slice(*mention.span)])
    location = section_location(mention.section, words, mention.place, mention.title)
    card = LinkRow("card", mention.title, mention.text, note, "quote", location, is_quoted=True, mark=mention.span)
    at = mention.text[mention.span[0] :]
    return replace(card, target=EditTarget(mention.doc, mention.section, words=at, place=mention.place))


def _in_context(edge: Edge, passages: dict[str, Passage]) -> tuple[str, tuple[int, int]]:
    passage = passages.get(edge.section)
    return context_line(passage, edge.line, edge.text) if passage is not None else (edge.text, (0, 0))


def _broken(found: Connections) -> tuple[list[LinkRow], int]:
    titles = {node.id: node.title for node in found.broken.nodes}
    passages = {passage.section: passage for passage in found.passages}
    edges = sorted((edge for edge in found.broken.edges if edge.relation == "brokenLinkTo"), key=lambda edge: edge.line)
    cards: list[LinkRow] = []
    for edge in edges[:_MOST]:
        words, mark = _in_context(edge, passages)
        title = titles.get(edge.target, edge.target.partition("/")[2])
        card = LinkRow("card", title, words, written_at(edge), "unlink", source_of(edge), is_quoted=True, mark=mark)
        cards.append(replace(card, target=_target_of(edge), missing=edge.target))
    return cards, len(edges)


def _related(doc: str, answer: ExploreAnswer) -> tuple[list[LinkRow], int]:
    reasons: dict[str, list[str]] = {}
    for edge in answer.edges:
        for end in (edge.source, edge.target):
            if edge.related_by:
                reasons.setdefault(end, []).append(format_reasons(edge.related_by))
    near = [node for node in answer.nodes if node.id != doc and node.kind.value == "document"]
    cards = [
        LinkRow(
            "card", node.title, _joined((node.detail, *reasons.get(node.id, ()))), "", "file-text", Location(node.id)
        )
        for node in near
    ]
    return cards[:10], len(cards[:10])


def _joined(reasons: Iterable[str]) -> str:
    return " · ".join(dict.fromkeys(reason for reason in reasons if reason))


class LinksModel(QAbstractListModel):
    """Rows in groups."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[LinkRow] = []

    def set_rows(self, rows: list[LinkRow]) -> None:
        """Replace all rows."""
        if rows != self._rows:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    @property
    def rows(self) -> list[LinkRow]:
        """All rows."""
        return self._rows

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        """See Qt."""
        return 0 if parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Only cards can be chosen."""
        if index.isValid() and self._rows[index.row()].kind == "card":
            return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemNeverHasChildren
        return Qt.ItemFlag.ItemIsEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A row, and its words."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return f"{row.title}, {row.note}" if row.kind == "head" and row.note else row.title
        if role in (Qt.ItemDataRole.AccessibleDescriptionRole, Qt.ItemDataRole.ToolTipRole) and row.kind == "card":
            return "\n".join(part for part in (row.words, row.note) if part)
        return None
