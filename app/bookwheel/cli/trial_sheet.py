"""The result of `model try` as a page with a chart, which loads nothing."""

from __future__ import annotations

import html
from collections.abc import Iterator

from bookwheel.cli.output import clean, lasting, shortened
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import EvaluatedRun, EvaluationAnswer

_MODES = {Mode.KEYWORD: "words", Mode.SEMANTIC: "meaning", Mode.AUTO: "words and meaning"}
_LEFT, _WIDTH, _STEP = 380, 390, 30
_LABEL = 54
"""Letters of a label that fit on the left."""
_STYLE = """
:root { color-scheme: light dark; --ink: #1f2a28; --soft: #5f6b68; --line: #d9dedb; --bar: #2f6f66; --paper: #fdfdfa }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6ebe8; --soft: #a3aeaa; --line: #3a4441; --bar: #6fb9ac; --paper: #1b2120 }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin-top: 1.5rem }
td, th { padding: .3rem 1.2rem .3rem 0; border-bottom: 1px solid var(--line); text-align: left }
td:not(:first-child), th:not(:first-child) { text-align: right }
.soft { color: var(--soft) }
svg { width: 100%; height: auto }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif }
svg .soft { fill: var(--soft) }
.track { stroke: var(--line) }
.range { stroke: var(--bar); stroke-width: 6; stroke-linecap: round; opacity: .45 }
.mean { fill: var(--bar) }
"""


def name_run(run: EvaluatedRun) -> str:
    """A way of searching as a person calls it."""
    return f"{_MODES[run.mode]}, {clean(run.model)}" if run.model else _MODES[run.mode]


def show_interval(run: EvaluatedRun) -> str:
    """MRR@10 with its interval."""
    return f"{run.mrr_at_10.value:.3f} [{run.mrr_at_10.least:.3f}, {run.mrr_at_10.most:.3f}]"


def make_sheet(answer: EvaluationAnswer) -> str:
    """A page with the recommendation, the intervals as a chart, and what each model costs."""
    title = f"Embedding models on {html.escape(clean(answer.name))}"
    kinds = ", ".join(f"{count} × {html.escape(kind)}" for kind, count in answer.kinds)
    made = f"{answer.queries:,} queries made of {answer.documents:,} documents: {kinds}."
    how = "MRR@10 with 95% intervals by bootstrap over queries; differences by a paired randomisation test, after Holm."
    head = ("model", "dimensions", "memory, MB", "chunks a second", f"to embed {answer.sections:,} sections")
    parts = [
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{title}</title>',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<style>{_STYLE}</style>",
        f"<h1>{title}</h1><p><strong>{html.escape(clean(answer.reason))}</strong></p>",
        f'<p class="soft">{made} {how}</p>',
        *(f"<p>{html.escape(clean(notice))}</p>" for notice in answer.notices),
        f'<svg viewBox="0 0 840 {_STEP * len(answer.runs) + _STEP}" role="img" aria-label="MRR@10 with intervals">',
        *_bars(answer),
        "</svg>",
        f"<table><tr>{''.join(f'<th>{cell}</th>' for cell in head)}</tr>{''.join(_rows(answer))}</table></html>",
    ]
    return "\n".join(parts) + "\n"


def _rows(answer: EvaluationAnswer) -> Iterator[str]:
    for model in answer.models:
        name, hours = html.escape(clean(model.name)), html.escape(lasting(model.hours * 3600))
        cells = (name, f"{model.dimensions:,}", f"{model.memory_mb:,.0f}", f"{model.chunks_per_s:,.0f}", hours)
        yield f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _bars(answer: EvaluationAnswer) -> Iterator[str]:
    for number, run in enumerate(answer.runs):
        found, at = run.mrr_at_10, _STEP * number + 18
        start, end, mean = (_LEFT + _WIDTH * share for share in (found.least, found.most, found.value))
        yield f'<text x="0" y="{at + 4}">{html.escape(shortened(name_run(run), _LABEL))}</text>'
        yield f'<line class="track" x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{at}" y2="{at}"/>'
        yield f'<line class="range" x1="{start:.1f}" x2="{end:.1f}" y1="{at}" y2="{at}"/>'
        yield f'<circle class="mean" cx="{mean:.1f}" cy="{at}" r="5"/>'
        yield f'<text x="{_LEFT + _WIDTH + 14}" y="{at + 4}">{found.value:.3f}</text>'
    base = _STEP * len(answer.runs) + 14
    for share in (0.0, 0.5, 1.0):
        place = f'x="{_LEFT + _WIDTH * share:.0f}" y="{base}"'
        yield f'<text class="soft" {place} text-anchor="middle">{share:g}</text>'
