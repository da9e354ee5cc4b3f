"""Embedding, as it runs in the embedder child: published sections without vectors get them, newest and viewed first."""

from __future__ import annotations

import logging
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.indexing import Command, Report, ReportKind, Verb
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.service.status import Embedding
from bookwheel.indexes.catalogue import DocumentRow, SectionRow
from bookwheel.library.embedding.batch_embedder import BatchEmbedder, CutSection
from bookwheel.library.embedding.embedder_models import EmbedderModels, Load, PreparedModel
from bookwheel.library.embedding.embedder_stores import Embedded, Published
from bookwheel.library.embedding.published_vectors import PublishedVectors
from bookwheel.library.embedding.section_chunks import cut_section, find_chunks
from bookwheel.library.throughput import Rates
from bookwheel.paths import LibraryPaths

log = logging.getLogger(__name__)

BATCH_CHUNKS = 64
"""Chunks committed together: what a kill can cost, and enough to put texts of like length together."""

MOST_SUPPLIED = 2_000
"""Sections committed together that need no encoder: 100,000 published ones take 50 commits instead of 1,600."""

_FEW = 1_000
"""Sections: a collection that lacks fewer is done first, so that nobody waits for another large one."""

NAP_S = 0.1
MOST_RECOVERIES = 3


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
    document: DocumentRow


