from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bookwheel.crawling import page_text
from bookwheel.parsing.formats.html.document import read as read_document
from bookwheel.parsing.formats.html.tree import tree_of

URL = "https://e.org/docs/page"
WORDS = "<p>" + "words of the page " * 10 + "</p>"


def _document(html: str, paths: dict[str, str] | None = None, date: str = "") -> str:
    made = page_text.read(tree_of(html), URL, html)
    return page_text.write(made, frozenset(), lambda url: (paths or {}).get(url, ""), "docs/page.html", date).decode()


def test_a_document_says_what_the_page_says_of_itself() -> None:
    head = '<title>A &amp; B</title><meta name=description content="short &quot;words&quot;">'
    head += '<meta name=keywords content="x, y">'
    made = _document(f"<html lang=de><head>{head}</head><body><main>{WORDS}</main></body></html>", date="2026-01-02")
    fields = read_document(made.encode(), "page.html").fields
    assert fields == {
        "title": "A & B", "description": 'short "words"', "keywords": ["x", "y"], "language": "de", "url": URL,
        "date": "2026-01-02",
    }  # fmt: skip


def test_links_to_pages_of_the_site_are_relative_and_others_absolute() -> None:
    links = "<a href=other#x>o</a><a href=/docs/page#y>s</a><a href=#z>z</a>"
    html = f"<main>{WORDS}{links}<a href=https://f.org/?a#b>f</a><a href=/no>n</a></main>"
    made = _document(html, {"https://e.org/docs/other": "docs/a b/other.html", URL: "docs/page.html"})
    for target in ("a%20b/other.html#x", "#y", "#z", "https://f.org/?a#b", "https://e.org/no"):
        assert f'href="{target}"' in made


def test_code_and_tables_stay_as_they_are() -> None:
    code = "def f(a):\n    return  a &lt; 2\n\n\tx"
    html = f"""<main>{WORDS}<div class="highlight"><table><tr><td class=linenos><pre>1\n2\n3</pre></td>
      <td class=code><pre class="language-python"><code>{code}</code></pre></td></tr></table></div>
      <table><thead><tr><th>A<th>B</thead><tr><td>1<td>2 <code>x|y</code></table></main>"""
    text = read_document(_document(html).encode(), "p.html").text
    assert "```python\ndef f(a):\n    return  a < 2\n\n\tx\n```" in text
    assert "| A | B |" in text
    assert "1\n2\n3" not in text


def test_notes_become_quotes_with_their_title() -> None:
    html = f"""<main>{WORDS}<div class="admonition warning"><p class="admonition-title">Take care</p>
      <p>It is hot.</p></div>
      <div class="custom-block tip"><p>No title here.</p></div></main>"""
    text = read_document(_document(html).encode(), "p.html").text
    assert "> **Take care**\n>\n> It is hot." in text
    assert "> **Tip**\n>\n> No title here." in text


def test_nothing_that_runs_or_loads_is_kept() -> None:
    html = f"""<main>{WORDS}<script>alert(1)</script><p onclick="x()" style="background:url(http://t/)">a</p>
      <iframe src=http://t/></iframe><a href="javascript:alert(1)">j</a><svg onload=x></svg>
      <img src="/i.png" onerror=x></main>"""
    made = _document(html)
    for text in ("alert", "onclick", "style=", "iframe", "javascript:", "onerror", "<svg"):
        assert text not in made
    assert 'src="https://e.org/i.png"' in made


def test_a_page_that_only_scripts_fill_says_so() -> None:
    def needs(html: str) -> bool:
        return page_text.read(tree_of(html), URL, html).needs_scripts

    assert needs("<div id=app></div><script src=a.js></script>")
    assert not needs(f"<div id=app>{WORDS}</div><script src=a.js></script>")
    assert not needs("<p>short</p>")


@given(st.text(max_size=300))
def test_nothing_raises(text: str) -> None:
    _document(text)
    _document(f"<main><div class=admonition>{text}</div><table><td class=linenos>{text}</table></main>")
