"""Files that a page shows: pictures, sounds and films beside a document, and pictures inside its own file."""

from __future__ import annotations

from bookwheel.domain.document import LinkKind
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.page import AssetAnswer, AssetRequest
from bookwheel.domain.search import Scope
from bookwheel.indexes.catalogue import DocumentRow
from bookwheel.library.reading.inner_pictures import InnerPictures
from bookwheel.library.reading.page import root_of
from bookwheel.library.snapshot.lookup import find
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.library.sources.inside_root import is_inside, read_inside
from bookwheel.library.sources.link_resolver import INNER, Resolver
from bookwheel.library.sources.media_types import media_type_of

LARGEST_ASSET = 32_000_000
LARGEST_FILE = 500_000_000
"""Bytes of a file in which a picture is looked for."""


def asset(request: AssetRequest, scope: Scope, snapshot: Snapshot, pictures: InnerPictures) -> AssetAnswer:
    """The bytes of a picture, sound, film or PDF that a document shows, from inside its collection alone.

    Raises:
        NotFound: for an unknown document, or a file that is missing, lies outside, or is of another kind.
        BadRequest: for a file above 32 MB.
    """
    row, _ = find(snapshot, request.doc, scope)
    if request.href.startswith(INNER):
        return _inner(row, request.href.removeprefix(INNER), snapshot, pictures)
    root = root_of(snapshot, row)
    missing = NotFound("{document} does not include this file.", document=row.doc)
    resolver = Resolver(snapshot.catalogue, row.collection, root)
    found = resolver.resolve_picture(row.path, request.href, LinkKind.IMAGE)
    if found.status != "asset":
        found = resolver.resolve_picture(row.path, request.href, LinkKind.EMBED)
    media_type = media_type_of(found.path)
    if found.status != "asset" or not media_type:
        raise missing
    full = root / found.path
    if is_inside(full, root) and full.is_file() and full.stat().st_size > LARGEST_ASSET:
        raise BadRequest(
            "{file} is larger than {size} MB, too large to show.", file=found.path, size=LARGEST_ASSET // 1000000
        )
    try:
        return AssetAnswer(media_type, read_inside(root, found.path, LARGEST_ASSET)[0])
    except OSError:
        raise missing from None


def _inner(row: DocumentRow, name: str, snapshot: Snapshot, pictures: InnerPictures) -> AssetAnswer:
    missing = NotFound("{document} does not include this file.", document=row.doc)
    media_type = media_type_of(name)
    if not media_type.startswith("image/"):
        raise missing
    try:
        disk_path = snapshot.catalogue.disk_path(row.collection, row.path)
        most = LARGEST_ASSET if row.format == "image" else LARGEST_FILE
        content, _ = read_inside(root_of(snapshot, row), disk_path, most)
    except OSError:
        raise missing from None
    if row.format == "image":  # the file itself, which needs no child to take it out
        return AssetAnswer(media_type, content)
    picture = pictures.picture(content, row.path, row.format, name)
    if not picture:
        raise missing
    return AssetAnswer(media_type, picture)
