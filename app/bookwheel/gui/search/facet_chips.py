"""The chips above the hits: what narrows a search now, and what could, with counts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from bookwheel.domain.search import SearchAnswer
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.search.search import Search
from bookwheel.gui.widgets.chip import chip, set_chip_text
from bookwheel.gui.widgets.flow_layout import FlowLayout, drop_last

_MOST, _EACH = 18, 5
_STEPS = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}


class FacetChips(QWidget):
    """The values chosen first, then what the answer offers.

    Left and Right go from chip to chip, Space turns one, Down goes to the hits and Escape to the page.
    """

    down = Signal()
    left = Signal()

    def __init__(self, search: Search) -> None:
        super().__init__()
        self._search = search
        self._names: dict[str, str] = {}
        self._acts: list[Callable[[bool], object]] = []
        self._flow = FlowLayout(self)
        self._more = chip(tr("More"), is_on=False)
        self._more.setCheckable(False)
        self._more.setParent(self)
        self._more.installEventFilter(self)
        self._flow.set_more(self._more)
        self.setAccessibleName(tr("Filters"))
        search.cleared.connect(self._flow.fold)

    def set_names(self, names: dict[str, str]) -> None:
        """The collections' names by slug."""
        self._names = names

    def show_answer(self, answer: SearchAnswer) -> None:
        """Offer what an answer counts; the chip that has the keyboard keeps it."""
        focus = self.focusWidget()
        held = focus.property("key") if isinstance(focus, QPushButton) and focus.hasFocus() else None
        filters = self._search.filters
        self._acts = []
        self._add(("", ""), tr("All collections"), self._clear, is_on=not filters)
        chosen = [(field, value) for field, values in filters.items() for value in values]
        counts = {(facet.field, facet.value): facet.count for facet in answer.facets}
        offered = [
            (facet.field, facet.value)
            for field in self._search.facets
            for facet in [one for one in answer.facets if one.field == field][:_EACH]
            if (field, facet.value) not in chosen
            and not (field in ("collection", "language") and sum(one.field == field for one in answer.facets) < 2)
        ]
        for field, value in [*chosen, *offered][:_MOST]:
            count = counts.get((field, value), 0)
            words = self._said(field, value) + (f"  {number(count)}" if count else "")
            self._add(
                (field, value), words, partial(self._search.set_filter, field, value),
                is_on=value in filters.get(field, ()),
            )  # fmt: skip
        while self._flow.count() > len(self._acts):
            drop_last(self._flow)
        for row in range(self._flow.count()):
            made = self._flow.itemAt(row)
            widget = made.widget() if made is not None else None
            if held is not None and widget is not None and tuple(widget.property("key")) == tuple(held):
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
        self.updateGeometry()

    @property
    def buttons(self) -> list[QPushButton]:
        """The chips in their order, and the one that shows more."""
        made = [self._flow.itemAt(row) for row in range(self._flow.count())]
        chips = [widget for entry in made if entry is not None and isinstance(widget := entry.widget(), QPushButton)]
        return [*chips, self._more]

    def take_focus(self) -> None:
        """Give the keyboard to the first chip."""
        made = self._flow.itemAt(0)
        widget = made.widget() if made is not None else None
        if widget is not None:
            widget.setFocus(Qt.FocusReason.TabFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Left and Right go to the next chip."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = _STEPS.get(Qt.Key(event.key()))
            shown = [button for button in self.findChildren(QPushButton) if button.isVisible() and button.x() >= 0]
            shown.sort(key=lambda button: (button.y(), button.x()))
            if step is not None and watched in shown:
                shown[(shown.index(watched) + step) % len(shown)].setFocus(Qt.FocusReason.TabFocusReason)  # type: ignore[arg-type]
                return True
            if event.key() == Qt.Key.Key_Down:
                self.down.emit()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.left.emit()
                return True
        return super().eventFilter(watched, event)

    def _clear(self, _is_on: bool) -> None:
        self.buttons[0].setChecked(True)
        self._search.clear_filters()

    def _add(self, key: tuple[str, str], words: str, act: Callable[[bool], object], *, is_on: bool) -> None:
        """One more chip, in place of one of the last answer where there is one.

        Whenever something is shown, Qt asks the screen's server where the pointer is, and waits for it.
        """
        row = len(self._acts)
        self._acts.append(act)
        if row == self._flow.count():
            made = chip(words, is_on=is_on)
            made.installEventFilter(self)
            made.clicked.connect(lambda on: self._acts[row](on))
            self._flow.addWidget(made)
            made.show()
        made = self.buttons[row]
        made.setProperty("key", list(key))
        made.setChecked(is_on)
        set_chip_text(made, words)

    def _said(self, field: str, value: str) -> str:
        if field == "collection":
            return self._names.get(value, value)
        if field == "path":
            slug, _, folder = value.strip("/").partition("/")
            return tr("in {folder}").format(folder=" › ".join((self._names.get(slug, slug), *folder.split("/"))))
        said = {
            "type": tr("type: {value}"), "category": tr("category: {value}"), "language": tr("language: {value}"),
            "tag": "# {value}",
        }.get(field, f"{field}: {{value}}")  # fmt: skip
        return said.format(value=value)
