"""An OpenID Connect provider of the tests' own, on loopback, with real keys; it can be as hostile as a test wants.

with oidc_provider.running() as provider:
    config = provider.config()                       # what a team's reader is told of it
    token = provider.token(sub="ada", groups=["staff"])
"""

from __future__ import annotations

import base64
import json
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, cast

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from bookwheel.domain.team import IdentityConfig
from tests import loopback

AUDIENCE = "bookwheel"
CLIENT_ID = "bookwheel-desktop"
DISCOVERY = "/.well-known/openid-configuration"

PrivateKey = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey
Answer = tuple[int, bytes | Mapping[str, Any], Mapping[str, str]]


@dataclass(frozen=True)
class Key:
    """A pair of keys with its name and algorithm."""

    kid: str
    algorithm: str
    private: PrivateKey

    @property
    def public(self) -> dict[str, Any]:
        """The public key as a provider publishes it."""
        return self._describe(self.private.public_key())

    @property
    def secret(self) -> dict[str, Any]:
        """The pair of keys as a provider keeps it."""
        return self._describe(self.private)

    def _describe(self, key: Any) -> dict[str, Any]:
        kinds = {"Ed": OKPAlgorithm, "ES": ECAlgorithm, "RS": RSAAlgorithm, "PS": RSAAlgorithm}
        described = kinds[self.algorithm[:2]].to_jwk(key, as_dict=True)
        described.pop("key_ops", None)
        return {**described, "kid": self.kid, "use": "sig", "alg": self.algorithm}


def make_key(kid: str, algorithm: str = "ES256", bits: int = 2048) -> Key:
    """A new pair of keys for an algorithm."""
    if algorithm == "EdDSA":
        return Key(kid, algorithm, ed25519.Ed25519PrivateKey.generate())
    if algorithm.startswith("ES"):
        curve = {"ES256": ec.SECP256R1(), "ES384": ec.SECP384R1()}[algorithm]
        return Key(kid, algorithm, ec.generate_private_key(curve))
    return Key(kid, algorithm, rsa.generate_private_key(65537, bits))


def encode(header: Mapping[str, Any], payload: bytes, signature: bytes = b"") -> str:
    """A token of these parts, whatever they are."""
    parts = (json.dumps(header).encode(), payload, signature)
    return ".".join(base64.urlsafe_b64encode(part).rstrip(b"=").decode() for part in parts)


@dataclass
class Grant:
    """A person's sign-in by device flow: what the provider answers to polls, one after the other."""

    user_code: str
    answers: list[str] = field(default_factory=lambda: list[str]())
    """Errors such as `authorization_pending`; tokens once there are none left."""
    claims: dict[str, Any] = field(default_factory=lambda: {"sub": "ada"})


