"""The map: every document of the library as a place in the plane, and the regions that they make up."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class MapState(StrEnum):
    """Whether the map is as new as the graph, is being drawn, or waits for documents to be taken in."""

    READY = "ready"
    DRAWING = "drawing"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the map where documents lie close together: its name, its middle and how many they are."""

    name: str
    x: float
    y: float
    documents: int


@dataclass(frozen=True, slots=True)
class MapRequest:
    """The map from a document on; `version` is the one that the asker has begun with, 0 for the newest."""

    start: int = 0
    version: int = 0


@dataclass(frozen=True, slots=True)
class MapAnswer:
    """The map, or, for a `start` above 0, more of its names alone.

    `ids` and `titles` are those of documents `start` and after, at most 2,000; the arrays tell of all `documents`, in
    the same order, little-endian: `places` float32 (n, 2); `collection_of`, `type_of` and `region_of` int32 (n,), -1
    for none, into `collections` (slugs), `types` and `regions`; `links` int32 (m, 2), from and to; `tagged` int32
    (k, 2), a document and its tag in `tags`; `topic_of` like `type_of`, into `topics`, the roots' ids and labels; a
    region may be called after a topic that has its documents there. An answer of another `version` than was asked for
    has no names: begin again.
    """

    version: int
    state: MapState
    progress: float
    revision: int
    documents: int
    ids: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    places: bytes = b""
    collections: tuple[str, ...] = ()
    collection_of: bytes = b""
    types: tuple[str, ...] = ()
    type_of: bytes = b""
    tags: tuple[str, ...] = ()
    tagged: bytes = b""
    links: bytes = b""
    regions: tuple[Region, ...] = ()
    region_of: bytes = b""
    topics: tuple[tuple[str, str], ...] = ()
    topic_of: bytes = b""


@dataclass(frozen=True, slots=True)
class MapTask:
    """What is needed to draw a map: documents, the links between them, where they lay, and where meaning puts them.

    `links` int32 (m, 2); `before` and `meaning` float32 (n, 2), NaN for what has no place there, empty for none at all.
    """

    ids: tuple[str, ...]
    titles: tuple[str, ...]
    links: bytes
    before: bytes = b""
    meaning: bytes = b""


@dataclass(frozen=True, slots=True)
class MapDrawn:
    """How far a map is: its places by now (float32 (n, 2)); regions and `region_of` (int32 (n,)) come with the last."""

    progress: float
    places: bytes
    regions: tuple[Region, ...] = ()
    region_of: bytes = b""
