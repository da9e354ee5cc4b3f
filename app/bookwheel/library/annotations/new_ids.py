"""Ids of what people and agents add: short, and never given twice."""

from __future__ import annotations

import secrets
from collections.abc import Callable


def new_id(letter: str, is_taken: Callable[[str], bool]) -> str:
    """An id that nothing has yet: the letter of its kind and eight hexadecimal digits."""
    while is_taken(id := f"{letter}{secrets.token_hex(4)}"):
        pass
    return id
