"""Models of four published shapes with random weights, and what NumPy makes of the same weights."""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

from tests.tiny_models.onnx_writer import FLOAT, GraphWriter

Floats = NDArray[np.float32]
WIDTH = 24
TEXTS = (
    "The heron stands in the water and waits for fish.",
    "An owl hunts at night; it hears a mouse under the snow.",
    "Der Reiher steht im Wasser und wartet auf einen Fisch.",
    "Bread is made of flour, water, salt and time.",
)


@dataclass(frozen=True)
class Shape:
    """What tells one kind of model from another."""

    kind: str
    pooling: str
    special: tuple[str, ...]
    """The word for padding first, then those at a text's beginning and end, then others."""
    first: str
    last: str
    inputs: tuple[str, ...] = ("input_ids", "attention_mask")
    output: str = "last_hidden_state"
    prompts: dict[str, str] = field(default_factory=dict)
    denses: tuple[int, ...] = ()
    caches: int = 0
    max_tokens: int = 32


BERT = Shape(
    "bert", "cls", ("[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"), "[CLS]", "[SEP]",
    inputs=("input_ids", "attention_mask", "token_type_ids"),
    prompts={"query": "ask: ", "document": "told: "},
)  # fmt: skip
XLM_R = Shape("xlm-roberta", "mean", ("<pad>", "<s>", "</s>", "<unk>", "<mask>"), "<s>", "</s>")
MODERN_BERT = Shape(
    "modernbert", "mean", ("[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"), "[CLS]", "[SEP]", output="token_embeddings"
)
GEMMA = Shape(
    "gemma3_text", "mean", ("<pad>", "<bos>", "<eos>", "<unk>"), "<bos>", "<eos>",
    prompts={"query": "task: search result | query: ", "document": "title: none | text: "},
    denses=(40, 16),
)  # fmt: skip
QWEN = Shape(
    "qwen3", "lasttoken", ("<pad>", "<bos>", "<eos>", "<unk>"), "", "<eos>",
    inputs=("input_ids", "attention_mask", "position_ids"), caches=2,
)  # fmt: skip
SHAPES = {shape.kind: shape for shape in (BERT, XLM_R, MODERN_BERT, GEMMA, QWEN)}


@dataclass(frozen=True)
class TinyModel:
    """A model's folder, and its numbers."""

    folder: Path
    shape: Shape
    tokenizer: Tokenizer
    words: Floats
    places: Floats
    mixing: Floats
    denses: tuple[tuple[Floats, Floats], ...]

    def vector(self, text: str, *, is_query: bool = False) -> Floats:
        """A text's vector by NumPy alone, brought to length 1."""
        prompt = self.shape.prompts.get("query" if is_query else "document", "")
        encoded = self.tokenizer.encode(prompt + text)
        ids = encoded.ids
        if len(ids) > self.shape.max_tokens:
            ids = [*ids[: self.shape.max_tokens - 1], ids[-1]]
        hidden = hidden_of(self.words, self.places, self.mixing, ids)
        pooled = {"cls": hidden[0], "lasttoken": hidden[-1], "mean": hidden.mean(axis=0)}[self.shape.pooling]
        for weight, bias in self.denses:
            pooled = np.tanh(weight @ pooled + bias)
        return pooled / np.linalg.norm(pooled)


def hidden_of(words: Floats, places: Floats, mixing: Floats, ids: Sequence[int]) -> Floats:
    """What the graph gives: words and places, and what every word takes from all others by nearness."""
    values = words[list(ids)] + places[: len(ids)]
    scores = values @ values.T / np.float32(np.sqrt(WIDTH))
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    return values + (weights / weights.sum(axis=1, keepdims=True)) @ values @ mixing


def make_model(
    folder: Path, shape: Shape, *, external: str = "", graph: str = "onnx/model.onnx", seed: int = 5
) -> TinyModel:
    """Write a model into a folder, laid out as sentence-transformers has it; `external` puts words into that file."""
    chance = np.random.default_rng(seed)
    tokenizer = _tokenizer(shape)
    size = tokenizer.get_vocab_size(with_added_tokens=True)

    def draw(*sizes: int) -> Floats:
        return chance.normal(size=sizes).astype(np.float32)

    words, places, mixing = draw(size, WIDTH), draw(64, WIDTH) / 4, draw(WIDTH, WIDTH) / 4
    widths = (WIDTH, *shape.denses)
    denses = tuple(
        (draw(after, before) / 4, draw(after) / 4) for before, after in zip(widths, widths[1:], strict=False)
    )
    path = folder / graph
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(graph_file(shape, words, places, mixing, external))
    if external and not external.startswith(("/", "..")):
        (path.parent / external).write_bytes(words.tobytes())
    _write_rules(folder, shape, tokenizer, size, denses)
    return TinyModel(folder, shape, tokenizer, words, places, mixing, denses)


