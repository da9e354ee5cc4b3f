"""reStructuredText becomes Markdown: structure, Sphinx without Sphinx, lines, and nothing that opens a file."""

from __future__ import annotations

import builtins
import contextlib
import gc
import io
import os
import random
import time
import urllib.request
import weakref
from pathlib import Path

import pytest
from docutils import nodes
from docutils.parsers.rst import directives, states

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.rst import document as rst
from bookwheel.parsing.formats.rst import parser
from bookwheel.parsing.markdown import reader

_MANUAL = """\
.. _start here:

=======
Manual
=======

:Author: Ada Lovelace
:Date: 2024-05-01
:Version: 1.2

The *first* words, ``code x``, **bold** and a `link <https://example.org>`_ to `Second part`_
on two lines, with |name| and a note [#]_ [CIT2002]_.

.. |name| replace:: the *name*

.. [#] A footnote.
.. [CIT2002] A citation.

.. toctree::
   :caption: Pages
   :glob:

   intro
   Set up <guide/setup>
   api/*

.. _second:

Second part
===========

See :doc:`/guide/setup`, :ref:`second`, :ref:`a label <else where>`, :term:`wheel`, :py:meth:`~a.B.run`,
:kbd:`Ctrl`, :menuselection:`File --> Open`, :pep:`8`, :rfc:`2119#section-1`, :issue:`12`, :unknown:`kept`.

.. note:: Mind the gap.

   And more.

.. code-block:: python
   :linenos:

   def f():
       return 1

Sub ordinate
------------

====== =====
Name   Count
====== =====
one    1
two    2
====== =====

.. list-table:: Title of it
   :header-rows: 1

   * - a
     - b
   * - | x
     - - p
       - q

.. glossary::

   wheel
   roue
      A round thing.

.. py:function:: run(path, *, fast=False)
   :noindex:

   Runs it.

   :param str path: where
   :returns: nothing
   :raises ValueError: if not

.. versionadded:: 1.1
   The way of it.

-a, --all FILE  Everything
-b              Nothing

.. math:: a^2

.. figure:: wheel.png
   :alt: A wheel

   The caption.

.. tab:: Linux

   Only there.

.. comment that is dropped

Term : kind
   What it is.

| line one
| line two

   A quote.

   -- Someone
"""


def _read(text: str) -> Converted:
    return rst.read(text.encode(), "docs/a.rst")


def test_structure_and_metadata() -> None:
    made = _read(_MANUAL)
    text = made.text
    assert made.fields == {"author": "Ada Lovelace", "date": "2024-05-01", "version": "1.2"}
    assert [line for line in text.split("\n") if line.startswith("#")] == [
        "# Manual {#start-here}",
        "## Second part {#second}",
        "### Sub ordinate",
    ]
    for part in (
        "The *first* words, `code x`, **bold** and a [link](https://example.org) to [Second part](#second)",
        "on two lines, with the *name* and a note [^1] [^cit2002].",
        "[^1]: A footnote.", '[^cit2002]: <a id="cite-CIT2002"></a>A citation.',
        "**Pages**\n\n- [intro](intro.rst)\n- [Set up](guide/setup.rst)\n- `api/*`",
        "[/guide/setup](/guide/setup.rst)", "[Second part](#second)", "[a label](label:else%20where)",
        "[wheel](#term-wheel)", "[`run()`](object:a.B.run)",
        "<kbd>Ctrl</kbd>", "**File → Open**", "[PEP 8](https://peps.python.org/pep-0008/)",
        "[RFC 2119](https://datatracker.ietf.org/doc/html/rfc2119#section-1)", "#12, kept.",
        "> [!NOTE]\n> Mind the gap.\n>\n> And more.", "```python\ndef f():\n    return 1\n```",
        "| Name | Count |\n| --- | --- |\n| one | 1 |", "**Title of it**\n\n| a | b |\n| --- | --- |\n| x | p; q |",
        '<a id="term-wheel"></a>wheel\n<a id="term-roue"></a>roue\n: A round thing.',
        "`run(path, *, fast=False)`\n\n: Runs it.\n\n  - `path` (`str`): where\n  - **Returns**: nothing",
        "*Added in version 1.1*: The way of it.", "`-a`, `--all FILE`\n: Everything", "$$\na^2\n$$",
        "![A wheel](wheel.png)\n\nThe caption.", "**Linux**\n\nOnly there.", "Term : *kind*\n: What it is.",
        "line one\\\nline two", "> A quote.\n>\n> — Someone",
    ):  # fmt: skip
        assert part in text, f"{part}\n---\n{text}"
    assert "dropped" not in text


