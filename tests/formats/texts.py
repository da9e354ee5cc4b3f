"""Writes chapters as source texts: markup, code, and data that is kept as text."""

from __future__ import annotations

import json
import quopri
from collections.abc import Callable

from tests.formats.chapters import TITLE, Chapters

Writer = Callable[[Chapters], bytes]


def markdown(chapters: Chapters) -> bytes:
    """Markdown with headings of two levels."""
    return _blocks(f"# {TITLE}", chapters, lambda title: f"## {title}").encode()


def plain(chapters: Chapters) -> bytes:
    """A plain text with numbered chapters."""
    count = iter(range(1, len(chapters) + 1))
    return _blocks(TITLE, chapters, lambda title: f"Chapter {next(count)}: {title}").encode()


def rst(chapters: Chapters) -> bytes:
    """RST with underlined headings."""
    return _blocks(f"{TITLE}\n{'=' * 60}", chapters, lambda title: f"{title}\n{'-' * 60}").encode()


def org(chapters: Chapters) -> bytes:
    """Org with headings of one level."""
    return _blocks(f"#+TITLE: {TITLE}", chapters, lambda title: f"* {title}").encode()


def asciidoc(chapters: Chapters) -> bytes:
    """AsciiDoc with headings of two levels."""
    return _blocks(f"= {TITLE}", chapters, lambda title: f"== {title}").encode()


def textile(chapters: Chapters) -> bytes:
    """Textile with headings of two levels."""
    return _blocks(f"h1. {TITLE}", chapters, lambda title: f"h2. {title}").encode()


def mediawiki(chapters: Chapters) -> bytes:
    """A page of a wiki with headings of one level."""
    return _blocks("", chapters, lambda title: f"== {title} ==").lstrip().encode()


def drawing(chapters: Chapters) -> bytes:
    """A drawing with words in it."""
    words = [text for chapter in chapters for text in (chapter.title, *chapter.paragraphs)]
    texts = "\n".join(f"<text>{text}</text>" for text in words)
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>{TITLE}</title>\n{texts}</svg>\n'.encode()


def latex(chapters: Chapters) -> bytes:
    """A LaTeX article."""
    body = _blocks("\\maketitle", chapters, lambda title: f"\\section{{{title}}}")
    return f"\\documentclass{{article}}\n\\title{{{TITLE}}}\n\\begin{{document}}\n{body}\\end{{document}}\n".encode()


def manual_page(chapters: Chapters) -> bytes:
    """A manual page; its paragraphs begin with a request."""
    lines = ['.TH NOTES 1 "2026-01-01"']
    for chapter in chapters:
        lines.append(f".SH {chapter.title}")
        for paragraph in chapter.paragraphs:
            lines += [".PP", paragraph]
    return "\n".join([*lines, ""]).encode()


def html(chapters: Chapters) -> bytes:
    """A page with a main part."""
    body = "\n".join(
        "\n".join([f"<h2>{chapter.title}</h2>", *(f"<p>{paragraph}</p>" for paragraph in chapter.paragraphs)])
        for chapter in chapters
    )
    return (
        f"<!DOCTYPE html>\n<html><head><meta charset='utf-8'><title>{TITLE}</title></head><body>\n<main>\n"
        f"<h1>{TITLE}</h1>\n{body}\n</main>\n</body></html>\n"
    ).encode()


def saved_page(chapters: Chapters) -> bytes:
    """The same page as browsers save it, in one file of parts."""
    page = quopri.encodestring(html(chapters)).replace(b"\n", b"\r\n")
    head = (
        "From: <Saved by Browser>\r\nSnapshot-Content-Location: https://example.org/notes.html\r\n"
        f"Subject: {TITLE}\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related; type="text/html"; boundary="--B"\r\n\r\n----B\r\n'
        "Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n"
        "Content-Location: https://example.org/notes.html\r\n\r\n"
    )
    return head.encode() + page + b"\r\n----B--\r\n"


def separated(mark: str) -> Writer:
    """Values that this mark separates: a row for each paragraph."""

    def write(chapters: Chapters) -> bytes:
        rows = [("chapter", "paragraph"), *((c.title, paragraph) for c in chapters for paragraph in c.paragraphs)]
        return "".join(f"{mark.join(row)}\n" for row in rows).encode()

    return write


