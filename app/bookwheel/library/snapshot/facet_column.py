"""One field of the documents as arrays: which document carries which of its values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Keys = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Column:
    """One field: row i says that document `documents[i]` carries the value `values[codes[i]]`."""

    documents: Keys
    codes: Keys
    values: tuple[str, ...]

    @classmethod
    def of(cls, documents: Keys, codes: Keys, values: Sequence[str]) -> Column:
        """The column with the values alone that a document carries."""
        is_carried = np.bincount(codes, minlength=len(values)) > 0
        if is_carried.all():
            return cls(documents, codes, tuple(values))
        places = np.cumsum(is_carried, dtype=np.int32) - 1
        return cls(
            documents,
            places[codes],
            tuple(value for value, is_kept in zip(values, is_carried.tolist(), strict=True) if is_kept),
        )

    @classmethod
    def merged(cls, old: Column | None, rows: Sequence[tuple[int, str]], alive: Bools) -> Column | None:
        """The column with more rows (document, value), for the documents that are alive; None when nothing is left."""
        if old is None:
            old = cls(np.zeros(0, np.int32), np.zeros(0, np.int32), ())
        kept = alive[old.documents]
        if not rows and kept.all():
            return old if len(old.documents) else None
        values = dict.fromkeys(old.values)
        values.update((value, None) for _, value in rows)
        code_of = {value: code for code, value in enumerate(values)}
        documents = np.concatenate([old.documents[kept], np.array([key for key, _ in rows], np.int32)])
        codes = np.concatenate([old.codes[kept], np.array([code_of[value] for _, value in rows], np.int32)])
        return cls.of(documents, codes, tuple(values)) if len(documents) else None
