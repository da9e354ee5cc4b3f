"""The formats level: changed files of every format through the real parser child, which may fail over none of them."""

from __future__ import annotations

import itertools
import json
import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from bookwheel.domain.document import Dialect
from bookwheel.domain.formats import FORMATS, format_of
from bookwheel.library.indexing.parser_child import Parser
from bookwheel.parsing.parse_task import Limits, ParseReply, ParseTask
from tests.formats.chapters import CHAPTERS
from tests.formats.samples import SAMPLES
from tests.torture.decoy import Decoy
from tests.torture.indexing import CommandLine
from tests.torture.mutations import LARGEST, changed
from tests.torture.parsing import Outcome

MINUTES = 0.5
LIMITS = Limits(seconds=10, memory_mb=1024)
SLOW_S = 5.0
"""CPU seconds of one file that are worth a look; files have at most `mutations.LARGEST` bytes."""
_TAKES_STATED_SIZES = ("sheet",)
"""Formats whose library takes as much memory as a damaged file says that it needs; the child refuses it and goes on."""
_EVERY, _MOST_SERVED = 5, 1000
"""Every so many changed files, and so many of them at most, go through a real service as well."""
_CHILD_AUDIT = "BOOKWHEEL_TORTURE_AUDIT"
_AUDIT = """
import os, sys

def _begin(told):
    own = tuple(os.path.realpath(one) for one in (sys.prefix, sys.base_prefix, os.environ["BOOKWHEEL_TORTURE_ROOT"]))
    own += ("/proc/", "/dev/", "/sys/", "/usr/share/zoneinfo")
    def hear(event, given):
        if event in ("socket.connect", "subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "os.fork"):
            told.write(event + chr(10))
        elif event == "open" and isinstance(given[0], (str, bytes)):
            name = os.fsdecode(given[0])
            if not os.path.realpath(name).startswith(own):
                told.write("open " + name.replace(chr(10), " ") + chr(10))
    sys.addaudithook(hear)

_begin(open(os.environ["BOOKWHEEL_TORTURE_AUDIT"], "a", 1, encoding="utf-8", errors="replace"))
"""


@dataclass(slots=True)
class _Seen:
    """What became of the files so far."""

    files: int = 0
    ends: Counter[str] = field(default_factory=Counter[str])
    slowest: tuple[float, str] = (0.0, "")


def run(folder: Path, corpora: Path | None, minutes: float, seed: int) -> Iterator[Outcome]:
    """Change files for so many minutes; those that made trouble are kept in `build/torture-formats`."""
    folder.mkdir()
    decoy = Decoy(folder / "decoy")
    samples = dict(_samples(corpora))
    kept, served = Path("build/torture-formats"), folder / "served"
    served.mkdir()
    chance, seen = random.Random(seed), _Seen()
    with _audited(folder) as told:
        parser = Parser()
        parser.limit(LIMITS)
        try:
            until = time.monotonic() + 60 * minutes
            for name in itertools.cycle(samples):
                if time.monotonic() > until:
                    break
                content = changed(chance, samples[name], _others(chance, samples), str(decoy.path))
                failure = _failure(parser, content, name, decoy, seen)
                if failure:
                    kept.mkdir(parents=True, exist_ok=True)
                    (kept / f"{seed}-{seen.files}-{name}").write_bytes(content)
                if seen.files % _EVERY == 0 and seen.files <= _EVERY * _MOST_SERVED:
                    (served / f"{seen.files}-{name}").write_bytes(content)
                yield Outcome(f"{name}, number {seen.files} of seed {seed}", failure)
        finally:
            parser.close()
    lines = told.read_text("utf-8").split("\n") if told.exists() else []
    yield Outcome("nothing else was opened, sent or started", "; ".join(sorted(set(filter(None, lines)))[:20]))
    yield from _through_a_service(served, folder / "library")
    ends = ", ".join(f"{number} {end}" for end, number in seen.ends.most_common())
    print(
        f"formats: {seen.files} changed files: {ends}; slowest {seen.slowest[0]:.1f} s: {seen.slowest[1]}", flush=True
    )


