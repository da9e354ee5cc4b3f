"""A PDF of any number of pages, made without libraries: a real text with outline, page labels, links and pictures."""

from __future__ import annotations

import random
import textwrap
import zlib
from pathlib import Path

TITLE = "The Book of Wheels"
PAGES_OF_A_CHAPTER = 12
SECTION_EVERY = 4
"""Pages from one section of a chapter to the next."""
_LINE, _LEADING, _LOWEST = 84, 14, 150
_SUBJECTS = "reader,printer,carpenter,monk,engineer,librarian,traveller,apprentice,binder,scholar,miller,clockmaker"
_VERBS = "turns,repairs,describes,measures,compares,carries,copies,balances,studies,collects,draws,explains"
_OBJECTS = "wheel,desk,axle,gear,shelf,volume,catalogue,index,manuscript,engraving,bearing,lantern,treatise,drawing"
_ADJECTIVES = "heavy,small,careful,ancient,precise,wooden,quiet,famous,useful,unfinished,elegant,doubtful,royal"
_PLACES = "in Paris,at the mill,near the river,before winter,with two helpers,without haste,for the library,by hand"


def make_pdf(path: Path, pages: int) -> Path:
    """Write a PDF of this many pages (three at least); the same bytes each time.

    The first two pages are labelled `i` and `ii`, the others from `1`. Every page says `This is leaf N of M`, N being
    its number in the file, so that each can be found by words of its own. Every twelfth page begins a chapter with a
    picture, every fourth a section; the outline names them, and the contents on page `ii` link to the first chapters.
    """
    path.write_bytes(_Book(pages).write())
    return path


def chapters(pages: int) -> list[int]:
    """The numbers, from 1, of the pages in the file on which a chapter begins."""
    return list(range(3, pages + 1, PAGES_OF_A_CHAPTER))


