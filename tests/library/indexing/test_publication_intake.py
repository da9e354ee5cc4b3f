"""Subscriptions are taken in from the segments of their mirrors: rows, without any file."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from contextlib import closing, suppress
from dataclasses import replace

import psutil
import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.document_rows import DocumentRows
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.publications import MANIFEST, SEGMENTS, SegmentKind
from bookwheel.indexes.catalogue import CatalogueReader
from bookwheel.indexes.keyword import KeywordReader, row_counter, segment_writer
from bookwheel.indexes.keyword.term_counts import pack, unpack
from bookwheel.library.indexing import indexer, keyword_child
from bookwheel.library.indexing.keyword_child import KeywordChild
from bookwheel.paths import LibraryPaths
from bookwheel.publications.mirror import PublicationMirror
from tests.publications.publishing import document, publish, with_terms

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

    def postings(self) -> dict[int, object]:
        """The lengths and the weights of every section's terms, by its key."""
        with closing(KeywordReader.open(self.paths.keyword)) as reader:
            made = {
                key: (lengths, {})
                for segment in reader.segments
                for key, lengths in zip(segment.keys.tolist(), segment.length_bytes.T.tolist(), strict=True)
            }
            for segment in reader.segments:
                keys = segment.keys.tolist()
                for field, term, numbers, weights in segment.entries():
                    for number, weight in zip(list(numbers), list(weights), strict=True):
                        made[keys[number]][1][field, term] = weight
            return made

    def segments(self) -> list[str]:
        """The names of the keyword index's segments."""
        with closing(KeywordReader.open(self.paths.keyword)) as reader:
            return [segment.name.removeprefix("MAIN_") for segment in reader.segments]

    def start_fetch(self, texts, here: int, **changes) -> None:
        """Let a first publication be on its way, with the documents of so many of its buckets."""
        manifest = publish(self.paths.mirror("guide"), texts, **changes)
        mirror = PublicationMirror(self.paths.mirror("guide"))
        signed = mirror.manifest()
        assert signed is not None
        mirror.manifest_path.unlink()
        mirror.expect(signed)
        for entry in sorted(manifest.segments, key=lambda entry: entry.bucket)[here:]:
            (self.paths.mirror("guide") / SEGMENTS / entry.hash).unlink()

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


@pytest.fixture(params=[False, True], ids=["alone", "with a keyword child"])
def has_child(request, monkeypatch):
    """Whether a keyword child is handed something of every batch."""
    monkeypatch.setattr(keyword_child, "LEAST_SECTIONS", 1 if request.param else 10**9)
    monkeypatch.setattr(keyword_child.os, "cpu_count", lambda: 2)
    return request.param


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


PAGES = {f"page-{number}.md": f"# Page {number}\n\nApples and {'plums ' * number}.\n" for number in range(20)}


def lie_about_terms(rows: DocumentRows) -> DocumentRows:
    other = document(rows.path, f"# {rows.title}\n\nA zeppelin rises.\n")
    return with_terms(rows, with_terms(other).terms)


def boast(rows: DocumentRows) -> DocumentRows:
    """Lengths that weigh upon the lengths of all other documents."""
    counts = unpack(with_terms(rows).terms, len(rows.sections))
    assert counts is not None
    return with_terms(rows, pack(replace(counts, words=counts.words * 1000)))


