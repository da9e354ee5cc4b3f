"""Histories of a folder for property tests: steps that change it, and all that a library says of it in the end."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import strategies as st

from bookwheel.domain.browse import BrowseRequest, Sort, TreeRequest, View
from bookwheel.domain.diagnostics import InspectRequest, InspectView
from bookwheel.domain.errors import NotFound
from bookwheel.domain.graph import ContextRequest, ExploreRequest
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import EVERYTHING, Filter, Mode, NamesRequest, Order, Scope, SearchAnswer, SearchRequest
from bookwheel.indexes.keyword import KeywordWriter
from bookwheel.indexes.ontology import OntologyWriter
from bookwheel.library.embedding import embedder
from bookwheel.library.embedding.live_vectors import LiveMeaning
from bookwheel.library.indexing.publish import Stores

from ..torture.stores import Rows, held
from .conftest import Shelf
from .encoders import WordEncoder

FILES = ("a.md", "b.md", "index.md", "one/a.md", "one/b.md", "one/README.md", "two/c.md", "two/deep/a.md", "SUMMARY.md")
FOLDERS = ("one", "two", "two/deep", "three")
PICTURE = "one/wheel.png"
SHARED = "The wheel turns in the margin of the folio.\n"
TEXTS = (
    "# Wheel\n\nThe wheel turns. See [the axle](one/a.md#axle) and [[Axle]].\n\n## Spokes\n\nHard wheelwork of ash.\n",
    f"# Same\n\n{SHARED}",
    f"# Same\n\n{SHARED}\n## More\n\n{SHARED}",
    "---\ntags: [Wood/Ash, wheel]\nauthor: Ramelli\n---\n# Axle\n\nAn axle of oak. ![wheel](wheel.png) [b](b.md)\n",
    "---\ntags: [wood/ash]\nauthor: ramelli\naliases: [Hub]\n---\n# Nave\n\nThe hub holds a spoke. [[a]] [no](x.md)\n",
    "---\ntags: [wood]\ncategory: Craft\n---\nNo heading, but wheels and hinges. [[Wheel]] [[Hub]] [up](../b.md)\n",
    "---\nlang: de\ntags: [Holz]\n---\n# Rad\n\nDas Rad dreht sich, und die Achse ist aus Eiche. Siehe [[Axle]].\n",
    "# Table of contents\n\n* [The first page](a.md)\n* [A second one](one/b.md)\n* [Third](two/c.md)\n",
    "plain words about a lectern, a folio and a quire; wheelwright wheelhouse wheeling\n",
    "# Long\n\n" + "axle folio quire vellum lectern hinge spoke " * 30 + "\n\n## Wheel\n\nwheel wheel wheel\n",
    "---\ntitle: Axle\ntype: guide\nrelated: [one/b.md]\n---\nA second page of that name. [x](two/c.md) [[deep/a]]\n",
    "",
)
QUERIES = (
    "wheel",
    "wheel axle",
    "whe",
    "the hub",
    '"in the margin"',
    "whel",
    "axel",
    "-wheel folio",
    "tag:wood",
    "Same",
)
STOPS = ("", "", "", "written", "applied", "published", "stated")
"""Where the indexer dies, by what it has just done; mostly it does not."""

Step = tuple[str, ...]
Check = dict[str, object]


class Killed(BaseException):
    """Ends the indexer where it stands, as far as that can be done within a process."""


def steps() -> st.SearchStrategy[list[Step]]:
    """Changes of a folder, and runs of the indexer between them."""
    texts = st.integers(0, len(TEXTS) - 1).map(str)
    files, folders = st.sampled_from(FILES), st.sampled_from(FOLDERS)
    change = st.one_of(
        st.tuples(st.just("write"), files, texts),
        st.tuples(st.just("write"), files, texts),
        st.tuples(st.just("remove"), files),
        st.tuples(st.just("move"), files, files),
        st.tuples(st.just("move folder"), folders, folders),
        st.tuples(st.just("picture")),
    )
    index = st.tuples(st.just("index"), st.sampled_from(("scan", "changed", "merge", "embed")), st.sampled_from(STOPS))
    return st.lists(st.one_of(change, change, change, index), min_size=2, max_size=24)


@dataclass(slots=True)
class History:
    """A folder and the library that has followed it."""

    shelf: Shelf
    root: Path

    def begin(self) -> None:
        """Write the first files, and let the library take them in."""
        for number, path in enumerate(FILES[:-1]):
            self.take(("write", path, str(number)))
        self.take(("index", "scan", ""))

    def take(self, step: Step) -> None:
        """Take one step."""
        kind, *words = step
        match kind:
            case "write":
                self._write(words[0], int(words[1]))
            case "remove":
                (self.root / words[0]).unlink(missing_ok=True)
            case "move":
                self._move(words[0], words[1])
            case "move folder":
                source, target = self.root / words[0], self.root / words[1]
                if source.is_dir() and not target.exists() and not target.is_relative_to(source):
                    target.parent.mkdir(parents=True, exist_ok=True)
                    source.rename(target)
            case "picture":
                picture = self.root / PICTURE
                if picture.exists():
                    picture.unlink()
                elif picture.parent.is_dir():
                    picture.write_bytes(b"a picture")
            case _:
                self._index(*words)

    def _write(self, path: str, number: int) -> None:
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(TEXTS[number], "utf-8")
        os.utime(full, (1_600_000_000 + number * 86_400,) * 2)  # the same file is as old as it was

    def _move(self, source: str, target: str) -> None:
        one, other = self.root / source, self.root / target
        if one.exists():
            other.parent.mkdir(parents=True, exist_ok=True)
            one.replace(other)

    def _index(self, how: str, stop: str) -> None:
        if how == "embed":
            embed(self.shelf)
            return
        paths = [str(path.relative_to(self.root)) for path in self.root.rglob("*")]
        every = (*FILES, *paths, *FOLDERS)
        command = Command(Verb.CHANGED, collection="notes", paths=every) if how == "changed" else Command(Verb.SCAN)
        with dying(stop):
            try:
                self.shelf.index(command, batch_files=3 if how == "merge" else 200)
            except Killed:
                return
        say(self.shelf)


@contextmanager
def dying(stop: str) -> Iterator[None]:
    """Let the indexer die once it has done something; nowhere for an empty word."""
    where: dict[str, tuple[type, str, bool]] = {
        "written": (KeywordWriter, "apply", False),
        "applied": (KeywordWriter, "apply", True),
        "published": (Stores, "commit", True),
        "stated": (OntologyWriter, "replace", True),
    }
    if not stop:
        yield
        return
    owner, name, is_after = where[stop]
    method: Callable[..., object] = getattr(owner, name)

    def dies(*arguments: object, **named: object) -> object:
        if is_after:
            method(*arguments, **named)
        raise Killed

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(owner, name, dies)
        yield


def embed(shelf: Shelf) -> None:
    """Give every published section its vectors."""
    waiting = [Command(Verb.CONFIGURE, models=tuple((one.slug, "") for one in shelf.collections)), Command(Verb.WAKE)]

    def inbox(timeout_s: float | None) -> Command | None:
        return waiting.pop(0) if waiting else None if timeout_s == 0 else Command(Verb.STOP)

    if shelf.paths.catalogue.exists():
        embedder.run(shelf.paths, inbox, lambda report: None, lambda name, threads: WordEncoder())


def say(shelf: Shelf) -> None:
    """Ask a little between the steps, so that what the library keeps is kept."""
    for query in QUERIES[:3]:
        shelf.library.search(SearchRequest(query, mode=Mode.KEYWORD))
    shelf.library.names(NamesRequest("a"))


def finished(shelf: Shelf) -> Check:
    """All that a library says of its folder once everything is done."""
    shelf.index()
    embed(shelf)
    library = shelf.library
    library.meaning = LiveMeaning(shelf.paths, lambda name, threads: WordEncoder())
    library.refresh_meaning()
    library.graphs.refresh()
    library.graphs.wait()
    return {**stored(shelf), **dict(answers(shelf))}


def stored(shelf: Shelf) -> Rows:
    """Rows of every store, without what tells one run from another."""
    found = held(shelf.paths)
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        for table in ("documents", "links"):
            columns = [row[1] for row in catalogue.execute(f"PRAGMA table_info({table})")]
            kept = [f"t.{name}" for name in columns if name not in ("key", "document_key", "revision")]
            joined = (
                "JOIN documents d ON d.key = t.document_key" if table == "links" else "JOIN documents d USING (key)"
            )
            rows = catalogue.execute(f"SELECT d.collection, d.path, {', '.join(kept)} FROM {table} t {joined}")
            found[table] = sorted(rows.fetchall(), key=repr)
    del found["counts"]
    return found


def answers(shelf: Shelf) -> Iterator[tuple[str, object]]:
    """What is answered to some questions of every kind."""
    library = shelf.library
    narrow = Scope(filters=(Filter("tag", ("wood",)),))
    facets = ("type", "category", "tag", "language", "author")
    for query in QUERIES:
        for mode in (Mode.KEYWORD, Mode.SEMANTIC, Mode.HYBRID):
            asked = SearchRequest(query, mode=mode, limit=100, facets=facets, explain=mode is Mode.KEYWORD)
            yield f"{mode} {query}", _plain(library.search(asked))
        yield f"scoped {query}", _plain(library.search(SearchRequest(query, limit=100, facets=facets), narrow))
        yield f"typed {query}", _plain(library.search(SearchRequest(query, limit=100, is_prefix=True)))
    for mode in (Mode.AUTO, Mode.GRAPH):
        yield f"{mode} axle", _plain(library.search(SearchRequest("axle", mode=mode, limit=100)))
    for order in (Order.TITLE, Order.DATE, Order.PLACE):
        yield f"{order} wheel", _plain(library.search(SearchRequest("wheel", limit=100, order=order)))
    for scope in (EVERYTHING, narrow):
        views = [(view, Sort.TITLE) for view in View] + [(View.DOCUMENTS, sort) for sort in Sort]
        for view, sort in views:
            answer = library.browse(BrowseRequest(view, sort=sort, limit=500), scope)
            values = tuple(value for value in answer.values if value.value != "revision")
            yield f"browse {view} {sort} {scope}", replace(answer, revision=0, values=values)
    for name in ("a", "wheel", "axle", "hub", "sa"):
        yield f"names {name}", replace(library.names(NamesRequest(name)), revision=0)
    yield "tree", replace(library.tree(TreeRequest("notes")), revision=0)
    for view in InspectView:
        yield f"inspect {view}", replace(library.inspect(InspectRequest(view)), revision=0)
    # The id that a document had before it moved still finds it, which a clean build cannot know.
    there = [f"notes/{path}" for path in FILES if (Path(shelf.collections[0].root) / path).exists()]
    for node in ("", *there, "tag:wood", "tag:wheel", "person:ramelli"):
        yield f"explore {node}", _explored(shelf, node)
    for question in ("How does the wheel turn?", "axle of oak"):
        yield f"context {question}", replace(library.context(ContextRequest(question, 1000)), revision=0)


def _explored(shelf: Shelf, node: str) -> object:
    try:
        return replace(shelf.library.explore(ExploreRequest(node, hops=2)), revision=0, graph_revision=0)
    except NotFound:
        return "not there"


def _plain(answer: SearchAnswer) -> SearchAnswer:
    return replace(answer, cursor="", revision=0, took_ms=0.0)


def differences(one: Check, other: Check) -> list[str]:
    """In what two libraries differ, in a line for each."""
    return [f"{name}:\n  {one.get(name)}\n  {other.get(name)}" for name in other if one.get(name) != other[name]]


def untouched(shelf: Shelf, folder: Path) -> Shelf:
    """Another library of the same collections, which has seen nothing yet."""
    folder.mkdir()
    clean = Shelf(folder)
    clean.collections = shelf.collections
    return clean


def in_words(history: Sequence[Step]) -> str:
    """A history in words, as it is shown where it fails."""
    return "; ".join(" ".join(step) for step in history)
