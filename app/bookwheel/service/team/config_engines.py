"""Reads the table of a configuration that names engines in place of a reader's own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.messages import Message
from bookwheel.domain.team import EngineConfig
from bookwheel.indexes.keyword.store import check_words
from bookwheel.indexes.vector_store import check_engine
from bookwheel.service.team.config_checks import is_safe_address, is_web_address, name_fault
from bookwheel.service.team.config_fields import Fields

MOST_BYTES = 4_096
"""Bytes of a file that holds a login."""


def read_engines(fields: Fields | None, folder: Path) -> EngineConfig:
    """Return the engines that a configuration names; files are relative to `folder`."""
    if fields is None:
        return EngineConfig()
    login = fields.text("statements_login", "")
    file = folder / Path(login).expanduser() if login else None
    if file is not None and not file.is_file():
        fields.refuse("statements_login", Message("There is no file {file}.", file=file))
    vectors = fields.text("vectors", "")
    if vectors and (fault := check_engine(vectors)):
        fields.refuse("vectors", fault)
    words = fields.text("words", "")
    if words and (fault := check_words(words)):
        fields.refuse("words", fault)
    return EngineConfig(
        vectors=vectors,
        words=words,
        statements=fields.text("statements", ""),
        statements_update=fields.text("statements_update", ""),
        statements_login=str(file) if file is not None else "",
    )


def check_engines(engines: EngineConfig) -> Iterator[Message]:
    """What is wrong with the addresses of servers."""
    for name, address in (("statements", engines.statements), ("statements_update", engines.statements_update)):
        if address and not (is_web_address(address) and is_safe_address(address)):
            yield name_fault(
                f"engines.{name}", Message("Write an address that begins with https://, without a user name in it.")
            )
    if not engines.statements:
        for name in ("statements_update", "statements_login"):
            if getattr(engines, name):
                yield name_fault(
                    f"engines.{name}", Message("Name the server's address for queries too, in engines.statements.")
                )


def read_login(file: str) -> tuple[str, str] | None:
    """Return the user and the password in a file; None without a file.

    Raises:
        ConfigurationRefused: for a file that cannot be read, or holds no `user:password`.
    """
    if not file:
        return None
    try:
        with Path(file).open("rb") as opened:
            content = opened.read(MOST_BYTES + 1).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationRefused("The file {file} cannot be read ({reason}).", file=file, reason=error) from None
    user, colon, password = content.partition(":")
    if not colon or not user or not content.isprintable() or len(content) > MOST_BYTES:
        raise ConfigurationRefused("Write user:password on one line into the file {file}.", file=file)
    return user, password
