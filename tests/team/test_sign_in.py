from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.client.teams import sign_in
from bookwheel.client.teams.sign_in import DeviceCode, Tokens
from bookwheel.client.teams.sign_in_store import SignInStore
from bookwheel.domain.errors import FetchFailed, Unauthorised
from bookwheel.service.identity.access_tokens import AccessTokens
from bookwheel.service.identity.provider_keys import REFETCH_S
from bookwheel.service.identity.provider_requests import asker
from bookwheel.system_keyring import SystemKeyring
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import AUDIENCE, make_key
from tests.team import npm_provider
from tests.team.npm_provider import NpmProvider

ADDRESS = "https://docs.example.org/mcp"


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NpmProvider]:
    keys = [make_key("one", "ES256"), make_key("other", "RS256")]
    with npm_provider.running(keys, tmp_path_factory.mktemp("provider")) as running:
        yield running


def _reader(provider: NpmProvider) -> AccessTokens:
    return AccessTokens(provider.config(), asker(provider.issuer))


def _signed_in(provider: NpmProvider, person: str) -> Tokens:
    code = sign_in.begin(provider.description())
    assert sign_in.poll(code) == code
    npm_provider.confirm(code.complete_uri, person)
    tokens = sign_in.poll(code)
    assert isinstance(tokens, Tokens)
    return tokens


@pytest.mark.parametrize(("person", "groups"), [("ada", {"staff", "lab"}), ("bob", {"guests"}), ("eve", set[str]())])
def test_a_person_confirms_a_code_and_is_known_with_groups(
    provider: NpmProvider, person: str, groups: set[str]
) -> None:
    caller = _reader(provider).caller_of(_signed_in(provider, person).access)
    assert (caller.subject, caller.groups, caller.is_agent) == (person, groups, False)
    assert caller.client == provider.config().client_id


def test_an_agent_gets_a_token_by_client_credentials(provider: NpmProvider) -> None:
    caller = _reader(provider).caller_of(provider.robot_token())
    assert (caller.subject, caller.client, caller.groups, caller.is_agent) == ("robot", "robot", {"staff"}, True)


def test_tokens_are_renewed_and_an_old_one_renews_nothing(provider: NpmProvider) -> None:
    tokens = _signed_in(provider, "ada")
    renewed = sign_in.refresh(provider.description(), tokens)
    assert _reader(provider).caller_of(renewed.access).subject == "ada"
    with pytest.raises(Unauthorised, match="Sign in again"):
        sign_in.refresh(provider.description(), tokens)


def test_a_kept_sign_in_is_renewed(provider: NpmProvider, tmp_path: Path) -> None:
    store = SignInStore(tmp_path, SystemKeyring(lambda: None))
    store.keep(ADDRESS, replace(_signed_in(provider, "ada"), expires_s=1.0))
    first = store.token(ADDRESS, provider.description())
    assert first == store.token(ADDRESS, provider.description())
    assert _reader(provider).caller_of(first).subject == "ada"


def test_a_declined_code_says_so(provider: NpmProvider) -> None:
    code = sign_in.begin(provider.description())
    npm_provider.decline(code.complete_uri)
    with pytest.raises(Unauthorised, match="declined"):
        sign_in.poll(code)


def test_a_program_that_is_not_registered_is_refused(provider: NpmProvider) -> None:
    with pytest.raises(Unauthorised, match="refuses the sign-in"):
        sign_in.begin(replace(provider.description(), client_id="unknown"))


def test_a_code_is_worth_nothing_to_another_program(provider: NpmProvider) -> None:
    code = sign_in.begin(provider.description())
    npm_provider.confirm(code.complete_uri, "ada")
    other = replace(code, description=replace(code.description, client_id="robot"))
    with pytest.raises(Unauthorised):
        sign_in.poll(other)


def test_a_token_for_another_service_is_refused(provider: NpmProvider) -> None:
    tokens = sign_in.begin(replace(provider.description(), audience=ADDRESS))
    assert isinstance(tokens, DeviceCode)
    npm_provider.confirm(tokens.complete_uri, "ada")
    found = sign_in.poll(tokens)
    assert isinstance(found, Tokens)
    with pytest.raises(Unauthorised, match=f"not for {AUDIENCE}"):
        _reader(provider).caller_of(found.access)


def test_a_reader_whose_audience_is_its_address_takes_tokens_for_it(tmp_path: Path) -> None:
    with npm_provider.running([make_key("one")], tmp_path, audience=ADDRESS) as provider:
        reader = _reader(provider)
        assert reader.caller_of(_signed_in(provider, "ada").access).subject == "ada"
        assert reader.caller_of(provider.robot_token()).is_agent


@pytest.mark.parametrize("algorithm", ["RS256", "PS256", "EdDSA"])
def test_every_allowed_algorithm_of_the_provider_is_read(tmp_path: Path, algorithm: str) -> None:
    with npm_provider.running([make_key("one", algorithm)], tmp_path) as provider:
        assert _reader(provider).caller_of(provider.robot_token()).subject == "robot"


def test_a_provider_changes_its_key_and_is_away_for_a_while(tmp_path: Path) -> None:
    now = [0.0]
    with npm_provider.running([make_key("old")], tmp_path) as provider:
        reader = AccessTokens(provider.config(), asker(provider.issuer), monotonic=lambda: now[0])
        old = provider.robot_token()
        assert reader.caller_of(old).is_agent
    now[0] += 3600.0
    assert reader.caller_of(old).is_agent
    with npm_provider.running([make_key("new")], tmp_path, provider.port) as again:
        new = again.robot_token()
        with pytest.raises(Unauthorised):
            reader.caller_of(new)
        now[0] += REFETCH_S
        assert reader.caller_of(new).is_agent
        with pytest.raises(Unauthorised, match="does not publish"):
            reader.caller_of(old)


def test_a_provider_that_calls_itself_otherwise_is_named(provider: NpmProvider) -> None:
    config = replace(provider.config(), issuer=f"http://localhost:{provider.port}")
    with pytest.raises(FetchFailed, match=f"calls itself '{provider.issuer}'"):
        AccessTokens(config, asker(config.issuer)).check()
    with pytest.raises(FetchFailed, match="another name"):
        sign_in.begin(replace(provider.description(), issuer=config.issuer))


def test_the_discovery_document_names_all_that_a_client_asks(provider: NpmProvider) -> None:
    described = json.loads(asker(provider.issuer)(f"{provider.issuer}/.well-known/openid-configuration"))
    assert {"device_authorization_endpoint", "token_endpoint", "jwks_uri"} <= described.keys()