def _through_a_service(folder: Path, library: Path) -> Iterator[Outcome]:
    """Some of the changed files in a real library: each is a document there or a problem with a reason."""
    command = CommandLine(library)
    chosen = [word for kind in FORMATS if not kind.is_on for word in ("--format", f"{kind.name}=on")]
    try:
        code, output = command.run("add", str(folder), *chosen, "--wait", "keyword", "--json")
        yield Outcome("a service takes changed files in", "" if code == 0 else output.strip()[-300:])
        code, output = command.run("browse", "documents", "--limit", "2000", "--json")
        known: set[str] = {one["doc"] for one in json.loads(output)["documents"]} if code == 0 else set()
        code, output = command.run("problems", "--json")
        known |= {one["doc"] for one in json.loads(output)["problems"] if one["reason"]} if code < 2 else set()
        lost = {f"{folder.name}/{path.name}" for path in folder.iterdir()} - known
        said = f"{len(lost)} are neither: {sorted(lost)[:5]}" if lost else ""
        yield Outcome("each changed file is a document or a problem", said)
        code, output = command.run("doctor", "--json")
        found = [part for part in json.loads(output)["checks"] if part["state"] != "good"] if code == 1 else output
        yield Outcome("doctor after changed files", "" if code == 0 else str(found)[-600:])
    finally:
        command.run("stop")


def _samples(corpora: Path | None) -> Iterator[tuple[str, bytes]]:
    """The made files, and the small ones among the real ones, but for formats that a program of others converts."""
    for name, write in SAMPLES.items():
        if _is_read_here(name):
            yield name, write(CHAPTERS)
    for path in sorted((corpora / "formats").rglob("*")) if corpora else ():
        if path.is_file() and path.stat().st_size < LARGEST and _is_read_here(path.name):
            yield path.relative_to(corpora or path).as_posix().replace("/", "-"), path.read_bytes()


def _is_read_here(name: str) -> bool:
    kind = format_of(name)
    return kind is not None and not kind.needs


def _others(chance: random.Random, samples: dict[str, bytes]) -> list[bytes]:
    return chance.sample(list(samples.values()), 3)


def _failure(parser: Parser, content: bytes, name: str, decoy: Decoy, seen: _Seen) -> str:
    seen.files += 1
    kind = format_of(name)
    before_s, pid = _cpu_s(parser.pid), parser.pid
    parser.submit(ParseTask(content, name, Dialect.GFM, "", kind.name if kind and not kind.is_on else "", ""))
    reply: ParseReply | None = parser.receive(LIMITS.seconds * 12)
    took_s = _cpu_s(parser.pid) - before_s if parser.pid == pid else 0.0
    if took_s > seen.slowest[0]:
        seen.slowest = took_s, f"{name}, number {seen.files}"
    seen.ends["hung" if reply is None else _end(reply)] += 1
    if reply is None:
        parser.abandon()
        return "no answer"
    if decoy.was_opened():
        return "a file outside was opened"
    if reply.exceeded == "memory" and kind and kind.name in _TAKES_STATED_SIZES:
        return ""
    if reply.failed or reply.exceeded:
        return reply.failed or f"took more {reply.exceeded} than a file may"
    document = reply.document
    if document is None:
        return "" if reply.skipped else "left out without a reason"
    if decoy.word in document.text:
        return "it says what a file outside holds"
    return f"took {took_s:.1f} s" if took_s > SLOW_S else ""


def _end(reply: ParseReply) -> str:
    if reply.document is not None:
        return "read with a warning" if reply.document.warnings else "read"
    return reply.exceeded and f"over {reply.exceeded}" or (reply.failed and "failed") or "refused with a reason"


def _cpu_s(pid: int) -> float:
    try:
        times = psutil.Process(pid).cpu_times() if pid else None
    except psutil.Error:
        return 0.0
    return times.user + times.system if times else 0.0


@contextmanager
def _audited(folder: Path) -> Iterator[Path]:
    """Children of now write down what they open, start or connect to, beside Python's and the program's own files."""
    hooks = folder / "hooks"
    hooks.mkdir()
    (hooks / "sitecustomize.py").write_text(_AUDIT, "utf-8")
    told = folder / "told.txt"
    root = Path(__file__).parents[2]
    before = dict(os.environ)
    os.environ |= {
        _CHILD_AUDIT: str(told), "BOOKWHEEL_TORTURE_ROOT": str(root),
        "PYTHONPATH": os.pathsep.join(filter(None, (str(hooks), str(root / "app"), before.get("PYTHONPATH", "")))),
    }  # fmt: skip
    try:
        yield told
    finally:
        os.environ.clear()
        os.environ.update(before)
