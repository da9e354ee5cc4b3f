"""Reads the JavaScript and CSS of pages from `resources/page`, and makes the scripts that Chromium runs."""

from __future__ import annotations

import json

from PySide6.QtWebEngineCore import QWebEngineScript

from bookwheel import paths

WORLD = QWebEngineScript.ScriptWorldId.ApplicationWorld.value
"""The world of our scripts, apart from the page's own, which is off."""
FIRST = "page_swap.js"
"""What every page gets first, once for all documents that are put into it."""
SCRIPTS = (
    "reader.js", "typesetting.js", "link_previews.js", "code_copy.js", "find_in_page.js", "tables.js", "pieces.js",
    "folds.js", "name_links.js", "annotations.js", "drawing.js", "remote_images.js",
)  # fmt: skip
"""What every document gets once it is there, in this order."""
STYLES = (
    "frame.css", "footer.css", "link_previews.css", "code_copy.css", "source.css", "find_in_page.css", "tables.css",
    "pieces.css", "folds.css", "name_links.css", "compare.css", "annotations.css", "drawing.css",
    "remote_images.css",
)  # fmt: skip
"""What the style of every page ends with, in this order."""


def read(name: str) -> str:
    """Return the text of one file of page code."""
    return (paths.resources() / "page" / name).read_text("utf-8")


def source(name: str, **values: str) -> str:
    """Return one script, which finds the values in `window.bookwheelValues`."""
    given = f"window.bookwheelValues = Object.assign(window.bookwheelValues || {{}}, {json.dumps(values)});\n"
    return (given if values else "") + read(name)


def beginning(name: str, **values: str) -> str:
    """Return one script so that it begins again with each document that is put into the page."""
    return f"window.bookwheelBegin(function () {{\n{source(name, **values)}\n}});"


def script(name: str, text: str, *, is_early: bool = False) -> QWebEngineScript:
    """Make a script of every page, run in our world once the document is there, or `is_early`, before it is read."""
    point = QWebEngineScript.InjectionPoint
    made = QWebEngineScript()
    made.setName(name)
    made.setSourceCode(text)
    made.setWorldId(WORLD)
    made.setInjectionPoint(point.DocumentCreation if is_early else point.DocumentReady)
    made.setRunsOnSubFrames(False)
    return made
