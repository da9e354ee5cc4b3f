"""Previews of mapping rules seen from the service: each in a child that is ended when it takes too long."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotFound
from bookwheel.domain.mapping_rules import (
    LARGEST_MAPPING_BYTES,
    MAPPING_FILE,
    MappingAnswer,
    MappingRequest,
    MappingTask,
)
from bookwheel.domain.messages import Message
from bookwheel.service.workers.task_child import TaskChild

MOST_S = 60.0
"""Seconds that one preview may take."""


class MappingPreviews:
    """Tries mapping rules, one folder at a time. Safe to use from any thread."""

    def __init__(self, command: Sequence[str], log: Path, most_s: float = MOST_S) -> None:
        """Prepare; nothing is started. `command` starts a child."""
        self._child = TaskChild(command, log, "mapping")
        self._most_s = most_s
        self._lock = threading.Lock()

    def preview(self, request: MappingRequest, find: Callable[[str], Collection]) -> MappingAnswer:
        """What the rules make of a collection, or of the folder that the request names; `find` finds collections.

        Raises:
            NotFound: for what is neither.
            BadRequest: for a draft that is too large.
        """
        if len(request.draft.encode("utf-8", "replace")) > LARGEST_MAPPING_BYTES:
            raise BadRequest("A mapping file has {size} KB at most.", size=LARGEST_MAPPING_BYTES // 1024)
        try:
            known = find(request.place)
            task = MappingTask(known.root, known.ignore, known.include, known.formats, True, request.draft)
        except NotFound:
            if not (os.path.isabs(request.place) and os.path.isdir(request.place)):
                raise
            task = MappingTask(request.place, draft=request.draft)
        file = os.path.join(os.path.realpath(task.root), MAPPING_FILE)
        if not request.draft and not os.path.lexists(file):
            return MappingAnswer(file)
        with self._lock:
            return self._run(task)

    def _run(self, task: MappingTask) -> MappingAnswer:
        try:
            answer = self._child.first_reply(task, MappingAnswer, self._most_s)
        except TimeoutError:
            return MappingAnswer(
                fault=Message("The preview took longer than {time} s and was stopped.", time=f"{self._most_s:g}")
            )
        fault = Message("The rules could not be tried. See the library's log for details.")
        return answer or MappingAnswer(fault=fault)
