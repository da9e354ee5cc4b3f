"""Reads from an address and the environment where a bucket is and which keys open it."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, urlsplit

from bookwheel.domain.errors import BadRequest

SCHEME = "s3://"
MOST_PREFIX_BYTES = 800
"""A name in a bucket has 1,024 bytes at most; the rest is for `segments/<hash>`."""

_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]")
_PART = re.compile(r"[\w.=@+, -]+")
_REGION = re.compile(r"[A-Za-z0-9-]{1,40}")
_YES = ("1", "true", "yes", "on")


@dataclass(frozen=True, slots=True)
class S3Settings:
    """A place in a bucket; `endpoint` is empty for Amazon's own, the keys are empty where requests are not signed."""

    bucket: str
    prefix: str
    endpoint: str
    region: str
    access_key: str = field(default="", repr=False)
    secret_key: str = field(default="", repr=False)
    session_token: str = field(default="", repr=False)

    @property
    def is_signed(self) -> bool:
        """Whether there are keys to sign requests with."""
        return bool(self.access_key)

    @property
    def address(self) -> str:
        """The address as a person writes it."""
        return f"{SCHEME}{self.bucket}/{self.prefix}".rstrip("/")

    @property
    def host(self) -> str:
        """Who is asked, for a person."""
        return urlsplit(self.endpoint).netloc or f"Amazon S3 in {self.region}"


def read_settings(address: str, environment: Mapping[str, str]) -> S3Settings:
    """Return what an address and the variables `AWS_…` say.

    Raises:
        BadRequest: when one of them cannot be used, with the reason.
    """
    bucket, prefix = _split(address)
    access_key, secret_key, token = _keys(environment)
    region = _first(environment, "AWS_REGION", "AWS_DEFAULT_REGION") or "us-east-1"
    if not _REGION.fullmatch(region):
        raise BadRequest("AWS_REGION is not the name of a region, such as eu-central-1.")
    return S3Settings(bucket, prefix, _endpoint(environment), region, access_key, secret_key, token)


def _split(address: str) -> tuple[str, str]:
    bucket, _, prefix = address.removeprefix(SCHEME).partition("/")
    prefix = prefix.strip("/")
    parts = prefix.split("/") if prefix else []
    is_known = address.startswith(SCHEME) and _BUCKET.fullmatch(bucket)
    if not is_known or any(not _PART.fullmatch(part) or part in (".", "..") for part in parts):
        raise BadRequest(
            "{address} is not the address of a bucket. Write it as s3://bucket/prefix, with letters, digits and "
            "the signs . _ - = @ + and comma.",
            address=address,
        )
    if len(prefix.encode()) > MOST_PREFIX_BYTES:
        raise BadRequest("The address of the bucket is too long. Use a shorter prefix.")
    return bucket, prefix


def _keys(environment: Mapping[str, str]) -> tuple[str, str, str]:
    if _first(environment, "AWS_SKIP_SIGNATURE").lower() in _YES:
        return "", "", ""
    access = _first(environment, "AWS_ACCESS_KEY_ID")
    secret = _first(environment, "AWS_SECRET_ACCESS_KEY")
    token = _first(environment, "AWS_SESSION_TOKEN", "AWS_TOKEN")
    if bool(access) != bool(secret):
        raise BadRequest("Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither to read a public bucket.")
    for name, key in (("ACCESS_KEY_ID", access), ("SECRET_ACCESS_KEY", secret), ("SESSION_TOKEN", token)):
        if not all("!" <= letter <= "~" for letter in key):
            raise BadRequest("AWS_{name} holds characters that no key has. Copy the key again.", name=name)
    return access, secret, token if access else ""


def _endpoint(environment: Mapping[str, str]) -> str:
    endpoint = _first(environment, "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL", "AWS_ENDPOINT").rstrip("/")
    if not endpoint:
        return ""
    parts = _parsed(endpoint)
    if parts is None:
        raise BadRequest("AWS_ENDPOINT_URL is not the address of a store, such as https://s3.example.org.")
    may_be_plain = _first(environment, "AWS_ALLOW_HTTP").lower() in _YES or _is_loopback(parts.hostname or "")
    if parts.scheme == "http" and not may_be_plain:
        raise BadRequest(
            "AWS_ENDPOINT_URL begins with http://: what is sent could be read and changed on its way. Use https://, "
            "or set AWS_ALLOW_HTTP=true."
        )
    return endpoint


def _parsed(endpoint: str) -> SplitResult | None:
    """The parts of a plain web address; None for any other text."""
    try:
        parts = urlsplit(endpoint)
        is_plain = parts.scheme in ("http", "https") and re.fullmatch(r"[\w.:\[\]-]+", parts.netloc, re.ASCII)
        is_plain = is_plain and parts.hostname and parts.port != 0 and re.fullmatch(r"[\w./-]*", parts.path, re.ASCII)
    except ValueError:
        return None
    return parts if is_plain and not parts.query and not parts.fragment else None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _first(environment: Mapping[str, str], *names: str) -> str:
    return next((found for name in names if (found := environment.get(name, "").strip())), "")
