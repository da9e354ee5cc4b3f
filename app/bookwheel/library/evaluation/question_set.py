"""Sets of judged queries as BEIR lays them out, or a tree of documents with a file of queries."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from bookwheel.domain.document import TOP, Dialect, Document, Section
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.parsing.languages import vote

CORPUS, QUERIES, JUDGEMENTS = "corpus.jsonl", "queries.jsonl", "qrels"
USUAL_SPLIT = "test"
_LETTERS = "bcdfghjklmnpqrstvwxz"
"""Names of abstracts are made of these: as no word is, so that no query finds a document by its number."""


@dataclass(frozen=True, slots=True)
class Question:
    """A query, the grades of the documents that answer it, those to be left out of the ranking, whether it is hard."""

    text: str
    relevant: Mapping[str, float]
    excluded: frozenset[str] = frozenset()
    is_hard: bool = False


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """Judged questions; `corpus` is a file of abstracts, or None where the documents are the files of a tree."""

    name: str
    questions: tuple[Question, ...]
    corpus: Path | None
    notices: list[Message] = field(default_factory=list[Message])


def read_set(folder: Path, split: str = "") -> QuestionSet:
    """The set in a folder; queries without a judgement are left out, and that is said.

    Raises:
        BadRequest: when a file is missing or not of its form, with its name and line.
    """
    if not folder.is_dir():
        raise BadRequest("The folder {folder} does not exist.", folder=folder)
    path = folder / QUERIES
    if not path.is_file():
        raise BadRequest("The folder {folder} has no {file}, which holds the queries.", folder=folder, file=QUERIES)
    entries = list(read_lines(path))
    stated = {_id(entry, path, number): _stated(entry) for number, entry in entries}
    judged = _judgements(folder, split) or stated
    questions: list[Question] = []
    for number, entry in entries:
        name, text = _id(entry, path, number), entry.get("text")
        if not isinstance(text, str):
            raise _unusable(path, number, 'a query needs "_id" and "text"')
        if text.strip() and (relevant := {doc: grade for doc, grade in judged.get(name, {}).items() if grade > 0}):
            about = entry.get("metadata")
            about = cast("dict[str, object]", about) if isinstance(about, dict) else {}
            questions.append(Question(text, relevant, _names(about.get("exclude")), bool(about.get("hard"))))
    if not questions:
        raise BadRequest("No query of {file} has a judgement.", file=path)
    notices: list[Message] = []
    if left := len(entries) - len(questions):
        notices.append(Message("{count} queries without judgements were left out.", count=f"{left:,}"))
    corpus = folder / CORPUS
    return QuestionSet(folder.name, tuple(questions), corpus if corpus.is_file() else None, notices)


def read_abstracts(corpus: Path, language: str = "") -> Iterator[tuple[str, Document]]:
    """Documents of one section each with their ids in a corpus; their language is voted unless it is given.

    Raises:
        BadRequest: for a line that is no document, and an id that occurs twice.
    """
    known: set[str] = set()
    for number, entry in read_lines(corpus):
        name, title, text = _id(entry, corpus, number), entry.get("title") or "", entry.get("text")
        if not isinstance(text, str) or not isinstance(title, str):
            raise _unusable(corpus, number, 'a document needs "_id" and "text"')
        if name in known:
            raise _unusable(corpus, number, f'the id "{name}" occurs twice')
        known.add(name)
        yield name, _abstract(neutral_name(len(known)), title, text, language or vote(f"{title}\n{text}"))


def neutral_name(number: int) -> str:
    """A name that no query has a word of."""
    letters = ""
    while number:
        number, rest = divmod(number, len(_LETTERS))
        letters = _LETTERS[rest] + letters
    return f"q{letters}"


def read_lines(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    """The objects of a file of JSON lines with the numbers of their lines; blank lines are none.

    Raises:
        BadRequest: when it cannot be read, or a line is no JSON object.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.strip():
                    continue
                try:
                    entry: object = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"))
                except (ValueError, RecursionError):
                    raise _unusable(path, number, "it is not valid JSON") from None
                if not isinstance(entry, dict):
                    raise _unusable(path, number, "it is not a JSON object")
                yield number, cast("dict[str, object]", entry)
    except OSError as error:
        raise BadRequest("{file} cannot be read: {reason}.", file=path, reason=error.strerror or error) from None


def _abstract(name: str, title: str, text: str, language: str) -> Document:
    section = Section(
        TOP, 0, "", (), -1, 1, 1, 0, len(text.encode("utf-8", "replace")), len(text.split()), text, "", name
    )
    return Document(
        name, "text", Dialect.GFM, title, "", "", language, "", (), (), (), (), "{}", "", (), section.words, text,
        (section,), (), (), (),
    )  # fmt: skip


def _judgements(folder: Path, split: str) -> dict[str, dict[str, float]]:
    files = sorted((folder / JUDGEMENTS).glob("*.tsv"))
    if split:
        files = [file for file in files if file.stem == split]
        if not files:
            raise BadRequest("The folder {folder} has no {file}.", folder=folder, file=f"{JUDGEMENTS}/{split}.tsv")
    if not files:
        return {}
    chosen = next((file for file in files if file.stem == USUAL_SPLIT), files[0])
    if len(files) > 1 and chosen.stem != USUAL_SPLIT:
        splits = ", ".join(file.stem for file in files)
        raise BadRequest(
            "The folder {folder} has several judgements: name one with --split ({choices}).",
            folder=folder,
            choices=splits,
        )
    return _read_judgements(chosen)


def _read_judgements(path: Path) -> dict[str, dict[str, float]]:
    """Grades by query and document: BEIR's three columns under a heading, or the four of TREC."""
    found: dict[str, dict[str, float]] = {}
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadRequest("{file} cannot be read: {reason}.", file=path, reason=error) from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        cells = line.split("\t") if "\t" in line else line.split()
        if len(cells) == 4:
            cells = [cells[0], cells[2], cells[3]]
        grade = _number(cells[-1])
        if len(cells) != 3 or grade is None:
            if number == 1 and len(cells) == 3:
                continue  # the heading
            raise _unusable(path, number, "it is not a query, a document and a grade")
        found.setdefault(cells[0].strip(), {})[cells[1].strip()] = grade
    return found


def _stated(entry: Mapping[str, object]) -> dict[str, float]:
    """The documents that a query itself names as its answers, in a list or with grades."""
    relevant = entry.get("relevant")
    if isinstance(relevant, dict):
        graded = cast("dict[str, object]", relevant)
        return {doc: float(grade) for doc, grade in graded.items() if isinstance(grade, int | float)}
    return dict.fromkeys(_names(relevant), 1.0)


def _names(value: object) -> frozenset[str]:
    if isinstance(value, str):
        return frozenset((value,))
    return frozenset(str(one) for one in cast("list[object]", value)) if isinstance(value, list) else frozenset()


def _number(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _id(entry: Mapping[str, object], path: Path, number: int) -> str:
    name = entry.get("_id", entry.get("id"))
    if isinstance(name, bool) or not isinstance(name, str | int) or not str(name):
        raise _unusable(path, number, 'it has no "_id"')
    return str(name)


def _unusable(path: Path, number: int, reason: str) -> BadRequest:
    return BadRequest("Line {line} of {file} cannot be used: {reason}.", line=number, file=path, reason=reason)
