"""Whether search finds what it should: known items of a real tree, and judged collections of abstracts and questions.

Run `python -m tests.bench.known_items CORPORA` for a table; CORPORA is laid out or packed.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import TOP, Dialect, Document, Section
from bookwheel.domain.query import EVERYTHING, SearchRequest
from bookwheel.indexes.catalogue import Batch, CatalogueReader, FileRow, NewDocument
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.facets import Facets
from bookwheel.library.publishing import Stores
from bookwheel.library.search import search
from bookwheel.library.snapshots import Snapshot
from bookwheel.parsing.documents import format_of, parse
from bookwheel.paths import LibraryPaths
from bookwheel.settings import KeywordSettings
from tests.bench.corpora import Corpora

TREE = "k8s-docs-en"
JUDGED = ("cranfield", "cisi", "xquad-en", "xquad-de", "xquad-zh", "xquad-ar")
BATCH = 200


@dataclass(frozen=True, slots=True)
class Question:
    """A query, the documents that answer it, those to be left out of the ranking, and whether it is a hard one."""

    text: str
    relevant: frozenset[str]
    excluded: frozenset[str] = frozenset()
    is_hard: bool = False


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over questions, and the engine's time in ms."""

    questions: int
    mrr: float
    mrr_hard: float
    ndcg: float
    p50_ms: float
    p95_ms: float


def snapshot_of(documents: Iterator[Document], folder: Path) -> Snapshot:
    """A library of one collection with these documents, indexed for real."""
    paths = LibraryPaths(folder)
    folder.mkdir(parents=True, exist_ok=True)
    stores = Stores(paths)
    batch: list[NewDocument] = []
    for document in documents:
        batch.append(NewDocument("c", document, FileRow(document.path, document.path, 0, 0, "")))
        if len(batch) == BATCH:
            stores.commit(Batch(added=batch))
            batch = []
    stores.commit(Batch(added=batch))
    stores.optimise(lambda: True)
    stores.close()
    catalogue = CatalogueReader(paths.catalogue)
    collections = {"c": Collection("c", "c", str(folder))}
    facets = Facets.load(catalogue, collections)
    return Snapshot(catalogue.revision(), catalogue, facets, KeywordReader.open(paths.keyword), collections, 0)


def measured(snapshot: Snapshot, questions: Sequence[Question], weights: KeywordSettings, limit: int = 60) -> Quality:
    """How well and how fast questions are answered: the best section speaks for its document."""
    reciprocal: list[float] = []
    hard: list[float] = []
    gains: list[float] = []
    took: list[float] = []
    for question in questions:
        began = time.perf_counter()
        search(SearchRequest(question.text), EVERYTHING, snapshot, weights)
        took.append((time.perf_counter() - began) * 1000)
        answer = search(SearchRequest(question.text, limit=limit), EVERYTHING, snapshot, weights)
        ranked = [doc for doc in dict.fromkeys(hit.doc[2:] for hit in answer.hits) if doc not in question.excluded][:10]
        places = [place for place, doc in enumerate(ranked, 1) if doc in question.relevant]
        reciprocal.append(1 / places[0] if places else 0.0)
        ideal = sum(1 / math.log2(place + 1) for place in range(1, min(10, len(question.relevant)) + 1))
        gains.append(sum(1 / math.log2(place + 1) for place in places) / ideal)
        if question.is_hard:
            hard.append(reciprocal[-1])
    took.sort()
    return Quality(
        len(questions), _mean(reciprocal), _mean(hard), _mean(gains), took[len(took) // 2], took[int(len(took) * 0.95)]
    )


def known_items(corpora: Corpora, folder: Path) -> tuple[Snapshot, list[Question]]:
    """The masked tree of k8s-docs-en and its known-item questions."""
    tool = corpora.folder / "tools" / "make_known_items.py"
    masked = folder / "masked"
    command = [
        sys.executable,
        str(tool),
        str(corpora.tree(f"docs/{TREE}")),
        str(folder / "made"),
        "--masked",
        str(masked),
    ]
    subprocess.run(command, check=True, capture_output=True)
    home = corpora.folder / "known-item" / TREE
    relevant = _relevant(home)
    questions: list[Question] = []
    for line in (home / "queries.jsonl").read_text("utf-8").splitlines():
        one = json.loads(line)
        about = one["metadata"]
        questions.append(Question(one["text"], relevant[one["_id"]], frozenset(about["exclude"]), about["hard"]))
    return snapshot_of(_parsed(masked), folder / "library"), questions


def judged(home: Path, folder: Path) -> tuple[Snapshot, list[Question]]:
    """A collection of one-section documents with judged questions."""
    relevant = _relevant(home)
    language = {"de": "de", "zh": "zh", "ar": "ar", "en": "en"}.get(home.name.rpartition("-")[2], "en")
    lines = (home / "corpus.jsonl").read_text("utf-8").splitlines()
    documents = (_abstract(one["_id"], one["title"], one["text"], language) for one in map(json.loads, lines))
    asked = map(json.loads, (home / "queries.jsonl").read_text("utf-8").splitlines())
    questions = [Question(one["text"], relevant[one["_id"]]) for one in asked if one["_id"] in relevant]
    return snapshot_of(documents, folder), questions


def _parsed(root: Path) -> Iterator[Document]:
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        if file.is_file() and format_of(path):
            yield parse(file.read_bytes(), path, dialect=Dialect.GFM)


def _abstract(name: str, title: str, text: str, language: str) -> Document:
    section = Section(TOP, 0, "", (), -1, 1, 1, 0, len(text.encode()), len(text.split()), text, "", name)
    return Document(
        name, "text", Dialect.GFM, title, "", "", language, "", (), (), (), (), "{}", "", (), section.words, text,
        (section,), (), (), (),
    )  # fmt: skip


def _relevant(home: Path) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in (home / "qrels" / "test.tsv").read_text("utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        if int(grade) > 0:
            found.setdefault(question, set()).add(document)
    return {question: frozenset(documents) for question, documents in found.items()}


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def prepared(corpora: Corpora, folder: Path) -> Iterator[tuple[str, Callable[[KeywordSettings], Quality]]]:
    """Every set by name, indexed, with a function that measures it under given weights."""
    for name in (TREE, *JUDGED):
        made = known_items(corpora, folder / name) if name == TREE else judged(corpora.tree("ir") / name, folder / name)
        yield name, lambda weights, made=made: measured(*made, weights)


def main() -> None:
    """Print a table of all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(parser.parse_args().corpora.resolve(), Path(scratch) / "corpora")
        print(f"{'set':14} {'n':>5} {'MRR':>6} {'hard':>6} {'nDCG':>6} {'p50':>7} {'p95 ms':>7}")
        for name, measure in prepared(corpora, Path(scratch)):
            it = measure(KeywordSettings())
            figures = f"{it.mrr:6.3f} {it.mrr_hard:6.3f} {it.ndcg:6.3f} {it.p50_ms:7.2f} {it.p95_ms:7.2f}"
            print(f"{name:14} {it.questions:5} {figures}")


if __name__ == "__main__":
    main()
