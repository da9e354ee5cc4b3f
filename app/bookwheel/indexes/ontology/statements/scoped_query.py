"""Rewrites a checked query for a server, so that it names no graph but those of a mask.

The dataset parameters of the protocol alone do not hold: Virtuoso 7 lets `FROM` in a query, and `GRAPH` within
`EXISTS`, reach any graph. So no name of a graph that a caller writes reaches a server. `GRAPH <name>` becomes the
server's own name of that graph, or of one that is empty; `GRAPH ?name` looks only at graphs that the mask's list names.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bookwheel.domain.errors import BadRequest
from bookwheel.indexes.ontology import query_sandbox
from bookwheel.indexes.ontology.iris import VOCABULARY
from bookwheel.indexes.ontology.query_sandbox import Question
from bookwheel.indexes.ontology.sparql_tokens import USUAL

NAME = f"{VOCABULARY}graphName"
"""The relation from a server's graph to the name that callers know."""

NO_GRAPH = "urn:bookwheel:none"
"""A graph that never has statements."""

_DANGEROUS = ("bif:", "sql:", "java:")
"""Schemes by which servers call functions of theirs."""

_HARMLESS = ("urn:bookwheel:", *USUAL.values())
"""Begin IRIs that no server takes for functions, besides those of xsd:."""

OWN = "bookwheelgraph"
"""Begins the names of variables that stand for servers' graphs; what a query binds to them is not shown."""


@dataclass(frozen=True, slots=True)
class GraphNames:
    """The graphs of a mask on a server: the union of all, the list of their names, and the graph of one name."""

    union: str
    names: str
    find: Callable[[str], str]
    """Gives the server's name of a graph, `NO_GRAPH` for one that is hidden."""


@dataclass(frozen=True, slots=True)
class ScopedQuery:
    """A query for a server: its text, its form, whether it looks through all graphs, and those it names.

    `described` are IRIs that DESCRIBE names; the text of DESCRIBE is a SELECT of what is described besides them, where
    it has a pattern. Variables that begin with `own` are not the caller's.
    """

    text: str
    form: str
    looks_through_graphs: bool
    named: tuple[str, ...]
    described: tuple[str, ...] = ()
    own: str = OWN


def scope_query(sparql: str, graphs: GraphNames, most_rows: int) -> ScopedQuery:
    """Return a query that sees nothing but the graphs of a mask, with at most `most_rows` rows.

    Raises:
        BadRequest: for what is no query that only reads.
    """
    words = _read_words(query_sandbox.read(sparql))
    form = words[0].lower()
    described: tuple[str, ...] = ()
    if form == "describe":
        words, described = _describe_as_select(words)
    scoper = _Scoper(words, graphs)
    text = scoper.scope()
    if form in ("select", "describe") and text:
        text = _limit(text, most_rows)
    looks = scoper.looks_through_graphs
    return ScopedQuery("\n".join(text), form, looks, tuple(scoper.named), described, scoper.own)


def _read_words(question: Question) -> list[str]:
    """The words of a checked query with its IRIs written out.

    Raises:
        BadRequest: for functions that a server may give to IRIs.
    """
    iris = {f"{name}:": iri for name, iri in question.prefixes.items()}
    words: list[str] = []
    for word in question.words:
        iri = iris.get(word)
        is_call = word == "(" and bool(words) and _is_iri(words[-1])
        may_be_subject = len(words) > 1 and words[-2] in ("{", ".")  # with a path in brackets after it
        if (is_call and not may_be_subject and not words[-1][1:].startswith(_HARMLESS)) or (
            iri is not None and iri.lower().startswith(_DANGEROUS)
        ):
            raise BadRequest("This function does not exist. Of the prefixes, only xsd: has functions.")
        words.append(f"<{iri}>" if iri is not None else word)
    return words


def _describe_as_select(words: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """Turn DESCRIBE into the SELECT of what it describes, which is empty where it only names IRIs."""
    at = 1
    while at < len(words) and (words[at][:1] in ("?", "$", "*") or _is_iri(words[at])):
        at += 1
    described = tuple(word[1:-1] for word in words[1:at] if _is_iri(word))
    asked = [word for word in words[1:at] if not _is_iri(word)]
    if not words[at:]:
        return [], described
    return ["SELECT", "DISTINCT", *(asked or ["(", "1", "AS", f"?{OWN}", ")"]), *words[at:]], described


def _is_iri(word: str) -> bool:
    return len(word) > 2 and word[0] == "<" and word[-1] == ">"


class _Scoper:
    """Writes one query anew."""

    def __init__(self, words: list[str], graphs: GraphNames) -> None:
        self._words, self._graphs = words, graphs
        self.own = self._unused_name()
        self._count = 0
        self.looks_through_graphs = False
        self.named: list[str] = []

    def scope(self) -> list[str]:
        scoped: list[str] = []
        words = iter(self._words)
        for word in words:
            if word.lower() == "graph":
                scoped.extend(self._scope_graph(next(words, "")))
            else:
                scoped.append(word)
        return scoped

    def _scope_graph(self, name: str) -> list[str]:
        if _is_iri(name):
            graph = self._graphs.find(name[1:-1])
            self.named.append(graph)
            return ["GRAPH", f"<{graph}>"]
        if name[:1] not in ("?", "$") or len(name) < 2:
            raise BadRequest("Write GRAPH with a variable or a name after it.")
        self.looks_through_graphs = True
        self._count += 1
        own = f"?{self.own}{self._count}"
        return ["GRAPH", f"<{self._graphs.names}>", "{", own, f"<{NAME}>", name, "}", "GRAPH", own]

    def _unused_name(self) -> str:
        """Begins the names of our own variables, which no variable of the query begins with."""
        name = OWN
        while any(word[1:].startswith(name) and word[1:] != OWN for word in self._words):
            name += "x"
        return name


def _limit(words: list[str], most: int) -> list[str]:
    """Let the outermost query give at most so many rows."""
    depth, last_close, limit_at, values_at = 0, 0, -1, len(words)
    for at, word in enumerate(words):
        if re.fullmatch(r"[(){}\[\]]|\w+\(", word) or word in ("<<(", ")>>"):
            depth += sum(letter in "({[" for letter in word) - sum(letter in ")}]" for letter in word)
        if depth == 0 and word == "}":
            last_close = at
        if depth == 0 and word.lower() == "limit":
            limit_at = at
        if depth == 0 and word.lower() == "values" and last_close:
            values_at = min(values_at, at)
    if limit_at >= 0 and limit_at + 1 < len(words) and words[limit_at + 1].isdecimal():
        number = str(min(most, int(words[limit_at + 1][:12])))
        return [*words[: limit_at + 1], number, *words[limit_at + 2 :]]
    return [*words[:values_at], "LIMIT", str(most), *words[values_at:]]
