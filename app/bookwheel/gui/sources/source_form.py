"""The fields of a source: when it is refreshed and what of it is fetched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QCheckBox, QFormLayout, QPlainTextEdit, QSpinBox, QWidget

from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.descriptions import TIMETABLES
from bookwheel.gui.sources.form_rows import add_rows
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.number_box import pad_number

_MOST_PAGES = 1_000_000
_BOX_HEIGHT = 24
"""Pixels of a box to tick, enough for a pointer to hit."""
_PATTERN_LINES = 54
"""Pixels of a field for patterns: two lines and a half."""


class SourceForm(QWidget):
    """Timetable, page limit, patterns, images and private addresses, below fields of its dialog."""

    def __init__(self, theme: Theme, first: Sequence[tuple[str, QWidget]]) -> None:
        """`first` are the dialog's own fields with their labels."""
        super().__init__()
        self._known = Bounds()
        self.timetable = ChoiceBox(theme)
        for timetable, name in TIMETABLES.items():
            self.timetable.addItem(tr(name), timetable)
        self.pages = QSpinBox()
        pad_number(self.pages)
        self.pages.setRange(0, _MOST_PAGES)
        self.pages.setSingleStep(1000)
        self.pages.setGroupSeparatorShown(True)
        self.pages.setSpecialValueText(tr("No limit"))
        self.only, self.skip = QPlainTextEdit(), QPlainTextEdit()
        self.only.setPlaceholderText(tr("All pages below the address"))
        self.skip.setPlaceholderText("blog/\n*/changelog/*")
        self.images = QCheckBox(tr("Fetch images"))
        self.private = QCheckBox(tr("Allow addresses of this computer and its network"))
        for box in (self.images, self.private):
            box.setMinimumHeight(_BOX_HEIGHT)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(10)
        rows = (
            *first,
            (tr("Refresh"), self.timetable),
            (tr("Page limit"), self.pages),
            (tr("Only these paths (one pattern per line)"), self.only),
            (tr("Skip these paths (one pattern per line)"), self.skip),
        )
        add_rows(form, rows)
        for patterns in (self.only, self.skip):
            patterns.setFixedHeight(_PATTERN_LINES)
            patterns.setTabChangesFocus(True)
        form.addRow("", self.images)
        form.addRow("", self.private)
        self._form = form
        self.show_source(Timetable.NEVER, Bounds())

    def show_source(self, timetable: Timetable, bounds: Bounds, kind: SourceKind | None = None) -> None:
        """Show these choices; a kind that has no pages hides theirs."""
        self._known = bounds
        self.timetable.setCurrentIndex(max(0, self.timetable.findData(timetable)))
        self.pages.setValue(bounds.pages)
        self.only.setPlainText("\n".join(bounds.include))
        self.skip.setPlainText("\n".join(bounds.exclude))
        self.images.setChecked(bounds.has_images)
        self.private.setChecked(bounds.may_be_private)
        for field in (self.pages, self.images):
            self._form.setRowVisible(field, kind not in (SourceKind.GIT, SourceKind.PUBLICATION))
        for patterns in (self.only, self.skip):
            self._form.setRowVisible(patterns, kind is not SourceKind.PUBLICATION)

    @property
    def chosen_timetable(self) -> Timetable:
        """When the source is refreshed."""
        return Timetable(self.timetable.currentData())

    @property
    def bounds(self) -> Bounds:
        """What of the source is fetched; what the form does not show stays."""
        return replace(
            self._known,
            pages=self.pages.value(),
            include=_patterns(self.only),
            exclude=_patterns(self.skip),
            has_images=self.images.isChecked(),
            may_be_private=self.private.isChecked(),
        )


def _patterns(field: QPlainTextEdit) -> tuple[str, ...]:
    return tuple(line.strip() for line in field.toPlainText().splitlines() if line.strip())
