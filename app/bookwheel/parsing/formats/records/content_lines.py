"""The content lines of vCard and iCalendar files: components with their properties, unfolded and unescaped."""

from __future__ import annotations

import quopri
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bookwheel.parsing.formats.markdown_writer import escaped, link, one_line
from bookwheel.parsing.formats.records.mail.headers import decoded
from bookwheel.parsing.formats.records.plain_words import linked

MOST_ENTRIES = 5_000
_NAME = re.compile(r"(?:[\w-]+\.)?([A-Za-z][\w-]*)")
_PARAMETER = re.compile(r';([\w-]+)(?:=((?:"[^"]*"|[^;:",]*)(?:,(?:"[^"]*"|[^;:",]*))*))?')
_ESCAPED = re.compile(r"\\([nN,;:\\])")
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Property:
    """A content line: name and parameter names in upper case, the value still with its escapes."""

    name: str
    parameters: dict[str, str]
    value: str

    @property
    def text(self) -> str:
        """The value in words."""
        return unescaped(self.value)

    @property
    def parts(self) -> list[str]:
        """The parts of a value that semicolons divide, in words."""
        return [unescaped(part) for part in re.split(r"(?<!\\);", self.value)]


@dataclass(slots=True)
class Component:
    """What stands between BEGIN and END, without what is inside that; `first` and `last` are lines of the file."""

    kind: str
    first: int
    last: int = 0
    depth: int = 0
    properties: list[Property] = field(default_factory=list[Property])

    def all_of(self, *names: str) -> list[Property]:
        """The properties with one of these names that say something."""
        return [one for one in self.properties if one.name in names and one.value.strip(" ;")]

    def text_of(self, *names: str) -> str:
        """The words of the first property with one of these names, in the order of the names."""
        return next((one.text.strip() for name in names for one in self.all_of(name)), "")


def components_of(text: str) -> Iterator[Component]:
    """The components of a file in the order in which they end; one that is never closed ends with the file."""
    within: list[Component] = []
    last = 1
    for first, last, line in _unfolded(text):
        name = _NAME.match(line)
        if name is None:
            continue
        keyword = name[1].upper()
        if keyword == "BEGIN" and len(within) < _DEEPEST:
            within.append(Component(line.partition(":")[2].strip().upper(), first, last, len(within)))
        elif keyword == "END" and within:
            kind = line.partition(":")[2].strip().upper()
            while any(component.kind == kind for component in within):
                within[-1].last = last
                closed = within.pop()
                yield closed
                if closed.kind == kind:
                    break
        elif within and (found := _property(line, name)):
            within[-1].properties.append(found)
    while within:
        within[-1].last = last
        yield within.pop()


def unescaped(value: str) -> str:
    """A value in words: `\\n` is a line break, `\\,` a comma."""
    if "\\" not in value:
        return value
    return _ESCAPED.sub(lambda match: "\n" if match[1] in "nN" else match[1], value)


def definitions(rows: list[tuple[str, list[str]]]) -> str:
    """A list of terms, each with what is said of it in Markdown; terms without anything are left out."""
    return "\n\n".join(
        "\n".join([term, *(f": {one_line(value)}" for value in values)])
        for term, said in rows
        if (values := [value for value in said if value.strip()])
    )


def words(text: str) -> str:
    """Words on one line as Markdown."""
    return linked(one_line(text))


def mail_link(address: str, name: str = "") -> str:
    """A link to a mail address, with or without `mailto:` before it."""
    address = re.sub(r"^mailto:", "", one_line(address), flags=re.IGNORECASE)
    if "@" not in address:
        return words(name or address)
    shown = link(escaped(address), f"mailto:{address}")
    return f"{words(name)} ({shown})" if name and name != address else shown


def _unfolded(text: str) -> Iterator[tuple[int, int, str]]:
    """First and last line, from 1, and text of each content line; a line that begins with a space goes on."""
    parts: list[str] = []
    first = number = 1
    is_printable = False
    for number, line in enumerate(text.split("\n"), start=1):
        if parts and (line[:1] in (" ", "\t") and not is_printable):
            parts.append(line[1:])
        elif parts and is_printable:
            parts.append(line.lstrip())
            is_printable = line.endswith("=")
            if is_printable:
                parts[-1] = parts[-1][:-1]
        else:
            if parts:
                yield first, number - 1, "".join(parts)
            parts, first = ([line] if line.strip() else []), number
            is_printable = line.endswith("=") and "QUOTED-PRINTABLE" in line[:200].upper()
            if is_printable:
                parts[-1] = line[:-1]
    if parts:
        yield first, number, "".join(parts)


def _property(line: str, name: re.Match[str]) -> Property | None:
    parameters: dict[str, str] = {}
    position = name.end()
    while found := _PARAMETER.match(line, position):
        key, value = (found[1].upper(), found[2]) if found[2] is not None else ("TYPE", found[1])
        parameters[key] = f"{parameters[key]},{value.strip()}" if key in parameters else value.strip().strip('"')
        position = found.end()
    if line[position : position + 1] != ":":
        return None
    value = line[position + 1 :]
    if parameters.get("ENCODING", parameters.get("TYPE", "")).upper() == "QUOTED-PRINTABLE":
        content = quopri.decodestring(value.encode("utf-8", "replace"))
        value = decoded(content, parameters.get("CHARSET", "utf-8")).replace("\r\n", "\n")
    return Property(name[1].upper(), parameters, value)
