"""Changes files as damage and malice do: bits, lengths, torn ends, parts of zip files with right checksums, lures."""

from __future__ import annotations

import gzip
import io
import random
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence

Change = Callable[[random.Random, bytearray, Sequence[bytes]], None]

LARGEST = 300_000
"""Bytes of a changed file at most, so that thousands are read in a minute."""

_NUMBER = re.compile(rb"\d+")
_NUMBERS = (b"0", b"-1", b"1", b"65536", b"4294967295", b"99999999999999999999", b"1e308", b"nan")
_LENGTHS = (0, 1, 0x7F, 0xFF, 0x7FFF, 0xFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_SIGNS = b"<>{}[]()\\\"'&;:#*_`~|=-+./@!$%^ \n\t\r\0"
_LURES = (
    ".. include:: {path}\n", ".. raw:: html\n   :file: {path}\n\n", ".. csv-table::\n   :file: {path}\n\n",
    ".. literalinclude:: {path}\n", "\\input{{{path}}}", "\\include{{{path}}}", "\\lstinputlisting{{{path}}}",
    ".so {path}\n",
    "include::{path}[]\n", '#+INCLUDE: "{path}"\n', "#+SETUPFILE: {path}\n", '<img src="file://{path}">',
    '<iframe src="file://{path}"></iframe>', '<link rel="stylesheet" href="file://{path}">',
    '<!DOCTYPE a [<!ENTITY lure SYSTEM "file://{path}">]>', "&lure;", '<?xml-stylesheet href="file://{path}"?>',
    '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="file://{path}" parse="text"/>', "!include {path}\n",
    '<Relationship Id="rId1" Type="x" TargetMode="External" Target="file://{path}"/>',
    "![]({path})", "@import url({path});",
    "INCLUDEPICTURE \"{path}\"", "/F ({path})", "[attachment]({path})", "{{{{#include {path}}}}}",
)  # fmt: skip
"""What would make a careless reader open another file."""


def changed(chance: random.Random, content: bytes, others: Sequence[bytes], decoy: str) -> bytes:
    """A file changed in one to six ways, as a whole or within one of its parts."""
    if content.startswith(b"PK\x03\x04") and chance.random() < 0.7:
        inner = _zip_changed(chance, content, others, decoy)
        if inner:
            return inner[:LARGEST]
    if content.startswith(b"\x1f\x8b") and chance.random() < 0.7:
        return gzip.compress(_twisted(chance, gzip.decompress(content), others, decoy), mtime=0)
    return _twisted(chance, content, others, decoy)


def _twisted(chance: random.Random, content: bytes, others: Sequence[bytes], decoy: str) -> bytes:
    made = bytearray(content)
    for _ in range(chance.randint(1, 6)):
        if chance.random() < 0.15:
            lure = chance.choice(_LURES).format(path=decoy).encode()
            at = _line_start(chance, made)
            made[at:at] = lure
        else:
            chance.choice(_CHANGES)(chance, made, others)
        del made[LARGEST:]
    return bytes(made)


def _line_start(chance: random.Random, made: bytearray) -> int:
    return made.rfind(b"\n", 0, chance.randrange(len(made) + 1)) + 1


def _zip_changed(chance: random.Random, content: bytes, others: Sequence[bytes], decoy: str) -> bytes:
    """The zip file with one part changed and packed again, or left out, doubled or named otherwise."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = [(one.filename, packed.read(one)) for one in packed.infolist()[:200] if one.file_size < LARGEST]
    except (zipfile.BadZipFile, zlib.error, OSError, RuntimeError, NotImplementedError, ValueError, EOFError):
        return b""
    if not parts:
        return b""
    at = chance.randrange(len(parts))
    name, part = parts[at]
    act = chance.random()
    if act < 0.8:
        parts[at] = name, _twisted(chance, part, others, decoy)
    elif act < 0.85:
        del parts[at]
    elif act < 0.9:
        parts.append((f"../../{name}", part))
    elif act < 0.95:
        parts[at] = chance.choice(parts)[0], part
    else:
        parts.append((decoy, part))
    file = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        warnings.simplefilter("ignore", UserWarning)  # two parts may share a name here
        for own, inner in parts:
            packed.writestr(zipfile.ZipInfo(own), inner)
    return file.getvalue()


def _flip(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    for _ in range(chance.randint(1, 12)):
        if made:
            made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)


def _put_bytes(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    at = chance.randrange(len(made) + 1)
    made[at : at + chance.randrange(8)] = chance.randbytes(chance.randrange(8))


def _put_signs(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    at = chance.randrange(len(made) + 1)
    made[at:at] = bytes(chance.choices(_SIGNS, k=chance.randint(1, 6))) * chance.choice((1, 1, 1, 50, 3000))


def _cut(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    at = chance.randrange(len(made) + 1)
    del made[at : at + chance.choice((1, 8, 60, 2000))]


def _tear(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    if chance.random() < 0.4:
        del made[chance.randrange(len(made) + 1) :]


def _double(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    at = chance.randrange(len(made) + 1)
    piece = made[at : at + chance.choice((1, 5, 40, 400))]
    made[at:at] = piece * chance.choice((1, 3, 20, 1000))


def _move(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    at, to = chance.randrange(len(made) + 1), chance.randrange(len(made) + 1)
    piece = made[at : at + chance.randrange(300)]
    made[to:to] = piece


def _splice(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    other = chance.choice(others)
    at, start = chance.randrange(len(made) + 1), chance.randrange(len(other) + 1)
    made[at : at + chance.randrange(200)] = other[start : start + chance.randrange(2000)]


def _length(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    form = chance.choice(("<I", ">I", "<H", ">H"))
    size = struct.calcsize(form)
    if len(made) > size:
        at = chance.randrange(len(made) - size)
        made[at : at + size] = struct.pack(form, chance.choice(_LENGTHS) & (256**size - 1))


def _number(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    found = list(_NUMBER.finditer(made))[:5000]
    if found:
        one = chance.choice(found)
        made[one.start() : one.end()] = chance.choice(_NUMBERS)


def _deepen(chance: random.Random, made: bytearray, others: Sequence[bytes]) -> None:
    """An opening repeated, and what follows it, as nested elements and lists are."""
    line = _line_start(chance, made)
    end = made.find(b"\n", line) + 1 or len(made)
    piece = bytes(made[line:end])[:200]
    made[line:end] = b"".join(b" " * (depth % 64) + piece for depth in range(chance.choice((3, 60, 500))))


_CHANGES: tuple[Change, ...] = (
    _flip, _flip, _put_bytes, _put_signs, _put_signs, _cut, _cut, _tear, _double, _move, _splice, _length, _number,
    _deepen,
)  # fmt: skip
