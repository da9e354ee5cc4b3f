"""Sections of a subscription get the vectors that came with it, and nothing that came reaches beyond it."""

from __future__ import annotations

import hashlib
import logging
import shutil
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.publications import SEGMENTS, Manifest, SegmentEntry, SegmentKind
from bookwheel.domain.service.status import Embedding
from bookwheel.indexes import embedding
from bookwheel.indexes.catalogue import CatalogueReader, DocumentRow, SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import VectorsReader
from bookwheel.library.embedding import embedder
from bookwheel.library.embedding.chunk_hashes import published_hashes, stored_hash
from bookwheel.library.embedding.chunker import chunks, whole_text
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.embedding.published_vectors import PublishedVectors
from bookwheel.publications.segments import Packed, bucket_of, pack_vectors
from bookwheel.settings import MeaningSettings
from tests.library.conftest import Shelf
from tests.library.encoders import DIMENSIONS, WordEncoder
from tests.publications.publishing import entry_of, publish

BUCKETS = 2
PAGES = {
    "start.md": "# Start\n\nA zeppelin rises.\n\n## More\n\nMore of it.\n\n## Empty\n",
    "end.md": "# End\n\nA submarine dives.\n",
    "long.md": "# Long\n\n" + " ".join(f"word{number}" for number in range(150)),
}
SAME = "# Same\n\nThe very same words.\n"

Vectors = dict[bytes, NDArray[np.float32]]
Pack = Callable[[Mapping[bytes, NDArray[np.float32]]], Packed]


def _pack(vectors: Mapping[bytes, NDArray[np.float32]]) -> Packed:
    dimensions = len(next(iter(vectors.values())))
    return pack_vectors(dimensions, {hash: vector.astype("<f2").tobytes() for hash, vector in vectors.items()})


class Counting:
    """An encoder that notes what it is asked to encode and to cut."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder, self.identity = encoder, encoder.identity
        self.asked: list[str] = []
        self.cut: list[str] = []

    def encode(self, texts, *, is_query=False):
        self.asked.extend(texts)
        return self._encoder.encode(texts, is_query=is_query)

    def count(self, text):
        return self._encoder.count(text)

    def pieces(self, text, most_tokens):
        self.cut.append(text)
        return self._encoder.pieces(text, most_tokens)


class Subscriber:
    """A library with subscriptions, whose indexer and embedder run in this process."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf, self.paths = shelf, shelf.paths
        self.encoder = Counting(WordEncoder())
        self.reports: list[Report] = []
        self.manifests: dict[str, Manifest] = {}

    def subscribe(self, slug: str, texts: Mapping[str, str]) -> None:
        """Subscribe to a publication without vectors, and index it."""
        root = self.paths.mirrored_documents(slug)
        root.mkdir(parents=True)
        source = Source(SourceKind.PUBLICATION, f"https://example.org/{slug}")
        self.shelf.collections = (*self.shelf.collections, Collection(slug, slug.title(), str(root), source=source))
        publish(self.paths.mirror(slug), texts, buckets=BUCKETS)
        self.shelf.index()

    def supply(
        self,
        slug: str,
        texts: Mapping[str, str],
        *,
        pack: Pack = _pack,
        model: str = "",
        is_revoked: bool = False,
    ) -> Vectors:
        """Publish it again with vectors that no model makes; return them by the hashes under which they are stored."""
        stored: Vectors = {}
        buckets: dict[int, Vectors] = {}
        random = np.random.default_rng(1)
        for section, document in self.sections(slug):
            cut = chunks(section, document.title, self.encoder)
            hashes = published_hashes(whole_text(section, document.title), len(cut))
            for hash in hashes:
                vector = random.normal(size=self.encoder.identity.dimensions).astype(np.float32)
                vector /= np.linalg.norm(vector)
                buckets.setdefault(bucket_of(document.path, BUCKETS), {})[hash] = vector
                stored[stored_hash(hash, slug)] = vector
        model = model or self.encoder.identity.key
        segments = {bucket: pack(vectors) for bucket, vectors in buckets.items()}
        others = {
            entry_of(SegmentKind.VECTORS, packed, bucket, model): packed.content for bucket, packed in segments.items()
        }
        self.manifests[slug] = publish(
            self.paths.mirror(slug), texts, 2, buckets=BUCKETS, others=others, models=(model,), is_revoked=is_revoked
        )
        self.encoder.cut.clear()
        return stored

    def sections(self, slug: str) -> list[tuple[SectionRow, DocumentRow]]:
        with closing(CatalogueReader(self.paths.catalogue)) as catalogue:
            rows = catalogue.document_rows(catalogue.document_keys())
            return [
                (section, row)
                for key, row in rows.items()
                if row.collection == slug
                for section in catalogue.sections_of(key, with_text=True)
            ]

    def segments(self, slug: str) -> list[SegmentEntry]:
        return [entry for entry in self.manifests[slug].segments if entry.kind is SegmentKind.VECTORS]

    def segment(self, slug: str, entry: SegmentEntry) -> Path:
        return self.paths.mirror(slug) / SEGMENTS / entry.hash

    def embed(self, *commands: Command) -> Embedding:
        collections = self.shelf.collections
        configure = Command(
            Verb.CONFIGURE,
            models=tuple((one.slug, "") for one in collections),
            publications=tuple(one.slug for one in collections if one.source is not None),
        )
        waiting = [configure, *(commands or (Command(Verb.WAKE),))]

        def inbox(timeout_s: float | None) -> Command | None:
            if waiting:
                return waiting.pop(0)
            return None if timeout_s == 0 else Command(Verb.STOP)

        self.encoder.asked.clear()
        self.reports.clear()
        embedder.run(self.paths, inbox, self.reports.append, lambda name, threads: self.encoder)
        states = [report.embedding for report in self.reports if report.embedding is not None]
        return states[-1] if states else Embedding()

    def stored(self) -> Vectors:
        """Every vector by its hash."""
        with closing(VectorsReader(self.paths.vectors)) as reader:
            assert not reader.fault()
            rows = [reader.rows(model) for model in reader.models()]
            return {hash: vector for one in rows for hash, vector in zip(one.hashes, one.vectors, strict=True)}


