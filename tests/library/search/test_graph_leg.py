"""The graph leg: names in a query, and what stands near them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import EVERYTHING, Mode, SearchAnswer, SearchRequest
from bookwheel.library.search.search import search
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import FusionSettings, Settings
from tests.library.conftest import Shelf

PAGES = {
    "kubelet.md": "# Kubelet\n\nThe agent under the [control plane](plane.md).\n\n## Eviction\n\nShort memory.\n",
    "plane.md": "---\ntags: [cluster]\n---\n# Control plane\n\nSchedules and stores. See [etcd](etcd.md).\n",
    "etcd.md": "---\ntags: [cluster]\n---\n# etcd\n\nA store of keys and values.\n",
    "alone.md": "# Alone\n\nNothing links here.\n",
}


@pytest.fixture
def snapshot(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.index()
    return shelf.seen_with_graph()


def ask(snapshot: Snapshot, query: str, mode: Mode = Mode.GRAPH, **fields: object) -> SearchAnswer:
    request = SearchRequest(query, mode, **fields)  # type: ignore[arg-type]
    return search(request, EVERYTHING, snapshot, Settings(fusion=FusionSettings(embed_on_demand_ms=0)))


def docs(answer: SearchAnswer) -> list[str]:
    return [hit.doc for hit in answer.hits]


def test_what_is_named_comes_first_and_its_neighbours_follow(snapshot: Snapshot):
    assert docs(ask(snapshot, "what does the kubelet talk to")) == [
        "notes/kubelet.md",
        "notes/plane.md",
        "notes/etcd.md",
    ]


def test_named_section_speaks_for_its_document(snapshot: Snapshot):
    assert ask(snapshot, "eviction").hits[0].section == "notes/kubelet.md#eviction"


def test_tag_brings_what_carries_it(snapshot: Snapshot):
    assert set(docs(ask(snapshot, "cluster"))) >= {"notes/plane.md", "notes/etcd.md"}


def test_nothing_named_is_said(snapshot: Snapshot):
    answer = ask(snapshot, "bicycle repair")
    assert not answer.hits
    assert any("matches a node" in notice for notice in answer.notices)


def test_hybrid_is_what_the_other_legs_say_where_nothing_is_named(snapshot: Snapshot):
    words, every = ask(snapshot, "keys and values", Mode.AUTO), ask(snapshot, "keys and values", Mode.HYBRID)
    assert words.hits
    assert [(hit.section, hit.score) for hit in every.hits] == [(hit.section, hit.score) for hit in words.hits]


def test_hybrid_explains_the_graphs_part(snapshot: Snapshot):
    answer = ask(snapshot, "keys cluster", Mode.HYBRID, explain=True)
    why = answer.hits[0].explanation
    assert answer.hits[0].doc == "notes/etcd.md"
    assert why is not None and {leg.leg for leg in why.legs} >= {"keyword", "graph"}
    assert "notes/plane.md" in docs(answer)


def test_missing_graph_is_named(snapshot: Snapshot):
    answer = ask(replace(snapshot, graph=None), "kubelet")
    assert docs(answer)[0] == "notes/kubelet.md"
    assert "not ready" in answer.notices[0]


def test_whoever_is_asked_for_by_name_leads_to_their_pages(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = shelf.add("notes")
    write(root, "a.md", "---\nreviewers: [jsmith42]\n---\n# Storage\n\nDisks and volumes.\n")
    write(root, "b.md", "# How to review\n\nWhat does a good review look like? A review of reviews.\n")
    shelf.index()
    snapshot = shelf.seen_with_graph()
    assert "notes/a.md" not in docs(ask(snapshot, "What does jsmith42 review?", Mode.KEYWORD))
    assert docs(ask(snapshot, "What does jsmith42 review?", Mode.AUTO))[0] == "notes/a.md"
    assert docs(ask(snapshot, "What does jsmith42 review?", Mode.HYBRID))[0] == "notes/a.md"


def test_page_that_defines_a_name_comes_before_pages_that_use_it(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = shelf.add("notes")
    write(root, "far.md", "# Runtimes\n\nThe Container Runtime Interface (CRI) is how the node speaks to them.\n")
    for number in range(5):
        write(root, f"use{number}.md", f"# Setup {number}\n\nCRI CRI CRI. Set the CRI socket of CRI {number}.\n")
    shelf.index()
    assert docs(ask(shelf.seen_with_graph(), "What does CRI stand for?", Mode.HYBRID))[0] == "notes/far.md"


def test_name_within_a_longer_question_leaves_the_words_their_order(snapshot: Snapshot):
    question = "how does a store of keys serve the cluster"
    by_words = docs(ask(snapshot, question, Mode.AUTO))
    assert docs(ask(snapshot, question, Mode.HYBRID))[: len(by_words)] == by_words


def test_weights_of_a_call_decide_its_ranking(shelf: Shelf, write: Callable[[Path, str, str], Path]):
    root = shelf.add("notes")
    write(root, "a.md", "---\nreviewers: [jsmith42]\n---\n# Storage\n\nDisks and volumes.\n")
    write(root, "b.md", "# Review\n\nA review by jsmith42, said jsmith42.\n")
    shelf.index()
    snapshot = shelf.seen_with_graph()
    asked = "jsmith42"
    assert docs(ask(snapshot, asked, Mode.HYBRID, weights="0,0,1"))[0] == "notes/a.md"
    assert docs(ask(snapshot, asked, Mode.HYBRID, weights="keyword"))[0] == "notes/b.md"


@pytest.mark.parametrize("weights", ["loud", "1,2", "0,0,0", "2,0,0", "nan,0,1", "1;0;0", "0.3,0.7,-1"])
def test_weights_that_mean_nothing_are_refused(snapshot: Snapshot, weights: str):
    with pytest.raises(BadRequest, match="balanced, keyword, graph"):
        ask(snapshot, "kubelet", Mode.HYBRID, weights=weights)
