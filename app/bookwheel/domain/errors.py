"""The one tree of expected failures, each with a sentence for a person and a stable code."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.messages import Message


class BookwheelError(Exception):
    """An expected failure: `message` says what happened and what to do, `code` is stable across every wire.

    The message is a template and its values, or a message already. `did_you_mean` offers near ids or names, best
    first; `next` names a call or an action that helps.
    """

    code = "error"
    http_status = 400

    def __init__(self, message: str, /, *, did_you_mean: Sequence[str] = (), next: str = "", **values: object) -> None:
        self.message = message if isinstance(message, Message) else Message(message, **values)
        super().__init__(self.message)
        self.did_you_mean = tuple(did_you_mean)
        self.next = next


class BadRequest(BookwheelError):
    """An argument is missing, of the wrong kind or out of range."""

    code = "bad_request"


class NotFound(BookwheelError):
    """An id or a name that the library does not hold (or that the caller's scope does not show)."""

    code = "not_found"
    http_status = 404


class NotReady(BookwheelError):
    """An index has not taken in yet what is asked for; ask again in a moment."""

    code = "not_ready"
    http_status = 503


class RevisionChanged(BookwheelError):
    """A cursor whose hit list is gone; ask again from the start."""

    code = "revision_changed"
    http_status = 409


class Unauthorised(BookwheelError):
    """The token is missing, wrong or revoked."""

    code = "unauthorised"
    http_status = 401


class NotAllowed(BookwheelError):
    """The caller's scope is too narrow for what it asks."""

    code = "not_allowed"
    http_status = 403


class Paused(BookwheelError):
    """Agents are paused by the person."""

    code = "agents_paused"
    http_status = 403


class TooMany(BookwheelError):
    """A limit on rate or concurrency was met; try again after a moment."""

    code = "too_many"
    http_status = 429


class MemoryFull(BookwheelError):
    """An agent has as many memories as it may have; some must be forgotten or folded first."""

    code = "memory_full"
    http_status = 409


class TimedOut(BookwheelError):
    """A call took longer than its limit and was given up."""

    code = "timed_out"
    http_status = 504


class SkippedFile(BookwheelError):
    """A source file that is left out of the index, with the reason."""

    code = "skipped_file"


class ProtectedFile(SkippedFile):
    """A source file that is left out of the index until a password is given that opens it."""

    code = "protected_file"


class WrongPassword(BookwheelError):
    """A password that does not open the document."""

    code = "wrong_password"
    http_status = 403


class FolderUnreadable(BookwheelError):
    """A collection's folder is missing or cannot be read."""

    code = "folder_unreadable"


class StoreUnusable(BookwheelError):
    """A store cannot be used now: it is damaged, or the system refuses to read or write it."""

    code = "store_unusable"
    http_status = 503


class IndexDamaged(StoreUnusable):
    """A store cannot be opened; it is rebuilt from its source or restored."""

    code = "index_damaged"
    http_status = 503


class StorageUnavailable(StoreUnusable):
    """The system refuses to write or read (a full disk, too many open files): the stores are whole and stay."""

    code = "storage_unavailable"
    http_status = 507


class EngineUnavailable(StoreUnusable):
    """An engine of the team's does not answer, answers what cannot be used, or is too old; searches go on without."""

    code = "engine_unavailable"
    http_status = 503


class VectorsRefused(BookwheelError):
    """Vectors, keys or names that no store of vectors can hold."""

    code = "vectors_refused"


class WordsRefused(BookwheelError):
    """Words, keys, revisions or names that no store of words can hold."""

    code = "words_refused"


class ModelUnavailable(BookwheelError):
    """An embedding model cannot be loaded or computed; the other legs go on."""

    code = "model_unavailable"
    http_status = 503


class FetchFailed(BookwheelError):
    """Another computer did not give what was asked of it."""

    code = "fetch_failed"
    http_status = 502


class NotPublished(FetchFailed):
    """An address where no publication stands, at least not yet."""

    code = "not_published"
    http_status = 404


class FetchRefused(FetchFailed):
    """An address that is not asked, or an answer that is not taken, for the person's safety."""

    code = "fetch_refused"
    http_status = 403


class PrivateAddress(FetchRefused):
    """An address of this computer or its own network, where only those of the internet may be asked."""

    code = "private_address"


class PublicationRefused(FetchFailed):
    """A published collection that is not taken: forged, torn, older than what is known, of another key, or too new."""

    code = "publication_refused"
    http_status = 403


class PublicationChanged(BookwheelError):
    """Another publisher was faster; publish again."""

    code = "publication_changed"
    http_status = 409


class ConfigurationRefused(BookwheelError):
    """A configuration that a team's reader does not start with; the message names every fault."""

    code = "configuration_refused"


class QueueUnavailable(BookwheelError):
    """The database of a team's workers cannot be reached, or cannot be used."""

    code = "queue_unavailable"
    http_status = 503


class LeaseLost(BookwheelError):
    """A worker's job belongs to another one now; what it did must not be published."""

    code = "lease_lost"
    http_status = 409


class ServiceUnavailable(BookwheelError):
    """The service cannot be reached or started."""

    code = "service_unavailable"
    http_status = 503


class TeamUnavailable(ServiceUnavailable):
    """A team's reader cannot be reached; the person's own library goes on."""

    code = "team_unavailable"


class GraphServerUnavailable(ServiceUnavailable):
    """The SPARQL server of a team's reader is away or refuses; what needs no such server goes on."""

    code = "graph_server_unavailable"


class CollectorUnavailable(ServiceUnavailable):
    """The collector of a team's traces does not answer, or takes nothing now; calls go on without."""

    code = "collector_unavailable"


class ProtocolMismatch(BookwheelError):
    """Client and service speak different protocol numbers."""

    code = "protocol_mismatch"
    http_status = 426


class InternalError(BookwheelError):
    """A bug on the other side of a wire; its log has the traceback."""

    code = "internal_error"
    http_status = 500


def _tree(root: type[BookwheelError]) -> dict[str, type[BookwheelError]]:
    found = {root.code: root}
    for child in root.__subclasses__():
        found.update(_tree(child))
    return found


BY_CODE = _tree(BookwheelError)
"""Every error class by its code, so that an error crosses a wire and keeps its type."""
