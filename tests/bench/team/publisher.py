"""A publisher's library of two collections, and its publications, which different groups may see."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.collection import CollectionCard
from bookwheel.domain.publications import MANIFEST, PublishSummary, SegmentKind
from bookwheel.publications import keys, manifest
from tests.bench.corpora import Corpora
from tests.bench.running import Running, service, until
from tests.bench.sharing import HAS_MEANING, LONGEST_S, is_covered, publish, tree_of

STAFF, LAB = ("staff", "guests"), ("lab",)
LAB_SHARE = 0.25
"""Share of the sections that only the laboratory sees."""

LAB_SCOPE = "-tag:internal"
FIRST_OF_LAB = 1000
"""The number of the laboratory's first copy of the corpora, so that no other document says the same."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A collection as readers show it: where it is published, and to whom."""

    name: str
    source: Path
    target: Path
    groups: tuple[str, ...]
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Published:
    """What a publisher has published, and what that took: CPU seconds, sections, bytes packed and unpacked."""

    collections: tuple[Shown, ...]
    key: str
    documents: int
    sections: int
    total_bytes: int
    new_bytes: int
    unpacked_bytes: int
    indexing_cpu_s: float
    publishing_cpu_s: float


class Publisher:
    """A publisher's service, and the collections that it publishes."""

    def __init__(self, running: Running, collections: Sequence[Shown]) -> None:
        """Publish nothing yet."""
        self.running, self.collections = running, tuple(collections)

    def publish(self) -> Published:
        """Index what is new, and publish all collections."""
        began_s = self.running.cpu_s()
        known = {card.name for card in self._cards()}
        for shown in self.collections:
            if shown.name not in known:
                self.running.add(shown.source, shown.name)

        def is_indexed() -> bool:
            status = self.running.client.status()
            return self.running.is_idle() and is_covered(self.running) and status.graph_revision == status.revision

        until(is_indexed, LONGEST_S, pause_s=0.5)
        indexed_s = self.running.cpu_s()
        slugs = {card.name: card.slug for card in self._cards()}
        summaries = [publish(self.running, slugs[shown.name], shown.target)[1] for shown in self.collections]
        return self._told(summaries, indexed_s - began_s, self.running.cpu_s() - indexed_s)

    def _told(self, summaries: Sequence[PublishSummary], indexing_s: float, publishing_s: float) -> Published:
        return Published(
            self.collections,
            keys.public_key(keys.read_key(self.running.library.publishing_key)),
            documents=sum(summary.documents for summary in summaries),
            sections=sum(summary.sections for summary in summaries),
            total_bytes=sum(summary.total_bytes for summary in summaries),
            new_bytes=sum(summary.new_bytes for summary in summaries),
            unpacked_bytes=sum(_unpacked_bytes(shown.target) for shown in self.collections),
            indexing_cpu_s=indexing_s,
            publishing_cpu_s=publishing_s,
        )

    def _cards(self) -> Sequence[CollectionCard]:
        return self.running.client.collections().collections


@contextmanager
def publisher(folder: Path, collections: Sequence[Shown]) -> Iterator[Publisher]:
    """A publisher of some collections with its library below a folder; its service ends with the block."""
    for shown in collections:
        shown.target.mkdir(parents=True, exist_ok=True)
    with service(folder / "publisher", has_meaning=HAS_MEANING) as running:
        yield Publisher(running, collections)


def two_collections(corpora: Corpora, folder: Path, sections: int) -> tuple[Shown, ...]:
    """A handbook for the staff and the laboratory's papers, with about so many sections together."""
    lab = round(LAB_SHARE * sections)
    handbook = tree_of(corpora, folder / "handbook", sections - lab)
    papers = tree_of(corpora, folder / "papers", lab, FIRST_OF_LAB)
    return (
        Shown("Handbook", handbook, folder / "published" / "handbook", STAFF),
        Shown("Papers", papers, folder / "published" / "papers", LAB, LAB_SCOPE),
    )


def _unpacked_bytes(target: Path) -> int:
    """Unpacked bytes of the segments of documents."""
    signed = manifest.decode((target / MANIFEST).read_bytes())
    return sum(entry.unpacked_bytes for entry in signed.manifest.segments if entry.kind is SegmentKind.DOCUMENTS)
