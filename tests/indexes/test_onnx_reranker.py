"""Rerankers as ONNX files: the number of a pair, the bounds of length and time, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import load, load_reranker
from tests.tiny_models.cross_encoder import make_cross_encoder
from tests.tiny_models.models import BERT, MODERN_BERT, Shape, make_model

WORTH = {"heron": 2.0, "water": 0.5, "owl": -1.0}


@pytest.mark.parametrize("shape", [BERT, MODERN_BERT], ids=lambda shape: shape.kind)
def test_a_pair_has_the_number_that_its_words_are_worth(tmp_path: Path, shape: Shape):
    worth = WORTH if shape is BERT else {"e": 1.0}
    model = load_reranker(str(make_cross_encoder(tmp_path / "one", shape, worth)))
    assert model.name == "one"
    if shape is BERT:
        assert model.scores("heron", ["water", "owl", "heron water"], 60.0) == pytest.approx([2.5, 1.0, 4.5])
    else:
        assert len(model.scores("heron", ["water", "owl"], 60.0)) == 2


def test_a_long_passage_is_cut_and_a_long_query_leaves_it_room(tmp_path: Path):
    model = load_reranker(str(make_cross_encoder(tmp_path / "one", BERT, {"heron": 1.0})))
    (long,) = model.scores("owl", ["heron " * 5000], 60.0)
    assert 0 < long < BERT.max_tokens
    (query,) = model.scores("heron " * 5000, ["owl"], 60.0)
    assert 0 < query <= BERT.max_tokens / 4
    assert model.scores("", [""], 60.0) == [0.0]


def test_no_more_is_scored_than_the_time_allows(tmp_path: Path):
    model = load_reranker(str(make_cross_encoder(tmp_path / "one", BERT, WORTH)))
    assert model.scores("heron", ["water"] * 5, 0.0) == []


def test_what_is_no_reranker_is_refused_with_its_shape(tmp_path: Path):
    make_model(tmp_path / "encoder", BERT)
    with pytest.raises(ModelUnavailable, match=r"not a reranker.*last_hidden_state"):
        load_reranker(str(tmp_path / "encoder"))
    with pytest.raises(ModelUnavailable, match=r"not a reranker.*logits.* 3"):
        load_reranker(str(make_cross_encoder(tmp_path / "classes", BERT, WORTH, outputs=3)))
    with pytest.raises(ModelUnavailable, match="no usable scores"):
        load_reranker(str(make_cross_encoder(tmp_path / "flat", BERT, {})))
    (tmp_path / "torn").mkdir()
    with pytest.raises(ModelUnavailable, match="no ONNX file"):
        load_reranker(str(tmp_path / "torn"))
    with pytest.raises(ModelUnavailable, match="is not on this computer"):
        load_reranker("somebody/reranker")
    torn = make_cross_encoder(tmp_path / "half", BERT, WORTH) / "model.onnx"
    torn.write_bytes(torn.read_bytes()[:200])
    with pytest.raises(ModelUnavailable):
        load_reranker(str(torn.parent))


def test_a_reranker_is_no_embedding_model(tmp_path: Path):
    with pytest.raises(ModelUnavailable, match=r"reranker; set meaning\.reranker"):
        load(str(make_cross_encoder(tmp_path / "one", BERT, WORTH)))
