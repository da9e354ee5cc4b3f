"""What an address and the environment may say of a store, and what it may refuse; `make test-s3` has a real one."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

import pytest

from bookwheel.domain.errors import (
    BadRequest,
    BookwheelError,
    FetchFailed,
    PublicationChanged,
    PublicationRefused,
    StorageUnavailable,
)
from bookwheel.domain.publications import MANIFEST
from bookwheel.domain.targets import Target
from bookwheel.fetching import s3_store
from bookwheel.fetching.object_store import open_object_store
from bookwheel.fetching.s3_settings import read_settings
from tests.fetching.object_servers import ObjectServer, content, object_server, refusal
from tests.loopback import no_proxy

__all__ = ["no_proxy"]

KEYS = {"AWS_ACCESS_KEY_ID": "the-access-key", "AWS_SECRET_ACCESS_KEY": "the-secret-key"}
TOKEN = {"AWS_SESSION_TOKEN": "the-session-token"}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys and nothing else, and no retries."""
    for name in os.environ:
        if name.startswith("AWS_"):
            monkeypatch.delenv(name)
    for name, value in (KEYS | TOKEN).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(s3_store, "RETRIES", 0)
    monkeypatch.setattr(s3_store, "PATIENCE_S", 5)


@pytest.fixture
def store_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[ObjectServer], Target]:
    def open_at(server: ObjectServer) -> Target:
        monkeypatch.setenv("AWS_ENDPOINT_URL", server.endpoint)
        return open_object_store("s3://books/guide")

    return open_at


@pytest.mark.parametrize(
    "address",
    [
        *("s3://", "s3://b", "s3:///guide", "http://books/guide", "books/guide", "s3://bo oks/x", "s3://books:80/x"),
        *(
            "s3://books/a//b",
            "s3://books/../x",
            "s3://books/a/./b",
            "s3://books/a?b",
            "s3://books/a#b",
            "s3://books/a%2f",
        ),
        *("s3://books/a\nb", "s3://books/a\0", "s3://me:secret@books/x", "s3://books/" + "a" * 900),
    ],
)
def test_an_address_that_is_none_of_a_bucket_is_refused(address: str):
    with pytest.raises(BadRequest, match="address"):
        open_object_store(address)


