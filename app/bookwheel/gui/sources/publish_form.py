"""The fields of publishing: which collection, where to, under which name, and which documents of it."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QWidget

from bookwheel.domain.publications import PublishRequest
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.sources.form_rows import add_rows
from bookwheel.gui.state.publishing import PublishingChoice
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.widgets.choice_box import ChoiceBox
from bookwheel.gui.widgets.explained_line import ExplainedLine
from bookwheel.gui.widgets.folder_field import FolderField

_BOX_HEIGHT = 24
"""Pixels of a box to tick, enough for a pointer to hit."""


class PublishForm(QWidget):
    """A collection, a target, a publisher, a filter, and whether assets go along."""

    changed = Signal()
    """A field is another now."""
    collection_chosen = Signal(str)
    """The slug of the collection that the person chose."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.collection = ChoiceBox(theme)
        self.target = FolderField(tr("Choose target folder"), tr("Folder or s3://bucket/prefix"))
        self.publisher = QLineEdit()
        self.publisher.setPlaceholderText(tr("Shown to subscribers"))
        self.scope = ExplainedLine(
            tr("All documents that are not private"),
            tr("path:guide/ publishes only a folder, -tag:draft excludes a tag."),
        )
        self.assets = QCheckBox(tr("Include pictures and other files that pages embed"))
        self.assets.setMinimumHeight(_BOX_HEIGHT)
        form = QFormLayout(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.setSpacing(10)
        rows = (
            (tr("Collection"), self.collection),
            (tr("Publish to"), self.target),
            (tr("Publisher's name"), self.publisher),
            (tr("Filter (optional)"), self.scope),
        )
        add_rows(form, rows)
        form.addRow("", self.assets)
        for line in (self.target.line, self.publisher, self.scope.line):
            line.textChanged.connect(lambda _text: self.changed.emit())
        self.assets.toggled.connect(lambda _on: self.changed.emit())
        self.collection.activated.connect(lambda _row: self.collection_chosen.emit(self.slug))
        self.collection.currentIndexChanged.connect(lambda _row: self.changed.emit())

    @property
    def slug(self) -> str:
        """The collection that is chosen; empty while there is none."""
        return self.collection.currentData() or ""

    @property
    def is_filled(self) -> bool:
        """Whether there is a collection and a target."""
        return bool(self.slug and self.target.text())

    @property
    def choice(self) -> PublishingChoice:
        """What the fields say."""
        return PublishingChoice(
            self.target.text(), self.publisher.text().strip(), self.scope.line.text().strip(), self.assets.isChecked()
        )

    def show_choice(self, choice: PublishingChoice) -> None:
        """Fill in the fields below the collection."""
        self.target.line.setText(choice.target)
        self.publisher.setText(choice.publisher)
        self.scope.line.setText(choice.scope)
        self.assets.setChecked(choice.has_assets)

    def show_collections(self, names: Mapping[str, str], slug: str) -> None:
        """Offer these collections, names by slug, with one of them chosen if it is there."""
        known = {self.collection.itemData(row): self.collection.itemText(row) for row in range(self.collection.count())}
        if known != names:
            self.collection.clear()
            for one, name in sorted(names.items(), key=lambda entry: entry[1].casefold()):
                self.collection.addItem(name, one)
        self.collection.setCurrentIndex(max(0, self.collection.findData(slug)))

    def request(self, *, is_trial: bool) -> PublishRequest:
        """What the fields ask for."""
        choice = self.choice
        return PublishRequest(
            self.slug,
            choice.target,
            choice.scope,
            choice.publisher,
            has_assets=choice.has_assets,
            is_trial=is_trial,
        )
