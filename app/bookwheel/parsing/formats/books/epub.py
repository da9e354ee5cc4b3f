"""EPUB: the chapters of a book in the order of its spine, each through the reader of HTML."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import unquote

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.html.document import text_of, to_markdown
from bookwheel.parsing.formats.markdown_writer import Writer, one_line
from bookwheel.parsing.formats.markup.inline_text import anchor_id
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of, parse_xml
from bookwheel.parsing.formats.zip_parts import Parts, picture_in

MOST_CHAPTERS = 3_000

_HEADING = re.compile(r"^#{1,6} ", re.MULTILINE)
_IMAGE = re.compile(r"!\[((?:[^\[\]\\]|\\.)*)\]\(<?([^<>()\s]+)>?\)")
_HREF = re.compile(r"(?<!!)\[((?:[^\[\]\\]|\\.)*)\]\(<?([^<>()\s]+)>?\)")
_ANCHOR = re.compile(r'(<a id="|\{#)([^"}]+)("></a>|\})')
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_FIELDS = {
    "title": "title", "creator": "author", "date": "date", "language": "language", "publisher": "publisher",
    "description": "description", "subject": "keywords", "identifier": "identifier",
}  # fmt: skip


_SEALED_CHAPTER = re.compile(rb"CipherReference[^>]{1,500}\.(?:x?html?|xml)[\"']", re.IGNORECASE)
"""What tells encrypted chapters from fonts that are merely scrambled."""


def read(content: bytes, path: str) -> Converted:
    """A book as Markdown, cited by its chapters' files.

    Raises:
        SkippedFile: for a book that is damaged, protected, or has no chapter.
    """
    parts = Parts(content)
    sealed = parts.read("META-INF/encryption.xml") if "META-INF/encryption.xml" in parts else b""
    if sealed and ("META-INF/rights.xml" in parts or _SEALED_CHAPTER.search(sealed)):
        raise SkippedFile("The book is protected against copying and cannot be read.")
    package = _package(parts)
    root = parse_xml(parts.read(package))
    manifest = _manifest(root, posixpath.dirname(package))
    spine = [name for name in _spine(root, manifest) if name in parts][:MOST_CHAPTERS]
    if not spine:
        raise SkippedFile("The book has no chapters.")
    titles = _titles(root, manifest, parts)
    writer = Writer()
    warnings: list[Message] = []
    for number, name in enumerate(spine, 1):
        try:
            text = _chapter(parts.read(name), name, spine, titles.get(name, (1, "")))
        except SkippedFile as error:
            warnings.append(error.message)
            continue
        if text.strip():
            # The anchor above the heading belongs to the section before it.
            writer.at(PlaceKind.CHAPTER, number, label=name, below=2 * (number > 1))
            writer.add(text)
    return Converted(writer.text, _fields(root), writer.places, warnings)


def picture(content: bytes, name: str) -> bytes:
    """A picture of the book by its part's name."""
    return picture_in(content, name)


def _chapter(content: bytes, name: str, spine: list[str], titled: tuple[int, str]) -> str:
    """A chapter's Markdown, its links and pictures named by where they lie in the book."""
    level, title = titled
    writer = Writer()
    to_markdown(text_of(content), writer, base_level=level - 1)
    text = writer.text
    here = _anchor(name, "", spine)
    text = _ANCHOR.sub(lambda found: f"{found[1]}{anchor_id(f'{here}-{found[2]}')}{found[3]}", text)
    text = _IMAGE.sub(lambda found: md.image(found[1].replace("\\", ""), _picture(found[2], name)), text)
    text = _HREF.sub(lambda found: f"[{found[1]}]({_target(found[2], name, spine)})", text)
    if title and not _HEADING.match(text):
        text = f"{md.heading(level, md.escaped(title))}\n\n{text}"
    return f'<a id="{here}"></a>\n\n{text}'


