"""Taking files in: what a scan or a change asks for, and one file at a time into the batch in the making."""

from __future__ import annotations

import hashlib
import logging
import os
import time
import unicodedata
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.service import Problem
from bookwheel.indexes.catalogue import CatalogueWriter, FileRow, NewDocument
from bookwheel.library.batches import Gathering
from bookwheel.library.files import Candidate, Refusal, Rules, look_at, read_inside, walk
from bookwheel.library.listed import Listed
from bookwheel.parsing.dialects import detect
from bookwheel.parsing.documents import format_of, parse

log = logging.getLogger(__name__)

REMEMBERED_S = 5.0
"""How long a file that vanished may turn up elsewhere and still count as moved."""

Found = Callable[[Problem], None]


@dataclass(slots=True)
class Work:
    """Files of a collection to be taken in, and those that may be gone once these have been looked at.

    `troubled` are paths with a problem that may be mended now.
    """

    collection: Collection
    rules: Rules
    dialect: Dialect
    waiting: deque[Candidate]
    gone: dict[str, FileRow]
    troubled: set[str]
    listed: Listed
    is_forced: bool = False


@dataclass(slots=True)
class Taken:
    """How much has been taken in since the start."""

    files: int = 0
    sections: int = 0


def scan_work(
    collection: Collection, rules: Rules, catalogue: CatalogueWriter, found: Found, *, is_forced: bool
) -> Work | None:
    """What must be done so that the catalogue agrees with the folder; None when the folder cannot be listed.

    A folder that is missing keeps its documents.
    """
    slug = collection.slug
    rules.forget_ignores()
    troubled = catalogue.problem_paths(slug)
    known = catalogue.files(slug)
    waiting: deque[Candidate] = deque()
    refused: set[str] = set()
    dialect = _dialect_of(collection, rules)
    fingerprint = f"{dialect.value} {collection.language}"
    is_forced = is_forced or (bool(known) and catalogue.fingerprint(slug) != fingerprint)
    gone = dict(known)
    try:
        for each in walk(rules):
            if isinstance(each, Refusal):
                refused.add(each.path)
                found(_problem(slug, each.path, "failed", each.reason))
                continue
            file = gone.pop(each.path, None)
            if file is None or is_forced or not _is_unchanged(each, file):
                waiting.append(each)
    except OSError as error:
        found(
            _problem(
                slug, "", "failed", f"The folder {collection.root} is missing or cannot be read: {error.strerror}."
            )
        )
        return None
    catalogue.set_fingerprint(slug, fingerprint)
    if refused:
        gone = {path: file for path, file in gone.items() if not _is_below_any(path, refused)}
    mended = {path for path in troubled if path not in known and path not in refused}
    if mended:
        catalogue.clear_problems(slug, mended)
    return Work(collection, rules, dialect, waiting, gone, troubled, Listed(rules.root), is_forced)


def changed_work(
    collection: Collection, rules: Rules, catalogue: CatalogueWriter, found: Found, paths: tuple[str, ...]
) -> Work | None:
    """What must be done about paths (as the disk spells them) that a watcher saw change; None for nothing."""
    slug = collection.slug
    if not rules.root.is_dir():
        found(_problem(slug, "", "failed", f"The folder {collection.root} is missing; its documents are kept."))
        return None
    waiting: dict[str, Candidate] = {}
    gone: dict[str, FileRow] = {}
    for disk_path in paths:
        full = rules.root / disk_path
        if full.is_dir() and not full.is_symlink():
            try:
                seen = list(walk(rules, disk_path))
            except OSError:
                seen = []
        else:
            seen = [look_at(rules, disk_path)]
        for each in seen:
            if isinstance(each, Refusal):
                found(_problem(slug, each.path, "failed", each.reason))
            elif each is not None:
                waiting[each.path] = each
        for spelling in {disk_path, unicodedata.normalize("NFC", disk_path)}:
            file = catalogue.file(slug, spelling)
            for one in [*([file] if file else []), *catalogue.files_below(slug, spelling)]:
                gone[one.path] = one
    gone = {path: file for path, file in gone.items() if path not in waiting}
    candidates = deque(waiting.values())
    if not candidates and not gone:
        return None
    dialect, troubled = _dialect_of(collection, rules), catalogue.problem_paths(slug)
    return Work(collection, rules, dialect, candidates, gone, troubled, Listed(rules.root))


