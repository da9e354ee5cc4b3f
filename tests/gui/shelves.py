"""A few documents to read."""

from __future__ import annotations

from pathlib import Path

_FILLER = "The reader turns a leaf and goes on to the next line without haste.\n\n" * 14

_WHEEL = f"""---
title: The bookwheel
tags: [history, machines]
type: essay
---

# The bookwheel

It keeps many volumes open.

{_FILLER}

## How it turns

Each shelf hangs at the same slope throughout the turn. See [the desk](desk.md#lectern) or
[outside](https://example.org/a?b=1).

{_FILLER}

## Who used it

Readers tormented by gout, and an unusual zanzibar of scholars.

{_FILLER}
"""

_DESK = f"""# The desk

A flat place. <script>document.title = "stolen"</script>
<img src="x" onerror="document.title = 'stolen'">
![far](http://127.0.0.1:9/pixel.png)

{_FILLER}

## Lectern

It stands and holds one zanzibar book.
"""


def write_shelves(root: Path) -> Path:
    """Write them below a folder; the folder."""
    (root / "machines").mkdir(parents=True)
    (root / "index.md").write_text("# Welcome\n\nStart with [[The bookwheel]].\n", encoding="utf-8")
    (root / "machines" / "wheel.md").write_text(_WHEEL, encoding="utf-8")
    (root / "machines" / "desk.md").write_text(_DESK, encoding="utf-8")
    (root / "notes.txt").write_text("Plain words about apples.\n", encoding="utf-8")
    return root
