"""Whether sources may be refreshed now: not on battery, nor where fetching is paid for, unless a person allows it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, cast

from bookwheel.service.workers.power_source import is_on_battery
from bookwheel.settings import SourceSettings

_METERED = frozenset((1, 3))
"""NetworkManager's words for a connection that is metered, and for one that probably is."""
_ASK_S = 2.0


def may_refresh(settings: SourceSettings) -> bool:
    """Whether sources may be refreshed now that nobody asked for."""
    return (settings.on_battery or not is_on_battery()) and (settings.on_metered or not is_metered())


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
