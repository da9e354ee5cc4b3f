"""Paragraphs of a shape: runs with their looks, links, breaks and formulas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.emphasis import BREAK, decided, emphasised, finished, without_marks
from bookwheel.parsing.formats.markup import inline_text
from bookwheel.parsing.formats.office.docx_inline import formula
from bookwheel.parsing.formats.office.relations import Relation
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

_BULLETS = {"buNone": "none", "buChar": "sign", "buBlip": "sign", "buAutoNum": "number"}
_WEB = ("http://", "https://", "mailto:")


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as Markdown, its depth from 0, and its bullet: none, sign, number, or empty where nothing is said."""

    text: str
    depth: int
    bullet: str


def paragraphs_of(shape: Element, relations: dict[str, Relation]) -> Iterator[Paragraph]:
    """The paragraphs of a shape or a cell that say something."""
    body = next((one for one in shape.iter() if name_of(one) in ("txBody", "t") and len(one)), None)
    for element in () if body is None else body:
        if name_of(element) != "p":
            continue
        text = finished("".join(_pieces(element, relations, 0)))
        if text:
            depth, bullet = _looks(element)
            yield Paragraph(text, depth, bullet)


def _looks(paragraph: Element) -> tuple[int, str]:
    properties = next((one for one in paragraph if name_of(one) == "pPr"), None)
    if properties is None:
        return 0, ""
    level = attribute(properties, "lvl")
    bullet = next((_BULLETS[name] for one in properties if (name := name_of(one)) in _BULLETS), "")
    return (int(level) if level in ("0", "1", "2", "3", "4", "5", "6", "7", "8") else 0), bullet


def _pieces(paragraph: Element, relations: dict[str, Relation], depth: int) -> Iterator[str]:
    for one in paragraph:
        name = name_of(one)
        if name in ("r", "fld"):
            yield _run(one, relations)
        elif name == "br":
            yield BREAK
        elif name in ("m", "oMath", "oMathPara"):
            yield inline_text.math(" ".join(formula(one).split()))
        elif name == "AlternateContent" and depth < 4:
            first = next(iter(one), None)
            if first is not None:
                yield from _pieces(first, relations, depth + 1)


def _run(run: Element, relations: dict[str, Relation]) -> str:
    words = "".join(inline_text.words(without_marks(one.text or "")) for one in run if name_of(one) == "t")
    words = words.replace("\v", BREAK)
    properties = next((one for one in run if name_of(one) == "rPr"), None)
    if properties is None or not words.strip():
        return words
    target = next(
        (
            relations.get(attribute(one, "id"), Relation())
            for one in properties
            if name_of(one) == "hlinkClick" and attribute(one, "id")
        ),
        Relation(),
    )
    if target.is_outside and target.target.startswith(_WEB):
        before, after = " " if words[:1].isspace() else "", " " if words[-1:].isspace() else ""
        return f"{before}{md.link(decided(words.strip()), target.target)}{after}"
    baseline = attribute(properties, "baseline").removesuffix("%")
    if baseline.lstrip("-").isdigit() and int(baseline):
        words = inline_text.tag("sup" if int(baseline) > 0 else "sub", words)
    if attribute(properties, "strike") in ("sngStrike", "dblStrike"):
        words = f"~~{words.strip()}~~"
    for name, mark in (("i", "*"), ("b", "**")):
        if attribute(properties, name) in ("1", "true"):
            words = emphasised(words, mark)
    return words
