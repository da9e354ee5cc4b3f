from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store import engine_vectors
from tests import processes, vectors_contract
from tests.s3.server import BUCKET, WRITER, S3Server
from tests.team import engines
from tests.team.engines import ChromaRun
from tests.vectors import numbered_hashes, unit_vectors

ENGINES = ("chroma", "lancedb", "lancedb-s3", "pgvector")


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found is asked here, not how soon."""
    monkeypatch.setattr(engine_vectors, "NEAR_S", 120.0)


@pytest.fixture(scope="module")
def chroma(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaRun]:
    folder = tmp_path_factory.mktemp("chroma")
    server = ChromaRun(folder)
    with processes.lasting(folder):
        server.start()
        yield server
        server.kill()


@pytest.fixture(scope="module")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("postgres")
    with processes.lasting(folder), pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        server = engines.start_postgres(folder / "data")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(scope="module")
def bucket(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("s3")
    server = S3Server(folder)
    with processes.lasting(folder), pytest.MonkeyPatch.context() as patch:
        server.start()
        server.make_buckets()
        patch.setenv("AWS_ACCESS_KEY_ID", WRITER[0])
        patch.setenv("AWS_SECRET_ACCESS_KEY", WRITER[1])
        patch.setenv("AWS_ENDPOINT", server.endpoint)
        patch.setenv("AWS_ALLOW_HTTP", "true")
        patch.setenv("AWS_REGION", "us-east-1")
        yield f"lancedb+s3://{BUCKET}/vectors"
        server.kill()


@pytest.fixture(params=ENGINES)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    match request.param:
        case "chroma":
            return request.getfixturevalue("chroma").address
        case "lancedb":
            return f"lancedb:{tmp_path / 'lance'}"
        case "lancedb-s3":
            return request.getfixturevalue("bucket")
        case _:
            return request.getfixturevalue("postgres")


@pytest.mark.parametrize("check", vectors_contract.CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Callable[..., None], address: str) -> None:
    fewer = {"examples": 12} if "examples" in inspect.signature(check).parameters else {}
    check(lambda: engines.open_at(address), **fewer)


def test_vectors_of_a_killed_process_are_whole(address: str, tmp_path: Path) -> None:
    program = engines.PROGRAM.format(address=address)
    vectors_contract.check_kill(program, tmp_path, lambda: engines.open_at(address))


def test_two_who_put_the_same_rows_at_once_leave_each_row_once(address: str) -> None:
    first, second = engines.open_at(address), engines.open_at(address)
    first.drop_collection("both")
    keys, rows = numbered_hashes(2000), unit_vectors(6, 2000, vectors_contract.DIMENSIONS)
    with ThreadPoolExecutor(2) as threads:
        one = threads.submit(first.put, "both", keys, rows)
        other = threads.submit(second.put, "both", keys[::-1], rows[::-1])
        assert one.result() is other.result() is None
    assert first.count("both") == second.count("both") == 2000
    assert np.allclose(second.get("both", keys[:1])[keys[0]], rows[0], atol=0.002)
    first.close()
    second.close()


def test_a_chroma_server_that_was_killed_is_away_and_then_back(tmp_path: Path) -> None:
    server = ChromaRun(tmp_path)
    server.start()
    vectors = engines.open_at(server.address)
    rows = unit_vectors(1, 3, vectors_contract.DIMENSIONS)
    vectors.put("one", numbered_hashes(3), rows)
    server.kill()
    with pytest.raises(EngineUnavailable):
        vectors.near(rows[0], 1, {"one": None})
    with pytest.raises(EngineUnavailable):
        vectors.keys("one")
    server.start()
    again = engines.open_at(server.address)
    assert again.keys("one") == set(numbered_hashes(3))
    assert vectors.keys("one") == set(numbered_hashes(3))
    server.kill()
    vectors.close()
    again.close()


def test_a_postgres_that_is_not_there_is_away_and_its_password_is_not_said() -> None:
    vectors = engines.open_at("postgresql://ada:geheim@127.0.0.1:1/books")
    with pytest.raises(EngineUnavailable) as caught:
        vectors.keys("one")
    assert "geheim" not in str(caught.value) and caught.value.code == "engine_unavailable"


def test_an_old_pgvector_is_refused_with_the_reason() -> None:
    from bookwheel.indexes.vector_store import pgvector  # noqa: PLC0415 - the one test that looks inside

    with pytest.raises(EngineUnavailable, match=r"0\.8"):
        pgvector._check_version("0.7.4")
    pgvector._check_version("0.8.0")
    pgvector._check_version("1.0")
