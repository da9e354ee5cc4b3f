"""One entry in an agent's own JSON configuration: read, changed, backed up and written, everything else kept."""

from __future__ import annotations

import difflib
import json
import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from bookwheel.domain.errors import BadRequest

SERVERS = "mcpServers"
"""The object that holds the entries."""

NAME = "bookwheel"
"""The name of our entry."""

Table = dict[str, object]


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a file: its old and new text (None for no file), and our entry before and after."""

    path: Path
    old_text: str | None
    new_text: str | None
    before: Table | None
    after: Table | None

    @property
    def is_none(self) -> bool:
        """Whether the file stays as it is."""
        return self.before == self.after

    @property
    def backup(self) -> Path:
        """Where the old text goes."""
        return self.path.with_name(self.path.name + ".bookwheel-backup")

    def shown(self) -> str:
        """Our entry's lines with - and +; nothing else of the file, which may hold secrets."""
        lines = difflib.unified_diff(_lines(self.before), _lines(self.after), lineterm="", n=100)
        body = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        return "\n".join([str(self.path), *(body or ["  (nothing to change)"])])

    def write(self) -> None:
        """Keep a backup and replace the file in one step, with its permissions.

        Raises:
            BadRequest: when the file changed since it was read, or cannot be written.
        """
        target = self.path.resolve()
        if _text(target) != self.old_text:
            raise BadRequest(f"{self.path} was changed by someone else just now; run the command again.")
        try:
            mode = stat.S_IMODE(target.stat().st_mode) if self.old_text is not None else 0o600
            if self.old_text is not None:
                _replace(self.backup, self.old_text, mode)
            if self.new_text is None:
                target.unlink()
            else:
                _replace(target, self.new_text, mode)
        except OSError as error:
            raise BadRequest(f"{self.path} cannot be written: {error.strerror}.") from None


def changed(path: Path, entry: Table | None) -> Change:
    """The change that sets our entry, or takes it out for None.

    Raises:
        BadRequest: for a file that is not whole JSON; it is never touched.
    """
    text = _text(path)
    table = _parsed(path, text) if text is not None and text.strip() else {}
    servers = table.get(SERVERS, {})
    if not isinstance(servers, dict):
        raise BadRequest(f"{path} holds something unexpected under {SERVERS}; mend it first.")
    servers = cast("Table", servers)
    before = servers.get(NAME)
    before = cast("Table", before) if isinstance(before, dict) else None
    if entry is None:
        kept = {name: value for name, value in servers.items() if name != NAME}
    else:
        kept = {**servers, NAME: entry}
    if kept or SERVERS in table:
        table = {**table, SERVERS: kept}
    if entry is None and table == {SERVERS: {}}:
        return Change(path, text, None, before, None)
    new_text = json.dumps(table, indent=_indent(text or ""), ensure_ascii=False) + "\n"
    return Change(path, text, new_text, before, entry)


def _text(path: Path) -> str | None:
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise BadRequest(f"{path} cannot be read as UTF-8 text.") from None


def _parsed(path: Path, text: str) -> Table:
    try:
        table: object = json.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise BadRequest(f"{path} is not whole JSON{where}; it was left alone. Mend it and try again.") from None
    if not isinstance(table, dict):
        raise BadRequest(f"{path} is not a JSON object; it was left alone.")
    return cast("Table", table)


def _indent(text: str) -> int | str | None:
    """The indentation in use, two spaces for a new file."""
    found = re.search(r"^\{\r?\n([ \t]+)\"", text)
    if found:
        return found[1] if "\t" in found[1] else len(found[1])
    return 2 if not text.strip() or "\n" in text.strip() else None


def _lines(entry: Table | None) -> list[str]:
    return [] if entry is None else json.dumps({NAME: entry}, indent=2, ensure_ascii=False).splitlines()


def _replace(path: Path, text: str, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    os.chmod(draft, mode)
    os.replace(draft, path)
