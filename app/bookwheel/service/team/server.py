"""The HTTP server of a team's reader: its routes behind their gates, its loading, and its drain."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import threading
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from bookwheel import gc_tuning
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.domain.service.agents import AgentClient
from bookwheel.domain.service.events import Event, EventKind
from bookwheel.domain.service.requests import Empty
from bookwheel.domain.team import READING_METHODS, TeamConfig
from bookwheel.indexes.state import State
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.service.agents.app import AgentsApp, build
from bookwheel.service.agents.audience import Audience
from bookwheel.service.agents.tools.tool_definition import Tool
from bookwheel.service.agents.tools.tools import TOOLS
from bookwheel.service.components import Parts
from bookwheel.service.files import discovery
from bookwheel.service.files.library_folder import Watch
from bookwheel.service.http.application import Later, unavailable
from bookwheel.service.http.connections import Connection
from bookwheel.service.http.gate import CLIENT, Gate
from bookwheel.service.http.rpc import Rpc
from bookwheel.service.http.web_server import SignalFreeServer, configure
from bookwheel.service.team import routes
from bookwheel.service.team.addresses import gate_address
from bookwheel.service.team.audit_and_grants import audit_gauges, grant_gauges, open_audit, open_grants
from bookwheel.service.team.call_log import CallLog, NoActivity
from bookwheel.service.team.callers import Callers, Tokens
from bookwheel.service.team.freshness import Freshness
from bookwheel.service.team.grants import Grants
from bookwheel.service.team.methods import ReadingMethods
from bookwheel.service.team.metrics import Gauge, Metrics, Row
from bookwheel.service.team.reader import Reader
from bookwheel.service.team.refusals import reword
from bookwheel.service.team.shared_words import WordsKeeper
from bookwheel.service.team.sign_in import challenge, metadata
from bookwheel.service.team.team_memories import MEMORY_TOOLS, open_memories
from bookwheel.service.team.team_statements import TeamStatements, open_statements
from bookwheel.service.team.traces.opening import READER, open_traces

THREADS = 8
"""Calls of people that run at the same time."""

WAIT_S = 30.0
"""Seconds that a call waits for the library to open."""

TICK_S, REFRESH_LOOK_S = 0.2, 20.0

GRACE_S = 20
"""Seconds that calls in flight have for finishing."""

LINGER_S = 5.0
"""Seconds between the first 503 of the readiness probe and the last connection that is taken."""

STREAM_S = 900.0
"""Seconds after which an event stream ends: who goes on listening shows a token that is still good."""

READS = {name: tool for name, tool in TOOLS.items() if tool.is_read and name not in (*MEMORY_TOOLS, "jobs")}

_ENDING = Message("The reader is stopping. Try again in a moment.")

logger = logging.getLogger(__name__)


def tools_of(config: TeamConfig) -> Mapping[str, Tool]:
    """The tools that there are for agents."""
    return READS if config.memory is None else {**READS, **MEMORY_TOOLS}


class TeamConnection(Connection):
    """A connection of one of many people, or of a load balancer."""

    most = 4000


@dataclass(frozen=True, slots=True)
class Setting:
    """What a reader is started with: its configuration, what checks tokens, and how long it lingers at its end."""

    config: TeamConfig
    tokens: Tokens | None
    linger_s: float = LINGER_S


class TeamService:
    """A team's reader on its listening socket; `serve` returns when it has drained."""

    def __init__(
        self, paths: LibraryPaths, state: State, sock: socket.socket, setting: Setting, told: threading.Event
    ) -> None:
        """Lay out the routes; nothing heavy is opened yet. `told` is set by a signal to end."""
        config, port = setting.config, int(sock.getsockname()[1])
        self._sock, self._setting, self._told = sock, setting, told
        engines = config.engines
        self._parts = parts = Parts(
            paths, state, config.public_url, is_personal=False, vectors=engines.vectors, words=engines.words
        )
        self._words = WordsKeeper(parts)
        self._folder_watch = Watch(parts.folder, parts.leave)
        self._threads = ThreadPoolExecutor(THREADS, "call")
        self._reader = Reader(parts, config)
        self._grants = grants = open_grants(config, self._end_streams)
        self._callers = Callers(
            config, setting.tokens, lambda: self._reader.slugs, lambda said: challenge(config, said),
            Grants if grants is None else lambda: grants.current,
        )  # fmt: skip
        self._metrics = Metrics((*READING_METHODS, *tools_of(config), "resource", "complete"))
        self._audit, self._traces = open_audit(config), open_traces(config, READER)
        self._log = CallLog(
            self._metrics, self._callers.find_known, self._audit.note if self._audit is not None else None
        )
        self._freshness = Freshness(parts, config, lambda: self._reader.slugs)
        methods = ReadingMethods(config, self._library, self._callers, self._freshness.notices)
        self._rpc = Rpc(
            methods.find, self._threads, NoActivity(), parts.storage.refuse_call,
            client_of=lambda asker: asker[CLIENT].name, reword=reword,
        )  # fmt: skip
        self._agents = Later()
        self._is_draining, self._has_drained = asyncio.Event(), asyncio.Event()
        self._address = gate_address(config, port)
        operators = {
            "/healthz": routes.probe_route(self._is_alive),
            "/readyz": routes.probe_route(self._may_be_asked, self._tell_state),
            "/metrics": routes.metrics_route(self._metrics_text, discovery.admin_token(paths), config),
        }
        application = routes.route(
            self._gate(self._log.around_rpc(self._rpc)),
            self._gate(_bounded(self._agents), speaks_rpc=True),
            self._open_gate(routes.team_route(config, self._names_of)),
            self._open_gate(routes.fixed_route(metadata(config))),
            operators,
        )
        tls = {"ssl_certfile": config.certificate, "ssl_keyfile": config.key} if config.certificate else {}
        self._server = SignalFreeServer(configure(application, GRACE_S, TeamConnection, **tls))
        self._certificates = _Certificates(config)
        self._statements: TeamStatements | None = None
        self._memories = open_memories(config)
        self._is_prepared = threading.Event()
        self._trouble = ""

    async def serve(self) -> None:
        """Serve until told to end; calls in flight are finished."""
        loading = threading.Thread(target=self._load, name="load", daemon=True)
        loading.start()
        for part in (self._audit, self._grants, self._traces):
            if part is not None:
                part.start()
        tasks = [asyncio.create_task(self._tick()), asyncio.create_task(self._serve_agents())]
        try:
            await self._server.serve(sockets=[self._sock])
        finally:
            self._is_draining.set()
            self._has_drained.set()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, BaseException):
                    logger.error("A part of the reader failed.", exc_info=outcome)
            await asyncio.to_thread(loading.join, GRACE_S)

    def close(self) -> None:
        """Stop the children and close the stores."""
        if self._grants is not None:
            self._grants.close()
        self._callers.close()
        self._words.close()
        self._threads.shutdown(wait=True)
        for opened in (self._statements, self._memories):
            if opened is not None:
                opened.close()
        self._parts.close()
        self._folder_watch.close()
        for part in (self._traces, self._audit):
            if part is not None:
                part.close()

    def _gate(self, application: ASGIApp, *, speaks_rpc: bool = False) -> ASGIApp:
        traces = self._traces
        gate = Gate(
            application if traces is None else traces.within(application), address=self._address,
            identify=self._callers.identify, methods=frozenset({"POST"}),
            speaks_rpc=speaks_rpc, limits=lambda: self._parts.settings.agents,
            record=self._log.recorder("mcp" if speaks_rpc else "rpc"),
        )  # fmt: skip
        return gate if traces is None else traces.around(gate)

    def _open_gate(self, application: ASGIApp) -> Gate:
        identify, methods = self._callers.identify_if_asked, frozenset({"GET"})
        return Gate(application, address=self._address, identify=identify, methods=methods, speaks_rpc=False)

    def _library(self) -> Library:
        library = self._parts.wait(WAIT_S).library
        self._is_prepared.wait(WAIT_S)
        return library

    def _names_of(self, client: AgentClient) -> tuple[str, ...]:
        slugs = self._reader.slugs
        return tuple(
            one.name for one in self._setting.config.collections if slugs.get(one.name) in (client.collections or ())
        )

    async def _is_alive(self) -> bool:
        return self._parts.failure is None

    async def _may_be_asked(self) -> bool:
        if self._is_draining.is_set() or self._parts.opened is None:
            return False
        if self._grants is not None and not self._grants.has_tried:
            return False
        return await asyncio.to_thread(lambda: self._reader.is_ready)

    def _tell_state(self) -> str:
        return "ok" if self._grants is None else f"ok, {self._grants.state}"

    def _end_streams(self) -> None:
        """End the streams of agents: what their callers may see has changed, and they may listen again."""
        self._parts.events.publish(Event(0, EventKind.AGENTS_CHANGED, self._parts.revision))

    async def _metrics_text(self) -> str:
        return await asyncio.to_thread(lambda: self._metrics.text(self._gauges()))

    def _gauges(self) -> list[Gauge]:
        opened = self._parts.opened
        cards = opened.library.collections(Empty()).collections if opened is not None else ()
        documents: list[Row] = [((("collection", card.name),), card.documents) for card in cards]
        is_ready = opened is not None and self._reader.is_ready and not self._is_draining.is_set()
        return [
            ("bookwheel_ready", "Whether the reader may be asked.", [((), int(is_ready))]),
            ("bookwheel_revision", "The revision of the library.", [((), self._parts.revision)]),
            ("bookwheel_documents", "Documents of each collection.", documents),
            *self._freshness.gauges(),
            *audit_gauges(self._audit),
            *grant_gauges(self._grants),
            *(self._traces.gauges() if self._traces is not None else ()),
        ]

    def _load(self) -> None:
        self._parts.open()
        try:
            self._prepare()
        finally:
            self._is_prepared.set()
        gc_tuning.freeze_and_resume_gc()
        try:
            self._reader.align()
        except BookwheelError as error:
            logger.error("The collections could not be subscribed to: %s", error.message)
        if self._statements is not None:
            self._statements.keep_only(self._reader.slugs.values())
        self._words.start()
        self._parts.start()

    def _prepare(self) -> None:
        """Make the library a team's before anybody is answered from it."""
        if self._parts.opened is None:
            return
        library = self._parts.opened.library
        library.tells_sources = False
        if self._memories is not None:
            self._memories.serve(library, lambda: self._parts.settings)
        self._open_statements(library)

    def _open_statements(self, library: Library) -> None:
        """Let the server that the configuration names answer SPARQL; nothing else does in its place."""
        engine, library.queries.ask = library.queries.ask, None
        assert engine is not None
        try:
            self._statements = open_statements(self._setting.config, engine, self._limit_s)
        except BookwheelError as error:
            logger.error("The SPARQL server cannot be used: %s", error.message)
            return
        library.queries.ask = engine if self._statements is None else self._statements.ask

    def _limit_s(self) -> float:
        return self._parts.settings.query.limit_s

    async def _serve_agents(self) -> None:
        """Serve agents once the library is open, and keep what serves them inside this one task."""
        async with self._opened_agents() as application:
            if application is None:
                self._agents.load(unavailable(_ENDING, is_ending=True))
                return
            self._agents.load(application)
            await self._is_draining.wait()
            application.close()
            await self._has_drained.wait()

    @contextlib.asynccontextmanager
    async def _opened_agents(self) -> AsyncGenerator[AgentsApp | None, None]:
        """What serves agents; None where the reader ends before the library is open."""
        waiting = asyncio.ensure_future(asyncio.to_thread(self._build_agents))
        draining = asyncio.ensure_future(self._is_draining.wait())
        await asyncio.wait((waiting, draining), return_when=asyncio.FIRST_COMPLETED)
        draining.cancel()
        if not waiting.done():
            yield None
            await asyncio.gather(waiting, return_exceptions=True)
            return
        application = waiting.result()
        async with application.running():
            yield application

    def _build_agents(self) -> AgentsApp:
        parts, config = self._parts, self._setting.config
        library = parts.wait(600.0).library
        self._is_prepared.wait()
        audience = Audience(
            self._callers.scope_of, tools_of(config), f"the library of {config.name}",
            "There are no documents that you may see.",
            reword,
        )  # fmt: skip
        record = self._log.recorder("mcp")
        # Without a searching child: whoever has a processor to spare starts another reader.
        application = build(library, lambda: parts.settings, record, lambda: False, audience=audience)
        parts.events.ear = application.heard
        return application

    async def _tick(self) -> None:
        """Notice the signal to end, and look at what is due."""
        looked_at, loop = 0.0, asyncio.get_running_loop()
        while not self._told.is_set() and not self._server.should_exit:
            await asyncio.sleep(TICK_S)
            if loop.time() - looked_at > REFRESH_LOOK_S and self._parts.opened is not None:
                looked_at = loop.time()
                await asyncio.to_thread(self._look)
        logger.info("Draining.")
        self._is_draining.set()
        self._parts.is_draining = True
        await asyncio.sleep(self._setting.linger_s)
        self._server.should_exit = True

    def _look(self) -> None:
        memories = self._memories
        for do in (
            lambda: self._certificates.renew(self._server.config),
            self._reader.refresh_due,
            *((lambda: memories.settle(),) if memories is not None else ()),
        ):
            try:
                do()
            except BookwheelError as error:
                if error.message != self._trouble:  # said once, not at every look: the disk may be full
                    logger.warning("What is due could not be done: %s", error.message)
                self._trouble = str(error.message)
            except Exception:  # the thread's edge: the reader goes on with what it has
                logger.exception("What is due could not be done.")


class _Certificates:
    """The certificate's file, which is read again when it has changed."""

    def __init__(self, config: TeamConfig) -> None:
        self._files = (config.certificate, config.key) if config.certificate else ()
        self._stamp = self._look()

    def renew(self, server: uvicorn.Config) -> None:
        """Use what the files hold now for connections that come from now on."""
        stamp = self._look()
        if stamp != self._stamp and server.ssl is not None:
            server.ssl.load_cert_chain(*self._files)
            self._stamp = stamp

    def _look(self) -> tuple[float, ...]:
        with contextlib.suppress(OSError):
            return tuple(Path(file).stat().st_mtime for file in self._files)
        return ()


def _bounded(application: ASGIApp) -> ASGIApp:
    """End streams after a while, and keep what a bridge says of its computer from being compared with this one's."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name, value) for name, value in scope["headers"] if name != b"bookwheel-directory"]
        admitted: Mapping[str, Any] = {**scope, "headers": headers}
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STREAM_S):
                await application(dict(admitted), receive, send)

    return answer
