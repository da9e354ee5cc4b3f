"""The keys with which a library signs what it publishes: the present one, and those that it replaced."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path

from bookwheel.domain.publications import Rotation
from bookwheel.publications import keys

_OLD = re.compile(r".*\.old-(\d+)")


def own_key(path: Path) -> bytes:
    """Return the private key in a file, which is made where there is none.

    Raises:
        BadRequest: when the file holds no key.
    """
    if not path.exists():
        keys.write_key(path, keys.create_key())
    return keys.read_key(path)


def replaced_keys(path: Path) -> list[bytes]:
    """Return the private keys that were in this file before, oldest first; what is no key is left out."""
    numbered = [(int(match[1]), file) for file in path.parent.iterdir() if (match := _old_of(file, path))]
    found: list[bytes] = []
    for _, file in sorted(numbered):
        with contextlib.suppress(Exception):
            found.append(keys.read_key(file))
    return found


def replace_key(path: Path) -> bytes:
    """Put a new private key into the file, and keep the one before beside it; the new one."""
    new = keys.create_key()
    if path.exists():
        number = 1 + max((int(match[1]) for file in path.parent.iterdir() if (match := _old_of(file, path))), default=0)
        old = path.with_name(f"{path.name}.old-{number}")
        os.link(path, old) if hasattr(os, "link") else keys.write_key(old, keys.read_key(path))
    keys.write_key(path, new)
    return new


def handovers(id: str, signed_by: str, chain: list[bytes]) -> list[Rotation]:
    """Return the rotations from the key that signed a publication to the last of the chain.

    The chain holds private keys, oldest first; none where `signed_by` (base64) is not among them.
    """
    public = [keys.public_key(private) for private in chain]
    if signed_by not in public:
        return []
    start = public.index(signed_by)
    return [keys.rotate(id, old, new) for old, new in zip(chain[start:], chain[start + 1 :], strict=False)]


def _old_of(file: Path, path: Path) -> re.Match[str] | None:
    return _OLD.fullmatch(file.name) if file.name.startswith(f"{path.name}.old-") else None
