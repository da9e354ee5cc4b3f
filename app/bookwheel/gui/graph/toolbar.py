"""The row of choices above the graph: depth, relations, and a chip for each kind that is also the legend."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLabel, QMenu, QPushButton, QToolButton, QVBoxLayout, QWidget

from bookwheel.domain.graph import NodeKind
from bookwheel.gui.graph.shapes import shape
from bookwheel.gui.graph.view_model import Filters, Picture
from bookwheel.gui.graph.vocabulary import KINDS, relation_name
from bookwheel.gui.i18n.translation import number, tr
from bookwheel.gui.theme import icons
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.flow_layout import FlowLayout, empty_out
from bookwheel.gui.widgets.menu_button import onwards

DEEPEST = 3
_SIDE = 12


def shape_icon(name: str, colour: str) -> QIcon:
    """A kind's shape in its colour."""
    picture = QPixmap(_SIDE * 2, _SIDE * 2)
    picture.setDevicePixelRatio(2)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(_SIDE / 2, _SIDE / 2)
    painter.scale(_SIDE - 2, _SIDE - 2)
    if name == "x":
        pen = painter.pen()
        pen.setColor(QColor(colour))
        pen.setWidthF(0.24)
        painter.setPen(pen)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
    painter.drawPath(shape(name))
    painter.end()
    return QIcon(picture)


class GraphToolbar(QWidget):
    """Depth, relations and kinds; tells what was chosen and shows what there is."""

    depth_chosen = Signal(int)
    filters_chosen = Signal(object)
    """The Filters as they are now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._filters = Filters()
        self._shown = Picture()
        self._depths = QButtonGroup(self)
        row = QHBoxLayout()
        row.setSpacing(4)
        self._add_depths(row)
        row.addStretch(1)
        self._relations = QToolButton()
        self._relations.setText(tr("All relations"))
        self._relations.setAccessibleName(tr("Relations shown"))
        self._relations.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._relations.setObjectName("quietMenu")
        self._relations.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._relations.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self._menu = QMenu(self)
        onwards(self._menu)
        self._relations.setMenu(self._menu)
        row.addWidget(self._relations)
        self._kinds = QWidget()
        self._kinds.setAccessibleName(tr("Kinds shown"))
        self._flow = FlowLayout(self._kinds, lines=3)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 0, 10, 8)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self._kinds)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _add_depths(self, row: QHBoxLayout) -> None:
        label = QLabel(tr("Depth"))
        label.setObjectName("soft")
        row.addWidget(label)
        for depth in range(1, DEEPEST + 1):
            button = _chip(str(depth))
            button.setAccessibleName(tr("Depth {number}").format(number=depth))
            button.setToolTip(tr("Up to %Ln step(s) away", "", depth))
            self._depths.addButton(button, depth)
            row.addWidget(button)
        self._depths.setExclusive(True)
        self._depths.button(1).setChecked(True)
        self._depths.idClicked.connect(self.depth_chosen)

    def _apply_theme(self, _is_dark: bool = False) -> None:
        self._relations.setIcon(icons.icon("chevron-down", self._theme.colours["soft"]))
        self._relations.setIconSize(QSize(_SIDE, _SIDE))
        self._show_kinds()

    @property
    def filters(self) -> Filters:
        """What is hidden now."""
        return self._filters

    def set_filters(self, filters: Filters) -> None:
        """Take filters that were chosen elsewhere."""
        self._filters = filters

    def set_depth(self, depth: int) -> None:
        """Show a depth as chosen."""
        self._depths.button(depth).setChecked(True)

    def show_picture(self, shown: Picture) -> None:
        """Offer the kinds and relations that there are."""
        is_same = (shown.kinds, shown.relations) == (self._shown.kinds, self._shown.relations)
        self._shown = shown
        if not is_same or not self._flow.count():
            self._show_kinds()
            self._show_relations()

    def _show_kinds(self) -> None:
        empty_out(self._flow)
        for kind, count in self._shown.kinds.items():
            known = KINDS[kind]
            many = tr(known.many)
            chip = _chip(f"{many}  {number(count)}")
            chip.setIcon(shape_icon(known.shape, self._theme.colours[known.colour]))
            chip.setIconSize(QSize(_SIDE, _SIDE))
            chip.setChecked(kind not in self._filters.kinds)
            chip.setAccessibleName(f"{many}, {number(count)}")
            chip.setToolTip(tr("Show or hide: {group}").format(group=many))
            chip.clicked.connect(lambda _on=False, which=kind: self._turn_kind(which))
            self._flow.addWidget(chip)
            chip.show()
        self._kinds.setVisible(bool(self._shown.kinds))
        self._kinds.updateGeometry()

    def _show_relations(self) -> None:
        self._menu.clear()
        for relation, count in self._shown.relations.items():
            words = relation_name(relation)
            action = self._menu.addAction(f"{words[:1].upper()}{words[1:]}  {number(count)}")
            action.setCheckable(True)
            action.setChecked(relation not in self._filters.relations)
            action.triggered.connect(lambda _on=False, which=relation: self._turn_relation(which))
        self._describe_relations()

    def _describe_relations(self) -> None:
        hidden = len(self._filters.relations & self._shown.relations.keys())
        count = len(self._shown.relations)
        self._relations.setText(
            tr("{some} of %Ln relation(s)", "", count).format(some=count - hidden) if hidden else tr("All relations")
        )
        self._relations.setEnabled(count > 0)

    def _turn_kind(self, kind: NodeKind) -> None:
        self._filters = self._filters.turned(kind)
        self.filters_chosen.emit(self._filters)

    def _turn_relation(self, relation: str) -> None:
        self._filters = self._filters.turned_relation(relation)
        self._describe_relations()
        self.filters_chosen.emit(self._filters)


def _chip(words: str) -> QPushButton:
    chip = QPushButton(words)
    chip.setObjectName("chip")
    chip.setCheckable(True)
    chip.setMinimumHeight(24)
    chip.setAutoDefault(False)
    return chip
