"""Figures: what was measured, several times, and the table that shows them."""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of one run: `wanted` is the bar as text, `unit` says s, ms, MB or nothing."""

    name: str
    value: float
    unit: str
    wanted: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure over all its runs: the median and the runs in the order taken."""

    name: str
    median: float
    unit: str
    wanted: str
    runs: tuple[float, ...]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which `share` (0 to 1) of the sorted values lie, nearest rank."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, round(share * len(ordered)) - 1))]


def rows(figures: Iterable[Figure]) -> list[Row]:
    """Each figure's median over its runs, in order of first appearance."""
    grouped: dict[str, list[Figure]] = {}
    for figure in figures:
        grouped.setdefault(figure.name, []).append(figure)
    measured: list[Row] = []
    for name, runs in grouped.items():
        values = tuple(one.value for one in runs)
        measured.append(Row(name, statistics.median(values), runs[0].unit, runs[0].wanted, values))
    return measured


def shown(value: float, unit: str) -> str:
    """A number with its unit, in three significant figures or whole when large."""
    number = f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
    return f"{number} {unit}".rstrip()


def table(measured: Sequence[Row]) -> str:
    """The rows as a Markdown table."""
    lines = ["| what | median | runs | wanted |", "|---|---:|---|---|"]
    for row in measured:
        runs = ", ".join(shown(value, "") for value in row.runs)
        lines.append(f"| {row.name} | {shown(row.median, row.unit)} | {runs} | {row.wanted} |")
    return "\n".join(lines)
