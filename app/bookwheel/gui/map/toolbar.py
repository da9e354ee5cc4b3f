"""The row of choices above the map: a box to find, groups as chips that are also the legend, and what narrows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from bookwheel.gui.graph.toolbar import shape_icon
from bookwheel.gui.i18n.translation import QT_TR_NOOP, number, tr
from bookwheel.gui.map.filters import MapFilters
from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.dock import IconButton
from bookwheel.gui.widgets.flow_layout import FlowLayout, empty_out
from bookwheel.gui.widgets.menu_button import onwards

SHAPES = ("o", "s", "t1", "d", "h", "p", "star", "x")
"""The groups' shapes, as `painting` has them."""

_SIDE = 12
_MOST_LISTED = 40


_GROUPINGS = {
    "Collection": (QT_TR_NOOP("Collection"), QT_TR_NOOP("By collection")),
    "Topic": (QT_TR_NOOP("Topic"), QT_TR_NOOP("By topic")),
    "Type": (QT_TR_NOOP("Type"), QT_TR_NOOP("By type")),
    "Folder": (QT_TR_NOOP("Folder"), QT_TR_NOOP("By folder")),
    "Tag": (QT_TR_NOOP("Tag"), QT_TR_NOOP("By tag")),
    "Region": (QT_TR_NOOP("Region"), QT_TR_NOOP("By region")),
}
"""What the groupings of a scene are called, alone and on the button."""


