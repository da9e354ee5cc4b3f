"""Document trees made up from a seed: many small documents, large ones, and shelves of sections."""

from __future__ import annotations

import random
from pathlib import Path

_SHELF = """
axle basin beam bearing book bracket cable cart chain clamp cog column cord crank desk dial drum engine folio frame gear
girder groove gutter hinge hook index lamp latch lever library lid lock loom mill mount notch oak page panel pedal peg
pin pivot plate press pulley quire rail reader rim rivet rod rope rotor rule screw shaft shelf sheet slope spindle spoke
spring stand stud table tenon thread tooth tray treadle turn valve vellum volume weight wheel winch wire yoke
"""
_WORDS = _SHELF.split()


def words(chance: random.Random, count: int) -> str:
    """That many words."""
    return " ".join(chance.choices(_WORDS, k=count))


def many(folder: Path, documents: int, flat: int) -> Path:
    """A tree of small documents: the first `flat` in one folder, the rest by the hundred; its root."""
    chance = random.Random(1)
    for number in range(documents):
        where = folder / "flat" if number < flat else folder / f"part-{number // 10_000}" / f"shelf-{number // 100}"
        if number in (0, flat) or number % 100 == 0:
            where.mkdir(parents=True, exist_ok=True)
        title = f"{words(chance, 2).title()} {number}"
        (where / f"document-{number:06}.md").write_text(f"# {title}\n\n{words(chance, 20)}.\n", "utf-8")
    return folder


def sections(folder: Path, count: int) -> Path:
    """A tree with that many sections, ten a document; its root."""
    chance = random.Random(2)
    folder.mkdir(parents=True)
    for number in range(max(0, count) // 10):
        parts = "\n".join(f"## {words(chance, 3).capitalize()}\n\n{words(chance, 60)}.\n" for _ in range(9))
        text = f"# {words(chance, 2).title()} {number}\n\n{words(chance, 30)}.\n\n{parts}"
        (folder / f"volume-{number:05}.md").write_text(text, "utf-8")
    return folder


def large(folder: Path) -> dict[str, str]:
    """Documents of 10 KB, 1 MB and 10 MB with 12, 500 and 5,000 headings in a new folder: file names by size."""
    folder.mkdir(parents=True)
    made: dict[str, str] = {}
    for size, length, headings in (("10 KB", 10_000, 12), ("1 MB", 1_000_000, 500), ("10 MB", 10_000_000, 5_000)):
        name = f"{size.replace(' ', '-').lower()}.md"
        (folder / name).write_text(_document(length, headings), "utf-8")
        made[size] = name
    return made


def _document(length: int, headings: int) -> str:
    """Markdown of about `length` characters: paragraphs with emphasis and links, lists, code, tables."""
    chance = random.Random(3)
    share = length / headings
    pieces = ["# A large document\n\n"]
    written = len(pieces[0])
    for number in range(1, headings):
        pieces.append(f"{'##' if number % 8 == 1 else '###'} {words(chance, 3).capitalize()} {number}\n\n")
        written += len(pieces[-1])
        while written < share * (number + 1):
            pieces.append(_block(chance))
            written += len(pieces[-1])
    return "".join(pieces)


def _block(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.12:
        return "".join(f"- {words(chance, 9)}\n" for _ in range(4)) + "\n"
    if kind < 0.22:
        lines = "".join(f"{chance.choice(_WORDS)} = {chance.choice(_WORDS)}({number})\n" for number in range(5))
        return f"```python\n{lines}```\n\n"
    if kind < 0.3:
        rows = "".join(f"| {words(chance, 2)} | `{chance.choice(_WORDS)}` |\n" for _ in range(4))
        return f"| what | name |\n|---|---|\n{rows}\n"
    strong, link = chance.choice(_WORDS), chance.choice(_WORDS)
    return f"{words(chance, 30)} **{strong}** {words(chance, 12)} [{link}](#a-large-document) {words(chance, 20)}.\n\n"
