"""The root of a collection: where it leads now, which folder that is, and whether it may be one."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import psutil

from bookwheel.domain.messages import NO_MESSAGE, Message

_SYSTEM_ROOTS = (
    *("/", "/bin", "/boot", "/dev", "/etc", "/lib", "/proc", "/run", "/sbin", "/sys", "/usr", "/var", "/home"),
    *("/Users", "/System", "/Library", "/Applications", "C:\\", "C:\\Windows", "C:\\Program Files", "C:\\Users"),
)
_NETWORK_TYPES = frozenset((
    "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "ncpfs", "afs", "afpfs", "9p", "ceph", "glusterfs", "lustre",
    "webdav", "davfs", "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.glusterfs", "fuse.s3fs", "fuse.vmhgfs-fuse",
    "vboxsf", "prl_fs", "drvfs",
))  # fmt: skip
"""File systems that others change without this system being told."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The folder that a root leads to: its real path, device and file number; the last two are -1 for none."""

    path: str
    device: int = -1
    number: int = -1

    @property
    def is_there(self) -> bool:
        """Whether there is such a folder."""
        return self.number >= 0

    @property
    def digest(self) -> int:
        """A number that another folder does not share, the same after a restart of the system; never 0."""
        content = f"{self.path}\0{self.number}".encode("utf-8", "surrogateescape")
        return int.from_bytes(blake2b(content, digest_size=7).digest()) + 1


def identify(root: str) -> Identity:
    """Return the folder that a root leads to now, through every symbolic link."""
    real = os.path.realpath(root)
    try:
        status = os.stat(real)
    except OSError:
        return Identity(real)
    return Identity(real, status.st_dev, status.st_ino) if os.path.isdir(real) else Identity(real)


def find_refusal(folder: Path, library: Path) -> Message:
    """Return why a folder (a real path) may not be a collection; empty when it may."""
    if folder == library or folder.is_relative_to(library):
        return Message("This folder belongs to the library itself. Choose a folder with documents.")
    if library.is_relative_to(folder) and folder in (library.parent, Path(library.anchor)):
        return Message("{folder} contains the library's own folder. Choose a folder with documents.", folder=folder)
    if str(folder) in _SYSTEM_ROOTS or folder == Path(folder.anchor):
        return Message(
            "{folder} is a system folder, too broad for a collection. Choose a folder inside it.", folder=folder
        )
    if folder == Path.home():
        return Message("The home folder is too broad for a collection. Choose a folder inside it.")
    return NO_MESSAGE


def find_refusal_of_link(root: str, library: Path) -> Message:
    """Return why a root that leads through symbolic links may not be read where it leads now; empty when it may."""
    real = os.path.realpath(root)
    return find_refusal(Path(real), library) if real != os.path.normpath(root) else NO_MESSAGE


def find_network_type(folder: Path) -> str:
    """Return the type of the network file system that a folder lies on; empty for a local one."""
    if sys.platform == "win32":
        return "remote" if str(folder).startswith("\\\\") else ""
    try:
        partitions = psutil.disk_partitions(all=True)
    except (OSError, RuntimeError):  # as in a sandbox without /proc
        return ""
    mounts = [part for part in partitions if folder.is_relative_to(part.mountpoint)]
    nearest = max(mounts, key=lambda part: len(part.mountpoint), default=None)
    return nearest.fstype if nearest is not None and nearest.fstype in _NETWORK_TYPES else ""
