"""Topics on the map: groups of documents, and names of regions."""

from __future__ import annotations

import numpy as np

from bookwheel.domain.map import Region
from bookwheel.domain.topics import Topic, TopicTree
from bookwheel.library.map.topic_groups import group_by_topic, labels_of, name_regions

TREE = TopicTree(
    (
        Topic("a", "", "Boats"),
        Topic("b", "a", "Sails"),
        Topic("c", "", "Bread"),
        Topic("d", "c", "Dough", is_hidden=True),
    ),
    {**{f"{number}.md": "b" for number in range(6)}, "6.md": "a", "7.md": "c", "8.md": "d"},
)
TREES = {"notes": TREE}
IDS = tuple(f"notes/{number}.md" for number in range(10)) + ("secret/0.md",)


def test_documents_are_of_the_root_above_their_topic() -> None:
    topics, of, above = group_by_topic(IDS, TREES)
    assert topics == (("topic:notes/a", "Boats"), ("topic:notes/c", "Bread"))
    assert of.tolist() == [0] * 7 + [1, -1, -1, -1]
    assert above[0] == ("topic:notes/b", "topic:notes/a") and above[8] == ()


def test_a_region_is_called_after_the_topic_that_has_its_documents_there() -> None:
    _, _, above = group_by_topic(IDS, TREES)
    regions = (Region("Sails and more", 0, 0, 6), Region("Others", 1, 1, 5))
    region_of = np.array([0] * 6 + [1] * 5, np.int32)
    first, second = name_regions(regions, region_of, above, labels_of(TREES))
    assert (first.name, first.documents) == ("Sails", 6) and second.name == "Others"


def test_no_two_regions_have_the_name_of_one_topic_and_rings_of_topics_end() -> None:
    tree = TopicTree((Topic("a", "b", "A"), Topic("b", "a", "B")), {"0.md": "a"})
    _, of, above = group_by_topic(("notes/0.md",), {"notes": tree})
    assert of.tolist() == [0] and len(above[0]) == 2
    twice = TopicTree((Topic("a", "", "Boats"), Topic("b", "", "boats")), {"0.md": "a", "1.md": "b"})
    _, _, above = group_by_topic(("notes/0.md", "notes/1.md"), {"notes": twice})
    regions = (Region("One", 0, 0, 1), Region("Two", 1, 1, 1))
    named = name_regions(regions, np.array([0, 1], np.int32), above, labels_of({"notes": twice}))
    assert [region.name for region in named] == ["Boats", "Two"]
