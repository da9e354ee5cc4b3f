"""Which Markdown a folder is written in, by the files at its root."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from bookwheel.domain.document import Dialect

_SIGNS = (
    ("mkdocs.yml", Dialect.MKDOCS),
    ("mkdocs.yaml", Dialect.MKDOCS),
    (".obsidian", Dialect.OBSIDIAN),
    (".foam", Dialect.OBSIDIAN),
    (".logseq", Dialect.OBSIDIAN),
    ("logseq/config.edn", Dialect.OBSIDIAN),
    ("dendron.yml", Dialect.OBSIDIAN),
)


_WIKILINK = re.compile(rb"\[\[[^\[\]\n]{1,200}\]\]")
_SAMPLE_FILES = 60
_SAMPLE_BYTES = 16_384


def detect(root: Path) -> Dialect:
    """The dialect of a folder: MkDocs by its configuration, Obsidian and the like by theirs, else GFM.

    A docs folder's configuration often lies one level above it, and is looked for there too. Without any sign, a folder
    of whose first 60 pages a fifth hold wikilinks is read as Obsidian's.
    """
    for sign, dialect in _SIGNS:
        if (root / sign).exists():
            return dialect
    if root.name == "docs" and any((root.parent / sign).is_file() for sign in ("mkdocs.yml", "mkdocs.yaml")):
        return Dialect.MKDOCS
    pages = with_links = 0
    for content in _first_pages(root):
        pages += 1
        with_links += _WIKILINK.search(content) is not None
    return Dialect.OBSIDIAN if with_links > 1 and with_links >= 0.2 * pages else Dialect.GFM


def _first_pages(root: Path) -> Iterator[bytes]:
    """The beginnings of the first Markdown files below a folder, links not followed."""
    left = _SAMPLE_FILES
    for folder, below, names in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith("."))[:50]
        for name in sorted(names)[:20]:
            path = os.path.join(folder, name)
            # A pipe would block, a link may lead outside.
            if name.lower().endswith(".md") and os.path.isfile(path) and not os.path.islink(path):
                try:
                    with open(path, "rb") as file:
                        yield file.read(_SAMPLE_BYTES)
                except OSError:
                    continue
                left -= 1
                if not left:
                    return
