"""Files that are encrypted, or hold nothing once what is hostile in them is left out, are named as such."""

from __future__ import annotations

import io
import zipfile

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse

_WORDS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_BOMB = '<!DOCTYPE l [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'


def _zipped(parts: dict[str, str | bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return made.getvalue()


def _docx(text: str) -> bytes:
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
    relation = f'<Relationship Id="r1" Type="{kind}" Target="word/document.xml"/>'
    named = "http://schemas.openxmlformats.org/package/2006/relationships"
    body = f"{_BOMB}<w:document {_WORDS}><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>"
    rels = f'<Relationships xmlns="{named}">{relation}</Relationships>'
    return _zipped({"_rels/.rels": rels, "word/document.xml": body})


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.pptx"])
def test_encrypted_office_files_are_named_as_protected(name: str) -> None:
    sealed = bytes.fromhex("d0cf11e0a1b11ae1") + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(2000)
    with pytest.raises(SkippedFile, match="protected by a password"):
        parse(sealed, name)


def test_an_encrypted_book_is_named_as_protected() -> None:
    sealed = '<encryption><CipherReference URI="a.xhtml"/></encryption>'
    with pytest.raises(SkippedFile, match="protected against copying"):
        parse(_zipped({"mimetype": "application/epub+zip", "META-INF/encryption.xml": sealed}), "a.epub")


def test_an_encrypted_archive_is_named_as_protected() -> None:
    locked = bytearray(_zipped({"a.md": "# A"}))
    central = locked.index(b"PK\x01\x02")
    locked[6] |= 1
    locked[central + 8] |= 1
    with pytest.raises(SkippedFile, match="protected by a password"):
        parse(bytes(locked), "a.zip")


def test_a_file_of_which_nothing_is_left_says_so() -> None:
    document = parse(_docx("&b;"), "a.docx")
    assert not document.text.strip()
    assert [str(warning) for warning in document.warnings] == ["No text was found in the file."]
