"""The encoder of a model by its name: bundled, fetched, in a folder or file, or in the hub's cache."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding.encoder import Encoder, Reranker

BUNDLED = "all-MiniLM-L6-v2"
DEFAULT_AGAIN = 'bookwheel settings set meaning.model ""'
HUB_NAME = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)?")
_CUT = re.compile(r"(.+):(\d{1,5})")


def load(model: str = "", *, threads: int = 2) -> Encoder:
    """The encoder of a model, loaded and ready; the engines are imported here and nowhere sooner.

    `model` is empty (or `BUNDLED`) for the bundled one, the path of a folder or an ONNX file, or the name of a model
    that was fetched or lies in the hub's cache; `:256` after it cuts its vectors to so many dimensions. An ONNX file is
    run without torch, whatever else lies beside it. Nothing here reaches the network.

    Raises:
        ModelUnavailable: when it cannot be loaded, with what to do.
    """
    if model in ("", BUNDLED):
        from bookwheel.indexes.embedding.bundled_model import open_bundled  # noqa: PLC0415 - ONNX Runtime takes time to load

        return open_bundled(paths.resources() / "models" / BUNDLED, threads=threads)
    name, dimensions = split_cut(model)
    place = _place(name)
    if place is not None:
        from bookwheel.indexes.embedding.onnx_model import open_model  # noqa: PLC0415 - likewise

        encoder = open_model(place, dimensions=dimensions, threads=threads)
        if encoder is not None:
            return encoder
    return _load_by_torch(name, place, dimensions, threads)


def load_reranker(model: str) -> Reranker:
    """The reranker of a folder, an ONNX file or a fetched model, loaded and ready.

    Raises:
        ModelUnavailable: when it cannot be had or is no reranker, with what to do.
    """
    place = _place(model)
    if place is None:
        raise ModelUnavailable(
            "The reranker {model} is not on this computer. Fetch it, or name its folder.",
            model=model, next=f"bookwheel model get {model}",
        )  # fmt: skip
    from bookwheel.indexes.embedding.onnx_reranker import open_reranker  # noqa: PLC0415 - ONNX Runtime takes time to load

    return open_reranker(place)


def split_cut(model: str) -> tuple[str, int]:
    """A model's name and the dimensions that its vectors are cut to, 0 for all."""
    cut = _CUT.fullmatch(model)
    return (cut[1], int(cut[2])) if cut and not Path(model).expanduser().exists() else (model, 0)


def _place(name: str) -> Path | None:
    """Where a model lies: a folder or file, or the folder of one that was fetched; None for a name that was not.

    Raises:
        ModelUnavailable: for a path of nothing.
    """
    path = Path(name).expanduser()
    if path.is_dir() or (path.is_file() and path.suffix == ".onnx"):
        return path.resolve()
    if not HUB_NAME.fullmatch(name):
        raise ModelUnavailable(
            "The folder {folder} with an embedding model does not exist.", folder=name, next=DEFAULT_AGAIN
        )
    fetched = paths.model_folder(name)
    return fetched if fetched.is_dir() else None


def _load_by_torch(name: str, folder: Path | None, dimensions: int, threads: int) -> Encoder:
    """A model without an ONNX file, by the extra."""
    if folder is not None:
        from bookwheel.indexes.embedding.model_folder import refuse_code  # noqa: PLC0415 - likewise

        refuse_code(folder)
    if importlib.util.find_spec("sentence_transformers") is None:
        lacking = (
            Message(
                "The embedding model {model} is not on this computer as an ONNX file. Fetch it, or use the bundled"
                " model.",
                model=name,
            )
            if getattr(sys, "frozen", False)
            else Message(
                "The embedding model {model} is not on this computer as an ONNX file. Fetch it; or install the extra"
                " with pip install 'bookwheel[models]', which runs others; or use the bundled model.",
                model=name,
            )
        )
        raise ModelUnavailable(lacking, next=DEFAULT_AGAIN if folder else f"bookwheel model get {name}")
    from bookwheel.indexes.embedding.sentence_transformers_model import SentenceTransformersEncoder  # noqa: PLC0415 - it brings torch

    model = str(folder) if folder is not None else name
    return SentenceTransformersEncoder(model, dimensions=dimensions, threads=threads)
