"""Readers of one configuration, each a process with a folder of its own, and a provider that signs their tokens."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil

from bookwheel import wire
from bookwheel.paths import LibraryPaths, command
from tests.bench.running import until
from tests.bench.sharing import HAS_MEANING, LONGEST_S
from tests.bench.team.publisher import Published
from tests.oidc_provider import Provider
from tests.oidc_provider import running as provider_running
from tests.project.manual import ROOT
from tests.team.npm_provider import free_port

ENGINES = ROOT / "build" / "team" / "engines"
"""Packages of engines, which `make test-team` fetches; those of `.venv` come first."""

TEAM = "Bench"
LIFETIME_S = 7 * 86_400
EVERYONE = ("staff", "lab")
"""The groups of somebody who sees everything."""

REST_MINUTES = 0.05
"""Minutes after which a reader's indexer ends that has nothing to do."""

QUIET_S, QUIET_SHARE = 2.0, 0.05
"""A reader is quiet when it uses less than this share of a processor for so long."""

AT_WORK = frozenset({"indexer", "crawler", "embedder"})
"""Children of a reader that takes something in."""

REFRESH_MINUTES = 60
STORES = {
    "catalogue": ("catalogue.sqlite*",),
    "words": ("whoosh/**/*",),
    "vectors": ("vectors.sqlite*", "chroma/**/*"),
    "graph": ("oxigraph/**/*",),
    "mirror": ("mirrors/**/*",),
}


@dataclass
class Reader:
    """A reader that runs, and how to ask it."""

    process: psutil.Process
    library: LibraryPaths
    port: int
    token: str
    """Of somebody who sees everything."""
    client: httpx.Client

    def rpc(self, method: str, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer of a method.

        Raises:
            httpx.HTTPStatusError: when the reader refuses.
        """
        answer = self.client.post(f"/rpc/{method}", json=dict(request))
        answer.raise_for_status()
        return answer.json()

    def is_ready(self) -> bool:
        """Whether the words of every collection are in."""
        if not self.process.is_running() or self.process.status() == psutil.STATUS_ZOMBIE:
            raise RuntimeError(f"the reader ended: {_end_of(self.library.root)}")
        with contextlib.suppress(httpx.TransportError):
            return self.client.get("/readyz").status_code == 200
        return False

    def is_whole(self) -> bool:
        """Whether words and vectors are in; how many files wait is not told to those who may not see every page."""
        return self.is_ready() and (not HAS_MEANING or self.rpc("status", {})["coverage"] == 1.0)

    def hits(self, query: str) -> int:
        """How many sections match by words."""
        return int(self.rpc("search", {"query": query, "mode": "keyword"})["total"])

    def cpu_s(self) -> float:
        """CPU seconds of the reader and its children, those that have ended too."""
        total = 0.0
        for process in self._processes():
            with contextlib.suppress(psutil.Error):
                times = process.cpu_times()
                total += times.user + times.system + times.children_user + times.children_system
        return total

    def resident_mb(self) -> float:
        """Resident memory of the reader's own process."""
        return self.process.memory_info().rss / 1e6

    def whole_mb(self) -> float:
        """Memory of the reader and its children, what they share counted once where the system tells it."""
        total = 0
        for process in self._processes():
            with contextlib.suppress(psutil.Error):
                full = process.memory_full_info()
                total += getattr(full, "pss", full.rss)
        return total / 1e6

    def is_at_rest(self) -> bool:
        """Whether the children that fetch, read and embed have ended, and the others hardly use a processor."""
        kinds = {word for process in self._processes() for word in _words_of(process)}
        if not kinds.isdisjoint(AT_WORK):
            return False
        before_s = self.cpu_s()
        time.sleep(QUIET_S)
        return self.cpu_s() - before_s < QUIET_SHARE * QUIET_S

    def sizes_mb(self) -> dict[str, float]:
        """What is on disk, by store."""
        root = self.library.root
        return {
            name: sum(file.stat().st_size for pattern in patterns for file in root.glob(pattern) if file.is_file())
            / 1e6
            for name, patterns in STORES.items()
        }

    def slugs(self) -> dict[str, str]:
        """The collections' slugs by their names."""
        return {card["name"]: card["slug"] for card in self.rpc("collections", {})["collections"]}

    def _processes(self) -> Sequence[psutil.Process]:
        with contextlib.suppress(psutil.Error):
            return [self.process, *self.process.children(recursive=True)]
        return []


@contextmanager
def readers(
    folder: Path,
    published: Published,
    count: int,
    engines: Mapping[str, str] | None = None,
    refresh_minutes: int = REFRESH_MINUTES,
) -> Iterator[tuple[list[Reader], Provider]]:
    """So many readers that are ready, and the provider; `engines` is the table of engines in their configuration."""
    with ExitStack() as stack:
        provider = stack.enter_context(provider_running())
        config = _config(published, provider, engines or {}, refresh_minutes)
        started = [
            stack.enter_context(_reader(LibraryPaths(folder / f"reader-{number}"), provider, config))
            for number in range(1, count + 1)
        ]
        for reader in started:
            until(reader.is_ready, LONGEST_S, pause_s=0.1)
        yield started, provider


def token_of(provider: Provider, subject: str, groups: Sequence[str]) -> str:
    """A token of a person that lasts longer than a run."""
    expires_s = int(provider.claims()["iat"]) + LIFETIME_S
    return provider.token(sub=subject, groups=list(groups), exp=expires_s)


@contextmanager
def _reader(library: LibraryPaths, provider: Provider, config: str) -> Iterator[Reader]:
    port = free_port()
    library.root.mkdir(parents=True, mode=0o700, exist_ok=True)
    meaning = f"[meaning]\nenabled = {str(HAS_MEANING).lower()}\n"
    service = f"[service]\nindexer_idle_minutes = {REST_MINUTES}\n"
    library.settings.write_text(f"{meaning}{service}[agents]\ncalls_per_s = 10000.0\n", "utf-8")
    file = library.root.with_suffix(".toml")
    file.write_text(f'listen = "127.0.0.1:{port}"\n{config}', "utf-8")
    started = [*command(), "serve", "--team", str(file), "--library", str(library.root)]
    with library.root.with_suffix(".log").open("ab") as log:
        process = subprocess.Popen(started, stdout=log, stderr=log, env=_environment(library.root.parent))
    token = token_of(provider, "bench", EVERYONE)
    headers = {"authorization": f"Bearer {token}", "bookwheel-protocol": str(wire.PROTOCOL)}
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}", headers=headers, trust_env=False, timeout=120)
    try:
        yield Reader(psutil.Process(process.pid), library, port, token, client)
    finally:
        client.close()
        process.send_signal(signal.SIGTERM)
        process.wait(120)


