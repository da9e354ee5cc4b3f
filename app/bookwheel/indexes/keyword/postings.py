"""Whoosh's segments read to NumPy arrays, and a bounded cache of what was read."""

# pyright: standard
# Whoosh leaves most of what is used here untyped.

from __future__ import annotations

import io
import logging
import struct
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Sequence
from pickle import load, loads
from typing import Generic, TypeVar

import numpy as np
from whoosh.codec.whoosh3 import WHOOSH3_HEADER_MAGIC, W3Codec, W3TermInfo
from whoosh.reading import SegmentReader, TermNotFound
from whoosh.util.numeric import byte_to_length

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.keyword.damage import DAMAGE, damaged
from bookwheel.indexes.keyword.packed_postings import TermPostings, pack, unpack
from bookwheel.indexes.keyword.posting_blocks import read_block
from bookwheel.indexes.keyword.schema import FIELDS
from bookwheel.indexes.keyword.vocabulary import Vocabulary
from bookwheel.indexes.keyword.vocabulary import pack as pack_vocabulary

log = logging.getLogger(__name__)

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

Postings = tuple[np.ndarray, np.ndarray]
"""Document numbers within a segment (int32, rising) and weights (float32)."""

VOCABULARY = ".voc"
"""Ending of the file that says which fields of a segment have each term."""

EVERY_FIELD = (1 << len(FIELDS)) - 1

LENGTHS = np.array([byte_to_length(byte) for byte in range(256)], np.float32)
"""The length in words that each byte keeps."""

_NO_WORDS = Vocabulary(pack_vocabulary({}))

_NONE: Postings = (np.zeros(0, np.int32), np.zeros(0, np.float32))


class Recent(Generic[K, V]):
    """What was asked for lately, least recently used out first, bounded by bytes; any thread."""

    def __init__(self, size_of: Callable[[V], int], limit_bytes: int) -> None:
        self._size_of = size_of
        self._limit = limit_bytes
        self._lock = threading.Lock()
        self._kept: OrderedDict[K, V] = OrderedDict()
        self.size_bytes = 0

    def get(self, key: K) -> V | None:
        """What is kept under a key, if anything."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: K, value: V) -> None:
        """Keep a value, and let go of what was not asked for longest."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = value
                self.size_bytes += self._size_of(value)
            while self.size_bytes > self._limit and len(self._kept) > 1:
                self.size_bytes -= self._size_of(self._kept.popitem(last=False)[1])

    def allow(self, limit_bytes: int) -> None:
        """Keep so many bytes from now on."""
        with self._lock:
            self._limit = limit_bytes

    def keep(self, is_wanted: Callable[[K], bool]) -> None:
        """Let go of every key that is not wanted."""
        with self._lock:
            for key in [key for key in self._kept if not is_wanted(key)]:
                self.size_bytes -= self._size_of(self._kept.pop(key))


Cache = Recent[tuple[str, bytes], bytes]
"""Decoded postings by segment and term, packed."""


CACHE_BYTES = 40 << 20
"""What may be kept at least of postings."""

CACHE_BYTES_PER_SECTION = 160
"""What may be kept for each section: a word that stands nearly everywhere takes five, and few questions have none."""


def new_cache(limit_bytes: int = CACHE_BYTES) -> Cache:
    """An empty cache of postings."""
    return Recent(_size, limit_bytes)


