"""Whether what reaches a team's databases and collector is installed."""

from __future__ import annotations

from importlib.util import find_spec

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import TeamConfig
from bookwheel.service.team.traces import opening as traces


def require_extra(config: TeamConfig) -> None:
    """Refuse a configuration that names a database or a collector where nothing can reach one.

    Raises:
        ConfigurationRefused: when psycopg or OpenTelemetry's protocol is not installed.
    """
    if config.names_database and find_spec("psycopg") is None:
        raise ConfigurationRefused(
            "The tables [workers], [audit], [grants] and [memory] need an extra of Bookwheel. "
            "Install it with: pip install 'bookwheel[team]'"
        )
    if config.traces is not None and not traces.has_protocol():
        raise ConfigurationRefused(
            "The table [traces] needs an extra of Bookwheel. Install it with: pip install 'bookwheel[team]'"
        )
