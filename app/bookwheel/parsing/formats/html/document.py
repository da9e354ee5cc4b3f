"""HTML and XHTML: the part of a page that is for reading, with its headings, links, tables and code."""

from __future__ import annotations

import codecs
import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.html.blocks import HtmlBlocks
from bookwheel.parsing.formats.html.tree import attribute, main_part, tree_of
from bookwheel.parsing.formats.markdown_writer import Writer, one_line
from bookwheel.parsing.formats.markup import blocks
from bookwheel.parsing.front_matter import split

_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w:.-]{2,40})", re.IGNORECASE)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w:.-]{2,40})", re.IGNORECASE)
_AS_WEB = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932"}
_NAMES = {
    "description": "description", "og:description": "description", "author": "author", "article:author": "author",
    "keywords": "keywords", "date": "date", "dc.date": "date", "article:published_time": "date", "dcterms.date": "date",
}  # fmt: skip
_LARGEST = 60_000_000
"""Characters of a page that are read; its tree takes some twenty times as much memory."""


def read(content: bytes, path: str) -> Converted:
    """A page as Markdown; its lines lead back to those of the source.

    Raises:
        SkippedFile: for a binary file, or one that is too large.
    """
    text = text_of(content)
    if len(text) > _LARGEST:
        raise SkippedFile("This page is too large to read.")
    header = split(text) if text.startswith("---") else None
    start = header.length if header else 0
    writer = Writer()
    tree = tree_of(text[start:], 1 + text.count("\n", 0, start))
    fields = dict(header.values) if header else {}
    for name, value in fields_of(tree).items():
        fields.setdefault(name, value)
    part = main_part(tree, is_page=True)
    if part is not None:
        _write(part, writer, 0)
    has_own_title = header is not None and "title" in header.values
    if not has_own_title and any(line.startswith("# ") for line in writer.text.split("\n")[:400]):
        fields.pop("title", None)
    return Converted(writer.text, fields, writer.places, list(header.warnings) if header else [])


def to_markdown(html: str, writer: Writer, *, base_level: int = 0, has_places: bool = False) -> None:
    """Write all of a piece of HTML as Markdown; `base_level` is added to its headings'."""
    tree = tree_of(html)
    part = main_part(tree, is_page=False)
    if part is None:
        return
    if has_places:
        _write(part, writer, base_level)
    else:
        for block in HtmlBlocks(base_level).of(part):
            writer.add(block.text)


def _write(part: LexborNode, writer: Writer, level: int) -> None:
    for block in HtmlBlocks(level).of(part):
        blocks.write(writer, block)


def fields_of(tree: LexborHTMLParser) -> dict[str, object]:
    """What a page says of itself: title, description, author, keywords, date, language, address."""
    fields: dict[str, object] = {}
    for node in tree.css("meta[content]"):
        name = (attribute(node, "name") or attribute(node, "property")).lower()
        value = one_line(attribute(node, "content"))
        if _NAMES.get(name) == "author" and value.startswith(("http://", "https://")):
            continue  # the address of a profile, not a name
        if name in _NAMES and value:
            fields.setdefault(_NAMES[name], value)
        elif name == "og:title" and value:
            fields["title"] = value
    if isinstance(words := fields.get("keywords"), str):
        fields["keywords"] = [word.strip() for word in words.split(",") if word.strip()]
    title = tree.css_first("title")
    if title is not None and (words := one_line(title.text())):
        fields.setdefault("title", words)
    whole = tree.css_first("html")
    if whole is not None and (language := attribute(whole, "lang") or attribute(whole, "xml:lang")):
        fields["language"] = language
    canonical = tree.css_first("link[rel=canonical][href]")
    if canonical is not None and attribute(canonical, "href").startswith(("http://", "https://")):
        fields["url"] = attribute(canonical, "href")
    return fields


def text_of(content: bytes) -> str:
    """A page's text by its byte order mark, else by the character set that it states, else as any text.

    Raises:
        SkippedFile: for a binary file.
    """
    has_mark = content.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    found = None if has_mark else _CHARSET.search(content[:4096]) or _DECLARED.match(content[:300])
    if found:
        try:
            name = codecs.lookup(found[1].decode("ascii")).name
            text = content.decode(_AS_WEB.get(name, name))
        except (LookupError, UnicodeError, ValueError):
            return decode(content).text
        if not name.startswith(("utf-16", "utf-32")) and "\0" not in text:
            return text.replace("\r\n", "\n").replace("\r", "\n")
    return decode(content).text
