"""The window's process: flags, fonts, look, one window, one link to the service."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bookwheel import gc_tuning
from bookwheel.gui.process import interpreter_tuning

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from bookwheel.gui.process.window_manager import Windows
    from bookwheel.gui.window.window import Window

_OTHERS_MS = 600
"""After which the other windows of last time follow the first one."""
_NO_DISPLAY = (
    "bookwheel: No display was found (DISPLAY and WAYLAND_DISPLAY are unset), so there is no window.\n"
    "  next: bookwheel serve --detach, bookwheel add PATH, bookwheel search WORDS"
)
"""Said on a terminal, before any language is known; without it Qt ends the process."""
_CHROMIUM = ("--disable-gpu", "--disable-dev-shm-usage")
_COLLECTING = ("--js-flags=--expose-gc",)
"""Lets `gui/page/page_memory.py` ask for a collection; pages run no scripts of their own."""
_UNCONNECTED = ("--no-pings", "--no-proxy-server", '--host-resolver-rules="MAP * ~NOTFOUND"')
"""No host is found, whoever in Chromium asks for it and be it by its address; no proxy is looked for."""


def prepare_environment() -> None:
    """Set what Qt WebEngine reads before it starts: no host, no graphics card, and for root no sandbox."""
    flags = os.environ.get("QTWEBENGINE_CHROMIUM_FLAGS", "")
    wanted = (*(_CHROMIUM if sys.platform.startswith("linux") else ()), *_COLLECTING, *_UNCONNECTED)
    missing = (flag for flag in wanted if flag not in flags)
    os.environ["QTWEBENGINE_CHROMIUM_FLAGS"] = " ".join([*([flags] if flags else []), *missing])
    if sys.platform.startswith("linux"):
        # With the graphics card in play, the first page makes Qt replace the whole native window.
        os.environ.setdefault("QT_QUICK_BACKEND", "software")
    if getattr(os, "geteuid", lambda: 1)() == 0:
        os.environ.setdefault("QTWEBENGINE_DISABLE_SANDBOX", "1")


def main(folders: list[str], library: str | None, qt_options: Sequence[str] = ()) -> int:
    """Open the window on a library, adding `folders` (or opening a `bookwheel://` link); returns the exit code."""
    from bookwheel import paths  # noqa: PLC0415
    from bookwheel.gui.platform import single_instance  # noqa: PLC0415

    library_paths = paths.library(library)
    held = None
    with contextlib.suppress(OSError):  # a folder that cannot be written to is said by the window itself
        held, is_taken = single_instance.begin(library_paths, _asked(folders))
        if is_taken:
            return 0
    if _has_no_display():
        print(_NO_DISPLAY, file=sys.stderr)
        if held is not None:
            held.release()
        return 1
    app, window = open_window(folders, library, qt_options)
    logging.getLogger(__name__).info("The window is open")
    from PySide6.QtCore import QTimer  # noqa: PLC0415

    from bookwheel.gui.platform.window_placement import WindowPlacement  # noqa: PLC0415
    from bookwheel.gui.process.system_tray import SystemTray  # noqa: PLC0415
    from bookwheel.gui.process.window_manager import Windows  # noqa: PLC0415

    windows = Windows(window)
    SystemTray(windows)
    WindowPlacement(app)
    later = single_instance.SingleInstance(library_paths, windows) if held is not None else None
    if later is not None:
        later.asked.connect(windows.open_requests)
    leave = _close_on_signals(windows)
    QTimer.singleShot(_OTHERS_MS, windows, windows.restore)
    code = app.exec()
    leave()
    if later is not None:
        later.close()
    windows.end()
    if held is not None:
        held.release()
    return code


def _has_no_display() -> bool:
    named = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return sys.platform.startswith("linux") and not any(os.environ.get(name) for name in named)


def open_window(folders: list[str], library: str | None, qt_options: Sequence[str] = ()) -> tuple[QApplication, Window]:
    """The application and its window, shown; what it does begins once the application runs."""
    gc_tuning.pause_gc()
    interpreter_tuning.shorten_switch_interval()
    prepare_environment()
    from PySide6.QtCore import QCoreApplication, Qt, QTimer  # noqa: PLC0415 - Chromium reads the flags on import

    interpreter_tuning.leave_sources_unread()
    from bookwheel import log, paths  # noqa: PLC0415
    from bookwheel.gui.page import url_scheme  # noqa: PLC0415 - registers the scheme before the application

    url_scheme.register()
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415

    from bookwheel.gui.i18n import translation  # noqa: PLC0415
    from bookwheel.gui.process import deferred_imports as later  # noqa: PLC0415
    from bookwheel.gui.state.session import Session  # noqa: PLC0415
    from bookwheel.gui.theme import fonts  # noqa: PLC0415
    from bookwheel.gui.theme.theme import Theme  # noqa: PLC0415
    from bookwheel.gui.window.window import Window  # noqa: PLC0415

    library_paths = paths.library(library)
    log.start(library_paths.log, "window")
    QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
    QCoreApplication.setOrganizationName("bookwheel")
    QCoreApplication.setApplicationName("Bookwheel")
    app = QApplication([sys.argv[0], *qt_options])
    app.setDesktopFileName("bookwheel")
    fonts.load()
    translation.speak(app, translation.SYSTEM)  # for what the settings say about themselves while they are read
    session = Session(library_paths)
    translation.speak(app, session.preferences.values.language)
    window = Window(library_paths, session, Theme(app, session.theme))
    window.reader.warm()  # the web engine starts while nobody waits for a key yet: it holds this thread for 0.2 s
    window.show()
    fonts.warm()
    later.prepare(window)
    QTimer.singleShot(0, window, lambda: window.begin(_asked(folders)))
    gc_tuning.freeze_and_resume_gc()
    return app, window


def _asked(words: list[str]) -> list[str]:
    """Links as they are, and folders by their whole paths."""
    return [
        request if request[:10].casefold() == "bookwheel:" else str(Path(request).expanduser().resolve())
        for request in words
    ]


def _close_on_signals(windows: Windows) -> Callable[[], None]:
    """Close the windows, keeping the session, when the system asks the process to end; what undoes that.

    Python sees a signal only while it runs, so the signal's number also wakes Qt through a socket.
    """
    from PySide6.QtCore import QSocketNotifier  # noqa: PLC0415

    woken, waker = socket.socketpair()
    for end in (woken, waker):
        end.setblocking(False)
    before = signal.set_wakeup_fd(waker.fileno())
    notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read, windows)
    notifier.activated.connect(lambda: woken.recv(64))
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: windows.quit())

    def leave() -> None:
        notifier.setEnabled(False)
        signal.set_wakeup_fd(before)
        woken.close()
        waker.close()

    return leave