class _Embedder:
    def __init__(
        self,
        paths: LibraryPaths,
        inbox: Callable[[float | None], Command | None],
        report: Callable[[Report], None],
        load: Load,
    ) -> None:
        self._inbox, self._report = inbox, report
        self._models = EmbedderModels(load)
        self._stores = Embedded(paths)
        self._batches = BatchEmbedder(self._stores, self._note_commit)
        self._published = PublishedVectors(paths)
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
                self._batches.failed.clear()
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
        self._models.configure(dict(command.models), command.threads)
        self._published.configure(command.publications, are_shared=command.shares_vectors)
        self._is_planned = False

    def _plan(self) -> None:
        """Find what has no vectors, and put it in order.

        Publications with vectors come first, then collections that lack few, then the newest documents.
        """
        self._documents.clear()
        self._sections.clear()
        self._batches.drop_supplied()
        self._published.release()
        self._done.clear()
        self._is_planned = True
        if not self._open():
            return
        published = self._stores.published()
        models = self._models.of_collection
        for name in sorted({models[document.collection] for document in published if document.collection in models}):
            if name not in self._models.encoders:
                self._tell(state="loading")
            self._models.prepare(name, self._stores.vectors)
        self._done = {name: self._stores.vectors.sections(number) for name, number in self._models.numbers.items()}
        missing: list[tuple[str, str, int, str]] = []
        lacking: Counter[str] = Counter()
        total = done = 0
        for document in published:
            name = models.get(document.collection)
            if name is None:
                continue
            left = set(document.sections) - self._done.get(name, set())
            total, done = total + len(document.sections), done + len(document.sections) - len(left)
            if name in self._models.numbers and left - self._batches.failed.keys():
                missing.append((document.collection, self._order(document, name), document.key, name))
                lacking[document.collection] += len(left)
        supplied = {slug for slug in lacking if self._is_supplied(slug, models[slug])}
        missing.sort(key=lambda one: (one[0] in supplied, lacking[one[0]] <= _FEW, *one[1:]), reverse=True)
        self._documents.extend((key, name) for _, _, key, name in missing)
        self._put_first(tuple(self._viewed))
        self._tell(state="embedding" if missing else self._state.state, done=done, total=total)

    def _is_supplied(self, slug: str, name: str) -> bool:
        return self._published.has(slug, self._models.encoders[name].identity)

    def _order(self, document: Published, name: str) -> str:
        """What documents of a collection are sorted by: the bucket where vectors come in buckets, else the date."""
        if self._is_supplied(document.collection, name):
            return f"{self._published.bucket(document.collection, document.path):06}"
        return document.date

    def _step(self) -> None:
        """Commit what came with its vectors, then embed and commit one batch."""
        waiting = self._gathered()
        self._batches.commit_supplied()
        for name in dict.fromkeys(due.model for due in waiting):
            model, salt = self._models.prepared(name), self._published.salt
            cut = [
                cut_section(due.section, due.document, model.encoder, salt(due.document.collection))
                for due in waiting
                if due.model == name
            ]
            if not self._batches.embed(model, cut):
                self._tell()

    def _gathered(self) -> list[_Waiting]:
        found: list[_Waiting] = []
        while len(found) < BATCH_CHUNKS and self._batches.supplied < MOST_SUPPLIED:
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
        if document is None or name not in self._models.numbers:
            return
        sections = catalogue.sections_of(key, with_text=True)
        done, failed = self._done[name], self._batches.failed
        left = [section for section in sections if section.key not in done and section.key not in failed]
        model = self._models.prepared(name)
        if not model.encoder.identity.reads(document.language):
            for section in left:
                self._batches.supply(model, {}, CutSection(section, ()))
        else:
            self._sections.extend(_Waiting(name, section, document) for section in self._supply(model, document, left))

    def _supply(self, model: PreparedModel, document: DocumentRow, sections: Sequence[SectionRow]) -> list[SectionRow]:
        """Set aside the sections whose vectors came with a publication; the others."""
        published = self._published.of_document(document.collection, document.path, model.encoder.identity)
        if not published:
            return list(sections)
        left: list[SectionRow] = []
        for section in sections:
            found = find_chunks(section, document, published, self._published.salt(document.collection))
            if found is None:
                left.append(section)
            else:
                self._batches.supply(model, found.vectors, found.cut)
        return left

    def _note_commit(self, name: str, section_keys: Sequence[int], vectors: int) -> None:
        self._done[name].update(section_keys)
        self._made += vectors
        done = self._state.done + len(section_keys)
        self._rates.mark(time.monotonic(), done, self._made)
        self._tell(done=done)

    def _finish(self) -> None:
        """Everything is done that can be: take out what belongs to no section, and rest."""
        if self._stores.is_open:
            self._tidy()
        log.info("the models embedded %d chunks", self._made)
        self._is_asked, self._made = False, 0
        self._rates.clear()
        self._tell(state="failed" if self._models.faults else "ready")
        self._report(Report(ReportKind.IDLED, embedding=self._state))

    def _forget(self, slug: str) -> None:
        """Take out every trace of a collection that the catalogue does not have any more."""
        self._published.release()
        self._models.of_collection.pop(slug, None)
        self._is_planned = False
        if self._open():
            self._tidy()
            self._stores.vectors.erase_traces()
        else:
            self._stores.delete()
        self._report(Report(ReportKind.FORGOTTEN, collection=slug, embedding=self._state))

    def _put_first(self, docs: Sequence[str]) -> None:
        """Move documents to the front, as far as they wait."""
        if not docs or not self._documents or not self._stores.is_open:
            return
        rows = [self._stores.catalogue.document(doc) for doc in docs]
        first = {row.key: index for index, row in enumerate(rows) if row is not None}
        known = [document for document in self._documents if document[0] in first]
        rest = [document for document in self._documents if document[0] not in first]
        self._documents = deque([*sorted(known, key=lambda document: first[document[0]]), *rest])

    def _open(self) -> bool:
        """Open the stores unless they are; False when there is no catalogue yet."""
        before = self._stores.openings
        if not self._stores.open():
            return False
        if self._stores.openings > before:
            self._models.number_again(self._stores.vectors)
        if self._stores.notice:
            self._report(Report(ReportKind.STARTED, message=self._stores.notice))
            self._stores.notice = NO_MESSAGE
        return True

    def _tidy(self) -> None:
        self._stores.tidy(self._models.numbers_of_collections(), self._batches.failed)
        self._models.numbers.clear()  # a model without chunks has gone, and gets another number when it is wanted again

    def _tell(self, **changes: object) -> None:
        """Report how far it is, with what changed."""
        state = replace(self._state, **changes)  # type: ignore[arg-type]
        _, chunks_per_s = self._rates.per_second()
        least_s, most_s = self._rates.time_left(state.total - state.done)
        self._state = replace(
            state,
            model=", ".join(self._models.names()),
            chunks_per_s=round(chunks_per_s, 1),
            time_left_s=round(least_s, 1),
            most_left_s=round(most_s, 1),
            problem=self._problem(),
        )
        self._report(Report(ReportKind.EMBEDDED, embedding=self._state))

    def _problem(self) -> Message:
        if self._models.faults:
            return Message.joined(self._models.faults.values(), " ")
        if not self._batches.failed:
            return NO_MESSAGE
        first = next(iter(self._batches.failed.values()))
        return Message(
            "{count} sections could not be embedded and are found by keywords only; {reason}.",
            count=f"{len(self._batches.failed):,}",
            reason=first,
        )
