"""The kills level: indexer and embedder die by SIGKILL a hundred times each while a tree changes; it leaves no mark."""

from __future__ import annotations

import math
import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Verb
from bookwheel.domain.search import SearchRequest
from bookwheel.library.library import Library
from bookwheel.paths import LibraryPaths
from bookwheel.settings import Settings
from tests.torture import stores
from tests.torture.killed import FixedEncoder
from tests.torture.parsing import Outcome

KILLS = 100
"""Kills of each child at least."""

ROUNDS_IN_A_CYCLE = 15
PAGES = 60
LOOSE = 12
MOST_HITS = 100
BY_THE_CLOCK = 0.25
"""Share of the kills that come from outside at any moment; the others come at a step."""

PASSING = "vermiculated"
"""A word of the folder that comes and goes."""

TOGETHER = 0.4
"""Share of the rounds in which the embedder reads while the indexer writes."""

_FIRST_LENGTHS = {"indexer": 4000, "embedder": 2000}
"""How many steps the children may take, as long as no run has told it."""

_LONGEST_RUN_S = 120
_LONGEST_CLOCK_S = {"indexer": 0.8, "embedder": 0.15}
_ROOT = Path(__file__).parents[2]
_WORDS = ("wheel", "hinge", "spoke", "axle", "lectern", "folio", "quire", "vellum")


@dataclass(frozen=True, slots=True)
class Tree:
    """Two folders: one that stays and changes, one that comes and goes."""

    kept: Path
    passing: Path


