"""Formats: how fast the parser child reads each, in what memory, and how much of its headings and words it finds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.formats import fidelity, large_files, speed


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Speed and memory by format, then headings and words found, then files of a thousand pages."""
    yield from speed.measure(corpora)
    yield from fidelity.measure(corpora, scratch)
    yield from large_files.measure(corpora, scratch)
