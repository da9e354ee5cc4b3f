"""A web view without any of our guards that loads addresses of other computers: only Chromium's flags hold it."""

from __future__ import annotations

from bookwheel.gui.process.application import prepare_environment
from tests.first_hour.pages import REMOTE

ADDRESSES = (f"{REMOTE}/page", "http://198.51.100.7/page")
_PATIENCE_MS = 10_000
"""A page that is looked for on the recorder's way out is never answered."""


def main() -> int:
    """Load them one after the other, and end; 0 when none was loaded."""
    prepare_environment()
    from PySide6.QtCore import QTimer, QUrl  # noqa: PLC0415 - after Chromium's flags are set
    from PySide6.QtWebEngineWidgets import QWebEngineView  # noqa: PLC0415
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    app, left, ends = QApplication([]), list(ADDRESSES), list[bool]()
    view = QWebEngineView()

    def go_on(was_loaded: bool) -> None:
        ends.append(was_loaded)
        if left:
            view.load(QUrl(left.pop()))
        else:
            app.quit()

    view.loadFinished.connect(go_on)
    QTimer.singleShot(_PATIENCE_MS, app.quit)
    view.load(QUrl(left.pop()))
    app.exec()
    return int(any(ends))


if __name__ == "__main__":
    raise SystemExit(main())
