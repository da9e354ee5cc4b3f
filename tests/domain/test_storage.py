from __future__ import annotations

import errno
import sqlite3

import pytest

from bookwheel.domain import storage
from bookwheel.domain.errors import IndexDamaged, StorageUnavailable


def _sqlite(code: int, text: str = "") -> sqlite3.OperationalError:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorcode = code
    return error


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), storage.FULL),
        (OSError(errno.EIO, "Input/output error"), storage.FAILING),
        (OSError(errno.EROFS, "Read-only file system"), storage.READ_ONLY),
        (PermissionError(errno.EACCES, "Permission denied"), storage.READ_ONLY),
        (OSError(errno.EMFILE, "Too many open files"), storage.FILES),
        (MemoryError(), storage.MEMORY),
        (_sqlite(13, "database or disk is full"), storage.FULL),
        (_sqlite(778, "disk I/O error"), storage.FULL),
        (_sqlite(4874, "disk I/O error"), storage.FULL),
        (_sqlite(266, "disk I/O error"), storage.FAILING),
        (_sqlite(1032, "attempt to write a readonly database"), storage.READ_ONLY),
        (_sqlite(14, "unable to open database file"), storage.FILES),
        (_sqlite(5, "database is locked"), storage.BUSY),
        (OSError("IO error: No space left on device: While appending to file: 000009.log"), storage.FULL),
        (RuntimeError("Database error: (code: 13) database or disk is full"), storage.FULL),
    ],
)
def test_what_the_system_refuses_is_no_damage(error: BaseException, sentence: str) -> None:
    found = storage.find_storage_error(error)
    assert isinstance(found, StorageUnavailable)
    assert found.message == sentence
    assert storage.explain(error, IndexDamaged("torn")).message == sentence


@pytest.mark.parametrize(
    "error",
    [
        FileNotFoundError(errno.ENOENT, "No such file or directory"),
        IsADirectoryError(errno.EISDIR, "Is a directory"),
        _sqlite(11, "database disk image is malformed"),
        _sqlite(26, "file is not a database"),
        _sqlite(522, "disk I/O error"),
        ValueError("bad magic"),
        OSError("Corruption: block checksum mismatch"),
    ],
)
def test_damage_stays_damage(error: BaseException) -> None:
    assert storage.find_storage_error(error) is None
    damage = IndexDamaged("torn")
    assert storage.explain(error, damage) is damage


def test_the_cause_of_an_error_tells_too() -> None:
    try:
        try:
            raise OSError(errno.ENOSPC, "No space left on device")
        except OSError as cause:
            raise ValueError("the part could not be written") from cause
    except ValueError as error:
        found = storage.find_storage_error(error)
    assert found is not None
    assert found.message == storage.FULL
