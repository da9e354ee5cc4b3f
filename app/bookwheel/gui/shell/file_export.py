"""Writing an export to a file."""

from __future__ import annotations

from pathlib import Path

from bookwheel.gui.i18n.translation import tr
from bookwheel.gui.shell.shell import Shell


def write_export(shell: Shell, path: str, text: str) -> None:
    """Write a file in a thread, and say how that went."""
    name = Path(path).name

    def write() -> str:
        try:
            Path(path).write_text(text, "utf-8")
        except OSError as error:
            return tr("{file} could not be written: {reason}.").format(file=name, reason=error.strerror)
        return tr("Saved to {file}.").format(file=name)

    shell.calls.ask(write, shell.notify)
