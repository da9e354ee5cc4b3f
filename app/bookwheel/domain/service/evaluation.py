"""Evaluations: a set of judged queries, what each way of searching made of them, and whether the ways differ."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.collection import Collection
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.domain.search import Mode


@dataclass(frozen=True, slots=True)
class EvaluationTask:
    """What to evaluate, in a library that is made for it in `scratch` and thrown away.

    `folder` holds `queries.jsonl`, judgements (`qrels/*.tsv`, of which `split` names one) and the documents: a
    `corpus.jsonl`, else the files below it, or below `documents`. `models` are names as in the settings, "" for the
    bundled one. At most `most_queries` are asked, spread evenly; 0 for all.

    With `collections` queries are made of at most `most_documents` of what those hold, and models are tried on them;
    `present` is the name of the model in use. With a `reranker` the first model is also asked with that over its hits.
    """

    folder: str
    scratch: str
    documents: str = ""
    split: str = ""
    modes: tuple[Mode, ...] = ()
    models: tuple[str, ...] = ("",)
    most_queries: int = 0
    threads: int = 2
    collections: tuple[Collection, ...] = ()
    most_documents: int = 0
    present: str = ""
    reranker: str = ""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over queries with its 95% interval, by bootstrap."""

    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class EvaluatedRun:
    """One way of searching: a mode, with a model where it uses meaning; times in ms for ten hits."""

    mode: Mode
    model: str
    ndcg_at_10: Estimate
    mrr_at_10: Estimate
    recall_at_100: Estimate
    p50_ms: float
    p95_ms: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs query by query: `difference` is the second less the first, of the measure named.

    `p` is that of a randomisation test, by Holm's rule for all comparisons of the measure; `better` and `worse` count
    the queries that the second answers better and worse.
    """

    measure: str
    first: int
    second: int
    difference: Estimate
    p: float
    better: int
    worse: int


@dataclass(frozen=True, slots=True)
class EvaluatedModel:
    """A model that was used; `chunks_per_s` and `vectors` say what embedding the set took, `dimensions` of a vector.

    Of a trial, `memory_mb` is what the loaded model takes, and `hours` what all sections of the collections would.
    """

    name: str
    dimensions: int
    vectors: int
    chunks_per_s: float
    memory_mb: float = 0.0
    hours: float = 0.0


@dataclass(frozen=True, slots=True)
class EvaluationAnswer:
    """What came of an evaluation; comparisons name runs by their index.

    Of a trial, `kinds` counts the queries by what they were made of, `sections` are those of the collections, and
    `recommended` is the model that answers clearly better than the present one, empty where none does, for a `reason`.
    """

    name: str
    documents: int
    sections: int
    queries: int
    runs: tuple[EvaluatedRun, ...]
    comparisons: tuple[Comparison, ...]
    models: tuple[EvaluatedModel, ...]
    indexing_s: float
    notices: tuple[Message, ...] = ()
    kinds: tuple[tuple[str, int], ...] = ()
    recommended: str = ""
    reason: Message = NO_MESSAGE


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """What the child that evaluates tells: how far it is, and last the answer or what is wrong.

    `phase` is reading, indexing, embedding or asking; `total` is 0 while it is not known.
    """

    phase: str = ""
    done: int = 0
    total: int = 0
    model: str = ""
    answer: EvaluationAnswer | None = None
    fault: Message = NO_MESSAGE
