"""Contacts and calendar entries become sections with their fields, cited by line."""

from __future__ import annotations

from types import ModuleType

import pytest

from bookwheel.domain.document import Dialect
from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import place_at
from bookwheel.parsing.formats.records import icalendar, vcard
from bookwheel.parsing.formats.records.recurrence import lasts, recurrence, span
from bookwheel.parsing.markdown import reader

CARDS = """BEGIN:VCARD
VERSION:3.0
FN:Ada Lovelace
ORG:Analytical Society;Engines
EMAIL;TYPE=INTERNET,WORK:ada@x.org
item1.TEL;TYPE=cell:+44 1
TEL;HOME:+44 2
ADR;TYPE=home:;;12 St James\\, Square;London;;SW1;UK
BDAY:18151210
URL:https://x.org/ada
CATEGORIES:Friends,Maths
PHOTO;ENCODING=b;TYPE=JPEG:AAAAAAAAAAAAAAAA
 AAAAAAAAAAAA
NOTE:Wrote the first
  *program*.\\nAnd more.
UID:urn:uuid:4fbe8971
END:VCARD

BEGIN:VCARD
VERSION:2.1
N;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:M=FCller;J=F6=
rg;;Dr.;
END:VCARD
"""
CALENDAR = """BEGIN:VCALENDAR
X-WR-CALNAME:Team
BEGIN:VEVENT
UID:1@x
SUMMARY:Weekly\\, *short* call
DTSTART;TZID=Europe/Berlin:20240715T100000
DTEND;TZID=Europe/Berlin:20240715T113000
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE;UNTIL=20991231T000000Z
LOCATION:Room 5
ORGANIZER;CN="Ada; L.":mailto:ada@x.org
ATTENDEE;CN=Bob:MAILTO:bob@x.org
ATTENDEE:mailto:c@x.org
CATEGORIES:Work
DESCRIPTION:Agenda:\\n\\n- one\\n- two https://x.org
BEGIN:VALARM
TRIGGER:-PT15M
DESCRIPTION:Beep
END:VALARM
END:VEVENT
BEGIN:VTODO
SUMMARY:Tidy up
DUE;VALUE=DATE:20240801
STATUS:NEEDS-ACTION
END:VTODO
END:VCALENDAR
"""


def test_contacts() -> None:
    made = vcard.read(CARDS.encode(), "a.vcf")
    assert made.text == (
        "## Ada Lovelace {#4fbe8971}\n\nOrganisation\n: Analytical Society, Engines\n\n"
        "Email (work)\n: [ada@x.org](mailto:ada@x.org)\n\nPhone (cell)\n: +44 1\n\nPhone (home)\n: +44 2\n\n"
        "Address (home)\n: 12 St James, Square, London, SW1, UK\n\nWeb\n: <https://x.org/ada>\n\n"
        "Birthday\n: 1815-12-10\n\n"
        "Categories\n: Friends, Maths\n\nWrote the first \\*program\\*.  \nAnd more.\n\n## Dr. Jörg Müller\n"
    )
    assert made.fields == {"tags": ["Friends", "Maths"]}


def test_events_and_tasks() -> None:
    made = icalendar.read(CALENDAR.encode(), "a.ics")
    assert made.text == (
        "## Weekly, \\*short\\* call {#1-x}\n\nWhen\n: 2024-07-15 10:00–11:30 (Europe/Berlin)\n\n"
        "Repeats\n: every 2 weeks on Monday, Wednesday until 2099-12-31\n\nWhere\n: Room 5\n\n"
        "Organiser\n: Ada; L. ([ada@x.org](mailto:ada@x.org))\n\n"
        "Attendees\n: Bob ([bob@x.org](mailto:bob@x.org))\n: [c@x.org](mailto:c@x.org)\n\nCategories\n: Work\n\n"
        "Reminder\n: 15 min before\n\nAgenda:\n\n- one\n- two <https://x.org>\n\n"
        "## Tidy up\n\nDue\n: 2024-08-01\n\nStatus\n: needs action\n"
    )
    assert made.fields == {"title": "Team", "tags": ["Work"]}


@pytest.mark.parametrize(("module", "source", "name"), [(vcard, CARDS, "FN"), (icalendar, CALENDAR, "SUMMARY")])
def test_sections_are_cited_by_their_lines(module: ModuleType, source: str, name: str) -> None:
    made = module.read(source.encode(), "a")
    lines = source.split("\n")
    pieces = reader.read(made.text, Dialect.CONVERTED).pieces
    assert len(pieces) == 2
    for piece, after in zip(pieces, [*pieces[1:], None], strict=True):
        cited = place_at(made.places, (piece.line + 1, after.line if after else made.text.count("\n")))
        assert cited is not None
        assert lines[cited.first - 1].startswith("BEGIN:V") and lines[cited.last - 1].startswith("END:V")
        held = "\n".join(lines[cited.first - 1 : cited.last])
        assert piece.title.split()[-1].strip("*") in held or "M=FCller" in held
        assert name in held or "N;" in held


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("FREQ=DAILY", "every day"),
        ("FREQ=MONTHLY;BYDAY=-1FR", "every month on the last Friday"),
        ("FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=10", "every month on day 1, 15, 10 times"),
        ("FREQ=YEARLY;BYMONTH=3,4;UNTIL=20300101", "every year in March, April until 2030-01-01"),
        ("FREQ=SECONDLY;COUNT=99999999", "`FREQ=SECONDLY;COUNT=99999999`"),
        ("FREQ=MONTHLY;BYSETPOS=-1", "`FREQ=MONTHLY;BYSETPOS=-1`"),
    ],
)
def test_recurrence_in_words(rule: str, said: str) -> None:
    assert recurrence(rule) == said


@pytest.mark.parametrize(
    ("start", "end", "duration", "said"),
    [
        ("20240714", "20240715", "", "2024-07-14"),
        ("20240714", "20240717", "", "2024-07-14 – 2024-07-16"),
        ("20240714T100000Z", "20240714T113000Z", "", "2024-07-14 10:00–11:30 UTC"),
        ("20240714T100000", "20240715T113000", "", "2024-07-14 10:00 – 2024-07-15 11:30"),
        ("20240714T100000", "", "PT1H30M", "2024-07-14 10:00, 1 h 30 min"),
        ("nonsense", "", "", ""),
    ],
)
def test_times_in_words(start: str, end: str, duration: str, said: str) -> None:
    assert span(start, end, duration, "") == said
    assert lasts("-P1W") == ""


def test_thousands_of_entries_are_counted() -> None:
    made = icalendar.read(b"BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n" * 5_002, "a.ics")
    assert made.text.count("## a") == 5_000
    assert made.warnings == ["Only the first 5000 entries were read; 2 more were left out."]


def test_other_files_are_refused() -> None:
    for module in (vcard, icalendar):
        with pytest.raises(SkippedFile):
            module.read(b"BEGIN:OTHER\nEND:OTHER\n", "a")
