"""Embedding, as it runs in the embedder child: published sections without vectors get them, newest and viewed first."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from bookwheel.domain.errors import IndexDamaged, ModelUnavailable
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.status import Embedding
from bookwheel.indexes.catalogue import SectionRow
from bookwheel.indexes.embedding import Encoder
from bookwheel.indexes.vectors import ChunkRow
from bookwheel.library.embedding.chunker import Chunk, chunks
from bookwheel.library.embedding.embedder_stores import Embedded
from bookwheel.library.throughput import Rates
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

BATCH_CHUNKS = 64
"""Chunks committed together: what a kill can cost, and enough to put texts of like length together."""

RETRY_S = (0.5, 2.0, 8.0)
"""Seconds before a failed batch is tried again; then its sections are tried one by one."""

NAP_S = 0.1
MOST_RECOVERIES = 3

Load = Callable[[str, int], Encoder]


def run(
    paths: LibraryPaths,
    inbox: Callable[[float | None], Command | None],
    report: Callable[[Report], None],
    load: Load,
) -> None:
    """Embed until STOP, or until the inbox raises EOFError.

    `inbox` waits for a command as long as told (None for ever, 0 not at all) and returns None when there was none.
    `load` gives the encoder of a model's name on so many threads.
    """
    embedder = _Embedder(paths, inbox, report, load)
    try:
        embedder.work()
    except EOFError:
        log.info("the service has gone")
    finally:
        embedder.close()


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A section to be embedded."""

    model: str
    section: SectionRow
    title: str


@dataclass(frozen=True, slots=True)
class _Cut:
    """A section with its chunks."""

    section: SectionRow
    chunks: Sequence[Chunk]


