"""The tools for memory: remember (a memory, or a link made by hand), recall, forget."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

from bookwheel.domain.annotations.manual_links import LinkRequest, UnlinkRequest
from bookwheel.domain.annotations.memory import (
    ForgetRequest,
    MemoriesRequest,
    Memory,
    MemoryType,
    RememberRequest,
    Role,
)
from bookwheel.domain.errors import BadRequest, ServiceUnavailable, StoreUnusable
from bookwheel.domain.search import Scope
from bookwheel.domain.topic_proposals import ProposeRequest
from bookwheel.domain.topics import PREFIX
from bookwheel.library.annotations import memory_limits
from bookwheel.library.annotations.manual_links import ManualLinks
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers, output_schemas
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import Argument, Given, Kind
from bookwheel.service.agents.tools.freshness import freshness
from bookwheel.service.agents.tools.tool_definition import Tool
from bookwheel.service.sanitising import clean, original_id

RECALL_TOKENS = 2000
"""Of an answer; a memory comes whole even where it is larger."""

LONGEST_CONTENT = 20_000
"""Characters that are read at all; what may be kept is a setting."""

MOST_BESIDE, EXCERPT = 5, 200
"""Memories beside the hits of a search, and characters of each."""

VIEWS = ("memories", "sessions", "links")
"""What `browse` shows of them."""

_BROWSE_TOKENS = 120
_SESSIONS = 10
_SESSIONS_TOKENS = 300


def _remember(given: Given, library: Library, scope: Scope) -> Shaped:
    given = _cleaned(given)
    if given.words("topics"):
        return _propose(given, library, scope)
    if any(given.text(name).strip() for name in _LINK):
        return _link(given, library, scope)
    request = RememberRequest(
        given.text("content"),
        given.text("session"),
        Role(given.text("role")),
        MemoryType(given.text("type")),
        given.words("tags"),
        given.text("agent"),
    )
    answer = library.memories.remember(request, scope)
    content: dict[str, object] = {"id": answer.memory.id, "is_new": answer.is_new, "total": answer.total}
    return answers.shaped_rows(content, 1)


def _cleaned(given: Given) -> Given:
    """Texts as they are shown: what an agent keeps is read in terminals too, and what it was shown must find it."""

    def shown(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(shown(part) for part in cast("tuple[object, ...]", value))
        return clean(value) if isinstance(value, str) else value

    ids = ("subject", "object")
    return Given({name: value if name in ids else shown(value) for name, value in given.values.items()})


def _link(given: Given, library: Library, scope: Scope) -> Shaped:
    if missing := [name for name in _LINK if not given.text(name).strip()]:
        raise BadRequest(f"A link needs {', '.join(_LINK)}; {missing[0]} is missing.")
    subject, relation, object = (given.text(name) for name in _LINK)
    note, session, agent = given.text("content"), given.text("session"), given.text("agent")
    request = LinkRequest(original_id(subject), relation, original_id(object), note, session, agent)
    answer = _links(library).link(request, scope)
    made = answer.link
    content: dict[str, object] = {
        "id": made.id,
        "is_new": answer.is_new,
        "total": answer.total,
        "subject": made.subject.id,
        "object": made.object.id,
    }
    if answer.notices:
        content["notices"] = list(answer.notices)
    return answers.shaped_rows(content, 1)


def _propose(given: Given, library: Library, scope: Scope) -> Shaped:
    """Propose topics for the document that is the subject; the person decides."""
    if library.topic_proposals is None:
        raise ServiceUnavailable("Topics cannot be proposed here.")
    if given.text("relation").strip() or given.text("object").strip() or not given.text("subject").strip():
        raise BadRequest("To propose topics, give subject (a document) and topics, without relation and object.")
    topics = tuple(original_id(topic) if topic.startswith(PREFIX) else topic for topic in given.words("topics"))
    doc, note, agent = original_id(given.text("subject")), given.text("content"), given.text("agent")
    answer = library.topic_proposals.propose(ProposeRequest(doc, topics, note, agent), scope)
    notices = ["The user decides; until then nothing changes."]
    if answer.refused:
        notices.append(f"The user refused before: {', '.join(answer.refused)}.")
    content: dict[str, object] = {
        "id": answer.waiting[0].id if answer.waiting else "",
        "is_new": answer.is_new,
        "total": answer.total,
        "subject": answer.doc,
        "topics": [one.name for one in answer.waiting],
        "notices": notices,
    }
    return answers.shaped_rows(content, len(answer.waiting))


def _links(library: Library) -> ManualLinks:
    if library.links is None:
        raise ServiceUnavailable("Links cannot be kept here.")
    return library.links


def _recall(given: Given, library: Library, scope: Scope) -> Shaped:
    given = _cleaned(given)
    query, session = given.text("query"), given.text("session") or None
    request = MemoriesRequest(
        query,
        agent=given.text("agent"),
        session=session,
        limit=given.number("limit"),
        cursor=given.text("cursor"),
        budget_tokens=RECALL_TOKENS - _SESSIONS_TOKENS,
    )
    answer = library.memories.recall(request, scope)
    content: dict[str, object] = {
        "memories": [_row(memory, is_ranked=bool(query)) for memory in answer.memories],
        "total": answer.total,
        "cursor": answer.cursor,
        "notices": list(answer.notices),
    }
    if answer.sessions:
        content["sessions"] = [
            {"session": card.session, "memories": card.memories, "last_at": _shown(card.last_at)}
            for card in answer.sessions[:_SESSIONS]
        ]
    return answers.shaped_rows(content, answer.total)


def _forget(given: Given, library: Library, scope: Scope) -> Shaped:
    """Forget memories and links alike; a summary stands for memories alone, and no id of a link is one of them."""
    given = _cleaned(given)
    ids = tuple(id.strip() for id in given.words("id"))
    of_links = tuple(id for id in ids if _LINK_ID.fullmatch(id))
    of_memories = tuple(id for id in ids if id not in of_links)
    agent, session, before = given.text("agent"), given.text("session") or None, given.text("before")
    summary = given.text("summary")
    unlinking = UnlinkRequest(of_links, agent=agent, session=session, before=before)
    is_unlinking = bool(of_links) or not (ids or summary.strip())
    if of_links and summary.strip():
        raise BadRequest("A summary can replace memories, not links.")
    if is_unlinking and ids:
        _links(library).chosen(unlinking, scope)  # unknown ids are refused before anything is forgotten
    forgotten, links, content = 0, 0, dict[str, object]()
    if of_memories or not ids:
        answer = library.memories.forget(ForgetRequest(of_memories, "", agent, session, before, summary), scope)
        forgotten = answer.forgotten
        if answer.summary is not None:
            content["summary"] = answer.summary.id
    if is_unlinking and library.links is not None:
        links = _links(library).unlink(unlinking, scope).forgotten
    content = {"forgotten": forgotten, **({"links": links} if links else {}), **content}
    return answers.shaped_rows(content, forgotten + links)


def beside(query: str, library: Library, scope: Scope) -> tuple[list[dict[str, object]], int]:
    """An agent's memories that answer a search, each cut short, and the tokens that they take; none without leave."""
    if not scope.may_remember:
        return [], 0
    try:
        answer = library.memories.recall(MemoriesRequest(query, limit=MOST_BESIDE), scope)
    except StoreUnusable:  # the search answers without
        return [], 0
    rows: list[dict[str, object]] = []
    for memory in answer.memories:
        is_long = len(memory.content) > EXCERPT
        content = memory.content[: EXCERPT - 1].rsplit(" ", 1)[0] + "…" if is_long else memory.content
        rows.append({"id": memory.id, "content": content, "score": memory.score})
    return rows, answers.shaped_rows({"memories": rows}, 0).tokens


