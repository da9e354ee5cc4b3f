"""Runs the system's git so that nothing of a repository but its objects is used, and nothing of it is run or written.

Git gets a folder of its own with a HEAD, and the repository's objects: the repository's configuration, hooks, filters,
attributes, replaced objects and grafts are never read, so they can start no program and lead to no other file.
"""

from __future__ import annotations

import contextlib
import io
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

from bookwheel.library.history.confined_git import confined_environment
from bookwheel.library.history.repository import Refs, Repository

MOST_BYTES = 64 << 20
"""Bytes that git may say."""

MOST_S = 150.0
"""Seconds on the clock that git may take: it runs where nothing else wants to, and the system bounds its processor."""

_PART = 1 << 18
_LONGEST_ERROR = 4000


def environment(folder: Path, repository: Repository) -> dict[str, str]:
    """Return the whole environment of git: its folder, the objects, and nothing of the person's configuration."""
    return confined_environment(folder, "none") | {
        "GIT_OBJECT_DIRECTORY": str(repository.objects),
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_LITERAL_PATHSPECS": "1",
    }


def make_folder(folder: Path, repository: Repository, refs: Refs) -> None:
    """Fill the folder that git takes for the repository's: what HEAD is, and where a shallow clone ends."""
    folder.joinpath("HEAD").write_text(f"{refs.head}\n", "ascii")
    for name in ("refs", "objects"):
        folder.joinpath(name).mkdir()
    is_long = len(refs.head) > 40
    more = "[extensions]\n\tobjectformat = sha256\n" if is_long else ""
    version = 1 if is_long else 0
    folder.joinpath("config").write_text(
        f"[core]\n\trepositoryformatversion = {version}\n\tbare = true\n{more}", "ascii"
    )
    shallow = repository.common / "shallow"
    if shallow.is_file() and not shallow.is_symlink():
        shutil.copyfile(shallow, folder / "shallow")


class GitRun:
    """One run of git: its output in parts, and how it ended. `is_cut` says that it was ended over its bounds."""

    def __init__(self, git: str, arguments: Sequence[str], folder: Path, repository: Repository) -> None:
        self.is_cut = False
        self.error = ""
        self._process = subprocess.Popen(
            [git, "--no-pager", *arguments],
            cwd=folder,
            env=environment(folder, repository),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def parts(self) -> Iterator[bytes]:
        """Return what git says, until its end or its bounds."""
        process = self._process
        output, complaints = process.stdout, process.stderr
        assert isinstance(output, io.BufferedReader) and complaints is not None
        timer = threading.Timer(MOST_S, self._cut)
        errors: list[bytes] = []
        reader = threading.Thread(target=lambda: errors.extend(iter(lambda: complaints.read(_PART), b"")))
        timer.start()
        reader.start()
        size = 0
        try:
            while part := output.read1(_PART):
                size += len(part)
                yield part
                if size > MOST_BYTES:
                    self._cut()
                    break
        finally:
            timer.cancel()
            process.kill()
            with contextlib.suppress(OSError):
                output.close()
            process.wait()
            reader.join()
            complaints.close()
            self.error = b"".join(errors)[:_LONGEST_ERROR].decode("utf-8", "replace")

    @property
    def code(self) -> int:
        """Git's exit code."""
        return self._process.wait()

    def _cut(self) -> None:
        self.is_cut = True
        self._process.kill()
