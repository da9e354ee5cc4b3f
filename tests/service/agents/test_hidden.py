"""What a scope hides moves no byte of what its client reads, whether it is there, changes or is being indexed."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from bookwheel.domain.annotations.annotation import AnnotateRequest, AnnotationKind
from bookwheel.domain.annotations.pins import PinRequest
from bookwheel.domain.annotations.reading_progress import ReadingAction, ReadingChange
from bookwheel.domain.collection import Collection
from bookwheel.domain.readiness import Readiness
from bookwheel.service.agents.resources import resources
from bookwheel.service.agents.tools.report_answers import VIEWS as FINDINGS
from tests.service.agents.serving import Served, index, serving
from tests.service.agents.tools.test_tools import talk

WHEEL = """---
title: The wheel
tags: [desk, tools/wheels]
author: Ada
---
# The wheel

Ramelli drew it. See [the plan](vault/plan.md), [[plan]], [none](vault/none.md) and [spokes](spokes.md).

## Spokes of the wheel

Spokes hold the rim.
"""
SPOKES = "---\ntags: [desk]\ncategory: parts\n---\n# Spokes\n\nOf ash. Back to [the wheel](wheel.md).\n"
PLAN = """---
title: The plan
tags: [desk, hush, tools/wheels/secret]
author: Nemo
category: parts/secret
private: true
---
# The plan

The wheel turns; see [the wheel](WHEEL) and [spokes](SPOKES). Spokes, spokes, qumbraword.
"""
MORE = "---\nprivate: true\ntags: [hush, later]\n---\n# Spokes\n\nMore spokes of the wheel. [plan](plan.md)\n"
VISIBLE = {"notes/wheel.md": WHEEL, "notes/spokes.md": SPOKES}
HIDDEN = {
    "part": {"notes/vault/plan.md": PLAN.replace("WHEEL", "../wheel.md").replace("SPOKES", "../spokes.md")},
    "collection": {
        "secret/plan.md": PLAN.replace("WHEEL", "../notes/wheel.md").replace("SPOKES", "../notes/spokes.md")
    },
}
SCOPES = {
    "folder": ("part", "-path:vault/"),
    "tag": ("part", "-tag:hush"),
    "private": ("part", "-private:true"),
    "collection": ("collection", ""),
}
"""What hides, and the client's filter; all of them see the collection notes alone."""

QUIET = Readiness({"notes": 0, "secret": 0})
BUSY = {
    "part": [Readiness({"notes": 3}, frozenset(("notes",)), is_busy=True), Readiness({}, is_busy=True)],
    "collection": [Readiness({"notes": 0, "secret": 7}, frozenset(("secret",)), is_busy=True), Readiness({"notes": 0})],
}
"""How reading stands while what is hidden is counted and read."""

