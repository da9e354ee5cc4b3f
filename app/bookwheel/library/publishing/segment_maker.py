"""Makes the segments of a collection: documents, their vectors and the files beside them, bucket by bucket."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.errors import PublicationRefused
from bookwheel.domain.jobs import JobError
from bookwheel.domain.messages import Message
from bookwheel.domain.publications import SegmentEntry, SegmentKind
from bookwheel.domain.targets import Target
from bookwheel.indexes.catalogue import CatalogueReader, asset_links, keyword_texts_of, read_rows
from bookwheel.indexes.keyword import KeywordRow, RowCounter
from bookwheel.indexes.keyword.term_counts import pack
from bookwheel.library.publishing.assets import embedded_by_links, embedded_files, is_picture, read_files
from bookwheel.library.publishing.content import Choice, DocumentVectors, divide
from bookwheel.library.publishing.known_buckets import KnownBucket, KnownBuckets, mark_buckets
from bookwheel.library.publishing.order_files import order_files
from bookwheel.library.publishing.published_documents import as_published, read_published
from bookwheel.publications.document_check import check_document
from bookwheel.publications.segments import Packed, bucket_of, pack_assets, pack_documents, pack_vectors


@dataclass(frozen=True, slots=True)
class Made:
    """A segment; `content` is None where the target holds it as it was made before. `words` are of its documents."""

    entry: SegmentEntry
    content: bytes | None
    words: int = 0


class SegmentMaker:
    """Makes the segments of one choice of documents; of one thread."""

    def __init__(
        self,
        catalogue: CatalogueReader,
        vectors: DocumentVectors,
        collection: Collection,
        choice: Choice,
        target: Target,
        *,
        protected: Iterable[str] = (),
        has_assets: bool = False,
    ) -> None:
        """Documents of a content whose hash is in `protected` are held back."""
        self._catalogue, self._vectors, self._collection = catalogue, vectors, collection
        self._choice, self._target, self._has_assets = choice, target, has_assets
        self._protected = frozenset(protected)
        self._counter = RowCounter()
        self.locked: set[str] = set()
        """Paths of documents that a password opened."""
        self.refused: dict[str, JobError] = {}
        """Documents and files that are left out, by path."""
        self.known: dict[int, KnownBucket] = {}
        """What was found out of each bucket."""

    def segments(
        self,
        buckets: int,
        published: Mapping[int, SegmentEntry],
        known: KnownBuckets,
        usable: frozenset[str],
    ) -> Iterator[Made]:
        """Yield every segment.

        `published` are those of documents that were published last, by bucket. A bucket that is `known` is not made
        again where nothing of it changed and all of its segments are in `usable`.
        """
        assets: set[str] = set()
        paths: list[str] = []
        path_of = {key: path for path, key in self._choice.keys.items()}
        divided = divide(self._choice, buckets)
        links = asset_links(self._catalogue)
        marks = mark_buckets(self._catalogue, self._vectors, links, divided, buckets, self._protected)
        for bucket, keys in divided.items():
            before = known.buckets.get(bucket)
            if before is not None and before.mark == marks[bucket] and usable.issuperset(map(_hash_of, before.entries)):
                yield from self._as_before(before)
                left_out = before.left_out
                if self._has_assets:
                    shown = (links.get(key, ()) for key in keys if path_of[key] not in left_out)
                    assets |= embedded_by_links(chain.from_iterable(shown), before.pictures)
            else:
                rows = self._documents(keys, published.get(bucket))
                made = list(self._bucket(rows, bucket)) if rows else []
                yield from made
                before = self._learn(marks[bucket], made, rows, [path_of[key] for key in keys])
                left_out = before.left_out
                if self._has_assets:
                    assets.update(*map(embedded_files, rows))
            self.known[bucket] = before
            paths += (path_of[key] for key in keys if path_of[key] not in left_out)
        yield from self._files(buckets, assets, paths)

    def _as_before(self, before: KnownBucket) -> Iterator[Made]:
        """The segments of a bucket in which nothing changed."""
        self.locked.update(before.locked)
        self.refused.update((error.id, error) for error in before.refused)
        for entry in before.entries:
            yield Made(entry, None, before.words if entry.kind is SegmentKind.DOCUMENTS else 0)

    def _learn(
        self, mark: str, made: Sequence[Made], rows: Sequence[DocumentRows], paths: Sequence[str]
    ) -> KnownBucket:
        """What is known of a bucket that was made of `rows`; the others of its `paths` are left out."""
        published = {document.path for document in rows}
        left_out = [path for path in paths if path not in published]
        return KnownBucket(
            mark,
            tuple(one.entry for one in made),
            sum(one.words for one in made),
            pictures=tuple(document.path for document in rows if is_picture(document)),
            locked=tuple(path for path in left_out if path in self.locked),
            refused=tuple(self.refused[path] for path in left_out if path in self.refused),
        )

    def _bucket(self, rows: Sequence[DocumentRows], bucket: int) -> Iterator[Made]:
        """The segments of documents and vectors of one bucket."""
        packed = pack_documents(rows)
        sections = sum(len(document.sections) for document in rows)
        entry = _entry(SegmentKind.DOCUMENTS, packed, bucket, documents=len(rows), sections=sections)
        yield Made(entry, packed.content, sum(document.words for document in rows))
        own_keys = [self._choice.keys[document.path] for document in rows]
        for model, dimensions, vectors in self._vectors.of_documents(own_keys):
            packed = pack_vectors(dimensions, vectors)
            yield Made(_entry(SegmentKind.VECTORS, packed, bucket, model=model), packed.content)

    def _documents(self, document_keys: Sequence[int], before: SegmentEntry | None) -> list[DocumentRows]:
        """The documents of a bucket, without those that a password opens, or that no subscriber would take.

        What is the same in the segment that was published before is taken from there.
        """
        found: list[DocumentRows] = []
        published = read_published(before, self._target)
        for document in read_rows(self._catalogue, document_keys):
            if document.hash in self._protected:
                self.locked.add(document.path)
                continue
            try:
                check_document(document)
            except PublicationRefused as error:
                self._refuse(document.path, Message("The document was left out. {reason}", reason=error.message))
                continue
            known = as_published(document, published.get(document.path))
            found.append(known if known.terms else self._with_terms(known))
        return found

    def _with_terms(self, document: DocumentRows) -> DocumentRows:
        counts = self._counter.count([KeywordRow(*texts) for texts in keyword_texts_of(document)])
        return replace(document, terms=pack(counts))

    def _files(self, buckets: int, assets: set[str], published: Sequence[str]) -> Iterator[Made]:
        """The segments of files: those that pages embed, and those that state the order of documents."""
        root = Path(self._collection.root).resolve()
        order = order_files(root, published)
        paths: defaultdict[int, list[str]] = defaultdict(list)
        for path in sorted((assets - self._choice.held_back - self.locked) | order.keys()):
            paths[bucket_of(path, buckets)].append(path)
        for bucket, own in sorted(paths.items()):
            files = read_files(root, [path for path in own if path not in order], self._refuse)
            files |= {path: order[path] for path in own if path in order}
            if files:
                packed = pack_assets(files)
                yield Made(_entry(SegmentKind.ASSETS, packed, bucket), packed.content)

    def _refuse(self, path: str, reason: Message) -> None:
        self.refused.setdefault(path, JobError(-1, path, reason))


def _hash_of(entry: SegmentEntry) -> str:
    return entry.hash


def _entry(
    kind: SegmentKind, packed: Packed, bucket: int, *, model: str = "", documents: int = 0, sections: int = 0
) -> SegmentEntry:
    size = len(packed.content)
    return SegmentEntry(kind, packed.hash, size, packed.unpacked_bytes, bucket, documents, sections, model)
