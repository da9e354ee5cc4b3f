"""Writes chapters as PDF and RTF."""

from __future__ import annotations

import textwrap

from tests.formats.chapters import TITLE, Chapters

_TOP, _BOTTOM, _LEFT = 760, 80, 72
_LINE = 80
"""Letters of a line."""


def pdf(chapters: Chapters) -> bytes:
    """A PDF without an outline: headings are large and bold, and pages are filled."""
    return pdf_of_pages(_pages(chapters))


def pdf_of_pages(pages: list[list[tuple[int, str, int, str]]]) -> bytes:
    """A PDF of pages whose lines have a height from below, a font (F1 plain, F2 bold), a size and words."""
    kids = [10 + 2 * at for at in range(len(pages))]
    objects = {
        1: b"<</Type/Catalog/Pages 2 0 R>>",
        2: f"<</Type/Pages/Count {len(pages)}/Kids[{' '.join(f'{kid} 0 R' for kid in kids)}]>>".encode(),
        3: _font("Helvetica", 5),
        4: _font("Helvetica-Bold", 6),
        5: b"<</Type/FontDescriptor/FontName/Helvetica/Flags 32/FontWeight 400/ItalicAngle 0>>",
        6: b"<</Type/FontDescriptor/FontName/Helvetica-Bold/Flags 32/FontWeight 700/ItalicAngle 0>>",
    }
    fonts = "/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>"
    for kid, lines in zip(kids, pages, strict=True):
        shown = b"".join(
            f"BT /{font} {size} Tf {_LEFT} {y} Td (".encode() + _string(words) + b") Tj ET\n"
            for y, font, size, words in lines
        )
        objects[kid] = f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]{fonts}/Contents {kid + 1} 0 R>>".encode()
        objects[kid + 1] = b"<</Length %d>>stream\n%s\nendstream" % (len(shown), shown)
    return _file(objects)


def _file(objects: dict[int, bytes]) -> bytes:
    made, offsets = bytearray(b"%PDF-1.7\n"), dict[int, int]()
    for number, body in sorted(objects.items()):
        offsets[number] = len(made)
        made += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start, most = len(made), max(objects) + 1
    rows = (b"%010d 00000 n \n" % offsets[at] if at in offsets else b"0000000000 00000 f \n" for at in range(most))
    made += b"xref\n0 %d\n%strailer<</Root 1 0 R/Size %d>>\nstartxref\n%d\n%%%%EOF\n" % (
        most, b"".join(rows), most, start,
    )  # fmt: skip
    return bytes(made)


def _pages(chapters: Chapters) -> list[list[tuple[int, str, int, str]]]:
    pages: list[list[tuple[int, str, int, str]]] = [[(_TOP + 30, "F2", 24, TITLE)]]
    y = _TOP - 20
    for chapter in chapters:
        blocks = [("F2", 16, [chapter.title]), *(("F1", 11, textwrap.wrap(one, _LINE)) for one in chapter.paragraphs)]
        for font, size, lines in blocks:
            for line in lines:
                if y < _BOTTOM:
                    pages.append([])
                    y = _TOP
                pages[-1].append((y, font, size, line))
                y -= size + 3
            y -= size
    return pages


def _font(name: str, descriptor: int) -> bytes:
    return (
        f"<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding/FontDescriptor {descriptor} 0 R>>"
    ).encode()


def _string(words: str) -> bytes:
    made = words.encode("cp1252", "replace")
    return made.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def rtf(chapters: Chapters) -> bytes:
    """An RTF file; a chapter's second paragraph is a footnote."""
    body: list[str] = []
    for chapter in chapters:
        body.append(f"\\pard\\s3 {_escaped(chapter.title)}\\par")
        for at, paragraph in enumerate(chapter.paragraphs):
            text = _escaped(paragraph)
            body.append(
                f"\\pard\\plain note{{\\footnote\\pard {text}}}\\par" if at == 1 else f"\\pard\\plain {text}\\par"
            )
    styles = "{\\stylesheet{\\s0 Normal;}{\\s3 heading 1;}}"
    info = f"{{\\info{{\\title {TITLE}}}}}"
    joined = "\n".join(body)
    return f"{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0 Times;}}}}{styles}{info}\n{joined}\n}}".encode()


def _escaped(text: str) -> str:
    return "".join(one if ord(one) < 128 else f"\\u{ord(one)}?" for one in text)
