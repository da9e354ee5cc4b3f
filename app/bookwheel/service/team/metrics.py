"""Counts of a team's reader in the text format of Prometheus: calls, refusals, how long they took, what is held."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable

BUCKETS_S = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the histogram, in seconds."""

_OTHER = "other"

Row = tuple[tuple[tuple[str, str], ...], float]
"""The labels of a value, and the value."""

Gauge = tuple[str, str, list[Row]]
"""The name of a value of the moment, what it is, and its rows."""


class Metrics:
    """Counts calls by route, name and outcome; safe to use from any thread.

    Source: https://prometheus.io/docs/instrumenting/exposition_formats/
    """

    def __init__(self, names: Iterable[str]) -> None:
        """Count under these names alone, so that nothing that a caller writes becomes a label."""
        self._names = frozenset(names)
        self._lock = threading.Lock()
        self._calls: Counter[tuple[str, str, str]] = Counter()
        self._below: Counter[tuple[str, float]] = Counter()
        self._sums: dict[str, float] = {}
        self._counts: Counter[str] = Counter()

    def label_of(self, name: str) -> str:
        """The name under which a call is counted."""
        return name if name in self._names else _OTHER

    def count(self, route: str, name: str, outcome: str, took_s: float) -> None:
        """Count one call; `outcome` is `ok` or the code of an error."""
        with self._lock:
            self._calls[route, self.label_of(name), outcome] += 1
            self._counts[route] += 1
            self._sums[route] = self._sums.get(route, 0.0) + took_s
            for bound in BUCKETS_S:
                if took_s <= bound:
                    self._below[route, bound] += 1

    def text(self, gauges: Iterable[tuple[str, str, Iterable[Row]]]) -> str:
        """Return all counts, and `gauges` by name, help and rows."""
        with self._lock:
            lines = [*self._call_lines(), *self._duration_lines()]
        return "\n".join((*lines, "")) + format_gauges(gauges)

    def _call_lines(self) -> list[str]:
        lines = _head("bookwheel_calls_total", "counter", "Calls by route, name and outcome.")
        for (route, name, outcome), count in sorted(self._calls.items()):
            labels = (("route", route), ("name", name), ("outcome", outcome))
            lines.append(_line("bookwheel_calls_total", labels, count))
        return lines

    def _duration_lines(self) -> list[str]:
        name = "bookwheel_call_duration_seconds"
        lines = _head(name, "histogram", "Seconds that calls took.")
        for route, count in sorted(self._counts.items()):
            own = ("route", route)
            for bound in BUCKETS_S:
                lines.append(_line(f"{name}_bucket", (own, ("le", f"{bound:g}")), self._below[route, bound]))
            lines.append(_line(f"{name}_bucket", (own, ("le", "+Inf")), count))
            lines.append(_line(f"{name}_sum", (own,), self._sums[route]))
            lines.append(_line(f"{name}_count", (own,), count))
        return lines


def format_gauges(gauges: Iterable[tuple[str, str, Iterable[Row]]]) -> str:
    """Return values of the moment, by name, help and rows; those whose names end with `_total` only grow."""
    lines: list[str] = []
    for name, about, rows in gauges:
        lines += _head(name, "counter" if name.endswith("_total") else "gauge", about)
        lines += [_line(name, labels, value) for labels, value in rows]
    return "\n".join((*lines, ""))


def _head(name: str, kind: str, about: str) -> list[str]:
    return [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]


def _line(name: str, labels: Iterable[tuple[str, str]], value: float) -> str:
    shown = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels)
    number = f"{value:.6f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f"{name}{{{shown}}} {number}" if shown else f"{name} {number}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace('"', '\\"')
