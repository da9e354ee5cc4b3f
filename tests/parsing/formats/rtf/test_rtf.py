"""RTF keeps headings, looks, lists, tables, links, notes and pictures in any character set, by paragraph."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse, picture_in
from tests.parsing.formats.changes import never_fails

WHOLE = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Times;}{\f1\fcharset204 Arial;}{\f2\fcharset128 Gothic;}}
{\stylesheet{\s0 Normal;}{\s3 heading 1;}}{\info{\title Wheels}{\author Ramelli}{\keywords desk, wheel}}
{\header\pard Running head\par}
\pard\s3 Parts\par
\pard\plain {\b Bold} words, {\i it}{\v never}{\deleted gone} {\f1 \'cf\'f0\'e8} {\f2 \'93\'fa\'96\'7b}
 \u8364?\uc1\u-10179?\u-8704?
{\footnote\pard Said below} and {\field{\*\fldinst HYPERLINK "https://example.org"}{\fldrslt a link}}.\line Next\par
{\listtext\pard 1.\tab}\ls1\ilvl0 hub\par
{\listtext\pard \bullet\tab}\ls1\ilvl1 axle\par
{\listtext\pard 2.\tab}\ls1\ilvl0 rim\par
\pard\trowd\intbl Part\cell cm\cell\row\trowd\intbl hub\cell 10\cell\row
\pard {\*\shppict{\pict\pngblip 89504e470d0a1a0a}}\par
\pard {\*\unknown never}{\*\atnauthor Bachelard}{\*\annotation\pard Check}Last words\par
}"""


def test_a_file_keeps_its_structure() -> None:
    document = parse(WHOLE, "wheels.rtf")
    assert (document.format, document.title) == ("rtf", "Wheels")
    fields = dict(document.fields)
    assert (fields["author"], fields["keywords"]) == (("Ramelli",), ("desk", "wheel"))
    assert (
        document.text
        == """# Parts

**Bold** words, *it* При 日本 €😀[^1] and [a link](https://example.org).\\
Next

1. hub
   - axle
2. rim

| Part | cm |
| --- | --- |
| hub | 10 |

![](inner:picture-1)

Last words

> **Bachelard:** Check

[^1]: Said below
"""
    )
    entries = place_at(document.places, (6, 8))
    table = place_at(document.places, (10, 12))
    assert entries is not None and entries.words == "paragraphs 3–5"
    assert table is not None and table.words == "paragraphs 6–9"


def test_a_picture_is_taken_out_by_its_number() -> None:
    assert picture_in(WHOLE, "rtf", "picture-1").startswith(b"\x89PNG")
    with pytest.raises(SkippedFile):
        picture_in(WHOLE, "rtf", "picture-2")


def test_bullets_that_were_typed_make_a_list() -> None:
    typed = rb"{\rtf1 \pard\li360 \bullet\tab one\par\pard\li720 \endash\tab two\par\pard 1) no list here\par}"
    assert parse(typed, "a.rtf").text == "- one\n  - two\n\n1\\) no list here\n"


def test_torn_and_wrong_files_say_so() -> None:
    torn = parse(WHOLE[:-40], "a.rtf")
    assert "ends early" in torn.warnings[0] and "Parts" in torn.text
    with pytest.raises(SkippedFile, match="RTF"):
        parse(b"just words", "a.rtf")


def test_changed_files_never_fail() -> None:
    never_fails(WHOLE, "a.rtf")
    for hostile in (b"{\\rtf1" + b"{" * 200_000, b"{\\rtf1" + b"{\\footnote" * 50_000,
                    b"{\\rtf1 \\bin99999999 a}",
                    b"{\\rtf1 \\u9999999999 \\uc-5 a}", b"{\\rtf1 \\ansicpg99999 a}",
                    b"{\\rtf1}}}}}a{\\b"):  # fmt: skip
        assert parse(hostile, "a.rtf").sections
