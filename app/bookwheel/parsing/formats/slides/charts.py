"""A chart as its title and a table of its numbers, as the file last stored them."""

from __future__ import annotations

from collections.abc import Iterator

from bookwheel.parsing.formats import markdown_writer as md
from bookwheel.parsing.formats.markdown_writer import one_line
from bookwheel.parsing.formats.xml_tree import Element, attribute, name_of

MOST_ROWS = 500
MOST_SERIES = 30


def chart_blocks(chart: Element) -> Iterator[str]:
    """The title of a chart in bold, and its categories and series as a table."""
    title = next((one for one in chart.iter() if name_of(one) == "title"), None)
    if title is not None and (words := _words(title)):
        yield f"**{md.escaped(words)}**"
    series = [one for one in chart.iter() if name_of(one) == "ser"][:MOST_SERIES]
    names = [_words(one) for each in series for one in each if name_of(one) == "tx"]
    columns = [_points(each, ("val", "yVal")) for each in series]
    labels = next((found for each in series if (found := _points(each, ("cat", "xVal")))), dict[int, str]())
    rows = sorted(labels or (columns[0] if columns else {}))[:MOST_ROWS]
    if not any(columns) or not rows:
        return
    header = ["", *(name or "" for name in [*names, *([""] * len(columns))][: len(columns)])]
    body = [[labels.get(row, str(row + 1)), *(column.get(row, "") for column in columns)] for row in rows]
    yield md.table([[md.escaped(one_line(cell)) for cell in row] for row in (header, *body)])


def _points(series: Element, names: tuple[str, ...]) -> dict[int, str]:
    """The stored values of a series by their numbers from 0."""
    found: dict[int, str] = {}
    for part in series:
        if name_of(part) not in names:
            continue
        for point in part.iter():
            index = attribute(point, "idx")
            if name_of(point) == "pt" and index.isdigit() and len(index) < 7:
                found[int(index)] = next((one.text or "" for one in point if name_of(one) == "v"), "")
    return found


def _words(element: Element) -> str:
    return one_line("".join(one.text or "" for one in element.iter() if name_of(one) in ("t", "v")))
