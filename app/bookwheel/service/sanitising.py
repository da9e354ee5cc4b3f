"""Document text made safe to show to a model: nothing that a terminal obeys, nothing that hides or reorders words."""

from __future__ import annotations

import re
from typing import cast
from urllib.parse import quote, unquote

_INVISIBLE = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls but tab and line feed
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b\u200e\u200f"  # U+200C and U+200D stay: Persian and emoji need them
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ud800-\udfff"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_UNSAFE = re.compile(f"[{_INVISIBLE}]")
_ESCAPES = re.compile(
    "(?:\x1b\\[|\x9b)[0-?]*[ -/]*[@-~]"  # CSI
    "|(?:\x1b[\\]PX^_]|[\x90\x98\x9d\x9e\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\\\|\x9c|$)"  # OSC and other strings
    "|\x1b[ -/]*[0-~]?"
)
_ESCAPED = re.compile(r"\\[bfru]")
_QUOTED = re.compile(r"(?:%[0-9A-F]{2})+")
_IDS = frozenset({"doc", "section", "uri", "cursor", "id", "source", "target", "subject", "object", "path"})


def clean(text: str) -> str:
    """The text without terminal escapes, controls, bidirectional overrides and invisible characters."""
    if _UNSAFE.search(text) is None:
        return text
    return _UNSAFE.sub("", _ESCAPES.sub("", text.replace("\r\n", "\n")))


def clean_id(id: str) -> str:
    """An id whose unsafe characters are percent-encoded, so that it still names its document."""
    if _UNSAFE.search(id) is None:
        return id
    return _UNSAFE.sub(lambda found: quote(found[0], errors="replace", safe=""), id)


def original_id(id: str) -> str:
    """The id that `clean_id` was given; every other percent sign stays."""

    def restored(found: re.Match[str]) -> str:
        text = unquote(found[0], errors="replace")
        return text if _UNSAFE.sub("", text) == "" else found[0]

    return _QUOTED.sub(restored, id) if "%" in id else id


def is_safe(encoded: str) -> bool:
    """Whether JSON text holds nothing unsafe, plain or escaped; a cheap question that may say no too often."""
    return _ESCAPED.search(encoded) is None and _UNSAFE.search(encoded) is None


def cleaned(value: object, name: str = "") -> object:
    """Builtin values with every text cleaned, ids by `clean_id`."""
    if isinstance(value, str):
        return clean_id(value) if name in _IDS else clean(value)
    if isinstance(value, dict):
        return {key: cleaned(part, key) for key, part in cast("dict[str, object]", value).items()}
    if isinstance(value, list):
        return [cleaned(part, name) for part in cast("list[object]", value)]
    return value
