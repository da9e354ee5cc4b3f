"""Writes chapters as records of programs: notebooks, subtitles, mail, bibliographies, calendars, outlines, canvases."""

from __future__ import annotations

import base64
import json
from xml.sax.saxutils import quoteattr

from tests.formats.chapters import TITLE, Chapters
from tests.formats.compound_file import compound_file, stream_of

CUE_MS = 4_000
"""How long each paragraph is shown in subtitles."""
CHAPTER_MS = 300_000
"""How far apart the chapters of subtitles begin: as far as sections of a long file do."""


def notebook(chapters: Chapters) -> bytes:
    """A heading for each chapter, its first paragraph as words, the others printed by code."""
    cells: list[dict[str, object]] = []
    for chapter in chapters:
        first, *others = chapter.paragraphs
        cells.append({"cell_type": "markdown", "metadata": {}, "source": [f"# {chapter.title}\n", "\n", first]})
        for paragraph in others:
            printed = {"output_type": "stream", "name": "stdout", "text": [f"{paragraph}\n"]}
            cells.append({
                "cell_type": "code", "metadata": {}, "execution_count": 1, "source": [f"show({chapter.identifier})"],
                "outputs": [printed],
            })  # fmt: skip
    whole = {"cells": cells, "metadata": {"kernelspec": {"language": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode()


def subrip(chapters: Chapters) -> bytes:
    """A chapter every five minutes, a cue for each of its paragraphs and one for its title."""
    cues = (f"{at}\n{_time(start, ',')} --> {_time(end, ',')}\n{text}\n" for at, (start, end, text) in _cues(chapters))
    return "\n".join(cues).encode()


def web_subtitles(chapters: Chapters) -> bytes:
    """The same for the web."""
    cues = (f"{_time(start, '.')} --> {_time(end, '.')}\n{text}\n" for _, (start, end, text) in _cues(chapters))
    return "\n".join([f"WEBVTT - {TITLE}\n", *cues]).encode()


def message(chapters: Chapters) -> bytes:
    """One message whose text is all chapters."""
    body = "\n\n".join("\n\n".join([chapter.title, *chapter.paragraphs]) for chapter in chapters)
    return _message(TITLE, body, 1).encode()


def mailbox(chapters: Chapters) -> bytes:
    """A message for each chapter."""
    made = (
        f"From ada@example.org Mon Jan  1 10:00:00 2024\n{_message(c.title, chr(10).join(c.paragraphs), at)}\n"
        for at, c in enumerate(chapters, 1)
    )
    return "".join(made).encode()


def outlook(chapters: Chapters) -> bytes:
    """One message of Outlook whose text is all chapters."""
    body = "".join(f"{block}\r\n\r\n" for chapter in chapters for block in (chapter.title, *chapter.paragraphs))
    return compound_file({
        "__properties_version1.0": bytes(32), **stream_of("0037", TITLE), **stream_of("0C1A", "Ada"),
        **stream_of("1000", body),
    })  # fmt: skip


def bibtex(chapters: Chapters) -> bytes:
    """An entry for each chapter, its paragraphs as abstract."""
    made = (
        f"@article{{key{at},\n  title = {{{c.title}}},\n  abstract = {{{' '.join(c.paragraphs)}}}\n}}\n"
        for at, c in enumerate(chapters)
    )
    return "\n".join(made).encode()


def ris(chapters: Chapters) -> bytes:
    """The same for programs that read RIS."""
    made = (
        f"TY  - JOUR\nID  - key{at}\nTI  - {c.title}\nAB  - {' '.join(c.paragraphs)}\nER  - \n"
        for at, c in enumerate(chapters)
    )
    return "\n".join(made).encode()


def csl(chapters: Chapters) -> bytes:
    """The same as CSL-JSON."""
    made = [
        {"id": f"key{at}", "type": "article", "title": c.title, "abstract": " ".join(c.paragraphs)}
        for at, c in enumerate(chapters)
    ]
    return json.dumps(made, ensure_ascii=False, indent=1).encode()


def contacts(chapters: Chapters) -> bytes:
    """A card for each chapter, its paragraphs as note."""
    made = (f"BEGIN:VCARD\nVERSION:3.0\nFN:{c.title}\nNOTE:{' '.join(c.paragraphs)}\nEND:VCARD\n" for c in chapters)
    return "\n".join(made).encode()


def entities(chapters: Chapters) -> bytes:
    """An entity for each chapter, its paragraphs as a property."""
    made = (
        {"type": "chapter", "key": f"C-{at}", "labels": [c.title], "properties": {"text": " ".join(c.paragraphs)}}
        for at, c in enumerate(chapters, 1)
    )
    return "\n".join(json.dumps({"entity": one}, ensure_ascii=False) for one in made).encode()


def calendar(chapters: Chapters) -> bytes:
    """An event for each chapter, its paragraphs as description."""
    made = "".join(
        f"BEGIN:VEVENT\nUID:{at}@example.org\nSUMMARY:{c.title}\nDTSTART:202401{at:02}T100000\n"
        f"DESCRIPTION:{' '.join(c.paragraphs)}\nEND:VEVENT\n"
        for at, c in enumerate(chapters, 1)
    )
    return f"BEGIN:VCALENDAR\nVERSION:2.0\n{made}END:VCALENDAR\n".encode()


def outline(chapters: Chapters) -> bytes:
    """An outline with an entry for each chapter, which holds its paragraphs."""
    made = "\n".join(
        f"<outline text={quoteattr(c.title)}>\n"
        + "\n".join(f"<outline text={quoteattr(paragraph)}/>" for paragraph in c.paragraphs)
        + "\n</outline>"
        for c in chapters
    )
    return (
        f'<?xml version="1.0"?>\n<opml version="2.0"><head><title>{TITLE}</title></head>'
        f"<body>\n{made}\n</body></opml>\n"
    ).encode()


def canvas(chapters: Chapters) -> bytes:
    """A card for each chapter, one below the other, but in the file the last one first."""
    nodes = [
        {"id": f"n{at}", "type": "text", "x": 0, "y": 400 * at, "width": 300, "height": 200,
         "text": "\n\n".join([f"# {c.title}", *c.paragraphs])}
        for at, c in enumerate(chapters)
    ]  # fmt: skip
    rows = ",\n\t\t".join(json.dumps(node, ensure_ascii=False) for node in reversed(nodes))
    return f'{{\n\t"nodes":[\n\t\t{rows}\n\t],\n\t"edges":[]\n}}\n'.encode()


def base(chapters: Chapters) -> bytes:
    """A view for each chapter."""
    views = [f'  - name: "{c.title}"\n    order: {json.dumps(c.paragraphs, ensure_ascii=False)}\n' for c in chapters]
    return f"views:\n{''.join(views)}".encode()


def drawing(chapters: Chapters) -> bytes:
    """A drawing with a text for each chapter."""
    elements = [
        {"id": f"e{at}", "type": "text", "x": 0, "y": 400 * at, "width": 300, "height": 200,
         "text": "\n".join([c.title, *c.paragraphs])}
        for at, c in enumerate(chapters)
    ]  # fmt: skip
    return json.dumps({"type": "excalidraw", "version": 2, "elements": elements}, ensure_ascii=False, indent=1).encode()


def _cues(chapters: Chapters) -> list[tuple[int, tuple[int, int, str]]]:
    made = [
        (CHAPTER_MS * number + CUE_MS * at, CHAPTER_MS * number + CUE_MS * (at + 1), text)
        for number, chapter in enumerate(chapters)
        for at, text in enumerate((chapter.title, *chapter.paragraphs))
    ]
    return list(enumerate(made, 1))


def _time(milliseconds: int, mark: str) -> str:
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}{mark}{rest:03}"


def _message(subject: str, body: str, number: int) -> str:
    return (
        f"From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\nSubject: =?utf-8?B?{_encoded(subject)}?=\n"
        f"Date: Mon, 01 Jan 2024 10:00:00 +0000\nMessage-ID: <{number}@example.org>\n"
        f"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{body}\n"
    )


def _encoded(text: str) -> str:
    return base64.b64encode(text.encode()).decode()
