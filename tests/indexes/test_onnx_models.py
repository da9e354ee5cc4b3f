"""Models of published shapes as ONNX files: their vectors, their rules, and how each kind of bad file is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import psutil
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer

from bookwheel import paths
from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding import load, model_card, onnx_model
from bookwheel.indexes.embedding.onnx_graph import locations
from tests.tiny_models.models import BERT, GEMMA, MODERN_BERT, SHAPES, TEXTS, WIDTH, make_model
from tests.tiny_models.onnx_writer import GraphWriter, part

LONG = " ".join(TEXTS) * 3


@pytest.mark.parametrize("kind", SHAPES)
def test_vectors_are_those_of_the_models_own_numbers(tmp_path: Path, kind: str) -> None:
    model = make_model(tmp_path / kind, SHAPES[kind])
    encoder = load(str(tmp_path / kind))
    for is_query in (False, True):
        wanted = np.stack([model.vector(text, is_query=is_query) for text in (*TEXTS, LONG)])
        assert np.allclose(encoder.encode([*TEXTS, LONG], is_query=is_query), wanted, atol=1e-5)
    identity = encoder.identity
    assert (identity.name, identity.engine, identity.max_tokens) == (kind, "onnx", 32)
    assert (identity.query_prefix, identity.passage_prefix) == tuple(
        model.shape.prompts.get(one, "") for one in ("query", "document")
    )
    assert identity.dimensions == (16 if kind == "gemma3_text" else WIDTH)


def test_a_file_is_a_model_as_its_folder_is(tmp_path: Path) -> None:
    make_model(tmp_path, BERT)
    whole = load(str(tmp_path))
    named = load(str(tmp_path / "onnx" / "model.onnx"))
    assert np.array_equal(whole.encode(TEXTS), named.encode(TEXTS))
    assert named.identity.query_prefix == "ask: "


def test_vectors_are_cut_to_fewer_dimensions_and_are_another_models(tmp_path: Path) -> None:
    make_model(tmp_path, MODERN_BERT)
    whole, short = load(str(tmp_path)), load(f"{tmp_path}:16")
    cut = whole.encode(TEXTS)[:, :16]
    assert np.allclose(short.encode(TEXTS), cut / np.linalg.norm(cut, axis=1, keepdims=True), atol=1e-6)
    assert short.identity.dimensions == 16 and short.identity.key != whole.identity.key
    for count in (0, 3, WIDTH + 1):
        if count:
            with pytest.raises(ModelUnavailable, match=f"has {WIDTH} dimensions and cannot be cut to {count}"):
                load(f"{tmp_path}:{count}")


def test_an_output_that_is_a_texts_vector_is_taken_as_it_is(tmp_path: Path) -> None:
    make_model(tmp_path, BERT)
    writer = GraphWriter()
    writer.take("input_ids")
    words = writer.weigh("words", np.random.default_rng(1).normal(size=(1000, 12)).astype(np.float32))
    writer.node("ReduceMax", writer.node("Gather", words, "input_ids"), axes=(1,), keepdims=0, to="sentence_embedding")
    writer.give("sentence_embedding", ("batch", 12))
    (tmp_path / "onnx" / "model.onnx").write_bytes(writer.file())
    assert load(str(tmp_path)).encode(TEXTS).shape == (len(TEXTS), 12)


def test_weights_beside_the_graph_are_read_and_part_of_its_identity(tmp_path: Path) -> None:
    model = make_model(tmp_path, BERT, external="model.onnx_data")
    encoder = load(str(tmp_path))
    assert np.allclose(encoder.encode(TEXTS), np.stack([model.vector(text) for text in TEXTS]), atol=1e-5)
    weights = tmp_path / "onnx" / "model.onnx_data"
    changed = bytearray(weights.read_bytes())
    changed[3] ^= 1
    weights.write_bytes(changed)
    assert load(str(tmp_path)).identity.key != encoder.identity.key


@pytest.mark.parametrize(
    "location", ["/etc/passwd", "../secret.bin", "a/../../secret.bin", "..\\secret.bin", "C:\\x", ""]
)
def test_weights_outside_the_folder_are_never_opened(tmp_path: Path, location: str) -> None:
    (tmp_path / "secret.bin").write_bytes(bytes(1_000_000))
    make_model(tmp_path / "model", BERT, graph="model.onnx")
    writer = GraphWriter()
    writer.take("input_ids")
    weight = np.zeros((1000, 12), np.float32)
    entry = part(13, part(1, "location") + part(2, location))
    writer.weigh("words", weight)
    writer.weights[-1] += entry + b"\x70\x01"
    writer.node("Gather", "words", "input_ids", to="last_hidden_state")
    writer.give("last_hidden_state", ("batch", "tokens", 12))
    (tmp_path / "model" / "model.onnx").write_bytes(writer.file())
    with pytest.raises(ModelUnavailable, match="outside its folder, and is not opened"):
        load(str(tmp_path / "model"))


def test_weights_that_a_link_leads_outside_are_never_opened(tmp_path: Path) -> None:
    make_model(tmp_path / "model", BERT, external="words.bin")
    weights = tmp_path / "model" / "onnx" / "words.bin"
    weights.rename(tmp_path / "secret.bin")
    weights.symlink_to(tmp_path / "secret.bin")
    with pytest.raises(ModelUnavailable, match="outside its folder"):
        load(str(tmp_path / "model"))
    weights.unlink()
    with pytest.raises(ModelUnavailable, match=r"needs words\.bin, which is not beside it"):
        load(str(tmp_path / "model"))


def test_a_graph_is_torn_wherever_it_is_cut(tmp_path: Path) -> None:
    make_model(tmp_path, BERT)
    graph = tmp_path / "onnx" / "model.onnx"
    whole = graph.read_bytes()
    for size in (0, 1, 10, len(whole) // 2, len(whole) - 3):
        graph.write_bytes(whole[:size])
        with pytest.raises(ModelUnavailable, match=r"model\.onnx"):
            load(str(tmp_path))
    graph.write_bytes(np.random.default_rng(3).bytes(5000))
    with pytest.raises(ModelUnavailable, match=r"model\.onnx"):
        load(str(tmp_path))


def test_a_graph_nested_without_end_is_refused(tmp_path: Path) -> None:
    content = b""
    for _ in range(200):
        content = part(1, part(5, part(6, content)))
    (tmp_path / "deep.onnx").write_bytes(part(7, content))
    with pytest.raises(ModelUnavailable, match="is torn or is not an ONNX file"):
        locations(tmp_path / "deep.onnx")


def _write(name: str, content: object) -> Callable[[Path], None]:
    return lambda folder: (
        (folder / name).write_text(content if isinstance(content, str) else json.dumps(content), "utf-8") and None
    )


def _other_tokenizer(folder: Path) -> None:
    make_model(folder / "other", MODERN_BERT)
    shutil.copy(folder / "other" / "tokenizer.json", folder / "tokenizer.json")


def _dense_of_another_width(folder: Path) -> None:
    shutil.rmtree(folder / "3_Dense")
    shutil.copytree(folder / "2_Dense", folder / "3_Dense")


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (_other_tokenizer, "is not the model's own: it has words up to number 3"),
        (_write("config.json", {"vocab_size": 900}), "is not the model's own: .* the model 900"),
        (_write("tokenizer_config.json", {"pad_token": "<eos>"}), "is not the model's own: <eos> is number"),
        (_write("tokenizer.json", '{"version": "1.0", "model'), r"tokenizer\.json is torn or is not a tokenizer"),
        (_write("config.json", "[1"), r"config\.json is torn or is not JSON"),
        (_write("config.json", "[" * 200_000), r"config\.json is torn or is not JSON"),
        (_write("modules.json", '{"type": 1}'), r"modules\.json is torn"),
        (
            _write("modules.json", [{"type": "custom_st.Transformer", "path": ""}]),
            "does not know: custom_st.Transformer",
        ),
        (
            _write("modules.json", [{"type": "sentence_transformers.models.Dense", "path": "../../x"}]),
            r"names \.\./\.\./x, which is outside its folder",
        ),
        (_write("1_Pooling/config.json", {"pooling_mode_max_tokens": True}), "pooling that Bookwheel does not know"),
        (_write("2_Dense/model.safetensors", "torn"), r"model\.safetensors cannot be used"),
        (lambda folder: (folder / "2_Dense" / "model.safetensors").unlink(), "pickles are not read"),
        (_dense_of_another_width, "cannot be used"),
        (lambda folder: (folder / "tokenizer.json").unlink(), r"has no tokenizer\.json"),
    ],
)
def test_a_bad_file_is_refused_with_what_is_wrong(tmp_path: Path, harm: Callable[[Path], None], told: str) -> None:
    make_model(tmp_path, GEMMA)
    harm(tmp_path)
    with pytest.raises(ModelUnavailable, match=told):
        load(str(tmp_path))


def _graph(build: Callable[[GraphWriter], None]) -> bytes:
    writer = GraphWriter()
    build(writer)
    return writer.file()


def _takes_pictures(writer: GraphWriter) -> None:
    writer.take("pixel_values", 1, ("batch", 3, 8, 8))
    writer.node("Identity", "pixel_values", to="out")
    writer.give("out", ("batch", 3, 8, 8))


def _takes_more(writer: GraphWriter) -> None:
    writer.take("input_ids")
    writer.take("decoder_input_ids")
    writer.node("Gather", _words(writer), "decoder_input_ids", to="last_hidden_state")
    writer.give("last_hidden_state", ("batch", "tokens", 12))


def _gives_one_number(writer: GraphWriter) -> None:
    writer.take("input_ids")
    writer.node("Size", "input_ids", to="logits")
    writer.give("logits", ())


def _gives_another_shape(writer: GraphWriter) -> None:
    writer.take("input_ids")
    found = writer.node("Gather", _words(writer), "input_ids")
    writer.node("Transpose", found, perm=(2, 1, 0), to="last_hidden_state")
    writer.give("last_hidden_state", ("a", "b", "c"))


def _gives_nothing(writer: GraphWriter) -> None:
    writer.take("input_ids")
    found = writer.node("Gather", _words(writer), "input_ids")
    writer.node("Mul", found, writer.weigh("none", np.zeros(1, np.float32)), to="last_hidden_state")
    writer.give("last_hidden_state", ("batch", "tokens", 12))


def _words(writer: GraphWriter) -> str:
    weights: NDArray[np.float32] = np.ones((1000, 12), np.float32)
    return writer.weigh("words", weights)


@pytest.mark.parametrize(
    ("build", "told"),
    [
        (_takes_pictures, "it takes no input_ids, but pixel_values|none of its outputs"),
        (_takes_more, r"an input that Bookwheel does not know \(decoder_input_ids"),
        (_gives_one_number, "cannot be used"),
        (_gives_another_shape, "12 × . × 1 numbers"),
        (_gives_nothing, "gives no usable vectors"),
    ],
)
def test_a_graph_of_another_shape_is_refused(tmp_path: Path, build: Callable[[GraphWriter], None], told: str) -> None:
    make_model(tmp_path, BERT)
    (tmp_path / "onnx" / "model.onnx").write_bytes(_graph(build))
    with pytest.raises(ModelUnavailable, match=told):
        load(str(tmp_path))


def test_a_model_larger_than_the_memory_is_not_opened(tmp_path: Path) -> None:
    make_model(tmp_path, BERT, external="model.onnx_data")
    with (tmp_path / "onnx" / "model.onnx_data").open("ab") as file:
        file.truncate(2 * psutil.virtual_memory().total)  # a hole: nothing is written
    with pytest.raises(ModelUnavailable, match="more than this computer's memory holds"):
        load(str(tmp_path))


def test_files_that_change_while_a_model_is_opened_are_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_model(tmp_path, BERT)
    graph = onnx_model.Graph

    def swap(path: Path) -> onnx_model.Graph:
        path.write_bytes(path.read_bytes())
        return graph(path)

    monkeypatch.setattr(onnx_model, "Graph", swap)
    with pytest.raises(ModelUnavailable, match="changed while it was opened"):
        load(str(tmp_path))


def test_a_file_other_than_the_one_fetched_is_refused(tmp_path: Path) -> None:
    make_model(tmp_path, BERT)
    names = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    hashes = {name: model_card.file_hash(tmp_path / name) for name in names}
    told = {"name": "someone/tiny", "graph": "onnx/model.onnx", "sha256": hashes}
    (tmp_path / "bookwheel-model.json").write_text(json.dumps(told), "utf-8")
    assert load(str(tmp_path)).identity.name == "someone/tiny"
    (tmp_path / "config_sentence_transformers.json").write_text('{"prompts": {"query": "mine: "}}', "utf-8")
    with pytest.raises(ModelUnavailable, match="is not the file that was fetched"):
        load(str(tmp_path))


def test_of_several_graphs_the_usual_one_is_taken_else_one_must_be_named(tmp_path: Path) -> None:
    make_model(tmp_path, BERT)
    shutil.copy(tmp_path / "onnx" / "model.onnx", tmp_path / "onnx" / "a.onnx")
    assert load(str(tmp_path)).identity.dimensions == WIDTH
    (tmp_path / "onnx" / "model.onnx").rename(tmp_path / "onnx" / "b.onnx")
    with pytest.raises(ModelUnavailable, match=r"several ONNX files \(onnx/a\.onnx, onnx/b\.onnx\)"):
        load(str(tmp_path))
    assert load(str(tmp_path / "onnx" / "b.onnx")).identity.dimensions == WIDTH


def test_pickles_and_programs_are_never_run(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text('{"model_type": "bert"}', "utf-8")
    (tmp_path / "pytorch_model.bin").write_bytes(b"\x80\x04cos\nsystem\n")
    with pytest.raises(ModelUnavailable, match="are pickles, which may run programs"):
        load(str(tmp_path))
    (tmp_path / "pytorch_model.bin").rename(tmp_path / "model.safetensors")
    (tmp_path / "modeling.py").write_text("raise SystemExit", "utf-8")
    (tmp_path / "config.json").write_text('{"auto_map": {"AutoModel": "modeling.Mine"}}', "utf-8")
    with pytest.raises(ModelUnavailable, match="needs program code of its own"):
        load(str(tmp_path))


def test_long_text_keeps_the_words_that_end_it(tmp_path: Path) -> None:
    model = make_model(tmp_path, GEMMA)
    parts = onnx_model.Parts(None, Tokenizer.from_file(str(tmp_path / "tokenizer.json")))  # type: ignore[arg-type]
    ids = parts.ids(LONG, 20)
    ends = [model.tokenizer.token_to_id(word) for word in ("<bos>", "<eos>")]
    assert len(ids) == 20 and [ids[0], ids[-1]] == ends and ids[-2] not in ends


def test_a_published_int8_model_of_six_layers_runs_by_its_files_alone() -> None:
    folder = paths.resources() / "models" / "all-MiniLM-L6-v2"
    by_files = load(str(folder))
    assert (by_files.identity.engine, by_files.identity.dimensions, by_files.identity.max_tokens) == ("onnx", 384, 512)
    assert np.array_equal(by_files.encode(TEXTS), load().encode(TEXTS))
