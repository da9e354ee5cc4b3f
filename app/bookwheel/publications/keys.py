"""Keys that sign publications: made, kept in a file, handed over, and how persons compare them."""

from __future__ import annotations

import base64
import errno
import hashlib
import os
import stat
from collections.abc import Sequence
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bookwheel import paths
from bookwheel.domain.errors import BadRequest, PublicationRefused, StorageUnavailable
from bookwheel.domain.publications import Rotation

_KEY_BYTES = 32
_FIRST = "bookwheel-publishing-key:"
_MOST_FILE_BYTES = 4096
MOST_ROTATIONS = 100


def create_key() -> bytes:
    """Return the 32 bytes of a new private key."""
    raw = serialization.Encoding.Raw, serialization.PrivateFormat.Raw, serialization.NoEncryption()
    return Ed25519PrivateKey.generate().private_bytes(*raw)


def public_key(private: bytes) -> str:
    """Return the public key of a private one, in base64."""
    raw = serialization.Encoding.Raw, serialization.PublicFormat.Raw
    return base64.b64encode(Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes(*raw)).decode()


def fingerprint(key: str) -> str:
    """Return what persons compare: 16 hexadecimal digits of the SHA-256 of a public key, in groups of four."""
    digits = hashlib.sha256(_raw(key)).hexdigest()[:16]
    return "-".join(digits[start : start + 4] for start in range(0, 16, 4))


def matches(key: str, wanted: str) -> bool:
    """Whether `wanted` is a public key or its fingerprint.

    Spaces count in neither, case and hyphens not in a fingerprint.
    """
    plain = "".join(wanted.split())
    return plain == key or plain.replace("-", "").lower() == fingerprint(key).replace("-", "")


def is_key(text: str) -> bool:
    """Whether a text is a public key in base64, or could be the fingerprint of one."""
    plain = "".join(text.split())
    digits = plain.replace("-", "").lower()
    return (len(digits) == 16 and all(digit in "0123456789abcdef" for digit in digits)) or _is_raw(plain)


def read_key(path: Path) -> bytes:
    """Return the private key that a file holds.

    Raises:
        BadRequest: when the file is missing, cannot be read, may be read by others, or holds no key.
    """
    try:
        mode = path.stat().st_mode
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "It is not a file")
        with path.open("rb") as file:
            content = file.read(_MOST_FILE_BYTES)
    except OSError as error:
        reason = error.strerror or "no access"
        raise BadRequest("The key file {path} cannot be read ({reason}).", path=path, reason=reason) from None
    if os.name == "posix" and mode & 0o077:
        raise BadRequest("Other users of this computer can read the key file {path}. Run: chmod 600 {path}", path=path)
    text = content.decode("ascii", "replace").strip()
    encoded = text.removeprefix(_FIRST) if text.startswith(_FIRST) else ""
    if not _is_raw(encoded):
        raise BadRequest("{path} is not a publishing key. Choose a file that Bookwheel wrote.", path=path)
    return _raw(encoded)


def write_key(path: Path, private: bytes) -> None:
    """Write a private key to a file that only its owner may read, in one step.

    Raises:
        StorageUnavailable: when the disk takes nothing.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        paths.make_private(path, f"{_FIRST}{base64.b64encode(private).decode()}\n")
    except OSError as error:
        reason = error.strerror or "no access"
        raise StorageUnavailable(
            "The key file {path} cannot be written ({reason}). Check its folder's permissions and the free space.",
            path=path,
            reason=reason,
        ) from None


def sign(private: bytes, message: bytes) -> str:
    """Return the signature of a message, in base64."""
    return base64.b64encode(Ed25519PrivateKey.from_private_bytes(private).sign(message)).decode()


def is_signed(key: str, message: bytes, signature: str) -> bool:
    """Whether a signature of a message is that of a public key."""
    try:
        Ed25519PublicKey.from_public_bytes(_raw(key)).verify(_decoded(signature), message)
    except (InvalidSignature, ValueError, PublicationRefused):
        return False
    return True


def rotate(id: str, old: bytes, new: bytes) -> Rotation:
    """Hand a publication over from one private key to another."""
    before, after = public_key(old), public_key(new)
    return Rotation(before, after, sign(old, _handover(id, before, after)))


def follow(id: str, first_key: str, rotations: Sequence[Rotation]) -> str:
    """Return the key that a publication was handed over to from `first_key`, which is that key when never.

    Raises:
        PublicationRefused: for a chain that is forged or leads in a circle.
    """
    key, seen = first_key, {first_key}
    for rotation in rotations[:MOST_ROTATIONS]:
        if rotation.old_key != key:
            continue
        message = _handover(id, rotation.old_key, rotation.new_key)
        if rotation.new_key in seen or not is_signed(rotation.old_key, message, rotation.signature):
            raise PublicationRefused("The publisher's change of keys is not valid. Ask the publisher.")
        key = rotation.new_key
        seen.add(key)
    return key


def _handover(id: str, old_key: str, new_key: str) -> bytes:
    return f"bookwheel rotation\n{id}\n{old_key}\n{new_key}".encode()


def _is_raw(key: str) -> bool:
    try:
        return len(_decoded(key)) == _KEY_BYTES
    except ValueError:
        return False


def _raw(key: str) -> bytes:
    if not _is_raw(key):
        raise PublicationRefused("The publication names a key that is none.")
    return _decoded(key)


def _decoded(text: str) -> bytes:
    """The bytes of a text in base64, of the one text that stands for them; others would sign the same unseen."""
    raw = base64.b64decode(text, validate=True)
    if base64.b64encode(raw).decode() != text:
        raise ValueError("not the text that its bytes have in base64")
    return raw
