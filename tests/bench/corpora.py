"""The real document trees, packed with an `unpack` script or laid out already."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Corpora:
    """A folder of corpora and a folder where packed ones may be laid out."""

    folder: Path
    unpacked: Path

    def tree(self, name: str) -> Path:
        """The tree's folder, laid out first when it is packed.

        Raises:
            FileNotFoundError: when the corpora do not hold it.
        """
        if (self.folder / name).is_dir():
            return self.folder / name
        unpack = self.folder / "unpack"
        if not (self.folder / f"{name}.tar.gz").is_file() or not unpack.is_file():
            raise FileNotFoundError(f"{self.folder} holds no {name}")
        subprocess.run(["bash", str(unpack), str(self.unpacked), name], check=True)
        return self.unpacked / name

    def queries(self, name: str) -> list[str]:
        """The known-item queries of a tree."""
        lines = (self.folder / "known-item" / name / "queries.jsonl").read_text("utf-8").splitlines()
        return [str(json.loads(line)["text"]) for line in lines if line.strip()]
