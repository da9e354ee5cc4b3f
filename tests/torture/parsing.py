"""The parse level: each file gives a Document or a reason, in bounded time, as its EXPECT line says."""

from __future__ import annotations

import faulthandler
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.document import Document, LinkKind
from bookwheel.domain.errors import SkippedFile
from bookwheel.parsing.documents import parse
from tests.torture.corpora import Corpora, expected, files

SECONDS_PER_FILE = 2.0
SECONDS_PER_MB = 2.0
_HANG_S = 60
_LEFT_OUT = "skipped with a reason"
_ZEBRA = re.compile(r"zebra\w*")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One check: `failure` is empty when it passed."""

    name: str
    failure: str = ""


def run(corpora: Corpora) -> Iterator[Outcome]:
    """Parse every file; a parser that hangs for a minute ends the run with a traceback."""
    for folder in corpora.folders:
        expectations = expected(folder) if folder == corpora.generated else {}
        for path in files(folder):
            name = path.relative_to(folder).as_posix()
            faulthandler.dump_traceback_later(_HANG_S, exit=True)
            failure = _failure(path, name, expectations.get(name, ""))
            faulthandler.cancel_dump_traceback_later()
            yield Outcome(f"parse {folder.name}/{name}", failure)


def _failure(path: Path, name: str, expectation: str) -> str:
    content = path.read_bytes()
    started = time.perf_counter()
    try:
        document = parse(content, name)
    except SkippedFile as skipped:
        return (
            "" if skipped.message and (_LEFT_OUT in expectation or not expectation) else f"left out: {skipped.message}"
        )
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    took_s, allowed_s = time.perf_counter() - started, SECONDS_PER_FILE + SECONDS_PER_MB * len(content) / 1e6
    if took_s > allowed_s:
        return f"took {took_s:.1f} s, at most {allowed_s:.1f} allowed"
    if _LEFT_OUT in expectation:
        return "read as text, but it should have been left out"
    return _out_of_place(document) or (_unlike(document, name, expectation) if expectation else "")


def _out_of_place(document: Document) -> str:
    """What breaks the rules that hold for every document."""
    raw, lines = document.text.encode(), document.text.split("\n")
    at = document.sections[0].start_byte
    for section in document.sections:
        source = raw[section.start_byte : section.end_byte].decode()
        if section.start_byte != at:
            return f"section {section.anchor} does not follow the one before it"
        by_lines = "\n".join(lines[section.start_line - 1 : section.end_line])
        if source not in (by_lines, f"{by_lines}\n"):
            return f"section {section.anchor}: lines and bytes differ"
        at = section.end_byte
    if at != len(raw):
        return "the sections do not reach the end"
    if len({section.anchor for section in document.sections}) != len(document.sections):
        return "two sections share an anchor"
    return ""


def _unlike(document: Document, name: str, expectation: str) -> str:
    """How a generated file differs from its EXPECT line."""
    seen = searchable(document)
    missing = sorted({word for word in _ZEBRA.findall(document.text) if word not in seen})
    if missing:
        return f"{', '.join(missing)} cannot be found"
    title = re.search(r"title '([^']+)'", expectation)
    if title and document.title != title.group(1):
        return f"its title is {document.title!r}, not {title.group(1)!r}"
    found = re.search(r"finds (?:'([^']+)'|([^\sa-z]+))", expectation)
    if found and (word := found.group(1) or found.group(2)) not in seen:
        return f"{word} cannot be found"
    if "warning" in expectation and not document.warnings:
        return "it gave no warning"
    check = _CHECKS.get(name)
    return "" if check is None or check(document) else f"not as expected: {expectation}"


def searchable(document: Document) -> str:
    """Everything that is indexed of a document."""
    sections = (text for one in document.sections for text in (one.title, one.prose, one.code))
    return "\n".join([document.title, *document.tags, *sections])


def _fields(document: Document) -> dict[str, tuple[str, ...]]:
    return dict(document.fields)


def _targets(document: Document) -> set[tuple[str, str]]:
    return {(link.target, link.fragment) for link in document.links}


_CHECKS: dict[str, Callable[[Document], bool]] = {
    "enc/utf8_bom.md": lambda one: "\ufeff" not in one.text,
    "enc/crlf.md": lambda one: one.title == "CRLF" and "\r" not in one.text,
    "enc/emoji_zwj.md": lambda one: {"tag/🎉", "日本語タグ", "über-tag"} <= set(one.tags),
    "fm/dates.md": lambda one: (
        [_fields(one).get(name) for name in ("when", "ver", "no", "octal")]
        == [("12:30:45",), ("1.10",), ("no",), ("010",)]
    ),
    "fm/hr_not_fm.md": lambda one: one.header_json == "{}",
    "fm/wikilink_value.md": lambda one: {("Parent Note", ""), ("A", ""), ("C", "")} <= _targets(one),
    "fm/tabs.md": lambda one: bool(one.warnings),
    "fm/toml.md": lambda one: one.title == "toml" and one.tags == ("a", "b"),
    "fm/json_fm.md": lambda one: one.title == "json",
    "md/headings_odd.md": lambda one: {"dup", "dup-1", "dup-2", "custom-id"} <= {each.anchor for each in one.sections},
    "md/fence_in_list.md": lambda one: len(one.sections) == 1,
    "md/unclosed_fence.md": lambda one: len(one.sections) == 1,
    "md/wikilinks.md": lambda one: (
        {("A", ""), ("A", "B"), ("日本語", "見出し")} <= _targets(one)
        and not any("not" in link.target for link in one.links)
        and any(link.kind is LinkKind.EMBED for link in one.links)
    ),
    "md/html_heavy.md": lambda one: "color:red" not in searchable(one),
    "md/dataview.md": lambda one: (
        _fields(one).get("status") == ("done",) and _fields(one).get("due") == ("2024-01-01",)
    ),
    "md/rdf_injection.md": lambda one: one.title == 'x" . <urn:a> <urn:b> <urn:c> . #',
}
