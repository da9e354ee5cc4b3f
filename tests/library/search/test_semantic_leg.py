"""Search by meaning: the bundled model over a small library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.search import EVERYTHING, Filter, Mode, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes import embedding
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import NEAREST, Kept
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.settings import FusionSettings, Settings
from tests.library.conftest import Shelf
from tests.near import Near

PAGES = {
    "car.md": "# Vehicles\n\nAn automobile needs petrol and regular oil changes.\n",
    "baking.md": "# Baking\n\nKnead the dough, let it rise, and put the loaf into a hot oven.\n",
    "cats.md": "# Pets\n\nA kitten sleeps most of the day and purrs when it is content.\n",
    "auth.md": "# Signing in\n\nTokens expire after an hour; ask for a new one with the refresh token.\n",
    "zh.md": "---\nlang: zh\n---\n# 烘焙\n\n揉好面团，让它发酵，然后把面包放进烤箱。\n",
    "de.md": "---\nlang: de\n---\n# Backen\n\nDen Teig kneten, gehen lassen und das Brot in den Ofen schieben.\n",
}


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return embedding.load()


@pytest.fixture
def snapshot(shelf: Shelf, write: Callable[[Path, str, str], Path]) -> Snapshot:
    root = shelf.add("notes")
    for path, text in PAGES.items():
        write(root, path, text)
    other = shelf.add("private")
    write(other, "engine.md", "# Engines\n\nA motor car burns fuel.\n")
    shelf.index()
    found = shelf.library._now()
    assert found is not None
    return found


def read(snapshot: Snapshot, encoder: Encoder, share: float = 1.0) -> Snapshot:
    near = Near.of(snapshot.catalogue, encoder, snapshot.collections, share)
    return replace(snapshot, meaning=Meaning((near,), share))


def ask(
    snapshot: Snapshot, query: str, mode: Mode = Mode.AUTO, scope: Scope = EVERYTHING, kept: Kept | None = None,
    settings: Settings | None = None, **fields: object,
) -> SearchAnswer:  # fmt: skip
    request = SearchRequest(query, mode, **fields)  # type: ignore[arg-type]
    return search(request, scope, snapshot, settings or Settings(), kept=kept)


def docs(answer: SearchAnswer) -> list[str]:
    return [hit.doc for hit in answer.hits]


def test_meaning_finds_what_no_word_names(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    assert docs(ask(full, "sourdough bread", Mode.KEYWORD)) == []
    assert docs(ask(full, "sourdough bread"))[0] == "notes/baking.md"
    assert docs(ask(full, "young feline behaviour", Mode.SEMANTIC))[0] == "notes/cats.md"


def test_nothing_close_is_no_hit(snapshot: Snapshot, encoder: Encoder):
    answer = ask(read(snapshot, encoder), "quarterly bond yields")
    assert answer.hits == () and answer.total == 0


def test_meaning_alone_shows_the_nearest_and_says_that_none_is_close(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    answer = ask(full, "quarterly bond yields", Mode.SEMANTIC)
    assert 1 <= len(answer.hits) == answer.total <= NEAREST
    assert answer.notices == ("No close matches in meaning. Nearest results:",)
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    assert ask(full, "young feline behaviour", Mode.SEMANTIC).notices == ()
    assert ask(full, "quarterly bond yields", Mode.SEMANTIC, Scope(())).hits == ()
    within = ask(full, "quarterly bond yields", Mode.SEMANTIC, filters=(Filter("path", ("car*",)),))
    assert docs(within) == ["notes/car.md"] and within.notices


def test_of_two_models_one_that_finds_nothing_close_lends_nothing_to_the_other(snapshot: Snapshot, encoder: Encoder):
    near = tuple(Near.of(snapshot.catalogue, encoder, (slug,)) for slug in snapshot.collections)
    both = replace(snapshot, meaning=Meaning(near, 1.0))
    close = ask(both, "young feline behaviour", Mode.SEMANTIC)
    assert docs(close)[0] == "notes/cats.md" and "private/engine.md" not in docs(close) and close.notices == ()
    far = ask(both, "quarterly bond yields", Mode.SEMANTIC)
    assert far.hits and far.notices == ("No close matches in meaning. Nearest results:",)


def test_every_leg_is_explained(snapshot: Snapshot, encoder: Encoder):
    answer = ask(read(snapshot, encoder), "refresh token", explain=True)
    why = answer.hits[0].explanation
    assert why is not None
    assert [leg.leg for leg in why.legs] == ["keyword", "semantic"]
    assert why.legs[0].terms and why.legs[1].rank == 1
    assert 0.3 < why.legs[1].score <= 1


def test_filters_and_scope_hold_for_meaning(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    assert set(docs(ask(full, "driving a vehicle", Mode.SEMANTIC))) >= {"notes/car.md", "private/engine.md"}
    assert "private/engine.md" not in docs(ask(full, "driving a vehicle", Mode.SEMANTIC, Scope(("notes",))))
    chosen = ask(full, "driving a vehicle", filters=(Filter("path", ("engine*",)),))
    assert docs(chosen) == ["private/engine.md"]


def test_required_and_excluded_words_hold_for_meaning(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    assert docs(ask(full, '"hot oven" pastry')) == ["notes/baking.md"]
    assert "notes/car.md" not in docs(ask(full, "automobile -petrol"))


def test_language_that_the_model_does_not_read_is_ranked_by_words(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    words, both = ask(full, "面包放进烤箱", Mode.KEYWORD), ask(full, "面包放进烤箱")
    assert docs(both) == docs(words) == ["notes/zh.md"]
    assert any("does not support" in notice for notice in both.notices)
    german = ask(full, "Brot im Ofen backen", explain=True)
    assert docs(german)[0] == "notes/de.md"
    why = german.hits[0].explanation
    assert why is not None and [leg.leg for leg in why.legs] == ["keyword"]


def test_hits_without_vectors_are_read_while_the_query_waits(snapshot: Snapshot, encoder: Encoder):
    none = read(snapshot, encoder, 0.0)
    patient = replace(Settings(), fusion=FusionSettings(embed_on_demand_ms=1000))
    kept = Kept()
    for _ in range(2):  # the second time from what was kept
        answer = ask(none, "token oven", kept=kept, settings=patient, explain=True)
        assert set(docs(answer)) == {"notes/auth.md", "notes/baking.md"}
        for hit in answer.hits:
            assert hit.explanation is not None and len(hit.explanation.legs) == 2
    hurried = replace(Settings(), fusion=FusionSettings(embed_on_demand_ms=0))
    answer = ask(none, "token oven", settings=hurried, explain=True)
    assert all(hit.explanation is not None and len(hit.explanation.legs) == 1 for hit in answer.hits)
    assert docs(answer) == docs(ask(none, "token oven", Mode.KEYWORD))


def test_exact_title_comes_first_in_every_mode(snapshot: Snapshot, encoder: Encoder):
    full = read(snapshot, encoder)
    for mode in (Mode.AUTO, Mode.KEYWORD, Mode.HYBRID):
        assert docs(ask(full, "Pets", mode))[0] == "notes/cats.md"


def test_missing_meaning_is_named_when_it_was_asked_for(snapshot: Snapshot):
    assert ask(snapshot, "token").notices == ()
    assert "not ready" in ask(snapshot, "token", Mode.SEMANTIC).notices[0]
    broken = replace(snapshot, meaning=Meaning(notice="The model could not be loaded."))
    assert ask(broken, "token").notices == ("The model could not be loaded.",)
    assert docs(ask(broken, "token", Mode.SEMANTIC)) == ["notes/auth.md"]


def test_facets_count_what_meaning_found(snapshot: Snapshot, encoder: Encoder):
    answer = ask(read(snapshot, encoder), "sourdough bread", facets=("collection",))
    assert sum(count.count for count in answer.facets) >= 1
    assert answer.total == len(answer.hits)
