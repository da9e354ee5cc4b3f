"""Reads the public keys of a provider (JWKS): those of the allowed algorithms, none that is weak or shared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

import jwt
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa

from bookwheel.domain.errors import FetchRefused

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")
"""What tokens may be signed by: pairs of keys alone. `none` and HMAC, whose key would be the public one, are not."""

MOST_KEYS = 100

_RSA_BITS = range(2048, 8193)
_LONGEST_NUMBER = 1400
"""Letters of a number in base64: an RSA modulus of 8,192 bits takes 1,366."""

PublicKey = rsa.RSAPublicKey | ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A public key, its name, and the algorithms that it may check."""

    kid: str
    algorithms: tuple[str, ...]
    key: PublicKey


def read_keys(described: Mapping[str, object]) -> tuple[SigningKey, ...]:
    """Return the usable keys of a key set; others, which no token may be signed by, are left out.

    Raises:
        FetchRefused: when it is no key set, or has too many keys.
    """
    listed = described.get("keys")
    if not isinstance(listed, list):
        raise FetchRefused("The identity provider's keys are not a JSON Web Key Set.")
    entries = cast("list[object]", listed)
    if len(entries) > MOST_KEYS:
        raise FetchRefused("The identity provider publishes more than {most} keys.", most=MOST_KEYS)
    return tuple(
        key for entry in entries if isinstance(entry, dict) and (key := _read(cast("dict[str, object]", entry)))
    )


def _read(entry: dict[str, object]) -> SigningKey | None:
    kid, named, uses = entry.get("kid", ""), entry.get("alg"), entry.get("key_ops", ["verify"])
    if (
        not isinstance(kid, str)
        or entry.get("use", "sig") != "sig"
        or not isinstance(uses, list)
        or "verify" not in uses
    ):
        return None
    fitting = _algorithms(entry)
    algorithms = tuple(name for name in fitting if named in (None, name))
    public = {name: value for name in ("kty", "crv", "n", "e", "x", "y") if isinstance(value := entry.get(name), str)}
    if not algorithms or any(len(value) > _LONGEST_NUMBER for value in public.values()):
        return None
    try:
        key = jwt.PyJWK.from_dict(public, algorithms[0]).key
    except (jwt.PyJWTError, ValueError, TypeError, OverflowError, UnsupportedAlgorithm):
        return None
    if isinstance(key, rsa.RSAPublicKey) and key.key_size not in _RSA_BITS:
        return None
    is_known = isinstance(key, rsa.RSAPublicKey | ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey)
    return SigningKey(kid, algorithms, key) if is_known else None


def _algorithms(entry: Mapping[str, object]) -> tuple[str, ...]:
    match entry.get("kty"), entry.get("crv"):
        case "RSA", _:
            return ("RS256", "PS256")
        case "EC", "P-256":
            return ("ES256",)
        case "OKP", "Ed25519":
            return ("EdDSA",)
        case _:
            return ()
