"""The bundled encoder: its vectors, its cuts, and how it fails."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel import paths
from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import BUNDLED, Encoder, Identity, bundled_model, load

FOLDER = paths.resources() / "models" / BUNDLED
TEXTS: list[str] = json.loads((FOLDER / "references.json").read_text("utf-8"))
LONG = TEXTS[-1]


@pytest.fixture(scope="module")
def encoder() -> Encoder:
    return load()


def test_vectors_are_those_of_the_original_model(encoder: Encoder) -> None:
    cosines = (encoder.encode(TEXTS) * np.load(FOLDER / "references.npy")).sum(axis=1)
    assert cosines.mean() > 0.985 and cosines.min() > 0.96


def test_vectors_are_of_length_one_and_in_the_order_of_their_texts(encoder: Encoder) -> None:
    vectors = encoder.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), 384) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    assert (np.argmax(vectors @ alone.T, axis=1) == np.arange(len(TEXTS))).all()


def test_a_vector_does_not_depend_on_its_batch_or_on_threads(encoder: Encoder) -> None:
    alone = np.concatenate([encoder.encode([text]) for text in TEXTS])
    assert np.array_equal(encoder.encode(TEXTS), alone)
    assert np.array_equal(load(threads=1).encode(TEXTS[::-1])[::-1], alone)


def test_calls_at_the_same_time_give_the_same_vectors(encoder: Encoder) -> None:
    wanted = encoder.encode(TEXTS[:3])
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(encoder.encode, [TEXTS[:3]] * 12):
            assert np.array_equal(vectors, wanted)


def test_nothing_gives_no_vectors_and_empty_text_gives_one(encoder: Encoder) -> None:
    assert encoder.encode([]).shape == (0, 384)
    assert np.isfinite(encoder.encode([""])).all()


def test_text_past_the_models_length_changes_nothing(encoder: Encoder) -> None:
    longer = f"{LONG} {TEXTS[9]}"
    assert encoder.count(LONG) > encoder.identity.max_tokens
    assert np.array_equal(encoder.encode([LONG]), encoder.encode([longer]))


def test_meaning_comes_before_shared_words(encoder: Encoder) -> None:
    question = encoder.encode(["My computer will not start"], is_query=True)[0]
    near, far = encoder.encode(["The laptop fails to boot", "A start in the computer trade, and the will to learn"])
    assert question @ near > question @ far


def test_identity_names_model_hash_and_engine() -> None:
    identity = load().identity
    assert identity == load(BUNDLED).identity
    assert identity.key == f"{BUNDLED}@{identity.hash[:12]}/onnx-int8"
    assert (identity.dimensions, identity.max_tokens) == (384, 256)
    assert identity.query_prefix == identity.passage_prefix == ""


@pytest.mark.parametrize(("language", "is_read"), [("en", True), ("en-GB", True), ("", True), ("de", False)])
def test_the_bundled_model_reads_english(encoder: Encoder, language: str, is_read: bool) -> None:
    assert encoder.identity.reads(language) is is_read


def test_a_model_without_languages_reads_every_one() -> None:
    assert Identity("any", "0", "any", 8, 16).reads("zh")


def test_a_text_that_fits_is_one_piece_and_blank_text_none(encoder: Encoder) -> None:
    assert encoder.pieces("  one short line\n", 200) == ["one short line"]
    assert encoder.pieces(LONG, encoder.count(LONG)) == [LONG]
    assert encoder.pieces(" \n\t\n", 200) == []


def test_cuts_fall_between_paragraphs_before_sentences_before_words(encoder: Encoder) -> None:
    sentence = "The miller counts the sticks that pass the bridge. "
    paragraphs = [(sentence * 6).strip(), (sentence * 5).strip(), (sentence * 6).strip()]
    assert encoder.pieces("\n\n".join(paragraphs), 80) == paragraphs
    assert all(piece.endswith(".") for piece in encoder.pieces(sentence * 40, 100))
    assert len(encoder.pieces("word " * 250, 100)) == 3


@given(text=st.text(max_size=600), most=st.integers(8, 60))
def test_pieces_keep_every_character_and_their_bound(encoder: Encoder, text: str, most: int) -> None:
    pieces = encoder.pieces(text, most)
    assert "".join("".join(pieces).split()) == "".join(text.split())
    assert all(encoder.count(piece) <= most or len(piece) == 1 for piece in pieces)
    assert all(piece and piece == piece.strip() for piece in pieces)


WORDS = st.text("abcdefgxyzäßéЖ0123", min_size=1, max_size=9)
GAPS = st.sampled_from([" ", " ", " ", "\n", "\n\n", ". ", ", ", "! ", "  "])


@given(parts=st.lists(st.tuples(WORDS, GAPS), min_size=1, max_size=200), most=st.integers(20, 60))
def test_pieces_keep_every_word_whole(encoder: Encoder, parts: list[tuple[str, str]], most: int) -> None:
    text = "".join(word + gap for word, gap in parts)
    assert [word for piece in encoder.pieces(text, most) for word in piece.split()] == text.split()


def test_text_without_spaces_is_cut_as_well(encoder: Encoder) -> None:
    text = "索引は三つあります。" * 40
    pieces = encoder.pieces(text, 50)
    assert "".join(pieces) == text and all(piece.endswith("。") for piece in pieces)


@pytest.mark.parametrize("model", ["./no/such/folder", "~/no-such-model", "C:\\models\\none", "not a name", "a/b/c"])
def test_a_folder_that_is_not_there_gives_a_clear_error(model: str) -> None:
    with pytest.raises(ModelUnavailable, match="does not exist"):
        load(model)


def test_another_model_without_the_extra_says_how_to_install_it() -> None:
    with pytest.raises(ModelUnavailable, match=r"pip install 'bookwheel\[models\]'"):
        load("Qwen/Qwen3-Embedding-0.6B")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json", "references.npy", "provenance.json"])
@pytest.mark.parametrize("harm", ["gone", "short"])
def test_a_damaged_model_gives_a_clear_error(tmp_path: Path, name: str, harm: str) -> None:
    folder = tmp_path / "model"
    shutil.copytree(FOLDER, folder)
    if harm == "gone":
        (folder / name).unlink()
    else:
        (folder / name).write_bytes((folder / name).read_bytes()[:-100])
    with pytest.raises(ModelUnavailable, match=f"damaged.*{name}"):
        bundled_model.open_bundled(folder, threads=1)


def test_a_processor_that_computes_wrong_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turned = np.roll(np.load(FOLDER / "references.npy"), 1, axis=1)
    monkeypatch.setattr(bundled_model.np, "load", lambda path: turned)
    with pytest.raises(ModelUnavailable, match="processor runs the embedding model incorrectly"):
        bundled_model.open_bundled(FOLDER, threads=1)


def test_the_bundled_model_needs_no_torch_and_the_package_no_engine() -> None:
    script = (
        "import sys, bookwheel.indexes.embedding as e\n"
        "engines = {'onnxruntime', 'torch', 'sentence_transformers', 'transformers', 'chromadb'}\n"
        "print(sorted(engines & set(sys.modules)))\n"
        "e.load().encode(['one'])\n"
        "print(sorted(engines & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout.splitlines() == ["[]", "['onnxruntime']"], done.stderr


def test_provenance_names_the_published_weights_and_the_licence() -> None:
    told = json.loads((FOLDER / "provenance.json").read_text("utf-8"))
    weights = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
    assert told["source"]["sha256"]["model.safetensors"] == weights
    assert told["licence"] == "Apache-2.0" and "Apache License" in (FOLDER / "LICENSE").read_text("utf-8")
