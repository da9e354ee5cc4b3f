"""Pages of HTML become the Markdown that a person would have written, and lead back to their source's lines."""

from __future__ import annotations

import random
import re
import time

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.documents import parse
from bookwheel.parsing.formats.html.document import read, to_markdown
from bookwheel.parsing.formats.markdown_writer import Writer

PAGE = """<!doctype html>
<html lang="de"><head><meta charset="utf-8"><title>Räder · Werkstatt</title>
<meta name="description" content="Vom Bau der Räder"><meta name="keywords" content="Rad, Lesen">
<script>var p = "<p>no</p>";</script></head>
<body>
<nav><a href="/">Start</a> <a href="/all">Alles</a></nav>
<main>
<section id="wheels"><h1>Räder<a class="headerlink" href="#wheels">¶</a></h1>
<p>Ein <b>Rad</b> trägt <a href="books.html#shelf">viele
Bücher</a>, kostet 5 * 3 &amp; mehr.</p></section>
<h2 id="parts">Teile</h2>
<ul><li>Nabe<ul><li>Achse</li></ul></li><li><p>Felge</p><p>aus Holz</p></li></ul>
<pre><code class="language-python">def turn(wheel):
    return wheel + 1
</code></pre>
<table><caption>Maße</caption><tr><th>Teil</th><th>cm</th></tr><tr><td rowspan="2">Nabe</td><td>10</td></tr>
<tr><td>12</td></tr></table>
<dl><dt id="turn">turn()</dt><dd>Dreht das Rad.</dd></dl>
<p hidden>Nie zu sehen</p><p style="display:none">Auch nicht</p>
<blockquote><p>Lesen heißt drehen.</p></blockquote>
</main>
<footer>Impressum</footer>
</body></html>
"""


def test_a_page_keeps_its_structure_and_drops_what_stands_around_it() -> None:
    converted = read(PAGE.encode(), "wheels.html")
    assert converted.fields == {
        "description": "Vom Bau der Räder", "keywords": ["Rad", "Lesen"], "language": "de",
    }  # fmt: skip
    assert (
        converted.text
        == """# Räder {#wheels}

Ein **Rad** trägt [viele Bücher](books.html#shelf), kostet 5 * 3 & mehr.

## Teile {#parts}

- Nabe
  - Achse

- Felge

  aus Holz

```python
def turn(wheel):
    return wheel + 1
```

*Maße*

| Teil | cm |
| --- | --- |
| Nabe | 10 |
|  | 12 |

<a id="turn"></a>turn()
: Dreht das Rad.

> Lesen heißt drehen.
"""
    )


def test_every_section_s_place_holds_its_words() -> None:
    document = parse(PAGE.encode(), "wheels.html")
    lines = PAGE.split("\n")
    assert document.dialect is Dialect.CONVERTED and document.title == "Räder" and document.language == "de"
    assert [section.anchor for section in document.sections] == ["wheels", "parts"]
    for section in document.sections:
        place = place_at(document.places, (section.start_line, section.end_line))
        assert place is not None
        cited = re.sub(r"<[^>]*>", "", "\n".join(lines[place.first - 1 : place.last]))
        assert section.title in cited and all(word in cited for word in section.prose.split()[:6])


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a<b> b </b>c</p>", "a **b** c"),
        ("<p><b>a</b><b>b</b></p>", "**ab**"),
        ("<p>x<b>y.</b>z</p>", "xy.z"),
        ("<p><i><b>both</b></i></p>", "***both***"),
        ("<p>1. no list</p>", "1\\. no list"),
        ("<p># no heading</p>", "\\# no heading"),
        ("<p>a<br>b</p>", "a\\\nb"),
        ("<p>H<sub>2</sub>O</p>", "H<sub>2</sub>O"),
        ("<p><a href='javascript:x()'>words</a></p>", "words"),
        ("<p><img src='data:image/png;base64,xx' alt='a wheel'></p>", "a wheel"),
        ("<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree"),
        ("<table><tr><td>layout</td></tr></table>", "layout"),
        ("<ol start=3><li>c<li>d</ol>", "3. c\n4. d"),
        ("<p><code>a`b</code></p>", "``a`b``"),
        ("<math alttext='x^2'><mi>x</mi></math>", "$x^2$"),
    ],
)
def test_pieces(html: str, markdown: str) -> None:
    writer = Writer()
    to_markdown(html, writer)
    assert writer.text.strip() == markdown


def test_encodings_are_those_that_the_page_states() -> None:
    page = '<meta charset="windows-1251"><h1>Колесо</h1>'
    assert read(page.encode("cp1251"), "a.html").text == "# Колесо\n"
    assert read("<h1>Rad größer</h1>".encode("utf-16"), "a.html").text == "# Rad größer\n"
    assert read(b'<meta charset="no-such"><h1>x</h1>', "a.html").text == "# x\n"


@pytest.mark.parametrize(
    "html",
    [
        "", "<", "<div>" * 20_000 + "x", "<b>" * 5_000 + "x", "<ul><li>" * 3_000 + "x", "<table><tr><td>" * 2_000 + "x",
        "<p title='" + "a" * 2_000_000 + "'>x", "&lt;" * 200_000, "<p>x" * 50_000, "<!--" * 1000, "<p>\0\ue010x\ue013",
        "<frameset><frame src=x></frameset>", "<h1>" * 500, "<td colspan=99999999 rowspan=9999999>x", "<svg><p>x</svg>",
    ],
    ids=lambda html: html[:12],
)  # fmt: skip
def test_hostile_pages_are_read_in_time(html: str) -> None:
    began = time.process_time()
    parse(html.encode(), "a.html")
    assert time.process_time() - began < 10


def test_torn_and_changed_pages_never_fail() -> None:
    chance = random.Random(16)
    for _ in range(150):
        content = bytearray(PAGE.encode())
        for _ in range(chance.randrange(1, 30)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        try:
            document = parse(bytes(content[: chance.randrange(len(content))]), "a.html")
        except SkippedFile:
            continue
        assert document.sections


def test_elements_within_each_other_without_end_are_read_in_time() -> None:
    began = time.process_time()
    for opened in ("<div>", "<aside>", "<div class=sidebar>", "<b><i>", "<ul><li>"):
        content = f"<h1>Wheels</h1>{opened * 40_000}\n<p>deep inside</p>\n<h2>Parts</h2>"
        document = parse(content.encode(), "a.html")
        assert "deep inside" in document.text
    assert time.process_time() - began < 20


def test_what_stands_after_deep_elements_keeps_its_place() -> None:
    deep = "<div>" * 1500 + "\nin\n" + "</div>" * 1500
    document = parse(f"<h1>One</h1>\n{deep}\n<h2>Two</h2>\n<p>last</p>".encode(), "a.html")
    assert [section.title for section in document.sections if section.level] == ["One", "Two"]
    last = document.sections[-1]
    place = place_at(document.places, (last.start_line, last.end_line))
    assert place is not None and (place.first, place.last) == (5, 6)


def test_the_address_of_a_profile_is_no_author() -> None:
    metas = b'<meta property="article:author" content="https://x.org/me"><meta name="author" content="Ada">'
    assert read(b"<title>T</title>" + metas, "a.html").fields["author"] == "Ada"
