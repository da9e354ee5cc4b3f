"""Whether the right document comes first: known items of a real tree and judged abstracts and questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.search import Mode
from bookwheel.settings import Settings
from tests.bench import references
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import JUDGED, TREE, language_of, measured, prepared, quality_of

WANTED = {"cranfield": "0.470", "cisi": "0.455"}


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 on the masked tree and nDCG@10 on judged collections, by words, by words and meaning, and by others."""
    for one in prepared(corpora, scratch, (TREE, *JUDGED)):
        name, others = one.name, references.measure(one.texts, one.questions, language_of(one.name))
        words = measured(one.snapshot, one.questions, Settings(), Mode.KEYWORD)
        both = measured(one.snapshot, one.questions, Settings(), Mode.AUTO)
        if name == TREE:
            yield Figure("known items, MRR@10, words, all", words.mrr, "", "0.70")
            yield Figure("known items, MRR@10, words, hard", words.mrr_hard, "", "0.62")
            yield Figure("known items, MRR@10, words and meaning, all", both.mrr, "", "0.74")
            yield Figure("known items, MRR@10, words and meaning, hard", both.mrr_hard, "", "0.66")
            for label, scores in others:
                yield Figure(f"known items, MRR@10, {label}, all", quality_of(scores, one.questions).mrr, "")
        else:
            yield Figure(f"{name}, nDCG@10, words", words.ndcg, "")
            wanted = WANTED.get(name, f"{words.ndcg:.3f}")
            yield Figure(f"{name}, nDCG@10, words and meaning", both.ndcg, "", wanted)
            for label, scores in others:
                yield Figure(f"{name}, nDCG@10, {label}", quality_of(scores, one.questions).ndcg, "")
