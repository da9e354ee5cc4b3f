"""Arrays in one file, which is written whole, checked once and then mapped: nothing is loaded until it is read."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bookwheel import packing
from bookwheel.domain.errors import BadRequest

MAGIC = b"BWARRAYS"
_HEAD = struct.Struct("<8sII")
_ALIGNED = 64
_PIECE = 1 << 20

Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an array lies, behind the header, and the checksum of its bytes."""

    name: str
    kind: str
    shape: tuple[int, ...]
    start: int
    size: int
    checksum: int


@dataclass(frozen=True, slots=True)
class _Header:
    stamp: bytes
    places: tuple[_Place, ...]


class FileDamaged(Exception):
    """A file of arrays is torn, or not one."""


def write(path: Path, stamp: bytes, arrays: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays and what tells their meaning into a file that appears whole or not at all.

    Raises:
        OSError: when the system does not let it be written.
    """
    places: list[_Place] = []
    start = 0
    for name, array in arrays.items():
        content = _bytes(array)
        places.append(_Place(name, array.dtype.str, array.shape, start, len(content), zlib.crc32(content)))
        start += -(-len(content) // _ALIGNED) * _ALIGNED
    header = packing.encode(_Header(stamp, tuple(places)))
    temporary = path.with_name(f"{path.name}.new")
    try:
        with temporary.open("wb") as file:
            file.write(_HEAD.pack(MAGIC, len(header), zlib.crc32(header)))
            file.write(header)
            first = _first(len(header))
            for place, array in zip(places, arrays.values(), strict=True):
                file.seek(first + place.start)
                file.write(_bytes(array))
            file.truncate(first + start)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise


def read(path: Path) -> tuple[bytes, Arrays]:
    """What a file says of its arrays, and these, mapped; every byte was compared with its checksum.

    Raises:
        OSError: when it cannot be read.
        FileDamaged: when it is not as it was written.
    """
    with path.open("rb") as file:
        magic, size, checksum = _HEAD.unpack(_exactly(file.read(_HEAD.size), _HEAD.size))
        if magic != MAGIC:
            raise FileDamaged(path.name)
        content = _exactly(file.read(size), size)
        if zlib.crc32(content) != checksum:
            raise FileDamaged(path.name)
        try:
            header = packing.decode(content, _Header)
        except BadRequest as error:
            raise FileDamaged(path.name) from error
        first = _first(size)
        buffer = memoryview(bytearray(_PIECE))
        for place in header.places:  # read, not mapped: checking shall leave nothing in this process's memory
            file.seek(first + place.start)
            found, left = 0, place.size
            while left:
                count = file.readinto(buffer[: min(left, _PIECE)])
                if not count:
                    raise FileDamaged(path.name)
                found, left = zlib.crc32(buffer[:count], found), left - count
            if found != place.checksum:
                raise FileDamaged(path.name)
        mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return header.stamp, {place.name: _array(mapped, place, first) for place in header.places}


def _first(header: int) -> int:
    return -(-(_HEAD.size + header) // _ALIGNED) * _ALIGNED


def _array(mapped: mmap.mmap, place: _Place, first: int) -> NDArray[Any]:
    kind = np.dtype(place.kind)
    if not place.size:
        return np.zeros(place.shape, kind)
    count = place.size // kind.itemsize
    return np.frombuffer(mapped, kind, count, first + place.start).reshape(place.shape)


def _bytes(array: NDArray[Any]) -> memoryview | bytes:
    return np.ascontiguousarray(array).data.cast("B") if array.size else b""


def _exactly(content: bytes, size: int) -> bytes:
    if len(content) < size:
        raise FileDamaged("cut off")
    return content