class MapToolbar(QWidget):
    """Tells what was chosen, and shows what there is to choose from."""

    choices_made = Signal(object)
    """The MapFilters as they are now."""
    words_changed = Signal(str)
    entered = Signal()
    left_box = Signal()
    exported = Signal(str)
    """png, svg or graphml."""
    region_chosen = Signal(int)
    """A region's number, to be looked at closely."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.choices = MapFilters()
        self._by_name = ""
        self._groups: tuple[tuple[int, str, int], ...] = ()
        """Of each group its colour, name and count."""
        self._chips: list[QPushButton] = []
        self.box = QLineEdit()
        self.box.setPlaceholderText(tr("Find"))
        self.box.setAccessibleName(tr("Find on map"))
        self.box.setClearButtonEnabled(True)
        self.box.setMinimumWidth(96)
        self.box.setMaximumWidth(230)
        self.box.setMinimumHeight(28)
        self.box.textChanged.connect(self.words_changed)
        self.box.returnPressed.connect(self.entered)
        self.box.installEventFilter(self)
        self._by = _menu_button(tr("Colour by"))
        self._narrow = _menu_button(tr("Map filter"))
        self.hubs = QPushButton(tr("Hub links"))
        self.hubs.setObjectName("chip")
        self.hubs.setCheckable(True)
        self.hubs.setMinimumHeight(24)
        self.hubs.setToolTip(tr("Show the links of documents that very many others link to"))
        self.hubs.clicked.connect(lambda on: self._choose(replace(self.choices, with_hubs=bool(on))))
        self._build_buttons()
        self._lay_out()
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _build_buttons(self) -> None:
        self.trails = self._button("bot", tr("Show what agents read recently"), is_checkable=True)
        self.freeze = self._button("pause", tr("Freeze map"), is_checkable=True)
        self.freeze.toggled.connect(self._show_frozen)
        self.whole = self._button("maximize", tr("Zoom to fit (0)"))
        self.as_table = self._button("list", tr("Show as table"), is_checkable=True)
        self.export = self._button("download", tr("Export"))
        menu = QMenu(self)
        for words, kind in (
            (tr("Image (PNG)"), "png"),
            (tr("Vector image (SVG)"), "svg"),
            (tr("Graph (GraphML)"), "graphml"),
        ):
            menu.addAction(words).triggered.connect(lambda _on=False, which=kind: self.exported.emit(which))
        self.export.setMenu(menu)
        self.export.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)

    def _lay_out(self) -> None:
        self._choosing, self._acting = QHBoxLayout(), QHBoxLayout()
        self._choosing.addWidget(self.box, 1)
        for widget in (self._by, self._narrow, self.hubs):
            self._choosing.addWidget(widget)
        self._choosing.addStretch(0)
        for widget in (self.trails, self.freeze, self.whole, self.as_table, self.export):
            self._acting.addWidget(widget)
        self._acting.addStretch(0)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.addLayout(self._choosing, 3)
        self._row.addStretch(1)
        self._row.addLayout(self._acting)
        for layout in (self._choosing, self._acting, self._row):
            layout.setSpacing(6)
        self._legend = QWidget()
        self._legend.setAccessibleName(tr("Groups shown"))
        self._flow = FlowLayout(self._legend, lines=2)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 12, 6)
        column.setSpacing(6)
        column.addLayout(self._row)
        column.addWidget(self._legend)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Two lines where one is too short."""
        needed = self._choosing.minimumSize().width() + self._acting.minimumSize().width() + 2 * _SIDE + 24
        direction = QBoxLayout.Direction
        self._row.setDirection(direction.LeftToRight if self.width() >= needed else direction.TopToBottom)
        super().resizeEvent(event)

    def _button(self, icon: str, words: str, *, is_checkable: bool = False) -> IconButton:
        button = IconButton(self._theme, icon, words)
        button.setCheckable(is_checkable)
        button.setFixedSize(28, 28)
        return button

    def type_letters(self, letters: str) -> None:
        """Go on typing in the box what was begun elsewhere."""
        self.box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.box.insert(letters)

    def _show_frozen(self, is_frozen: bool) -> None:
        self.freeze.set_icon("play" if is_frozen else "pause")
        self.freeze.set_words(tr("Unfreeze map") if is_frozen else tr("Freeze map"))

    def _apply_theme(self, _is_dark: bool = False) -> None:
        for button in (self._by, self._narrow):
            button.setIcon(icons.icon("chevron-down", self._theme.colours["soft"]))
            button.setIconSize(QSize(_SIDE, _SIDE))
        self._show_legend()

    def offer(
        self,
        by: str,
        groups: Sequence[tuple[int, str, int]],
        groupings: Sequence[str],
        narrowing: Sequence[tuple[str, Sequence[str]]],
        regions: Sequence[str] = (),
    ) -> None:
        """Show the grouping `by` with its groups' colours, names and counts, and what may be chosen instead or besides.

        `narrowing` is a field of MapFilters (tag, type, folder) with its values; `regions` can be gone to.
        """
        self._by_name = by
        self._groups = tuple(groups)
        self._by.setText(tr(_GROUPINGS[by][1]))
        menu = QMenu(self)
        for name in groupings:
            action = menu.addAction(tr(_GROUPINGS[name][0]))
            action.setCheckable(True)
            action.setChecked(name == by)
            made = replace(self.choices, by=name, hidden=frozenset())
            action.triggered.connect(lambda _on=False, choices=made: self._choose(choices))
        _set_menu(self._by, menu)
        menu = QMenu(self)
        menu.addAction(tr("Whole library")).triggered.connect(
            lambda: self._choose(replace(self.choices, tag="", type="", folder="", hidden=frozenset()))
        )
        for field, values in narrowing:
            if values:
                self._add_submenu(menu, field, values)
        if regions:
            inner = menu.addMenu(tr("Go to region"))
            for at, name in sorted(enumerate(regions), key=lambda region: region[1].casefold()):
                inner.addAction(name).triggered.connect(lambda _on=False, which=at: self.region_chosen.emit(which))
        _set_menu(self._narrow, menu)
        narrowed = self.choices.narrowing
        self._narrow.setText(narrowed[:40] if narrowed else tr("Whole library"))
        self.hubs.setChecked(self.choices.with_hubs)
        self._show_legend()

    def _add_submenu(self, menu: QMenu, field: str, values: Sequence[str]) -> None:
        inner = menu.addMenu({"tag": tr("With a tag"), "type": tr("Of a type"), "folder": tr("In a folder")}[field])
        for value in values[:_MOST_LISTED]:
            action = inner.addAction(value)
            action.setCheckable(True)
            action.setChecked(getattr(self.choices, field) == value)
            made = replace(self.choices, **{field: "" if action.isChecked() else value})  # type: ignore[arg-type]
            action.triggered.connect(lambda _on=False, choices=made: self._choose(choices))

    def _show_legend(self) -> None:
        words = [f"{name}  {number(count)}" for _, name, count in self._groups]
        if [chip.text() for chip in self._chips] != words:  # else the one that was pressed would lose the keyboard
            self._make_legend(words)
        for chip, (at, name, _) in zip(self._chips, self._groups, strict=True):
            chip.setToolTip(self._explain_chip(name))
            chip.setIcon(shape_icon(SHAPES[at], self._theme.colours[f"region_{at + 1}"]))
            chip.setChecked(name not in self.choices.hidden)

    def _make_legend(self, words: Sequence[str]) -> None:
        empty_out(self._flow)
        self._chips = [QPushButton(word) for word in words]
        for chip, (_, name, count) in zip(self._chips, self._groups, strict=True):
            chip.setObjectName("chip")
            chip.setCheckable(True)
            chip.setMinimumHeight(24)
            chip.setAutoDefault(False)
            chip.setIconSize(QSize(_SIDE, _SIDE))
            chip.setAccessibleName(f"{name}, {number(count)}")
            chip.clicked.connect(lambda _on=False, group=name: self._press_chip(group))
            self._flow.addWidget(chip)
            chip.show()
        for one, following in pairwise((self.export, *self._chips)):
            QWidget.setTabOrder(one, following)
        self._legend.setVisible(bool(self._groups))
        self._legend.updateGeometry()

    def _explain_chip(self, group: str) -> str:
        if self._by_name == "Topic":
            return tr("Show only: {group}. Ctrl+click: show or hide it").format(group=group)
        return tr("Show or hide: {group}").format(group=group)

    def _press_chip(self, group: str) -> None:
        """Pick out a topic, or show all again; show or hide any other group, and a topic with Ctrl."""
        is_with_ctrl = bool(QGuiApplication.keyboardModifiers() & Qt.KeyboardModifier.ControlModifier)
        if self._by_name != "Topic" or is_with_ctrl:
            self._choose(self.choices.turned(group))
        else:
            self._choose(self.choices.picked(group, [name for _, name, _ in self._groups]))

    def _choose(self, choices: MapFilters) -> None:
        self.choices = choices
        self.choices_made.emit(choices)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        """Escape empties the box, and leaves it when it is empty; Down goes to the map."""
        if watched is self.box and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.box.clear() if self.box.text() else self.left_box.emit()
                return True
            if event.key() == Qt.Key.Key_Down:
                self.left_box.emit()
                return True
        return super().eventFilter(watched, event)


def _menu_button(name: str) -> QToolButton:
    button = QToolButton()
    button.setAccessibleName(name)
    button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setObjectName("quietMenu")
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    button.setMinimumHeight(24)
    button.setMenu(QMenu(button))  # from the start: screen readers keep in mind what they first heard it to be
    return button


def _set_menu(button: QToolButton, menu: QMenu) -> None:
    was = button.menu()
    onwards(menu)
    button.setMenu(menu)
    if was is not None:
        was.deleteLater()
