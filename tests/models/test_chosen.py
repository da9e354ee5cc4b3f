"""Any other model keeps the encoder's contract: shapes, prompts, identity, cuts, and clear errors."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import huggingface_hub.constants
import numpy as np
import pytest
from sentence_transformers import SentenceTransformer

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import Encoder, load

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.fixture(scope="module")
def tiny(second_model: Path) -> Encoder:
    return load(str(second_model))


@pytest.fixture
def hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A hub cache of this test alone; the hub itself is out of reach."""
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_OFFLINE", True)
    yield tmp_path


def test_identity_is_read_from_the_models_files(tiny: Encoder, second_model: Path) -> None:
    identity = tiny.identity
    assert (identity.name, identity.engine) == ("tiny-model", "sentence-transformers")
    assert (identity.dimensions, identity.max_tokens) == (48, 64)
    assert (identity.query_prefix, identity.passage_prefix) == ("ask: ", "told: ")
    assert identity.languages == ("de", "en")
    assert load(str(second_model)).identity == identity


def test_a_changed_file_is_another_identity_and_a_changed_note_is_not(
    tiny: Encoder, tmp_path: Path, second_model: Path
):
    copy = tmp_path / "tiny-model"
    shutil.copytree(second_model, copy)
    (copy / "NOTES.md").write_text("mine", "utf-8")
    assert load(str(copy)).identity.key == tiny.identity.key
    weights = copy / "model.safetensors"
    changed = bytearray(weights.read_bytes())
    changed[-1] ^= 1
    weights.write_bytes(changed)
    assert load(str(copy)).identity.key != tiny.identity.key


def test_vectors_are_those_of_the_library_itself_with_the_models_prompts(
    tiny: Encoder, second_model: Path, prose: list[str]
) -> None:
    direct = SentenceTransformer(str(second_model), device="cpu", local_files_only=True)
    vectors = tiny.encode(prose[:20])
    assert vectors.shape == (20, 48) and vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.allclose(vectors, direct.encode_document(prose[:20], show_progress_bar=False), atol=1e-5)
    asked = tiny.encode(prose[:3], is_query=True)
    assert np.allclose(asked, direct.encode_query(prose[:3], show_progress_bar=False), atol=1e-5)
    assert not np.allclose(asked, vectors[:3], atol=1e-3)
    assert tiny.encode([]).shape == (0, 48)


def test_calls_at_the_same_time_take_turns(tiny: Encoder, prose: list[str]) -> None:
    wanted = tiny.encode(prose[:4])
    with ThreadPoolExecutor(4) as pool:
        for vectors in pool.map(tiny.encode, [prose[:4]] * 8):
            assert np.allclose(vectors, wanted, atol=1e-6)


def test_pieces_keep_their_bound_and_every_word(tiny: Encoder, prose: list[str]) -> None:
    text = "\n\n".join(prose[:30])
    pieces = tiny.pieces(text, 40)
    assert " ".join(pieces).split() == text.split()
    assert max(tiny.count(piece) for piece in pieces) <= 40


def test_a_hub_name_is_taken_from_the_cache_without_the_network(
    tiny: Encoder, second_model: Path, hub_cache: Path, prose: list[str]
) -> None:
    repository = hub_cache / "models--someone--tiny"
    shutil.copytree(second_model, repository / "snapshots" / COMMIT)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(COMMIT, "utf-8")
    named = load("someone/tiny")
    assert (named.identity.name, named.identity.hash) == ("someone/tiny", COMMIT)
    assert named.identity.languages == ("de", "en")
    assert np.allclose(named.encode(prose[:3]), tiny.encode(prose[:3]), atol=1e-6)


def test_a_hub_name_that_is_not_in_the_cache_gives_a_clear_error(hub_cache: Path) -> None:
    with pytest.raises(ModelUnavailable, match="someone/unknown is not on this computer") as told:
        load("someone/unknown")
    assert told.value.next == "bookwheel model get someone/unknown"


def test_vectors_are_cut_to_fewer_dimensions(tiny: Encoder, second_model: Path, prose: list[str]) -> None:
    short = load(f"{second_model}:16")
    cut = tiny.encode(prose[:3])[:, :16]
    assert np.allclose(short.encode(prose[:3]), cut / np.linalg.norm(cut, axis=1, keepdims=True), atol=1e-5)
    assert short.identity.dimensions == 16 and short.identity.key != tiny.identity.key


def test_weights_in_a_pickle_are_not_read(second_model: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tiny-model"
    shutil.copytree(second_model, copy)
    (copy / "model.safetensors").rename(copy / "pytorch_model.bin")
    with pytest.raises(ModelUnavailable, match="are pickles"):
        load(str(copy))


def test_a_folder_without_a_model_gives_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="contains no embedding model"):
        load(str(tmp_path))


def test_the_bundled_model_leaves_torch_alone_where_the_extra_is_installed() -> None:
    script = "import sys, bookwheel.indexes.embedding as e; e.load().encode(['one']); print('torch' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.stdout.split() == ["False"], done.stderr
