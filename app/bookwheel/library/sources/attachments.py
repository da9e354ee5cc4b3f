"""Where Obsidian keeps what is pasted into notes: the folder that the vault's settings name."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from bookwheel.library.sources.inside_root import read_inside

_LARGEST = 1_000_000


class Attachments:
    """The attachment folders of a collection's vaults, read once each; of one thread."""

    def __init__(self, root: Path) -> None:
        """`root` is the collection's real path."""
        self._root = root
        self._folders: dict[str, str | None] = {}

    def place_of(self, from_path: str, name: str) -> str:
        """The path at which a note's vault keeps a file that is written by its name alone; empty for none."""
        folder = posixpath.dirname(from_path)
        if "/" in name:
            return ""
        for vault in _above(folder):
            setting = self._setting_of(vault)
            if setting is not None:
                base = folder if setting.startswith("./") else vault
                place = posixpath.normpath(posixpath.join(base, setting.lstrip("/"), name))
                return "" if place.startswith("..") else place
        return ""

    def _setting_of(self, vault: str) -> str | None:
        """The folder that a vault's settings name; None where there is no vault."""
        if vault not in self._folders:
            self._folders[vault] = _read_setting(self._root, posixpath.join(vault, ".obsidian/app.json"))
        return self._folders[vault]


def _read_setting(root: Path, path: str) -> str | None:
    try:
        settings: object = json.loads(read_inside(root, path, _LARGEST)[0])
    except (OSError, ValueError, RecursionError):
        return None
    found = cast("dict[str, object]", settings).get("attachmentFolderPath") if isinstance(settings, dict) else None
    return found if isinstance(found, str) and "\0" not in found else ""


def _above(folder: str) -> Iterator[str]:
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""
