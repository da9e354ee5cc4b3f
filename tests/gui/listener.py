"""What a screen reader would be told: the accessible tree of every window, one line of JSON for each line asked.

Run by the system's own Python, which has GLib's bindings; it speaks AT-SPI over the accessibility bus.
"""

import json
import sys

from gi.repository import Gio, GLib  # type: ignore[import-not-found]

ACCESSIBLE, COMPONENT = "org.a11y.atspi.Accessible", "org.a11y.atspi.Component"
STATES = {4: "checked", 7: "defunct", 11: "focusable", 12: "focused", 23: "selected", 25: "showing", 8: "enabled"}
_DEEPEST = 30


class Listener:
    def __init__(self) -> None:
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        bus = ("org.a11y.Bus", "/org/a11y/bus")
        wanted = GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True)))
        session.call_sync(*bus, "org.freedesktop.DBus.Properties", "Set", wanted, None, 0, 20_000)
        address = session.call_sync(*bus, "org.a11y.Bus", "GetAddress", None, None, 0, 20_000).unpack()[0]
        flags = Gio.DBusConnectionFlags
        self._bus = Gio.DBusConnection.new_for_address_sync(
            address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None
        )

    def _ask(self, at: tuple[str, str], interface: str, method: str, values: object = None) -> tuple:
        return self._bus.call_sync(*at, interface, method, values, None, 0, 20_000).unpack()

    def tree(self) -> list[dict]:
        """Every node that shows, above before below."""
        found: list[dict] = []
        registry = ("org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root")
        for at in self._ask(registry, ACCESSIBLE, "GetChildren")[0]:
            for window in self._children(at):
                self._walk(window, "", found, 0)
        return found

    def _children(self, at: tuple[str, str]) -> list[tuple[str, str]]:
        try:
            return self._ask(at, ACCESSIBLE, "GetChildren")[0]
        except GLib.Error:
            return []  # it went while it was looked at

    def _walk(self, at: tuple[str, str], under: str, found: list[dict], depth: int) -> None:
        try:
            low, high = self._ask(at, ACCESSIBLE, "GetState")[0]
            states = [name for bit, name in STATES.items() if (low | high << 32) >> bit & 1]
            if "showing" not in states:
                return
            role = self._ask(at, ACCESSIBLE, "GetRoleName")[0]
            asked = GLib.Variant("(ss)", (ACCESSIBLE, "Name"))
            name = self._ask(at, "org.freedesktop.DBus.Properties", "Get", asked)[0]
            box = self._ask(at, COMPONENT, "GetExtents", GLib.Variant("(u)", (0,)))[0]
        except GLib.Error:
            return
        found.append({"role": role, "name": name, "states": states, "box": box, "under": under})
        if depth < _DEEPEST:
            for each in self._children(at):
                self._walk(each, f"{under}/{name or role}", found, depth + 1)


if __name__ == "__main__":
    listener = Listener()
    for _line in sys.stdin:
        print(json.dumps(listener.tree()), flush=True)
