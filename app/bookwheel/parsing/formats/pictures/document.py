"""Reads pictures: the picture itself, what its file says of it, and the words in it where these are recognised."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import TESSERACT
from bookwheel.domain.messages import Message
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import storable
from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats import recognised_text
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer
from bookwheel.parsing.formats.pictures import exif, svg
from bookwheel.parsing.formats.pictures.captions import Captions, captions_of
from bookwheel.parsing.formats.pictures.exif import Value, number_of, tags_of, words_of
from bookwheel.parsing.formats.pictures.headers import Picture, looked_at
from bookwheel.parsing.outside.tesseract import Recogniser

_SHOWN = frozenset(("png", "jpeg", "gif", "webp", "bmp", "svg"))
_DATE = re.compile(r"(\d{4})[:-](\d\d)[:-](\d\d)")
_NO_CAPTION = re.compile(
    r"(?:olympus|konica|sony|samsung|kodak|minolta|untitled|default|screenshot|charset=)\b", re.IGNORECASE
)
_MOST_PAGES = 50
_POINTS = 72 / 96
"""Points of a pixel of a picture on the screen."""


def read(content: bytes, path: str, recognise: str = "") -> Converted:
    """A picture as a document; `recognise` names the language of the words in it, empty to leave these alone.

    Raises:
        SkippedFile: for what is no picture.
    """
    header = Picture("svg") if svg.is_svg(content) else looked_at(content)
    if not header.kind:
        raise SkippedFile("The file is not a readable picture.")
    is_drawing = header.kind == "svg"
    name = path.rpartition("/")[2]
    tags, place = tags_of(b"" if is_drawing else content)
    said = svg.captions_of(content) if is_drawing else _said(content, header, tags)
    header = _sized(header, tags)
    title = said.first("title")
    writer = Writer()
    writer.at(PlaceKind.PAGE, 1)
    if header.kind in _SHOWN:
        writer.add(md.image(title or name.rpartition(".")[0], f"inner:{name}"))
    for text in (*said.said.get("description", ()), *(svg.words_of(content) if is_drawing else ())):
        writer.add(md.escaped(text) if text != title else "")
    writer.add(_listed(_facts(said, tags)))
    fields = _fields(said, header, tags, place, name)
    is_read, warnings = _recognise(writer, content, header, recognise) if recognise and not is_drawing else (False, [])
    return Converted(writer.text, {**fields, "recognised": TESSERACT if is_read else ""}, writer.places, warnings)


def _said(content: bytes, picture: Picture, tags: Mapping[int, Value]) -> Captions:
    said = captions_of(content, picture.kind)
    for name, tag in (
        ("title", exif.XP_TITLE), ("description", exif.DESCRIPTION), ("description", exif.COMMENT),
        ("description", exif.XP_COMMENT), ("author", exif.ARTIST), ("author", exif.XP_AUTHOR),
        ("rights", exif.COPYRIGHT), ("title", exif.XP_SUBJECT),
    ):  # fmt: skip
        text = words_of(tags.get(tag))
        if text and not _NO_CAPTION.match(text):
            said.add(name, text)
    for word in words_of(tags.get(exif.XP_KEYWORDS)).split(";"):
        said.add("tags", word)
    for tag in (exif.TAKEN, exif.CHANGED):
        if date := _DATE.match(words_of(tags.get(tag))):
            said.add("date", "-".join(date.groups()))
    return said


def _sized(picture: Picture, tags: Mapping[int, Value]) -> Picture:
    if picture.width:
        return picture
    sides = (int(number_of(tags.get(exif.IMAGE_WIDTH))), int(number_of(tags.get(exif.IMAGE_LENGTH))))
    return Picture(picture.kind, *sides) if all(sides) else picture


def _camera(tags: Mapping[int, Value]) -> str:
    make, model = words_of(tags.get(exif.MAKE)), words_of(tags.get(exif.MODEL))
    return model if model.lower().startswith(make.lower().partition(" ")[0]) else f"{make} {model}".strip()


def _fields(
    said: Captions, picture: Picture, tags: Mapping[int, Value], place: Mapping[int, Value], name: str
) -> dict[str, object]:
    position = exif.position_of(place)
    date = _DATE.match(said.first("date"))
    fields: dict[str, object] = {
        "title": said.first("title") or name.rpartition(".")[0],
        "description": said.first("description"),
        "author": said.said.get("author", []),
        "tags": said.said.get("tags", []),
        "date": "-".join(date.groups()) if date else said.first("date")[:10],
        "camera": _camera(tags),
        "size": f"{picture.width} × {picture.height}" if picture.width else "",
        "gps": f"{position[0]:.5f}, {position[1]:.5f}" if position else "",
        "location": ", ".join(said.said.get("location", [])),
        "people": said.said.get("people", []),
        "rights": said.first("rights"),
    }
    return {key: storable(value) if isinstance(value, str) else value for key, value in fields.items() if value}


def _facts(said: Captions, tags: Mapping[int, Value]) -> list[tuple[str, str]]:
    """What is said in the text too, so that its words are found; the other fields stand above the page alone."""
    exposure = number_of(tags.get(exif.EXPOSURE))
    time = f"1/{round(1 / exposure)} s" if 0 < exposure < 0.4 else f"{exposure:g} s" if exposure else ""
    aperture, iso = number_of(tags.get(exif.APERTURE)), number_of(tags.get(exif.ISO))
    length = number_of(tags.get(exif.FOCAL_LENGTH))
    settings = (
        time,
        f"f/{aperture:g}" if aperture else "",
        f"ISO {iso:g}" if iso else "",
        f"{length:g} mm" if length else "",
    )
    rows = [
        ("Taken", words_of(tags.get(exif.TAKEN))[:16].replace(":", "-", 2)),
        ("Camera", _camera(tags)),
        ("Lens", words_of(tags.get(exif.LENS))),
        ("Exposure", ", ".join(part for part in settings if part)),
        ("Place", ", ".join(said.said.get("location", []))),
        ("Keywords", ", ".join(said.said.get("tags", []))),
        ("People", ", ".join(said.said.get("people", []))),
    ]
    return [(name, value) for name, value in rows if value]


def _listed(facts: list[tuple[str, str]]) -> str:
    return "\n".join(f"- **{name}**: {md.escaped(md.one_line(value))}" for name, value in facts)


def _recognise(writer: Writer, content: bytes, picture: Picture, language: str) -> tuple[bool, list[Message]]:
    """Add the words in the picture; whether there are any, and what is to be said of that."""
    try:
        recogniser = Recogniser(language)
        lines = recogniser.lines(content, f".{picture.kind}")
    except SkippedFile as skipped:
        return False, [skipped.message]
    for page in range(1, _MOST_PAGES + 1):
        recognised_text.write(writer, [line for line in lines if line.page == page], page, _POINTS)
    left = Message("Pages of this picture were left out; only the first {most} were read.", most=_MOST_PAGES)
    is_cut = any(line.page > _MOST_PAGES for line in lines)
    return bool(lines), [*recogniser.warnings, *([left] if is_cut else [])]
