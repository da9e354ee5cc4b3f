"""Questions asked of a snapshot, and how well each was answered."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from bookwheel.domain.search import EVERYTHING, Mode, SearchRequest
from bookwheel.library.evaluation.question_set import Question
from bookwheel.library.search.search import search
from bookwheel.library.search.semantic_leg import Kept
from bookwheel.library.snapshot.snapshot import Snapshot
from bookwheel.settings import Settings

DEPTH = 10
DEEP = 100


@dataclass(frozen=True, slots=True)
class Scores:
    """Each question's figures, in the order of the questions, and the times of a search for ten hits in ms, rising."""

    ndcg: Sequence[float]
    mrr: Sequence[float]
    recall: Sequence[float]
    took_ms: Sequence[float]

    def time_ms(self, share: float) -> float:
        """The time within which this share of the questions was answered."""
        return self.took_ms[min(len(self.took_ms) - 1, int(len(self.took_ms) * share))] if self.took_ms else 0.0


def ask(
    snapshot: Snapshot,
    questions: Sequence[Question],
    mode: Mode,
    settings: Settings | None = None,
    name_of: Callable[[str], str] = lambda path: path,
    on_progress: Callable[[int], None] = lambda done: None,
) -> Scores:
    """Ask every question: the best section speaks for its document. `name_of` gives a path's name in the judgements."""
    settings, kept = settings or Settings(), Kept()
    ndcg, mrr, recall, took = list[float](), list[float](), list[float](), list[float]()
    for number, question in enumerate(questions, 1):
        began = time.perf_counter()
        search(SearchRequest(question.text, mode), EVERYTHING, snapshot, settings, kept=kept)
        took.append((time.perf_counter() - began) * 1000)
        request = SearchRequest(question.text, mode, limit=DEEP, is_by_document=True)
        answer = search(request, EVERYTHING, snapshot, settings, kept=kept)
        names = (name_of(hit.doc.partition("/")[2]) for hit in answer.hits)
        ranked = [name for name in dict.fromkeys(names) if name not in question.excluded]
        ndcg.append(ndcg_of(ranked, question.relevant))
        mrr.append(reciprocal_rank(ranked, question.relevant))
        recall.append(len(question.relevant.keys() & {*ranked[:DEEP]}) / len(question.relevant))
        on_progress(number)
    return Scores(ndcg, mrr, recall, sorted(took))


def ndcg_of(ranked: Sequence[str], relevant: Mapping[str, float]) -> float:
    """nDCG@10 with linear gain, as trec_eval has it."""
    ideal = sorted(relevant.values(), reverse=True)[:DEPTH]
    return _discounted(relevant.get(name, 0.0) for name in ranked[:DEPTH]) / _discounted(ideal)


def reciprocal_rank(ranked: Sequence[str], relevant: Mapping[str, float]) -> float:
    """One over the rank of the first right document, 0 where it is not among the first ten."""
    return next((1 / rank for rank, name in enumerate(ranked[:DEPTH], 1) if name in relevant), 0.0)


def _discounted(grades: Iterable[float]) -> float:
    return sum(grade / math.log2(place + 1) for place, grade in enumerate(grades, 1))
