"""Text within text: marks that hold marks, as deep as hostile files may nest them."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.parsing.formats.markup.inline_text import words


class NestedText:
    """Counts how deep marks stand in one another; what stands deeper than `deepest` is words."""

    def __init__(self, deepest: int) -> None:
        self._deepest = deepest
        self._depth = 0

    def write(self, text: str, rewrite: Callable[[str], str]) -> str:
        """Markdown of a text as `rewrite` makes it, which may come back here for what stands between marks."""
        if self._depth > self._deepest:
            return words(text)
        self._depth += 1
        try:
            return rewrite(text)
        finally:
            self._depth -= 1
