"""What the hub says of a model, read with care: which files would be fetched, how large they are, what pins them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast
from urllib.parse import quote, urlsplit

import bookwheel
from bookwheel.domain.errors import BadRequest, FetchFailed
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.models import ModelFile, ModelOffer
from bookwheel.fetching.downloads import Hosts
from bookwheel.fetching.fetcher import Fetcher
from bookwheel.fetching.limits import Limits

HUB = "BOOKWHEEL_HUB"
"""Names another hub with the same interface, such as a mirror within a company."""
USUAL_HUB = "https://huggingface.co"
ALLOWED = "BOOKWHEEL_FETCH_ALLOWED"
"""Names addresses of the tests' own servers, which would be refused otherwise."""
_FILES = frozenset((".huggingface.co", "hf.co", ".hf.co"))
"""Where the hub keeps large files, to which it redirects."""
_ANSWER_BYTES = 8_000_000
MOST_FILES = 40
LARGEST_BYTES = 8_000_000_000

NAME = re.compile(r"[\w-][\w.-]{0,95}/[\w-][\w.-]{0,95}")
_COMMIT = re.compile(r"[0-9a-f]{40}")
_PATH = re.compile(r"(?:[\w-][\w.+-]{0,95}/){0,3}[\w-][\w.+-]{0,95}")
_RULES = re.compile(
    r"(?:tokenizer\.json|config\.json|tokenizer_config\.json|special_tokens_map\.json|modules\.json"
    r"|sentence_bert_config\.json|config_sentence_transformers\.json|README\.md|LICENSE[\w.]*"
    r"|\d_\w+/config\.json|\d_\w+/model\.safetensors)"
)
_GRAPH = re.compile(r"(?:onnx/)?[\w.+-]+\.onnx")
_PREFERRED = ("onnx/model.onnx", "model.onnx", "onnx/model_quantized.onnx", "onnx/model_int8.onnx")


@dataclass(frozen=True, slots=True)
class Hub:
    """A hub of models, and who may answer for it."""

    address: str
    hosts: Hosts
    fetcher: Fetcher

    @classmethod
    def here(cls) -> Hub:
        """The hub that is named by the environment, else the usual one."""
        address = os.environ.get(HUB, "").strip().rstrip("/") or USUAL_HUB
        allowed = frozenset(place for place in os.environ.get(ALLOWED, "").split(",") if place)
        own = (urlsplit(address).hostname or "").lower()
        limits = Limits(size_bytes=_ANSWER_BYTES, read_s=30.0, allowed=allowed)
        return cls(address, Hosts(_FILES | {own}, allowed), Fetcher(f"Bookwheel/{bookwheel.__version__}", limits))

    @property
    def host(self) -> str:
        """Who is asked, as a person knows it."""
        return urlsplit(self.address).netloc

    def offer(self, name: str, graph: str = "") -> ModelOffer:
        """What a model is now, and what fetching it would bring.

        Raises:
            BadRequest: for a name that is none, and a graph that the model does not have.
            FetchFailed: when the hub does not answer, or with what cannot be used.
        """
        if not NAME.fullmatch(name) or ".." in name:
            raise BadRequest("A model's name on the hub is like owner/name, not {name}.", name=name[:120])
        url = f"{self.address}/api/models/{quote(name)}?blobs=true"
        try:
            content = self.fetcher.fetch(url, "application/json", self.hosts.check).content
            told = cast("object", json.loads(content))
        except (ValueError, RecursionError):
            raise FetchFailed("The hub's answer cannot be read.") from None
        if not isinstance(told, dict):
            raise FetchFailed("The hub's answer cannot be read.")
        return _offer(name, self.host, cast("dict[str, object]", told), graph)

    def file_address(self, offer: ModelOffer, file: ModelFile) -> str:
        """Where a file of an offer lies."""
        return f"{self.address}/{quote(offer.name)}/resolve/{offer.revision}/{quote(file.path)}"


def check_offer(offer: ModelOffer) -> None:
    """Refuse an offer that no hub's answer makes: it comes from a client.

    Raises:
        BadRequest: which says so.
    """
    is_sound = NAME.fullmatch(offer.name) and ".." not in offer.name and _COMMIT.fullmatch(offer.revision)
    is_named = all(_is_wanted(file.path, offer.graph) for file in offer.files)
    if not is_sound or not is_named or not offer.files or offer.problem:
        raise BadRequest("This offer cannot be fetched. Ask for it again.")


def _offer(name: str, host: str, told: Mapping[str, object], graph: str) -> ModelOffer:
    commit = told.get("sha")
    siblings = told.get("siblings")
    if not isinstance(commit, str) or not _COMMIT.fullmatch(commit) or not isinstance(siblings, list):
        raise FetchFailed("The hub's answer cannot be read.")
    files = [file for entry in cast("list[object]", siblings) if (file := _file(entry)) is not None]
    graphs = tuple(sorted(file.path for file in files if _GRAPH.fullmatch(file.path)))
    if graph and graph not in graphs:
        raise BadRequest("{name} has no file {file}.", name=name, file=graph, did_you_mean=graphs[:8])
    chosen = graph or next((path for path in _PREFERRED if path in graphs), graphs[0] if graphs else "")
    wanted = tuple(file for file in files if _is_wanted(file.path, chosen))
    card = told.get("cardData")
    licence = cast("dict[str, object]", card).get("license") if isinstance(card, dict) else ""
    size = sum(file.size_bytes for file in wanted)
    problem = _problem(told, chosen, wanted, size)
    return ModelOffer(
        name, commit, host, str(licence or "")[:80], chosen, graphs[:MOST_FILES], wanted[:MOST_FILES], size, problem
    )


def _file(entry: object) -> ModelFile | None:
    """A file of the list; None for one with a path that no model's file has."""
    if not isinstance(entry, dict):
        return None
    told = cast("dict[str, object]", entry)
    path, size, blob, lfs = (told.get(name) for name in ("rfilename", "size", "blobId", "lfs"))
    if not isinstance(path, str) or not _PATH.fullmatch(path) or not isinstance(size, int) or size < 0:
        return None
    sha256 = cast("dict[str, object]", lfs).get("sha256") if isinstance(lfs, dict) else ""
    return ModelFile(
        path,
        size,
        sha256 if isinstance(sha256, str) and re.fullmatch(r"[0-9a-f]{64}", sha256) else "",
        blob if isinstance(blob, str) and _COMMIT.fullmatch(blob) else "",
    )


def _is_wanted(path: str, graph: str) -> bool:
    if not _PATH.fullmatch(path):
        return False
    return bool(path == graph or _RULES.fullmatch(path) or path in (f"{graph}_data", f"{graph}.data"))


def _problem(told: Mapping[str, object], graph: str, files: tuple[ModelFile, ...], size: int) -> Message:
    """Why an offer cannot be fetched; empty where it can."""
    if not graph:
        return Message("It has no ONNX file.")
    if told.get("gated"):
        return Message("Its makers give it to people who are signed in alone; put it into a folder yourself.")
    if not any(file.path == "tokenizer.json" for file in files):
        return Message("It has no tokenizer.json.")
    if len(files) > MOST_FILES or any(not (file.sha256 or file.git_sha1) for file in files):
        return Message("The hub does not say what its files are.")
    if size > LARGEST_BYTES:
        return Message(
            "It has {size} GB; at most {most} GB are fetched.",
            size=f"{size / 1e9:.1f}",
            most=f"{LARGEST_BYTES / 1e9:g}",
        )
    return NO_MESSAGE
