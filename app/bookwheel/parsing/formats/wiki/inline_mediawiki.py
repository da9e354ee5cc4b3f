"""MediaWiki's marks within a line as Markdown: emphasis, links, pictures, templates, notes, formulas, HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from bookwheel.parsing.anchors import slug
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markup import inline_text as inline
from bookwheel.parsing.formats.markup.nested_text import NestedText
from bookwheel.parsing.formats.wiki.braces import arguments, closing

_OPENS = re.compile(
    r"(?P<link>\[\[)|(?P<template>\{\{)|(?P<address>\[(?=(?:https?|ftps?|mailto|ircs?|news):|//))"
    r"|(?P<plain>(?<![\w/])(?:https?|ftp)://[^\s<>\[\]{}|\"]{2,2000})"
    r"|<(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})(?P<attributes>(?:\s[^<>]{0,500}?)?)(?P<empty>/?)>"
    r"|(?P<marks>'{2,5})|(?P<switch>__[A-Z]{3,20}__)|</?[a-zA-Z][^<>]{0,200}>"
)
_FILES = frozenset(("file", "image", "datei", "bild", "fichier", "archivo", "immagine", "bestand", "media", "plik"))
CATEGORIES = frozenset(("category", "kategorie", "catégorie", "categoría", "categoria", "categorie", "kategoria"))
_LAYOUT = re.compile(
    r"(?:thumb(?:nail)?|frame(?:less|d)?|border|left|right|center|centre|none|upright(?:[ =][\d.]*)?|\d*x?\d+\s*px"
    r"|baseline|middle|sub|super|top|text-top|bottom|text-bottom|mini(?:atur)?|rechts|links|zentriert|ohne"
    r"|(?:link|lang|page|class|width|start|upright)=.*)\Z",
    re.IGNORECASE,
)
_CODES = frozenset(("code", "tt", "samp", "nowiki", "pre", "source", "syntaxhighlight"))
_PAIRS = {"b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "dfn": "*", "var": "*", "s": "~~", "del": "~~"}
_TAGS = frozenset(("sub", "sup", "kbd", "mark"))
_NAME = re.compile(r"""\bname\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s/>]+))""", re.IGNORECASE)
_SILENT = frozenset(
    ("reflist", "references", "clear", "clr", "toc", "notelist", "-", "defaultsort", "displaytitle", "br", "!", "=")
)
_TRAIL = re.compile(r"[^\W\d_]{1,30}")
_DEEPEST = 8
_MOST_UNCLOSED = 100


class MediaWikiInline:
    """Writes the text of one file's blocks; keeps its notes and categories."""

    def __init__(self) -> None:
        """No note and no category yet."""
        self.notes: dict[str, str] = {}
        self.categories: list[str] = []
        self.names: dict[str, str] = {}
        self.title = ""
        self._labels: dict[str, str] = {}
        self._nested = NestedText(_DEEPEST)
        self._unclosed = 0

    def write(self, text: str, *, block: bool = True) -> str:
        """Markdown of a text; as a `block`, it begins and ends a line."""
        return self._nested.write(text, lambda part: self._parts(part, block=block))

    def _parts(self, text: str, *, block: bool) -> str:
        parts: list[str] = []
        open_marks: list[str] = []
        missing: set[str] = set()
        at = 0
        while match := _OPENS.search(text, at):
            made, end = self._mark(text, match, open_marks, missing)
            if match.start() > at:
                parts.append(inline.words(unescape(text[at : match.start()]), opens=block and not at))
            parts.append(made)
            at = end
        if at < len(text):
            parts.append(inline.words(unescape(text[at:]), opens=block and not at, closes=block))
        made = "".join([*parts, *reversed(open_marks)])
        return made.strip() if block else made

    def _mark(self, text: str, match: re.Match[str], open_marks: list[str], missing: set[str]) -> tuple[str, int]:
        """Markdown of what begins at a match, and where in the text it ends."""
        groups = match.groupdict()
        if groups["marks"]:
            return self._emphasis(text, match, open_marks), match.end()
        if groups["plain"]:
            return self._plain(groups["plain"], match.start())
        if groups["switch"] or groups["tag"] is None and match[0].startswith("<"):
            return "", match.end()
        if groups["tag"]:
            return self._element(text, match, missing)
        opens, closes = ("[", "]") if groups["address"] else (("[[", "]]") if groups["link"] else ("{{", "}}"))
        end = closing(text, match.start(), opens, closes) if self._unclosed < _MOST_UNCLOSED else -1
        if end < 0:
            self._unclosed += 1
            return inline.words(match[0]), match.end()
        inside = text[match.end() : end - len(closes)]
        if groups["link"]:
            trail = _TRAIL.match(text, end)
            return self._link(inside, trail[0] if trail else "", end)
        if groups["template"]:
            return self.template(inside), end
        target, _, label = inside.partition(" ")
        target, label = md.one_line(target), label.strip()
        return md.link(self.write(label, block=False) if label else inline.words(target), target), end

    def _plain(self, address: str, start: int) -> tuple[str, int]:
        address = address.rstrip(".,;:!?'\")")
        return md.link(inline.words(address), address), start + len(address)

    def _emphasis(self, text: str, match: re.Match[str], open_marks: list[str]) -> str:
        """An opening or closing mark; one that nothing closes is text."""
        wanted = {2: ("*",), 3: ("**",), 5: ("**", "*")}.get(len(match[0]))
        if wanted is None:
            return inline.words(match[0])
        if all(mark in open_marks for mark in wanted):
            made = ""
            while wanted and any(mark in open_marks for mark in wanted):
                made += open_marks.pop()
            return made
        wanted = tuple(mark for mark in wanted if mark not in open_marks)
        if text.find("''", match.end()) < 0 or text[match.end() : match.end() + 1] in ("", " ", "\n"):
            return ""
        open_marks += wanted
        return "".join(wanted)

    def _element(self, text: str, match: re.Match[str], missing: set[str]) -> tuple[str, int]:
        name = match["tag"].lower()
        if name in ("br", "hr"):
            return " ", match.end()
        if name in ("references", "wbr", "section", "img"):
            return "", match.end()
        if match["empty"]:
            return (self._reference(match["attributes"], "") if name == "ref" else ""), match.end()
        closes = None if name in missing else re.compile(rf"</{name}\s*>", re.IGNORECASE).search(text, match.end())
        if closes is None:
            missing.add(name)
            return "", match.end()
        inside = text[match.end() : closes.start()]
        return self._written(name, match["attributes"], inside), closes.end()

    def _written(self, name: str, attributes: str, inside: str) -> str:
        if name == "nowiki":
            return inline.words(unescape(inside))
        if name in _CODES:
            return md.code(unescape(re.sub(r"</?nowiki\s*/?>", "", inside)))
        if name in ("math", "chem", "ce"):
            return inline.math(inside)
        if name == "ref":
            return self._reference(attributes, inside)
        made = self.write(inside, block=False)
        if name in _TAGS:
            return inline.tag(name, made)
        return inline.emphasis(made, _PAIRS[name]) if name in _PAIRS else made

    def _reference(self, attributes: str, text: str) -> str:
        """A note's mark; the note itself is kept with its first text."""
        named = _NAME.search(attributes)
        name = next((group for group in named.groups() if group), "") if named else ""
        label = self._labels.get(name) if name else None
        if label is None:
            label = str(len(self._labels) + 1)
            self._labels[name or f"\0{label}"] = label
        if text.strip():
            self.notes.setdefault(label, self.write(md.one_line(text)))
        self.names[label] = name
        return f"[^{label}]"

    def _link(self, inside: str, trail: str, end: int) -> tuple[str, int]:
        """A link, picture or category, and where it ends: letters right behind a link belong to its words."""
        target, *shown = arguments(inside)
        target = md.one_line(target)
        space, colon, rest = target.partition(":")
        if colon and space.strip().lower() in CATEGORIES:
            self.categories.append(rest.strip())
            return "", end
        if colon and space.strip().lower() in _FILES:
            return self.picture(rest, shown), end
        label = shown[-1] if shown else target.lstrip(":")
        if shown and not label.strip():  # the pipe trick
            label = re.sub(r"\A[^:]*:|\s*\([^()]*\)\Z", "", target)
        words = self.write(label, block=False) + inline.words(trail)
        return md.link(md.one_line(words), address_of(target)), end + len(trail)

    def picture(self, name: str, shown: Sequence[str]) -> str:
        """A picture with its caption or alternative text."""
        said = [part.strip() for part in shown]
        alternative = next((part[4:].strip() for part in said if part.lower().startswith("alt=")), "")
        captions = [part for part in said if part and not _LAYOUT.match(part) and not part.lower().startswith("alt=")]
        caption = self.write(captions[-1], block=False) if captions else ""
        plain = md.one_line(alternative or name.strip().rpartition(".")[0])
        made = md.image(plain, name.strip())
        return f"{made} {md.one_line(caption)}" if caption else made

    def template(self, inside: str) -> str:
        """A template within a line: its words, since what it would make of them is not in the file."""
        name, *values = arguments(inside)
        name = md.one_line(name)
        head, colon, rest = name.partition(":")
        if colon and head.strip().upper() == "DISPLAYTITLE":
            self.title = re.sub(r"'{2,}|<[^<>]*>", "", rest).strip()
        if head.strip().lower() in _SILENT:
            return "|" if head == "!" else ""
        if not values:
            return inline.words(rest.strip()) if head.startswith("#") else md.code(f"{{{{{name}}}}}")
        parts: list[str] = []
        for value in values:
            key, equals, said = value.partition("=")
            is_named = bool(equals) and re.fullmatch(r"\s*[\w -]{1,40}\s*", key) is not None
            text = md.one_line(self.write((said if is_named else value).strip(), block=False))
            if text.strip():
                parts.append(text.strip())
        return " · ".join(parts)


def address_of(target: str) -> str:
    """The target of a link between pages: its name, and a section of it as an anchor."""
    page, _, section = target.lstrip(":").partition("#")
    page = page.strip().replace("%", "%25")
    return f"{page}#{slug(section.replace('_', ' '))}" if section else page
