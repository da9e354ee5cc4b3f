"""Images of pages that lie on other computers, and what a person allows of them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import NO_MESSAGE, Message


class ImageState(StrEnum):
    """READY is in the cache, BLOCKED waits for the person, FETCHING is on its way, FAILED says why."""

    READY = "ready"
    BLOCKED = "blocked"
    FETCHING = "fetching"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class RemoteImagesRequest:
    """How the images of a document are; `is_asked` fetches them, as does a choice that holds for them.

    The window alone asks this, for a page that a person looks at.
    """

    doc: str
    urls: tuple[str, ...]
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class RemoteImage:
    """One image and how it is; a failed one has a reason."""

    url: str
    state: ImageState
    reason: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class RemoteImagesAnswer:
    """The images in the order of the request, and the collection's name."""

    images: tuple[RemoteImage, ...]
    collection: str = ""


@dataclass(frozen=True, slots=True)
class CachedImageRequest:
    """A remote image that is in the cache, by its address."""

    url: str


@dataclass(frozen=True, slots=True)
class AllowImagesRequest:
    """Show the images of a host, or of a document's collection, from now on without asking."""

    host: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class ImageCacheRequest:
    """How large the cache is; `is_cleared` empties it first."""

    is_cleared: bool = False


@dataclass(frozen=True, slots=True)
class ImageCacheAnswer:
    """How many images the cache holds, and how large they are."""

    count: int
    size_bytes: int
