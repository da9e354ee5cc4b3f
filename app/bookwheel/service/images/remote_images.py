"""Fetches the remote images of pages when a person asks for them or has allowed them, and says how each is."""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import bookwheel
from bookwheel.domain.errors import BadRequest, FetchFailed, FetchRefused, NotFound
from bookwheel.domain.messages import Message
from bookwheel.domain.page import AssetAnswer
from bookwheel.domain.remote_images import (
    AllowImagesRequest,
    CachedImageRequest,
    ImageCacheAnswer,
    ImageCacheRequest,
    ImageState,
    RemoteImage,
    RemoteImagesAnswer,
    RemoteImagesRequest,
)
from bookwheel.domain.service.requests import Empty
from bookwheel.fetching.fetcher import Fetch, Fetcher
from bookwheel.fetching.limits import Limits
from bookwheel.service.images.image_cache import ImageCache
from bookwheel.settings import Settings

ALLOWED = "BOOKWHEEL_FETCH_ALLOWED"
"""Names addresses of the tests' own servers (`127.0.0.1:8080,…`), which would be refused otherwise."""
_ACCEPT = "image/avif,image/webp,image/png,image/jpeg,image/gif"
_MOST_WORKERS = 16
"""Threads, of which the fetcher lets four work at once; the others wait behind slow hosts."""
_MOST_URLS = 2000
_MOST_FAILURES = 5 * _MOST_URLS
"""Of several pages side by side: one that is forgotten while it is shown would be fetched again, without an end."""
_NO_HOST = " "
_LOG = logging.getLogger(__name__)


def make_fetch() -> Fetch:
    """The guarded fetcher of images."""
    allowed = frozenset(place for place in os.environ.get(ALLOWED, "").split(",") if place)
    return Fetcher(f"Bookwheel/{bookwheel.__version__}", Limits(allowed=allowed)).fetch


