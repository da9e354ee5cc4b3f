"""Looking closer: why a document is not among the hits, who names it without a link, and what links leave to mend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.places import FilePlace
from bookwheel.domain.search import Filter, Mode


@dataclass(frozen=True, slots=True)
class AbsenceRequest:
    """A query as it was asked, and the document (its id, or a part of a path) that was expected to answer it."""

    doc: str
    query: str
    mode: Mode = Mode.AUTO
    filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class AbsenceAnswer:
    """Why a document is missing, in sentences, the weightiest first.

    `rank` is its first place among the hits, from 1, and 0 when it is none; `section` the one that stands there, or the
    one that comes closest.
    """

    doc: str
    title: str
    reasons: tuple[Message, ...]
    rank: int = 0
    section: str = ""


@dataclass(frozen=True, slots=True)
class MentionsRequest:
    """Where a document is named without being linked."""

    doc: str
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Mention:
    """A section that names a document: words around the name, and where in them the name stands (characters).

    `place` is where in its file that is, for formats that are not read line by line.
    """

    doc: str
    title: str
    section: str
    heading: str
    text: str
    span: tuple[int, int]
    place: FilePlace | None = None


@dataclass(frozen=True, slots=True)
class MentionsAnswer:
    """Mentions, best first, and how many sections there are; `notices` say which names are too common to look for."""

    mentions: tuple[Mention, ...]
    total: int
    revision: int
    notices: tuple[Message, ...] = ()


class InspectView(StrEnum):
    """What to look for: what links leave to mend, up to AMBIGUOUS, then what is worth a look.

    Links that lead nowhere, documents that nothing links to, that link to nothing, and copies; documents that are named
    without a link, and names that several documents or things have. Replaced documents that are still linked, pages
    much older than what links to them, dates that passed, and documents on one subject in other words.
    """

    BROKEN = "broken"
    ORPHANS = "orphans"
    DEAD_ENDS = "dead_ends"
    COPIES = "copies"
    UNLINKED = "unlinked"
    AMBIGUOUS = "ambiguous"
    REPLACED = "replaced"
    STALE = "stale"
    PASSED = "passed"
    SIMILAR = "similar"


WORTH_A_LOOK = (InspectView.REPLACED, InspectView.STALE, InspectView.PASSED, InspectView.SIMILAR)
"""Views whose findings have two passages, to be read side by side."""


@dataclass(frozen=True, slots=True)
class InspectRequest:
    """One view of link and content problems, in one collection or, when empty, in all; at most 2,000 findings.

    `with_dismissed` also asks for those that the person has dismissed.
    """

    view: InspectView = InspectView.BROKEN
    collection: str = ""
    limit: int = 2000
    with_dismissed: bool = False


@dataclass(frozen=True, slots=True)
class LinkFinding:
    """One row of the link report: `section` and `line` say where it is written, `text` in which words.

    `other` is the target of a broken link, or the document that is nearly the same, named, linked or on the same
    subject; `other_section`, `other_line` and `other_text` are its passage. `share` is how much of their lines stands
    in both, or how near they are in meaning, 0 to 1; `links` counts the links of a document that has them in one
    direction alone. `near` are the documents that are named nearly like a broken link's target, or all that have an
    ambiguous name. `note` says why it is worth a look; by its `id` the person dismisses a finding.
    `place` is where in its file it is written, for formats that are not read line by line; `other_place` likewise.
    """

    doc: str
    title: str
    section: str = ""
    line: int = 0
    text: str = ""
    other: str = ""
    other_title: str = ""
    share: float = 0.0
    links: int = 0
    place: FilePlace | None = None
    other_section: str = ""
    other_line: int = 0
    other_text: str = ""
    other_place: FilePlace | None = None
    near: tuple[str, ...] = ()
    note: Message = NO_MESSAGE
    id: str = ""
    is_dismissed: bool = False


@dataclass(frozen=True, slots=True)
class InspectAnswer:
    """Findings in the order of the library, those of two documents the most alike first, and how many there are.

    `dismissed` counts those that the person has dismissed, whether they are among the findings or not.
    """

    view: InspectView
    findings: tuple[LinkFinding, ...]
    total: int
    revision: int
    notices: tuple[Message, ...] = ()
    dismissed: int = 0


@dataclass(frozen=True, slots=True)
class DismissRequest:
    """Findings, by their ids, that are not worth a look; or, with `is_restored`, that are after all."""

    ids: tuple[str, ...]
    is_restored: bool = False


@dataclass(frozen=True, slots=True)
class DismissAnswer:
    """How many findings are dismissed now."""

    total: int
