"""Findings that a person has dismissed: an id by which each is known again, whatever else changes."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from dataclasses import replace

from bookwheel.domain.diagnostics import InspectView, LinkFinding
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.things import fold

MOST_DISMISSED = 20_000
"""Findings that can be dismissed."""

_ID = re.compile(r"[^/\s]{1,100}/[0-9a-f]{16}")


def with_ids(view: InspectView, findings: Collection[LinkFinding], dismissed: Collection[str]) -> list[LinkFinding]:
    """Findings with their ids, and whether they are dismissed."""
    named = [(_id_of(view, finding), finding) for finding in findings]
    return [replace(finding, id=id, is_dismissed=id in dismissed) for id, finding in named]


def checked(ids: Collection[str]) -> tuple[str, ...]:
    """Ids that may be those of findings.

    Raises:
        BadRequest: for anything else, and for too many.
    """
    for id in ids:
        if _ID.fullmatch(id) is None:
            raise BadRequest("There is no finding {name}.", name=id[:80], next="bookwheel links VIEW --json")
    if len(ids) > MOST_DISMISSED:
        raise BadRequest("The limit of {most} dismissed findings is reached. Restore some first.", most=MOST_DISMISSED)
    return tuple(ids)


def _id_of(view: InspectView, finding: LinkFinding) -> str:
    """An id made of what a finding is about, so that it stays when lines move; it names no path, only a collection."""
    parts = [view.value, finding.doc, finding.other]
    if view is InspectView.AMBIGUOUS:
        parts = [view.value, fold(finding.text)]
    elif view is InspectView.STALE:
        parts = [view.value, finding.doc]
    elif view is InspectView.PASSED:
        parts = [view.value, finding.doc, str(finding.note)]
    slug = finding.doc.partition("/")[0]
    return f"{slug}/{hashlib.blake2b(chr(0).join(parts).encode(errors='replace'), digest_size=8).hexdigest()}"
