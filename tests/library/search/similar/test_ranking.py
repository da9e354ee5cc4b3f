"""More like this over a small library: by the bundled model and by words, in scopes, pages, layouts and orders."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Filter, Mode, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes import embedding
from bookwheel.library.search.search import search
from bookwheel.library.snapshot.cursors import Cursors
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.settings import Settings
from tests.library.conftest import Shelf
from tests.near import Near

DOUGH = "Knead the dough until it is smooth, let it rise overnight in a cool place, and bake the loaf in a hot oven."
PAGES = {
    "bread.md": f"# Bread\n\n{DOUGH}\n\n## Crust\n\nSteam in the oven makes the crust of a loaf thin and crisp.\n",
    "copy.md": f"# Loaf\n\n{DOUGH} Serve it warm.\n",
    "pizza.md": "# Pizza\n\nStretch the risen dough by hand, and bake it on a stone in the hottest oven you have.\n",
    "cake.md": "---\ntags: [sweet]\n---\n# Cake\n\nBeat butter with sugar, fold in flour, and bake for an hour.\n",
    "engine.md": "# Engines\n\nThe crankshaft of a motor is oiled under pressure; change the filter each year.\n",
    "gears.md": "# Gearbox\n\nThe clutch parts the crankshaft of the motor from the gearbox while gears change.\n",
}


@pytest.fixture
def words(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.fill("private", {"rye.md": "# Rye\n\nA dough of rye is baked as a loaf in a falling oven.\n"})
    shelf.index()
    return shelf.seen()


@pytest.fixture(scope="module")
def encoder() -> embedding.Encoder:
    return embedding.load()


@pytest.fixture
def whole(words: Snapshot, encoder: embedding.Encoder) -> Snapshot:
    return replace(words, meaning=Meaning((Near.of(words.catalogue, encoder, words.collections),), 1.0))


def ask(
    snapshot: Snapshot, like: str, query: str = "", scope: Scope = EVERYTHING, cursors: Cursors | None = None,
    **fields: object,
) -> SearchAnswer:  # fmt: skip
    request = SearchRequest(query, like=like, **fields)  # type: ignore[arg-type]
    return search(request, scope, snapshot, Settings(), cursors)


def sections(answer: SearchAnswer) -> list[str]:
    return [hit.section.partition("/")[2] for hit in answer.hits]


def test_other_documents_come_first_then_its_own_then_copies(whole: Snapshot):
    found = sections(ask(whole, "notes/bread.md#bread", limit=50))
    assert "bread.md#bread" not in found
    assert found[0] in ("pizza.md#pizza", "rye.md#rye")
    assert found[-1] == "copy.md#loaf" and found[-2] == "bread.md#crust"
    assert ask(whole, "notes/bread.md#bread", limit=50).total == len(found)


def test_a_document_finds_none_of_itself(whole: Snapshot):
    found = sections(ask(whole, "notes/bread.md", limit=50))
    assert not [section for section in found if section.startswith("bread.md")] and found[-1] == "copy.md#loaf"


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.KEYWORD, Mode.SEMANTIC, Mode.HYBRID])
def test_every_mode_finds_what_belongs_together(whole: Snapshot, mode: Mode):
    answer = ask(whole, "notes/engine.md", mode=mode)
    assert sections(answer)[0] == "gears.md#gearbox" and answer.notices == ()


def test_without_vectors_the_rarest_words_answer_and_a_notice_says_so(words: Snapshot):
    answer = ask(words, "notes/engine.md")
    assert sections(answer)[0] == "gears.md#gearbox"
    assert [str(notice) for notice in answer.notices] == [
        "The semantic index is not ready yet; this answer uses the rarest words of the passage."
    ]
    assert ask(words, "notes/engine.md", mode=Mode.KEYWORD).notices == ()


def test_the_words_that_passages_share_are_marked(whole: Snapshot):
    hit = ask(whole, "notes/engine.md").hits[0]
    assert "crankshaft" in {hit.snippet[start:end] for start, end in hit.spans}
    assert "the" not in {hit.snippet[start:end].lower() for start, end in hit.spans}


def test_a_text_is_read_by_the_model(whole: Snapshot):
    assert sections(ask(whole, "How do I make sourdough?\n\nIt should be sour.", mode=Mode.SEMANTIC))[0].startswith(
        ("bread", "copy", "rye")
    )
    found = sections(ask(whole, DOUGH, like_from="notes/bread.md#bread", limit=50))
    assert "bread.md#bread" not in found and found[-2:] == ["bread.md#crust", "copy.md#loaf"]


def test_nothing_in_common_is_no_hit(words: Snapshot):
    assert ask(words, "xylophone quartet").hits == ()
    assert ask(words, "§ — …").hits == ()
    assert ask(words, "the").hits == ()


def test_filters_and_words_narrow_and_counts_follow(whole: Snapshot):
    assert {
        hit.collection for hit in ask(whole, "notes/bread.md", filters=(Filter("collection", ("private",)),)).hits
    } == {"private"}
    assert sections(ask(whole, "notes/bread.md", "tag:sweet")) == ["cake.md#cake"]
    assert sections(ask(whole, "notes/bread.md", "stone")) == ["pizza.md#pizza"]
    assert ask(whole, "notes/bread.md", "stone nowhere -pizza").hits == ()
    counted = ask(whole, "notes/bread.md", facets=("collection",))
    assert {facet.value: facet.count for facet in counted.facets}["private"] == 1
    assert sum(facet.count for facet in counted.facets) == len({hit.doc for hit in counted.hits})


def test_its_own_document_answers_where_it_is_asked_for(whole: Snapshot):
    answer = ask(whole, "notes/bread.md#bread", filters=(Filter("path", ("bread.md",)),))
    assert sections(answer) == ["bread.md#crust"]
    assert sections(ask(whole, "notes/bread.md#bread", within="notes/bread.md")) == ["bread.md#crust"]


def test_a_scope_learns_nothing_of_the_rest(shelf: Shelf, words: Snapshot):
    scope = Scope(("notes",))
    answer = shelf.library.search(SearchRequest("", like="notes/bread.md", limit=50), scope)
    assert answer.hits and {hit.collection for hit in answer.hits} == {"notes"}


def test_pages_follow_each_other_and_explain(whole: Snapshot):
    cursors = Cursors()
    every = sections(ask(whole, "notes/bread.md", limit=50))
    paged, cursor = list[str](), ""
    while True:
        answer = ask(whole, "notes/bread.md", cursors=cursors, limit=2, cursor=cursor, explain=True)
        paged += sections(answer)
        for hit in answer.hits:
            assert hit.explanation is not None and {leg.leg for leg in hit.explanation.legs} <= {"keyword", "semantic"}
        cursor = answer.cursor
        if not cursor:
            break
    assert paged == every
    first = ask(whole, "notes/bread.md", cursors=cursors, limit=2)
    with pytest.raises(BadRequest):
        ask(whole, "notes/engine.md", cursors=cursors, limit=2, cursor=first.cursor)


def test_hits_are_laid_out_and_ordered_as_in_any_search(whole: Snapshot):
    answer = ask(whole, "notes/pizza.md", is_by_document=True, is_words_first=True, limit=50)
    docs = [hit.doc for hit in answer.hits]
    assert len(docs) == len(set(docs)) and not any(hit.has_all_words for hit in answer.hits)
    titles = [hit.title for hit in ask(whole, "notes/pizza.md", order=Order.TITLE, limit=50).hits]
    assert titles == sorted(titles)


def test_weights_of_a_call_count(whole: Snapshot):
    by_words = ask(whole, "notes/bread.md", weights="1,0,0", explain=True, limit=50)
    assert sections(by_words)[0] in ("pizza.md#pizza", "rye.md#rye")
    with pytest.raises(BadRequest):
        ask(whole, "notes/bread.md", weights="all")


def test_the_script_without_spaces_is_compared_by_pairs(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = shelf.add("zh")
    write(root, "a.md", "---\nlang: zh\n---\n# 面包\n\n揉好面团，让它发酵，然后把面包放进烤箱。\n")
    write(root, "b.md", "---\nlang: zh\n---\n# 比萨\n\n面团发酵以后，用手拉开，放进很热的烤箱。\n")
    write(root, "c.md", "---\nlang: zh\n---\n# 汽车\n\n每年更换机油和滤清器。\n")
    shelf.index()
    answer = shelf.library.search(SearchRequest("", Mode.KEYWORD, like="zh/a.md"))
    assert [hit.doc for hit in answer.hits][0] == "zh/b.md"
