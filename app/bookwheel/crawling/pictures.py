"""The pictures of pages fetched into a mirror, so that they are shown without asking their servers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from bookwheel.crawling.addresses import canonical
from bookwheel.crawling.asking import Asker, HostUnavailable
from bookwheel.crawling.frontier import Picture
from bookwheel.crawling.preparation import Preparation, conditions_of
from bookwheel.crawling.site import Site
from bookwheel.domain.errors import FetchFailed
from bookwheel.domain.messages import Message

FOLDER = "pictures"
MOST = 20_000
"""Pictures of one source."""

_SUFFIXES = {
    "image/png": ".png", "image/jpeg": ".jpg", "image/gif": ".gif", "image/webp": ".webp", "image/avif": ".avif",
    "image/svg+xml": ".svg", "image/bmp": ".bmp",
}  # fmt: skip


def add_pictures(site: Site, urls: Iterable[str]) -> None:
    """Have the pictures of a page fetched once its pages are."""
    for url in filter(None, map(canonical, urls)):
        site.frontier.add_picture(url)


def fetch_pictures(site: Site, asker: Asker, preparation: Preparation) -> int:
    """Fetch the pictures that are not there, or have changed. How many bytes came."""
    size = 0
    for picture in site.frontier.pictures_left()[:MOST]:
        if site.bounds.size_bytes and size >= site.bounds.size_bytes:
            break
        try:
            size += _fetch(site, asker, preparation, picture)
        except HostUnavailable:
            raise
        except FetchFailed as error:
            site.frontier.finish_picture(picture)
            site.progress.note(picture.url, error.message)
    return size


def _fetch(site: Site, asker: Asker, preparation: Preparation, picture: Picture) -> int:
    if not preparation.robots_of(picture.url).allows(picture.url):
        site.frontier.finish_picture(picture)
        return 0
    answer = asker.ask(picture.url, conditions_of(picture.etag, picture.modified) if picture.path else {})
    if answer.status == 304 and picture.path:
        site.frontier.finish_picture(picture)
        return 0
    suffix = _SUFFIXES.get(answer.headers.get("content-type", "").partition(";")[0].strip().lower(), "")
    if answer.status != 200 or not suffix:
        message = Message("The server sends no picture ({status}).", status=answer.status)
        raise FetchFailed(message)
    path = f"{FOLDER}/{_name(picture.url)}{suffix}"
    site.mirror.write_document(path, answer.content)
    etag, modified = answer.headers.get("etag", ""), answer.headers.get("last-modified", "")
    site.frontier.finish_picture(replace(picture, path=path, etag=etag, modified=modified))
    return len(answer.content)


def _name(url: str) -> str:
    """A short name that tells one picture from another: the beginning of its own, and a hash of its address."""
    own = urlsplit(url).path.rpartition("/")[2].partition(".")[0]
    plain = "".join(letter for letter in own if letter.isascii() and (letter.isalnum() or letter in "-_"))[:40]
    return f"{plain or 'picture'}-{hashlib.blake2b(url.encode(), digest_size=5).hexdigest()}"
