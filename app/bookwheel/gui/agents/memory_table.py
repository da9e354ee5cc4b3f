"""Memories as a table: one row a memory, with what kind it is, whose, from which session, and its times."""

from __future__ import annotations

from bookwheel.domain.annotations.memory import Memory, MemoryType
from bookwheel.gui.i18n.agent_names import display_name
from bookwheel.gui.i18n.translation import QT_TR_NOOP, moment, number, tr
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.table import Column, RowsModel, Table

TYPES: dict[MemoryType, str] = {
    MemoryType.NOTE: QT_TR_NOOP("Note"),
    MemoryType.FACT: QT_TR_NOOP("Fact"),
    MemoryType.PREFERENCE: QT_TR_NOOP("Preference"),
    MemoryType.DECISION: QT_TR_NOOP("Decision"),
    MemoryType.TASK: QT_TR_NOOP("Task"),
    MemoryType.EVENT: QT_TR_NOOP("Event"),
    MemoryType.SUMMARY: QT_TR_NOOP("Summary"),
}
"""What each type is called."""

_SHOWN = 300
"""Characters of a content that a cell holds."""


def kind_of(memory: Memory) -> str:
    """A memory's type; of a summary, for how many memories it stands."""
    if memory.folded:
        return tr("Summary of {count}").format(count=number(memory.folded))
    return tr(TYPES[memory.type])


def owner_of(memory: Memory) -> str:
    """Whose a memory is: the program's name, and which of its agents where it names them."""
    client = display_name(memory.client)
    return client if memory.agent in ("", memory.client) else f"{client} › {memory.agent}"


_TYPE: Column[Memory] = Column(QT_TR_NOOP("Type"), 165, kind_of)
_CONTENT: Column[Memory] = Column(QT_TR_NOOP("Memory"), 265, lambda one: " ".join(one.content[:_SHOWN].split()))
_TAGS: Column[Memory] = Column(QT_TR_NOOP("Tags"), 110, lambda one: " ".join(f"#{tag}" for tag in one.tags))
_OWNER: Column[Memory] = Column(QT_TR_NOOP("Agent"), 130, owner_of)
_SESSION: Column[Memory] = Column(QT_TR_NOOP("Session"), 120, lambda one: one.session)
_KEPT: Column[Memory] = Column(
    QT_TR_NOOP("Created"), 130, lambda one: moment(one.created_at), lambda one: one.created_at
)
_READ: Column[Memory] = Column(
    QT_TR_NOOP("Last read"),
    110,
    lambda one: moment(one.read_at) if one.read_at else tr("never"),
    lambda one: one.read_at,
)
_SCORE: Column[Memory] = Column(QT_TR_NOOP("Score"), 60, lambda one: number(one.score, 2), lambda one: one.score)

COLUMNS = (_CONTENT, _TYPE, _TAGS, _OWNER, _SESSION, _KEPT, _READ)
"""The columns of a list, the newest first."""
RANKED = (_SCORE, *COLUMNS)
"""The columns of what answers a query, the best first."""


def memories_model() -> RowsModel[Memory]:
    """No memories yet."""
    return RowsModel(COLUMNS)


class MemoriesTable(Table[Memory]):
    """What agents keep."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, tr("Memories"), memories_model())

    def show_memories(self, memories: tuple[Memory, ...], *, is_ranked: bool) -> None:
        """Show memories; the one that was chosen stays so, else the first is."""
        former = self.item
        columns = RANKED if is_ranked else COLUMNS
        is_other = self.items.columns is not columns
        self.items.show(memories, columns)
        if is_other:
            self.unsort()
        if former is not None:
            self.choose_where(lambda one: one.id == former.id)
        if self.item is None:
            self.choose_first()
