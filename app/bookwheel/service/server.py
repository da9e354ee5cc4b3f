"""The one HTTP server: its routes, its loading in the background, its drain."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import uvicorn

from bookwheel import gc_tuning
from bookwheel.domain.messages import Message
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.indexes.state import State
from bookwheel.paths import LibraryPaths, command
from bookwheel.service.components import Parts
from bookwheel.service.files import discovery
from bookwheel.service.files.library_folder import Watch
from bookwheel.service.http.application import Later, events_route, routes, unavailable
from bookwheel.service.http.gate import agent_gate, ingest_gate, owner_gate
from bookwheel.service.http.rpc import Rpc, methods_of
from bookwheel.service.http.web_server import configure
from bookwheel.service.lone_calls import LoneCalls
from bookwheel.service.methods import Methods
from bookwheel.service.sources.ingest_api import IngestApi, methods_at

if TYPE_CHECKING:
    from bookwheel.service.agents.app import AgentsApp

THREADS = 6
"""Calls that run at the same time."""

TICK_S = 0.2

TIDY_S = 3600.0
"""Seconds between two rounds of keeping house."""

AGENTS_AFTER_S = 2.0
"""What serves agents is loaded after this long without a call or indexing once one has a token, or when one calls."""

HOLD_S = 5.0
"""An agent that waits for its first answer is served before work in the background begins, but no longer than this."""

_NOT_LOADED = Message("The library could not be loaded. See its log for details.")
_ENDING = Message("The service is stopping. Try again in a moment.")

GRACE_S = 8
"""Seconds that calls in flight have for finishing."""

logger = logging.getLogger(__name__)


class Service:
    """One library's service on its listening socket. `serve` returns when it has drained."""

    def __init__(
        self, paths: LibraryPaths, state: State, sock: socket.socket, stays: bool, told: threading.Event
    ) -> None:
        """Lay out the routes; nothing heavy is loaded yet.

        `stays` keeps the service up without clients; `told` is set by a signal to end that came before it served.
        """
        port = int(sock.getsockname()[1])
        self.url = f"http://{discovery.HOST}:{port}"
        self._sock, self._stays, self._told = sock, stays, told
        self._parts = Parts(paths, state, self.url)
        self._folder_watch = Watch(self._parts.folder, self._parts.leave)
        self._threads = ThreadPoolExecutor(THREADS, "call")
        self._methods = Methods(self._parts, self._stop)
        calls = LoneCalls(self._parts).around(self._methods.table())
        self._rpc = Rpc(methods_of(calls), self._threads, self._parts.activity, self._parts.storage.refuse_call)
        self._agents = Later()
        self._has_loaded_agents = threading.Event()
        self._is_draining, self._has_drained = asyncio.Event(), asyncio.Event()
        token = discovery.admin_token(paths)
        parts = self._parts
        self._ingest = IngestApi(
            *(parts.collections.find, parts.ingestion, parts.jobs, self._threads),
            *(lambda: parts.are_agents_paused, parts.activity.record),
        )
        application = routes(
            owner_gate(self._rpc, port=port, token=token),
            owner_gate(events_route(parts.events, lambda: parts.revision), port=port, token=token, methods=("GET",)),
            ingest_gate(
                self._ingest,
                port=port,
                token=token,
                tokens=parts.tokens,
                limits=lambda: parts.settings.agents,
                record=parts.activity.record,
                methods_at=methods_at,
            ),
            agent_gate(
                self._agents,
                port=port,
                tokens=parts.tokens,
                limits=lambda: parts.settings.agents,
                record=parts.activity.record,
            ),
        )
        self._server = uvicorn.Server(configure(application, GRACE_S))

    async def serve(self) -> None:
        """Serve until stopped, idle, or told by a signal; calls in flight are finished."""
        loading = threading.Thread(target=self._load, name="load", daemon=True)
        loading.start()
        tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._serve_agents())]
        try:
            await self._server.serve(sockets=[self._sock])
        finally:
            self._is_draining.set()
            self._has_drained.set()
            self._has_loaded_agents.set()  # or never will have
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, BaseException):
                    logger.error("A part of the service failed.", exc_info=outcome)
            await asyncio.to_thread(loading.join, GRACE_S)

    def close(self) -> None:
        """Stop the children and close the stores."""
        self._threads.shutdown(wait=True)
        self._parts.close()
        self._folder_watch.close()

    def _stop(self) -> None:
        self._server.should_exit = True

    def _load(self) -> None:
        self._parts.open()
        if self._agents.is_asked.is_set():
            self._has_loaded_agents.wait(HOLD_S)
        gc_tuning.freeze_and_resume_gc()
        self._parts.start()

    async def _serve_agents(self) -> None:
        """Load what serves agents, when one calls or after a while, and keep its life inside this one task."""
        loop = asyncio.get_running_loop()
        loaded: asyncio.Future[AgentsApp | None] = loop.create_future()

        def load() -> None:
            try:
                application = self._loaded_agents()
            except Exception:  # the thread's edge: window and command line are served all the same
                logger.exception("What serves agents could not be loaded.")
                application = None
            gc_tuning.freeze_and_resume_gc()
            self._has_loaded_agents.set()
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(loaded.set_result, application)

        if not await self._is_asked_or_quiet():
            self._agents.load(unavailable(_ENDING, is_ending=True))
            return
        threading.Thread(target=load, name="load agents", daemon=True).start()
        draining = asyncio.ensure_future(self._is_draining.wait())
        await asyncio.wait((loaded, draining), return_when=asyncio.FIRST_COMPLETED)
        if not loaded.done():
            self._agents.load(unavailable(_ENDING, is_ending=True))
            return
        application = loaded.result()
        if application is None:
            self._agents.load(unavailable(_NOT_LOADED))
            return
        async with application.running():
            self._agents.load(application)
            await draining
            application.close()
            await self._has_drained.wait()

    async def _is_asked_or_quiet(self) -> bool:
        """Wait for the first agent, or until nothing more pressing goes on; False when the service drains before.

        Where no agent has a token, none is waited for: what serves them takes 30 MB.
        """
        started, tokens = time.monotonic(), self._parts.tokens
        waits = [asyncio.ensure_future(event.wait()) for event in (self._agents.is_asked, self._is_draining)]
        while (
            not tokens.has_clients
            or self._is_indexing()
            or time.monotonic() - max(started, self._rpc.called_at) < AGENTS_AFTER_S
        ):
            done, _ = await asyncio.wait(waits, timeout=AGENTS_AFTER_S, return_when=asyncio.FIRST_COMPLETED)
            if done:
                break
        for wait in waits:
            wait.cancel()
        return not self._is_draining.is_set()

    def _loaded_agents(self) -> AgentsApp:
        opened, parts = self._parts.wait(600.0), self._parts
        from bookwheel.service.agents import app  # noqa: PLC0415 - the SDK takes 0.8 s to load
        from bookwheel.service.agents.search_supervisor import Second  # noqa: PLC0415 - likewise

        record, is_paused = parts.activity.record, lambda: parts.are_agents_paused
        words = [*command(), "child", "search", "--library", str(parts.paths.root)]
        second = Second(words, parts.paths.log, lambda: parts.settings, parts.collections.all)
        application = app.build(opened.library, lambda: parts.settings, record, is_paused, second)
        parts.events.ear = application.heard
        return application

    async def _tick(self) -> None:
        """Notice the drain, and idleness, which begins it."""
        busy_at = tidied_at = time.monotonic()
        while not self._server.should_exit:
            await asyncio.sleep(TICK_S)
            if self._told.is_set():
                self._stop()
            now, idle_s = time.monotonic(), self._parts.settings.service.idle_minutes * 60
            if self._is_busy(now, idle_s):
                busy_at = now
            elif now - max(busy_at, self._rpc.called_at) > idle_s:
                logger.info("Nobody was connected for %g s.", idle_s)
                self._stop()
            if now - tidied_at > TIDY_S:
                tidied_at = now
                await asyncio.to_thread(self._tidy)
        self._is_draining.set()
        self._parts.is_draining = True
        discovery.withdraw(self._parts.paths)
        self._parts.events.publish(Event(0, EventKind.STOPPING, self._parts.revision))
        await asyncio.sleep(0.05)
        self._parts.events.close()

    def _tidy(self) -> None:
        try:
            self._parts.tidy()
        except Exception:  # a full disk must not end the service
            logger.exception("The service could not keep house.")

    def _is_busy(self, now: float, idle_s: float) -> bool:
        is_connected = self._rpc.calls or self._parts.events.listeners or self._agents.is_awake(now, idle_s)
        return bool(self._stays or is_connected or self._is_indexing() or self._is_embedding())

    def _is_indexing(self) -> bool:
        opened = self._parts.opened
        return opened is not None and opened.intake.is_busy

    def _is_embedding(self) -> bool:
        opened = self._parts.opened
        return opened is not None and opened.embedder.is_busy
