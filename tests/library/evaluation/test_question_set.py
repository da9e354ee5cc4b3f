from __future__ import annotations

import json
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.library.evaluation.question_set import neutral_name, read_abstracts, read_set
from tests.library.evaluation.sets import write_set


def test_a_set_of_beir_is_read_with_its_judged_queries(tmp_path: Path):
    found = read_set(write_set(tmp_path / "birds"))
    assert found.name == "birds"
    assert [(question.text, dict(question.relevant)) for question in found.questions] == [
        ("how do herons fish", {"7": 2.0}),
        ("owl at night", {"9": 1.0, "7": 1.0}),
    ]
    assert found.notices == ["1 queries without judgements were left out."]
    assert found.corpus is not None
    names = {name: document.title for name, document in read_abstracts(found.corpus)}
    assert names == {"7": "Herons", "9": "Owls", "x y": "Bread"}


def test_abstracts_have_their_language_and_names_that_no_query_finds(tmp_path: Path):
    documents = [document for _, document in read_abstracts(write_set(tmp_path / "birds") / "corpus.jsonl")]
    assert {document.language for document in documents} == {"en"}
    assert [document.path for document in documents] == [neutral_name(1), neutral_name(2), neutral_name(3)]
    assert len({neutral_name(number) for number in range(1, 2000)}) == 1999


def test_judgements_of_trec_and_those_within_queries_are_read(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    (folder / "qrels" / "test.tsv").write_text("1 0 7 1\n1 0 9 0\n", "utf-8")
    (only,) = read_set(folder).questions
    assert dict(only.relevant) == {"7": 1.0}
    (folder / "qrels" / "test.tsv").unlink()
    queries = [{"_id": 1, "text": "heron", "relevant": ["7"]}, {"_id": 2, "text": "owl", "relevant": {"9": 3}}]
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), "utf-8")
    assert [dict(question.relevant) for question in read_set(folder).questions] == [{"7": 1.0}, {"9": 3.0}]


def test_one_of_several_judgements_is_named(tmp_path: Path):
    folder = write_set(tmp_path / "birds")
    (folder / "qrels" / "test.tsv").rename(folder / "qrels" / "dev.tsv")
    (folder / "qrels" / "train.tsv").write_text("1\t9\t1\n", "utf-8")
    with pytest.raises(BadRequest, match=r"name one with --split \(dev, train\)"):
        read_set(folder)
    (only,) = read_set(folder, "train").questions
    assert dict(only.relevant) == {"9": 1.0}
    with pytest.raises(BadRequest, match=r"qrels/test\.tsv"):
        read_set(folder, "test")


@pytest.mark.parametrize(
    ("file", "content", "told"),
    [
        ("queries.jsonl", '{"_id": "1", "text": "a"}\n{"_id": "2"', "Line 2 of .* it is not valid JSON"),
        ("queries.jsonl", "[" * 100_000, "Line 1 of .* it is not valid JSON"),
        ("queries.jsonl", '["1"]', "it is not a JSON object"),
        ("queries.jsonl", '{"text": "a"}', 'it has no "_id"'),
        ("queries.jsonl", '{"_id": "1", "text": 3}', 'a query needs "_id" and "text"'),
        ("queries.jsonl", '{"_id": "8", "text": "a"}', "No query of .* has a judgement"),
        ("qrels/test.tsv", "query\tcorpus\tscore\n1\t7\tmuch\n", "Line 2 of .* a query, a document and a grade"),
        ("qrels/test.tsv", "1\t7\tnan\n1\t7\tinf\n", "Line 2 of .* a grade"),
    ],
)
def test_a_torn_file_is_refused_by_name_and_line(tmp_path: Path, file: str, content: str, told: str):
    folder = write_set(tmp_path / "birds")
    (folder / file).write_text(content, "utf-8")
    with pytest.raises(BadRequest, match=told):
        read_set(folder)


def test_a_corpus_with_an_id_twice_is_refused(tmp_path: Path):
    corpus = write_set(tmp_path / "birds") / "corpus.jsonl"
    corpus.write_text('{"_id": "7", "text": "a"}\n{"_id": "7", "text": "b"}\n', "utf-8")
    with pytest.raises(BadRequest, match='Line 2 of .* the id "7" occurs twice'):
        list(read_abstracts(corpus))


def test_a_folder_without_queries_says_what_it_lacks(tmp_path: Path):
    with pytest.raises(BadRequest, match=r"has no queries\.jsonl"):
        read_set(tmp_path)
    with pytest.raises(BadRequest, match="does not exist"):
        read_set(tmp_path / "nowhere")
