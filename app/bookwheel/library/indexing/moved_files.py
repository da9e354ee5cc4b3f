"""Files that have only moved, told by their content."""

from __future__ import annotations

import time

from bookwheel.indexes.catalogue import FileRow
from bookwheel.library.sources.toc_titles import is_table

REMEMBERED_S = 5.0
"""How long a file that vanished may turn up elsewhere and still count as moved."""


class VanishedFiles:
    """Files that vanished a moment ago, by collection and content; of one thread."""

    def __init__(self) -> None:
        """Remember none."""
        self._files: dict[tuple[str, str], tuple[float, FileRow]] = {}

    def add(self, slug: str, file: FileRow) -> None:
        """Remember a file for a moment if it held a document."""
        now = time.monotonic()
        self._files = {key: seen for key, seen in self._files.items() if now - seen[0] < REMEMBERED_S}
        if file.document_key:
            self._files[(slug, file.hash)] = (now, file)

    def take(self, slug: str, digest: str) -> FileRow | None:
        """The file with this content that vanished lately; it is remembered no more."""
        seen = self._files.pop((slug, digest), None)
        return seen[1] if seen is not None and time.monotonic() - seen[0] < REMEMBERED_S else None


def take_moved(gone: dict[str, FileRow], file: FileRow) -> FileRow | None:
    """Take from the files that are gone the one with the content of a new file, one of its name before others."""
    same = [old for old in gone.values() if old.hash == file.hash and old.document_key and not is_table(old.path)]
    if not same:
        return None
    name = file.path.rpartition("/")[2]
    return gone.pop(next((old.path for old in same if old.path.rpartition("/")[2] == name), same[0].path))
