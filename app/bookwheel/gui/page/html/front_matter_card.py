"""The quiet card of a document's front matter below its title: what tells first, the rest and what is long folded."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from bookwheel.domain.page import Property
from bookwheel.gui.i18n.translation import QT_TR_NOOP, tr

_NAME = QT_TR_NOOP("Properties")
_SHOWN = 4
"""Properties that stand open."""
_LONG = 150
"""Characters of a value above which it is folded."""
_MACHINERY = re.compile(
    r"(?:layout|weight|order|slug|id|uid|uuid|permalink|url|template|draft|outline|head|hero|features|next|prev|footer"
    r"|nav|navbar|hide|toc|publish|feature|card|noindex|robots|pagefind|content_type|contenttype|lang|language|charset|kind|cascade|resources|menu|linktitle"
    r"|(?:sidebar|css|no|hide|toc|page|build|nav|search|feature|card|min|max|custom|publish|dg|kanban)[-_]?\w+(?:[-_]\w+)*"
    r")\Z",
    re.IGNORECASE,
)

_MOMENT = re.compile(r"\A(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?\Z")


def render_card(properties: Sequence[Property]) -> str:
    """The card's HTML; empty for no properties."""
    senders = " ".join(value for field in properties if field.name == "from" for value in field.values)
    properties = [
        field for field in properties if field.name != "author" or not all(value in senders for value in field.values)
    ]
    if not properties:
        return ""
    telling = [field for field in properties if not _MACHINERY.match(field.name)]
    shown = telling[:_SHOWN]
    rest = [field for field in properties if field not in shown]
    if len(rest) == 1 and rest[0] in telling:
        shown, rest = [*shown, *rest], []
    count = tr("%Ln more properties", "", len(rest)) if shown else tr("%Ln properties", "", len(rest))
    more = f"<details><summary><bdi>{escape(count)}</bdi></summary>{_rows(rest)}</details>" if rest else ""
    return f'<section class="properties" aria-label="{escape(tr(_NAME))}">{_rows(shown)}{more}</section>'


def _rows(properties: Sequence[Property]) -> str:
    rows = "".join(
        f"<dt><bdi>{escape(_name(field.name))}</bdi></dt><dd>{_values(field.values)}</dd>" for field in properties
    )
    return f"<dl>{rows}</dl>" if rows else ""


def _name(name: str) -> str:
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + (words[1:] if words.isupper() else words[1:].lower())


def _moment(found: re.Match[str]) -> str:
    """A moment as people write it; midnight without a place is no time of day."""
    date, time, zone = found[1], found[2], found[3] or ""
    if time == "00:00" and zone in ("", "Z", "+00:00"):
        return date
    return f"{date} {time}" + {"": "", "Z": " UTC", "+00:00": " UTC"}.get(zone, f" (UTC{zone})")


def _values(values: Sequence[str]) -> str:
    values = [_MOMENT.sub(_moment, value) for value in values]
    plain = ", ".join(values)
    html = ", ".join(f"<bdi>{escape(value)}</bdi>" for value in values)
    if len(plain) <= _LONG:
        return html
    start = plain[: _LONG - 40].rpartition(" ")[0] or plain[: _LONG - 40]
    return f"<details><summary><bdi>{escape(start)} …</bdi></summary>{html}</details>"
