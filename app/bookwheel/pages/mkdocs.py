"""MkDocs' Markdown to HTML by Python-Markdown with pymdown-extensions; the outcome is not yet sanitised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import escape, unescape
from typing import Any
from xml.etree.ElementTree import Element, SubElement

import markdown
from markdown.extensions.footnotes import FootnoteExtension
from markdown.inlinepatterns import InlineProcessor
from pygments.style import Style, StyleMeta
from pymdownx.superfences import fence_code_format  # pyright: ignore

from bookwheel.pages.markdown import is_tangled, place_of
from bookwheel.pages.syntax.callouts import kind_of
from bookwheel.pages.types import Heading

_ALWAYS = (
    "abbr", "admonition", "attr_list", "def_list", "md_in_html", "sane_lists", "tables",
    "pymdownx.caret", "pymdownx.details", "pymdownx.highlight", "pymdownx.inlinehilite", "pymdownx.keys",
    "pymdownx.mark", "pymdownx.superfences", "pymdownx.tabbed", "pymdownx.tasklist", "pymdownx.tilde",
)  # fmt: skip
_IF_NAMED = {
    "nl2br", "smarty", "pymdownx.magiclink", "pymdownx.smartsymbols", "pymdownx.betterem", "pymdownx.critic",
    "pymdownx.arithmatex",
}  # fmt: skip


_UNLESS_LEFT_OUT = {"def_list", "sane_lists", "pymdownx.caret", "pymdownx.keys", "pymdownx.mark", "pymdownx.tilde"}
"""Give plain signs a meaning: a site that lists its extensions has only those of these that it lists."""
_IMPLIED = {"extra": "def_list", "pymdownx.extra": "def_list"}


class _EmptyStyle(StyleMeta):
    def __iter__(self) -> Iterator[Any]:
        return iter(())


class _NoColours(Style, metaclass=_EmptyStyle):
    """A style that says nothing: a page has class names alone, and a formatter for each fence reads all of a style."""


_SETTINGS: dict[str, dict[str, object]] = {
    "pymdownx.highlight": {
        "guess_lang": False,
        "use_pygments": True,
        "css_class": "code",
        "linenums": None,
        "pygments_style": _NoColours,
        "pygments_lang_class": True,
    },
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
_NO_LABEL = re.compile(r"text\Z")
"""What Pygments calls code of no language."""
_ADMONITION = re.compile(
    r'<(div|details) class="(?:admonition )?([\w -]+?)"( open="open")?>'
    r'(?=\n?<(?:p class="admonition-title"|p class="callout-title"|summary))'
)
_DIAGRAM = re.compile(r'<pre class="mermaid"><code>(.*?)</code></pre>', re.DOTALL)
_MATHS = re.compile(r'<(span|div) class="arithmatex">\s*\\[(\[](.*?)\\[)\]]\s*</\1>', re.DOTALL)

_TAG_START = re.compile(r"<[A-Za-z/][^<>]*(?=<)")

MOST_OPEN_TAGS = 200
"""Tags without an end that Python-Markdown is given; it looks through all the rest of the page for the end of each."""
LONGEST_BLOCK = 10_000
"""Characters between two blank lines that Python-Markdown is given; it takes quadratic time on some longer ones."""


class _Footnotes(FootnoteExtension):
    """Footnotes numbered by counting; Python-Markdown looks through all footnotes or ids for every reference."""

    def extendMarkdown(self, md: markdown.Markdown) -> None:  # noqa: N802 - the extension's own name
        """Register the processors, with a reference's own in place of the one there."""
        super().extendMarkdown(md)
        md.inlinePatterns.register(_FootnoteReference(r"\[\^([^\]]*)\]", self), "footnote", 175)

    def addFootnoteRef(self, id: str) -> None:  # noqa: N802 - likewise
        """Keep no order of references: footnotes stand in the order of their definitions."""

    def unique_ref(self, reference: str, found: bool = False) -> str:
        """Return an id for one more reference: fnref:a, then fnref2:a, fnref3:a."""
        if not found:
            return reference
        count = self.found_refs[reference] = self.found_refs.get(reference, 0) + 1
        name, _, rest = reference.partition(self.get_separator())
        return reference if count == 1 else f"{name}{count}{self.get_separator()}{rest}"


class _FootnoteReference(InlineProcessor):
    """A reference to a footnote, with the footnote's number; all definitions are known when the first one is set."""

    def __init__(self, pattern: str, footnotes: _Footnotes) -> None:
        super().__init__(pattern)
        self._footnotes = footnotes
        self._numbers: dict[str, int] = {}

    def handleMatch(  # noqa: N802 - the processor's own name
        self, m: re.Match[str], data: str
    ) -> tuple[Element | None, int | None, int | None]:
        """Return the element for a reference, nothing where no footnote has this name."""
        footnotes = self._footnotes
        if len(self._numbers) != len(footnotes.footnotes):
            self._numbers = {name: number for number, name in enumerate(footnotes.footnotes, 1)}
        number = self._numbers.get(m[1])
        if number is None:
            return None, None, None
        reference = Element("sup", {"id": footnotes.makeFootnoteRefId(m[1], found=True)})
        link = SubElement(reference, "a", {"href": f"#{footnotes.makeFootnoteId(m[1])}", "class": "footnote-ref"})
        link.text = str(number)
        return reference, m.start(0), m.end(0)


def can_set(text: str) -> bool:
    """Whether Python-Markdown is fast on it: it took 12 s on 400 kB of backticks and 90 s on 20 kB of open brackets."""
    if sum(1 for _ in _TAG_START.finditer(text)) > MOST_OPEN_TAGS:
        return False
    return all(len(block) <= LONGEST_BLOCK and not is_tangled(block) for block in text.split("\n\n"))


def to_html(text: str, headings: Sequence[Heading], seal: str, extensions: Iterable[str]) -> str:
    """The HTML of a body; headings are sealed with their anchors, matched by order and text.

    `extensions` can switch on a few that only change the look of words, none that reads files or runs code; those that
    it does not name can be switched off where it names any.
    """
    names = {name.removeprefix("markdown.extensions.") for name in extensions}
    names |= {_IMPLIED[name] for name in names & _IMPLIED.keys()}
    left_out = _UNLESS_LEFT_OUT - names if names else set[str]()
    chosen: list[str] = [*(one for one in _ALWAYS if one not in left_out), *sorted(names & _IF_NAMED)]
    configs = {name: dict(setting) for name, setting in _SETTINGS.items() if name in chosen}
    html = markdown.markdown(text, extensions=[*chosen, _Footnotes()], extension_configs=configs, output_format="html")
    return _sealed(_with_callouts(html), headings, seal)


def _with_callouts(html: str) -> str:
    html = _CODE.sub(lambda match: f'<div class="code" data-language="{_NO_LABEL.sub("", match[1] or "")}">', html)
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
