"""Layouts by name: the splits with their tabs, saved, opened and deleted from the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.state.locations import is_left
from bookwheel.gui.state.split_layout import SplitLayout
from bookwheel.gui.widgets.palette import Choice, filter_choices
from bookwheel.gui.window.splits.split_view import SplitView

_LONGEST_NAME = 80
_ICON = "app-window"


class Layouts:
    """The layouts of a library, shared by its windows."""

    def __init__(self, shell: Shell, split_view: SplitView) -> None:
        self._shell, self._split_view = shell, split_view

    def ask_to_save(self) -> None:
        """Ask for a name and save the splits with their tabs under it."""
        layout = self._split_view.layout_now
        if layout is None:
            self._shell.notify(tr("Open a document first, then save the layout."))
            return

        def list_rows(text: str) -> Sequence[Choice]:
            name = " ".join(text.split())[:_LONGEST_NAME]
            known = self._shell.session.layouts
            rows = [
                Choice(
                    tr("Replace “{name}”").format(name=old),
                    partial(self._save, old, layout),
                    _ICON,
                    _count(kept),
                )
                for old, kept in reversed(known.items())
            ]
            new = Choice(tr("Save as “{name}”").format(name=name), partial(self._save, name, layout), _ICON)
            return [*([new] if name and name not in known else []), *filter_choices(rows, text)]

        self._ask(tr("Save layout"), tr("Name of the layout"), list_rows, tr("Type a name for the layout."))

    def ask_to_open(self) -> None:
        """Ask for a layout and show its splits in place of those that are open."""
        self._choose(tr("Open layout"), self._open)

    def ask_to_delete(self) -> None:
        """Ask for a layout and delete it; that can be undone."""
        self._choose(tr("Delete layout"), self._delete)

    def _choose(self, title: str, act: Callable[[str], None]) -> None:
        def list_rows(text: str) -> Sequence[Choice]:
            kept = reversed(self._shell.session.layouts.items())
            rows = [Choice(name, partial(act, name), _ICON, _count(layout)) for name, layout in kept]
            return filter_choices(rows, text)

        none = tr("No layouts are saved. Choose “Save layout…” to save one.")
        none = none if not self._shell.session.layouts else tr("No matching layouts.")
        self._ask(title, tr("Search layouts"), list_rows, none)

    def _ask(self, title: str, hint: str, list_rows: Callable[[str], Sequence[Choice]], empty: str) -> None:
        palette = self._shell.command_palette
        palette.show_choices(title, hint, lambda text: palette.set_rows(list_rows(text)), empty)

    def _save(self, name: str, layout: SplitLayout) -> None:
        known = self._shell.session.layouts
        before = known.pop(name, None)
        self._shell.session.keep_layouts({**known, name: layout})
        said = tr("Layout “{name}” saved.").format(name=name)
        if before is None:
            self._shell.notify(said)
        else:
            self._shell.notify(said, tr("Undo"), lambda: self._put_back(name, before))

    def _open(self, name: str) -> None:
        layout = self._shell.session.layouts.get(name)
        slugs = self._shell.collection_names()
        kept = layout.only(lambda doc: is_left(doc, slugs)) if layout is not None else None
        if kept is None:
            self._shell.notify(tr("The documents of layout “{name}” are no longer in the library.").format(name=name))
            return
        before = self._split_view.layout_now
        self._show(kept)
        said = tr("Layout “{name}” opened.").format(name=name)
        if before is None:
            self._shell.notify(said)
        else:
            self._shell.notify(said, tr("Undo"), lambda: self._show(before))

    def _show(self, layout: SplitLayout) -> None:
        self._split_view.restore(layout)
        self._split_view.wanted.emit()
        self._split_view.setFocus()

    def _delete(self, name: str) -> None:
        known = self._shell.session.layouts
        layout = known.pop(name)
        self._shell.session.keep_layouts(known)
        said = tr("Layout “{name}” deleted.").format(name=name)
        self._shell.notify(said, tr("Undo"), lambda: self._put_back(name, layout))

    def _put_back(self, name: str, layout: SplitLayout) -> None:
        self._shell.session.keep_layouts({**self._shell.session.layouts, name: layout})


def _count(layout: SplitLayout) -> str:
    """How many tabs and splits a layout has."""
    tabs = tr("%Ln tab(s)", "", sum(len(split.trails) for split in layout.splits))
    splits = tr("%Ln split(s)", "", len(layout.splits))
    return f"{tabs} · {splits}"
