"""Hits that say what a better one says fold under it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bookwheel.domain.search import Filter, Hit, Mode, Order, Scope, SearchAnswer, SearchRequest
from tests.library.conftest import Shelf

PUMP = (
    "Open the valve of the pump slowly and wait until the gauge shows the pressure that the plate on its side gives. "
    "Then close the valve again, drain what is left in the hose, and write the time and your name into the log book "
    "beside the door, so that those who come after you know that the machine was looked at in this month."
)
ELSEWHERE = PUMP.replace("your name", "your initials")
OTHER_TIME = PUMP.replace("Open the valve of the pump slowly", "Open the valve of the pump quickly")


@pytest.fixture
def site(shelf: Shelf) -> Shelf:
    shelf.fill(
        "notes",
        {
            "a.md": f"# Pump\n\n{PUMP}\n",
            "b.md": f"# Pump\n\n{PUMP}\n",
            "v2/c.md": f"# Pump\n\n{ELSEWHERE}\n",
            "quick.md": f"# Pump\n\n{OTHER_TIME}\n",
            "other.md": "# Cellar\n\nThe pump in the cellar has a valve of brass, and nobody knows its pressure.\n",
        },
    )
    shelf.index()
    return shelf


def ask(shelf: Shelf, query: str, scope: Scope = Scope(), **fields: object) -> SearchAnswer:  # noqa: B008 - frozen
    usual = {"mode": Mode.KEYWORD, "limit": 50, "folds_copies": True}
    return shelf.library.search(SearchRequest(query, **{**usual, **fields}), scope)  # type: ignore[arg-type]


def docs(answer: SearchAnswer) -> dict[str, set[str]]:
    """The documents of the hits with those of their copies, without the collection's name."""
    return {_name(hit.doc): {*map(_name, hit.copies)} for hit in answer.hits}


def _name(text: str) -> str:
    return text.partition("/")[2].partition("#")[0]


def test_copies_fold_under_the_best_hit_and_are_named(site: Shelf):
    answer = ask(site, "pressure gauge")
    assert docs(answer) == {"a.md": {"b.md", "v2/c.md"}, "quick.md": set(), "other.md": set()}
    assert answer.total == 3
    assert answer.hits[0].copies[0] == "notes/b.md#pump"


def test_all_hits_stand_apart_unless_folding_is_asked_for(site: Shelf):
    answer = ask(site, "pressure gauge", folds_copies=False)
    assert set(docs(answer)) == {"a.md", "b.md", "quick.md", "v2/c.md", "other.md"}
    assert answer.total == 5 and not any(hit.copies for hit in answer.hits)


def test_what_differs_about_a_word_that_was_asked_for_stays(site: Shelf):
    assert docs(ask(site, "open valve"))["quick.md"] == set()
    assert docs(ask(site, "initials pressure"))["v2/c.md"] == {"a.md", "b.md"}
    assert docs(ask(site, "log name")) == {"a.md": {"b.md", "quick.md"}, "v2/c.md": set()}


def test_a_word_that_only_the_title_has_keeps_a_copy_apart(shelf: Shelf):
    texts = {f"{name}.md": f"---\ntitle: Pump {name}\n---\n\n## Care\n\n{PUMP}\n" for name in ("brass", "steel")}
    shelf.fill("notes", texts)
    shelf.index()
    assert len(ask(shelf, "pressure gauge").hits) == 1
    assert docs(ask(shelf, "steel pressure gauge")) == {"steel.md": {"brass.md"}}
    assert docs(ask(shelf, "brass steel gauge")) == {"brass.md": set(), "steel.md": set()}


def test_short_texts_fold_only_when_they_are_the_same(shelf: Shelf):
    headings = {"a": "Returns", "b": "Returns", "c": "Ends"}
    shelf.fill("notes", {f"{name}.md": f"## {title}\n\nNothing is returned.\n" for name, title in headings.items()})
    shelf.index()
    assert docs(ask(shelf, "nothing")) == {"a.md": {"b.md"}, "c.md": set()}


