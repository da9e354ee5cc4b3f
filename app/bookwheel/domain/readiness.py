"""The readiness of a library: how many files are still to be read, by collection, and the one word for that state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from bookwheel.domain.collection import FileCounts, SkippedType
from bookwheel.domain.formats import Format, format_of
from bookwheel.domain.messages import Message

COUNTING = Message("Files are still being counted; more documents may follow.")
"""The notice of an answer whose `pending` is not known."""

KEYWORD_BEHIND = Message("The keyword index is not up to date yet; some words may not be found.")
"""The notice of an answer that looked for words while the keyword index lacked some of the documents."""

BINARY = Message("This is a binary file, not text.")
TOO_LARGE = Message("The file is larger than {size} MB, the limit set by indexing.largest_file_mb.", size="{size}")
"""Reasons for which a file is left out by rule."""

NOT_READ = Message("Not read: {parts}.", parts="{parts}")
NOT_READ_IN = Message("Not read in {name}: {parts}.", name="{name}", parts="{parts}")
"""Notices of answers from collections with files that were not read."""

READ_IN_FULL = Message("All files were read in full.")
NOTHING_TO_READ = Message("No readable files were found.")
READ_SO_FAR = Message("Indexing has not finished; all files so far were read in full.")
"""What is said where no file has a problem: once nothing waits, where there is none, and before."""


_MOST_NAMED = 4
"""Types of files that a sentence names."""


def describe_reading(
    pending: int | None, documents: int, skipped: Sequence[SkippedType], *, names_programs: bool = True
) -> Message:
    """Return what is said where no file has a problem; `skipped` were left out by the last scans for their type.

    With `names_programs` it also says which programs to install for them.
    """
    if pending != 0:
        return READ_SO_FAR
    if not skipped:
        return READ_IN_FULL if documents else NOTHING_TO_READ
    types = name_types(skipped)
    said = Message("No readable files were found. Skipped because of their type: {types}.", types=types)
    if documents:
        said = Message("All other files were read in full. Skipped because of their type: {types}.", types=types)
    return Message.joined((said, *(name_programs(skipped) if names_programs else ())), " ")


def describe_types(skipped: Sequence[SkippedType]) -> Message:
    """Return which files were left out because of their type, and what to install for some of them."""
    said = Message("Skipped because of their type: {types}.", types=name_types(skipped))
    return Message.joined((said, *name_programs(skipped)), " ")


def name_types(skipped: Sequence[SkippedType]) -> str:
    """Return the most frequent types with their numbers, such as `750 .rst, 12 .pdf, +7`; the last are all others."""
    named = [kind for kind in skipped if kind.extension][:_MOST_NAMED]
    others = sum(kind.count for kind in skipped) - sum(kind.count for kind in named)
    return ", ".join([*(f"{kind.count:,} {kind.extension}" for kind in named), *([f"+{others:,}"] if others else [])])


def describe_files(files: FileCounts) -> Message:
    """Return how many files were found and what became of them, without what there is none of."""
    parts = (
        (files.read, Message("{count} read", count=f"{files.read:,}")),
        (files.other_types, Message("{count} of other types", count=f"{files.other_types:,}")),
        (files.ignored, Message("{count} ignored", count=f"{files.ignored:,}")),
        (files.secret, Message("{count} secret", count=f"{files.secret:,}")),
        (files.binary, Message("{count} binary", count=f"{files.binary:,}")),
        (files.too_large, Message("{count} too large", count=f"{files.too_large:,}")),
        (files.failed, Message("{count} failed", count=f"{files.failed:,}")),
    )
    said = Message.joined((part for count, part in parts if count), ", ")
    return Message("{count} files found: {parts}.", count=f"{files.found:,}", parts=said)


def describe_unread(skipped: Sequence[SkippedType], files: FileCounts, name: str = "") -> Message | None:
    """Return what an answer from a collection (from several, without a name) says of files that are not in it."""
    parts = [Message.verbatim(name_types(skipped))] if skipped else []
    for count, part in (
        (files.binary, Message("{count} binary", count=f"{files.binary:,}")),
        (files.too_large, Message("{count} too large", count=f"{files.too_large:,}")),
        (files.failed, Message("{count} failed", count=f"{files.failed:,}")),
    ):
        parts += [part] if count else []
    if not parts:
        return None
    said = Message.joined(parts, ", ")
    return Message(NOT_READ_IN.template, name=name, parts=said) if name else Message(NOT_READ.template, parts=said)


def name_formats_off(skipped: Sequence[SkippedType]) -> tuple[Format, ...]:
    """Return the formats that would read skipped files, were they switched on, the most frequent first."""
    found = (format_of(f"a{kind.extension}") for kind in skipped if kind.extension and not kind.needs)
    return tuple(dict.fromkeys(kind for kind in found if kind is not None))


def name_programs(skipped: Sequence[SkippedType]) -> tuple[Message, ...]:
    """Return which programs to install so that skipped files are read, a sentence each."""
    programs = dict.fromkeys(kind.needs for kind in skipped if kind.needs)
    return tuple(
        Message(
            "Install {program} to read {types} files, then rescan.",
            program=program,
            types=", ".join(kind.extension for kind in skipped if kind.needs == program),
        )
        for program in programs
    )


@dataclass(frozen=True, slots=True)
class Readiness:
    """What is still to be read.

    `waiting` maps a collection to its number of files to read or to drop. A collection that is missing there is still
    being counted; None means that nobody follows the folders, so that nothing waits. `linking` names the collections
    whose links are not resolved yet. `is_busy` says that something was asked of the indexer that it has not finished.
    `is_withheld` says that the caller sees parts of collections: nobody knows of a file that was not read whether it
    belongs to them, so that counts and states of reading are unknown to that caller, whatever waits.
    """

    waiting: Mapping[str, int] | None = None
    linking: frozenset[str] = frozenset()
    is_busy: bool = False
    is_paused: bool = False
    is_withheld: bool = False

    def pending(self, collections: Iterable[str]) -> int | None:
        """Return how many files of the collections wait, None while those of one are still being counted."""
        if self.is_withheld:
            return None
        if self.waiting is None:
            return 0
        counts = [self.waiting.get(slug) for slug in collections]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    def notices(self, collections: Iterable[str]) -> tuple[Message, ...]:
        """Return what an answer from the collections must say."""
        return (COUNTING,) if not self.is_withheld and self.pending(collections) is None else ()

    def state(self, collections: Iterable[str]) -> str:
        """Return the state of all collections together: paused, counting, indexing or ready."""
        slugs = tuple(collections)
        pending = self.pending(slugs)
        if self.is_paused:
            return "paused"
        if pending is None:
            return "counting"
        return "indexing" if pending or self.is_busy or not self.linking.isdisjoint(slugs) else "ready"

    def state_of(self, collection: str, *, is_missing: bool) -> str:
        """Return the state of one collection: counting, missing, paused, indexing or ready; unknown where withheld."""
        if self.is_paused or self.is_withheld:
            return "missing" if is_missing else "paused" if self.is_paused else "unknown"
        pending = self.pending((collection,))
        if pending is None:
            return "counting"
        if is_missing:
            return "missing"
        return "indexing" if pending or collection in self.linking else "ready"
