"""Subscriptions are taken in from the segments of their mirrors: rows, without any file."""

from __future__ import annotations

import shutil
from contextlib import closing

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.publications import MANIFEST, SEGMENTS
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.indexing import indexer
from bookwheel.paths import LibraryPaths
from tests.publications.publishing import publish

GUIDE = {
    "start.md": "# Start\n\nA zeppelin rises.\n\nSee [the end](end.md).\n\n## More\n\nMore of it.\n",
    "end.md": "# End\n\nA submarine dives.\n",
    "deep/er.md": "# Deeper\n\n![gone](picture.png) Quartz and [start](../start.md).\n",
}


class Library:
    """A library whose indexer runs in this process, with one subscription."""

    def __init__(self, root) -> None:
        self.paths = LibraryPaths(root)
        root.mkdir()
        self.paths.mirrored_documents("guide").mkdir(parents=True)
        self.reports: list[Report] = []
        source = Source(SourceKind.PUBLICATION, "https://example.org/guide")
        self.collection = Collection("guide", "Guide", str(self.paths.mirrored_documents("guide")), source=source)

    def publish(self, texts, sequence=1, **changes):
        publish(self.paths.mirror("guide"), texts, sequence, **changes)

    def index(self, *extra: Command) -> None:
        commands = [Command(Verb.CONFIGURE, collections=(self.collection,)), *(extra or (Command(Verb.SCAN),))]

        def give(timeout_s: float | None) -> Command | None:
            if timeout_s == 0 or (not commands and timeout_s is not None):
                return None
            return commands.pop(0) if commands else Command(Verb.STOP)

        self.reports.clear()
        indexer.run(self.paths, give, self.reports.append)

    def documents(self) -> set[str]:
        with closing(CatalogueReader(self.paths.catalogue)) as reader:
            return {row.path for row in reader.document_rows(reader.document_keys()).values()}

    def statuses(self) -> dict[str, str]:
        with closing(CatalogueReader(self.paths.catalogue)) as reader, reader.snapshot() as connection:
            return dict(connection.execute("SELECT target, status FROM links").fetchall())

    def keys(self) -> set[int]:
        with closing(CatalogueReader(self.paths.catalogue)) as reader:
            return set(reader.document_keys())

    def holders_of(self, word: str) -> int:
        with closing(CatalogueReader(self.paths.catalogue)) as reader, reader.snapshot() as connection:
            return connection.execute("SELECT count(*) FROM sections WHERE prose LIKE ?", (f"%{word}%",)).fetchone()[0]

    @property
    def problems(self) -> list[str]:
        return [str(one.problem.reason) for one in self.reports if one.kind is ReportKind.PROBLEM_FOUND and one.problem]

    @property
    def published(self) -> int:
        return sum(report.kind is ReportKind.PUBLISHED for report in self.reports)


@pytest.fixture
def library(tmp_path):
    return Library(tmp_path / "library")


def test_documents_of_segments_are_documents_of_the_library(library):
    library.publish(GUIDE)
    library.index()
    assert library.documents() == set(GUIDE)
    assert library.problems == []


def test_their_words_are_in_the_keyword_index(library):
    library.publish(GUIDE)
    library.index()
    with closing(KeywordReader.open(library.paths.keyword)) as reader:
        assert len(reader.keys) == 4


def test_their_links_lead_to_each_other(library):
    library.publish(GUIDE)
    library.index()
    statuses = library.statuses()
    assert statuses["end.md"] == statuses["../start.md"] == "resolved"


def test_before_the_first_manifest_there_is_nothing(library):
    library.index()
    assert library.documents() == set()
    assert library.problems == []


def test_only_what_changed_is_written_anew(library):
    library.publish(GUIDE)
    library.index()
    before = library.keys()
    library.publish({**GUIDE, "end.md": "# End\n\nA bicycle rolls.\n"}, 2)
    library.index()
    assert len(library.keys() - before) == 1
    assert (library.holders_of("bicycle"), library.holders_of("submarine")) == (1, 0)


def test_an_unchanged_publication_publishes_no_revision(library):
    library.publish(GUIDE)
    library.index()
    library.publish(GUIDE, 2)
    library.index()
    assert library.published == 0


def test_what_the_publisher_removed_is_gone(library):
    library.publish(GUIDE)
    library.index()
    library.publish({"start.md": GUIDE["start.md"]}, 2)
    library.index()
    assert library.documents() == {"start.md"}


def test_another_number_of_buckets_keeps_every_document(library):
    library.publish(GUIDE)
    library.index()
    before = library.keys()
    library.publish(GUIDE, 2, buckets=16)
    library.index()
    assert library.keys() == before


def test_a_publication_that_is_withdrawn_leaves_no_document(library):
    library.publish(GUIDE)
    library.index()
    library.publish({}, 2, is_revoked=True)
    library.index()
    assert library.documents() == set()


def test_a_torn_segment_keeps_what_is_known_of_it_and_takes_the_others(library):
    library.publish(GUIDE)
    library.index()
    segments = library.paths.mirror("guide") / SEGMENTS
    shutil.rmtree(segments)
    library.publish({path: text + "\nOrchid.\n" for path, text in GUIDE.items()}, 2)
    torn = min(segments.iterdir())
    torn.write_bytes(torn.read_bytes()[:-1] + b"!")
    library.index()
    assert library.documents() == set(GUIDE)
    assert 0 < library.holders_of("Orchid") < 3
    assert len(library.problems) == 1
    library.publish({path: text + "\nOrchid.\n" for path, text in GUIDE.items()}, 2)
    library.index()
    assert library.holders_of("Orchid") == 3


def test_a_catalogue_that_was_lost_is_made_again_from_the_mirror(library):
    library.publish(GUIDE)
    library.index()
    library.paths.catalogue.unlink()
    library.index()
    assert library.documents() == set(GUIDE)


def test_a_rebuild_takes_every_document_in_again(library):
    library.publish(GUIDE)
    library.index()
    before = library.keys()
    library.index(Command(Verb.REBUILD, collection="guide"))
    assert library.documents() == set(GUIDE)
    assert not library.keys() & before


def test_a_torn_manifest_keeps_what_is_known(library):
    library.publish(GUIDE)
    library.index()
    path = library.paths.mirror("guide") / MANIFEST
    path.write_bytes(path.read_bytes()[:-20])
    library.index()
    assert library.documents() == set(GUIDE)


def test_changes_that_a_watcher_reports_change_nothing(library):
    library.publish(GUIDE)
    library.index()
    library.index(Command(Verb.CHANGED, collection="guide", paths=("start.md", "")))
    assert library.documents() == set(GUIDE)
