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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from bookwheel.domain.collection import Collection
from bookwheel.domain.document import TOP, Dialect, Document, Section
from bookwheel.domain.formats import format_of
from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.indexes import embedding
from bookwheel.indexes.catalogue import Batch, CatalogueReader, FileRow, NewDocument
from bookwheel.indexes.keyword import KeywordReader
from bookwheel.library.indexing.publish import Stores
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.facets import Facets
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.parsing.documents import parse
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.near import Near

TREE = "k8s-docs-en"
JUDGED = ("cranfield", "cisi", "xquad-en", "xquad-de", "xquad-zh", "xquad-ar")
BATCH = 200
COVERAGES = (0.0, 0.1, 0.5)


@dataclass(frozen=True, slots=True)
class Question:
    """A query, the grades of the documents that answer it, those to be left out of the ranking, whether it is hard."""

    text: str
    relevant: Mapping[str, int]
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
    return Snapshot(catalogue.revision(), catalogue, facets, KeywordReader.open(paths.keyword), collections)


def measured(
    snapshot: Snapshot,
    questions: Sequence[Question],
    settings: Settings,
    mode: Mode = Mode.KEYWORD,
    limit: int = 60,
    kept: Kept | None = None,
) -> Quality:
    """How well and how fast questions are answered: the best section speaks for its document."""
    kept = kept or Kept()
    reciprocal: list[float] = []
    hard: list[float] = []
    gains: list[float] = []
    took: list[float] = []
    for question in questions:
        began = time.perf_counter()
        search(SearchRequest(question.text, mode), EVERYTHING, snapshot, settings, kept=kept)
        took.append((time.perf_counter() - began) * 1000)
        answer = search(SearchRequest(question.text, mode, limit=limit), EVERYTHING, snapshot, settings, kept=kept)
        found = dict.fromkeys(hit.doc.partition("/")[2] for hit in answer.hits)
        ranked = [doc for doc in found if doc not in question.excluded][:10]
        places = [place for place, doc in enumerate(ranked, 1) if doc in question.relevant]
        reciprocal.append(1 / places[0] if places else 0.0)
        gains.append(_gain([question.relevant.get(doc, 0) for doc in ranked], question.relevant.values()))
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


def _relevant(home: Path) -> dict[str, dict[str, int]]:
    found: dict[str, dict[str, int]] = {}
    for line in (home / "qrels" / "test.tsv").read_text("utf-8").splitlines()[1:]:
        question, document, grade = line.split("\t")
        if int(grade) > 0:
            found.setdefault(question, {})[document] = int(grade)
    return found


def _gain(found: Sequence[int], grades: Iterable[int]) -> float:
    """nDCG@10 with linear gain, as trec_eval has it."""
    ideal = sorted(grades, reverse=True)[:10]
    return _discounted(found) / _discounted(ideal)


def _discounted(grades: Sequence[int]) -> float:
    return sum(grade / math.log2(place + 1) for place, grade in enumerate(grades, 1))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def prepared(corpora: Corpora, folder: Path, names: Sequence[str]) -> Iterator[tuple[str, Snapshot, list[Question]]]:
    """Every set by name, indexed, with vectors of all its sections."""
    encoder = embedding.load()
    for name in names:
        made = known_items(corpora, folder / name) if name == TREE else judged(corpora.tree("ir") / name, folder / name)
        snapshot, questions = made
        near = Near.of(snapshot.catalogue, encoder, ("c",))
        yield name, replace(snapshot, meaning=Meaning((near,), 1.0)), questions


def thinned(snapshot: Snapshot, share: float) -> Snapshot:
    """The same library with the vectors of a share of its sections."""
    (near,) = snapshot.meaning.vectors
    assert isinstance(near, Near)
    return replace(snapshot, meaning=Meaning((near.thinned(share),), share))


def main() -> None:
    """Print a table of all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--only", nargs="*", default=[TREE, *JUDGED], help="these sets alone")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora")
        print(f"{'set':12} {'ranked by':24} {'n':>5} {'MRR':>6} {'hard':>6} {'nDCG':>6} {'p50':>7} {'p95 ms':>7}")
        for name, snapshot, questions in prepared(corpora, Path(scratch), chosen.only):
            usual = Settings()
            waiting = replace(usual, fusion=replace(usual.fusion, embed_on_demand_ms=0.0))
            rows = [(mode.value, snapshot, usual, mode) for mode in (Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO)]
            for share in COVERAGES:
                some = thinned(snapshot, share)
                rows.append((f"auto, {share:.0%} embedded", some, usual, Mode.AUTO))
                rows.append(("the same, none aside", some, waiting, Mode.AUTO))
            for label, asked, settings, mode in rows:
                it = measured(asked, questions, settings, mode)
                figures = f"{it.mrr:6.3f} {it.mrr_hard:6.3f} {it.ndcg:6.3f} {it.p50_ms:7.2f} {it.p95_ms:7.2f}"
                print(f"{name:12} {label:24} {it.questions:5} {figures}", flush=True)


if __name__ == "__main__":
    main()
