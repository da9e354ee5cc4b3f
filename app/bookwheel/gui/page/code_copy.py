"""A button on each block of code that copies it. It is a link that Chromium hands to the window: no script listens."""

from __future__ import annotations

from PySide6.QtCore import QUrl

_HOST = "code"


def asked_by(address: QUrl) -> str:
    """The path that a button's link carries, empty for any other link."""
    return address.path() if address.scheme() == "bookwheel" and address.host() == _HOST else ""
