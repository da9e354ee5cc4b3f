"""What is not seen when the window opens: loaded bit by bit once it is there, so that the first use need not wait.

Without it the first opening of the map holds the window up for 114 to 162 ms, with it for 12 to 19 (three pairs).
"""

from __future__ import annotations

import importlib
import logging
import sys
import threading
import time
from collections.abc import Iterator

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QObject, QTimer

from bookwheel.gui.process.code_prefetch import PrefetchingFinder

DIALOGS = (
    "bookwheel.gui.settings.dialog",
    "bookwheel.gui.status.health_dialog",
    "bookwheel.gui.agents.connect_dialog",
    "bookwheel.gui.agents.memory_dialog",
    "bookwheel.gui.agents.unanswered_dialog",
    "bookwheel.gui.links.link_report",
    "bookwheel.gui.links.manual_links_dialog",
    "bookwheel.gui.sparql.dialog",
    "bookwheel.gui.sparql.ontology_dialog",
    "bookwheel.gui.links.path_dialog",
    "bookwheel.gui.status.mapping_dialog",
    "bookwheel.gui.sources.dialog",
    "bookwheel.gui.sources.add_dialog",
    "bookwheel.gui.sources.subscribe_dialog",
    "bookwheel.gui.sources.publish_dialog",
    "bookwheel.gui.sources.team_dialog",
    "bookwheel.gui.sources.teams_dialog",
    "bookwheel.gui.pdf.view",
)
"""Modules of windows beside the first and of pages of PDFs, which nobody can see yet."""
PICTURES = (
    "PySide6.QtSvg",
    "PySide6.QtTest",
    "PySide6.QtOpenGL",
    "PySide6.QtOpenGLWidgets",
    "pyqtgraph",
    "bookwheel.gui.graph.canvas",
    "bookwheel.gui.map.canvas",
)
"""What draws the graph and the map, after what it asks of Qt."""
PLAIN = (
    "numpy",
    "numpy.typing",
    "pydoc",
    "cProfile",
    "multiprocessing.connection",
    "xml.etree.ElementTree",
    "importlib.resources",
    "decimal",
    "colorama",
    "mmap",
    "bookwheel.client.teams.joining",
)
"""What it asks of others; none of them makes a class of Qt's kind."""
UNASKED = frozenset(("canvas", "console", "dockarea", "examples", "flowchart", "jupyter", "opengl"))
"""Packages in pyqtgraph that it does not load by itself."""

_REST_MS = 1500
"""After which the window has asked for what it shows first."""
_TURN_MS = 60
"""Between two modules."""
_WOKEN_S = 0.008
"""How long Qt's classes are called up in one turn."""
_log = logging.getLogger(__name__)


def prepare(owner: QObject) -> None:
    """Load the modules when the window has come to rest; one that is asked for sooner is loaded at once.

    What makes no class of Qt's kind is loaded in a thread, all else in the window's: while such a class is made, Qt
    must not ask another object for its own, which PySide answers without the interpreter's lock. It ended the program
    (PySide6 6.11.3, in `MetaObjectBuilder::update`) when a thread loaded what draws the map.

    pyqtgraph asks PySide for every class of Qt there is, which makes each when it is first asked for: 100 of the 270
    ms that it took to load. They are called up before it, a few in a turn. Most of what remained is the reading of its
    hundred and fifty modules, which is no loading and is done in the thread: 21 ms of 60 are left.
    """
    ahead = PrefetchingFinder()

    def read() -> None:
        _load(*PLAIN)
        ahead.read("pyqtgraph", UNASKED)

    plain = threading.Thread(target=read, name="later", daemon=True)
    sys.meta_path.insert(0, ahead)
    classes = ((module, name) for module in (QtCore, QtGui, QtWidgets) for name in dir(module))
    waiting = [*PICTURES, *DIALOGS]
    turns = QTimer(owner, interval=_TURN_MS)

    def turn() -> None:
        if plain.is_alive() or _call_up(classes):
            return
        if waiting:
            _load(waiting.pop(0))
        else:
            turns.stop()
            sys.meta_path.remove(ahead)

    turns.timeout.connect(turn)
    QTimer.singleShot(_REST_MS, owner, lambda: (plain.start(), turns.start()))


def _call_up(classes: Iterator[tuple[object, str]]) -> bool:
    """Have PySide make the next classes; False when there were none left."""
    until_s = time.perf_counter() + _WOKEN_S
    for module, name in classes:
        getattr(module, name, None)
        if time.perf_counter() > until_s:
            return True
    return False


def _load(*names: str) -> None:
    for name in names:
        try:
            importlib.import_module(name)
        except ImportError:
            _log.exception("A part of the window could not be loaded")  # who asks for it will see
