"""What a person does with topics: each change gives another tree, and what was arranged stays when topics are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.topics import LONGEST_NAME, MOST_PROPOSED, Proposal, Topic, TopicAction, TopicTree

MOST_PLACED = 12
"""Further topics of one document."""

FEWEST_SPLIT = 2
"""Documents of each half of a topic that is split."""

MOST_PROPOSALS = 2000
"""Proposals of a collection that wait; the oldest make room."""


def renamed(tree: TopicTree, key: str, name: str) -> TopicTree:
    """The topic under another name.

    Raises:
        BadRequest: for a name that is empty, too long or another topic's.
    """
    shown = " ".join(name.split())
    if not shown or len(shown) > LONGEST_NAME:
        raise BadRequest("A topic needs a name of 1 to {most} characters.", most=LONGEST_NAME)
    if any(one.label.casefold() == shown.casefold() and one.key != key for one in tree.topics):
        raise BadRequest("Another topic is called {name}.", name=shown, next="merge joins two topics")
    return _with(tree, key, lambda one: replace(one, label=shown, is_renamed=True, is_kept=True))


def merged(tree: TopicTree, key: str, into: str) -> TopicTree:
    """All that belongs to a topic and those below it in another one.

    Raises:
        BadRequest: when one is the other, or lies below it.
    """
    gone = {key, *_below(tree, key)}
    if into in gone:
        raise BadRequest("A topic cannot be merged into itself or a narrower topic.")
    to = dict.fromkeys(gone, into)
    arranged = _with(tree, into, lambda one: replace(one, is_kept=True))
    return replace(
        arranged,
        topics=tuple(one for one in arranged.topics if one.key not in gone),
        of={path: to.get(own, own) for path, own in tree.of.items()},
        placed={path: _moved(keys, to) for path, keys in tree.placed.items()},
        proposals=tuple(replace(one, topic=to.get(one.topic, one.topic)) for one in tree.proposals),
    )


def flagged(tree: TopicTree, key: str, action: TopicAction) -> TopicTree:
    """The topic pinned or hidden, or no longer so."""
    match action:
        case TopicAction.PIN:
            return _with(tree, key, lambda one: replace(one, is_pinned=True, is_kept=True))
        case TopicAction.UNPIN:
            return _with(tree, key, lambda one: replace(one, is_pinned=False))
        case TopicAction.HIDE:
            return _with(tree, key, lambda one: replace(one, is_hidden=True, is_kept=True))
        case _:
            return _with(tree, key, lambda one: replace(one, is_hidden=False))


def moved(tree: TopicTree, path: str, key: str) -> TopicTree:
    """A document under a topic, where it stays."""
    return replace(
        _with(tree, key, lambda one: replace(one, is_kept=True)),
        of=tree.of | {path: key},
        fixed=tuple(dict.fromkeys((*tree.fixed, path))),
        placed={one: kept for one, keys in tree.placed.items() if (kept := _less(keys, key) if one == path else keys)},
        proposals=tuple(one for one in tree.proposals if (one.path, one.topic) != (path, key)),
    )


def answered(tree: TopicTree, path: str, key: str, *, is_accepted: bool) -> TopicTree:
    """A proposal accepted or not; what was accepted before can be taken back.

    Raises:
        BadRequest: when nobody proposed it, or the document has as many topics as it may.
    """
    is_open = any((one.path, one.topic) == (path, key) for one in tree.proposals)
    known = tree.placed.get(path, ())
    if not is_open and (is_accepted or key not in known):
        raise BadRequest("Nobody proposed this topic for {document}.", document=path, next="topics --proposals")
    kept = _less(known, key)
    if is_accepted:
        if len(kept) >= MOST_PLACED:
            raise BadRequest("A document can have at most {most} further topics.", most=MOST_PLACED)
        kept = (*kept, key)
    placed = {one: keys for one, keys in (tree.placed | {path: kept}).items() if keys}
    rest = tuple(one for one in tree.proposals if (one.path, one.topic) != (path, key))
    arranged = _with(tree, key, lambda one: replace(one, is_kept=True)) if is_accepted else tree
    return replace(arranged, placed=placed, proposals=rest)


def proposed(tree: TopicTree, path: str, keys: tuple[str, ...], agent: str, at: str) -> TopicTree:
    """The tree with an agent's proposals for a document in place of its earlier ones; what holds is not proposed.

    Raises:
        BadRequest: for none or more than three.
    """
    if not 1 <= len(keys) <= MOST_PROPOSED:
        raise BadRequest("Propose 1 to {most} topics for a document.", most=MOST_PROPOSED)
    held = {tree.of.get(path, ""), *tree.placed.get(path, ()), *tree.stated.get(path, ())}
    others = tuple(one for one in tree.proposals if (one.path, one.agent) != (path, agent))
    new = tuple(Proposal(path, key, agent, at) for key in dict.fromkeys(keys) if key not in held)
    return replace(tree, proposals=(*others, *new)[-MOST_PROPOSALS:])


def _with(tree: TopicTree, key: str, change: Callable[[Topic], Topic]) -> TopicTree:
    return replace(tree, topics=tuple(change(one) if one.key == key else one for one in tree.topics))


def _below(tree: TopicTree, key: str) -> set[str]:
    """The keys of all narrower topics."""
    found: set[str] = set()
    added = {key}
    while added:
        added = {one.key for one in tree.topics if one.parent in added} - found
        found |= added
    return found


def _moved(keys: tuple[str, ...], to: dict[str, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(to.get(key, key) for key in keys))


def _less(keys: tuple[str, ...], key: str) -> tuple[str, ...]:
    return tuple(one for one in keys if one != key)
