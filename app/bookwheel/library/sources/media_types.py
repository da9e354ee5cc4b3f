"""The kinds of files that a page shows beside its text: pictures, sounds, films and PDF."""

from __future__ import annotations

import os

MEDIA_TYPES = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp",
    ".avif": "image/avif", ".svg": "image/svg+xml", ".bmp": "image/bmp", ".ico": "image/x-icon", ".apng": "image/apng",
    ".mp3": "audio/mpeg", ".ogg": "audio/ogg", ".wav": "audio/wav", ".flac": "audio/flac", ".m4a": "audio/mp4",
    ".mp4": "video/mp4", ".webm": "video/webm", ".ogv": "video/ogg", ".mov": "video/quicktime",
    ".pdf": "application/pdf",
}  # fmt: skip
"""Media types by the ends of names, in lower case."""


def media_type_of(path: str) -> str:
    """Return the media type of a file that a page can show; empty for others."""
    return MEDIA_TYPES.get(os.path.splitext(path)[1].lower(), "")
