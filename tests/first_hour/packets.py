"""Read IP packets, and answer name lookups as a resolver does that knows every name."""

from __future__ import annotations

import ipaddress
import struct
from dataclasses import dataclass

_UDP, _TCP, _ICMP6 = 17, 6, 58
_NEIGHBOURS = {130, 131, 132, 133, 134, 135, 136, 143}
"""What the kernel itself says on a new interface: multicast groups, routers and neighbours."""
_ANSWERS = {1: ipaddress.ip_address("203.0.113.7").packed, 28: ipaddress.ip_address("2001:db8:1::7").packed}
"""The address of every name, by the type of the question; a connection to it is a packet like any other."""


@dataclass(frozen=True)
class Packet:
    """One packet that left: its protocol, its target, and the name that it asks for."""

    protocol: str
    target: str
    port: int
    name: str = ""

    def __str__(self) -> str:
        asked = f" asks for {self.name}" if self.name else ""
        return f"{self.protocol} to {self.target} port {self.port}{asked}"


def read(raw: bytes) -> tuple[Packet, bytes] | None:
    """A packet that a program sent, with its UDP payload; None for what the kernel says by itself."""
    version = raw[0] >> 4
    if version == 4:
        protocol, target, body = raw[9], ipaddress.ip_address(raw[16:20]), raw[(raw[0] & 15) * 4 :]
    else:
        protocol, target, body = raw[6], ipaddress.ip_address(raw[24:40]), raw[40:]
        if protocol == 0:  # hop-by-hop options, before what the kernel says about multicast
            protocol, body = body[0], body[8 + body[1] * 8 :]
    if protocol == _ICMP6 and body[0] in _NEIGHBOURS:
        return None
    if protocol not in (_UDP, _TCP):
        return Packet(f"protocol {protocol}", str(target), 0), b""
    port = int.from_bytes(body[2:4], "big")
    payload = body[8:] if protocol == _UDP else b""
    name = _question(payload)[0] if port in (53, 5353) and payload else ""
    return Packet("UDP" if protocol == _UDP else "TCP", str(target), port, name), payload


def answer(raw: bytes, payload: bytes) -> bytes | None:
    """The packet with which a resolver answers a lookup over IPv4; None for another packet."""
    if raw[0] >> 4 != 4 or raw[9] != _UDP or raw[22:24] != b"\x00\x35" or len(payload) < 17:
        return None
    _, end, kind = _question(payload)
    address = _ANSWERS.get(kind)
    record = struct.pack("!HHHIH", 0xC00C, kind, 1, 60, len(address)) + address if address else b""
    reply = payload[:2] + struct.pack("!5H", 0x8180, 1, int(bool(address)), 0, 0) + payload[12:end] + record
    udp = raw[22:24] + raw[20:22] + struct.pack("!HH", 8 + len(reply), 0) + reply  # 0: without a checksum
    head = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0, 64, _UDP, 0) + raw[16:20] + raw[12:16]
    total = sum(struct.unpack("!10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    return head[:10] + struct.pack("!H", ~(total + (total >> 16)) & 0xFFFF) + head[12:] + udp


def _question(payload: bytes) -> tuple[str, int, int]:
    """The name that a lookup asks for, where the question ends, and its type."""
    labels, position = list[str](), 12
    while position < len(payload) and payload[position]:
        size = payload[position]
        labels.append(payload[position + 1 : position + 1 + size].decode("ascii", "replace"))
        position += 1 + size
    return ".".join(labels), position + 5, int.from_bytes(payload[position + 1 : position + 3], "big")
