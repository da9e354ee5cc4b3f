"""Reads address books (.vcf): a section for each contact."""

from __future__ import annotations

from collections.abc import Callable

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.places import PlaceKind
from bookwheel.parsing.encoding import decode
from bookwheel.parsing.formats.converted import Converted
from bookwheel.parsing.formats.markdown_writer import Writer, escaped, heading, link, one_line
from bookwheel.parsing.formats.records.content_lines import (
    MOST_ENTRIES,
    Component,
    Property,
    components_of,
    definitions,
    mail_link,
    words,
)
from bookwheel.parsing.formats.records.entry_limit import warn_of_left_out
from bookwheel.parsing.formats.records.plain_words import blocks_of

_KINDS = ("HOME", "WORK", "CELL", "MOBILE", "FAX", "PAGER", "MAIN")


def read(content: bytes, path: str) -> Converted:
    """An address book as Markdown; places are its lines.

    Raises:
        SkippedFile: for a file without a contact.
    """
    decoded = decode(content)
    writer, count = Writer(), 0
    tags: dict[str, None] = {}
    for card in components_of(decoded.text):
        if card.kind != "VCARD":
            continue
        count += 1
        if count > MOST_ENTRIES:
            continue
        writer.at(PlaceKind.LINE, card.first, card.last)
        _write(writer, card)
        tags |= dict.fromkeys(tag.strip() for one in card.all_of("CATEGORIES") for tag in one.text.split(","))
    if not count:
        raise SkippedFile("This file contains no contacts.")
    warnings = [*decoded.warnings, *warn_of_left_out(count, MOST_ENTRIES)]
    return Converted(writer.text, {"tags": [tag for tag in tags if tag][:200]} if tags else {}, writer.places, warnings)


def _write(writer: Writer, card: Component) -> None:
    name = card.text_of("FN") or _full_name(card) or card.text_of("ORG", "NICKNAME", "EMAIL", "UID") or "(no name)"
    writer.add(heading(2, escaped(one_line(name)), card.text_of("UID").removeprefix("urn:uuid:")))
    tags = [tag.strip() for one in card.all_of("CATEGORIES") for tag in one.text.split(",")]
    rows = [
        ("Nickname", [words(card.text_of("NICKNAME"))]),
        ("Organisation", [words(", ".join(part for part in one.parts if part)) for one in card.all_of("ORG")]),
        ("Title", [words(one.text) for one in card.all_of("TITLE", "ROLE")]),
        *_by_kind("Email", card.all_of("EMAIL"), lambda one: mail_link(one.text)),
        *_by_kind("Phone", card.all_of("TEL"), lambda one: words(one.text.removeprefix("tel:"))),
        *_by_kind("Address", card.all_of("ADR"), _address),
        ("Messaging", [words(one.text) for one in card.all_of("IMPP", "X-JABBER", "X-SKYPE", "X-SOCIALPROFILE")]),
        ("Web", [_web(one.text) for one in card.all_of("URL")]),
        ("Birthday", [words(_day(card.text_of("BDAY")))]),
        ("Anniversary", [words(_day(card.text_of("ANNIVERSARY")))]),
        ("Categories", [words(", ".join(tags))]),
    ]
    writer.add(definitions(rows))
    for note in card.all_of("NOTE"):
        for block in blocks_of(note.text):
            writer.add(block)


def _by_kind(term: str, properties: list[Property], show: Callable[[Property], str]) -> list[tuple[str, list[str]]]:
    """The values of one property by their kinds, such as `Phone (work)`."""
    found: dict[str, list[str]] = {}
    for one in properties:
        stated = one.parameters.get("TYPE", "").upper().split(",")
        kinds = ", ".join(kind.lower() for kind in _KINDS if kind in stated)
        found.setdefault(f"{term} ({kinds})" if kinds else term, []).append(show(one))
    return list(found.items())


def _address(one: Property) -> str:
    return words(", ".join(part.strip() for part in one.parts if part.strip()))


def _full_name(card: Component) -> str:
    parts = next((one.parts for one in card.all_of("N")), list[str]())
    family, given, middle, prefix, suffix = [*parts, "", "", "", "", ""][:5]
    return " ".join(part.strip() for part in (prefix, given, middle, family, suffix) if part.strip())


def _web(address: str) -> str:
    address = one_line(address)
    return words(address) if "://" in address else link(words(address), f"https://{address}")


def _day(value: str) -> str:
    """A date as ISO text: `19850412` is 1985-04-12, `--0412` is 04-12."""
    digits = value.partition("T")[0]
    if len(digits) == 8 and digits.isdigit():
        return f"{digits[:4]}-{digits[4:6]}-{digits[6:]}"
    return f"{digits[2:4]}-{digits[4:]}" if digits.startswith("--") and len(digits) == 6 else digits
