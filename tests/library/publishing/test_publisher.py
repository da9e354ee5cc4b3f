from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import BadRequest, BookwheelError, NotAllowed, PublicationChanged, StorageUnavailable
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.publications import MANIFEST, SEGMENTS, PublishRequest, PublishSummary, SegmentKind
from bookwheel.domain.publishing import PublishReport
from bookwheel.domain.targets import Target
from bookwheel.indexes.catalogue import CatalogueReader, levels_of, read_rows
from bookwheel.indexes.keyword import KeywordRow, row_counter, term_counts
from bookwheel.indexes.keyword.term_counts import TermCounts
from bookwheel.indexes.vectors import ChunkRow, VectorsWriter
from bookwheel.library.publishing import known_buckets, publisher, segment_maker
from bookwheel.publications import keys
from bookwheel.publications.segments import bucket_count, bucket_of
from bookwheel.publications.targets import FolderTarget
from tests.formats.chapters import Chapter
from tests.formats.samples import SAMPLES
from tests.library.conftest import Shelf, write_file
from tests.publications.published import (
    documents_at,
    entries_at,
    files_at,
    manifest_at,
    plain_bytes,
    signed_at,
    state_of,
    vectors_at,
)
from tests.publications.publishing import with_terms
from tests.vectors import unit_vectors

KEY, OTHER = bytes(range(32)), bytes(reversed(range(32)))
PAGES = {f"part{number % 3}/page{number}.md": f"# Page {number}\n\nWords of {number}.\n" for number in range(30)}
SHARES = len({bucket_of(path, bucket_count(len(PAGES))) for path in PAGES})
"""Buckets that have any of the pages."""

DAY_S = 24 * 3600.0


class Publisher:
    """A collection on its way to a folder."""

    def __init__(self, shelf: Shelf, folder: Path) -> None:
        self.shelf, self.folder = shelf, folder
        self.reports: list[PublishReport] = []

    def publish(
        self,
        *,
        chain: tuple[bytes, ...] = (KEY,),
        target: Target | None = None,
        protected: object = (),
        **fields: object,
    ) -> PublishSummary:
        self.reports.clear()
        collection = self.shelf.collections[0]
        request = replace(PublishRequest(collection.slug, str(self.folder)), **fields)
        target = target or FolderTarget(self.folder)
        return publisher.publish(
            self.shelf.paths, collection, request, target, chain, self.reports.append, protected=protected
        )

    def embed(self, identity: str = "model one", dimensions: int = 16) -> None:
        """Give every section that has no vector one, as the embedder does."""
        with closing(CatalogueReader(self.shelf.paths.catalogue)) as catalogue:
            sections = [section for section, *_ in levels_of(catalogue, None)]
            writer = VectorsWriter(self.shelf.paths.vectors, catalogue.birth())
        model = writer.model(identity, "one", dimensions)
        new = [key for key in sections if key not in writer.sections(model)]
        for key, vector in zip(new, unit_vectors(len(new), len(new), dimensions), strict=True):
            hash = key.to_bytes(16)
            writer.put(model, {hash: vector}, [ChunkRow(key, 0, 1, hash)])
        writer.close()


@pytest.fixture
def made(shelf: Shelf, tmp_path: Path) -> Iterator[Publisher]:
    shelf.fill("notes", PAGES)
    shelf.index()
    yield Publisher(shelf, tmp_path / "target")


def test_a_publication_holds_the_rows_of_every_document(made: Publisher) -> None:
    summary = made.publish(publisher="Docs team")
    documents = documents_at(made.folder)
    with closing(CatalogueReader(made.shelf.paths.catalogue)) as catalogue:
        rows = {rows.path: rows for rows in read_rows(catalogue, catalogue.document_keys())}
    assert {path: replace(document, terms=b"") for path, document in documents.items()} == rows
    manifest = manifest_at(made.folder)
    assert (manifest.name, manifest.publisher, manifest.sequence) == ("Notes", "Docs team", 1)
    assert (manifest.documents, manifest.sections) == (30, sum(len(one.sections) for one in documents.values()))
    assert (summary.documents, summary.segments, summary.new_segments) == (30, SHARES, SHARES)
    assert summary.key == keys.fingerprint(signed_at(made.folder).key) == keys.fingerprint(keys.public_key(KEY))
    assert summary.new_bytes == summary.total_bytes + (made.folder / MANIFEST).stat().st_size
    assert summary.paths == tuple(sorted(PAGES)[:20])
    assert made.reports[-1].counts.new == made.reports[-1].counts.total == 30