class _Book:
    """Collects the objects of the file: 1 to 9 are fixed, pages follow in pairs, then links and the outline."""

    def __init__(self, pages: int) -> None:
        self._pages = pages
        self._objects: dict[int, bytes] = {}
        self._words = random.Random(1588)

    def write(self) -> bytes:
        """The bytes of the file, with its table of where each object begins."""
        self._add_fonts_and_picture()
        for number in range(1, self._pages + 1):
            self._add_page(number)
        outline = self._add_outline()
        kids = " ".join(f"{_page(number)} 0 R" for number in range(1, self._pages + 1))
        self._add(2, f"<</Type/Pages/Count {self._pages}/Kids[{kids}]>>")
        labels = "/PageLabels<</Nums[0<</S/r>>2<</S/D>>]>>"
        self._add(1, f"<</Type/Catalog/Pages 2 0 R/Outlines {outline} 0 R{labels}>>")
        self._add(9, f"<</Title({TITLE})/Author(Agostino Ramelli)>>")
        made, starts = bytearray(b"%PDF-1.7\n"), {}
        for number in sorted(self._objects):
            starts[number] = len(made)
            made += b"%d 0 obj\n%b\nendobj\n" % (number, self._objects[number])
        table = len(made)
        last = max(starts)
        made += b"xref\n0 %d\n0000000000 65535 f \n" % (last + 1)
        for number in range(1, last + 1):
            made += b"%010d 00000 n \n" % starts[number] if number in starts else b"0000000000 00000 f \n"
        made += b"trailer<</Size %d/Root 1 0 R/Info 9 0 R>>\nstartxref\n%d\n%%%%EOF\n" % (last + 1, table)
        return bytes(made)

    def _add(self, number: int, body: str) -> None:
        self._objects[number] = body.encode("latin-1")

    def _add_stream(self, number: int, content: bytes, more: str = "") -> None:
        packed = zlib.compress(content)
        head = f"<</Length {len(packed)}/Filter/FlateDecode{more}>>stream\n".encode()
        self._objects[number] = head + packed + b"\nendstream"

    def _add_fonts_and_picture(self) -> None:
        for number, name, weight in ((3, "Helvetica", 400), (4, "Helvetica-Bold", 700)):
            descriptor = f"<</Type/FontDescriptor/FontName/{name}/Flags 32/FontWeight {weight}/ItalicAngle 0>>"
            font = f"/BaseFont/{name}/Encoding/WinAnsiEncoding/FontDescriptor {number + 2} 0 R"
            self._add(number, f"<</Type/Font/Subtype/Type1{font}>>")
            self._add(number + 2, descriptor)
        dots = bytes(value for y in range(64) for x in range(64) for value in (x * 4, 120, 255 - y * 4))
        shape = "/Type/XObject/Subtype/Image/Width 64/Height 64/ColorSpace/DeviceRGB/BitsPerComponent 8"
        self._add_stream(7, dots, shape)

    def _add_page(self, number: int) -> None:
        used = "/Resources<</Font<</F1 3 0 R/F2 4 0 R>>/XObject<</P 7 0 R>>>>"
        links = f"/Annots[{self._links()}]" if number == 2 else ""
        place = _page(number)
        self._add(place, f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]{used}/Contents {place + 1} 0 R{links}>>")
        self._add_stream(place + 1, "\n".join(self._lines_of(number)).encode("latin-1"))

    def _lines_of(self, number: int) -> list[str]:
        """What is shown on a page, as operators."""
        if number == 1:
            return [_show(72, 600, "F2", 30, TITLE), _show(72, 560, "F1", 13, f"This is leaf 1 of {self._pages}.")]
        if number == 2:
            listed = [
                _show(72, _row_of(row), "F1", 11, f"Chapter {row + 1}, on leaf {page}")
                for row, page in enumerate(self._linked())
            ]
            more = _show(72, 90, "F1", 11, "See also https://example.org/wheels")
            leaf = _show(72, 60, "F1", 11, f"This is leaf 2 of {self._pages}.")
            return [_show(72, 740, "F2", 20, "Contents"), *listed, more, leaf]
        shown = [_show(72, 805, "F1", 9, TITLE), _show(290, 32, "F1", 9, str(number - 2))]
        y = 760
        if number in chapters(self._pages):
            shown.append(_show(72, 745, "F2", 22, _chapter(number)))
            shown.append("q 220 0 0 140 72 580 cm /P Do Q")
            y = 550
        elif _begins_section(number):
            shown.append(_show(72, 750, "F2", 15, _section(number)))
            y = 722
        words = f"This is leaf {number} of {self._pages}."
        while y > _LOWEST:
            paragraph = textwrap.wrap(" ".join([words, *(self._sentence() for _ in range(7))]), _LINE)
            shown += (_show(72, y - _LEADING * at, "F1", 11, line) for at, line in enumerate(paragraph))
            y -= _LEADING * len(paragraph) + 8
            words = self._sentence()
        return shown

    def _sentence(self) -> str:
        pick = self._words.choice
        subject, verb, thing, kind, where = (
            pick(words.split(",")) for words in (_SUBJECTS, _VERBS, _OBJECTS, _ADJECTIVES, _PLACES)
        )
        return f"The {subject} {verb} the {kind} {thing} {where}."

    def _linked(self) -> list[int]:
        return chapters(self._pages)[:30]

    def _links(self) -> str:
        """Links over the lines of the contents, and one out of the file."""
        found = [
            f"<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[72 {_row_of(row) - 3} 300 {_row_of(row) + 11}]"
            f"/Dest[{_page(page)} 0 R/XYZ 0 842 0]>>"
            for row, page in enumerate(self._linked())
        ]
        out = (
            "<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[72 87 300 101]/A<</S/URI/URI(https://example.org/wheels)>>>>"
        )
        return "".join([*found, out])

    def _add_outline(self) -> int:
        """Chapters with their sections; the number of the outline's root."""
        root = _page(self._pages + 1)
        starts = chapters(self._pages)
        ids: dict[int, int] = {}
        following = root + 1
        for chapter in starts:
            for page in self._sections_of(chapter):
                ids[page] = following
                following += 1
        for at, chapter in enumerate(starts):
            own = self._sections_of(chapter)
            below = own[1:]
            inner = f"/First {ids[below[0]]} 0 R/Last {ids[below[-1]]} 0 R/Count {len(below)}" if below else ""
            self._add(ids[chapter], _entry(chapter, _chapter(chapter), root, _beside(starts, at, ids)) + f"{inner}>>")
            for row, page in enumerate(below):
                self._add(ids[page], _entry(page, _section(page), ids[chapter], _beside(below, row, ids)) + ">>")
        self._add(root, f"<</Type/Outlines/First {ids[starts[0]]} 0 R/Last {ids[starts[-1]]} 0 R/Count {len(starts)}>>")
        return root

    def _sections_of(self, chapter: int) -> list[int]:
        last = min(self._pages, chapter + PAGES_OF_A_CHAPTER - 1)
        return list(range(chapter, last + 1, SECTION_EVERY))


def _page(number: int) -> int:
    return 8 + 2 * number


def _row_of(row: int) -> int:
    return 700 - 20 * row


def _begins_section(number: int) -> bool:
    return number > 2 and (number - 3) % SECTION_EVERY == 0


def _chapter(number: int) -> str:
    return f"Chapter {(number - 3) // PAGES_OF_A_CHAPTER + 1}: of wheels and desks"


def _section(number: int) -> str:
    chapter, page = divmod(number - 3, PAGES_OF_A_CHAPTER)
    return f"Section {chapter + 1}.{page // SECTION_EVERY}: further remarks"


def _show(x: int, y: int, font: str, size: int, words: str) -> str:
    return f"BT /{font} {size} Tf {x} {y} Td ({words}) Tj ET"


def _entry(page: int, title: str, parent: int, beside: str) -> str:
    return f"<</Title({title})/Parent {parent} 0 R/Dest[{_page(page)} 0 R/XYZ 0 790 0]{beside}"


def _beside(pages: list[int], at: int, ids: dict[int, int]) -> str:
    before = f"/Prev {ids[pages[at - 1]]} 0 R" if at else ""
    after = f"/Next {ids[pages[at + 1]]} 0 R" if at + 1 < len(pages) else ""
    return before + after
