"""Editors that open a file at a line: the presets, which of them this computer has, and what starts them."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

ASK, SYSTEM, ENVIRONMENT, CUSTOM = "ask", "system", "environment", "custom"
"""Choices that are no preset: ask at first, the desktop's own program, `$EDITOR`, and a command of the person's."""
_FILE, _LINE = "{file}", "{line}"
_OBSIDIAN = "obsidian"


@dataclass(frozen=True, slots=True)
class Editor:
    """A preset: `name` stands in the settings, `arguments` are filled in with the file and the line.

    `programs` are looked for on the path, then `paths` as files; those without either are reached by their address.
    """

    name: str
    label: str
    programs: tuple[str, ...]
    arguments: tuple[str, ...]
    needs_terminal: bool = False
    paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EditorCommand:
    """What starts an editor on a file: a program with its arguments, or an `address` that the desktop opens."""

    label: str
    arguments: tuple[str, ...] = ()
    needs_terminal: bool = False
    address: str = ""


_GOTO = ("--goto", f"{_FILE}:{_LINE}")
_AT_LINE = (f"+{_LINE}", _FILE)
PRESETS = (
    Editor(
        "vscode",
        "Visual Studio Code",
        ("code", "codium", "code-insiders"),
        _GOTO,
        paths=("/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code",),
    ),
    Editor("cursor", "Cursor", ("cursor",), _GOTO, paths=("/Applications/Cursor.app/Contents/Resources/app/bin/code",)),
    Editor("vim", "Vim", ("vim",), (f"+{_LINE}", "--", _FILE), needs_terminal=True),
    Editor("neovim", "Neovim", ("nvim",), (f"+{_LINE}", "--", _FILE), needs_terminal=True),
    Editor("emacs", "Emacs", ("emacs",), _AT_LINE, paths=("/Applications/Emacs.app/Contents/MacOS/Emacs",)),
    Editor(
        "sublime",
        "Sublime Text",
        ("subl", "sublime_text"),
        (f"{_FILE}:{_LINE}",),
        paths=("/Applications/Sublime Text.app/Contents/SharedSupport/bin/subl",),
    ),
    Editor("kate", "Kate", ("kate",), ("--line", _LINE, _FILE)),
    Editor(_OBSIDIAN, "Obsidian", (), (), paths=("/Applications/Obsidian.app",)),
)
"""The editors that are offered where they are found."""
CHOICES = (ASK, *(editor.name for editor in PRESETS), ENVIRONMENT, SYSTEM, CUSTOM)
LABELS = {editor.name: editor.label for editor in PRESETS}
_LIKE_VI = ("vi", "nano", "pico", "micro", "joe", "jed", "mg", "nvi", "elvis", "kak", "ne", "ee", "gvim", "mcedit")
"""Other programs that take the line as `+12` before the file."""
_WITH_WINDOWS = ("gvim", "gedit", "gnome-text-editor", "mousepad", "kwrite", "pluma", "xed", "geany", "notepad")


def find_editors(environment: Mapping[str, str] = os.environ) -> list[tuple[str, str, str]]:
    """Name, label and path of each editor on this computer; looks at the disk."""
    found: list[tuple[str, str, str]] = []
    for editor in PRESETS:
        if path := _program_of(editor, environment):
            found.append((editor.name, editor.label, path))
    if command := _of_environment(environment):
        found.append((ENVIRONMENT, "$VISUAL" if environment.get("VISUAL") else "$EDITOR", shlex.join(command)))
    return found


def build_command(
    name: str, file: Path, line: int, custom: str = "", environment: Mapping[str, str] = os.environ
) -> EditorCommand | None:
    """What opens a file at a line (from 1) in an editor; None where the editor is not on this computer."""
    line = max(1, line)
    if name == CUSTOM:
        return build_custom(custom, file, line)
    if name == ENVIRONMENT:
        return _build_from_environment(file, line, environment)
    editor = next((preset for preset in PRESETS if preset.name == name), None)
    program = _program_of(editor, environment) if editor is not None else ""
    if editor is None or not program:
        return None
    if editor.name == _OBSIDIAN:
        return EditorCommand(editor.label, address=f"{_OBSIDIAN}://open?path={quote(str(file), safe='')}")
    return EditorCommand(editor.label, (program, *_fill(editor.arguments, file, line)), editor.needs_terminal)


def build_custom(text: str, file: Path, line: int) -> EditorCommand | None:
    """What a person's own command becomes; the file comes last where the command does not name it.

    No shell reads it: a file's name stays one argument, whatever is in it.
    """
    words = split_command(text)
    if not words:
        return None
    program = shutil.which(os.path.expanduser(words[0]))
    if program is None:
        return None
    arguments = words[1:] if any(_FILE in word for word in words[1:]) else [*words[1:], _FILE]
    return EditorCommand(Path(words[0]).name, (program, *_fill(arguments, file, line)))


def split_command(text: str) -> list[str]:
    """The words of a command as a shell would part them; none where a quote is left open."""
    is_posix = sys.platform != "win32"
    try:
        words = shlex.split(text, posix=is_posix)
    except ValueError:
        return []
    # With the rules of Windows, whose paths hold backslashes, quotes stay around a word.
    return words if is_posix else [word[1:-1] if word[:1] == word[-1:] == '"' else word for word in words]


def knows_scheme(scheme: str, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the desktop knows a program for addresses of a scheme; only Linux desktops are asked."""
    if not sys.platform.startswith("linux"):
        return False
    home = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    shared = (environment.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
    key = f"x-scheme-handler/{scheme}="
    for folder in (home, *shared):
        try:
            cached = (Path(folder) / "applications" / "mimeinfo.cache").read_text("utf-8", "replace")
        except OSError:
            continue
        if any(line.startswith(key) and len(line) > len(key) for line in cached.splitlines()):
            return True
    return False


def _program_of(editor: Editor, environment: Mapping[str, str]) -> str:
    """The path of an editor, or the scheme of its addresses; empty where it is not on this computer."""
    found = next((path for name in editor.programs if (path := shutil.which(name))), "")
    found = found or next((path for path in editor.paths if os.path.exists(path)), "")
    has_scheme = not found and editor.name == _OBSIDIAN and knows_scheme(_OBSIDIAN, environment)
    return f"{_OBSIDIAN}://" if has_scheme else found


def _of_environment(environment: Mapping[str, str]) -> list[str]:
    """The words of `$VISUAL`, else of `$EDITOR`, with the program's path; none where there is no such program."""
    words = split_command(environment.get("VISUAL") or environment.get("EDITOR") or "")
    program = shutil.which(os.path.expanduser(words[0])) if words else None
    return [program, *words[1:]] if program else []


def _build_from_environment(file: Path, line: int, environment: Mapping[str, str]) -> EditorCommand | None:
    command = _of_environment(environment)
    if not command:
        return None
    name = Path(command[0]).stem if sys.platform == "win32" else Path(command[0]).name
    preset = next((editor for editor in PRESETS if name in editor.programs), None)
    arguments = preset.arguments if preset else _AT_LINE if name in _LIKE_VI else (_FILE,)
    in_terminal = preset.needs_terminal if preset else name not in _WITH_WINDOWS
    return EditorCommand(name, (*command, *_fill(arguments, file, line)), in_terminal)


def _fill(arguments: Sequence[str], file: Path, line: int) -> tuple[str, ...]:
    """The arguments with line and file; a file's name that looks like a placeholder stays a name."""
    return tuple(
        str(file).join(part.replace(_LINE, str(line)) for part in argument.split(_FILE)) for argument in arguments
    )
