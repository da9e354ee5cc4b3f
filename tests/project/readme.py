"""The README as tests see it: its sections, and what stands in the first column of their tables."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def section(title: str) -> str:
    """The text under a heading of the README, up to the next."""
    parts = re.split(r"^##+ +(.+)$", (ROOT / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    found = dict(zip(parts[1::2], parts[2::2], strict=True))
    return found[title]


def named(title: str) -> set[str]:
    """Every code span in the first column of the tables of a section."""
    names: set[str] = set()
    for line in section(title).splitlines():
        if line.startswith("|"):
            names.update(re.findall(r"`([^`]+)`", re.split(r"(?<!\\)\|", line)[1]))
    return names
