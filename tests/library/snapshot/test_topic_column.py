"""Topics as a field that filters and counts, for who sees a collection whole, and front matter for who does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.search import EVERYTHING, Filter, Mode, Scope, SearchRequest
from bookwheel.domain.topics import StatedTopic, StatedTopics, Topic, TopicOrigin, TopicTree
from bookwheel.indexes.state import State
from bookwheel.library.library import Library
from bookwheel.library.snapshot.topic_column import topic_column
from bookwheel.library.topics.live_topics import LibraryView, LiveTopics
from tests.library.conftest import Shelf

TREE = TopicTree(
    (Topic("a", "", "Boats"), Topic("b", "a", "Sails"), Topic("h", "", "Hidden", is_hidden=True)),
    {"one.md": "b", "two.md": "a", "named.md": "a", "aside.md": "h"},
    accepted={"two.md": ("b",)},
)
CUT = Scope(("notes",), filters=(Filter("path", ("two.md",), True),))


@pytest.fixture
def library(shelf: Shelf, write: Callable[[Path, str, str], Path], tmp_path: Path) -> Library:
    root, other = shelf.add("notes"), shelf.add("other")
    for path in TREE.of:
        own = "---\ntopic: Anchors\n---\n" if path == "named.md" else ""
        write(root, path, f"{own}# {path.removesuffix('.md').title()}\n\nWords of water.\n")
    write(other, "three.md", "---\ntopic: Boats\n---\n# Three\n\nWords of water.\n")
    shelf.index()
    state = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
    for collection in shelf.collections:
        state.put_collection(collection)
    state.put_topics("notes", TREE)
    library = shelf.library
    library.topics_now = LiveTopics(state, LibraryView(library.seen, lambda: None, lambda: ()))
    state.close()
    return library


def counted(library: Library, scope: Scope = EVERYTHING) -> dict[str, int]:
    request = SearchRequest("water", Mode.KEYWORD, facets=("topic",))
    return {one.value: one.count for one in library.search(request, scope).facets}


def found(library: Library, query: str, scope: Scope = EVERYTHING, *filters: Filter) -> set[str]:
    answer = library.search(SearchRequest(query, Mode.KEYWORD, filters=filters), scope)
    return {hit.doc for hit in answer.hits}


def test_a_search_is_narrowed_by_topic_and_counts_topics(library: Library) -> None:
    assert counted(library) == {"Boats": 4, "Sails": 2}  # a broader topic counts the documents of narrower ones
    assert found(library, "water topic:sails") == {"notes/one.md", "notes/two.md"}
    assert found(library, "water -topic:Boats") == {"notes/aside.md"}
    wanted = Filter("topic", ("boats",))
    assert found(library, "water", EVERYTHING, wanted) == {f"notes/{one}.md" for one in ("one", "two", "named")} | {
        "other/three.md"
    }
    listed = library.browse(BrowseRequest(View.DOCUMENTS, (Filter("topic", ("Sails",)),)))
    assert {card.doc for card in listed.documents} == {"notes/one.md", "notes/two.md"}
    assert ("topic", "Boats", 2) in {(one.field, one.value, one.count) for one in listed.facets}


def test_topics_follow_without_another_revision(library: Library) -> None:
    assert library.topics_now is not None
    before = library.seen(EVERYTHING)
    assert before is not None and library.seen(EVERYTHING) is before
    library.topics_now.forget([])
    assert counted(library) == {"Anchors": 1, "Boats": 1}


@pytest.mark.parametrize("path", ["one.md", "named.md", "new.md", ""])
def test_a_changed_document_keeps_its_topics(
    library: Library, shelf: Shelf, write: Callable[[Path, str, str], Path], path: str
) -> None:
    library.search(SearchRequest("water"))
    root = Path(shelf.collections[0].root)
    if path:
        write(root, path, "# Changed\n\nOther words of water.\n")
    else:
        (root / "one.md").unlink()
    shelf.index()
    facets = shelf.seen().facets
    made = replace(facets, _topics=None, _stated_topics={}).with_topics(facets._stated_topics)
    assert str(facets._topics) == str(made._topics)
    assert counted(library) == {"Boats": 4 - (not path), "Sails": 2 - (not path)}


def test_who_sees_a_part_is_told_what_front_matter_says_alone(library: Library) -> None:
    assert counted(library, CUT) == {"Anchors": 1}
    assert not found(library, "water topic:sails", CUT) and not found(library, "water topic:boats", CUT)
    assert counted(library, Scope(("other",))) == {"Boats": 1}
    assert counted(library, Scope(("notes",))) == {"Boats": 3, "Sails": 2}
    whole = library.browse(BrowseRequest(View.DOCUMENTS), CUT).facets
    assert [one.value for one in whole if one.field == "topic"] == ["Anchors"]


def test_what_a_person_hides_by_front_matter_stays_hidden_whatever_topics_are_called(library: Library) -> None:
    hidden = Scope(filters=(Filter("topic", ("Anchors",), True),))
    assert "notes/named.md" not in found(library, "water", hidden)
    shown = Scope(filters=(Filter("topic", ("sails",)),))  # no front matter says so
    assert not found(library, "water", shown)


@given(
    parents=st.lists(st.integers(-1, 6), min_size=1, max_size=7),
    members=st.lists(st.tuples(st.integers(0, 9), st.integers(0, 8)), max_size=20),
)
def test_a_document_carries_its_topics_and_all_broader_ones_once(
    parents: list[int], members: list[tuple[int, int]]
) -> None:
    topics = tuple(
        StatedTopic(f"k{at}", f"Label {at}", f"k{parent}" if parent >= 0 else "", TopicOrigin.GIVEN)
        for at, parent in enumerate(parents)
    )
    stated = StatedTopics("n", topics, tuple((f"{doc}.md", f"k{topic}") for doc, topic in members))
    places = {key: ("n", f"{key}.md", 0) for key in range(1, 8)}
    wanted: set[tuple[int, str]] = set()
    for doc, at in members:
        seen: set[int] = set()
        while doc in places and 0 <= at < len(parents) and at not in seen:
            seen.add(at)
            wanted.add((doc, f"Label {at}"))
            at = parents[at]
    column = topic_column({"n": stated}, places)
    rows = [] if column is None else zip(column.documents.tolist(), column.codes.tolist(), strict=True)
    values = column.values if column is not None else ()
    assert sorted(wanted) == sorted((doc, values[code]) for doc, code in rows)
