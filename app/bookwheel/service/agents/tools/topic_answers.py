"""What `browse` shows agents of topics: the trees of collections, or one topic with its central sections."""

from __future__ import annotations

from bookwheel.domain.browse import View
from bookwheel.domain.search import Scope
from bookwheel.domain.topics import TopicEntry, TopicsAnswer, TopicsRequest
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.freshness import freshness

MOST_LISTED = 1000
"""Documents of one topic that can be paged through."""

LONGEST_QUOTE, MOST_TERMS = 200, 5
_HEAD_TOKENS = 120


def browse_topics(topic: str, collection: str, limit: int, cursor: str, library: Library, scope: Scope) -> Shaped:
    """Topics, broader ones before narrower; of one topic also central sections and documents, which the cursor pages.

    Raises:
        NotFound: for an unknown topic or collection, with near ones.
    """
    own, stamp = library.cursors.of(scope.client), f"{scope.client}\0topics\0{topic}\0{collection}"
    if cursor:
        answer, offset = own.resume(cursor, stamp, TopicsAnswer)
    else:
        answer, offset = _asked(TopicsRequest(collection, topic, limit=MOST_LISTED), library, scope), 0
    room, content = (answers.BROWSE_TOKENS - _HEAD_TOKENS) * answers.TOKEN, dict[str, object]()
    notices = [str(notice) for notice in answer.notices]
    if not answer.topics:
        notices.append("There are no topics yet. View labels lists categories, types and tags.")
    if topic and not offset:
        content["topics"] = [_row(entry, is_one=not number) for number, entry in enumerate(answer.topics)]
        room = max(room - answers.size_of(content["topics"]), room // 4)
    rows = _documents(answer) if topic else [_row(entry) for entry in answer.topics]
    shown = answers.first_rows(rows[offset : offset + limit], room)
    content["documents" if topic else "topics"] = shown
    end, following = offset + len(shown), ""
    if end < len(rows):
        following = own.moved(cursor, end) if cursor else own.keep(stamp, answer, end)
    elif topic and answer.total > end:
        notices.append(f"{answer.total - end:,} more documents are left out; its narrower topics list them.")
    total = answer.total if topic else len(answer.topics)
    head = {"view": View.TOPICS.value, "total": total, "cursor": following, **freshness(library, scope)}
    return answers.shaped_rows({**head, "notices": notices, **content}, total)


def _asked(request: TopicsRequest, library: Library, scope: Scope) -> TopicsAnswer:
    return TopicsAnswer((), 0) if library.topics_now is None else library.topics_now.answer(request, scope)


def _row(entry: TopicEntry, *, is_one: bool = False) -> dict[str, object]:
    """A topic without what is empty; of the one that was asked for, the sections that stand for it."""
    central = [
        {"section": one.section, "title": one.title, "line": one.line, "text": answers.cut(one.text, LONGEST_QUOTE)}
        for one in entry.central
    ]
    others: dict[str, object] = {
        "parent": entry.parent,
        "terms": ", ".join(term for term, _ in entry.terms[:MOST_TERMS]),
        "central": central if is_one else [],
    }
    row: dict[str, object] = {"id": entry.id, "label": entry.label, "documents": entry.documents}
    return row | {name: value for name, value in others.items() if value}


def _documents(answer: TopicsAnswer) -> list[dict[str, object]]:
    return [{"doc": doc, "title": answers.cut(title, 120)} for doc, title in answer.documents]
