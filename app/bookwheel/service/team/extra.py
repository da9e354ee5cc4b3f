"""Whether what reaches a team's databases is installed."""

from __future__ import annotations

from importlib.util import find_spec

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import TeamConfig


def require_extra(config: TeamConfig) -> None:
    """Refuse a configuration that names a database where nothing can reach one.

    Raises:
        ConfigurationRefused: when psycopg is not installed.
    """
    if config.names_database and find_spec("psycopg") is None:
        raise ConfigurationRefused(
            "The tables [workers], [audit] and [grants] need an extra of Bookwheel. "
            "Install it with: pip install 'bookwheel[team]'"
        )
