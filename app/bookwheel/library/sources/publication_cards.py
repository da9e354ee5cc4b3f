"""Who published the subscriptions of a library and when, read from their mirrors."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.publications import PublicationCard
from bookwheel.publications.manifest import card_of
from bookwheel.publications.mirror import PublicationMirror


def is_publication(collection: Collection) -> bool:
    """Whether a collection is a subscription, whose documents have no files here."""
    return collection.source is not None and collection.source.kind is SourceKind.PUBLICATION


def publication_of(collection: Collection) -> PublicationCard | None:
    """Return who published a collection; None for one that is no subscription, or has not been fetched yet."""
    if not is_publication(collection):
        return None
    folder = Path(collection.root).parent
    try:
        status = PublicationMirror(folder).manifest_path.stat()
    except OSError:
        return None
    return _read(folder, (status.st_mtime_ns, status.st_size, status.st_ino))


@lru_cache(256)  # a manifest may have millions of bytes, and is asked for with every list of collections
def _read(folder: Path, stamp: tuple[int, int, int]) -> PublicationCard | None:
    signed = PublicationMirror(folder).manifest()
    return card_of(signed) if signed is not None else None
