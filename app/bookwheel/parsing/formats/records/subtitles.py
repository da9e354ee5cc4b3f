"""Reads subtitles and transcripts (.srt, .vtt, .sbv) as paragraphs with their speakers, cited by time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, clock
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, one_line
from bookwheel.parsing.formats.records.subtitle_cues import Cue, cues_of

_SECTION_MS = 5 * 60_000
_PAUSE_MS = 2_500
_LONG_PARAGRAPH = 600
_LONGEST_PARAGRAPH = 1500
_SENTENCE_END = re.compile(r"[.!?…。！？][\"'”’»)\]]*\Z")
_HEADER = re.compile(r"WEBVTT(?:[ \t]+[-–—:]?[ \t]*(.*))?")
_LANGUAGE = re.compile(r"^Language:[ \t]*([\w-]{2,20})[ \t]*$", re.MULTILINE | re.IGNORECASE)
_NOTES = re.compile(r"(?:^|\n\n)(?:NOTE|STYLE|REGION)(?=[ \t\n]|\Z)(?:[^\n]|\n(?!\n))*")
_CHAPTER_MS = 45_000


def read(content: bytes, path: str) -> Converted:
    """Subtitles as text; places are times in milliseconds.

    A file of chapters gets a section for each; any other one a section for each five minutes, if it is longer.

    Raises:
        SkippedFile: for a file without a single timed text.
    """
    decoded = decode(content)
    text = decoded.text
    fields: dict[str, object] = {}
    if text.startswith("WEBVTT"):
        fields = _header_fields(text.partition("\n\n")[0])
        text = _NOTES.sub("", text.partition("\n\n")[2] or text)
    cues = cues_of(text)
    if not cues:
        raise SkippedFile("This file contains no subtitles with times.")
    writer = Writer()
    if _are_chapters(cues, path):
        _write_chapters(writer, cues)
    else:
        _write_paragraphs(writer, list(_paragraphs(cues)), is_long=cues[-1].start >= _SECTION_MS)
    return Converted(writer.text, fields, writer.places, list(decoded.warnings))


def _header_fields(header: str) -> dict[str, object]:
    title, language = _HEADER.match(header), _LANGUAGE.search(header)
    stated = {"title": one_line(title[1] or "") if title else "", "language": language[1] if language else ""}
    return {name: value for name, value in stated.items() if value}


def _are_chapters(cues: Sequence[Cue], path: str) -> bool:
    """Whether the cues are titles of chapters: so says the file's name, or each is short and stays for long."""
    if "chapter" in PurePosixPath(path).name.lower():
        return True
    if not 2 <= len(cues) <= 300 or any(len(cue.text) > 100 for cue in cues):
        return False
    return sum(cue.end - cue.start >= _CHAPTER_MS for cue in cues) > 0.7 * len(cues)


def _write_chapters(writer: Writer, cues: Sequence[Cue]) -> None:
    for cue in cues:
        writer.at(PlaceKind.TIME, cue.start, cue.end)
        writer.add(heading(2, escaped(one_line(cue.text))))
        writer.add(f"{clock(cue.start)}–{clock(cue.end)}")


def _write_paragraphs(writer: Writer, paragraphs: Sequence[Sequence[Cue]], *, is_long: bool) -> None:
    section = -1
    for cues in paragraphs:
        start, end = cues[0].start, max(cue.end for cue in cues)
        writer.at(PlaceKind.TIME, start, end)
        if is_long and start // _SECTION_MS > section:
            section = start // _SECTION_MS
            writer.add(heading(2, clock(section * _SECTION_MS)))
            writer.at(PlaceKind.TIME, start, end)
        words = escaped(one_line(" ".join(cue.text for cue in cues)))
        speaker = escaped(one_line(cues[0].speaker))
        writer.add(f"**{speaker}:** {words}" if speaker else words)


def _paragraphs(cues: Sequence[Cue]) -> Iterator[list[Cue]]:
    """Cues that belong together: one speaker, no long pause, and not much longer than a paragraph of a page."""
    paragraph: list[Cue] = []
    length = end = 0
    speaker = ""
    for cue in cues:
        is_other = cue.is_turn and (not cue.speaker or cue.speaker != speaker)
        is_apart = (
            cue.start - end > _PAUSE_MS or cue.start // _SECTION_MS != (paragraph or [cue])[0].start // _SECTION_MS
        )
        is_full = length > _LONGEST_PARAGRAPH or (
            length > _LONG_PARAGRAPH and _SENTENCE_END.search(paragraph[-1].text) is not None
        )
        if paragraph and (is_other or is_apart or is_full):
            yield paragraph
            paragraph, length = [], 0
        if cue.is_turn:
            speaker = cue.speaker
        paragraph.append(cue)
        length += len(cue.text) + 1
        end = max(end, cue.end)
    if paragraph:
        yield paragraph