def _equal(found: Vectors, wanted: Vectors) -> bool:
    return found.keys() == wanted.keys() and all(
        np.array_equal(vector, wanted[hash].astype(np.float16)) for hash, vector in found.items()
    )


@pytest.fixture
def subscriber(shelf: Shelf) -> Subscriber:
    return Subscriber(shelf)


@pytest.fixture
def guide(subscriber: Subscriber) -> Subscriber:
    """A library that subscribes to a guide."""
    subscriber.subscribe("guide", PAGES)
    return subscriber


def test_published_vectors_are_taken_and_the_bundled_model_computes_none(subscriber: Subscriber):
    subscriber.encoder = Counting(embedding.load("", threads=1))
    pages = {**PAGES, "long.md": "# Long\n\n" + "Many words make one long section. " * 100}
    subscriber.subscribe("guide", pages)
    published = subscriber.supply("guide", pages)
    state = subscriber.embed()
    assert (state.state, state.done, state.total) == ("ready", 5, 5)
    assert not subscriber.encoder.asked
    assert len(published) > 4 and _equal(subscriber.stored(), published)


def test_sections_with_published_vectors_are_not_even_cut(guide: Subscriber):
    published = guide.supply("guide", PAGES)
    guide.embed()
    assert not guide.encoder.cut
    assert len(published) == 6 and _equal(guide.stored(), published)


