"""The window's connection to the service: connecting, the stream of events, and coming back after it died."""

from __future__ import annotations

import logging
import threading
import time

from PySide6.QtCore import QObject, QTimer, Signal

from bookwheel.client.connection import Client, connect
from bookwheel.domain.errors import BookwheelError, ServiceUnavailable
from bookwheel.gui.i18n.service_messages import translate_message
from bookwheel.gui.i18n.translation import tr
from bookwheel.paths import LibraryPaths

_log = logging.getLogger(__name__)
_RETRY_MS = (500, 1000, 2000, 5000)


class ServiceConnection(QObject):
    """Connects in a thread of its own and reads events in another; tells both by signals on the owner's thread."""

    connected = Signal(object)
    """A Client, ready for calls."""
    lost = Signal(str)
    """The service cannot be reached: a sentence."""
    event_received = Signal(object)
    _failed = Signal(str)
    _ready = Signal(object)

    def __init__(self, paths: LibraryPaths, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._paths = paths
        self._is_closing = False
        self._attempt = 0
        self._client: Client | None = None
        self._retry = QTimer(self, singleShot=True)
        self._retry.timeout.connect(self.start)
        self._is_connecting = self._has_met = False
        self._ready.connect(self._on_ready)
        self._failed.connect(self._on_failed)

    @property
    def client(self) -> Client | None:
        """The client while there is one."""
        return self._client

    def start(self) -> None:
        """Adopt the library's service, or start it."""
        if self._is_connecting or self._is_closing:
            return
        self._is_connecting = True
        threading.Thread(target=self._connect, name="connect", daemon=True).start()

    def reconnect(self) -> None:
        """Look for the service again, after a call could not reach it."""
        if self._client is not None:
            self._client.close()
            self._client = None
        self.start()

    def close(self) -> None:
        """Leave the service (it goes on while others need it)."""
        self._is_closing = True
        self._retry.stop()
        if self._client is not None:
            self._client.close()
            self._client = None

    def _connect(self) -> None:
        try:
            client = connect(self._paths, client="window", may_create=not self._has_met, with_teams=True)
        except BookwheelError as error:
            self._emit(self._failed, translate_message(error.message))
        except Exception:  # the thread's edge: the window must hear that it failed
            _log.exception("Connecting failed")
            self._emit(self._failed, tr("The background service did not start. See its log for the reason."))
        else:
            self._emit(self._ready, client)

    def _on_ready(self, client: Client) -> None:
        self._is_connecting = False
        if self._is_closing:
            client.close()
            return
        self._attempt, self._has_met = 0, True
        self._client = client
        threading.Thread(target=self._listen, args=(client,), name="events", daemon=True).start()
        self.connected.emit(client)

    def _on_failed(self, message: str) -> None:
        self._is_connecting = False
        self.lost.emit(message)
        self._retry.start(_RETRY_MS[min(self._attempt, len(_RETRY_MS) - 1)])
        self._attempt += 1

    def _listen(self, client: Client) -> None:
        """Pass events on until the window closes; a stream that ends for good means looking for the service again."""
        last = 0
        while not self._is_closing and client is self._client:
            try:
                for event in client.events(last):
                    last = event.sequence
                    if self._is_closing or client is not self._client:
                        return
                    self._emit(self.event_received, event)
            except ServiceUnavailable as error:
                if client is self._client:
                    self._emit(self.lost, translate_message(error.message))
            except BookwheelError as error:
                _log.warning("The stream of events broke: %s", error.message)
            except Exception:  # likewise
                if self._is_closing or client is not self._client:
                    return
                _log.exception("The stream of events broke")
            time.sleep(0.5)

    def _emit(self, signal: object, value: object) -> None:
        try:
            signal.emit(value)  # type: ignore[attr-defined]
        except RuntimeError:
            _log.debug("The window closed before it could be told")