class RemoteImages:
    """Nothing is fetched but by `answer`, which the window asks for a page that is looked at."""

    def __init__(
        self,
        folder: Path,
        settings: Callable[[], Settings],
        set_value: Callable[[str, str], object],
        name_of: Callable[[str], str],
        tell: Callable[[], None],
        fetch: Fetch | None = None,
    ) -> None:
        """`set_value` sets a setting, `name_of` gives a collection's name by its slug, `tell` says that one came."""
        self.cache = ImageCache(folder)
        self._settings, self._set_value, self._name_of, self._tell = settings, set_value, name_of, tell
        self._fetch = fetch or make_fetch()
        self._lock = threading.Lock()
        self._waiting: deque[str] = deque()
        self._on_their_way: set[str] = set()
        self._failures: OrderedDict[str, Message] = OrderedDict()
        self._free: set[str] = set()
        """Those on their way that may come from wherever their host leads; the others were allowed by host alone."""
        self._workers = 0
        self._is_closed = False

    def answer(self, request: RemoteImagesRequest) -> RemoteImagesAnswer:
        """How images are; those that are asked for or allowed are fetched meanwhile.

        Raises:
            NotFound: for a document of no collection.
            BadRequest: for too many images.
        """
        if len(request.urls) > _MOST_URLS:
            raise BadRequest("A page may have at most {count} remote images.", count=_MOST_URLS)
        slug = request.doc.partition("/")[0]
        name, choices = self._name_of(slug), self._settings().images
        is_free = request.is_asked or slug in choices.collections.split("\n")
        allowed = {url: is_free or _host_of(url) in choices.hosts.split("\n") for url in request.urls}
        fresh: list[str] = []
        images = tuple(self._state(url, allowed[url], request.is_asked, fresh) for url in request.urls)
        with self._lock:
            self._free.update(fresh if is_free else ())
        self._fetch_next(fresh)
        return RemoteImagesAnswer(images, name)

    def image(self, request: CachedImageRequest) -> AssetAnswer:
        """An image of the cache.

        Raises:
            NotFound: when it is not there; nothing is fetched.
        """
        found = self.cache.read(request.url)
        if found is None:
            raise NotFound("This image is not in the cache.")
        return found

    def allow(self, request: AllowImagesRequest) -> Empty:
        """Allow the images of a host or collection from now on.

        Raises:
            BadRequest: for a name that is no host's.
            NotFound: for a document of no collection.
        """
        choices = self._settings().images
        slug = request.doc.partition("/")[0]
        if slug:
            self._name_of(slug)
            self._set_value("images.collections", _with(choices.collections, slug))
        if request.host:
            self._set_value("images.hosts", _with(choices.hosts, request.host.lower()))
        return Empty()

    def forget(self, slug: str) -> None:
        """A collection was removed: another one of its name is not allowed because of it."""
        lines = self._settings().images.collections.split("\n")
        if slug in lines:
            self._set_value("images.collections", "\n".join(line for line in lines if line != slug))

    def measure(self, request: ImageCacheRequest) -> ImageCacheAnswer:
        """How large the cache is, once it was cleared if that is asked for."""
        if request.is_cleared:
            self.cache.clear()
            self._tell()
        return ImageCacheAnswer(*self.cache.count())

    def trim(self) -> None:
        """Let images go until the cache is no larger than its setting."""
        self.cache.trim(int(self._settings().images.cache_mb * 1_000_000))

    def close(self) -> None:
        """Fetch nothing more; what is on its way is not kept."""
        with self._lock:
            self._is_closed = True
            self._waiting.clear()

    def _state(self, url: str, is_allowed: bool, is_asked: bool, fresh: list[str]) -> RemoteImage:
        """How an image is; one that is to be fetched comes to the `fresh` ones."""
        if self.cache.find(url) is not None:
            return RemoteImage(url, ImageState.READY)
        with self._lock:
            if url in self._on_their_way:
                return RemoteImage(url, ImageState.FETCHING)
            if url in self._failures and not is_asked:
                return RemoteImage(url, ImageState.FAILED, self._failures[url])
            if not is_allowed or self._is_closed:
                return RemoteImage(url, ImageState.BLOCKED)
            self._failures.pop(url, None)
            self._on_their_way.add(url)
        fresh.append(url)
        return RemoteImage(url, ImageState.FETCHING)

    def _fetch_next(self, urls: list[str]) -> None:
        """Fetch images before all that wait: nobody waits for hours behind a page whose servers are slow."""
        with self._lock:
            if self._is_closed:
                return
            self._waiting.extendleft(reversed(urls))
            missing = min(len(self._waiting), _MOST_WORKERS - self._workers) if urls else 0
            self._workers += missing
        for _ in range(missing):
            threading.Thread(target=self._work, name="image", daemon=True).start()

    def _work(self) -> None:
        """Fetch what waits, until nothing does."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._workers -= 1
                    return
                url = self._waiting.popleft()
            failure = self._bring(url)
            with self._lock:
                self._on_their_way.discard(url)
                self._free.discard(url)
                if failure is not None:
                    self._failures[url] = failure
                    if len(self._failures) > _MOST_FAILURES:
                        self._failures.popitem(last=False)
                is_closed = self._is_closed
            if not is_closed:
                self._tell()

    def _check_host(self, url: str, leads_to: str) -> None:
        """Refuse another host than that of the image, unless that is allowed too or the image was asked for."""
        host = _host_of(leads_to)
        with self._lock:
            is_free = url in self._free
        if not is_free and host != _host_of(url) and host not in self._settings().images.hosts.split("\n"):
            raise FetchRefused("The server redirects to {host}, which you have not allowed.", host=host)

    def _bring(self, url: str) -> Message | None:
        """Fetch and keep one image; why that failed."""
        try:
            content = self._fetch(url, _ACCEPT, partial(self._check_host, url)).content
            if not self._is_closed:
                self.cache.keep(url, content, int(self._settings().images.cache_mb * 1_000_000))
        except FetchFailed as error:
            return error.message
        except Exception:  # the thread's edge: the page must hear that nothing comes
            _LOG.exception("An image could not be fetched.")
            return Message("Something went wrong. See the log for details.")
        return None


def _host_of(url: str) -> str:
    """The host of an address; for none a name that no setting holds."""
    try:
        return (urlsplit(url).hostname or "").lower() or _NO_HOST
    except ValueError:
        return _NO_HOST


def _with(lines: str, line: str) -> str:
    known = [one for one in lines.split("\n") if one]
    return "\n".join([*known, line] if line not in known else known)
