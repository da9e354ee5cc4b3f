"""What is hidden from a caller leaves no trace: no word, name, count or suggestion, whatever is asked and however."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bookwheel.domain.diagnostics import InspectView
from bookwheel.domain.team import READING_METHODS
from bookwheel.service.agents.resources.prompts import PROMPTS
from bookwheel.service.team.server import READS
from tests.service.team.serving import Served

Attack = tuple[str, str, Mapping[str, Any]]
"""The door (`rpc`, `tool` or a method of the protocol), what is called, and with what."""

CALLERS = {
    "person:guest:": ("qumbra", "qworp", "zorb"),
    "agent:guest:": ("qumbra", "qworp", "zorb"),
    "person:ada:staff": ("qworp", "zorb"),
    "agent:ada:staff": ("qworp", "zorb"),
    "person:bob:lab": ("qumbra", "zorb"),
    "person:eve:staff,lab": ("zorb",),
    "person:mal:Staff,LAB, staff,*": ("qumbra", "qworp", "zorb"),
}
"""Callers, and how the words begin that each may not see. Every hidden word begins like its collection."""

WORDS = ("umbr", "worp", "orbd", "wheel", "rim", "plan", "result", "start", "draft", "tag:draft", "author:*", "")
"""What is asked, in words that come near to what is hidden without naming it: an answer may repeat the question."""

IDS = (
    "team-{}/plan.md", "team-{}/plan.md#{}heading", "team-{}/deep/{}deep.md", "team-{}/result.md", "team-{}/draft.md",
    "team-{}/nothing.md", "team-{}",
)  # fmt: skip
FILTERS = (("collection", "team-{}"), ("path", "{}/"), ("tag", "{}tag"), ("tag", "draft"), ("author", "{}writer"))
FACETS = ["collection", "tag", "author", "category", "path", "type", "language"]
_ENDS = r"#|bookwheel://(?:doc|outline)/"
VIEWS = (
    *("collections", "documents", "categories", "types", "tags", "labels", "topics", "people", "entities", "terms"),
    *("projects", "schema", "status"),
)
SPARQL = (
    "SELECT ?s ?p ?o WHERE { ?s ?p ?o } LIMIT 2000",
    "SELECT ?g (COUNT(*) AS ?n) WHERE { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g",
    'SELECT ?s WHERE { ?s ?p ?o FILTER(CONTAINS(LCASE(STR(?o)), "umbr") || CONTAINS(LCASE(STR(?s)), "worp")) }',
)


def _of_people(hidden: str) -> Iterator[Attack]:
    ids = [one.format(hidden, hidden) for one in IDS]
    for word, mode in itertools.product(WORDS, ("auto", "keyword", "semantic", "graph", "literal")):
        yield "rpc", "search", {"query": word, "mode": mode, "facets": FACETS, "explain": True, "limit": 50}
    for field, value in FILTERS:
        chosen = [{"field": field, "values": [value.format(hidden)]}]
        yield "rpc", "search", {"query": "wheel", "filters": chosen, "facets": FACETS}
        yield "rpc", "browse", {"view": "documents", "filters": chosen}
    for view in VIEWS:
        yield "rpc", "browse", {"view": view, "limit": 2000}
    for one in ids:
        yield "rpc", "outline", {"doc": one}
        yield "rpc", "read", {"targets": [one], "metadata": True}
        yield "rpc", "page", {"doc": one, "query": "wheel"}
        yield "rpc", "find", {"doc": one, "words": "wheel"}
        yield "rpc", "asset", {"doc": one, "href": "picture.png"}
        yield "rpc", "resolve", {"doc": one, "href": "plan.md"}
        yield "rpc", "explore", {"node": one, "hops": 2}
        yield "rpc", "explore", {"node": "team-open/welcome.md", "to": one}
        yield "rpc", "mentions", {"doc": one}
        yield "rpc", "absence", {"doc": one, "query": "wheel"}
        yield "rpc", "search", {"query": "", "like": one}
        yield "rpc", "search", {"query": "wheel", "within": one}
    for word in ("umbradeep", "plan", "deep", "result", "draft", "orbdraft"):
        for href in (
            f"{word}.md",
            f"../team-{hidden}/{word}.md",
            f"/team-{hidden}/{word}.md",
            f"bookwheel://doc/team-{hidden}/{word}.md",
        ):
            yield "rpc", "resolve", {"doc": "team-open/welcome.md", "href": href}
        yield "rpc", "asset", {"doc": "team-open/welcome.md", "href": f"../../team-{hidden}/documents/{word}.md"}
        yield "rpc", "names", {"words": word, "limit": 50}
        yield "rpc", "context", {"question": f"what is {word}?", "budget_tokens": 4000, "depth": 2}
    for sparql in SPARQL:
        yield "rpc", "query", {"sparql": sparql, "limit": 1000}
    yield "rpc", "explore", {"node": "", "schema": True}
    for slug in (f"team-{hidden}", "team-open"):
        yield "rpc", "tree", {"collection": slug}
        yield "rpc", "status", {"name": slug}
        yield "rpc", "topics", {"collection": slug}
        yield "rpc", "tasks", {"collection": slug}
        yield "rpc", "changes", {"since": "2000-01-01", "collection": slug}
    for name in ("collections", "status", "topics", "tasks"):
        yield "rpc", name, {}
    for view in InspectView:
        yield "rpc", "inspect", {"view": view.value}


def _of_agents(hidden: str) -> Iterator[Attack]:
    ids = [one.format(hidden, hidden) for one in IDS]
    for word in WORDS:
        yield "tool", "search", {"query": word or "*", "facets": FACETS, "explain": True, "copies": True}
        yield "tool", "context", {"question": word or "?", "budget": 4000}
    for view in VIEWS:
        yield "tool", "browse", {"view": view, "limit": 200}
        yield "tool", "browse", {"view": view, "collection": f"team-{hidden}"}
    for one in ids:
        yield "tool", "outline", {"doc": one}
        yield "tool", "read", {"docs": [one]}
        yield "tool", "read", {"sections": [f"{one}#{hidden}heading"]}
        yield "tool", "explore", {"node": one, "hops": 2}
        yield "tool", "search", {"like": one}
        yield "resources/read", "", {"uri": f"bookwheel://doc/{one}"}
        yield "resources/read", "", {"uri": f"bookwheel://outline/{one}"}
    for sparql in SPARQL:
        yield "tool", "query", {"sparql": sparql}
    for uri in ("bookwheel://topics", "bookwheel://tray"):
        yield "resources/read", "", {"uri": uri}
    for path in ("", "q", "z", "plan", hidden, f"{hidden}/", f"team-{hidden}", f"team-{hidden}/"):
        where = {"type": "ref/resource", "uri": "bookwheel://doc/{+path}"}
        yield "completion/complete", "", {"ref": where, "argument": {"name": "path", "value": path}}
    for prompt in PROMPTS:
        filled = {argument.name: "wheel" for argument in prompt.arguments or ()}
        yield "prompts/get", "", {"name": prompt.name, "arguments": filled}
    for method in ("tools/list", "resources/list", "resources/templates/list", "prompts/list", "initialize"):
        client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        yield method, "", client if method == "initialize" else {}
    for name in ("remember", "recall", "forget", "ingest", "jobs", f"{hidden}"):
        yield "tool", name, {"content": "x", "query": "x", "id": "x"}


def _attacks(hidden: str) -> Iterator[Attack]:
    yield from _of_people(hidden)
    yield from _of_agents(hidden)


def _ask(served: Served, attack: Attack, token: str) -> str:
    door, name, given = attack
    if door == "rpc":
        answer = served.rpc(name, given, token)
    elif door == "tool":
        answer = served.mcp("tools/call", {"name": name, "arguments": given}, token)
    else:
        answer = served.mcp(door, given, token)
    assert answer.status_code != 500 and "internal_error" not in answer.text, (attack, answer.text)
    return answer.text.lower()


def _without_question(answer: str, given: Mapping[str, Any]) -> str:
    """An answer without what the question said: a refusal may name what it was asked for."""
    texts = sorted(_texts(given), key=len, reverse=True)
    for text in texts:
        for form in (text.lower(), json.dumps(text.lower())[1:-1]):
            answer = answer.replace(form, "")
    return answer


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield from (part for part in (value, *re.split(_ENDS, value)) if len(part) > 3)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


@pytest.fixture(scope="module", autouse=True)
def _fast(served: Served) -> None:
    served.service._parts.replace_settings("agents.calls_per_s", "100000")


@pytest.mark.parametrize("token", CALLERS)
def test_no_answer_holds_a_word_of_what_is_hidden(served: Served, token: str) -> None:
    hidden, found = CALLERS[token], list[str]()
    attacks = [attack for word in hidden for attack in _attacks(word)]
    for attack in attacks:
        answer = _without_question(_ask(served, attack, token), attack[2])
        found += [f"{attack}: {answer[:600]}" for word in hidden if word in answer]
    assert not found, "\n".join(found[:5])
    assert len(attacks) > 200


def test_the_attacks_reach_everything_that_is_answered() -> None:
    asked = {(door, name) for door, name, _ in _attacks("qumbra")}
    assert {name for door, name in asked if door == "rpc"} >= READING_METHODS
    assert {name for door, name in asked if door == "tool"} >= set(READS)


def test_the_same_attacks_find_the_words_where_they_may_be_seen(served: Served) -> None:
    answers = [_ask(served, attack, "person:ada:staff") for attack in _attacks("qumbra")]
    assert not [answer for answer in answers if '"bad_request"' in answer]
    told = "".join(answers)
    for word in ("qumbraword", "qumbratag", "qumbrawriter", "qumbrashelf", "qumbraheading", "qumbradeep"):
        assert word in told


def test_a_hidden_collection_answers_as_one_that_there_is_not(served: Served) -> None:
    for seen, unknown in zip(_attacks("qumbra"), _attacks("qumbrx"), strict=True):
        answers = [_steady(_ask(served, attack, "person:guest:")) for attack in (seen, unknown)]
        assert answers[0].replace("qumbra", "qumbrx") == answers[1], seen


def _steady(answer: str) -> str:
    """An answer without what differs between two calls of one question."""
    return re.sub(r'\\?"(took_ms|cursor)\\?": ?(\\?"[^"]*"|[\d.e-]+)', "", answer)
