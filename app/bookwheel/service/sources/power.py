"""Whether this computer runs on its battery, or pays for what it fetches; False where nobody can tell."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, cast

import psutil

from bookwheel.settings import SourceSettings

_METERED = frozenset((1, 3))
"""NetworkManager's words for a connection that is metered, and for one that probably is."""
_ASK_S = 2.0


def may_refresh(settings: SourceSettings) -> bool:
    """Whether sources may be refreshed now that nobody asked for."""
    return (settings.on_battery or not is_on_battery()) and (settings.on_metered or not is_metered())


def is_on_battery() -> bool:
    """Whether the computer runs on its battery."""
    try:
        battery = psutil.sensors_battery()
    except (AttributeError, OSError, RuntimeError, NotImplementedError):  # not on every system
        return False
    return battery is not None and battery.power_plugged is False


def is_metered() -> bool:
    """Whether the connection to the internet is metered, as NetworkManager on Linux says."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return _ask_linux() in _METERED
    except Exception:  # no bus, no NetworkManager, or one that says something else: nobody can tell
        return False


def _ask_linux() -> object:
    """NetworkManager's word for the connection; raises anything where it cannot be asked."""
    jeepney = cast(Any, import_module("jeepney"))  # comes with keyring, on Linux alone, and has no type stubs
    blocking = cast(Any, import_module("jeepney.io.blocking"))
    name = "org.freedesktop.NetworkManager"
    address = jeepney.DBusAddress("/org/freedesktop/NetworkManager", name, name)
    connection = blocking.open_dbus_connection("SYSTEM")
    try:
        reply = connection.send_and_get_reply(jeepney.Properties(address).get("Metered"), timeout=_ASK_S)
    finally:
        connection.close()
    return reply.body[0][1]