def test_many_sections_are_committed_together(guide: Subscriber, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(embedder, "MOST_SUPPLIED", 3)
    guide.supply("guide", PAGES)
    guide.embed()
    done = [report.embedding.done for report in guide.reports if report.embedding is not None]
    assert len(set(done) - {0}) <= 2 and done[-1] == 5


def test_published_vectors_are_found_by_meaning(guide: Subscriber):
    published = guide.supply("guide", PAGES)
    guide.embed()
    meaning = LiveMeaning(guide.paths, lambda name, threads: guide.encoder)
    try:
        meaning.refresh(MeaningSettings(), guide.shelf.library._now())
        assert meaning.now.coverage == 1.0 and not meaning.is_lacking
        for section, document in guide.sections("guide"):
            if text := whole_text(section, document.title):
                hash = published_hashes(text, len(chunks(section, document.title, guide.encoder)))[0]
                keys, cosines = meaning.views[0].nearest(published[stored_hash(hash, "guide")], 1)
                assert int(keys[cosines.argmax()]) == section.key
    finally:
        meaning.close()


def test_sections_without_published_vectors_are_embedded_here(guide: Subscriber):
    more = {**PAGES, "new.md": "# New\n\nIt came without vectors.\n"}
    guide.supply("guide", PAGES)
    publish(
        guide.paths.mirror("guide"), more, 3, buckets=BUCKETS,
        others={entry: guide.segment("guide", entry).read_bytes() for entry in guide.segments("guide")},
    )  # fmt: skip
    guide.shelf.index()
    state = guide.embed()
    assert (state.done, state.total) == (6, 6) and guide.encoder.asked == ["New\nIt came without vectors."]


def test_vectors_of_another_model_are_not_taken(guide: Subscriber):
    guide.supply("guide", PAGES, model="words@111111111111/fake")
    state = guide.embed()
    assert state.done == 5 and len(guide.encoder.asked) == 6


def test_vectors_of_a_revoked_publication_are_not_taken(guide: Subscriber):
    guide.supply("guide", PAGES, is_revoked=True)
    guide.embed()
    assert len(guide.encoder.asked) == 6


def test_a_torn_segment_counts_as_none_and_is_logged_once(guide: Subscriber, caplog: pytest.LogCaptureFixture):
    guide.supply("guide", PAGES)
    for entry in guide.segments("guide"):
        path = guide.segment("guide", entry)
        path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with caplog.at_level(logging.WARNING):
        guide.embed(Command(Verb.WAKE), Command(Verb.WAKE))
    assert len(guide.encoder.asked) == 6
    refused = [record for record in caplog.records if "published vectors" in record.getMessage()]
    assert len(refused) == len(guide.segments("guide"))


def test_a_missing_segment_counts_as_none(guide: Subscriber):
    guide.supply("guide", PAGES)
    shutil.rmtree(guide.paths.mirror("guide") / SEGMENTS)
    guide.embed()
    assert len(guide.encoder.asked) == 6


def _with_one(change: Callable[[NDArray[np.float32]], NDArray[np.float32]]) -> Pack:
    """What packs vectors of which the first is changed."""
    return lambda vectors: _pack({**vectors, min(vectors): change(vectors[min(vectors)])})


def _set(value: float) -> Pack:
    return _with_one(lambda vector: np.concatenate([np.full(1, value, np.float32), vector[1:]]))


def _scale(factor: float) -> Pack:
    return _with_one(lambda vector: vector * np.float32(factor))


def _of_other_dimensions(vectors: Mapping[bytes, NDArray[np.float32]]) -> Packed:
    short = {hash: vector[: DIMENSIONS // 2] for hash, vector in vectors.items()}
    return _pack({hash: (vector / np.linalg.norm(vector)).astype(np.float32) for hash, vector in short.items()})


def _of_claimed_dimensions(vectors: Mapping[bytes, NDArray[np.float32]]) -> Packed:
    contents = b"".join(vectors[hash].astype("<f2").tobytes() for hash in sorted(vectors))
    return _pack_fields(2 * DIMENSIONS, b"".join(sorted(vectors)), contents)


def _without_form(vectors: Mapping[bytes, NDArray[np.float32]]) -> Packed:
    return _pack_fields("many", b"".join(vectors), b"")


def _pack_fields(dimensions: int | str, hashes: bytes, vectors: bytes) -> Packed:
    content = msgspec.msgpack.encode({"dimensions": dimensions, "hashes": hashes, "vectors": vectors})
    return Packed(content, hashlib.sha256(content).hexdigest(), len(content))


@pytest.mark.parametrize(
    "pack",
    [
        _set(np.nan), _set(np.inf), _set(-np.inf), _scale(0.0), _scale(2.0),
        _scale(0.5), _of_other_dimensions, _of_claimed_dimensions, _without_form,
    ],
    ids=["nan", "infinity", "minus infinity", "zero", "long", "short", "fewer", "claimed", "formless"],
)  # fmt: skip
def test_unusable_vectors_are_not_taken_and_their_sections_are_embedded_here(guide: Subscriber, pack: Pack):
    published = guide.supply("guide", PAGES, pack=pack)
    state = guide.embed()
    assert (state.state, state.done) == ("ready", 5) and len(guide.encoder.asked) == 6
    stored = guide.stored()
    assert all(abs(np.linalg.norm(vector.astype(np.float32)) - 1) < 0.01 for vector in stored.values())
    assert not any(
        np.array_equal(vector, wanted.astype(np.float16)) for wanted in published.values() for vector in stored.values()
    )


def test_a_vector_of_about_length_1_gains_nothing_by_its_length(guide: Subscriber):
    published = guide.supply("guide", PAGES, pack=_scale(1.09))
    guide.embed()
    assert not guide.encoder.asked
    stored = guide.stored()
    assert stored.keys() == published.keys()
    assert all(np.allclose(vector.astype(np.float32), published[hash], atol=2e-3) for hash, vector in stored.items())


def test_the_content_of_another_segment_is_not_taken_for_one(guide: Subscriber):
    guide.supply("guide", PAGES)
    first, second = (guide.segment("guide", entry) for entry in guide.segments("guide"))
    contents = first.read_bytes(), second.read_bytes()
    second.write_bytes(contents[0])
    first.write_bytes(contents[1])
    guide.embed()
    assert len(guide.encoder.asked) == 6


def test_the_segment_of_another_bucket_gives_a_section_nothing(guide: Subscriber):
    guide.supply("guide", PAGES)
    first, second = guide.segments("guide")
    swapped = {
        replace(first, bucket=second.bucket): guide.segment("guide", first).read_bytes(),
        replace(second, bucket=first.bucket): guide.segment("guide", second).read_bytes(),
    }
    publish(guide.paths.mirror("guide"), PAGES, 3, buckets=BUCKETS, others=swapped, models=(first.model,))
    guide.embed()
    assert len(guide.encoder.asked) == 6


@pytest.mark.parametrize("is_first", [True, False], ids=["the publication first", "the own document first"])
def test_a_publication_chooses_no_vector_for_the_same_text_of_the_persons_own(
    subscriber: Subscriber, is_first: bool, write
):
    def subscribe() -> Vectors:
        subscriber.subscribe("guide", {"same.md": SAME})
        return subscriber.supply("guide", {"same.md": SAME})

    published = subscribe() if is_first else {}
    write(subscriber.shelf.add("notes"), "same.md", SAME)
    subscriber.shelf.index()
    if not is_first:
        subscriber.embed()
        published = subscribe()
    subscriber.embed()
    own = WordEncoder().encode(["Same\nThe very same words."])[0].astype(np.float16)
    (theirs,) = published
    (ours,) = subscriber.stored().keys() - published.keys()
    assert np.array_equal(subscriber.stored()[theirs], published[theirs].astype(np.float16))
    assert np.array_equal(subscriber.stored()[ours], own)


def test_a_publication_chooses_no_vector_for_the_same_text_of_another(subscriber: Subscriber):
    for slug in ("guide", "other"):
        subscriber.subscribe(slug, {"same.md": SAME})
    subscriber.supply("guide", {"same.md": SAME})
    subscriber.embed()
    assert subscriber.encoder.asked == ["Same\nThe very same words."]
    assert len(subscriber.stored()) == 2


def test_text_of_a_publication_embedded_here_does_not_serve_the_persons_own(subscriber: Subscriber, write):
    subscriber.subscribe("guide", {"same.md": SAME})
    subscriber.embed()
    write(subscriber.shelf.add("notes"), "same.md", SAME)
    subscriber.shelf.index()
    subscriber.embed()
    assert subscriber.encoder.asked == ["Same\nThe very same words."]
    assert len(subscriber.stored()) == 2


def test_unsubscribing_leaves_no_vector_behind(subscriber: Subscriber, write):
    write(subscriber.shelf.add("notes"), "same.md", SAME)
    subscriber.subscribe("guide", {**PAGES, "same.md": SAME})
    published = subscriber.supply("guide", {**PAGES, "same.md": SAME})
    subscriber.embed()
    subscriber.shelf.collections = subscriber.shelf.collections[:1]
    subscriber.shelf.index(Command(Verb.FORGET, "guide"))
    shutil.rmtree(subscriber.paths.mirror("guide"))
    subscriber.embed(Command(Verb.FORGET, "guide"))
    assert any(report.kind is ReportKind.FORGOTTEN and report.collection == "guide" for report in subscriber.reports)
    assert len(subscriber.stored()) == 1 and not subscriber.stored().keys() & published.keys()
    for path in subscriber.paths.root.glob("vectors.sqlite*"):
        content = path.read_bytes()
        assert not any(vector.astype(np.float16).tobytes() in content for vector in published.values())


def test_a_manifest_that_the_crawler_takes_meanwhile_is_seen(guide: Subscriber):
    published = PublishedVectors(guide.paths)
    published.configure(["guide"])
    identity = guide.encoder.identity
    assert not published.has("guide", identity) and not published.of_document("guide", "end.md", identity)
    guide.supply("guide", PAGES)
    assert published.has("guide", identity)
    vector = next(iter(published.of_document("guide", "end.md", identity).values()))
    assert vector.dtype == np.float32 and vector.shape == (DIMENSIONS,)


def test_a_collection_that_is_no_subscription_is_given_nothing(guide: Subscriber):
    guide.supply("guide", PAGES)
    published = PublishedVectors(guide.paths)
    published.configure(["other"])
    assert not published.has("guide", guide.encoder.identity)
    assert not published.of_document("guide", "end.md", guide.encoder.identity)
