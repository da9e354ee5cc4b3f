"""What the person annotates: selections marked, drawn on the page, changed, removed and brought back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from bookwheel.domain.annotations.annotation import (
    AnnotateRequest,
    Annotation,
    AnnotationChange,
    AnnotationEntry,
    AnnotationExportRequest,
    AnnotationKind,
    AnnotationRemoval,
    AnnotationRestoration,
    AnnotationsRequest,
    Colour,
)
from bookwheel.domain.links.lone_files import is_lone
from bookwheel.gui.annotations.dock import AnnotationsDock
from bookwheel.gui.annotations.note_dialog import NoteDialog
from bookwheel.gui.annotations.page_annotations import PageAnnotations
from bookwheel.gui.annotations.row_delegate import title_of
from bookwheel.gui.annotations.selection_bar import SelectionBar
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.file_export import write_export
from bookwheel.gui.shell.passages import SelectedPassage
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.shell.team_documents import refuses_change
from bookwheel.gui.state.locations import Location, section_location
from bookwheel.gui.widgets.file_dialogs import ask_where


class Annotating(QObject):
    """Serves one window; `current` gives the annotations of the page that is focused."""

    def __init__(self, shell: Shell, dock: AnnotationsDock, current: Callable[[], PageAnnotations]) -> None:
        super().__init__(dock)
        self._shell, self._dock, self._current = shell, dock, current
        self.colour = Colour.YELLOW
        """The colour that was used last."""
        self.dialog: NoteDialog | None = None
        dock.opened.connect(self._open)
        dock.edited.connect(self._edit)
        dock.removed.connect(lambda entry: self.remove(entry.annotation))
        dock.export_wanted.connect(self._ask_for_file)

    @property
    def bar(self) -> SelectionBar:
        """The toolbar at what is selected on the page that is focused."""
        return self._current().bar

    def serve(self, page: PageAnnotations) -> None:
        """Do what is chosen on a page, once that is focused."""
        page.bar.colour_chosen.connect(self.highlight)
        page.bar.bookmark_wanted.connect(self.bookmark)
        page.bar.note_wanted.connect(self.add_note)
        page.chosen.connect(self._edit)

    def follow(self) -> None:
        """Another document is read."""
        page = self._shell.page
        self._dock.follow(page.doc if page is not None else "")

    def add_key(self, widget: QWidget) -> None:
        """Highlight by H in a view."""
        shortcut = QShortcut(QKeySequence("h"), widget)
        shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        shortcut.activated.connect(lambda: self.highlight())

    def bookmark(self) -> None:
        """Bookmark what is selected, else the section that is read."""
        self._with_selection(lambda found: self._annotate(AnnotationKind.BOOKMARK, found))

    def highlight(self, colour: Colour | None = None) -> None:
        """Highlight what is selected, in a colour or the one used last."""
        self.colour = colour or self.colour

        def done(found: SelectedPassage | None) -> None:
            if found is None:
                self._shell.notify(tr("Select the words to highlight first."))
            else:
                self._annotate(AnnotationKind.HIGHLIGHT, found, self.colour)

        self._with_selection(done)

    def add_note(self) -> None:
        """Write a note beside what is selected, else beside the section that is read."""

        def done(found: SelectedPassage | None) -> None:
            title = found.quote if found is not None else ""
            dialog = self._show_dialog(title, "", None, is_new=True)
            dialog.saved.connect(lambda note, colour: self._keep_note(found, note, colour))

        self._with_selection(done)

    def remove(self, annotation: Annotation) -> None:
        """Remove an annotation; the notice brings it back."""
        client = self._shell.client
        if client is None:
            return

        def restore() -> None:
            again = self._shell.client
            if again is not None:
                request = AnnotationRestoration((annotation,))
                self._shell.calls.ask(lambda: again.restore_annotations(request), lambda _answer: None)

        self._shell.calls.ask(
            lambda: client.remove_annotations(AnnotationRemoval((annotation.id,))),
            lambda _answer: self._shell.notify(tr("Annotation removed."), tr("Undo"), restore),
        )

    def export(self, file: Path, request: AnnotationsRequest) -> None:
        """Write annotations as Markdown to a file."""
        client = self._shell.client
        if client is None:
            return

        def work() -> str:
            parts, cursor = list[str](), ""
            while True:
                asked = AnnotationExportRequest(request.doc, request.kind, request.colour, request.words, cursor)
                answer = client.export_annotations(asked)
                parts.append(answer.content)
                cursor = answer.cursor
                if not cursor:
                    return "".join(parts)

        self._shell.calls.ask(work, lambda text: write_export(self._shell, str(file), text))

    def _section(self) -> str:
        """The section that is read; empty where nothing can be annotated."""
        return self._shell.section if self._current().can_annotate else ""

    def _with_selection(self, then: Callable[[SelectedPassage | None], object]) -> None:
        if self._section():
            self._current().passages().ask_selection(then)
        elif self._shell.page is not None and is_lone(self._shell.page.doc):
            self._shell.notify(tr("This file is not in your library, so it can't be annotated. Add its folder first."))
        elif self._shell.page is None or not refuses_change(self._shell, self._shell.page.doc):
            self._shell.notify(tr("Open a document first."))

    def _annotate(
        self, kind: AnnotationKind, found: SelectedPassage | None, colour: Colour | None = None, note: str = ""
    ) -> None:
        client, section = self._shell.client, self._section()
        if client is None or not section:
            return
        quote, prefix, suffix = (found.quote, found.prefix, found.suffix) if found is not None else ("", "", "")
        if found is not None and found.anchor:
            section = f"{section.partition('#')[0]}#{found.anchor}"
        request = AnnotateRequest(section, kind, quote, prefix, suffix, colour, note)
        page = self._current()
        view = page.passages()

        def done(entry: AnnotationEntry) -> None:
            view.end_selection()
            page.bar.hide()
            if kind is AnnotationKind.BOOKMARK:
                words = tr("Bookmarked: “{title}”.").format(title=title_of(entry)[:80])
                self._shell.notify(words)

        self._shell.calls.ask(lambda: client.annotate(request), done)

    def _keep_note(self, found: SelectedPassage | None, note: str, colour: Colour | None) -> None:
        if not note.strip():
            self._shell.notify(tr("A note needs text."))
        else:
            is_highlight = found is not None and colour is not None
            self._annotate(AnnotationKind.HIGHLIGHT if is_highlight else AnnotationKind.NOTE, found, colour, note)

    def _edit(self, entry: AnnotationEntry) -> None:
        annotation = entry.annotation
        dialog = self._show_dialog(title_of(entry), annotation.note, annotation.colour, is_new=False)
        dialog.saved.connect(lambda note, colour: self._change(AnnotationChange(annotation.id, colour, note)))
        dialog.removed.connect(lambda: self.remove(annotation))

    def _change(self, change: AnnotationChange) -> None:
        client = self._shell.client
        if client is not None:
            self._shell.calls.ask(lambda: client.change_annotation(change), lambda _entry: None)

    def _show_dialog(self, passage: str, note: str, colour: Colour | None, *, is_new: bool) -> NoteDialog:
        self.bar.hide()
        parent = self._shell.dialog_parent()
        dialog = self.dialog = NoteDialog(self._shell.theme, passage, note, colour, is_new=is_new, parent=parent)
        dialog.open()
        return dialog

    def _open(self, entry: AnnotationEntry) -> None:
        if entry.is_lost:
            self._shell.open(Location(entry.annotation.doc))
            self._shell.notify(tr("This passage is no longer in the document."))
        else:
            self._current().wanted = entry.annotation.id if entry.annotation.quote else ""
            self._shell.open(section_location(entry.section, "", entry.place, title=entry.document_title))

    def _ask_for_file(self, request: AnnotationsRequest) -> None:
        kinds = {"md": "Markdown"}
        parent = self._shell.dialog_parent()
        ask_where(parent, tr("Export annotations"), "annotations.md", kinds, lambda file: self.export(file, request))
