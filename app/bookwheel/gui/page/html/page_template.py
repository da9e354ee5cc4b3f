"""The frame around a rendered page: head, breadcrumb, title, labels, and the style sheet made of the look's tokens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from html import escape, unescape

from PySide6.QtCore import QLocale

from bookwheel import paths
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.page import PageAnswer, Property
from bookwheel.gui.i18n.reading_texts import ago
from bookwheel.gui.i18n.service_messages import translate_notice
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.page.html import page_code
from bookwheel.gui.page.html.front_matter_card import render_card
from bookwheel.gui.page.html.page_footer import render_footer
from bookwheel.gui.state.locations import address, has_graph_page
from bookwheel.gui.theme.theme import sizes, tokens

POLICY = "default-src 'none'; img-src bookwheel: data:; style-src bookwheel:; font-src bookwheel:"
"""What a page may load: what the library serves. Nothing else, and no script."""

PAGES = "bookwheel://pages/"
"""What the link to the pages of a document leads to that has some of its own."""
LABELS = "bookwheel://labels/"
"""The address by which a page of a thing or topic leads to its row among the labels."""
_HEADING = re.compile(r"<h([1-6])\b[^>]*>(.*?)</h\1>", re.DOTALL)
_PLACE = re.compile(r"(?:\s|<(?:span|a)\b[^>]*></(?:span|a)>)*\Z")
_MARKUP = re.compile(r"<[^>]*>")
_BEGINNING = 20_000
"""Characters of a page's HTML in which its description is looked for."""
_PLAIN_NUMBERS = ("leading", "measure", "label_weight", "strong_weight", "heading_weight", "icon_stroke")

_MOST_TOPICS = 4


def style_sheet() -> str:
    """The page's whole style: fonts, tokens as variables for both themes, the rules for documents, the frame."""
    rules = paths.resources() / "look" / "page.css"
    own = rules.read_text("utf-8") if rules.is_file() else ""
    plain = "".join(
        f"--{group}-{_name(name)}: {_size(name, value)};"
        for group in ("type", "size")
        for name, value in sizes(group).items()
    )
    light, dark = (
        "".join(f"--{_name(name)}: {value};" for name, value in tokens(is_dark).items()) for is_dark in (False, True)
    )
    themes = f":root {{ {plain} {light} color-scheme: light; }}"
    themes += f'\n:root[data-theme="dark"] {{ {dark} color-scheme: dark; }}'
    return "\n".join([themes, own, *map(page_code.read, page_code.STYLES)])


def render_page(
    answer: PageAnswer, *, is_dark: bool, now: datetime | None = None, source: str = "", has_pages: bool = False
) -> bytes:
    """A whole HTML page around a document's safe body, or around its `source`, as safe HTML of its lines.

    Where the document `has_pages` of its own, a link leads to them.
    """
    if source:
        words = tr("Source of {path}").format(path=answer.doc.partition("/")[2])
        title = f'<h1>{escape(answer.title)}</h1><div class="sheet-labels"><span>{escape(words)}</span></div>'
        return _page(answer.title, title + source, is_dark=is_dark, language=answer.language)
    head, rest = _head_of(answer)
    crumbs = answer.breadcrumb
    if len(crumbs) > 1 and crumbs[-1] == answer.title:
        crumbs = crumbs[:-1]
    card = render_card(_list_unsaid(answer.properties, rest))
    direction = "rtl" if answer.is_right_to_left else "ltr"
    inner = (
        f'<nav class="sheet-crumbs">{"<i>›</i>".join(f"<bdi>{escape(crumb)}</bdi>" for crumb in crumbs)}</nav>'
        f"{head}{_labels(answer, now or datetime.now(UTC), has_pages)}{card}{rest}"
        f"{render_footer(answer)}"
    )
    return _page(answer.title, inner, is_dark=is_dark, language=answer.language, direction=direction)