class Segment:
    """One of Whoosh's segments, opened once and shared by the readers of all revisions that hold it; any thread.

    Where its files turn out to be damaged, `on_damage` is called once and nothing is found in it from then on; without
    `on_damage`, IndexDamaged is raised. With `is_plain`, postings come through Whoosh's public matchers instead of its
    blocks: slower, the same numbers.
    """

    def __init__(
        self,
        reader: SegmentReader,
        cache: Cache,
        on_damage: Callable[[], None] | None = None,
        *,
        is_plain: bool = False,
    ) -> None:
        self.name: str = reader._segment.segment_id()
        self.size: int = reader.doc_count_all()
        self._reader = reader
        self._cache, self._on_damage = cache, on_damage
        self.is_damaged = False
        self._lock = threading.RLock()
        self._is_plain = is_plain
        self._lexicon: Vocabulary | None = None
        self._length_bytes: np.ndarray | None = None
        self._length_counts: np.ndarray | None = None
        self.keys: np.ndarray = self._column("key", ">i8", -1).astype(np.int64)

    def _column(self, name: str, dtype: str, default: int) -> np.ndarray:
        kept = np.full(self.size, default, dtype)
        storage, segment = self._reader._storage, self._reader._segment
        file_name = W3Codec.column_filename(segment, name)
        if storage.file_exists(file_name):
            with storage.open_file(file_name) as file:
                raw = bytes(file.get(0, storage.file_length(file_name)))
            read = np.frombuffer(raw, dtype)[: self.size]
            kept[: len(read)] = read
        return kept

    @property
    def length_bytes(self) -> np.ndarray:
        """The bytes (uint8) that keep the lengths in words, by field (rows, as in FIELDS) and document number."""
        if self._length_bytes is None:
            self._length_bytes = np.stack([self._column(f"_{name}_len", "u1", 0) for name in FIELDS])
        return self._length_bytes

    @property
    def length_counts(self) -> np.ndarray:
        """How many documents have each length, by field and by the byte that keeps it."""
        if self._length_counts is None:
            self._length_counts = count_lengths(self.length_bytes)
        return self._length_counts

    def postings(self, term: bytes) -> TermPostings | None:
        """The term's postings in all fields that have it, None when none has."""
        key = (self.name, term)
        packed = self._cache.get(key)
        if packed is not None:
            return unpack(packed)
        fields = EVERY_FIELD if self._is_plain else self.lexicon().fields(term)
        if not fields:
            return None
        numbers = bytes(number for number in range(len(FIELDS)) if fields >> number & 1)
        read = self._read(lambda: [self.decoded(FIELDS[number], term) for number in numbers], None)
        if read is None:
            return None
        counts = [len(ids) for ids, _ in read]
        ids, weights = read[0] if len(read) == 1 else map(np.concatenate, zip(*read, strict=True))
        if len(ids):
            self._cache.put(key, pack(numbers, counts, ids, weights))
        return np.frombuffer(numbers, np.uint8).repeat(counts), ids, weights

    def has(self, term: bytes) -> bool:
        """Whether a document of the segment has a term, be it deleted or not."""
        return self.lexicon().fields(term) > 0

    def frequency(self, term: bytes) -> int:
        """In how many documents a term stands in the field that has most of them."""
        fields = self.lexicon().fields(term)
        return self._read(lambda: self._most_in(fields, term), 0)

    def _most_in(self, fields: int, term: bytes) -> int:
        terms, most = self._reader._terms, 0
        with self._lock:
            for number, field in enumerate(FIELDS):
                if fields >> number & 1:
                    value = bytes(terms._tindex[terms._keycoder(field, term)])
                    most = max(most, 1 if value[0] else W3TermInfo._struct.unpack_from(value)[2])
        return most

    def warm(self) -> None:
        """Read the vocabulary now, so that no question waits for it."""
        self.lexicon()

    def decoded(self, field: str, term: bytes) -> Postings:
        """The postings of a term in a field that has it, read anew; damage raises one of `DAMAGE`."""
        if self._is_plain:
            return self._walked(field, term)
        terms = self._reader._terms
        with self._lock:
            value = bytes(terms._tindex[terms._keycoder(field, term)])
            if value[0]:
                ids, weights, _ = loads(value[_INFO_BYTES:])
                return np.array(ids, np.int32), np.array(weights, np.float32)
            content = bytes(terms._postfile.get(*_EXTENT(value, _INFO_BYTES)))
        documents, weights = decode(content)
        if len(documents) and not 0 <= documents.min() <= documents.max() < self.size:
            raise ValueError("not document numbers")
        return documents, weights

    def _walked(self, field: str, term: bytes) -> Postings:
        with self._lock:
            try:
                matcher = self._reader._terms.matcher(field, term, self._reader.schema[field].format)
            except TermNotFound:
                return _NONE
            ids: list[int] = []
            weights: list[float] = []
            while matcher.is_active():
                ids.append(matcher.id())
                weights.append(matcher.weight())
                matcher.next()
        return np.array(ids, np.int32), np.array(weights, np.float32)

    def entries(self) -> Iterator[tuple[str, bytes, Sequence[int] | np.ndarray, Sequence[float] | np.ndarray]]:
        """Every field and term with document numbers and weights, in Whoosh's order; for one reader of its own.

        They are tuples of one where a term stands once in a field, else arrays.
        """
        terms = self._reader._terms
        for key, value in terms._tindex.items():
            field, term = terms._keydecoder(bytes(key))
            if value[0]:
                ids, weights, _ = loads(value[_INFO_BYTES:])
                yield field, term, ids, weights
            else:
                offset, length = _EXTENT(value, _INFO_BYTES)
                documents, weights = decode(bytes(terms._postfile.get(offset, length)))
                yield field, term, documents, weights

    def lexicon(self) -> Vocabulary:
        """Every term of any field, sorted, each once; read at the first question."""
        vocabulary = self._lexicon
        return self._read(self._read_lexicon, _NO_WORDS) if vocabulary is None else vocabulary

    def _read_lexicon(self) -> Vocabulary:
        with self._lock:
            if self._lexicon is None:
                storage, name = self._reader._storage, self._reader._segment.make_filename(VOCABULARY)
                with storage.open_file(name) as file:
                    self._lexicon = Vocabulary(bytes(file.get(0, storage.file_length(name))))
            return self._lexicon

    def _read(self, how: Callable[[], V], instead: V) -> V:
        """What is read, or what stands in for it where the files are damaged."""
        if self.is_damaged:
            return instead
        try:
            return how()
        except DAMAGE as error:
            told = damaged(error)
            if self._on_damage is None or not isinstance(told, IndexDamaged):
                raise told from error
            log.warning("a segment of the keyword index is damaged (%s: %s)", type(error).__name__, error)
        self.is_damaged = True
        self._on_damage()
        return instead

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            if not self._reader.is_closed:
                self._reader.close()


