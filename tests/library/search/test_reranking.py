"""A reranker over the first hits: their order, what explains it, and when it has no part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.search import EVERYTHING, Mode, Order, SearchAnswer, SearchRequest
from bookwheel.indexes.embedding import Reranker, load_reranker
from bookwheel.library.search import reranking
from bookwheel.library.search.search import search
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import MeaningSettings, Settings
from tests.library.conftest import Shelf
from tests.library.encoders import WordEncoder
from tests.near import Near
from tests.tiny_models.cross_encoder import make_cross_encoder
from tests.tiny_models.models import BERT

PAGES = {
    "fish.md": "# Fish fish\n\nFish fish fish and water.\n",
    "heron.md": "# Waders\n\nA heron eats fish now and then, among many other things that live near a shore.\n",
    "owl.md": "# Night\n\nAn owl eats no fish at all, whatever else is said of it by those who know.\n",
}


@dataclass
class Recorder:
    """A reranker that notes what it is given, and answers as told."""

    answer: Callable[[Sequence[str]], list[float]]
    name: str = "recorder"
    passages: tuple[str, ...] = ()

    def scores(self, query: str, passages: Sequence[str], most_s: float) -> list[float]:
        self.passages = tuple(passages)
        return self.answer(passages)


@pytest.fixture
def snapshot(shelf: Shelf) -> Snapshot:
    shelf.fill("notes", PAGES)
    shelf.index()
    found = shelf.seen()
    near = Near.of(found.catalogue, WordEncoder(), found.collections, 1.0)
    return replace(found, meaning=replace(found.meaning, vectors=(near,), coverage=1.0))


@pytest.fixture
def owls_first(tmp_path: Path) -> Reranker:
    return load_reranker(str(make_cross_encoder(tmp_path / "tiny", BERT, {"owl": 5.0, "heron": -3.0})))


def ask(
    snapshot: Snapshot,
    query: str,
    reranker: Reranker | None,
    mode: Mode = Mode.AUTO,
    chosen: str = "tiny",
    **more: object,
) -> SearchAnswer:
    snapshot = replace(snapshot, meaning=replace(snapshot.meaning, reranker=reranker))
    request = SearchRequest(query, mode, **more)  # type: ignore[arg-type]
    return search(request, EVERYTHING, snapshot, Settings(meaning=MeaningSettings(reranker=chosen)))


def docs(answer: SearchAnswer) -> list[str]:
    return [hit.doc.partition("/")[2] for hit in answer.hits]


def test_the_first_hits_are_in_the_rerankers_order_and_say_why(snapshot: Snapshot, owls_first: Reranker):
    before = ask(snapshot, "eats fish", None, chosen="")
    assert docs(before)[0] != "owl.md"
    answer = ask(snapshot, "eats fish", owls_first, explain=True)
    assert docs(answer) == ["owl.md", "fish.md", "heron.md"]
    assert [hit.score for hit in answer.hits] == [hit.score for hit in before.hits], "scores fall as they did"
    first = answer.hits[0].explanation
    assert first is not None
    said = {leg.leg: leg for leg in first.legs}
    assert (said["reranker"].rank, said["reranker"].score) == (1, 5.0)
    assert said["fused"].rank == docs(before).index("owl.md") + 1


def test_it_has_no_part_while_typing_with_operators_or_in_a_mode_that_was_chosen(
    snapshot: Snapshot, owls_first: Reranker
):
    for query, mode, more in (
        ("eats fish", Mode.AUTO, {"is_prefix": True}),
        ("eats fish -moon", Mode.AUTO, {}),
        ("eats fish", Mode.KEYWORD, {}),
        ("eats fish", Mode.AUTO, {"order": Order.TITLE}),
    ):
        answer = ask(snapshot, query, owls_first, mode, **more)
        assert docs(answer) == docs(ask(snapshot, query, None, mode, chosen="", **more))


def test_what_is_exactly_what_was_asked_stays_first(snapshot: Snapshot, owls_first: Reranker):
    assert docs(ask(snapshot, "Fish fish", owls_first))[0] == "fish.md"


def test_one_that_is_too_late_or_fails_leaves_the_order_and_says_so(snapshot: Snapshot):
    before = docs(ask(snapshot, "eats fish", None, chosen=""))

    def fail(passages: Sequence[str]) -> list[float]:
        raise ModelUnavailable("It is torn.")

    late = ask(snapshot, "eats fish", Recorder(lambda passages: [1.0]))
    assert docs(late) == before and any("took too long" in notice for notice in late.notices)
    failed = ask(snapshot, "eats fish", Recorder(fail))
    assert docs(failed) == before and any("cannot be used" in notice for notice in failed.notices)
    missing = ask(snapshot, "eats fish", None)
    assert docs(missing) == before and any("tiny cannot be used" in notice for notice in missing.notices)


def test_it_reads_sections_under_their_titles_and_no_more_than_the_first(
    snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(reranking, "MOST_RERANKED", 2)
    recorder = Recorder(lambda passages: [float(number) for number in range(len(passages))])
    before = docs(ask(snapshot, "eats fish", None, chosen=""))
    assert docs(ask(snapshot, "eats fish", recorder)) == [before[1], before[0], before[2]]
    assert len(recorder.passages) == 2
    assert any(passage.startswith("Waders\nA heron") for passage in recorder.passages) or before[2] == "heron.md"
