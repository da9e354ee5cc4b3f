"""What a tool is: its name, what it takes and answers, and what it does."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from bookwheel.domain.search import Scope
from bookwheel.library.library import Library
from bookwheel.service.agents.tools.answers import Shaped
from bookwheel.service.agents.tools.arguments import Argument, Given


@dataclass(frozen=True, slots=True)
class Later:
    """An answer that another process is giving, and how to shape it; whoever waits for it holds no thread."""

    answer: Future[Any]
    shape: Callable[[Any], Shaped]


Run = Callable[[Given, Library, Scope], Shaped | Later]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool; `asks` names the argument that says best what was asked, for the activity list, or several as a|b.

    `is_read` says that it changes nothing, `is_destructive` that it may take something away.
    """

    name: str
    title: str
    about: str
    arguments: tuple[Argument, ...]
    output: dict[str, object]
    asks: str
    run: Run
    is_read: bool = True
    is_destructive: bool = False
