"""Reads calendars (.ics): a section for each event, task and journal entry."""

from __future__ import annotations

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, one_line
from bookwheel.parsing.formats.records.content_lines import (
    MOST_ENTRIES,
    Component,
    components_of,
    definitions,
    mail_link,
    words,
)
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.plain_words import blocks_of
from bookwheel.parsing.formats.records.recurrence import iso_time, lasts, recurrence, span

_ENTRIES = frozenset(("VEVENT", "VTODO", "VJOURNAL"))
_MOST_PEOPLE = 100


def read(content: bytes, path: str) -> Converted:
    """A calendar as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file without an entry.
    """
    decoded = decode(content)
    writer, count, alarms = Writer(), 0, list[str]()
    fields: dict[str, object] = {}
    tags: dict[str, None] = {}
    for component in components_of(decoded.text):
        if component.kind == "VALARM":
            alarms.append(component.text_of("TRIGGER"))
        elif component.kind == "VCALENDAR":
            fields = fields or _fields(component)
        elif component.kind in _ENTRIES:
            count += 1
            if count <= MOST_ENTRIES:
                writer.at(PlaceKind.LINE, component.first, component.last)
                _write(writer, component, alarms)
                tags |= dict.fromkeys(tag.strip() for tag in _categories(component).split(","))
            alarms = []
    if not count:
        raise SkippedFile("This file contains no events, tasks or notes.")
    warnings = [*decoded.warnings, *warn_of_left_out(count, MOST_ENTRIES)]
    if stated := [tag for tag in tags if tag][:200]:
        fields["tags"] = stated
    return Converted(writer.text, fields, writer.places, warnings)


def _fields(calendar: Component) -> dict[str, object]:
    stated = {
        "title": one_line(calendar.text_of("X-WR-CALNAME", "NAME")),
        "description": one_line(calendar.text_of("X-WR-CALDESC", "DESCRIPTION")),
    }
    return {name: value for name, value in stated.items() if value}


def _categories(entry: Component) -> str:
    return ", ".join(tag.strip() for one in entry.all_of("CATEGORIES") for tag in one.text.split(","))


def _write(writer: Writer, entry: Component, alarms: list[str]) -> None:
    writer.add(heading(2, escaped(one_line(entry.text_of("SUMMARY"))) or "(no title)", entry.text_of("UID")))
    zone = next((one.parameters.get("TZID", "") for one in entry.all_of("DTSTART")), "")
    reminders = [lasts(alarm.removeprefix("-")) for alarm in alarms]
    rows = [
        ("When", [words(span(entry.text_of("DTSTART"), entry.text_of("DTEND"), entry.text_of("DURATION"), zone))]),
        ("Due", [iso_time(entry.text_of("DUE"))]),
        ("Repeats", [recurrence(one.value) for one in entry.all_of("RRULE")]),
        ("Except", [", ".join(_days(entry, "EXDATE"))]),
        ("Also", [", ".join(_days(entry, "RDATE"))]),
        ("Where", [words(entry.text_of("LOCATION"))]),
        ("Organiser", _people(entry, "ORGANIZER")),
        ("Attendees", _people(entry, "ATTENDEE")),
        ("Status", [words(entry.text_of("STATUS").replace("-", " ").lower())]),
        ("Completed", [iso_time(entry.text_of("COMPLETED"))]),
        ("Categories", [words(_categories(entry))]),
        ("Web", [words(entry.text_of("URL"))]),
        (
            "Attached",
            [words(one.text) for one in entry.all_of("ATTACH") if "ENCODING" not in one.parameters],
        ),
        ("Reminder", [f"{reminder} before" for reminder in reminders if reminder]),
    ]
    writer.add(definitions(rows))
    for text in entry.all_of("DESCRIPTION", "COMMENT"):
        for block in blocks_of(text.text):
            writer.add(block)


def _people(entry: Component, name: str) -> list[str]:
    people = entry.all_of(name)
    shown = [mail_link(one.text, one.parameters.get("CN", "").strip('"')) for one in people[:_MOST_PEOPLE]]
    more = len(people) - _MOST_PEOPLE
    return [*shown, f"{more} more"] if more > 0 else shown


def _days(entry: Component, name: str) -> list[str]:
    values = [value for one in entry.all_of(name) for value in one.value.split(",")]
    return [day for value in values[:50] if (day := iso_time(value))]
