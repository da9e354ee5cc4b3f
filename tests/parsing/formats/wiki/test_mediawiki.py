"""Pages of MediaWiki become Markdown: sections, lists, tables, templates, notes, and lines that lead back."""

from __future__ import annotations

import time

import pytest

from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.wiki import mediawiki
from tests.parsing.formats.changes import never_fails

_PAGE = """\
<!-- comment
over lines -->
{{DISPLAYTITLE:The ''wheel''}}
{{Infobox machine
| name = Book wheel
| inventor = [[Agostino Ramelli|Ramelli]]
| year = {{circa|1588}}
}}
'''The wheel''' is ''a machine'' for '''''readers'''''.<ref name="r">Ramelli, {{cite|title=Machines|year=1588}}</ref>
See [[Other page#Deep down|there]] and [[book]]s.<ref name="r"/>
It costs 5 * 3 and a_b_c [https://example.org its page], https://example.org/x.

== Parts ==
* one
** inner ''slanted''
* two
# first
# second
; Term : what it is
: indented
:: more

[[File:wheel.jpg|thumb|200px|A wheel with [[book]]s]]

=== Table ===
{| class="wikitable"
|+ Some costs
! Name !! Cost
|-
| colspan="2" | wide
|-
| a || 1
|- style="x"
| [[b|c]]
| {{nowrap|2 3}}
|}

<syntaxhighlight lang="python">
def f():
    return "<!-- kept -->"
</syntaxhighlight>

 indented code
 more

Text <nowiki>[[no link]]</nowiki> H<sub>2</sub>O <math>a^2</math> <code>x = 1</code> &amp; &nbsp; end.

<gallery>
File:a.png|The first
B.png|The second
</gallery>

== Notes ==
<references>
<ref name="s">Second</ref>
</references>
{{reflist}}
[[Category:Machines|wheel]]
[[Kategorie:Bücher]]
"""


def _read(text: str) -> Converted:
    return mediawiki.read(text.encode(), "a.wiki")


def test_structure_and_metadata() -> None:
    made = _read(_PAGE)
    assert made.fields == {"title": "The wheel", "categories": ["Machines", "Bücher"]}
    for part in (
        "**Infobox machine**\n\n- **name**: Book wheel\n"
        "- **inventor**: [Ramelli](<Agostino Ramelli>)\n- **year**: 1588\n",
        "**The wheel** is *a machine* for ***readers***.[^1]\n"
        "See [there](<Other page#deep-down>) and [books](book).[^1]",
        "It costs 5 * 3 and a_b_c [its page](https://example.org), [https://example.org/x](https://example.org/x).",
        "[^1]: Ramelli, Machines · 1588",
        "## Parts\n\n- one\n  - inner *slanted*\n- two\n\n1. first\n2. second",
        "**Term**: what it is\n\n> indented\n>\n> > more", "![wheel](wheel.jpg) A wheel with [books](book)",
        "### Table\n\n**Some costs**\n\n| Name | Cost |\n| --- | --- |\n| wide |  |\n| a | 1 |\n| [c](b) | 2 3 |",
        '```python\ndef f():\n    return "<!-- kept -->"\n```', "```\nindented code\nmore\n```",
        "Text [[no link]] H<sub>2</sub>O $a^2$ `x = 1` & ", "![a](a.png) The first\n\n![B](B.png) The second",
        "[^2]: Second",
    ):  # fmt: skip
        assert part in made.text, f"{part}\n---\n{made.text}"
    assert "comment" not in made.text


def test_lines_lead_back_to_the_source() -> None:
    made = _read(_PAGE)
    source, text = _PAGE.split("\n"), made.text.split("\n")
    for words in ("inventor", "It costs", "inner", "second", "Term", "more", "Some costs", "def f", "The second"):
        at = next(number for number, line in enumerate(text, 1) if words in line)
        place = place_at(made.places, (at, at))
        assert place is not None
        assert words in "\n".join(source[place.first - 1 : place.last]), (words, place)


def test_a_cell_over_rows_keeps_the_columns_below() -> None:
    made = _read('{|\n! A !! B\n|-\n| rowspan="2" | one || two\n|-\n| three\n|}\n')
    assert "| one | two |\n|  | three |" in made.text


def test_a_redirect_is_a_link() -> None:
    assert "[There](There)" in _read("#REDIRECT [[There]]\n").text


def test_categories_filter() -> None:
    document = parse(_PAGE.encode(), "a.mediawiki")
    assert document.categories == ("Machines", "Bücher")
    assert document.title == "The wheel"


@pytest.mark.parametrize(
    "text",
    [
        "", "[[" * 50_000, "{{" * 50_000, "{{a|" * 3000 + "}}" * 3000, "<ref>" * 20_000, "<pre>\n" * 5000,
        "<!--" * 50_000, "''" * 75_000, "*" * 50_000, "\n".join("*" * depth + " a" for depth in range(400)),
        "{|\n" * 3000, "|" * 50_000, "{|\n" + "| a || b\n|-\n" * 10_000, "<b>" * 50_000, "== a\n" * 10_000,
        ": a\n" * 20_000, "{{a\n" * 5000, "[http://a " * 20_000, "a\n" * 20_000,
        "{|\n" + '| rowspan="60" colspan="60" | a\n|-\n' * 500,
    ],
)  # fmt: skip
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    assert len(_read(text).text) < 10 * len(text) + 1_500_000
    assert time.process_time() - start < 5


def test_changed_files_are_read() -> None:
    never_fails(_PAGE.encode(), "a.wiki", 60)


def test_underscores_in_a_file_s_name_are_spaces_of_the_title() -> None:
    assert mediawiki.read(b"Words.", "wiki/Book_wheel.mediawiki").fields["title"] == "Book wheel"
