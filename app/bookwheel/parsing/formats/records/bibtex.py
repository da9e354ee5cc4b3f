"""BibTeX and BibLaTeX files as references; entries whose braces do not match end where the next one begins."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from bookwheel.parsing.formats.records.references import Reference
from bookwheel.parsing.formats.records.tex_words import plain

_ENTRY = re.compile(r"@[ \t]*([A-Za-z]+)\s*([{(])")
_BRACES = re.compile(r"[{}]|\n[ \t]*@[A-Za-z]+[ \t]*[{(][^\s,{}()=\"]*[,=]")
_QUOTED = re.compile(r"[{}\"]|\n[ \t]*@[A-Za-z]+[ \t]*[{(][^\s,{}()=\"]*[,=]")
_KEY = re.compile(r"\s*([^,\s{}()\"=]*(?: [^,\s{}()\"=]+)*)\s*(?:,|(?=[})]))")
_FIELD = re.compile(r"[\s,]*([^\s=,{}()\"#@]+)\s*=\s*")
_BARE = re.compile(r"[^\s,{}()\"#=]+")
_JOIN = re.compile(r"\s*#\s*")
_END = re.compile(r"[\s,]*([})])")
_AND = re.compile(r"\s+and\s+", re.IGNORECASE)
_ARXIV = re.compile(r"(?:[a-z-]+(?:\.[A-Z]{2})?/)?\d[\d.]*\d(?:v\d+)?")
_NAMES_OF_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: f"{number:02}" for number, name in enumerate(_NAMES_OF_MONTHS, start=1)}
_CONTAINERS = ("journaltitle", "journal", "booktitle", "maintitle", "series")
_PUBLISHERS = ("publisher", "school", "institution", "organization", "howpublished")
_LONGEST_STRING = 300
_MOST_PARTS = 50


@dataclass(slots=True)
class _Value:
    text: str
    end: int
    is_whole: bool = True


def read_bibtex(text: str) -> tuple[list[Reference], int]:
    """The references of a file, and how many entries are damaged (they are read as far as possible)."""
    strings: dict[str, str] = dict(_MONTHS)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    found: list[tuple[Reference, dict[str, str]]] = []
    damaged = position = 0
    while entry := _ENTRY.search(text, position):
        kind, position = entry[1].lower(), entry.end()
        if kind in ("comment", "preamble"):
            position = _until_closed(text, position, depth=1).end
            continue
        if kind == "string":
            name_and_value, position, is_whole = _fields(text, position, strings)
            strings |= {name: value[:_LONGEST_STRING] for name, value in name_and_value.items()}
            continue
        key = _KEY.match(text, position)
        if key is None:
            damaged += 1
            continue
        fields, position, is_whole = _fields(text, key.end(), strings)
        damaged += not is_whole
        first, last = bisect_right(starts, entry.start()), bisect_right(starts, max(entry.start(), position - 1))
        found.append((_reference(kind, key[1], fields, (first, last)), fields))
    _inherit(found)
    return [reference for reference, _ in found], damaged


def _fields(text: str, position: int, strings: dict[str, str]) -> tuple[dict[str, str], int, bool]:
    """The fields of an entry by their names in lower case, where the entry ends, and whether it ends as it should."""
    fields: dict[str, str] = {}
    while field := _FIELD.match(text, position):
        value = _value(text, field.end(), strings)
        fields.setdefault(field[1].lower(), value.text)
        position = value.end
        if not value.is_whole:
            return fields, position, False
    end = _END.match(text, position)
    return (fields, end.end(), True) if end else (fields, position, False)


def _value(text: str, position: int, strings: dict[str, str]) -> _Value:
    """A value: parts in braces or quotes, numbers and names of strings, joined by `#`."""
    parts: list[str] = []
    while True:
        opening = text[position : position + 1]
        if opening == "{":
            part = _until_closed(text, position + 1, depth=1)
        elif opening == '"':
            part = _until_quote(text, position + 1)
        elif bare := _BARE.match(text, position):
            part = _Value(strings.get(bare[0].lower(), bare[0]), bare.end())
        else:
            return _Value("".join(parts), position, is_whole=False)
        if len(parts) < _MOST_PARTS:
            parts.append(part.text)
        joined = _JOIN.match(text, part.end) if part.is_whole else None
        if joined is None:
            return _Value("".join(parts), part.end, part.is_whole)
        position = joined.end()


def _until_closed(text: str, start: int, depth: int) -> _Value:
    for match in _BRACES.finditer(text, start):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if not depth:
                return _Value(text[start : match.start()], match.end())
        else:
            return _Value(text[start : match.start()].rstrip(" ,}\n"), match.start(), is_whole=False)
    return _Value(text[start:].rstrip(" ,}\n"), len(text), is_whole=False)


def _until_quote(text: str, start: int) -> _Value:
    depth = 0
    for match in _QUOTED.finditer(text, start):
        sign = match[0]
        if sign == '"':
            if depth <= 0:
                return _Value(text[start : match.start()], match.end())
        elif len(sign) == 1:
            depth += 1 if sign == "{" else -1
        else:
            return _Value(text[start : match.start()].rstrip(" ,}\n"), match.start(), is_whole=False)
    return _Value(text[start:].rstrip(" ,}\n"), len(text), is_whole=False)


def _reference(kind: str, key: str, fields: dict[str, str], lines: tuple[int, int]) -> Reference:
    def of(*names: str) -> str:
        return next((words for name in names if (words := plain(fields.get(name, "")))), "")

    title, subtitle = of("title"), of("subtitle")
    eprint = fields.get("eprint", "").strip()
    is_arxiv = "arxiv" in (fields.get("archiveprefix", "") + fields.get("eprinttype", "")).lower()
    return Reference(
        key=key,
        kind=kind,
        title=f"{title}: {subtitle}" if subtitle else title,
        authors=_names(fields.get("author", "")),
        editors=_names(fields.get("editor", "")),
        date=of("date") or _date(of("year"), of("month")),
        container=of(*_CONTAINERS),
        volume=of("volume"),
        number=of("number", "issue"),
        pages=of("pages"),
        publisher=of(*_PUBLISHERS),
        location=of("location", "address"),
        doi=fields.get("doi", "").replace("\\_", "_").replace("\\", ""),
        arxiv=eprint if is_arxiv and _ARXIV.fullmatch(eprint) else "",
        urls=[fields["url"].replace("\\", "").strip()] if fields.get("url", "").strip() else [],
        files=list(_files(fields.get("file", ""))),
        abstract=of("abstract"),
        keywords=[word for part in re.split("[,;]", of("keywords", "keyword")) if (word := part.strip())],
        notes=[words for name in ("note", "annote", "annotation", "comment") if (words := of(name))],
        first=lines[0],
        last=lines[1],
    )


def _date(year: str, month: str) -> str:
    month = _MONTHS.get(month[:3].lower(), month.zfill(2) if month.isdigit() else "")
    return f"{year}-{month}" if year.isdigit() and month else year


def _names(names: str) -> list[str]:
    """People as `First Last`; `and others` as `et al.`."""
    found: list[str] = []
    for name in _split_names(names):
        if name.strip().lower() == "others":
            found.append("et al.")
        elif name.strip().startswith("{"):
            found.append(plain(name))
        else:
            family, *others = (part.strip() for part in name.split(","))
            if len(others) > 1:  # Last, Jr., First
                found.append(plain(f"{others[1]} {family}, {others[0]}"))
            else:
                found.append(plain(" ".join([*others, family])))
    return [name for name in found if name]


def _split_names(names: str) -> Iterator[str]:
    """Names between `and`, but for those within braces."""
    start = depth = counted = 0
    for match in _AND.finditer(names):
        depth += names.count("{", counted, match.start()) - names.count("}", counted, match.start())
        counted = match.start()
        if depth <= 0:
            yield names[start : match.start()]
            start = match.end()
    yield names[start:]


def _files(value: str) -> Iterator[str]:
    """The relative paths of attached files, as JabRef and Zotero write them (`name:path:type`)."""
    for part in value.split(";")[:20]:
        pieces = part.replace("\\:", ":").split(":")
        path = (pieces[1] if len(pieces) >= 3 else pieces[0]).strip()
        if path and len(pieces) in (1, 3) and not path.startswith(("/", "\\", "~")) and "." in path:
            yield path.replace("\\", "/")


def _inherit(found: list[tuple[Reference, dict[str, str]]]) -> None:
    """Give entries with a `crossref` what the entry that they name says of the book."""
    by_key = {reference.key.lower(): reference for reference, _ in found}
    for reference, fields in found:
        above = by_key.get(fields.get("crossref", "").strip().lower())
        if above is not None and above is not reference:
            reference.container = reference.container or above.title
            reference.date = reference.date or above.date
            reference.publisher = reference.publisher or above.publisher
            reference.editors = reference.editors or above.editors
