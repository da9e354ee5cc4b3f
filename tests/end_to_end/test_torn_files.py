"""A file of the library that is deleted, cut short or overwritten costs no document and no folder."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel import wire
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.domain.service.settings import SettingChange, SettingRequest
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import Verb
from tests.waiting import until

Harm = Callable[[Path], None]


def delete(path: Path) -> None:
    """Take a file away."""
    path.unlink(missing_ok=True)


def cut(path: Path) -> None:
    """Leave the first bytes of a file."""
    kept = path.read_bytes() if path.exists() else b"{"
    path.write_bytes(kept[:50].ljust(50, b"\0"))


def empty(path: Path) -> None:
    """Leave nothing in a file."""
    path.write_bytes(b"")


def overwrite(path: Path) -> None:
    """Put noise into a file."""
    path.write_bytes(random.Random(5).randbytes(3000))


HARMS = [delete, cut, empty, overwrite]

SMALL = ("service.json", "admin.token", "tokens.json", "settings.toml")


def _found(client: Client) -> list[str]:
    return [hit.section for hit in client.search(SearchRequest("spoke7 wheel", limit=100)).hits]


def _filled(client: Client, notes: Path) -> list[str]:
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().state == "ready" and client.status().documents == 12)
    client.agent(AgentRequest("reader"))
    return _found(client)


@pytest.mark.parametrize(
    ("names", "harm"),
    [
        *((("state.sqlite", "activity.sqlite", *SMALL), harm) for harm in HARMS),
        *(((name,), harm) for name in ("catalogue.sqlite", "whoosh") for harm in (delete, cut)),
    ],
)
def test_files_harmed_while_no_service_runs_cost_nothing(
    client: Client, library: LibraryPaths, notes: Path, names: tuple[str, ...], harm: Harm
):
    before = _filled(client, notes)
    client.stop(20)
    _harm(library, names, harm)
    with closing(connect(library, client="cli")) as newcomer:
        until(lambda: newcomer.status().state == "ready" and newcomer.status().documents == 12)
        until(lambda: _found(newcomer) == before)
        until(lambda: newcomer.doctor(DoctorRequest(True)).is_healthy)


@pytest.mark.parametrize("harm", HARMS)
def test_files_harmed_while_the_service_runs_do_not_hide_it(
    client: Client, library: LibraryPaths, notes: Path, harm: Harm
):
    before, pid = _filled(client, notes), client.pid
    _harm(library, SMALL, harm)
    until(lambda: wire.announced(library.discovery) and library.admin_token.exists())
    with closing(connect(library, client="cli")) as newcomer:
        assert newcomer.pid == pid
        assert _found(newcomer) == before


def _harm(library: LibraryPaths, names: tuple[str, ...], harm: Harm) -> None:
    library.settings.touch()
    paths = [library.root / name for name in names]
    for path in paths:
        for each in [path] if not path.is_dir() else [one for one in path.iterdir() if one.suffix in (".seg", ".toc")]:
            harm(each)


@pytest.mark.parametrize("harm", HARMS)
def test_harmed_tokens_and_settings_come_back_and_every_face_says_so(
    client: Client, library: LibraryPaths, verb: Verb, harm: Harm
):
    token = client.agent(AgentRequest("reader")).token
    client.set(SettingChange("keyword.k1", "2.53"))
    client.stop(20)
    _harm(library, ("tokens.json", "settings.toml"), harm)
    notices = client.status().notices
    assert any(notice.startswith("The agent token file was ") for notice in notices)
    assert any(notice.startswith("The settings file ") for notice in notices)
    assert client.agent(AgentRequest("reader")).token == token
    [setting] = client.settings(SettingRequest("keyword.k1")).settings
    assert setting.value == "2.53"
    assert "The agent token file was " in verb("connect", "--list").stdout
    checks = {check.name: check for check in client.doctor(DoctorRequest()).checks}
    assert all(checks[name].state != "good" and checks[name].message in notices for name in ("settings", "tokens"))
    assert client.doctor(DoctorRequest(True)).is_healthy
    client.stop(20)
    assert client.status().notices == ()
    assert client.doctor(DoctorRequest()).is_healthy


def test_torn_tokens_without_a_backup_are_said_and_agents_can_be_connected_again(client: Client, library: LibraryPaths):
    first = client.agent(AgentRequest("reader")).token
    client.stop(20)
    for path in (library.tokens, library.root / "tokens.backup.json"):
        cut(path)
    assert any("Connect your agents again." in notice for notice in client.status().notices)
    assert client.agent(AgentRequest("reader")).token != first


def test_library_that_cannot_be_a_folder_is_refused_in_words(verb: Verb, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("x", "utf-8")
    for words in (("search", "x"), ("serve",), ("serve", "--detach")):
        refused = verb("--library", str(file), *words)
        assert refused.returncode == 3
        assert "hoose another folder with --library" in refused.stderr
        assert "Traceback" not in refused.stderr


def test_words_that_cannot_be_meant_are_refused_in_words(verb: Verb, client: Client):
    for words, code in (
        (("add", ""), 4),
        (("add", "x", "--weight", "nan"), 2),
        (("search", "\udcff"), 2),
        (("browse", "documents", "--filter", "collection=nope"), 1),
    ):
        said = verb(*words)
        assert said.returncode == code, words
        assert said.stdout + said.stderr
        assert "Traceback" not in said.stderr
