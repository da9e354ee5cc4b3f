"""Which embedding model is best for these very documents: known items of them, asked by words and by each model."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import psutil

from bookwheel.domain.errors import BadRequest, ModelUnavailable
from bookwheel.domain.messages import Message
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import (
    Comparison,
    EvaluatedModel,
    EvaluatedRun,
    EvaluationAnswer,
    EvaluationTask,
)
from bookwheel.indexes import embedding
from bookwheel.indexes.embedding import Encoder
from bookwheel.library.evaluation.evaluation import Load, Pace, Runs, Tell, compare, label_of
from bookwheel.library.evaluation.known_items import Sample, make_sample
from bookwheel.library.evaluation.trial_library import close, embed, index_collections, index_documents
from bookwheel.library.snapshot.snapshot import Snapshot

USUAL_QUERIES = 300
LEAST_QUERIES = 30
"""Fewer say nothing of a difference that a person would notice."""
SURE = 0.05
_MB = 1e6


def try_models(task: EvaluationTask, tell: Tell, load: Load) -> EvaluationAnswer:
    """Try models on known items of collections; nothing is recommended that chance may have made.

    Raises:
        BadRequest: for documents of which too few queries can be made.
    """
    began = time.perf_counter()
    pace = Pace(tell, "indexing")
    whole = index_collections(task.collections, Path(task.scratch) / "whole", pace.tell, finds_names=False)
    try:
        sample = make_sample(whole.catalogue, task.most_documents, task.most_queries or USUAL_QUERIES)
        sections = int(np.count_nonzero(whole.facets.document_of))
    finally:
        close(whole)
    if len(sample.items) < LEAST_QUERIES:
        raise BadRequest(
            "Only {count} queries can be made of these documents; a trial needs {least}.",
            count=len(sample.items), least=LEAST_QUERIES,
        )  # fmt: skip
    snapshot = index_documents(sample.documents, Path(task.scratch) / "sample")
    took_s = time.perf_counter() - began
    try:
        runs, models, notices, present = _ask(task, snapshot, sample, sections, tell, load)
    finally:
        close(snapshot)
    comparisons = compare(runs.scores)
    best, reason = recommend(runs.runs, comparisons, present)
    return EvaluationAnswer(
        ", ".join(collection.name for collection in task.collections), len(sample.documents), sections,
        len(sample.items), tuple(runs.runs), comparisons, tuple(models), round(took_s, 3), tuple(notices),
        tuple(Counter(item.kind for item in sample.items).items()), best, reason,
    )  # fmt: skip


def recommend(runs: Sequence[EvaluatedRun], comparisons: Sequence[Comparison], present: str) -> tuple[str, Message]:
    """The model that answers clearly better than the present one, both beside words; empty where none does."""
    fused = {run.model: index for index, run in enumerate(runs) if run.mode is Mode.AUTO}
    own = fused.get(present)
    if own is None:
        return "", Message("The model in use was not tried, so nothing is recommended.")
    better: list[tuple[float, str, Comparison]] = []
    for pair in comparisons:
        if pair.measure != "mrr_at_10" or own not in (pair.first, pair.second) or pair.p >= SURE:
            continue
        other = pair.second if pair.first == own else pair.first
        gain = pair.difference.value if other == pair.second else -pair.difference.value
        if gain > 0 and other in fused.values():
            better.append((gain, runs[other].model, pair))
    if not better:
        return "", Message("No model answers clearly better than {model}, the one in use.", model=present)
    gain, model, _ = max(better, key=lambda one: one[0])
    return model, Message(
        "{model} answers clearly better than {present}: MRR@10 +{gain}.",
        model=model,
        present=present,
        gain=f"{gain:.3f}",
    )


def _ask(
    task: EvaluationTask, snapshot: Snapshot, sample: Sample, sections: int, tell: Tell, load: Load
) -> tuple[Runs, list[EvaluatedModel], list[Message], str]:
    """Ask by words and by each model; last what the present model is called."""
    runs = Runs(sample.questions, {}, tell)  # the sample's paths are whole ids
    runs.ask(snapshot, Mode.KEYWORD, "")
    models: list[EvaluatedModel] = []
    notices: list[Message] = []
    present = ""
    for name in task.models:
        try:
            encoder, memory_mb = _measured(lambda name=name: load(name, task.threads))
        except ModelUnavailable as error:
            notices.append(error.message)
            continue
        identity, label = encoder.identity, label_of(encoder.identity)
        present = label if name == task.present else present
        embedded = embed(snapshot, encoder, Pace(tell, "embedding", label).tell)
        speed = embedded.vectors / embedded.took_s if embedded.took_s else 0.0
        here = int(np.count_nonzero(snapshot.facets.document_of))
        hours = embedded.took_s * sections / max(1, here) / 3600
        models.append(
            EvaluatedModel(
                label, identity.dimensions, embedded.vectors, round(speed, 1), round(memory_mb), round(hours, 6)
            )  # fmt: skip
        )
        for mode in (Mode.SEMANTIC, Mode.AUTO):
            runs.ask(embedded.snapshot, mode, label)
        if task.reranker and name == task.present:
            try:
                runs.ask_reranked(embedded.snapshot, label, embedding.load_reranker(task.reranker))
            except ModelUnavailable as error:
                notices.append(error.message)
    return runs, models, notices, present


def _measured(open_: Callable[[], Encoder]) -> tuple[Encoder, float]:
    """A model, and the MB of memory that it took."""
    before = psutil.Process().memory_info().rss
    encoder = open_()
    encoder.encode(["warm"])
    return encoder, max(0.0, (psutil.Process().memory_info().rss - before) / _MB)
