"""What stands in a paragraph of a Word document: runs, links, notes, pictures, formulas and text boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, without_marks
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.office.docx_parts import Package, W
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

_ADDRESS = re.compile(r'HYPERLINK\s+(?:\\l\s+)?"([^"]*)"')
_INSIDE = frozenset(("ins", "smartTag", "sdt", "sdtContent", "customXml", "moveTo", "bdo", "dir", "fldSimple"))
_PICTURES = frozenset(("drawing", "pict", "object"))
_SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp")
DEEPEST = 20


@dataclass(slots=True)
class Field:
    """A field that has begun: its instruction so far, and whether its result has."""

    instruction: str = ""
    is_shown: bool = False
    words: list[str] = field(default_factory=list[str])


class InlineReader:
    """Reads paragraphs; what they refer to gathers in `notes`, with `number`, and in `boxes`."""

    def __init__(self, package: Package) -> None:
        """`left_out` counts embedded objects without a picture."""
        self._package = package
        self.number = 0
        self.notes: list[tuple[str, str, int]] = []
        self.boxes: list[Element] = []
        self.names: list[str] = []
        self.left_out = 0
        self._fields: list[Field] = []

    def pieces(self, element: Element, depth: int = 0) -> str:
        """What stands in a paragraph or link, its emphasis not decided yet."""
        return "".join(self._pieces(element, depth))

    def _pieces(self, element: Element, depth: int) -> Iterator[str]:
        for child in element:
            name = name_of(child)
            if name == "r":
                yield from self._run(child)
            elif name == "hyperlink":
                yield self._link(child, depth)
            elif name in _INSIDE and depth < DEEPEST:
                yield from self._pieces(child, depth + 1)
            elif name == "bookmarkStart":
                self._name(attribute(child, "name"))
            elif name in ("oMath", "oMathPara"):
                yield inline_text.math(" ".join(formula(child).split()))
            elif name == "AlternateContent" and depth < DEEPEST:
                yield from self._run(child)

    def _name(self, name: str) -> None:
        if name and not name.startswith(("_GoBack", "OLE_LINK")):
            self.names.append(name)

    def _link(self, element: Element, depth: int) -> str:
        inner = self.pieces(element, depth + 1)
        target, _ = self._package.target(attribute(element, "id"))
        if anchor := attribute(element, "anchor"):
            target = f"{target}#{inline_text.anchor_id(anchor)}"
        return _linked(inner, target)

    def _run(self, run: Element) -> Iterator[str]:
        marks = _marks_of(run)
        if marks is None:
            return
        words = "".join(self._parts(run, 0))
        if not words:
            return
        for mark in marks:
            words = mark_up(words, mark)
        if self._fields:
            if self._fields[-1].is_shown:
                self._fields[-1].words.append(words)
            return
        yield words

    def _parts(self, run: Element, depth: int) -> Iterator[str]:
        for child in run:
            name = name_of(child)
            if name == "t":
                yield inline_text.words(without_marks(child.text or ""))
            elif name in ("tab", "ptab"):
                yield " "
            elif name in ("br", "cr"):
                yield BREAK if attribute(child, "type") in ("", "textWrapping") else " "
            elif name == "noBreakHyphen":
                yield "-"
            elif name == "fldChar":
                yield self._field(attribute(child, "fldCharType"))
            elif name == "instrText" and self._fields:
                self._fields[-1].instruction += child.text or ""
            elif name in ("footnoteReference", "endnoteReference", "commentReference"):
                yield self._note(name.removesuffix("Reference"), attribute(child, "id"))
            elif name in _PICTURES:
                yield self._picture(child)
            elif name in ("AlternateContent", "Choice") and depth < 4:
                first = next(iter(child), None)
                yield from self._parts(child if name == "Choice" or first is None else [first][0], depth + 1)

    def _field(self, kind: str) -> str:
        if kind == "begin" and len(self._fields) < DEEPEST:
            self._fields.append(Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].is_shown = True
        elif kind == "end" and self._fields:
            done = self._fields.pop()
            inner = "".join(done.words)
            found = _ADDRESS.search(done.instruction)
            made = _linked(inner, f"#{found[1]}" if "\\l" in done.instruction else found[1]) if found else inner
            if not self._fields:
                return made
            self._fields[-1].words.append(made)
        return ""

    def close(self) -> str:
        """What stands in fields that nothing ended."""
        left = "".join(word for begun in self._fields for word in begun.words)
        self._fields.clear()
        return left

    def _note(self, kind: str, identifier: str) -> str:
        self.notes.append((kind, identifier, self.number))
        return "" if kind == "comment" else f"[^{kind[0]}{identifier}]"

    def _picture(self, element: Element) -> str:
        self.boxes += [box for box in element.iter() if name_of(box) == "txbxContent"][:1]
        words = next((attribute(each, "descr") for each in element.iter() if name_of(each) == "docPr"), "")
        for child in element.iter():
            name = name_of(child)
            if name in ("blip", "imagedata"):
                target, is_outside = self._package.target(attribute(child, "embed") or attribute(child, "id"))
                if target and not is_outside and target.lower().endswith(_SHOWN):
                    return md.image(words, f"inner:{target}")
        if name_of(element) == "object":
            self.left_out += 1
        return inline_text.words(words) if words else ""


def _linked(inner: str, target: str) -> str:
    if not target or not inner.strip():
        return inner
    before, after = " " if inner[:1].isspace() else "", " " if inner[-1:].isspace() else ""
    return f"{before}{md.link(decided(inner.replace(BREAK, ' ').strip()), target)}{after}"


def mark_up(words: str, mark: str) -> str:
    """Words in bold, italics, struck out, raised or lowered."""
    if mark in ("**", "*"):
        return emphasised(words, mark)
    if mark == "~~":
        return f"~~{words.strip()}~~" if words.strip() else words
    return inline_text.tag(mark, words)


def _marks_of(run: Element) -> list[str] | None:
    """How a run is set; None for hidden text."""
    properties = run.find(f"{W}rPr")
    if properties is None:
        return []
    marks: list[str] = []
    for child in properties:
        name, value = name_of(child), attribute(child, "val")
        is_on = value not in ("0", "false", "none", "off")
        if name == "vanish" and is_on:
            return None
        if name == "b" and is_on:
            marks.append("**")
        elif name == "i" and is_on:
            marks.append("*")
        elif name == "strike" and is_on:
            marks.append("~~")
        elif name == "vertAlign" and value in ("superscript", "subscript"):
            marks.append("sup" if value == "superscript" else "sub")
    return sorted(marks, key=["sub", "sup", "~~", "*", "**"].index)


def formula(element: Element, depth: int = 0) -> str:
    """A formula in a line of TeX-like text."""
    if depth > 40:
        return ""
    name = name_of(element)
    if name == "t":
        return element.text or ""
    inner = [child for child in element if not name_of(child).endswith("Pr")]
    made = [formula(child, depth + 1) for child in inner]
    if name == "f" and len(made) == 2:
        return f"\\frac{{{made[0]}}}{{{made[1]}}}"
    if name == "sSup" and len(made) == 2:
        return f"{made[0]}^{{{made[1]}}}"
    if name == "sSub" and len(made) == 2:
        return f"{made[0]}_{{{made[1]}}}"
    if name == "sSubSup" and len(made) == 3:
        return f"{made[0]}_{{{made[1]}}}^{{{made[2]}}}"
    if name == "rad" and made:
        return f"\\sqrt{{{made[-1]}}}"
    if name == "d":
        return f"({', '.join(made)})"
    return "".join(made)
