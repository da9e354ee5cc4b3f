"""Reads the history of a folder, as it runs in a child of the indexer."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.history import MOST_COMMITS, History, HistoryTask
from bookwheel.domain.messages import NO_MESSAGE, Message
from bookwheel.library.history import git_log
from bookwheel.library.history.confined_git import find_git
from bookwheel.library.history.file_histories import Histories
from bookwheel.library.history.git_process import GitRun, make_folder
from bookwheel.library.history.repository import (
    Refs,
    Repository,
    RepositoryRefusedError,
    find_repository,
    read_refs,
)

MOST_TAGS = 2000
"""Tags whose commits are looked up."""


def read_history(task: HistoryTask) -> History:
    """Return what git knows of a folder's documents; `notice` says why it is nothing, or not all."""
    try:
        repository = find_repository(Path(task.root))
        if repository is None:
            return History()
        refs = read_refs(repository)
    except RepositoryRefusedError as refusal:
        return History(notice=refusal.reason)
    if not refs.head:
        return History()
    git = find_git()
    if not git:
        return History(notice=Message("Git is not installed, so the history of this folder is not read."))
    folder = Path(task.folder)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        folder.mkdir()
        make_folder(folder, repository, refs)
        return _read(task, repository, refs, git, folder)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return History(notice=Message("Git cannot read the history of this folder ({reason}).", reason=reason))
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _read(task: HistoryTask, repository: Repository, refs: Refs, git: str, folder: Path) -> History:
    root = Path(os.path.realpath(task.root))
    prefix = root.relative_to(repository.work_tree).as_posix()
    prefix = "" if prefix == "." else prefix
    histories = Histories(task.paths, prefix)
    run = GitRun(git, git_log.arguments(refs.head, prefix), folder, repository)
    count = 0
    for entry in git_log.read_log(run.parts()):
        count += 1
        if count <= MOST_COMMITS:
            histories.add(entry)
    tags = _by_commit(_peeled(refs.tags[-MOST_TAGS:], git, folder, repository))
    branches = _by_commit((name, hash) for name, hash in refs.branches if name != refs.branch)
    name = _shown(repository.work_tree.name) or repository.key
    files = histories.files((repository.key, name), _shown(refs.branch), tags, branches)
    return History(histories.named_commits(), files, _notice(run, count, folder))


def _notice(run: GitRun, count: int, folder: Path) -> Message:
    """Say what was not read of a history."""
    if run.is_cut:
        return Message("The git history is too large: only the newest {count} commits were read.", count=f"{count:,}")
    if run.code:
        reason = run.error.strip().partition("\n")[0].removeprefix("fatal: ")[:200] or f"code {run.code}"
        if not count:
            return Message("Git cannot read the history of this folder ({reason}).", reason=reason)
        return Message(
            "The git repository is damaged or incomplete ({reason}): only the newest {count} commits were read.",
            reason=reason,
            count=f"{count:,}",
        )
    if count > MOST_COMMITS:
        return Message("Only the newest {count} commits of the git history were read.", count=f"{MOST_COMMITS:,}")
    if (folder / "shallow").exists():
        return Message("This folder is a shallow clone: only the newest {count} commits are available.", count=count)
    return NO_MESSAGE


def _peeled(
    tags: tuple[tuple[str, str], ...], git: str, folder: Path, repository: Repository
) -> Iterator[tuple[str, str]]:
    """Tags with the hashes of their commits: an annotated tag is an object of its own."""
    if not tags:
        return
    hashes = sorted({hash for _, hash in tags})
    run = GitRun(git, ["rev-parse", *(f"{hash}^{{commit}}" for hash in hashes)], folder, repository)
    said = b"".join(run.parts()).decode("ascii", "replace").split()
    known = dict(zip(hashes, said, strict=True)) if len(said) == len(hashes) else {}
    for name, hash in tags:
        yield name, known.get(hash, hash)


def _by_commit(pairs: Iterator[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, hash in pairs:
        names = found.setdefault(hash, [])
        if len(names) < 10:
            names.append(_shown(name))
    return found


def _shown(name: str) -> str:
    """A name from the disk as it can be shown and sent."""
    text = os.fsencode(name).decode("utf-8", "replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