def _config(published: Published, provider: Provider, engines: Mapping[str, str], refresh_minutes: int) -> str:
    """The configuration of every reader, but for where each listens."""
    lines = [f'name = "{TEAM}"']
    identity = provider.config()
    lines += ["[identity]", f'issuer = "{identity.issuer}"', f'audience = "{identity.audience}"']
    if engines:
        lines += ["[engines]", *(f'{name} = "{address}"' for name, address in engines.items())]
    for shown in published.collections:
        groups = ", ".join(f'"{group}"' for group in shown.groups)
        lines += ["[[collections]]", f'name = "{shown.name}"', f'address = "{shown.target.resolve()}"']
        lines += [f'key = "{published.key}"', f"groups = [{groups}]", f'scope = "{shown.scope}"']
        lines += [f"refresh_minutes = {refresh_minutes}"]
    return "\n".join(lines)


def _environment(folder: Path) -> dict[str, str]:
    """The environment of a reader; its children find the engines' packages too, after those that are installed."""
    environment = {name: value for name, value in os.environ.items() if name != "BOOKWHEEL_LIBRARY"}
    if ENGINES.is_dir():
        site = folder / "engines"
        site.mkdir(exist_ok=True)
        (site / "sitecustomize.py").write_text(f"import sys\n\nsys.path.append({str(ENGINES)!r})\n", "utf-8")
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (str(site), os.environ.get("PYTHONPATH", ""))))
    return environment


def _words_of(process: psutil.Process) -> Sequence[str]:
    with contextlib.suppress(psutil.Error):
        return process.cmdline()
    return ()


def _end_of(folder: Path) -> str:
    return folder.with_suffix(".log").read_text("utf-8", "replace")[-2000:]
