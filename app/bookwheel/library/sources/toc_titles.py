"""Titles that a book's table of contents gives to pages that have none of their own."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Iterator
from pathlib import Path

from bookwheel.library.sources.inside_root import read_inside
from bookwheel.parsing import nav_files
from bookwheel.parsing.nav_files import Nav

_SUMMARY = "SUMMARY.md"


class Listed:
    """The tables of contents of a collection while its files are gone through, each read once when it is asked for."""

    def __init__(self, root: Path) -> None:
        """Nothing is read yet."""
        self._root = root
        self._titles: dict[str, dict[str, str]] = {}

    def title(self, path: str) -> str:
        """What the nearest table of contents calls the page, empty where none does."""
        folder = posixpath.dirname(path)
        while True:
            if folder not in self._titles:
                self._titles[folder] = self._read(folder)
            found = self._titles[folder].get(path, "")
            if found or not folder:
                return found
            folder = posixpath.dirname(folder)

    def _read(self, folder: str) -> dict[str, str]:
        try:
            content, _ = read_inside(self._root, os.path.join(folder, _SUMMARY), nav_files.LARGEST)
        except OSError:
            return {}
        return titles_in(content.decode("utf-8-sig", "replace"), folder)


def is_table(path: str) -> bool:
    """Whether a file is a table of contents that gives titles to pages."""
    return posixpath.basename(path) == _SUMMARY


def titles_in(text: str, folder: str) -> dict[str, str]:
    """The titles that a table of contents in a folder gives, by path."""
    titles: dict[str, str] = {}
    for entry in _all(nav_files.from_summary(text)):
        if entry.href and entry.title:
            titles.setdefault(posixpath.normpath(posixpath.join(folder, entry.href)), entry.title)
    return titles


def _all(entries: Iterable[Nav]) -> Iterator[Nav]:
    for entry in entries:
        yield entry
        yield from _all(entry.below)
