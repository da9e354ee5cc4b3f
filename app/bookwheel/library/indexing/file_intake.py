"""Taking files in: what a scan or a change asks for, and one file at a time into the batch in the making."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import posixpath
import time
from collections import deque
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, replace

from bookwheel.domain.formats import FormatUse, format_of
from bookwheel.domain.messages import Message
from bookwheel.domain.readiness import TOO_LARGE
from bookwheel.indexes.catalogue import IDENTITY, MAPPING, CatalogueWriter, FileRow, NewDocument, rows_of
from bookwheel.library.indexing.batch import Gathering
from bookwheel.library.indexing.moved_files import VanishedFiles, take_moved
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.library.indexing.publication_scan import PublicationWork
from bookwheel.library.indexing.quarantine import has_content, is_retry_due, quarantined, reason_of
from bookwheel.library.indexing.scan import Found, Work, failure, problem_of
from bookwheel.library.sources.file_walk import Candidate, look_at
from bookwheel.library.sources.inside_root import describe, read_inside
from bookwheel.library.sources.mapping import has_records
from bookwheel.library.sources.toc_titles import is_table, titles_in
from bookwheel.parsing.outside.tesseract import ANY_LANGUAGE
from bookwheel.parsing.parse_task import ParseReply, ParseTask

log = logging.getLogger(__name__)

PARSER_WAIT_S = 0.1
"""Seconds for which the parser is waited for before commands are looked at."""

BINARY_TIMES = 5
"""How many times as large as the largest text a file of a format like PDF may be."""

_BUGS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What a mistake of ours raises; what stores, the system and the service raise is none of these."""


@dataclass(slots=True)
class _Reading:
    """A file that is with the parser."""

    work: Work
    file: FileRow
    is_dropped: bool = False


@dataclass(slots=True)
class Taken:
    """How much has been taken in since the start."""

    files: int = 0
    sections: int = 0