def render_note(title: str, error: BookwheelError, *, is_dark: bool) -> bytes:
    """A page of our own that says calmly why there is none, and leads to documents that may be meant."""
    ways = ", ".join(
        f'<a href="{escape(address(*_parted(suggestion)))}"><bdi>{escape(suggestion)}</bdi></a>'
        for suggestion in error.did_you_mean[:3]
    )
    asked = tr("Did you mean {names}?")
    near = f"<p>{escape(asked).format(names=ways)}</p>" if ways else ""
    inner = f'<div class="sheet-note"><h1>{escape(title)}</h1><p>{escape(error.message)}</p>{near}</div>'
    return _page(title, inner, is_dark=is_dark, language=QLocale().bcp47Name())


def _parted(target: str) -> tuple[str, str]:
    doc, _, anchor = target.partition("#")
    return doc, anchor


def _head_of(answer: PageAnswer) -> tuple[str, str]:
    """The page's one title and the rest of it: the document's own heading where that is its title, else the title.

    A heading of the first level above all text is the title as well, unless others of that level follow.
    """
    body = translate_notice(answer.html)
    first = _HEADING.search(body)
    if first is not None:
        words = unescape(_MARKUP.sub("", first[2]))
        is_title = " ".join(words.split()).casefold() == " ".join(answer.title.split()).casefold()
        is_first = first[1] == "1" and _PLACE.match(body, 0, first.start()) is not None
        if is_title or (is_first and "<h1" not in body[first.end() :]):
            return first[0], body[: first.start()] + body[first.end() :]
    return f"<h1>{escape(answer.title)}</h1>", body


def _list_unsaid(properties: Sequence[Property], body: str) -> list[Property]:
    """The properties without a description that stands on the page as well, as that of a picture does."""
    if all(field.name != "description" for field in properties):
        return list(properties)
    words = " ".join(unescape(_MARKUP.sub("", body[:_BEGINNING])).split())
    return [
        field
        for field in properties
        if field.name != "description" or not all(" ".join(value.split()) in words for value in field.values)
    ]


def _labels(answer: PageAnswer, now: datetime, has_pages: bool) -> str:
    tags = "".join(f"<b><bdi>#&thinsp;{escape(tag)}</bdi></b>" for tag in answer.tags[:8])
    of_topic = tr("Topic of this document")
    topics = "".join(
        f'<a class="sheet-topic" href="{escape(address(topic.doc))}" title="{escape(of_topic)}">'
        f"<bdi>{escape(topic.title)}</bdi></a>"
        for topic in answer.topics[:_MOST_TOPICS]
    )
    changed = ago(answer.modified_at, now)
    facts = [
        answer.type,
        tr("{count} min").format(count=number(answer.reading_minutes)) if answer.reading_minutes else "",
        tr("changed {when}").format(when=changed) if changed else "",
    ]
    spans = "".join(f"<span><bdi>{escape(fact)}</bdi></span>" for fact in facts if fact)
    words = escape(tr("Show pages"))
    pages = f'<a class="sheet-pages" href="{PAGES}">{words}</a>' if has_pages else ""
    if has_graph_page(answer.doc):
        words = escape(tr("Show in Labels"))
        pages = f'<a class="sheet-pages" href="{LABELS}">{words}</a>'
    return f'<div class="sheet-labels">{tags}{spans}{topics}{pages}</div>'


def _page(title: str, inner: str, *, is_dark: bool, language: str = "en", direction: str = "ltr") -> bytes:
    theme = "dark" if is_dark else "light"
    return (
        f'<!doctype html><html lang="{escape(language or "und")}" dir="{direction}" data-theme="{theme}"><head>'
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(title)}</title>"
        f'<link rel="stylesheet" href="bookwheel://look/style.css"></head>'
        f'<body><main id="sheet" class="page">{inner}</main></body></html>'
    ).encode("utf-8", "replace")


def _name(token: str) -> str:
    return token.replace("_", "-")


def _size(name: str, value: str | float) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"{value:g}" if name in _PLAIN_NUMBERS else f"{value:g}px"
