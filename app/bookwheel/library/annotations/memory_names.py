"""What a memory names: documents and sections by their ids and addresses, documents and things by their names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from bookwheel.domain.graph import NodeKind
from bookwheel.domain.things import ThingKind
from bookwheel.library.snapshot.graph_arrays import KINDS, Graph
from bookwheel.library.snapshot.section_ids import SCHEME, split_id

MOST_NAMED = 40
"""Nodes that one memory is said to be about."""

MOST_OF_A_NAME = 3
"""Nodes of one name; a name of more says nothing."""

LONGEST_NAME = 8
"""Words of a name."""

LONGEST_TEXT = 20_000
"""Characters of a memory that are looked through."""

_WORD = re.compile(r"\w[\w.+#'’/:@&%~-]*\w[+#]*|\w[+#]*")
_ADDRESS = re.compile(r"[^\s<>()\[\]\"“”„`]+")
_TITLES = re.compile(r"\[\[([^\[\]\n|]{1,200})(?:\|[^\[\]\n]*)?\]\]|[\"“„]([^\"“”„\n]{2,120})[\"”“]")
_DOCUMENT = KINDS.index(NodeKind.DOCUMENT)
_NAMED = (_DOCUMENT, *(KINDS.index(NodeKind(kind)) for kind in ThingKind))
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Named:
    """A node that a memory names: its number in the graph, the line of the memory (from 1), and the words there."""

    node: int
    line: int
    words: str


class NodeNames:
    """Names of a graph's documents and things as they are written, for texts that may hold them."""

    def __init__(self, graph: Graph) -> None:
        """Gather the names; some 50 ms for 100,000 nodes."""
        self.graph = graph
        self._nodes: dict[str, dict[int, None]] = {}
        self._longest: dict[str, int] = {}
        for node in np.flatnonzero(np.isin(graph.kinds, _NAMED)).tolist():
            self._add(graph.titles[node], node)
        for node, alias, _ in graph.aliases:
            self._add(alias, node)

    def named_in(self, text: str) -> list[Named]:
        """The nodes that a text names, each once at its first place, in order; in time linear in the text.

        A name counts as it is written, and in running text only if it has two words or is no plain lowercase word.
        """
        text = text[:LONGEST_TEXT]
        found: dict[int, tuple[int, str]] = {}
        for at, words, nodes in (*self._by_address(text), *self._by_title(text), *self._by_name(text)):
            for node in nodes:
                if node not in found or at < found[node][0]:
                    found[node] = (at, words)
        places = sorted((at, node, words) for node, (at, words) in found.items())
        return [Named(node, text.count("\n", 0, at) + 1, words) for at, node, words in places[:MOST_NAMED]]

    def _add(self, name: str, node: int) -> None:
        name = _SPACES.sub(" ", name).strip()
        words = _WORD.findall(name)
        if words and len(words) <= LONGEST_NAME:
            self._nodes.setdefault(name, {})[node] = None
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def _by_address(self, text: str) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        for match in _ADDRESS.finditer(text):
            words = match[0].rstrip(".,;:!?'’*_")
            if "/" not in words and ":" not in words:
                continue
            name = words
            if name.startswith(SCHEME):
                doc, anchor = split_id(name)
                name = f"{doc}#{anchor}" if anchor else doc
            number = self.graph.number_of.get(name, -1)
            if number >= 0 and not name.startswith(("broken:", "collection:")):
                yield match.start(), words, (number,)

    def _by_title(self, text: str) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        for match in _TITLES.finditer(text):
            name = (match[1] or match[2]).strip()
            if nodes := self._of(name):
                yield match.start(), name, nodes

    def _by_name(self, text: str) -> Iterator[tuple[int, str, tuple[int, ...]]]:
        places = [match.span() for match in _WORD.finditer(text)]
        number = 0
        while number < len(places):
            start = places[number][0]
            longest = self._longest.get(text[slice(*places[number])], 0)
            taken = 1
            for count in range(min(longest, len(places) - number), 0, -1):
                name = text[start : places[number + count - 1][1]]
                if (nodes := self._of(name)) and (count > 1 or _is_telling(text, name, start)):
                    yield start, name, nodes
                    taken = count
                    break
            number += taken

    def _of(self, name: str) -> tuple[int, ...]:
        nodes = tuple(self._nodes.get(_SPACES.sub(" ", name), ()))
        return nodes if len(nodes) <= MOST_OF_A_NAME else ()


def _is_telling(text: str, name: str, start: int) -> bool:
    """Whether one word is a name: it stands as code, or has a capital, digit or sign beyond its first letter."""
    is_code = start > 0 and text[start - 1] == "`"
    return is_code or (len(name) > 1 and any(not letter.islower() for letter in name[1:])) or name[:1].isdigit()
