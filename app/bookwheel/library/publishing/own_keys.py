"""The keys with which a library signs what it publishes: the present one, and those that it replaced."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publications import Rotation
from bookwheel.publications import keys

_OLD = re.compile(r"\.old-(\d{1,9})")


def own_key(path: Path) -> bytes:
    """Return the private key in a file, which is made where there is none.

    Raises:
        BadRequest: when the file holds no key.
        StorageUnavailable: when it cannot be written.
    """
    if not path.exists():
        keys.write_key(path, keys.create_key())
    return keys.read_key(path)


def replaced_keys(path: Path) -> list[bytes]:
    """Return the private keys that were in this file before, oldest first; what is no key is left out."""
    found: list[bytes] = []
    for _, file in sorted(_old_files(path)):
        with contextlib.suppress(BadRequest):
            found.append(keys.read_key(file))
    return found


def replace_key(path: Path) -> bytes:
    """Put a new private key into the file, and keep the one before beside it; the new one.

    Raises:
        BadRequest: when the file holds no key.
        StorageUnavailable: when it cannot be written.
    """
    new = keys.create_key()
    if path.exists():
        number = 1 + max((number for number, _ in _old_files(path)), default=0)
        keys.write_key(path.with_name(f"{path.name}.old-{number}"), keys.read_key(path))
    keys.write_key(path, new)
    return new


def handovers(id: str, signed_by: str, chain: Sequence[bytes]) -> list[Rotation]:
    """Return the rotations from the key that signed a publication to the last of the chain.

    The chain holds private keys, oldest first; none where `signed_by` (base64) is not among them. A key that stands
    there twice, as after a change that was cut short, counts as the later one.
    """
    last = {keys.public_key(private): index for index, private in enumerate(chain)}
    left = [private for index, private in enumerate(chain) if last[keys.public_key(private)] == index]
    public = [keys.public_key(private) for private in left]
    start = public.index(signed_by) if signed_by in public else len(public)
    return [keys.rotate(id, old, new) for old, new in pairwise(left[start:])]


def _old_files(path: Path) -> list[tuple[int, Path]]:
    """The files of earlier keys, with their numbers."""
    files = path.parent.iterdir() if path.parent.is_dir() else ()
    named = [(file.name.removeprefix(path.name), file) for file in files if file.name.startswith(path.name)]
    return [(int(match[1]), file) for end, file in named if (match := _OLD.fullmatch(end))]
