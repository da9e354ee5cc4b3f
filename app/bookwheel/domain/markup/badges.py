"""Badges: small pictures from other computers that state a build's or a release's condition, not a page's words."""

from __future__ import annotations

import re

_BADGE = re.compile(
    r"(?:https?:)?//(?:[\w.-]*(?:shields\.io|badgen\.net|badge\.fury\.io|badges?\.[\w.-]+|travis-ci\.(?:org|com)|codecov\.io"
    r"|coveralls\.io|snyk\.io/test|codacy\.com/project/badge|deepwiki\.com/badge|readthedocs\.org/projects)(?:[/?:]|\Z)"
    r"|[^?#\s]*?(?:[/_.-]badges?(?:[/_.-]|\Z)|/badge-))",
    re.IGNORECASE,
)


def is_badge(address: str) -> bool:
    """Whether an image of this address is a badge, by the services that draw them and by its path."""
    return len(address) < 2_000 and _BADGE.match(address) is not None
