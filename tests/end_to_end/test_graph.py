"""The graph is there when it was waited for, and words are there before it."""

from __future__ import annotations

from pathlib import Path

from bookwheel.client.connection import Client
from tests.end_to_end.conftest import Verb, wait_for


def test_adding_can_wait_for_the_graph(client: Client, verb: Verb, notes: Path):
    added = verb("add", str(notes), "--wait", "all")
    assert added.returncode == 0, added.stderr
    status = client.status()
    assert status.graph_revision == status.revision > 0


def test_the_graph_follows_a_saved_file(client: Client, verb: Verb, notes: Path):
    assert verb("add", str(notes), "--wait", "keyword").returncode == 0
    before = client.status().revision
    (notes / "new.md").write_text("# New\n\n[[page1]]\n", "utf-8")
    wait_for(lambda: client.status().graph_revision > before)
