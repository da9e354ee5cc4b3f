"""HTML and template marks inside Markdown: what a reader sees of them, and the links they hold."""

from __future__ import annotations

import re
from html import unescape

from bookwheel.domain import shortcodes
from bookwheel.domain.markup.badges import is_badge

_HIDDEN_START = re.compile(r"<!--|<(script|style|template)\b", re.IGNORECASE)
_LONGEST_HEADING = 500
_BLOCK_TAG = re.compile(
    r"</?(?:p|div|li|ul|ol|tr|h[1-6]|table|section|article|details|summary|dt|dd|dl|pre|blockquote|br|hr|figure"
    r"|figcaption)\b[^<>]*>",
    re.IGNORECASE,
)
_BREAKS = re.compile(r"(?<!\s)\s*\n\s*")
_CELL_TAG = re.compile(r"</t[dh]\s*>\s*(?=<t[dh]\b)", re.IGNORECASE)
_IMAGE = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_SOURCE = re.compile(r"""\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_ALT = re.compile(r"""\balt\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_TAG = re.compile(
    r"""</?[A-Za-z!?](?:[^<>"']|"[^"]{0,400}"|'[^']{0,400}')*>|</?[A-Za-z!?][^<>]*>"""  # `<X a="b<c>">` is one tag
)
_LINK = re.compile(
    r"""<(a|img)\b[^<>]*?\s(?:href|src)\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>`=]+))""", re.IGNORECASE
)
_HEADING = re.compile(rf"<h1\b[^<>]*>(.{{0,{_LONGEST_HEADING}}}?)</h1\s*>", re.DOTALL | re.IGNORECASE)
_SHORTCODE = re.compile(r"\{\{[<%#/](?:[^{}]|\{(?!\{)|\}(?!\}))*\}\}")
_SHORTCODE_TEXT = re.compile(r"""\b(?:text|title|caption|alt)\s*=\s*["“”]([^"“”]*)["“”]""")
_EMPTY_LINK = re.compile(r"""<a\s[^<>]*\bhref=(?:""|'')[^<>]*>""")
_QUOTED = re.compile(r"""["“]([^"“”]+)["”]""")


def visible(html: str) -> str:
    """The text of a piece of HTML as a reader sees it, with block breaks as newlines."""
    text = _without_hidden(html)
    if "<" not in text and "&" not in text:
        return text.strip()
    text = _IMAGE.sub(_alternative, text)
    text = _CELL_TAG.sub(" | ", text)
    text = _BLOCK_TAG.sub("\n", text)
    text = _BREAKS.sub("\n", _TAG.sub("", text)).replace("\n|\n", " | ").strip()
    return unescape(text) if "&" in text else text


def _alternative(image: re.Match[str]) -> str:
    """The alternative text of an image; nothing of a badge, the image itself where it has none."""
    source = _SOURCE.search(image.group())
    if source and is_badge(source.group(1) or source.group(2) or ""):
        return " "
    match = _ALT.search(image.group())
    return image.group() if match is None else f" {match.group(1) or match.group(2) or ''} "


def html_links(html: str) -> list[tuple[str, str, int]]:
    """Every `<a href>` and `<img src>`: element name, address, line from 0. None from comments."""
    html = _without_hidden(html)
    links: list[tuple[str, str, int]] = []
    at = line = 0
    for match in _LINK.finditer(html):
        at, line = match.start(), line + html.count("\n", at, match.start())
        address = match.group(2) or match.group(3) or match.group(4) or ""
        links.append((match.group(1).lower(), unescape(address).strip(), line))
    return links


def html_heading(html: str) -> str:
    """The text of the first `<h1>`, empty if there is none."""
    match = _HEADING.search(html)
    return " ".join(visible(match.group(1)).split()) if match else ""


def _without_hidden(html: str) -> str:
    """The HTML with comments, scripts and styles blanked, lines kept; a comment left open hides nothing."""
    if _HIDDEN_START.search(html) is None:
        return html
    lower, at = html.lower(), 0
    kept: list[str] = []
    while match := _HIDDEN_START.search(html, at):
        closing = f"</{match.group(1).lower()}" if match.group(1) else "-->"
        end = lower.find(closing, match.end())
        if end < 0 and not match.group(1):
            return "".join(kept) + html[at:].replace("<!--", "    ")
        end = len(html) if end < 0 else end + len(closing)
        if match.group(1):
            end = html.find(">", end) + 1 or len(html)
        kept.append(html[at : match.start()])
        kept.append("\n" * html.count("\n", match.start(), end) or " ")
        at = end
    return "".join(kept) + html[at:]


def without_shortcodes(text: str) -> str:
    """The text without `{{< … >}}`, `{{% … %}}` and `{{#…}}`; of each, its `text="…"` stays.

    A link whose address was one is no HTML to a Markdown parser, so its tag goes here.
    """
    return _EMPTY_LINK.sub("", _SHORTCODE.sub(_shown, text))


def shortcode_name(text: str) -> str:
    """The first quoted words inside a shortcode, for a heading that is nothing else."""
    match = _QUOTED.search(text)
    if match is None:
        return ""
    return shortcodes.heading(match.group(1)) if match.group(1) in shortcodes.HEADINGS else match.group(1)


def _shown(match: re.Match[str]) -> str:
    shown = _SHORTCODE_TEXT.search(match.group())
    return shown.group(1) if shown else ""
