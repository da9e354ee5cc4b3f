"""The HTTP server as every service runs it: without logs of its own, and with connections that cost little."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from bookwheel.service.http.connections import Connection


class SignalFreeServer(uvicorn.Server):
    """Leaves signals to the life cycle: before the end the load balancer is told."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Pass over signals."""
        yield


def configure(
    application: ASGIApp, grace_s: int, connection: type[Connection] = Connection, **tls: Any
) -> uvicorn.Config:
    """Return how to serve an application; calls in flight have `grace_s` seconds for finishing.

    `tls` holds `ssl_certfile` and `ssl_keyfile`, where the server speaks TLS itself.
    """
    return uvicorn.Config(
        application,
        lifespan="off",
        http=connection,
        ws="none",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=False,
        timeout_keep_alive=60,
        timeout_graceful_shutdown=grace_s,
        **tls,
    )
