"""Takes the values of a configuration's tables one by one, and notes what is missing, unknown or of a wrong type."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from bookwheel.domain.messages import Message

LONGEST = 2000
"""Letters of a text."""


class Fields:
    """The values of one table; faults are noted under the key's whole name, and an empty value stands in."""

    def __init__(self, table: Mapping[str, object], prefix: str = "", faults: list[Message] | None = None) -> None:
        """Read `table`, whose keys begin with `prefix` in sentences."""
        self._table, self._prefix = table, prefix
        self._found: list[Message] = faults if faults is not None else []
        self._known: set[str] = set()
        self._below: list[Fields] = []

    @property
    def faults(self) -> tuple[Message, ...]:
        """All faults so far, those of tables below included."""
        return tuple(self._found)

    def has(self, name: str) -> bool:
        """Whether the table has a key."""
        return name in self._table

    def refuse(self, name: str, reason: Message) -> None:
        """Note a fault of one key."""
        self._found.append(Message("{key}: {reason}", key=f"{self._prefix}{name}", reason=reason))

    def text(self, name: str, default: str | None = None) -> str:
        """A text; one without a default must be there and say something."""
        value = self._take(name, default)
        if value is None:
            return ""
        if not isinstance(value, str):
            self.refuse(name, Message("Write a text in quotation marks."))
            return ""
        if (default is None and not value.strip()) or len(value) > LONGEST or not (value.isprintable() or not value):
            self.refuse(name, Message("Write a text of one line, up to {most} letters.", most=LONGEST))
        return value.strip()

    def switch(self, name: str) -> bool:
        """A switch, off by default."""
        value = self._take(name, False)
        if not isinstance(value, bool):
            self.refuse(name, Message("Write true or false."))
            return False
        return value

    def value(self, name: str) -> object:
        """What stands under a key, of whatever type; None where there is none."""
        self._known.add(name)
        return self._table.get(name)

    def number(self, name: str, most: int) -> int:
        """A whole number from 1; 0 where there is none."""
        value = self._take(name, 0)
        if name not in self._table:
            return 0
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= most:
            self.refuse(name, Message("Write a whole number from 1 to {most}.", most=f"{most:,}"))
            return 0
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, which must be there."""
        value = self._take(name, None)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(
            isinstance(part, str) and part.strip() and len(part) <= 200 for part in cast("list[object]", value)
        ):
            self.refuse(name, Message('Write a list of names, each up to 200 letters, such as ["staff"].'))
            return ()
        return tuple(dict.fromkeys(cast("list[str]", value)))

    def table(self, name: str) -> Fields | None:
        """A table below this one; None where there is none."""
        value = self._take(name, {})
        if not isinstance(value, dict):
            self.refuse(name, Message("Write a table, [{name}].", name=name))
            return None
        return self._enter(cast("dict[str, object]", value), f"{name}.") if name in self._table else None

    def tables(self, name: str, most: int) -> list[Fields]:
        """The tables of a list, which has at least one."""
        value = self._take(name, None)
        if value is None:
            return []
        rows = cast("list[object]", value) if isinstance(value, list) else []
        if not rows or len(rows) > most or not all(isinstance(row, dict) for row in rows):
            self.refuse(name, Message("Write one to {most} tables, [[{name}]].", most=most, name=name))
            return []
        named = enumerate(cast("list[dict[str, object]]", rows), 1)
        return [self._enter(row, f"{name}[{number}].") for number, row in named]

    def refuse_unknown(self) -> None:
        """Note every key that nobody asked for, in the tables below too."""
        for name in self._table:
            if name not in self._known:
                self.refuse(name, Message("There is no such key."))
        for fields in self._below:
            fields.refuse_unknown()

    def _enter(self, table: Mapping[str, object], name: str) -> Fields:
        entered = Fields(table, f"{self._prefix}{name}", self._found)
        self._below.append(entered)
        return entered

    def _take(self, name: str, default: object) -> object:
        self._known.add(name)
        if name not in self._table and default is None:
            self.refuse(name, Message("This key is missing."))
        return self._table.get(name, default)


def path_below(folder: Path, given: str) -> Path:
    """Return a path as it was written, relative to `folder`; `~` is the home of this process's user."""
    path = Path(given)
    with contextlib.suppress(RuntimeError):  # a user that there is not
        path = path.expanduser()
    return folder / path
