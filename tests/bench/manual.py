"""Put the figures of the last `make bench` into the manual, between two marks; what it did not take stays."""

from __future__ import annotations

import json
from pathlib import Path

from tests.bench.figures import Row, table

MANUAL = Path(__file__).resolve().parents[2] / "resources" / "manual"
START, END = "<!-- figures -->", "<!-- end of figures -->"
GERMAN_HEAD = "| was | Median | Läufe | Ziel |"


def main() -> None:
    """Replace the rows that were taken, and add new ones at the end; what stands around the table stays."""
    report = json.loads((MANUAL.parents[1] / "build" / "bench.json").read_text("utf-8"))
    measured = [Row(**{**row, "runs": tuple(row["runs"])}) for row in report["rows"]]
    day, python, command = report["at"][:10], report["python"], report["command"]
    head, rule, *lines = table(measured).splitlines()
    taken_now = {_name(line): line for line in lines}
    known, german = _rows("en"), _rows("de")
    names = dict(zip(map(_name, known), map(_name, german), strict=True))
    rows = [taken_now.pop(_name(line), line) for line in known]
    rows += taken_now.values()
    said = f"Taken {day} with CPython {python} by `{command}`, some of them earlier; medians of the runs shown."
    _replace("en", said, [head, rule, *rows])
    said = (
        f"Gemessen am {day} mit CPython {python} durch `{command}`, einige Werte früher; Mediane der gezeigten Läufe."
    )
    _replace("de", said, [GERMAN_HEAD, rule, *(in_german(line, names) for line in rows)])


def in_german(line: str, names: dict[str, str]) -> str:
    """Return a row of the table with its German name and numbers; a name without a German one stays English."""
    name, median, runs, wanted = (cell.strip() for cell in line.split("|")[1:-1])
    wanted = wanted.replace("(reference)", "(Vergleich)").replace("at most ", "höchstens ")
    cells = [cell.replace(".", ",") for cell in (median, runs.replace(", ", "; "), wanted)]
    return f"| {names.get(name, name)} | {' | '.join(cells)} |"


def _page(language: str) -> Path:
    return MANUAL / language / "benchmarks.md"


def _rows(language: str) -> list[str]:
    table = _page(language).read_text("utf-8").split(START)[1].split(END)[0]
    return [line for line in table.splitlines() if line.startswith("| ")][1:]


def _replace(language: str, said: str, rows: list[str]) -> None:
    text = _page(language).read_text("utf-8")
    before, after = text.split(START)[0], text.split(END)[1]
    _page(language).write_text(f"{before}{START}\n{said}\n\n" + "\n".join(rows) + f"\n{END}{after}", "utf-8")


def _name(line: str) -> str:
    return line.split("|")[1].strip()


if __name__ == "__main__":
    main()
