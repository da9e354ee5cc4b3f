from __future__ import annotations

import gzip
import itertools
import socket
import threading
from collections.abc import Iterator, Sequence

import pytest

from bookwheel.domain.errors import FetchFailed, FetchRefused
from bookwheel.fetching import connections
from bookwheel.fetching.limits import Limits
from bookwheel.fetching.sessions import Session
from tests.fetching.servers import Server, content, redirect, web_server
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here


@pytest.fixture
def server() -> Iterator[Server]:
    with web_server() as running:
        yield running


def _session(server: Server, **limits: float) -> Session:
    return Session("Bookwheel/test", Limits(allowed=frozenset((server.place,)), **limits))  # type: ignore[arg-type]


def _forbidden() -> list[str]:
    """Addresses of this computer, its network, links, metadata and nobody, in every notation, each as a host."""
    numbers = ["127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.5.4", "172.31.255.1", "192.168.1.1", "169.254.169.254",
               "169.254.0.1", "100.64.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "198.18.0.1",
               "192.0.2.1", "203.0.113.5", "168.63.129.16", "192.0.0.1"]  # fmt: skip
    found: list[str] = []
    for number in numbers:
        a, b, c, d = (int(part) for part in number.split("."))
        whole = (a << 24) | (b << 16) | (c << 8) | d
        found += [
            number, str(whole), hex(whole), f"0{whole:o}", f"0x{a:x}.0x{b:x}.0x{c:x}.0x{d:x}",
            f"0{a:o}.0{b:o}.0{c:o}.0{d:o}", f"{a}.{b}.{(c << 8) | d}", f"{a}.{(b << 16) | (c << 8) | d}",
            f"[::ffff:{number}]", f"[::ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]", f"[64:ff9b::{number}]",
            f"[2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1]", f"[0:0:0:0:0:ffff:{a:02x}{b:02x}:{c:02x}{d:02x}]",
            f"[64:ff9b:1::{number}]", f"[::{number}]",
        ]  # fmt: skip
    six = ["::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2001:db8::1", "2001::1", "100::1",
           "3fff::1", "0:0:0:0:0:0:0:1", "::2", "64:ff9b:1::1", "5f00::1"]  # fmt: skip
    found += [f"[{number}]" for number in six]
    found += ["localhost", "LOCALHOST", "localhost."]
    return found


class _Nowhere:
    """Stands for the network: notes what is connected to, and connects nowhere."""

    def __init__(self) -> None:
        self.reached: list[str] = []

    def connect_tcp(self, host: str, *_args: object, **_named: object) -> object:
        self.reached.append(host)
        raise OSError("nowhere")


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch) -> _Nowhere:
    made = _Nowhere()
    monkeypatch.setattr(connections.httpcore, "SyncBackend", lambda: made)
    return made


def test_no_notation_of_a_forbidden_address_is_connected_to(nowhere: _Nowhere) -> None:
    hosts = _forbidden()
    assert len(hosts) > 280
    session = Session("test")
    for host, port in zip(hosts, itertools.cycle(("", ":8080")), strict=False):
        with pytest.raises(FetchFailed):
            session.get(f"http://{host}{port}/latest/meta-data/")
    assert not nowhere.reached
    session.close()


def test_names_that_lead_to_forbidden_addresses_are_not_connected_to(nowhere: _Nowhere) -> None:
    """Also where a public address stands beside them, and where a second look-up answers otherwise."""
    numbers = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1", "::ffff:10.0.0.1", "64:ff9b::7f00:1"]
    for number in numbers:
        for answers in ([number], ["8.8.8.8", number], [number, "8.8.8.8"]):
            session = Session("test", find=lambda host, port, found=answers: found)  # type: ignore[misc]
            with pytest.raises(FetchRefused, match="own network"):
                session.get("http://rebinding.test/")
            session.close()
    assert not nowhere.reached


def test_a_name_that_answers_otherwise_the_second_time_leads_only_where_it_was_checked(nowhere: _Nowhere) -> None:
    answers = itertools.chain([["8.8.8.8"]], itertools.repeat(["127.0.0.1"]))
    session = Session("test", find=lambda host, port: next(answers))
    with pytest.raises(FetchFailed):
        session.get("http://rebinding.test/")
    with pytest.raises(FetchRefused):
        session.get("http://rebinding.test/")
    assert nowhere.reached == ["8.8.8.8"]
    session.close()


