"""The folders of a day: copies of documents, each with a twin that changes in the same way and is shown to nobody."""

from __future__ import annotations

import hashlib
import random
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

MARK = "daymark"
"""A word that every page written by the walk holds, and no other."""

MASS_SHARE = 0.3
"""Share of a folder's pages that a checkout of another branch changes."""

LONGEST_ABSENCE_S = 5.0


@dataclass(frozen=True, slots=True)
class Folder:
    """A collection's root, and its twin."""

    root: Path
    twin: Path

    @classmethod
    def copy(cls, source: Path, root: Path, twin: Path) -> Folder:
        """Two copies of a folder of documents, without the links in it."""
        for target in (root, twin):
            shutil.copytree(source, target, ignore=_without_links)
        return cls(root, twin)

    def pages(self) -> list[Path]:
        """The paths of the pages that are there, below the root."""
        paths = (path.relative_to(self.twin) for path in self.twin.rglob("*.md"))
        return sorted(path for path in paths if not any(part.startswith(".") for part in path.parts))

    def marked(self) -> set[str]:
        """The pages that hold the word of the walk."""
        return {str(path) for path in self.pages() if MARK in (self.twin / path).read_text("utf-8", "replace")}

    def differences(self) -> list[str]:
        """The files in which root and twin differ: somebody else wrote, moved or deleted them."""
        one, other = _hashes(self.root), _hashes(self.twin)
        return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


Change = Callable[[Folder, random.Random, int], str]
"""Changes a folder and its twin in the same way; `number` is new each time. It returns what it did, in words."""


def edit(folder: Folder, chance: random.Random, number: int) -> str:
    """Add a section to some pages."""
    pages = _some(folder, chance, chance.randint(1, 4))
    for page in pages:
        text = f"\n\n## Note {number}\n\nThe {MARK}{number} is a {MARK} beside the [next]({pages[0].name}).\n"
        _rewrite(folder, page, lambda content, text=text: content + text.encode())
    return f"edit {', '.join(map(str, pages))}"


def write(folder: Folder, chance: random.Random, number: int) -> str:
    """Write a new page beside another."""
    [other] = _some(folder, chance, 1)
    page = other.with_name(f"day-{number}.md")
    text = f"---\ntags: [day, day/{number % 5}]\n---\n# Page of the day {number}\n\nA {MARK}. See [it]({other.name}).\n"
    for root in (folder.root, folder.twin):
        (root / page).write_text(text, "utf-8")
    return f"write {page}"


def rename(folder: Folder, chance: random.Random, number: int) -> str:
    """Rename a page or a folder within."""
    [page] = _some(folder, chance, 1)
    named = page if chance.random() < 0.6 or page.parent == Path() else page.parent
    renamed = named.with_name(f"{named.stem}-{number}{named.suffix}")
    for root in (folder.root, folder.twin):
        (root / named).rename(root / renamed)
    return f"rename {named} to {renamed}"


def delete(folder: Folder, chance: random.Random, number: int) -> str:
    """Delete a page or two."""
    pages = _some(folder, chance, chance.randint(1, 2))
    for page in pages:
        for root in (folder.root, folder.twin):
            (root / page).unlink()
    return f"delete {', '.join(map(str, pages))}"


def check_out(folder: Folder, chance: random.Random, number: int) -> str:
    """Change very many pages at once, as a checkout of another branch does; half of the time that is taken back."""
    pages = _some(folder, chance, max(1, int(len(folder.pages()) * MASS_SHARE)))
    before = {page: (folder.twin / page).read_bytes() for page in pages}
    for page in pages:
        _rewrite(folder, page, lambda content: content.replace(b" the ", b" this ") + f"\nA {MARK}.\n".encode())
    if is_back := chance.random() < 0.5:
        time.sleep(chance.uniform(0, 3))
        for page, content in before.items():
            _rewrite(folder, page, lambda _, content=content: content)
    return f"check out {len(pages)} pages{', and back' if is_back else ''}"


def move_away(folder: Folder, chance: random.Random, number: int) -> str:
    """Move the whole folder away, and back after a while."""
    absence_s = chance.uniform(0, LONGEST_ABSENCE_S)
    away = folder.root.with_name(f"{folder.root.name}-away")
    folder.root.rename(away)
    time.sleep(absence_s)
    away.rename(folder.root)
    return f"move away for {absence_s:.1f} s"


def swap(folder: Folder, chance: random.Random, number: int) -> str:
    """Put another folder in its place, which lacks some of the pages."""
    for page in _some(folder, chance, max(1, len(folder.pages()) // 20)):
        (folder.twin / page).unlink()
    before, after = (folder.root.with_name(f"{folder.root.name}-{name}") for name in ("before", "after"))
    shutil.copytree(folder.twin, after)
    folder.root.rename(before)
    time.sleep(chance.choice((0, 0, 1)))
    after.rename(folder.root)
    shutil.rmtree(before)
    return "swap"


CHANGES: tuple[tuple[int, Change], ...] = (
    (10, edit), (5, write), (4, rename), (3, delete), (2, check_out), (2, move_away), (1, swap),
)  # fmt: skip
"""Every change with its weight."""


def _some(folder: Folder, chance: random.Random, count: int) -> list[Path]:
    return chance.sample(folder.pages(), count)


def _rewrite(folder: Folder, page: Path, change: Callable[[bytes], bytes]) -> None:
    """Replace a file as editors and git do: by another one of that name."""
    content = change((folder.twin / page).read_bytes())
    for root in (folder.root, folder.twin):
        draft = root / page.with_name(f"{page.name}.draft")
        draft.write_bytes(content)
        draft.replace(root / page)


def _hashes(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): hashlib.blake2b(path.read_bytes()).digest() for path in files}


def _without_links(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if (Path(folder) / name).is_symlink() or name == ".git"]
