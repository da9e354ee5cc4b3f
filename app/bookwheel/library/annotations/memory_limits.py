"""What a memory may be: its texts and tags in order, the room there is, and what stands in the place of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from bookwheel.domain.annotations.memory import Memory, MemoryType, Role, SessionCard
from bookwheel.domain.errors import BadRequest, MemoryFull
from bookwheel.settings import AgentSettings

LONGEST_NAME = 200
"""Characters of a session's or an agent's name."""

MOST_TAGS, LONGEST_TAG = 20, 64
MOST_SESSIONS = 500

FOLD = "forget with before and a summary folds old ones"


def content_of(text: str, limits: AgentSettings) -> str:
    """A content without the space around it.

    Raises:
        BadRequest: when it is empty or too long.
    """
    content, most = text.strip(), limits.memory_characters
    if not content:
        raise BadRequest("The content of a memory cannot be empty.")
    if len(content) > most:
        raise BadRequest(
            "This memory has {count} characters; the limit is {most}. Shorten it.",
            most=f"{most:,}",
            count=f"{len(content):,}",
        )
    return content


def name_of(what: str, text: str) -> str:
    """The name of a session or an agent with single spaces.

    Raises:
        BadRequest: when it is too long.
    """
    name = " ".join(text.split())
    if len(name) > LONGEST_NAME:
        raise BadRequest("{name} can have at most {most} characters.", name=what, most=LONGEST_NAME)
    return name


def tags_of(given: Sequence[str]) -> tuple[str, ...]:
    """Tags without their sign, each once.

    Raises:
        BadRequest: for too many, or one that is too long.
    """
    by_word: dict[str, str] = {}
    for tag in given:
        word = " ".join(tag.split()).lstrip("#").strip()
        if len(word) > LONGEST_TAG:
            raise BadRequest("A tag can have at most {most} characters.", most=LONGEST_TAG)
        if word:
            by_word.setdefault(word.casefold(), word)
    if len(by_word) > MOST_TAGS:
        raise BadRequest("A memory can have at most {most} tags.", most=MOST_TAGS)
    return tuple(by_word.values())


def moment_of(given: str) -> str:
    """An ISO date or time as memories say theirs, empty for none.

    Raises:
        BadRequest: when it is neither.
    """
    if not given.strip():
        return ""
    try:
        moment = datetime.fromisoformat(given.strip())
        return iso(moment if moment.tzinfo else moment.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise BadRequest("before must be an ISO date or time, such as 2026-03-01.") from None


def iso(moment: datetime) -> str:
    """A moment as memories say it."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")


def place_of(memory: Memory) -> str:
    """When a memory, or the first of those that a summary stands for, was kept."""
    return memory.since or memory.created_at


def is_same(one: Memory, other: Memory) -> bool:
    """Whether two memories say the same in the same place."""
    return (one.content, one.session, one.agent, one.role, one.type) == (
        other.content,
        other.session,
        other.agent,
        other.role,
        other.type,
    )


def check_room(own: Sequence[Memory], made: Memory, limits: AgentSettings) -> None:
    """Whether one more fits.

    Raises:
        MemoryFull: when it does not.
    """
    if len(own) >= limits.memories:
        raise MemoryFull("Your memory is full ({count} memories).", count=f"{len(own):,}", next=FOLD)
    if sum(map(_size, own)) + _size(made) > limits.memory_mb * 1_000_000:
        raise MemoryFull("Your memory is full ({size} MB).", size=f"{limits.memory_mb:g}", next=FOLD)


def in_place_of(chosen: Sequence[Memory], id: str, content: str, words: tuple[str, ...], now: str) -> Memory:
    """The summary that takes the place of some memories of one client.

    Raises:
        BadRequest: when there are none, or they are of several clients.
    """
    if not chosen:
        raise BadRequest("There are no memories for the summary to replace.", next="recall shows what there is")
    if len({one.client for one in chosen}) > 1:
        raise BadRequest("A summary can replace memories of only one agent.", next="name the client as well")
    first = chosen[0]
    agents, sessions = {one.agent for one in chosen}, {one.session for one in chosen}
    tags = dict.fromkeys(tag for one in chosen for tag in one.tags)
    return Memory(
        id,
        first.client,
        first.agent if len(agents) == 1 else first.client,
        first.session if len(sessions) == 1 else "",
        Role.ASSISTANT,
        MemoryType.SUMMARY,
        content,
        tuple(tags)[:MOST_TAGS],
        words,
        now,
        folded=sum(one.folded or 1 for one in chosen),
        since=min(map(place_of, chosen)),
    )


def sessions_of(memories: Iterable[Memory]) -> tuple[SessionCard, ...]:
    """The sessions of some memories, the newest first."""
    cards: dict[tuple[str, str], SessionCard] = {}
    for one in memories:
        known = cards.get((one.client, one.session))
        count, last = (known.memories, known.last_at) if known else (0, "")
        cards[one.client, one.session] = SessionCard(one.client, one.session, count + 1, max(last, one.created_at))
    return tuple(sorted(cards.values(), key=lambda card: card.last_at, reverse=True))


def _size(memory: Memory) -> int:
    return sum(len(text.encode("utf-8", "replace")) for text in (memory.content, memory.session, *memory.tags))
