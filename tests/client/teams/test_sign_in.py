from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bookwheel.client.teams import provider_requests, sign_in
from bookwheel.client.teams.sign_in import DeviceCode, Tokens
from bookwheel.domain.errors import FetchFailed, FetchRefused, Unauthorised
from bookwheel.domain.team import SignInDescription
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from tests import oidc_provider
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import AUDIENCE, CLIENT_ID, DISCOVERY, Provider


@pytest.fixture
def provider() -> Iterator[Provider]:
    with oidc_provider.running() as running:
        yield running


def _description(provider: Provider, audience: str = AUDIENCE) -> SignInDescription:
    return SignInDescription(provider.issuer, CLIENT_ID, audience)


def _code(provider: Provider) -> DeviceCode:
    return sign_in.begin(_description(provider))


def test_a_confirmed_code_gives_tokens_that_a_reader_takes(provider: Provider) -> None:
    provider.device_answers = ["authorization_pending", "slow_down"]
    code = _code(provider)
    assert code.user_code == "WXYZ-0000" and code.verification_uri == f"{provider.issuer}/activate"
    assert code.complete_uri.endswith("?code=WXYZ-0000") and code.interval_s == 1
    assert sign_in.poll(code) == code
    slower = sign_in.poll(code)
    assert isinstance(slower, DeviceCode) and slower.interval_s == 6
    tokens = sign_in.poll(slower)
    assert isinstance(tokens, Tokens) and 200 < tokens.expires_s - time.time() <= 300
    reader = AccessTokens(provider.config(), asker(provider.issuer))
    assert reader.caller_of(tokens.access).subject == "ada"
    renewed = sign_in.refresh(_description(provider), tokens)
    assert reader.caller_of(renewed.access).subject == "ada" and renewed.refresh != tokens.refresh


def test_tokens_are_asked_for_the_audience_of_the_reader(provider: Provider) -> None:
    _code(provider)
    sign_in.begin(_description(provider, "https://docs.example.org/mcp"))
    plain, address = provider.forms
    assert plain["audience"] == AUDIENCE and "resource" not in plain
    assert address["resource"] == "https://docs.example.org/mcp" and address["client_id"] == CLIENT_ID
    assert "offline_access" in address["scope"].split()


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("access_denied", "was declined"),
        ("expired_token", "has expired"),
        ("invalid_client", "refuses the sign-in (invalid_client)"),
        ("a\x1b[31m", "refuses the sign-in (no reason)"),
    ],
)
def test_a_refused_sign_in_says_why(provider: Provider, error: str, reason: str) -> None:
    provider.device_answers = [error]
    with pytest.raises(Unauthorised) as caught:
        sign_in.poll(_code(provider))
    assert reason in str(caught.value)


def test_an_expired_code_is_not_polled(provider: Provider) -> None:
    code = replace(_code(provider), ends_s=time.monotonic() - 1)
    with pytest.raises(Unauthorised, match="The code has expired"):
        sign_in.poll(code)
    assert provider.count("/token") == 0


def test_a_program_that_the_provider_does_not_know_is_refused(provider: Provider) -> None:
    provider.answers["/device"] = (401, {"error": "invalid_client"}, {})
    with pytest.raises(Unauthorised, match="invalid_client"):
        _code(provider)


def test_a_used_token_of_renewal_means_to_sign_in_again(provider: Provider) -> None:
    tokens = sign_in.poll(_code(provider))
    assert isinstance(tokens, Tokens)
    sign_in.refresh(_description(provider), tokens)
    for old in (tokens, replace(tokens, refresh="")):
        with pytest.raises(Unauthorised, match="has expired. Sign in again"):
            sign_in.refresh(_description(provider), old)


def test_a_token_of_renewal_is_kept_when_no_new_one_comes(provider: Provider) -> None:
    provider.answers["/token"] = (200, {"access_token": "a", "token_type": "bearer"}, {})
    assert sign_in.refresh(_description(provider), Tokens("old", "again")) == Tokens("a", "again", 0.0)


