"""Whether what agents are told to cite is there: lines of hits, sections and passages against the source files."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bookwheel.domain.browse import BrowseRequest, View
from bookwheel.domain.reading import OutlineRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.service.sanitising import clean, original_id
from tests.bench.agents import Caller, http_caller, message_of, opening
from tests.bench.corpora import Corpora
from tests.bench.figures import Figure
from tests.bench.running import Running, service, until

TREES = ("k8s-docs-en", "vue-docs-zh-cn", "obsidian-tasks", "rust-rfcs")
OWN_QUERIES = 150
"""Headings asked for in each tree, beside the known items."""

SECTIONS = 400
"""Sections of each tree that are read whole."""

_WORD = re.compile(r"[^\W_]{3,}")
_MARKS = re.compile(r"\]\([^)\n]*\)|</?[a-zA-Z][^>\n]*>|[*`\[\]]")
"""Marks inside a word, as in `ref`s, or in writing without spaces, which a snippet leaves out."""


def measure(corpora: Corpora, scratch: Path) -> Iterator[Figure]:
    """How many citations were followed, and the share whose lines, read back, are the text of the file."""
    roots = {name: corpora.tree(f"docs/{name}") for name in TREES}
    with service(scratch / "library", has_meaning=False) as running:
        for name, root in roots.items():
            running.add_and_wait(root, name)
        until(lambda: running.client.status().graph_revision == running.client.status().revision, 300)
        made = running.client.agent(AgentRequest("citing"))
        checking = Checking(http_caller(made.url, made.token), roots)
        chance = random.Random(1)
        queries, sections = list(corpora.queries("k8s-docs-en")), list[str]()
        for name in TREES:
            titles, found = _outlined(running, name)
            queries += chance.sample(titles, min(OWN_QUERIES, len(titles)))
            sections += chance.sample(found, min(SECTIONS, len(found)))
        for query in queries:
            checking.search(query)
        for query in queries[::5]:
            checking.context(query)
        for section in sections:
            checking.section(section)
    yield Figure("citations: queries", len(queries), "")
    for kind, (followed, failed) in checking.counts.items():
        yield Figure(f"citations: {kind} followed", followed, "")
        name = f"citations: {kind} that resolve to their exact lines"
        yield Figure(name, 1 - failed / max(1, followed), "", "1")
    for failure in checking.failures:
        print(failure, file=sys.stderr)


def _outlined(running: Running, collection: str) -> tuple[list[str], list[str]]:
    """Headings and section ids of a collection."""
    titles, sections = list[str](), list[str]()
    cursor = ""
    while True:
        answer = running.client.browse(BrowseRequest(View.DOCUMENTS, limit=2000, cursor=cursor))
        for card in answer.documents:
            if card.doc.startswith(f"{collection}/"):
                for entry in running.client.outline(OutlineRequest(card.doc)).sections:
                    titles.append(entry.title)
                    sections.append(entry.section)
        cursor = answer.cursor
        if not cursor:
            return sorted({title for title in titles if len(title) > 5}), sections


class Checking:
    """Follows citations and counts those that do not hold."""

    def __init__(self, call: Caller, roots: dict[str, Path]) -> None:
        self._call, self._roots = call, roots
        self._files: dict[str, list[str]] = {}
        self.counts: dict[str, tuple[int, int]] = {}
        self.failures: list[str] = []
        call(opening())

    def search(self, query: str) -> None:
        """Every hit's lines, read by number, are those of the file, and hold the words of its snippet."""
        for hit in self._ask("search", query=query[:200])["hits"]:
            first, last = hit["lines"]
            doc = hit.get("doc", hit["section"].partition("#")[0])
            cited = self._cited(doc, first, last)
            read = self._read([doc], [first, last])
            self._count("hits", read == cited, f"{hit['section']} {first}-{last}")
            known = set(_WORD.findall(f"{cited} {_MARKS.sub('', cited)}".casefold()))
            words = _WORD.findall(hit["snippet"].casefold())[1:-1]
            self._count("snippets", known.issuperset(words), f"{hit['section']} {first}-{last}")

    def section(self, section: str) -> None:
        """A section's own text is that of the lines it names."""
        for passage in self._passages(sections=[section]):
            cited = self._cited(passage["doc"], *passage["lines"])
            self._count("sections", passage["text"] == cited, f"{section} {passage['lines']}")

    def context(self, question: str) -> None:
        """Every passage of evidence begins in its first line and ends in its last; it may be a part of them."""
        for passage in self._ask("context", question=question[:200], budget=2000)["passages"]:
            cited = self._cited(passage["doc"], *passage["lines"])
            is_there = passage["text"] in cited and passage["text"].count("\n") == cited.count("\n")
            self._count("evidence", is_there, f"{passage['section']} {passage['lines']}")

    def _count(self, kind: str, is_right: bool, told: str) -> None:
        followed, failed = self.counts.get(kind, (0, 0))
        self.counts[kind] = (followed + 1, failed + (not is_right))
        if not is_right:
            self.failures.append(f"{kind}: {told}")

    def _cited(self, doc: str, first: int, last: int) -> str:
        """Lines of the file itself, as an agent may see them."""
        if doc not in self._files:
            collection, _, path = original_id(doc).partition("/")
            text = (self._roots[collection] / path).read_bytes().decode("utf-8-sig", "replace")
            self._files[doc] = text.replace("\r\n", "\n").split("\n")
        return clean("\n".join(self._files[doc][first - 1 : last]))

    def _read(self, docs: list[str], lines: list[int]) -> str:
        """A range of lines, however many answers it takes; an answer ends at a line, but for one that is too long."""
        text, last = "", 0
        for passage in self._passages(docs=docs, lines=lines):
            text += ("\n" if last and passage["lines"][0] > last else "") + passage["text"]
            last = passage["lines"][1]
        return text

    def _passages(self, **given: object) -> list[dict[str, Any]]:
        """Everything that is read, however many answers it takes."""
        passages, cursor = list[dict[str, Any]](), ""
        while True:
            answer = self._ask("read", **given, budget=8000, cursor=cursor)
            passages += answer["passages"]
            cursor = answer["cursor"]
            if not cursor:
                return passages

    def _ask(self, tool: str, **given: object) -> dict[str, Any]:
        answer: Any = self._call(message_of("tools/call", name=tool, arguments=given))
        content = answer["result"]["structuredContent"]
        if answer["result"].get("isError"):
            raise RuntimeError(f"{tool} {given}: {content}")
        return content
