"""What the service asks of the child that fetches a source, and what the child tells it."""

from __future__ import annotations

from dataclasses import dataclass

from bookwheel.domain.collection_source import Source, SourceKind
from bookwheel.domain.jobs import JobCounts, JobError
from bookwheel.domain.messages import NO_MESSAGE, Message


@dataclass(frozen=True, slots=True)
class Login:
    """A header that is sent with each request to one host."""

    host: str
    header: str
    value: str


@dataclass(frozen=True, slots=True)
class FetchTask:
    """Fetch a source into the mirror in `folder`, asking a host at most `requests_per_s` times a second."""

    folder: str
    source: Source
    agent: str
    requests_per_s: float = 10.0
    logins: tuple[Login, ...] = ()


@dataclass(frozen=True, slots=True)
class FetchReport:
    """How far a fetch is; `errors` are those since the last report. The last report `is_end`.

    `failure` says why the whole could not be fetched; what was fetched by then stays. The last report of a fetch that
    did not fail tells the `kind` that the source turned out to be: an address taken for a site's may be that of a feed.
    `key` is the key that signs a publication now, and `name` what its publisher calls it, told with its first manifest.
    """

    counts: JobCounts = JobCounts()
    errors: tuple[JobError, ...] = ()
    is_end: bool = False
    failure: Message = NO_MESSAGE
    kind: SourceKind | None = None
    key: str = ""
    name: str = ""
