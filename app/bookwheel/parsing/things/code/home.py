"""Where a source file is at home: what the folders around it say of the names in it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CodeHome:
    """The collection of a file, the folder below which its language counts names, and what that folder is called.

    `base` is POSIX and relative to the collection's root: the folder above the topmost Python package, or that of a
    `go.mod` or `Cargo.toml`; `name` is the module or crate that such a file names. Nothing is known where
    `is_known` is false, as for a file in an archive; the path alone decides then.
    """

    collection: str = ""
    base: str = ""
    name: str = ""
    is_known: bool = False

    def inner(self, path: str) -> str:
        """A path within the base."""
        return path[len(self.base) + 1 :] if self.base and path.startswith(f"{self.base}/") else path

    def whole(self, path: str) -> str:
        """A path that no other collection has."""
        return f"{self.collection}/{path}" if self.collection else path


NO_HOME = CodeHome()
"""That of a file of which nothing is known."""
