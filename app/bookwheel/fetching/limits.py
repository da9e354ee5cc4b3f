"""What a fetch may cost, and what tests may allow it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one fetch; `total_s` covers everything from the look-up of the name to the last byte.

    `allowed` names addresses such as `127.0.0.1:8080` that are reached although they are not public, `private_hosts`
    hosts such as `docs.home:80` that a person allows to lead to addresses that are not.
    """

    size_bytes: int = 20_000_000
    connect_s: float = 8.0
    read_s: float = 10.0
    total_s: float = 30.0
    redirects: int = 5
    allowed: frozenset[str] = frozenset()
    private_hosts: frozenset[str] = frozenset()