SECTIONS = "# A\n\n## B\n\n## C\n"
CHANGES = {
    "terms of its own": with_terms,
    "terms of another text": lie_about_terms,
    "lengths beyond its text": boast,
    "torn terms": lambda rows: with_terms(rows, with_terms(rows).terms[:-1]),
    "no packed terms": lambda rows: with_terms(rows, b"terms"),
    "terms of other sections": lambda rows: with_terms(
        rows, with_terms(document("a.md", "# A\n\n## B\n\n## C\n")).terms
    ),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.usefixtures("has_child")
def test_answers_are_those_of_terms_that_are_counted_here(library, tmp_path, change):
    own = Library(tmp_path / "own")
    own.publish(PAGES)
    own.index()
    library.publish(PAGES, change=change)
    library.index()
    assert library.postings() == own.postings()
    assert library.problems == []


@pytest.mark.usefixtures("has_child")
def test_terms_that_came_counted_are_not_counted_again(library, monkeypatch):
    counted = []
    count = row_counter.RowCounter.count
    monkeypatch.setattr(row_counter.RowCounter, "count", lambda self, rows: counted.extend(rows) or count(self, rows))
    library.publish(PAGES, change=with_terms)
    counted.clear()
    library.index()
    assert len(counted) == 4, "one section of each bucket is looked at"


@pytest.mark.parametrize("has_child", [True], indirect=True)
def test_a_keyword_child_makes_a_segment_of_a_batch_and_ends_with_the_run(library, has_child, monkeypatch):
    asked = count_segments(monkeypatch)
    library.publish(PAGES, change=with_terms)
    library.index()
    assert [len(keys) for keys, _ in asked] == [len(PAGES)]
    assert not keyword_children()
    kept = {name for name in os.listdir(library.paths.keyword) if name.startswith("MAIN_")}
    assert kept == {"MAIN_WRITELOCK", *(f"MAIN_{segment}.seg" for segment in library.segments())}
    assert {name for _, name in asked} == set(library.segments())


@pytest.mark.parametrize("has_child", [True], indirect=True)
def test_a_segment_takes_the_place_of_what_its_documents_had(library, has_child, tmp_path, monkeypatch):
    asked = count_segments(monkeypatch)
    changed = {path: f"{text}\n\nPears.\n" for path, text in PAGES.items()}
    library.publish(PAGES, change=with_terms)
    library.index()
    library.publish(changed, 2, change=with_terms)
    library.index()
    assert len(asked) == 2
    own = Library(tmp_path / "own")
    own.publish(changed)
    own.index()
    assert sorted(map(str, library.postings().values())) == sorted(map(str, own.postings().values()))


@pytest.mark.parametrize("when", ["begin", "tell_keys", "_name"])
@pytest.mark.parametrize("has_child", [True], indirect=True)
def test_a_keyword_child_that_is_killed_costs_nothing(library, has_child, tmp_path, monkeypatch, when):
    killed = kill_at(monkeypatch, when)
    library.publish(PAGES, change=with_terms)
    library.index()
    assert killed == [when], "after it was killed no other is started in the same run"
    own = Library(tmp_path / "own")
    own.publish(PAGES)
    own.index()
    assert library.postings() == own.postings() and library.problems == []


@pytest.mark.parametrize("has_child", [True], indirect=True)
def test_a_keyword_child_is_not_started_for_what_it_cannot_take(tmp_path, has_child, monkeypatch):
    rows = with_terms(document("a.md", "# A\n\nApples.\n"))
    child = KeywordChild(tmp_path)
    assert not child.begin([rows, replace(rows, terms=b"")]), "one document's words are to be counted"
    monkeypatch.setattr(keyword_child, "MOST_BYTES", 2 * len(rows.terms) - 1)
    assert not child.begin([rows, rows])
    monkeypatch.setattr(keyword_child.os, "cpu_count", lambda: 1)
    assert not child.begin([rows])
    monkeypatch.setattr(keyword_child.paths, "command", lambda: ["/no/such/program"])
    monkeypatch.setattr(keyword_child.os, "cpu_count", lambda: 2)
    assert not child.begin([rows])
    assert not keyword_children()


@pytest.mark.parametrize("has_child", [True], indirect=True)
def test_a_segment_that_nobody_waited_for_is_not_taken_for_the_next(tmp_path, has_child):
    child = KeywordChild(tmp_path)
    rows = with_terms(document("a.md", "# A\n\nApples.\n")), with_terms(document("b.md", "# B\n\nBees.\n"))
    assert child.begin(rows) and child.tell_keys([1, 2]) is not None
    first = keyword_children()
    assert child.begin(rows) and keyword_children() != first
    made = child.tell_keys([3, 4])
    assert made is not None and (tmp_path / f"MAIN_{made.name()}.seg").is_file()
    child.rest()
    assert not keyword_children()


def keyword_children() -> set[int]:
    """The processes that run for a segment; another child of this process may have ended, or ends meanwhile."""
    found = set()
    for child in psutil.Process().children():
        with suppress(psutil.NoSuchProcess):
            if child.cmdline()[-2:] == ["child", "keyword"]:
                found.add(child.pid)
    return found


def count_segments(monkeypatch) -> list[tuple[list[int], str]]:
    """The keys and the name of each segment that a child makes from now on."""
    asked = []
    taken_in = segment_writer.taken_in

    def note(made):
        segment = taken_in(made)
        asked.append((list(made.keys), segment.segid))
        return segment

    monkeypatch.setattr(segment_writer, "taken_in", note)
    return asked


def kill_at(monkeypatch, when: str) -> list[str]:
    """Kill the child before it is spoken to; what became of that."""
    killed = []
    speak = getattr(KeywordChild, when)

    def harm(self, *values):
        if when == "begin" and not self._has_failed:
            self._process = subprocess.Popen([sys.executable, "-c", ""], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            killed.append(when)
        return speak(self, *values)

    monkeypatch.setattr(KeywordChild, when, harm)
    return killed


def test_documents_of_a_first_fetch_are_found_before_it_ends(library):
    library.start_fetch(PAGES, here=2)
    library.index()
    some = library.documents()
    assert set() < some < set(PAGES)
    library.start_fetch(PAGES, here=3)
    library.index()
    assert some < library.documents() < set(PAGES)
    before = library.keys()
    library.publish(PAGES)
    library.index()
    assert library.documents() == set(PAGES) and before < library.keys()
    library.index()
    assert library.published == 0


def test_a_bucket_without_its_vectors_waits_for_them(library):
    library.start_fetch(PAGES, here=4)
    mirror = PublicationMirror(library.paths.mirror("guide"))
    signed = mirror.coming()
    first, *others = signed.manifest.segments
    vectors = replace(first, kind=SegmentKind.VECTORS, hash="0" * 64, model="model one")
    assert mirror.whole_buckets(
        replace(signed, manifest=replace(signed.manifest, segments=(first, vectors, *others)))
    ) == {entry.bucket for entry in others}


def test_another_state_that_comes_before_the_first_is_whole_is_taken_in(library):
    library.start_fetch(PAGES, here=2)
    library.index()
    changed = {path: f"{text}\nOrchid.\n" for path, text in PAGES.items() if path != "page-3.md"}
    library.start_fetch(changed, here=3, sequence=2)
    library.index()
    library.publish(changed, 2)
    library.index()
    assert library.documents() == set(changed) and library.holders_of("Orchid") == 19


def test_another_division_that_comes_before_the_first_is_whole_waits_for_all_of_it(library):
    library.start_fetch(PAGES, here=2)
    library.index()
    before = library.documents()
    library.start_fetch(PAGES, here=2, buckets=8, sequence=2)
    library.index()
    assert library.documents() == before
    library.publish(PAGES, 2, buckets=8)
    library.index()
    assert library.documents() == set(PAGES)


def test_a_publication_withdrawn_before_it_came_whole_leaves_no_document(library):
    library.start_fetch(PAGES, here=2)
    library.index()
    library.publish({}, 2, is_revoked=True)
    library.index()
    assert library.documents() == set()


def test_a_scan_in_the_middle_of_another_goes_on_where_that_stopped(library):
    library.publish(PAGES)
    library.index(Command(Verb.SCAN), Command(Verb.WAKE), Command(Verb.SCAN), Command(Verb.SCAN))
    assert library.documents() == set(PAGES)
