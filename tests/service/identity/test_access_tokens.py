from __future__ import annotations

import hashlib
import hmac
import json
import logging
import time
from collections.abc import Iterator
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives import serialization
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import Unauthorised
from bookwheel.service.identity import access_tokens
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_requests import asker
from tests import oidc_provider
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import AUDIENCE, CLIENT_ID, Provider, encode, make_key


@pytest.fixture
def provider() -> Iterator[Provider]:
    with oidc_provider.running() as running:
        yield running


@pytest.fixture
def tokens(provider: Provider) -> AccessTokens:
    return AccessTokens(provider.config(), asker(provider.issuer))


def _refusal(tokens: AccessTokens, token: str) -> str:
    with pytest.raises(Unauthorised) as caught:
        tokens.caller_of(token)
    assert token[:40] not in str(caught.value)
    return str(caught.value)


def test_a_person_is_named_with_groups(provider: Provider, tokens: AccessTokens) -> None:
    caller = tokens.caller_of(provider.token(sub="u-1", preferred_username="ada", groups=["staff", "lab"]))
    assert (caller.subject, caller.name, caller.client) == ("u-1", "ada", CLIENT_ID)
    assert caller.groups == {"staff", "lab"} and not caller.is_agent


def test_a_token_of_client_credentials_names_an_agent(provider: Provider, tokens: AccessTokens) -> None:
    caller = tokens.caller_of(provider.agent_token("robot", groups=["staff"]))
    assert (caller.subject, caller.client, caller.is_agent) == ("robot", "robot", True)


@pytest.mark.parametrize("algorithm", ["RS256", "PS256", "ES256", "EdDSA"])
def test_every_allowed_algorithm_is_read(algorithm: str) -> None:
    with oidc_provider.running(algorithm) as provider:
        assert AccessTokens(provider.config(), asker(provider.issuer)).caller_of(provider.token()).subject == "ada"


@pytest.mark.parametrize("kind", ["JWT", "at+jwt", "application/at+jwt", "AT+JWT", None])
def test_types_of_access_tokens_are_read(provider: Provider, tokens: AccessTokens, kind: str | None) -> None:
    assert tokens.caller_of(provider.token(header={"typ": kind})).subject == "ada"


@pytest.mark.parametrize("kind", ["logout+jwt", "dpop+jwt", "secevent+jwt", "id+jwt", "x"])
def test_tokens_of_other_types_are_refused(provider: Provider, tokens: AccessTokens, kind: str) -> None:
    assert _refusal(tokens, provider.token(header={"typ": kind})) == "The token is not an access token."


@pytest.mark.parametrize(
    "claims", [{"nonce": "n"}, {"at_hash": "h"}, {"typ": "ID"}, {"typ": "Refresh"}, {"token_use": "id"}]
)
def test_tokens_that_only_say_who_signed_in_are_refused(
    provider: Provider, tokens: AccessTokens, claims: dict[str, Any]
) -> None:
    assert _refusal(tokens, provider.token(**claims)) == "The token is not an access token."


def test_a_token_bound_to_a_key_is_refused(provider: Provider, tokens: AccessTokens) -> None:
    assert "bound to a key" in _refusal(tokens, provider.token(cnf={"jkt": "x"}))


@pytest.mark.parametrize(
    "algorithm", ["none", "None", "nOnE", "", "HS256", "HS512", "ES384", "RS1", None, 7, ["ES256"]]
)
def test_other_algorithms_are_refused_before_the_provider_is_asked(
    provider: Provider, tokens: AccessTokens, algorithm: object
) -> None:
    header = {"alg": algorithm, "typ": "JWT", "kid": "first"}
    payload = json.dumps(provider.claims()).encode()
    for signature in (b"", b"x" * 64):
        assert "algorithm that is not allowed" in _refusal(tokens, encode(header, payload, signature))
    assert not provider.asked


@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_the_public_key_is_no_secret_of_hmac(algorithm: str) -> None:
    with oidc_provider.running(algorithm) as provider:
        public = provider.keys[0].private.public_key()
        secret = public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        unsigned = encode({"alg": "HS256", "typ": "JWT", "kid": "first"}, json.dumps(provider.claims()).encode())
        signed = unsigned.rpartition(".")[0]
        forged = hmac.new(secret, signed.encode(), hashlib.sha256).digest()
        token = f"{signed}.{encode({}, b'', forged).rpartition('.')[2]}"
        assert "algorithm" in _refusal(AccessTokens(provider.config(), asker(provider.issuer)), token)
        renamed = encode(
            {"alg": algorithm, "typ": "JWT", "kid": "first"}, json.dumps(provider.claims()).encode(), forged
        )
        assert "signature" in _refusal(AccessTokens(provider.config(), asker(provider.issuer)), renamed)


