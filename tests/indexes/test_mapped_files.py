"""Files of segments are read where they are mapped, as from a copy in memory."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from bookwheel.indexes.keyword import KeywordReader, KeywordRow, KeywordWriter
from bookwheel.indexes.keyword.mapped_files import MappedBytes, MappedFile

STEPS = [("read", 3), ("seek", 2), ("read", 4), ("seek", -2, os.SEEK_CUR), ("tell",), ("read",), ("read", 5)]
ENDS = [("seek", -4, os.SEEK_END), ("read", 2), ("seek", 50), ("tell",), ("read", 3), ("seek", 0), ("read", -1)]


@pytest.mark.parametrize("steps", [STEPS, ENDS])
def test_bytes_are_read_as_from_a_copy(steps: list[tuple[str, int]]) -> None:
    content = bytes(range(20))
    mapped, copy = MappedBytes(memoryview(content)), io.BytesIO(content)
    for name, *given in steps:
        assert getattr(mapped, name)(*given) == getattr(copy, name)(*given)


def test_the_files_of_a_segment_are_not_copied(tmp_path: Path) -> None:
    KeywordWriter(tmp_path).apply(1, [KeywordRow(1, "A wheel", "", "that turns", "", "", "en")], [])
    reader = KeywordReader.open(tmp_path)
    files = [segment._reader._terms._postfile for segment in reader.segments]
    assert files and all(isinstance(file, MappedFile) for file in files)
