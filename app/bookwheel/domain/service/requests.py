"""Requests and answers that several methods of the service share."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Empty:
    """A request without arguments, or an answer without content."""


@dataclass(frozen=True, slots=True)
class NameRequest:
    """The one client or collection meant; empty for all, where that makes sense."""

    name: str = ""
