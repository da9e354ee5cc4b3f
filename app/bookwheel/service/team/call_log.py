"""Notes calls of a team's reader: counts, and a line of the log for each, without what was asked or answered."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bookwheel.domain.service.activity import Activity
from bookwheel.domain.team import AuditedCall
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.http.rpc import PREFIX
from bookwheel.service.team.callers import KnownCaller
from bookwheel.service.team.metrics import Metrics
from bookwheel.service.team.traces import recording

logger = logging.getLogger(__name__)


class CallLog:
    """What the gates and the routes note calls in."""

    def __init__(
        self,
        metrics: Metrics,
        find_known: Callable[[str], KnownCaller] = lambda name: KnownCaller(),
        audit: Callable[[AuditedCall], None] | None = None,
    ) -> None:
        """Count in `metrics`; `audit` hears of every call, with who `find_known` says a caller is."""
        self._metrics, self._find_known, self._audit = metrics, find_known, audit

    def recorder(self, route: str) -> Callable[[Activity], None]:
        """What notes the calls of tools, or the refusals of a gate, under a route."""

        def record(activity: Activity) -> None:
            self._note(route, activity.tool, activity.client, activity.error or "ok", activity.took_ms / 1000)

        return record

    def around_rpc(self, application: ASGIApp) -> ASGIApp:
        """Note each call of `/rpc` that passed its gate."""

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            started, status = time.perf_counter(), 500

            async def watch(message: Message) -> None:
                nonlocal status
                if message["type"] == "http.response.start":
                    status = int(message["status"])
                await send(message)

            try:
                await application(scope, receive, watch)
            finally:
                name, outcome = str(scope["path"]).removeprefix(PREFIX), "ok" if status < 400 else f"http_{status}"
                self._note("rpc", name, scope[CLIENT].name, outcome, time.perf_counter() - started)

        return answer

    def _note(self, route: str, name: str, caller: str, outcome: str, took_s: float) -> None:
        self._metrics.count(route, name, outcome, took_s)
        name = self._metrics.label_of(name)
        took_ms = round(took_s * 1000)
        call = {"route": route, "call": name, "caller": caller, "outcome": outcome, "took_ms": took_ms}
        logger.info("%s %s by %s: %s.", route, name, caller, outcome, extra={"call": call})
        method = f"{route}/{name}"
        recording.finish(method, outcome)
        if self._audit is not None:
            who = self._find_known(caller)
            now = datetime.now(UTC)
            self._audit(
                AuditedCall(now, who.subject, who.client, who.is_agent, method, who.collections, outcome, took_ms)
            )


class NoActivity:
    """Takes the place of a person's activity log, which keeps queries: a reader keeps none."""

    def record(self, activity: Activity) -> None:
        """Note nothing."""

    def record_settled(self, activity: Activity) -> None:
        """Note nothing."""
