"""What is still to be scanned and read, in which order."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from bookwheel.library.indexing.publication_scan import PublicationWork
from bookwheel.library.indexing.scan import Work


class WorkQueue:
    """Collections to be scanned (with whether all of it is read again), and the works that scans and changes made."""

    def __init__(self) -> None:
        """Nothing is to be done."""
        self.scans: dict[str, bool] = {}
        self.works: deque[Work | PublicationWork] = deque()

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.scans or self.works)

    @property
    def files_left(self) -> int:
        """How many files wait in the works."""
        return sum(work.count for work in self.works)

    def ask_scan(self, slug: str, *, is_forced: bool = False) -> None:
        """Have a collection scanned."""
        self.scans[slug] = self.scans.get(slug, False) or is_forced

    def scans_of(self, slug: str) -> list[Work | PublicationWork]:
        """The works that earlier scans of a collection made."""
        return [work for work in self.works if work.is_scan and work.collection.slug == slug]

    def end_scan(self, slug: str, older: list[Work | PublicationWork]) -> None:
        """Take a scan that was made out, with the works of older ones."""
        del self.scans[slug]
        self.works = deque(work for work in self.works if not any(work is scanned for scanned in older))

    def keep(self, slugs: Collection[str]) -> set[str]:
        """Keep the works of these collections alone; the slugs of those that had others."""
        dropped = {work.collection.slug for work in self.works} - set(slugs)
        self.works = deque(work for work in self.works if work.collection.slug in slugs)
        return dropped
