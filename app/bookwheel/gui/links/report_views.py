"""The views of the link report and of what is worth a look: their names, and what is said of them."""

from __future__ import annotations

from collections.abc import Mapping

from bookwheel.domain.diagnostics import InspectView
from bookwheel.gui.i18n.translation import QT_TR_NOOP

Views = Mapping[InspectView, tuple[str, str, str]]
"""Each view's name, what it shows, and what is said when it is empty."""

LINK_VIEWS: Views = {
    InspectView.BROKEN: (
        QT_TR_NOOP("Broken links"),
        QT_TR_NOOP("Links whose target is missing. Open one to go to its line."),
        QT_TR_NOOP("No broken links."),
    ),
    InspectView.ORPHANS: (
        QT_TR_NOOP("Orphans"),
        QT_TR_NOOP("Documents that no other document links to. They are found only by search or in the tree."),
        QT_TR_NOOP("No orphans: every document has backlinks."),
    ),
    InspectView.DEAD_ENDS: (
        QT_TR_NOOP("Dead ends"),
        QT_TR_NOOP("Documents that link to no other document."),
        QT_TR_NOOP("No dead ends: every document links to another."),
    ),
    InspectView.COPIES: (
        QT_TR_NOOP("Near duplicates"),
        QT_TR_NOOP("Pairs of documents that share most of their lines."),
        QT_TR_NOOP("No near duplicates."),
    ),
    InspectView.UNLINKED: (
        QT_TR_NOOP("Unlinked mentions"),
        QT_TR_NOOP("Documents that are named in a text which does not link to them. Open one to go to its line."),
        QT_TR_NOOP("No unlinked mentions."),
    ),
    InspectView.AMBIGUOUS: (
        QT_TR_NOOP("Ambiguous names"),
        QT_TR_NOOP("Names that several documents of a collection, or several things, have."),
        QT_TR_NOOP("No ambiguous names."),
    ),
}
"""What links leave to mend."""

WORTH_VIEWS: Views = {
    InspectView.REPLACED: (
        QT_TR_NOOP("Replaced documents"),
        QT_TR_NOOP("Links to documents that others have replaced. Left: the link; right: what says so."),
        QT_TR_NOOP("No links to replaced documents."),
    ),
    InspectView.STALE: (
        QT_TR_NOOP("Old pages"),
        QT_TR_NOOP(
            "Pages two years older than most documents that link to them. Left: the page; right: the newest link."
        ),
        QT_TR_NOOP("No page is much older than the documents that link to it."),
    ),
    InspectView.PASSED: (
        QT_TR_NOOP("Passed dates"),
        QT_TR_NOOP(
            "Dates in front matter (review_by, expires, due …) that have passed. Left: the date; right: a link to it."
        ),
        QT_TR_NOOP("No dates have passed."),
    ),
    InspectView.SIMILAR: (
        QT_TR_NOOP("Same subject"),
        QT_TR_NOOP("Pairs of documents about the same subject that do not link to each other."),
        QT_TR_NOOP("No two documents are on the same subject without a link."),
    ),
}
"""What in the documents is worth a look."""
