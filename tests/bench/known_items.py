"""Whether search finds what it should: known items of a real tree, and judged collections of abstracts and questions.

Run `python -m tests.bench.known_items CORPORA` for a table; CORPORA is laid out or packed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from bookwheel.domain.document import Dialect, Document
from bookwheel.domain.formats import format_of
from bookwheel.domain.search import Mode
from bookwheel.indexes import embedding
from bookwheel.indexes.vectors import Rows
from bookwheel.library.embedding.model_view import ModelView
from bookwheel.library.embedding.vector_table import VectorTable
from bookwheel.library.evaluation.measures import Scores, ask
from bookwheel.library.evaluation.question_set import Question, read_abstracts, read_set
from bookwheel.library.evaluation.trial_library import embed, index_documents
from bookwheel.library.snapshot.snapshot import Meaning, Snapshot
from bookwheel.parsing.documents import parse
from bookwheel.settings import Settings
from tests.bench import references
from tests.bench.corpora import Corpora

TREE = "k8s-docs-en"
JUDGED = ("cranfield", "cisi", "xquad-en", "xquad-de", "xquad-zh", "xquad-ar")
COVERAGES = (0.0, 0.1, 0.5)


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """A library, questions that it should answer, and the documents' texts by name for other ways of searching."""

    name: str
    snapshot: Snapshot
    questions: Sequence[Question]
    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Quality:
    """Means over questions, and the engine's time in ms."""

    questions: int
    mrr: float
    mrr_hard: float
    ndcg: float
    p50_ms: float
    p95_ms: float


def measured(
    snapshot: Snapshot, questions: Sequence[Question], settings: Settings, mode: Mode = Mode.KEYWORD
) -> Quality:
    """How well and how fast questions are answered: the best section speaks for its document."""
    return quality_of(ask(snapshot, questions, mode, settings), questions)


def quality_of(scores: Scores, questions: Sequence[Question]) -> Quality:
    """Means of scores."""
    hard = [value for value, question in zip(scores.mrr, questions, strict=True) if question.is_hard]
    return Quality(
        len(questions), _mean(scores.mrr), _mean(hard), _mean(scores.ndcg), scores.time_ms(0.5), scores.time_ms(0.95)
    )


def known_items(corpora: Corpora, folder: Path) -> JudgedSet:
    """The masked tree of k8s-docs-en and its known-item questions."""
    tool = corpora.folder / "tools" / "make_known_items.py"
    masked = folder / "masked"
    tree = corpora.tree(f"docs/{TREE}")
    command = [sys.executable, str(tool), str(tree), str(folder / "made"), "--masked", str(masked)]
    subprocess.run(command, check=True, capture_output=True)
    documents = list(_parsed(masked))
    texts = {document.path: document.text for document in documents}
    questions = read_set(corpora.folder / "known-item" / TREE).questions
    return JudgedSet(TREE, index_documents(documents, folder / "library"), questions, texts)


def judged(home: Path, folder: Path) -> JudgedSet:
    """A collection of one-section documents with judged questions."""
    found = read_set(home)
    assert found.corpus is not None
    language = language_of(home.name)
    documents = dict(read_abstracts(found.corpus, language))
    texts = {document.path: f"{document.title}\n{document.text}" for document in documents.values()}
    questions = [
        replace(question, relevant={documents[name].path: grade for name, grade in question.relevant.items()})
        for question in found.questions
    ]
    return JudgedSet(home.name, index_documents(documents.values(), folder), questions, texts)


def language_of(name: str) -> str:
    """The language of a set, as its name says."""
    return {"de": "de", "zh": "zh", "ar": "ar"}.get(name.rpartition("-")[2], "en")


def _parsed(root: Path) -> Iterator[Document]:
    for file in sorted(root.rglob("*")):
        path = file.relative_to(root).as_posix()
        if file.is_file() and format_of(path):
            yield parse(file.read_bytes(), path, dialect=Dialect.GFM)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def prepared(corpora: Corpora, folder: Path, names: Sequence[str]) -> Iterator[JudgedSet]:
    """Every set, indexed, with vectors of all its sections."""
    encoder = embedding.load()
    for name in names:
        made = known_items(corpora, folder / name) if name == TREE else judged(corpora.tree("ir") / name, folder / name)
        yield replace(made, snapshot=embed(made.snapshot, encoder).snapshot)


def thinned(snapshot: Snapshot, share: float) -> Snapshot:
    """The same library with the vectors of a share of its sections, spread evenly."""
    (view,) = snapshot.meaning.vectors
    assert isinstance(view, ModelView)
    whole, kept = view.table, list[int]()
    for place, start in enumerate(whole.starts.tolist()):
        if int(place * share) != int((place + 1) * share):
            end = whole.starts[place + 1] if place + 1 < len(whole.starts) else whole.size
            kept.extend(range(start, int(end)))
    keys = np.repeat(whole.section_keys, np.diff(np.append(whole.starts, whole.size)))[kept]
    hashes = tuple(whole.hashes[row] for row in kept)
    vectors = whole.matrix[kept].astype(np.float16)
    rows = Rows(keys, hashes, vectors, np.zeros(0, np.int64), whole.newest, is_last=True)
    table = VectorTable.empty(whole.matrix.shape[1]).grown(rows)
    return replace(snapshot, meaning=Meaning((replace(view, table=table),), share))


def main() -> None:
    """Print a table of all sets."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--only", nargs="*", default=[TREE, *JUDGED], help="these sets alone")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.resolve(), Path(scratch) / "corpora")
        print(f"{'set':12} {'ranked by':24} {'n':>5} {'MRR':>6} {'hard':>6} {'nDCG':>6} {'p50':>7} {'p95 ms':>7}")
        for one in prepared(corpora, Path(scratch), chosen.only):
            usual = Settings()
            waiting = replace(usual, fusion=replace(usual.fusion, embed_on_demand_ms=0.0))
            rows = [(mode.value, one.snapshot, usual, mode) for mode in (Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO)]
            for share in COVERAGES:
                some = thinned(one.snapshot, share)
                rows.append((f"auto, {share:.0%} embedded", some, usual, Mode.AUTO))
                rows.append(("the same, none aside", some, waiting, Mode.AUTO))
            for label, asked, settings, mode in rows:
                print(_row(one.name, label, measured(asked, one.questions, settings, mode)), flush=True)
            for label, scores in references.measure(one.texts, one.questions, language_of(one.name)):
                print(_row(one.name, label, quality_of(scores, one.questions)), flush=True)


def _row(name: str, label: str, it: Quality) -> str:
    figures = f"{it.mrr:6.3f} {it.mrr_hard:6.3f} {it.ndcg:6.3f} {it.p50_ms:7.2f} {it.p95_ms:7.2f}"
    return f"{name:12} {label:24} {it.questions:5} {figures}"


if __name__ == "__main__":
    main()
