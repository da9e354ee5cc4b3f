"""Proposals of topics: made by agents that may remember, and decided by the person."""

from __future__ import annotations

import secrets
import threading
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from bookwheel.domain.errors import BadRequest, MemoryFull, NotAllowed, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.domain.topic_proposals import (
    MOST_OF_CLIENT,
    MOST_TOPICS,
    ProposalDecision,
    ProposalEntry,
    ProposalsAnswer,
    ProposalsDecided,
    ProposalsRequest,
    ProposeAnswer,
    ProposeRequest,
    TopicProposal,
)
from bookwheel.domain.topics import LONGEST_NAME, PREFIX, Topic, TopicTree, topic_id
from bookwheel.indexes.state import State
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.topics.live_topics import LiveTopics

MOST_LISTED = 2000
LONGEST_NOTE = 500

_HIDING = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
_JOINERS = "\u200c\u200d"
"""The invisible letters that Persian and emoji need."""


class TopicProposals:
    """The proposals of all agents; any thread. `changed` is told after every change."""

    def __init__(
        self,
        state: State,
        seen: Callable[[Scope], Snapshot | None],
        topics: LiveTopics,
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Keep proposals in the state; `seen` gives the newest snapshot as a caller may see it."""
        self._state, self._seen, self._topics = state, seen, topics
        self._changed, self._clock = changed, clock
        self._lock = threading.Lock()

    def propose(self, request: ProposeRequest, scope: Scope) -> ProposeAnswer:
        """Keep topics that an agent proposes for a document that it may see, in place of those it proposed before.

        Raises:
            NotAllowed: when the person did not let this agent remember.
            NotFound: for a document or a topic's id that the scope does not show, with near ones.
            BadRequest: for no topic, too many, or a name that is none.
            MemoryFull: when as much of this agent waits as may.
        """
        if scope.client and not scope.may_remember:
            raise NotAllowed("You can read this library but not propose topics.", next="the user allows it as memory")
        doc, collection = self._document(request.doc, scope)
        made = self._made(request, doc, collection, scope)
        with self._lock:
            known = self._state.topic_proposals()
            own = [one for one in known if one.client == scope.client]
            here = [one for one in own if one.doc == doc]
            refused = [one for one in here if one.is_refused and _is_among(one, made)]
            waiting = [one for one in here if not one.is_refused]
            wanted = [
                next((one for one in waiting if _is_among(one, [new])), new)
                for new in made
                if not _is_among(new, refused)
            ]
            added = [one for one in wanted if one not in waiting]
            gone = [one.id for one in waiting if one not in wanted]
            total = len(own) - len(gone) + len(added)
            if added and total > MOST_OF_CLIENT:
                raise MemoryFull("The limit of {count} proposals is reached.", count=MOST_OF_CLIENT)
            if added or gone:
                self._state.change_topic_proposals(added, gone)
        if added or gone:
            self._changed()
        left = sum(not one.is_refused for one in own) - len(gone) + len(added)
        return ProposeAnswer(doc, tuple(wanted), bool(added), tuple(one.name for one in refused), left)

    def listed(self, request: ProposalsRequest) -> ProposalsAnswer:
        """The proposals that wait, for the person: those for documents that are there.

        Raises:
            BadRequest: for a limit out of range.
        """
        if not 1 <= request.limit <= MOST_LISTED:
            raise BadRequest(
                "{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_LISTED:,}"
            )
        fitting = [
            one for one in self._state.topic_proposals() if not one.is_refused and request.client in ("", one.client)
        ]
        entries = (entry for entry in self._entries(fitting) if entry is not None)
        found = [entry for entry in entries if request.doc in ("", entry.doc, entry.proposal.doc)]
        return ProposalsAnswer(tuple(found[: request.limit]), len(found))

    def decide(self, decision: ProposalDecision) -> ProposalsDecided:
        """Accept proposals, each of which is then a topic of its document that stays, or refuse them.

        Raises:
            NotFound: for an unknown id, or a document that is gone; nothing is done then.
        """
        with self._lock:
            known = {one.id: one for one in self._state.topic_proposals() if not one.is_refused}
            ids = list(dict.fromkeys(decision.ids))
            if missing := [id for id in ids if id not in known]:
                raise NotFound("There is no proposal {name}.", name=missing[0][:40], did_you_mean=list(known)[:5])
            chosen = [known[id] for id in ids]
            if decision.is_accepted:
                self._accept(chosen)
                self._state.change_topic_proposals((), ids)
            else:
                self._state.change_topic_proposals([replace(one, is_refused=True) for one in chosen])
        self._changed()
        count = len(chosen)
        if decision.is_accepted:
            return ProposalsDecided(Message("Proposals accepted: {count}.", count=count), count)
        return ProposalsDecided(Message("Proposals refused: {count}.", count=count), count)

    def _accept(self, chosen: Sequence[TopicProposal]) -> None:
        found: list[ProposalEntry] = []
        for proposal, entry in zip(chosen, self._entries(chosen), strict=True):
            if entry is None:
                raise NotFound("There is no document {name}.", name=proposal.doc[:200])
            found.append(entry)
        for entry in found:
            slug, _, path = entry.doc.partition("/")
            self._topics.accept(slug, path, entry.topic, entry.label)

    def _document(self, named: str, scope: Scope) -> tuple[str, str]:
        """Id and collection of a document that a caller names."""
        snapshot = self._seen(scope)
        if snapshot is None:
            raise NotFound("There is no document {name}.", name=named[:200], next="add a folder first")
        with snapshot.catalogue.snapshot():
            row, _ = lookup.find(snapshot, named.strip(), scope)
        return row.doc, row.collection

    def _made(self, request: ProposeRequest, doc: str, collection: str, scope: Scope) -> list[TopicProposal]:
        """A proposal for each topic that is named, each once."""
        if not 1 <= len(request.topics) <= MOST_TOPICS:
            raise BadRequest("Propose one to {most} topics for a document.", most=MOST_TOPICS)
        note = " ".join(request.note.split())
        if len(note) > LONGEST_NOTE:
            raise BadRequest("A note can have at most {most} characters.", most=LONGEST_NOTE)
        now = self._clock().astimezone(UTC).isoformat(timespec="seconds")
        agent = " ".join(request.agent.split())[:LONGEST_NAME] or scope.client
        made: list[TopicProposal] = []
        for given in request.topics:
            if given.strip().startswith(PREFIX):
                slug, known = self._topics.find(given, scope)
                if slug != collection:
                    raise BadRequest("{document} is not in the collection of this topic.", document=doc)
                topic, name = topic_id(slug, known.key), known.label
            else:
                topic, name = "", name_of(given)
            id = f"p{secrets.token_hex(6)}"
            one = TopicProposal(id, scope.client, agent, doc, topic, name, note, now)
            if not _is_among(one, made):
                made.append(one)
        return made

    def _entries(self, proposals: Sequence[TopicProposal]) -> list[ProposalEntry | None]:
        """Proposals as they stand now, None for those whose document is gone."""
        snapshot, trees = self._seen(EVERYTHING), self._topics.trees()
        if snapshot is None:
            return [None] * len(proposals)
        with snapshot.catalogue.snapshot():
            return [_find(one, snapshot, trees) for one in proposals]


def name_of(text: str) -> str:
    """A topic's name with single spaces.

    Raises:
        BadRequest: when it is empty, too long, says no word, or hides something.
    """
    name = " ".join(text.split())
    if not name or len(name) > LONGEST_NAME or not any(letter.isalnum() for letter in name):
        raise BadRequest("A topic needs a name of 1 to {most} characters.", most=LONGEST_NAME)
    if any(unicodedata.category(letter) in _HIDING and letter not in _JOINERS for letter in name):
        raise BadRequest("A topic's name cannot contain control characters.")
    return name


def _find(proposal: TopicProposal, snapshot: Snapshot, trees: dict[str, TopicTree]) -> ProposalEntry | None:
    row = snapshot.catalogue.document(proposal.doc)
    if row is None:
        return None
    tree = trees.get(row.collection, TopicTree())
    topic = _meant(proposal, tree, row.collection)
    label, id = (topic.label, topic_id(row.collection, topic.key)) if topic else (proposal.name, "")
    now = next((one.label for one in tree.topics if one.key == tree.of.get(row.path)), "")
    return ProposalEntry(proposal, row.doc, row.title, id, label, now)


def _meant(proposal: TopicProposal, tree: TopicTree, collection: str) -> Topic | None:
    """The topic that a proposal means: that of its id, else the one that is called so."""
    named = proposal.name.casefold()
    by_id = (one for one in tree.topics if topic_id(collection, one.key) == proposal.topic)
    return next(by_id, None) or next((one for one in tree.topics if one.label.casefold() == named), None)


def _is_among(proposal: TopicProposal, others: Sequence[TopicProposal]) -> bool:
    """Whether one of the others proposes the same topic."""
    return any(
        (proposal.topic and proposal.topic == one.topic) or proposal.name.casefold() == one.name.casefold()
        for one in others
    )