def graph_file(shape: Shape, words: Floats, places: Floats, mixing: Floats, external: str = "") -> bytes:
    """The ONNX file."""
    writer = GraphWriter()
    for name in shape.inputs:
        writer.take(name)
    for layer in range(shape.caches):
        for side in ("key", "value"):
            writer.take(f"past_key_values.{layer}.{side}", FLOAT, ("batch", 2, "past", 4))
    found = writer.node("Gather", writer.weigh("words", words, external), "input_ids")
    one = writer.weigh("one", np.array([1], np.int64))
    counted = writer.node("CumSum", "attention_mask", writer.weigh("axis", np.array(1, np.int64)))
    positions = "position_ids" if "position_ids" in shape.inputs else writer.node("Sub", counted, one)
    values = writer.node("Add", found, writer.node("Gather", writer.weigh("places", places), positions))
    if "token_type_ids" in shape.inputs:
        kinds = writer.weigh("kinds", np.stack([np.zeros(WIDTH), np.ones(WIDTH)]).astype(np.float32))
        values = writer.node("Add", values, writer.node("Gather", kinds, "token_type_ids"))
    scores = writer.node("MatMul", values, writer.node("Transpose", values, perm=(0, 2, 1)))
    scaled = writer.node("Div", scores, writer.weigh("root", np.array([np.sqrt(WIDTH)], np.float32)))
    mixed = writer.node("MatMul", writer.node("Softmax", scaled, axis=-1), values)
    writer.node("Add", values, writer.node("MatMul", mixed, writer.weigh("mixing", mixing)), to=shape.output)
    writer.give(shape.output, ("batch", "tokens", WIDTH))
    return writer.file()


def _write_rules(
    folder: Path, shape: Shape, tokenizer: Tokenizer, size: int, denses: Sequence[tuple[Floats, Floats]]
) -> None:
    tokenizer.save(str(folder / "tokenizer.json"))
    module = "sentence_transformers.models"
    modules = [{"type": f"{module}.Transformer", "path": ""}, {"type": f"{module}.Pooling", "path": "1_Pooling"}]
    for number, (weight, bias) in enumerate(denses, 2):
        modules.append({"type": f"{module}.Dense", "path": f"{number}_Dense"})
        write_dense(folder / f"{number}_Dense", weight, bias)
    modules.append({"type": f"{module}.Normalize", "path": "9_Normalize"})
    pad = shape.special[0]
    chosen = {
        "cls": "pooling_mode_cls_token",
        "mean": "pooling_mode_mean_tokens",
        "lasttoken": "pooling_mode_lasttoken",
    }
    modes = {name: name == chosen[shape.pooling] for name in (*chosen.values(), "pooling_mode_max_tokens")}
    for name, content in {
        "config.json": {"model_type": shape.kind, "vocab_size": size, "pad_token_id": tokenizer.token_to_id(pad)},
        "tokenizer_config.json": {"pad_token": pad},
        "sentence_bert_config.json": {"max_seq_length": shape.max_tokens},
        "config_sentence_transformers.json": {"prompts": shape.prompts},
        "modules.json": modules,
        "1_Pooling/config.json": {"word_embedding_dimension": WIDTH, **modes},
    }.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(json.dumps(content), "utf-8")


def write_dense(folder: Path, weight: Floats, bias: Floats) -> None:
    """A linear layer followed by the hyperbolic tangent, as a module's folder."""
    folder.mkdir(parents=True)
    told = {"activation_function": "torch.nn.modules.activation.Tanh"}
    (folder / "config.json").write_text(json.dumps(told), "utf-8")
    at, header, content = 0, {}, b""
    for name, values in (("linear.weight", weight), ("linear.bias", bias)):
        header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [at, at + values.nbytes]}
        at, content = at + values.nbytes, content + values.tobytes()
    described = json.dumps(header).encode()
    (folder / "model.safetensors").write_bytes(struct.pack("<Q", len(described)) + described + content)


def _tokenizer(shape: Shape) -> Tokenizer:
    """A tokenizer of the shape's own kind: word pieces, pieces with their likelihood, or bytes."""
    special = list(shape.special)
    unknown = next(word for word in special if "unk" in word.lower())
    makers: dict[str, Callable[[], tuple[Tokenizer, trainers.Trainer]]] = {
        "bert": lambda: (
            Tokenizer(models.WordPiece(unk_token=unknown)),
            trainers.WordPieceTrainer(vocab_size=150, special_tokens=special, show_progress=False),
        ),
        "xlm-roberta": lambda: (
            Tokenizer(models.Unigram()),
            trainers.UnigramTrainer(vocab_size=150, special_tokens=special, unk_token=unknown, show_progress=False),
        ),
    }
    if shape.kind in makers:
        made, trainer = makers[shape.kind]()
    else:
        made = Tokenizer(models.BPE(unk_token=unknown))
        alphabet = pre_tokenizers.ByteLevel.alphabet()
        trainer = trainers.BpeTrainer(
            vocab_size=400, special_tokens=special, initial_alphabet=alphabet, show_progress=False
        )
    if shape.kind == "bert":
        made.normalizer, made.pre_tokenizer = normalizers.BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    elif shape.kind == "xlm-roberta":
        made.normalizer, made.pre_tokenizer = normalizers.NFKC(), pre_tokenizers.Metaspace()
    else:
        made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        made.decoder = decoders.ByteLevel()
    made.train_from_iterator(TEXTS, trainer)
    around = [word for word in (shape.first, shape.last) if word]
    template = " ".join(filter(None, (shape.first, "$A", shape.last)))
    ends = [(word, made.token_to_id(word)) for word in around]
    made.post_processor = processors.TemplateProcessing(single=template, special_tokens=ends)
    return made
