from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bookwheel.domain.errors import FetchFailed, FetchRefused, Unauthorised
from bookwheel.service.identity import provider_keys
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_keys import FRESH_S, KEPT_S, REFETCH_S
from bookwheel.service.identity.provider_requests import asker
from tests import oidc_provider, waiting
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import DISCOVERY, Key, Provider, make_key


class Clock:
    """A clock that goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def provider() -> Iterator[Provider]:
    with oidc_provider.running() as running:
        yield running


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def tokens(provider: Provider, clock: Clock) -> AccessTokens:
    return AccessTokens(provider.config(), asker(provider.issuer), monotonic=clock)


def _refusal(tokens: AccessTokens, token: str) -> str:
    with pytest.raises(Unauthorised) as caught:
        tokens.caller_of(token)
    return str(caught.value)


def test_the_keys_are_asked_for_once(provider: Provider, tokens: AccessTokens) -> None:
    for _ in range(5):
        tokens.caller_of(provider.token())
    assert provider.asked == [DISCOVERY, "/jwks"]


def test_a_new_key_is_found_after_a_rotation_and_the_old_one_stops_counting(
    provider: Provider, tokens: AccessTokens, clock: Clock
) -> None:
    old = provider.token()
    tokens.caller_of(old)
    provider.rotate("second")
    clock.now += REFETCH_S
    assert tokens.caller_of(provider.token()).subject == "ada"
    assert "does not publish" in _refusal(tokens, old)


def test_unknown_keys_cause_one_request_in_half_a_minute(
    provider: Provider, tokens: AccessTokens, clock: Clock
) -> None:
    tokens.caller_of(provider.token())
    for number in range(50):
        clock.now += 1.0
        assert _refusal(tokens, provider.token(key=make_key(f"unknown-{number}")))
    assert provider.count("/jwks") == 2


def test_a_withdrawn_key_stops_counting_without_a_new_one(
    provider: Provider, tokens: AccessTokens, clock: Clock
) -> None:
    token = provider.token()
    tokens.caller_of(token)
    provider.publish([])
    tokens.caller_of(token)
    clock.now += FRESH_S
    assert "does not publish" in _refusal(tokens, token)


def test_known_keys_stay_in_force_for_a_day_while_the_provider_is_away(
    provider: Provider, tokens: AccessTokens, clock: Clock
) -> None:
    token, unknown = provider.token(), provider.token(key=make_key("unknown"))
    tokens.caller_of(token)
    provider.answers[DISCOVERY] = (503, b"", {})
    clock.now += KEPT_S - 1
    assert tokens.caller_of(token).subject == "ada"
    assert "can't be reached" in _refusal(tokens, unknown)
    clock.now += 2
    assert "can't be reached" in _refusal(tokens, token)


def test_a_provider_that_comes_back_is_asked_again(provider: Provider, tokens: AccessTokens, clock: Clock) -> None:
    provider.answers["/jwks"] = (503, b"", {})
    assert "can't be reached" in _refusal(tokens, provider.token())
    del provider.answers["/jwks"]
    assert "can't be reached" in _refusal(tokens, provider.token())
    clock.now += REFETCH_S
    assert tokens.caller_of(provider.token()).subject == "ada"
    assert provider.count("/jwks") == 2


def test_callers_with_known_keys_do_not_wait_for_a_slow_provider(
    provider: Provider, tokens: AccessTokens, clock: Clock
) -> None:
    token = provider.token()
    tokens.caller_of(token)
    clock.now += REFETCH_S
    reached, may_go_on = threading.Event(), threading.Event()

    def hold(_path: str) -> None:
        reached.set()
        may_go_on.wait(60)

    provider.before = hold
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(_refusal, tokens, provider.token(key=make_key("unknown")))
        assert reached.wait(60)
        for _ in range(3):
            assert tokens.caller_of(token).subject == "ada"
            assert _refusal(tokens, provider.token(key=make_key("other")))
        may_go_on.set()
        assert "does not publish" in slow.result(60)


def test_no_caller_waits_long_for_a_provider_that_is_silent(
    provider: Provider, tokens: AccessTokens, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(provider_keys, "WAIT_S", 0.01)
    token = provider.token()
    tokens.caller_of(token)
    clock.now += FRESH_S
    reached, may_go_on = threading.Event(), threading.Event()

    def hold(_path: str) -> None:
        reached.set()
        may_go_on.wait(60)

    provider.before = hold
    try:
        for _ in range(3):
            assert tokens.caller_of(token).subject == "ada"
        assert reached.wait(60) and provider.count(DISCOVERY) == 2
    finally:
        may_go_on.set()
    waiting.until(lambda: provider.count("/jwks") == 2)


def test_first_callers_wait_for_the_first_keys_and_ask_once(provider: Provider, tokens: AccessTokens) -> None:
    reached, may_go_on = threading.Event(), threading.Event()

    def hold(_path: str) -> None:
        reached.set()
        may_go_on.wait(60)

    provider.before = hold
    with ThreadPoolExecutor(4) as pool:
        callers = [pool.submit(tokens.caller_of, provider.token()) for _ in range(4)]
        assert reached.wait(60)
        waiting.until(lambda: all(caller.running() for caller in callers))
        may_go_on.set()
        assert {caller.result(60).subject for caller in callers} == {"ada"}
    assert provider.count("/jwks") == 1


def _weak_keys() -> list[tuple[str, dict[str, Any]]]:
    usable, elliptic = make_key("first", "RS256").public, make_key("first").public
    return [
        ("weak", make_key("first", "RS256", 1024).public),
        ("for encryption", {**usable, "use": "enc"}),
        ("for signing alone", {**usable, "key_ops": ["sign"]}),
        ("of another algorithm", {**usable, "alg": "RS512"}),
        ("of a huge number", {**usable, "n": "A" * 1_401}),
        ("of no number", {**usable, "n": "!"}),
        ("of a list", {**usable, "n": [1]}),
        ("without a number", {"kty": "RSA", "kid": "first"}),
        ("of another curve", {**elliptic, "crv": "P-384"}),
        ("of a point beside the curve", {**elliptic, "y": elliptic["x"]}),
        ("of a kind", {**elliptic, "kty": ["EC"]}),
        ("without a kind", {"kid": "first"}),
        ("without a text as name", {**elliptic, "kid": 7}),
    ]


@pytest.mark.parametrize("described", [pytest.param(key, id=name) for name, key in _weak_keys()])
def test_keys_that_may_check_nothing_are_left_out(provider: Provider, described: dict[str, Any]) -> None:
    good = make_key("good", "RS256")
    provider.keys = [good]
    provider.publish([described, good.public])
    tokens = AccessTokens(provider.config(), asker(provider.issuer))
    assert tokens.caller_of(provider.token()).subject == "ada"
    impostor = Key("first", "RS256", good.private)
    assert "does not publish" in _refusal(tokens, provider.token(key=impostor))


def test_a_key_checks_its_own_algorithm_alone(provider: Provider, tokens: AccessTokens) -> None:
    published = make_key("first", "RS256")
    provider.keys = [published]
    assert "does not publish" in _refusal(tokens, provider.token(key=Key("first", "PS256", published.private)))


def test_a_key_without_an_algorithm_checks_those_of_its_kind(provider: Provider) -> None:
    key = make_key("first", "RS256")
    provider.publish([{name: value for name, value in key.public.items() if name != "alg"}])
    tokens = AccessTokens(provider.config(), asker(provider.issuer))
    for algorithm in ("RS256", "PS256"):
        assert tokens.caller_of(provider.token(key=Key("first", algorithm, key.private))).subject == "ada"


@pytest.mark.parametrize(
    ("path", "answer", "reason"),
    [
        (DISCOVERY, (302, b"", {"Location": "/moved"}), "redirects"),
        ("/jwks", (302, b"", {"Location": "/moved"}), "redirects"),
        (DISCOVERY, (500, b"", {}), "500"),
        (DISCOVERY, (200, b"<html>", {}), "not JSON"),
        (DISCOVERY, (200, b"[" * 100_000, {}), "not JSON"),
        (DISCOVERY, (200, b"[]", {}), "not a JSON object"),
        (DISCOVERY, (200, {"issuer": "https://evil.example"}, {}), "calls itself 'https://evil.example'"),
        ("/jwks", (200, b" " * 1_000_001, {}), "larger than 1 MB"),
        ("/jwks", (200, {"keys": {}}, {}), "not a JSON Web Key Set"),
        ("/jwks", (200, {"keys": [{}] * 101}, {}), "more than 100 keys"),
        ("/jwks", (404, b"", {}), "404"),
    ],
)
def test_an_answer_that_does_not_fit_counts_as_none(
    provider: Provider, tokens: AccessTokens, path: str, answer: oidc_provider.Answer, reason: str
) -> None:
    provider.answers[path] = answer
    with pytest.raises(FetchFailed, match=reason):
        tokens.check()
    assert "can't be reached" in _refusal(tokens, provider.token())
    assert "/moved" not in provider.asked


@pytest.mark.parametrize(
    "address", ["http://127.0.0.2:1/jwks", "ftp://127.0.0.1/jwks", "file:///etc/passwd", "jwks", "", None, 7]
)
def test_keys_are_fetched_from_safe_addresses_alone(provider: Provider, tokens: AccessTokens, address: object) -> None:
    provider.answers[DISCOVERY] = (200, provider.description(jwks_uri=address), {})
    with pytest.raises(FetchRefused, match="no https address"):
        tokens.check()


def test_keys_in_the_network_of_the_reader_are_those_of_the_issuers_host_alone(
    provider: Provider, tokens: AccessTokens
) -> None:
    provider.answers[DISCOVERY] = (200, provider.description(jwks_uri="https://127.0.0.1:8443/jwks"), {})
    with pytest.raises(FetchRefused, match="own network"):
        tokens.check()


def test_an_answer_that_drips_is_given_up(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookwheel.service.identity.provider_requests.TOTAL_S", 0.3)
    tokens = AccessTokens(provider.config(), asker(provider.issuer))
    may_go_on = threading.Event()
    provider.before = lambda _path: (may_go_on.wait(60), None)[1]
    try:
        assert "can't be reached" in _refusal(tokens, provider.token())
    finally:
        may_go_on.set()
