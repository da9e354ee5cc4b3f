"""The indexing level: the real command line takes everything in, and each file is found or listed with a reason."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bookwheel.domain.errors import SkippedFile
from bookwheel.domain.formats import format_of
from bookwheel.parsing.documents import parse
from tests.torture.corpora import Corpora, expected, files
from tests.torture.parsing import Outcome, searchable

_LONGEST_CALL_S = 90
_ZEBRA = re.compile(r"\bzebra[a-z0-9]*\b")
_SHARED = "zebraname"
_APP = Path(__file__).parents[2] / "app"


class CommandLine:
    """The command `bookwheel` on a library of its own."""

    def __init__(self, library: Path) -> None:
        self._environment = {**os.environ, "BOOKWHEEL_LIBRARY": str(library), "PYTHONPATH": str(_APP)}

    def run(self, *words: str) -> tuple[int, str]:
        """Exit code and output of one call."""
        try:
            ended = subprocess.run(
                [sys.executable, "-m", "bookwheel", *words],
                env=self._environment,
                capture_output=True,
                text=True,
                encoding="utf-8",
                timeout=_LONGEST_CALL_S,
            )
        except subprocess.TimeoutExpired:
            return 9, f"no answer within {_LONGEST_CALL_S} s"
        return ended.returncode, ended.stdout if ended.returncode < 2 else ended.stderr

    def docs(self, query: str, collection: str) -> set[str]:
        """The documents that a search finds in a collection."""
        words = ("search", query, "--filter", f"collection={collection}", "--limit", "100", "--json")
        code, output = self.run(*words)
        return {hit["doc"] for hit in json.loads(output)["hits"]} if code == 0 else set()


def run(corpora: Corpora, library: Path) -> Iterator[Outcome]:
    """Add every folder, then look for each generated file by its own word."""
    command = CommandLine(library)
    try:
        for folder in corpora.folders:
            code, output = command.run(
                "add", str(folder), "--name", folder.name, "--include", "*.json", "--include", "*.yaml", "--include",
                "*.jsonl", "--include", "*.csv", "--wait", "keyword", "--json",
            )  # fmt: skip
            yield Outcome(f"add {folder.name}", "" if code == 0 else output.strip()[-300:])
        yield from _each(corpora, command)
        code, output = command.run("doctor", "--json")
        yield Outcome("doctor", "" if code == 0 else output.strip()[-300:])
    finally:
        command.run("stop")


def _each(corpora: Corpora, command: CommandLine) -> Iterator[Outcome]:
    collection = corpora.generated.name
    code, output = command.run("problems", "--json")
    problems = {one["doc"]: one for one in json.loads(output)["problems"]} if code < 2 else {}
    yield Outcome("problems", "" if all(one["reason"] for one in problems.values()) else "a problem without a reason")
    shared = command.docs(_SHARED, collection)
    expectations = expected(corpora.generated)
    for path in files(corpora.generated):
        name = path.relative_to(corpora.generated).as_posix()
        doc = f"{collection}/{name}"
        if name not in expectations:
            continue
        word = _word(path, name)
        if word is None:
            reason = doc in problems and problems[doc]["kind"] == "skipped"
            yield Outcome(f"index {name}", "" if reason else "left out without a reason")
        elif name.startswith("names/"):
            yield Outcome(f"index {name}", _named(name, collection, shared, problems))
        elif word:
            found = doc in command.docs(word, collection)
            yield Outcome(f"index {name}", "" if found or doc in problems else f"{word} does not find it")
    yield from _outside(command, collection)


def _word(path: Path, name: str) -> str | None:
    """A word to search a file by: empty if it has none, None if it cannot be read as text."""
    try:
        document = parse(path.read_bytes(), name)
    except SkippedFile:
        return None
    match = _ZEBRA.search(searchable(document))
    return match.group() if match else ""


def _named(name: str, collection: str, shared: set[str], problems: dict[str, dict[str, str]]) -> str:
    """Files with odd names hold one word: NFC ids, hidden ones left out by default."""
    from_path = f"{collection}/{name}"
    if from_path in shared or from_path in problems or not format_of(name):
        return ""
    near = [doc for doc in shared if _folded(doc) == _folded(from_path)]
    is_hidden = name.rpartition("/")[2].startswith(".")
    return "" if near or is_hidden else "not found by its word, and no reason is given"


def _folded(doc: str) -> str:
    return re.sub(r"\W+", "", doc.encode("ascii", "ignore").decode())


def _outside(command: CommandLine, collection: str) -> Iterator[Outcome]:
    code, output = command.run(
        "browse", "documents", "--filter", f"collection={collection}", "--limit", "2000", "--json"
    )
    listed: Sequence[str] = [one["doc"] for one in json.loads(output)["documents"]] if code == 0 else []
    yield Outcome("browse", "" if listed else output.strip()[-300:])
    led_out = [doc for doc in listed if "/fs/loop/" in doc or doc.endswith(("/fs/outside.md", "/fs/dangling.md"))]
    yield Outcome("links lead nowhere outside", f"taken in: {', '.join(led_out)}" if led_out else "")
    code, output = command.run("read", *listed[:40], "--json")
    yield Outcome("read", "" if code == 0 and json.loads(output)["passages"] else output.strip()[-300:])
