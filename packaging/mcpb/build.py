"""Build the bundle that Claude Desktop installs with a double click: a manifest, an icon, and a starter of the bridge.

The form is that of github.com/modelcontextprotocol/mcpb, MANIFEST.md, version 0.3. Same sources, same bytes.
Usage: python packaging/mcpb/build.py FOLDER
"""

from __future__ import annotations

import json
import os
import sys
import tomllib
import zipfile
from pathlib import Path

from bookwheel.service.agents.tools.tools import TOOLS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LONGEST = 200
LAID = (2026, 1, 1, 0, 0, 0)
"""The date of every file in the bundle, so that nothing depends on when it was built."""


def manifest() -> dict[str, object]:
    """What the bundle says of itself."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "manifest_version": "0.3",
        "name": project["name"],
        "display_name": "Bookwheel",
        "version": project["version"],
        "description": "Search and read the documents of this computer's Bookwheel library.",
        "long_description": (
            "Connects Claude Desktop with the Bookwheel that is installed here. Everything stays on this computer; "
            "what may be seen, and each call, is shown in Bookwheel's own window, where access is taken back as well."
        ),
        "author": {"name": "The Bookwheel authors"},
        "license": project["license"],
        "keywords": project["keywords"],
        "icon": "icon.png",
        "server": {
            "type": "node",
            "entry_point": "server/index.js",
            "mcp_config": {
                "command": "node",
                "args": ["${__dirname}/server/index.js"],
                "env": {
                    "BOOKWHEEL_BUNDLE_PROGRAM": "${user_config.program}",
                    "BOOKWHEEL_BUNDLE_LIBRARY": "${user_config.library}",
                },
            },
        },
        "tools": [{"name": name, "description": _brief(tool.about)} for name, tool in TOOLS.items()],
        "compatibility": {"platforms": ["darwin", "win32", "linux"], "runtimes": {"node": ">=18.0.0"}},
        "user_config": {
            "program": {
                "type": "file",
                "title": "Bookwheel program",
                "description": "Where bookwheel lies, if it is not found by itself.",
                "required": False,
                "default": "",
            },
            "library": {
                "type": "directory",
                "title": "Library",
                "description": "The folder of another library than your usual one.",
                "required": False,
                "default": "",
            },
        },
    }


def build(folder: Path) -> Path:
    """Write the bundle into a folder, and return its place."""
    told = manifest()
    files = {
        "manifest.json": (json.dumps(told, indent=2, ensure_ascii=False) + "\n").encode(),
        "icon.png": _icon(),
        "server/index.js": (HERE / "index.js").read_bytes(),
        "LICENSE": (ROOT / "LICENSE").read_bytes(),
    }
    folder.mkdir(parents=True, exist_ok=True)
    bundle = folder / f"{told['name']}-{told['version']}.mcpb"
    with zipfile.ZipFile(bundle, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, LAID)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return bundle


def _brief(text: str) -> str:
    """The first sentence."""
    first = text.replace("\n", " ").split(". ")[0].rstrip(".") + "."
    return first if len(first) <= LONGEST else first[: LONGEST - 1] + "…"


def _icon() -> bytes:
    """The program's icon, drawn at 512 by 512 pixels."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QIODevice, QRectF, Qt  # noqa: PLC0415 - after the platform is chosen
    from PySide6.QtGui import QImage, QPainter  # noqa: PLC0415
    from PySide6.QtSvg import QSvgRenderer  # noqa: PLC0415

    image = QImage(512, 512, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    QSvgRenderer(str(ROOT / "resources" / "icons" / "bookwheel.svg")).render(painter, QRectF(0, 0, 512, 512))
    painter.end()
    kept = QBuffer()
    kept.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(kept, "PNG")
    return bytes(kept.data().data())


if __name__ == "__main__":
    made = build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "dist"))
    print(f"{made} ({made.stat().st_size:,} bytes)")
