"""Notes calls of a team's reader: counts, and a line of the log for each, without what was asked or answered."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bookwheel.domain.service.activity import Activity
from bookwheel.service.http.gate import CLIENT
from bookwheel.service.http.rpc import PREFIX
from bookwheel.service.team.metrics import Metrics

logger = logging.getLogger(__name__)


class CallLog:
    """What the gates and the routes note calls in."""

    def __init__(self, metrics: Metrics) -> None:
        """Count in `metrics`."""
        self._metrics = metrics

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
        call = {"route": route, "call": name, "caller": caller, "outcome": outcome, "took_ms": round(took_s * 1000)}
        logger.info("%s %s by %s: %s.", route, name, caller, outcome, extra={"call": call})


class NoActivity:
    """Takes the place of a person's activity log, which keeps queries: a reader keeps none."""

    def record(self, activity: Activity) -> None:
        """Note nothing."""

    def record_settled(self, activity: Activity) -> None:
        """Note nothing."""
