"""One entry in an agent's own configuration: read, changed, backed up and written, everything else kept."""

from __future__ import annotations

import difflib
import json
import os
import stat
from dataclasses import dataclass, replace
from pathlib import Path
from typing import cast

from bookwheel.client.jsonc_edit import JsonText, Table, Torn
from bookwheel.domain.errors import BadRequest

NAME = "bookwheel"
"""The name of our entry."""

LARGEST_BYTES = 64 * 1024 * 1024
"""A larger file is no configuration; nobody reads it."""

TRANSPORT = frozenset({"type", "command", "args", "url", "headers", "http_headers"})
"""What we write into an entry; anything else in it is the person's, and stays."""

_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Format:
    """How a file is written, and which of its objects holds the entries."""

    key: str = "mcpServers"
    has_comments: bool = False
    is_toml: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of a file: its old and new text (None for no file), and our entry before and after."""

    path: Path
    old_text: str | None
    new_text: str | None
    before: Table | None
    after: Table | None
    format: Format = Format()

    @property
    def is_none(self) -> bool:
        """Whether the file stays as it is."""
        return self.before == self.after

    @property
    def is_secret(self) -> bool:
        """Whether the new text holds a token, so that nobody else may read the file."""
        return self.after is not None and bool(_headers(self.after))

    @property
    def backup(self) -> Path:
        """Where the old text goes."""
        return self.path.with_name(self.path.name + ".bookwheel-backup")

    def shown(self) -> str:
        """Our entry's lines with - and +, tokens masked; nothing else of the file, which may hold secrets."""
        before, after = (_lines(entry, self.format) for entry in (self.before, self.after))
        lines = difflib.unified_diff(before, after, lineterm="", n=100)
        body = [line for line in lines if not line.startswith(("---", "+++", "@@"))]
        return "\n".join([str(self.path), *(body or ["  (nothing to change)"])])

    def write(self) -> None:
        """Keep a backup that its owner alone may read, and replace the file in one step, with its permissions.

        Raises:
            BadRequest: when the file changed since it was read, or cannot be written.
        """
        target = _resolved(self.path)
        if _text(target) != self.old_text:
            raise BadRequest("{file} was just changed by another program. Run the command again.", file=self.path)
        try:
            mode = stat.S_IMODE(target.stat().st_mode) if self.old_text is not None else _PRIVATE
            if not mode & stat.S_IWUSR:
                raise BadRequest("{file} is read-only. Nothing was changed.", file=self.path)
            if self.old_text is not None:
                _replace(self.backup, self.old_text, _PRIVATE)
            if self.new_text is None:
                target.unlink(missing_ok=True)
            else:
                _replace(target, self.new_text, _PRIVATE if self.is_secret else mode)
        except OSError as error:
            raise BadRequest("{file} cannot be written: {reason}.", file=self.path, reason=error.strerror) from None


def entry_in(path: Path, format: Format = Format()) -> Table | None:
    """Our entry, or one of the same name, None when there is none.

    Raises:
        BadRequest: for a file that is not whole.
    """
    try:
        return _entry(_text(_resolved(path)) or "", format)
    except Torn as error:
        raise _refused(path, format, error) from None


def is_ours(entry: Table) -> bool:
    """Whether an entry is one that `changed` writes: it starts our bridge, or asks our endpoint with our token."""
    words = entry.get("args")
    if isinstance(words, list):
        return "mcp" in words and "--client" in words
    return _headers(entry).startswith("Bearer bw_")


def token_in(entry: Table) -> str:
    """The token that an entry holds, empty for none."""
    return _headers(entry).removeprefix("Bearer ")


def changed(path: Path, entry: Table | None, format: Format = Format(), *, is_forced: bool = False) -> Change:
    """The change that sets our entry, or takes it out for None.

    What the person added to our entry stays in it. An entry of our name that is not ours is left alone unless
    `is_forced`.

    Raises:
        BadRequest: for a file that is not whole or too large, which is never touched, or for an entry that is not ours.
    """
    text = _text(_resolved(path))
    try:
        before = _entry(text or "", format)
        if before is not None and not is_ours(before) and not is_forced:
            raise BadRequest(
                "{file} has an entry {name} that Bookwheel did not create. Nothing was changed.",
                file=path,
                name=NAME,
                next="Rename that entry, then try again.",
            )
        if entry is not None and before is not None and is_ours(before):
            entry = {**{key: value for key, value in before.items() if key not in TRANSPORT}, **entry}
        if before == entry:
            return Change(path, text, text, before, before, format)
        new_text = _new_text(text or "", entry, format)
    except Torn as error:
        raise _refused(path, format, error) from None
    change = Change(path, text, new_text, before, entry, format)
    # Without a backup there was no file before ours.
    is_ended = entry is None and _is_nothing(new_text, format) and not change.backup.exists()
    return replace(change, new_text=None) if is_ended else change


