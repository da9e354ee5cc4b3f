"""A model's folder as sentence-transformers lays it out, read into the rules by which its graph makes vectors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import cast

from bookwheel.domain.errors import ModelUnavailable
from bookwheel.indexes.embedding.model_card import languages_of, prompts_of

TOKENIZER, CONFIG = "tokenizer.json", "config.json"
CHOICES = "bookwheel-model.json"
"""Written beside a model that was fetched: its name, the graph that was chosen, the hashes of its files."""
USUAL_TOKENS = 512
"""What a model holds that does not say it."""
_PREFERRED = ("model.onnx", "model_quantized.onnx", "model_int8.onnx", "model_uint8.onnx", "model_fp16.onnx")
_MODULES = {"Transformer", "Pooling", "Dense", "Normalize"}


class Pooling(StrEnum):
    """How the vectors of a text's tokens become one."""

    MEAN = "mean"
    CLS = "cls"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a model makes vectors: its files and its rules. `vocabulary` is 0 and `pad` empty where no file says them.

    `dimensions` are those that the model's files cut a vector to, 0 for all; `defining` are all files that matter.
    """

    name: str
    graph: Path
    tokenizer: Path
    pooling: Pooling
    max_tokens: int
    defining: tuple[Path, ...]
    denses: tuple[Path, ...] = ()
    query_prefix: str = ""
    passage_prefix: str = ""
    languages: tuple[str, ...] = ()
    vocabulary: int = 0
    pad: tuple[str, int] = ("", -1)
    dimensions: int = 0
    hashes: Mapping[str, str] | None = None
    """What the files were when they were fetched, by their names in the folder; None where that was not noted."""


def find_graph(place: Path) -> Path | None:
    """The ONNX file of a folder, or the file itself; None where there is none.

    Raises:
        ModelUnavailable: when there are several and none has a usual name.
    """
    if place.is_file():
        return place if place.suffix == ".onnx" else None
    chosen = read_json(place / CHOICES).get("graph")
    if isinstance(chosen, str) and _is_within(place / chosen, place) and (place / chosen).is_file():
        return place / chosen
    found = sorted((*place.glob("*.onnx"), *place.glob("onnx/*.onnx")))
    for name in _PREFERRED:
        if graph := next((path for path in found if path.name == name), None):
            return graph
    if len(found) > 1:
        names = ", ".join(path.relative_to(place).as_posix() for path in found)
        raise ModelUnavailable(
            "The folder {folder} has several ONNX files ({names}): name one.", folder=place, names=names
        )
    return found[0] if found else None


def read_recipe(graph: Path, place: Path) -> Recipe:
    """The rules of a graph; `place` is what was named: the model's folder, or the graph itself.

    Raises:
        ModelUnavailable: when a file is missing, torn, or asks for what Bookwheel does not do.
    """
    near = (graph.parent, graph.parent.parent) if graph.parent.name == "onnx" else (graph.parent,)
    home = next((folder for folder in (place, *near) if (folder / TOKENIZER).is_file()), None)
    if home is None:
        raise ModelUnavailable("The embedding model {file} has no tokenizer.json beside it.", file=graph)
    config, tokens = read_json(home / CONFIG), read_json(home / "tokenizer_config.json")
    sentences, choices = read_json(home / "config_sentence_transformers.json"), read_json(home / CHOICES)
    modules = _modules(home)
    pooling, pooled = _pooling(home, modules)
    name = str(choices.get("name") or home.name)
    prompts = sentences.get("prompts")
    query, passage = prompts_of(name, cast("dict[str, object]", prompts) if isinstance(prompts, dict) else {})
    denses = tuple(home / path for kind, path in modules if kind == "Dense")
    hashes = choices.get("sha256")
    defining = [
        graph, home / TOKENIZER, home / CONFIG, home / "config_sentence_transformers.json", home / "modules.json",
        home / "sentence_bert_config.json", home / "tokenizer_config.json", *pooled,
        *(path / file for path in denses for file in ("config.json", "model.safetensors")),
    ]  # fmt: skip
    return Recipe(
        name=name,
        graph=graph,
        tokenizer=home / TOKENIZER,
        pooling=pooling,
        max_tokens=_max_tokens(home, config, tokens),
        defining=tuple(path for path in dict.fromkeys(defining) if path.is_file()),
        denses=denses,
        query_prefix=query,
        passage_prefix=passage,
        languages=languages_of(home),
        vocabulary=_whole(config.get("vocab_size")),
        pad=(_pad_word(tokens), _whole(config.get("pad_token_id"), -1)),
        dimensions=_whole(sentences.get("truncate_dim")),
        hashes={str(file): str(found) for file, found in cast("dict[object, object]", hashes).items()}
        if isinstance(hashes, dict)
        else None,
    )


def read_json(path: Path) -> dict[str, object]:
    """The object in a file; empty where there is no such file.

    Raises:
        ModelUnavailable: when it is torn.
    """
    if not path.is_file():
        return {}
    try:
        found: object = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        raise ModelUnavailable("{file} is torn or is not JSON.", file=path) from None
    if not isinstance(found, dict):
        raise ModelUnavailable("{file} is torn or is not JSON.", file=path)
    return cast("dict[str, object]", found)


def refuse_code(folder: Path) -> None:
    """Refuse a model without an ONNX file whose weights are pickles alone, or which needs code of its own.

    Raises:
        ModelUnavailable: which says so; neither is ever run.
    """
    if "auto_map" in read_json(folder / CONFIG) and any(folder.glob("*.py")):
        raise ModelUnavailable(
            "The model in {folder} needs program code of its own, which Bookwheel does not run.", folder=folder
        )
    kinds = [kind for kind, _ in _modules(folder, is_strict=False)]
    if any("." in kind and not kind.startswith("sentence_transformers.") for kind in kinds):
        raise ModelUnavailable(
            "The model in {folder} needs program code of its own, which Bookwheel does not run.", folder=folder
        )
    weights = {
        path.suffix
        for path in folder.rglob("*")
        if path.suffix in (".safetensors", ".bin", ".pt", ".pth", ".pkl", ".ckpt")
    }
    if weights and ".safetensors" not in weights:
        raise ModelUnavailable(
            "The weights in {folder} are pickles, which may run programs. Take a model with .safetensors or .onnx"
            " files.",
            folder=folder,
        )


def _modules(home: Path, *, is_strict: bool = True) -> list[tuple[str, str]]:
    """The steps of a model by kind and folder, in their order; a transformer alone where no file says them."""
    path = home / "modules.json"
    if not path.is_file():
        return []
    try:
        steps = cast("list[dict[str, object]]", json.loads(path.read_text("utf-8-sig")))
        found = [(str(step["type"]), str(step.get("path") or "")) for step in steps]
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise ModelUnavailable("{file} is torn or is not JSON.", file=path) from None
    if not is_strict:
        return found
    short = [(kind.rpartition(".")[2], folder) for kind, folder in found]
    for (kind, folder), (whole, _) in zip(short, found, strict=True):
        if kind not in _MODULES or not whole.startswith("sentence_transformers."):
            raise ModelUnavailable(
                "The model in {folder} has a step that Bookwheel does not know: {name}.", folder=home, name=whole
            )
        if not _is_within(home / folder, home):
            raise ModelUnavailable("{file} names {name}, which is outside its folder.", file=path, name=folder)
    return short


def _pooling(home: Path, modules: list[tuple[str, str]]) -> tuple[Pooling, tuple[Path, ...]]:
    """How tokens become one vector, and the file that says it; the mean where none does."""
    folder = next((folder for kind, folder in modules if kind == "Pooling"), "1_Pooling")
    path = home / folder / "config.json"
    config = read_json(path)
    if not config:
        return Pooling.MEAN, ()
    named = config.get("pooling_mode")
    chosen = (
        [named]
        if isinstance(named, str)
        else [key for key, value in config.items() if key.startswith("pooling_mode_") and value is True]
    )
    known = {
        "mean": Pooling.MEAN, "cls": Pooling.CLS, "lasttoken": Pooling.LAST, "last_token": Pooling.LAST,
        "pooling_mode_mean_tokens": Pooling.MEAN, "pooling_mode_cls_token": Pooling.CLS,
        "pooling_mode_lasttoken": Pooling.LAST,
    }  # fmt: skip
    if len(chosen) != 1 or chosen[0] not in known:
        names = ", ".join(map(str, chosen)) or "none"
        raise ModelUnavailable("{file} asks for a pooling that Bookwheel does not know: {name}.", file=path, name=names)
    return known[chosen[0]], (path,)


def _max_tokens(home: Path, config: Mapping[str, object], tokens: Mapping[str, object]) -> int:
    """What one vector can hold: as the model's files say, the least of them."""
    stated = _whole(read_json(home / "sentence_bert_config.json").get("max_seq_length"))
    if stated:
        return max(8, stated)
    longest = _whole(config.get("max_position_embeddings"))
    if longest and str(config.get("model_type", "")).endswith("roberta"):
        longest -= 2  # its positions begin after the padding's
    usual = _whole(tokens.get("model_max_length"))
    bounds = [bound for bound in (longest, usual if usual < 1_000_000 else 0) if bound > 0]
    return max(8, min(bounds, default=USUAL_TOKENS))


def _pad_word(tokens: Mapping[str, object]) -> str:
    word = tokens.get("pad_token")
    if isinstance(word, dict):
        word = cast("dict[str, object]", word).get("content")
    return word if isinstance(word, str) else ""


def _whole(value: object, otherwise: int = 0) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else otherwise


def _is_within(path: Path, home: Path) -> bool:
    return path.resolve().is_relative_to(home.resolve())
