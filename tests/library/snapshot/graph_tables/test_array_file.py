"""Files of arrays: they come back as they were written, or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bookwheel.library.snapshot.graph_tables import array_file
from bookwheel.library.snapshot.graph_tables.array_file import FileDamaged

ARRAYS = {
    "rows": np.arange(12, dtype=np.int32).reshape(4, 3),
    "none": np.zeros((0, 7), np.int32),
    "marks": np.array([True, False, True]),
    "bytes": np.frombuffer("Größe".encode(), np.uint8),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    array_file.write(tmp_path / "a.graph", b"stamp", ARRAYS)
    return tmp_path / "a.graph"


def test_arrays_come_back_as_they_were_written(path: Path):
    stamp, found = array_file.read(path)
    assert stamp == b"stamp" and list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert found[name].dtype == array.dtype and found[name].shape == array.shape
        assert np.array_equal(found[name], array) and not (array.size and found[name].flags.writeable)
    assert [file.name for file in path.parent.iterdir()] == ["a.graph"]


def test_a_file_that_is_cut_off_anywhere_is_refused(path: Path):
    content = path.read_bytes()
    for size in range(len(content) - 64):
        path.write_bytes(content[:size])
        with pytest.raises(FileDamaged):
            array_file.read(path)


def test_a_byte_that_changed_in_what_is_read_is_noticed(path: Path):
    content = path.read_bytes()
    expected = array_file.read(path)
    noticed = 0
    for place in range(len(content)):
        changed = bytearray(content)
        changed[place] ^= 0x41
        path.write_bytes(changed)
        try:
            stamp, found = array_file.read(path)
        except FileDamaged:
            noticed += 1
        else:  # between two arrays
            assert stamp == expected[0] and all(np.array_equal(found[name], ARRAYS[name]) for name in ARRAYS)
    assert noticed > 100


def test_a_file_that_cannot_be_written_leaves_the_one_before(path: Path, monkeypatch: pytest.MonkeyPatch):
    before = path.read_bytes()

    def full(_fd: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(array_file.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        array_file.write(path, b"other", ARRAYS)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["a.graph"]
