"""Reads the configuration of a team's readers and workers, and names every fault in it at once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import cast

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.team import DEFAULT_LISTEN, DEFAULT_WORKER_LISTEN, GrantsConfig, TeamConfig
from bookwheel.service.team.config_checks import (
    check_addresses,
    check_exposure,
    check_grants,
    check_memory,
    check_workers,
    find_duplicates,
    is_loopback,
    read_listen,
)
from bookwheel.service.team.config_engines import check_engines, read_engines
from bookwheel.service.team.config_fields import Fields, path_below
from bookwheel.service.team.config_tables import (
    read_audit,
    read_collection,
    read_grants,
    read_identity,
    read_memory,
    read_workers,
)
from bookwheel.service.team.config_traces import check_traces, read_traces

MOST_BYTES = 1_000_000
MOST_COLLECTIONS = 200


def read(path: Path) -> TeamConfig:
    """Return the configuration in a file.

    Raises:
        ConfigurationRefused: with every fault.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise ConfigurationRefused(
            "The configuration {file} cannot be read ({reason}).", file=path, reason=reason
        ) from None
    config, faults = parse(content, path.parent)
    if config is None:
        lines = Message.joined((Message.verbatim(f"\n  {fault}") for fault in faults), "")
        raise ConfigurationRefused("The configuration {file} has faults:{faults}", file=path, faults=lines)
    return config


def parse(content: bytes, folder: Path) -> tuple[TeamConfig | None, tuple[Message, ...]]:
    """Return the configuration, or None with every fault; paths of files are relative to `folder`."""
    try:
        if len(content) > MOST_BYTES:
            return None, (Message("The file is larger than {size} bytes.", size=MOST_BYTES),)
        table = tomllib.loads(content.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError) as error:
        return None, (Message("This is not valid TOML: {reason}.", reason=error),)
    fields = Fields(cast("Mapping[str, object]", table))
    config = _read(fields, folder)
    fields.refuse_unknown()
    checks = (
        check_exposure(config),
        check_addresses(config),
        check_workers(config),
        check_grants(config),
        check_memory(config),
        check_engines(config.engines),
        check_traces(config.traces),
    )
    faults = (*fields.faults, *chain.from_iterable(checks), *find_duplicates(config.collections))
    return (None, faults) if faults else (config, ())


def _read(fields: Fields, folder: Path) -> TeamConfig:
    name = fields.text("name")
    host, port = read_listen(fields, "listen", DEFAULT_LISTEN)
    worker_host, worker_port = read_listen(fields, "worker_listen", DEFAULT_WORKER_LISTEN)
    certificate, key = (_file_of(fields, field, folder) for field in ("certificate", "key"))
    if bool(certificate) != bool(key):
        fields.refuse("key" if certificate else "certificate", Message("Give the certificate and its key together."))
    behind_proxy = fields.switch("behind_proxy")
    scheme = "https" if certificate or behind_proxy else "http"
    local = f"{scheme}://localhost:{port}"
    public_url = fields.text("public_url", local if is_loopback(host) else None).rstrip("/")
    identity, workers, audit, grants = (fields.table(name) for name in ("identity", "workers", "audit", "grants"))
    tables = fields.tables("collections", MOST_COLLECTIONS)
    return TeamConfig(
        name=name,
        host=host,
        port=port,
        public_url=public_url,
        certificate=certificate,
        key=key,
        behind_proxy=behind_proxy,
        identity=read_identity(identity) if identity is not None else None,
        collections=tuple(read_collection(table, folder) for table in tables),
        engines=read_engines(fields.table("engines"), folder),
        workers=read_workers(workers, folder) if workers is not None else None,
        audit=read_audit(audit, folder) if audit is not None else None,
        grants=read_grants(grants, folder) if grants is not None else GrantsConfig(),
        traces=read_traces(fields.table("traces"), folder),
        memory=read_memory(fields.table("memory"), folder),
        worker_host=worker_host,
        worker_port=worker_port,
    )


def _file_of(fields: Fields, name: str, folder: Path) -> str:
    given = fields.text(name, "")
    if not given:
        return ""
    path = path_below(folder, given)
    if not path.is_file():
        fields.refuse(name, Message("There is no file {file}.", file=path))
    return str(path)
