"""One member of an object in JSON text set or taken out, every other character left where it is.

Comments and trailing commas are understood where they are allowed (JSONC, as VS Code reads it). Values are read by the
standard library's scanner over a copy in which comments are blank, so that places in the copy are places in the text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import cast

Table = dict[str, object]

_TOKENS = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n\r]*|/\*.*?\*/', re.DOTALL)
_COMMAS = re.compile(r'"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])')
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class Torn(ValueError):
    """The text is not whole; the message says where."""


@dataclass(frozen=True, slots=True)
class _Member:
    name: str
    start: int
    value: int
    end: int


@dataclass(frozen=True, slots=True)
class _Object:
    """Where an object begins and ends (both at the brace), and its members in order."""

    start: int
    close: int
    members: tuple[_Member, ...]

    def named(self, name: str) -> _Member | None:
        found = [member for member in self.members if member.name == name]
        if len(found) > 1:
            raise Torn(f"it has {name} twice")
        return found[0] if found else None


class JsonText:
    """A JSON object as text."""

    def __init__(self, text: str, *, has_comments: bool) -> None:
        """Read it; text without anything in it is an empty object.

        Raises:
            Torn: when it is not whole, or not an object.
        """
        self.text = text if text.strip("\ufeff \t\r\n") else "{}\n"
        self._bare = self.text.replace("\ufeff", " ", 1) if self.text.startswith("\ufeff") else self.text
        if has_comments:
            self._bare = _TOKENS.sub(_blank, self._bare)
        self._plain = _COMMAS.sub(_blank, self._bare) if has_comments else self._bare
        try:
            table: object = json.loads(self._plain)
        except json.JSONDecodeError as error:
            raise Torn(f"line {error.lineno}") from None
        except (ValueError, RecursionError):
            raise Torn("it is nested too deep") from None
        if not isinstance(table, dict):
            raise Torn("it is not an object")
        self.table = cast("Table", table)
        self._root = self._object(_SPACE.match(self._plain).end())  # type: ignore[union-attr]

    def with_member(self, outer: str, name: str, value: object) -> str:
        """The text with the member `name` of the object `outer` set, both made where they are missing.

        Raises:
            Torn: when `outer` is no object, or one of them stands there twice.
        """
        found = self._root.named(outer)
        if found is None:
            return self._added(self._root, outer, {name: value})
        inside = self._object(found.value)
        member = inside.named(name)
        if member is None:
            return self._added(inside, name, value)
        lead = self._lead(member.start)
        return self.text[: member.value] + self._written(value, lead) + self.text[member.end :]

    def without_member(self, outer: str, name: str) -> str:
        """The text without the member `name` of the object `outer`; comments around it stay.

        Raises:
            Torn: when `outer` is no object, or one of them stands there twice.
        """
        found = self._root.named(outer)
        inside = self._object(found.value) if found else None
        member = inside.named(name) if inside else None
        if inside is None or member is None:
            return self.text
        place, text = inside.members.index(member), self.text
        if place + 1 < len(inside.members):
            comma = self._bare.index(",", member.end)
            return text[: member.start] + text[comma + 1 :].lstrip(" \t\r\n")
        head, tail = text[: member.start].rstrip(" \t\r\n"), text[member.end :]
        trailing = self._bare.find(",", member.end, inside.close)
        if trailing >= 0:
            tail = text[member.end : trailing] + text[trailing + 1 :]
        elif place:
            comma = self._bare.rindex(",", inside.members[place - 1].end, member.start)
            head = head[:comma] + head[comma + 1 :]
        if not place and not head[inside.start + 1 :] and not tail[: tail.index("}")].strip():
            tail = tail.lstrip(" \t\r\n")
        return head + tail

    def _object(self, start: int) -> _Object:
        plain, members, place = self._plain, list[_Member](), start + 1
        if plain[start : start + 1] != "{":
            raise Torn("it is not an object")
        while True:
            place = self._skip(place)
            if plain[place] == "}":
                return _Object(start, place, tuple(members))
            if plain[place] == ",":
                place = self._skip(place + 1)
            name, colon = _DECODER.raw_decode(plain, place)
            value = self._skip(self._skip(colon) + 1)
            end = _DECODER.raw_decode(plain, value)[1]
            members.append(_Member(str(name), place, value, end))
            place = end

    def _skip(self, place: int) -> int:
        return _SPACE.match(self._plain, place).end()  # type: ignore[union-attr]

    def _added(self, into: _Object, name: str, value: object) -> str:
        text, is_inline = self.text, self._is_inline(into)
        last = into.members[-1] if into.members else None
        if last is not None:
            lead = self._lead(last.start)
        else:
            lead = "" if is_inline else self._lead(into.start) + self._unit()
        begin = last.end if last else into.start + 1
        rest = text[begin : into.close]
        kept = rest.rstrip(" \t\r\n")
        comma = "," if last and "," not in self._bare[begin : into.close] else ""
        written = f"{json.dumps(name, ensure_ascii=False)}: {self._written(value, lead, is_inline)}"
        if is_inline:
            before, after = (" " if last or kept else ""), rest[len(kept) :]
        else:
            before = self._line() + lead
            after = rest[len(kept) :] if last else self._line() + self._lead(into.start)
        return f"{text[:begin]}{comma}{kept}{before}{written}{after}{text[into.close :]}"

    def _is_inline(self, one: _Object) -> bool:
        """Whether an object stands on one line; an empty one is as the text is, and a text of nothing is laid out."""
        if one.members or self._plain[one.start + 1 : one.close].strip():
            return "\n" not in self.text[one.start : one.close]
        return bool(self._root.members) and "\n" not in self.text.strip()

    def _written(self, value: object, lead: str, is_inline: bool | None = None) -> str:
        if is_inline or (is_inline is None and self._is_inline(self._root)):
            return json.dumps(value, ensure_ascii=False)
        lines = json.dumps(value, indent=self._unit(), ensure_ascii=False).split("\n")
        return (self._line() + lead).join(lines)

    def _lead(self, place: int) -> str:
        """The blanks with which the line of a place begins."""
        line = self.text.rfind("\n", 0, place) + 1
        found = re.compile(r"[ \t]*").match(self.text, line)
        return found[0] if found else ""

    def _unit(self) -> str:
        """One step of indentation, two spaces where the text shows none."""
        lead = self._lead(self._root.members[0].start) if self._root.members else ""
        return lead if lead and not self._is_inline(self._root) else "  "

    def _line(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"


def _blank(found: re.Match[str]) -> str:
    """Spaces in the place of a comment or a comma, the same string in the place of a string."""
    text = found[0]
    return text if text.startswith('"') else re.sub(r"[^\r\n]", " ", text)
