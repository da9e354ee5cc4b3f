"""Wikilinks in the words of canvases and drawings, as Markdown."""

from __future__ import annotations

import posixpath
import re

from bookwheel.parsing.formats.converted import PICTURE_SUFFIXES
from bookwheel.parsing.formats.markdown_writer import escaped, image, link, one_line

WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n|]{1,500})(?:\|([^\[\]\n]{0,500}))?\]\]")
"""Its groups: the sign of an embed, the target, the label."""


def with_links(markdown: str) -> str:
    """Markdown with its wikilinks as links by the name of a page, and embedded pictures as images."""
    return WIKILINK.sub(_as_link, markdown) if "[[" in markdown else markdown


def _as_link(match: re.Match[str]) -> str:
    target, label = match[2].strip(), (match[3] or "").strip()
    if match[1] and target.lower().endswith(PICTURE_SUFFIXES):
        return image(posixpath.basename(target), target)
    return link(escaped(one_line(label if label and not match[1] else target.strip("#"))), target)
