"""`python -m tests.torture CORPORA_DIR [parse|index]`: one line for each failure, then `N passed, N failed`."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.torture import corpora, indexing, parsing
from tests.torture.parsing import Outcome

_MARKER = Path("/tmp/PWNED_NASTY")


def main(arguments: list[str]) -> int:
    """Run both levels, or the one named; the exit code says whether anything failed."""
    if not arguments or not Path(arguments[0]).is_dir():
        print("Name the folder of the corpora: python -m tests.torture DIR [parse|index]")
        return 2
    levels = arguments[1:] or ["parse", "index"]
    was_marked = _MARKER.exists()
    passed = failed = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder:
        draft = Path(folder)
        try:
            found = corpora.find(Path(arguments[0]).resolve(), draft)
        except corpora.NoCorpora as missing:
            print(missing)
            return 2
        runs: list[Iterable[Outcome]] = []
        if "parse" in levels:
            runs.append(parsing.run(found))
        if "index" in levels:
            runs.append(indexing.run(found, draft / "library"))
        runs.append([Outcome("no python tag ran", "it did" if _MARKER.exists() and not was_marked else "")])
        for outcomes in runs:
            for outcome in outcomes:
                passed += not outcome.failure
                failed += bool(outcome.failure)
                if outcome.failure:
                    print(f"FAILED {outcome.name!r}: {outcome.failure}", flush=True)
    print(f"{passed} passed, {failed} failed in {time.monotonic() - started:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(main(sys.argv[1:]))