def test_what_did_not_change_is_not_published_again(made: Publisher) -> None:
    first = made.publish(publisher="Docs team")
    before = state_of(made.folder)
    again = made.publish()
    assert (again.sequence, again.new_segments, again.new_bytes) == (first.sequence, 0, 0)
    assert state_of(made.folder) == before
    assert made.reports[-1].counts.same == 30


def test_a_fresh_checkout_of_the_same_files_is_no_change(made: Publisher) -> None:
    made.publish()
    times = {one.path: one.modified_ns for one in documents_at(made.folder).values()}
    root = made.shelf.folder / "notes"
    for path in PAGES:
        os.utime(root / path, (1_800_000_000, 1_800_000_000))
    write_file(root, "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index(Command(Verb.REBUILD))
    summary = made.publish()
    assert (summary.sequence, summary.new_segments) == (2, 1)
    now = {one.path: one.modified_ns for one in documents_at(made.folder).values()}
    assert {path for path in PAGES if now[path] != times[path]} == {"part1/page4.md"}


def test_only_the_terms_of_documents_that_changed_are_counted_again(
    made: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.publish()
    counted: list[str] = []
    count = row_counter.RowCounter.count

    def note(self: row_counter.RowCounter, rows: Sequence[KeywordRow]) -> TermCounts:
        counted.extend(row.title for row in rows)
        return count(self, rows)

    monkeypatch.setattr(row_counter.RowCounter, "count", note)
    by_bucket = sorted(PAGES, key=lambda path: bucket_of(path, bucket_count(len(PAGES))))
    changed = next(
        path for path, other in pairwise(by_bucket)
        if bucket_of(path, bucket_count(len(PAGES))) == bucket_of(other, bucket_count(len(PAGES)))
    )  # fmt: skip
    write_file(made.shelf.folder / "notes", changed, "# Changed\n\nOther words.\n")
    made.shelf.index(Command(Verb.SCAN))
    counted.clear()
    assert made.publish().new_segments == 1
    assert counted == ["Changed"]
    assert all(one.terms == with_terms(one).terms for one in documents_at(made.folder).values())


def test_terms_that_another_version_counted_are_counted_again(made: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as earlier:
        for module in (term_counts, known_buckets):
            earlier.setattr(module, "STAMP", "another analysis")
        made.publish()
    assert made.publish().new_segments == SHARES
    assert all(one.terms == with_terms(one).terms for one in documents_at(made.folder).values())


def test_a_changed_document_writes_one_segment_of_documents_and_one_of_vectors(made: Publisher) -> None:
    made.embed()
    made.publish()
    assert len(vectors_at(made.folder)) == 30
    before = {entry.hash for entry in manifest_at(made.folder).segments}
    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    made.embed()
    summary = made.publish()
    new = [entry for entry in manifest_at(made.folder).segments if entry.hash not in before]
    assert sorted(entry.kind for entry in new) == [SegmentKind.DOCUMENTS, SegmentKind.VECTORS]
    assert len({entry.bucket for entry in new}) == 1
    assert (summary.new_segments, summary.sequence) == (2, 2)
    assert "Other words." in documents_at(made.folder)["part1/page4.md"].text


def test_vectors_are_those_of_the_published_sections_alone(made: Publisher) -> None:
    made.embed()
    made.publish(scope="path:part0/")
    documents = documents_at(made.folder)
    assert {path.partition("/")[0] for path in documents} == {"part0"}
    assert len(vectors_at(made.folder)) == sum(len(one.sections) for one in documents.values())
    assert manifest_at(made.folder).models == ("model one",)


def test_vectors_that_no_subscriber_takes_stay_behind(made: Publisher) -> None:
    made.embed()
    with closing(CatalogueReader(made.shelf.paths.catalogue)) as catalogue:
        writer = VectorsWriter(made.shelf.paths.vectors, catalogue.birth())
    spoilt = np.zeros(16, np.float32), np.full(16, np.nan, np.float32), np.full(16, np.inf, np.float32)
    hashes = [bytes(15) + bytes([255 - number]) for number in range(3)]
    writer.put(1, dict(zip(hashes, spoilt, strict=True)), [ChunkRow(1, n, 3, hash) for n, hash in enumerate(hashes)])
    writer.close()
    made.publish()
    assert len(vectors_at(made.folder)) == 29


PRIVATE = "---\nprivate: true\ntitle: Quagga plan\n---\n# Quagga plan\n\nZanzibar is the secret.\n\n![p](okapi.png)\n"


@pytest.mark.parametrize("scope", ["", "private:true", "path:**", "-private:false", "path:secret.md"])
def test_private_pages_never_leave(made: Publisher, scope: str) -> None:
    root = made.shelf.folder / "notes"
    write_file(root, "secret.md", PRIVATE)
    write_file(
        root, "mkdocs.yml", "site_name: X\nextra: {token: wombat}\nnav:\n- Quagga nav: secret.md\n- A: part0/page0.md\n"
    )
    write_file(root, "part0/_category_.json", '{"label": "First", "customProps": {"note": "wombat"}}')
    (root / "okapi.png").write_bytes(b"\x89PNG okapi")
    made.shelf.index()
    made.embed()
    try:
        summary = made.publish(scope=scope, has_assets=True)
        assert summary.left_out >= 1 and summary.documents
    except BadRequest as error:
        assert "Nothing is left to publish" in error.message
    found = plain_bytes(made.folder).lower()
    for word in (b"zanzibar", b"quagga", b"okapi", b"secret.md", b"wombat"):
        assert word not in found


def test_documents_that_a_password_opens_are_held_back(made: Publisher) -> None:
    with closing(CatalogueReader(made.shelf.paths.catalogue)) as catalogue:
        hash = catalogue.content_hash("notes", "part0/page0.md")
    made.embed()
    summary = made.publish(protected=(hash,))
    assert (summary.documents, summary.left_out) == (29, 1)
    assert "part0/page0.md" not in {*documents_at(made.folder), *summary.paths}
    assert len(vectors_at(made.folder)) == 29


def test_a_filter_that_leaves_nothing_publishes_nothing(made: Publisher) -> None:
    made.publish()
    before = state_of(made.folder)
    with pytest.raises(BadRequest, match="Nothing is left to publish"):
        made.publish(scope="path:nowhere/")
    with pytest.raises(BadRequest, match="Write the filter as"):
        made.publish(scope="draft")
    assert state_of(made.folder) == before


def test_a_trial_writes_nothing(made: Publisher) -> None:
    tried = made.publish(is_trial=True, scope="-path:part0/")
    assert (tried.documents, tried.left_out, tried.new_segments) == (20, 10, tried.segments)
    assert tried.new_bytes > 0 and not made.folder.exists()
    made.publish()
    before = state_of(made.folder)
    assert made.publish(is_trial=True).new_bytes == 0
    assert made.publish(is_trial=True, scope="-path:part0/").new_segments
    assert state_of(made.folder) == before


def test_a_subscription_is_not_published(made: Publisher) -> None:
    source = Source(SourceKind.PUBLICATION, "https://docs.example.org/")
    made.shelf.collections = (replace(made.shelf.collections[0], source=source),)
    with pytest.raises(NotAllowed, match="published by somebody else"):
        made.publish()


def test_a_target_of_another_key_is_refused(made: Publisher) -> None:
    made.publish(chain=(OTHER,))
    before = state_of(made.folder)
    with pytest.raises(NotAllowed, match="Another key"):
        made.publish()
    with pytest.raises(NotAllowed, match="Another key"):
        publisher.revoke(FolderTarget(made.folder), [KEY])
    (made.folder / MANIFEST).write_bytes(b"a file of somebody's own")
    with pytest.raises(NotAllowed, match="cannot be used"):
        made.publish(chain=(OTHER,))
    assert {name: content for name, content in state_of(made.folder).items() if name != MANIFEST} == {
        name: content for name, content in before.items() if name != MANIFEST
    }


def test_a_new_key_is_handed_over(made: Publisher) -> None:
    made.publish(chain=(KEY,))
    third = bytes([7] * 32)
    made.publish(chain=(KEY, OTHER))
    summary = made.publish(chain=(KEY, OTHER, OTHER, third))
    signed = signed_at(made.folder)
    assert (summary.sequence, signed.key) == (3, keys.public_key(third))
    for first in (KEY, OTHER):
        public = keys.public_key(first)
        assert keys.follow(signed.manifest.id, public, signed.manifest.rotations) == signed.key
    assert made.publish(chain=(KEY, OTHER, third)).sequence == 3


def test_a_withdrawn_publication_takes_a_new_key(made: Publisher) -> None:
    made.publish()
    first = manifest_at(made.folder)
    target = FolderTarget(made.folder)
    assert publisher.revoke(target, [KEY]).sequence == 2
    withdrawn = manifest_at(made.folder)
    assert (withdrawn.is_revoked, withdrawn.segments, withdrawn.documents) == (True, (), 0)
    assert publisher.revoke(target, [KEY]).sequence == 2
    with pytest.raises(NotAllowed, match="withdrawn"):
        made.publish()
    made.publish(chain=(KEY, OTHER))
    anew = signed_at(made.folder)
    assert anew.manifest.id != first.id and anew.key == keys.public_key(OTHER) and not anew.manifest.rotations
    with pytest.raises(BadRequest, match="Nothing is published"):
        publisher.revoke(FolderTarget(made.folder / "elsewhere"), [KEY])


def _age(folder: Path, age_s: float = 2 * DAY_S) -> None:
    for file in folder.iterdir():
        os.utime(file, (time.time() - age_s,) * 2)


def test_old_segments_go_once_two_manifests_do_not_name_them(made: Publisher) -> None:
    root = made.shelf.folder / "notes"
    made.publish()
    first = {entry.hash for entry in manifest_at(made.folder).segments}
    (made.folder / SEGMENTS / "mine.txt").write_text("a file of somebody's own")
    (made.folder / SEGMENTS / f".draft-{'a' * 16}").write_text("torn")
    for number in (2, 3):
        write_file(root, "part1/page4.md", f"# Page 4\n\nState {number}.\n")
        made.shelf.index()
        _age(made.folder / SEGMENTS)
        summary = made.publish()
        there = {file.name for file in (made.folder / SEGMENTS).iterdir()}
        named = {entry.hash for entry in manifest_at(made.folder).segments}
        assert named <= there
        if number == 2:
            assert first <= there and summary.swept == 1
    gone = first - there
    assert len(gone) == summary.swept == 1
    assert "mine.txt" in there and f".draft-{'a' * 16}" not in there


def test_young_segments_stay(made: Publisher) -> None:
    root = made.shelf.folder / "notes"
    for number in range(3):
        write_file(root, "part1/page4.md", f"# Page 4\n\nState {number}.\n")
        made.shelf.index()
        assert made.publish().swept == 0
    assert len(list((made.folder / SEGMENTS).iterdir())) == SHARES + 2


class Meddling(FolderTarget):
    """A folder in which something happens before a manifest is replaced, or after."""

    def __init__(
        self, folder: Path, before: Callable[[], object] = tuple, after: Callable[[], object] = tuple, often: int = 1
    ) -> None:
        super().__init__(folder)
        self._before, self._after, self._left = before, after, often

    def replace(self, name: str, content: bytes, version: str) -> None:
        if self._left:
            self._left -= 1
            self._before()
        super().replace(name, content, version)
        self._after()


def _publish_from_elsewhere(made: Publisher, tmp_path: Path, word: str) -> Callable[[], object]:
    """Another library with the same key."""
    other = Shelf(tmp_path / f"other{word}")
    other.fill("notes", {**PAGES, "part1/other.md": f"# Other\n\n{word}\n"})
    other.index()
    return Publisher(other, made.folder).publish


def test_a_faster_publisher_makes_this_one_begin_again(made: Publisher, tmp_path: Path) -> None:
    meddle = _publish_from_elsewhere(made, tmp_path, "meanwhile")
    summary = made.publish(target=Meddling(made.folder, meddle))
    assert summary.sequence == 2 and "part1/other.md" not in documents_at(made.folder)
    assert summary.new_segments >= 1

    words = iter("abcdefghij")
    others = [_publish_from_elsewhere(made, tmp_path, next(words)) for _ in range(publisher.TRIES)]
    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    with pytest.raises(PublicationChanged):
        made.publish(target=Meddling(made.folder, lambda: others.pop()(), often=publisher.TRIES))
    assert len(documents_at(made.folder)) == 31, "what the other one published is whole"


def test_what_another_publisher_sweeps_meanwhile_is_written_again(made: Publisher) -> None:
    made.publish()
    folder = made.folder / SEGMENTS

    def sweep() -> None:
        for file in folder.iterdir():
            file.unlink()

    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    made.publish(target=Meddling(made.folder, after=sweep))
    assert len(documents_at(made.folder)) == 30


def test_two_libraries_publish_at_once_and_both_states_are_whole(made: Publisher, tmp_path: Path) -> None:
    other = Shelf(tmp_path / "other")
    other.fill("notes", {**PAGES, "part1/other.md": "# Other\n"})
    other.index()
    publishers = [made, Publisher(other, made.folder)]
    failures: list[BaseException] = []

    def run(one: Publisher) -> None:
        try:
            for _ in range(4):
                one.publish()
        except PublicationChanged:
            return
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run, args=(one,)) for one in publishers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert len(documents_at(made.folder)) in (30, 31)
    assert manifest_at(made.folder).sequence >= 2


class Full(FolderTarget):
    """A folder whose disk is full after some writes."""

    def __init__(self, folder: Path, room: int) -> None:
        super().__init__(folder)
        self._room = room

    def _take(self) -> None:
        self._room -= 1
        if self._room < 0:
            raise StorageUnavailable("The disk is full.")

    def write_new(self, name: str, content: bytes) -> bool:
        self._take()
        return super().write_new(name, content)

    def replace(self, name: str, content: bytes, version: str) -> None:
        self._take()
        super().replace(name, content, version)


@pytest.mark.parametrize("room", [0, 1, 4])
def test_a_full_disk_leaves_what_was_published(made: Publisher, room: int) -> None:
    with pytest.raises(StorageUnavailable):
        made.publish(target=Full(made.folder, room))
    assert not (made.folder / MANIFEST).exists()
    made.publish()
    for number in range(30):
        write_file(made.shelf.folder / "notes", f"part{number % 3}/page{number}.md", f"# Page {number}\n\nAnew.\n")
    made.shelf.index()
    before = (made.folder / MANIFEST).read_bytes()
    with pytest.raises(StorageUnavailable):
        made.publish(target=Full(made.folder, room))
    assert (made.folder / MANIFEST).read_bytes() == before
    assert "Words of 4" in documents_at(made.folder)["part1/page4.md"].text
    summary = made.publish()
    assert summary.sequence == 2 and summary.new_segments == SHARES - room
    assert "Anew" in documents_at(made.folder)["part1/page4.md"].text


def _damage(made: Publisher, *, is_same_size: bool) -> str:
    """Change the bytes of a segment of documents, and perhaps their number; its name."""
    file = made.folder / SEGMENTS / entries_at(made.folder, SegmentKind.DOCUMENTS)[0].hash
    content = file.read_bytes()
    file.write_bytes(content[:-1] + bytes([content[-1] ^ 1]) if is_same_size else content[:-1])
    return file.name


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_torn_segment_is_noticed_by_its_size_and_written_again(made: Publisher, is_changed: bool) -> None:
    made.publish()
    whole = state_of(made.folder)
    name = _damage(made, is_same_size=False)
    if is_changed:
        write_file(made.shelf.folder / "notes", "more.md", "# More\n")
        made.shelf.index()
    summary = made.publish()
    assert summary.sequence == 1 + is_changed
    assert (made.folder / SEGMENTS / name).read_bytes() == whole[f"{SEGMENTS}/{name}"]
    assert summary.new_segments == 1 + is_changed


def test_a_missing_segment_is_written_again(made: Publisher) -> None:
    made.publish()
    whole = state_of(made.folder)
    (made.folder / SEGMENTS / entries_at(made.folder, SegmentKind.DOCUMENTS)[0].hash).unlink()
    assert made.publish().new_segments == 1
    assert state_of(made.folder) == whole


def test_a_changed_segment_of_the_same_size_is_found_by_a_check_alone(made: Publisher) -> None:
    made.publish()
    whole = state_of(made.folder)
    _damage(made, is_same_size=True)
    assert made.publish().new_segments == 0
    assert made.publish(is_verified=True, is_trial=True).new_segments == 1
    assert state_of(made.folder) != whole
    assert made.publish(is_verified=True).new_segments == 1
    assert state_of(made.folder) == whole


def test_a_draft_beside_the_manifest_is_swept_after_a_day(made: Publisher) -> None:
    made.publish()
    drafts = [made.folder / f".draft-{letter * 16}" for letter in "ab"]
    own = made.folder / ".draft-of-mine"
    for file in (*drafts, own):
        file.write_text("torn")
    for file in (drafts[0], own):
        os.utime(file, (time.time() - 2 * DAY_S,) * 2)
    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    assert made.publish().swept == 1
    assert not drafts[0].exists() and drafts[1].exists() and own.exists()


def _count_read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The keys of the documents that publishing reads from now on."""
    keys: list[int] = []

    def read(catalogue: CatalogueReader, own: Sequence[int]) -> Iterator[DocumentRows]:
        keys.extend(own)
        return read_rows(catalogue, own)

    monkeypatch.setattr(segment_maker, "read_rows", read)
    return keys


def test_documents_of_buckets_in_which_nothing_changed_are_not_read_again(
    made: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    made.embed()
    made.publish(has_assets=True)
    read = _count_read(monkeypatch)
    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    made.embed()
    made.publish(has_assets=True)
    buckets = bucket_count(len(PAGES))
    own = [path for path in PAGES if bucket_of(path, buckets) == bucket_of("part1/page4.md", buckets)]
    assert len(read) == len(own)
    assert len(documents_at(made.folder)) == len(vectors_at(made.folder)) == 30


def test_what_is_known_of_a_publication_can_be_deleted_or_torn(made: Publisher) -> None:
    made.publish()
    before = state_of(made.folder)
    [known] = made.shelf.paths.published.iterdir()
    known.write_bytes(known.read_bytes()[:-3])
    assert made.publish().new_segments == 0
    known.unlink()
    assert made.publish().new_segments == 0
    assert known.exists()
    assert state_of(made.folder) == before


def test_vectors_that_came_since_are_published_though_no_document_changed(made: Publisher) -> None:
    made.publish()
    made.embed()
    assert made.publish().new_segments == SHARES
    assert len(vectors_at(made.folder)) == 30


def test_a_document_that_a_password_opened_since_leaves_the_publication(made: Publisher) -> None:
    made.publish()
    [rows] = [one for one in documents_at(made.folder).values() if one.path == "part1/page4.md"]
    summary = made.publish(protected=(rows.hash,))
    assert "part1/page4.md" not in documents_at(made.folder)
    before = state_of(made.folder)
    again = made.publish(protected=(rows.hash,))
    assert (again.new_segments, again.left_out, again.paths) == (0, summary.left_out, summary.paths)
    assert state_of(made.folder) == before


class Unsweepable(FolderTarget):
    def delete(self, name: str) -> None:
        raise BookwheelError("Nothing may be deleted.")


def test_what_cannot_be_swept_does_not_spoil_what_was_published(made: Publisher) -> None:
    made.publish()
    (made.folder / SEGMENTS / ("0" * 64)).write_text("old")
    _age(made.folder / SEGMENTS)
    write_file(made.shelf.folder / "notes", "part1/page4.md", "# Page 4\n\nOther words.\n")
    made.shelf.index()
    assert made.publish(target=Unsweepable(made.folder)).sequence == 2


def test_a_document_that_no_subscriber_takes_is_left_out_and_named_every_time(
    made: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_file(made.shelf.folder / "notes", "aux.md", "# A name of Windows\n\n![a](lamp.png)\n")
    (made.shelf.folder / "notes/lamp.png").write_bytes(PNG)
    made.shelf.index()
    for read_again in (None, []):
        read = _count_read(monkeypatch)
        summary = made.publish(has_assets=True)
        assert summary.documents == 30 and "aux.md" not in summary.paths
        errors = [error for report in made.reports for error in report.errors]
        assert [error.id for error in errors] == ["aux.md"] and "left out" in errors[0].message
        assert errors[0].message.template == "The document was left out. {reason}"
        assert made.reports[-1].counts.failed == 1
        assert files_at(made.folder) == {}  # a page that is left out shows nothing
        assert read_again is None or read == read_again


def test_pictures_are_not_read_again_and_their_files_stay(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    root = shelf.add("notes", formats=("image=on",))
    (root / "lamp.png").write_bytes(PNG)
    write_file(root, "page.md", "# Page\n")
    shelf.index()
    made = Publisher(shelf, tmp_path / "target")
    made.publish(has_assets=True)
    before = files_at(made.folder)
    assert list(before) == ["lamp.png"]
    read = _count_read(monkeypatch)
    assert made.publish(has_assets=True).new_segments == 0
    assert (read, files_at(made.folder)) == ([], before)


def test_every_format_can_be_published(shelf: Shelf, tmp_path: Path) -> None:
    root = shelf.add("notes", formats=("code=on", "json=on", "yaml=on", "rdf=on", "image=on", "xml=on", "toml=on"))
    for name, write in SAMPLES.items():
        (root / name).write_bytes(write([Chapter("A voyage", ("The voyage begins here.", "It goes on."))]))
    shelf.index()
    made = Publisher(shelf, tmp_path / "target")
    summary = made.publish(has_assets=True)
    assert not [error for report in made.reports for error in report.errors]
    with closing(CatalogueReader(shelf.paths.catalogue)) as catalogue:
        assert summary.documents == len(catalogue.document_keys()) > 30
    assert len(documents_at(made.folder)) == summary.documents


def test_names_are_those_that_subscribers_take(made: Publisher) -> None:
    made.shelf.collections = (replace(made.shelf.collections[0], name="No\ntes\u202e"),)
    made.publish(publisher="  Docs\tteam\u202e " + "x" * 300)
    manifest = manifest_at(made.folder)
    assert manifest.name == "No tes"
    assert manifest.publisher.startswith("Docs team x") and len(manifest.publisher) <= 200


class SlowerOnce(FolderTarget):
    """Another publisher is faster, once."""

    is_slower = True

    def replace(self, name: str, content: bytes, version: str) -> None:
        if self.is_slower:
            self.is_slower = False
            raise PublicationChanged("Another publisher was faster.")
        super().replace(name, content, version)


def test_a_picture_whose_file_is_refused_once_is_no_document_that_is_left_out(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = shelf.add("notes", formats=("image=on",))
    (root / "lamp.png").write_bytes(PNG)
    write_file(root, "page.md", "# Page\n")
    shelf.index()
    made = Publisher(shelf, tmp_path / "target")
    with monkeypatch.context() as patch:
        patch.setattr("bookwheel.library.publishing.assets.MOST_ASSET_BYTES", 10)
        made.publish(has_assets=True, target=SlowerOnce(made.folder))
        assert [error.id for report in made.reports for error in report.errors] == ["lamp.png"]
    made.publish(has_assets=True)
    assert not [error for report in made.reports for error in report.errors]
    assert list(files_at(made.folder)) == ["lamp.png"]


PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 60


def test_files_that_pages_embed_come_along_when_asked_for(made: Publisher, tmp_path: Path) -> None:
    root = made.shelf.folder / "notes"
    shown = "![a](img/lamp.png)\n\n![[desk.png]]\n\n<img src='html.png'>\n"
    others = "[b](tool.zip) ![k](server.key) ![l](leads.png) ![m](.hidden.png)\n"
    write_file(root, "pictures.md", f"# Pictures\n\n{shown}\n{others}")
    (root / "img").mkdir()
    for name in ("img/lamp.png", "desk.png", "html.png", "lonely.png", "tool.zip", "server.key", ".hidden.png"):
        (root / name).write_bytes(PNG + name.encode())
    (tmp_path / "outside.png").write_bytes(PNG)
    (root / "leads.png").symlink_to(tmp_path / "outside.png")
    made.shelf.index()
    made.publish()
    assert files_at(made.folder) == {}
    made.publish(has_assets=True)
    files = files_at(made.folder)
    assert sorted(files) == ["desk.png", "html.png", "img/lamp.png"]
    assert files["img/lamp.png"] == PNG + b"img/lamp.png"
    buckets = [entry.bucket for entry in entries_at(made.folder, SegmentKind.ASSETS)]
    assert len(buckets) == len(set(buckets))


def test_a_file_that_is_too_large_is_left_out_and_named(made: Publisher, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bookwheel.library.publishing.assets.MOST_ASSET_BYTES", 1000)
    root = made.shelf.folder / "notes"
    write_file(root, "pictures.md", "![a](lamp.png)\n\n![b](huge.png)\n")
    (root / "lamp.png").write_bytes(PNG)
    (root / "huge.png").write_bytes(PNG * 100)
    made.shelf.index()
    made.publish(has_assets=True)
    assert sorted(files_at(made.folder)) == ["lamp.png"]
    assert [error.id for report in made.reports for error in report.errors] == ["huge.png"]
