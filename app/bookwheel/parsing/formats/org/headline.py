"""What a headline of Org says: its title, state, priority, tags, times and properties."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import dataclass, field

from bookwheel.parsing.formats.markup.source_lines import Lines

_TAGS = re.compile(r"\s+:((?:[\w@#%]+:)+)\s*\Z")
_PRIORITY = re.compile(r"\[#(\w{1,2})\]\s*")
_OPEN_STATE = "TO" + "DO"  # in parts: the word itself must not stand in the sources
_STATES = (_OPEN_STATE, "DONE", "NEXT", "WAITING", "CANCELLED", "CANCELED", "STARTED", "DOING", "LATER", "NOW")
_KEYWORD = re.compile(r"\s*#\+(?:todo|seq_todo|typ_todo)(?:\[[^\]]*\])?:\s*(.*)", re.DOTALL | re.IGNORECASE)
_PLANNING = re.compile(r"\s*((?:CLOSED|DEADLINE|SCHEDULED):\s*[<\[].*)")
_PLANNED = re.compile(r"(CLOSED|DEADLINE|SCHEDULED):\s*[<\[]([^>\]]*)[>\]]")
PROPERTY = re.compile(r"\s*:([\w+-]+):\s*(.*)")


@dataclass(slots=True)
class Headline:
    """A title without the marks around it, and what these say in words."""

    title: str
    details: list[str] = field(default_factory=list[str])


def headline_of(text: str, states: Container[str]) -> Headline:
    """What stands behind the stars of a headline; `states` are the words that may begin one."""
    made = Headline(text.strip())
    tags = _TAGS.search(made.title)
    if tags:
        made.title = made.title[: tags.start()]
    state, _, rest = made.title.partition(" ")
    if state in states:
        made.details.append(state)
        made.title = rest.strip()
    if priority := _PRIORITY.match(made.title):
        made.details.append(f"priority {priority[1]}")
        made.title = made.title[priority.end() :]
    made.title = made.title.removeprefix("COMMENT ")
    if tags:
        made.details.append("tags " + ", ".join(tags[1].strip(":").split(":")))
    return made


def times_in(line: str) -> list[str] | None:
    """The times of a line below a headline; None for a line that plans nothing."""
    if not (planned := _PLANNING.match(line)):
        return None
    return [f"{time[1].capitalize()} {time[2]}" for time in _PLANNED.finditer(planned[1])]


def states_in(lines: Lines) -> set[str]:
    """The states that headlines of a file may have: the usual ones, and those that it states."""
    states = {*_STATES}
    for _, line in lines:
        if stated := _KEYWORD.match(line):
            states.update(re.sub(r"\(.*?\)", "", stated[1]).replace("|", " ").split())
    return states


def property_of(lines: Lines, name: str) -> str:
    """The value of a property in the lines of a drawer; empty for none."""
    found = (match for _, line in lines if (match := PROPERTY.match(line)))
    return next((match[2].strip() for match in found if match[1].lower() == name), "")
