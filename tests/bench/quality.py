"""Whether the right document comes first: known items of a real tree, by rule and not by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.settings import KeywordSettings
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.known_items import known_items, measured


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """MRR@10 of the keyword leg on the masked tree."""
    snapshot, questions = known_items(corpora, scratch)
    found = measured(snapshot, questions, KeywordSettings())
    yield Figure("known items, MRR@10, all", found.mrr, "", "0.70")
    yield Figure("known items, MRR@10, hard", found.mrr_hard, "", "0.62")