CALLS: list[tuple[str, dict[str, Any]]] = [
    *(
        ("browse", {"view": view})
        for view in ("collections", "documents", "categories", "types", "tags", "labels", "topics")
    ),
    *(
        ("browse", {"view": view})
        for view in ("people", "schema", "status", "annotations", "reading", "memories", "sessions", "links")
    ),
    ("browse", {"view": "documents", "sort": "book", "limit": 1}),
    ("browse", {"view": "changes", "since": "2001-01-01"}),
    *(("browse", {"view": view}) for view in FINDINGS),
    *(
        ("search", {"query": query, "mode": mode, "explain": True})
        for query in ("spokes", "the wheel", "qumbraword", "tag:hush", "plan")
        for mode in ("auto", "keyword", "semantic", "graph", "hybrid")
    ),
    ("search", {"query": "spokes", "limit": 1, "memories": True}),
    *(
        ("search", {"like": like, "mode": mode, "explain": True, "facets": ["type", "path"]})
        for like in ("notes/wheel.md", "notes/spokes.md:1-3", "secret/plan.md", "notes/vault/plan.md", "The hush plan")
        for mode in ("auto", "keyword", "semantic")
    ),
    *(("outline", {"doc": doc}) for doc in ("notes/wheel.md", "notes/vault/plan.md", "secret/plan.md")),
    *(("read", {"docs": [doc], "metadata": True}) for doc in ("notes/wheel.md", "notes/vault/plan.md")),
    *(
        ("explore", {"node": node, "view": view, "hops": 2})
        for node in ("notes/wheel.md", "notes/vault/plan.md", "tag:tools", "tag:hush", "person:Nemo", "The plan")
        for view in ("neighbours", "backlinks", "related")
    ),
    ("explore", {"level": "schema"}),
    ("explore", {"node": "notes/wheel.md", "to": "notes/spokes.md"}),
    ("query", {"sparql": "SELECT * { ?s ?p ?o }"}),
    ("query", {"sparql": "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g ORDER BY ?g"}),
    *(
        (
            "query",
            {
                "sparql": f"SELECT ?s ?p ?o {{ GRAPH ?g {{ ?s ?p ?o }} FILTER(?g != <urn:bookwheel:ontology>) }}"
                f" ORDER BY ?s ?p ?o OFFSET {offset} LIMIT 60"
            },
        )
        for offset in range(0, 240, 60)
    ),
    *(("context", {"question": question, "depth": 2}) for question in ("What turns the wheel?", "qumbraword")),
    ("remember", {"content": "The wheel has spokes.", "session": "s"}),
    ("remember", {"subject": "notes/wheel.md", "relation": "turns", "object": "notes/vault/plan.md"}),
    *(("remember", {"subject": doc, "topics": ["Turning"]}) for doc in ("notes/vault/plan.md", "secret/plan.md")),
    ("browse", {"view": "topics", "topic": "Turning"}),
    ("search", {"query": "topic:turning wheel"}),
    ("recall", {"query": "wheel"}),
    ("recall", {}),
    ("forget", {"session": "s"}),
]


