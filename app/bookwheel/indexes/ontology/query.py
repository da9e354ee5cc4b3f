"""SPARQL from outside, answered: read-only, within a number of rows and a size. Nothing here limits the time."""

from __future__ import annotations

import contextlib
import difflib
import itertools
import math
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyoxigraph as ox

from bookwheel.domain.errors import BadRequest, StoreUnusable
from bookwheel.domain.graph import QueryAnswer, QueryRequest
from bookwheel.domain.messages import Message
from bookwheel.indexes.ontology import query_sandbox
from bookwheel.indexes.ontology.iris import VOCABULARY, VOCABULARY_GRAPH
from bookwheel.indexes.ontology.stores import (
    DAMAGE,
    REBUILT,
    damaged,
    numbered,
    read_with_retries,
    stamp_of,
    version,
    version_of,
    vocabulary_path,
)

MOST_ROWS = 1000
LARGEST = 500_000
"""Characters of one answer at most, but for its first row."""

MOST_KEPT, LARGEST_KEPT = 10_000, 2_000_000
"""Rows of one query and their characters that are read after those of the answer."""

READ_ON_S = 0.25
"""Seconds in which they are read; a query that takes longer says that there are more."""

LONGEST_VALUE = 2_000
"""Characters of one value at most."""

_ANSWERS = 4
"""How often a question is asked of a store that changes under it."""

_LABEL = ox.NamedNode("http://www.w3.org/2000/01/rdf-schema#label")
_GRAPH = ox.NamedNode(VOCABULARY_GRAPH)
_Rows = tuple[tuple[str, ...], ...]
_Answered = tuple[tuple[str, ...], _Rows, bool, int, tuple[Message, ...]]
"""Columns, rows, whether there are more, the revision, and sentences about names that are none."""

_State = tuple[tuple[str, int, int], ...]


