from __future__ import annotations

import stat
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bookwheel.client.teams import sign_in
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.client.teams.sign_in_store import SignInStore
from bookwheel.client.teams.teams import Team, Teams
from bookwheel.domain.errors import FetchFailed, Unauthorised
from bookwheel.domain.team import SignInDescription
from bookwheel.paths import LibraryPaths
from bookwheel.system_keyring import Backend, SystemKeyring
from tests import oidc_provider
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import AUDIENCE, CLIENT_ID, Provider

READER = "https://docs.example.org"


class Drawer:
    """A keyring of the tests' own, which may be locked."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.is_locked = False

    def get_password(self, service: str, username: str) -> str | None:
        self._check()
        return self.kept.get(username)

    def set_password(self, service: str, username: str, password: str) -> None:
        self._check()
        self.kept[username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._check()
        del self.kept[username]

    def _check(self) -> None:
        if self.is_locked:
            raise OSError("locked")


def _find(drawer: Drawer | None) -> Backend | None:
    return drawer


@pytest.fixture
def provider() -> Iterator[Provider]:
    with oidc_provider.running() as running:
        yield running


@pytest.fixture
def drawer() -> Drawer:
    return Drawer()


@pytest.fixture
def store(tmp_path: Path, drawer: Drawer) -> SignInStore:
    return SignInStore(tmp_path / "team", SystemKeyring(lambda: _find(drawer)))


def _description(provider: Provider) -> SignInDescription:
    return SignInDescription(provider.issuer, CLIENT_ID, AUDIENCE)


def _signed_in(provider: Provider) -> Tokens:
    tokens = sign_in.poll(sign_in.begin(_description(provider)))
    assert isinstance(tokens, Tokens)
    return tokens


def test_tokens_are_kept_in_the_keyring_and_in_no_file(store: SignInStore, drawer: Drawer, tmp_path: Path) -> None:
    tokens = Tokens("quokka", "wombat", 12.0)
    store.keep(READER, tokens)
    assert store.get(READER) == tokens and "quokka" in drawer.kept[f"team/{READER}"]
    assert not list(tmp_path.rglob("*.json"))
    assert store.get("https://other.example.org") is None


def test_without_a_keyring_tokens_are_kept_in_a_file_of_the_owner_alone(tmp_path: Path) -> None:
    store = SignInStore(tmp_path / "team", SystemKeyring(lambda: _find(None)))
    store.keep(READER, Tokens("quokka"))
    assert store.get(READER) == Tokens("quokka")
    [file] = (tmp_path / "team").glob("*.json")
    if sys.platform != "win32":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_tokens_that_a_locked_keyring_did_not_take_win_over_those_in_it(
    store: SignInStore, drawer: Drawer, tmp_path: Path
) -> None:
    store.keep(READER, Tokens("old"))
    drawer.is_locked = True
    assert store.get(READER) is None
    store.keep(READER, Tokens("new"))
    drawer.is_locked = False
    assert store.get(READER) == Tokens("new")
    store.keep(READER, Tokens("newest"))
    assert store.get(READER) == Tokens("newest") and not list(tmp_path.rglob("*.json"))


def test_forgotten_tokens_are_gone_and_a_locked_keyring_is_not_taken_for_it(store: SignInStore, drawer: Drawer) -> None:
    store.keep(READER, Tokens("old"))
    drawer.is_locked = True
    assert not store.forget(READER)
    drawer.is_locked = False
    assert store.forget(READER) and store.get(READER) is None and store.forget(READER)


@pytest.mark.parametrize("written", ["", "{", "[]", '{"access": 7}', "\0" * 10])
def test_a_torn_file_counts_as_not_signed_in(store: SignInStore, tmp_path: Path, drawer: Drawer, written: str) -> None:
    drawer.is_locked = True
    store.keep(READER, Tokens("x"))
    [file] = tmp_path.rglob("*.json")
    file.write_text(written, "utf-8")
    assert store.get(READER) is None


def test_a_token_that_holds_is_given_without_asking_the_provider(store: SignInStore, provider: Provider) -> None:
    store.keep(READER, Tokens("quokka", "", time.time() + 120))
    assert store.token(READER, _description(provider)) == "quokka"
    assert not provider.asked


def test_a_token_about_to_end_is_renewed_and_kept(store: SignInStore, provider: Provider) -> None:
    old = _signed_in(provider)
    store.keep(READER, Tokens(old.access, old.refresh, time.time() + 30))
    new = store.token(READER, _description(provider))
    kept = store.get(READER)
    assert kept is not None and kept.access == new != old.access and kept.refresh != old.refresh


def test_callers_at_once_renew_a_token_once(tmp_path: Path, drawer: Drawer, provider: Provider) -> None:
    stores = [SignInStore(tmp_path / "team", SystemKeyring(lambda: _find(drawer))) for _ in range(4)]
    old = _signed_in(provider)
    stores[0].keep(READER, Tokens(old.access, old.refresh, 1.0))
    with ThreadPoolExecutor(4) as pool:
        found = set(pool.map(lambda store: store.token(READER, _description(provider)), stores))
    assert len(found) == 1
    assert provider.count("/token") == 2  # the sign-in and one renewal


def test_whoever_is_not_signed_in_is_told_so(store: SignInStore, provider: Provider) -> None:
    with pytest.raises(Unauthorised, match="not signed in"):
        store.token(READER, _description(provider))


def test_a_sign_in_is_kept_while_the_provider_is_away(store: SignInStore, provider: Provider) -> None:
    store.keep(READER, Tokens("quokka", "wombat", 1.0))
    provider.answers["/token"] = (503, b"", {})
    with pytest.raises(FetchFailed):
        store.token(READER, _description(provider))
    assert store.get(READER) == Tokens("quokka", "wombat", 1.0)


def test_a_team_without_sign_in_is_left_without_a_warning(tmp_path: Path) -> None:
    teams = Teams(LibraryPaths(tmp_path), SystemKeyring(lambda: None))
    teams.keep(Team("Docs", "http://localhost:8443", None))
    assert teams.remove(teams.find("docs")) and teams.all() == ()
