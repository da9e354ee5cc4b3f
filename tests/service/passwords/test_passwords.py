"""Passwords go to the keyring or stay in memory; nothing waits for a keyring that does not answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel import system_keyring
from bookwheel.domain.service.passwords import FilePassword, Keeper
from bookwheel.indexes.state import State
from bookwheel.service.passwords.passwords import MARK, Passwords
from bookwheel.system_keyring import KeyringUnavailable, SystemKeyring
from tests.waiting import until


class Drawer:
    """A keyring in memory; it can refuse, and hang until it is let go."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.is_refusing = False
        self.answers = threading.Event()
        self.answers.set()

    def get_password(self, service: str, username: str) -> str | None:
        self._wait()
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._wait()
        self.kept[(service, username)] = password

    def delete_password(self, service: str, username: str) -> None:
        self._wait()
        del self.kept[(service, username)]

    def _wait(self) -> None:
        self.answers.wait(60)
        if self.is_refusing:
            raise RuntimeError("locked")


@pytest.fixture
def drawer() -> Iterator[Drawer]:
    one = Drawer()
    yield one
    one.answers.set()


@pytest.fixture
def state(tmp_path: Path) -> Iterator[State]:
    one = State(tmp_path / "state.sqlite", tmp_path / "state.backup")
    yield one
    while MADE:
        MADE.pop().close()
    one.close()


MADE: list[Passwords] = []
"""What a test made, to be closed before its state."""


def _passwords(state: State, drawer: Drawer | None, wait_s: float = 0.2) -> Passwords:
    MADE.append(Passwords(state, SystemKeyring(lambda: drawer, wait_s)))
    return MADE[-1]


def _loaded(state: State, drawer: Drawer) -> Passwords:
    passwords, told = _passwords(state, drawer), threading.Event()
    passwords.on_loaded = told.set
    passwords.start()
    until(told.is_set)
    return passwords


def test_a_password_is_kept_in_the_keyring_over_restarts(state: State, drawer: Drawer) -> None:
    assert _passwords(state, drawer).keep("cafe", "wheel") is Keeper.KEYRING
    assert list(drawer.kept.values()) == ["wheel"]
    assert _loaded(state, drawer).all() == (FilePassword("cafe", "wheel"),)


def test_without_a_keyring_a_password_is_kept_while_the_service_runs(state: State) -> None:
    passwords = _passwords(state, None)
    assert passwords.keep("cafe", "wheel") is Keeper.MEMORY
    assert passwords.get("cafe") == "wheel"
    assert not _passwords(state, None).all()


def test_a_keyring_that_refuses_leaves_the_password_in_memory(state: State, drawer: Drawer) -> None:
    drawer.is_refusing = True
    passwords = _passwords(state, drawer)
    assert passwords.keep("cafe", "wheel") is Keeper.MEMORY
    assert passwords.get("cafe") == "wheel"


def test_a_keyring_that_hangs_holds_nothing_up_and_leaves_nothing_behind(state: State, drawer: Drawer) -> None:
    drawer.answers.clear()
    passwords = _passwords(state, drawer)
    assert passwords.keep("cafe", "wheel") is Keeper.MEMORY
    with pytest.raises(KeyringUnavailable, match="busy"):
        passwords.keyring.get("other")
    assert not passwords.forget(["cafe"])
    assert not passwords.all()
    drawer.answers.set()
    until(lambda: bool(drawer.kept))  # the call that was left behind has ended
    until(lambda: passwords.forget([]))
    assert not drawer.kept


def test_what_the_keyring_owes_to_forget_is_asked_again_at_the_next_start(state: State, drawer: Drawer) -> None:
    passwords = _passwords(state, drawer)
    passwords.keep("cafe", "wheel")
    drawer.is_refusing = True
    assert not passwords.forget(["cafe"])
    drawer.is_refusing = False
    _passwords(state, drawer).start()
    until(lambda: not drawer.kept)


def test_a_hung_keyring_does_not_hold_up_the_start(state: State, drawer: Drawer) -> None:
    _passwords(state, drawer).keep("cafe", "wheel")
    drawer.answers.clear()
    passwords = _passwords(state, drawer)
    passwords.start()
    assert not passwords.all()
    drawer.answers.set()
    until(lambda: bool(passwords.all()))


def test_a_keyring_that_answers_after_the_end_writes_nothing(state: State, drawer: Drawer) -> None:
    passwords = _passwords(state, drawer, 60)
    passwords.keep("cafe", "wheel")
    drawer.answers.clear()
    forgetting = threading.Thread(target=passwords.forget, args=(["cafe"],))
    forgetting.start()
    until(lambda: '"forgotten":["cafe"]' in state.mark(MARK))
    passwords.close()
    state.close()
    drawer.answers.set()
    forgetting.join(60)
    assert not forgetting.is_alive() and not drawer.kept


def test_passwords_of_contents_that_no_collection_holds_are_forgotten(state: State, drawer: Drawer) -> None:
    passwords = _passwords(state, drawer)
    passwords.keep("cafe", "wheel")
    passwords.keep("beef", "axle")
    passwords.prune(lambda hashes: {"beef"} & set(hashes))
    assert passwords.all() == (FilePassword("beef", "axle"),)
    assert list(drawer.kept.values()) == ["axle"]


def test_no_password_is_in_the_state(state: State, drawer: Drawer, tmp_path: Path) -> None:
    _passwords(state, drawer).keep("cafe", "quokkawheel")
    state.back_up()
    assert not [file for file in tmp_path.rglob("*") if file.is_file() and b"quokkawheel" in file.read_bytes()]


def test_two_libraries_do_not_share_passwords(state: State, drawer: Drawer, tmp_path: Path) -> None:
    _passwords(state, drawer).keep("cafe", "wheel")
    other = State(tmp_path / "other.sqlite", tmp_path / "other.backup")
    passwords = _passwords(other, drawer)
    passwords.keep("cafe", "axle")
    passwords.forget(["cafe"])
    other.close()
    assert list(drawer.kept.values()) == ["wheel"]


def test_the_environment_cannot_name_a_keyring_that_does_not_encrypt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.null.Keyring")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")
    monkeypatch.setattr(system_keyring.sys, "platform", "linux")
    assert system_keyring.find_backend() is None


def test_what_a_password_opened_is_known_without_it(state: State, drawer: Drawer) -> None:
    drawer.is_refusing = True
    first = _passwords(state, drawer)
    first.keep("a" * 32, "secret")
    first.keep("b" * 32, "secret")
    assert first.opened() == {"a" * 32, "b" * 32}
    first.forget(("b" * 32,))
    later = _passwords(state, drawer)
    assert later.all() == () and later.opened() == {"a" * 32}
    assert later.prune(lambda hashes: set()) == ("a" * 32,)
    assert later.opened() == frozenset()
