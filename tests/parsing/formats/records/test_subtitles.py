"""Subtitles become paragraphs with speakers, cited by time."""

from __future__ import annotations

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind, clock, place_at
from bookwheel.parsing.formats.records import subtitles

VTT = """WEBVTT - All about bears
Kind: captions
Language: en

STYLE
::cue { color: red }

NOTE a remark
of two lines

intro
00:01.000 --> 00:04.000 align:start position:0%
<v Roger Bingham>We are in <i>New York</i> City &amp; here

2
00:00:04.500 --> 00:00:06.000
<v Roger Bingham>at the <00:00:05.000><c>Lucern</c> Hotel.

00:07.000 --> 00:08.000
<v.loud Neil deGrasse Tyson>Did we *talk*?</v>

06:07.000 --> 06:08.000
- Hello
- Hi there

06:09.000 --> 06:10.000
>> ANNA: yes.
"""


def _text(source: str, path: str = "a.srt") -> str:
    return subtitles.read(source.encode(), path).text


def test_voices_styles_and_sections() -> None:
    made = subtitles.read(VTT.encode(), "a.vtt")
    assert made.text == (
        "## 0:00:00\n\n**Roger Bingham:** We are in New York City & here at the Lucern Hotel.\n\n"
        "**Neil deGrasse Tyson:** Did we \\*talk\\*?\n\n## 0:05:00\n\nHello\n\nHi there\n\n**ANNA:** yes.\n"
    )
    assert made.fields == {"title": "All about bears", "language": "en"}
    assert [(place.number, place.last) for place in made.places][:2] == [(1000, 6000), (7000, 8000)]
    assert {place.kind for place in made.places} == {PlaceKind.TIME}


def test_cues_join_until_a_pause_and_are_cited_by_their_times() -> None:
    source = "".join(
        f"{number}\n{clock(at)},000 --> {clock(at + 1000)},000\nword{number}\n\n"
        for number, at in enumerate((1000, 2000, 9000, 10_000, 700_000))
    )
    made = subtitles.read(source.encode(), "a.srt")
    assert made.text == "## 0:00:00\n\nword0 word1\n\nword2 word3\n\n## 0:10:00\n\nword4\n"
    lines = made.text.split("\n")
    for word, first, last in (("word1", 1000, 3000), ("word2", 9000, 11_000), ("word4", 700_000, 701_000)):
        line = next(number for number, line in enumerate(lines, start=1) if word in line)
        cited = place_at(made.places, (line, line))
        assert cited is not None and (cited.first, cited.last) == (first, last)


def test_cues_in_the_wrong_order_follow_their_times() -> None:
    assert _text("2\n00:00:05,000 --> 00:00:06,000\nb\n\n1\n00:00:04,000 --> 00:00:05,000\na\n") == "a b\n"


def test_lines_that_roll_up_are_read_once() -> None:
    source = "WEBVTT\n\n" + "\n\n".join(
        f"00:0{at}.000 --> 00:0{at + 1}.000\n{words}"
        for at, words in enumerate(("one", "one\ntwo", "two\nthree", "three", "four"))
    )
    assert _text(source) == "one two three four\n"


def test_chapters_are_sections() -> None:
    source = "WEBVTT\n\n00:00.000 --> 05:00.000\nStart\n\n05:00.000 --> 09:00.000\nThe *end*\n"
    assert _text(source, "a.vtt") == "## Start\n\n0:00:00–0:05:00\n\n## The \\*end\\*\n\n0:05:00–0:09:00\n"


def test_sbv_and_files_without_empty_lines_are_read() -> None:
    assert _text("0:00:00.599,0:00:04.160\nHi\nthere\n\n0:00:04.160,0:00:06.770\nyou\n", "a.sbv") == "Hi there you\n"
    assert (
        _text(
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}<font color='red'>a</font>\n2\n00:00:02,000 --> 00:00:03,000\nb"
        )
        == "a b\n"
    )


def test_long_talks_get_paragraphs() -> None:
    source = "\n\n".join(
        f"{clock(at * 1000)}.000 --> {clock(at * 1000 + 1000)}.000\nThis is sentence {at}." for at in range(280)
    )
    paragraphs = _text(source).strip().split("\n\n")
    assert 5 < len(paragraphs) < 15 and all(len(paragraph) < 800 for paragraph in paragraphs)


def test_a_file_without_times_is_refused() -> None:
    for content in (b"", b"WEBVTT\n\n", b"Some text"):
        with pytest.raises(SkippedFile):
            subtitles.read(content, "a.vtt")