def test_texts_without_spaces_fold(shelf: Shelf):
    begin, end = "ポッドはクラスターのノードで実行されます。", "最小の単位であり、一つ以上の容器を含みます。"
    text = f"{begin}それぞれに名前と番地があり、一緒に始まり、一緒に終わるものです。{end}"
    shelf.fill("notes", {"a.md": f"# ポッド\n\n{text}\n", "b.md": f"# ポッド\n\n{text.replace('容器', '入物')}\n"})
    shelf.index()
    assert docs(ask(shelf, "クラスター")) == {"a.md": {"b.md"}}
    assert docs(ask(shelf, "最小の単位")) == {"a.md": set(), "b.md": set()}


def test_no_reply_names_fewer_documents_than_without_folding(shelf: Shelf):
    long = f"# Pump\n\n{PUMP}\n\n## Pump valve\n\nThe valve of the pump.\n\n## Pump gauge\n\nThe gauge of the pump.\n"
    others = {f"other-{number}.md": f"# Note {number}\n\nThe pump was seen on day {number}.\n" for number in range(6)}
    shelf.fill("notes", {"a.md": long, "b.md": long, "c.md": long, **others})
    shelf.index()
    for limit in range(1, 12):
        before = {hit.doc for hit in ask(shelf, "pump", folds_copies=False, limit=limit).hits}
        after = ask(shelf, "pump", limit=limit)
        assert len({hit.doc for hit in after.hits}) >= min(len(before), 7)
        assert len({hit.section for hit in after.hits}) == len(after.hits) == min(limit, after.total)


def test_hundreds_of_copies_are_one_hit(shelf: Shelf):
    shelf.fill("notes", {f"{number}.md": f"# Pump\n\n{PUMP}\n" for number in range(130)} | {"own.md": "# Pump\n"})
    shelf.index()
    answer = ask(shelf, "pressure of the pump")
    assert len(answer.hits) == answer.total == 2
    assert sorted(len(hit.copies) for hit in answer.hits) == [0, 129]


def test_pages_hold_every_hit_once_with_its_copies(site: Shelf):
    pages: list[Hit] = []
    cursor = ""
    while True:
        answer = ask(site, "open valve", limit=1, cursor=cursor)
        pages.extend(answer.hits)
        cursor = answer.cursor
        if not cursor:
            break
    assert docs(replace(answer, hits=tuple(pages))) == docs(ask(site, "open valve"))
    assert len(pages) == answer.total == 3


def test_documents_and_words_first_fold_too(site: Shelf):
    answer = ask(site, "pressure gauge", is_by_document=True, is_words_first=True)
    assert docs(answer) == {"a.md": {"b.md", "v2/c.md"}, "quick.md": set(), "other.md": set()}
    assert [hit.has_all_words for hit in answer.hits] == [True, True, False]


def test_what_is_like_a_passage_folds(site: Shelf):
    site.fill("more", {"x.md": f"# Pump\n\n{PUMP}\n"})
    site.index()
    named = docs(ask(site, "", like="notes/other.md"))
    assert named == {"x.md": {"a.md", "b.md", "v2/c.md", "quick.md"}}


def test_other_orders_and_hits_of_one_document_stay_whole(site: Shelf):
    assert len(ask(site, "pressure gauge", order=Order.TITLE).hits) == 4
    assert docs(ask(site, "pressure gauge", within="notes/b.md")) == {"b.md": set()}


def test_what_the_scope_hides_is_not_named(site: Shelf):
    scope = Scope(filters=(Filter("path", ("v2/",), is_negated=True),))
    assert docs(ask(site, "pressure gauge", scope))["a.md"] == {"b.md"}


def test_a_copy_that_went_is_no_longer_named(site: Shelf):
    (site.folder / "notes/b.md").unlink()
    site.index()
    assert docs(ask(site, "pressure gauge"))["a.md"] == {"v2/c.md"}


def test_groups_count_what_is_left_once_copies_are_folded(site: Shelf):
    apart = ask(site, "pressure gauge", is_words_first=True, folds_copies=False)
    assert [(one.sections, one.documents) for one in apart.groups] == [(4, 4), (1, 1)]
    folded = ask(site, "pressure gauge", is_words_first=True)
    assert [(one.sections, one.documents) for one in folded.groups] == [(2, 2), (1, 1)]
