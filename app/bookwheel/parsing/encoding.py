"""Bytes to text: byte order marks, UTF-8, UTF-16, old code pages, and the refusal of binary files."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import BINARY

_SAMPLE_BYTES = 16_384
_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_MAGIC = (
    (b"%PDF-", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive or an office document"),
    (b"\x89PNG\r\n", "a PNG image"),
    (b"GIF8", "a GIF image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"\x7fELF", "a program"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1", "an old office document"),
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\b\x1b")
_CODE_PAGES = [
    "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256", "koi8_r", "shift_jis", "euc_jp", "gb18030",
    "big5", "euc_kr", "mac_roman",
]  # fmt: skip
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]+")
_FEW_BYTES = 48
_SURROGATES = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text without byte order mark, with `\\n` lines, no NUL and no surrogate, and what had to be guessed."""

    text: str
    warnings: tuple[Message, ...] = ()


def decode(content: bytes) -> Decoded:
    """The text of a file.

    Raises:
        SkippedFile: for a binary file, with the reason.
    """
    for bom, encoding in _BOMS:
        if content.startswith(bom):
            return Decoded(_normalised(content[len(bom) :].decode(encoding, "replace")))
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return _guessed(content)
    if "\0" in text:
        _refuse_binary(content)
        wide = _wide_encoding(content)
        if wide:
            return Decoded(
                _normalised(content.decode(wide, "replace")),
                (Message("Read as {encoding}; the file has no byte order mark.", encoding=wide.upper()),),
            )
    return Decoded(_normalised(text))


def storable(text: str) -> str:
    """The text with NULs and lone surrogates, which no store takes, as replacement characters."""
    text = text.replace("\0", "\ufffd")
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)


def _normalised(text: str) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.replace("\0", "\ufffd")


def _guessed(content: bytes) -> Decoded:
    _refuse_binary(content)
    wide = _wide_encoding(content)
    if wide:
        return Decoded(
            _normalised(content.decode(wide, "replace")),
            (Message("Read as {encoding}; the file has no byte order mark.", encoding=wide.upper()),),
        )
    text = content.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    whole = sum(1 for one in text[:_SAMPLE_BYTES] if one > "\x7f") - text.count("\ufffd", 0, _SAMPLE_BYTES)
    if whole > text.count("\ufffd", 0, _SAMPLE_BYTES):
        return Decoded(_normalised(text), (Message("{count} invalid characters were replaced.", count=broken),))
    encoding = _encoding_of_few(content) or _detected(content) or _japanese(content)
    if not encoding:
        return Decoded(_normalised(text), (Message("{count} invalid characters were replaced.", count=broken),))
    return Decoded(
        _normalised(content.decode(encoding, "replace")),
        (Message("Not UTF-8; read as {encoding} (guessed).", encoding=encoding),),
    )


def _japanese(content: bytes) -> str:
    """Shift JIS where all of a text is valid in it and mostly kana and Chinese characters; for short texts."""
    try:
        letters = [one for one in content.decode("cp932") if one > "\x7f"]
    except UnicodeDecodeError:
        return ""
    known = sum("\u3040" <= one <= "\u30ff" or "\u4e00" <= one <= "\u9fff" for one in letters)
    return "cp932" if known > 0.7 * len(letters) else ""


def _detected(content: bytes) -> str:
    from charset_normalizer import from_bytes  # noqa: PLC0415 - few files need it, and every parser would load it

    guess = from_bytes(_telling(content), cp_isolation=_CODE_PAGES, steps=4).best()
    return guess.encoding if guess is not None else ""


def _encoding_of_few(content: bytes) -> str:
    """The code page of a text with too few bytes beyond ASCII for statistics; empty if there are enough, or no sign.

    Single ones between ASCII letters are Western; runs that make Cyrillic words in natural case are Russian; leading
    bytes of the commonest Chinese characters are GB 18030, and those of Japanese Shift JIS.
    """
    runs = _BEYOND_ASCII.findall(_telling(content))
    letters = b"".join(runs)
    if not runs or len(letters) > _FEW_BYTES:
        return ""
    if len(letters) < 1.5 * len(runs):
        return "cp1252"
    if _is_cyrillic(runs, "cp1251"):
        return "cp1251"
    if all(len(run) % 2 == 0 and all(0xB0 <= lead <= 0xF7 for lead in run[::2]) for run in runs):
        return "gb18030"
    if _is_cyrillic(runs, "koi8_r"):
        return "koi8_r"
    try:
        content.decode("shift_jis")
    except UnicodeDecodeError:
        return ""
    return "shift_jis"


def _is_cyrillic(runs: list[bytes], encoding: str) -> bool:
    words = [run.decode(encoding, "replace") for run in runs]
    return all(word.isalpha() and (word.islower() or word.istitle()) and word > "\u0400" for word in words)


def _telling(content: bytes) -> bytes:
    """A bounded part of a file around its first byte beyond ASCII, for the detector."""
    first = next((at for at, byte in enumerate(content) if byte > 127), 0)
    start = max(0, first - 1024)
    return content[start : start + _SAMPLE_BYTES]


def _refuse_binary(content: bytes) -> None:
    for magic, name in _MAGIC:
        if content.startswith(magic):
            raise SkippedFile("This is {kind}, not text.", kind=name)
    sample = content[:_SAMPLE_BYTES]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if _wide_encoding(content):
        return
    if controls > 4 and controls > 0.05 * len(sample):
        raise SkippedFile(BINARY.template)


def _wide_encoding(content: bytes) -> str:
    """UTF-16 without a mark, known by NULs in every other byte; empty if it is not."""
    sample = content[: _SAMPLE_BYTES & ~1]
    if len(sample) < 8 or len(sample) % 2:
        return ""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.6 * half and even < 0.05 * half:
        return "utf-16-le"
    return "utf-16-be" if even > 0.6 * half and odd < 0.05 * half else ""