def decode(content: bytes) -> Postings:
    """The blocks of one term's postings as arrays.

    Raises:
        ValueError: when they are not blocks of the W3 codec.
    """
    if content[:4] != WHOOSH3_HEADER_MAGIC:
        raise ValueError("not a posting list")
    stream = io.BytesIO(content)
    stream.seek(4)
    ids: list[np.ndarray] = []
    weights: list[np.ndarray] = []
    while True:
        (length,) = _INT(stream.read(4))
        end = stream.tell() + abs(length)
        count, _, _, compression, _, _ = load(stream)
        raw = stream.read(end - stream.tell())
        steps, some = read_block(zlib.decompress(raw) if compression else raw, count)
        ids.append(np.cumsum(steps, dtype=np.int32))
        weights.append(some)
        if length < 0:
            return (ids[0], weights[0]) if len(ids) == 1 else (np.concatenate(ids), np.concatenate(weights))


def count_lengths(length_bytes: np.ndarray) -> np.ndarray:
    """How many have each length, by field and by the byte that keeps it (int64), of bytes by field and document."""
    return np.stack([np.bincount(row, minlength=256) for row in length_bytes])


def words_of(length_bytes: np.ndarray) -> np.ndarray:
    """The lengths (float32) that bytes (uint8) keep."""
    return LENGTHS[length_bytes]


def bytes_of(lengths: np.ndarray) -> np.ndarray:
    """The bytes (uint8) that keep lengths, as Whoosh chooses them: those of the next length that a byte can keep."""
    return np.minimum(np.searchsorted(LENGTHS, lengths), len(LENGTHS) - 1).astype(np.uint8)


def _size(packed: bytes) -> int:
    return 300 + len(packed)


_INT = struct.Struct("!i").unpack
_EXTENT = struct.Struct("!qi").unpack_from
_INFO_BYTES = W3TermInfo._struct.size
