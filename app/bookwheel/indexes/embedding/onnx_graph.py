"""What an ONNX file says of the files beside it, read from its bytes before any engine opens it."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.errors import ModelUnavailable

_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
_MOST_DEPTH = 32

_GRAPH, _NODE, _ATTRIBUTE, _TENSOR, _SPARSE, _FUNCTION = "graph", "node", "attribute", "tensor", "sparse", "function"
_PARTS: dict[str, dict[int, str]] = {
    "model": {7: _GRAPH, 25: _FUNCTION},
    _GRAPH: {1: _NODE, 5: _TENSOR, 15: _SPARSE},
    _FUNCTION: {7: _NODE, 11: _ATTRIBUTE},
    _NODE: {5: _ATTRIBUTE},
    _ATTRIBUTE: {5: _TENSOR, 6: _GRAPH, 10: _TENSOR, 11: _GRAPH, 22: _SPARSE, 23: _SPARSE},
    _SPARSE: {1: _TENSOR, 2: _TENSOR},
    _TENSOR: {},
}
"""By kind of message the fields that may hold tensors. Source: onnx.proto of ONNX 1.18."""
_EXTERNAL, _KEY, _VALUE = 13, 1, 2


def external_files(graph: Path) -> tuple[Path, ...]:
    """The files with weights that a graph names, each of them there and inside the graph's own folder.

    Raises:
        ModelUnavailable: for a torn file, and for weights that are missing or lie elsewhere.
    """
    home = graph.parent.resolve()
    found: list[Path] = []
    for name in locations(graph):
        path = home / name
        # Both writings of a path count on every system: a model comes from anywhere.
        is_within = (
            not name.startswith(("/", "\\")) and ":" not in name and ".." not in name.replace("\\", "/").split("/")
        )
        if not name or not is_within or not path.resolve().is_relative_to(home):
            raise ModelUnavailable(
                "{file} takes weights from {name}, outside its folder, and is not opened.", file=graph, name=repr(name)
            )
        if not path.is_file():
            raise ModelUnavailable("{file} needs {name}, which is not beside it.", file=graph, name=name)
        found.append(path)
    return tuple(found)


def locations(graph: Path) -> tuple[str, ...]:
    """The names of files with weights, as the graph writes them.

    Raises:
        ModelUnavailable: when it is torn or no ONNX file.
    """
    try:
        with graph.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            names = dict.fromkeys(_walk(_Slice(content, 0, len(content)), "model", 0))
    except (ValueError, IndexError, RecursionError):
        raise ModelUnavailable("{file} is torn or is not an ONNX file.", file=graph) from None
    except OSError as error:
        raise ModelUnavailable("{file} cannot be read: {reason}.", file=graph, reason=error.strerror or error) from None
    return tuple(names)


@dataclass(frozen=True, slots=True)
class _Slice:
    content: mmap.mmap
    start: int
    end: int

    @property
    def bytes(self) -> bytes:
        return self.content[self.start : self.end]


def _walk(message: _Slice, kind: str, depth: int) -> Iterator[str]:
    if depth > _MOST_DEPTH:
        raise ValueError(depth)
    parts = _PARTS[kind]
    for number, value in _fields(message):
        if number in parts:
            yield from _walk(value, parts[number], depth + 1)
        elif kind == _TENSOR and number == _EXTERNAL:
            entry = {key: text.bytes for key, text in _fields(value)}
            if entry.get(_KEY) == b"location":
                yield entry.get(_VALUE, b"").decode("utf-8")


def _fields(message: _Slice) -> Iterator[tuple[int, _Slice]]:
    """The fields of a message that hold bytes; every other one is passed over."""
    at = message.start
    while at < message.end:
        key, at = _varint(message, at)
        wire, number = key & 7, key >> 3
        if wire == _VARINT:
            _, at = _varint(message, at)
        elif wire in (_FIXED32, _FIXED64):
            at += 8 if wire == _FIXED64 else 4
        elif wire == _BYTES:
            size, at = _varint(message, at)
            if at + size > message.end:
                raise ValueError(number)
            yield number, _Slice(message.content, at, at + size)
            at += size
        else:
            raise ValueError(wire)
    if at != message.end:
        raise ValueError(at)


def _varint(message: _Slice, at: int) -> tuple[int, int]:
    value = shift = 0
    while at < message.end:
        byte = message.content[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if not byte & 0x80:
            return value, at
        if shift > 63:
            break
    raise ValueError(at)