def test_lines_lead_back_to_the_source() -> None:
    made = _read(_MANUAL)
    source = _MANUAL.split("\n")
    text = made.text.split("\n")
    for words in ("Second part", "Sub ordinate", "Mind the gap", "return 1", "| two", "p; q",
                  "A round thing", "Runs it", "Everything", "The caption",
                  "Only there", "What it is", "line two", "A quote",
                  "[Set up]"):  # fmt: skip
        at = next(number for number, line in enumerate(text, 1) if words in line and "See [" not in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        cited = "\n".join(source[place.first - 1 : place.last])
        assert words.strip("|[] ;").split("; ")[0] in cited or words == "p; q", (words, place, cited)
    pieces = reader.read(made.text, Dialect.CONVERTED).pieces
    second = next(piece for piece in pieces if piece.title == "Sub ordinate")
    place = place_at(made.places, (second.line + 1, second.line + 1))
    assert place is not None
    assert source[place.first - 1] == "Sub ordinate"


@pytest.mark.parametrize(
    "directive",
    [
        ".. include:: {}", ".. literalinclude:: {}", ".. raw:: html\n   :file: {}", ".. csv-table::\n   :file: {}",
        ".. raw:: html\n   :url: file://{}", ".. csv-table::\n   :url: file://{}", ".. include:: <isonum.txt>",
        ".. |x| include:: {}\n\n|x|", ".. math::\n   :file: {}", ".. code:: python\n   :file: {}", ".. image:: {}",
        ".. figure:: {}\n   :figwidth: image", ".. graphviz:: {}", ".. parsed-literal::\n   :file: {}",
    ],
)  # fmt: skip
def test_nothing_opens_a_file_or_an_address(directive: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("SECRET,WORDS\n", encoding="utf-8")
    _read(_MANUAL)  # imports are done

    def refuse(*arguments: object, **_named: object) -> None:
        raise AssertionError(f"opened {arguments}")

    for module, name in ((builtins, "open"), (io, "open"), (os, "open"), (urllib.request, "urlopen")):
        monkeypatch.setattr(module, name, refuse)
    made = _read(f"Before.\n\n{directive.format(secret)}\n\nAfter.\n")
    monkeypatch.undo()
    assert "SECRET" not in made.text
    assert made.text.startswith("Before.")
    assert made.text.endswith("After.\n")


def test_included_and_raw_are_named() -> None:
    made = _read(".. include:: other.rst\n\n.. raw:: html\n\n   <b>x</b>\n")
    assert made.text == "[other.rst](other.rst)\n"
    assert [str(warning) for warning in made.warnings] == [
        "Included files were not read: other.rst.",
        "Blocks of raw HTML or LaTeX were left out: 1.",
    ]


def test_invalid_tables_and_skipped_levels_keep_their_words() -> None:
    made = _read(
        "A\n=\n\n=== ===\na   b\n=== ===\nlong text in it\n=== ===\n\n+--+\n|x\n+--+\n\nB\n-\n\nC\n~\n\n"
        "D\n=\n\nE\n~\n\nend\n"
    )
    assert "long text in it" in made.text
    assert "|x" in made.text
    assert [line for line in made.text.split("\n") if line.startswith("#")] == ["# A", "## B", "### C", "# D", "## E"]
    assert made.warnings


def test_roles_and_default_roles_do_not_reach_other_files() -> None:
    _read(".. role:: raw-html(raw)\n   :format: html\n\n.. default-role:: literal\n\n`x` :raw-html:`<br>`\n")
    assert _read("`x` :raw-html:`y`\n").text == "*x* y\n"


@pytest.mark.parametrize(
    "text",
    [
        "", "\n\n", "\0", "- " * 30_000 + "x", "\n".join(" " * depth + "a\n" for depth in range(400)),
        "*a " * 50_000, "`a " * 50_000, "x" * 200_000, _MANUAL[:700], _MANUAL[350:], ".. " * 5000, "=\n" * 5000,
        "\n".join(
            [".. |a0| replace:: x", *(f".. |a{n}| replace:: |a{n - 1}| |a{n - 1}|" for n in range(1, 40)), "", "|a39|"]
        ),
        ".. |a| replace:: |b|\n.. |b| replace:: |a|\n\n|a|\n", ".. _a: b_\n.. _b: a_\n\na_\n",
        ".. list-table::\n\n   * x\n",
    ],
)  # fmt: skip
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    made = _read(text)
    assert len(made.text) < 10 * len(text) + 5000
    assert time.process_time() - start < 5


def test_random_changes_give_text_or_a_reason() -> None:
    chance = random.Random(7)
    good = _MANUAL.encode()
    for _ in range(60):
        torn = bytearray(good)
        for _ in range(chance.randint(1, 12)):
            at = chance.randrange(len(torn))
            torn[at : at + chance.randint(0, 20)] = chance.choice(
                [b"", b"\n", b"   ", b"`", b"*", b":", b"\xff", b".. "]
            )
        with contextlib.suppress(SkippedFile):
            assert isinstance(rst.read(bytes(torn), "a.rst"), Converted)


def test_docutils_is_left_as_it_was() -> None:
    before = states.RSTState.nested_sm, states.RSTState.nested_sm_cache, directives.directive
    rst.read(b"Title\n=====\n\n- one\n\n  - two\n\n.. note:: three\n", "a.rst")
    assert (states.RSTState.nested_sm, states.RSTState.nested_sm_cache, directives.directive) == before


def test_nothing_of_a_document_stays_in_memory_and_docutils_is_left_as_it_was() -> None:
    before = nodes.Node.setup_child, directives.directive
    tree = weakref.ref(parser.parse("Title\n=====\n\n- one\n\n  .. note:: two\n\n     *three*\n"))
    gc.collect()
    assert tree() is None
    assert (nodes.Node.setup_child, directives.directive) == before


def test_a_paragraph_that_begins_with_a_letter_is_told_from_a_numbered_list() -> None:
    made = parser.parse("a. one\nb. two\n\nAbout it\n\nΩμέγα: text\n\nTerm\n   Meaning\n")
    assert [type(node).__name__ for node in made.children] == [
        "enumerated_list", "paragraph", "paragraph", "definition_list",
    ]  # fmt: skip
