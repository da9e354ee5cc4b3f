"""Sources as a table, one row a collection, and the errors of a job as another."""

from __future__ import annotations

from bookwheel.domain.jobs import JobError
from bookwheel.domain.sources import SourceCard
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.sources.descriptions import describe_due, describe_refreshed, describe_state, name_kind
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import Column, RowsModel, Table

_COLUMNS: tuple[Column[SourceCard], ...] = (
    Column(QT_TR_NOOP("Name"), 220, lambda card: card.name),
    Column(QT_TR_NOOP("Kind"), 150, name_kind),
    Column(QT_TR_NOOP("Documents"), 90, lambda card: number(card.documents), lambda card: card.documents),
    Column(QT_TR_NOOP("Status"), 170, describe_state),
    Column(QT_TR_NOOP("Last refresh"), 140, describe_refreshed, lambda card: card.refreshed_at),
    Column(QT_TR_NOOP("Next refresh"), 150, describe_due, lambda card: card.due_at or "~"),
)

_ERRORS: tuple[Column[JobError], ...] = (
    Column(QT_TR_NOOP("Page or item"), 420, lambda error: error.id or str(error.index)),
    Column(QT_TR_NOOP("Problem"), 300, lambda error: translate_message(error.message)),
)


class SourceTable(Table[SourceCard]):
    """Every collection by where its documents come from."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Sources"), RowsModel(_COLUMNS))


class ErrorTable(Table[JobError]):
    """What went wrong with single pages or items; a page opens in the browser."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Problems"), RowsModel(_ERRORS))
