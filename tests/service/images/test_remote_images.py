from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel import settings_text
from bookwheel.domain.errors import BadRequest, FetchFailed, NotFound
from bookwheel.domain.remote_images import (
    AllowImagesRequest,
    CachedImageRequest,
    ImageCacheRequest,
    ImageState,
    RemoteImagesRequest,
)
from bookwheel.fetching.fetcher import Fetch, Fetched, Fetcher
from bookwheel.fetching.limits import Limits
from bookwheel.service.images.remote_images import RemoteImages
from bookwheel.settings import Settings
from tests.fetching.servers import Server, content, redirect, web_server
from tests.service.images.pictures import png, png_head
from tests.waiting import until

DOC = "notes/page.md"


@pytest.fixture
def server() -> Iterator[Server]:
    with web_server() as running:
        yield running


class Home:
    """A service's images, with settings of the test's own and collections `notes` and `mail`."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        self.settings = Settings()
        self.told = 0
        self.images = RemoteImages(folder, lambda: self.settings, self.set, self.name_of, self.tell, fetch)

    def set(self, name: str, value: str) -> None:
        self.settings = settings_text.with_value(self.settings, name, value)

    def tell(self) -> None:
        self.told += 1

    @staticmethod
    def name_of(slug: str) -> str:
        if slug not in ("notes", "mail"):
            raise NotFound("There is no such collection.")
        return slug.title()

    def states(self, *urls: str, doc: str = DOC, is_asked: bool = False) -> list[ImageState]:
        return [image.state for image in self.images.answer(RemoteImagesRequest(doc, urls, is_asked)).images]

    def bring(self, *urls: str) -> None:
        self.states(*urls, is_asked=True)
        until(lambda: ImageState.FETCHING not in self.states(*urls))


@pytest.fixture
def home(tmp_path: Path, server: Server) -> Iterator[Home]:
    made = Home(tmp_path / "images", Fetcher("test", Limits(allowed=frozenset((server.place,)))).fetch)
    yield made
    made.images.close()


def test_nothing_is_fetched_until_a_person_asks_and_once_is_enough(home: Home, server: Server) -> None:
    url, body = server.url("/a.png"), png()
    server.answers["/a.png"] = content(body)
    assert home.states(url) == [ImageState.BLOCKED]
    with pytest.raises(NotFound):
        home.images.image(CachedImageRequest(url))
    assert not server.asked
    home.bring(url)
    assert home.told
    assert home.images.image(CachedImageRequest(url)).content == body
    assert home.images.image(CachedImageRequest(url)).media_type == "image/png"
    assert home.states(url, is_asked=True) == [ImageState.READY]
    assert len(server.asked) == 1


def test_an_image_is_there_without_a_network_after_a_restart(home: Home, server: Server, tmp_path: Path) -> None:
    url = server.url("/a.png")
    server.answers["/a.png"] = content(png())
    home.bring(url)

    def offline(_url: str, _accept: str, _check: object) -> Fetched:
        raise FetchFailed("There is no network.")

    later = Home(tmp_path / "images", offline)
    assert later.states(url) == [ImageState.READY]
    assert later.images.image(CachedImageRequest(url)).content == png()


def test_choices_hold_for_their_host_or_collection_alone_and_can_be_taken_back(home: Home, server: Server) -> None:
    server.answers |= {f"/{name}.png": content(png()) for name in "abcd"}
    a, b, c, d = (server.url(f"/{name}.png") for name in "abcd")
    home.images.allow(AllowImagesRequest(host="127.0.0.1"))
    assert home.states("http://other.test/x.png") == [ImageState.BLOCKED]
    assert home.states(a) == [ImageState.FETCHING]
    home.set("images.hosts", "")
    assert home.states(b) == [ImageState.BLOCKED]
    home.images.allow(AllowImagesRequest(doc=DOC))
    home.images.allow(AllowImagesRequest(doc=DOC))
    assert home.settings.images.collections == "notes"
    assert home.states(c, doc="mail/page.md") == [ImageState.BLOCKED]
    assert home.states(c) == [ImageState.FETCHING]
    home.images.forget("notes")
    assert home.settings.images.collections == ""
    assert home.states(d) == [ImageState.BLOCKED]
    until(lambda: home.states(a, c) == [ImageState.READY] * 2)


def test_an_allowed_host_does_not_lead_to_another_one_unless_the_image_is_asked_for(tmp_path: Path) -> None:
    with web_server() as first, web_server() as second:
        allowed = frozenset((first.place, second.place, f"localhost:{second.port}"))
        found = Fetcher("test", Limits(allowed=allowed), lambda _host, _port: ["127.0.0.1"])
        home = Home(tmp_path / "images", found.fetch)
        url = first.url("/a.png")
        first.answers["/a.png"] = redirect(f"http://localhost:{second.port}/a.png")
        second.answers["/a.png"] = content(png())
        home.images.allow(AllowImagesRequest(host="127.0.0.1"))
        home.states(url)
        until(lambda: home.states(url) == [ImageState.FAILED])
        reason = home.images.answer(RemoteImagesRequest(DOC, (url,))).images[0].reason
        assert str(reason) == "The server redirects to localhost, which you have not allowed."
        assert not second.asked
        home.bring(url)
        assert home.states(url) == [ImageState.READY] and second.asked
        home.images.close()


def test_bad_answers_are_said_and_can_be_tried_again(home: Home, server: Server) -> None:
    server.answers |= {
        "/page": content(b"<html>", "image/png"),
        "/svg": content(b"<svg onload='x'/>", "image/svg+xml"),
        "/bomb": content(png_head(60_000, 60_000)),
    }
    urls = [server.url(path) for path in ("/page", "/svg", "/bomb", "/none")]
    home.bring(*urls)
    answer = home.images.answer(RemoteImagesRequest(DOC, tuple(urls)))
    assert [image.state for image in answer.images] == [ImageState.FAILED] * 4
    assert all(image.reason for image in answer.images)
    assert "404" in answer.images[3].reason
    assert home.images.measure(ImageCacheRequest()).count == 0
    server.answers["/none"] = content(png())
    home.bring(urls[3])
    assert home.states(urls[3]) == [ImageState.READY]


def test_addresses_of_this_computer_are_refused_even_when_asked_for(home: Home) -> None:
    with web_server() as other:
        other.answers["/"] = content(png())
        url = other.url("/")
        home.bring(url)
        assert home.states(url) == [ImageState.FAILED]
        assert not other.asked


def test_bad_requests_are_refused(home: Home) -> None:
    with pytest.raises(NotFound):
        home.states("http://a.test/", doc="nowhere/page.md")
    with pytest.raises(NotFound):
        home.images.allow(AllowImagesRequest(doc="nowhere/page.md"))
    with pytest.raises(BadRequest):
        home.images.allow(AllowImagesRequest(host="a b"))
    with pytest.raises(BadRequest):
        home.states(*(f"http://a.test/{number}" for number in range(2001)))


def test_the_cache_stays_within_its_size_and_the_longest_unseen_go_first(home: Home, server: Server) -> None:
    home.set("images.cache_mb", "1")
    body = png() + bytes(300_000)
    server.answers |= {f"/{number}": content(body) for number in range(4)}
    urls = [server.url(f"/{number}") for number in range(4)]
    for age, url in enumerate(urls[:3]):
        home.bring(url)
        file = home.images.cache.find(url)
        assert file is not None
        os.utime(file, (1000 + age, 1000 + age))
    home.images.image(CachedImageRequest(urls[0]))  # seen again
    home.bring(urls[3])
    assert home.states(*urls) == [ImageState.READY, ImageState.BLOCKED, ImageState.READY, ImageState.READY]
    assert home.images.measure(ImageCacheRequest()).size_bytes <= 1_000_000
    assert home.images.measure(ImageCacheRequest(is_cleared=True)).count == 0


def test_damaged_and_foreign_files_are_never_shown_and_are_swept(home: Home, server: Server) -> None:
    url = server.url("/a.png")
    server.answers["/a.png"] = content(png())
    home.bring(url)
    file = home.images.cache.find(url)
    assert file is not None
    if sys.platform != "win32":
        assert (file.stat().st_mode & 0o777, file.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    (file.parent / "half.draft").write_bytes(b"x")
    assert home.images.cache.strangers() == ("half.draft",)
    home.images.cache.sweep()
    assert not home.images.cache.strangers()
    file.write_bytes(b"<html>")
    with pytest.raises(NotFound):
        home.images.image(CachedImageRequest(url))
    assert home.states(url) == [ImageState.BLOCKED]


def test_what_is_asked_for_later_does_not_wait_behind_a_slow_page(tmp_path: Path) -> None:
    asked: list[str] = []
    go_on = threading.Semaphore(0)

    def slow(url: str, _accept: str, _check: object) -> Fetched:
        asked.append(url)
        assert go_on.acquire(timeout=30)
        raise FetchFailed("The server took too long to answer.")

    home = Home(tmp_path / "images", slow)
    home.states(*(f"http://slow.test/{number}" for number in range(100)), is_asked=True)
    until(lambda: len(asked) == 16)
    home.states("http://other.test/a", "http://other.test/b", is_asked=True)
    go_on.release(2)
    until(lambda: len(asked) == 18)
    assert set(asked[16:]) == {"http://other.test/a", "http://other.test/b"}
    home.images.close()
    go_on.release(100)


def test_a_cache_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "images").write_text("a file where the folder should be")
    home = Home(tmp_path / "images", lambda url, _accept, _check: Fetched(png(), "image/png", url))
    home.bring("http://a.test/x.png")
    image = home.images.answer(RemoteImagesRequest(DOC, ("http://a.test/x.png",))).images[0]
    assert image.state is ImageState.FAILED
    assert "could not be saved" in image.reason
    home.images.close()
