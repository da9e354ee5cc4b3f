"""Protected PDFs say so, and open with their password alone."""

from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import ProtectedFile, SkippedFile
from bookwheel.parsing.documents import parse, try_password
from bookwheel.parsing.parse_task import ParseTask
from tests.encrypted_pdf import encrypted_pdf
from tests.parsing.formats.pdf.made_pdf import made_pdf
from tests.parsing.formats.pdf.test_pdf import PAGES

PASSWORD = "grünes Rad"
SEALED = encrypted_pdf("The quokka smiles.", PASSWORD)


@pytest.mark.parametrize("password", ["", "wrong", PASSWORD.upper()])
def test_a_protected_pdf_is_named_as_such_without_its_password(password: str) -> None:
    with pytest.raises(ProtectedFile, match="protected by a password. Enter the password"):
        parse(SEALED, "plans.pdf", password=password)


def test_a_protected_pdf_is_read_with_its_password() -> None:
    document = parse(SEALED, "plans.pdf", password=PASSWORD)
    assert (document.title, document.text) == ("Secret plans", "The quokka smiles.\n")


def test_a_password_changes_nothing_of_other_files() -> None:
    plain = made_pdf(PAGES)
    assert parse(plain, "a.pdf", password="x") == parse(plain, "a.pdf")
    assert parse(b"# A\n", "a.md", password="x") == parse(b"# A\n", "a.md")


def test_a_password_is_tried_without_reading_the_file() -> None:
    try_password(SEALED, "plans.pdf", PASSWORD)
    with pytest.raises(ProtectedFile):
        try_password(SEALED, "plans.pdf", "wrong")
    with pytest.raises(SkippedFile, match="opens without a password"):
        try_password(made_pdf(PAGES), "a.pdf", PASSWORD)
    with pytest.raises(SkippedFile, match="only PDF files"):
        try_password(b"# A\n", "a.md", PASSWORD)


def test_a_task_does_not_show_its_password() -> None:
    task = ParseTask(b"", "a.pdf", Dialect.CONVERTED, "", "", "", password=PASSWORD)
    assert PASSWORD not in repr(task)
