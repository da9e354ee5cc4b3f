"""Topics: the same each time, in two levels, named, and carried on when documents come and go."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from bookwheel.domain.topics import FEWEST, GivenGroup, TopicDocument, TopicTask, TopicTree
from bookwheel.library.topics import topic_edits
from bookwheel.library.topics.clusters import groups_of, unit
from bookwheel.library.topics.tree_builder import ROOTS, build_tree, new_key

SUBJECTS = {
    "Sailing": ("rigging", "keel", "harbour", "mainsail", "tide"),
    "Baking": ("sourdough", "oven", "yeast", "crust", "flour"),
    "Astronomy": ("telescope", "nebula", "orbit", "galaxy", "eclipse"),
    "Gardening": ("compost", "seedling", "pruning", "mulch", "greenhouse"),
    "Chess": ("opening", "endgame", "bishop", "castling", "gambit"),
    "Pottery": ("kiln", "glaze", "clay", "wheel", "stoneware"),
}


def document(
    subject: str, at: int, folder: str = "notes", labels: tuple[str, ...] = (), stated: tuple[str, ...] = ()
) -> TopicDocument:
    words = SUBJECTS[subject]
    one, two = words[at % 5], words[(at + 1 + at // 5) % 5]
    title = f"{subject} and {one} {two}"
    path = f"{folder}/{subject.lower()}-{at:02}.md"
    return TopicDocument(path, title, (f"The {one}", f"About {two}"), words[:3], "", "en", labels, stated)


def shelf(each: int = 14) -> tuple[TopicDocument, ...]:
    return tuple(document(subject, at) for subject in SUBJECTS for at in range(each))


def subject_of(path: str) -> str:
    return path.split("/")[-1].split("-")[0]


def root_of(tree: TopicTree, path: str) -> str:
    parent_of = {one.key: one.parent for one in tree.topics}
    key = tree.of[path]
    return parent_of[key] or key


def test_documents_on_one_subject_share_a_root_that_is_named_after_it() -> None:
    tree = build_tree(TopicTask(shelf()))
    roots = [one for one in tree.topics if not one.parent]
    assert ROOTS[0] <= len(roots) <= ROOTS[1]
    assert len(tree.of) == len(shelf()) and {one.parent for one in tree.topics if one.parent} <= {
        one.key for one in roots
    }
    by_subject: dict[str, set[str]] = {}
    for path in tree.of:
        by_subject.setdefault(subject_of(path), set()).add(root_of(tree, path))
    assert sum(len(found) == 1 for found in by_subject.values()) >= 5
    labels = " ".join(one.label for one in roots).casefold()
    assert sum(subject.casefold() in labels for subject in SUBJECTS) >= 5
    assert len({one.label.casefold() for one in tree.topics}) == len(tree.topics), "no name stands twice"


def test_the_same_documents_give_the_same_topics_in_any_order() -> None:
    documents = shelf()
    assert build_tree(TopicTask(documents)) == build_tree(TopicTask(documents))


def test_known_documents_keep_their_topics_when_others_come_and_go() -> None:
    documents = shelf()
    tree = build_tree(TopicTask(documents))
    fewer = build_tree(TopicTask(documents[::2] + documents[1::4], before=tree))
    assert all(fewer.of[path] == tree.of[path] for path in fewer.of)
    more = (*documents, *(document("Chess", at) for at in range(14, 20)))
    grown = build_tree(TopicTask(more, before=tree))
    assert all(grown.of[path] == tree.of[path] for path in tree.of)
    assert {root_of(grown, one.path) for one in more[-6:]} == {root_of(tree, "notes/chess-00.md")}


def test_vectors_are_used_where_half_of_the_documents_have_some() -> None:
    documents = tuple(replace(one, title="Note", headings=(), keywords=()) for one in shelf())
    axes = np.eye(8, dtype=np.float32)
    rows = np.stack([axes[list(SUBJECTS).index(subject_of(one.path).title())] for one in documents])
    rows[0] = np.nan
    tree = build_tree(TopicTask(documents, rows.astype(np.float16).tobytes()))
    assert tree.is_meant and "notes/sailing-00.md" not in tree.of, "what says nothing belongs to nothing"
    assert len({(subject_of(path), root_of(tree, path)) for path in tree.of}) == len(SUBJECTS)


def test_topics_stay_while_vectors_are_not_loaded_yet() -> None:
    documents = shelf()
    axes = np.eye(8, dtype=np.float16)
    # What documents mean and what they say put them differently.
    vectors = np.stack([axes[at % 6] for at in range(len(documents))]).tobytes()
    tree = build_tree(TopicTask(documents, vectors))
    waiting = build_tree(TopicTask(documents, before=tree))
    assert waiting.of == tree.of and waiting.is_meant
    assert build_tree(TopicTask(documents, vectors, before=waiting)).of == tree.of


def test_a_folder_a_label_or_an_index_page_that_covers_a_topic_gives_it_its_name() -> None:
    boats = [document("Sailing", at, "boats-and-water") for at in range(10)]
    bread = [document("Baking", at, labels=("the-bakery",)) for at in range(10)]
    others = [document(subject, at) for subject in ("Astronomy", "Chess", "Pottery") for at in range(10)]
    documents = tuple(sorted((*boats, *bread, *others), key=lambda one: one.path))
    sky = tuple(at for at, one in enumerate(documents) if "astronomy" in one.path)
    topics = build_tree(TopicTask(documents, groups=(GivenGroup("Night sky", sky),))).topics
    assert {"Boats and water", "The bakery", "Night sky"} <= {one.label for one in topics if one.origin == "given"}
    assert any(one.origin == "discovered" for one in topics)


def test_front_matter_decides_and_few_documents_have_no_topics() -> None:
    documents = (*shelf(), document("Chess", 20, stated=("Board games", "Leisure")))
    tree = build_tree(TopicTask(documents))
    label_of = {one.key: one.label for one in tree.topics}
    assert label_of[tree.of["notes/chess-20.md"]] == "Board games"
    assert [label_of[key] for key in tree.stated["notes/chess-20.md"]] == ["Leisure"]
    assert build_tree(TopicTask(shelf()[: FEWEST - 1])).topics == ()


def test_what_a_person_arranged_outlives_a_new_making() -> None:
    documents = shelf()
    tree = build_tree(TopicTask(documents))
    key = root_of(tree, "notes/chess-00.md")
    tree = topic_edits.rename(tree, key, "The royal game")
    tree = topic_edits.move_document(tree, "notes/baking-03.md", key)
    again = build_tree(TopicTask(documents, before=tree, is_anew=True))
    [kept] = [one for one in again.topics if one.key == key]
    assert (kept.label, kept.is_renamed) == ("The royal game", True)
    assert again.of["notes/baking-03.md"] == key
    hidden = topic_edits.merge(again, root_of(again, "notes/pottery-00.md"), key)
    assert build_tree(TopicTask(documents, before=hidden)).of["notes/pottery-00.md"] == key


def test_a_topic_is_split_into_two_beside_it() -> None:
    documents = tuple(document(subject, at, "all") for subject in ("Chess", "Pottery", "Baking") for at in range(12))
    tree = build_tree(TopicTask(documents))
    for one in [one for one in tree.topics if not one.parent][1:]:
        first = next(other for other in tree.topics if not other.parent)
        tree = topic_edits.merge(tree, one.key, first.key)
    [only] = [one.key for one in tree.topics if not one.parent]
    tree = replace(tree, topics=tuple(one for one in tree.topics if one.key == only), of=dict.fromkeys(tree.of, only))
    divided = build_tree(TopicTask(documents, before=tree, split=only))
    below = [one for one in divided.topics if one.parent == only]
    assert len(below) == 2 and all(one.is_kept for one in below)


@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_equal_rows_make_no_trouble(count: int) -> None:
    rows = unit(np.ones((count, 4), np.float32))
    assert set(groups_of(rows, 2, 8).tolist()) <= set(range(8))


def test_documents_without_words_and_hostile_names_make_no_trouble() -> None:
    odd = "\u202eevil\n<b>\"'"
    documents = tuple(TopicDocument(f"{odd}/{at}.md", odd * 30, (odd,) * 3, (odd,), odd) for at in range(20))
    tree = build_tree(TopicTask(documents))
    assert all(one.key and "\n" not in one.key for one in tree.topics)
    bare = build_tree(TopicTask(tuple(TopicDocument(f"{at}.md", "") for at in range(20))))
    assert bare.of == {}
    assert new_key("\u202e", ()) == "topic" and new_key("A b", ("a-b",)) == "a-b-2"


def test_what_a_person_accepted_stays_when_topics_are_made_anew() -> None:
    documents = shelf()
    tree = build_tree(TopicTask(documents))
    path, other = "notes/chess-00.md", "notes/pottery-03.md"
    tree = topic_edits.accept(tree, path, "", "Board games")
    tree = topic_edits.accept(tree, path, tree.of[other], "")
    tree = topic_edits.accept(tree, "notes/gone.md", "", "Nothing left")
    again = build_tree(TopicTask(documents, before=tree, is_anew=True))
    kept = {one.key: one.label for one in again.topics}
    assert again.accepted == {path: tree.accepted[path]} and len(again.accepted[path]) == 2
    assert [kept[key] for key in again.accepted[path]][0] == "Board games"
    assert build_tree(TopicTask(documents, before=again)).accepted == again.accepted
