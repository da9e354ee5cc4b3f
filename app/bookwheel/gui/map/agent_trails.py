"""Where agents have been on the map: what each read lately, in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.connection import Client
from bookwheel.domain.service.activity import Activity, ActivityAnswer, ActivityRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.i18n.agent_names import display_name

STEPS, AGENTS = 12, 4
"""Documents of one trail, and trails at once: more would tell nothing apart."""

_OWN = ("window", "cli", "")
_READING = ("read", "context")
_LOOK_MS = 400
_CALLS = 300


@dataclass(frozen=True, slots=True)
class AgentTrail:
    """What one agent read: document ids, the newest last."""

    client: str
    docs: tuple[str, ...]


def trails_of(calls: Sequence[Activity]) -> list[AgentTrail]:
    """The trails of calls, newest call first; the agent that read last comes first. What was refused was not read."""
    read: dict[str, list[str]] = {}
    for call in calls:
        if call.client in _OWN or call.error or call.tool not in _READING:
            continue
        docs = read.setdefault(call.client, [])
        for doc in reversed([section.partition("#")[0] for section in call.sections]):
            if doc and len(docs) < STEPS and (not docs or docs[-1] != doc):
                docs.append(doc)
    return [AgentTrail(client, tuple(reversed(docs))) for client, docs in list(read.items())[:AGENTS] if docs]


def rows_of(trails: Sequence[AgentTrail], row_of: Mapping[str, int]) -> list[tuple[str, list[int]]]:
    """The trails as rows of a scene, each by its agent's name; documents that are not there are left out."""
    known = [(trail.client, [row_of[doc] for doc in trail.docs if doc in row_of]) for trail in trails]
    return [(display_name(client), rows) for client, rows in known if rows]


class AgentTrails(QObject):
    """Keeps the trails while they are wanted; asks in a thread, and again when an agent has made a call."""

    changed = Signal()

    def __init__(self, calls: BackgroundCalls, parent: QObject) -> None:
        super().__init__(parent)
        self._calls = calls
        self.client: Client | None = None
        self.shown: list[AgentTrail] = []
        self._is_wanted = False
        self._looking = QTimer(self, singleShot=True, interval=_LOOK_MS)
        self._looking.timeout.connect(self._ask)

    def want(self, is_wanted: bool) -> None:
        """Show the trails, or no longer."""
        self._is_wanted = is_wanted
        if is_wanted:
            self._ask()
        else:
            self.shown = []
            self.changed.emit()

    def refresh(self) -> None:
        """Look again in a moment, if anybody looks."""
        if self._is_wanted and not self._looking.isActive():
            self._looking.start()

    def _ask(self) -> None:
        client = self.client
        if client is not None and self._is_wanted:
            request = ActivityRequest(limit=_CALLS)
            self._calls.ask(lambda: client.activity(request), self._on_activity, lambda _error: None, slot="map trails")

    def _on_activity(self, answer: ActivityAnswer) -> None:
        if self._is_wanted:
            self.shown = trails_of(answer.activity)
            self.changed.emit()
