"""Entries of a list that come one after another, each with its depth, as one nested list."""

from __future__ import annotations

from bookwheel.parsing.formats import markdown_writer as md


class ListEntries:
    """Gathers the entries of one list; `taken` gives them and begins the next."""

    def __init__(self) -> None:
        """No entry yet."""
        self._entries: list[str] = []
        self._open: dict[int, tuple[int, str]] = {}

    def __len__(self) -> int:
        """How many entries there are."""
        return len(self._entries)

    def add(self, text: str, depth: int, *, is_ordered: bool) -> None:
        """Add an entry of Markdown at a depth from 0; one deeper than it can be stands just below the one before."""
        for deeper in [level for level in self._open if level > depth]:
            del self._open[deeper]
        number, before = self._open.get(depth, (0, ""))
        if is_ordered != before.endswith(". "):
            number = 0
        mark = f"{number + 1}. " if is_ordered else "- "
        self._open[depth] = (number + 1, mark)
        pad = " " * sum(len(own) for level, (_, own) in self._open.items() if level < depth)
        self._entries.append("\n".join(pad + line for line in md.indented(text, mark).split("\n")))

    def taken(self) -> str:
        """All entries as one block of Markdown."""
        entries, self._entries, self._open = self._entries, [], {}
        return "\n".join(entries)