def _anchor(name: str, fragment: str, spine: list[str]) -> str:
    """The name of a place in a chapter that no other chapter has."""
    number = spine.index(name) + 1
    return anchor_id(f"ch{number}-{fragment}" if fragment else f"ch{number}")


def _target(target: str, name: str, spine: list[str]) -> str:
    if _SCHEME.match(target) or target.startswith("//"):
        return target
    path, _, fragment = target.partition("#")
    full = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
    return f"#{_anchor(full, unquote(fragment), spine)}" if full in spine else target


def _picture(target: str, name: str) -> str:
    if _SCHEME.match(target):
        return target
    return "inner:" + posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(target)))


def _package(parts: Parts) -> str:
    """The name of the part that lists all others."""
    if "META-INF/container.xml" in parts:
        for element in parse_xml(parts.read("META-INF/container.xml")).iter():
            if name_of(element) == "rootfile" and attribute(element, "full-path") in parts:
                return attribute(element, "full-path")
    found = next((name for name in parts.names if name.lower().endswith(".opf")), "")
    if not found:
        raise SkippedFile("The file is not an e-book.")
    return found


def _manifest(root: Element, folder: str) -> dict[str, tuple[str, Element]]:
    """The book's files by their ids: name in the zip file, and the element that lists it."""
    return {
        attribute(element, "id"): (
            posixpath.normpath(posixpath.join(folder, unquote(attribute(element, "href")))),
            element,
        )
        for element in root.iter()
        if name_of(element) == "item"
    }


def _spine(root: Element, manifest: dict[str, tuple[str, Element]]) -> list[str]:
    ids = [attribute(element, "idref") for element in root.iter() if name_of(element) == "itemref"]
    names = [manifest[one][0] for one in ids if one in manifest]
    return list(dict.fromkeys(name for name in names if not name.lower().endswith((".svg", ".png", ".jpg", ".css"))))


def _titles(root: Element, manifest: dict[str, tuple[str, Element]], parts: Parts) -> dict[str, tuple[int, str]]:
    """The level and title of each chapter by the book's own table of contents."""
    listed = next(
        (name for name, element in manifest.values() if "nav" in attribute(element, "properties").split()), ""
    )
    if not listed:
        listed = next((name for name, _ in manifest.values() if name.lower().endswith(".ncx")), "")
    try:
        tree = parse_xml(parts.read(listed))
    except SkippedFile:
        return {}
    found: dict[str, tuple[int, str]] = {}
    waiting = [(tree, 0)]
    while waiting:
        element, depth = waiting.pop()
        name = name_of(element)
        depth += name in ("navPoint", "li")
        if name == "a" or name == "navPoint":
            link, title = _entry(element)
            full = posixpath.normpath(posixpath.join(posixpath.dirname(listed), unquote(link.partition("#")[0])))
            if link and title:
                found.setdefault(full, (min(max(depth, 1), 4), title))
        if depth < 12:
            waiting += [(child, depth) for child in reversed(list(element))]
    return found


def _entry(element: Element) -> tuple[str, str]:
    """Where an entry of a table of contents leads, and its title."""
    if name_of(element) == "a":
        words = "".join((part.text or "") + (part.tail or "" if part is not element else "") for part in element.iter())
        return attribute(element, "href"), one_line(words)
    link = title = ""
    for child in element:
        if name_of(child) == "content":
            link = attribute(child, "src")
        elif name_of(child) == "navLabel":
            title = one_line(" ".join(part.text or "" for part in child.iter()))
    return link, title


def _fields(root: Element) -> dict[str, object]:
    fields: dict[str, object] = {}
    keywords: list[str] = []
    for element in root.iter():
        name = _FIELDS.get(name_of(element), "")
        is_stated = isinstance(element.tag, str) and "purl.org/dc" in element.tag
        value = one_line(element.text or "")
        if not (name and value and is_stated):
            continue
        if name == "keywords":
            keywords.append(value)
        else:
            fields.setdefault(name, value)
    return fields | ({"keywords": keywords} if keywords else {})
