from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.document import Dialect
from bookwheel.domain.links.links_out import APP_SCHEMES
from bookwheel.pages.render import Target
from tests.pages.rendering import ALL, Elements, html, page

PROBES = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//",
    "<svg onload=alert(1)><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example/">',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    "<style>@import url(https://evil.example/x.css); p{background:url(https://evil.example/p)}</style>",
    '<p style="background:url(https://evil.example/p);position:fixed">x</p>',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<object data="https://evil.example/x.swf"></object><embed src="https://evil.example/x">',
    '<form action="https://evil.example"><input name="q"><button formaction="javascript:alert(1)">go</button></form>',
    '<video poster="https://evil.example/p.png" src="https://evil.example/v.mp4"></video>',
    '<audio src="https://evil.example/a.mp3" autoplay></audio>',
    '<img srcset="https://evil.example/a.png 1x" src="">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt&#58;alert(1)">x</a>',
    '<a href="java&#10;script:alert(1)">x</a>',
    '<a href="vbscript:msgbox(1)">x</a>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<a href="file:///etc/passwd" ping="https://evil.example">x</a>',
    "[x](javascript:alert(1))",
    "[x](<javascript:alert(1)>)",
    "[x]: javascript:alert(1)\n\n[x]",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)",
    "![x](javascript:alert(1))",
    "![x](https://evil.example/track.png)",
    "![x](//evil.example/track.png)",
    "<javascript:alert(1)>",
    "[[javascript:alert(1)]]",
    "[[javascript:alert(1)|click]]",
    "![[javascript:alert(1)]]",
    '![[x.png|"onerror=alert(1)]]',
    '![x" onerror="alert(1)](y.png "t\\" onload=alert(1)")',
    "```js\"><script>alert(1)</script>\nx\n```",
    "```<img src=x onerror=alert(1)>\nx\n```",
    '> [!"><script>alert(1)</script>]\n> x',
    '> [!note] <img src=x onerror=alert(1)>\n> x',
    '::: tip <img src=x onerror=alert(1)>\nx\n:::',
    '!!! note "<script>alert(1)</script>"\n    x',
    '=== "<script>alert(1)</script>"\n    x',
    '[x](y){: onclick="alert(1)" style="color:red" }',
    '{{< figure src="javascript:alert(1)" alt="<script>" >}}',
    '{{< note >}}<script>alert(1)</script>{{< /note >}}',
    "$<script>alert(1)</script>$",
    "==<script>alert(1)</script>==",
    '<a name="x" id="y" class="hit here">x</a>',
    '<h2 data-anchor="0000000000000000 top">x</h2>',
    "<details open ontoggle=alert(1)>x</details>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>",
)  # fmt: skip
FORBIDDEN = {
    "script", "style", "iframe", "object", "embed", "form", "input", "button", "select", "textarea", "meta", "base",
    "link", "svg", "math", "video", "audio", "source", "template", "noscript", "frame", "frameset", "applet", "portal",
}  # fmt: skip
HREF = re.compile(rf"(?:#|(?:https?|bookwheel|{'|'.join(APP_SCHEMES)}):)")
SRC = re.compile(r"bookwheel:|data:image/(?:png|jpeg|gif|webp);base64,")


def assert_is_safe(source: str) -> None:
    for tag, attributes in Elements(source).found:
        assert tag not in FORBIDDEN, (tag, source)
        for name, value in attributes.items():
            assert not name.startswith("on"), (name, source)
            assert name not in {
                "style",
                "srcset",
                "ping",
                "poster",
                "action",
                "formaction",
                "background",
                "data-anchor",
            }
            assert name != "href" or HREF.match(value), (value, source)
            assert name != "src" or SRC.match(value), (value, source)


@pytest.mark.parametrize("dialect", ALL)
@pytest.mark.parametrize("probe", PROBES)
def test_nothing_a_document_says_runs_or_fetches(probe: str, dialect: Dialect):
    assert_is_safe(html(f"Before.\n\n{probe}\n\nAfter.\n", dialect))
    assert_is_safe(html(f"- in a list {probe}\n", dialect))


@pytest.mark.parametrize("probe", PROBES)
def test_plain_text_is_shown_as_it_stands(probe: str):
    shown = page(probe, format="text").html
    assert_is_safe(shown)
    assert "".join(Elements(shown).words.split()) == "".join(probe.split())


