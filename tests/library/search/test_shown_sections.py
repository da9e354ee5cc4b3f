from __future__ import annotations

import numpy as np
import pytest

from bookwheel.domain.search import EVERYTHING, Filter, Scope
from bookwheel.library.search.graph_leg import Proximity
from bookwheel.library.search.shown_sections import MOST_KEPT, allowed_by, shown_by
from tests.library.conftest import Shelf, write_file

PAGES = {f"{name}.md": f"---\ntags: [{name}]\n---\n# {name}\n\nText.\n\n## More\n\nMore.\n" for name in "abc"}


@pytest.fixture
def filled(shelf: Shelf) -> Shelf:
    shelf.fill("notes", PAGES)
    shelf.index()
    return shelf


def tagged(name: str) -> tuple[Filter, ...]:
    return (Filter("tag", (name,)),)


def test_what_a_filter_allows_is_found_out_once(filled: Shelf) -> None:
    snapshot = filled.seen()
    allowed = allowed_by(snapshot, tagged("a"), EVERYTHING)
    assert allowed is not None and np.count_nonzero(allowed) == 2
    assert allowed_by(filled.seen(), tagged("a"), EVERYTHING) is allowed
    shown = shown_by(snapshot, allowed)
    assert shown_by(snapshot, allowed) is shown
    assert shown.by_number.tolist() == allowed[snapshot.keyword.keys].tolist()
    other = allowed_by(snapshot, tagged("b"), EVERYTHING)
    assert other is not None and not (other & allowed).any()
    with pytest.raises(ValueError, match="read-only"):
        allowed[0] = True


def test_a_scope_counts_beside_the_filters(filled: Shelf) -> None:
    snapshot = filled.seen()
    nothing = allowed_by(snapshot, (), Scope(("other",)))
    assert nothing is not None and not nothing.any()
    assert allowed_by(snapshot, (), EVERYTHING) is None
    assert shown_by(snapshot, None).by_number.all()
    notes = allowed_by(snapshot, (), Scope(("notes",)))
    assert notes is not None and np.count_nonzero(notes) == 6


def test_a_changed_library_is_looked_at_anew(filled: Shelf) -> None:
    allowed = allowed_by(filled.seen(), tagged("a"), EVERYTHING)
    write_file(filled.folder / "notes", "d.md", PAGES["a.md"])
    filled.index()
    again = allowed_by(filled.seen(), tagged("a"), EVERYTHING)
    assert again is not None and again is not allowed and np.count_nonzero(again) == 4
    assert np.count_nonzero(shown_by(filled.seen(), again).by_number) == 4
    assert np.count_nonzero(shown_by(filled.seen(), None).by_number) == 8


def test_the_newest_filters_are_kept(filled: Shelf) -> None:
    snapshot = filled.seen()
    for number in range(3 * MOST_KEPT):
        allowed_by(snapshot, tagged(f"no-{number}"), EVERYTHING)
    assert len(snapshot.shown) == MOST_KEPT
    assert snapshot.shown[0].asked == (tagged(f"no-{3 * MOST_KEPT - 1}"), None)


def test_a_document_that_is_near_speaks_with_the_section_that_is_named_else_its_first() -> None:
    document_of = np.array([0, 1, 1, 2, 0, 2, 3], np.int32)
    near = Proximity(np.ones(5, np.float32), {2: 5})
    assert near.sections(document_of, np.array([3, 1, 2, 4])).tolist() == [6, 1, 5, 0]
