"""The port over any engine: checks, batches, masks, and a time after which an engine counts as away."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence, Set
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import TypeVar

import numpy as np

from bookwheel.domain.errors import EngineUnavailable
from bookwheel.indexes.vector_store.port import MOST_NEAR, NOTHING, Engine, Floats, Found, Mask, Model, Row, merge
from bookwheel.indexes.vector_store.row_checks import check_name, unique_keys, unit_query, unit_rows

MOST_AT_ONCE = 1000
"""Keys of one call to an engine."""

NEAR_S = 3.0
"""Seconds that a question waits for an engine."""

AWAY_S = 10.0
"""Seconds for which an engine that did not answer is not asked for the nearest again; then one question tries it, which
nobody waits for."""

MOST_LISTED = 5000
"""Of more keys a whole collection is asked first, and what is not among them left out."""

WIDER = 4
"""How many times as many are asked of a whole collection then."""

_THREADS = 8

T = TypeVar("T")

log = logging.getLogger(__name__)


class EngineVectors:
    """See `port.Vectors`."""

    def __init__(self, engine: Engine, model: Model) -> None:
        """Ask nothing yet."""
        self._engine, self._model = engine, model
        self._threads = ThreadPoolExecutor(_THREADS, "vectors")
        self._lock = threading.Lock()
        self._is_away, self._away_until = False, 0.0

    @property
    def model(self) -> Model:
        """What made the vectors."""
        return self._model

    def collections(self) -> frozenset[str]:
        """The collections that hold vectors."""
        return self._engine.collections()

    def keys(self, collection: str) -> set[bytes]:
        """The keys of a collection."""
        check_name(collection)
        return self._engine.keys(collection)

    def count(self, collection: str) -> int:
        """How many vectors a collection holds."""
        check_name(collection)
        return self._engine.count(collection)

    def put(self, collection: str, keys: Sequence[bytes], vectors: Floats) -> None:
        """Hold vectors under keys; all are checked before the first is put."""
        check_name(collection)
        names, rows = unit_rows(keys, vectors, self._model.dimensions)
        for start in range(0, len(names), MOST_AT_ONCE):
            part = slice(start, start + MOST_AT_ONCE)
            self._engine.put(collection, names[part], rows[part])

    def drop(self, collection: str, keys: Sequence[bytes]) -> None:
        """Delete vectors."""
        check_name(collection)
        names = unique_keys(keys)
        for start in range(0, len(names), MOST_AT_ONCE):
            self._engine.drop(collection, names[start : start + MOST_AT_ONCE])

    def drop_collection(self, collection: str) -> None:
        """Delete all vectors of a collection."""
        check_name(collection)
        self._engine.drop_collection(collection)

    def get(self, collection: str, keys: Sequence[bytes]) -> dict[bytes, Floats]:
        """The vectors under keys."""
        check_name(collection)
        names, found = unique_keys(keys), dict[bytes, Floats]()
        for start in range(0, len(names), MOST_AT_ONCE):
            asked = names[start : start + MOST_AT_ONCE]
            told = self._engine.get(collection, asked)
            found.update((key, self._sound(told[key])) for key in asked if key in told)
        return found

    def near(self, vector: Floats, count: int, mask: Mask) -> Found:
        """The nearest rows among those that the mask names."""
        unit, most = unit_query(vector, self._model.dimensions), min(count, MOST_NEAR)
        for name, keys in mask.items():
            check_name(name)
            unique_keys(list(keys or ()))
        if most < 1 or not mask:
            return NOTHING
        if self._is_away:
            self._try_again(unit, most, mask)
            raise EngineUnavailable("The vectors' engine did not answer a moment ago. Try again in {seconds} seconds.",
                                    seconds=round(AWAY_S))  # fmt: skip
        try:
            return self._ask(unit, most, mask)
        except EngineUnavailable as error:
            with self._lock:
                self._is_away, self._away_until = True, time.monotonic() + AWAY_S
            log.warning("%s", error.message)
            raise

    def close(self) -> None:
        """Let go of the engine; what it still answers is not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._engine.close()

    def _try_again(self, vector: Floats, count: int, mask: Mask) -> None:
        """Ask an engine that was away, if it was not asked a moment ago; whether it answers, later questions learn."""
        with self._lock:
            if time.monotonic() < self._away_until:
                return
            self._away_until = time.monotonic() + AWAY_S
        threading.Thread(target=self._probe, args=(vector, count, mask), name="vectors' engine", daemon=True).start()

    def _probe(self, vector: Floats, count: int, mask: Mask) -> None:
        try:
            self._ask(vector, count, mask)
        except EngineUnavailable:  # said when it went away
            return
        except Exception:  # the thread's edge: it is tried again
            log.exception("The vectors' engine could not be tried.")
            return
        with self._lock:
            self._is_away = False
        log.info("The vectors' engine answers again.")

    def _ask(self, vector: Floats, count: int, mask: Mask) -> Found:
        ends = time.monotonic() + NEAR_S
        whole = [name for name, keys in mask.items() if keys is None]
        questions: list[Callable[[], Found]] = []
        if whole:
            names = frozenset(whole)
            questions.append(lambda: _kept(self._engine.near(vector, count, whole), lambda row: row[0] in names))
        for name, keys in mask.items():
            if keys:
                questions.append(lambda name=name, keys=keys: self._near_among(vector, count, name, keys, ends))
        return merge(self._answers(questions, ends), count)

    def _near_among(self, vector: Floats, count: int, name: str, keys: Set[bytes], ends: float) -> Found:
        """The nearest of some keys: of many, those of the whole collection that are among them, if they are enough."""
        if len(keys) > MOST_LISTED:
            asked = min(count * WIDER, MOST_NEAR)
            found = _kept(self._engine.near(vector, asked, [name]), lambda row: row[0] == name and row[1] in keys)
            if len(found.rows) >= min(count, len(keys)):
                return found
        listed, parts = sorted(keys), list[Found]()
        for start in range(0, len(listed), MOST_AT_ONCE):
            if time.monotonic() > ends:
                raise _too_slow()
            part = listed[start : start + MOST_AT_ONCE]
            allowed = frozenset(part)
            found = self._engine.near_among(vector, min(count, len(part)), name, part)
            parts.append(_kept(found, lambda row, allowed=allowed: row[0] == name and row[1] in allowed))
        return merge(parts, count)

    def _answers(self, questions: Sequence[Callable[[], T]], ends: float) -> list[T]:
        """What the engine answers to questions asked at once.

        Raises:
            EngineUnavailable: when one of them fails, or is not answered in time.
        """
        try:
            asked: list[Future[T]] = [self._threads.submit(question) for question in questions]
        except RuntimeError:  # it was closed a moment ago
            raise EngineUnavailable("The vectors' engine was closed. Ask again.") from None
        done, open_ones = wait(asked, timeout=max(ends - time.monotonic(), 0))
        for question in open_ones:
            question.cancel()
        if open_ones:
            raise _too_slow()
        assert len(done) == len(asked)
        return [question.result() for question in asked]

    def _sound(self, vector: Floats) -> Floats:
        """A vector as it came, if it can be one.

        Raises:
            EngineUnavailable: for one of other dimensions or of no finite numbers.
        """
        if vector.shape != (self._model.dimensions,) or not np.isfinite(vector).all():
            raise EngineUnavailable("The vectors' engine gave a vector that cannot be used. Look at its log.")
        return vector


def _too_slow() -> EngineUnavailable:
    return EngineUnavailable("The vectors' engine did not answer within {seconds} seconds.", seconds=round(NEAR_S))


def _kept(found: Found, is_asked: Callable[[Row], bool]) -> Found:
    """What was asked for, with cosines that can be ones: an engine may say anything."""
    fit = np.isfinite(found.cosines)
    rows = [place for place, row in enumerate(found.rows) if fit[place] and is_asked(row)]
    return Found(tuple(found.rows[place] for place in rows), np.clip(found.cosines[rows], -1, 1).astype(np.float32))
