"""A window of another program with one folder in it, to be dragged with a real mouse: python drag_source.py FOLDER."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Folder(QLabel):
    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        carried = QMimeData()
        carried.setUrls([QUrl.fromLocalFile(sys.argv[1])])
        drag = QDrag(self)
        drag.setMimeData(carried)
        drag.exec(Qt.DropAction.CopyAction)


if __name__ == "__main__":
    app = QApplication([])
    label = Folder("Drag me")
    label.setWindowTitle("A folder")
    label.setWindowFlag(Qt.WindowType.X11BypassWindowManagerHint)
    label.setGeometry(4, 820, 120, 60)
    label.show()
    app.exec()