class Intake:
    """Reads candidates, has them parsed, and puts what comes of them into the batch in the making; of one thread."""

    def __init__(
        self,
        catalogue: CatalogueWriter,
        gathering: Gathering,
        found: Found,
        parser: Parser,
        passwords: Mapping[str, str],
    ) -> None:
        """Take files into `gathering`, telling `found` of every problem; `passwords` go by the hash of the content."""
        self.gathering = gathering
        self.taken = Taken()
        self._catalogue, self._found, self._parser, self._passwords = catalogue, found, parser, passwords
        self._readings: deque[_Reading] = deque()
        self._being_read: set[tuple[str, str]] = set()
        self._vanished = VanishedFiles()

    @property
    def reading_count(self) -> int:
        """How many files are with the parser."""
        return len(self._readings)

    def waiting_files(self, collections: Iterable[str], works: Iterable[Work | PublicationWork]) -> dict[str, int]:
        """The number of files of the collections that are still to be read, dropped or published, by collection."""
        waiting = {slug: self.gathering.count(slug) for slug in collections}
        left = [(work.collection.slug, work.count + len(work.gone)) for work in works]
        for slug, count in (*left, *((reading.work.collection.slug, 1) for reading in self._readings)):
            if slug in waiting:
                waiting[slug] += count
        return waiting

    def advance(self, work: Work, largest_mb: float) -> bool:
        """Take one file in, or what has become of earlier ones; True when the work is done.

        It never waits for long, since there may be commands.
        """
        if self._readings:
            self.receive(0)
        if work.waiting and self._has_room(work, work.waiting[0]):
            candidate = work.waiting.popleft()
            with self._bugs_named(work, candidate.path):
                self.take(work, candidate, largest_mb)
        elif self._readings:
            self.receive(PARSER_WAIT_S)
        elif not self.retitle(work):
            self.finish(work)
            return True
        return False

    @property
    def reading_path(self) -> str:
        """The path of the file that the parser has in hand, as far as is known; empty for none."""
        return self._readings[0].file.path if self._readings else ""

    def _has_room(self, work: Work, candidate: Candidate) -> bool:
        """Whether a file can be taken now: not while an earlier state of it, or too much else, is with the parser.

        A table of contents waits for all, since it looks at what has been read. Binary files count for more than
        texts: they take longer, and what is asked for meanwhile waits until they are read.
        """
        slug, path = work.collection.slug, candidate.path
        if is_table(path) and self._readings:
            return False
        return (slug, path) not in self._being_read and self._parser.has_room(candidate.size_bytes * times_larger(path))

    def take(self, work: Work, candidate: Candidate, largest_mb: float) -> None:
        """Hand one file to the parser, unless its content is what the catalogue holds."""
        slug = work.collection.slug
        known = self._known(slug, candidate.path)
        self.taken.files += 1
        self._begin_batch()
        largest_mb *= times_larger(candidate.path)
        most = int(largest_mb * 1_000_000)
        if candidate.size_bytes > most:
            reason = Message(TOO_LARGE.template, size=f"{largest_mb:g}")
            self._leave_out(slug, _file_of(candidate, ""), known, "skipped", reason)
            return
        try:
            content, status = read_inside(work.rules.root, candidate.disk_path, most)
        except FileNotFoundError:
            if known is not None:
                self._vanish(slug, known)
            return
        except OSError as error:
            reason = Message("The file could not be read: {reason}.", reason=describe(error))
            self._found(problem_of(slug, candidate.path, "failed", reason))
            return
        digest = hashlib.blake2b(content, digest_size=16).hexdigest()
        file = replace(_file_of(candidate, digest), size_bytes=status.st_size, modified_ns=status.st_mtime_ns)
        if known is not None and self._is_taken(work, file, known):
            self.gathering.note(slug, replace(file, hash=known.hash, document_key=known.document_key))
            return
        text = content.decode("utf-8", "replace") if is_table(file.path) else ""
        if is_table(file.path) and (pages := self._retitle(work, file.path, text)):
            work.waiting.insert(pages, candidate)  # after them: an indexer that is killed before begins again
            return
        self._parser.submit(_task_of(content, candidate, work, self._passwords.get(digest, "")))
        self._readings.append(_Reading(work, file))
        self._being_read.add((slug, file.path))

    def _is_taken(self, work: Work, file: FileRow, known: FileRow) -> bool:
        """Whether the catalogue holds this content already, and nothing asks for it to be parsed again."""
        return (
            not work.is_forced
            and file.path not in work.reread
            and has_content(known, file.hash)
            and not _has_other_date(known, file)
            and not is_retry_due(known, self._parser.limits)
        )

    def receive(self, timeout_s: float) -> bool:
        """Put what the parser has made of one more file into the batch; False when it takes longer."""
        reply = self._parser.receive(timeout_s)
        if reply is None:
            return False
        reading = self._readings.popleft()
        self._being_read.discard((reading.work.collection.slug, reading.file.path))
        if not reading.is_dropped:
            self._begin_batch()
            with self._bugs_named(reading.work, reading.file.path):
                self._put(reading.work, reading.file, reply)
        return True

    def drain(self) -> bool:
        """Take in what has become of one more file, without taking others; whether any is still with the parser."""
        if self._readings:
            self.receive(PARSER_WAIT_S)
        return bool(self._readings)

    def drop(self, slug: str) -> None:
        """Forget what is still to come of a collection."""
        for reading in self._readings:
            reading.is_dropped = reading.is_dropped or reading.work.collection.slug == slug

    @contextlib.contextmanager
    def _bugs_named(self, work: Work, path: str) -> Generator[None]:
        """Let a bug that shows over one file be that file's problem; the others are taken in."""
        try:
            yield
        except _BUGS as error:
            log.exception("a file could not be taken in")
            self._found(failure(work.collection.slug, path, error))

    def _begin_batch(self) -> None:
        if not len(self.gathering):
            self.gathering.began_s = time.monotonic()

    def _put(self, work: Work, file: FileRow, reply: ParseReply) -> None:
        slug = work.collection.slug
        known = self._known(slug, file.path)  # the batch with an earlier state may have been published meanwhile
        file = replace(file, document_key=known.document_key if known else 0)
        document = reply.document
        if document is None:
            limits = self._parser.limits
            if reply.exceeded:
                file = quarantined(file, limits)
            kind = "protected" if reply.is_protected else "skipped" if reply.skipped else "failed"
            self._leave_out(slug, file, known, kind, reason_of(reply, limits))
            return
        if file.path in work.troubled:
            self._catalogue.clear_problems(slug, [file.path])
        if document.warnings:
            self._found(problem_of(slug, file.path, "warning", Message.joined(document.warnings, " ")))
        if known is None and file.size_bytes and not is_table(file.path):
            self._recognise(work, file)
        self.taken.sections += len(document.sections)
        self.gathering.add(NewDocument(slug, rows_of(document, file), file), known)

    def retitle(self, work: Work) -> bool:
        """Let pages wait that were called by a table of contents which has gone; whether there are any."""
        for path in [path for path in work.gone if is_table(path)]:
            self._retitle(work, path, "")
        return bool(work.waiting)

    def finish(self, work: Work) -> None:
        """Drop the files that are gone, now that every move has been seen."""
        slug = work.collection.slug
        for path, file in work.gone.items():
            if self._known(slug, path) == file:
                self._begin_batch()
                self._vanish(slug, file)
        work.gone.clear()
        if work.is_scan:
            self._catalogue.set_mark(slug, IDENTITY, work.identity)
            self._catalogue.set_mark(slug, MAPPING, work.mapping.digest)
        self._catalogue.clear_problems(slug, [""])

    def _retitle(self, work: Work, table: str, text: str) -> int:
        """Let the pages wait, first of all, that a table of contents calls otherwise than before; how many.

        Its text before is what was published: what this batch has read by another one is read again.
        """
        slug, folder = work.collection.slug, posixpath.dirname(table)
        is_gathered, file = self.gathering.file(slug, table)
        file = file if is_gathered else self._catalogue.file(slug, table)
        if table in work.tables:
            return 0
        work.tables.add(table)
        before = titles_in(self._catalogue.text_of(file.document_key) if file else "", folder)
        now = titles_in(text, folder)
        found: list[Candidate] = []
        for path in sorted({*before, *now}):
            page = self._known(slug, path) if is_gathered or before.get(path) != now.get(path) else None
            candidate = look_at(work.rules, page.disk_path or page.path) if page else None
            if isinstance(candidate, Candidate):
                found.append(candidate)
        work.reread.update(candidate.path for candidate in found)
        work.waiting.extendleft(reversed(found))
        return len(found)

    def _known(self, slug: str, path: str) -> FileRow | None:
        is_gathered, file = self.gathering.file(slug, path)
        return file if is_gathered else self._catalogue.file(slug, path)

    def _leave_out(self, slug: str, file: FileRow, known: FileRow | None, kind: str, reason: Message) -> None:
        left_out = FileRow(file.path, file.disk_path, file.size_bytes, file.modified_ns, file.hash)
        self.gathering.skip(slug, left_out, known)
        self._found(problem_of(slug, file.path, kind, reason))

    def _vanish(self, slug: str, file: FileRow) -> None:
        self.gathering.drop(slug, file)
        self._vanished.add(slug, file)

    def _recognise(self, work: Work, file: FileRow) -> None:
        """Keep the old id of a file that has only moved."""
        slug = work.collection.slug
        old = take_moved(work.gone, file)
        if old is not None:
            self.gathering.move(slug, old, file.path)
            return
        seen = self._vanished.take(slug, file.hash)
        if seen is not None and seen.path != file.path:
            self.gathering.remember_move(slug, seen.path, file.path)


