"""What publishing does, would do and did, in words."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from bookwheel.domain.jobs import Job
from bookwheel.domain.publications import PublishSummary
from bookwheel.gui.i18n.translation import number, tr


def describe_preview(summary: PublishSummary) -> str:
    """What would be published, a line each."""
    if not summary.documents:
        return "\n".join(filter(None, (tr("No document would be published. Change the filter."), _held_back(summary))))
    counts = (tr("%Ln document(s)", "", summary.documents), tr("%Ln section(s)", "", summary.sections))
    sizes = tr("{size}, of which {new} is new").format(size=_size(summary.total_bytes), new=_size(summary.new_bytes))
    return "\n".join(filter(None, (", ".join((*counts, sizes)), _held_back(summary))))


def describe_publishing(job: Job) -> str:
    """How far publishing is."""
    counts = job.counts
    if counts.total <= 0:
        return tr("Publishing…")
    return tr("Publishing: {done} of {total}").format(done=number(counts.done), total=number(counts.total))


def describe_published(summary: PublishSummary, target: str) -> str:
    """What was published."""
    if not summary.new_segments:
        return tr("{target} is up to date: nothing has changed since “{name}” was published last.").format(
            target=target, name=summary.name
        )
    said = tr("Published “{name}” to {target}: {documents}, {new} new.")
    documents = tr("%Ln document(s)", "", summary.documents)
    return said.format(name=summary.name, target=target, documents=documents, new=_size(summary.new_bytes))


def _held_back(summary: PublishSummary) -> str:
    if not summary.left_out:
        return ""
    return tr("%Ln document(s) held back: private, or not matched by the filter", "", summary.left_out)


def _size(count: int) -> str:
    return QLocale().formattedDataSize(count, 1, QLocale.DataSizeFormat.DataSizeSIFormat)
