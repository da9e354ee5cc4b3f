"""The tools by which an agent brings documents and entities: ingest, and jobs."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from typing import cast

from bookwheel import wire
from bookwheel.domain.errors import BadRequest, NotAllowed, NotFound, ServiceUnavailable
from bookwheel.domain.ingest import BatchHead, Ingestor, Ingests
from bookwheel.domain.jobs import Job, JobRequest, JobsAnswer, JobsRequest
from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools import answers, output_schemas
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import Argument, Given, Kind
from bookwheel.service.agents.tools.tool_definition import Later, Tool

LONGEST_BATCH = 1_000_000
"""Characters of the items of one call."""

MOST_WAIT_S = 8
MOST_JOBS, MOST_ERRORS = 20, 20


def _ingest(given: Given, library: Library, scope: Scope) -> Shaped:
    ingestion, collection = ingests(library), _collection(given, scope)
    datasource = given.text("datasource")
    head = BatchHead(datasource, Ingestor(scope.client), given.switch("strict"))
    job = ingestion.bring(collection, given.text("items").encode(), head, scope.client)
    return shape_job(job)


def _jobs(given: Given, library: Library, scope: Scope) -> Shaped | Later:
    ingestion, id = ingests(library), given.text("id")
    if not id:
        slugs = (_collection(given, scope),) if given.text("collection") else scope.may_write
        found = [job for slug in slugs for job in ingestion.jobs_of(JobsRequest(slug, MOST_JOBS)).jobs]
        newest = sorted(found, key=lambda job: job.created_at, reverse=True)[: given.number("limit")]
        return _shaped(JobsAnswer(tuple(newest)))
    find_job(id, library, scope)
    request = JobRequest(id, float(given.number("wait")), given.switch("cancel"))
    answer: Future[JobsAnswer] = Future()

    def wait() -> None:
        try:
            answer.set_result(JobsAnswer((ingestion.job(request),)))
        except Exception as error:  # raised again where the answer is waited for
            answer.set_exception(error)

    threading.Thread(target=wait, name="job", daemon=True).start()
    return Later(answer, _shaped)


def find_job(id: str, library: Library, scope: Scope) -> Job:
    """A job by its id, of a collection that the caller may write to.

    Raises:
        NotFound: for an unknown job, and for one of another collection: which of both is not told.
    """
    unknown = NotFound("There is no such job.", next="jobs without id")
    try:
        job = ingests(library).job(JobRequest(id))
    except NotFound:
        raise unknown from None
    if job.collection not in scope.may_write:
        raise unknown
    return job


def job_of(answer: Shaped, library: Library) -> Job:
    """The job that an answer of `ingest` is about."""
    row = cast("dict[str, object]", answer.content["job"])
    return ingests(library).job(JobRequest(str(row["id"])))


def shape_job(job: Job) -> Shaped:
    """A job as `ingest` answers it."""
    return answers.shaped_rows({"job": _shown(job)}, 1)


def _shaped(answer: JobsAnswer) -> Shaped:
    return answers.shaped_rows({"jobs": [_shown(job) for job in answer.jobs]}, len(answer.jobs))


def _shown(job: Job) -> dict[str, object]:
    """A job without what is empty; of its errors the first ones."""
    row = wire.compact(job)
    counts = cast("dict[str, int]", row.get("counts") or {})
    row["counts"] = {name: count for name, count in counts.items() if count}
    errors = cast("list[object]", row.get("errors") or [])
    if errors:
        row["errors"] = errors[:MOST_ERRORS]
    row.pop("client", None)
    return row


def _collection(given: Given, scope: Scope) -> str:
    """The collection that a call names, or the only one that the agent may write to.

    Raises:
        NotAllowed: for another one, whether there is one or not.
        BadRequest: where none is named and there are several.
    """
    named = given.text("collection") or (scope.may_write[0] if len(scope.may_write) == 1 else "")
    if not scope.may_write or (named and named not in scope.may_write):
        raise NotAllowed("You may not write to this collection. The user can allow it.", did_you_mean=scope.may_write)
    if not named:
        raise BadRequest("collection is missing.", did_you_mean=scope.may_write)
    return named


def ingests(library: Library) -> Ingests:
    """What takes batches in.

    Raises:
        ServiceUnavailable: in a library without it.
    """
    if library.ingestion is None:
        raise ServiceUnavailable("Nothing can be brought here.")
    return library.ingestion


_COLLECTION = Argument("collection", about="One that the user lets you write to; may be left out if there is one.")

INGEST = Tool(
    "ingest",
    "Ingest",
    "Bring documents and entities into a collection, as a job; the same id replaces. jobs tells what came of it.",
    (
        Argument(
            "items",
            about='JSON Lines: {"id","text","title","tags"}, {"kind":"entity","type","key","labels","properties"} or '
            '{"kind":"delete","id"}.',
            is_required=True,
            most=LONGEST_BATCH,
        ),
        _COLLECTION,
        Argument("datasource", about="Where it comes from."),
        Argument("strict", Kind.SWITCH, "Apply nothing if one item is not valid."),
    ),
    output_schemas.INGEST,
    "collection|datasource",
    _ingest,
    is_read=False,
    is_destructive=True,
)

JOBS = Tool(
    "jobs",
    "Jobs",
    "What became of what you brought: states, counts, and errors by item. With id, one job, waited for or cancelled.",
    (
        Argument("id", about="Of a job."),
        Argument("wait", Kind.NUMBER, "Seconds to wait for its end.", least=0, most=MOST_WAIT_S, default=0),
        Argument("cancel", Kind.SWITCH),
        _COLLECTION,
        Argument("limit", Kind.NUMBER, least=1, most=MOST_JOBS, default=5),
    ),
    output_schemas.JOBS,
    "id|collection",
    _jobs,
    is_read=False,
)
