"""Calls about files outside the library: the person's own programs read them, and no agent does."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bookwheel.domain.links.lone_files import is_lone
from bookwheel.domain.reading import ReadRequest
from bookwheel.domain.search import EVERYTHING
from bookwheel.service.components import Parts

if TYPE_CHECKING:
    from bookwheel.library.reading.lone_files import LoneFiles

_CALLS = ("page", "outline", "asset", "resolve", "find", "read")
WAIT_S = 30.0
"""Seconds that a call waits for the library to open."""


class LoneCalls:
    """Answers the calls that name a lone file, and passes on all others."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._lock = threading.Lock()
        self._files: LoneFiles | None = None

    def around(self, table: Mapping[str, Callable[[Any], object]]) -> Mapping[str, Callable[[Any], object]]:
        """The methods of `/rpc` by name, those that read a document with lone files as well."""
        return {**table, **{name: self._around(name, table[name]) for name in _CALLS}}

    def _around(self, name: str, usual: Callable[[Any], object]) -> Callable[[Any], object]:
        def call(request: Any) -> object:
            doc = _named(request)
            if not is_lone(doc):
                return usual(request)
            files = self._opened()
            known = files.find_in_library(doc)
            return usual(_renamed(request, doc, known)) if known else getattr(files, name)(request)

        return call

    def _opened(self) -> LoneFiles:
        from bookwheel.library.reading.lone_files import LoneFiles  # noqa: PLC0415 - the server listens before this

        parts = self._parts
        library = parts.wait(WAIT_S).library
        with self._lock:
            if self._files is None:
                self._files = LoneFiles(
                    library.renderer,
                    library.pictures,
                    lambda: parts.settings.indexing.largest_file_mb,
                    parts.collections.all,
                    lambda: library.seen(EVERYTHING),
                    parts.passwords.get,
                )
            return self._files


def _named(request: Any) -> str:
    if isinstance(request, ReadRequest):
        return request.targets[0].partition("#")[0] if request.targets else ""
    return str(request.doc)


def _renamed(request: Any, doc: str, known: str) -> object:
    if isinstance(request, ReadRequest):
        return replace(request, targets=tuple(known + target.removeprefix(doc) for target in request.targets))
    return replace(request, doc=known)
