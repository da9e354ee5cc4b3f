"""The histories level: many more of the histories that `tests/library/test_histories.py` tries."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.torture.parsing import Outcome

EXAMPLES = 400
_ROOT = Path(__file__).parents[2]


def run() -> Iterator[Outcome]:
    """Every history that is drawn, as one outcome: the first that fails is told as short as it can be made."""
    test = "tests/library/test_histories.py"
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", test],
        cwd=_ROOT,
        env={**os.environ, "HISTORIES": str(EXAMPLES)},
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    yield Outcome(f"{EXAMPLES} histories", "" if ended.returncode == 0 else ended.stdout[-3000:])
