from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Iterator, Sequence
from http.server import BaseHTTPRequestHandler

import pytest

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.fetching.fetcher import Fetcher
from bookwheel.fetching.limits import Limits
from tests.fetching.servers import Server, content, redirect, web_server
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.waiting import until


@pytest.fixture
def server() -> Iterator[Server]:
    with web_server() as running:
        yield running


class Names:
    """A resolver of the test's own: each look-up of a name gets the next of its answers, the last one again."""

    def __init__(self, **answers: Sequence[Sequence[str]]) -> None:
        self.answers = {name.replace("_", "."): list(found) for name, found in answers.items()}
        self.asked: list[str] = []

    def __call__(self, host: str, _port: int) -> Sequence[str]:
        self.asked.append(host)
        found = self.answers.get(host)
        if found is None:
            raise socket.gaierror("unknown")
        return found.pop(0) if len(found) > 1 else found[0]


def _fetcher(server: Server, names: Names | None = None, **limits: float) -> Fetcher:
    bounds = Limits(allowed=frozenset((server.place,)), **limits)  # type: ignore[arg-type]
    return Fetcher("Bookwheel/test", bounds, names) if names else Fetcher("Bookwheel/test", bounds)


def test_content_comes_and_nothing_of_the_person_is_sent(server: Server) -> None:
    server.answers["/a.png"] = content(b"pixels", Set_Cookie="id=1")
    fetcher = _fetcher(server)
    for _ in range(2):
        found = fetcher.fetch(server.url("/a.png#part"), "image/png")
        assert (found.content, found.media_type) == (b"pixels", "image/png")
    path, headers = server.asked[1]
    assert path == "/a.png"
    assert set(headers) <= {"host", "user-agent", "accept", "accept-encoding", "connection"}
    assert headers["user-agent"] == "Bookwheel/test"


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "0", "0.0.0.0",
        "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "[::]", "localhost",
    ],
)  # fmt: skip
def test_no_notation_of_loopback_reaches_it(server: Server, host: str) -> None:
    server.answers["/"] = content(b"secret")
    with pytest.raises(FetchFailed):
        Fetcher("test").fetch(f"http://{host}:{server.port}/", "*/*")
    assert not server.asked


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "ftp://example.org/a", "data:image/png;base64,AA", "gopher://example.org/",
        "//example.org", "http://", "http:///a", "javascript:1", "", "http://user@example.org/",
        "http://u:p@example.org/a", "http://example.org:25/", "http://example.org:22/", "http://[::1",
        "http://a/" + "x" * 5000, "http://example.org:99999/",
    ],
)  # fmt: skip
def test_what_is_no_plain_web_address_is_refused_before_any_look_up(url: str) -> None:
    names = Names()
    with pytest.raises(FetchRefused):
        Fetcher("test", find=names).fetch(url, "*/*")
    assert not names.asked


def test_a_name_that_leads_into_the_own_network_is_refused(server: Server) -> None:
    names = Names(inner_test=[["10.0.0.1"]], mixed_test=[["1.1.1.1", "127.0.0.1"]], meta_test=[["169.254.169.254"]])
    for name in names.answers:
        with pytest.raises(FetchRefused, match="own network"):
            Fetcher("test", find=names).fetch(f"http://{name}:{server.port}/", "*/*")
    assert not server.asked


def test_a_name_is_looked_up_once_and_what_was_checked_is_connected_to(server: Server) -> None:
    """A rebinding name has a permitted address for the check and another for whoever asks again."""
    with web_server() as victim:
        server.answers["/"] = content(b"permitted")
        names = Names(rebind_test=[["127.0.0.1"], ["127.0.0.2"]])
        found = _fetcher(server, names).fetch(f"http://rebind.test:{server.port}/", "*/*")
        assert found.content == b"permitted"
        assert names.asked == ["rebind.test"]
        with pytest.raises(FetchRefused):
            _fetcher(server, names).fetch(f"http://rebind.test:{victim.port}/", "*/*")
        assert not victim.asked


def test_each_redirect_is_checked_again(server: Server) -> None:
    with web_server() as victim:
        names = Names(good_test=[["127.0.0.1"], ["10.9.9.9"]])
        server.answers |= {
            "/inner": redirect(victim.url("/secret")),
            "/file": redirect("file:///etc/passwd"),
            "/port": redirect("http://example.org:25/"),
            "/rebind": redirect("/again"),
            "/credentials": redirect("http://a:b@example.org/"),
        }
        fetcher = _fetcher(server, names)
        for path in ("/inner", "/file", "/port", "/credentials"):
            with pytest.raises(FetchRefused):
                fetcher.fetch(server.url(path), "*/*")
        with pytest.raises(FetchRefused):
            fetcher.fetch(f"http://good.test:{server.port}/rebind", "*/*")
        assert not victim.asked


