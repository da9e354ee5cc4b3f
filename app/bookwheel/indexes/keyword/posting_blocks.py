"""The blocks of Whoosh's posting lists as arrays, read straight from their pickles where these have the usual form.

A pickle that is read as Python's numbers first takes three times as long: 160 µs for 1,000 postings with weights.
"""

# pyright: standard
# NumPy's arrays of any shape, as in the rest of this room.

from __future__ import annotations

from pickle import loads

import numpy as np

FEWEST = 200
"""Postings of a block for which looking at the bytes is worth while."""

_BEGIN, _END = b"\x80\x02(", b"t."
_AFTER_NUMBERS = b"tq\x00"
_AFTER_WEIGHTS = b"tq\x01N\x87q\x02."
_ALIKE = b"N\x87q\x01."
"""What protocol 2 of pickle writes around (steps, weights, None): a tuple; a tuple, a number or None; and None."""

_BYTE, _SHORT = np.dtype([("kind", "u1"), ("value", "u1")]), np.dtype([("kind", "u1"), ("value", "<u2")])
_FLOAT = np.dtype([("kind", "u1"), ("value", ">f8")])
_KINDS = {_BYTE: ord("K"), _SHORT: ord("M"), _FLOAT: ord("G")}


def read_block(pickled: bytes, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The steps between the document numbers (any integers) and the weights (float32) of so many postings."""
    read = _read_usual(pickled, count) if count >= FEWEST and pickled.startswith(_BEGIN) else None
    if read is not None:
        return read
    steps, weights, _ = loads(pickled)
    if weights is None or isinstance(weights, float):
        return np.array(steps, np.int32), np.full(count, 1.0 if weights is None else weights, np.float32)
    return np.array(steps, np.int32), np.array(weights, np.float32)


def _read_usual(pickled: bytes, count: int) -> tuple[np.ndarray, np.ndarray] | None:
    """The same for the usual form; None for any other."""
    if pickled.endswith(_AFTER_WEIGHTS):
        start = len(pickled) - len(_AFTER_WEIGHTS) - count * _FLOAT.itemsize
        weights, end = _values(pickled[start : -len(_AFTER_WEIGHTS)], count, _FLOAT), start - 1
        if pickled[end:start] != b"(":
            return None
    elif pickled.endswith(b"N" + _ALIKE):
        weights, end = np.ones(count), len(pickled) - len(_ALIKE) - 1
    else:
        end = len(pickled) - len(_ALIKE) - _FLOAT.itemsize
        level = _values(pickled[end : -len(_ALIKE)], 1, _FLOAT) if pickled.endswith(_ALIKE) else None
        weights = None if level is None else level.repeat(count)
    numbers = end - len(_AFTER_NUMBERS)
    if weights is None or numbers < len(_BEGIN) or pickled[numbers:end] != _AFTER_NUMBERS:
        return None
    return _steps(pickled[len(_BEGIN) : numbers], count), weights.astype(np.float32)


def _steps(content: bytes, count: int) -> np.ndarray:
    """Numbers that are all of a byte or all of two, or, one by one, of any size."""
    for kind in (_BYTE, _SHORT):
        found = _values(content, count, kind)
        if found is not None:
            return found
    return np.array(loads(_BEGIN + content + _END), np.int32)


def _values(content: bytes, count: int, kind: np.dtype) -> np.ndarray | None:
    """The values of so many numbers of one kind; None where others are among them."""
    if len(content) != count * kind.itemsize:
        return None
    read = np.frombuffer(content, kind)
    return read["value"] if (read["kind"] == _KINDS[kind]).all() else None
