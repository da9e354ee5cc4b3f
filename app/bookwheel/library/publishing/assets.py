"""The files that are published beside documents: those that pages embed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from bookwheel.domain.document import LinkKind
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.left_out_names import is_secret
from bookwheel.domain.messages import Message
from bookwheel.library.sources.inside_root import describe, read_inside
from bookwheel.library.sources.link_resolver import INNER
from bookwheel.library.sources.media_types import media_type_of
from bookwheel.publications.path_check import check_asset_path

MOST_ASSET_BYTES = 20_000_000
MOST_ASSETS_BYTES = 48_000_000
"""Of one segment together."""

_EMBEDDING = frozenset(map(str, (LinkKind.IMAGE, LinkKind.EMBED, LinkKind.HTML, LinkKind.SHORTCODE)))
_PICTURE = "image"
"""The format of documents that are pictures: their pages show their own files."""


def embedded_files(document: DocumentRows) -> set[str]:
    """Return the paths of the files that a document's page shows, as far as they may be published."""
    own = [document.path] if is_picture(document) else []
    return embedded_by_links(((link[1], link[-1]) for link in document.links), own)


def embedded_by_links(links: Iterable[tuple[str, str]], pictures: Iterable[str] = ()) -> set[str]:
    """Return the same by the links of documents to files, each by kind and path, and by the paths of pictures."""
    named = {path for kind, path in links if path and kind in _EMBEDDING}
    return {path for path in named.union(pictures) if _may_be_published(path)}


def is_picture(document: DocumentRows) -> bool:
    """Whether a document is a picture, whose page shows its own file."""
    return document.format == _PICTURE


def read_files(root: Path, paths: Iterable[str], refuse: Callable[[str, Message], None]) -> dict[str, bytes]:
    """Return the content of files inside of a folder (a real path) by their paths, as far as a segment has room.

    `refuse` is told of each that is left out, with the reason.
    """
    found: dict[str, bytes] = {}
    left = MOST_ASSETS_BYTES
    for path in paths:
        try:
            content, _ = read_inside(root, path, MOST_ASSET_BYTES)
        except OSError as error:
            refuse(path, Message("The file was left out: {reason}.", reason=describe(error)))
            continue
        if len(content) > left:
            refuse(path, Message("The file was left out, since others of its part are large as well."))
            continue
        found[path] = content
        left -= len(content)
    return found


def _may_be_published(path: str) -> bool:
    """Whether a file is one that pages show, and neither hidden nor one that may hold a secret."""
    parts = path.split("/")
    if path.startswith(INNER) or not media_type_of(path) or is_secret(parts[-1]):
        return False
    try:
        check_asset_path(path)
    except PublicationRefused:
        return False
    return not any(part.startswith(".") for part in parts)