def browse(view: str, limit: int, library: Library, scope: Scope) -> Shaped:
    """An agent's sessions or links, the newest first, or its memories by type, with counts of their tags."""
    if view == "links":
        return _linked(limit, library, scope)
    memories = library.memories.of(scope) if scope.may_remember else []
    if view == "sessions":
        counted = [("session", card.session, card.memories) for card in memory_limits.sessions_of(memories)]
    else:
        counted = [("type", *pair) for pair in Counter(memory.type.value for memory in memories).most_common()]
    tags = Counter(tag for memory in memories for tag in memory.tags).most_common(limit)
    room, values = (answers.BROWSE_TOKENS - _BROWSE_TOKENS) * answers.TOKEN, list[dict[str, object]]()
    for field, value, count in [*counted[:limit], *(("tag", *pair) for pair in tags if view == "memories")]:
        values.append({"field": field, "value": value, "count": count})
        room -= len(value) + 40
        if room < 0:
            break
    left = len(counted) - len(values) if view == "sessions" else 0
    total = len(counted) if view == "sessions" else len(memories)
    notices = [f"{left:,} older sessions are left out; recall with a query searches all of them."] if left else []
    return answers.shaped_rows({**_listed(view, total, notices, library, scope), "values": values}, len(memories))


def _linked(limit: int, library: Library, scope: Scope) -> Shaped:
    answer = _links(library).visible_to(scope, limit)
    room, rows = (answers.BROWSE_TOKENS - _BROWSE_TOKENS) * answers.TOKEN, list[dict[str, str]]()
    for entry in answer.links:
        link = entry.link
        row = {"id": link.id, "subject": entry.subject, "relation": link.label, "object": entry.object}
        is_own = link.client == scope.client
        others = {"content": link.note, "session": link.session if is_own else "", "by": "" if is_own else link.by}
        others["created_at"] = _shown(link.created_at)
        row |= {name: value for name, value in others.items() if value}
        room -= sum(len(name) + len(value) + 6 for name, value in row.items())
        if room < 0 and rows:
            break
        rows.append(row)
    left = answer.total - len(rows)
    notices = [f"{left:,} older links are left out; explore shows the links of one node."] if left else []
    return answers.shaped_rows({**_listed("links", answer.total, notices, library, scope), "links": rows}, len(rows))


