"""A small real library on disk, indexed in this process."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.search import EVERYTHING
from bookwheel.indexes.ontology import OntologyReader
from bookwheel.library.indexing import indexer
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.library import Library
from bookwheel.library.snapshot.graph_loader import load_graph
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings


def write_file(root: Path, path: str, text: str) -> Path:
    full = root / path
    full.parent.mkdir(parents=True, exist_ok=True)
    full.write_text(text, "utf-8")
    return full


class Shelf:
    """One library with collections; `index` runs the indexer until it has nothing left to do."""

    parser = Parser()
    """One child for all libraries of a test run: to start one takes a third of a second."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.paths = LibraryPaths(folder / "library")
        self.paths.root.mkdir(parents=True, exist_ok=True)  # as the service does; nothing below it makes it
        self.collections: tuple[Collection, ...] = ()
        self.reports: list[Report] = []
        self._library: Library | None = None

    def add(self, slug: str = "notes", **fields: object) -> Path:
        root = self.folder / slug
        root.mkdir(exist_ok=True)
        self.collections = (*self.collections, replace(Collection(slug, slug.title(), str(root)), **fields))
        return root

    def fill(self, slug: str, pages: Mapping[str, str]) -> Path:
        """Add a collection with files of these texts."""
        root = self.add(slug)
        for path, text in pages.items():
            write_file(root, path, text)
        return root

    def seen(self) -> Snapshot:
        """What everybody sees of what was indexed."""
        found = self.library.seen(EVERYTHING)
        assert found is not None
        return found

    def seen_with_graph(self) -> Snapshot:
        """The same with the graph of the ontology."""
        ontology = OntologyReader.open(self.paths.ontology)
        assert ontology is not None
        graph = load_graph(ontology)
        ontology.close()
        return replace(self.seen(), graph=graph)

    def index(self, *commands: Command, **limits: float) -> list[Report]:
        self.paths.root.mkdir(parents=True, exist_ok=True)  # as the service does; nothing below it makes it
        configure = replace(Command(Verb.CONFIGURE, collections=self.collections), **limits)
        waiting = [configure, *(commands or (Command(Verb.SCAN),))]
        reports: list[Report] = []

        def inbox(timeout_s: float | None) -> Command | None:
            if timeout_s == 0:
                return None
            if not waiting and timeout_s is not None:
                return None
            return waiting.pop(0) if waiting else Command(Verb.STOP)

        indexer.run(self.paths, inbox, reports.append, self.parser)
        self.reports = reports
        if self._library is not None:
            self._library.refresh(self.revision)
        return reports

    @property
    def revision(self) -> int:
        return max(report.revision for report in self.reports)

    @property
    def library(self) -> Library:
        if self._library is None:
            self._library = Library(self.paths, Settings(), lambda: self.collections)
        return self._library

    def published(self) -> list[Report]:
        return [report for report in self.reports if report.kind is ReportKind.PUBLISHED]

    def close(self) -> None:
        if self._library is not None:
            self._library.close()


@pytest.fixture(scope="module", autouse=True)
def _parser_ends():
    yield
    Shelf.parser.close()


@pytest.fixture
def shelf(tmp_path: Path):
    one = Shelf(tmp_path)
    yield one
    one.close()


@pytest.fixture
def write() -> Callable[[Path, str, str], Path]:
    return write_file


def changed(slug: str, paths: Sequence[str]) -> Command:
    return Command(Verb.CHANGED, collection=slug, paths=tuple(paths))
