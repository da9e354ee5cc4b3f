"""One table of a TOML file set or taken out, with every comment, blank line and order of the others kept."""

from __future__ import annotations

import tomllib
from collections.abc import MutableMapping
from typing import cast

import tomlkit
import tomlkit.exceptions

from bookwheel.client.jsonc_edit import Table, Torn

_Tables = MutableMapping[str, object]


def read(text: str) -> Table:
    """The tables of a text.

    Raises:
        Torn: when it is not whole.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Torn(str(error)) from None
    except RecursionError:
        raise Torn("it is nested too deep") from None


def with_table(text: str, outer: str, name: str, table: Table) -> str:
    """The text with the table `outer.name` holding this.

    A new one stands at the end; of one that is there, keys that stay the same keep their lines and comments.

    Raises:
        Torn: when the text is not whole, or the table cannot be set without touching others.
    """
    whole = read(text)
    tables = whole.get(outer, {})
    if not isinstance(tables, dict):
        raise Torn(f"{outer} is no table")
    tables = cast("Table", tables)
    wanted = {**whole, outer: {**tables, name: table}}
    if name not in tables:
        gap = "" if not text.strip() else "\n" if text.endswith("\n") else "\n\n"
        new = gap + tomlkit.dumps({outer: {name: table}})
        written = text + (new.replace("\n", "\r\n") if "\r\n" in text else new)
        if _holds(written, wanted):
            return written
    return _checked(_edited(text, outer, name, table), wanted)


def without_table(text: str, outer: str, name: str) -> str:
    """The text without the table `outer.name`.

    Raises:
        Torn: when the text is not whole, or the table cannot be taken out without touching others.
    """
    whole = read(text)
    tables = whole.get(outer)
    if not isinstance(tables, dict) or name not in tables:
        return text
    kept = {key: value for key, value in cast("Table", tables).items() if key != name}
    written = _edited(text, outer, name, None)
    if text.endswith("\n") and not text.endswith(("\n\n", "\n\r\n")):
        line = "\r\n" if text.endswith("\r\n") else "\n"
        written = written.rstrip("\r\n") + line if written.strip() else ""
    whole = {key: value for key, value in whole.items() if key != outer}
    if not kept and _holds(written, whole):
        return written
    return _checked(written, {**whole, outer: kept})


def _edited(text: str, outer: str, name: str, table: Table | None) -> str:
    try:
        document = cast("_Tables", tomlkit.parse(text))
        if outer not in document:
            document[outer] = tomlkit.table(is_super_table=True)
        tables = cast("_Tables", document[outer])
        if table is None:
            del tables[name]
        elif name not in tables:
            tables[name] = table
        else:
            found = cast("_Tables", tables[name])
            for key in [key for key in found if key not in table]:
                del found[key]
            for key, value in table.items():
                if found.get(key) != value:
                    found[key] = value
        return tomlkit.dumps(cast("tomlkit.TOMLDocument", document))
    except (tomlkit.exceptions.TOMLKitError, KeyError, ValueError, TypeError, AttributeError):
        raise Torn(f"the table {outer}.{name} cannot be changed alone") from None


def _holds(text: str, wanted: Table) -> bool:
    try:
        return read(text) == wanted
    except Torn:
        return False


def _checked(text: str, wanted: Table) -> str:
    if not _holds(text, wanted):
        raise Torn("the change would touch other tables")
    return text
