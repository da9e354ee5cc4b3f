"""Messages of Outlook are read like other mail."""

from __future__ import annotations

import random
import struct

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.records.mail import outlook
from tests.formats.compound_file import Tree, compound_file, stream_of


def _numbers(header: int, **tags: int) -> Tree:
    rows = b"".join(struct.pack("<IIQ", int(tag[1:], 16), 6, value) for tag, value in tags.items())
    return {"__properties_version1.0": bytes(header) + rows}


MESSAGE: Tree = {
    **_numbers(32, x00390040=(133_485_408_000_000_000)),
    **stream_of("0037", "Pläne"),
    **stream_of("0C1A", "Ada"),
    **stream_of("5D01", "ada@x.org"),
    **stream_of("1000", "Hello *you*\r\n\r\n> quoted\r\n" + "A long line of words. " * 300),
    **stream_of("1035", "<id@x.org>"),
    "__recip_version1.0_#00000000": {
        **stream_of("3001", "Bob"),
        **stream_of("39FE", "bob@x.org"),
        **_numbers(8, x0C150003=1),
    },
    "__recip_version1.0_#00000001": {**stream_of("3001", "Cy"), **_numbers(8, x0C150003=2)},
    "__attach_version1.0_#00000000": {**stream_of("3707", "plan.pdf"), "__substg1.0_37010102": b"x" * 5000},
    "__attach_version1.0_#00000001": {
        "__substg1.0_3701000D": {**_numbers(24), **stream_of("0037", "Inner"), **stream_of("1000", "inside")}
    },
}


def test_message() -> None:
    made = outlook.read(compound_file(MESSAGE), "a.msg")
    assert made.text.startswith(
        "# Pläne {#id-x.org}\n\n**From:** Ada \\<ada@x.org> · **To:** Bob \\<bob@x.org> · **Cc:** Cy"
        " · **Date:** 2024-01-01 00:00\n\nHello \\*you\\*\n\n> quoted\n\nA long line of words."
    )
    assert made.text.endswith("**Attachments:**\n\n- `plan.pdf` (5 kB)\n\n## Inner\n\ninside\n")
    assert made.fields["title"] == "Pläne" and made.fields["author"] == "Ada"
    assert [(place.line, place.number) for place in made.places] == [(1, 1)]


def test_html_is_read_where_there_is_no_plainstream_of() -> None:
    tree: Tree = {**_numbers(32), "__substg1.0_10130102": b"<meta charset=utf-8><p>rich \xc3\xa4</p>"}
    assert "rich ä" in outlook.read(compound_file(tree), "a.msg").text


def test_text_in_rtf_alone_is_warned_of() -> None:
    tree: Tree = {**_numbers(32), **stream_of("0037", "S"), "__substg1.0_10090102": b"LZFu"}
    assert outlook.read(compound_file(tree), "a.msg").warnings == [
        "The text of this message is stored as RTF alone, which is not read."
    ]


def test_damaged_files_are_read_or_refused() -> None:
    good, chance = compound_file(MESSAGE), random.Random(3)
    damaged = [
        b"",
        b"From: a",
        good[:600],
        good[: len(good) // 2],
        compound_file({"a": b"b"}),
        good[:512] + bytes(9000),
    ]
    for _ in range(150):
        content = bytearray(good)
        for _ in range(chance.randint(1, 30)):
            content[chance.choice((chance.randrange(512), chance.randrange(len(good))))] = chance.randrange(256)
        damaged.append(bytes(content))
    for content in damaged:
        try:
            outlook.read(content, "a.msg").text.encode()
        except SkippedFile:
            continue


def test_other_files_are_refused() -> None:
    for content in (b"", b"text", compound_file({"WordDocument": b"x"})):
        with pytest.raises(SkippedFile):
            outlook.read(content, "a.msg")
