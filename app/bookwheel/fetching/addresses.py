"""Says which internet addresses may be connected to: public ones, never this computer or the networks around it."""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

import psutil

Address = IPv4Address | IPv6Address

_REFUSED_V4 = tuple(
    IPv4Network(network)
    for network in (
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "224.0.0.0/4", "240.0.0.0/4",
        "168.63.129.16/32",  # metadata and DNS of Azure, which look public
    )
)  # fmt: skip
"""Source: the IANA registry of special-purpose addresses (RFC 6890), and metadata addresses of clouds."""
_METADATA = (IPv4Network("168.63.129.16/32"), IPv4Network("100.100.100.200/32"), IPv6Network("fd00:ec2::/32"))
_PUBLIC_V6 = IPv6Network("2000::/3")
_REFUSED_V6 = tuple(
    IPv6Network(network) for network in ("2001::/23", "2001:db8::/32", "3fff::/20", "2620:4f:8000::/48")
)
_NAT64 = IPv6Network("64:ff9b::/96")


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public internet, also where it carries an IPv4 address within."""
    if isinstance(address, IPv4Address):
        return not any(address in network for network in _REFUSED_V4)
    if address.scope_id:
        return False
    if address.ipv4_mapped is not None:
        return is_public(address.ipv4_mapped)
    if address in _NAT64:
        return is_public(IPv4Address(int(address) & 0xFFFFFFFF))
    if address.sixtofour is not None:
        return is_public(address.sixtofour)
    return address in _PUBLIC_V6 and not any(address in network for network in _REFUSED_V6)


def may_be_allowed(address: Address) -> bool:
    """Whether a person may allow a name to lead to an address: not one of links and of clouds' metadata.

    Those are reached only where the person writes the number itself.
    """
    plain = address.ipv4_mapped if isinstance(address, IPv6Address) and address.ipv4_mapped else address
    return not plain.is_link_local and not any(
        plain in network for network in _METADATA if network.version == plain.version
    )


def own_addresses() -> frozenset[Address]:
    """The addresses of this computer's own interfaces, some of which may be public."""
    found: set[Address] = set()
    for interface in psutil.net_if_addrs().values():
        for address in interface:
            if address.family in (socket.AF_INET, socket.AF_INET6):
                found.add(ip_address(address.address.partition("%")[0]))
    return frozenset(found)


def find_refused(addresses: Iterable[Address], own: frozenset[Address]) -> Address | None:
    """The first address that may not be connected to, None where all may."""
    for address in addresses:
        plain = address.ipv4_mapped if isinstance(address, IPv6Address) and address.ipv4_mapped else address
        if not is_public(address) or plain in own:
            return address
    return None