@pytest.mark.parametrize(
    "endpoint",
    [
        *("nonsense", "ftp://store", "https://", "https://me:secret@store", "https://store/?a", "https://store#a"),
        *(
            "https://sto re",
            "https://store:99999",
            "https://[::1",
            "https://störe",
            "https://store/a%20b",
            "https://store:0",
        ),
    ],
)
def test_an_endpoint_that_is_no_web_address_is_refused(endpoint: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_ENDPOINT_URL", endpoint)
    with pytest.raises(BadRequest, match="AWS_ENDPOINT_URL is not the address of a store") as caught:
        open_object_store("s3://books/guide")
    assert "secret" not in str(caught.value)


def test_an_endpoint_without_encryption_is_refused_unless_it_is_this_computer_or_allowed():
    def endpoint(**environment: str) -> str:
        return read_settings("s3://books/guide", environment).endpoint

    with pytest.raises(BadRequest, match="AWS_ALLOW_HTTP"):
        endpoint(AWS_ENDPOINT_URL="http://store.example")
    with pytest.raises(BadRequest, match="AWS_ALLOW_HTTP"):
        endpoint(AWS_ENDPOINT_URL="http://127.0.0.1.example")
    assert endpoint(AWS_ENDPOINT_URL="http://store.example/", AWS_ALLOW_HTTP="true") == "http://store.example"
    for host in ("127.0.0.1:9000", "[::1]:9000", "localhost"):
        assert endpoint(AWS_ENDPOINT_URL=f"http://{host}") == f"http://{host}"
    assert endpoint(AWS_ENDPOINT_URL="https://a", AWS_ENDPOINT_URL_S3="https://b") == "https://b"
    assert endpoint() == ""


@pytest.mark.parametrize("name", [*KEYS, *TOKEN])
def test_a_key_with_characters_that_no_key_has_is_refused_and_not_shown(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, "se\ncret")
    with pytest.raises(BadRequest, match=name) as caught:
        open_object_store("s3://books/guide")
    assert "cret" not in str(caught.value).replace("SECRET", "")


def test_half_a_pair_of_keys_is_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
    with pytest.raises(BadRequest, match="Set both"):
        open_object_store("s3://books/guide")


def test_without_the_extra_it_is_said_how_to_install_it(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(BadRequest, match=r"pip install 'bookwheel\[s3\]'"):
        open_object_store("s3://books/guide")


def test_a_setting_that_the_engine_does_not_understand_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("AWS_S3_EXPRESS", "perhaps")
    with pytest.raises(BadRequest, match="A variable AWS_"):
        open_object_store("s3://books/guide").read(MANIFEST, 10)


@pytest.mark.parametrize("name", ["AWS_ENDPOINT_URL", "AWS_ENDPOINT_URL_S3", "AWS_REGION", "AWS_SESSION_TOKEN"])
def test_an_empty_variable_counts_as_none(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, "")
    store = open_object_store("s3://books/guide")
    assert isinstance(store, s3_store.S3Store)
    assert store._client(0).config.get("endpoint_url_s3") == "https://s3.us-east-1.amazonaws.com"


REFUSALS = [
    (404, "NoSuchBucket", FetchFailed, "There is no bucket books at 127"),
    (403, "AccessDenied", FetchFailed, "The keys may not write to s3://books/guide"),
    (403, "", FetchFailed, "The keys may not write to s3://books/guide"),
    (401, "Unauthorized", FetchFailed, "The keys may not write"),
    (403, "InvalidAccessKeyId", FetchFailed, "AWS_ACCESS_KEY_ID"),
    (403, "SignatureDoesNotMatch", FetchFailed, "AWS_SECRET_ACCESS_KEY"),
    (403, "RequestTimeTooSkewed", FetchFailed, "clock"),
    (400, "ExpiredToken", FetchFailed, "session token"),
    (400, "AuthorizationHeaderMalformed", FetchFailed, "Set AWS_REGION"),
    (301, "PermanentRedirect", FetchFailed, "Set AWS_REGION"),
    (501, "NotImplemented", FetchFailed, "conditional writes"),
    (507, "", StorageUnavailable, "no space left"),
    (507, "XMinioStorageFull", StorageUnavailable, "no space left"),
    (403, "QuotaExceeded", StorageUnavailable, "no space left"),
    (503, "SlowDown", FetchFailed, "too busy"),
    (503, "", FetchFailed, "too busy"),
    (429, "", FetchFailed, "too busy"),
    (500, "InternalError", FetchFailed, r"failed over the request \(status 500\)"),
    (418, "", FetchFailed, r"status 418"),
    (405, "MethodNotAllowed", FetchFailed, "is not a store of objects"),
]


@pytest.mark.parametrize(("status", "code", "kind", "reason"), REFUSALS)
def test_what_a_store_refuses_is_said_in_a_sentence(
    status: int, code: str, kind: type[BookwheelError], reason: str, store_at: Callable[[ObjectServer], Target]
):
    with object_server(refusal(status, code)) as server, pytest.raises(kind, match=reason):
        store_at(server).write_new("segments/a", b"a")
    assert len(server.asked) == 1


def test_neither_keys_nor_what_the_store_says_of_them_are_in_an_error(store_at: Callable[[ObjectServer], Target]):
    told = (
        b"<Error><Code>Odd</Code><AWSAccessKeyId>the-access-key</AWSAccessKeyId><StringToSign>x</StringToSign></Error>"
    )
    with object_server(content(told, status=400)) as server, pytest.raises(BookwheelError) as caught:
        store_at(server).read(MANIFEST, 10)
    shown = "".join(traceback.format_exception(caught.value)) + repr(caught.value)
    assert "status 400" in shown and "StringToSign" not in shown
    settings = repr(read_settings("s3://books/guide", KEYS | TOKEN))
    assert not any(key in shown + settings for key in (KEYS | TOKEN).values())


def test_a_store_that_is_busy_for_a_moment_is_asked_again(
    store_at: Callable[[ObjectServer], Target], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(s3_store, "RETRIES", 2)
    with object_server(refusal(503, "SlowDown")) as server:
        store = store_at(server)
        with pytest.raises(FetchFailed, match="too busy"):
            store.read(MANIFEST, 10)
        assert len(server.asked) == 3
        server.answer = lambda handler: (content(b"ok") if len(server.asked) > 5 else refusal(500))(handler)
        stored = store.read(MANIFEST, 10)
    assert stored is not None and stored.content == b"ok"


def test_a_store_that_takes_writes_whatever_their_condition_is_refused(store_at: Callable[[ObjectServer], Target]):
    with object_server(content(b"")) as server:
        for store in (store_at(server), store_at(server)):
            with pytest.raises(FetchFailed, match="does not support conditional writes"):
                store.write_new("segments/a", b"a")
            with pytest.raises(FetchFailed, match="does not support conditional writes"):
                store.replace(MANIFEST, b"a", "")
        assert {path for _, path, _ in server.asked} == {"/books/guide/.bookwheel-conditional-writes"}


def test_a_write_whose_answer_was_lost_counts_as_made(store_at: Callable[[ObjectServer], Target]):
    with object_server(
        lambda handler: (content(b"mine") if handler.command == "GET" else refusal(412))(handler)
    ) as server:
        store = store_at(server)
        store.replace(MANIFEST, b"mine", '"old"')
        with pytest.raises(PublicationChanged):
            store.replace(MANIFEST, b"other", '"old"')


@pytest.mark.parametrize("length", [5, 4000, 1 << 62])
def test_an_answer_shorter_than_it_says_is_never_taken(length: int, store_at: Callable[[ObjectServer], Target]):
    with object_server(content(b"half", length=length)) as server, pytest.raises(FetchFailed, match="broke off"):
        store_at(server).read(MANIFEST, 1 << 63)


def test_an_answer_larger_than_asked_for_is_not_read(store_at: Callable[[ObjectServer], Target]):
    with object_server(content(b"half", length=1 << 40)) as server, pytest.raises(PublicationRefused):
        store_at(server).read(MANIFEST, 1000)


@pytest.mark.parametrize("body", [b"", b"hello", b"\xff\xfe", b"<ListBucketResult><Contents><Key>"])
def test_a_listing_that_is_none_is_refused(body: bytes, store_at: Callable[[ObjectServer], Target]):
    with object_server(content(body)) as server, pytest.raises(FetchFailed):
        list(store_at(server).names("segments"))


def test_a_web_server_that_is_no_store_is_named(store_at: Callable[[ObjectServer], Target]):
    with object_server(refusal(404)) as server, pytest.raises(FetchFailed, match="is not a store of objects"):
        store_at(server).read(MANIFEST, 10)


@pytest.mark.parametrize("skips", [True, False])
def test_without_keys_nobody_is_asked_for_them_and_nothing_is_signed(
    skips: bool, store_at: Callable[[ObjectServer], Target], monkeypatch: pytest.MonkeyPatch
):
    with object_server(content(b"open")) as server, object_server(content(b"{}")) as elsewhere:
        monkeypatch.setenv("AWS_METADATA_ENDPOINT", elsewhere.endpoint)
        monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_FULL_URI", elsewhere.endpoint)
        monkeypatch.setenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "/keys")
        monkeypatch.setenv("AWS_STS_ENDPOINT", elsewhere.endpoint)
        monkeypatch.setenv("AWS_ROLE_ARN", "arn:aws:iam::123456789012:role/reader")
        monkeypatch.setenv("AWS_WEB_IDENTITY_TOKEN_FILE", __file__)
        if skips:
            monkeypatch.setenv("AWS_SKIP_SIGNATURE", "true")
        else:
            for name in KEYS:
                monkeypatch.delenv(name)
        store = store_at(server)
        assert not server.asked
        stored = store.read(MANIFEST, 10)
        assert stored is not None and stored.content == b"open"
        with pytest.raises(BadRequest, match="needs keys"):
            store.write_new("segments/a", b"a")
    assert len(server.asked) == 1 and not elsewhere.asked
    assert not {"authorization", "x-amz-security-token"} & set(server.asked[0][2])


def test_with_keys_requests_are_signed_and_hold_no_secret(store_at: Callable[[ObjectServer], Target]):
    with object_server(content(b"mine")) as server:
        assert store_at(server).read(MANIFEST, 10) is not None
    [(method, path, headers)] = server.asked
    assert (method, path) == ("GET", f"/books/guide/{MANIFEST}")
    assert headers["authorization"].startswith("AWS4-HMAC-SHA256 Credential=the-access-key/")
    assert headers["x-amz-security-token"] == "the-session-token" and headers["user-agent"] == "bookwheel"
    assert "the-secret-key" not in str(headers)
