"""Checks of a whole configuration: that it exposes nothing by mistake, and that its collections are told apart."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from urllib.parse import SplitResult, urlsplit

from bookwheel.domain.errors import FetchRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.publication_addresses import is_publication_address
from bookwheel.domain.team import TeamCollection, TeamConfig
from bookwheel.fetching.fetcher import check_url
from bookwheel.library.indexing.collections import slug_of
from bookwheel.service.team.config_fields import Fields

_LISTEN = re.compile(r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^\[\]:\s]+):(?P<port>\d{1,5})")
_SCHEMES = ("https", "http", "s3")


def read_listen(fields: Fields, key: str, default: str) -> tuple[str, int]:
    """The host and port of a key's `host:port`; an IPv6 address stands in brackets."""
    text = fields.text(key, default)
    found = _LISTEN.fullmatch(text)
    if found is None or int(found["port"]) > 65535:
        if text:
            fields.refuse(key, Message("Write host:port, such as 0.0.0.0:8443."))
        return "", 0
    return found["host"].strip("[]"), int(found["port"])


def is_loopback(host: str) -> bool:
    """Whether a host is this computer's own alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_exposure(config: TeamConfig) -> Iterator[Message]:
    """What would let tokens or documents go where they should not."""
    if config.host and not is_loopback(config.host):
        if not (config.certificate or config.behind_proxy):
            yield name_fault("certificate", Message("Beyond loopback, give certificate and key, or set behind_proxy."))
        if config.identity is None:
            yield name_fault("identity", Message("Beyond loopback, people must sign in. Add the table [identity]."))
    if config.identity is None:
        if any(collection.groups or collection.has_grants for collection in config.collections):
            yield name_fault(
                "identity", Message("Collections name groups, and nobody signs in. Add the table [identity].")
            )
        return
    issuer = config.identity.issuer
    if issuer and not is_safe_address(issuer):
        yield name_fault("identity.issuer", Message("Write an address that begins with https://."))


def check_addresses(config: TeamConfig) -> Iterator[Message]:
    """Addresses that cannot be ones."""
    if config.public_url:
        parts = _split(config.public_url)
        if parts is None or parts.scheme not in ("https", "http") or parts.path or parts.query or parts.username:
            yield name_fault("public_url", Message("Write scheme and host alone, such as https://docs.example.org."))
        elif not is_safe_address(config.public_url):
            yield name_fault("public_url", Message("Write an address that begins with https://."))
    for number, collection in enumerate(config.collections, 1):
        if collection.address and not _is_publication(collection.address):
            reason = Message("Write an https:// or s3:// address, or the whole path of a folder.")
            yield name_fault(f"collections[{number}].address", reason)


def check_workers(config: TeamConfig) -> Iterator[Message]:
    """What keeps workers from publishing a collection, and keys of collections that they do not publish."""
    if config.workers is not None and not config.workers.queue:
        yield name_fault("workers.queue", Message("Give queue or queue_file."))
    if config.published and config.workers is None:
        yield name_fault(
            "workers", Message("Collections have a source, and no worker takes it. Add the table [workers].")
        )
    if config.audit is not None and config.audit_database is None:
        yield name_fault("audit.database", Message("Give database or database_file."))
    for number, collection in enumerate(config.collections, 1):
        prefix = f"collections[{number}]"
        if not collection.source:
            if collection.secret_key or collection.has_assets or collection.target:
                yield name_fault(f"{prefix}.source", Message("This key is missing; workers need it."))
            continue
        if not _is_source(collection.source):
            reason = Message("Write the whole path of a folder, or an https:// address without a login.")
            yield name_fault(f"{prefix}.source", reason)
        if not collection.secret_key:
            yield name_fault(f"{prefix}.secret_key", Message("This key is missing; workers sign with it."))
        if collection.published_to and not _is_target(collection.published_to):
            reason = Message("Workers write to a folder's whole path or to s3://bucket/prefix. Name it here.")
            yield name_fault(f"{prefix}.target", reason)


def check_grants(config: TeamConfig) -> Iterator[Message]:
    """Collections whose groups are in a database that is not named."""
    if config.granted and config.grants_database is None:
        yield name_fault("grants.database", Message("Give database or database_file."))


def check_memory(config: TeamConfig) -> Iterator[Message]:
    """Memories of callers whom nothing tells apart, or in a database that is not named."""
    if config.memory is None:
        return
    if config.identity is None:
        yield name_fault("identity", Message("Memories belong to who signs in. Add the table [identity]."))
    if config.memory_database is None:
        yield name_fault("memory.database", Message("Give database or database_file."))


def find_duplicates(collections: Sequence[TeamCollection]) -> Iterator[Message]:
    """Collections of one name or address; ids are made of the letters and digits of names alone."""
    for field in ("name", "address"):
        seen: set[str] = set()
        for number, collection in enumerate(collections, 1):
            value = slug_of(collection.name) if field == "name" else collection.address.rstrip("/")
            if value in seen and getattr(collection, field):
                reason = Message("Another collection has this {field}.", field=field)
                yield name_fault(f"collections[{number}].{field}", reason)
            seen.add(value)


def is_safe_address(address: str) -> bool:
    """Whether nobody on the way reads what is sent to an address: it is encrypted, or this computer's own."""
    parts = _split(address)
    if parts is None or not parts.hostname:
        return False
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname))


def _is_publication(address: str) -> bool:
    parts = _split(address)
    if parts is not None and parts.scheme in _SCHEMES:
        return bool(parts.hostname) and not parts.username
    return PurePath(address).is_absolute()


def _is_source(address: str) -> bool:
    if PurePath(address).is_absolute():
        return True
    parts = _split(address)
    has_host = parts is not None and parts.scheme in ("https", "http") and bool(parts.hostname)
    return has_host and not (parts and parts.username) and not is_publication_address(address)


def _is_target(address: str) -> bool:
    return PurePath(address).is_absolute() or (address.startswith("s3://") and _is_publication(address))


def _split(address: str) -> SplitResult | None:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018 - raises for what is no port
    except ValueError:
        return None
    return parts


def name_fault(key: str, reason: Message) -> Message:
    """Return what is wrong with a key of the configuration."""
    return Message("{key}: {reason}", key=key, reason=reason)


def is_web_address(address: str) -> bool:
    """Return whether the fetching room may ask an address."""
    try:
        check_url(address)
    except FetchRefused:
        return False
    return True
