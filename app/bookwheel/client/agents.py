"""What an agent needs to connect: the bridge's command, its entry in a configuration, and its place in the library."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from bookwheel import paths
from bookwheel.client.connection import Client
from bookwheel.domain.service.agents import AgentAnswer, AgentRequest


def bridge(name: str, library: paths.LibraryPaths, *, is_shared: bool = False) -> list[str]:
    """The words that start the stdio bridge of a client to a library.

    In a file that others share (`is_shared`) the program has its plain name, elsewhere its place.
    """
    # Some agents pass few variables on, so that the usual library must not hang on one.
    is_usual = paths.usual_library().root == library.root and (is_shared or not os.environ.get("XDG_DATA_HOME"))
    words = [] if is_usual else ["--library", str(library.root)]
    return [*_program(is_shared), "mcp", "--client", name, *words]


def admitted(
    service: Client,
    name: str,
    collections: Sequence[str],
    *,
    may_remember: bool | None = None,
    filter: str | None = None,
    may_read_annotations: bool | None = None,
    may_write: tuple[str, ...] | None = None,
) -> AgentAnswer:
    """The client with its token: made, given this scope if one is named, or else left as it is.

    A new one that may write, and for which no scope is named, reads nothing.
    """
    slugs = tuple(collections) or None
    if slugs is None:
        known = next((agent for agent in service.agents().agents if agent.name == name), None)
        slugs = known.collections if known else () if may_write else None
    request = AgentRequest(
        *(name, slugs),
        may_remember=may_remember,
        filter=filter,
        may_read_annotations=may_read_annotations,
        may_write=may_write,
    )
    return service.agent(request)


def _program(is_shared: bool) -> list[str]:
    if is_shared:
        return ["bookwheel"]
    words = paths.command()
    beside = shutil.which("bookwheel", path=str(Path(sys.executable).parent))
    return [beside] if len(words) > 1 and beside else words
