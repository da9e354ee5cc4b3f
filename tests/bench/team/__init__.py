"""A team: a crowd of clients upon several readers, the same answers as without a team, and how figures grow.

BENCH_PARTS names the parts (`crowd answers growth`; all by default). BENCH_SECTIONS says how many sections the crowd
asks about (10,000), BENCH_CLIENTS how many clients there are (200), BENCH_SECONDS how long they ask (60), BENCH_SIZES
for which numbers of sections growth is measured (`1000 10000`), and BENCH_ENGINES which engines answer the same
questions (`embedded`; see `answers`). BENCH_MEANING=off leaves vectors out. In a folder named by BENCH_KEEP trees,
libraries and publications stay. `python -m tests.bench.growth` reckons on from the figures.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.team import answers, crowd, sizes

PARTS = "crowd answers growth"


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """The parts that were asked for, growth first: what it publishes and reads the crowd may find again."""
    parts = os.environ.get("BENCH_PARTS", PARTS).split()
    kept = Path(os.environ.get("BENCH_KEEP", scratch))
    if "growth" in parts:
        yield from sizes.measure(corpora, kept)
    if "crowd" in parts:
        yield from crowd.measure(corpora, kept)
    if "answers" in parts:
        yield from answers.measure(corpora, kept)
