from __future__ import annotations

import pytest

from bookwheel.domain.document import Dialect
from tests.pages.rendering import html

CASES = (
    ("plain words", "<p>plain words</p>"),
    ("# One\n\n## Two ##", "<h1>One</h1>\n<h2>Two</h2>"),
    ("Title\n=====\n\nUnder\n-----", "<h1>Title</h1>\n<h2>Under</h2>"),
    ("*a* **b** ***c***", "<p><em>a</em> <strong>b</strong> <em><strong>c</strong></em></p>"),
    ("snake_case_name stays", "<p>snake_case_name stays</p>"),
    ("a  \nb\\\nc", "<p>a<br>\nb<br>\nc</p>"),
    ("- a\n- b\n  - c", "<ul>\n<li>a</li>\n<li>b\n<ul>\n<li>c</li>\n</ul>\n</li>\n</ul>"),
    ("3. a\n4. b", '<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>'),
    ("> a\nb", "<blockquote>\n<p>a\nb</p>\n</blockquote>"),
    ("`` a`b ``", "<p><code>a`b</code></p>"),
    ("\\*not\\* &amp; &copy; &#35;", "<p>*not* &amp; © #</p>"),
    ("    indented", '<div class="code"><pre><code>indented\n</code></pre></div>'),
    ("~~~\nfenced\n~~~", '<div class="code"><pre><code>fenced\n</code></pre></div>'),
    ("a\n***\nb", "<p>a</p>\n<hr>\n<p>b</p>"),
    ("<b>bold</b> 1 < 2", "<p><b>bold</b> 1 &lt; 2</p>"),
    ("[a](b 'c')", '<p><a title="c" href="bookwheel://doc/docs/b">a</a></p>'),
    ("[a][x]\n\n[x]: /b", '<p><a href="bookwheel://doc/docs//b">a</a></p>'),
    ("![alt *text*](p.png)", '<p><img alt="alt text" src="bookwheel://asset/docs/a.md?href=p.png" loading="lazy"></p>'),
)


@pytest.mark.parametrize("dialect", [Dialect.COMMONMARK, Dialect.GFM, Dialect.OBSIDIAN])
@pytest.mark.parametrize(("source", "wanted"), CASES)
def test_commonmark_is_set_as_its_specification_says(source: str, wanted: str, dialect: Dialect):
    assert html(source, dialect).strip() == wanted


def test_commonmark_alone_knows_no_extensions():
    shown = html("| a |\n|---|\n| b |\n\n~~c~~ [[d]] ==e==\n\n- [ ] f", Dialect.COMMONMARK)
    assert "<table" not in shown
    assert "~~c~~ [[d]] ==e==" in shown
    assert "[ ] f" in shown