def test_no_token_and_no_device_code_is_shown(provider: Provider) -> None:
    code = _code(provider)
    tokens = sign_in.poll(code)
    assert isinstance(tokens, Tokens)
    assert code.device_code not in repr(code)
    assert tokens.access not in repr(tokens) and tokens.refresh not in repr(tokens)


@pytest.mark.parametrize(
    "changed",
    [
        {"issuer": "https://evil.example"},
        {"token_endpoint": "http://login.example.org/token"},
        {"token_endpoint": None},
        {"device_authorization_endpoint": None},
        {"device_authorization_endpoint": "file:///etc/passwd"},
        {"device_authorization_endpoint": "https://a:b@login.example.org/device"},
    ],
)
def test_secrets_go_to_protected_addresses_of_the_provider_alone(provider: Provider, changed: dict[str, Any]) -> None:
    provider.answers[DISCOVERY] = (200, provider.description(**changed), {})
    with pytest.raises(FetchRefused):
        _code(provider)
    assert provider.asked == [DISCOVERY]


@pytest.mark.parametrize(
    "address", ["http://login.example.org/", "javascript:alert(1)", "file:///etc/passwd", "", 7, None]
)
def test_the_browser_is_sent_to_a_protected_address_alone(provider: Provider, address: object) -> None:
    answer = {"device_code": "d", "user_code": "u", "verification_uri": address, "expires_in": 600}
    provider.answers["/device"] = (200, answer, {})
    with pytest.raises(FetchRefused, match="no code and address"):
        _code(provider)


def test_a_filled_in_address_that_is_not_protected_is_left_out(provider: Provider) -> None:
    where = f"{provider.issuer}/activate"
    answer = {"device_code": "d", "user_code": "u", "verification_uri": where, "verification_uri_complete": "file:///x"}
    provider.answers["/device"] = (200, answer, {})
    code = _code(provider)
    assert code.complete_uri == "" and code.interval_s == sign_in.INTERVAL_S


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        (DISCOVERY, (302, b"", {"Location": "/moved"})),
        (DISCOVERY, (500, b"", {})),
        (DISCOVERY, (200, b"<html>", {})),
        (DISCOVERY, (200, b"[]", {})),
        (DISCOVERY, (200, b"[" * 100_000, {})),
        (DISCOVERY, (200, b" " * 1_000_001, {})),
        ("/device", (307, b"", {"Location": "/moved"})),
        ("/device", (200, {}, {})),
    ],
)
def test_an_answer_that_does_not_fit_fails(provider: Provider, path: str, answer: oidc_provider.Answer) -> None:
    provider.answers[path] = answer
    with pytest.raises(FetchFailed):
        _code(provider)
    assert "/moved" not in provider.asked


@pytest.mark.parametrize(
    "answer",
    [
        {}, {"access_token": 7}, {"access_token": ""}, {"access_token": "a\r\nX: y"}, {"access_token": "é"},
        {"access_token": "a" * 20_000}, {"access_token": "a", "token_type": "DPoP"},
    ],
)  # fmt: skip
def test_tokens_that_cannot_be_sent_are_refused(provider: Provider, answer: dict[str, Any]) -> None:
    code = _code(provider)
    provider.answers["/token"] = (200, answer, {})
    with pytest.raises(FetchRefused):
        sign_in.poll(code)


def test_a_provider_that_is_away_is_named_as_such() -> None:
    with oidc_provider.running() as provider:
        description = _description(provider)
    with pytest.raises(FetchFailed, match="can't be reached"):
        sign_in.begin(description)


def test_an_answer_that_never_comes_is_given_up(provider: Provider, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(provider_requests, "READ_S", 0.3)
    may_go_on = threading.Event()
    provider.before = lambda _path: (may_go_on.wait(60), None)[1]
    try:
        with pytest.raises(FetchFailed, match="can't be reached"):
            _code(provider)
    finally:
        may_go_on.set()