def test_five_redirects_are_followed_and_a_loop_ends(server: Server) -> None:
    for number in range(5):
        server.answers[f"/{number}"] = redirect(f"/{number + 1}")
    server.answers["/5"] = content(b"there")
    server.answers["/round"] = redirect("/round")
    assert _fetcher(server).fetch(server.url("/0"), "*/*").url == server.url("/5")
    with pytest.raises(FetchRefused, match="more than 5"):
        _fetcher(server).fetch(server.url("/round"), "*/*")
    assert [path for path, _ in server.asked].count("/round") == 6


def test_an_answer_is_cut_off_at_its_size_whatever_it_says_of_itself(server: Server) -> None:
    def endless(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        try:
            while True:
                handler.wfile.write(b"x" * 65536)
        except OSError:
            handler.close_connection = True

    server.answers["/endless"] = endless
    server.answers["/large"] = content(b"x" * 300_000)
    for path in ("/endless", "/large"):
        with pytest.raises(FetchRefused, match="larger"):
            _fetcher(server, size_bytes=200_000).fetch(server.url(path), "*/*")


def test_a_compressed_answer_is_not_unpacked(server: Server) -> None:
    server.answers["/bomb"] = content(gzip.compress(bytes(30_000_000)), Content_Encoding="gzip")
    with pytest.raises(FetchRefused, match="compressed"):
        _fetcher(server).fetch(server.url("/bomb"), "*/*")


@pytest.mark.parametrize("is_in_head", [True, False])
def test_an_answer_that_drips_is_given_up(server: Server, is_in_head: bool) -> None:
    is_over = threading.Event()

    def drip(handler: BaseHTTPRequestHandler) -> None:
        if is_in_head:
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        else:
            handler.send_response(200)
            handler.end_headers()
        try:
            while not is_over.wait(0.02):
                handler.wfile.write(b"x")
        except OSError:
            handler.close_connection = True

    server.answers["/drip"] = drip
    with pytest.raises(FetchFailed, match="too long"):
        _fetcher(server, total_s=0.6).fetch(server.url("/drip"), "*/*")
    is_over.set()


def test_a_resolver_that_hangs_is_given_up() -> None:
    is_over = threading.Event()

    def hang(_host: str, _port: int) -> Sequence[str]:
        is_over.wait(60)
        return ()

    with pytest.raises(FetchFailed, match="too long"):
        Fetcher("test", Limits(total_s=0.3), hang).fetch("http://slow.test/", "*/*")
    is_over.set()


def test_failures_say_what_happened(server: Server) -> None:
    fetcher = _fetcher(server, Names())
    with pytest.raises(FetchFailed, match=r"nobody\.test was not found"):
        fetcher.fetch("http://nobody.test/", "*/*")
    with pytest.raises(FetchFailed, match="answers 404"):
        _fetcher(server).fetch(server.url("/none"), "*/*")
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{closed.getsockname()[1]}"
        with pytest.raises(FetchFailed, match="could not be reached"):
            Fetcher("test", Limits(allowed=frozenset((place,)))).fetch(f"http://{place}/", "*/*")
    with pytest.raises(FetchFailed):  # speaks no TLS
        _fetcher(server).fetch(server.url("/").replace("http:", "https:"), "*/*")


def test_at_most_four_are_asked_at_once_and_two_of_one_host(server: Server) -> None:
    names = Names(**{f"{letter}_test": [["127.0.0.1"]] for letter in "abc"})
    go, lock, running, most = threading.Event(), threading.Lock(), [], [0, 0]

    def answer(handler: BaseHTTPRequestHandler) -> None:
        host = handler.headers["Host"]
        with lock:
            running.append(host)
            most[0] = max(most[0], len(running))
            most[1] = max(most[1], *(running.count(name) for name in running))
        go.wait(30)
        with lock:
            running.remove(host)
        content(b"x")(handler)

    server.answers["/"] = answer
    fetcher = _fetcher(server, names)
    urls = [f"http://{letter}.test:{server.port}/" for letter in "abc" for _ in range(4)]
    threads = [threading.Thread(target=fetcher.fetch, args=(url, "*/*")) for url in urls]
    for thread in threads:
        thread.start()
    until(lambda: len(running) == 4)
    go.set()
    for thread in threads:
        thread.join()
    assert most == [4, 2]
    assert len(server.asked) == 12


def test_the_system_s_proxy_is_asked_but_never_for_the_own_network(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.url(""))
    server.answers["http://public.test/a"] = content(b"by proxy")
    server.answers["http://unknown.test/a"] = content(b"by proxy")
    names = Names(public_test=[["1.1.1.1"]], inner_test=[["10.0.0.1"]])
    names.answers |= {host: [[host]] for host in ("127.0.0.1", "192.168.0.1")}
    fetcher = Fetcher("test", find=names)
    assert fetcher.fetch("http://public.test/a", "*/*").content == b"by proxy"
    assert fetcher.fetch("http://unknown.test/a", "*/*").content == b"by proxy"
    for host in ("inner.test", "127.0.0.1", "192.168.0.1"):
        with pytest.raises(FetchRefused):
            fetcher.fetch(f"http://{host}/a", "*/*")
    assert len(server.asked) == 2
