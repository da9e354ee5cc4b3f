from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import EvaluationReport, EvaluationTask
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.evaluation.evaluation import evaluate
from tests.library.encoders import WordEncoder
from tests.library.evaluation.sets import write_set
from tests.tiny_models.cross_encoder import make_cross_encoder
from tests.tiny_models.models import BERT


def load(model: str, threads: int) -> Encoder:
    return WordEncoder()


def ignore(report: EvaluationReport) -> None: ...


def test_every_mode_is_measured_and_compared_and_no_file_of_the_set_changes(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    told: list[EvaluationReport] = []
    answer = evaluate(EvaluationTask(str(folder), str(tmp_path / "scratch")), told.append, load)
    assert (answer.name, answer.documents, answer.sections, answer.queries) == ("birds", 3, 3, 2)
    assert [run.mode for run in answer.runs] == [Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO]
    words = answer.runs[0]
    assert (words.mrr_at_10.value, words.recall_at_100.value) == (1.0, 0.75)
    assert 0.5 < words.ndcg_at_10.value < 1.0
    assert {(pair.first, pair.second) for pair in answer.comparisons} == {(0, 1), (0, 2), (1, 2)}
    assert {pair.measure for pair in answer.comparisons} == {"ndcg_at_10", "mrr_at_10", "recall_at_100"}
    assert [model.vectors for model in answer.models] == [3]
    assert {report.phase for report in told} == {"reading", "indexing", "embedding", "asking"}
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before


def test_a_tree_with_queries_is_measured_with_its_graph(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    (folder / "corpus.jsonl").unlink()
    (folder / "water").mkdir()
    (folder / "water" / "heron.md").write_text("# Herons\n\nThey fish. See [owls](../owl.md).\n", "utf-8")
    (folder / "owl.md").write_text("# Owls\n\nThey hunt at night.\n", "utf-8")
    (folder / "qrels" / "test.tsv").write_text("1\twater/heron.md\t1\n2\towl.md\t1\n2\tgone.md\t1\n", "utf-8")
    answer = evaluate(EvaluationTask(str(folder), str(tmp_path / "scratch")), ignore, load)
    assert answer.documents == 2, "the files of the set itself are no documents"
    assert [run.mode for run in answer.runs] == [Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO, Mode.HYBRID]
    assert answer.runs[0].mrr_at_10.value == 1.0
    assert "1 judged documents are not there: gone.md." in answer.notices


def test_documents_may_lie_elsewhere_and_fewer_queries_be_asked(tmp_path: Path):
    folder, tree = write_set(tmp_path / "birds"), tmp_path / "tree"
    tree.mkdir()
    (tree / "7").with_suffix(".md").write_text("# Herons\n\nThey fish.\n", "utf-8")
    (folder / "qrels" / "test.tsv").write_text("1\t7.md\t1\n2\t7.md\t1\n", "utf-8")
    task = EvaluationTask(
        str(folder), str(tmp_path / "scratch"), documents=str(tree), modes=(Mode.KEYWORD,), most_queries=1
    )
    answer = evaluate(task, ignore, load)
    assert (answer.documents, answer.queries, answer.models, answer.comparisons) == (1, 1, (), ())
    assert "1 of 2 queries were asked." in answer.notices


def test_a_set_that_judges_other_documents_is_refused(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    (folder / "qrels" / "test.tsv").write_text("1\tzebra\t1\n", "utf-8")
    with pytest.raises(BadRequest, match="None of the documents that are judged is there, such as zebra"):
        evaluate(EvaluationTask(str(folder), str(tmp_path / "scratch")), ignore, load)


def test_a_reranker_is_a_run_of_its_own(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    model = make_cross_encoder(tmp_path / "tiny", BERT, {"heron": 1.0})
    task = EvaluationTask(str(folder), str(tmp_path / "scratch"), modes=(Mode.AUTO,), reranker=str(model))
    answer = evaluate(task, ignore, load)
    (name,) = (model.name for model in answer.models)
    assert [run.model for run in answer.runs] == [name, f"{name} + tiny"]
    assert len([pair for pair in answer.comparisons if pair.measure == "ndcg_at_10"]) == 1
