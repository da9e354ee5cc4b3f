"""Torn, mutated and hostile files give text or a reason, within bounds."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.formats.converted import Converted, Reader
from bookwheel.parsing.formats.records import bibliography, glossary, icalendar, notebook, opml, subtitles, vcard
from bookwheel.parsing.formats.records.drawings import document as canvas
from bookwheel.parsing.formats.records.mail import document as mail

SAMPLES: dict[Reader, bytes] = {
    notebook.read: (
        b'{"cells": [{"cell_type": "markdown", "source": ["# A\\n", "b ![x](attachment:y)"], "attachments": {"y": {}}},'
        b'{"cell_type": "code", "source": "1", "outputs": [{"output_type": "stream", "text": ["a\\r\\u001b[1mb"]},'
        b'{"output_type": "display_data", "data": {"text/html": "<table><tr><td>1", "image/png": "AA=="}},'
        b'{"output_type": "error", "ename": "E", "traceback": ["x"]}]}], "metadata": {"kernelspec": {}}}'
    ),
    mail.read: (
        b"From: =?utf-8?q?A=C3=A9?= <a@b.org>\nTo: b, c\nDate: Mon, 1 Jan 2024 10:00:00 +0100\nSubject: Hello\n"
        b'Message-ID: <1@x>\nContent-Type: multipart/mixed; boundary="b"\n\n--b\nContent-Type: multipart/alternative;'
        b' boundary="c"\n\n--c\nContent-Type: text/plain; charset="utf-8"; format=flowed\n\nHi \nthere\n> > a\n-- \nB\n'
        b"--c\nContent-Type: text/html\n\n<p>Hi</p>\n--c--\n--b\nContent-Type: message/rfc822\n\nSubject: In\n\nx\n"
        b'--b\nContent-Disposition: attachment; filename*0="a.pdf"\nContent-Transfer-Encoding: base64\n\nAAAA\n--b--\n'
    ),
    bibliography.read: (
        b'@string{j = "J" # {x}}\n@article{k1,\n title = {A {B} \\\'e $x$ {\\"o}},\n author = "A, B and C", '
        b" year = 2000,\n"
        b" journal = j, url={http://x.org}, file={a:b:c}\n}\n@book(k2, crossref = {k1}, month = jan)\n"
    ),
    glossary.read: b'{"SSE": "server-sent events", "b": ["c", "d"], "e": {"definition": "f g", "aliases": ["h"]}}',
    vcard.read: (
        b"BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=84;B=\n;;\nTEL;TYPE=work,cell:1\n"
        b"a.ADR:;;x\\, y;z\nNOTE:a\\nb\n c\nBDAY:19850412\nURL:x.org\nEND:VCARD\n"
    ),
    icalendar.read: (
        b"BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=Europe/Berlin:20240714T100000\nDTEND:20240714T113000Z\nSUMMARY:S\n"
        b"RRULE:FREQ=MONTHLY;BYDAY=-1MO;COUNT=99999999999\nBEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\nEXDATE:20240714\n"
        b'ATTENDEE;CN="A; B":mailto:a@x.org\nDURATION:P1DT2H\nEND:VEVENT\nEND:VCALENDAR\n'
    ),
    canvas.read: (
        b'{"nodes": [{"id": "a", "type": "text", "x": 1, "y": 2, "width": 3, "height": 4, "text": "# A\\n[[b|c]]"},'
        b'{"id": "g", "type": "group", "x": 0, "y": 0, "width": 30, "height": 40, "label": "G"}, {"id": "f",'
        b'"type": "file", "file": "a.md"}], "edges": [{"fromNode": "a", "toNode": "g"}], "elements": 0}'
    ),
    opml.read: (
        b'<opml><head><title>t</title></head><body><outline text="a" _note="n"><outline text="b" xmlUrl="http://x"/>'
        b'<outline text="c"><outline text="&lt;b&gt;d&lt;/b&gt;"/></outline></outline></body></opml>'
    ),
    subtitles.read: b"WEBVTT x\n\n1\n00:01.000 --> 00:02.000\n<v A>b &amp; <i>c</i>\n\n0:0:3.0,0:0:4.0\n>> D: e\n",
}
NESTED = [
    *(mark * 100_000 for mark in (b"[", b'{"cells": ', b"(", b"{", b"<", b"\\", b"$", b"BEGIN:VEVENT\n", b"a;b=")),
    b'{"cells": [{"cell_type": "code", "outputs": [{"data": {"application/json": '
    + b"[" * 800
    + b"]" * 800
    + b"}}]}]}",
]


def _try(read: Reader, content: bytes) -> None:
    try:
        made = read(content, "a.x")
    except SkippedFile:
        return
    assert isinstance(made, Converted)
    made.text.encode()  # no lone surrogate
    lines = [place.line for place in made.places]
    assert lines == sorted(set(lines)) and lines[-1:] <= [made.text.count("\n")]


def _name(read: Callable[..., object]) -> str:
    return read.__module__.rpartition(".")[2]


@pytest.mark.parametrize("read", SAMPLES, ids=_name)
def test_mutations_are_read_or_refused(read: Reader) -> None:
    chance = random.Random(1)
    good = SAMPLES[read]
    _try(read, good)
    for _ in range(150):
        content = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            position = chance.randrange(len(content))
            kind = chance.randrange(4)
            if kind == 0:
                content[position] = chance.randrange(256)
            elif kind == 1:
                del content[position : position + chance.randrange(20)]
            elif kind == 2:
                content[position:position] = chance.choice(
                    (b"\n", b"\0", b'"', b"{", b"[", b"<", b"\xff", b":", b"9" * 30)
                )
            else:
                other = chance.randrange(len(content))
                content[position:position] = content[other : other + 30]
            if not content:
                break
        _try(read, bytes(content))


@pytest.mark.parametrize("read", SAMPLES, ids=_name)
def test_torn_empty_and_foreign_files(read: Reader) -> None:
    good = SAMPLES[read]
    for content in (
        b"",
        b"\n",
        b"\0" * 100,
        b"\xff\xfe",
        good[: len(good) // 2],
        good * 3,
        b"null",
        b"[1, 2]",
        b"{}",
        *NESTED,
    ):
        _try(read, content)