def _listed(view: str, total: int, notices: list[str], library: Library, scope: Scope) -> dict[str, object]:
    return {"view": view, "total": total, "cursor": "", **freshness(library, scope), "notices": notices}


def _row(memory: Memory, *, is_ranked: bool) -> dict[str, object]:
    """A memory as an agent sees it, without what is empty or its own name."""
    row: dict[str, object] = {"id": memory.id, "content": memory.content}
    if is_ranked:
        row["score"] = memory.score
    row |= {"role": memory.role.value, "type": memory.type.value}
    others: dict[str, object] = {
        "session": memory.session,
        "agent": memory.agent if memory.agent != memory.client else "",
        "tags": list(memory.tags),
        "created_at": _shown(memory.created_at),
        "read_at": _shown(memory.read_at),
        "folded": memory.folded,
        "since": _shown(memory.since),
    }
    return row | {name: value for name, value in others.items() if value}


def _shown(moment: str) -> str:
    """A time to the second."""
    return f"{moment[:19]}Z" if moment else ""


_LINK = ("subject", "relation", "object")
_LINK_ID = re.compile(r"l[0-9a-f]{8}")

_SESSION = Argument("session", about="Only this session.")

REMEMBER = Tool(
    "remember",
    "Remember",
    "Store a memory beyond this conversation, visible to you alone, if the user permits it. Or link subject, relation "
    "and object in the graph, visible to all who may see both. Duplicates are stored once. Or propose topics for the "
    "document subject; the user accepts or refuses them.",
    (
        Argument("content", about="Self-contained text; for a link, a note on it.", most=LONGEST_CONTENT),
        Argument("subject", about="Id that explore takes."),
        Argument("relation", about="Short, such as contradicts."),
        Argument("object", about="Like subject."),
        Argument("topics", Kind.WORDS, "Up to 3 for the document subject, each a name or an id of browse."),
        Argument("session", about="Project or conversation it belongs to."),
        Argument("role", choices=tuple(role.value for role in Role), default=Role.ASSISTANT.value),
        Argument("type", choices=tuple(type.value for type in MemoryType), default=MemoryType.NOTE.value),
        Argument("tags", Kind.WORDS, "Recall ranks matching tags higher."),
        Argument("agent", about="Name of the agent, if you run several."),
    ),
    output_schemas.REMEMBER,
    "session|subject",
    _remember,
    is_read=False,
)

RECALL = Tool(
    "recall",
    "Recall",
    "Search your memories by words and meaning, scored 0 to 1. Without a query: one session in order, or the newest "
    "memories and the list of sessions.",
    (
        Argument("query"),
        _SESSION,
        Argument("agent"),
        Argument("limit", Kind.NUMBER, least=1, most=100, default=10),
        Argument("cursor"),
    ),
    output_schemas.RECALL,
    "query|session",
    _recall,
)

FORGET = Tool(
    "forget",
    "Forget",
    "Delete your memories and links that match every argument given. A summary that you write replaces the memories.",
    (
        Argument("id", Kind.WORDS, "Of memories or links."),
        _SESSION,
        Argument("agent"),
        Argument("before", about="Older than this ISO date."),
        Argument("summary", most=LONGEST_CONTENT),
    ),
    output_schemas.FORGET,
    "id|session|agent|before",
    _forget,
    is_read=False,
    is_destructive=True,
)
