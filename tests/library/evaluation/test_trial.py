"""Trials of models: what queries are made of, that documents do not give them away, and what is recommended."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, ModelUnavailable
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import Comparison, Estimate, EvaluatedRun, EvaluationReport, EvaluationTask
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.evaluation.known_items import DESCRIPTION, HEADING, LINK, SENTENCE, Sample, make_sample
from bookwheel.library.evaluation.trial import recommend, try_models
from bookwheel.library.evaluation.trial_library import close, index_collections
from tests.library.encoders import WordEncoder

BIRDS = ("heron", "owl", "wren", "crane", "stork", "swift", "kite", "rook", "finch", "tern", "gull", "lark")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Twelve pages that describe themselves and link to the next one."""
    folder = tmp_path / "birds"
    folder.mkdir()
    for number, bird in enumerate(BIRDS):
        after = BIRDS[(number + 1) % len(BIRDS)]
        (folder / f"{bird}.md").write_text(
            f"---\ndescription: What the {bird} does through each season of its year\n---\n# {bird.title()}\n\n"
            f"The {bird} wakes early and looks around for food near home. It then rests in the shade of a tree.\n\n"
            f"## Nests of the {bird} family\n\nNests of the {bird} family are made of sticks, mud and moss, and"
            f" mended each spring before the eggs are laid in them.\n\n## See also\n\nIt shares its home with"
            f" [some {after} neighbours nearby]({after}.md), which it seldom minds and sometimes follows.\n",
            "utf-8",
        )
    return folder


def _sample(tree: Path, scratch: Path, documents: int = 50, queries: int = 100) -> Sample:
    whole = index_collections((Collection("birds", "Birds", str(tree)),), scratch / "whole")
    try:
        return make_sample(whole.catalogue, documents, queries)
    finally:
        close(whole)


def test_queries_are_headings_descriptions_sentences_and_link_texts(tree: Path, tmp_path: Path) -> None:
    sample = _sample(tree, tmp_path)
    texts = {(item.kind, item.doc): item for item in sample.items}
    assert Counter(item.kind for item in sample.items) == {HEADING: 12, DESCRIPTION: 12, SENTENCE: 12, LINK: 12}
    assert texts[HEADING, "birds/owl.md"].text == "Nests of the owl family", "“See also” asks for no page in particular"
    assert texts[DESCRIPTION, "birds/owl.md"].text == "What the owl does through each season of its year"
    assert texts[SENTENCE, "birds/owl.md"].text == "The owl wakes early and looks around for food near home."
    link = texts[LINK, "birds/owl.md"]
    assert (link.text, link.excluded) == ("some owl neighbours nearby", frozenset(("birds/heron.md",)))


def test_a_document_does_not_hold_what_is_asked_for_it(tree: Path, tmp_path: Path) -> None:
    sample = _sample(tree, tmp_path)
    documents = {document.path: document for document in sample.documents}
    for item in sample.items:
        document = documents[item.doc]
        parts = [document.text, document.description, document.header_json]
        parts += [text for one in document.sections for text in (one.title, one.prose, one.code, *one.heading_path)]
        assert not [part for part in parts if item.text.lower() in " ".join(part.split()).lower()], item


def test_the_same_documents_and_queries_are_drawn_each_time(tree: Path, tmp_path: Path) -> None:
    first, second = (_sample(tree, tmp_path / name, 6, 10) for name in ("a", "b"))
    assert first.items == second.items and len(first.documents) == 6 and len(first.items) <= 10


def test_words_each_model_and_both_are_tried_and_no_file_changes(tree: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in tree.iterdir()}
    told: list[EvaluationReport] = []

    def load(model: str, threads: int) -> Encoder:
        if model == "gone":
            raise ModelUnavailable("The model is gone.")
        return WordEncoder(model or "words")

    task = EvaluationTask(
        "", str(tmp_path / "scratch"), models=("", "gone"), most_queries=40, most_documents=50, present="",
        collections=(Collection("birds", "Birds", str(tree)),),
    )  # fmt: skip
    answer = try_models(task, told.append, load)
    assert [(run.mode, run.model) for run in answer.runs] == [
        (Mode.KEYWORD, ""), (Mode.SEMANTIC, "words"), (Mode.AUTO, "words"),
    ]  # fmt: skip
    assert (answer.documents, answer.queries, sum(count for _, count in answer.kinds)) == (12, 40, 40)
    assert answer.notices == ("The model is gone.",)
    (model,) = answer.models
    assert model.hours > 0 and model.vectors > 0
    assert answer.recommended == "" and "No model answers clearly better than words" in answer.reason
    assert {path: path.read_bytes() for path in tree.iterdir()} == before
    assert "embedding" in {report.phase for report in told}


def test_too_few_queries_are_no_trial(tree: Path, tmp_path: Path) -> None:
    for path in [*tree.iterdir()][3:]:
        path.unlink()
    task = EvaluationTask(
        "", str(tmp_path / "scratch"), collections=(Collection("birds", "Birds", str(tree)),), most_documents=50
    )
    with pytest.raises(BadRequest, match="a trial needs 30"):
        try_models(task, lambda report: None, lambda model, threads: WordEncoder())


def _run(model: str, mode: Mode = Mode.AUTO) -> EvaluatedRun:
    none = Estimate(0, 0, 0)
    return EvaluatedRun(mode, model, none, none, none, 1, 1)


def _pair(first: int, second: int, gain: float, p: float, measure: str = "mrr_at_10") -> Comparison:
    return Comparison(measure, first, second, Estimate(gain, gain - 0.01, gain + 0.01), p, 9, 1)


def test_only_what_is_clearly_better_than_the_present_model_is_recommended() -> None:
    runs = [_run("", Mode.KEYWORD), _run("own"), _run("near"), _run("best"), _run("best", Mode.SEMANTIC)]
    noise = [
        _pair(1, 2, 0.05, 0.2),
        _pair(1, 3, -0.2, 0.001),
        _pair(0, 3, 0.3, 0.001),
        _pair(1, 3, 0.3, 0.001, "ndcg_at_10"),
    ]
    assert recommend(runs, noise, "own")[0] == ""
    model, reason = recommend(runs, [_pair(1, 2, 0.05, 0.01), _pair(1, 3, 0.08, 0.01), _pair(1, 4, 0.5, 0.01)], "own")
    assert model == "best" and "+0.080" in reason
    assert recommend(runs, [_pair(2, 1, -0.05, 0.01)], "own")[0] == "near"
    assert recommend(runs, [], "other") == ("", "The model in use was not tried, so nothing is recommended.")
