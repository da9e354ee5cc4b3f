"""Passwords of protected documents, for the person's own programs alone: no agent gives or gets one."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bookwheel.domain.messages import Message


class Keeper(StrEnum):
    """Where a password is kept: in the system's keyring, or in the service's memory for as long as it runs."""

    KEYRING = "keyring"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class UnlockRequest:
    """A protected document, and the password that opens it."""

    doc: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class UnlockAnswer:
    """The document that was opened; where its password is kept, and a sentence that says so."""

    doc: str
    keeper: Keeper
    message: Message


@dataclass(frozen=True, slots=True)
class ProtectedRequest:
    """A document that is protected by a password."""

    doc: str


@dataclass(frozen=True, slots=True)
class PasswordAnswer:
    """The password of a document, empty when none is kept."""

    password: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class FilePassword:
    """The password that opens every file whose content has a hash."""

    hash: str
    password: str = field(repr=False)
