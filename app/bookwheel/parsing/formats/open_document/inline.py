"""What stands in a paragraph of an OpenDocument file: words, links, notes, pictures and remarks."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.open_document.content import OpenDocument
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

DEEPEST = 40
MOST_SPACES = 100
_SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp")
_NOT_READ = frozenset(("tracked-changes", "ruby-text", "note-citation", "annotation-end", "desc", "title"))


class InlineReader:
    """Reads paragraphs; what hangs on them gathers in `notes`, `boxes`, `remarks` and `names`."""

    def __init__(self, document: OpenDocument) -> None:
        """Nothing was read yet; `depth` counts boxes of text within each other."""
        self._document = document
        self.number = 0
        self.notes: list[tuple[str, Element, int]] = []
        self.boxes: list[Element] = []
        self.remarks: list[Element] = []
        self.depth = 0
        self._names: list[str] = []

    def paragraph(self, element: Element) -> str:
        """A paragraph as Markdown."""
        return finished("".join(self._pieces(element, 0)))

    def taken_names(self) -> list[str]:
        """The bookmarks met since the last call."""
        names, self._names = self._names, []
        return names

    def picture(self, image: Element) -> str:
        """A picture of the file as Markdown; empty for one that lies outside or cannot be shown."""
        target = unquote(attribute(image, "href")).removeprefix("./")
        if self._document.parts is None or target not in self._document.parts or not target.lower().endswith(_SHOWN):
            return ""
        return md.image("", f"inner:{target}")

    def _pieces(self, element: Element, depth: int) -> Iterator[str]:
        yield _words(element.text)
        for child in element:
            if depth < DEEPEST:
                yield from self._piece(child, name_of(child), depth)
            yield _words(child.tail)

    def _piece(self, child: Element, name: str, depth: int) -> Iterator[str]:
        if name == "span":
            yield self._span(child, depth)
        elif name == "a":
            inner = "".join(self._pieces(child, depth + 1))
            yield _linked(inner, self._target(attribute(child, "href")))
        elif name == "s":
            count = attribute(child, "c")
            yield " " * min(MOST_SPACES, int(count) if count.isdigit() and len(count) < 5 else 1)
        elif name == "tab":
            yield " "
        elif name == "line-break":
            yield BREAK
        elif name == "note":
            yield self._note(child)
        elif name == "annotation":
            self.remarks.append(child)
        elif name in ("bookmark", "bookmark-start"):
            self._names.append(attribute(child, "name"))
        elif name == "frame":
            yield self.frame(child)
        elif name in ("custom-shape", "rect", "ellipse", "g"):
            self.boxes.append(child)
        elif name and name not in _NOT_READ:
            yield from self._pieces(child, depth + 1)

    def _target(self, address: str) -> str:
        """Where a link leads; empty for a place in the file that has no name here."""
        if address.startswith("#") and (address.endswith("|outline") or self._document.kind != "text"):
            return ""
        return f"#{inline_text.anchor_id(address[1:])}" if address.startswith("#") else address.removeprefix("../")

    def _span(self, span: Element, depth: int) -> str:
        style = self._document.style(attribute(span, "style-name"))
        if style.is_hidden:
            return ""
        if style.is_code and not any(name_of(one) in ("note", "frame", "a") for one in span):
            return md.code(plain(span))
        words = "".join(self._pieces(span, depth + 1))
        if not words.strip():
            return words
        if style.raised:
            words = inline_text.tag(style.raised, words)
        if style.is_struck:
            words = f"~~{words.strip()}~~"
        if style.is_italic:
            words = emphasised(words, "*")
        return emphasised(words, "**") if style.is_bold else words

    def _note(self, note: Element) -> str:
        body = next((one for one in note if name_of(one) == "note-body"), None)
        if body is None:
            return ""
        name = f"{'e' if attribute(note, 'note-class') == 'endnote' else 'f'}{len(self.notes) + 1}"
        self.notes.append((name, body, self.number))
        return f"[^{name}]"

    def frame(self, frame: Element) -> str:
        """What a frame shows in a line: a picture or a formula; a box of text waits in `boxes`."""
        described = {name_of(one): one.text or "" for one in frame if name_of(one) in ("title", "desc")}
        words = described.get("desc") or described.get("title", "")
        for one in frame:
            name = name_of(one)
            if name == "text-box":
                self.boxes.append(one)
                return ""
            if name == "object" and (formula := self._formula(one)):
                return formula
            if name == "image" and (shown := self.picture(one)):
                return shown.replace("![](", f"![{md.escaped(md.one_line(words))}](", 1)
        return _words(words)

    def _formula(self, element: Element) -> str:
        """A formula as its author typed it, as code."""
        tree = self._document.inner(element)
        if tree is None or name_of(tree) != "math":
            return ""
        typed = next((one.text or "" for one in tree.iter() if name_of(one) == "annotation"), "")
        return md.code(typed or " ".join(one.text.strip() for one in tree.iter() if one.text and one.text.strip()))


def plain(element: Element) -> str:
    """A paragraph's words as they are: code."""
    made: list[str] = [element.text or ""]
    for child in element:
        name = name_of(child)
        if name == "s":
            count = attribute(child, "c")
            made.append(" " * min(MOST_SPACES, int(count) if count.isdigit() and len(count) < 5 else 1))
        elif name == "tab":
            made.append("\t")
        elif name == "line-break":
            made.append("\n")
        elif name in ("span", "a"):
            made.append(plain(child))
        made.append(child.tail or "")
    return "".join(made)


def _words(text: str | None) -> str:
    return inline_text.words(without_marks(text)) if text else ""


def _linked(inner: str, target: str) -> str:
    if not target or not inner.strip():
        return inner
    before, after = " " if inner[:1].isspace() else "", " " if inner[-1:].isspace() else ""
    return f"{before}{md.link(decided(inner.replace(BREAK, ' ').strip()), target)}{after}"
