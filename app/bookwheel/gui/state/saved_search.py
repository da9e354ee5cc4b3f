"""A search as it is kept: its words with the chips and the mode that were chosen with them."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.search import Mode


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """Words with the chips and the mode that were chosen with them."""

    words: str
    mode: str = Mode.AUTO.value
    filters: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def note(self) -> str:
        """The chips and the mode, in words."""
        chips = [value for _, values in self.filters for value in values]
        return " · ".join([*chips, *([] if self.mode == Mode.AUTO.value else [self.mode])])