def _refused(path: Path, format: Format, error: Torn) -> BadRequest:
    kind = "TOML" if format.is_toml else "JSON"
    return BadRequest(
        "{file} is not valid {kind} ({reason}). Nothing was changed; fix it and try again.",
        file=path,
        kind=kind,
        reason=error,
    )


def _entry(text: str, format: Format) -> Table | None:
    if format.is_toml:
        from bookwheel.client import toml_edit  # noqa: PLC0415 - one agent alone writes TOML

        table = toml_edit.read(text.removeprefix("\ufeff"))
    else:
        table = JsonText(text, has_comments=format.has_comments).table
    entries = table.get(format.key, {})
    if not isinstance(entries, dict):
        raise Torn(f"{format.key} has an unexpected value")
    found = cast("Table", entries).get(NAME)
    if found is not None and not isinstance(found, dict):
        raise Torn(f"{format.key}.{NAME} has an unexpected value")
    return cast("Table | None", found)


def _new_text(text: str, entry: Table | None, format: Format) -> str:
    if not format.is_toml:
        one = JsonText(text, has_comments=format.has_comments)
        new = one.without_member(format.key, NAME) if entry is None else one.with_member(format.key, NAME, entry)
        _check(one.table, JsonText(new, has_comments=format.has_comments).table, entry, format)
        return new
    from bookwheel.client import toml_edit  # noqa: PLC0415 - one agent alone writes TOML

    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix("\ufeff")
    if entry is None:
        return mark + toml_edit.without_table(text, format.key, NAME)
    return mark + toml_edit.with_table(text, format.key, NAME, entry)


def _check(before: Table, after: Table, entry: Table | None, format: Format) -> None:
    """See that nothing but our entry differs: the last word before a person's file is written."""
    entries = dict(cast("Table", before.get(format.key, {})))
    entries.pop(NAME, None)
    wanted = {**before, format.key: entries if entry is None else {**entries, NAME: entry}}
    if format.key not in before and entry is None:
        wanted.pop(format.key)
    if after != wanted:
        raise Torn("the change would touch other entries")


def _is_nothing(text: str, format: Format) -> bool:
    """Whether nothing is left but what we made ourselves."""
    return "".join(text.split()) in ("", "{}", f'{{"{format.key}":{{}}}}')


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        raise BadRequest("{file} is a symbolic link that leads in a circle. Nothing was changed.", file=path) from None


def _text(path: Path) -> str | None:
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            raise BadRequest("{file} is not a regular file. Nothing was changed.", file=path)
        if found.st_size > LARGEST_BYTES:
            raise BadRequest(
                "{file} is larger than {size} MB. Nothing was changed.", file=path, size=LARGEST_BYTES // 2**20
            )
        return path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise BadRequest("{file} cannot be read as UTF-8 text.", file=path) from None


def _headers(entry: Table) -> str:
    """What an entry sends as Authorization, empty for nothing."""
    headers = entry.get("headers", entry.get("http_headers"))
    return str(cast("Table", headers).get("Authorization", "")) if isinstance(headers, dict) else ""


def _lines(entry: Table | None, format: Format) -> list[str]:
    if entry is None:
        return []
    if _headers(entry):
        name = "headers" if "headers" in entry else "http_headers"
        entry = {**entry, name: {"Authorization": "Bearer …"}}
    if format.is_toml:
        import tomlkit  # noqa: PLC0415 - one agent alone writes TOML

        return tomlkit.dumps({format.key: {NAME: entry}}).splitlines()
    return json.dumps({NAME: entry}, indent=2, ensure_ascii=False).splitlines()


def _replace(path: Path, text: str, mode: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
    with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.chmod(draft, mode)
    os.replace(draft, path)
