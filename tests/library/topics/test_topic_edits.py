"""A person's changes of topics, and what agents propose."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.topics import Topic, TopicAction, TopicTree
from bookwheel.library.topics import topic_edits

TREE = TopicTree(
    (Topic("a", "", "Boats"), Topic("b", "a", "Sails"), Topic("c", "", "Bread")),
    {"one.md": "b", "two.md": "c", "three.md": "a"},
)


def labels(tree: TopicTree) -> dict[str, str]:
    return {one.key: one.label for one in tree.topics}


def test_a_name_is_tidied_and_belongs_to_one_topic() -> None:
    assert labels(topic_edits.rename(TREE, "a", "  Ships \n at sea "))["a"] == "Ships at sea"
    for name in ("", " ", "x" * 81, "bread"):
        with pytest.raises(BadRequest):
            topic_edits.rename(TREE, "a", name)


def test_a_merged_topic_takes_its_narrower_ones_with_it() -> None:
    tree = topic_edits.merge(TREE, "a", "c")
    assert labels(tree) == {"c": "Bread"} and set(tree.of.values()) == {"c"}
    for into in ("a", "b"):
        with pytest.raises(BadRequest):
            topic_edits.merge(TREE, "a", into)


def test_topics_are_pinned_and_hidden_and_no_longer_so() -> None:
    pinned = topic_edits.set_flag(TREE, "c", TopicAction.PIN)
    hidden = topic_edits.set_flag(pinned, "c", TopicAction.HIDE)
    [one] = [one for one in hidden.topics if one.key == "c"]
    assert one.is_pinned and one.is_hidden and one.is_kept
    shown = topic_edits.set_flag(topic_edits.set_flag(hidden, "c", TopicAction.SHOW), "c", TopicAction.UNPIN)
    [one] = [one for one in shown.topics if one.key == "c"]
    assert not one.is_pinned and not one.is_hidden


def test_a_moved_document_stays_where_it_was_put() -> None:
    tree = topic_edits.move_document(TREE, "two.md", "b")
    assert tree.of["two.md"] == "b" and tree.fixed == ("two.md",)


def test_an_accepted_topic_is_a_further_one_and_a_new_one_lies_beside_the_documents_own() -> None:
    tree = topic_edits.accept(TREE, "one.md", "c", "Bread")
    assert tree.of == TREE.of and tree.accepted == {"one.md": ("c",)}
    assert next(one for one in tree.topics if one.key == "c").is_kept
    tree = topic_edits.accept(tree, "one.md", "", "Ropes & knots")
    made = tree.topics[-1]
    assert (made.label, made.parent, made.origin, made.is_kept) == ("Ropes & knots", "a", "person", True)
    assert tree.accepted == {"one.md": ("c", made.key)}
    assert set(tree.pairs()) >= {("one.md", "b"), ("one.md", "c"), ("one.md", made.key)}
    assert topic_edits.merge(tree, "c", made.key).accepted == {"one.md": (made.key,)}


def test_the_topic_that_a_document_has_is_accepted_by_keeping_it_there() -> None:
    tree = topic_edits.accept(TREE, "one.md", "b", "Sails")
    assert tree.of == TREE.of and tree.fixed == ("one.md",) and not tree.accepted
    tree = topic_edits.accept(TREE, "unplaced.md", "", "New")
    assert tree.of["unplaced.md"] == tree.topics[-1].key and tree.topics[-1].parent == ""
