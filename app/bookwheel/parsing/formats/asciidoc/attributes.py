"""Attributes of an AsciiDoc file: stated in lines of their own, and named in braces wherever there is text."""

from __future__ import annotations

import re

_ATTRIBUTE = re.compile(r":(!?[\w-]+!?):(?:[ \t]+(.*))?\Z")
_REFERENCE = re.compile(r"(?<!\\)\{([\w-]{1,60})\}")
_NAMED = {
    "nbsp": "\u00a0", "zwsp": "", "empty": "", "blank": "", "sp": " ", "plus": "+", "asterisk": "*", "cpp": "C++",
    "apos": "'", "quot": '"', "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
    "deg": "°", "brvbar": "¦", "vbar": "|",
    "amp": "&", "lt": "<", "gt": ">", "startsb": "[", "endsb": "]", "caret": "^", "tilde": "~", "backslash": "\\",
    "backtick": "`", "two-colons": "::", "two-semicolons": ";;", "litdd": "--",
}  # fmt: skip
_FIELDS = {
    "author": "author", "email": "email", "revdate": "date", "revnumber": "version", "lang": "language",
    "description": "description", "keywords": "keywords", "title": "title",
}  # fmt: skip
_LONGEST_VALUE = 2000


class Attributes:
    """The attributes that are known so far; `fields` are what they and the header say of the document."""

    def __init__(self) -> None:
        """None is known."""
        self.fields: dict[str, object] = {}
        self._values: dict[str, str] = {}

    def value(self, name: str) -> str:
        """The value of an attribute; empty for one that is not set."""
        return self._values.get(name, "")

    def fill(self, text: str) -> str:
        """The text with the attributes that are known."""
        return _REFERENCE.sub(self._replace, text) if "{" in text else text

    def _replace(self, match: re.Match[str]) -> str:
        name = match[1].lower()
        value = self._values.get(name, _NAMED.get(name))
        return match[0] if value is None or len(value) > _LONGEST_VALUE else value

    def take(self, line: str) -> bool:
        """Note the attribute that a line states; False for any other line."""
        match = _ATTRIBUTE.match(line)
        if not match:
            return False
        name, value = match[1].lower(), self.fill((match[2] or "").rstrip("\\").strip())
        if "!" in name:
            self._values.pop(name.strip("!"), None)
            return True
        self._values[name] = value[:_LONGEST_VALUE]
        if (field_name := _FIELDS.get(name)) and value:
            words = [word.strip() for word in value.split(",")]
            self.fields[field_name] = words if field_name == "keywords" else value
        return True


def is_attribute(line: str) -> bool:
    """Whether a line states an attribute."""
    return _ATTRIBUTE.match(line) is not None
