"""What the indexer loads when it starts, which a first folder and the first change after a rest wait for."""

from __future__ import annotations

import subprocess
import sys


def test_the_indexer_loads_no_parser():
    script = "import sys; from bookwheel.library.indexing import indexer; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    assert "bookwheel.library.indexing.indexer" in loaded
    assert {"bookwheel.parsing.documents", "bookwheel.parsing.worker", "markdown_it"}.isdisjoint(loaded)
