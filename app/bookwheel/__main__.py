"""The one composition root: says what the words of the command line start, before anything heavy is imported."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bookwheel.service.team.grant_changes import GrantChanges

_QT = {"PySide6", "shiboken6", "pyqtgraph"}
_NO_WINDOW = (
    "bookwheel: The window cannot start: {reason}.\n"
    "  next: install the system packages that the manual lists under First steps; or use bookwheel add PATH"
)
"""Said where Qt is left out, or lacks a library of the system."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the window, the service, the bridge, a child or a verb; returns the exit code."""
    if getattr(sys, "frozen", False):
        import multiprocessing  # noqa: PLC0415 - in a bundle alone

        multiprocessing.freeze_support()
    library, rest = _without_library(list(sys.argv[1:] if words is None else words))
    if library:
        os.environ["BOOKWHEEL_LIBRARY"] = library
    verb = rest[0] if rest else ""
    # Each way in imports its own room alone, so that none pays for another.
    if verb == "child":
        return _run_child(rest[1:], library)
    if verb == "mcp" and not _asks_for_help(rest):
        from bookwheel import bridge  # noqa: PLC0415

        return bridge.main(rest[1:])
    if verb == "serve" and not {"-d", "--detach"} & set(rest) and not _asks_for_help(rest):
        from bookwheel.service import lifecycle  # noqa: PLC0415

        return lifecycle.main(rest[1:], library)
    if verb == "doctor" and _names_team(rest) and not _asks_for_help(rest):
        from bookwheel.service.team import doctor  # noqa: PLC0415

        return doctor.main(rest[1:])
    qt_options: tuple[str, ...] = ()
    if rest:
        from bookwheel.cli import open_targets, program  # noqa: PLC0415

        if verb in program.VERBS or _asks_for_help(rest) or "--version" in rest:
            return program.main(rest, library, _open_grants)
        asked = open_targets.read(rest, program.VERBS)
        if asked.refusal:
            print(f"bookwheel: {asked.refusal}\n  next: bookwheel --help", file=sys.stderr)
            return program.USAGE
        rest, qt_options = list(asked.targets), asked.qt_options
    from bookwheel.gui.process import application  # noqa: PLC0415

    try:
        return application.main(rest, library, qt_options)
    except ImportError as error:
        if not _is_of_qt(error):
            raise
        print(_NO_WINDOW.format(reason=error), file=sys.stderr)
        return 1


def _is_of_qt(error: ImportError) -> bool:
    """Whether Qt is not installed, or a library of the system that it needs."""
    return (error.name or "").split(".")[0] in _QT or "shared object file" in str(error)


def _run_child(words: Sequence[str], library: str | None) -> int:
    """Run one of the service's or the indexer's own processes."""
    if words[:1] == ["parser"]:
        from bookwheel.parsing import worker  # noqa: PLC0415

        return worker.main(words[1:])
    if words[:1] == ["keyword"]:
        from bookwheel.library.indexing import keyword_worker  # noqa: PLC0415

        return keyword_worker.main()
    if words[:1] == ["renderer"]:
        from bookwheel.pages import worker  # noqa: PLC0415

        return worker.main(words[1:])
    from bookwheel.service import worker_main  # noqa: PLC0415

    return worker_main.main(words, library)


def _open_grants(config: Path) -> GrantChanges:
    """What changes the grants of a team's database."""
    from bookwheel.service.team import grant_changes  # noqa: PLC0415

    return grant_changes.open_changes(config)


def _without_library(words: list[str]) -> tuple[str | None, list[str]]:
    """The folder named by --library, before or after the verb, and the other words."""
    library, rest, position = None, list[str](), 0
    while position < len(words):
        word = words[position]
        if word == "--":
            return library, rest + words[position:]
        if word == "--library" and position + 1 < len(words):
            position += 1
            library = words[position]
        elif word.startswith("--library="):
            library = word.partition("=")[2]
        else:
            rest.append(word)
        position += 1
    return library, rest


def _names_team(words: Sequence[str]) -> bool:
    return any(word == "--team" or word.startswith("--team=") for word in words)


def _asks_for_help(words: Sequence[str]) -> bool:
    return bool({"-h", "--help"} & set(words))


if __name__ == "__main__":
    sys.exit(main())
