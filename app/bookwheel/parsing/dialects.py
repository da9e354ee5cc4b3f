"""Which Markdown a folder is written in, by the files at its root."""

from __future__ import annotations

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


def detect(root: Path) -> Dialect:
    """The dialect of a folder: MkDocs by its configuration, Obsidian and the like by theirs, else GFM.

    A docs folder's configuration often lies one level above it, and is looked for there too.
    """
    for sign, dialect in _SIGNS:
        if (root / sign).exists():
            return dialect
    if root.name == "docs" and any((root.parent / sign).is_file() for sign in ("mkdocs.yml", "mkdocs.yaml")):
        return Dialect.MKDOCS
    return Dialect.GFM
