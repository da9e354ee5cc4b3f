"""What stands at a target before something is published there, and the key that may sign what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bookwheel.domain.errors import NotAllowed, PublicationRefused
from bookwheel.domain.publications import MANIFEST, Rotation
from bookwheel.domain.targets import Target
from bookwheel.library.publishing.own_keys import handovers
from bookwheel.publications import keys
from bookwheel.publications.manifest import MOST_MANIFEST_BYTES, Signed, decode


@dataclass(frozen=True, slots=True)
class Standing:
    """The manifest at a target, and what tells this version of its file from others; empty for nothing."""

    signed: Signed | None = None
    version: str = ""


def read_standing(target: Target) -> Standing:
    """Return what stands at a target.

    Raises:
        NotAllowed: when that is no publication of this program.
        BookwheelError: when the target cannot be read.
    """
    try:
        stored = target.read(MANIFEST, MOST_MANIFEST_BYTES)
        return Standing(decode(stored.content), stored.version) if stored is not None else Standing()
    except PublicationRefused as error:
        raise NotAllowed(
            "The target holds {file}, which cannot be used: {reason} Choose another target, or delete that file.",
            file=MANIFEST,
            reason=error.message,
        ) from None


def without_withdrawn(standing: Standing, present: bytes) -> Standing:
    """Return the same, or no publication in the place of one that was withdrawn: what follows it is another.

    Raises:
        NotAllowed: when the present private key is the one that was withdrawn.
    """
    if standing.signed is None or not standing.signed.manifest.is_revoked:
        return standing
    if standing.signed.key == keys.public_key(present):
        raise NotAllowed(
            "This publication was withdrawn with the present key. Make a new key, and publish again.",
            next="bookwheel publishing-key rotate",
        )
    return replace(standing, signed=None)


def find_handovers(signed: Signed | None, chain: Sequence[bytes]) -> tuple[Rotation, ...]:
    """Return the rotations from the key that signed before to the last private key of the chain, which signs now.

    Raises:
        NotAllowed: when another key signed before.
    """
    if signed is None or signed.key == keys.public_key(chain[-1]):
        return ()
    rotations = handovers(signed.manifest.id, signed.key, chain)
    if not rotations:
        raise NotAllowed(
            "Another key ({key}) signed what is published at this target. Choose another target, or publish with that "
            "key.",
            key=keys.fingerprint(signed.key),
        )
    return tuple(rotations)
