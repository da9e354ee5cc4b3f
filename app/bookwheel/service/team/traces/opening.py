"""Opens what sends traces, where a configuration names a collector; nothing else loads OpenTelemetry's protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from bookwheel.domain.team import TeamConfig

if TYPE_CHECKING:
    from bookwheel.service.team.traces.tracing import Traces

READER, WORKER = "bookwheel-reader", "bookwheel-worker"
"""What programs are called in traces."""


def open_traces(config: TeamConfig, program: str) -> Traces | None:
    """Return what sends traces of a program; None where the configuration names no collector."""
    if config.traces is None:
        return None
    from bookwheel.service.team.traces.tracing import Traces  # noqa: PLC0415 - of the extra `team`

    return Traces(config.traces, config.name, program)


def has_protocol() -> bool:
    """Return whether OpenTelemetry's protocol is installed."""
    try:
        return find_spec("opentelemetry.proto") is not None
    except ModuleNotFoundError:
        return False
