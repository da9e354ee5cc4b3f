"""Topics as rows of the Labels side bar: a tree of each collection, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem

from bookwheel.domain.topics import FEWEST, TopicEntry, TopicsAnswer
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.labels.rows import KEY, Label, build_row
from bookwheel.gui.widgets.row_delegate import NOTE

TOPIC = KEY + 1
"""The TopicEntry of a row."""
COLLECTION = KEY + 2
"""The slug of the collection whose topics are below a row; empty for those of all."""
HEAD, PROPOSALS = "topics", "proposed topics"
_TERMS = 8


def build_topics(
    answer: TopicsAnswer, names: Mapping[str, str], *, with_hidden: bool, proposed: int = 0
) -> QStandardItem:
    """The group of topics; each collection has a row of its own where several have topics.

    A first row leads to those that are `proposed`, if any are.
    """
    head = build_row(tr("Topics"), "list-tree", HEAD)
    head.setData("", COLLECTION)
    if proposed:
        row = build_row(tr("Proposed topics"), "lightbulb", PROPOSALS, Label(PROPOSALS), proposed)
        _explain(row, tr("%Ln topic(s) that agents propose", "", proposed))
        head.appendRow(row)
    shown = visible_topics(answer, with_hidden=with_hidden)
    slugs = list(dict.fromkeys(entry.collection for entry in shown))
    above: dict[str, QStandardItem] = {}
    for slug in slugs:
        above[slug] = head
        if len(slugs) > 1:
            above[slug] = build_row(names.get(slug, slug), "library", f"topics of {slug}")
            head.appendRow(above[slug])
        above[slug].setData(slug, COLLECTION)
        if slug in answer.pending:
            _add_note(above[slug], tr("rebuilding…"))
    for entry in shown:
        row = above[entry.id] = _build_topic(entry)
        above.get(entry.parent, above[entry.collection]).appendRow(row)
    for words, sentence in _explain_absence(answer, names, has_topics=bool(shown)):
        row = build_row(words, "info", f"topics: {words}")
        _explain(row, sentence)
        head.appendRow(row)
    return head


def visible_topics(answer: TopicsAnswer, *, with_hidden: bool) -> list[TopicEntry]:
    """The topics that are listed, broader before narrower: without what is hidden, and what lies below that."""
    gone: set[str] = set()
    shown: list[TopicEntry] = []
    for entry in answer.topics:
        if not with_hidden and (entry.is_hidden or entry.parent in gone):
            gone.add(entry.id)
        else:
            shown.append(entry)
    return shown


def _build_topic(entry: TopicEntry) -> QStandardItem:
    icon = "eye-off" if entry.is_hidden else "pin" if entry.is_pinned else "hash"
    row = build_row(entry.label, icon, entry.id, Label("topic", entry.label, node=entry.id), entry.documents)
    row.setData(entry, TOPIC)
    terms = ", ".join(term for term, _ in entry.terms[:_TERMS])
    marks = ((tr("pinned"), entry.is_pinned), (tr("hidden"), entry.is_hidden), (tr("renamed by you"), entry.is_renamed))
    said = [tr("%Ln document(s)", "", entry.documents), *(name for name, is_so in marks if is_so)]
    _explain(row, " · ".join([*said, terms] if terms else said), entry.label)
    if entry.is_hidden:
        _add_note(row, tr("hidden"))
    return row


def _explain_absence(answer: TopicsAnswer, names: Mapping[str, str], *, has_topics: bool) -> list[tuple[str, str]]:
    """What is said of collections without topics: a few words and a sentence."""
    have = {entry.collection for entry in answer.topics}
    pending = [names.get(slug, slug) for slug in answer.pending if slug not in have]
    failed = [names.get(slug, slug) for slug in answer.failed]
    said: list[tuple[str, str]] = []
    if pending:
        sentence = tr("Bookwheel is finding the topics of {collections}.").format(collections=", ".join(pending))
        said.append((tr("Finding topics…"), sentence))
    if failed:
        sentence = tr("The topics of {collections} could not be made. To try again, choose “Rebuild topics”.")
        said.append((tr("Topics failed"), sentence.format(collections=", ".join(failed))))
    if not said and not has_topics:
        if answer.topics:
            sentence = tr("To see hidden topics, choose “Show hidden topics” from the menu.")
            said.append((tr("All topics hidden"), sentence))
        else:
            sentence = tr("No topics yet: a collection has topics once it has %Ln document(s).", "", FEWEST)
            said.append((tr("Too few documents"), sentence))
    return said


def _add_note(row: QStandardItem, words: str) -> None:
    row.setData(words, NOTE)


def _explain(row: QStandardItem, sentence: str, name: str = "") -> None:
    row.setData(sentence, Qt.ItemDataRole.AccessibleDescriptionRole)
    row.setData("\n".join(filter(None, (name, sentence))), Qt.ItemDataRole.ToolTipRole)