def python(chapters: Chapters) -> bytes:
    """A module with a function for each chapter."""
    made = [f'"""{TITLE}."""\n']
    for chapter in chapters:
        lines = "\n".join(f"    # {paragraph}" for paragraph in chapter.paragraphs[1:])
        made.append(f'\ndef {chapter.identifier}():\n    """{chapter.paragraphs[0]}"""\n{lines}\n    return 1\n')
    return "\n".join(made).encode()


def c_code(chapters: Chapters) -> bytes:
    """C with a function for each chapter, its paragraphs as comments."""
    made = [f"/* {TITLE} */\n"]
    for chapter in chapters:
        lines = "\n".join(f"    // {paragraph}" for paragraph in chapter.paragraphs)
        made.append(f"int {chapter.identifier}(void)\n{{\n{lines}\n    return 1;\n}}\n")
    return "\n".join(made).encode()


def json_data(chapters: Chapters) -> bytes:
    """An object with a list for each chapter."""
    return json.dumps({c.title: {"text": list(c.paragraphs)} for c in chapters}, indent=2, ensure_ascii=False).encode()


def glossary(chapters: Chapters) -> bytes:
    """A glossary with a term a line, each with its definition."""
    terms = {chapter.title: "\n\n".join(chapter.paragraphs) for chapter in chapters}
    return json.dumps(terms, indent=2, ensure_ascii=False).encode()


def turtle(chapters: Chapters) -> bytes:
    """A graph of concepts with a definition of some paragraphs."""
    start = "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n\n"
    header = f'<> a <http://www.w3.org/2002/07/owl#Ontology> ;\n    rdfs:label "{TITLE}" .\n'
    concepts = (
        f'<#c{number}>\n    rdfs:label "{chapter.title}" ;\n    rdfs:comment """'
        + "\n\n".join(chapter.paragraphs)
        + '""" .\n'
        for number, chapter in enumerate(chapters)
    )
    return "\n".join((start + header, *concepts)).encode()


def json_ld(chapters: Chapters) -> bytes:
    """A graph of concepts, a property a line."""
    nodes = [
        {"@id": f"#c{number}", "name": chapter.title, "description": "\n\n".join(chapter.paragraphs)}
        for number, chapter in enumerate(chapters)
    ]
    return json.dumps({"@context": "https://schema.org", "@graph": nodes}, indent=1, ensure_ascii=False).encode()


def json_lines(chapters: Chapters) -> bytes:
    """A line of JSON for each chapter."""
    rows = (json.dumps({"title": c.title, "text": list(c.paragraphs)}, ensure_ascii=False) for c in chapters)
    return "".join(f"{row}\n" for row in rows).encode()


def yaml_data(chapters: Chapters) -> bytes:
    """A mapping with a list for each chapter."""
    made = [f"{c.identifier}:\n  text:\n" + "".join(f'    - "{one}"\n' for one in c.paragraphs) for c in chapters]
    return "".join(made).encode()


def toml_data(chapters: Chapters) -> bytes:
    """A table for each chapter."""
    made = [
        f'["{c.identifier}"]\n' + "".join(f'text{at} = "{one}"\n' for at, one in enumerate(c.paragraphs))
        for c in chapters
    ]
    return "\n".join(made).encode()


def xml_data(chapters: Chapters) -> bytes:
    """An element for each chapter."""
    made = "".join(
        f'<chapter name="{c.title}">\n' + "".join(f"<p>{one}</p>\n" for one in c.paragraphs) + "</chapter>\n"
        for c in chapters
    )
    return f'<?xml version="1.0" encoding="utf-8"?>\n<notes>\n{made}</notes>\n'.encode()


def ini_data(chapters: Chapters) -> bytes:
    """A section for each chapter."""
    made = [f"[{c.title}]\n" + "".join(f"text{at} = {one}\n" for at, one in enumerate(c.paragraphs)) for c in chapters]
    return "\n".join(made).encode()


def _blocks(top: str, chapters: Chapters, heading: Callable[[str], str]) -> str:
    blocks = [top]
    for chapter in chapters:
        blocks += [heading(chapter.title), *chapter.paragraphs]
    return "\n\n".join(blocks) + "\n"
