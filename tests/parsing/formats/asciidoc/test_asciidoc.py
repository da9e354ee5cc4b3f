"""AsciiDoc becomes Markdown: sections, attributes, lists, blocks, tables, references, and lines that lead back."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.asciidoc import document as asciidoc
from bookwheel.parsing.formats.converted import Converted

_GUIDE = """\
// a comment
= The Guide
Ada Lovelace <ada@example.org>
v1.2, 2024-05-01
:keywords: one, two
:product: Wheel
:toc:

Before *bold*, _slanted_, `code`, `+{literal}+`, #marked#, H~2~O, {product} and {unknown}, 2*3*4 snake_case_name.

[#start]
== First part

See <<second>>, <<second,there>>, xref:other.adoc#costs[costs], https://example.org[home] and https://example.org/a.
A note.footnote:[The *footnote*.] Press kbd:[Ctrl+C] or menu:File[Open].

* one
** inner
* two
+
[source,python]
----
def f():
    return 1 # <1>
----
* [x] done

<1> The call

. first
. second

//-

Term:: What it is
Other term::
  Something +
  else

[[second]]
=== Second part

NOTE: Mind it.

[WARNING]
====
Hot words.

* listed
====

.Costs
[cols="1,2",options="header"]
|===
|Name |Cost
|a
|1 `x`
|===

[quote, Someone, A book]
____
Quoted words.
____

include::chapter.adoc[]

image::wheel.png[A wheel, 300]

////
hidden
////

 indented code

'''

Last words.

Old style
~~~~~~~~~
"""


def _read(text: str) -> Converted:
    return asciidoc.read(text.encode(), "a.adoc")


def test_structure_and_metadata() -> None:
    made = _read(_GUIDE)
    assert made.fields == {
        "title": "The Guide",
        "author": "Ada Lovelace",
        "version": "1.2",
        "date": "2024-05-01",
        "keywords": ["one", "two"],
    }
    for part in (
        "# The Guide\n\nBefore **bold**, *slanted*, `code`, `{literal}`, <mark>marked</mark>, H<sub>2</sub>O, ",
        "## First part {#start}\n\nSee [Second part](#second), [there](#second), "
        "[costs](other.adoc#costs), "
        "[home](https://example.org)", "A note.[^1] Press <kbd>Ctrl</kbd>+<kbd>C</kbd> or **File → Open**.",
        "- one\n  - inner", "- two\n\n  ```python\n  def f():\n      return 1 # <1>\n  ```", "- [x] done",
        "1. The call",
        "1. first\n2. second", "Term\n: What it is\n\nOther term\n: Something\\\n  else", "### Second part {#second}",
        "> [!NOTE]\n> Mind it.", "> [!WARNING]\n> Hot words.\n>\n> - listed",
        "**Costs**\n\n| Name | Cost |\n| --- | --- |\n| a | 1 `x` |", "> Quoted words.\n>\n> — Someone, A book",
        "[chapter.adoc](chapter.adoc)", "![A wheel](wheel.png)", "```\nindented code\n```", "---\n\nLast words.",
        "### Old style", "[^1]: The **footnote**.",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"
    assert "hidden" not in made.text
    assert "comment" not in made.text
    assert [str(warning) for warning in made.warnings] == ["Included files were not read: chapter.adoc."]


def test_lines_lead_back_to_the_source() -> None:
    made = _read(_GUIDE)
    source, text = _GUIDE.split("\n"), made.text.split("\n")
    for words in ("First part", "inner", "return 1", "The call", "second", "What it is", "Mind it", "Hot words",
                  "Quoted", "indented code", "Last words", "Old style"):  # fmt: skip
        at = next(number for number, line in enumerate(text, 1) if words in line and "See" not in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        assert words in "\n".join(source[place.first - 1 : place.last]), (words, place)


@pytest.mark.parametrize(
    "text",
    [
        "", "\0", "=", "* " * 20_000, "\n".join("*" * (depth % 6) + " a" for depth in range(5000)),
        "<<" * 50_000,
        "*a " * 50_000, "----\n" * 5001, "====\n" * 5001, "|===\n" + "|" * 50_000, "`a" * 50_000, _GUIDE[:600],
        "a\n\n" * 30_000, "* a\n+\n" * 5000, ":a: {a}{a}\n" * 100 + "{a}", "[" * 50_000,
        "a::\n" * 5000, "[a]\n" * 20_000,
        "\n".join("=" * (4 + depth) for depth in range(200)) + "\nx\n"
        + "\n".join("=" * (4 + d) for d in range(199, -1, -1)),
        "|===\n" + "|a |b\n" * 10_000 + "|===", "//" * 30_000, "((" * 30_000, "+++" * 30_001, "footnote:[" * 10_000,
    ],
)  # fmt: skip
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    assert len(_read(text).text) < 10 * len(text) + 10_000
    assert time.process_time() - start < 5


def test_random_changes_give_text_or_a_reason() -> None:
    chance = random.Random(5)
    for _ in range(100):
        torn = bytearray(_GUIDE.encode())
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(torn))
            torn[at : at + chance.randint(0, 20)] = chance.choice([b"", b"\n", b"+\n", b"*", b"|", b"\xff", b"----"])
        with contextlib.suppress(SkippedFile):
            assert isinstance(asciidoc.read(bytes(torn), "a.adoc"), Converted)