@pytest.mark.parametrize("dialect", ALL)
def test_an_unsafe_answer_of_the_resolver_is_not_believed(dialect: Dialect):
    for href in ("javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "//evil.example", "/etc/passwd"):
        for status in ("resolved", "external", "asset"):
            shown = page("[a](b) ![c](d.png)", dialect, resolve=lambda _, __, h=href, s=status: Target(h, s)).html
            assert_is_safe(shown)
            assert href not in shown or (status, href[:5]) == ("external", "file:"), "which is asked about"


@pytest.mark.parametrize("dialect", ALL)
def test_a_link_whose_address_is_taken_away_still_says_so(dialect: Dialect):
    for href in ("javascript:alert(1)", "vbscript:x", "ms-msdt:/id", "java&#10;script:x", "shell:startup"):
        shown = Elements(html(f'a <a href="{href}">x</a> <a name="n">y</a>', dialect)).of("a")
        assert [link["href"] for link in shown if "href" in link] == ["bookwheel://broken/"]


def test_programs_and_files_are_linked_where_the_link_leads_out():
    for href in ("obsidian://open?vault=a", "zotero://select/items/1", "file:///tmp/a.zip"):
        link = Elements(page(f"[x]({href})", resolve=lambda href, _kind: Target(href, "external")).html).of("a")[0]
        assert (link["href"], link["class"]) == (href, "external")


@pytest.mark.parametrize("dialect", ALL)
def test_of_our_own_addresses_only_offers_of_collections_can_be_linked(dialect: Dialect):
    offer = "bookwheel://subscribe?address=https://a.example/"
    leads_out = lambda href, _kind: Target(href, "external")  # noqa: E731
    link = Elements(page(f'a <a href="{offer}">x</a>', dialect, resolve=leads_out).html).of("a")[0]
    assert (link["href"], link["class"]) == (offer, "external")
    for href in (
        "bookwheel://doc/a.md",
        "BOOKWHEEL://asset/a.md?href=b",
        "bookwheel:labels/",
        "bookwheel://subscribers",
    ):
        shown = page(f'a <a href="{href}">x</a> <img src="{href}" alt="y">', dialect, resolve=leads_out).html
        assert [link["href"] for link in Elements(shown).of("a")] == ["bookwheel://broken/"]
        assert not Elements(shown).of("img")


def test_remote_image_becomes_its_words_and_its_host():
    shown = Elements(html("![A chart](https://stats.example/chart.png)"))
    assert not shown.of("img")
    assert shown.words.strip() == "A chart · stats.example"


def test_small_embedded_picture_stays_and_a_huge_one_goes():
    assert Elements(html("![dot](data:image/png;base64,iVBORw0KGgo=)")).of("img")
    assert not Elements(html(f"![big](data:image/png;base64,{'A' * 800_000})")).of("img")


def test_climbing_paths_are_left_to_the_resolver():
    asked: list[str] = []

    def refuse(href: str, _: object) -> Target:
        asked.append(href)
        return Target("", "broken")

    shown = page("![x](..%2F..%2Fetc/passwd) [y](../../etc/passwd)", resolve=refuse).html
    assert asked == ["..%2F..%2Fetc/passwd", "../../etc/passwd"]
    assert not Elements(shown).of("img")
    assert [link["href"] for link in Elements(shown).of("a")] == ["bookwheel://broken/?href=..%2F..%2Fetc%2Fpasswd"]


@pytest.mark.parametrize("dialect", ALL)
def test_documents_cannot_take_the_ids_of_others(dialect: Dialect):
    shown = Elements(html('<p id="toolbar">x</p><a name="scroll"></a><p id="toolbar">y</p>', dialect))
    assert shown.ids() == ["doc:toolbar", "doc:scroll"]


@pytest.mark.parametrize("dialect", ALL)
@given(text=st.text(alphabet=st.sampled_from("<>[]()!\"'`*_~#|:=-{}%^$&;/\\ \n\tabjs1é中"), max_size=80))
def test_any_text_makes_a_safe_page(dialect: Dialect, text: str):
    assert_is_safe(html(text, dialect))


@given(parts=st.lists(st.sampled_from(PROBES), max_size=4), dialect=st.sampled_from(ALL))
def test_probes_stay_harmless_together(parts: list[str], dialect: Dialect):
    assert_is_safe(html("".join(parts), dialect))
