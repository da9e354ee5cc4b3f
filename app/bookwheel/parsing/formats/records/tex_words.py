"""Text in the small TeX of bibliographies as plain words: accents become letters, commands go, formulas stay."""

from __future__ import annotations

import re
import unicodedata

from bookwheel.parsing.formats.markdown_writer import one_line

_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "d": "\u0323", "b": "\u0331",
    "r": "\u030a",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
    "i": "i", "j": "j", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ",
    "textendash": "–", "textemdash": "—", "textquoteright": "’", "textquoteleft": "‘", "textquotedblleft": "“",
    "textquotedblright": "”", "ldots": "…", "dots": "…", "textellipsis": "…", "copyright": "©", "textregistered": "®",
    "texttrademark": "™", "textdegree": "°", "S": "§", "P": "¶", "pounds": "£", "euro": "€", "textasciitilde": "~",
    "textless": "<", "textgreater": ">", "textbar": "|", "textasciicircum": "^", "textquotesingle": "'", "slash": "/",
    "textquotedbl": '"', "textbullet": "•", "quad": " ", "qquad": " ",
    "textbackslash": "\ue003", "textunderscore": "_", "TeX": "TeX", "LaTeX": "LaTeX", "BibTeX": "BibTeX",
}  # fmt: skip
_SIGN = re.compile(r"""\\([`'^~"=.])\s*(?:\{\s*(\\?[^\W\d_])?\s*\}|(\\?[^\W\d_]))""")
_NAMED_ACCENT = re.compile(r"\\([uvHcdbkr])(?:\s*\{\s*(\\?[^\W\d_])\s*\}|\s+(\\?[^\W\d_])(?![^\W\d_]))")
_FORMULA = re.compile(r"(?<!\\)\$[^$\n]{1,500}(?<!\\)\$")
_LINK = re.compile(r"\\href\s*\{([^{}]*)\}\s*\{([^{}]*)\}")
_COMMAND = re.compile(r"\\([A-Za-z]+)\*?[ \t\n]*")
_ESCAPED = re.compile(r"\\([&%$#_{}\s,;:!/@\-])")
_HELD = re.compile("\ue002(\\d+)\ue002")
_DROPPED_SIGNS = frozenset(",;:!/-")


def plain(tex: str) -> str:
    """The words of some TeX on one line; formulas keep their dollars, any other dollar is a backslash and a dollar."""
    if not any(sign in tex for sign in "\\{}$~-`'"):
        return one_line(tex)
    formulas: list[str] = []

    def hold(match: re.Match[str]) -> str:
        formulas.append(one_line(match[0]))
        return f"\ue002{len(formulas) - 1}\ue002"

    text = _FORMULA.sub(hold, tex.replace("\ue002", "")) if "$" in tex else tex
    if "\\" in text:
        text = _LINK.sub(r"\2 (\1)", text)
        text = _NAMED_ACCENT.sub(_accented, _SIGN.sub(_accented, text))
        text = _COMMAND.sub(lambda match: _LETTERS.get(match[1], ""), text)
        text = _ESCAPED.sub(lambda match: "" if match[1] in _DROPPED_SIGNS else _KEPT.get(match[1], match[1]), text)
    text = text.replace("{", "").replace("}", "").replace("~", " ")
    text = text.replace("---", "—").replace("--", "–").replace("``", "“").replace("''", "”")
    text = text.replace("\\", "").translate(_RESTORED)
    return one_line(_HELD.sub(lambda match: formulas[int(match[1])], text))


_KEPT = {"{": "\ue004", "}": "\ue005"}
_RESTORED = {0xE003: "\\", 0xE004: "{", 0xE005: "}"}


def _accented(match: re.Match[str]) -> str:
    letter = (match[2] or match[3] or "").lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS[match[1]]) if letter else ""
