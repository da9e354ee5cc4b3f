"""The topics of all collections as they are now: kept in the state, and arranged by a person."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.page import Way
from bookwheel.domain.search import EVERYTHING, Scope
from bookwheel.domain.topics import (
    PREFIX,
    StatedTopics,
    Topic,
    TopicAction,
    TopicEdit,
    TopicEdited,
    TopicsAnswer,
    TopicsRequest,
    TopicTask,
    TopicTree,
    topic_id,
)
from bookwheel.indexes.state import State
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.snapshot import lookup
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.topics import topic_answers, topic_edits
from bookwheel.library.topics.stated_topics import stated_topics
from bookwheel.library.topics.topic_tasks import build_task

MAKING = Message("Rebuilding topics…")
UNDONE = Message("Last topic change undone.")
_MOST_UNDONE = 30
"""Changes that can be undone, while the service runs."""

_CONFIRMATIONS: dict[TopicAction, Callable[[str], Message]] = {
    TopicAction.RENAME: lambda name: Message("The topic is now called {name}.", name=name),
    TopicAction.MERGE: lambda name: Message("The topic was merged into {name}.", name=name),
    TopicAction.SPLIT: lambda name: Message("{name} is being split.", name=name),
    TopicAction.PIN: lambda name: Message("{name} is pinned.", name=name),
    TopicAction.UNPIN: lambda name: Message("{name} is no longer pinned.", name=name),
    TopicAction.HIDE: lambda name: Message("{name} is hidden.", name=name),
    TopicAction.SHOW: lambda name: Message("{name} is shown again.", name=name),
    TopicAction.MOVE: lambda name: Message("The document now belongs to {name}.", name=name),
}


@dataclass(frozen=True, slots=True)
class LibraryView:
    """How topics see the library: as a caller may, its graph, and what each model has embedded."""

    seen: Callable[[Scope], Snapshot | None]
    graph: Callable[[], Graph | None]
    views: Callable[[], Sequence[ModelView]]


class LiveTopics:
    """The topics of a library; any thread.

    `on_changed` is called after every change that shows; `on_wanted` with the collection whose topics are to be made,
    whether anew, and which topic is to be split.
    """

    def __init__(self, state: State, library: LibraryView) -> None:
        """Read what is kept."""
        self._state, self._library = state, library
        self._lock = threading.Lock()
        self._trees = state.topics()
        self._stated: tuple[Mapping[str, TopicTree], Mapping[str, StatedTopics]] = {}, {}
        self._undo: list[tuple[str, TopicTree]] = []
        """Collections with their trees before a change that a person made, the last change last."""
        self.on_changed: Callable[[], None] = lambda: None
        self.on_stored: Callable[[str], None] = lambda slug: None
        """Told the collection whose topics are others now, so that the graph follows."""
        self.on_wanted: Callable[[str, bool, str], None] = lambda slug, is_anew, split: None
        self.progress: Callable[[], tuple[Sequence[str], Sequence[str]]] = lambda: ((), ())
        """Collections whose topics are being made, and those whose topics could not be."""

    def trees(self) -> dict[str, TopicTree]:
        """The tree of each collection that has one, by slug."""
        with self._lock:
            return dict(self._trees)

    @property
    def stated(self) -> Mapping[str, StatedTopics]:
        """What the graph and the filters know of topics, by collection; the same object until that changes."""
        trees = self._trees
        if self._stated[0] is not trees:
            self._stated = trees, {slug: stated_topics(slug, tree) for slug, tree in trees.items()}
        return self._stated[1]

    def tree(self, slug: str) -> TopicTree:
        """A collection's tree, empty before the first."""
        with self._lock:
            return self._trees.get(slug, TopicTree())

    def save(self, slug: str, before: TopicTree, tree: TopicTree, *, is_asked: bool = False) -> bool:
        """Keep a tree that was made from `before`; False when a person has changed that meanwhile: make it again.

        One that a person asked for can be undone; any other one ends what could be undone before it.
        """
        is_other = replace(tree, made_from=before.made_from) != before
        with self._lock:
            if self._trees.get(slug, TopicTree()) != before:
                return False
            if tree != before:
                self._store(slug, tree)
            if is_other and is_asked:
                self._remember(slug, before)
            elif is_other:
                self._undo = [(other, former) for other, former in self._undo if other != slug]
        if is_other:
            self.on_stored(slug)
            self.on_changed()
        return True

    def forget(self, slugs: Sequence[str]) -> None:
        """Keep only the topics of these collections."""
        with self._lock:
            if any(slug not in slugs for slug in self._trees):
                self._trees = {slug: tree for slug, tree in self._trees.items() if slug in slugs}
            self._undo = [(slug, former) for slug, former in self._undo if slug in slugs]

    def answer(self, request: TopicsRequest, scope: Scope = EVERYTHING) -> TopicsAnswer:
        """Topics of the collections that the scope shows whole: all documents of one make its topics.

        Raises:
            NotFound: for an unknown topic or collection, with near ones.
            BadRequest: for a limit out of range.
        """
        snapshot, slugs = self._whole_collections(scope)
        trees = {slug: tree for slug, tree in self.trees().items() if slug in slugs and tree.topics}
        if request.collection and request.collection not in slugs:
            raise NotFound("There is no collection {name}.", name=request.collection, did_you_mean=slugs[:5])
        if request.collection:
            trees = {slug: tree for slug, tree in trees.items() if slug == request.collection}
        if snapshot is None:
            return TopicsAnswer((), 0)
        named = self._named(request.topic, trees) if request.topic else None
        answer = topic_answers.answer(request, trees, named, snapshot, self._library.views())
        pending, failed = (tuple(slug for slug in slugs if slug in part) for part in self.progress())
        return replace(answer, pending=pending, failed=failed)

    def of_document(self, doc: str, scope: Scope = EVERYTHING) -> tuple[Way, ...]:
        """The narrowest topics of a document, but hidden ones; none for a scope that shows part of its collection."""
        slug, _, path = doc.partition("/")
        tree = self.tree(slug)
        further = (*tree.stated.get(path, ()), *tree.accepted.get(path, ()))
        keys = tuple(dict.fromkeys((tree.of.get(path, ""), *further)))
        if not any(keys) or slug not in self._whole_collections(scope)[1]:
            return ()
        known = {one.key: one for one in tree.topics if not one.is_hidden}
        shown = [known[key] for key in keys if key in known and known[key].parent in ("", *known)]
        return tuple(Way(topic_id(slug, one.key), one.label) for one in shown)

    def task(self, slug: str, before: TopicTree, *, is_anew: bool = False, split: str = "") -> TopicTask | None:
        """What a child needs to make a collection's topics; None for one that is gone."""
        snapshot = self._library.seen(EVERYTHING)
        if snapshot is None or slug not in snapshot.collections:
            return None
        graph, views = self._library.graph(), self._library.views()
        return build_task(slug, snapshot, views, graph, before, is_anew=is_anew, split=split)

    def fingerprints(self) -> Mapping[str, int]:
        """By collection a number that changes with its documents; none of those without any."""
        snapshot = self._library.seen(EVERYTHING)
        return {} if snapshot is None else snapshot.facets.fingerprints

    def edit(self, edit: TopicEdit) -> TopicEdited:
        """Change a topic as a person wishes.

        Raises:
            NotFound: for an unknown topic, document or collection, with near ones.
            BadRequest: for a change that makes no sense.
        """
        if edit.action is TopicAction.RENEW:
            return self._renew(edit.collection)
        if edit.action is TopicAction.UNDO:
            return self._take_back(edit.collection)
        trees = self.trees()
        slug, topic = self._named(edit.topic, trees)
        if edit.action is TopicAction.SPLIT:
            _check_split(trees[slug], topic)
            self.on_wanted(slug, False, topic.key)
        elif edit.action is TopicAction.MERGE:
            other_slug, other = self._named(edit.other, trees)
            if other_slug != slug:
                raise BadRequest("Only topics of the same collection can be merged.")
            self._change(slug, lambda tree: topic_edits.merge(tree, topic.key, other.key))
            topic = other
        elif edit.action is TopicAction.RENAME:
            self._change(slug, lambda tree: topic_edits.rename(tree, topic.key, edit.name))
            topic = replace(topic, label=" ".join(edit.name.split()))
        elif edit.action is TopicAction.MOVE:
            path = _path_of(edit.doc, slug, self._library.seen(EVERYTHING))
            self._change(slug, lambda tree: topic_edits.move_document(tree, path, topic.key))
        else:
            self._change(slug, lambda tree: topic_edits.set_flag(tree, topic.key, edit.action))
        return TopicEdited(_CONFIRMATIONS[edit.action](topic.label), topic_id(slug, topic.key))

    def find(self, name: str, scope: Scope) -> tuple[str, Topic]:
        """The collection and topic of an id or label, as far as the scope shows whole collections.

        Raises:
            NotFound: for an unknown topic, with near ones.
        """
        _, slugs = self._whole_collections(scope)
        return self._named(name, {slug: tree for slug, tree in self.trees().items() if slug in slugs})

    def accept(self, slug: str, path: str, topic: str, name: str) -> None:
        """Give a document a further topic by its id, or a new one of a name, which stays."""
        key = topic.removeprefix(topic_id(slug, ""))
        self._change(slug, lambda tree: topic_edits.accept(tree, path, key, name))

    def _whole_collections(self, scope: Scope) -> tuple[Snapshot | None, tuple[str, ...]]:
        """What the scope shows, and the collections of which it shows every document."""
        snapshot, whole = self._library.seen(scope), self._library.seen(EVERYTHING)
        if snapshot is None or whole is None:
            return snapshot, ()
        if snapshot.facets is whole.facets:
            return snapshot, tuple(snapshot.collections)
        mine, all = snapshot.facets.fingerprints, whole.facets.fingerprints
        return snapshot, tuple(slug for slug in snapshot.collections if mine.get(slug, 0) == all.get(slug, 0))

    def _renew(self, collection: str) -> TopicEdited:
        slugs = [slug for slug in self.trees() if collection in ("", slug)]
        if not slugs:
            raise NotFound("There is no collection {name} with topics.", name=collection)
        for slug in slugs:
            self.on_wanted(slug, True, "")
        return TopicEdited(MAKING)

    def _take_back(self, collection: str) -> TopicEdited:
        with self._lock:
            at = next((at for at in reversed(range(len(self._undo))) if collection in ("", self._undo[at][0])), -1)
            if at < 0:
                raise BadRequest("There is no topic change to undo.")
            slug, former = self._undo.pop(at)
            self._store(slug, former)
        self.on_stored(slug)
        self.on_changed()
        return TopicEdited(UNDONE)

    def _remember(self, slug: str, before: TopicTree) -> None:
        self._undo = [*self._undo, (slug, before)][-_MOST_UNDONE:]

    def _change(self, slug: str, change: Callable[[TopicTree], TopicTree]) -> None:
        with self._lock:
            before = self._trees.get(slug, TopicTree())
            tree = change(before)
            if tree != before:
                self._store(slug, tree)
                self._remember(slug, before)
        if tree != before:
            self.on_stored(slug)
            self.on_changed()

    def _store(self, slug: str, tree: TopicTree) -> None:
        self._state.put_topics(slug, tree)
        self._trees = self._trees | {slug: tree}

    @staticmethod
    def _named(name: str, trees: dict[str, TopicTree]) -> tuple[str, Topic]:
        """The topic of an id `topic:collection/key`, or of a label."""
        wanted = name.strip()
        slug, _, key = wanted.removeprefix(PREFIX).partition("/")
        for topic in trees.get(slug, TopicTree()).topics if wanted.startswith(PREFIX) else ():
            if topic.key == key:
                return slug, topic
        folded = " ".join(wanted.casefold().split())
        found = [
            (slug, topic)
            for slug, tree in trees.items()
            for topic in tree.topics
            if folded in (topic.label.casefold(), topic.key)
        ]
        if len(found) == 1:
            return found[0]
        if found:
            ids = [topic_id(slug, topic.key) for slug, topic in found]
            raise NotFound("Several topics are called {name}.", name=wanted[:100], did_you_mean=ids[:5])
        labels = [topic.label for tree in trees.values() for topic in tree.topics]
        near = [label for label in labels if folded and (folded in label.casefold() or label.casefold() in folded)]
        raise NotFound(
            "There is no topic {name}.", name=wanted[:100], did_you_mean=(near or labels)[:5], next="topics lists them"
        )


def _check_split(tree: TopicTree, topic: Topic) -> None:
    if any(one.parent == topic.key for one in tree.topics):
        raise BadRequest("{name} is already divided; split one of its narrower topics.", name=topic.label)
    if sum(key == topic.key for key in tree.of.values()) < 2 * topic_edits.FEWEST_SPLIT:
        raise BadRequest("{name} has too few documents to be split.", name=topic.label)


def _path_of(doc: str, slug: str, snapshot: Snapshot | None) -> str:
    """The path of a document in a collection, by its id."""
    if snapshot is None:
        raise NotFound("There is no document {name}.", name=doc[:200], next="add a folder first")
    with snapshot.catalogue.snapshot():
        row, _ = lookup.find(snapshot, doc.strip(), EVERYTHING)
    if row.collection != slug:
        raise BadRequest("{document} is not in the collection of this topic.", document=row.doc)
    return row.path
