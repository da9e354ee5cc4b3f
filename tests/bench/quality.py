"""Whether the right document comes first: known items of a real tree and judged abstracts and questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.search import Mode
from bookwheel.settings import Settings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import JUDGED, TREE, measured, prepared

WANTED = {"cranfield": "0.470", "cisi": "0.455"}


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 on the masked tree and nDCG@10 on judged collections, by words alone and by words and meaning."""
    for name, snapshot, questions in prepared(corpora, scratch, (TREE, *JUDGED)):
        words = measured(snapshot, questions, Settings(), Mode.KEYWORD)
        both = measured(snapshot, questions, Settings(), Mode.AUTO)
        if name == TREE:
            yield Figure("known items, MRR@10, words, all", words.mrr, "", "0.70")
            yield Figure("known items, MRR@10, words, hard", words.mrr_hard, "", "0.62")
            yield Figure("known items, MRR@10, words and meaning, all", both.mrr, "", "0.74")
            yield Figure("known items, MRR@10, words and meaning, hard", both.mrr_hard, "", "0.66")
        else:
            yield Figure(f"{name}, nDCG@10, words", words.ndcg, "")
            wanted = WANTED.get(name, f"{words.ndcg:.3f}")
            yield Figure(f"{name}, nDCG@10, words and meaning", both.ndcg, "", wanted)
