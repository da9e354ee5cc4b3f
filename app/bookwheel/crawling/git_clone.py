"""Git addresses fetched into a mirror: the files of the newest commit, by the system's git.

Git gets a folder of its own, no configuration and no hooks, and asks the addresses that were checked alone. It writes
no file of the repository: Bookwheel writes them, without links, submodules and filters.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bookwheel.crawling.addresses import host_of
from bookwheel.crawling.connection import limits_of
from bookwheel.crawling.mirror import Mirror
from bookwheel.crawling.progress import Outcome, Progress
from bookwheel.domain.crawling import FetchReport, FetchTask
from bookwheel.domain.errors import BadRequest, FetchFailed, FetchRefused
from bookwheel.domain.left_out_names import LEFT_OUT_FOLDERS
from bookwheel.domain.messages import Message
from bookwheel.fetching.connections import Deadline, GuardedNetwork, Resolve, resolve
from bookwheel.fetching.fetcher import check_url
from bookwheel.fetching.transport import port_of, system_proxy
from bookwheel.library.history.confined_git import confined_environment, find_git
from bookwheel.library.sources.ignore_patterns import Patterns

OLDEST = (2, 37)
"""The git from which on it can be told which addresses to ask."""

MOST_S = 1800.0
LOOK_S = 0.5
MOST_FILES = 200_000
LARGEST_FILE = 50_000_000

_CURRENT = "refs/bookwheel/current"
_KEPT = ("SSL_CERT_FILE", "SSL_CERT_DIR", "GIT_SSL_CAINFO", "GIT_EXEC_PATH")
_UNSAFE = re.compile(r'[\x00-\x1f\x7f<>:"|?*\\]|[. ]\Z')
_TREE = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t(.+)", re.DOTALL)
_LONGEST_ERROR = 300


@dataclass(frozen=True, slots=True)
class _File:
    path: str
    blob: str
    size: int


def fetch_git(task: FetchTask, tell: Callable[[FetchReport], None], find: Resolve = resolve) -> None:
    """Fetch the newest commit of a git address, and write its files.

    Raises:
        BookwheelError: when it cannot be fetched, or there is no git.
    """
    git = _Git(task, find)
    mirror, progress = Mirror(Path(task.folder)), Progress(tell)
    before = git.commit(_CURRENT)
    git.fetch()
    commit = git.commit("FETCH_HEAD")
    if not commit:
        raise FetchFailed("{address} has no commit.", address=task.source.address)
    files = _chosen(git, commit, task, progress)
    if commit == before and mirror.document_paths() >= {file.path for file in files}:
        for _ in files:
            progress.add(Outcome.SAME)
    else:
        _write(git, mirror, progress, files)
        git.run("update-ref", _CURRENT, commit)
    progress.tell()


def _chosen(git: _Git, commit: str, task: FetchTask, progress: Progress) -> list[_File]:
    """The files of a commit that are mirrored: regular ones in the scope whose names every system takes."""
    bounds = task.source.bounds
    include, exclude = Patterns.of(bounds.include), Patterns.of(bounds.exclude)
    found: list[_File] = []
    size = 0
    for entry in git.output("ls-tree", "-r", "-z", "--long", "--full-tree", commit).split(b"\0"):
        matched = _TREE.fullmatch(entry)
        if not matched or matched[2] != b"blob" or not matched[1].startswith(b"100"):
            continue
        path = matched[5].decode("utf-8", "replace")
        is_chosen = (include.is_empty or include.covers(path)) and not exclude.covers(path)
        if not is_chosen or not _is_safe(path):
            continue
        file = _File(path, matched[3].decode("ascii"), int(matched[4]))
        size += file.size
        if file.size > LARGEST_FILE:
            progress.note(path, Message("This file is too large to be mirrored."))
        elif (bounds.size_bytes and size > bounds.size_bytes) or len(found) >= MOST_FILES:
            progress.note(path, Message("The bounds of the source are met; further files were not mirrored."))
            break
        else:
            found.append(file)
    return found


def _is_safe(path: str) -> bool:
    parts = path.split("/")
    return not any(
        part in ("", ".", "..") or part.lower() == ".git" or part in LEFT_OUT_FOLDERS or _UNSAFE.search(part)
        for part in parts
    )


def _write(git: _Git, mirror: Mirror, progress: Progress, files: Sequence[_File]) -> None:
    there = mirror.document_paths()
    for path in there - {file.path for file in files}:
        mirror.remove_document(path)
        progress.add(Outcome.REMOVED)
    with git.blobs() as read:
        for number, file in enumerate(files):
            content = read(file.blob)
            is_new = file.path not in there
            if not is_new and mirror.has_document(file.path, content):
                outcome = Outcome.SAME
            else:
                mirror.write_document(file.path, content)
                outcome = Outcome.NEW if is_new else Outcome.CHANGED
            progress.add(outcome, lambda number=number: len(files) - number - 1)


class _Git:
    """Runs git in a folder of its own beside the documents."""

    def __init__(self, task: FetchTask, find: Resolve) -> None:
        self._task, self._find = task, find
        self._git = find_git()
        if not self._git:
            raise FetchFailed("Git is not installed. Install it to fetch {address}.", address=task.source.address)
        self._folder = Path(task.folder) / "clone.git"
        self._folder.mkdir(parents=True, exist_ok=True)
        version = re.search(rb"(\d+)\.(\d+)", self.output("version"))
        if version is None or (int(version[1]), int(version[2])) < OLDEST:
            raise FetchFailed("Git is too old to fetch from the internet safely. Install git 2.37 or newer.")
        if not (self._folder / "HEAD").exists():
            self.run("init", "--quiet", "--bare", "--template=", str(self._folder))

    def commit(self, name: str) -> str:
        """The commit of a name; empty where there is none."""
        done = self._start(["rev-parse", "--quiet", "--verify", f"{name}^{{commit}}"])
        output, _ = done.communicate()
        return output.decode("ascii", "replace").strip() if done.returncode == 0 else ""

    def fetch(self) -> None:
        """Fetch the newest commit of the branch, and no history.

        Raises:
            FetchRefused: for an address that is not public, and more than may be fetched.
            FetchFailed: when it cannot be fetched.
        """
        source = self._task.source
        address = check_url(source.address)
        network = GuardedNetwork(Deadline(30), self._find, frozenset(), limits_of(self._task).private_hosts)
        proxy = system_proxy(network, address)
        port = port_of(address)
        numbers = network.check(address.host, port) if not proxy else ()
        named = {"http.proxy": proxy}
        if numbers:
            shown = ",".join(f"[{number}]" if ":" in number else number for number in numbers)
            named["http.curloptResolve"] = f"{address.host}:{port}:{shown}"
        branch = source.bounds.branch or "HEAD"
        if branch.startswith("-") or not re.fullmatch(r"[\w./+@-]{1,200}", branch):
            raise BadRequest("{branch} is not the name of a branch.", branch=branch[:200])
        self._fetch(["fetch", "--quiet", "--depth=1", "--no-tags", "--force", "--", source.address, branch], named)

    def _fetch(self, arguments: Sequence[str], named: Mapping[str, str]) -> None:
        process = self._start(arguments, {**named, **self._login()})
        is_over, is_large = threading.Event(), threading.Event()
        most = self._task.source.bounds.size_bytes

        def watch() -> None:
            end = time.monotonic() + MOST_S
            while not is_over.wait(LOOK_S):
                if most and _size_of(self._folder) > most:
                    is_large.set()
                if is_large.is_set() or time.monotonic() > end:
                    process.kill()

        watcher = threading.Thread(target=watch, name="watch git", daemon=True)
        watcher.start()
        _, errors = process.communicate()
        is_over.set()
        watcher.join()
        if is_large.is_set():
            raise FetchRefused("The repository is larger than {size} MB.", size=f"{most / 1_000_000:g}")
        if process.returncode:
            raise FetchFailed("Git could not fetch the repository: {reason}", reason=_reason(errors))

    def run(self, *arguments: str) -> None:
        """Run git for what it does.

        Raises:
            FetchFailed: with what it says.
        """
        self.output(*arguments)

    def output(self, *arguments: str) -> bytes:
        """What git says.

        Raises:
            FetchFailed: with its complaint.
        """
        process = self._start(arguments)
        output, errors = process.communicate(timeout=MOST_S)
        if process.returncode:
            raise FetchFailed("Git could not read the repository: {reason}", reason=_reason(errors))
        return output

    @contextlib.contextmanager
    def blobs(self) -> Generator[Callable[[str], bytes]]:
        """Reads files by their ids, one after the other."""
        process = self._start(["cat-file", "--batch"], stdin=subprocess.PIPE)
        assert process.stdin is not None and process.stdout is not None and process.stderr is not None
        try:
            yield lambda blob: _read_blob(process, blob)
        finally:
            process.kill()
            for pipe in (process.stdin, process.stdout, process.stderr):
                with contextlib.suppress(OSError):
                    pipe.close()
            process.wait()

    def _login(self) -> Mapping[str, str]:
        host = host_of(self._task.source.address)
        headers = [f"{login.header}: {login.value}" for login in self._task.logins if login.host == host]
        return {"http.extraHeader": headers[0]} if headers else {}

    def _start(
        self, arguments: Sequence[str], named: Mapping[str, str] | None = None, stdin: int = subprocess.DEVNULL
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [self._git, "--no-pager", *arguments],
            cwd=self._folder,
            env=self._environment(named or {}),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def _environment(self, named: Mapping[str, str]) -> dict[str, str]:
        """The whole environment of git; a login stands in it and not among the arguments, which others can see."""
        protocols = "https:http" if self._task.source.address.startswith("http:") else "https"
        values = {
            "core.hooksPath": os.devnull,
            "core.fsmonitor": "false",
            "core.symlinks": "false",
            "credential.helper": "",
            "fetch.recurseSubmodules": "false",
            "gc.auto": "0",
            "http.followRedirects": "false",
            "http.lowSpeedLimit": "1000",
            "http.lowSpeedTime": "30",
            "http.userAgent": self._task.agent,
            "maintenance.auto": "false",
            **named,
        }
        configured = {"GIT_CONFIG_COUNT": str(len(values))}
        for number, (key, value) in enumerate(values.items()):
            configured |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
        return confined_environment(self._folder, protocols, _KEPT) | configured


def _read_blob(process: subprocess.Popen[bytes], blob: str) -> bytes:
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(f"{blob}\n".encode("ascii"))
    process.stdin.flush()
    header = process.stdout.readline().split()
    if len(header) != 3 or header[1] != b"blob":
        raise FetchFailed("Git could not read the repository: {reason}", reason="an object is missing")
    content = _read_exactly(process.stdout, int(header[2]))
    process.stdout.read(1)
    return content


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    content = pipe.read(size)
    if len(content) < size:
        raise FetchFailed("Git could not read the repository: {reason}", reason="it ended")
    return content


def _size_of(folder: Path) -> int:
    total = 0
    for parent, _, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):
                total += os.path.getsize(os.path.join(parent, name))
    return total


def _reason(errors: bytes) -> str:
    """The last complaint of git."""
    lines = [line for line in errors.decode("utf-8", "replace").splitlines() if line.strip()]
    named = [line for line in lines if line.startswith(("fatal:", "error:", "remote:"))]
    return (named or lines or ["it said nothing"])[-1].removeprefix("fatal: ")[:_LONGEST_ERROR]
