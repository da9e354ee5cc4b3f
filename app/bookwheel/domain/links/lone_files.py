"""Ids of files that are read without being in the library: their folder and their path in it."""

from __future__ import annotations

import os

_PREFIX = "file:"
"""No collection is called so. Slashes in the name of the folder are written as in JSON Pointers (RFC 6901)."""


def lone_id(path: str) -> str:
    """The id of a file by its absolute path; its folder stands in the place of a collection."""
    folder, name = os.path.split(path.encode("utf-8", "replace").decode())
    return f"{_PREFIX}{folder.replace('~', '~0').replace('/', '~1')}/{name}"


def is_lone(id: str) -> bool:
    """Whether an id is that of a file outside the library."""
    return id.startswith(_PREFIX)


def lone_place(id: str) -> tuple[str, str]:
    """The folder and the path in it (POSIX) that the id of a lone file names."""
    folder, _, path = id.removeprefix(_PREFIX).partition("/")
    return folder.replace("~1", "/").replace("~0", "~"), path


def name_of_document(id: str) -> str:
    """What a person is told of a document: the path of a lone file, the id of any other."""
    return lone_path(id) if is_lone(id) else id


def lone_path(id: str) -> str:
    """The absolute path of a lone file by its id."""
    folder, path = lone_place(id)
    return os.path.normpath(os.path.join(folder, path)).replace("\0", "\ufffd")  # no file is called so
