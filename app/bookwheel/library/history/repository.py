"""Finds the repository of a folder, and refuses those whose files lead out of it."""

from __future__ import annotations

import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from bookwheel.domain.messages import Message

GIT = ".git"
"""What a collection's folder has when it is a work tree; as a changed path, it stands for the history."""

MOST_REFS = 10_000
LARGEST_FILE = 4 << 20
"""Bytes that are read of one of git's small files."""

_HASH = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_REF = re.compile(r"refs/[^\x00-\x20\x7f~^:?*\[\\]+")
_DEEPEST_REF = 5


class RepositoryRefusedError(Exception):
    """Why the history of a folder is not read; `reason` is for a person."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Repository:
    """A work tree with its git folders: `own` has its HEAD, `common` everything else; both are the same as a rule."""

    work_tree: Path
    own: Path
    common: Path

    @property
    def key(self) -> str:
        """A short name for this repository that says nothing of where it lies."""
        return hashlib.blake2b(os.fsencode(self.common), digest_size=6).hexdigest()

    @property
    def objects(self) -> Path:
        """Where its objects lie."""
        return self.common / "objects"


@dataclass(frozen=True, slots=True)
class Refs:
    """Where a repository stands: HEAD's commit, its branch (empty when detached), and branches and tags by name."""

    head: str
    branch: str
    branches: tuple[tuple[str, str], ...]
    tags: tuple[tuple[str, str], ...]


def find_repository(root: Path) -> Repository | None:
    """Return the repository in whose work tree a folder lies; None when there is none.

    Raises:
        RepositoryRefusedError: for one that cannot be read, or that leads to files of another one.
    """
    folder = Path(os.path.realpath(root))
    if _is_git_folder(folder) and not (folder / GIT).exists():
        raise RepositoryRefusedError(Message("This folder is a bare git repository: it has no documents."))
    for above in (folder, *folder.parents):
        try:
            if os.path.lexists(above / GIT):
                return _repository_at(above)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            raise RepositoryRefusedError(Message("Git's files cannot be read ({reason}).", reason=reason)) from error
    return None


def read_refs(repository: Repository) -> Refs:
    """Return where a repository stands; `head` is empty before the first commit.

    Raises:
        RepositoryRefusedError: when HEAD says nothing that can be read.
    """
    try:
        known = dict(_refs(repository.common))
        ref = head = _line(repository.own / "HEAD")
        for _ in range(_DEEPEST_REF):
            if not head.startswith("ref:"):
                break
            ref = head.removeprefix("ref:").strip()
            head = _target(repository, ref, known)
    except (OSError, UnicodeDecodeError) as error:
        raise RepositoryRefusedError(Message("The git repository is damaged: its HEAD cannot be read.")) from error
    if head and not _HASH.fullmatch(head):
        raise RepositoryRefusedError(Message("The git repository is damaged: its HEAD cannot be read."))
    branch = ref.removeprefix("refs/heads/") if ref.startswith("refs/heads/") else ""
    branches = sorted((name[11:], hash) for name, hash in known.items() if name.startswith("refs/heads/"))
    tags = sorted((name[10:], hash) for name, hash in known.items() if name.startswith("refs/tags/"))
    return Refs(head, branch, tuple(branches), tuple(tags))


def find_trace(root: Path) -> str:
    """Return what changes with every commit, from a few looks at files; empty where there is no repository."""
    try:
        repository = find_repository(root)
    except RepositoryRefusedError as refusal:
        return f"refused {refusal.reason}"
    if repository is None:
        return ""
    looks: list[object] = [repository.key]
    with_head = (repository.own / "HEAD", repository.own / "logs" / "HEAD", repository.common / "packed-refs")
    try:
        head = _line(repository.own / "HEAD")
    except (OSError, UnicodeDecodeError):
        head = ""
    ref = head.removeprefix("ref:").strip()
    is_ref = _REF.fullmatch(ref) and ".." not in ref
    for path in (*with_head, *((repository.common / ref,) if is_ref else ()), repository.common / "refs" / "tags"):
        try:
            stat = path.stat()
            looks.append((stat.st_mtime_ns, stat.st_size))
        except OSError:
            looks.append(None)
    return repr((head, looks))


def _repository_at(folder: Path) -> Repository:
    git = folder / GIT
    if git.is_dir():
        own = Path(os.path.realpath(git))
        if own != git:
            raise _elsewhere()
        if (own / "commondir").exists():
            raise _elsewhere()
        repository = Repository(folder, own, own)
    else:
        repository = _linked(folder, git)
    if not _is_git_folder(repository.common):
        raise RepositoryRefusedError(Message("The git repository is damaged: files are missing."))
    if (repository.common / "reftable").exists():
        raise RepositoryRefusedError(Message("The git repository stores its branches in a way that is not supported."))
    _refuse_foreign_objects(repository)
    return repository


