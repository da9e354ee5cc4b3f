"""HTML from inside other files keeps its words, links, lists and tables of values."""

from __future__ import annotations

import pytest

from bookwheel.parsing.formats.records.html_words import html_as_markdown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>a <b>b</b>\n c</p>d", "a b c\n\nd"),
        ("<h1>Big <i>news</i></h1>x<br>y", "**Big news**\n\nx  \ny"),
        ("see <a href='https://x.org/a_b'>the <i>site</i></a>.", "see [the site](https://x.org/a_b)."),
        ("<a href='javascript:x'>a</a> <a href='#b'>b</a> <a href='cid:1'>c</a>", "a b c"),
        ("<ul><li>a<ul><li>b</ul><li>c</ul><ol><li>d</ol>", "- a\n  - b\n- c\n\n1. d"),
        ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"),
        ("<pre>a\n  *b*</pre>", "```\na\n  *b*\n```"),
        ("<table><tr><th>a<th>b<tr><td>1<td>2|3</table>", "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |"),
        ("<table><tr><td><div>laid</div><td>out</table>", "laid\n\nout"),
        ("<img alt='Logo' src='http://x/t.gif'><img src=y.gif><img alt='plot' src='a.png'>", "Logo ![plot](a.png)"),
        ("<style>p{}</style><div style='display: none'>no</div><script>x</script>*yes*", "\\*yes\\*"),
        ("", ""),
    ],
)
def test_html_becomes_markdown(html: str, markdown: str) -> None:
    assert html_as_markdown(html) == markdown


def test_deep_and_torn_html_takes_time_in_proportion() -> None:
    for html in ("<div>" * 50_000 + "x", "<ul><li>" * 2_000 + "x", "<" * 100_000, "<a href=x>" * 20_000 + "x"):
        assert html_as_markdown(html).strip()
    for html in ("<table><tr><td>" * 5_000, "<p>" * 50_000, "<!--" * 50_000):
        html_as_markdown(html)
