"""Connects to the collector that a configuration names, and says what its answers mean."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit

import bookwheel
from bookwheel.domain.errors import CollectorUnavailable, ConfigurationRefused, FetchFailed, FetchRefused, TimedOut
from bookwheel.domain.messages import Message
from bookwheel.domain.team import TracesConfig
from bookwheel.fetching.endpoint import Endpoint
from bookwheel.service.team.config_traces import read_headers

PATH = "/v1/traces"
"""What is added to the address of a collector."""

_AGAIN = frozenset((429, 502, 503, 504))
_LOGIN = frozenset((401, 403))
_ANSWER_BYTES = 10_000


class Collector:
    """A connection to an OpenTelemetry collector over HTTP. Safe to use from any thread."""

    def __init__(self, config: TracesConfig) -> None:
        """Connect to nothing yet; the file of headers is read each time, since tokens change."""
        self._file, self._address = config.headers_file, config.endpoint
        self._endpoint = Endpoint(f"Bookwheel/{bookwheel.__version__}", address_of(config.endpoint), connections=1)

    def send(self, content: bytes, total_s: float) -> bytes:
        """Hand over a message, and return the answer.

        Raises:
            CollectorUnavailable: when it does not answer, or says that it will later.
            ConfigurationRefused: when it refuses the message, or the file of headers cannot be read.
            FetchRefused: for a compressed answer, which was not asked for.
        """
        headers = {**read_headers(self._file), "Content-Type": "application/x-protobuf"}
        try:
            reply = self._endpoint.post(content, headers, total_s, _ANSWER_BYTES)
        except FetchRefused:
            raise
        except (FetchFailed, TimedOut) as error:
            raise self._away(error.message) from None
        if reply.status in _AGAIN:
            raise self._away(Message("it answers {status}", status=reply.status))
        if reply.status in _LOGIN:
            raise ConfigurationRefused(
                "The trace collector {address} answers {status}. Check the token in traces.headers_file.",
                address=self._address,
                status=reply.status,
            )
        if not 200 <= reply.status < 300:
            raise ConfigurationRefused(
                "The trace collector {address} answers {status}. Check traces.endpoint: it takes OTLP over HTTP.",
                address=self._address,
                status=reply.status,
            )
        return reply.content

    def close(self) -> None:
        """Close the connection."""
        self._endpoint.close()

    def _away(self, reason: Message) -> CollectorUnavailable:
        return CollectorUnavailable(
            "The trace collector {address} cannot be reached ({reason}).", address=self._address, reason=reason
        )


def address_of(endpoint: str) -> str:
    """Return where traces are posted to: the path of traces below the address of a collector."""
    parts = urlsplit(endpoint)
    path = parts.path.rstrip("/")
    return urlunsplit(parts._replace(path=path if path.endswith(PATH) else path + PATH))
