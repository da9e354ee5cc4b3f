"""What a scan or a change of a collection asks for: the files to be read, and those that may be gone."""

from __future__ import annotations

import logging
import os
import time
import unicodedata
import zlib
from collections import deque
from collections.abc import Callable, Sequence, Set
from collections.abc import Mapping as KnownFiles
from dataclasses import dataclass, field

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import Dialect
from bookwheel.domain.formats import ARCHIVE_SUFFIXES, TESSERACT, FormatUse
from bookwheel.domain.mapping_rules import MAPPING_FILE
from bookwheel.domain.messages import Message
from bookwheel.domain.service.status import Problem
from bookwheel.indexes.catalogue import CHOICES, IDENTITY, MAPPING, MOUNTED, CatalogueWriter, FileRow
from bookwheel.library.indexing.quarantine import is_retry_due
from bookwheel.library.sources.code_homes import CodeHomes
from bookwheel.library.sources.collection_root import find_refusal_of_link, identify
from bookwheel.library.sources.file_rules import Refusal, Rules
from bookwheel.library.sources.file_walk import Candidate, look_at, walk
from bookwheel.library.sources.mapping import Mapping, has_records
from bookwheel.library.sources.toc_titles import Listed
from bookwheel.parsing.markdown.dialects import detect
from bookwheel.parsing.outside import programs
from bookwheel.parsing.parse_task import Limits

log = logging.getLogger(__name__)

Found = Callable[[Problem], None]


@dataclass(slots=True)
class Work:
    """Files of a collection to be taken in, and those that may be gone once these have been looked at.

    `troubled` are paths with a problem that may be mended now; `is_scan` says that the whole folder was listed for it,
    and `identity` which folder that was; it is noted at the end, for another scan may take the place of this one.
    `reread` are read again though they did not change, because a table of contents among the `tables` calls them
    something else now, or the rules of `mapping` are others than before.
    """

    collection: Collection
    rules: Rules
    dialect: Dialect
    waiting: deque[Candidate]
    gone: dict[str, FileRow]
    troubled: set[str]
    listed: Listed
    homes: CodeHomes
    mapping: Mapping
    is_forced: bool = False
    is_scan: bool = False
    identity: int = 0
    reread: set[str] = field(default_factory=set[str])
    tables: set[str] = field(default_factory=set[str])

    @property
    def count(self) -> int:
        """How many files wait to be read."""
        return len(self.waiting)


def scan_work(
    collection: Collection, rules: Rules, catalogue: CatalogueWriter, found: Found, limits: Limits, *, is_forced: bool
) -> Work | None:
    """What must be done so that the catalogue agrees with the folder; None when the folder cannot be listed.

    A folder that is missing keeps its documents, and so does an empty one from which a drive was unmounted.
    """
    slug = collection.slug
    reason = find_refusal_of_link(collection.root, catalogue.path.parent)
    if reason:
        found(problem_of(slug, "", "failed", reason))
        return None
    rules.follow_root(collection.root)
    is_mounted, identity = rules.root.is_mount(), identify(str(rules.root)).digest
    is_other = catalogue.mark(slug, IDENTITY) not in (0, identity)
    troubled = catalogue.problem_paths(slug)
    known = catalogue.files(slug)
    dialect = _dialect_of(collection, rules)
    as_text = sorted(name for name, use in rules.uses.items() if use is FormatUse.TEXT)
    fingerprint = " ".join((dialect.value, collection.language, *as_text, *_recognised(rules), *_names(rules)))
    is_forced = is_forced or (bool(known) and catalogue.fingerprint(slug) != fingerprint)
    choices = zlib.crc32(" ".join(sorted(f"{name}={use}" for name, use in rules.uses.items())).encode())
    if catalogue.mark(slug, CHOICES) != choices:  # an archive holds files of formats that were switched on or off
        is_forced = is_forced or any(path.casefold().endswith(ARCHIVE_SUFFIXES) for path in known)
    mapping = Mapping.of(rules.root)
    if mapping.refusal is not None:
        rules.warnings[MAPPING_FILE] = mapping.refusal
    has_other_rules = catalogue.mark(slug, MAPPING) != mapping.digest
    reread = {path for path in known if has_other_rules and has_records(path)}
    try:
        waiting, gone, refused = _compare(slug, rules, known, reread, found, limits, is_forced=is_forced or is_other)
    except OSError as error:
        reason = Message(
            "The folder {folder} is missing or cannot be read: {reason}.", folder=collection.root, reason=error.strerror
        )
        found(problem_of(slug, "", "failed", reason))
        return None
    is_empty = not waiting and not refused and len(gone) == len(known)
    if is_empty and known and catalogue.mark(slug, MOUNTED) and not is_mounted:
        found(
            problem_of(
                slug,
                "",
                "failed",
                Message("No drive is mounted at {folder}; its documents stay in the index.", folder=collection.root),
            )
        )
        return None
    catalogue.set_mark(slug, MOUNTED, is_mounted)
    catalogue.set_mark(slug, CHOICES, choices)
    catalogue.set_skipped_types(slug, rules.skipped_types.values())
    catalogue.set_left_out(slug, rules.left_out)
    catalogue.set_fingerprint(slug, fingerprint)
    if refused:
        gone = {path: file for path, file in gone.items() if not _is_below_any(path, refused)}
    mended = {path for path in troubled if path not in known and path not in refused}
    if mended:
        catalogue.clear_problems(slug, mended)
    homes = CodeHomes(rules.root, collection.slug)
    listed = Listed(rules.root)
    return Work(
        collection, rules, dialect, waiting, gone, troubled, listed, homes, mapping, is_forced, True, identity, reread
    )


