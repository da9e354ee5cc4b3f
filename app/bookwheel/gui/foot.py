"""The foot of a page: the ways on to the pages before and after it."""

from __future__ import annotations

from html import escape

from bookwheel.domain.reading import PageAnswer, Way
from bookwheel.gui.places import address

RULES = """
.sheet-ways {
  display: flex; justify-content: space-between; gap: 24px; margin-top: 56px; padding-top: 16px;
  border-top: 1px solid var(--line); font: 13.5px/1.45 var(--face-interface);
}
.sheet-ways a { display: block; max-width: 48%; color: var(--text); text-decoration: none; padding: 2px 0; }
.sheet-ways a:hover, .sheet-ways a:focus-visible { color: var(--accent); }
.sheet-ways a small { display: block; font-size: 12px; color: var(--soft); }
.sheet-ways a[rel="next"] { margin-inline-start: auto; text-align: end; }
@media print { .sheet-ways { display: none; } }
"""


def foot(answer: PageAnswer) -> str:
    """Links to the previous and the next page, as safe HTML; empty where there is neither."""
    ways = (("prev", "Previous", answer.previous), ("next", "Next", answer.next))
    links = "".join(_link(relation, words, way) for relation, words, way in ways if way is not None)
    return f'<nav class="sheet-ways" aria-label="Previous and next">{links}</nav>' if links else ""


def _link(relation: str, words: str, way: Way) -> str:
    return (
        f'<a rel="{relation}" href="{escape(address(way.doc))}"><small>{words}</small>'
        f'<bdi dir="auto">{escape(way.title)}</bdi></a>'
    )
