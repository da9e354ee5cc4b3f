"""RTF as runs of words, each with its look, and paragraphs, cells and rows between them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum

from bookwheel.parsing.formats.rtf.tokens import Token, tokens

DEEPEST = 2_000
MOST_PICTURES = 2_000

_SIGNS = {
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
    "tab": "\t", "emspace": " ", "enspace": " ", "qmspace": " ", "line": "\n", "page": "\n", "column": "\n",
}  # fmt: skip
_ENDS = {"par": "paragraph", "sect": "paragraph", "cell": "cell", "nestcell": "cell", "row": "row", "nestrow": "row"}
_UNREAD = frozenset((
    "colortbl", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf", "objdata",
    "themedata", "colorschememapping", "datastore", "latentstyles", "listtable", "listoverridetable", "revtbl",
    "rsidtbl", "generator", "xmlnstbl", "filetbl", "nonshppict", "bkmkend", "xe", "tc", "pgptbl", "mmathPr",
    "ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "wgrffmtfilter", "background", "fldtype", "template", "datafield",
))  # fmt: skip
_KNOWN = frozenset((
    "fonttbl", "stylesheet", "info", "pict", "fldinst", "fldrslt", "footnote", "listtext", "pntext", "bkmkstart",
    "annotation", "atnauthor", "title", "author", "subject", "keywords", "doccomm", "category", "shppict", "shptxt",
))  # fmt: skip
_SAID = ("", "footnote", "fldrslt", "annotation", "shptxt")
_FIELDS = ("title", "author", "subject", "keywords", "doccomm", "category")
_CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gbk", 136: "big5", 161: "cp1253",
    162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250", 254: "cp437", 255: "cp437",
}  # fmt: skip
_HEADING = re.compile(r"(?:heading|überschrift|titre|título|titolo|заголовок|rubrik|kop)\s*([1-9])", re.IGNORECASE)


class Kind(Enum):
    """What comes next: words, or the end of something."""

    WORDS = "words"
    PARAGRAPH = "paragraph"
    CELL = "cell"
    ROW = "row"
    LINK = "link"
    LINK_END = "link end"
    NOTE = "note"
    NOTE_END = "note end"
    REMARK = "remark"
    MARK = "mark"
    NAME = "name"
    PICTURE = "picture"


@dataclass(frozen=True, slots=True)
class Look:
    """How words are set, and the paragraph around them.

    `level` is that of a heading from 1, or 0; `depth` that in a list from 0; `indent` is in twentieths of a point.
    """

    is_bold: bool = False
    is_italic: bool = False
    is_struck: bool = False
    is_hidden: bool = False
    raised: str = ""
    level: int = 0
    is_in_list: bool = False
    depth: int = 0
    indent: int = 0
    is_in_table: bool = False


@dataclass(frozen=True, slots=True)
class Event:
    """Words with their look, or the end of a paragraph, cell or row; `words` name a link, an author or a picture."""

    kind: Kind
    words: str = ""
    look: Look = Look()


@dataclass(frozen=True, slots=True)
class _State:
    """What holds within a group."""

    destination: str = ""
    look: Look = Look()
    font: int = 0
    skip: int = 1


@dataclass(slots=True)
class Rtf:
    """A file being read; `fields` and `pictures` are whole after the last event."""

    content: bytes
    fields: dict[str, str] = field(default_factory=dict[str, str])
    pictures: list[bytes] = field(default_factory=list[bytes])
    _state: _State = field(default_factory=_State)
    _stack: list[_State] = field(default_factory=list[_State])
    _charset: str = "cp1252"
    _fonts: dict[int, str] = field(default_factory=dict[int, str])
    _levels: dict[int, int] = field(default_factory=dict[int, int])
    _style: int = 0
    _to_skip: int = 0
    _is_starred: bool = False
    _bytes: bytearray = field(default_factory=bytearray)
    _text: list[str] = field(default_factory=list[str])

    def events(self) -> Iterator[Event]:
        """All that the file says, in its order; what is broken is passed over."""
        for token in tokens(self.content):
            if token.text and token.text != b"\0":
                self._add(token.text)
                continue
            self._decode()
            if token.brace == "{":
                yield from self._words()
                self._open()
            elif token.brace == "}":
                yield from self._close()
            elif token.word:
                yield from self._word(token)
            elif token.sign:
                self._sign(token.sign)
        self._decode()
        yield from self._words()

    def _open(self) -> None:
        if len(self._stack) < DEEPEST:
            self._stack.append(self._state)
        self._is_starred = False

    def _close(self) -> Iterator[Event]:
        ended = self._state.destination
        before = self._stack[-1].destination if self._stack else ""
        if ended != before or ended == "stylesheet":
            yield from self._end(ended)
        else:
            yield from self._words()
        self._state = self._stack.pop() if self._stack else _State()
        self._to_skip = 0

    def _end(self, destination: str) -> Iterator[Event]:
        """What a group that had a purpose of its own leaves behind."""
        if destination in _SAID:
            yield from self._words()
            if destination == "fldrslt":
                yield Event(Kind.LINK_END)
            elif destination in ("footnote", "annotation"):
                yield Event(Kind.NOTE_END)
            return
        words = _joined(self._text)
        self._text.clear()
        if destination == "fldinst":
            yield Event(Kind.LINK, words)
        elif destination in ("listtext", "pntext"):
            yield Event(Kind.MARK, words)
        elif destination == "bkmkstart":
            yield Event(Kind.NAME, words.strip())
        elif destination == "atnauthor":
            yield Event(Kind.REMARK, words.strip())
        elif destination == "pict":
            yield from self._picture(words)
        elif destination in _FIELDS:
            self.fields.setdefault(destination, words.strip())
        elif destination == "stylesheet" and (found := _HEADING.match(words.strip())):
            self._levels[self._style] = int(found[1])

    def _picture(self, words: str) -> Iterator[Event]:
        try:
            content = bytes.fromhex(words)
        except ValueError:
            return
        if content.startswith((b"\x89PNG", b"\xff\xd8")) and len(self.pictures) < MOST_PICTURES:
            self.pictures.append(content)
            yield Event(Kind.PICTURE, f"picture-{len(self.pictures)}", self._state.look)

    def _word(self, token: Token) -> Iterator[Event]:
        word = token.word
        if word in _UNREAD or word in _KNOWN or self._is_starred:
            yield from self._words()
            self._begin(word)
            if word in ("footnote", "annotation"):
                yield Event(Kind.NOTE, word)
        elif word in _SIGNS:
            self._say(_SIGNS[word])
        elif word == "u" and token.number is not None:
            self._say(_character(token.number))
            self._to_skip = self._state.skip
        elif word in _ENDS:
            yield from self._words()
            if not self._state.destination or self._state.destination in (
                "footnote",
                "fldrslt",
                "annotation",
                "shptxt",
            ):
                yield Event(Kind(_ENDS[word]), look=self._state.look)
        else:
            yield from self._words()
            self._set(word, token.number)

    def _begin(self, word: str) -> None:
        """Give the group that has just opened its purpose."""
        is_known = word in _KNOWN
        self._is_starred = False
        if self._state.destination == "unread" or (self._state.destination == "fonttbl" and word != "fonttbl"):
            return
        if word == "shppict":
            return
        self._state = replace(self._state, destination=word if is_known else "unread")

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self._is_starred = True
        elif sign in "\\{}":
            self._say(sign)
        elif sign == "~":
            self._say("\xa0")
        elif sign == "_":
            self._say("-")
        elif sign in "\r\n":
            self._say("\n")

    def _add(self, text: bytes) -> None:
        if self._to_skip:
            skipped = min(self._to_skip, len(text))
            self._to_skip -= skipped
            text = text[skipped:]
        self._is_starred = False
        if self._state.destination != "unread":
            self._bytes += text

    def _decode(self) -> None:
        if self._bytes:
            name = self._fonts.get(self._state.font, self._charset)
            raw = bytes(self._bytes)
            self._bytes.clear()
            self._text.append(raw.decode(name, "replace").replace("\0", ""))

    def _say(self, words: str) -> None:
        if self._state.destination != "unread":
            self._text.append(words)

    def _words(self) -> Iterator[Event]:
        """The words gathered so far, where they belong to the text."""
        if self._text and self._state.destination in _SAID:
            words = _joined(self._text)
            half = words[-1:] if "\ud800" <= words[-1:] < "\udc00" else ""
            self._text[:] = [half] if half else []
            if words != half and not self._state.look.is_hidden:
                yield Event(Kind.WORDS, words.removesuffix(half), self._state.look)
        elif self._text and self._state.destination in ("fonttbl", "info", "unread"):
            self._text.clear()

    def _set(self, word: str, number: int | None) -> None:
        """Take in a control word that changes how what follows is set."""
        look = self._state.look
        is_on = number != 0
        if word in ("plain", "pard"):
            own = {name: getattr(look, name) for name in _OF_PARAGRAPHS}
            look = Look(**own) if word == "plain" else replace(look, **dict.fromkeys(_OF_PARAGRAPHS, 0))
        elif word in _TOGGLES:
            look = replace(look, **{_TOGGLES[word]: is_on})
        elif word in ("super", "sub", "nosupersub"):
            look = replace(look, raised={"super": "sup", "sub": "sub"}.get(word, "") if is_on else "")
        elif word == "ls" and number is not None:
            look = replace(look, is_in_list=number > 0)
        elif word == "ilvl" and number is not None:
            look = replace(look, depth=min(max(number, 0), 8))
        elif word == "li" and number is not None:
            look = replace(look, indent=min(max(number, 0), 100_000))
        elif word == "outlinelevel" and number is not None:
            look = replace(look, level=number + 1 if 0 <= number < 9 else 0)
        elif word == "s" and number is not None:
            self._style = number
            if self._state.destination != "stylesheet":
                look = replace(look, level=self._levels.get(number, 0))
        else:
            self._set_characters(word, number)
        self._state = replace(self._state, look=look)

    def _set_characters(self, word: str, number: int | None) -> None:
        if word == "f" and number is not None:
            self._state = replace(self._state, font=number)
        elif word == "uc" and number is not None:
            self._state = replace(self._state, skip=min(max(number, 0), 20))
        elif word == "fcharset" and self._state.destination == "fonttbl" and number in _CHARSETS:
            if number:
                self._fonts[self._state.font] = _CHARSETS[number]
        elif word == "ansicpg" and number:
            self._charset = _known(f"cp{number}", self._charset)
        elif word in ("mac", "pc", "pca"):
            self._charset = {"mac": "mac-roman", "pc": "cp437"}.get(word, "cp850")


_OF_PARAGRAPHS = ("level", "is_in_list", "depth", "indent", "is_in_table")
_TOGGLES = {
    "b": "is_bold", "i": "is_italic", "strike": "is_struck", "striked": "is_struck", "v": "is_hidden",
    "deleted": "is_hidden", "intbl": "is_in_table",
}  # fmt: skip


def _character(number: int) -> str:
    code = number + 65536 if number < 0 else number
    return chr(code) if 0 < code < 0x110000 else ""


def _joined(pieces: list[str]) -> str:
    """Words from pieces; a character that came as two halves is one again, a first half at the end stays."""
    words = "".join(pieces)
    if not any("\ud800" <= sign <= "\udfff" for sign in words):
        return words
    half = words[-1:] if "\ud800" <= words[-1:] < "\udc00" else ""
    whole = words.removesuffix(half)
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") + half


def _known(name: str, otherwise: str) -> str:
    try:
        return codecs.lookup("utf-8" if name == "cp65001" else name).name
    except LookupError:
        return otherwise
