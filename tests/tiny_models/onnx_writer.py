"""ONNX files written by hand: the few messages of the format that a small graph needs.

Source of the field numbers: onnx.proto of ONNX 1.18.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

FLOAT, INT64 = 1, 7
_KINDS = {np.dtype(np.float32): FLOAT, np.dtype(np.int64): INT64}


def number(at: int, value: int) -> bytes:
    """A field that holds a number."""
    return _varint(at << 3) + _varint(value)


def part(at: int, content: bytes | str) -> bytes:
    """A field that holds bytes, a text or a message."""
    content = content.encode() if isinstance(content, str) else content
    return _varint(at << 3 | 2) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    value &= (1 << 64) - 1
    found = bytearray()
    while value > 0x7F:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])


@dataclass
class GraphWriter:
    """A graph that grows node by node; names of tensors stand for them."""

    nodes: list[bytes] = field(default_factory=list)
    weights: list[bytes] = field(default_factory=list)
    inputs: list[bytes] = field(default_factory=list)
    outputs: list[bytes] = field(default_factory=list)

    def take(self, name: str, kind: int = INT64, shape: Sequence[int | str] = ("batch", "tokens")) -> str:
        """An input."""
        self.inputs.append(_described(name, kind, shape))
        return name

    def give(self, name: str, shape: Sequence[int | str]) -> None:
        """An output."""
        self.outputs.append(_described(name, FLOAT, shape))

    def weigh(self, name: str, values: NDArray[Any], location: str = "") -> str:
        """A weight; with a location, its numbers are in that file, from its start."""
        content = b"".join(number(1, size) for size in values.shape) + number(2, _KINDS[values.dtype]) + part(8, name)
        if location:
            entries = {"location": location, "offset": "0", "length": str(values.nbytes)}
            content += b"".join(part(13, part(1, key) + part(2, value)) for key, value in entries.items())
            content += number(14, 1)
        else:
            content += part(9, values.tobytes())
        self.weights.append(content)
        return name

    def node(self, kind: str, *inputs: str, to: str = "", **attributes: int | float | Sequence[int]) -> str:
        """An operation; the name of what it gives."""
        name = to or f"{kind.lower()}_{len(self.nodes)}"
        content = b"".join(part(1, one) for one in inputs) + part(2, name) + part(4, kind)
        for key, value in attributes.items():
            content += part(5, part(1, key) + _attribute(value))
        self.nodes.append(content)
        return name

    def file(self) -> bytes:
        """The file's content."""
        graph = b"".join(part(1, node) for node in self.nodes) + part(2, "tiny")
        graph += b"".join(part(5, weight) for weight in self.weights)
        graph += b"".join(part(11, one) for one in self.inputs) + b"".join(part(12, one) for one in self.outputs)
        return number(1, 8) + part(7, graph) + part(8, part(1, "") + number(2, 17))


def _attribute(value: int | float | Sequence[int]) -> bytes:
    if isinstance(value, float):
        return _varint(2 << 3 | 5) + struct.pack("<f", value) + number(20, 1)
    if isinstance(value, int):
        return number(3, value) + number(20, 2)
    return b"".join(number(8, one) for one in value) + number(20, 7)


def _described(name: str, kind: int, shape: Sequence[int | str]) -> bytes:
    sizes = b"".join(part(1, number(1, size) if isinstance(size, int) else part(2, size)) for size in shape)
    return part(1, name) + part(2, part(1, number(1, kind) + part(2, sizes)))
