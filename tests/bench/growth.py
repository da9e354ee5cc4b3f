"""Reckons from the figures of `make bench BENCH="--only team"` to 100,000,000 sections, and says what breaks first.

`python -m tests.bench.growth [FIGURES]` reads `build/bench.json` unless another file is named. What was measured at
several sizes is continued along a straight line; one size alone, in proportion.
"""

from __future__ import annotations

import argparse
import json
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bookwheel.publications.limits import MOST_SEGMENT_BYTES, MOST_UNPACKED_BYTES
from bookwheel.publications.segments import bucket_count

SIZES = (10_000, 100_000, 1_000_000, 10_000_000, 100_000_000)
QUESTIONS_PER_S, READERS = 20.0, 3
"""Those of 200 clients who ask every ten seconds."""

VECTOR_BYTES = 2 * 384
CHANGED = 0.01
STORES = ("catalogue", "words", "graph", "mirror", "vectors")

_FIGURE = re.compile(r"team, ([\d,]+) sections(?:: |, )(.+)")


@dataclass(frozen=True, slots=True)
class Line:
    """What a quantity is at a number of sections: `base` and `each` for every section; `measured` are the sizes."""

    base: float
    each: float
    measured: tuple[int, ...]

    def at(self, sections: float) -> float:
        """The quantity there."""
        return self.base + self.each * sections

    def reaches(self, bound: float) -> float:
        """The number of sections at which it comes to a bound; infinite where it never does."""
        return (bound - self.base) / self.each if self.each > 0 else math.inf


@dataclass(frozen=True, slots=True)
class Bound:
    """What must not be passed: where it is passed, in sections, and what an operator sets then."""

    name: str
    sections: float
    remedy: str


def read(file: Path) -> dict[str, Line]:
    """Return each quantity of a report as a line.

    Raises:
        SystemExit: where the report has no figure of a team's growth.
    """
    points: dict[str, dict[int, float]] = {}
    for row in json.loads(file.read_text("utf-8"))["rows"]:
        if found := _FIGURE.fullmatch(row["name"]):
            points.setdefault(found[2], {})[int(found[1].replace(",", ""))] = float(row["median"])
    lines = {name: fit(values) for name, values in points.items()}
    if "publication" not in lines:
        raise SystemExit(f'{file} has no figures of growth. Take them with: make bench CORPORA=DIR BENCH="--only team"')
    return lines


def fit(values: Mapping[int, float]) -> Line:
    """The line through values by number of sections that errs least in proportion; neither part is negative."""
    sizes = np.array(sorted(values), np.float64)
    measured = np.array([values[int(size)] for size in sizes])
    if len(sizes) > 1:
        each, base = np.polyfit(sizes, measured, 1, w=1 / np.maximum(np.abs(measured), 1e-9))
        if each > 0 and base >= 0:
            return Line(float(base), float(each), tuple(map(int, sizes)))
    return Line(0.0, float(measured[-1] / sizes[-1]), tuple(map(int, sizes)))


def rewritten(documents: float) -> float:
    """The share of a publication that is written again after one document in a hundred changed, 0 to 1."""
    each = documents / bucket_count(round(documents))
    return 1 - (1 - CHANGED) ** max(1.0, each)


def rows_of(lines: Mapping[str, Line]) -> list[tuple[str, list[str]]]:
    """What the table says: a quantity, and its value at each size; measured sizes lie below the figures' largest."""
    disk = _sum([lines[f"reader's disk, {store}"] for store in STORES if f"reader's disk, {store}" in lines])
    words, documents = lines["a question by words, CPU"], lines["documents"]
    resident = lines["reader resident"]
    quantities: list[tuple[str, Callable[[float], str]]] = [
        ("publication", lambda n: _bytes(1e6 * lines["publication"].at(n))),
        ("a reader's disk", lambda n: _bytes(1e6 * disk.at(n))),
        ("a reader's memory", lambda n: _bytes(1e6 * resident.at(n))),
        ("of that vectors, if they were all in memory", lambda n: _bytes(VECTOR_BYTES * n)),
        ("fetched and words in, CPU", lambda n: _time(lines["reader's CPU until its words are in"].at(n))),
        ("everything in, CPU", lambda n: _time(lines["reader's CPU until all is in"].at(n))),
        ("rewritten after 1% changed", lambda n: f"{100 * rewritten(documents.at(n)):.0f}%"),
        ("refresh after 1% changed, CPU", lambda n: _time(refresh_s(lines, n))),
        ("postings that a question by words reads", lambda n: f"{lines['a question by words, postings'].at(n):,.0f}"),
        ("a question by words, CPU", lambda n: _time(words.at(n) / 1000)),
        ("questions a second, three readers", lambda n: f"{READERS * 1000 / words.at(n):,.1f}"),
    ]
    return [(name, [say(size) for size in SIZES]) for name, say in quantities]


