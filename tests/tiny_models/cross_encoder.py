"""A tiny cross-encoder, made on the spot: its number for a query and a passage is known."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from tokenizers import processors

from tests.tiny_models.models import Shape, make_model
from tests.tiny_models.onnx_writer import GraphWriter


def make_cross_encoder(folder: Path, shape: Shape, worth: dict[str, float], *, outputs: int = 1) -> Path:
    """Write a model whose number is the sum of what the tokens of both texts are worth; others are worth 0.

    `outputs` are the numbers that it gives, of which a reranker has one.
    """
    model = make_model(folder, shape, graph="model.onnx")
    tokenizer = model.tokenizer
    first, last = shape.first, shape.last
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{first} $A {last}",
        pair=f"{first} $A {last} $B:1 {last}:1",
        special_tokens=[(word, tokenizer.token_to_id(word)) for word in (first, last)],
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    worths = np.zeros((tokenizer.get_vocab_size(with_added_tokens=True), outputs), np.float32)
    for text, value in worth.items():
        (number,) = tokenizer.encode(text, add_special_tokens=False).ids
        worths[number] = value
    writer = GraphWriter()
    for name in shape.inputs:
        writer.take(name)
    found = writer.node("Gather", writer.weigh("worths", worths), "input_ids")
    writer.node("ReduceSum", found, writer.weigh("axis", np.array([1], np.int64)), to="logits", keepdims=0)
    writer.give("logits", ("batch", outputs))
    (folder / "model.onnx").write_bytes(writer.file())
    for name in ("modules.json", "1_Pooling/config.json", "config_sentence_transformers.json"):
        (folder / name).unlink()
    (folder / "config.json").write_text(json.dumps({"model_type": shape.kind, "num_labels": outputs}), "utf-8")
    return folder
