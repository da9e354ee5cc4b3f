"""The tabs' trails of places, kept in step with the strip that shows them, and those of tabs that were closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bookwheel.gui.state.locations import Location, Trail
from bookwheel.gui.widgets.tab_strip import TabStrip


class TabHistory:
    """One trail for each tab; there is always one."""

    def __init__(self, tabs: TabStrip) -> None:
        self._tabs = tabs
        self._open: list[Trail] = [Trail()]
        self._closed: list[tuple[int, Trail]] = []

    @property
    def here(self) -> Trail:
        """The trail of the tab shown."""
        return self._open[max(0, self._tabs.current)]

    @property
    def places(self) -> list[Location]:
        """The place of every tab, in order."""
        return [trail.here for trail in self._open if trail.here is not None]

    def add(self, place: Location) -> None:
        """Open a tab at the end and show it."""
        self._open.append(Trail([place], 0))
        self._tabs.add(name_of(place))

    def preview(self, place: Location) -> None:
        """Show a place in the tab of previews, which is made at the end if there is none."""
        row = self._tabs.preview_row
        if row >= 0:
            self._open[row] = Trail([place], 0)
            self._tabs.show_row(row)
        elif self.here.here is None:
            self.here.push(place)
        else:
            self.add(place)
        self._tabs.rename(self._tabs.current, name_of(place))
        self._tabs.mark_preview()

    def insert(self, row: int, trail: Trail) -> None:
        """Put a tab with its trail before another one and show it; it takes the place of a tab that shows nothing."""
        if self._open[0].here is None:
            self._open.clear()
        row = max(0, min(row, len(self._open)))
        self._open.insert(row, trail)
        self._tabs.reset([name_of(place) for place in self.places], row)

    def append(self, trail: Trail) -> None:
        """Put a tab with its trail at the end, behind the one that is shown."""
        self._open.append(trail)
        if trail.here is not None:
            self._tabs.add_behind(name_of(trail.here))

    def take(self, row: int) -> Trail:
        """Take a tab away, which does not count as closed; without any tab there is an empty trail."""
        trail = self._open.pop(row)
        self._tabs.remove(row)
        self._open = self._open or [Trail()]
        return trail

    def move(self, row: int, to: int) -> None:
        """Move a tab before another one; the one shown stays shown."""
        trail = self.here
        self._open.insert(to - (to > row), self._open.pop(row))
        at = next(number for number, other in enumerate(self._open) if other is trail)
        self._tabs.reset([name_of(place) for place in self.places], at)

    def take_closed(self) -> list[tuple[int, Trail]]:
        """What can be opened again, and all that is open: this strip goes."""
        closed, self._closed = self._closed, []
        return [*closed, *enumerate(self.open)]

    def add_closed(self, closed: Sequence[tuple[int, Trail]]) -> None:
        """Tabs that were closed elsewhere can be opened again here."""
        self._closed.extend(closed)

    @property
    def open(self) -> list[Trail]:
        """The trail of every tab that shows something, in order."""
        return [trail for trail in self._open if trail.here is not None]

    def reset(self, trails: Sequence[Trail], current: int) -> None:
        """Show these tabs in place of all others."""
        self._open = list(trails)
        self._tabs.reset([name_of(place) for place in self.places], current)

    def close(self, row: int) -> bool:
        """Close a tab; the last one stays. Whether the one shown is another now."""
        if len(self._open) < 2:
            return False
        was_shown = row == self._tabs.current
        self._closed.append((row, self._open.pop(row)))
        self._tabs.remove(row)
        return was_shown

    def reopen(self) -> Location | None:
        """Bring back the tab that was closed last, where it stood; its place."""
        if not self._closed:
            return None
        row, trail = self._closed.pop()
        row = min(row, len(self._open))
        self._open.insert(row, trail)
        self._tabs.reset([name_of(place) for place in self.places], row)
        return trail.here

    def forget(self, is_gone: Callable[[str], bool]) -> bool | None:
        """Close the tabs whose documents are gone; None when none is, else whether the tab shown was among them."""
        gone = [trail.here is not None and is_gone(trail.here.doc) for trail in self._open]
        if not any(gone):
            return None
        current = max(0, self._tabs.current)
        self._closed = [(row, trail) for row, trail in self._closed if trail.here and not is_gone(trail.here.doc)]
        kept = [trail for trail, is_out in zip(self._open, gone, strict=True) if not is_out]
        self._open = kept or [Trail()]
        places = self.places
        at = min(current - sum(gone[:current]), max(0, len(places) - 1))
        self._tabs.reset([name_of(place) for place in places], at)
        return gone[current]


def name_of(place: Location) -> str:
    """What a tab is called until its page has come."""
    return place.title or place.doc.rpartition("/")[2]
