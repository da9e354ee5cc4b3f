"""What reading a torn or foreign index raises, and the error that tells of it."""

from __future__ import annotations

import pickle
import struct
import zlib

from whoosh.filedb.filetables import FileFormatError
from whoosh.index import IndexError as WhooshError

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged, StoreUnusable

DAMAGE = (
    WhooshError, FileFormatError, OSError, EOFError, ValueError, TypeError, AttributeError, LookupError,
    ArithmeticError, AssertionError, ImportError, MemoryError, struct.error, zlib.error, pickle.UnpicklingError,
)  # fmt: skip
"""What reading a torn or foreign index raises."""


def damaged(error: BaseException) -> StoreUnusable:
    """Return the error for an index that cannot be used: damage, or what the system refuses."""
    damage = IndexDamaged(
        "The keyword index cannot be read ({reason}); it must be rebuilt.",
        reason=type(error).__name__,
        next="bookwheel doctor --repair",
    )
    return storage.explain(error, damage)
