"""The encoder of a model by its name: the bundled one, a folder, or a name on the hub."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

from bookwheel import paths
from bookwheel.domain.errors import ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.indexes.embedding.encoder import Encoder

BUNDLED = "all-MiniLM-L6-v2"
DEFAULT_AGAIN = 'bookwheel settings set meaning.model ""'
HUB_NAME = re.compile(r"[\w-][\w.-]*(?:/[\w-][\w.-]*)?")


def load(model: str = "", *, threads: int = 2) -> Encoder:
    """The encoder of a model, loaded and ready; the engines are imported here and nowhere sooner.

    `model` is empty (or `BUNDLED`) for the bundled one, the path of a folder, or a name on the Hugging Face hub. Only a
    name may reach the network, and only when the model is not in the hub's local cache.

    Raises:
        ModelUnavailable: when it cannot be loaded, with what to do.
    """
    if model in ("", BUNDLED):
        from bookwheel.indexes.embedding.onnx_model import OnnxEncoder  # noqa: PLC0415 - ONNX Runtime takes time to load

        return OnnxEncoder(paths.resources() / "models" / BUNDLED, threads=threads)
    folder = Path(model).expanduser()
    is_folder = folder.is_dir()
    if not is_folder and not HUB_NAME.fullmatch(model):
        raise ModelUnavailable(
            "The folder {folder} with an embedding model does not exist.", folder=model, next=DEFAULT_AGAIN
        )
    if importlib.util.find_spec("sentence_transformers") is None:
        lacking = (
            Message(
                "The embedding model {model} needs the extra bookwheel[models], which is not in this bundle; install"
                " Bookwheel with pip install 'bookwheel[models]', or use the bundled model.",
                model=model,
            )
            if getattr(sys, "frozen", False)
            else Message(
                "The embedding model {model} needs the extra bookwheel[models], which is not installed here; install it"
                " with pip install 'bookwheel[models]', or use the bundled model.",
                model=model,
            )
        )
        raise ModelUnavailable(lacking, next=DEFAULT_AGAIN)
    from bookwheel.indexes.embedding.sentence_transformers_model import SentenceTransformersEncoder  # noqa: PLC0415 - it brings torch

    return SentenceTransformersEncoder(str(folder.resolve()) if is_folder else model, threads=threads)
