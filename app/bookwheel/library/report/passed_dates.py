"""Dates in front matter by which something was to be done, or until which it held, and that have passed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import cast

from bookwheel.domain.diagnostics import LinkFinding
from bookwheel.domain.messages import Message
from bookwheel.library.report.dates import day_of
from bookwheel.library.report.incoming_links import incoming_links, place_of
from bookwheel.library.report.inspection import Found, Inspection
from bookwheel.library.search.snippets import cleaned

_DATES = frozenset(
    """
    reviewby reviewbefore reviewdue reviewduedate nextreview nextreviewdate nextreviewon tobereviewed reviewuntil
    expires expireson expiresat expiry expirydate expiration expirationdate expire validuntil validto validthrough
    validtill gooduntil bestbefore due dueby dueon duedate deadline sunset sunsetdate sunseton endoflife eol eoldate
    supporteduntil
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""Fields that hold such a date, without case, spaces and signs."""

_ENDS = frozenset(
    """
    done closed complete completed cancelled canceled resolved archived superseded rejected withdrawn deprecated
    obsolete expired retired abandoned finished replaced inactive erledigt abgeschlossen archiviert
    """.split()  # noqa: SIM905 - shorter than a list of strings
)
"""States in which nothing is due any more, and fields that say so by being there."""

_STATES = ("status", "state")
_NO = frozenset(("", "false", "no", "0", "none", "null"))
_SIGNS = re.compile(r"[\W_]+")


def find_passed(asked: Inspection) -> Found:
    """Dates that passed, the ones that passed first first; beside each, who links to the document, if anyone does."""
    links = incoming_links(asked.graph)
    found: list[tuple[date, LinkFinding]] = []
    for key, row in asked.rows().items():
        header = _values(row.header_json)
        if _has_ended(header):
            continue
        for field, value in header.items():
            day = day_of(value, is_last=True) if _plain(field) in _DATES else None
            if day is not None and day < asked.today:
                line = _line_of(field, asked.snapshot.catalogue.text_of(key))
                note = Message("“{field}” was {day}.", field=cleaned(field), day=cleaned(value)[:40])
                finding = LinkFinding(row.doc, cleaned(row.title), line=line, note=note)
                found.append((day, _beside(finding, links, asked)))
    found.sort(key=lambda pair: (pair[0], pair[1].doc.casefold()))
    return Found([finding for _, finding in found])


def _beside(finding: LinkFinding, links: Mapping[int, Mapping[int, int]], asked: Inspection) -> LinkFinding:
    """A finding with where another document relies on it, else with its own first words."""
    graph = asked.graph
    edges = links.get(graph.number_of.get(finding.doc, -1), {})
    if not edges:
        return replace(finding, other=finding.doc, other_title=finding.title)
    source = min(edges, key=lambda number: graph.ids[number])
    section, line, text = place_of(graph, edges[source])
    return replace(
        finding, other=graph.ids[source], other_title=cleaned(graph.titles[source]), other_section=section,
        other_line=line, other_text=text, links=len(edges),
    )  # fmt: skip


def _values(header_json: str) -> dict[str, str]:
    """The fields of a front matter that hold one value, as texts."""
    try:
        header: object = json.loads(header_json or "{}")
    except ValueError:
        return {}
    fields = cast("dict[str, object]", header) if isinstance(header, dict) else {}
    return {name: str(value) for name, value in fields.items() if isinstance(value, str | int | float | bool)}


def _has_ended(header: Mapping[str, str]) -> bool:
    """Whether nothing is due in a document any more."""
    states = (value for field, value in header.items() if _plain(field) in _STATES)
    marks = (value for field, value in header.items() if _plain(field) in _ENDS)
    return any(_plain(state) in _ENDS for state in states) or any(mark.casefold() not in _NO for mark in marks)


def _line_of(field: str, text: str) -> int:
    """The line of the text that states a field; 0 where none does."""
    pattern = re.compile(rf"\s*[\"']?{re.escape(field)}[\"']?\s*[:=]", re.IGNORECASE)
    return next((number for number, line in enumerate(text.split("\n"), 1) if pattern.match(line)), 0)


def _plain(name: str) -> str:
    return _SIGNS.sub("", name.casefold())