class Intake:
    """Reads and parses candidates into the batch in the making; of one thread."""

    def __init__(self, catalogue: CatalogueWriter, gathering: Gathering, found: Found) -> None:
        """Take files into `gathering`, telling `found` of every problem."""
        self.gathering = gathering
        self.taken = Taken()
        self._catalogue, self._found = catalogue, found
        self._vanished: dict[tuple[str, str], tuple[float, FileRow]] = {}

    def take(self, work: Work, candidate: Candidate, largest_mb: float) -> None:
        """Take one file in, unless its content is what the catalogue holds."""
        slug = work.collection.slug
        known = self._known(slug, candidate.path)
        self.taken.files += 1
        if not len(self.gathering):
            self.gathering.began_s = time.monotonic()
        most = int(largest_mb * 1_000_000)
        if candidate.size_bytes > most:
            reason = f"The file is larger than {largest_mb:g} MB, as much as is taken in (indexing.largest_file_mb)."
            self._leave_out(slug, _file_of(candidate, ""), known, "skipped", reason)
            return
        try:
            content, status = read_inside(work.rules.root, candidate.disk_path, most)
        except FileNotFoundError:
            if known is not None:
                self._vanish(slug, known)
            return
        except OSError as error:
            self._found(_problem(slug, candidate.path, "failed", f"The file could not be read: {_words(error)}."))
            return
        digest = hashlib.blake2b(content, digest_size=16).hexdigest()
        file = FileRow(
            candidate.path,
            candidate.disk_path if candidate.disk_path != candidate.path else "",
            status.st_size,
            status.st_mtime_ns,
            digest,
            known.document_key if known else 0,
        )
        if known is not None and known.hash == digest and not work.is_forced:
            self.gathering.note(slug, file)
            return
        try:
            document = _parsed(content, candidate, work)
        except SkippedFile as error:
            self._leave_out(slug, file, known, "skipped", error.message)
            return
        except Exception as error:  # a parser may fail in any way over a hostile file; the other files go on
            log.exception("parsing failed")
            self._leave_out(slug, file, known, "failed", f"The file could not be parsed ({type(error).__name__}).")
            return
        if candidate.path in work.troubled:
            self._catalogue.clear_problems(slug, [candidate.path])
        if document.warnings:
            self._found(_problem(slug, candidate.path, "warning", " ".join(document.warnings)))
        if known is None and content:
            self._recognise(work, file)
        self.taken.sections += len(document.sections)
        self.gathering.add(NewDocument(slug, document, file), known)

    def finish(self, work: Work) -> None:
        """Drop the files that are gone, now that every move has been seen."""
        slug = work.collection.slug
        for path, file in work.gone.items():
            if self._known(slug, path) == file:
                if not len(self.gathering):
                    self.gathering.began_s = time.monotonic()
                self._vanish(slug, file)
        work.gone.clear()
        self._catalogue.clear_problems(slug, [""])

    def _known(self, slug: str, path: str) -> FileRow | None:
        is_gathered, file = self.gathering.file(slug, path)
        return file if is_gathered else self._catalogue.file(slug, path)

    def _leave_out(self, slug: str, file: FileRow, known: FileRow | None, kind: str, reason: str) -> None:
        left_out = FileRow(file.path, file.disk_path, file.size_bytes, file.modified_ns, file.hash)
        self.gathering.skip(slug, left_out, known)
        self._found(_problem(slug, file.path, kind, reason))

    def _vanish(self, slug: str, file: FileRow) -> None:
        self.gathering.drop(slug, file)
        now = time.monotonic()
        self._vanished = {key: seen for key, seen in self._vanished.items() if now - seen[0] < REMEMBERED_S}
        if file.size_bytes and file.document_key:
            self._vanished[(slug, file.hash)] = (now, file)

    def _recognise(self, work: Work, file: FileRow) -> None:
        """Keep the old id of a file that has only moved."""
        slug = work.collection.slug
        same = [gone for gone in work.gone.values() if gone.hash == file.hash and gone.document_key]
        if same:
            name = file.path.rpartition("/")[2]
            old = next((gone for gone in same if gone.path.rpartition("/")[2] == name), same[0])
            del work.gone[old.path]
            self.gathering.move(slug, old, file.path)
            return
        seen = self._vanished.pop((slug, file.hash), None)
        if seen is not None and time.monotonic() - seen[0] < REMEMBERED_S and seen[1].path != file.path:
            self.gathering.remember_move(slug, seen[1].path, file.path)


def _parsed(content: bytes, candidate: Candidate, work: Work) -> Document:
    named = format_of(candidate.path)
    return parse(
        content,
        candidate.path,
        dialect=work.dialect,
        language=work.collection.language,
        format=named or ("text" if candidate.is_included else ""),
        listed=work.listed.title,
    )


def _dialect_of(collection: Collection, rules: Rules) -> Dialect:
    return detect(rules.root) if collection.dialect is Dialect.AUTO else collection.dialect


def _is_unchanged(candidate: Candidate, file: FileRow) -> bool:
    return (
        file.size_bytes == candidate.size_bytes
        and file.modified_ns == candidate.modified_ns
        and (file.disk_path or file.path) == candidate.disk_path
        and bool(file.hash)
    )


def _file_of(candidate: Candidate, digest: str) -> FileRow:
    disk_path = candidate.disk_path if candidate.disk_path != candidate.path else ""
    return FileRow(candidate.path, disk_path, candidate.size_bytes, candidate.modified_ns, digest)


def _problem(slug: str, path: str, kind: str, reason: str) -> Problem:
    seen_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return Problem(f"{slug}/{path}" if path else slug, slug, path, kind, reason, seen_at)


def _is_below_any(path: str, folders: set[str]) -> bool:
    while path:
        if path in folders:
            return True
        path = path.rpartition("/")[0]
    return False


def _words(error: OSError) -> str:
    return (error.strerror or os.fspath(str(error))).lower()
