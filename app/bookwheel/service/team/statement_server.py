"""Connects the port for statements to a SPARQL server, and says what the server's refusals mean."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from urllib.parse import urlencode

import bookwheel
from bookwheel.domain.errors import BadRequest, FetchFailed, GraphServerUnavailable, TimedOut
from bookwheel.domain.messages import Message
from bookwheel.domain.stages import Stage, enter
from bookwheel.fetching.endpoint import Endpoint, Reply
from bookwheel.indexes.ontology.statements import Limits

UPDATE_S = 120.0
"""Seconds that one update may take; each has a few thousand statements."""

_OK = frozenset((200, 201, 202, 204))
_LOGIN = frozenset((401, 403))
_QUERY = frozenset((400, 413, 414, 422, 500))
"""Statuses by which servers refuse a query; Virtuoso answers 500 to what it cannot compute."""

_ANSWER_BYTES = 100_000

logger = logging.getLogger(__name__)


class StatementServer:
    """A connection to a SPARQL server; see `Connection`. Safe to use from any thread."""

    def __init__(self, query: str, update: str = "", login: tuple[str, str] | None = None) -> None:
        """`update` is the address for updates where it differs; `login` is a user and a password."""
        agent = f"Bookwheel/{bookwheel.__version__}"
        self._query = Endpoint(agent, query, login)
        self._update = Endpoint(agent, update or query, login)

    def query(self, form: Sequence[tuple[str, str]], accept: str, limits: Limits) -> bytes:
        """See `Connection`."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": accept}
        try:
            with enter(Stage.SPARQL_QUERY):
                reply = self._query.post(urlencode(form).encode(), headers, limits.time_s, limits.size_bytes)
        except TimedOut:
            raise _timed_out(limits) from None
        except FetchFailed as error:
            raise _away(error.message) from None
        if reply.status in _QUERY:
            if b"timeout" in reply.content.lower() or b"timed out" in reply.content.lower():
                raise _timed_out(limits)
            raise BadRequest("The SPARQL server cannot answer this query. Write it in another way, or simplify it.")
        _check(reply)
        return reply.content

    def update(self, text: str) -> None:
        """See `Connection`."""
        headers = {"Content-Type": "application/sparql-update", "Accept": "*/*"}
        try:
            with enter(Stage.SPARQL_UPDATE):
                reply = self._update.post(text.encode(), headers, UPDATE_S, _ANSWER_BYTES)
        except (FetchFailed, TimedOut) as error:
            raise _away(error.message) from None
        _check(reply)

    def close(self) -> None:
        """Close the connections."""
        self._query.close()
        self._update.close()


def _check(reply: Reply) -> None:
    if reply.status in _LOGIN:
        raise _away(Message("it refuses the login in engines.statements_login"))
    if reply.status not in _OK:
        raise _away(Message("it answers {status}", status=reply.status))


def _timed_out(limits: Limits) -> TimedOut:
    return TimedOut(
        "The query took longer than {time} s and was stopped.",
        time=f"{limits.time_s:g}",
        next="say what each variable is (?d a bw:Document), join patterns by a variable, or add LIMIT",
    )


def _away(reason: Message) -> GraphServerUnavailable:
    """The error that callers are told; only the log says why, for that speaks of the reader's own network."""
    logger.warning("The SPARQL server cannot be asked: %s", reason)
    return GraphServerUnavailable(
        "The SPARQL server of this reader cannot be asked now. Searching and reading go on; try again later."
    )
