"""What a collection's own settings switch on in its Markdown: those of MkDocs, of a vault, and of what Pandoc reads."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from bookwheel.domain.document import Dialect
from bookwheel.library.sources.inside_root import read_inside
from bookwheel.pages.markdown import BREAKS, SCRIPTS
from bookwheel.parsing import nav_files

_LARGEST = 1_000_000
_MOST_ABOVE = 8
"""Folders above a collection in which its vault is looked for."""
_FOLDERS_OF_EDITORS = (".foam", ".vscode/foam.json", "dendron.yml")
"""Signs of programs that read wikilinks and leave line breaks as CommonMark has them."""
_PANDOC = (".qmd", ".rmd")


def extras_of(root: Path, path: str, dialect: Dialect) -> tuple[str, ...]:
    """The extensions of a document by its path in a collection whose real folder is `root`."""
    if dialect is Dialect.MKDOCS:
        return tuple(_mkdocs_extensions(root))
    if dialect is Dialect.OBSIDIAN:
        return () if _has_strict_breaks(root, posixpath.dirname(path)) else (BREAKS,)
    return (SCRIPTS,) if dialect is Dialect.GFM and path.lower().endswith(_PANDOC) else ()


def _mkdocs_extensions(root: Path) -> dict[str, object]:
    for path in (root / "mkdocs.yml", root / "mkdocs.yaml", root.parent / "mkdocs.yml"):
        try:
            if path.is_symlink() or path.stat().st_size > nav_files.LARGEST:
                continue
            return nav_files.extensions_of(path.read_text("utf-8", errors="replace"))
        except OSError:
            continue
    return {}


def _has_strict_breaks(root: Path, folder: str) -> bool:
    """Whether a line break is a space: the nearest vault says so, or the folder is another program's."""
    if any((root / sign).exists() for sign in _FOLDERS_OF_EDITORS):
        return True
    vault = next((above for above in _folders(root, folder) if (above / ".obsidian").is_dir()), None)
    if vault is None:
        return False
    try:
        settings: object = json.loads(read_inside(vault, ".obsidian/app.json", _LARGEST)[0])
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(settings, dict) and cast("dict[str, object]", settings).get("strictLineBreaks") is True


def _folders(root: Path, folder: str) -> Iterator[Path]:
    """The document's folder and those above it, beyond the collection's too: a collection may be a part of a vault."""
    while folder:
        yield root / folder
        folder = posixpath.dirname(folder)
    yield root
    yield from list(root.parents)[:_MOST_ABOVE]
