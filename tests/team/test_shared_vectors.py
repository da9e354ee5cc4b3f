from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.publications import SegmentEntry, SegmentKind
from bookwheel.domain.team import EngineConfig, TeamCollection
from bookwheel.indexes import embedding
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vector_store import Model, Vectors, open_vectors
from bookwheel.library.embedding.chunk_hashes import published_hashes
from bookwheel.library.embedding.chunker import chunks, whole_text
from bookwheel.publications.segments import bucket_of, pack_vectors
from tests import processes, waiting
from tests.project.manual import ROOT
from tests.publications.publishing import document, entry_of, public, publish
from tests.service.team.serving import Served, serving
from tests.team import engines
from tests.team.engines import ChromaRun

QUERIES = 200
BUCKETS = 4
TOKEN = "person:ada:staff"


def _sections(path: str, text: str) -> list[tuple[str, SectionRow]]:
    rows = document(path, text)
    return [
        (rows.title, SectionRow(0, 0, path, values[0], values[1], values[3], tuple(json.loads(values[4])), *values[5:]))
        for values in rows.sections
    ]


def _vector_segments(texts: dict[str, str], encoder: Encoder) -> dict[SegmentEntry, bytes]:
    """What a publisher adds: every chunk's vector, in buckets of documents."""
    buckets: dict[int, dict[bytes, bytes]] = {}
    for path, text in texts.items():
        for title, section in _sections(path, text):
            cut = chunks(section, title, encoder)
            hashes = published_hashes(whole_text(section, title), len(cut))
            vectors = encoder.encode([chunk.text for chunk in cut]).astype("<f2")
            own = buckets.setdefault(bucket_of(path, BUCKETS), {})
            own.update((hash, vector.tobytes()) for hash, vector in zip(hashes, vectors, strict=True))
    found: dict[SegmentEntry, bytes] = {}
    for bucket, vectors in buckets.items():
        packed = pack_vectors(encoder.identity.dimensions, vectors)
        found[entry_of(SegmentKind.VECTORS, packed, bucket, encoder.identity.key)] = packed.content
    return found


@pytest.fixture(scope="module")
def books() -> dict[str, dict[str, str]]:
    """The manual, and the pages about the program."""
    return {
        "Manual": {path.name: path.read_text("utf-8") for path in (ROOT / "resources" / "manual" / "en").glob("*.md")},
        "Docs": {path.name: path.read_text("utf-8") for path in (ROOT / "docs").glob("*.md")},
    }


@pytest.fixture(scope="module")
def collections(
    tmp_path_factory: pytest.TempPathFactory, books: dict[str, dict[str, str]]
) -> tuple[TeamCollection, ...]:
    folder, encoder = tmp_path_factory.mktemp("books"), embedding.load("", threads=2)
    for number, (name, texts) in enumerate(books.items()):
        others = _vector_segments(texts, encoder)
        publish(folder / name, texts, id=f"{number:032x}", name=name, buckets=BUCKETS, others=others,
                models=(encoder.identity.key,))  # fmt: skip
    return tuple(TeamCollection(name, str(folder / name), public(), ()) for name in books)


@pytest.fixture(scope="module")
def queries(books: dict[str, dict[str, str]]) -> list[str]:
    """Six words out of the texts, one after the other."""
    words = [text.split() for texts in books.values() for text in texts.values()]
    chosen = random.Random(1)
    found: list[str] = []
    while len(found) < QUERIES:
        page = chosen.choice(words)
        start = chosen.randrange(len(page) - 6)
        text = " ".join("".join(filter(str.isalpha, word)) for word in page[start : start + 6])
        if len(text.split()) >= 4:
            found.append(text)
    return found


@pytest.fixture(scope="module", params=["chroma", "lancedb", "pgvector"])
def address(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    engines.enable()
    folder = tmp_path_factory.mktemp("engine")
    with processes.lasting(folder), pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(folder))
        if request.param == "chroma":
            server = ChromaRun(folder)
            server.start()
            yield server.address
            server.kill()
        elif request.param == "lancedb":
            yield f"lancedb:{folder / 'lance'}"
        else:
            postgres = engines.start_postgres(folder / "data")
            yield postgres.get_uri()
            postgres.cleanup()


def _wait(served: Served) -> None:
    opened = served.service._parts.opened
    assert opened is not None
    meaning = opened.library.meaning

    def is_whole() -> bool:
        return bool(meaning.now.vectors) and opened.library.coverage() == 1 and meaning.is_built()

    waiting.until(is_whole, 120, tell=lambda: f"{meaning.now.coverage} {opened.embedder.state}")


def _answers(served: Served, queries: list[str]) -> list[list[str]]:
    found: list[list[str]] = []
    for query in queries:
        answer = served.rpc("search", {"query": query, "limit": 10}, TOKEN).json()
        assert "hits" in answer, answer
        found.append([hit["section"] for hit in answer["hits"]][:10])
    return found


def _open(address: str) -> Vectors:
    identity = embedding.load("", threads=1).identity
    return open_vectors(address, Model(identity.key, identity.dimensions))


@pytest.fixture(scope="module")
def wanted(
    tmp_path_factory: pytest.TempPathFactory, collections: tuple[TeamCollection, ...], queries: list[str]
) -> list[list[str]]:
    """What a reader answers that holds all vectors itself."""
    folder = tmp_path_factory.mktemp("own")
    with processes.lasting(folder), serving(folder / "library", collections) as own:
        _wait(own)
        return _answers(own, queries)


@pytest.mark.timeout(1800)  # three readers, each with the bundled model, and 200 queries to each
def test_two_readers_of_an_engine_answer_as_one_that_holds_its_vectors(
    address: str,
    collections: tuple[TeamCollection, ...],
    queries: list[str],
    wanted: list[list[str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    puts: list[int] = []
    vectors = _open(address)
    kind = type(vectors)
    put = kind.put

    def count_puts(self: object, collection: str, keys: list[bytes], rows: np.ndarray) -> None:
        puts.append(len(keys))
        put(self, collection, keys, rows)  # type: ignore[arg-type]

    monkeypatch.setattr(kind, "put", count_puts)
    renamed = tuple(TeamCollection(f"{one.name} too", one.address, one.key, ()) for one in collections)
    with processes.lasting(tmp_path), serving(tmp_path / "first", collections, engines=EngineConfig(address)) as first:
        _wait(first)
        there = {name: vectors.keys(name) for name in vectors.collections()}
        assert sum(puts) == sum(map(len, there.values()))
        puts.clear()
        with serving(tmp_path / "second", renamed, engines=EngineConfig(address)) as second:
            _wait(second)
            assert not puts, "the second reader put what was there"
            assert {name: vectors.keys(name) for name in vectors.collections()} == there
            for reader in (first, second):
                told = _answers(reader, queries)
                told = [[section.replace("-too/", "/", 1) for section in sections] for sections in told]
                same = sum(one == other for one, other in zip(told, wanted, strict=True))
                print(f"{address.partition(':')[0]}: {same} of {QUERIES} answers are the same")
                assert same >= 0.99 * QUERIES
    vectors.close()