def write(root: Path, files: dict[str, str]) -> tuple[Collection, ...]:
    """Write files of one age, and give the collections that have some."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8")
        os.utime(root / path, (1_700_000_000, 1_700_000_000))
    return tuple(
        Collection(slug, slug.title(), str(root / slug)) for slug in ("notes", "secret") if (root / slug).is_dir()
    )


Pairs = dict[str, tuple[Served, Served]]


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pairs]:
    """Two services for each way to hide: with something hidden, and without it."""
    with contextlib.ExitStack() as stack:

        def served(files: dict[str, str]) -> Served:
            root = tmp_path_factory.mktemp("hidden")
            one = stack.enter_context(serving(root, lambda root: write(root, files)))
            one.library.readiness = lambda: QUIET
            assert one.library.tray is not None
            one.library.tray.pin(PinRequest("notes/wheel.md"))
            assert one.library.annotations is not None
            for doc in files:
                one.library.annotations.annotate(AnnotateRequest(doc, AnnotationKind.NOTE, note=f"Look at {doc}"))
            assert one.library.reading is not None
            one.library.reading.change(ReadingChange(ReadingAction.ADD, tuple(files)))
            return one

        bare = served(VISIBLE)
        yield {kind: (served({**VISIBLE, **files}), bare) for kind, files in HIDDEN.items()}


def answers(served: Served, filter: str) -> dict[str, str]:
    """Everything that a client of narrow rights is told, by what it asked."""
    token = served.tokens.make("narrow", ("notes",), filter=filter, may_remember=True, may_read_annotations=True)

    async def conversation(client: Client) -> dict[str, str]:
        told = {"instructions": client.instructions or "", "tools": (await client.list_tools()).model_dump_json()}
        told["resources"] = (await client.list_resources()).model_dump_json()
        told["prompts"] = (await client.list_prompts()).model_dump_json()
        for name, given in CALLS:
            told[f"{name} {given}"] = (await client.call_tool(name, given)).model_dump_json()
        for uri in (
            *(resources.TOPICS, resources.TRAY, "bookwheel://doc/notes/wheel.md", "bookwheel://outline/notes/wheel.md"),
            *("bookwheel://doc/notes/vault/plan.md", "bookwheel://doc/secret/plan.md"),
        ):
            told[uri] = await _refused_or(client.read_resource(uri))
        paths = types.ResourceTemplateReference(uri=resources.TEMPLATES[0].uri_template)
        topics = types.PromptReference(name="survey_topic")
        for value in ("", "n", "secret", "notes/v", "pl", "h", "tools"):
            told[f"path {value}"] = await _refused_or(client.complete(paths, {"name": "path", "value": value}))
            told[f"topic {value}"] = await _refused_or(client.complete(topics, {"name": "topic", "value": value}))
        for second in ("notes/spokes.md", "notes/vault/plan.md", "The plan"):
            asked = client.get_prompt("compare_documents", {"first": "notes/wheel.md", "second": second})
            told[f"prompt {second}"] = await _refused_or(asked)
        return told

    return {asked: steady(text) for asked, text in talk(served, token, "auto", conversation).items()}


async def _refused_or(asked: Any) -> str:
    try:
        return (await asked).model_dump_json()
    except MCPError as refused:
        return f"{refused.error.message} {refused.error.data}"


def steady(text: str) -> str:
    """An answer without times, and names made by chance."""
    text = re.sub(r'(cursor|created_at|read_at|last_at|since)(\\*":\\*")[^"\\]+', r"\1\2", text)
    return re.sub(r'(id\\*":\\*")[a-z]?[0-9a-f]{6,}(?=\\*")', r"\1", text)


def differing(one: dict[str, str], other: dict[str, str]) -> list[tuple[str, str, str]]:
    return [(asked, text, other[asked]) for asked, text in one.items() if text != other[asked]]


@pytest.mark.parametrize("name", SCOPES)
def test_whole_answers_are_those_of_a_library_without_what_is_hidden(pairs: Pairs, name: str):
    kind, filter = SCOPES[name]
    served, bare = pairs[kind]
    wanted = answers(bare, filter)
    assert sum('"is_error":false' in text for text in wanted.values()) > 30
    root, library = served.paths.root.parent, served.library
    assert differing(answers(served, filter), wanted) == []
    if name != "private":  # files that were not read yet count there: nobody knows what their pages say
        for readiness in BUSY[kind]:
            library.readiness = lambda readiness=readiness: readiness
            assert differing(answers(served, filter), wanted) == []
    library.readiness = lambda: QUIET
    [(path, text)] = HIDDEN[kind].items()
    more = {path: text.replace("turns", "stands"), path.replace("plan", "spokes"): MORE}
    index(served.paths, write(root, more))
    library.refresh(0)  # the graph is behind
    assert differing(answers(served, filter), wanted) == []
    library.graphs.refresh()
    library.graphs.wait()
    assert differing(answers(served, filter), wanted) == []
    (root / path.replace("plan", "spokes")).unlink()
    index(served.paths, write(root, HIDDEN[kind]))
    library.refresh(0)
    assert differing(answers(served, filter), wanted) == []
    library.graphs.refresh()
    library.graphs.wait()


def test_a_change_of_what_is_seen_is_another_revision(pairs: Pairs):
    served, _ = pairs["part"]
    token = served.tokens.make("narrow", ("notes",))
    revisions = [_revision(served, token)]
    for text in (f"{SPOKES}\nMore.\n", SPOKES):
        index(served.paths, write(served.paths.root.parent, {"notes/spokes.md": text}))
        served.library.refresh(0)
        revisions.append(_revision(served, token))
    assert revisions[0] == revisions[2] != revisions[1]


def _revision(served: Served, token: str) -> int:
    async def conversation(client: Client) -> Any:
        return (await client.call_tool("browse", {"view": "documents"})).structured_content

    return talk(served, token, "auto", conversation)["revision"]