def test_a_shared_secret_among_the_published_keys_checks_nothing(provider: Provider, tokens: AccessTokens) -> None:
    secret = encode({}, b"", b"s" * 32).rpartition(".")[2]
    provider.publish([{"kty": "oct", "k": secret, "kid": "first", "alg": "ES256"}])
    assert "does not publish" in _refusal(tokens, provider.token())


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"iss": "https://evil.example"}, "another identity provider"),
        ({"iss": None}, "another identity provider"),
        ({"iss": ["x"]}, "another identity provider"),
        ({"aud": "payroll"}, "another service"),
        ({"aud": ["payroll", "bookwheel2"]}, "another service"),
        ({"aud": None}, "another service"),
        ({"aud": {"bookwheel": 1}}, "another service"),
        ({"aud": "bookwheel payroll"}, "another service"),
        ({"exp": None}, "does not say when"),
        ({"exp": "tomorrow"}, "can't be read"),
        ({"exp": True}, "can't be read"),
        ({"exp": 10**400}, "can't be read"),
        ({"exp": -1}, "can't be read"),
        ({"sub": None, "client_id": None}, "names no caller"),
        ({"sub": ""}, "names no caller"),
        ({"sub": ["ada"]}, "names no caller"),
        ({"sub": "a\nb"}, "names no caller"),
        ({"sub": "a" * 256}, "names no caller"),
        ({"groups": ["x" * 201]}, "a group that can't be read"),
        ({"groups": [["staff"]]}, "a group that can't be read"),
        ({"groups": {"staff": True}}, "a group that can't be read"),
        ({"groups": [0] * 5001}, "more than 5000 groups"),
        ({"groups": ["x"] * 6000}, "larger than 16384 bytes"),
        ({"_claim_names": {"groups": "src1"}}, "too many for it"),
    ],
)  # fmt: skip
def test_a_claim_that_does_not_fit_is_refused(
    provider: Provider, tokens: AccessTokens, changed: dict[str, Any], reason: str
) -> None:
    assert reason in _refusal(tokens, provider.token(**changed))


def test_the_audience_may_stand_in_a_list(provider: Provider, tokens: AccessTokens) -> None:
    assert tokens.caller_of(provider.token(aud=["payroll", AUDIENCE])).subject == "ada"


def test_a_single_group_needs_no_list_and_none_is_no_fault(provider: Provider, tokens: AccessTokens) -> None:
    assert tokens.caller_of(provider.token(groups="staff")).groups == {"staff"}
    assert tokens.caller_of(provider.token()).groups == frozenset()


def test_groups_stand_in_the_claim_of_the_configuration(provider: Provider) -> None:
    tokens = AccessTokens(provider.config("https://example.org/roles"), asker(provider.issuer))
    named = {"https://example.org/roles": ["lab"], "groups": ["staff"]}
    assert tokens.caller_of(provider.token(**named)).groups == {"lab"}


@pytest.mark.parametrize("offset_s", [-355, 55])
def test_a_clock_may_differ_by_a_minute(provider: Provider, tokens: AccessTokens, offset_s: float) -> None:
    provider.offset_s = offset_s
    assert tokens.caller_of(provider.token()).subject == "ada"


@pytest.mark.parametrize(("offset_s", "reason"), [(-365, "has expired"), (3600, "not valid yet"), (-3600, "expired")])
def test_a_clock_off_by_an_hour_is_named(
    provider: Provider, tokens: AccessTokens, offset_s: float, reason: str
) -> None:
    provider.offset_s = offset_s
    assert reason in _refusal(tokens, provider.token())


def test_a_token_for_later_is_refused_until_then(provider: Provider) -> None:
    now = [time.time()]
    tokens = AccessTokens(provider.config(), asker(provider.issuer), clock=lambda: now[0])
    token = provider.token(nbf=int(now[0]) + 120)
    assert "not valid yet" in _refusal(tokens, token)
    now[0] += 90
    assert tokens.caller_of(token).subject == "ada"


