"""The bridge to the editor: documents open at a line in the editor that the person chose, and failures are said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.formats import format_of
from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.opening.source_lines import find_line
from bookwheel.gui.platform import desktop, editors, programs
from bookwheel.gui.platform.editors import EditorCommand
from bookwheel.gui.shell.edit_target import EditTarget
from bookwheel.gui.shell.shell import Shell
from bookwheel.gui.widgets.palette import Choice, filter_choices

_LOOK_MS, _LOOKS = 200, 25
"""A program that fails within five seconds is told of; whatever runs longer is left alone."""
_WANTS_TERMINAL = ("tty", "terminal", "term environment", "not a console", "ioctl")
"""Words by which programs complain that they have no terminal."""


class Editing(QObject):
    """Opens files in the editor of one window."""

    def __init__(
        self,
        shell: Shell,
        find_path: Callable[[str], Path | None],
        show_settings: Callable[[str], object],
        explain_missing: Callable[[str], str],
    ) -> None:
        """`find_path` gives a document's file, and `explain_missing` says why there is none.

        `show_settings` shows a section of the settings, by its title.
        """
        super().__init__(shell.dialog_parent())
        self._shell = shell
        self._find_path, self._explain_missing = find_path, explain_missing
        self._show_settings = show_settings
        self._started: list[programs.Program] = []

    def edit(self, target: EditTarget) -> None:
        """Open a document at a line; one that is no text opens in the program that the desktop has for it."""
        path = self._find_path(target.doc)
        if path is None:
            self._shell.notify(self._explain_missing(target.doc))
            return
        kind = format_of(path.name)
        if kind is not None and not kind.is_text:
            self._if_there(path, lambda: desktop.open_file(str(path)))
            return
        client = self._shell.client

        def located(line: int) -> None:
            self.edit_file(path, line)

        if client is None:
            located(max(1, target.line))
        else:
            self._shell.calls.ask(lambda: find_line(client, target), located, lambda _error: located(1))

    def edit_file(self, path: Path, line: int = 1) -> None:
        """Open a file at a line; ask for an editor where none is chosen yet."""
        preferences = self._shell.session.preferences
        name = preferences.values.editor
        if name == editors.ASK:
            self.choose(partial(self.edit_file, path, line))
        elif name == editors.SYSTEM:
            self._if_there(path, lambda: desktop.open_file(str(path)))
        else:
            custom = preferences.values.editor_command
            self._start(lambda: _command_for(name, path, line, custom))

    def choose(self, then: Callable[[], object] | None = None) -> None:
        """Let the person choose an editor among those found, and go on."""
        self._shell.calls.ask(editors.find_editors, partial(self._offer, then))

    def _offer(self, then: Callable[[], object] | None, found: list[tuple[str, str, str]]) -> None:
        palette = self._shell.command_palette

        def choose(name: str) -> None:
            self._shell.session.preferences.set("editor", name)
            if then is not None:
                then()
            else:
                self._shell.notify(tr("Documents now open in this editor: {editor}.").format(editor=name_of(name)))

        rows = [Choice(label, partial(choose, name), "square-pen", path) for name, label, path in found]
        rows.append(Choice(name_of(editors.SYSTEM), partial(choose, editors.SYSTEM), "external-link"))
        rows.append(Choice(tr("Custom command…"), self._ask_for_command, "settings-2", tr("Set it in the settings")))
        title = tr("Choose editor")
        palette.show_choices(title, title, lambda text: palette.set_rows(filter_choices(rows, text)))

    def _ask_for_command(self) -> None:
        self._shell.session.preferences.set("editor", editors.CUSTOM)
        self._show_settings(tr("This window"))

    def _start(self, build: Callable[[], EditorCommand]) -> None:
        """Start what `build` gives, which looks at the disk; an address is opened by the desktop."""

        def work() -> tuple[EditorCommand, programs.Program | None]:
            command = build()
            return command, None if command.address else programs.start(command.arguments)

        def started(answer: tuple[EditorCommand, programs.Program | None]) -> None:
            command, program = answer
            if program is not None:
                self._started = [one for one in self._started if not one.is_over]
                self._started.append(program)
                self._look(command, program, _LOOKS)
            elif not desktop.open_address(command.address):
                self._fail(tr("{editor} could not be opened.").format(editor=command.label))

        self._shell.calls.ask(work, started, lambda error: self._fail(error.message))

    def _look(self, command: EditorCommand, program: programs.Program, left: int) -> None:
        """Look for a while whether a program fails."""
        reason = program.failure()
        if reason is None and left and not program.is_over:
            QTimer.singleShot(_LOOK_MS, self, lambda: self._look(command, program, left - 1))
            return
        program.release()
        if reason is None:
            return
        said = tr("{editor} ended with an error: {reason}").format(editor=command.label, reason=reason[:200])
        if not command.needs_terminal and any(word in reason.casefold() for word in _WANTS_TERMINAL):
            self._shell.notify(said, tr("Open in terminal"), lambda: self._start(lambda: _wrap(command)))
        else:
            self._fail(said)

    def _fail(self, sentence: str) -> None:
        self._shell.notify(sentence, tr("Choose editor…"), self.choose)

    def _if_there(self, path: Path, act: Callable[[], object]) -> None:
        """Do something with a file if it is still there."""

        def looked(is_there: bool) -> None:
            if is_there:
                act()
            else:
                self._shell.notify(tr("{file} no longer exists.").format(file=path))

        self._shell.calls.ask(path.exists, looked)


def name_of(editor: str) -> str:
    """What a choice of an editor is called."""
    return editors.LABELS.get(editor) or {
        editors.SYSTEM: tr("Default app of the system"),
        editors.ENVIRONMENT: "$EDITOR",
    }.get(editor, editor)


def _command_for(name: str, path: Path, line: int, custom: str) -> EditorCommand:
    """What opens a file in an editor, within a terminal where it needs one; looks at the disk.

    Raises:
        BadRequest: with what is to be done, when the file, the editor or a terminal is missing.
    """
    if not path.exists():
        raise BadRequest(tr("{file} no longer exists.").format(file=path))
    command = editors.build_command(name, path, line, custom)
    if command is None:
        said = tr("{editor} was not found on this computer. Install it, or choose another editor.")
        if name == editors.CUSTOM:
            said = tr("The command of your editor was not found. Correct it in the settings, or choose another editor.")
        raise BadRequest(said.format(editor=name_of(name)))
    return _wrap(command) if command.needs_terminal else command


def _wrap(command: EditorCommand) -> EditorCommand:
    """The command within the system's terminal."""
    wrapped = programs.in_terminal(command.arguments)
    if wrapped is None:
        said = tr("{editor} needs a terminal, and none was found. Install one, or choose another editor.")
        raise BadRequest(said.format(editor=command.label))
    return replace(command, arguments=tuple(wrapped), needs_terminal=True)
