"""`make bench CORPORA=DIR`: every measure three times, as JSON and as a table."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure, rows, table

MEASURES = (
    "indexing", "reading", "agents", "crowd", "watching", "starting", "window", "journeys", "panes", "memory",
    "everyday", "map", "meaning", "quality", "incoming_links", "named_things", "links", "citations", "ontology",
    "evidence", "formats", "size",
    "mixed", "records", "code", "ingest", "sharing", "team",
)  # fmt: skip
ONCE = (
    "crowd", "quality", "incoming_links", "named_things", "links", "citations", "evidence", "formats", "size", "mixed",
    "records", "code", "ingest", "sharing", "team",
)  # fmt: skip
"""Measures whose figure does not vary from run to run, or that take their runs themselves."""


def main() -> int:
    """Run what was asked for; 1 when a measure failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("corpora", type=Path, help="the folder of corpora, packed (with `unpack`) or laid out")
    parser.add_argument("--only", nargs="*", choices=MEASURES, default=MEASURES, help="these measures alone")
    parser.add_argument("--runs", type=int, default=3, help="how often each is taken")
    parser.add_argument("--output", type=Path, default=Path("build/bench.json"), help="where the JSON goes")
    chosen = parser.parse_args()
    taken: list[Figure] = []
    failures: list[str] = []
    with tempfile.TemporaryDirectory(prefix="bookwheel-bench-", ignore_cleanup_errors=True) as scratch:
        corpora = Corpora(chosen.corpora.expanduser().resolve(), Path(scratch) / "corpora")
        for name in chosen.only:
            for number in range(1 if name in ONCE else chosen.runs):
                print(f"{name}, run {number + 1}", file=sys.stderr, flush=True)
                folder = Path(scratch) / f"{name}-{number}"
                folder.mkdir()
                try:
                    module = importlib.import_module(f"tests.bench.{name}")
                    run: Callable[[Corpora, Path], Iterator[Figure]] = module.measure
                    taken.extend(run(corpora, folder))
                except Exception as error:
                    failures.append(f"{name}: {type(error).__name__}: {error}")
                    print(failures[-1], file=sys.stderr, flush=True)
                    break
    measured = rows(taken)
    report = {
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
        "python": platform.python_version(),
        "system": platform.platform(),
        "command": "make bench CORPORA=DIR",
        "rows": [dataclasses.asdict(row) for row in measured],
        "failures": failures,
    }
    chosen.output.parent.mkdir(parents=True, exist_ok=True)
    chosen.output.write_text(json.dumps(report, indent=1) + "\n", "utf-8")
    print(table(measured))
    for failure in failures:
        print(f"\nNot measured: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
