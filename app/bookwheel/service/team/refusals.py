"""What callers of a team's reader are told of errors: nothing of the server, its disk or its stores."""

from __future__ import annotations

from bookwheel.domain import errors
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.service.team.traces import recording

_TOLD = frozenset(
    kind.code
    for kind in (
        errors.BadRequest, errors.NotFound, errors.NotReady, errors.RevisionChanged, errors.Unauthorised,
        errors.NotAllowed, errors.TooMany, errors.TimedOut, errors.ProtocolMismatch, errors.InternalError,
        errors.GraphServerUnavailable, errors.MemoryFull,
    )
)  # fmt: skip
"""Errors about the question, whose sentences name only what the caller sent or may see."""


def reword(error: BookwheelError) -> BookwheelError:
    """Return the error that a caller is told; those of the server itself become one that says nothing of it."""
    recording.note_error(error)
    return error if error.code in _TOLD else ServiceUnavailable("This can't be answered now. Try again in a moment.")
