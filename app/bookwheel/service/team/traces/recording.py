"""Records one call or job as spans: names of ours, times, classes and codes of errors, and never what was asked."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from contextvars import Token
from dataclasses import dataclass
from enum import Enum
from types import TracebackType

from bookwheel.domain import stages
from bookwheel.domain.errors import BookwheelError, InternalError
from bookwheel.domain.stages import OUTSIDE, Stage
from bookwheel.service.team.traces.trace_context import TraceContext, new_span_id

MOST_SPANS = 200
"""Spans of one call; those beyond are left out."""

MOST_COLLECTIONS = 50
"""Collections that a span names."""

FAILED = "failed"
"""The outcome of a job that did not end well."""

_FAULTS = (FAILED, "internal_error", "http_5")
"""Beginnings of outcomes that are the program's own fault."""

Attributes = Mapping[str, "str | Sequence[str]"]


class Kind(Enum):
    """What a span is to others, with OpenTelemetry's number."""

    INTERNAL = 1
    SERVER = 2
    CLIENT = 3
    CONSUMER = 5


@dataclass(frozen=True, slots=True)
class Span:
    """A call, a job or a stage of one that has ended; times are nanoseconds since 1970."""

    trace_id: bytes
    span_id: bytes
    parent_id: bytes
    name: str
    kind: Kind
    began_ns: int
    ended_ns: int
    attributes: Attributes
    is_failed: bool


class Recording:
    """One call or job under way. Any thread may tell its stages; those that end after it are left out."""

    def __init__(self, context: TraceContext, kind: Kind, hand_on: Callable[[Sequence[Span]], None]) -> None:
        """Begin now; `hand_on` gets all spans at the end if somebody has named what this is."""
        self._kind, self._hand_on = kind, hand_on
        self.context, self.span_id = context, new_span_id()
        self._wall_ns, self._began_ns = time.time_ns(), time.perf_counter_ns()
        self._spans: list[Span] = []
        self._name = ""
        self._attributes: dict[str, str | Sequence[str]] = {}
        self._is_failed = self.has_ended = False

    def name_collections(self, slugs: Sequence[str]) -> None:
        """Note which collections the caller sees, or the job is of."""
        self._attributes["bookwheel.collections"] = tuple(slugs[:MOST_COLLECTIONS])

    def note_error(self, error: BaseException) -> None:
        """Note what went wrong, by class and code."""
        self._attributes |= _attributes_of(error)

    def finish(self, name: str, outcome: str) -> None:
        """Note what this was and how it ended: `ok`, or a code."""
        self._name = name
        self._attributes["bookwheel.outcome"] = outcome
        self._is_failed = outcome.startswith(_FAULTS)

    def end(self) -> None:
        """End now."""
        if self.has_ended:
            return
        self.has_ended = True
        if self._name:
            at, parent = self._began_ns, self.context.parent_id
            span = self._span(self.span_id, parent, self._name, self._kind, at, self._attributes, self._is_failed)
            self._hand_on((span, *self._spans))

    def add(self, span_id: bytes, parent_id: bytes, stage: Stage, began_ns: int, error: BaseException | None) -> None:
        """Note a stage that ends now; `began_ns` is of `time.perf_counter_ns`."""
        if self.has_ended or len(self._spans) >= MOST_SPANS:
            return
        kind = Kind.CLIENT if stage in OUTSIDE else Kind.INTERNAL
        attributes = {} if error is None else _attributes_of(error)
        self._spans.append(self._span(span_id, parent_id, stage.value, kind, began_ns, attributes, error is not None))

    def _span(
        self,
        span_id: bytes,
        parent_id: bytes,
        name: str,
        kind: Kind,
        began_ns: int,
        attributes: Attributes,
        is_failed: bool,
    ) -> Span:
        offset = self._wall_ns - self._began_ns
        ended_ns = time.perf_counter_ns() + offset
        trace_id = self.context.trace_id
        return Span(trace_id, span_id, parent_id, name, kind, began_ns + offset, ended_ns, dict(attributes), is_failed)


class Position:
    """Where a recording is: what the next stage lies in."""

    __slots__ = ("_span_id", "recording")

    def __init__(self, recording: Recording, span_id: bytes = b"") -> None:
        """Stand in a span, by default in that of the whole recording."""
        self.recording, self._span_id = recording, span_id or recording.span_id

    @property
    def ids(self) -> Mapping[str, str]:
        """See `stages.Listener`; nothing once the recording has ended: tasks that a call began may outlive it."""
        if self.recording.has_ended:
            return {}
        return {"trace_id": self.recording.context.trace_id.hex(), "span_id": self._span_id.hex()}

    def enter(self, stage: Stage) -> AbstractContextManager[None]:
        """See `stages.Listener`."""
        return _NOTHING if self.recording.has_ended else _Running(self.recording, self._span_id, stage)

    def note(self, stage: Stage, took_s: float) -> None:
        """See `stages.Listener`."""
        began_ns = time.perf_counter_ns() - round(took_s * 1e9)
        self.recording.add(new_span_id(), self._span_id, stage, began_ns, None)


class Unrecorded:
    """The listener of a call whose caller does not record it: log lines name its trace all the same."""

    __slots__ = ("ids",)

    def __init__(self, context: TraceContext) -> None:
        """Name a trace."""
        self.ids: Mapping[str, str] = {"trace_id": context.trace_id.hex()}

    def enter(self, stage: Stage) -> AbstractContextManager[None]:
        """See `stages.Listener`."""
        return _NOTHING

    def note(self, stage: Stage, took_s: float) -> None:
        """See `stages.Listener`."""


_NOTHING: AbstractContextManager[None] = nullcontext()


class _Running:
    """A stage under way."""

    __slots__ = ("_began_ns", "_parent_id", "_recording", "_span_id", "_stage", "_token")

    def __init__(self, recording: Recording, parent_id: bytes, stage: Stage) -> None:
        self._recording, self._parent_id, self._stage = recording, parent_id, stage
        self._span_id = new_span_id()

    def __enter__(self) -> None:
        self._token: Token[stages.Listener | None] = stages.listen(Position(self._recording, self._span_id))
        self._began_ns = time.perf_counter_ns()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._recording.add(self._span_id, self._parent_id, self._stage, self._began_ns, error)
        stages.leave(self._token)


def _attributes_of(error: BaseException) -> dict[str, str | Sequence[str]]:
    code = error.code if isinstance(error, BookwheelError) else InternalError.code
    return {"error.type": type(error).__name__, "bookwheel.code": code}


def name_collections(slugs: Sequence[str]) -> None:
    """Note for the call at hand, where it is recorded, which collections its caller sees."""
    if (recording := _current()) is not None:
        recording.name_collections(slugs)


def note_error(error: BaseException) -> None:
    """Note for the call at hand, where it is recorded, what went wrong."""
    if (recording := _current()) is not None:
        recording.note_error(error)


def finish(name: str, outcome: str) -> None:
    """Note for the call at hand, where it is recorded, what it was and how it ended."""
    if (recording := _current()) is not None:
        recording.finish(name, outcome)


def _current() -> Recording | None:
    listener = stages.listener()
    return listener.recording if isinstance(listener, Position) else None
