"""Addresses of published collections in one spelling: of the web, of a folder, or of an object store."""

from __future__ import annotations

import ntpath
import os.path
import re
from pathlib import PurePath
from urllib.parse import unquote, urlsplit, urlunsplit

from bookwheel.domain.errors import BadRequest
from bookwheel.domain.publications import MANIFEST
from bookwheel.domain.web_addresses import is_web_address, source_address

OBJECT_STORE = "s3://"
_LONGEST = 2_000
_BUCKET = re.compile(r"[A-Za-z0-9][A-Za-z0-9.\-_]{1,254}")
_DRIVE = re.compile(r"/[A-Za-z]:(?:/|\Z)")


def publication_address(text: str) -> str:
    """The address of the folder in which a publication's manifest lies.

    That of the web ends with a slash; a folder is an absolute path; `s3://bucket/prefix` ends with none. The manifest's
    own name is taken off.

    Raises:
        BadRequest: for what is none of them.
    """
    address = text.strip()
    if is_web_address(address):
        return _of_web(address)
    if not address or len(address) > _LONGEST or not address.isprintable():
        raise _refusal(text)
    if address.lower().startswith(OBJECT_STORE):
        bucket, _, prefix = address[len(OBJECT_STORE) :].partition("/")
        if not _BUCKET.fullmatch(bucket):
            raise _refusal(text)
        return f"{OBJECT_STORE}{bucket}/{_folder_of(prefix.lstrip('/'))}".rstrip("/")
    path = _path_of(address) if address.lower().startswith("file:") else address
    if not os.path.isabs(path):
        raise _refusal(text)
    normal = os.path.normpath(path)
    return os.path.dirname(normal) if os.path.basename(normal) == MANIFEST else normal


def is_publication_address(text: str) -> bool:
    """Whether an address can only be that of a publication: it names the manifest, or an object store."""
    address = text.strip()
    path = address.partition("?")[0].partition("#")[0] if is_web_address(address) else address
    return path.endswith(f"/{MANIFEST}") or address.lower().startswith(OBJECT_STORE)


def publication_name(address: str) -> str:
    """What a publication is called until its manifest is known: its folder, else its host or bucket."""
    if is_web_address(address) or address.startswith(OBJECT_STORE):
        parts = urlsplit(address)
        folder = unquote(parts.path.rstrip("/").rpartition("/")[2])
        return folder if folder.strip() and folder.isprintable() else parts.hostname or parts.netloc
    return PurePath(address).name or address


def is_path(address: str) -> bool:
    """Whether the address of a publication is a folder of this computer or its network."""
    return not is_web_address(address) and not address.startswith(OBJECT_STORE)


def _of_web(address: str) -> str:
    parts = urlsplit(source_address(address))
    folder = _folder_of(parts.path)
    return urlunsplit((parts.scheme, parts.netloc, folder if folder.endswith("/") else f"{folder}/", parts.query, ""))


def _folder_of(path: str) -> str:
    return path.removesuffix(MANIFEST) if path == MANIFEST or path.endswith(f"/{MANIFEST}") else path


def _path_of(address: str) -> str:
    """The path in a `file:` address.

    Raises:
        BadRequest: for one of another computer.
    """
    parts = urlsplit(address)
    path = unquote(parts.path)
    if parts.netloc and parts.netloc.lower() != "localhost":
        if os.path is not ntpath:
            raise _refusal(address)
        return f"//{parts.netloc}{path}"
    return path[1:] if _DRIVE.match(path) and os.path is ntpath else path


def _refusal(text: str) -> BadRequest:
    return BadRequest(
        "{text} is not the address of a publication. It is a web address, an absolute path or s3://bucket/prefix.",
        text=text.strip()[:200],
    )
