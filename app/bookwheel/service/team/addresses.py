"""The names by which a team's reader is called."""

from __future__ import annotations

from urllib.parse import urlsplit

from bookwheel.domain.team import TeamConfig
from bookwheel.service.http.gate import Address
from bookwheel.service.team.config_checks import is_loopback

_PORTS = {"https": 443, "http": 80}


def gate_address(config: TeamConfig, port: int) -> Address:
    """Return the public address, with and without its usual port; where the reader listens on loopback, that too."""
    parts = urlsplit(config.public_url)
    name = parts.hostname or ""
    name, usual = (f"[{name}]" if ":" in name else name), _PORTS[parts.scheme]
    port_of = parts.port or usual
    hosts = {f"{name}:{port_of}", *([name] if port_of == usual else [])}
    origins = {f"{parts.scheme}://{host}" for host in hosts}
    address = Address(frozenset(map(str.encode, hosts)), frozenset(map(str.encode, origins)))
    if not is_loopback(config.host):
        return address
    local = Address.loopback(port, "https" if config.certificate else "http")
    return Address(address.hosts | local.hosts, address.origins | local.origins)
