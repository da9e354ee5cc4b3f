"""Works that a bibliography lists, as its reader hands them over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StatedWork:
    """A work with the id of its heading; `doi` and `arxiv` are numbers alone, what is not known is empty."""

    anchor: str
    key: str
    title: str
    kind: str = ""
    authors: Sequence[str] = ()
    date: str = ""
    doi: str = ""
    arxiv: str = ""
    url: str = ""
