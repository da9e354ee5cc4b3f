"""What a person does with topics: each change gives another tree, and what was arranged stays when topics are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.topics import LONGEST_NAME, Topic, TopicAction, TopicTree
from bookwheel.library.topics.tree_builder import new_key

FEWEST_SPLIT = 2
"""Documents of each half of a topic that is split."""


def rename(tree: TopicTree, key: str, name: str) -> TopicTree:
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


def merge(tree: TopicTree, key: str, into: str) -> TopicTree:
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
        accepted={path: tuple(dict.fromkeys(to.get(own, own) for own in keys)) for path, keys in tree.accepted.items()},
    )


def set_flag(tree: TopicTree, key: str, action: TopicAction) -> TopicTree:
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


def move_document(tree: TopicTree, path: str, key: str) -> TopicTree:
    """A document under a topic, where it stays."""
    return replace(
        _with(tree, key, lambda one: replace(one, is_kept=True)),
        of=tree.of | {path: key},
        fixed=tuple(dict.fromkeys((*tree.fixed, path))),
    )


def accept(tree: TopicTree, path: str, key: str, name: str) -> TopicTree:
    """A document with a further topic, which stays: the one of a key, or else a new one of that name.

    A new topic lies where the document's own does. A document that has none, or that very topic, is put there.
    """
    if all(one.key != key for one in tree.topics):
        key = new_key(name, (one.key for one in tree.topics))
        made = Topic(key, _root(tree, tree.of.get(path, "")), name, is_renamed=True, is_kept=True)
        tree = replace(tree, topics=(*tree.topics, made))
    if tree.of.get(path) in (None, key):
        return move_document(tree, path, key)
    kept = _with(tree, key, lambda one: replace(one, is_kept=True))
    return replace(kept, accepted=tree.accepted | {path: tuple(dict.fromkeys((*tree.accepted.get(path, ()), key)))})


def _root(tree: TopicTree, key: str) -> str:
    """The key of the root above a topic, or its own; empty for none."""
    parent_of = {one.key: one.parent for one in tree.topics}
    for _ in range(len(parent_of)):  # a parent of a parent, should there be circles
        if not parent_of.get(key):
            break
        key = parent_of[key]
    return key if key in parent_of else ""


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
