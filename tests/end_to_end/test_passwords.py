"""A protected PDF is unlocked from the command line, and its password is nowhere on the disk."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bookwheel.client.connection import Client
from bookwheel.domain.errors import BadRequest, NotFound, WrongPassword
from bookwheel.domain.service.passwords import ProtectedRequest, UnlockRequest
from bookwheel.domain.service.requests import NameRequest
from bookwheel.paths import LibraryPaths
from tests.encrypted_pdf import encrypted_pdf
from tests.end_to_end.conftest import Verb
from tests.waiting import until

PASSWORD = "axolotl-Grün-71"
DOC = "vault/plans.pdf"


@pytest.fixture(autouse=True)
def no_bus(monkeypatch: pytest.MonkeyPatch) -> None:
    """No keyring of the person who runs the tests is touched."""
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus")


@pytest.fixture
def vault(tmp_path: Path, verb: Verb) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    (folder / "plans.pdf").write_bytes(encrypted_pdf("The quokka smiles.", PASSWORD))
    (folder / "open.md").write_text("# Open\n\nNothing is hidden here.\n")
    assert verb("add", str(folder), "--wait", "keyword").returncode == 0
    return folder


def _unlock(*words: str, password: str = PASSWORD) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "bookwheel", "unlock", *words]
    return subprocess.run(command, input=password.encode() + b"\n", capture_output=True, timeout=60, check=False)


def _hits(verb: Verb) -> int:
    return json.loads(verb("search", "quokka", "--json").stdout)["total"]


@pytest.mark.skipif(sys.platform != "linux", reason="the keyring of other systems needs no bus")
def test_a_document_is_unlocked_and_locked_again(
    verb: Verb, vault: Path, library: LibraryPaths, client: Client
) -> None:
    listed = json.loads(verb("problems", "--json").stdout)["problems"]
    assert [(problem["doc"], problem["kind"]) for problem in listed] == [(DOC, "protected")]
    wrong = _unlock(DOC, "--stdin", password="wrong")
    assert wrong.returncode == 4 and b"The password does not open vault/plans.pdf" in wrong.stderr
    assert _hits(verb) == 0
    opened = _unlock(str(vault / "plans.pdf"), "--stdin", "--wait")
    assert (opened.returncode, opened.stderr) == (0, b"")
    assert b"until its background service stops" in opened.stdout
    assert _hits(verb) == 1
    assert verb("problems").returncode == 1
    assert client.password(ProtectedRequest(DOC)).password == PASSWORD
    sealed = PASSWORD.encode()
    kept = [file for file in library.root.rglob("*") if file.is_file() and sealed in file.read_bytes()]
    assert not kept and sealed not in opened.stdout
    locked = verb("unlock", DOC, "--forget", "--wait")
    assert locked.returncode == 0
    assert _hits(verb) == 0
    assert client.password(ProtectedRequest(DOC)).password == ""


@pytest.mark.skipif(sys.platform != "linux", reason="the keyring of other systems needs no bus")
def test_a_removed_collection_takes_its_passwords_with_it(verb: Verb, vault: Path, client: Client) -> None:
    client.unlock(UnlockRequest(DOC, PASSWORD))
    until(lambda: client.status(NameRequest()).documents == 2)
    verb("remove", "vault")
    verb("add", str(vault), "--wait", "keyword")
    assert client.password(ProtectedRequest(DOC)).password == ""
    assert [problem.kind for problem in client.problems(NameRequest()).problems] == ["protected"]


def test_what_cannot_be_unlocked_says_so(vault: Path, client: Client) -> None:
    with pytest.raises(BadRequest, match="only PDF files"):
        client.unlock(UnlockRequest("vault/open.md", PASSWORD))
    with pytest.raises(BadRequest, match="Enter a password"):
        client.unlock(UnlockRequest(DOC, ""))
    with pytest.raises(WrongPassword):
        client.unlock(UnlockRequest(DOC, "wrong"))
    for doc in ("vault/none.pdf", "vault/../vault/plans.pdf", "other/plans.pdf", "vault", ""):
        with pytest.raises(NotFound):
            client.unlock(UnlockRequest(doc, PASSWORD))


def test_without_a_terminal_the_password_must_come_from_standard_input(vault: Path) -> None:
    command = [sys.executable, "-m", "bookwheel", "unlock", DOC]
    asked = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, timeout=60, check=False, start_new_session=True
    )
    assert asked.returncode == 4 and b"Send it with --stdin" in asked.stderr