def run(folder: Path, seed: int = 1) -> Iterator[Outcome]:
    """Cycles of fifteen rounds in which both children die; then both run to their end, and the stores are compared."""
    chance = random.Random(seed)
    tree, paths = Tree(folder / "kept", folder / "passing"), LibraryPaths(folder / "library")
    paths.root.mkdir(parents=True)
    _write(tree.kept, range(PAGES), chance)
    kills = dict.fromkeys(_FIRST_LENGTHS, 0)
    lengths = dict(_FIRST_LENGTHS)
    cycle = 0
    while min(kills.values()) < KILLS:
        cycle += 1
        has_passing, is_forgotten = cycle % 3 == 2, cycle % 3 == 0
        if has_passing:
            _write(tree.passing, range(PAGES // 2), chance, PASSING)
        commands = _commands(tree, has_passing, is_forgotten)
        for _ in range(ROUNDS_IN_A_CYCLE):
            _change(tree.kept, chance)
            are_together = chance.random() < TOGETHER
            indexer = _start("indexer", paths, commands["indexer"], lengths["indexer"], chance)
            if not are_together:
                kills["indexer"] += indexer.join()
            embedder = _start("embedder", paths, commands["embedder"], lengths["embedder"], chance)
            kills["embedder"] += embedder.join()
            if are_together:
                kills["indexer"] += indexer.join()
        for kind in kills:
            lengths[kind] = _finish(kind, paths, commands[kind])
        name = f"{kills['indexer']} and {kills['embedder']} kills"
        yield from _compared(name, paths, _clean(folder / f"clean{cycle}", commands), tree, has_passing)


def _clean(root: Path, commands: dict[str, list[Command]]) -> LibraryPaths:
    """Another library that took the same tree in without a kill."""
    paths = LibraryPaths(root)
    root.mkdir()
    for kind in commands:
        _finish(kind, paths, commands[kind])
    return paths


def _compared(name: str, paths: LibraryPaths, clean: LibraryPaths, tree: Tree, has_passing: bool) -> Iterator[Outcome]:
    for fault in stores.faults(paths, FixedEncoder()):
        yield Outcome(f"{name}: agreement", fault)
    one, other = stores.held(paths), stores.held(clean)
    for table, rows in other.items():
        lacking, besides = _but(rows, one[table]), _but(one[table], rows)
        told = f"{len(lacking)} lost {lacking[:3]}, {len(besides)} besides {besides[:3]}"
        yield Outcome(f"{name}: {table}", told if lacking or besides else "")
    collections = _collections(tree, has_passing)
    answers = [_hits(each, collections) for each in (paths, clean)]
    differing = [pair for pair in zip(*answers, strict=True) if pair[0] != pair[1]]
    yield Outcome(f"{name}: hits", f"not as in a clean build: {differing[:2]}" if differing else "")
    if not has_passing:
        traces = [
            each.name for each in paths.root.rglob("*") if each.is_file() and PASSING.encode() in each.read_bytes()
        ]
        yield Outcome(f"{name}: traces", f"the forgotten folder is left in {', '.join(traces)}" if traces else "")


def _but(rows: Sequence[object], others: Sequence[object]) -> list[object]:
    """Rows that are not among the others, each as often as it is lacking there."""
    left = list(rows)
    for each in others:
        if each in left:
            left.remove(each)
    return left


def _hits(paths: LibraryPaths, collections: tuple[Collection, ...]) -> list[tuple[str, int, set[str]]]:
    library = Library(paths, Settings(), lambda: collections)
    try:
        answers = [
            (word, library.search(SearchRequest(word, limit=MOST_HITS)))
            for word in (*_WORDS, "page7", "loose3", "moved")
        ]
        return [
            (word, answer.total, {hit.section for hit in answer.hits if answer.total <= MOST_HITS})
            for word, answer in answers
        ]
    finally:
        library.close()


def _collections(tree: Tree, has_passing: bool) -> tuple[Collection, ...]:
    kept, passing = Collection("kept", "Kept", str(tree.kept)), Collection("passing", "Passing", str(tree.passing))
    return (kept, passing) if has_passing else (kept,)


def _commands(tree: Tree, has_passing: bool, is_forgotten: bool) -> dict[str, list[Command]]:
    """What the service says to each child: of one folder or two, or that the second is to leave no trace."""
    collections = _collections(tree, has_passing)
    models = tuple((each.slug, "fixed") for each in collections)
    forgotten = [Command(Verb.FORGET, "passing")] if is_forgotten else []
    indexing = Command(Verb.CONFIGURE, collections=collections, batch_files=8, batch_s=0.05)
    embedding = Command(Verb.CONFIGURE, models=models, threads=1)
    return {
        "indexer": [indexing, *forgotten, Command(Verb.SCAN)],
        "embedder": [embedding, *forgotten, Command(Verb.WAKE)],
    }


def _write(
    folder: Path, numbers: Sequence[int], chance: random.Random, word: str = "turning", stem: str = "page"
) -> None:
    """Pages with words, paragraphs and labels in common and some of their own."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in numbers:
        shared = " ".join(chance.choices(_WORDS, k=3)) + " in the margin"
        header = f"---\ntags: [{chance.choice(_WORDS)}, {word}]\nauthor: {chance.choice(_WORDS)}\n---\n"
        parts = [
            f"# {stem.title()} {number}",
            f"{word} page{number} round{chance.randrange(10**6)}",
            "## First",
            shared,
        ]
        parts += ["## Second", f"See [[Page {chance.randrange(PAGES)}]] and [next](page{number + 1}.md). " + shared * 9]
        (folder / f"{stem}{number}.md").write_text(header + "\n\n".join(parts) + "\n", "utf-8")


def _change(folder: Path, chance: random.Random) -> None:
    """Rewrite, delete, move and add some pages."""
    numbers = list(range(PAGES))
    _write(folder, chance.sample(numbers, PAGES // 10), chance)
    for number in chance.sample(numbers, 2):
        (folder / f"page{number}.md").unlink(missing_ok=True)
    # Nothing links to these: a document that was moved is still found by its old name, which a clean build cannot know.
    for number in chance.sample(range(LOOSE), 3):
        source = folder / f"loose{number}.md"
        if source.exists():
            source.replace(folder / f"moved{number}.md")
        else:
            _write(folder, [number], chance, stem="loose")


class _Dying:
    """A child that is bound to die: at a step of its own, or by the clock."""

    def __init__(self, process: subprocess.Popen[bytes], delay_s: float | None) -> None:
        self._process, self._delay_s = process, delay_s

    def join(self) -> bool:
        """Wait until it has died, or has come to its end before; whether it was killed."""
        with self._process as process:
            assert process.stdout is not None
            if self._delay_s is not None:
                process.stdout.readline()
                threading.Event().wait(self._delay_s)
                process.send_signal(signal.SIGKILL)
            process.stdout.read()
            return process.wait(_LONGEST_RUN_S) == -signal.SIGKILL


def _start(kind: str, paths: LibraryPaths, commands: Sequence[Command], length: int, chance: random.Random) -> _Dying:
    """A child to be killed: early steps are as likely as late ones, because there what was half done is finished."""
    if chance.random() < BY_THE_CLOCK:
        return _Dying(_spawn(kind, paths, commands, 0), chance.uniform(0, _LONGEST_CLOCK_S[kind]))
    exponent = chance.choice((chance.random(), 1 + math.log(chance.uniform(0.001, 1), length)))
    return _Dying(_spawn(kind, paths, commands, max(1, round(length**exponent))), None)


def _spawn(kind: str, paths: LibraryPaths, commands: Sequence[Command], last: int) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "tests.torture.killed", kind, str(paths.root), str(last)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(_ROOT / "app"), str(_ROOT)))}
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment)
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(commands))
    process.stdin.close()
    process.stdin = None
    return process


def _finish(kind: str, paths: LibraryPaths, commands: Sequence[Command]) -> int:
    """Let a child come to its end; how many steps it took."""
    output, _ = _spawn(kind, paths, commands, 0).communicate(timeout=_LONGEST_RUN_S)
    return int(output.split()[-1])
