"""The words that stand at a place in a file, found without the readers: as a person would who looks there."""

from __future__ import annotations

import csv
import email
import io
import json
import posixpath
import quopri
import re
import tarfile
import zipfile
from collections.abc import Callable
from email import policy

import pypdfium2
from python_calamine import CalamineWorkbook

from bookwheel.domain.places import FilePlace, PlaceKind

Extract = Callable[[bytes, FilePlace], str]
_CELL = re.compile(r"(?:(.*)!)?([A-Z]+)\d+(?::([A-Z]+)\d+)?\Z", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
_CUE = re.compile(r"(\d+):(\d+):(\d+)[.,](\d+) --> (\d+):(\d+):(\d+)[.,](\d+)\n(.*?)(?=\n\n|\Z)", re.DOTALL)
_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)\d\d")
_RTF_LETTER = re.compile(r"\\u(\d+)\?")
_RTF_WORD = re.compile(r"\\[a-z]+-?\d* ?|[{}]")


def words_at(name: str, content: bytes, place: FilePlace) -> str:
    """The words at a place of a file, whose format the name's ending tells.

    Raises:
        KeyError: when nothing is known of such places in such files.
    """
    return EXTRACTS[name.partition(".")[2], place.kind](content, place)


def lines_of(content: bytes, first: int, last: int) -> str:
    """Lines of a text, from 1."""
    return "\n".join(content.decode("utf-8", "replace").split("\n")[first - 1 : last])


def _lines(content: bytes, place: FilePlace) -> str:
    return lines_of(content, place.first, place.last)


def _json_lines(content: bytes, place: FilePlace) -> str:
    return _lines(content, place).replace("\\n", "\n")


def _calendar_lines(content: bytes, place: FilePlace) -> str:
    return _DATE.sub(r"\1-\2-\3 \4:\5", _lines(content, place))


def _quoted_lines(content: bytes, place: FilePlace) -> str:
    return quopri.decodestring(_lines(content, place).encode()).decode("utf-8", "replace")


def _xml_lines(content: bytes, place: FilePlace) -> str:
    return _without_tags(_lines(content, place), keep_attributes=True)


def _drawing(content: bytes, place: FilePlace) -> str:
    return _without_tags(content.decode("utf-8"))


def _pages(content: bytes, place: FilePlace) -> str:
    file = pypdfium2.PdfDocument(content)
    try:
        found: list[str] = []
        for number in range(place.first, place.last + 1):
            page = file[number - 1]
            text = page.get_textpage()
            if place.box and number == place.first == place.last:
                left, top, right, bottom = place.box
                height = page.get_height()
                found.append(text.get_text_bounded(left - 1, height - bottom - 1, right + 1, height - top + 1))
            else:
                found.append(text.get_text_bounded())
        return "\n".join(found)
    finally:
        file.close()


