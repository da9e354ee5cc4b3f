"""The day itself: `python -m tests.torture.day.walk ROOT MINUTES SEED`, in the folders that `level` made.

A seeded walk over all that a person, agents and bad luck do to a library. `ROOT/outcomes.json` holds what was checked,
`ROOT/day.log` every step with its second.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import random
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from pathlib import Path

from bookwheel import paths, telemetry
from bookwheel.client import discovery
from bookwheel.client.connection import connect
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.search import Mode, SearchRequest
from tests import processes
from tests.torture.day import ending, harm
from tests.torture.day.agents import Asking
from tests.torture.day.folders import CHANGES, MARK, Folder
from tests.torture.parsing import Outcome
from tests.waiting import until

STEPS_TO_REST = 25
"""Steps after which the walk waits until what it wrote is found."""

START_S = 60.0
STOPS = 3

SETTINGS = (
    ("keyword.title", ("8", "4")), ("keyword.same_document_boost", ("0.1", "0.3")),
    ("indexing.batch_files", ("200", "20")), ("indexing.batch_s", ("1", "0.2")), ("agents.activity_days", ("30", "7")),
    ("service.indexer_idle_minutes", ("1", "0.05")),
)  # fmt: skip


class Day:
    """A library, its folders, and whoever uses it; `outcomes` is what was checked."""

    def __init__(self, root: Path, seed: int) -> None:
        """Take the folders that are below the root."""
        self.root, self.library = root, paths.library()
        self.chance, self.number = random.Random(seed), itertools.count(1)
        names = sorted(path.name for path in (root / "documents").iterdir())
        self.folders = {name: Folder(root / "documents" / name, root / "twins" / name) for name in names}
        self.outcomes: list[Outcome] = []
        self.done: Counter[str] = Counter()
        self._began = time.monotonic()
        self._log = (root / "day.log").open("w", encoding="utf-8", buffering=1)
        self._window: subprocess.Popen[bytes] | None = None
        self._agents: list[Asking] = []
        texts = [
            path.read_text("utf-8", "replace") for folder in self.folders.values() for path in folder.twin.rglob("*.md")
        ]
        common = Counter(word for text in texts for word in set(re.findall(r"\b[a-z]{5,12}\b", text)))
        self.words = random.Random(seed).sample([word for word, count in common.most_common(1500)], 40)
        self.docs = [f"{name}/{page}" for name, folder in self.folders.items() for page in folder.pages()]
        self.largest = max(self.docs, key=lambda doc: (root / "twins" / doc).stat().st_size)
        self.older_calls: list[str] = []

    def say(self, step: str) -> None:
        """Write a step into the log."""
        self._log.write(f"{time.monotonic() - self._began:7.1f} {step}\n")

    def check(self, name: str, failure: str = "") -> None:
        """Note what was checked."""
        self.outcomes.append(Outcome(f"day: {name}", failure))
        if failure:
            self.say(f"FAILED {name}: {failure}")

    def bookwheel(self, *words: str, codes: Sequence[int] = (0,)) -> str:
        """Run a verb; what it prints. One that ends with another code is a failure of the day."""
        done = subprocess.run(
            [*paths.command(), *words], capture_output=True, text=True, encoding="utf-8", timeout=120, check=False
        )
        if done.returncode not in codes or "Traceback" in done.stderr:
            self.check(" ".join(words), f"it ended with {done.returncode}: {(done.stdout + done.stderr)[-600:]}")
        return done.stdout

    def live(self, seconds: float) -> None:
        """Walk for so long."""
        self.bookwheel("settings", "set", "meaning.threads", "1")  # others are at work on this computer too
        for folder in self.folders.values():
            self.bookwheel("add", str(folder.root))
        agents = self._agents = [
            Asking(
                name, self.bookwheel, self.words, self.docs, self.chance.randrange(1 << 30), over_http=name == "near"
            )
            for name in ("near", "far")
        ]
        steps = [(10.0, self._change), *self._steps()]
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                for _ in range(STEPS_TO_REST):
                    [(_, step)] = self.chance.choices(steps, [weight for weight, _ in steps])
                    self.done[step.__name__.strip("_")] += 1
                    step()
                    time.sleep(self.chance.choice((0, 0, 0.1, 0.5, 2)))
                    if time.monotonic() > end:
                        break
                self._rest()
        finally:
            for agent in agents:
                agent.end()
                self.say(f"{agent.calls} calls of an agent, refused or broken: {dict(agent.codes)}")
        for name, agent in zip(("near", "far"), agents, strict=True):
            self.check(f"agent {name}", "; ".join(agent.failures[:3]))
            kept = self.bookwheel("memory", "export", "--client", name, "--format", "jsonl")
            lost = [text for text in agent.remembered if text not in kept]
            self.check(
                f"memories of {name}", f"{len(lost)} of {len(agent.remembered)} lost: {lost[:3]}" if lost else ""
            )
        self._close_window()
        self.say(f"walked: {dict(self.done)}")

    def end(self) -> None:
        """Compare with a fresh library, and end all."""
        docs = [f"{name}/{page}" for name, folder in self.folders.items() for page in folder.pages()]
        docs = self.chance.sample(docs, min(30, len(docs)))
        fresh = paths.LibraryPaths(self.root / "fresh")
        self.outcomes += ending.compare(self.library, fresh, list(self.folders.values()), self.words, docs)
        told = self.bookwheel("activity", "--limit", "100000", "--json")
        lost = [query for query in self.older_calls if query not in told]
        self.check("calls of an earlier version", f"lost: {lost}" if lost else "")
        self.bookwheel("stop", codes=(0, 1))
        left = [processes.describe(process) for process in processes.wait_for_end(())]
        self.check("no process is left", "; ".join(left))
        for name, folder in self.folders.items():
            self.check(
                f"the files of {name}", f"written by others: {folder.differences()[:5]}" if folder.differences() else ""
            )
        for library in (self.library, fresh):
            logged = ending.logged_failures(library.log)
            self.check(f"the logs of {library.root.name}", f"{len(logged)} tracebacks: {logged[:5]}" if logged else "")

    def _steps(self) -> list[tuple[float, Callable[[], None]]]:
        return [
            (2, self._kill_service), (5, self._kill_child), (1, self._stop), (1, self._start_at_once),
            (1, self._remove_and_add), (1, self._pause), (1, self._rebuild), (2, self._set), (1, self._damage),
            (1, self._upgrade), (0.7, self._use_newer), (1.5, self._open_window), (2, self._ask),
        ]  # fmt: skip

    def _change(self) -> None:
        name = self.chance.choice(list(self.folders))
        [(_, change)] = self.chance.choices(CHANGES, [weight for weight, _ in CHANGES])
        self.say(f"{name}: {change(self.folders[name], self.chance, next(self.number))}")

    def _kill_service(self) -> None:
        self.say(f"kill the service: {harm.kill_service(self.library)}")
        if self.chance.random() < 0.5:
            self.bookwheel("serve", "--detach")

    def _kill_child(self) -> None:
        kind = self.chance.choice(harm.CHILDREN)
        self.say(f"kill the {kind}: {harm.kill_child(self.library, kind, self.largest)}")

    def _stop(self) -> None:
        self.say("stop")
        self.bookwheel("stop", codes=(0, 1))

    def _start_at_once(self) -> None:
        if self.chance.random() < 0.5:
            self._stop()
        self.say("start four at once")
        command = [*paths.command(), "serve", "--detach", "--json"]
        harm.start_at_once(command, 4, lambda failure: self.check("starts at once", failure))

    def _remove_and_add(self) -> None:
        name = self.chance.choice(list(self.folders))
        self.say(f"remove {name}")
        self.bookwheel("remove", name)
        time.sleep(self.chance.choice((0, 0.5, 2)))
        if self.chance.random() < 0.5:
            self._change()
        self.bookwheel("add", str(self.folders[name].root))

    def _pause(self) -> None:
        self.say("pause, change, resume")
        self.bookwheel("pause")
        self._change()
        time.sleep(self.chance.uniform(0, 2))
        self.bookwheel("resume")

    def _rebuild(self) -> None:
        name = self.chance.choice(["", *self.folders])
        self.say(f"rebuild {name}")
        self.bookwheel("rebuild", *([name] if name else []))

    def _set(self) -> None:
        name, values = self.chance.choice(SETTINGS)
        value = self.chance.choice(values)
        self.say(f"set {name} {value}")
        self.bookwheel("settings", "set", name, value)

    def _damage(self) -> None:
        with self._closed() if self.chance.random() < 0.7 else contextlib.nullcontext():
            self.say(harm.damage_keyword_index(self.library, self.chance))
        self.bookwheel("serve", "--detach")

    def _upgrade(self) -> None:
        with self._closed() as is_closed:
            if not is_closed:
                return
            self.older_calls = [harm.make_older(self.library)]
            self.say("the library becomes one of an earlier version")
        self.bookwheel("serve", "--detach")

    def _use_newer(self) -> None:
        self._close_window()  # it would say for good that the service is newer
        self.say("a newer program takes over, and goes again")
        newer = self.root / "newer" / str(next(self.number))
        environment = {**os.environ, "PYTHONPATH": harm.write_newer(newer)}
        for words in (("search", self.words[0]), ("status", "--json"), ("stop",)):
            done = subprocess.run(
                [*paths.command(), *words], env=environment, capture_output=True, text=True, check=False
            )
            if done.returncode not in (0, 1):
                self.check("newer", f"{words} ended with {done.returncode}: {done.stdout + done.stderr}")

    def _open_window(self) -> None:
        if self._window is not None and self._window.poll() is None:
            return
        self._close_window()
        self.say("open a window")
        words = [str(self.chance.random()), str(self.chance.randint(10, 40)), *self.words]
        errors = (self.root / "window.err").open("ab")
        with errors:
            self._window = subprocess.Popen([sys.executable, "-m", "tests.torture.day.window", *words], stderr=errors)

    def _close_window(self) -> None:
        if self._window is None:
            return
        code = self._window.wait(180)
        self._window = None
        told = (self.root / "window.err").read_text("utf-8", "replace")
        self.check("the window", f"it ended with {code}: {told[-600:]}" if code or "Traceback" in told else "")

    def _ask(self) -> None:
        word = self.chance.choice(self.words)
        for words in (("search", word), ("context", f"What is {word}?"), ("browse", "tags"), ("collections",)):
            self.bookwheel(*words, codes=(0, 1))

    @contextlib.contextmanager
    def _closed(self) -> Generator[bool]:
        """Keep the library closed: nobody asks, so that nobody starts a service; whether that came about."""
        self._close_window()
        for agent in self._agents:
            agent.hold(True)
        try:
            is_closed = False
            for _ in range(STOPS):  # a start that was asked for before may still be on its way
                self.bookwheel("stop", codes=(0, 1))
                if is_closed := discovery.wait_until_gone(self.library, 10):
                    break
            else:
                self.check("stop", f"the library was still locked after {STOPS} stops")
            yield is_closed
        finally:
            for agent in self._agents:
                agent.hold(False)

    def _rest(self) -> None:
        """Wait until the library is ready and holds exactly the pages that hold the walk's word."""
        wanted = {f"{name}/{page}" for name, folder in self.folders.items() for page in folder.marked()}
        began, found = time.monotonic(), set[str]()

        def is_there() -> bool:
            nonlocal found
            with contextlib.suppress(BookwheelError, OSError):
                found = self._marked()
            return found == wanted

        try:
            until(is_there, START_S)
        except AssertionError:
            status = self.bookwheel("status", "--json")
            self.check("a rest", f"lacks {sorted(wanted - found)[:5]}, has {sorted(found - wanted)[:5]}: {status}")
        else:
            self.check("a rest")
        self.say(f"rest for {time.monotonic() - began:.1f} s: {len(wanted)} pages hold the word")

    def _marked(self) -> set[str]:
        with closing(connect(self.library, client="cli")) as client:
            if client.status().state != "ready":
                return set()
            found, cursor = set[str](), ""
            while True:
                answer = client.search(SearchRequest(MARK, Mode.KEYWORD, limit=100, cursor=cursor))
                found |= {hit.doc for hit in answer.hits}
                cursor = answer.cursor
                if not cursor:
                    return found


def main(words: Sequence[str]) -> int:
    """Live a day, and write what was checked."""
    root, minutes, seed = Path(words[0]), float(words[1]), int(words[2])
    telemetry.turn_off()
    processes.mark()
    day = Day(root, seed)
    try:
        day.live(minutes * 60)
        day.end()
    except Exception as error:
        day.check("the walk", f"{type(error).__name__}: {error}")
        raise
    finally:
        rows = [{"name": outcome.name, "failure": outcome.failure} for outcome in day.outcomes]
        (root / "outcomes.json").write_text(json.dumps(rows), "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
