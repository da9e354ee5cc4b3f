"""`python -m tests.torture [CORPORA_DIR] [LEVEL …] [--minutes M]`: failures, then the counts.

Without a folder of corpora there are histories, kills, changed files of every format, and a day on the sample alone.
A day and the formats take `--minutes`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from tests.torture import corpora, formats, histories, indexing, ingest, kills, parsing
from tests.torture.day import level as day
from tests.torture.parsing import Outcome

_MARKER = Path("/tmp/PWNED_NASTY")


_LEVELS = ("parse", "index", "histories", "kills", "ingest", "formats", "day")
_WITHOUT_CORPORA = ("histories", "kills", "ingest", "formats", "day")


def main(arguments: list[str]) -> int:
    """Run every level, or those named; the exit code says whether anything failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture")
    parser.add_argument(
        "names", nargs="*", metavar="DIR|LEVEL", help=f"the folder of the corpora; {', '.join(_LEVELS)}"
    )
    parser.add_argument("--minutes", type=float, help="how long the day is, and the formats")
    parser.add_argument("--seed", type=int, default=1, help="of the day's steps, and the changes of formats")
    parsed = parser.parse_args(arguments)
    given = [name for name in parsed.names if name not in _LEVELS]
    if len(given) > 1 or (given and not Path(given[0]).is_dir()):
        print(f"Name the folder of the corpora: python -m tests.torture [DIR] [{'|'.join(_LEVELS)}]")
        return 2
    levels = [name for name in parsed.names if name in _LEVELS] or list(_LEVELS if given else _WITHOUT_CORPORA)
    if not given and set(levels) - {*_WITHOUT_CORPORA}:
        print("Only histories, kills, ingest, formats and day need no folder of corpora.")
        return 2
    was_marked = _MARKER.exists()
    passed = failed = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="torture-", ignore_cleanup_errors=True) as folder:
        draft = Path(folder)
        runs: list[Iterable[Outcome]] = []
        if set(levels) - {*_WITHOUT_CORPORA}:
            try:
                found = corpora.find(Path(given[0]).resolve(), draft)
            except corpora.NoCorpora as missing:
                print(missing)
                return 2
            if "parse" in levels:
                runs.append(parsing.run(found))
            if "index" in levels:
                runs.append(indexing.run(found, draft / "library"))
        if "histories" in levels:
            runs.append(histories.run())
        if "kills" in levels and sys.platform != "win32":  # which has no SIGKILL
            runs.append(kills.run(draft / "kills"))
        if "ingest" in levels and sys.platform != "win32":
            runs.append(ingest.run(draft / "ingest"))
        real = Path(given[0]).resolve() if given else None
        if "formats" in levels:
            runs.append(formats.run(draft / "formats", real, parsed.minutes or formats.MINUTES, parsed.seed))
        if "day" in levels and sys.platform == "linux":
            runs.append(day.run(draft / "day", real, parsed.minutes or day.MINUTES, parsed.seed))
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
