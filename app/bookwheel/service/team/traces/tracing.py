"""Traces of one reader or worker: each call and job is recorded or not, and handed to the exporter at its end."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

from starlette.types import ASGIApp, Receive, Scope, Send

import bookwheel
from bookwheel.domain import stages
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.team import TracesConfig
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.team.metrics import Gauge
from bookwheel.service.team.traces.collector import Collector
from bookwheel.service.team.traces.exporter import Exporter
from bookwheel.service.team.traces.recording import FAILED, Kind, Position, Recording, Unrecorded, name_collections
from bookwheel.service.team.traces.trace_context import TraceContext, context_of, new_context


class Traces:
    """Safe to use from any thread."""

    def __init__(self, config: TracesConfig, team: str, program: str) -> None:
        """Send nothing yet; `start` does. Spans are of a `program` of a `team`, of which they say nothing more."""
        resource = {
            "service.namespace": team,
            "service.name": program,
            "service.version": bookwheel.__version__,
            "service.instance.id": secrets.token_hex(8),
        }
        self._sample = config.sample
        self._exporter = Exporter(Collector(config), resource)

    def start(self) -> None:
        """Begin to send."""
        # It has a line for every batch, which would push all others out of the log.
        logging.getLogger("httpx").setLevel(logging.WARNING)
        self._exporter.start()

    def close(self) -> None:
        """Send what waits, for a bounded time."""
        self._exporter.close()

    def gauges(self) -> list[Gauge]:
        """How far sending is, for Prometheus."""
        counts = self._exporter.counts
        return [
            ("bookwheel_spans_sent_total", "Spans that the trace collector took.", [((), counts.sent)]),
            ("bookwheel_spans_lost_total", "Spans that were dropped.", [((), counts.lost)]),
            ("bookwheel_spans_waiting", "Spans that wait to be sent.", [((), counts.waiting)]),
        ]

    def around(self, application: ASGIApp) -> ASGIApp:
        """Record the calls of an application that are to be recorded; a call is one that `CallLog` notes."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            headers = cast("list[tuple[bytes, bytes]]", scope.get("headers", ()))
            context = context_of(headers, self._sample)
            if not context.is_recorded:
                if not context.parent_id:
                    await application(scope, receive, send)
                    return
                with stages.told_to(Unrecorded(context)):
                    await application(scope, receive, send)
                return
            with self._recorded(context, Kind.SERVER):
                await application(scope, receive, send)

        return answer

    def within(self, application: ASGIApp) -> ASGIApp:
        """Note which collections a caller sees that has passed the gate."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            client = cast("AgentClient", scope[CLIENT])
            name_collections(client.collections or ())
            await application(scope, receive, send)

        return answer

    @contextmanager
    def job(self, collection: str) -> Generator[None]:
        """Record the job of a worker in this block; jobs are few, so that all are recorded."""
        with self._recorded(new_context(1.0), Kind.CONSUMER) as recording:
            recording.name_collections((collection,))
            try:
                yield
            except BaseException as error:
                recording.note_error(error)
                recording.finish("job", FAILED)
                raise
            recording.finish("job", "ok")

    @contextmanager
    def _recorded(self, context: TraceContext, kind: Kind) -> Generator[Recording]:
        recording = Recording(context, kind, self._exporter.take)
        with stages.told_to(Position(recording)):
            try:
                yield recording
            finally:
                recording.end()
