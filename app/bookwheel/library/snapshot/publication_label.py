"""What names a publication for every reader of it: in an engine, and in the hashes of its chunks there."""

from __future__ import annotations

import hashlib
from pathlib import Path

from bookwheel.publications.manifest import Signed
from bookwheel.publications.mirror import PublicationMirror


def read_label(mirror: Path) -> str:
    """Return 32 hexadecimal digits for the publication in a mirror, "" where none was fetched or it was revoked.

    They are made of its id and the key that signs it: another publisher who takes the same id gets others, and cannot
    choose the vectors of a text that is not theirs.
    """
    signed = PublicationMirror(mirror).manifest()
    if signed is None or signed.manifest.is_revoked:
        return ""
    return label_of(signed)


def label_of(signed: Signed) -> str:
    """Return the digits of a publication that is not revoked."""
    return hashlib.blake2b(f"{signed.key}\n{signed.manifest.id}".encode(), digest_size=16).hexdigest()
