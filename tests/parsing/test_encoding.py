"""Bytes to text."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_mark_decides_and_leaves_the_text(encoding: str):
    assert decode("# Körper\n".encode(encoding)).text == "# Körper\n"


def test_utf16_without_a_mark_is_read_with_a_warning():
    decoded = decode("A plain sentence, long enough.\n".encode("utf-16-le"))
    assert decoded.text == "A plain sentence, long enough.\n"
    assert decoded.warnings


def test_every_line_ends_in_a_newline_alone():
    assert decode(b"a\r\nb\rc\n").text == "a\nb\nc\n"


def test_nul_bytes_do_not_cut_the_text():
    assert decode(b"# a\x00b\ntail zebra\n").text == "# a\ufffdb\ntail zebra\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("# Größe, naïve café\n", "latin-1"),
        ("# Привет, мир\n", "cp1251"),
        ("# 中文 page\n", "gb18030"),
        ("# 日本語 page\n", "shift_jis"),
    ],
)
def test_short_text_in_an_old_code_page_is_recovered(text: str, encoding: str):
    assert decode(text.encode(encoding)).text == text


def test_long_text_in_an_old_code_page_is_recovered():
    text = "Съешь же ещё этих мягких французских булок, да выпей чаю.\n" * 40
    assert decode(text.encode("cp1251")).text == text


def test_broken_utf8_keeps_its_whole_characters():
    decoded = decode("Grüße aus München, Übermut tut selten gut".encode() + b"\xff zebra")
    assert decoded.text.startswith("Grüße aus München")
    assert decoded.text.endswith("\ufffd zebra")
    assert "1 invalid" in decoded.warnings[0]


@pytest.mark.parametrize(
    "content", [b"%PDF-1.7\n\x00\x01", b"\x89PNG\r\n\x1a\n\x00", bytes(range(256)) * 20, b"PK\x03\x04" + b"\x00" * 90]
)
def test_binary_file_is_skipped_with_a_reason(content: bytes):
    with pytest.raises(SkippedFile, match="not text"):
        decode(content)
