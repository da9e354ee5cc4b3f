"""What stands on a slide: text, lists, tables, charts, diagrams and pictures, as blocks of Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.markup.list_entries import ListEntries
from bookwheel.parsing.formats.office.relations import Relation, part_tree
from bookwheel.parsing.formats.slides.charts import chart_blocks
from bookwheel.parsing.formats.slides.shape_text import Paragraph, paragraphs_of
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of
from bookwheel.parsing.formats.zip_parts import Parts

DEEPEST = 30
MOST_COLUMNS = 200
_TITLES = ("title", "ctrTitle")
_NOT_READ = ("dt", "ftr", "hdr", "sldNum", "sldImg")
_SHOWN = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp")


class ShapeReader:
    """Reads the shapes of one slide; `left_out` counts embedded objects that were not read."""

    def __init__(self, parts: Parts, relations: dict[str, Relation]) -> None:
        """`relations` are the slide's."""
        self._parts, self._relations = parts, relations
        self._title = ""
        self.is_opening = False
        self.left_out = 0

    def slide(self, tree: Element) -> tuple[str, list[str]]:
        """The title (empty for none) and the blocks of a slide."""
        blocks = list(self._blocks(_shape_tree(tree), 0))
        return self._title, blocks

    def notes(self, tree: Element) -> list[str]:
        """The blocks of a page of notes, without the small slide and its number."""
        return [
            block
            for shape in _shape_tree(tree)
            if name_of(shape) == "sp" and _placeholder(shape)[0] == "body"
            for block in self._text(shape, is_list=False)
        ]

    def _blocks(self, element: Element | list[Element], depth: int) -> Iterator[str]:
        for shape in element:
            name = name_of(shape)
            if name == "sp":
                yield from self._shape(shape)
            elif name == "pic":
                yield self._picture(shape)
            elif name == "graphicFrame":
                yield from self._frame(shape)
            elif name == "grpSp" and depth < DEEPEST:
                yield from self._blocks(shape, depth + 1)
            elif name == "AlternateContent" and depth < DEEPEST:
                yield from self._blocks(list(next(iter(shape), ())), depth + 1)

    def _shape(self, shape: Element) -> Iterator[str]:
        kind, is_placeholder = _placeholder(shape)
        if kind in _NOT_READ:
            return
        if kind in _TITLES and not self._title:
            lines = [one.text for one in paragraphs_of(shape, self._relations)]
            self._title = " ".join(lines).replace(BREAK, " ").replace("**", "")
            self.is_opening = kind == "ctrTitle"
            return
        yield from self._text(shape, is_list=is_placeholder and kind in ("", "body", "obj"))

    def _text(self, shape: Element, *, is_list: bool) -> Iterator[str]:
        """The paragraphs of a shape; those of a body are entries of a list unless they say otherwise."""
        found = list(paragraphs_of(shape, self._relations))
        if is_list and len(found) == 1 and not found[0].depth:
            is_list = False
        entries = ListEntries()
        for paragraph in found:
            if _is_entry(paragraph, is_list=is_list):
                entries.add(paragraph.text, paragraph.depth, is_ordered=paragraph.bullet == "number")
                continue
            if entries:
                yield entries.taken()
            yield paragraph.text
        if entries:
            yield entries.taken()

    def _picture(self, shape: Element) -> str:
        words = next((attribute(one, "descr") for one in shape.iter() if name_of(one) == "cNvPr"), "")
        for one in shape.iter():
            found = self._relations.get(attribute(one, "embed"), Relation()) if name_of(one) == "blip" else Relation()
            if found.target and not found.is_outside and found.target.lower().endswith(_SHOWN):
                return md.image(words, f"inner:{found.target}")
        return inline_text.words(words, opens=True, closes=True)

    def _frame(self, frame: Element) -> Iterator[str]:
        for one in frame.iter():
            name = name_of(one)
            if name == "tbl":
                yield self._table(one)
            elif name == "chart" and (tree := self._related_tree(one, "id")) is not None:
                yield from chart_blocks(tree)
            elif name == "relIds" and (tree := self._related_tree(one, "dm")) is not None:
                yield from self._diagram(tree)
            elif name == "oleObj":
                self.left_out += 1

    def _related_tree(self, element: Element, name: str) -> Element | None:
        return part_tree(self._parts, self._relations.get(attribute(element, name), Relation()).target)

    def _diagram(self, tree: Element) -> Iterator[str]:
        entries = ListEntries()
        for point in tree.iter():
            if name_of(point) == "pt":
                for paragraph in paragraphs_of(point, self._relations):
                    entries.add(paragraph.text, 0, is_ordered=False)
        yield entries.taken()

    def _table(self, table: Element) -> str:
        rows = [
            [self._cell(cell) for cell in row if name_of(cell) == "tc"][:MOST_COLUMNS]
            for row in table
            if name_of(row) == "tr"
        ]
        return md.table(rows) if any(any(row) for row in rows) else ""

    def _cell(self, cell: Element) -> str:
        if attribute(cell, "hMerge") in ("1", "true") or attribute(cell, "vMerge") in ("1", "true"):
            return ""
        return " ".join(one.text.replace(BREAK, " ") for one in paragraphs_of(cell, self._relations))


def _is_entry(paragraph: Paragraph, *, is_list: bool) -> bool:
    return paragraph.bullet in ("sign", "number") or (is_list and paragraph.bullet != "none")


def _shape_tree(tree: Element) -> list[Element]:
    return list(next((one for one in tree.iter() if name_of(one) == "spTree"), ()))


def _placeholder(shape: Element) -> tuple[str, bool]:
    """The kind of placeholder that a shape fills, and whether it fills one at all."""
    for one in next((child for child in shape if name_of(child) == "nvSpPr"), ()):
        for inner in one:
            if name_of(inner) == "ph":
                return attribute(inner, "type"), True
    return "", False