def times_larger(path: str) -> int:
    """How many times the limit of a text a file may have: most of a PDF or an office document is pictures and fonts."""
    kind = format_of(path)
    return BINARY_TIMES if kind is not None and not kind.is_text else 1


def _task_of(content: bytes, candidate: Candidate, work: Work, password: str) -> ParseTask:
    use = work.rules.use_of(candidate.path)
    return ParseTask(
        content,
        candidate.path,
        dialect=work.dialect,
        language=work.collection.language,
        format="text" if use is FormatUse.TEXT else "",
        listed_title=work.listed.title(candidate.path),
        password=password,
        recognise=(work.collection.language or ANY_LANGUAGE) if use is FormatUse.OCR else "",
        choices=work.collection.formats,
        home=work.homes.home(candidate.path),
        finds_names=work.rules.finds_names,
        rules=work.mapping.rules_for(candidate.path) if has_records(candidate.path) else (),
    )


def _file_of(candidate: Candidate, digest: str) -> FileRow:
    disk_path = candidate.disk_path if candidate.disk_path != candidate.path else ""
    return FileRow(candidate.path, disk_path, candidate.size_bytes, candidate.modified_ns, digest)


def _has_other_date(known: FileRow, file: FileRow) -> bool:
    """Whether a document's file is dated otherwise than when it was read; it may hold the same words all the same."""
    return bool(known.document_key) and known.modified_ns // 10**9 != file.modified_ns // 10**9
