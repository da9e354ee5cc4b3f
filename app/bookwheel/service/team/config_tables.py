"""Reads the tables of a configuration: identity provider, collections, workers, audit and grants."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.scopes import filters_of
from bookwheel.domain.team import (
    DAILY_MINUTES,
    DEFAULT_GROUPS_CLAIM,
    DEFAULT_KEEP_MINUTES,
    DEFAULT_LEASE_S,
    AuditConfig,
    DatabaseConfig,
    GrantsConfig,
    IdentityConfig,
    MemoryConfig,
    TeamCollection,
    WorkersConfig,
)
from bookwheel.library.snapshot.filter_values import check_filters
from bookwheel.service.team.config_fields import Fields, path_below

MOST_MINUTES = 60 * 24 * 31
MOST_LEASE_S = 3600
MOST_KEEP_MINUTES = 60 * 24 * 7
MOST_DAYS = 36_500

FROM_DATABASE = "database"
"""What `groups` of a collection says whose groups are in the database."""

_EVERY = {"hourly": 60, "daily": DAILY_MINUTES, "weekly": 7 * DAILY_MINUTES}

_KEY = re.compile(r"[A-Za-z0-9+/]{43}=")
_FINGERPRINT = re.compile(r"[0-9a-fA-F]{16}")


def read_identity(fields: Fields) -> IdentityConfig:
    """The identity provider."""
    return IdentityConfig(
        issuer=fields.text("issuer"),
        audience=fields.text("audience"),
        groups_claim=fields.text("groups_claim", DEFAULT_GROUPS_CLAIM),
        client_id=fields.text("client_id", ""),
    )


def read_workers(fields: Fields, folder: Path) -> WorkersConfig:
    """How workers share their work; paths are relative to `folder`."""
    return WorkersConfig(
        queue=_database(fields, "queue", folder),
        lease_s=fields.number("lease_seconds", MOST_LEASE_S) or DEFAULT_LEASE_S,
    )


def read_audit(fields: Fields, folder: Path) -> AuditConfig:
    """Where readers note calls; paths are relative to `folder`."""
    return AuditConfig(_database(fields, "database", folder), fields.number("days", MOST_DAYS))


def read_grants(fields: Fields, folder: Path) -> GrantsConfig:
    """Where grants are; paths are relative to `folder`."""
    keep_minutes = fields.number("keep_minutes", MOST_KEEP_MINUTES) or DEFAULT_KEEP_MINUTES
    return GrantsConfig(_database(fields, "database", folder), keep_minutes)


def read_memory(fields: Fields | None, folder: Path) -> MemoryConfig | None:
    """Who may keep memories, and where; paths are relative to `folder`."""
    return MemoryConfig(fields.texts("groups"), _database(fields, "database", folder)) if fields is not None else None


def _database(fields: Fields, name: str, folder: Path) -> DatabaseConfig:
    address, file = fields.text(name, ""), fields.text(f"{name}_file", "")
    if address and file:
        fields.refuse(f"{name}_file", Message("Give {name} or {name}_file, not both.", name=name))
    if address and not _is_database(address):
        reason = Message(
            "Write postgresql://user@host/database without a password. Give the password by PGPASSWORD, a password "
            "file or {name}_file.",
            name=name,
        )
        fields.refuse(name, reason)
    return DatabaseConfig(address, str(path_below(folder, file)) if file else "")


def _is_database(address: str) -> bool:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises for what is no port
        options = parse_qs(parts.query)
    except ValueError:
        return False
    return parts.scheme in ("postgresql", "postgres") and parts.password is None and "password" not in options


def read_collection(fields: Fields, folder: Path) -> TeamCollection:
    """One collection; paths of files are relative to `folder`."""
    name, address, key = fields.text("name"), fields.text("address"), fields.text("key")
    if key and not (_KEY.fullmatch(key) or _FINGERPRINT.fullmatch(re.sub(r"[\s-]", "", key))):
        fields.refuse("key", Message("Write the publisher's key or its fingerprint, as bookwheel publish shows it."))
    scope = fields.text("scope", "")
    try:
        check_filters(filters_of(scope))
    except BadRequest as error:
        fields.refuse("scope", error.message)
    has_grants = fields.value("groups") == FROM_DATABASE
    return TeamCollection(
        name=name,
        address=address,
        key=key,
        groups=() if has_grants else fields.texts("groups"),
        scope=scope,
        timetable=_timetable(fields),
        refresh_minutes=fields.number("refresh_minutes", MOST_MINUTES),
        source=fields.text("source", ""),
        secret_key=_path(fields, "secret_key", folder),
        every_minutes=_every(fields),
        has_assets=fields.switch("assets"),
        target=fields.text("target", ""),
        has_grants=has_grants,
    )


def _path(fields: Fields, name: str, folder: Path) -> str:
    given = fields.text(name, "")
    return str(path_below(folder, given)) if given else ""


def _every(fields: Fields) -> int:
    """Minutes between two publications."""
    value = fields.value("every")
    if value is None:
        return DAILY_MINUTES
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= MOST_MINUTES:
        return value
    if isinstance(value, str) and value in _EVERY:
        return _EVERY[value]
    reason = Message(
        "Write {choices}, or minutes from 1 to {most}.", choices=", ".join(_EVERY), most=f"{MOST_MINUTES:,}"
    )
    fields.refuse("every", reason)
    return DAILY_MINUTES


def _timetable(fields: Fields) -> Timetable:
    given = fields.text("timetable", Timetable.DAILY.value)
    try:
        return Timetable(given)
    except ValueError:
        choices = ", ".join(timetable.value for timetable in Timetable)
        fields.refuse("timetable", Message("Write one of {choices}.", choices=choices))
        return Timetable.DAILY