def refresh_s(lines: Mapping[str, Line], sections: float) -> float:
    """CPU seconds of a reader's refresh, as measured, and where more is written again what taking that in takes."""
    taking_in = lines["reader's CPU until its words are in"].each * sections
    share = rewritten(lines["documents"].at(sections))
    return max(taking_in * share, lines["1% changed: reader's CPU for its refresh"].at(sections))


def bounds(lines: Mapping[str, Line]) -> list[Bound]:
    """What breaks, the first first."""
    disk = _sum([lines[f"reader's disk, {store}"] for store in STORES if f"reader's disk, {store}" in lines])
    words, packed = lines["a question by words, CPU"], lines["publication"]
    unpacked, documents = lines["publication, documents unpacked"], lines["documents"]
    divide = "divide it into several collections, which a reader shows together"
    found = [
        Bound(
            "a question by words takes 150 ms of CPU", words.reaches(150), "several readers, each of some collections"
        ),
        Bound(
            f"{READERS} readers answer {QUESTIONS_PER_S:g} questions a second no longer",
            words.reaches(1000 * READERS / QUESTIONS_PER_S), "more readers behind the load balancer",
        ),
        Bound(
            "a reader's memory passes 16 GB", lines["reader resident"].reaches(16_000), "engines.vectors, more memory"
        ),
        Bound("a reader's disk passes 1 TB", disk.reaches(1e6), "larger disks, or readers of some collections each"),
        Bound("a refresh after 1% changed takes an hour of CPU", _first(lambda n: refresh_s(lines, n), 3600), divide),
        Bound("a new reader takes a day of CPU", lines["reader's CPU until all is in"].reaches(86_400), divide),
        Bound(
            f"a segment of one collection passes {MOST_SEGMENT_BYTES / 1e6:g} MB",
            _first(lambda n: 1e6 * packed.at(n) / bucket_count(round(documents.at(n))), MOST_SEGMENT_BYTES), divide,
        ),
        Bound(
            f"a segment of one collection passes {MOST_UNPACKED_BYTES / 1e6:g} MB unpacked",
            _first(lambda n: 1e6 * unpacked.at(n) / bucket_count(round(documents.at(n))), MOST_UNPACKED_BYTES), divide,
        ),
    ]  # fmt: skip
    return sorted(found, key=lambda bound: bound.sections)


def _first(value: Callable[[float], float], bound: float) -> float:
    """The number of sections, to a twentieth, from which a rising value passes a bound; infinite beyond 10^12."""
    sections = 1000.0
    while value(sections) < bound:
        sections *= 1.05
        if sections > 1e12:
            return math.inf
    return sections


def _sum(lines: Sequence[Line]) -> Line:
    return Line(sum(line.base for line in lines), sum(line.each for line in lines), lines[0].measured)


def _bytes(count: float) -> str:
    for unit, size in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.3g} {unit}"
    return f"{count / 1e3:.3g} KB"


def _time(seconds: float) -> str:
    for unit, size in (("d", 86_400), ("h", 3600), ("min", 60), ("s", 1)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{1000 * seconds:.3g} ms"


def main() -> None:
    """Print the table and what breaks."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.growth", description=__doc__)
    parser.add_argument("figures", type=Path, nargs="?", default=Path("build/bench.json"), help="the report")
    lines = read(parser.parse_args().figures)
    sizes = lines["publication"].measured
    print(f"Computed from {', '.join(f'{size:,}' for size in sizes)} sections.\n")
    if len(sizes) == 1:
        print("One size alone: what an empty reader takes counts as growth. Name several sizes in BENCH_SIZES.\n")
    heads = (f"{size:,}{'' if size > max(sizes) else ' (measured range)'}" for size in SIZES)
    print(f"| sections | {' | '.join(heads)} |\n|---|{'---:|' * len(SIZES)}")
    for name, values in rows_of(lines):
        print(f"| {name} | {' | '.join(values)} |")
    print("\n| what breaks, the first first | at sections | what to set |\n|---|---:|---|")
    for bound in bounds(lines):
        where = f"{float(f'{bound.sections:.2g}'):,.0f}" if math.isfinite(bound.sections) else "never"
        print(f"| {bound.name} | {where} | {bound.remedy} |")


if __name__ == "__main__":
    main()
