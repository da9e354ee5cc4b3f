"""The verb `model try`: which embedding model is best for the person's own documents."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from bookwheel.cli.evaluation import Progress, reports
from bookwheel.cli.output import Output, clean, counted, lasting
from bookwheel.cli.trial_sheet import make_sheet, name_run, show_interval
from bookwheel.client.connection import Client
from bookwheel.domain.collection import ConfigureRequest
from bookwheel.domain.errors import BadRequest, InternalError
from bookwheel.domain.service.evaluation import EvaluationAnswer, EvaluationTask
from bookwheel.domain.service.models import ModelsRequest, ModelState
from bookwheel.domain.service.settings import SettingRequest

BUNDLED = "all-MiniLM-L6-v2"
DOCUMENTS, QUERIES = 200, 300


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which models, on which documents."""
    parser.add_argument("name", metavar="NAME", nargs="*", help="models to try (default: all on this computer)")
    parser.add_argument(
        "--collection", metavar="C", action="append", default=[], help="on these collections (default: all)"
    )
    parser.add_argument(
        "--documents", metavar="N", type=int, default=DOCUMENTS, help="documents to search, drawn at random"
    )
    parser.add_argument("--queries", metavar="N", type=int, default=QUERIES, help="queries to make of them")
    parser.add_argument("--reranker", metavar="NAME", default="", help="also try this reranker with the present model")
    parser.add_argument("--sheet", metavar="FILE", type=Path, help="also write the result as a page with a chart")


def run(client: Client, args: argparse.Namespace, output: Output) -> int:
    """Try models in a child that reads the collections' folders; the library is left alone.

    Raises:
        BadRequest: when there is nothing to try.
    """
    named = args.collection or [card.slug for card in client.collections().collections]
    collections = tuple(client.configure(ConfigureRequest(name)).collection for name in named)
    if not collections:
        raise BadRequest("There is no collection to try models on. Add a folder first.", next="bookwheel add FOLDER")
    present = (
        os.environ.get("BOOKWHEEL_MODEL", "").strip()
        or client.settings(SettingRequest("meaning.model")).settings[0].value
    )
    ready = (ModelState.READY, ModelState.BUNDLED)
    here = [entry.name for entry in client.models(ModelsRequest()).models if entry.state in ready]
    models = ["" if name == BUNDLED else name for name in (args.name or here)]
    with tempfile.TemporaryDirectory(prefix="bookwheel-try-", ignore_cleanup_errors=True) as scratch:
        task = EvaluationTask(
            folder="",
            scratch=str(Path(scratch) / "library"),
            models=tuple(dict.fromkeys((present, *models))),
            most_queries=max(1, args.queries),
            collections=collections,
            most_documents=max(1, args.documents),
            present=present,
            reranker=args.reranker,
        )
        progress = Progress(output)
        try:
            for report in reports(task, Path(scratch)):
                if report.fault:
                    raise BadRequest(report.fault)
                if report.answer is not None:
                    progress.end()
                    if args.sheet is not None:
                        args.sheet.expanduser().write_text(make_sheet(report.answer), "utf-8")
                    _print(report.answer, args.reranker, output)
                    return 0
                progress.show(report)
        finally:
            progress.end()
    raise InternalError("The trial ended early.")


def _print(answer: EvaluationAnswer, reranker: str, output: Output) -> None:
    if output.is_json:
        output.json(answer)
        return
    kinds = ", ".join(counted(count, kind) for kind, count in answer.kinds)
    output.line(f"{counted(answer.queries, 'query')} made of {counted(answer.documents, 'document')}: {kinds}")
    for notice in answer.notices:
        output.line(output.styled(clean(notice), "yellow"))
    output.line()
    head = [output.styled(cell, "dim") for cell in ("", "MRR@10", "a query")]
    rows = [head, *([name_run(run), show_interval(run), f"{run.p50_ms:.1f} ms"] for run in answer.runs)]
    output.table(rows, right=frozenset({1, 2}))
    output.line()
    facts = [
        [
            clean(model.name),
            f"{model.dimensions:,} dimensions",
            f"{model.memory_mb:,.0f} MB",
            f"{lasting(model.hours * 3600)} to embed {answer.sections:,} sections",
        ]
        for model in answer.models
    ]
    output.table(facts, right=frozenset({1, 2}))
    output.line()
    output.line(output.styled(clean(answer.reason), "bold"))
    if " + " in answer.recommended:
        output.line(f"Use it with: bookwheel settings set meaning.reranker {clean(reranker)}")
    elif answer.recommended:
        output.line(f"Use it with: bookwheel model use {clean(answer.recommended)}")
    output.line("95% intervals by bootstrap over queries; differences by a paired randomisation test, after Holm.")
