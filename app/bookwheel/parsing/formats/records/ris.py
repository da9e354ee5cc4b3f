"""RIS and CSL-JSON files as references."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.parsing.formats.markdown_writer import one_line
from bookwheel.parsing.formats.records.json_source import (
    Object,
    list_of,
    object_of,
    objects_of,
    objects_with_lines,
    parse_json,
    text_of,
)
from bookwheel.parsing.formats.records.references import Reference

_TAG = re.compile(r"([A-Z][A-Z0-9])  ?-(?: (.*)|[ \t]*$)")
_DATE = re.compile(r"(\d{4})(?:[/-](\d{1,2}))?(?:[/-](\d{1,2}))?")
_TAGS_OF_HTML = re.compile(r"</?(?:i|b|sup|sub|span|p|jats:[a-z-]+|em|strong)\b[^<>]{0,200}>", re.IGNORECASE)


def read_ris(text: str) -> Iterator[Reference]:
    """The references of an RIS file, in its order; an entry begins with TY and ends with ER or the next TY."""
    values: dict[str, list[list[str]]] = {}
    first = last = 0
    tag = ""
    for number, line in enumerate(text.split("\n"), start=1):
        found = _TAG.match(line)
        if found is None:
            if tag and line.strip() and values:
                values[tag][-1].append(line.strip())
                last = number
            continue
        tag, value = found[1], (found[2] or "").strip()
        if tag in ("TY", "ER") and values:
            yield _of_ris(values, (first, number if tag == "ER" else last))
            values = {}
        if tag == "ER":
            tag = ""
            continue
        if not values:
            first = number
        last = number
        values.setdefault(tag, []).append([value])
    if values:
        yield _of_ris(values, (first, last))


def _of_ris(pieces: dict[str, list[list[str]]], lines: tuple[int, int]) -> Reference:
    values = {tag: [" ".join(parts) for parts in rows] for tag, rows in pieces.items()}

    def of(*tags: str) -> str:
        return next((one_line(value) for tag in tags for value in values.get(tag, ()) if value), "")

    def all_of(*tags: str) -> list[str]:
        return [one_line(value) for tag in tags for value in values.get(tag, ()) if value]

    start, end = of("SP"), of("EP")
    return Reference(
        key=of("ID"),
        kind=of("TY").lower(),
        title=of("TI", "T1", "CT", "BT"),
        authors=[_in_order(name) for name in all_of("AU", "A1")],
        editors=[_in_order(name) for name in all_of("A2", "ED")],
        date=_iso(of("DA", "PY", "Y1")) or of("PY", "Y1"),
        container=of("T2", "JF", "JO", "JA", "J2", "T3"),
        volume=of("VL"),
        number=of("IS"),
        pages=f"{start}–{end}" if start and end and start != end else start,
        publisher=of("PB"),
        location=of("CY", "PP"),
        doi=of("DO"),
        urls=list(dict.fromkeys(all_of("UR", "L2", "LK"))),
        abstract=of("AB", "N2"),
        keywords=all_of("KW"),
        notes=all_of("N1"),
        first=lines[0],
        last=lines[1],
    )


def read_csl(content: bytes, text: str) -> Iterator[Reference]:
    """The references of a CSL-JSON file, with the lines of their objects."""
    value = parse_json(content)
    if works := list_of(value):
        placed = objects_with_lines(works, text)
    elif items := list_of(object_of(value).get("items")):
        placed = objects_with_lines(items, text, "items")
    else:
        placed = iter([(object_of(value), (1, text.count("\n") + 1))])
    for work, lines in placed:
        key = _word(work.get("id"))
        if work.get("title") or work.get("author") or key:
            yield _of_csl(work, key, lines)


def _of_csl(work: Object, key: str, lines: tuple[int, int]) -> Reference:
    def of(name: str) -> str:
        return _TAGS_OF_HTML.sub("", one_line(_word(work.get(name))))

    return Reference(
        key=key,
        kind=of("type"),
        title=of("title"),
        authors=list(_csl_names(work.get("author"))),
        editors=list(_csl_names(work.get("editor"))),
        date=_csl_date(object_of(work.get("issued"))),
        container=of("container-title"),
        volume=of("volume"),
        number=of("issue"),
        pages=of("page").replace("-", "–"),
        publisher=of("publisher"),
        location=of("publisher-place"),
        doi=of("DOI"),
        urls=[of("URL")] if of("URL") else [],
        abstract=of("abstract"),
        keywords=[word for part in re.split("[,;]", of("keyword")) if (word := part.strip())],
        notes=[of("note")] if of("note") else [],
        first=lines[0],
        last=lines[1],
    )


def _word(value: object) -> str:
    return str(value) if isinstance(value, int | float) else text_of(value)


def _csl_names(value: object) -> Iterator[str]:
    for name in objects_of(value):
        parts = ("given", "non-dropping-particle", "dropping-particle", "family", "suffix")
        words = one_line(text_of(name.get("literal")) or " ".join(text_of(name.get(part)) for part in parts))
        if words:
            yield words


def _csl_date(issued: Object) -> str:
    first = list_of(next(iter(list_of(issued.get("date-parts"))), None))
    numbers = [_word(part) for part in first[:3]]
    return "-".join(number.zfill(2) for number in numbers if number) or text_of(
        issued.get("raw") or issued.get("literal")
    )


def _in_order(name: str) -> str:
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}".strip() if comma else name


def _iso(value: str) -> str:
    found = _DATE.match(value)
    return "-".join(part.zfill(2) for part in found.groups() if part) if found else ""
