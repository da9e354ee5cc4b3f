"""What a document includes: other files, which are named and never opened."""

from __future__ import annotations

from collections.abc import Sequence

from bookwheel.domain.messages import Message

_MOST_NAMED = 3


def warn_of_included(names: Sequence[str]) -> list[Message]:
    """A warning with the first few of the files that were not read; none where nothing is included."""
    known = list(dict.fromkeys("\n".join(names).split("\n"))) if names else []
    more = "…" if len(known) > _MOST_NAMED else ""
    shown = ", ".join(known[:_MOST_NAMED]) + more
    return [Message("Included files were not read: {names}.", names=shown)] if known else []
