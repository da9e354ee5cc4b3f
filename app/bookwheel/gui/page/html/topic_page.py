"""The page of a topic: what it is about, the sections that stand for it, narrower topics, and its documents."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from bookwheel.client.connection import Client
from bookwheel.domain.page import PageAnswer
from bookwheel.domain.reading import OutlineAnswer, OutlineEntry
from bookwheel.domain.topics import CentralSection, TopicEntry, TopicsAnswer, TopicsRequest
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.state.locations import address

_MOST_DOCUMENTS = 1000
_MOST_TERMS = 12
_SECTIONS = (
    ("central", QT_TR_NOOP("Central sections")),
    ("narrower", QT_TR_NOOP("Narrower topics")),
    ("documents", QT_TR_NOOP("Documents")),
)
"""The parts of the page, by their anchors."""


def fetch_topic_page(client: Client, topic: str) -> PageAnswer:
    """What the library knows of a topic, as a page."""
    answer, broader = _fetch(client, topic)
    slug = answer.topics[0].collection
    names = {one.slug: one.name for one in client.collections().collections}
    return topic_page_of(answer, broader, names.get(slug, slug))


def fetch_topic_outline(client: Client, topic: str) -> OutlineAnswer:
    """The parts of a topic's page, as its sections."""
    answer = client.topics(TopicsRequest(topic=topic, with_hidden=True, limit=1))
    entry = answer.topics[0]
    entries = (
        OutlineEntry(f"{entry.id}#{anchor}", tr(title), 2, 0, 0, 0, (1, 1))
        for anchor, title in _SECTIONS
        if _rows(answer, anchor)
    )
    return OutlineAnswer(entry.id, entry.label, 0, tuple(entries), answer.revision, None, 1.0)


def topic_page_of(answer: TopicsAnswer, broader: str, collection: str) -> PageAnswer:
    """The page of an answer's first topic; `broader` names the one above it, `collection` the collection."""
    entry = answer.topics[0]
    parts = "".join(
        f'<h2 id="{anchor}">{escape(tr(title))}</h2>{html}'
        for anchor, title in _SECTIONS
        if (html := _rows(answer, anchor))
    )
    head = f"<h1><bdi>{escape(entry.label)}</bdi></h1>{_summary(entry, broader, collection)}"
    return PageAnswer(
        *(entry.id, entry.label, head + parts, (), (), tr("Topic")), *("", False, 0, 0, "", "", 0, answer.revision)
    )


def _fetch(client: Client, topic: str) -> tuple[TopicsAnswer, str]:
    answer = client.topics(TopicsRequest(topic=topic, with_hidden=True, limit=_MOST_DOCUMENTS))
    parent = answer.topics[0].parent
    if not parent:
        return answer, ""
    above = client.topics(TopicsRequest(topic=parent, with_hidden=True, limit=1, is_brief=True))
    return answer, above.topics[0].label


def _rows(answer: TopicsAnswer, anchor: str) -> str:
    """One part of the page, empty where there is nothing to show."""
    entry, *narrower = answer.topics
    if anchor == "central":
        return "".join(map(_quote, entry.central))
    if anchor == "narrower":
        return _list([_link(one.id, one.label, number(one.documents)) for one in narrower])
    rows = _list([_link(doc, title, "") for doc, title in answer.documents])
    more = answer.total - len(answer.documents)
    said = tr("and {count} more").format(count=number(more))
    return f"{rows}<p><em>{escape(said)}</em></p>" if more > 0 else rows


def _summary(entry: TopicEntry, broader: str, collection: str) -> str:
    """Where it belongs, how large it is, how a person arranged it, and its telling terms."""
    above = _anchor(entry.parent, broader) if broader else ""
    counted = " · ".join(
        filter(
            None,
            (
                tr("Topic of {collection}").format(collection=collection),
                tr("%Ln document(s)", "", entry.documents),
                tr("%Ln section(s)", "", entry.sections),
                tr("pinned") if entry.is_pinned else "",
                tr("hidden") if entry.is_hidden else "",
                tr("renamed by you") if entry.is_renamed else "",
            ),
        )
    )
    lines = [f"<bdi>{escape(counted)}</bdi>"]
    if above:
        lines.append(tr("Narrower than {topic}").format(topic=above))
    terms = ", ".join(term for term, _ in entry.terms[:_MOST_TERMS])
    if terms:
        said = tr("Terms: {terms}").format(terms=terms)
        lines.append(f"<bdi>{escape(said)}</bdi>")
    return "".join(f'<p class="thing-summary">{line}</p>' for line in lines)


def _quote(one: CentralSection) -> str:
    """A central section's beginning, and where it is from."""
    doc, _, anchor = one.section.partition("#")
    file = doc.partition("/")[2] or doc
    where = escape(address(doc, anchor))
    cited = f'<a href="{where}"><bdi>{escape(one.title or file)}</bdi></a>'
    place = tr("{file}, line {line}").format(file=file, line=number(one.line))
    return (
        f"<blockquote><p><bdi>{escape(one.text)}</bdi></p>"
        f'<p>{cited} <small class="thing-kind"><bdi>{escape(place)}</bdi></small></p></blockquote>'
    )


def _list(rows: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{row}</li>' for row in rows)}</ul>" if rows else ""


def _link(id: str, name: str, count: str) -> str:
    said = f' <small class="thing-count">{escape(count)}</small>' if count else ""
    return _anchor(id, name or id) + said


def _anchor(id: str, name: str) -> str:
    return f'<a href="{escape(address(id))}"><bdi>{escape(name)}</bdi></a>'
