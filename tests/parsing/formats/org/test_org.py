"""Org files become Markdown: outline, metadata, blocks, links, and lines that lead back."""

from __future__ import annotations

import contextlib
import random
import time

import pytest

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.org import document as org

_NOTES = """\
#+TITLE: The notes
#+AUTHOR: Ada
#+FILETAGS: :work:home:
# a comment

Before *bold*, /slanted/, =code=, ~verbatim~, +gone+ and H_{2}O, \\(a^2\\), 2*3*4.

* TODO [#A] First part :urgent:
DEADLINE: <2024-05-01 Wed>
:PROPERTIES:
:CUSTOM_ID: first
:Effort: 1:00
:END:

See [[#second][there]], [[*First part]], [[file:other.org::*Costs][costs]], [[./wheel.png]] and https://example.org/a_b.
A note[fn:1] on <2024-06-01 Sat>.

- one
  - inner
- [X] two
  with more
- term :: what it is

1. first
2. second

** Second
:PROPERTIES:
:CUSTOM_ID: second
:END:

#+CAPTION: Some costs
| Name | Cost |
|------+------|
| a    |    1 |

#+BEGIN_SRC python :results output
def f():
    return 1
#+END_SRC

#+begin_quote
Quoted words.
#+end_quote

#+begin_warning
Mind it.
#+end_warning

: fixed
: width

#+INCLUDE: "chapter.org" :lines "1-5"

[fn:1] The footnote
goes on.
"""


def _read(text: str) -> Converted:
    return org.read(text.encode(), "a.org")


def test_structure_and_metadata() -> None:
    made = _read(_NOTES)
    assert made.fields == {"title": "The notes", "author": "Ada", "tags": ["work", "home"]}
    for part in (
        "Before **bold**, *slanted*, `code`, `verbatim`, ~~gone~~ and H<sub>2</sub>O, $a^2$, 2\\*3\\*4.",
        "# First part {#first}\n\n*TODO · priority A · tags urgent · Deadline 2024-05-01 Wed*\n\n- **Effort**: 1:00",
        "See [there](#second), [First part](#first), [costs](other.org#costs), ![](./wheel.png) and",
        "A note[^1] on 2024-06-01 Sat.", "- one\n  - inner\n- [x] two\n  with more\n- **term**: what it is",
        "1. first\n2. second", "## Second", "**Some costs**\n\n| Name | Cost |\n| --- | --- |\n| a | 1 |",
        "```python\ndef f():\n    return 1\n```", "> Quoted words.", "> [!WARNING]\n> Mind it.",
        "```\nfixed\nwidth\n```",
        "[chapter.org](chapter.org)",
        "[^1]: The footnote goes on.",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"
    assert "comment" not in made.text
    assert [str(warning) for warning in made.warnings] == ["Included files were not read: chapter.org."]


def test_lines_lead_back_to_the_source() -> None:
    made = _read(_NOTES)
    source, text = _NOTES.split("\n"), made.text.split("\n")
    for words in ("First part", "inner", "with more", "what it is", "second", "return 1", "Quoted", "Mind it", "width"):
        at = next(number for number, line in enumerate(text, 1) if words in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        assert words in "\n".join(source[place.first - 1 : place.last]), (words, place)


@pytest.mark.parametrize(
    "text",
    [
        "", "\0", "*", "* ", "- " * 20_000, "\n".join(" " * depth + "- a" for depth in range(600)),
        "[[" * 50_000,
        "*a " * 50_000, "#+BEGIN_SRC\n" * 3000, ":a:\n" * 3000, "|" * 50_000, "$a" * 50_000,
        _NOTES[:600], "a\n\n" * 50_000,
        "\n".join("#+begin_quote" for _ in range(300)) + "\nx\n" + "\n".join("#+end_quote" for _ in range(300)),
        "- a\n" * 20_000, "\\begin{x}\n" * 2000,
    ],
)  # fmt: skip
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    assert len(_read(text).text) < 10 * len(text) + 1000
    assert time.process_time() - start < 5


def test_random_changes_give_text_or_a_reason() -> None:
    chance = random.Random(3)
    for _ in range(100):
        torn = bytearray(_NOTES.encode())
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(torn))
            torn[at : at + chance.randint(0, 20)] = chance.choice([b"", b"\n", b" ", b"*", b"[", b"\xff", b"#+"])
        with contextlib.suppress(SkippedFile):
            assert isinstance(org.read(bytes(torn), "a.org"), Converted)
