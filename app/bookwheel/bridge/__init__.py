"""`bookwheel mcp`: an agent's standard input and output on one side, the service's `/mcp` on the other.

May import the standard library and paths alone, so that an agent waits for nothing else. Standard output carries
JSON-RPC and nothing else; the token is read from the library's folder and goes into a header and nowhere else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from bookwheel import paths
from bookwheel.bridge.discovery import Service
from bookwheel.bridge.proxy import Bridge, Server


def main(arguments: Sequence[str]) -> int:
    """Run `bookwheel mcp [--client NAME | --team NAME] [--library DIR]`; the exit code."""
    named: dict[str, str] = {"--client": "stdio", "--team": "", "--library": ""}
    words = list(arguments)
    while words:
        name, has_value, value = words.pop(0).partition("=")
        if name not in named or not (has_value or words):
            print("usage: bookwheel mcp [--client NAME | --team NAME] [--library DIR]", file=sys.stderr)
            return 0 if name in ("-h", "--help") else 2
        named[name] = value if has_value else words.pop(0)
    library = paths.library(Path(named["--library"]) if named["--library"] else None)
    service = _team_reader(library, named["--team"]) if named["--team"] else Service(library, named["--client"])
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever a library prints must not reach the client.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        with output:
            Bridge(service, output).run(sys.stdin.buffer.readline)
    except (BrokenPipeError, KeyboardInterrupt):
        return 0
    return 0


def _team_reader(library: paths.LibraryPaths, team: str) -> Server:
    from bookwheel.bridge.team import TeamReader  # noqa: PLC0415 - TLS is not loaded for a library's own service

    return TeamReader(library, team)