def _linked(folder: Path, git: Path) -> Repository:
    """The repository to which a `.git` file leads, if that one says so too: that of a work tree or a submodule."""
    said = _line(git)
    if not said.startswith("gitdir:"):
        raise RepositoryRefusedError(
            Message("The git repository is damaged: its .git file points to a missing folder.")
        )
    own = Path(os.path.realpath(folder / said.removeprefix("gitdir:").strip()))
    if not own.is_dir():
        raise RepositoryRefusedError(
            Message("The git repository is damaged: its .git file points to a missing folder.")
        )
    if (own / "commondir").is_file():
        common = Path(os.path.realpath(own / _line(own / "commondir")))
        back = os.path.realpath(own / _line(own / "gitdir"))
        if own.parent != common / "worktrees" or back != str(git):
            raise _elsewhere()
        return Repository(folder, own, common)
    if not _is_submodule_of(folder, own):
        raise _elsewhere()
    return Repository(folder, own, own)


def _is_submodule_of(folder: Path, own: Path) -> bool:
    """Whether a git folder lies in a repository above, as a submodule's does, and names the folder as its work tree."""
    holder = next((above for above in folder.parents if own.is_relative_to(above / GIT / "modules")), None)
    if holder is None:
        return False
    written = _text(own / "config")
    named = re.findall(r"^\s*worktree\s*=\s*(.*?)\s*$", written, re.MULTILINE | re.IGNORECASE)
    return bool(named) and os.path.realpath(own / named[-1].strip('"')) == str(folder)


def _refuse_foreign_objects(repository: Repository) -> None:
    """Refuse objects that lie elsewhere: a folder that was sent by somebody could show what another one holds."""
    common = repository.common
    inside = os.path.realpath(repository.objects)
    if inside != str(repository.objects) or (repository.objects / "info" / "alternates").exists():
        raise RepositoryRefusedError(
            Message("The git repository uses objects of another one, so its history is not read.")
        )
    for name in ("refs", "packed-refs", "HEAD"):
        if (common / name).is_symlink():
            raise _elsewhere()


def _elsewhere() -> RepositoryRefusedError:
    return RepositoryRefusedError(
        Message("This folder's .git leads to another repository, so its history is not read.")
    )


def _is_git_folder(folder: Path) -> bool:
    return (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir()


def _refs(common: Path) -> list[tuple[str, str]]:
    """Branches and tags with what they name, those in files of their own last."""
    found: list[tuple[str, str]] = []
    packed = common / "packed-refs"
    is_last = False
    for line in _text(packed).splitlines() if packed.is_file() else ():
        hash, _, name = line.partition(" ")
        if line.startswith("^") and is_last and _HASH.fullmatch(line[1:]):
            found[-1] = (found[-1][0], line[1:])  # the commit of an annotated tag
            continue
        is_last = bool(_HASH.fullmatch(hash)) and name.startswith(("refs/heads/", "refs/tags/"))
        if is_last:
            found.append((name, hash))
        if len(found) >= MOST_REFS:
            break
    for kind in ("heads", "tags"):
        for folder, _, names in os.walk(common / "refs" / kind):
            for name in names[: MOST_REFS - len(found)]:
                path = Path(folder) / name
                hash = "" if path.is_symlink() else _line(path)
                if _HASH.fullmatch(hash):
                    found.append((path.relative_to(common).as_posix(), hash))
    return found


def _target(repository: Repository, ref: str, known: dict[str, str]) -> str:
    """What a ref says: a hash, `ref: …`, or nothing before the first commit."""
    if not _REF.fullmatch(ref) or ".." in ref.split("/"):
        raise RepositoryRefusedError(Message("The git repository is damaged: its HEAD cannot be read."))
    if ref in known:
        return known[ref]
    path = repository.common / ref
    if path.is_file() and not path.is_symlink():
        return _line(path)
    return _packed(repository.common / "packed-refs", ref)


def _packed(path: Path, ref: str) -> str:
    """What one of very many refs says; empty where it is not there."""
    if not path.is_file():
        return ""
    with path.open("rb") as file:
        wanted = b" " + os.fsencode(ref)
        found = next((line for line in file if line.rstrip(b"\n").endswith(wanted)), b"")
    return found.partition(b" ")[0].decode("ascii", "replace")


def _line(path: Path) -> str:
    return _text(path).partition("\n")[0].strip()


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return os.fsdecode(file.read(LARGEST_FILE))
