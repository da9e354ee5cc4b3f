"""The evaluating child's side: what `bookwheel child eval` runs for the command line; it evaluates once and ends."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import IO

from bookwheel.domain import storage
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.messages import Message
from bookwheel.domain.service.evaluation import EvaluationReport, EvaluationTask
from bookwheel.service.workers import pipe_framing


def main(pipes: tuple[IO[bytes], IO[bytes]]) -> int:
    """Evaluate what the pipe asks for, in the folder that it names; always 0. It opens nothing of any library."""
    incoming, outgoing = pipes

    def tell(report: EvaluationReport) -> None:
        pipe_framing.write(outgoing, report)

    with contextlib.suppress(EOFError, BrokenPipeError):
        tell(_last_report(pipe_framing.read(incoming, EvaluationTask), tell))
    return 0


def _last_report(task: EvaluationTask, tell: Callable[[EvaluationReport], None]) -> EvaluationReport:
    from bookwheel.indexes import embedding  # noqa: PLC0415 - the service imports this module's neighbours
    from bookwheel.library.evaluation.evaluation import evaluate  # noqa: PLC0415 - likewise
    from bookwheel.library.evaluation.trial import try_models  # noqa: PLC0415 - likewise

    run = try_models if task.collections else evaluate

    try:
        answer = run(task, tell, lambda model, threads: embedding.load(model, threads=threads))
        return EvaluationReport(answer=answer)
    except BookwheelError as error:
        return EvaluationReport(fault=error.message)
    except BrokenPipeError:
        raise
    except Exception as error:  # the process's edge
        refusal = storage.find_storage_error(error)
        if refusal is not None:
            return EvaluationReport(fault=refusal.message)
        logging.getLogger(__name__).exception("The evaluation failed.")
        return EvaluationReport(
            fault=Message("The evaluation failed: {reason}", reason=f"{type(error).__name__}: {error}")
        )