class Provider(loopback.LoopbackServer):
    """A provider that runs. `answers` replaces what a path gives; `before` is called before each answer."""

    def __init__(self, algorithm: str = "ES256") -> None:
        super().__init__(_Exchange)
        self.keys = [make_key("first", algorithm)]
        self.answers: dict[str, Answer] = {}
        self.before: Callable[[str], None] = lambda _path: None
        self.asked: list[str] = []
        self.forms: list[dict[str, str]] = []
        self.offset_s = 0.0
        """By how much its clock is ahead."""
        self.device_answers: list[str] = []
        self.refresh_tokens: dict[str, dict[str, Any]] = {}
        self._grants: dict[str, Grant] = {}
        self._lock = threading.Lock()

    @property
    def issuer(self) -> str:
        """Its name, which is its address."""
        return f"http://{self.place}"

    def config(self, groups_claim: str = "groups") -> IdentityConfig:
        """What a reader is told of this provider."""
        return IdentityConfig(self.issuer, AUDIENCE, groups_claim, CLIENT_ID)

    def claims(self, **changed: Any) -> dict[str, Any]:
        """The claims of a person's good token; None takes one away."""
        now = int(time.time() + self.offset_s)
        usual = {"iss": self.issuer, "aud": AUDIENCE, "sub": "ada", "client_id": CLIENT_ID}
        all_claims = {**usual, "iat": now, "exp": now + 300, **changed}
        return {name: value for name, value in all_claims.items() if value is not None}

    def token(self, *, key: Key | None = None, header: Mapping[str, Any] | None = None, **changed: Any) -> str:
        """A token with changed claims, signed by the newest key or another."""
        signer = key or self.keys[-1]
        headers = {"typ": "at+jwt", "kid": signer.kid, **(header or {})}
        payload = json.dumps(self.claims(**changed), separators=(",", ":")).encode()
        return jwt.PyJWS().encode(payload, signer.private, signer.algorithm, headers)

    def agent_token(self, client: str = "robot", **changed: Any) -> str:
        """A token that a program got for itself, by client credentials."""
        return self.token(**{"sub": client, "client_id": client, **changed})

    def rotate(self, kid: str, algorithm: str = "ES256", *, keep: bool = False) -> Key:
        """Sign with a new key from now on; the old ones are withdrawn unless they are kept."""
        new = make_key(kid, algorithm)
        self.keys = [*self.keys, new] if keep else [new]
        return new

    def publish(self, keys: Sequence[Mapping[str, Any]]) -> None:
        """Publish these keys, whatever they are."""
        self.answers["/jwks"] = (200, {"keys": list(keys)}, {})

    def count(self, path: str) -> int:
        """How often a path was asked for."""
        return self.asked.count(path)

    def respond(self, path: str, form: Mapping[str, str]) -> Answer:
        """What a request gets."""
        with self._lock:
            self.asked.append(path)
            if form:
                self.forms.append(dict(form))
        self.before(path)
        if path in self.answers:
            return self.answers[path]
        match path:
            case "/.well-known/openid-configuration":
                return 200, self.description(), {}
            case "/jwks":
                return 200, {"keys": [key.public for key in self.keys]}, {}
            case "/device":
                return 200, self._begin(), {}
            case "/token":
                return self._grant(form)
            case _:
                return 404, b"", {}

    def description(self, **changed: Any) -> dict[str, Any]:
        """Its discovery document."""
        own = {"issuer": self.issuer, "jwks_uri": f"{self.issuer}/jwks", "token_endpoint": f"{self.issuer}/token"}
        return {**own, "device_authorization_endpoint": f"{self.issuer}/device", **changed}

    def _begin(self) -> dict[str, Any]:
        code = f"device-{len(self._grants)}"
        self._grants[code] = Grant(f"WXYZ-{len(self._grants):04}", list(self.device_answers))
        where = f"{self.issuer}/activate"
        shown = self._grants[code].user_code
        return {
            "device_code": code, "user_code": shown, "verification_uri": where,
            "verification_uri_complete": f"{where}?code={shown}", "expires_in": 600, "interval": 1,
        }  # fmt: skip

    def _grant(self, form: Mapping[str, str]) -> Answer:
        if form.get("grant_type") == "refresh_token":
            with self._lock:
                claims = self.refresh_tokens.pop(form.get("refresh_token", ""), None)
            return (400, {"error": "invalid_grant"}, {}) if claims is None else (200, self._tokens(claims), {})
        grant = self._grants.get(form.get("device_code", ""))
        if grant is None:
            return 400, {"error": "invalid_grant"}, {}
        if grant.answers:
            return 400, {"error": grant.answers.pop(0)}, {}
        return 200, self._tokens(grant.claims), {}

    def _tokens(self, claims: dict[str, Any]) -> dict[str, Any]:
        with self._lock:
            refresh = f"refresh-{len(self.refresh_tokens)}-{time.time_ns()}"
            self.refresh_tokens[refresh] = claims
        return {
            "access_token": self.token(**claims), "token_type": "Bearer", "expires_in": 300, "refresh_token": refresh,
        }  # fmt: skip


class _Exchange(loopback.Silent, BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self._answer({})

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        form = urllib.parse.parse_qsl(self.rfile.read(length).decode(), keep_blank_values=True)
        self._answer(dict(form))

    def _answer(self, form: Mapping[str, str]) -> None:
        status, body, headers = cast("Provider", self.server).respond(self.path, form)
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        try:
            self.send_response(status)
            for name, value in {"Content-Type": "application/json", **headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)
        except ConnectionError:
            pass  # whoever asked has read enough


@contextmanager
def running(algorithm: str = "ES256") -> Iterator[Provider]:
    """Run a provider meanwhile."""
    with loopback.running(Provider(algorithm)) as provider:
        yield provider
