"""Markdown to pieces in one pass over the events of pyromark (pulldown-cmark), which carry byte ranges."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, cast

import pyromark

from bookwheel.domain.document import Dialect, Fence, Link, LinkKind
from bookwheel.domain.links.citations import citations_in
from bookwheel.domain.links.named_links import CITE, address_to, is_named
from bookwheel.domain.markup.badges import is_badge
from bookwheel.domain.markup.comments import FILL, blank_comments
from bookwheel.domain.messages import Message
from bookwheel.parsing.markdown.dialect_marks import HELD, admonitions_as_quotes, cleanings, split_explicit_id
from bookwheel.parsing.markdown.markup import html_heading, html_links, shortcode_name, visible, without_shortcodes
from bookwheel.parsing.parsed_body import Piece, Reading
from bookwheel.parsing.tags import inline_tags

OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
    | pyromark.Options.ENABLE_GFM
)
_CONTAINERS = frozenset({"BlockQuote", "List", "Item", "FootnoteDefinition", "Table"})
_CITE_ROLE = re.compile(r"(?<![\w{])\{cite(?::[a-z*]{1,12})?\}\Z")
_REFERENCES = frozenset({"Reference", "Collapsed", "Shortcut"})
_WORDS = frozenset({"Text", "Html", "InlineHtml"})
_CONTENTS = frozenset({"toc", "_toc_"})
"""`[[toc]]` on a page of VitePress or GitLab asks for its contents; in a vault it is a link."""
_ADDRESS = re.compile(rb"\(([^ \n()]+)\)")
_LONGEST_LINK_TEXT = 500
_LANGUAGE = re.compile(r"[^\s,{}:;]+")
_ESCAPED_TAG = re.compile(r"\\#([^\s#.,;:!?()\[\]]+)")

Events = Iterable[tuple[Any, dict[str, int]]]


def read(body: str, dialect: Dialect) -> Reading:
    """The pieces, links, fences and tags of a Markdown body.

    A parse that panics inside pyromark is done again with markdown-it-py, whose ranges are whole blocks.
    """
    is_plain = dialect in (Dialect.COMMONMARK, Dialect.CONVERTED)
    options = OPTIONS if is_plain else OPTIONS | pyromark.Options.ENABLE_WIKILINKS
    has_comments = dialect is Dialect.OBSIDIAN and "%%" in body
    source = admonitions_as_quotes(body) if dialect is Dialect.MKDOCS else body
    if has_comments:
        source = blank_comments(body)
    try:
        events = cast(Events, pyromark.events_with_range(source, options=options, merge_text=True))
        return Reader(source, dialect).read(_without_fill(events) if has_comments else events)
    except BaseException as panic:
        # PyO3 derives a Rust panic from BaseException and does not export its class.
        if type(panic).__name__ != "PanicException":
            raise
    from bookwheel.parsing.markdown.markdown_it_events import fallback_events  # noqa: PLC0415 - hardly ever needed

    reading = Reader(source, dialect).read(_without_fill(fallback_events(source)))
    reading.warnings.append(
        Message("The fast parser failed on this file, so the positions of its links are only approximate.")
    )
    return reading


def _without_fill(events: Events) -> Events:
    """The events without what stands in their text for comments."""
    for event, span in events:
        name = "" if event.__class__ is str else next(iter(event))
        if name in _WORDS and FILL in event[name]:
            yield {name: event[name].replace(FILL, "")}, span
        else:
            yield event, span


class Reader:
    """One pass over one body. Offsets are bytes of the body, lines count from 0."""

    def __init__(self, body: str, dialect: Dialect) -> None:
        self._raw = body.encode()
        self._cleanings = cleanings(body, dialect)
        self._contents = frozenset[str]() if dialect is Dialect.OBSIDIAN else _CONTENTS
        self._is_converted = dialect is Dialect.CONVERTED
        self._reading = Reading()
        self._parts: list[str] = []
        self._code: list[str] = []
        self._html: list[str] | None = None
        self._is_code = False
        self._open_links: list[tuple[LinkKind, str, int]] = []
        self._html_link: tuple[int, int] | None = None
        self._line_position = (0, 0)
        self._depth = 0
        self._quiet = 0
        self._is_hidden = False
        self._escaped = frozenset(_ESCAPED_TAG.findall(body)) if "\\#" in body else frozenset[str]()

    def read(self, events: Events) -> Reading:
        """Run through the events and hand over what was found."""
        # One loop with its commonest cases first and no call for most events: a document has tens of thousands.
        append, add_code = self._parts.append, self._code.append
        for event, span in events:
            if event.__class__ is str:
                append(" " if event == "SoftBreak" else "\n")
                continue
            text = event.get("Text")
            if text is not None:
                if self._is_code:
                    add_code(text)
                elif not self._is_hidden:
                    if "#" in text and not self._quiet and not self._is_converted:
                        self._collect_tags(text)
                    if ("@" in text or "10." in text or "rXiv" in text or "rxiv:" in text) and not self._open_links:
                        self._add_citations(text, span["start"])
                    append(text)
                continue
            code = event.get("Code")
            if code is not None:
                if self._parts and self._parts[-1].endswith("}") and not self._open_links:
                    self._add_role(code, span["start"])
                append(code.replace("{{", HELD) if "{{" in code else code)
                continue
            ((kind, value),) = event.items()
            if kind == "Start":
                self._start(value, span)
            elif kind == "End":
                self._end(value if value.__class__ is str else next(iter(value)), span)
            elif kind == "Html":
                self._take_html(value, span)
            elif kind == "InlineHtml":
                self._add_inline_html(value, span)
        if not self._reading.pieces:
            self._reading.pieces.append(Piece(0, "", "", 0, 0))
        self._close_piece()
        return self._reading

    def _start(self, value: Any, span: dict[str, int]) -> None:
        name = value if value.__class__ is str else next(iter(value))
        if name == "Paragraph" or name == "Item" or name == "TableRow":
            self._break()
            if name == "Item":
                self._depth += 1
        elif name == "Link" or name == "Image":
            self._open_link(name, value[name])
        elif name == "Heading":
            self._break()
            self._quiet += 1
            if not self._depth:
                self._open_piece(int(value["Heading"]["level"][1]), span["start"])
        elif name == "CodeBlock":
            self._is_code = True
            self._add_fence(value[name], span)
        elif name == "HtmlBlock":
            self._html = []
        elif name in _CONTAINERS:
            self._depth += 1

    def _end(self, name: str, span: dict[str, int]) -> None:
        if name == "Paragraph":
            self._break()
        elif name == "TableRow" or name == "TableHead":
            while self._parts and self._parts[-1] == " | ":
                self._parts.pop()
            self._break()
        elif name == "Item":
            self._break()
            self._depth -= 1
        elif name == "Link" or name == "Image":
            self._close_link(span)
        elif name == "TableCell":
            self._parts.append(" | ")
        elif name == "Heading":
            self._quiet -= 1
            if self._depth:
                self._break()
            else:
                self._name_piece()
        elif name == "CodeBlock":
            self._is_code = False
            self._code.append("\n")
        elif name == "HtmlBlock":
            if self._html:
                self._add_html("".join(self._html), span["start"])
            self._html = None
        elif name in _CONTAINERS:
            self._depth -= 1

    def _take_html(self, html: str, span: dict[str, int]) -> None:
        """Add HTML by itself, or keep a line of a block until the block ends."""
        if self._html is None:
            self._add_html(html, span["start"])
        else:
            self._html.append(html)

    def _line(self, position: int) -> int:
        at, line = self._line_position
        if position >= at:
            line += self._raw.count(b"\n", at, position)
        else:
            line -= self._raw.count(b"\n", position, at)
        self._line_position = (position, line)
        return line

    def _section(self) -> int:
        return max(0, len(self._reading.pieces) - 1)

    def _break(self) -> None:
        parts = self._parts
        if parts and parts[-1] != "\n":
            parts.append("\n")

    def _open_piece(self, level: int, start: int) -> None:
        start = self._raw.rfind(b"\n", 0, start) + 1
        pieces = self._reading.pieces
        if not pieces and start > 0:
            pieces.append(Piece(0, "", "", 0, 0))
        if pieces:
            self._close_piece()
        pieces.append(Piece(level, "", "", start, self._line(start)))
        self._parts.clear()
        self._code.clear()

    def _name_piece(self) -> None:
        piece = self._reading.pieces[-1]
        title = "".join(self._parts)
        if title.rstrip().endswith("}"):
            title, piece.anchor = split_explicit_id(title)
        if "{{" in title and not self._is_converted:
            title = without_shortcodes(title).strip() or shortcode_name(title)
        piece.title = " ".join(title.replace(HELD, "{{").split())
        self._parts.clear()

    def _close_piece(self) -> None:
        piece = self._reading.pieces[-1]
        prose = "".join(self._parts)
        for cleaned in self._cleanings:
            prose = cleaned(prose)
        piece.prose = "\n".join(filter(None, map(str.strip, prose.split("\n"))))
        piece.code = "".join(self._code).strip("\n")

    def _collect_tags(self, text: str) -> None:
        before = self._parts[-1][-1:] if self._parts and text[0] in "#＃" else ""
        names = inline_tags(f"{before}{text}" if before and not before.isspace() else text)
        self._reading.tags.extend(name for name in names if name not in self._escaped)

    def _add_citations(self, text: str, start: int) -> None:
        """Add what a piece of text cites by a key, a DOI or a number of arXiv."""
        for address, shown in citations_in(text, has_keys=not self._is_converted):
            self._add_link(LinkKind.NAME, address, shown, self._line(start))

    def _add_role(self, code: str, start: int) -> None:
        """Add the works of a role of MyST, such as {cite:p}`one,other`."""
        if not self._is_converted and _CITE_ROLE.search(self._parts[-1]):
            for key in filter(None, map(str.strip, code[:2000].split(","))):
                self._add_link(LinkKind.NAME, address_to(CITE, [key]), key, self._line(start))

    def _open_link(self, name: str, link: dict[str, Any]) -> None:
        style, is_image = link["link_type"], name == "Image"
        if style.__class__ is not str:
            kind = LinkKind.EMBED if is_image else LinkKind.WIKILINK
            if self._parts and self._parts[-1].endswith("#") and not is_image and not self._quiet:
                self._reading.tags.append(link["dest_url"])
        elif is_image:
            kind = LinkKind.IMAGE
        else:
            kind = LinkKind.REFERENCE if style in _REFERENCES else LinkKind.MARKDOWN
        self._quiet += 1
        target = f"mailto:{link['dest_url']}" if style == "Email" else link["dest_url"]
        self._open_links.append((kind, target, len(self._parts)))

    def _close_link(self, span: dict[str, int]) -> None:
        self._quiet -= 1
        kind, target, first = self._open_links.pop()
        text = self._link_text(first)
        address = _ADDRESS.match(self._raw, span["end"]) if kind is LinkKind.WIKILINK else None
        if address is not None:
            # `[[1]](url)` is a Markdown link with brackets in its text, though pulldown-cmark sees a wikilink.
            kind, target = LinkKind.MARKDOWN, address.group(1).decode("utf-8", "replace")
        elif kind is LinkKind.EMBED and re.fullmatch(r"\d+(?:x\d+)?", text):
            del self._parts[first:]
            text = ""
        if kind is LinkKind.WIKILINK and target == text and target.lower() in self._contents:
            del self._parts[first:]
            return
        elif kind is LinkKind.IMAGE and is_badge(target):
            del self._parts[first:]
        self._add_link(kind, target, text, self._line(span["start"]))

    def _link_text(self, first: int) -> str:
        """Return the text since a part, cut short: links that nest would hold the text of all within each."""
        parts = [part[:_LONGEST_LINK_TEXT] for part in self._parts[first : first + _LONGEST_LINK_TEXT]]
        return "".join(parts)[:_LONGEST_LINK_TEXT]

    def _add_link(self, kind: LinkKind, target: str, text: str, line: int) -> None:
        path, _, fragment = target.partition("#")
        if kind in (LinkKind.MARKDOWN, LinkKind.REFERENCE) and is_named(path):
            kind = LinkKind.NAME
        if kind in (LinkKind.WIKILINK, LinkKind.EMBED):
            path, fragment = path.strip().removesuffix("\\"), fragment.strip().removesuffix("\\")
        if path or fragment:
            self._reading.links.append(Link(kind, path, fragment, " ".join(text.split()), line, self._section()))

    def _add_fence(self, style: Any, span: dict[str, int]) -> None:
        self._break()
        written = "" if style == "Indented" else str(style["Fenced"])
        match = _LANGUAGE.search(written)
        language = match.group().lower().lstrip(".") if match else ""
        last = max(span["start"], span["end"] - 1)
        self._reading.fences.append(Fence(language, self._line(span["start"]), self._line(last), self._section()))

    def _add_html(self, html: str, start: int) -> None:
        text = visible(html)
        self._break()
        if text:
            self._parts += (text, "\n")
        if "<h1" in html.lower() and not self._reading.html_heading:
            self._reading.html_heading = html_heading(html)
        self._add_html_links(html, start)

    def _add_html_links(self, html: str, start: int) -> None:
        for element, target, line in html_links(html):
            kind = LinkKind.HTML if element == "a" else LinkKind.IMAGE
            self._add_link(kind, target, "", self._line(start) + line)

    def _add_inline_html(self, html: str, span: dict[str, int]) -> None:
        lower = html[:8].lower()
        if lower.startswith("<br"):
            self._break()
        elif lower.startswith(("<script", "<style")):
            self._is_hidden = True
        elif lower.startswith(("</script", "</style")):
            self._is_hidden = False
        elif lower.startswith(("<a ", "<img ", "<a\n", "<img\n")):
            before = len(self._reading.links)
            self._add_html_links(html, span["start"])
            if lower.startswith("<a") and len(self._reading.links) > before:
                self._html_link = (before, len(self._parts))
        elif lower.startswith("</a") and self._html_link is not None:
            index, first = self._html_link
            text = " ".join(self._link_text(first).split())
            self._reading.links[index] = replace(self._reading.links[index], text=text)
            self._html_link = None
        if lower.startswith("<img"):
            self._parts.append(visible(html))
