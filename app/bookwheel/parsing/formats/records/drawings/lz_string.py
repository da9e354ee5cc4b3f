"""Unpacks lz-string's Base64, in which the Excalidraw plugin of Obsidian keeps its drawings."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {letter: f"{number:06b}" for number, letter in enumerate(_ALPHABET)}
_EIGHT, _SIXTEEN, _END = 0, 1, 2
"""Codes: a character of 8 or 16 bits follows, or the text ends."""


def unpack(packed: str, most_characters: int) -> str:
    """The text that was packed; white space in it means nothing.

    Raises:
        SkippedFile: for what is no such text, or is longer than `most_characters` when unpacked.
    """
    bits = _Bits("".join(_BITS.get(letter, "") for letter in packed))
    words: dict[int, str] = {}
    made: list[str] = []
    word, width, size, length, until_wider = "", 2, 3, 0, 1
    while (code := bits.read(width)) != _END:
        if code in (_EIGHT, _SIXTEEN):
            words[size] = chr(bits.read(16 if code == _SIXTEEN else 8))
            code, size, until_wider = size, size + 1, until_wider - 1
            if not until_wider:
                until_wider, width = 2**width, width + 1
        found = words.get(code) or (word + word[0] if code == size and word else "")
        if not found:
            raise SkippedFile("The drawing in this file is damaged.")
        made.append(found)
        length += len(found)
        if length > most_characters:
            raise SkippedFile("The drawing in this file is too large.")
        if word:
            words[size] = word + found[0]
            size, until_wider = size + 1, until_wider - 1
            if not until_wider:
                until_wider, width = 2**width, width + 1
        word = found
    return "".join(made).encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Bits:
    def __init__(self, bits: str) -> None:
        self._bits, self._position = bits, 0

    def read(self, count: int) -> int:
        """The next bits as a number, the lowest first."""
        taken = self._bits[self._position : self._position + count]
        if len(taken) < count:
            raise SkippedFile("The drawing in this file is damaged.")
        self._position += count
        return int(taken[::-1], 2)
