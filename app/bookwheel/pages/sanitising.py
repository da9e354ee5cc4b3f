"""The allow-list: what of a document's HTML may reach the page."""

from __future__ import annotations

import nh3

from bookwheel.domain.links.links_out import APP_SCHEMES
from bookwheel.domain.links.named_links import SCHEMES as NAMED_SCHEMES
from bookwheel.pages.highlighting import CLASSES

# fmt: off
_TAGS = {
    "a", "abbr", "article", "aside", "b", "bdi", "bdo", "blockquote", "br", "caption", "center", "cite", "code", "col",
    "colgroup", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "footer", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "i", "img", "input", "ins", "kbd", "label", "li", "main", "mark",
    "nav", "ol", "p", "pre", "q", "rp", "rt", "ruby", "s", "samp", "section", "small", "span", "strike", "strong",
    "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var",
    "wbr",
}
_DROPPED_WITH_CONTENT = {
    "script", "style", "template", "noscript", "iframe", "object", "svg", "math", "select", "textarea", "title", "head",
}
# fmt: on
_HEADING = {"data-anchor"}
_ATTRIBUTES = {
    "*": {"id", "dir", "lang", "title"},
    "a": {"href", "name"},
    "img": {"src", "alt", "width", "height"},
    "input": {"type", "checked"},
    "div": {"data-language", "data-count"},
    "details": {"open"},
    "ol": {"start", "type", "reversed"},
    "li": {"value"},
    "td": {"align", "colspan", "rowspan"},
    "th": {"align", "colspan", "rowspan", "scope", "data-message"},
    "col": {"span"},
    "colgroup": {"span"},
    "time": {"datetime"},
    "span": {"data-message", "data-anchor", "data-line", "data-mark", "role", "aria-label"},
    "pre": {"data-digits", "data-language"},
    "section": {"data-number", "data-depth"},
    "p": {"data-message"},
    **{f"h{level}": _HEADING for level in range(1, 7)},
}
_KINDS = {"note", "tip", "warning", "danger", "question", "example", "quotation", "plain", "tabs", "tab"}
_OWN = {
    "a": {"term", "wikilink", "file-card", "titled", "footnote", "back", "headerlink", "prev", "next"},
    "img": {"embed"},
    "div": {
        "callout",
        "code",
        "embed",
        "footnotes",
        "admonition",
        "tabbed-set",
        "tabbed-content",
        "tabs",
        "tab",
        "answer",
        "base-cards",
        "base-card",
        "cell-in",
        "cell-out",
        "error",
    }
    | _KINDS,
    "details": {"callout"} | _KINDS,
    "summary": {"callout-title"},
    "p": {
        "base-name",
        "callout-title",
        "embed-title",
        "quiet",
        "filename",
        "chapter",
        "admonition-title",
        "tab-title",
        "mail-head",
    },
    "section": {"footnotes", "slide", "cell", "message", "chapter"},
    "blockquote": {"notes"},
    "nav": {"chapter-ways"},
    "sup": {"footnote-ref"},
    "ul": {"tasks", "task-list", "bare"},
    "li": {"task", "done", "task-list-item", "footnote"},
    "pre": {"plain", "source"},
    "code": {"math"},
    "kbd": set[str](),
    "span": {
        "answer",
        "tag",
        "box",
        "done",
        "quiet",
        "filename",
        "keys",
        "field",
        "field-name",
        "line",
        "page-mark",
        "time-mark",
    }
    | CLASSES,
}

_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    clean_content_tags=_DROPPED_WITH_CONTENT,
    attributes=_ATTRIBUTES,
    allowed_classes=_OWN,
    # Of our own addresses `postprocess` lets those pass that offer a published collection.
    url_schemes={"http", "https", "mailto", "tel", "data", "inner", "bookwheel", *APP_SCHEMES, *NAMED_SCHEMES},
    link_rel=None,
    strip_comments=True,
)


def sanitise(html: str) -> str:
    """The HTML without anything that could run, fetch, style or submit; well-formed, attributes in double quotes."""
    return _CLEANER.clean(html)