class _Embedder:
    def __init__(
        self,
        paths: LibraryPaths,
        inbox: Callable[[float | None], Command | None],
        report: Callable[[Report], None],
        load: Load,
    ) -> None:
        self._inbox, self._report, self._load = inbox, report, load
        self._models: dict[str, str] = {}
        self._threads = 2
        self._encoders: dict[str, Encoder] = {}
        self._numbers: dict[str, int] = {}
        self._faults: dict[str, Message] = {}
        self._failed: dict[int, str] = {}
        self._stores = Embedded(paths)
        self._documents: deque[tuple[int, str]] = deque()
        self._sections: deque[_Waiting] = deque()
        self._done: dict[str, set[int]] = {}
        self._viewed: list[str] = []
        self._rates = Rates()
        self._made = 0
        self._state = Embedding(state="ready")
        self._is_asked = self._is_planned = self._is_paused = self._is_stopping = False
        self._recoveries = 0

    def close(self) -> None:
        """Close the stores."""
        self._stores.close()

    def work(self) -> None:
        """Do what is asked until there is nothing more to ask."""
        while not self._is_stopping:
            try:
                self._turn()
            except IndexDamaged:
                log.exception("a store cannot be used")
                self._recoveries += 1
                if self._recoveries > MOST_RECOVERIES:
                    raise
                self.close()
                self._stores.is_suspect, self._is_planned = True, False
                time.sleep(NAP_S)

    def _turn(self) -> None:
        if self._is_paused or not self._is_asked:
            self._obey(self._inbox(None))
            return
        command = self._inbox(0)
        if command is not None:
            self._obey(command)
        elif not self._is_planned:
            self._plan()
        elif self._documents or self._sections:
            self._step()
        else:
            self._finish()

    def _obey(self, command: Command | None) -> None:
        if command is None:
            return
        match command.verb:
            case Verb.CONFIGURE:
                self._configure(command)
            case Verb.WAKE:
                self._is_asked, self._is_planned = True, False
            case Verb.VIEWED:
                self._viewed = list(dict.fromkeys((*command.docs, *self._viewed)))[:200]
                self._put_first(command.docs)
            case Verb.REBUILD:
                self.close()
                self._failed.clear()
                self._stores.is_suspect = self._is_asked = True
                self._is_planned = False
            case Verb.FORGET:
                self._forget(command.collection)
            case Verb.PAUSE | Verb.RESUME:
                self._is_paused = command.verb is Verb.PAUSE
                self._rates.clear()
                self._tell(state="paused" if self._is_paused else "embedding" if self._is_asked else "ready")
            case Verb.STOP:
                self._is_stopping = True
            case _:
                log.warning("%s means nothing to the embedder", command.verb)

    def _configure(self, command: Command) -> None:
        models = dict(command.models)
        if command.threads != self._threads:
            self._encoders.clear()
        for name in self._encoders.keys() - models.values():
            self._encoders.pop(name)
        self._models, self._threads = models, command.threads
        self._faults.clear()
        self._is_planned = False

    def _plan(self) -> None:
        """Find what has no vectors, and put it in order."""
        self._documents.clear()
        self._sections.clear()
        self._done.clear()
        self._is_planned = True
        if not self._open():
            return
        published = self._stores.published()
        for name in sorted(
            {self._models[document.collection] for document in published if document.collection in self._models}
        ):
            self._ready(name)
        self._done = {name: self._stores.vectors.sections(number) for name, number in self._numbers.items()}
        missing: list[tuple[str, int, str]] = []
        total = done = 0
        for each in published:
            name = self._models.get(each.collection)
            if name is None:
                continue
            left = set(each.sections) - self._done.get(name, set())
            total, done = total + len(each.sections), done + len(each.sections) - len(left)
            if name in self._numbers and left - self._failed.keys():
                missing.append((each.date, each.key, name))
        missing.sort(reverse=True)
        self._documents.extend((key, name) for _, key, name in missing)
        self._put_first(tuple(self._viewed))
        self._tell(state="embedding" if missing else self._state.state, done=done, total=total)

    def _step(self) -> None:
        """Embed and commit one batch."""
        waiting = self._gathered()
        for name in dict.fromkeys(due.model for due in waiting):
            encoder, number = self._encoders[name], self._numbers[name]
            cut = [_Cut(due.section, chunks(due.section, due.title, encoder)) for due in waiting if due.model == name]
            self._embed(name, encoder, number, cut)

    def _gathered(self) -> list[_Waiting]:
        found: list[_Waiting] = []
        while len(found) < BATCH_CHUNKS:
            if self._sections:
                found.append(self._sections.popleft())
            elif self._documents:
                self._unfold(*self._documents.popleft())
            else:
                break
        return found

    def _unfold(self, key: int, name: str) -> None:
        catalogue = self._stores.catalogue
        document = catalogue.document_rows([key]).get(key)
        if document is None or name not in self._numbers:
            return
        sections = catalogue.sections_of(key, with_text=True)
        left = [one for one in sections if one.key not in self._done[name] and one.key not in self._failed]
        if self._encoders[name].identity.reads(document.language):
            self._sections.extend(_Waiting(name, one, document.title) for one in left)
        else:
            self._commit(name, {}, [_Cut(one, ()) for one in left])

    def _embed(self, name: str, encoder: Encoder, number: int, cut: Sequence[_Cut]) -> None:
        texts = {chunk.hash: chunk.text for piece in cut for chunk in piece.chunks}
        known = self._stores.vectors.known(number, texts)
        new = {key: text for key, text in texts.items() if key not in known}
        try:
            made = self._encoded(encoder, new)
        except Exception as error:  # a model may fail in any way; the other sections go on
            log.exception("a batch of %d chunks could not be embedded", len(new))
            self._embed_singly(name, encoder, cut, error)
            return
        self._commit(name, made, cut)

    def _encoded(self, encoder: Encoder, texts: dict[bytes, str]) -> dict[bytes, NDArray[np.float32]]:
        """A vector for each text; after some failures the last one is raised."""
        for wait_s in (*RETRY_S, 0.0):
            try:
                return dict(zip(texts, encoder.encode(list(texts.values())), strict=True)) if texts else {}
            except Exception:  # a model may fail in any way
                if not wait_s:
                    raise
                log.warning("%d chunks could not be embedded; again in %g s", len(texts), wait_s)
                time.sleep(wait_s)
        return {}

    def _embed_singly(self, name: str, encoder: Encoder, cut: Sequence[_Cut], error: Exception) -> None:
        """Embed a failed batch section by section, and name those that fail again."""
        for piece in cut:
            texts = [chunk.text for chunk in piece.chunks]
            try:
                made = encoder.encode(texts) if texts else np.zeros((0, 0), np.float32)
            except Exception as again:  # likewise
                self._failed[piece.section.key] = f"{piece.section.doc}#{piece.section.anchor}: {again or error}"
                continue
            new = {chunk.hash: vector for chunk, vector in zip(piece.chunks, made, strict=True)}
            known = self._stores.vectors.known(self._numbers[name], new)
            self._commit(name, {key: vector for key, vector in new.items() if key not in known}, [piece])
        self._tell()

    def _commit(self, name: str, made: dict[bytes, NDArray[np.float32]], cut: Sequence[_Cut]) -> None:
        rows = [
            ChunkRow(piece.section.key, number, len(piece.chunks), chunk.hash)
            for piece in cut
            for number, chunk in enumerate(piece.chunks)
        ]
        rows.extend(ChunkRow(piece.section.key, 0, 0, b"") for piece in cut if not piece.chunks)
        self._stores.vectors.put(self._numbers[name], made, rows)
        self._done[name].update(piece.section.key for piece in cut)
        self._made += len(made)
        done = self._state.done + len(cut)
        self._rates.mark(time.monotonic(), done, self._made)
        self._tell(done=done)

    def _finish(self) -> None:
        """Everything is done that can be: take out what belongs to no section, and rest."""
        if self._stores.is_open:
            self._tidy()
        self._is_asked = False
        self._rates.clear()
        self._tell(state="failed" if self._faults else "ready")
        self._report(Report(ReportKind.IDLED, embedding=self._state))

    def _forget(self, slug: str) -> None:
        """Take out every trace of a collection that the catalogue does not have any more."""
        self._models.pop(slug, None)
        self._is_planned = False
        if self._open():
            self._tidy()
            self._stores.vectors.erase_traces()
        else:
            self._stores.delete()
        self._report(Report(ReportKind.FORGOTTEN, collection=slug, embedding=self._state))

    def _ready(self, name: str) -> None:
        """Load a model; what fails is told and the others go on."""
        if name in self._numbers and name in self._encoders:
            return
        if name not in self._encoders:
            self._tell(state="loading")
            try:
                self._encoders[name] = self._load(name, self._threads)
            except ModelUnavailable as error:
                log.warning("%s", error.message)
                self._numbers.pop(name, None)
                self._faults[name] = (
                    Message("{reason} ({advice})", reason=error.message, advice=error.next)
                    if error.next
                    else error.message
                )
                return
        identity = self._encoders[name].identity
        self._numbers[name] = self._stores.vectors.model(identity.key, name, identity.dimensions)

    def _put_first(self, docs: Sequence[str]) -> None:
        """Move documents to the front, as far as they wait."""
        if not docs or not self._documents or not self._stores.is_open:
            return
        rows = [self._stores.catalogue.document(doc) for doc in docs]
        first = {row.key: place for place, row in enumerate(rows) if row is not None}
        known = [document for document in self._documents if document[0] in first]
        rest = [document for document in self._documents if document[0] not in first]
        self._documents = deque([*sorted(known, key=lambda each: first[each[0]]), *rest])

    def _open(self) -> bool:
        """Open the stores unless they are; False when there is no catalogue yet."""
        before = self._stores.openings
        if not self._stores.open():
            return False
        if self._stores.openings > before:
            self._numbers = {
                name: self._stores.vectors.model(one.identity.key, name, one.identity.dimensions)
                for name, one in self._encoders.items()
            }
        if self._stores.notice:
            self._report(Report(ReportKind.STARTED, message=self._stores.notice))
            self._stores.notice = NO_MESSAGE
        return True

    def _tidy(self) -> None:
        numbers = {slug: self._numbers[name] for slug, name in self._models.items() if name in self._numbers}
        self._stores.tidy(numbers, self._failed)
        self._numbers.clear()  # a model without chunks has gone, and gets another number when it is wanted again

    def _tell(self, **changes: object) -> None:
        """Report how far it is, with what changed."""
        state = replace(self._state, **changes)  # type: ignore[arg-type]
        sections_per_s, chunks_per_s = self._rates.per_second()
        left = state.total - state.done
        names = [
            self._encoders[name].identity.name
            for name in dict.fromkeys(self._models.values())
            if name in self._encoders
        ]
        self._state = replace(
            state,
            model=", ".join(names),
            chunks_per_s=round(chunks_per_s, 1),
            time_left_s=round(left / sections_per_s, 1) if sections_per_s > 0 and left > 0 else -1.0,
            problem=self._problem(),
        )
        self._report(Report(ReportKind.EMBEDDED, embedding=self._state))

    def _problem(self) -> Message:
        if self._faults:
            return Message.joined(self._faults.values(), " ")
        if not self._failed:
            return NO_MESSAGE
        first = next(iter(self._failed.values()))
        return Message(
            "{count} sections could not be embedded and are found by keywords only; {reason}.",
            count=f"{len(self._failed):,}",
            reason=first,
        )