class Asker:
    """The newest stamped store of a folder, opened read-only and anew when it has changed; one thread.

    While there is no store, the vocabulary alone answers, at revision 0.
    """

    def __init__(self, folder: Path) -> None:
        """Open nothing yet."""
        self._folder = folder
        self._opened: tuple[_State, ox.Store, int] | None = None
        self._following: Iterator[tuple[str, ...]] = iter(())
        self._parts: OrderedDict[str, ox.Store] = OrderedDict()

    def load(self, part: str, text: str, most: int) -> None:
        """Keep a part of the ontology, in TriG, to be asked by its key; the newest `most` are kept."""
        store = ox.Store()
        store.load(path=str(vocabulary_path()), format=ox.RdfFormat.TURTLE, to_graph=_GRAPH)
        store.bulk_load(input=text.encode(), format=ox.RdfFormat.TRIG, lenient=True)
        self._parts[part] = store
        while len(self._parts) > most:
            self._parts.popitem(last=False)

    def answer(self, request: QueryRequest, part: str = "") -> QueryAnswer:
        """The rows of a query over all graphs as one: over those of a part that was loaded, if one is named.

        Raises:
            BadRequest: for what is no query that only reads, or a limit out of range.
            IndexDamaged: when the store cannot be read.
        """
        if not 1 <= request.limit <= MOST_ROWS:
            raise BadRequest("{name} must be between {least} and {most}.", name="limit", least=1, most=f"{MOST_ROWS:,}")
        began = time.perf_counter()
        question = query_sandbox.read(request.sparql)
        for attempt in range(_ANSWERS):
            try:
                columns, rows, is_cut, revision, unknown = self._answered(question, request.limit, part)
                break
            except DAMAGE as error:
                # Compaction takes files away that were not read yet; the store as it is now has others.
                self._opened = None
                if attempt + 1 == _ANSWERS:
                    raise damaged(
                        error,
                        Message("The ontology cannot be read ({reason}). Try again.", reason=type(error).__name__),
                    ) from error
        else:
            raise AssertionError("unreachable")
        notices = unknown
        if not revision:
            notices = (*notices, Message("The ontology has not been built yet; only its vocabulary was queried."))
        took_ms = round((time.perf_counter() - began) * 1000, 2)
        return QueryAnswer(columns, rows, is_cut, revision, took_ms, notices)

    def following(self) -> tuple[_Rows, bool]:
        """The rows after those of the last answer, within a number, a size and a time; and whether there are more."""
        rows, self._following = self._following, iter(())
        try:
            found, _, is_cut = _within(rows, MOST_KEPT, LARGEST_KEPT, time.monotonic() + READ_ON_S)
        except DAMAGE:  # a file was compacted away under it
            return (), True
        return found, is_cut

    def _answered(self, question: query_sandbox.Question, limit: int, part: str) -> _Answered:
        store, revision = (self._parts[part], 1) if part else self._current()
        try:
            found = store.query(question.text, prefixes=dict(question.prefixes), use_default_graph_as_union=True)
            if isinstance(found, ox.QueryBoolean):
                columns, said = ("answer",), iter([("true" if found else "false",)])
            elif isinstance(found, ox.QueryTriples):
                columns, said = ("subject", "predicate", "object"), _plain_rows(found)
            else:
                columns, said = tuple(variable.value for variable in found.variables), _plain_rows(found)
            rows, self._following, is_cut = _within(said, limit, LARGEST)
        except (SyntaxError, ValueError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and not query_sandbox.is_refusal(str(error)):
                raise
            error.with_traceback(None)  # its frames hold Oxigraph's answer, which this thread alone may let go
            raise question.refusal(str(error)) from None
        finally:
            found = said = None
        return columns, rows, is_cut, revision, tuple(_unknown(store, question.names))

    def warm(self) -> None:
        """Open what there is."""
        with contextlib.suppress(StoreUnusable):
            self._current()

    def _current(self) -> tuple[ox.Store, int]:
        _, store, revision = self._opened = read_with_retries(self._read_newest, REBUILT)
        return store, revision

    def _read_newest(self) -> tuple[_State, ox.Store, int]:
        """The store opened before where its files are the same, else the newest."""
        state = _state(self._folder)
        if self._opened is not None and self._opened[0] == state:
            return self._opened
        return (state, *_newest(self._folder))


def _newest(folder: Path) -> tuple[ox.Store, int]:
    for _, place in reversed(numbered(folder)):
        if (place / "CURRENT").exists():
            store = ox.Store.read_only(str(place))
            revision = stamp_of(store)
            if revision >= 0 and version_of(store) == version():
                return store, revision
    store = ox.Store()
    store.load(path=str(vocabulary_path()), format=ox.RdfFormat.TURTLE, to_graph=_GRAPH)
    return store, 0


def _state(folder: Path) -> _State:
    """What changes when something was written: the names, sizes and times of the stores' lists and logs."""
    found: list[tuple[str, int, int]] = []
    for _, place in numbered(folder):
        with contextlib.suppress(OSError):
            for file in place.iterdir():
                if file.name.startswith(("MANIFEST", "CURRENT")) or file.suffix in (".log", ".sst"):
                    status = file.stat()
                    found.append((f"{place.name}/{file.name}", status.st_size, status.st_mtime_ns))
    return tuple(sorted(found))


def _plain_rows(answers: Iterable[Iterable[object]]) -> Iterator[tuple[str, ...]]:
    return (tuple(_plain(term) for term in answer) for answer in answers)


def _within(
    rows: Iterator[tuple[str, ...]], limit: int, most_characters: int, until: float = math.inf
) -> tuple[_Rows, Iterator[tuple[str, ...]], bool]:
    """Rows up to a limit of number, size and time (monotonic), those that follow, and whether there are any."""
    taken: list[tuple[str, ...]] = []
    size = 0
    for row in rows:
        size += sum(len(text) for text in row)
        is_full = len(taken) == limit or size > most_characters or time.monotonic() > until
        if taken and is_full:
            return tuple(taken), itertools.chain([row], rows), True
        taken.append(row)
    return tuple(taken), iter(()), False


def _plain(term: object) -> str:
    text = term.value if isinstance(term, ox.NamedNode | ox.Literal) else "" if term is None else str(term)
    return text if len(text) <= LONGEST_VALUE else f"{text[: LONGEST_VALUE - 1]}…"


def _unknown(store: ox.Store, names: Iterable[str]) -> Iterator[Message]:
    """A sentence for every name that looks like a term of the vocabulary and is none."""
    for name in names:
        if name.startswith(VOCABULARY) and not _is_term(store, name):
            local = name.removeprefix(VOCABULARY)
            near = difflib.get_close_matches(local, _terms(store), 3)
            meant = ", ".join(f"bw:{term}" for term in near)
            yield (
                Message("The vocabulary has no term bw:{name}; did you mean {names}?", name=local, names=meant)
                if near
                else Message("The vocabulary has no term bw:{name}.", name=local)
            )


def _is_term(store: ox.Store, name: str) -> bool:
    return next(iter(store.quads_for_pattern(ox.NamedNode(name), None, None, _GRAPH)), None) is not None


def _terms(store: ox.Store) -> list[str]:
    subjects = (quad.subject for quad in store.quads_for_pattern(None, _LABEL, None, _GRAPH))
    names = (one.value for one in subjects if isinstance(one, ox.NamedNode))
    return [name.removeprefix(VOCABULARY) for name in names if name.startswith(VOCABULARY)]
