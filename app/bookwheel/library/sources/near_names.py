"""Documents that are called nearly like something that is missing."""

from __future__ import annotations

import difflib
import posixpath
from collections.abc import Mapping
from functools import cached_property

from bookwheel.indexes.catalogue import CatalogueReader, fold_name

_MOST_ALIKE = 50
"""Documents with one name whose paths are compared."""

_MOST_COMPARED = 5000
_LONGEST = 500
"""Characters of what is missing; a longer path is no mistake in writing."""

_LEAST_ALIKE = 0.7
_INDEXES = frozenset(("index", "_index", "readme"))


class NearNames:
    """Names of the documents of one collection, read when they are first asked for; of one thread."""

    def __init__(self, catalogue: CatalogueReader, collection: str) -> None:
        """Read nothing yet."""
        self._catalogue, self._collection = catalogue, collection
        self._near: dict[str, list[str]] = {}

    def suggest(self, wanted: str, led: str, limit: int) -> list[str]:
        """Paths of the documents whose file, folder or title is named nearly like a path's end, nearest first.

        Of documents with one name, those near the path `led` come first.
        """
        if len(wanted) > _LONGEST:
            return []
        name = _called(wanted)
        if name not in self._near:
            fit = [known for known in self._by_name if abs(len(known) - len(name)) <= max(3, len(name) // 2)]
            self._near[name] = difflib.get_close_matches(name, fit[:_MOST_COMPARED], limit, _LEAST_ALIKE)
        compared = difflib.SequenceMatcher(None, "", led.casefold(), autojunk=False)

        def distance(path: str) -> float:
            compared.set_seq1(path.casefold())
            return -compared.ratio()

        paths = (sorted(self._by_name[near][:_MOST_ALIKE], key=distance) for near in self._near[name])
        return list(dict.fromkeys(path for alike in paths for path in alike))[:limit]

    @cached_property
    def _by_name(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path, title in self._catalogue.tree(self._collection):
            for name in dict.fromkeys((_called(path), fold_name(title))):
                found.setdefault(name, []).append(path)
        return found


def _called(path: str) -> str:
    """What a file is called; an index page is called like its folder."""
    folder, _, file = path.rpartition("/")
    name = fold_name(posixpath.splitext(file)[0])
    return fold_name(folder.rpartition("/")[2]) if name in _INDEXES and folder else name
