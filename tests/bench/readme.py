"""Put the figures of the last `make bench` into the README, between its two marks."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench.figures import Row, table

ROOT = Path(__file__).resolve().parents[2]
START, END = "<!-- figures -->", "<!-- end of figures -->"


def main() -> None:
    """Replace the table; what stands around it stays."""
    report = json.loads((ROOT / "build" / "bench.json").read_text("utf-8"))
    measured = [Row(**{**row, "runs": tuple(row["runs"])}) for row in report["rows"]]
    taken = f"Taken {report['at'][:10]} with CPython {report['python']}"
    said = f"{taken} by `{report['command']}`, medians of the runs shown."
    readme = ROOT / "README.md"
    text = readme.read_text("utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    readme.write_text(f"{before}{START}\n{said}\n\n{table(measured)}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
