"""A tree of any number of real documents: those of the corpora over and over, each time with other words changed."""

from __future__ import annotations

import random
import re
from itertools import count
from pathlib import Path

from tests.bench.corpora import Corpora

PARTS = (("docs/k8s-docs-en", 0), ("docs/rust-rfcs", 0), ("docs/obsidian-tasks", 0), ("docs/tldr", 700))
"""Trees, and how many documents of each are taken (0 for all): 7.5 sections a document."""

CHANGED = 0.1
"""Share of the words of a copy that are others than in the original."""

NEW = 0.03
"""Share of those that no document had before, so that the vocabulary grows as that of real texts does."""

_WORD = re.compile(r"(?<= )([a-z]{5,})(?=[ .,;:\n])")


def large_tree(corpora: Corpora, folder: Path, documents: int, first: int = 0) -> Path:
    """A tree with that many documents, always the same ones; its root. What is there already stays.

    `first` numbers its first copy: from 1 on, trees whose copies have other numbers have no document in common.
    """
    originals = [
        (root.name, file.relative_to(root), file.read_text("utf-8", "replace"))
        for root, most in ((corpora.tree(name), most) for name, most in PARTS)
        for file in sorted(root.rglob("*.md"))[: most or None]
    ]
    vocabulary = sorted({word for _, _, text in originals for word in _WORD.findall(text)})
    written = 0
    for copy in count(first):
        chance = random.Random(copy)
        for tree, path, text in originals:
            if written == documents:
                return folder
            target = folder / f"copy-{copy:03}" / tree / path
            if not target.exists():
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(changed(text, vocabulary, chance) if copy else text, "utf-8")
            written += 1
    raise AssertionError


def changed(text: str, vocabulary: list[str], chance: random.Random) -> str:
    """The text with some words changed, outside of links and of names."""
    pieces = _WORD.split(text)
    for place in chance.sample(range(1, len(pieces), 2), int(CHANGED * (len(pieces) // 2))):
        word = chance.choice(vocabulary)
        if chance.random() < NEW:
            word = word[: chance.randint(2, 5)] + chance.choice(vocabulary)[-chance.randint(3, 6) :]
        pieces[place] = word
    return "".join(pieces)


def queries_of(folder: Path, count: int, seed: int = 7) -> list[str]:
    """Different queries of one to four words that stand together in documents of a tree."""
    chance = random.Random(seed)
    files = sorted(folder.rglob("*.md"))
    made: dict[str, None] = {}
    while len(made) < count:
        words = _WORD.findall(chance.choice(files).read_text("utf-8", "replace"))
        length = chance.randint(1, 4)
        if len(words) > 20:
            place = chance.randrange(len(words) - length)
            made[" ".join(words[place : place + length])] = None
    return list(made)
