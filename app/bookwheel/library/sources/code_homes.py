"""Where source files are at home: the packages, modules and crates that the folders around them make."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable
from pathlib import Path

from bookwheel.library.sources.inside_root import read_inside
from bookwheel.parsing.things.code.home import CodeHome

_LARGEST = 65_536
_GO_MODULE = re.compile(r"^\s*module\s+[\"`]?([^\s\"`]+)", re.MULTILINE)
_CRATE = re.compile(r"^\[package\]\s*$(?:(?!^\[)[^\0])*?^\s*name\s*=\s*[\"']([\w-]+)[\"']", re.MULTILINE)


class CodeHomes:
    """The homes of a collection's source files while these are gone through, each folder looked at once."""

    def __init__(self, root: Path, collection: str) -> None:
        """Nothing is looked at yet."""
        self._root, self._collection = root, collection
        self._folders: dict[tuple[str, str], tuple[str, str]] = {}

    def home(self, path: str) -> CodeHome:
        """The home of a file; the collection alone for one whose language counts names from there."""
        folder, suffix = posixpath.dirname(path), posixpath.splitext(path)[1].lower()
        find = _FINDERS.get(suffix)
        if find is None:
            return CodeHome(self._collection, is_known=True)
        known = self._folders.get((suffix, folder))
        if known is None:
            known = self._folders[suffix, folder] = find(self._root, folder)
        return CodeHome(self._collection, *known, is_known=known != _NOWHERE)


_NOWHERE = ("", "")


def _of_python(root: Path, folder: str) -> tuple[str, str]:
    """The folder above the topmost package; for a file in none, the source folder of its project."""
    above = folder
    while above and os.path.isfile(root / above / "__init__.py"):
        above = posixpath.dirname(above)
    parts = folder.split("/")
    return (above if above != folder else "/".join(parts[: parts.index("src") + 1]) if "src" in parts else ""), ""


def _of_go(root: Path, folder: str) -> tuple[str, str]:
    return _nearest(root, folder, "go.mod", _GO_MODULE)


def _of_rust(root: Path, folder: str) -> tuple[str, str]:
    return _nearest(root, folder, "Cargo.toml", _CRATE)


def _nearest(root: Path, folder: str, name: str, pattern: re.Pattern[str]) -> tuple[str, str]:
    """The nearest folder upwards whose manifest gives a name, and the name."""
    while True:
        try:
            content, _ = read_inside(root, os.path.join(folder, name), _LARGEST)
            if (match := pattern.search(content.decode("utf-8-sig", "replace"))) is not None:
                return folder, match[1]
        except OSError:
            pass
        if not folder:
            return _NOWHERE
        folder = posixpath.dirname(folder)


_FINDERS: dict[str, Callable[[Path, str], tuple[str, str]]] = {
    ".py": _of_python, ".pyi": _of_python, ".go": _of_go, ".rs": _of_rust,
}  # fmt: skip
