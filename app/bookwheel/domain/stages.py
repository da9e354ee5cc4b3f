"""Stages of a call or a job, for whoever wants to know how long each takes; without a listener they cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar, Token, copy_context
from enum import StrEnum
from functools import partial
from typing import ParamSpec, Protocol, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class Stage(StrEnum):
    """A part of a call or a job that takes time."""

    TOKEN = "token"
    """The caller's token is checked."""
    RUN = "run"
    """A thread answers; what comes before is waiting."""
    PARSE = "parse"
    WORDS = "words"
    LITERAL = "literal"
    MEANING = "meaning"
    EMBED_QUERY = "embed query"
    GRAPH = "graph"
    FUSION = "fusion"
    SNIPPETS = "snippets"
    VECTOR_ENGINE = "vector engine"
    """An engine that readers share is asked for what is nearest."""
    SPARQL_QUERY = "sparql query"
    SPARQL_UPDATE = "sparql update"
    CHILD = "child process"
    """Another process of the reader answers."""
    FETCH = "fetch"
    INDEX = "index"
    EMBED = "embed"
    PUBLISH = "publish"
    UPLOAD = "upload"
    """Segments are written to where a collection is published: all of their seconds together."""


OUTSIDE = frozenset((Stage.VECTOR_ENGINE, Stage.SPARQL_QUERY, Stage.SPARQL_UPDATE))
"""Stages in which another server is waited for."""


class Listener(Protocol):
    """Whoever is told the stages of one call. Safe to use from any thread."""

    @property
    def ids(self) -> Mapping[str, str]:
        """What log lines of this moment are marked with."""
        ...

    def enter(self, stage: Stage) -> AbstractContextManager[None]:
        """The block that is the stage."""
        ...

    def note(self, stage: Stage, took_s: float) -> None:
        """A stage that somebody else timed and that is over."""
        ...


_LISTENER: ContextVar[Listener | None] = ContextVar("stages", default=None)
_SILENCE: AbstractContextManager[None] = nullcontext()
_NO_IDS: Mapping[str, str] = {}


def enter(stage: Stage) -> AbstractContextManager[None]:
    """Return the block that is a stage of the call at hand."""
    listener = _LISTENER.get()
    return _SILENCE if listener is None else listener.enter(stage)


def note(stage: Stage, took_s: float) -> None:
    """Tell of a stage of the call at hand that somebody else timed and that is over."""
    listener = _LISTENER.get()
    if listener is not None:
        listener.note(stage, took_s)


def listener() -> Listener | None:
    """Return who listens to the call at hand."""
    return _LISTENER.get()


def ids() -> Mapping[str, str]:
    """Return what log lines of the call at hand are marked with; nothing where nobody listens."""
    listener = _LISTENER.get()
    return _NO_IDS if listener is None else listener.ids


def listen(listener: Listener) -> Token[Listener | None]:
    """Have a listener told the stages from now on; the answer is for `leave`."""
    return _LISTENER.set(listener)


def leave(token: Token[Listener | None]) -> None:
    """Tell the one who listened before."""
    _LISTENER.reset(token)


@contextmanager
def told_to(listener: Listener) -> Generator[None]:
    """Tell a listener the stages of this block."""
    token = listen(listener)
    try:
        yield
    finally:
        leave(token)


def carry(call: Callable[P, T]) -> Callable[P, T]:
    """Return a call that another thread makes once for the call at hand, as its stage RUN."""
    if _LISTENER.get() is None:
        return call
    return partial(copy_context().run, partial(_run, call))


def _run(call: Callable[P, T], *arguments: P.args, **named: P.kwargs) -> T:
    with enter(Stage.RUN):
        return call(*arguments, **named)