def _parts(content: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return {name: packed.read(name).decode("utf-8", "replace") for name in packed.namelist()}


def _paragraphs(element: str, part: str = "") -> Extract:
    """Paragraphs counted by their elements in one part of a zip file, or in a file that is one XML."""
    pattern = re.compile(rf"<(?:{element})[ >].*?</(?:{element})>", re.DOTALL)

    def extract(content: bytes, place: FilePlace) -> str:
        source = _parts(content)[part] if part else content.decode()
        found = pattern.findall(source)[place.first - 1 : place.last]
        return "\n".join(map(_without_tags, found)) + _notes_of(content, part, "".join(found))

    return extract


def _notes_of(content: bytes, part: str, source: str) -> str:
    """The footnotes that a passage of Word refers to, which stand in a part of their own."""
    wanted = re.findall(r'<w:footnoteReference w:id="(\d+)"/>', source)
    notes = _parts(content).get("word/footnotes.xml", "") if part and wanted else ""
    found = (re.search(rf'<w:footnote w:id="{number}">(.*?)</w:footnote>', notes, re.DOTALL) for number in wanted)
    return "\n".join(_without_tags(note[1]) for note in found if note)


def _fiction(content: bytes, place: FilePlace) -> str:
    if content.startswith(b"PK"):
        content = next(iter(_parts(content).values())).encode()
    source, _, notes = content.decode().partition('<body name="notes">')
    found = re.findall(r"<title>.*?</title>|<p>.*?</p>", source.partition("<body>")[2], re.DOTALL)
    passage = "".join(found[place.first - 1 : place.last])
    wanted = re.findall(r'href="#(n\d+)"', passage)
    said = (re.search(rf'<section id="{name}">(.*?)</section>', notes, re.DOTALL) for name in wanted)
    return _without_tags(passage) + "\n".join(_without_tags(note[1]) for note in said if note)


def _rich_text(content: bytes, place: FilePlace) -> str:
    body = content.decode().partition("}}\n")[2]
    paragraphs = re.split(r"\\par\b(?!d)", body.replace("\\pard", ""))[place.first - 1 : place.last]
    letters = _RTF_LETTER.sub(lambda found: chr(int(found[1])), "\n".join(paragraphs))
    return _RTF_WORD.sub(" ", letters)


def _power_point(content: bytes, place: FilePlace) -> str:
    parts = _parts(content)
    names = [
        name for number in range(place.first, place.last + 1)
        for name in (f"ppt/slides/slide{number}.xml", f"ppt/notesSlides/notes{number}.xml")
    ]  # fmt: skip
    return "\n".join(_without_tags(parts[name]) for name in names)


def _open_slides(content: bytes, place: FilePlace) -> str:
    slides = re.findall(r"<draw:page>.*?</draw:page>", _parts(content)["content.xml"], re.DOTALL)
    return "\n".join(map(_without_tags, slides[place.first - 1 : place.last]))


def _cells(content: bytes, place: FilePlace) -> str:
    sheet, columns = _columns(place)
    # Calamine leaves the empty rows and columns before the first value out, but says where that is.
    found = CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_name(sheet)
    rows = found.to_python(skip_empty_area=False)
    return "\n".join(str(cell) for row in rows[place.first - 1 : place.last] for cell in row[columns])


def _separated_cells(mark: str) -> Extract:
    def extract(content: bytes, place: FilePlace) -> str:
        rows = list(csv.reader(io.StringIO(content.decode()), delimiter=mark))
        return "\n".join(cell for row in rows[place.first - 1 : place.last] for cell in row[_columns(place)[1]])

    return extract


def _columns(place: FilePlace) -> tuple[str, slice]:
    found = _CELL.match(place.words)
    assert found, place.words
    left, right = _column(found[2]), _column(found[3] or found[2])
    return found[1] or "", slice(left, right + 1)


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _inner_file(content: bytes, place: FilePlace) -> str:
    members = _members(content)
    names = list(members)
    first = names.index(place.label)
    last = names.index(place.last_label or place.label)
    return "\n".join(_words_of_member(name, members[name]) for name in names[first : last + 1])


def _members(content: bytes) -> dict[str, bytes]:
    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            return {name: packed.read(name) for name in packed.namelist()}
    with tarfile.open(fileobj=io.BytesIO(content)) as packed:
        return {one.name: file.read() for one in packed if (file := packed.extractfile(one))}


def _words_of_member(name: str, content: bytes) -> str:
    if posixpath.splitext(name)[1] == ".docx":
        return "\n".join(map(_without_tags, _parts(content).values()))
    return _without_tags(content.decode())


def _cell_of_notebook(content: bytes, place: FilePlace) -> str:
    cells = json.loads(content)["cells"][place.first - 1 : place.last]
    return "\n".join(
        "".join([*cell["source"], "\n", *(line for one in cell.get("outputs", ()) for line in one["text"])])
        for cell in cells
    )


def _cues(content: bytes, place: FilePlace) -> str:
    found: list[str] = []
    for hours, minutes, seconds, rest, *end, text in _CUE.findall(content.decode()):
        begins, ends = _milliseconds(hours, minutes, seconds, rest), _milliseconds(*end)
        if begins >= place.first and ends <= place.last:
            found.append(text)
    return "\n".join(found)


def _milliseconds(hours: str, minutes: str, seconds: str, rest: str) -> int:
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(rest)


def _messages(content: bytes, place: FilePlace) -> str:
    sources = re.split(rb"^From .*\n", content, flags=re.MULTILINE)[1:] or [content]
    found: list[str] = []
    for source in sources[place.first - 1 : place.last]:
        message = email.message_from_bytes(source, policy=policy.default)
        found += [
            message["date"].datetime.isoformat(" "),
            *(f"{name}: {value}" for name, value in message.items()),
            str(message.get_content()),
        ]
    return "\n".join(found)


def _outlook(content: bytes, place: FilePlace) -> str:
    assert (place.first, place.last) == (1, 1)
    return content.decode("utf-16-le", "replace")


def _without_tags(source: str, *, keep_attributes: bool = False) -> str:
    return source if keep_attributes else _TAG.sub(" ", source)


_OPEN_PARAGRAPHS = _paragraphs("text:p|text:h", "content.xml")
EXTRACTS: dict[tuple[str, PlaceKind], Extract] = {
    **{
        (ending, PlaceKind.LINE): _lines
        for ending in (
            "rst", "org", "adoc", "textile", "mediawiki", "tex", "1", "html", "bib", "ris", "vcf", "opml", "ttl",
            "base",
        )
    },
    **{(ending, PlaceKind.LINE): _json_lines for ending in ("csljson", "canvas", "excalidraw", "jsonld")},
    ("glossary.json", PlaceKind.LINE): _json_lines,
    ("entities.jsonl", PlaceKind.LINE): _json_lines,
    ("ics", PlaceKind.LINE): _calendar_lines,
    ("mhtml", PlaceKind.LINE): _quoted_lines,
    ("pdf", PlaceKind.PAGE): _pages,
    ("svg", PlaceKind.PAGE): _drawing,
    ("docx", PlaceKind.PARAGRAPH): _paragraphs("w:p", "word/document.xml"),
    ("odt", PlaceKind.PARAGRAPH): _OPEN_PARAGRAPHS,
    ("fodt", PlaceKind.PARAGRAPH): _paragraphs("text:p|text:h"),
    ("fb2", PlaceKind.PARAGRAPH): _fiction,
    ("fb2.zip", PlaceKind.PARAGRAPH): _fiction,
    ("rtf", PlaceKind.PARAGRAPH): _rich_text,
    ("pptx", PlaceKind.SLIDE): _power_point,
    ("odp", PlaceKind.SLIDE): _open_slides,
    ("xlsx", PlaceKind.SHEET): _cells,
    ("ods", PlaceKind.SHEET): _cells,
    ("csv", PlaceKind.SHEET): _separated_cells(","),
    ("tsv", PlaceKind.SHEET): _separated_cells("\t"),
    ("zip", PlaceKind.FILE): _inner_file,
    ("tar.gz", PlaceKind.FILE): _inner_file,
    ("epub", PlaceKind.CHAPTER): _inner_file,
    ("ipynb", PlaceKind.CELL): _cell_of_notebook,
    ("srt", PlaceKind.TIME): _cues,
    ("vtt", PlaceKind.TIME): _cues,
    ("eml", PlaceKind.MESSAGE): _messages,
    ("mbox", PlaceKind.MESSAGE): _messages,
    ("msg", PlaceKind.MESSAGE): _outlook,
}  # fmt: skip
"""How the words at a place are found, by a sample's ending and the kind of the place."""
