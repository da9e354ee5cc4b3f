"""What the program says to a person, kept as a template with its values, so that whoever shows it can translate it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Self


class Message(str):
    """An English sentence that remembers its template, which is its code, and the values that fill it.

    It is its English text wherever a string is wanted: in logs, on the command line, in agents' answers. The window
    looks its template up in the language file and fills in the same values; a value may be a message itself.
    Templates are literals: `packaging/languages.sh` gathers them from the calls.
    """

    __slots__ = ("template", "values")

    template: str
    """Its stable code; empty for text that has no translation, such as what the system or a file says."""
    values: Mapping[str, str]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Fill `template`, whose braces name the values."""
        filled = {name: value if isinstance(value, str) else str(value) for name, value in values.items()}
        self = super().__new__(cls, template.format(**filled) if filled else template)
        self.template, self.values = template, filled
        return self

    @classmethod
    def verbatim(cls, text: str) -> Message:
        """Return text as a message that every language shows as it is; a message stays itself."""
        if isinstance(text, Message):
            return text
        self = super().__new__(cls, text)
        self.template, self.values = "", {}
        return self

    @classmethod
    def joined(cls, parts: Iterable[Message], separator: str) -> Message:
        """Return messages as one, each to be translated by itself."""
        values = {f"part{number}": part for number, part in enumerate(parts)}
        return cls(separator.join(f"{{{name}}}" for name in values), **values)


NO_MESSAGE = Message.verbatim("")
"""Where nothing is to be said."""
