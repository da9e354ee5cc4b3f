"""Messages of Outlook are read like other mail."""

from __future__ import annotations

import random
import struct

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.records import outlook

Tree = dict[str, "bytes | Tree"]
END, FREE = 0xFFFFFFFE, 0xFFFFFFFF


def _text(tag: str, text: str) -> Tree:
    return {f"__substg1.0_{tag}001F": text.encode("utf-16-le")}


def _numbers(header: int, **tags: int) -> Tree:
    rows = b"".join(struct.pack("<IIQ", int(tag[1:], 16), 6, value) for tag, value in tags.items())
    return {"__properties_version1.0": bytes(header) + rows}


MESSAGE: Tree = {
    **_numbers(32, x00390040=(133_485_408_000_000_000)),
    **_text("0037", "Pläne"),
    **_text("0C1A", "Ada"),
    **_text("5D01", "ada@x.org"),
    **_text("1000", "Hello *you*\r\n\r\n> quoted\r\n" + "A long line of words. " * 300),
    **_text("1035", "<id@x.org>"),
    "__recip_version1.0_#00000000": {**_text("3001", "Bob"), **_text("39FE", "bob@x.org"), **_numbers(8, x0C150003=1)},
    "__recip_version1.0_#00000001": {**_text("3001", "Cy"), **_numbers(8, x0C150003=2)},
    "__attach_version1.0_#00000000": {**_text("3707", "plan.pdf"), "__substg1.0_37010102": b"x" * 5000},
    "__attach_version1.0_#00000001": {
        "__substg1.0_3701000D": {**_numbers(24), **_text("0037", "Inner"), **_text("1000", "inside")}
    },
}


def _compound(tree: Tree) -> bytes:
    """A compound file with all streams under 4096 bytes in its mini stream, as Outlook writes them."""
    entries: list[list[object]] = [["Root Entry", 5, FREE, 0, 0]]
    streams: list[tuple[int, bytes]] = []

    def add(folder: Tree) -> int:
        first = FREE
        for name, value in reversed(folder.items()):
            number = len(entries)
            entries.append([name, 2 if isinstance(value, bytes) else 1, FREE, first, 0])
            if isinstance(value, bytes):
                streams.append((number, value))
            else:
                entries[number][2] = add(value)
            first = number
        return first

    entries[0][2] = add(tree)
    entries[0][3] = FREE
    mini, mini_fat, body, fat = b"", list[int](), b"", list[int]()

    def store(content: bytes) -> int:
        nonlocal body
        start, count = len(fat), -(-len(content) // 512)
        fat.extend([*range(start + 1, start + count), END])
        body += content.ljust(count * 512, b"\0")
        return start

    starts: dict[int, tuple[int, int]] = {}
    for number, content in streams:
        if len(content) >= 4096:
            starts[number] = store(content), len(content)
        elif content:
            count = -(-len(content) // 64)
            starts[number] = len(mini_fat), len(content)
            mini_fat.extend([*range(len(mini_fat) + 1, len(mini_fat) + count), END])
            mini += content.ljust(count * 64, b"\0")
    starts[0] = store(mini), len(mini)
    mini_start = store(struct.pack(f"<{len(mini_fat)}I", *mini_fat))
    directory = b""
    for number, (name, kind, child, right, _) in enumerate(entries):
        raw = str(name).encode("utf-16-le")
        start, size = starts.get(number, (END, 0))
        links = struct.pack("<III", FREE, right, child if kind != 2 else FREE)
        directory += raw.ljust(64, b"\0") + struct.pack("<HBB", len(raw) + 2, kind, 1) + links + bytes(36)
        directory += struct.pack("<IQ", start, size)
    directory_start = store(directory)
    fat_sectors = -(-(len(fat) + 2) // 128)
    first_fat = len(fat)
    fat.extend([0xFFFFFFFD] * fat_sectors)
    fat.extend([FREE] * (fat_sectors * 128 - len(fat)))
    table = struct.pack(f"<{len(fat)}I", *fat)
    header = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16) + struct.pack("<HHHHH", 0x3E, 3, 0xFFFE, 9, 6) + bytes(10)
    header += struct.pack("<9I", fat_sectors, directory_start, 0, 4096, mini_start, 1, END, 0, first_fat)
    header += struct.pack("<108I", *range(first_fat + 1, first_fat + fat_sectors), *[FREE] * (109 - fat_sectors))
    return header + body + table


def test_message() -> None:
    made = outlook.read(_compound(MESSAGE), "a.msg")
    assert made.text.startswith(
        "# Pläne {#id-x.org}\n\n**From:** Ada \\<ada@x.org> · **To:** Bob \\<bob@x.org> · **Cc:** Cy"
        " · **Date:** 2024-01-01 00:00\n\nHello \\*you\\*\n\n> quoted\n\nA long line of words."
    )
    assert made.text.endswith("**Attachments:**\n\n- `plan.pdf` (5 kB)\n\n## Inner\n\ninside\n")
    assert made.fields["title"] == "Pläne" and made.fields["author"] == "Ada"
    assert [(place.line, place.number) for place in made.places] == [(1, 1)]


def test_html_is_read_where_there_is_no_plain_text() -> None:
    tree: Tree = {**_numbers(32), "__substg1.0_10130102": b"<meta charset=utf-8><p>rich \xc3\xa4</p>"}
    assert "rich ä" in outlook.read(_compound(tree), "a.msg").text


def test_text_in_rtf_alone_is_warned_of() -> None:
    tree: Tree = {**_numbers(32), **_text("0037", "S"), "__substg1.0_10090102": b"LZFu"}
    assert outlook.read(_compound(tree), "a.msg").warnings == [
        "The text of this message is stored as RTF alone, which is not read."
    ]


def test_damaged_files_are_read_or_refused() -> None:
    good, chance = _compound(MESSAGE), random.Random(3)
    damaged = [b"", b"From: a", good[:600], good[: len(good) // 2], _compound({"a": b"b"}), good[:512] + bytes(9000)]
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
    for content in (b"", b"text", _compound({"WordDocument": b"x"})):
        with pytest.raises(SkippedFile):
            outlook.read(content, "a.msg")
