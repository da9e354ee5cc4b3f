from __future__ import annotations

import hashlib
import random
import threading
import time
from collections.abc import Iterator

import pytest

from bookwheel.domain.errors import BadRequest, BookwheelError, FetchFailed, TimedOut
from bookwheel.domain.publications import MANIFEST
from bookwheel.domain.targets import Target
from bookwheel.fetching import s3_store
from bookwheel.fetching.object_store import open_object_store
from tests import waiting
from tests.publications.target_contract import segment
from tests.s3.conftest import set_keys
from tests.s3.proxy import SlowProxy
from tests.s3.server import BUCKET, PUBLIC, READER, S3Server

LARGE = random.Random(7).randbytes(300_000)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two seconds for an answer and one retry."""
    monkeypatch.setattr(s3_store, "PATIENCE_S", 2)
    monkeypatch.setattr(s3_store, "RETRIES", 1)


@pytest.fixture
def address(prefix: str) -> str:
    return f"s3://{BUCKET}/{prefix}"


def test_the_largest_segment_goes_there_and_back(address: str):
    content = random.Random(1).randbytes(64_000_000)
    store = open_object_store(address)
    assert store.write_new(segment(content), content)
    stored = store.read(segment(content), 64_000_000)
    assert stored is not None and stored.content == content


@pytest.mark.parametrize("below", ["", "/deep/er/still", "/with space, comma=@+1", "/über/本"])
def test_every_prefix_that_is_accepted_can_be_used(address: str, below: str):
    store = open_object_store(address + below)
    store.replace(MANIFEST, below.encode(), "")
    store.write_new("segments/a", b"a")
    assert [one.name for one in store.names("segments")] == ["a"]
    stored = open_object_store(address + below + "/").read(MANIFEST, 100)
    assert stored is not None and stored.content == below.encode()


def test_keys_that_may_only_read_do_so_and_write_nothing(address: str, monkeypatch: pytest.MonkeyPatch):
    open_object_store(address).write_new("segments/a", b"a")
    set_keys(monkeypatch, READER)
    store = open_object_store(address)
    assert store.read("segments/a", 10) is not None and [one.name for one in store.names("segments")] == ["a"]
    for write in _writes(store):
        with pytest.raises(FetchFailed, match=rf"The keys may not write to {address}\."):
            write()
    assert store.read("segments/a", 10) is not None


def test_without_keys_a_public_bucket_is_read_and_no_other(prefix: str, monkeypatch: pytest.MonkeyPatch):
    for bucket in (PUBLIC, BUCKET):
        open_object_store(f"s3://{bucket}/{prefix}").write_new("segments/a", b"a")
    for unset in (("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"), ()):
        with monkeypatch.context() as context:
            for name in unset:
                context.delenv(name)
            if not unset:
                context.setenv("AWS_SKIP_SIGNATURE", "true")
            store = open_object_store(f"s3://{PUBLIC}/{prefix}")
            stored = store.read("segments/a", 10)
            assert stored is not None and stored.content == b"a"
            assert [one.name for one in store.names("segments")] == ["a"]
            for write in _writes(store):
                with pytest.raises(BadRequest, match="needs keys"):
                    write()
            with pytest.raises(FetchFailed, match="is not public"):
                open_object_store(f"s3://{BUCKET}/{prefix}").read("segments/a", 10)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("AWS_ACCESS_KEY_ID", "does not know the access key"),
        ("AWS_SECRET_ACCESS_KEY", "does not accept the secret key"),
    ],
)
def test_wrong_keys_are_named_and_never_shown(address: str, monkeypatch: pytest.MonkeyPatch, name: str, reason: str):
    monkeypatch.setenv(name, "something-else")
    with pytest.raises(FetchFailed, match=f"{reason}.*{name}") as caught:
        open_object_store(address).read(MANIFEST, 10)
    assert "something-else" not in repr(caught.value) + str(caught.value)


def test_a_bucket_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch):
    store = open_object_store("s3://nobody-made-it/x")
    for ask in (lambda: store.read(MANIFEST, 10), lambda: list(store.names("segments"))):
        with pytest.raises(FetchFailed, match="There is no bucket nobody-made-it at 127"):
            ask()


def test_a_wrong_endpoint_is_said_within_seconds(address: str, server: S3Server, monkeypatch: pytest.MonkeyPatch):
    filer = f"http://127.0.0.1:{server.filer_port}"
    for endpoint, reason in (
        ("http://127.0.0.1:9", "127.0.0.1:9 cannot be reached"),
        (filer, "is not a store of objects"),
        (f"https://{server.place}", "is not safe"),
    ):
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        with pytest.raises(FetchFailed, match=reason):
            open_object_store(address).read(MANIFEST, 10)


def test_a_slow_line_is_waited_for_while_bytes_come(
    address: str, server: S3Server, monkeypatch: pytest.MonkeyPatch, impatient: None
):
    name = segment(LARGE)
    with SlowProxy(server.port, bytes_s=100_000).running() as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        assert open_object_store(address).write_new(name, LARGE)
        stored = open_object_store(address).read(name, len(LARGE))
    assert stored is not None and stored.content == LARGE


@pytest.mark.parametrize("stalls", [True, False])
def test_an_answer_that_stops_midway_is_given_up(
    address: str, server: S3Server, monkeypatch: pytest.MonkeyPatch, impatient: None, stalls: bool
):
    name = segment(LARGE)
    open_object_store(address).write_new(name, LARGE)
    proxy = SlowProxy(server.port, most_bytes=100_000, stalls=stalls)
    with proxy.running() as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        with pytest.raises(TimedOut if stalls else FetchFailed, match="too long" if stalls else "broke off"):
            open_object_store(address).read(name, len(LARGE))
    assert proxy.connections <= 4


def test_a_server_that_never_answers_is_given_up(
    address: str, server: S3Server, monkeypatch: pytest.MonkeyPatch, impatient: None
):
    with SlowProxy(server.port, most_bytes=1, stalls=True).running() as endpoint:
        monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
        store = open_object_store(address)
        for ask in (lambda: store.read(MANIFEST, 10), *_writes(store)):
            with pytest.raises(TimedOut, match="took too long"):
                ask()


def test_a_server_killed_amid_writes_keeps_what_it_took(
    address: str, server: S3Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(s3_store, "RETRIES", 0)
    publisher = _Publisher(address)
    try:
        for kill in range(3):
            waiting.until(lambda kill=kill: publisher.states >= 5 * (kill + 1), tell=lambda: publisher.failures)
            server.kill()
            failures = len(publisher.failures)
            waiting.until(lambda failures=failures: len(publisher.failures) > failures)
            server.start()
    finally:
        publisher.stop()
    assert publisher.failures and all(isinstance(failure, BookwheelError) for failure in publisher.failures)
    store = open_object_store(address)
    manifest = store.read(MANIFEST, 1_000_000)
    assert manifest is not None
    named = manifest.content.decode().split()
    assert len(named) >= publisher.states - 1
    for name in named:
        stored = store.read(name, len(LARGE))
        assert stored is not None and hashlib.sha256(stored.content).hexdigest() == name.partition("/")[2]


class _Publisher:
    """Writes a segment and names it in the manifest, again and again, whatever happens to the server."""

    def __init__(self, address: str) -> None:
        self.states = 0
        self.failures: list[Exception] = []
        self._address = address
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._publish)
        self._thread.start()

    def stop(self) -> None:
        self._end.set()
        self._thread.join()

    def _publish(self) -> None:
        chance = random.Random(3)
        for content in _contents(chance):
            while not self._end.is_set():
                try:
                    self._write(open_object_store(self._address), content)
                    break
                except Exception as error:  # the test looks at its kind
                    self.failures.append(error)
                    time.sleep(0.05)
            if self._end.is_set():
                return

    def _write(self, store: Target, content: bytes) -> None:
        name = segment(content)
        store.write_new(name, content)
        known = store.read(MANIFEST, 1_000_000)
        named = known.content.decode().split() if known is not None else []
        if name not in named:
            store.replace(MANIFEST, "\n".join([*named, name]).encode(), known.version if known is not None else "")
        self.states += 1


def _contents(chance: random.Random) -> Iterator[bytes]:
    while True:
        yield chance.randbytes(chance.randint(1, len(LARGE)))


def _writes(store: Target):
    return (
        lambda: store.write_new("segments/b", b"b"),
        lambda: store.replace(MANIFEST, b"b", ""),
        lambda: store.delete("segments/a"),
    )