def test_a_host_that_a_person_allows_may_be_private_and_no_other(nowhere: _Nowhere) -> None:
    names: dict[str, Sequence[str]] = {"docs.home": ["192.168.1.5"], "other.home": ["192.168.1.5"]}
    names["links.home"] = ["169.254.169.254"]
    limits = Limits(private_hosts=frozenset(("docs.home:80", "links.home:80", "10.0.0.9:80")))
    session = Session("test", limits, lambda host, port: names[host])
    for url in ("http://docs.home:8080/", "http://other.home/", "http://links.home/", "http://10.0.0.8/"):
        with pytest.raises(FetchRefused):
            session.get(url)
    assert not nowhere.reached
    for url in ("http://docs.home/", "http://10.0.0.9/"):
        with pytest.raises(FetchFailed):
            session.get(url)
    assert nowhere.reached == ["192.168.1.5", "10.0.0.9"]
    session.close()


def test_redirects_are_told_and_never_followed(server: Server) -> None:
    server.answers["/a"] = redirect("/b")
    session = _session(server)
    answer = session.get(server.url("/a"))
    assert (answer.status, answer.leads_to, answer.content) == (302, server.url("/b"), b"")
    assert [path for path, _ in server.asked] == ["/a"]
    session.close()


def test_nothing_of_the_person_or_of_earlier_answers_is_sent(server: Server) -> None:
    server.answers["/a"] = content(b"a", Set_Cookie="id=1; Path=/")
    session = _session(server)
    for _ in range(2):
        session.get(server.url("/a"), {"Accept": "text/html"})
    named = {"host", "user-agent", "accept", "accept-encoding", "connection"}
    assert all(set(headers) <= named for _, headers in server.asked)
    assert server.asked[1][1]["user-agent"] == "Bookwheel/test"
    session.close()


def test_compressed_answers_are_unpacked_up_to_their_bound(server: Server) -> None:
    text = b"some words " * 5000
    server.answers |= {
        "/fine": content(gzip.compress(text), Content_Encoding="gzip"),
        "/bomb": content(gzip.compress(b"\0" * 10_000_000), Content_Encoding="gzip"),
        "/torn": content(gzip.compress(text)[:-20], Content_Encoding="gzip"),
        "/other": content(text, Content_Encoding="br"),
        "/wrong": content(b"plain words", Content_Encoding="gzip"),
    }
    session = _session(server, size_bytes=1_000_000)
    assert session.get(server.url("/fine")).content == text
    for path, error in {"/bomb": "larger", "/torn": "broke off", "/other": "not asked", "/wrong": "unpacked"}.items():
        with pytest.raises(FetchFailed, match=error):
            session.get(server.url(path))
    session.close()


def test_each_thread_has_a_deadline_of_its_own(server: Server) -> None:
    release = threading.Event()

    def wait(handler: object) -> None:
        release.wait(30)
        content(b"late")(handler)  # type: ignore[arg-type]

    server.answers |= {"/late": wait, "/soon": content(b"soon")}
    session = _session(server, total_s=1.0, read_s=20.0)
    failures: list[str] = []

    def ask() -> None:
        try:
            session.get(server.url("/late"))
        except FetchFailed as error:
            failures.append(str(error))

    asking = threading.Thread(target=ask)
    asking.start()
    for _ in range(3):
        assert session.get(server.url("/soon")).content == b"soon"
    asking.join()
    release.set()
    assert failures == ["The server took too long to answer."]
    session.close()


def test_a_connection_that_breaks_is_an_error_and_the_next_request_works(server: Server) -> None:
    def tear(handler: object) -> None:
        handler.connection.shutdown(socket.SHUT_RDWR)  # type: ignore[attr-defined]

    server.answers |= {"/torn": tear, "/fine": content(b"fine")}
    session = _session(server)
    with pytest.raises(FetchFailed, match="broke off"):
        session.get(server.url("/torn"))
    assert session.get(server.url("/fine")).content == b"fine"
    session.close()
