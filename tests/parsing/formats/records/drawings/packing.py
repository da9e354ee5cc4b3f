"""Packs texts as lz-string's `compressToBase64` does."""

from __future__ import annotations

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def pack(text: str) -> str:
    """The Base64 of a text's code units, packed."""
    units = text.encode("utf-16-le", "surrogatepass")
    letters = [chr(units[at] + 256 * units[at + 1]) for at in range(0, len(units), 2)]
    words: dict[str, int] = {}
    fresh: set[str] = set()
    bits: list[str] = []
    width, left, word = 2, 2, ""

    def put(number: int, count: int) -> None:
        bits.append(f"{number:0{count}b}"[::-1])

    def widen() -> None:
        nonlocal left, width
        left -= 1
        if not left:
            left, width = 2**width, width + 1

    def put_word() -> None:
        if word in fresh:
            code = ord(word)
            put(0 if code < 256 else 1, width)
            put(code, 8 if code < 256 else 16)
            fresh.discard(word)
            widen()
        else:
            put(words[word], width)
        widen()

    for letter in letters:
        if letter not in words:
            words[letter] = len(words) + 3
            fresh.add(letter)
        if word + letter in words:
            word += letter
            continue
        put_word()
        words[word + letter] = len(words) + 3
        word = letter
    put_word()
    put(2, width)
    stream = "".join(bits)
    stream += "0" * (-len(stream) % 6)
    return "".join(_ALPHABET[int(stream[at : at + 6], 2)] for at in range(0, len(stream), 6))
