"""A worker as a service: its library, its loop, the probes and counts that operators ask for, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import socket
import threading
from dataclasses import dataclass
from http import HTTPStatus

from starlette.types import ASGIApp, Receive, Scope, Send

from bookwheel import gc_tuning
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.team import TeamConfig
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths
from bookwheel.service.components import Parts
from bookwheel.service.files import discovery
from bookwheel.service.files.library_folder import Watch
from bookwheel.service.http.web_server import SignalFreeServer, configure
from bookwheel.service.team import routes
from bookwheel.service.team.database.jobs import CollectionState
from bookwheel.service.team.metrics import Gauge, Row, format_gauges
from bookwheel.service.team.traces.opening import WORKER, open_traces
from bookwheel.service.team.worker.loop import WorkerLoop
from bookwheel.service.team.worker.upkeep import Upkeep

TICK_S = 0.2

GRACE_S = 2
"""Seconds that answers to probes have for finishing."""

CUT_SHORT_S = 40.0
"""Seconds that a worker has for its end once the job at hand is given back."""

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Signals:
    """What a worker is told by signals: to finish its job and end, and to end at once."""

    end: threading.Event
    end_at_once: threading.Event


class WorkerService:
    """A worker on its listening socket; `serve` returns when the job at hand is finished or given back."""

    def __init__(
        self, paths: LibraryPaths, state: State, sock: socket.socket, config: TeamConfig, signals: Signals
    ) -> None:
        """Open nothing heavy yet."""
        self._sock, self._config, self._signals = sock, config, signals
        self._parts = parts = Parts(paths, state, config.public_url, is_personal=False)
        self._folder_watch = Watch(parts.folder, parts.leave)
        worker = _id_of(state)
        self._traces = open_traces(config, WORKER)
        self._loop = WorkerLoop(config, worker, f"worker-{worker[:6]}")
        if self._traces is not None:
            self._loop.around_job = self._traces.job
        self._upkeep = Upkeep(parts, config, self._loop.is_wanted)
        application = _route(
            {
                "/healthz": routes.probe_route(self._is_alive),
                "/readyz": routes.probe_route(self._is_ready),
                "/metrics": routes.metrics_route(self._metrics_text, discovery.admin_token(paths), config),
            }
        )
        self._server = SignalFreeServer(configure(application, GRACE_S))

    async def serve(self) -> None:
        """Work until told to end."""
        if self._traces is not None:
            self._traces.start()
        loading = threading.Thread(target=self._load, name="load", daemon=True)
        loading.start()
        ticking = asyncio.create_task(self._tick(loading))
        try:
            await self._server.serve(sockets=[self._sock])
        finally:
            await ticking

    def close(self) -> None:
        """Stop the children and close the stores."""
        self._parts.close()
        self._folder_watch.close()
        if self._traces is not None:
            self._traces.close()

    def _load(self) -> None:
        self._parts.open()
        gc_tuning.freeze_and_resume_gc()
        if self._parts.opened is None or self._signals.end.is_set():
            return
        self._parts.opened.library.tells_sources = False
        try:
            self._parts.start()
            self._upkeep.align()
        except BookwheelError as error:
            logger.error("The worker's library cannot be used: %s", error.message)
            return
        if not self._signals.end.is_set():
            self._loop.start(self._upkeep)

    async def _tick(self, loading: threading.Thread) -> None:
        """Notice signals and a library that was lost; end the server when the work has ended."""
        while not (self._signals.end.is_set() or self._parts.is_draining or self._server.should_exit):
            await asyncio.sleep(TICK_S)
        logger.info("Finishing the job at hand; a second signal gives it back.")
        self._loop.end()
        while loading.is_alive() or not self._loop.has_ended:
            if self._signals.end_at_once.is_set() or self._parts.is_draining:
                self._loop.end(at_once=True)
                break
            await asyncio.sleep(TICK_S)
        await asyncio.to_thread(self._loop.close, CUT_SHORT_S)
        self._server.should_exit = True

    async def _is_alive(self) -> bool:
        return self._parts.failure is None

    async def _is_ready(self) -> bool:
        return self._parts.opened is not None and self._loop.is_reachable and not self._signals.end.is_set()

    async def _metrics_text(self) -> str:
        return await asyncio.to_thread(self._read_metrics)

    def _read_metrics(self) -> str:
        names = [collection.name for collection in self._config.published]
        states: tuple[CollectionState, ...] = ()
        is_up = False
        with contextlib.suppress(BookwheelError):
            states, is_up = self._loop.states().states(names), True
        ages: list[Row] = [((("collection", one.collection),), one.age_s) for one in states if one.age_s is not None]
        gauges: list[Gauge] = [
            ("bookwheel_queue_up", "Whether the database of the queue answers.", [((), int(is_up))]),
            ("bookwheel_busy", "Whether this worker has a job.", [((), int(self._loop.is_wanted()))]),
            *(self._traces.gauges() if self._traces is not None else ()),
        ]
        if is_up:
            counts: list[Row] = [((("state", name),), count) for name, count in _count(states).items()]
            gauges += [
                ("bookwheel_jobs", "Jobs that are due, that a worker has, and whose last try failed.", counts),
                ("bookwheel_publication_age_seconds", "Time since each collection was last published.", ages),
            ]
        return format_gauges(gauges)


def _count(states: tuple[CollectionState, ...]) -> dict[str, int]:
    return {
        "waiting": sum(one.is_due and not one.is_running for one in states),
        "running": sum(one.is_running for one in states),
        "failed": sum(bool(one.problem) for one in states),
    }


def _id_of(state: State) -> str:
    """This worker's id, which says nothing of its computer and lasts as long as its folder."""
    known = state.mark("worker_id")
    if not known:
        known = secrets.token_hex(8)
        state.set_mark("worker_id", known)
    return known


def _route(applications: dict[str, ASGIApp]) -> ASGIApp:
    """One application for all paths; anything else is not found."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        application = applications.get(str(scope["path"]))
        if application is None:
            await routes.respond(send, HTTPStatus.NOT_FOUND)
        else:
            await application(scope, receive, send)

    return answer