def test_a_key_of_ones_own_does_not_sign_under_a_published_name(provider: Provider, tokens: AccessTokens) -> None:
    assert "signature" in _refusal(tokens, provider.token(key=make_key("first")))


def test_keys_that_a_token_brings_or_points_to_are_not_used(provider: Provider, tokens: AccessTokens) -> None:
    own = make_key("first")
    address = f"{provider.issuer}/evil"
    provider.answers["/evil"] = (200, {"keys": [own.public]}, {})
    for header in ({"jwk": own.public}, {"jku": address}, {"x5u": address}, {"kid": "../evil"}, {"kid": address}):
        assert _refusal(tokens, provider.token(key=own, header=header))
    assert "/evil" not in provider.asked


@pytest.mark.parametrize("header", [{"crit": ["exp"], "exp": 1}, {"crit": []}, {"crit": ["b64"], "b64": True}])
def test_extensions_that_must_be_understood_are_refused(
    provider: Provider, tokens: AccessTokens, header: dict[str, Any]
) -> None:
    payload = json.dumps(provider.claims()).encode()
    assert _refusal(tokens, encode({"alg": "ES256", "kid": "first", **header}, payload, b"x" * 64))
    assert not provider.asked


def test_a_changed_claim_breaks_the_signature(provider: Provider, tokens: AccessTokens) -> None:
    head, _, signature = provider.token(groups=["guests"]).split(".")
    changed = encode({}, json.dumps(provider.claims(groups=["staff"])).encode()).split(".")[1]
    assert "signature" in _refusal(tokens, f"{head}.{changed}.{signature}")


def test_a_token_without_the_name_of_its_key_needs_a_single_one(provider: Provider, tokens: AccessTokens) -> None:
    token = provider.token(header={"kid": ""})
    assert tokens.caller_of(token).subject == "ada"
    provider.rotate("second", keep=True)
    other = AccessTokens(provider.config(), asker(provider.issuer))
    assert "does not publish" in _refusal(other, token)


@pytest.mark.parametrize(
    "token",
    [
        "", ".", "..", "...", "a.b.c", "opaque-token", "é.é.é", "e30.e30.", "bnVsbA.e30.x", "W10.e30.AA",
        "e30.e30.e30.e30.e30", "A" * 16_384, encode({"alg": "ES256", "kid": 7}, b"{}"),
        encode({"alg": "ES256", "typ": 1}, b"{}"), "a" * 20_000,
    ],
)  # fmt: skip
def test_what_is_no_token_is_refused(provider: Provider, tokens: AccessTokens, token: str) -> None:
    with pytest.raises(Unauthorised):
        tokens.caller_of(token)
    assert not provider.asked


def test_a_header_of_endless_depth_is_refused(tokens: AccessTokens) -> None:
    deep = encode({}, b"[" * 12_000).split(".")[1]
    assert "not a signed" in _refusal(tokens, f"{deep}.e30.AA")


@pytest.mark.parametrize("payload", [b"[]", b"7", b"{", b"\xff", b"[" * 6_000, b'{"a":' * 1_500])
def test_a_signed_payload_that_is_no_object_is_refused(
    provider: Provider, tokens: AccessTokens, payload: bytes
) -> None:
    key = provider.keys[0]
    token = jwt.PyJWS().encode(payload, key.private, key.algorithm, {"kid": key.kid})  # type: ignore[arg-type]
    assert "not a signed" in _refusal(tokens, token)


@given(st.text(max_size=300) | st.lists(st.binary(max_size=60), min_size=3, max_size=3))
def test_no_text_does_more_than_be_refused(given_token: str | list[bytes]) -> None:
    def ask(_address: str) -> bytes:
        return b"{}"

    token = given_token if isinstance(given_token, str) else encode({"alg": "ES256"}, given_token[1], given_token[2])
    tokens = AccessTokens(oidc_provider.IdentityConfig("https://login.example", AUDIENCE), ask)
    with pytest.raises(Unauthorised):
        tokens.caller_of(token)


def test_no_token_is_logged(provider: Provider, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = AccessTokens(provider.config(), asker(provider.issuer))
    good, bad = provider.token(), provider.token(key=make_key("other"))
    tokens.caller_of(good)
    _refusal(tokens, bad)
    for token in (good, bad):
        assert not any(part in caplog.text for part in token.split("."))


def test_the_bound_of_a_token_is_that_of_the_contract() -> None:
    assert access_tokens.MOST_TOKEN_BYTES == 16 * 1024
