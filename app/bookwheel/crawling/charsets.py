"""The text of an answer: by its byte order mark, its header, what the page states, or the bytes themselves."""

from __future__ import annotations

import codecs
import re

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.html.document import text_of

_AS_WEB = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932"}
"""Character sets that browsers read as larger ones."""
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.IGNORECASE)
_MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def charset_of(content_type: str) -> str:
    """The character set that a header names; empty for none, or one that nobody knows."""
    found = _CHARSET.search(content_type)
    if not found:
        return ""
    try:
        name = codecs.lookup(found[1]).name
        "".encode(name)
    except (LookupError, UnicodeError, ValueError, TypeError):
        return ""
    return _AS_WEB.get(name, name)


def text_from(content: bytes, charset: str) -> str:
    """The text of a page; what a header names wrongly is found out from the page.

    Raises:
        SkippedFile: for what is no text.
    """
    if charset and not content.startswith(_MARKS):
        try:
            text = content.decode("utf-8" if _is_really_utf8(content, charset) else charset)
        except (UnicodeError, LookupError):
            return text_of(content)
        if "\0" in text:
            raise SkippedFile("The page is not text.")
        return text.replace("\r\n", "\n").replace("\r", "\n")
    return text_of(content)


def _is_really_utf8(content: bytes, charset: str) -> bool:
    """Whether a text is UTF-8 although a header names a set of single bytes, in which anything can be read."""
    if not charset.startswith(("cp125", "iso8859", "koi8", "mac")) or content.isascii():
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def plain_text_from(content: bytes, charset: str) -> str:
    """The text of a file that is no page.

    Raises:
        SkippedFile: for what is no text.
    """
    try:
        return content.decode(charset) if charset else decode(content).text
    except (UnicodeError, LookupError):
        return decode(content).text
