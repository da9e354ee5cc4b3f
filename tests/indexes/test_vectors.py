from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.vectors import ChunkRow, Model, VectorsReader, VectorsWriter
from tests.connections import open_files

BIRTH = 77


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors.sqlite"


def _hash(number: int) -> bytes:
    return number.to_bytes(16)


def _vector(number: int) -> np.ndarray:
    return np.eye(8, dtype=np.float32)[number % 8]


def _filled(path: Path) -> tuple[VectorsWriter, Model]:
    """Sections 1 and 2 share a chunk, 1 has another, 3 is empty."""
    writer = VectorsWriter(path, BIRTH)
    number = writer.model("one@1/fake", "one", 8)
    writer.put(
        number,
        {_hash(1): _vector(1), _hash(2): _vector(2)},
        [ChunkRow(1, 0, 2, _hash(1)), ChunkRow(1, 1, 2, _hash(2)), ChunkRow(2, 0, 1, _hash(2)), ChunkRow(3, 0, 0, b"")],
    )
    return writer, Model(number, "one@1/fake", "one", 8)


def test_a_reader_sees_sections_in_the_order_written_and_the_empty_ones_apart(path: Path):
    writer, model = _filled(path)
    reader = VectorsReader(path)
    rows = reader.rows(model)
    assert rows.section_keys.tolist() == [1, 1, 2] and rows.empty.tolist() == [3] and rows.is_last
    assert rows.hashes == (_hash(1), _hash(2), _hash(2))
    assert rows.vectors.dtype == np.float16 and np.array_equal(rows.vectors[1], _vector(2))
    assert reader.models() == (model,) and writer.sections(model.key) == {1, 2, 3}
    reader.close()
    writer.close()


def test_a_reader_gets_only_what_came_after_its_last_look(path: Path):
    writer, model = _filled(path)
    reader = VectorsReader(path)
    newest = reader.rows(model).newest
    writer.put(model.key, {_hash(5): _vector(5)}, [ChunkRow(9, 0, 1, _hash(5))])
    rows = reader.rows(model, newest)
    assert rows.section_keys.tolist() == [9] and rows.newest > newest
    assert not len(reader.rows(model, rows.newest).section_keys)
    reader.close()
    writer.close()


def test_a_vector_goes_with_the_last_section_that_needs_it(path: Path):
    writer, model = _filled(path)
    reader = VectorsReader(path)
    before = reader.stamp()
    assert writer.keep({model.key: [2, 3]}) == 3
    assert writer.known(model.key, [_hash(1), _hash(2)]) == {_hash(2)}
    assert reader.stamp() == (BIRTH, before[1] + 1)
    assert writer.keep({model.key: [2, 3]}) == 0 and reader.stamp() == (BIRTH, before[1] + 1)
    writer.keep({})
    assert not writer.known(model.key, [_hash(2)]) and not reader.models()
    assert reader.fault() == ""
    reader.close()
    writer.close()


def test_what_was_taken_out_is_in_no_file_any_more(path: Path):
    writer, model = _filled(path)
    secret = np.frombuffer(b"obnubilatedsecret"[:16], np.float16).astype(np.float32)
    writer.put(model.key, {b"vermiculated-key": secret}, [ChunkRow(50, 0, 1, b"vermiculated-key")])
    assert any(b"obnubilated" in file.read_bytes() for file in path.parent.iterdir())
    writer.keep({model.key: [1, 2, 3]})
    writer.erase_traces()
    for file in path.parent.iterdir():
        content = file.read_bytes()
        assert b"obnubilated" not in content and b"vermiculated" not in content, file.name
    writer.close()


def test_chunks_of_another_catalogue_go_and_their_vectors_stay_for_the_same_text(path: Path):
    writer, model = _filled(path)
    writer.close()
    again = VectorsWriter(path, BIRTH + 1)
    assert not again.notice and not again.sections(model.key)
    assert again.known(model.key, [_hash(1), _hash(2)]) == {_hash(1), _hash(2)}
    again.close()


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0" + b"\0" * 200, b"noise" * 999])
def test_a_torn_file_is_told_to_readers_and_made_anew_by_the_writer(path: Path, content: bytes):
    writer, _ = _filled(path)
    writer.close()
    path.write_bytes(content)
    with pytest.raises(IndexDamaged):
        VectorsReader(path)
    assert not open_files(path.parent)
    again = VectorsWriter(path, BIRTH)
    assert bool(again.notice) is bool(content)
    assert not again.models()
    again.close()
    VectorsReader(path).close()


def test_damage_within_the_file_is_found_when_it_is_suspect(path: Path):
    writer, model = _filled(path)
    for number in range(200, 400):
        writer.put(model.key, {_hash(number): _vector(number)}, [ChunkRow(number, 0, 1, _hash(number))])
    writer.erase_traces()
    writer.close()
    content = bytearray(path.read_bytes())
    content[8192:16384] = b"\xff" * 8192
    path.write_bytes(content)
    again = VectorsWriter(path, BIRTH, is_suspect=True)
    assert again.notice and not again.models()
    again.close()


def test_lost_vectors_and_orphans_are_found(path: Path):
    writer, model = _filled(path)
    reader = VectorsReader(path)
    writer._connection.execute("DELETE FROM vectors WHERE hash=?", (_hash(1),))
    assert "lost their vectors" in reader.fault()
    writer.keep({model.key: [1, 2, 3]})
    assert reader.fault() == "" and writer.sections(model.key) == {2, 3}
    writer.put(model.key, {_hash(40): _vector(4)}, [])
    assert "no longer belong to any section" in reader.fault()
    reader.close()
    writer.close()
