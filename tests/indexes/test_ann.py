from __future__ import annotations

import shutil
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.ann import NearestIndex
from bookwheel.indexes.ann.nearest_index import LEAST_ADDED
from tests.vectors import always, numbered_hashes, unit_vectors

IDENTITY = "one@1/fake"


@pytest.fixture
def index(tmp_path: Path):
    made = NearestIndex(tmp_path / "chroma", IDENTITY)
    yield made
    made.close()


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), count=st.integers(1, 60))
def test_the_nearest_are_those_of_a_full_comparison_in_its_order(index: NearestIndex, seed: int, count: int):
    index.empty()
    vectors, query = unit_vectors(seed, count), unit_vectors(seed + 1, 1)[0]
    assert index.add(numbered_hashes(count), vectors, always)
    hashes, cosines = index.nearest(query, min(10, count))
    wanted = np.sort(vectors @ query)[::-1][: min(10, count)]
    assert np.allclose(cosines, wanted, atol=1e-4)
    own = [float(vectors[int.from_bytes(key)] @ query) for key in hashes]
    assert np.allclose(own, cosines, atol=1e-4)


def test_vectors_stay_over_a_restart_and_can_be_taken_out(tmp_path: Path):
    first = NearestIndex(tmp_path / "chroma", IDENTITY)
    first.add(numbered_hashes(30), unit_vectors(1, 30), always)
    first.close()
    again = NearestIndex(tmp_path / "chroma", IDENTITY)
    assert again.ids() == set(numbered_hashes(30)) and not again.notice
    again.delete(numbered_hashes(30)[:10])
    assert again.ids() == set(numbered_hashes(30)[10:])
    hashes, _ = again.nearest(unit_vectors(1, 30)[0], 30)
    assert set(hashes) == set(numbered_hashes(30)[10:])
    again.close()


def test_adding_stops_when_it_is_not_wanted_any_more(index: NearestIndex):
    answers, count = iter([True, False]), 2 * LEAST_ADDED
    assert not index.add(numbered_hashes(count), unit_vectors(1, count), lambda: next(answers))
    assert 0 < len(index.ids()) < count


def _delete(folder: Path) -> None:
    shutil.rmtree(folder)


def _tear(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file() and path.name != "stamp":
            path.write_bytes(b"\xffnoise" * 50)


def _age(folder: Path) -> None:
    (folder / "stamp").write_text('{"chromadb": "0.1"}')


def _lose_database(folder: Path) -> None:
    next(folder.rglob("chroma.sqlite3")).unlink()


@pytest.mark.parametrize("harm", [_delete, _tear, _age, _lose_database])
def test_a_harmed_folder_becomes_an_empty_index_that_works(tmp_path: Path, harm: Callable[[Path], None]):
    folder = tmp_path / "chroma"
    index = NearestIndex(folder, IDENTITY)
    index.add(numbered_hashes(20), unit_vectors(1, 20), always)
    index.close()
    harm(folder)
    again = NearestIndex(folder, IDENTITY)
    assert bool(again.notice) is (harm in (_tear, _age))
    assert not again.ids()
    again.add(numbered_hashes(20), unit_vectors(1, 20), always)
    assert again.nearest(unit_vectors(1, 20)[3], 1)[0] == [numbered_hashes(20)[3]]
    again.close()


def test_another_model_does_not_find_the_vectors_of_the_first(tmp_path: Path):
    first = NearestIndex(tmp_path / "chroma", IDENTITY)
    first.add(numbered_hashes(5), unit_vectors(1, 5), always)
    first.close()
    other = NearestIndex(tmp_path / "chroma", "two@2/fake")
    assert other.notice and not other.ids()
    other.close()


def test_a_closed_index_says_so(tmp_path: Path):
    index = NearestIndex(tmp_path / "chroma", IDENTITY)
    index.add(numbered_hashes(5), unit_vectors(1, 5), always)
    index.close()
    with pytest.raises(IndexDamaged):
        index.nearest(unit_vectors(1, 5)[0], 1)


def test_chroma_brings_no_model_and_no_telemetry(index: NearestIndex):
    index.add(numbered_hashes(5), unit_vectors(1, 5), always)
    assert "posthog" not in sys.modules and "sentence_transformers" not in sys.modules


@pytest.mark.parametrize("is_in_file", [True, False], ids=["environment file", "environment"])
def test_vectors_stay_in_the_folder_whatever_server_the_environment_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_in_file: bool
):
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))  # nobody listens, so that a connection fails at once
        named = {
            "CHROMA_API_IMPL": "chromadb.api.fastapi.FastAPI",
            "CHROMA_SERVER_HOST": "127.0.0.1",
            "CHROMA_SERVER_HTTP_PORT": str(server.getsockname()[1]),
            "CHROMA_OTEL_GRANULARITY": "all",
        }
        monkeypatch.chdir(tmp_path)
        if is_in_file:
            (tmp_path / ".env").write_text("".join(f"{name}={value}\n" for name, value in named.items()), "utf-8")
        else:
            for name, value in named.items():
                monkeypatch.setenv(name, value)
        index = NearestIndex(tmp_path / "chroma", IDENTITY)
        index.add(numbered_hashes(5), unit_vectors(1, 5), always)
        assert index.nearest(unit_vectors(1, 5)[2], 1)[0] == [numbered_hashes(5)[2]]
        index.close()


HEAP = """
import sys, threading
from pathlib import Path
import numpy as np
from bookwheel.service.workers import process_memory
process_memory.share_arenas()
process_memory.blank()
from bookwheel.indexes.ann import ChromaFolder

kept = []

def soil() -> None:
    for size in (100, 600, 1_000, 4_000, 180_000, 200_000, 2_000_000):
        blocks = []
        for _ in range(300 if size < 100_000 else 20):
            blocks.append(b"qumbra" * (size // 6))
            kept.append(b"y" * (600 + len(kept) % 7))
        del blocks

def soil_all() -> None:
    threads = [threading.Thread(target=soil) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    soil()

soil_all()
index = ChromaFolder(Path(sys.argv[1]), "one")
soil_all()
index.add([bytes([number]) * 16 for number in range(8)], np.eye(8, 384, dtype=np.float32))
soil_all()
index.close()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only glibc overwrites what is freed")
def test_no_file_holds_what_the_process_has_freed(tmp_path: Path):
    subprocess.run([sys.executable, "-c", HEAP, str(tmp_path / "chroma")], check=True, timeout=120)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert any(path.name == "data_level0.bin" for path in files)
    assert [path.name for path in files if b"qumbra" in path.read_bytes()] == []
