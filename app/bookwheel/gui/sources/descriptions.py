"""Sources and jobs in words: kinds, states, counts and times."""

from __future__ import annotations

from bookwheel.domain.collection_source import SourceKind, Timetable
from bookwheel.domain.jobs import Job, JobCounts, JobState
from bookwheel.domain.sources import SourceCard, SourceState
from bookwheel.gui.i18n.publication_texts import describe_publication
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr

_KINDS = {
    SourceKind.SITE: QT_TR_NOOP("Site"),
    SourceKind.FEED: QT_TR_NOOP("Feed"),
    SourceKind.GIT: QT_TR_NOOP("Git repository"),
    SourceKind.DATASOURCE: QT_TR_NOOP("Datasource"),
    SourceKind.PUBLICATION: QT_TR_NOOP("Shared collection"),
}

TIMETABLES = {
    Timetable.NEVER: QT_TR_NOOP("Manually"),
    Timetable.ON_OPENING: QT_TR_NOOP("When Bookwheel starts"),
    Timetable.DAILY: QT_TR_NOOP("Daily"),
    Timetable.WEEKLY: QT_TR_NOOP("Weekly"),
}
"""What each timetable is called."""


def name_kind(card: SourceCard) -> str:
    """What a collection is: `Folder` or `Site`."""
    return tr(_KINDS[card.kind]) if card.kind is not None else tr("Folder")


def is_fetched(card: SourceCard | None) -> bool:
    """Whether a collection is fetched from an address."""
    return card is not None and card.kind not in (None, SourceKind.DATASOURCE)


def describe_state(card: SourceCard) -> str:
    """What a source does now, in a few words."""
    if card.kind is None:
        return tr("Watched for changes")
    if card.state is SourceState.REFRESHING and card.job is not None:
        return describe_progress(card.job)
    if card.state is SourceState.IDLE:
        return tr("Up to date") if card.refreshed_at and is_fetched(card) else ""
    states = {
        SourceState.QUEUED: tr("Waiting"),
        SourceState.PAUSED: tr("Paused"),
        SourceState.FAILED: tr("Failed"),
        SourceState.REFRESHING: tr("Refreshing…"),
    }
    return states[card.state]


def describe_progress(job: Job) -> str:
    """How far a job is: `Refreshing: 120 of 300`."""
    counts = job.counts
    if counts.total > counts.done:
        done, total = number(counts.done), number(counts.total)
        return tr("Refreshing: {done} of {total}").format(done=done, total=total)
    return tr("Refreshing: {done}").format(done=number(counts.done)) if counts.done else tr("Refreshing…")


def describe_counts(counts: JobCounts) -> str:
    """What became of a job's items: `3 new, 1 removed`."""
    parts = (
        (counts.new, tr("%Ln new", "", counts.new)),
        (counts.changed, tr("%Ln changed", "", counts.changed)),
        (counts.same, tr("%Ln unchanged", "", counts.same)),
        (counts.removed, tr("%Ln removed", "", counts.removed)),
        (counts.failed, tr("%Ln failed", "", counts.failed)),
    )
    return ", ".join(words for count, words in parts if count)


def describe_refreshed(card: SourceCard) -> str:
    """When a source was refreshed last."""
    if card.kind is None:
        return ""
    return moment(card.refreshed_at) if card.refreshed_at else tr("never")


def describe_due(card: SourceCard) -> str:
    """When a source is refreshed next by itself."""
    if not is_fetched(card):
        return ""
    return moment(card.due_at) if card.due_at else tr(TIMETABLES[card.timetable])


def describe_card(card: SourceCard) -> str:
    """A source in a few lines: its address, who publishes it, and what came of its last job."""
    lines = [card.address]
    if card.kind is SourceKind.PUBLICATION:
        lines.append(describe_publication(card.publication))
    if card.message:
        lines.append(translate_message(card.message))
    job = card.job
    if job is not None and (counts := describe_counts(job.counts)):
        when = moment(job.ended_at or job.started_at or job.created_at)
        said = tr("{when}: cancelled, {counts}") if job.state is JobState.CANCELLED else tr("{when}: {counts}")
        lines.append(said.format(when=when, counts=counts))
    if card.is_logged_in:
        lines.append(tr("Bookwheel sends a login to this host."))
    return "\n".join(lines)
