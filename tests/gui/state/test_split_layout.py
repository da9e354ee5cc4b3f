"""Layouts of splits as they are kept: what was written is read again, and nothing that is read breaks the window."""

from __future__ import annotations

import json
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.state.split_layout import (
    LEAST_ZOOM,
    MOST_SPLITS,
    MOST_ZOOM,
    SplitLayout,
    SplitRow,
    SplitTabs,
    read_layout,
    write_layout,
)


def tabs(*docs: str, current: int = 0) -> SplitTabs:
    return SplitTabs(tuple(Trail([Location(doc)], 0) for doc in docs), current)


FOUR = SplitLayout(
    SplitRow(
        (tabs("a/1.md", "b/2.md", current=1), SplitRow((tabs("a/3.md"), tabs("b/4.md")), (0.25, 0.75), True)),
        (0.6, 0.4),
    ),
    focused=2,
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(("tree", "parts", "shares", "trails", "places", "at", "doc", "focused", "current", "zoom")),
            inner,
            max_size=5,
        )
    ),
    max_leaves=30,
)


def test_a_layout_is_read_as_it_was_written() -> None:
    assert read_layout(json.loads(json.dumps(write_layout(FOUR)))) == FOUR
    for zoom, kept in ((MOST_ZOOM, MOST_ZOOM), (LEAST_ZOOM, LEAST_ZOOM), (MOST_ZOOM + 1, 1.0)):
        layout = SplitLayout(replace(tabs("a/1.md"), zoom=zoom))
        assert read_layout(write_layout(layout)) == SplitLayout(replace(tabs("a/1.md"), zoom=kept))


@given(_JSON)
def test_whatever_stands_in_the_file_is_a_layout_or_none(kept: object) -> None:
    found = read_layout(kept)
    if found is not None:
        assert 0 <= found.focused < len(found.splits) <= MOST_SPLITS
        assert all(split.trails and 0 <= split.current < len(split.trails) for split in found.splits)


def test_a_tree_without_end_is_no_layout() -> None:
    kept: object = write_layout(SplitLayout(tabs("a/1.md")))["tree"]
    for _ in range(300):
        kept = {"parts": [kept, kept], "shares": [1, 1], "is_column": True}
    assert read_layout({"tree": kept, "focused": 0}) is None


def test_five_splits_are_no_layout() -> None:
    kept = write_layout(SplitLayout(SplitRow(tuple(tabs(f"a/{number}.md") for number in range(5)), (0.2,) * 5)))
    assert read_layout(kept) is None


def test_splits_whose_documents_are_gone_give_their_room_to_the_others() -> None:
    left = FOUR.only(lambda doc: doc.startswith("b/"))
    assert left is not None
    assert [[trail.here.doc for trail in split.trails if trail.here] for split in left.splits] == [
        ["b/2.md"],
        ["b/4.md"],
    ]
    assert left.focused == 1 and isinstance(left.tree, SplitRow) and left.tree.shares == (0.6, 0.4)
    assert FOUR.only(lambda _doc: False) is None
