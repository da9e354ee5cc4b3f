from __future__ import annotations

from bookwheel import wire
from bookwheel.domain.browse import BrowseAnswer, View
from bookwheel.domain.search import Hit, SearchAnswer


def test_hit_has_the_tools_fields_and_no_empty_ones():
    hit = Hit(
        "n/a.md", "n/a.md#top", "A", "A", ("n",), (1, 2), "text", ((0, 4),), 1.23456789, "bookwheel://doc/n/a.md", "n"
    )
    shaped = wire.compact(SearchAnswer((hit,), 1, "", 3, 0, 0.0, took_ms=1.0))
    assert set(shaped) == {"hits", "total", "cursor", "revision", "pending", "coverage", "notices"}
    [only] = shaped["hits"]  # pyright: ignore[reportGeneralTypeIssues]
    assert set(only) >= {"doc", "section", "title", "breadcrumb", "lines", "snippet", "score", "uri"}
    assert "spans" not in only
    assert only["score"] == 1.2346


def test_empty_list_of_the_view_stays_and_the_others_go():
    shaped = wire.compact(BrowseAnswer(View.TAGS, 0, "", 3, 0, 0.0))
    assert shaped["values"] == []
    assert "documents" not in shaped and "collections" not in shaped
