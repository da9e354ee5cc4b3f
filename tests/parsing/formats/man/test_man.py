"""Manual pages become Markdown: sections, options, fonts, tables, mdoc, and lines that lead back."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.man import document as man

_PAGE = r""".\" a comment
.de XX
.B hidden
..
.ds nm wheel
.TH WHEEL 1 "2024-05-01" "Wheel 1.2" "User Commands"
.SH NAME
\*(nm \- turn books
.SH SYNOPSIS
.B wheel
[\fB\-\-file=\fR\fIFILE\fR] [\fB\-x\fRvalue]
.if t .B only on paper
.ie n plain
.el fancy
.SH OPTIONS
.TP
\fB\-a\fR, \fB\-\-all\fR
Everything
of it.
.RS
.IP \(bu 2
inner
.RE
.TP
.B \-b
Nothing.
.PP
Then \*(lqquoted\*(rq; see
.BR other (5).
.SS "Files of it"
.nf
  first \fBline\fR
second\eline
.fi
.TS
allbox tab(|);
lb lb
l l.
Name|Count
one|1
.TE
"""
_MDOC = r""".Dd May 1, 2024
.Dt WHEEL 1
.Os
.Sh NAME
.Nm wheel
.Nd turn books
.Sh SYNOPSIS
.Nm
.Op Fl x
.Op Fl f Ar file
.Sh DESCRIPTION
The
.Nm
utility reads
.Pa /etc/wheel ,
see
.Xr other 5 .
.Bl -tag -width Ds
.It Fl x
Exactly.
.It Fl f Ar file
From a file.
.El
.Bl -bullet
.It
one
.It
two
.El
.Bd -literal -offset indent
$ wheel -x
.Ed
"""


def _read(text: str) -> Converted:
    return man.read(text.encode(), "wheel.1")


def test_pages_of_man() -> None:
    made = _read(_PAGE)
    assert made.fields == {
        "title": "wheel(1)",
        "date": "2024-05-01",
        "source": "Wheel 1.2",
        "manual": "User Commands",
        "description": "turn books",
    }
    for part in (
        "# wheel(1)\n\n## NAME\n\nwheel - turn books\n\n## SYNOPSIS\n\n"
        "**wheel**\n[**--file**=*FILE*] [**-x**value]\nplain",
        "**-a**, **--all**\n\n: Everything\n  of it.\n\n  - inner\n\n**-b**\n: Nothing.",
        "Then “quoted”; see\n**other**(5).", "### Files of it\n\n```\n  first line\nsecond\\line\n```",
        "| Name | Count |\n| --- | --- |\n| one | 1 |",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"
    assert not any(word in made.text for word in ("comment", "hidden", "paper", "fancy"))


def test_pages_of_mdoc() -> None:
    made = _read(_MDOC)
    assert made.fields == {"title": "wheel(1)", "date": "2024-05-01", "description": "turn books"}
    for part in (
        "**wheel**\n— turn books", "[**-x**]\n[**-f** *file*]", "*/etc/wheel*,\nsee\nother(5).", "**-x**\n: Exactly.",
        "**-f** *file*\n: From a file.", "- one\n\n- two", "```\n$ wheel -x\n```",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"


@pytest.mark.parametrize(("page", "found"), [
    (_PAGE, ("turn books", "Everything", "inner", "Nothing", "Files of it", "first", "one")),
    (_MDOC, ("DESCRIPTION", "Exactly", "From a file", "two", "wheel -x")),
])  # fmt: skip
def test_lines_lead_back_to_the_source(page: str, found: tuple[str, ...]) -> None:
    made = _read(page)
    source, text = page.split("\n"), made.text.split("\n")
    for words in found:
        at = next(number for number, line in enumerate(text, 1) if words in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        assert words in "\n".join(source[place.first - 1 : place.last]), (words, place)


@pytest.mark.parametrize("text", ["", "one\ntwo\n", "Nov 24 log line\n" * 50, ".so man1/other.1\n", "\0" * 50])
def test_other_files_with_such_endings_are_skipped(text: str) -> None:
    with pytest.raises(SkippedFile):
        _read(text)


@pytest.mark.parametrize(
    "text",
    [
        ".RS\n" * 20_000, ".TP\n" * 20_000, "\\fB" * 30_000, "a\\\n" * 20_000, ".de x\n" * 5000, ".if n \\{\n" * 20_000,
        ".TS\n" * 5000, "word\n\n" * 50_000, ".ds a \\*a\\*a\n\\*a\n", ".B " + "a " * 50_000, ".IP \\(bu\nx\n" * 10_000,
        ".if n .if n " * 5000, "\\" * 50_000, "\\h'" * 20_000, ".Bl -tag\n.It x\n" * 5000, ".Op Op Op " * 5000,
        '"' * 30_000,
    ],
)  # fmt: skip
def test_hostile_pages_end_soon(text: str) -> None:
    start = time.process_time()
    assert len(_read(f".TH A 1\n.SH NAME\n{text}").text) < 20 * len(text) + 10_000
    assert time.process_time() - start < 5


def test_random_changes_give_text_or_a_reason() -> None:
    chance = random.Random(11)
    for page in (_PAGE, _MDOC):
        for _ in range(60):
            torn = bytearray(page.encode())
            for _ in range(chance.randint(1, 12)):
                at = chance.randrange(len(torn))
                torn[at : at + chance.randint(0, 20)] = chance.choice([b"", b"\n", b"\\", b".", b'"', b"\xff"])
            with contextlib.suppress(SkippedFile):
                assert isinstance(man.read(bytes(torn), "a.1"), Converted)
