"""The shortcuts of every command, as the settings show and change them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Shortcuts(Protocol):
    """The keys of every command by its name. Thread: the window's."""

    def usual_keys(self) -> Mapping[str, tuple[str, ...]]:
        """The keys that every command has before a person changes them, in the menu's order."""
        ...

    def keys_of(self, name: str) -> tuple[str, ...]:
        """The keys that a command has now."""
        ...

    def words_of(self, name: str) -> str:
        """What a command is called on the screen."""
        ...

    def set_keys(self, own: Mapping[str, tuple[str, ...]]) -> None:
        """Give the commands named these keys, and all others their usual ones."""
        ...
