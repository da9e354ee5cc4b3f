"""Writes compound files, as Outlook keeps messages in them."""

from __future__ import annotations

import struct

Tree = dict[str, "bytes | Tree"]
END, FREE = 0xFFFFFFFE, 0xFFFFFFFF


def stream_of(tag: str, text: str) -> Tree:
    """A message's property that is a text."""
    return {f"__substg1.0_{tag}001F": text.encode("utf-16-le")}


def compound_file(tree: Tree) -> bytes:
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
