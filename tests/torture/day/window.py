"""The window's part of the day: `python -m tests.torture.day.window SEED SECONDS WORD…` types, opens hits, closes."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Sequence

from bookwheel.gui.process import application

_CONNECT_S = 90


def main(words: Sequence[str]) -> int:
    """Use the window for so many seconds, whatever becomes of the service meanwhile."""
    chance, end, asked = random.Random(words[0]), time.monotonic() + float(words[1]), words[2:]
    app, window = application.open_window([], None)
    from PySide6.QtTest import QTest  # noqa: PLC0415 - after Chromium's flags are set

    connecting = time.monotonic() + _CONNECT_S
    while window.shell.client is None:
        if time.monotonic() > connecting:
            raise SystemExit("The window did not find the service.")
        QTest.qWait(50)
    while time.monotonic() < end:
        window.toolbar.box.setText(" ".join(chance.sample(asked, 2)))
        QTest.qWait(chance.randint(50, 1500))
        hit = window.search.model.hit(0) if window.search.model.rowCount() else None
        if hit is not None and chance.random() < 0.7:
            from bookwheel.gui.state.locations import Location  # noqa: PLC0415 - likewise

            window.shell.open(Location(hit.doc))
            QTest.qWait(chance.randint(50, 1500))
        if chance.random() < 0.1:
            (window.map_tab.close if window.map_tab.is_shown else window.map_tab.show)()
            QTest.qWait(500)
    window.close()
    window.end()
    del app
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
