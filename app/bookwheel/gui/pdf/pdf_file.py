"""One PDF on the disk: loaded read-only, unlocked with its password, loaded again when it changes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal
from PySide6.QtPdf import QPdfDocument

_SETTLED_MS = 400
"""After which a file that changed is loaded again: whoever writes it may not be done."""
_TRIES = 5


class PdfFile(QObject):
    """Holds the document that is shown."""

    loaded = Signal(bool)
    """Pages can be shown; whether they are those of the same file as before, which has changed."""
    failed = Signal(str)
    """It cannot be read: the reason, empty where the file is gone."""
    locked = Signal(bool)
    """It wants a password; whether one was given that is wrong."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.document = QPdfDocument(self)
        self.path: Path | None = None
        self.doc = ""
        self._stamp: tuple[int, int] = (0, 0)
        self._tries = 0
        self._watcher = QFileSystemWatcher(self)
        self._watcher.fileChanged.connect(lambda _path: self._settling.start())
        self._settling = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._settling.timeout.connect(self._reload)

    @property
    def is_open(self) -> bool:
        """Whether there are pages."""
        return self.document.status() is QPdfDocument.Status.Ready and self.document.pageCount() > 0

    @property
    def labels(self) -> list[str]:
        """The labels of all pages; their numbers where they have none."""
        return [self.document.pageLabel(at) or str(at + 1) for at in range(self.document.pageCount())]

    def open(self, doc: str, path: Path) -> None:
        """Load a document, unless it is the one that is loaded."""
        if self.path == path and self.is_open and self._stamp == _stamp_of(path):
            self.doc = doc
            self.loaded.emit(False)
            return
        self.close()
        self.doc, self.path = doc, path
        self._load(is_same=False, password="")

    def unlock(self, password: str) -> None:
        """Try a password on the document that is locked."""
        if self.path is not None:
            self._load(is_same=False, password=password)

    def close(self) -> None:
        """Let go of the file."""
        self._settling.stop()
        if self._watcher.files():
            self._watcher.removePaths(self._watcher.files())
        self.document.close()
        self.path, self.doc = None, ""

    def _load(self, *, is_same: bool, password: str) -> None:
        path = self.path
        if path is None:
            return
        self._stamp = _stamp_of(path)
        self.document.close()
        self.document.setPassword(password)
        error = self.document.load(str(path))
        if path.exists():
            self._watcher.addPath(str(path))
        match error:
            case QPdfDocument.Error.None_ if self.document.pageCount() > 0:
                self.loaded.emit(is_same)
            case QPdfDocument.Error.IncorrectPassword:
                self.locked.emit(bool(password))
            case QPdfDocument.Error.FileNotFound:
                self.failed.emit("")
            case _:
                self.failed.emit(error.name.rstrip("_"))

    def _reload(self) -> None:
        """The file changed: load it again, or say that it is gone once it does not come back."""
        path = self.path
        if path is None:
            return
        if not path.exists():
            self._tries += 1
            if self._tries < _TRIES:
                self._settling.start()
            else:
                self._tries = 0
                self.failed.emit("")
            return
        self._tries = 0
        if self._stamp != _stamp_of(path):
            self._load(is_same=True, password=self.document.password())
        elif str(path) not in self._watcher.files():
            self._watcher.addPath(str(path))


def _stamp_of(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return stat.st_mtime_ns, stat.st_size
