"""A team's reader: the publications that it shows, the provider by which people sign in, and who calls."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.collection_source import Timetable

DEFAULT_LISTEN = "127.0.0.1:8443"
"""Where a reader listens unless its configuration says otherwise."""

DEFAULT_GROUPS_CLAIM = "groups"
"""The claim of a token that names its owner's groups unless the configuration says otherwise."""


@dataclass(frozen=True, slots=True)
class IdentityConfig:
    """The organisation's OpenID Connect provider, and what its tokens must say."""

    issuer: str
    audience: str
    groups_claim: str = DEFAULT_GROUPS_CLAIM
    client_id: str = ""
    """The public client with which people sign in by device flow; shown to clients, empty for none."""


@dataclass(frozen=True, slots=True)
class SignInDescription:
    """What a client needs for signing a person in to a team's reader, which says it at `/team`."""

    issuer: str
    client_id: str
    audience: str


@dataclass(frozen=True, slots=True)
class TeamCollection:
    """A publication that the reader shows, and to whom."""

    name: str
    address: str
    key: str
    """The publisher's public key, or its fingerprint."""
    groups: tuple[str, ...]
    """Those who may see it; empty for everyone who can sign in."""
    scope: str = ""
    """Further filters, written as those of agents: `-tag:draft`."""
    timetable: Timetable = Timetable.DAILY
    refresh_minutes: int = 0
    """Minutes between two refreshes in place of the timetable; 0 for the timetable alone."""


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """Engines that a reader has instead of its own, and may share with others; an empty address stands for its own."""

    vectors: str = ""
    statements: str = ""
    """Where a SPARQL server takes queries."""
    statements_update: str = ""
    """Where it takes updates; empty for the same address."""
    statements_login: str = ""
    """The file that holds `user:password`; empty for a server that asks for none."""


@dataclass(frozen=True, slots=True)
class TeamConfig:
    """What a team's reader was started with."""

    name: str
    host: str
    port: int
    public_url: str
    """The address that clients use, without a slash at its end."""
    certificate: str
    key: str
    behind_proxy: bool
    """TLS ends at a proxy in front of the reader."""
    identity: IdentityConfig | None
    """None for a reader on loopback that shows everything to everyone."""
    collections: tuple[TeamCollection, ...]
    engines: EngineConfig = EngineConfig()


@dataclass(frozen=True, slots=True)
class TeamCaller:
    """Whom a checked access token names."""

    subject: str
    name: str
    """What to call them in logs and limits; the subject where the token has no name."""
    client: str
    """The program that the token was given to."""
    groups: frozenset[str]
    is_agent: bool
    """Whether a program calls for itself, with no person behind it."""
