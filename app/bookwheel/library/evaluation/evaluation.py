"""An evaluation from its task to its answer: read, index, embed by each model, ask in each mode, compare."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from bookwheel.domain.document import Document
from bookwheel.domain.errors import BadRequest
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import (
    Comparison,
    EvaluatedModel,
    EvaluatedRun,
    EvaluationAnswer,
    EvaluationReport,
    EvaluationTask,
)
from bookwheel.indexes import embedding
from bookwheel.indexes.embedding import Encoder, Identity, Reranker
from bookwheel.library.evaluation.measures import Scores, ask
from bookwheel.library.evaluation.paired_tests import adjust, estimate, p_of_difference
from bookwheel.library.evaluation.question_set import CORPUS, JUDGEMENTS, QUERIES, Question, read_abstracts, read_set
from bookwheel.library.evaluation.trial_library import close, embed, index_documents, index_tree
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import MeaningSettings, Settings

MEASURES = ("ndcg_at_10", "mrr_at_10", "recall_at_100")
_WORDS_ALONE = (Mode.KEYWORD, Mode.GRAPH)
_NAMED = 3
_PAUSE_S = 0.1
"""Between two reports at least."""

Tell = Callable[[EvaluationReport], None]
Load = Callable[[str, int], Encoder]


def evaluate(task: EvaluationTask, tell: Tell, load: Load) -> EvaluationAnswer:
    """Evaluate a set in a library of its own; `load` gives a model's encoder on so many threads.

    Raises:
        BadRequest: for a set that cannot be used.
        ModelUnavailable: for a model that cannot.
    """
    tell(EvaluationReport("reading"))
    encoders = {model: load(model, task.threads) for model in task.models} if _uses_meaning(task) else {}
    asked = read_set(Path(task.folder), task.split)
    trial = _index(task, asked.corpus, Pace(tell, "indexing"))
    try:
        questions, notices = _answerable(asked.questions, trial.documents)
        if task.most_queries and len(questions) > task.most_queries:
            count, total = f"{task.most_queries:,}", f"{len(questions):,}"
            notices.append(Message("{count} of {total} queries were asked.", count=count, total=total))
            questions = [questions[at * len(questions) // task.most_queries] for at in range(task.most_queries)]
        runs = Runs(questions, trial.names, tell)
        models = _run(task.modes, trial.snapshot, encoders.values(), runs, task.reranker)
    finally:
        close(trial.snapshot)
    return EvaluationAnswer(
        asked.name, len(trial.documents), trial.sections, len(questions), tuple(runs.runs), compare(runs.scores),
        tuple(models), round(trial.took_s, 3), (*asked.notices, *notices),
    )  # fmt: skip


def _run(
    modes: Sequence[Mode], snapshot: Snapshot, encoders: Iterable[Encoder], runs: Runs, reranker: str
) -> list[EvaluatedModel]:
    """Ask in every mode, by every model where the mode has one; hybrid mode unasked only where there are links.

    Last the first model is asked with a reranker over its hits, if there is one.
    """
    rerank = embedding.load_reranker(reranker) if reranker else None
    modes = modes or (Mode.KEYWORD, Mode.SEMANTIC, Mode.AUTO, *((Mode.HYBRID,) if snapshot.graph else ()))
    for mode in modes:
        if mode in _WORDS_ALONE:
            runs.ask(snapshot, mode, "")
    models: list[EvaluatedModel] = []
    for encoder in encoders:
        identity, label = encoder.identity, label_of(encoder.identity)
        embedded = embed(snapshot, encoder, Pace(runs.tell, "embedding", label).tell)
        speed = embedded.vectors / embedded.took_s if embedded.took_s else 0.0
        models.append(EvaluatedModel(label, identity.dimensions, embedded.vectors, round(speed, 1)))
        for mode in modes:
            if mode not in _WORDS_ALONE:
                runs.ask(embedded.snapshot, mode, label)
        if rerank is not None and len(models) == 1:
            runs.ask_reranked(embedded.snapshot, label, rerank)
    return models


@dataclass(frozen=True, slots=True)
class _Trial:
    snapshot: Snapshot
    names: Mapping[str, str]
    """What the judgements call a document, by its path; its path where nothing else stands here."""
    took_s: float
    documents: frozenset[str]
    """What the judgements call all that there are."""
    sections: int


@dataclass(slots=True)
class Runs:
    """Questions asked in one way after the other; `names` are what the judgements call paths."""

    questions: Sequence[Question]
    names: Mapping[str, str]
    tell: Tell
    runs: list[EvaluatedRun] = field(default_factory=list[EvaluatedRun])
    scores: list[Scores] = field(default_factory=list[Scores])

    def ask_reranked(self, snapshot: Snapshot, label: str, reranker: Reranker) -> None:
        """Ask every question in automatic mode with a reranker over the first hits."""
        meaning = replace(snapshot.meaning, reranker=reranker)
        settings = Settings(meaning=MeaningSettings(reranker=reranker.name))
        self.ask(replace(snapshot, meaning=meaning), Mode.AUTO, f"{label} + {reranker.name}", settings)

    def ask(self, snapshot: Snapshot, mode: Mode, model: str, settings: Settings | None = None) -> None:
        """Ask every question in one mode."""
        pace = Pace(self.tell, "asking", f"{mode.value} {model}".strip())
        scores = ask(
            snapshot, self.questions, mode, settings, name_of=lambda path: self.names.get(path, path),
            on_progress=lambda done: pace.tell(done, len(self.questions)),
        )  # fmt: skip
        self.scores.append(scores)
        self.runs.append(
            EvaluatedRun(
                mode,
                model,
                estimate(scores.ndcg),
                estimate(scores.mrr),
                estimate(scores.recall),
                round(scores.time_ms(0.5), 3),
                round(scores.time_ms(0.95), 3),
            )  # fmt: skip
        )


def compare(scores: Sequence[Scores]) -> tuple[Comparison, ...]:
    """Every pair of runs by every measure."""
    found: list[Comparison] = []
    for measure, values in zip(
        MEASURES,
        ([one.ndcg for one in scores], [one.mrr for one in scores], [one.recall for one in scores]),
        strict=True,
    ):
        pairs = [(first, second) for second in range(len(values)) for first in range(second)]
        adjusted = adjust([p_of_difference(values[first], values[second]) for first, second in pairs])
        for (first, second), p in zip(pairs, adjusted, strict=True):
            differences = [b - a for a, b in zip(values[first], values[second], strict=True)]
            better, worse = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
            found.append(Comparison(measure, first, second, estimate(differences), p, better, worse))
    return tuple(found)


def label_of(identity: Identity) -> str:
    """What a model is called among others: its name, with the dimensions that its vectors are cut to."""
    is_cut = identity.engine.endswith(f"-{identity.dimensions}")
    return f"{identity.name}:{identity.dimensions}" if is_cut else identity.name


class Pace:
    """Tells how far a phase is, not oftener than ten times a second, and always that it is done."""

    def __init__(self, tell: Tell, phase: str, model: str = "") -> None:
        self._tell, self._report, self._told_at = tell, EvaluationReport(phase, model=model), 0.0

    def tell(self, done: int, total: int) -> None:
        """Tell how much is done, of how much."""
        now = time.monotonic()
        if done == total or now - self._told_at >= _PAUSE_S:
            self._told_at = now
            self._tell(replace(self._report, done=done, total=total))


def _uses_meaning(task: EvaluationTask) -> bool:
    return not task.modes or any(mode not in _WORDS_ALONE for mode in task.modes)


def _index(task: EvaluationTask, corpus: Path | None, pace: Pace) -> _Trial:
    began, scratch, names = time.perf_counter(), Path(task.scratch), dict[str, str]()
    if corpus is not None and not task.documents:

        def named() -> Iterator[Document]:
            for name, document in read_abstracts(corpus):
                names[document.path] = name
                yield document

        snapshot = index_documents(named(), scratch, pace.tell)
    else:
        root = Path(task.documents or task.folder)
        if not root.is_dir():
            raise BadRequest("The folder {folder} does not exist.", folder=root)
        ignore = (f"/{QUERIES}", f"/{CORPUS}", f"/{JUDGEMENTS}/")
        snapshot = index_tree(root.resolve(), scratch, ignore, pace.tell)
    took_s = time.perf_counter() - began
    documents = snapshot.catalogue.document_rows(snapshot.catalogue.document_keys()).values()
    sections = int(np.count_nonzero(snapshot.facets.document_of))
    return _Trial(snapshot, names, took_s, frozenset(names.get(row.path, row.path) for row in documents), sections)


def _answerable(questions: Sequence[Question], names: frozenset[str]) -> tuple[list[Question], list[Message]]:
    """The questions with an answer among the documents, and what is said of the others."""
    missing = {name for question in questions for name in question.relevant.keys() - names}
    kept = [question for question in questions if question.relevant.keys() & names]
    if not kept:
        raise BadRequest("None of the documents that are judged is there, such as {name}.", name=min(missing))
    notices: list[Message] = []
    if missing:
        examples = ", ".join(sorted(missing)[:_NAMED])
        notices.append(
            Message("{count} judged documents are not there: {names}.", count=f"{len(missing):,}", names=examples)
        )
    if len(kept) < len(questions):
        left = len(questions) - len(kept)
        notices.append(
            Message("{count} queries without an answer among the documents were left out.", count=f"{left:,}")
        )
    return kept, notices
