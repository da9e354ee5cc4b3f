"""MkDocs' Markdown to HTML by Python-Markdown with pymdown-extensions; the outcome is not yet sanitised."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape, unescape

import markdown
from pymdownx.superfences import fence_code_format  # pyright: ignore

from bookwheel.pages.callouts import kind_of
from bookwheel.pages.contract import Heading
from bookwheel.pages.markdown import is_tangled, place_of

_ALWAYS = (
    "abbr", "admonition", "attr_list", "def_list", "footnotes", "md_in_html", "sane_lists", "tables",
    "pymdownx.caret", "pymdownx.details", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys",
    "pymdownx.mark", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde",
)  # fmt: skip
_IF_NAMED = {
    "nl2br", "smarty", "pymdownx.magiclink", "pymdownx.smartsymbols", "pymdownx.betterem", "pymdownx.critic",
    "pymdownx.arithmatex",
}  # fmt: skip
_SETTINGS: dict[str, dict[str, object]] = {
    "pymdownx.highlight": {"guess_lang": False, "use_pygments": True, "css_class": "code", "linenums": None},
    "pymdownx.inlinehilite": {"css_class": "plain"},
    "pymdownx.tasklist": {"clickable_checkbox": False},
    "tables": {"use_align_attribute": True},
    "pymdownx.arithmatex": {"generic": True},
    "pymdownx.superfences": {
        "custom_fences": [{"name": "mermaid", "class": "mermaid", "format": fence_code_format}],
    },
}
_HEADING = re.compile(r"<h([1-6])(?:\s[^<>]*)?>(.*?)</h\1>", re.DOTALL)
_CODE = re.compile(r'<div class="(?:language-([\w+#.-]+) )?code">')
_ADMONITION = re.compile(
    r'<(div|details) class="(?:admonition )?([\w -]+?)"( open="open")?>'
    r'(?=\n?<(?:p class="admonition-title"|p class="callout-title"|summary))'
)
_DIAGRAM = re.compile(r'<pre class="mermaid"><code>(.*?)</code></pre>', re.DOTALL)
_MATHS = re.compile(r'<(span|div) class="arithmatex">\s*\\[(\[](.*?)\\[)\]]\s*</\1>', re.DOTALL)

LONGEST_BLOCK = 10_000
"""Characters between two blank lines that Python-Markdown is given; it takes quadratic time on some longer ones."""


def can_set(text: str) -> bool:
    """Whether Python-Markdown is fast on it: it took 12 s on 400 kB of backticks and 90 s on 20 kB of open brackets."""
    return all(len(block) <= LONGEST_BLOCK and not is_tangled(block) for block in text.split("\n\n"))


def to_html(text: str, headings: Sequence[Heading], seal: str, extensions: Mapping[str, object]) -> str:
    """The HTML of a body; headings are sealed with their anchors, matched by order and text.

    `extensions` can switch on a few that only change the look of words; none that reads files or runs code.
    """
    chosen = [*_ALWAYS, *(name for name in extensions if name in _IF_NAMED)]
    configs = {name: dict(setting) for name, setting in _SETTINGS.items() if name in chosen}
    html = markdown.markdown(text, extensions=chosen, extension_configs=configs, output_format="html")
    return _sealed(_with_callouts(html), headings, seal)


def _with_callouts(html: str) -> str:
    html = _CODE.sub(lambda match: f'<div class="code" data-language="{match[1] or ""}">', html)
    html = _MATHS.sub(_formula, html) if "arithmatex" in html else html
    html = _DIAGRAM.sub(r'<div class="code" data-language="mermaid"><pre><code>\1</code></pre></div>', html)
    html = html.replace('<div class="footnote">\n<hr>', '<div class="footnotes">')
    html = html.replace("<pre><span></span><code>", "<pre><code>")
    html = html.replace('class="admonition-title"', 'class="callout-title"')
    html = html.replace("<summary>", '<summary class="callout-title">')
    return _ADMONITION.sub(
        lambda match: f'<{match[1]} class="callout {kind_of(match[2].split()[0])}"{match[3] or ""}>', html
    )


def _formula(match: re.Match[str]) -> str:
    if match[1] == "span":
        return f'<code class="math">{match[2]}</code>'
    return f'<div class="code" data-language="math"><pre><code>{match[2].strip()}</code></pre></div>'


def _sealed(html: str, headings: Sequence[Heading], seal: str) -> str:
    """Give each heading the anchor of the next section of its level and words; lost anchors stand where they belong."""
    ordered = list(headings)
    at = 0
    made: list[str] = []
    end = 0
    for match in _HEADING.finditer(html):
        words = _letters(re.sub(r"<[^>]*>", "", unescape(match[2])))
        found = next(
            (
                number
                for number in range(at, len(ordered))
                if ordered[number].level == int(match[1]) and _letters(ordered[number].title) == words
            ),
            None,
        )
        if found is None:
            continue
        made.append(html[end : match.start()])
        made += [place_of(seal + heading.anchor) for heading in ordered[at:found]]
        made.append(f'<h{match[1]} data-anchor="{escape(seal + ordered[found].anchor)}">{match[2]}</h{match[1]}>')
        at, end = found + 1, match.end()
    made += [html[end:], *(place_of(seal + heading.anchor) for heading in ordered[at:])]
    return "".join(made)


def _letters(text: str) -> str:
    return "".join(character for character in text.lower() if character.isalnum())
