"""Textile files become Markdown: headings, lists, tables, code, notes, and lines that lead back."""

from __future__ import annotations

import time

import pytest

from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.wiki import textile
from tests.parsing.formats.changes import never_fails

_NOTES = """\
---
title: The notes
tags: [a, b]
---
h1(#top). First *part*

A paragraph with *bold*, _slanted_, -gone-, +new+, @code *x*@, H~2~O and a^2^, 2 * 3 * 4.
Second "line(a title)":https://example.org/a_b. And "alias":there, HTML(Hyper Text), note[1].

bq. Quoted
words

bq.. Long quote

goes on

p. Ends

bc(python). def f():
    return 1

bc.. one

two

h2{color:red}. Second

* one
** inner
*** deep
* two
# first
# second

- term := what it is
- other := more

table(x). Caption
|_. Name |_. Cost |
|a|1|
|\\2. wide|
|b|"x":y.textile|

!wheel.png(A wheel)!

fn1. The footnote.

<pre><code class="ruby">
puts 1 &lt; 2
</code></pre>

###. hidden

[there]https://example.org/alias
"""


def _read(text: str) -> Converted:
    return textile.read(text.encode(), "a.textile")


def test_structure_and_metadata() -> None:
    made = _read(_NOTES)
    assert made.fields == {"title": "The notes", "tags": ["a", "b"]}
    for part in (
        "# First **part** {#top}", "with **bold**, *slanted*, ~~gone~~, new, `code *x*`, H", "2 * 3 * 4.",
        "Second [line](https://example.org/a_b). And [alias](https://example.org/alias), HTML (Hyper Text), note[^1].",
        "> Quoted\n> words", "> Long quote\n>\n> goes on\n\nEnds", "```python\ndef f():\n    return 1\n```",
        "```\none\n\ntwo\n```", "## Second", "- one\n  - inner\n    - deep\n- two\n\n1. first\n2. second",
        "- **term**: what it is\n- **other**: more",
        "**Caption**\n\n| Name | Cost |\n| --- | --- |\n| a | 1 |\n| wide |  |\n| b | [x](y.textile) |",
        "![A wheel](wheel.png)", "[^1]: The footnote.", "```ruby\nputs 1 < 2\n```",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"
    assert "hidden" not in made.text


def test_lines_lead_back_to_the_source() -> None:
    made = _read(_NOTES)
    source, text = _NOTES.split("\n"), made.text.split("\n")
    for words in ("First", "Second", "Quoted", "goes on", "return 1", "inner", "second", "what it is", "Name", "puts"):
        at = next(number for number, line in enumerate(text, 1) if words in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        assert words in "\n".join(source[place.first - 1 : place.last]), (words, place)


@pytest.mark.parametrize(
    "text",
    [
        "", "*" * 50_000, "*a " * 30_000, "_a *b " * 20_000, '"a":' * 20_000, "!a.b" * 20_000, "|" * 50_000,
        "|a\n" * 20_000, "<pre>\n" * 5000, "bc.. a\n\n" * 5000, "* a\n" * 20_000, "[1]" * 20_000, "==" * 30_000,
        "\n".join("*" * depth + " a" for depth in range(1, 300)), "<notextile>" * 10_000, "@a" * 30_000,
        "- a := b\n" * 10_000, "((((" * 20_000, "p" + "(" * 30_000, "A(" * 20_000, "{" * 50_000, "p{a}" * 10_000,
    ],
)  # fmt: skip
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    assert len(_read(text).text) < 10 * len(text) + 1000
    assert time.process_time() - start < 5


def test_changed_files_are_read() -> None:
    never_fails(_NOTES.encode(), "a.textile", 60)
