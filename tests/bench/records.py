"""Kubernetes objects and dependencies of packages in the graph of a real library, against lists made of the files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bookwheel.client.connection import Client
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.graph import QueryRequest
from bookwheel.library.graph.query_pages import MOST_ROWS
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.running import Running, service, until

_OBJECTS = """
SELECT ?path ?version ?kind ?name ?space {
  GRAPH ?d { ?d bw:describes ?o; bw:path ?path . ?o <urn:bookwheel:field:apiVersion> ?version;
    <urn:bookwheel:field:kind> ?kind
    OPTIONAL { ?o <urn:bookwheel:field:metadata.name> ?name }
    OPTIONAL { ?o <urn:bookwheel:field:metadata.namespace> ?space } }
} ORDER BY ?path ?kind ?name ?space"""

_DEPENDENCIES = """
SELECT ?package ?wording ?needed {
  GRAPH ?d { ?l bw:relation bw:dependsOn; bw:from ?p; bw:to ?q; bw:wording ?wording .
    ?p rdfs:label ?package . ?q rdfs:label ?needed }
} ORDER BY ?package ?wording"""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """Precision, recall and F1 of both lists.

    The list of objects was made of the YAML files alone, so objects of JSON files are counted apart. It says None for
    an object without a name.
    """
    lists = corpora.folder / "relations"
    with service(scratch / "library", has_meaning=False) as running:
        for name in ("k8s-examples", "microservices-demo", "babel-packages"):
            _add(running, corpora.tree("structured") / name)
        until(lambda: _is_stated(running), 300)
        objects = {
            (path, version, kind, name or "None", space)
            for path, version, kind, name, space in _rows(running.client, _OBJECTS)
        }
        needed = {
            (package, wording.partition(":")[0], name)
            for package, wording, name in _rows(running.client, _DEPENDENCIES)
        }
    listed = {tuple(line.split("\t")) for line in _lines(lists / "k8s_entities.tsv")}
    judged = {row for row in objects if row[0].endswith((".yaml", ".yml"))}
    yield from _figures("Kubernetes objects", judged, {(path.partition("/")[2], *rest) for path, *rest in listed})
    yield Figure("Kubernetes objects of JSON files, not in the list", len(objects) - len(judged), "")
    yield from _figures(
        "dependencies of packages", needed, {tuple(line.split("\t")) for line in _lines(lists / "babel_packages.tsv")}
    )


def _add(running: Running, folder: Path) -> None:
    running.client.add(AddRequest(str(folder), formats=("yaml=on", "json=on")))


def _is_stated(running: Running) -> bool:
    status = running.client.status()
    return running.is_idle() and status.graph_revision == status.revision


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text("utf-8").split("\n") if line]


def _rows(client: Client, query: str) -> Iterator[tuple[str, ...]]:
    """All rows of a query, page by page."""
    cursor = ""
    while True:
        answer = client.query(QueryRequest(query, limit=MOST_ROWS, cursor=cursor))
        yield from answer.rows
        cursor = answer.cursor
        if not cursor:
            return


def _figures(name: str, found: set[tuple[str, ...]], wanted: set[tuple[str, ...]]) -> Iterator[Figure]:
    right = len(found & wanted)
    precision, recall = right / max(1, len(found)), right / len(wanted)
    yield Figure(f"{name}, precision", precision, "")
    yield Figure(f"{name}, recall", recall, "")
    yield Figure(f"{name}, F1", 2 * right / max(1, len(found) + len(wanted)), "", "0.99")
