"""What of the map is shown and how it is grouped, as a person chose it."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Choices:
    """`by` names the grouping (empty for the one that tells most), `hidden` its groups that are not shown.

    `folder` (a collection's slug, or a folder in one), `tag` and `type` narrow the map; empty for all.
    """

    by: str = ""
    hidden: frozenset[str] = frozenset()
    folder: str = ""
    tag: str = ""
    type: str = ""
    with_hubs: bool = False

    def turned(self, group: str) -> Choices:
        """With a group hidden or shown again."""
        return replace(self, hidden=self.hidden ^ {group})

    @property
    def narrowing(self) -> str:
        """What narrows the map, in words; empty when nothing does."""
        parts = [f"tag {self.tag}" * bool(self.tag), f"type {self.type}" * bool(self.type), self.folder]
        return ", ".join(part for part in parts if part)
