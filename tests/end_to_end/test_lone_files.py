"""A file read outside the library: the person's own programs read it, and neither agents nor indexes know of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bookwheel.client.connection import Client
from bookwheel.domain.annotations.pins import PinRequest
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.errors import BookwheelError
from bookwheel.domain.links.lone_files import lone_id
from bookwheel.domain.page import PageRequest, ResolveRequest
from bookwheel.domain.search import SearchRequest
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.waiting import until

SECRET = "qumbraword"


def test_no_agent_and_no_index_knows_what_the_person_reads(
    library: LibraryPaths, client: Client, notes: Path, tmp_path: Path
) -> None:
    lone = tmp_path / "elsewhere" / "diary.md"
    lone.parent.mkdir()
    lone.write_text(f"# {SECRET}\n\nThe {SECRET} turns.\n")
    doc = lone_id(str(lone))
    assert client.page(PageRequest(doc)).title == SECRET, "also while the library is empty"
    client.add(AddRequest(str(notes)))
    until(lambda: client.status().documents == 12 and client.status().progress.phase == "idle")
    assert client.resolve(ResolveRequest(doc, "")).doc == doc
    assert client.page(PageRequest(doc)).title == SECRET
    client.agent(AgentRequest("agent"))
    answers = asked(
        library,
        "agent",
        ("read", {"docs": [doc]}),
        ("read", {"docs": [f"bookwheel://doc/{doc}"]}),
        ("outline", {"doc": doc}),
        ("explore", {"node": doc}),
        ("search", {"query": SECRET}),
    )
    said = json.dumps(answers, default=str).replace(json.dumps(doc)[1:-1], "")
    assert f"The {SECRET} turns" not in said and f"{SECRET} turns" not in said
    assert client.search(SearchRequest(SECRET)).total == 0
    assert client.status().collections == 1
    with pytest.raises(BookwheelError, match=r"diary\.md is not in the library"):
        client.pin(PinRequest(doc))
    told = [
        file for file in library.root.rglob("*") if file.is_file() and f"The {SECRET}".encode() in file.read_bytes()
    ]
    assert not told, "its words lie nowhere in the library's folder"
