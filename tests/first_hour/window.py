"""The window's part of the first hour: open the pages that reach out, search, the map, the sheets, and close."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bookwheel.gui.process import application

_PATIENCE_S = 90


def main(words: Sequence[str]) -> int:
    """Open the window on a folder and do in it what a newcomer does; 0 when every step came to its end."""
    app, window = application.open_window([words[0]], None)
    from PySide6.QtTest import QTest  # noqa: PLC0415 - after Chromium's flags are set
    from PySide6.QtWidgets import QDialog  # noqa: PLC0415

    from bookwheel.gui.opening.open_question import OpenQuestion  # noqa: PLC0415
    from bookwheel.gui.state.locations import Location  # noqa: PLC0415

    def wait(is_so: Callable[[], object], what: str) -> None:
        end = time.monotonic() + _PATIENCE_S
        while not is_so():
            if time.monotonic() > end:
                raise SystemExit(f"The window waited in vain for {what}.")
            QTest.qWait(20)

    def ask(source: str) -> str:
        told: list[object] = []
        assert window.reader.view is not None
        window.reader.view.web_page.runJavaScript(source, 1, lambda answer: told.append(answer))
        wait(lambda: told, source)
        return str(told[0])

    def show(doc: str) -> None:
        window.shell.open(Location(doc))
        wait(lambda: window.reader.page is not None and window.reader.page.doc == doc, doc)
        wait(lambda: ask("document.readyState") == "complete", f"{doc} to be loaded")
        wait(lambda: ask("String([...document.images].every((image) => image.complete))") == "true", "its images")

    collection = Path(words[0]).name
    wait(lambda: window.connection.client is not None, "the service")
    show(f"{collection}/reaching.md")
    wait(lambda: ask("String(typeof typesetting !== 'undefined' && typesetting.tally()[0] > 0)") == "true", "a formula")
    wait(lambda: ask("String(typesetting.tally()[1] + typesetting.tally()[2] > 0)") == "true", "a diagram")
    ask("String(bookwheel.press('outside'))")
    wait(lambda: window.findChildren(OpenQuestion), "the question about an outside address")
    for box in window.findChildren(OpenQuestion):
        box.reject()
    show(f"{collection}/wheel.md")
    window.toolbar.box.setText("wheel that holds books")
    wait(lambda: window.results_panel.isVisible(), "hits")
    window.centre.leave_search()
    window.map_tab.show()
    wait(lambda: window.map_tab.is_shown, "the map")
    window.dialogs.show_agents()
    window.dialogs.show_health()
    wait(lambda: any(dialog.isVisible() for dialog in window.findChildren(QDialog)), "a dialog")
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    window.map_tab.close()
    show(f"{collection}/reaching.md")
    window.close()
    window.end()
    del app
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