def _names(rules: Rules) -> tuple[str, ...]:
    return () if rules.finds_names else ("no-names",)


def _recognised(rules: Rules) -> list[str]:
    """The formats in whose pictures words are recognised, and whether the program for it is installed."""
    names = sorted(name for name, use in rules.uses.items() if use is FormatUse.OCR)
    return [*(f"{name}=ocr" for name in names), str(bool(programs.find(TESSERACT)))] if names else []


def _compare(
    slug: str,
    rules: Rules,
    known: KnownFiles[str, FileRow],
    reread: Set[str],
    found: Found,
    limits: Limits,
    *,
    is_forced: bool,
) -> tuple[deque[Candidate], dict[str, FileRow], set[str]]:
    """Files that must be read, known files that are not there, and paths that could not be looked at.

    Raises:
        OSError: when the folder cannot be listed.
    """
    waiting: deque[Candidate] = deque()
    slow: list[Candidate] = []
    gone = dict(known)
    refused: set[str] = set()
    for entry in walk(rules):
        if isinstance(entry, Refusal):
            refused.add(entry.path)
            found(problem_of(slug, entry.path, entry.kind, entry.reason))
            continue
        file = gone.pop(entry.path, None)
        is_asked = is_forced or entry.path in reread
        if file is None or is_asked or not _is_unchanged(entry, file) or is_retry_due(file, limits):
            (slow if rules.is_slow(entry.path) else waiting).append(entry)
    waiting.extend(slow)
    return waiting, gone, refused


def changed_work(
    collection: Collection, rules: Rules, catalogue: CatalogueWriter, found: Found, paths: tuple[str, ...]
) -> Work | None:
    """What must be done about paths (as the disk spells them) that a watcher saw change; None for nothing."""
    slug = collection.slug
    if str(rules.root) != os.path.realpath(collection.root):
        rules.follow_root(collection.root)
    if not rules.root.is_dir():
        found(
            problem_of(
                slug,
                "",
                "failed",
                Message("The folder {folder} is missing; its documents stay in the index.", folder=collection.root),
            )
        )
        return None
    waiting, gone = _changes_at(slug, rules, catalogue, found, paths)
    if not waiting and not gone:
        return None
    dialect, troubled = _dialect_of(collection, rules), catalogue.problem_paths(slug)
    listed, homes = Listed(rules.root), CodeHomes(rules.root, slug)
    mapping = Mapping.of(rules.root)
    return Work(collection, rules, dialect, deque(waiting.values()), gone, troubled, listed, homes, mapping)


def _changes_at(
    slug: str, rules: Rules, catalogue: CatalogueWriter, found: Found, paths: tuple[str, ...]
) -> tuple[dict[str, Candidate], dict[str, FileRow]]:
    """Return the files to read and the files that are gone at or below paths, each by its path."""
    waiting: dict[str, Candidate] = {}
    gone: dict[str, FileRow] = {}
    for disk_path in paths:
        try:
            entries = _entries_at(rules, disk_path)
        except Exception as error:  # a bug over one path must not keep the others out
            log.exception("a path could not be looked at")
            found(failure(slug, disk_path, error))
            continue
        for entry in entries:
            if isinstance(entry, Refusal):
                found(problem_of(slug, entry.path, entry.kind, entry.reason))
            elif entry is not None:
                waiting[entry.path] = entry
        for spelling in {disk_path, unicodedata.normalize("NFC", disk_path)}:
            file = catalogue.file(slug, spelling)
            for lost in [*([file] if file else []), *catalogue.files_below(slug, spelling)]:
                gone[lost.path] = lost
    return waiting, {path: file for path, file in gone.items() if path not in waiting}


def _entries_at(rules: Rules, disk_path: str) -> Sequence[Candidate | Refusal | None]:
    """The file at a path, or all files below it where it is a folder; none where that cannot be listed."""
    full = rules.root / disk_path
    if not full.is_dir() or full.is_symlink():
        return [look_at(rules, disk_path)]
    try:
        return list(walk(rules, disk_path))
    except OSError:
        return []


def _dialect_of(collection: Collection, rules: Rules) -> Dialect:
    return detect(rules.root) if collection.dialect is Dialect.AUTO else collection.dialect


def _is_unchanged(candidate: Candidate, file: FileRow) -> bool:
    return (
        file.size_bytes == candidate.size_bytes
        and file.modified_ns == candidate.modified_ns
        and (file.disk_path or file.path) == candidate.disk_path
        and bool(file.hash)
    )


def _is_below_any(path: str, folders: set[str]) -> bool:
    while path:
        if path in folders:
            return True
        path = path.rpartition("/")[0]
    return False


def failure(slug: str, path: str, error: Exception) -> Problem:
    """The problem of a file over which a bug showed."""
    return problem_of(
        slug, path, "failed", Message("The file could not be indexed ({reason}).", reason=type(error).__name__)
    )


def problem_of(slug: str, path: str, kind: str, reason: Message) -> Problem:
    """Return a problem of a file, or of a whole collection where the path is empty, as of now."""
    seen_at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return Problem(f"{slug}/{path}" if path else slug, slug, path, kind, reason, seen_at)
