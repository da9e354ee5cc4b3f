"""The verb eval: judged queries asked of a library that is made for them, by mode and model."""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bookwheel import child_process, paths, wire
from bookwheel.cli.output import Output, clean, counted, lasting, shortened
from bookwheel.domain.errors import BadRequest, InternalError
from bookwheel.domain.search import Mode
from bookwheel.domain.service.evaluation import (
    Comparison,
    Estimate,
    EvaluatedRun,
    EvaluationAnswer,
    EvaluationReport,
    EvaluationTask,
)

LINE_S = 5.0
"""Seconds between plain lines of progress at least."""
SURE = 0.05
_BAR = 24
_TITLES = {"ndcg_at_10": "nDCG@10", "mrr_at_10": "MRR@10", "recall_at_100": "recall@100"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What to evaluate, and how."""
    parser.add_argument(
        "folder",
        metavar="FOLDER",
        type=Path,
        help="a set with queries.jsonl, qrels/*.tsv and corpus.jsonl or documents",
    )
    parser.add_argument("--documents", metavar="DIR", type=Path, help="the documents, when they are elsewhere")
    parser.add_argument(
        "--split", metavar="NAME", default="", help="which file of qrels/ judges (test when there are several)"
    )
    parser.add_argument(
        "--mode",
        metavar="M",
        action="append",
        choices=[mode.value for mode in Mode],
        default=[],
        help="auto, keyword, semantic, hybrid or graph; may be repeated",
    )
    parser.add_argument(
        "--model",
        metavar="NAME",
        action="append",
        default=[],
        help="an embedding model, as in meaning.model; may be repeated",
    )
    parser.add_argument("--reranker", metavar="NAME", default="", help="also with this reranker over the first hits")
    parser.add_argument("--limit", metavar="N", type=int, default=0, help="ask at most so many queries")


def run(args: argparse.Namespace, output: Output) -> int:
    """Evaluate in a child, in a folder that is deleted afterwards; no library is touched.

    Raises:
        BadRequest: when the set cannot be used, or a model.
    """
    with tempfile.TemporaryDirectory(prefix="bookwheel-eval-", ignore_cleanup_errors=True) as scratch:
        task = EvaluationTask(
            folder=str(args.folder.expanduser().resolve()),
            scratch=str(Path(scratch) / "library"),
            documents=str(args.documents.expanduser().resolve()) if args.documents else "",
            split=args.split,
            modes=tuple(dict.fromkeys(Mode(mode) for mode in args.mode)),
            models=tuple(dict.fromkeys(args.model)) or ("",),
            most_queries=max(0, args.limit),
            reranker=args.reranker,
        )
        progress = Progress(output)
        try:
            for report in reports(task, Path(scratch)):
                if report.fault:
                    raise BadRequest(report.fault)
                if report.answer is not None:
                    progress.end()
                    _print(report.answer, output)
                    return 0
                progress.show(report)
        finally:
            progress.end()
    raise InternalError("The evaluation ended early.")


def reports(task: EvaluationTask, scratch: Path) -> Iterator[EvaluationReport]:
    """What the child tells, until it ends; it is gone afterwards.

    Raises:
        InternalError: when it ends without an answer, with the last line that it wrote.
    """
    command = [*paths.command(), "child", "eval"]
    complaints = scratch / "errors.txt"
    with complaints.open("wb") as errors:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, start_new_session=True
        )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(child_process.frame(wire.encode(task)))
        process.stdin.flush()
        while True:
            yield wire.decode(child_process.read_frame(process.stdout), EvaluationReport)
    except (EOFError, BrokenPipeError):
        lines = complaints.read_text("utf-8", "replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        raise InternalError("The evaluation ended early. {reason}", reason=clean(last)) from None
    finally:
        process.kill()  # it holds nothing that could be lost
        process.wait()
        process.stdin.close()
        process.stdout.close()


class Progress:
    """A bar on a terminal, a line for each phase and every few seconds elsewhere, nothing beside JSON."""

    def __init__(self, output: Output) -> None:
        self._output, self._is_drawn, self._last, self._said_at = output, False, "", 0.0

    def show(self, report: EvaluationReport) -> None:
        """Show how far it is."""
        output = self._output
        if output.is_json:
            return
        subject = f"{report.phase.capitalize()} {clean(report.model)}".strip()
        count = f"{report.done:,}/{report.total:,}" if report.total else f"{report.done:,}" if report.done else ""
        if output.is_terminal:
            filled = int(report.done / report.total * _BAR) if report.total else 0
            bar = f"{'█' * filled}{'░' * (_BAR - filled)} {subject}  {count}"
            output.part("\r" + shortened(bar, output.width - 1) + "\x1b[K")
            self._is_drawn = True
        elif subject != self._last or time.monotonic() - self._said_at >= LINE_S:
            self._last, self._said_at = subject, time.monotonic()
            output.line(f"{subject} {count}".rstrip())

    def end(self) -> None:
        """Take the bar away."""
        if self._is_drawn:
            self._output.part("\r\x1b[K")
            self._is_drawn = False


def _print(answer: EvaluationAnswer, output: Output) -> None:
    if output.is_json:
        output.json(answer)
        return
    output.line(
        f"{output.styled(clean(answer.name), 'bold')}: {counted(answer.queries, 'query')},"
        f" {counted(answer.documents, 'document')}, {counted(answer.sections, 'section')},"
        f" indexed in {lasting(answer.indexing_s)}"
    )
    for model in answer.models:
        output.line(
            f"{clean(model.name)}: {model.vectors:,} vectors of {model.dimensions}, {model.chunks_per_s:,.0f} a second"
        )
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    output.line()
    heading = ["", *_TITLES.values(), "p50", "p95"]
    rows = [[output.styled(cell, "dim") for cell in heading]]
    for run in answer.runs:
        figures = (run.ndcg_at_10, run.mrr_at_10, run.recall_at_100)
        times = (f"{run.p50_ms:.1f} ms", f"{run.p95_ms:.1f} ms")
        rows.append([_named(run, answer), *map(_interval, figures), *times])
    output.table(rows, right=frozenset({1, 2, 3, 4, 5}))
    if answer.comparisons:
        output.line()
        output.table(list(_differences(answer, output)), right=frozenset({2, 3, 4}))
        output.line("95% intervals by bootstrap over queries; p by a paired randomisation test, after Holm.")


def _differences(answer: EvaluationAnswer, output: Output) -> Iterator[list[str]]:
    yield [output.styled(cell, "dim") for cell in ("nDCG@10", "", "difference", "p", "better : worse")]
    for pair in answer.comparisons:
        if pair.measure == "ndcg_at_10":
            yield [
                f"{_named(answer.runs[pair.second], answer)} against {_named(answer.runs[pair.first], answer)}",
                _judged(pair, output),
                _interval(pair.difference, "+.3f"),
                f"{pair.p:.3f}" if pair.p >= 0.001 else "< .001",
                f"{pair.better:,} : {pair.worse:,}",
            ]


def _judged(pair: Comparison, output: Output) -> str:
    if pair.p >= SURE:
        return "no clear difference"
    return output.styled("better", "green") if pair.difference.value > 0 else output.styled("worse", "red")


def _named(run: EvaluatedRun, answer: EvaluationAnswer) -> str:
    is_only = len(answer.models) == 1 and run.model == answer.models[0].name
    return f"{run.mode.value} {clean(run.model)}" if run.model and not is_only else run.mode.value


def _interval(estimate: Estimate, form: str = ".3f") -> str:
    return f"{estimate.value:{form}} [{estimate.least:{form}}, {estimate.most:{form}}]"
