"""What links call the documents that they lead to."""

from __future__ import annotations

import numpy as np

from bookwheel.indexes.keyword.analysis import query_analyser
from bookwheel.library.snapshot.link_texts import LinkTexts

ANALYSER = query_analyser(("en",))


def shares(texts: LinkTexts, query: str) -> dict[int, float]:
    asked = [[form for form, _ in forms] for word in query.split() for _, forms in ANALYSER.forms(word)]
    numbers, found = texts.shares(asked, ANALYSER)
    return dict(zip(numbers.tolist(), found.tolist(), strict=True))


def made(*links: tuple[int, str]) -> LinkTexts:
    return LinkTexts.of(np.array([target for target, _ in links], np.int32), [text for _, text in links])


def test_who_is_called_so_has_the_greatest_share():
    found = shares(made((0, "draining a node"), (0, "drain nodes"), (1, "node"), (2, "storage")), "drain node")
    assert set(found) == {0, 1} and 0 < found[1] < found[0] <= 1


def test_a_word_that_all_links_say_tells_little():
    found = shares(made(*((number, "read here") for number in range(9)), (9, "the spokes here")), "spokes here")
    assert found[9] > 10 * found[0]


def test_stems_and_other_writings_are_the_same_word():
    assert shares(made((3, "StatefulSets"), (1, "pods")), "statefulset").keys() == {3}
    assert shares(made((3, "Ökonomie"), (1, "pods")), "okonomie").keys() == {3}


def test_without_links_nothing_is_called_anything():
    assert shares(LinkTexts.of(np.zeros(0, np.int32), []), "node") == {}
    assert shares(made((0, "")), "node") == {}


def test_a_text_of_many_equal_links_stays_within_its_share():
    found = shares(made(*((0, "imprint") for _ in range(10_000)), (1, "press")), "imprint")
    assert found[0] <= 1
