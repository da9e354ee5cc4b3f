"""What a question that asks when something was gets first: the days that documents state in their fields."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from bookwheel.domain.graph import Fact
from bookwheel.indexes.catalogue.facet_rows import facets_of
from bookwheel.indexes.ontology.dates import stated_day
from bookwheel.library.snapshot.graph_arrays import Graph
from bookwheel.library.snapshot.snapshot import Snapshot

MOST_DOCUMENTS = 5
"""Documents whose days are told, the nearest to the question."""

_WHEN = re.compile(
    r"\W*(?:(?:since |by |until )?when|(?:on )?(?:what|which) (?:day|date|year)|(?:seit |bis )?wann|an welchem tag)\b",
    re.IGNORECASE,
)


def asks_when(question: str) -> bool:
    """Whether a question, in English or German, asks for a day or time."""
    return _WHEN.match(question) is not None


def dated_facts(docs: Mapping[str, float], graph: Graph, snapshot: Snapshot) -> Iterator[Fact]:
    """The days of documents, by their ids with what each is worth (0 to 1), with the line of the field."""
    best = sorted(docs, key=lambda doc: -docs[doc])[:MOST_DOCUMENTS]
    for doc in best:
        row = snapshot.catalogue.document(doc)
        number = graph.number_of.get(doc, -1)
        if row is None or row.doc != doc or number < 0:
            continue
        facets = dict.fromkeys(facets_of(snapshot.catalogue, [row.key]))
        dated = [facet for facet in facets if stated_day(facet.field, facet.value)]
        if not dated:
            continue
        lines = snapshot.catalogue.text_of(row.key).split("\n")
        sections = snapshot.catalogue.sections_of(row.key)
        for facet in dated:
            line = _line_of(facet.field, facet.value, lines)
            anchor = next((one.anchor for one in reversed(sections) if one.start_line <= line), sections[0].anchor)
            sentence = f"“{graph.titles[number]}” has the {facet.field} {facet.value.strip()}."
            yield Fact(sentence, f"{doc}#{anchor}", line, score=docs[doc])


def _line_of(field: str, value: str, lines: list[str]) -> int:
    """The first line (from 1) that says the field with its value; 0 for none, as where fields are nested."""
    for number, line in enumerate(lines, 1):
        folded = line.casefold()
        if value.strip().casefold() in folded and field.casefold().rpartition(".")[2] in folded:
            return number
    return 0
