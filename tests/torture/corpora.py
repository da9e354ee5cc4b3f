"""Where the hostile files are: a folder laid out, or the packed one with its `unpack` and `tools/make_nasty.py`."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


class NoCorpora(Exception):
    """The folder named holds no hostile files."""


@dataclass(frozen=True, slots=True)
class Corpora:
    """`folders` are the roots to take in; `generated` is the one with EXPECT.tsv."""

    folders: tuple[Path, ...]
    generated: Path


def find(given: Path, draft: Path) -> Corpora:
    """The hostile files of a corpora folder; what is packed or generated goes into `draft`.

    Raises:
        NoCorpora: when there is nothing to run on.
    """
    edge = given / "edge"
    if (given / "unpack").is_file() and not edge.is_dir():
        subprocess.run(["bash", str(given / "unpack"), str(draft / "laid"), "edge"], check=True)
        edge = draft / "laid" / "edge"
    maker = given / "tools" / "make_nasty.py"
    generated = edge / "generated"
    if maker.is_file():
        generated = draft / "generated"
        subprocess.run(
            [sys.executable, str(maker), str(generated), "--specials"], check=True, stdout=subprocess.DEVNULL
        )
    if not (generated / "EXPECT.tsv").is_file():
        raise NoCorpora(f"{given} has neither edge/generated/EXPECT.tsv nor tools/make_nasty.py.")
    real = (
        sorted(path for path in edge.iterdir() if path.is_dir() and path.name != "generated") if edge.is_dir() else []
    )
    return Corpora((*real, generated), generated)


def files(folder: Path) -> list[Path]:
    """Every regular file below a folder, links not followed."""
    found: list[Path] = []
    for parent, _, names in os.walk(folder):
        paths = (Path(parent) / name for name in names)
        found += [path for path in paths if path.is_file() and not path.is_symlink()]
    return sorted(found)


def expected(generated: Path) -> dict[str, str]:
    """What EXPECT.tsv says of each generated file, by its path."""
    rows: dict[str, str] = {}
    for line in (generated / "EXPECT.tsv").read_text("utf-8").split("\n")[1:]:
        path, _, rest = line.partition("\t")
        if path:
            name = (
                path.encode("latin-1", "backslashreplace").decode("unicode_escape")
                if "\\n" in path or "\\t" in path
                else path
            )
            rows[name] = rest.partition("\t")[2]
    return rows
