"""The foot of a page: the ways on to the pages before and after it, and to the page itself in other languages."""

from __future__ import annotations

from html import escape

from bookwheel.domain.page import PageAnswer, Way
from bookwheel.gui.i18n.language_names import language_name
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.state.locations import address


def render_footer(answer: PageAnswer) -> str:
    """Links to the page's other languages and to the previous and the next page, as safe HTML; empty without any."""
    ways = (("prev", tr("Previous"), answer.previous), ("next", tr("Next"), answer.next))
    links = "".join(_link(relation, words, way) for relation, words, way in ways if way is not None)
    named = escape(tr("Previous and next page"))
    onward = f'<nav class="sheet-ways" aria-label="{named}">{links}</nav>' if links else ""
    others = "".join(_other(way) for way in answer.languages if way.doc != answer.doc)
    label, words = escape(tr("Other languages")), escape(tr("Also in"))
    also = f'<nav class="sheet-languages" aria-label="{label}">{words}{others}</nav>' if others else ""
    return also + onward


def _link(relation: str, words: str, way: Way) -> str:
    return (
        f'<a rel="{relation}" href="{escape(address(way.doc))}"><small>{escape(words)}</small>'
        f'<bdi dir="auto">{escape(way.title)}</bdi></a>'
    )


def _other(way: Way) -> str:
    code = escape(way.language)
    name = escape(language_name(way.language))
    return f' <a hreflang="{code}" href="{escape(address(way.doc))}"><bdi lang="{code}">{name}</bdi></a>'
