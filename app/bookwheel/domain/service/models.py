"""Embedding models: those that are known, how each stands, and what fetching one would bring."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import NO_MESSAGE, Message


class ModelState(StrEnum):
    """BUNDLED and READY can be used, OFFERED can be fetched, FETCHING is on its way, FAILED says why."""

    BUNDLED = "bundled"
    READY = "ready"
    FETCHING = "fetching"
    FAILED = "failed"
    OFFERED = "offered"


class ModelAction(StrEnum):
    """LIST them; OFFER asks the hub what a model is, FETCH brings an offer, CANCEL stops that; REMOVE and USE one."""

    LIST = "list"
    OFFER = "offer"
    FETCH = "fetch"
    CANCEL = "cancel"
    REMOVE = "remove"
    USE = "use"


@dataclass(frozen=True, slots=True)
class ModelFile:
    """A file of a model as the hub describes it: its SHA-256 where it is large, else its git blob's SHA-1."""

    path: str
    size_bytes: int
    sha256: str = ""
    git_sha1: str = ""


@dataclass(frozen=True, slots=True)
class ModelOffer:
    """What would be fetched, from whom: pinned by the commit and the files' hashes once a person agrees.

    `graphs` are the ONNX files to choose from, of which `graph` is one. `problem` says why it cannot be fetched.
    """

    name: str
    revision: str
    host: str
    licence: str
    graph: str
    graphs: tuple[str, ...]
    files: tuple[ModelFile, ...]
    size_bytes: int
    problem: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class PublishedScore:
    """A figure that a model's makers or others published, and where."""

    measure: str
    value: str
    source: str


@dataclass(frozen=True, slots=True)
class ModelEntry:
    """A model; `used_by` are the collections that it reads, by their short names, `*` for all that name none.

    `languages` are words for a person; sizes are those of its files (in the catalogue, of what is published), 0 where
    unknown.
    """

    name: str
    state: ModelState
    size_bytes: int = 0
    dimensions: int = 0
    languages: str = ""
    licence: str = ""
    can_cut: bool = False
    scores: tuple[PublishedScore, ...] = ()
    done_bytes: int = 0
    problem: Message = NO_MESSAGE
    used_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ModelsRequest:
    """What to do: OFFER takes `name` and perhaps `graph`, FETCH an `offer`, USE a `collection` and `dimensions`."""

    action: ModelAction = ModelAction.LIST
    name: str = ""
    graph: str = ""
    offer: ModelOffer | None = None
    collection: str = ""
    dimensions: int = 0


@dataclass(frozen=True, slots=True)
class ModelsAnswer:
    """All models, those that can be used first; the offer that was asked for."""

    models: tuple[ModelEntry, ...]
    offer: ModelOffer | None = None
