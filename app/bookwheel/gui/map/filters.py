"""What of the map is shown and how it is grouped, as a person chose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookwheel.gui.i18n.translation import tr


@dataclass(frozen=True, slots=True)
class MapFilters:
    """`by` names the grouping (empty for the one that tells most), `hidden` its groups that are not shown.

    `folder` (a collection's slug, or a folder in one), `tag` and `type` narrow the map; empty for all.
    """

    by: str = ""
    hidden: frozenset[str] = frozenset()
    folder: str = ""
    tag: str = ""
    type: str = ""
    with_hubs: bool = False

    def turned(self, group: str) -> MapFilters:
        """With a group hidden or shown again."""
        return replace(self, hidden=self.hidden ^ {group})

    def picked(self, group: str, groups: Sequence[str]) -> MapFilters:
        """With one of `groups` alone, or with all of them where it is alone already."""
        others = frozenset(groups) - {group}
        return replace(self, hidden=frozenset() if self.hidden == others else others)

    @property
    def narrowing(self) -> str:
        """What narrows the map, in words; empty when nothing does."""
        tag, of_type = tr("tag {value}").format(value=self.tag), tr("type {value}").format(value=self.type)
        parts = [tag * bool(self.tag), of_type * bool(self.type), self.folder]
        return ", ".join(part for part in parts if part)
