"""The colours of canvases and drawings, as far as a page takes them over."""

from __future__ import annotations

import re

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})(?:[0-9a-fA-F]{2})?\Z")
_NAMED = re.compile(r"[a-z]{3,20}\Z")
_PRESETS = frozenset("123456")


def colour_of(value: object) -> str:
    """A colour as `#rgb`, `#rrggbb`, a canvas' number or a plain name; empty for none and for everything else."""
    text = value.strip() if isinstance(value, str) else ""
    if text in _PRESETS or _HEX.match(text):
        return text
    return text if _NAMED.match(text) and text != "transparent" else ""
