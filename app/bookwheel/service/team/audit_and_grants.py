"""Opens what a reader has in a database, its audit and its grants, and gives their counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bookwheel.domain.team import TeamConfig
from bookwheel.service.team.metrics import Gauge, Row

if TYPE_CHECKING:
    from bookwheel.service.team.database.audit import Audit
    from bookwheel.service.team.database.grants_watch import GrantsWatch


def open_audit(config: TeamConfig) -> Audit | None:
    """Return what notes calls in the database; None where the configuration names none."""
    if config.audit_database is None:
        return None
    from bookwheel.service.team.database.audit import Audit  # noqa: PLC0415 - of the extra `team`

    return Audit(config.audit_database)


def audit_gauges(audit: Audit | None) -> list[Gauge]:
    """Return how far the audit is written."""
    if audit is None:
        return []
    counts = audit.counts
    return [
        ("bookwheel_audit_written_total", "Calls written to the audit.", [((), counts.written)]),
        ("bookwheel_audit_lost_total", "Calls that the audit could not take.", [((), counts.lost)]),
        ("bookwheel_audit_waiting", "Calls that wait to be written.", [((), counts.waiting)]),
    ]


def open_grants(config: TeamConfig, on_changed: Callable[[], None]) -> GrantsWatch | None:
    """Return what follows the grants in the database; None where no collection goes by them."""
    if not config.granted:
        return None
    from bookwheel.service.team.database.grants_watch import GrantsWatch  # noqa: PLC0415 - of the extra `team`

    return GrantsWatch(config, on_changed)


def grant_gauges(grants: GrantsWatch | None) -> list[Gauge]:
    """Return how old the grants are, and how many hold."""
    if grants is None:
        return []
    current, age_s = grants.current, grants.age_s
    ages: list[Row] = [] if age_s is None else [((), age_s)]
    return [
        ("bookwheel_grants_age_seconds", "Time since the database last said what is granted.", ages),
        ("bookwheel_grants", "Grants of the database that hold.", [((), current.count)]),
        ("bookwheel_grants_unusable", "Grants of the database that show nothing.", [((), len(current.unusable))]),
    ]
