"""From nothing running to the first answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel.client.connection import connect
from bookwheel.domain.search import SearchRequest
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.indexing import TREE
from tests.bench.running import end, service


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Starting the service on a library that is there already, up to the answer of a first query."""
    with service(scratch / "library") as running:
        running.add_and_wait(corpora.tree(TREE))
        library = running.library
    start = time.perf_counter()
    client = connect(library, client="bench")
    connected = time.perf_counter()
    answer = client.search(SearchRequest("pod security policy"))
    answered = time.perf_counter()
    end(client)
    if not answer.hits:
        raise RuntimeError("the first query found nothing")
    yield Figure("cold start of the service to the first answer", answered - start, "s", "1.5 s")
    yield Figure("cold start of the service to being connected", connected - start, "s")
