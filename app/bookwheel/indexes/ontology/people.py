"""Names of people as fields of front matter and manifests write them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookwheel.domain.things import is_group

_ADDRESS = re.compile(r"\s*[<(]?\s*[^\s<>()@]+@[^\s<>()]+\s*[>)]?\s*")
_PLACE = re.compile(r"\s*[<(]\s*https?://[^\s<>()]*\s*[>)]\s*|(?<=[\s>)])https?://\S+", re.IGNORECASE)
_MENTION = re.compile(r"(?:https://github\.com/|@)")
_SPACES = re.compile(r"\s+")


def names_in(value: str) -> Iterator[str]:
    """Names of people in a field, without addresses; a bare mail address gives what stands before its @."""
    for part in value.split(";"):
        name = _ADDRESS.sub(" ", _PLACE.sub(" ", part)).strip(" ,")
        name = name or part.strip(" <>()").partition("@")[0]
        name = _SPACES.sub(" ", _MENTION.sub("", name.replace("[[", "").replace("]]", ""))).strip()
        if name and not is_group(name):
            yield name
