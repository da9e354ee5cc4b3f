"""What `Client` asks about sources, publications and their jobs; its class takes these methods over as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from bookwheel.domain import jobs as job_types
from bookwheel.domain import publications
from bookwheel.domain import sources as source_types
from bookwheel.domain.service import requests

if TYPE_CHECKING:
    from bookwheel.client.teams.joined_transport import JoinedTransport
    from bookwheel.client.transport import Transport

_NOTHING = requests.Empty()


class Caller(Protocol):
    """What has a transport to a service."""

    @property
    def transport(self) -> Transport | JoinedTransport:
        """How calls reach the service."""
        ...


def add_source(self: Caller, request: source_types.AddSourceRequest) -> source_types.AddSourceAnswer:
    """Add a site, a feed, a git address or a datasource, or find it in the library."""
    return self.transport.call("add_source", request, source_types.AddSourceAnswer)


def change_source(self: Caller, request: source_types.ChangeSourceRequest) -> source_types.SourceCard:
    """Change when a source is refreshed and what of it is fetched."""
    return self.transport.call("change_source", request, source_types.SourceCard)


def sources(self: Caller, request: requests.Empty = _NOTHING) -> source_types.SourcesAnswer:
    """All collections by where their documents come from."""
    return self.transport.call("sources", request, source_types.SourcesAnswer)


def refresh(self: Caller, request: source_types.RefreshRequest) -> source_types.RefreshAnswer:
    """Refresh a source, or all."""
    return self.transport.call("refresh", request, source_types.RefreshAnswer)


def jobs(self: Caller, request: job_types.JobsRequest) -> job_types.JobsAnswer:
    """Refreshes and batches, newest first."""
    return self.transport.call("jobs", request, job_types.JobsAnswer)


def job(self: Caller, request: job_types.JobRequest) -> job_types.Job:
    """One job, cancelled or after its end if that is asked for."""
    return self.transport.call("job", request, job_types.Job)


def publish(self: Caller, request: publications.PublishRequest) -> job_types.Job:
    """Publish a collection; the job that does it."""
    return self.transport.call("publish", request, job_types.Job)


def publisher_key(self: Caller, request: publications.PublisherKeyRequest) -> publications.PublisherKeyAnswer:
    """The library's publishing key, after another took its place if that is asked for."""
    return self.transport.call("publisher_key", request, publications.PublisherKeyAnswer)
