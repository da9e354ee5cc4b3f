"""Put the figures of the last `make bench` into the manual, between two marks; what it did not take stays."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench.figures import Row, table

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- figures -->", "<!-- end of figures -->"


def main() -> None:
    """Replace the rows that were taken, and add new ones at the end; what stands around the table stays."""
    report = json.loads((ROOT / "build" / "bench.json").read_text("utf-8"))
    measured = [Row(**{**row, "runs": tuple(row["runs"])}) for row in report["rows"]]
    taken = f"Taken {report['at'][:10]} with CPython {report['python']}"
    said = f"{taken} by `{report['command']}`, some of them earlier; medians of the runs shown."
    page = ROOT / "resources" / "manual" / "en" / "benchmarks.md"
    text = page.read_text("utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    head, rule, *lines = table(measured).splitlines()
    taken_now = {_name(line): line for line in lines}
    known = [line for line in text.split(START)[1].split(END)[0].splitlines() if line.startswith("| ")][1:]
    kept = [taken_now.pop(_name(line), line) for line in known]
    rows = "\n".join([head, rule, *kept, *taken_now.values()])
    page.write_text(f"{before}{START}\n{said}\n\n{rows}\n{END}{after}", "utf-8")


def _name(line: str) -> str:
    return line.split(" | ")[0]


if __name__ == "__main__":
    main()
