"""Protected files are problems until a password is known, and again once it is forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

import pytest

from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.passwords import FilePassword
from bookwheel.domain.service.requests import NameRequest
from tests.encrypted_pdf import encrypted_pdf
from tests.library.conftest import Shelf

SEALED = encrypted_pdf("The quokka smiles.", "wheel")
HASH = blake2b(SEALED, digest_size=16).hexdigest()
UNLOCK = Command(Verb.UNLOCK, passwords=(FilePassword(HASH, "wheel"),))
LOCK = Command(Verb.UNLOCK, forgotten=(HASH,))


@pytest.fixture
def root(shelf: Shelf) -> Iterator[Path]:
    root = shelf.add()
    (root / "plans.pdf").write_bytes(SEALED)
    (root / "a.md").write_text("# A\n")
    yield root


def _problems(shelf: Shelf) -> list[tuple[str, str]]:
    return sorted((problem.path, problem.kind) for problem in shelf.library.problems(NameRequest()).problems)


def _found(shelf: Shelf) -> list[str]:
    return sorted({hit.doc for hit in shelf.library.search(SearchRequest("quokka")).hits})


def test_a_protected_file_is_a_problem_of_its_own_kind(shelf: Shelf, root: Path) -> None:
    shelf.index()
    assert _problems(shelf) == [("plans.pdf", "protected")]


def test_a_password_has_the_file_read_at_once_wherever_it_lies(shelf: Shelf, root: Path) -> None:
    (root / "copy.pdf").write_bytes(SEALED)
    shelf.index()
    shelf.index(UNLOCK)
    assert _found(shelf) == ["notes/copy.pdf", "notes/plans.pdf"]
    assert not _problems(shelf)


def test_a_moved_file_keeps_its_password_and_a_changed_one_does_not(shelf: Shelf, root: Path) -> None:
    shelf.index(UNLOCK, Command(Verb.SCAN))
    (root / "plans.pdf").rename(root / "moved.pdf")
    shelf.index(UNLOCK, Command(Verb.SCAN))
    assert _found(shelf) == ["notes/moved.pdf"]
    (root / "moved.pdf").write_bytes(encrypted_pdf("The quokka sleeps.", "other"))
    shelf.index(UNLOCK, Command(Verb.SCAN))
    assert (_found(shelf), _problems(shelf)) == ([], [("moved.pdf", "protected")])


def test_a_forgotten_password_takes_the_text_out_of_the_index(shelf: Shelf, root: Path) -> None:
    shelf.index(UNLOCK, Command(Verb.SCAN))
    shelf.index(UNLOCK, LOCK)
    assert (_found(shelf), _problems(shelf)) == ([], [("plans.pdf", "protected")])


def test_without_the_password_what_was_read_stays_until_all_is_read_anew(shelf: Shelf, root: Path) -> None:
    shelf.index(UNLOCK, Command(Verb.SCAN))
    shelf.index()
    assert (_found(shelf), _problems(shelf)) == (["notes/plans.pdf"], [])
    shelf.index(Command(Verb.REBUILD))
    assert (_found(shelf), _problems(shelf)) == ([], [("plans.pdf", "protected")])


def test_a_wrong_password_leaves_the_file_a_problem(shelf: Shelf, root: Path) -> None:
    shelf.index(Command(Verb.UNLOCK, passwords=(FilePassword(HASH, "wrong"),)), Command(Verb.SCAN))
    assert _problems(shelf) == [("plans.pdf", "protected")]


def test_commands_do_not_show_passwords() -> None:
    assert "wheel" not in repr(UNLOCK)
