"""The verb `reading` on a real service."""

from __future__ import annotations

import json
from pathlib import Path

from tests.end_to_end.conftest import Verb


def test_the_reading_list_is_kept_in_order_and_documents_are_marked(verb: Verb, notes: Path):
    verb("add", str(notes), "--wait", "keyword")
    empty = verb("reading", "list")
    assert (empty.returncode, empty.stdout) == (1, "The reading list is empty.\n")
    added = verb("reading", "add", "notes/page7.md", "notes/page3.md")
    assert added.stdout == "Added 2 documents to the reading list.\n"
    assert verb("reading", "add", "notes/page9.md", "--position", "1").returncode == 0
    assert verb("reading", "move", "notes/page3.md", "--position", "2").stdout == "Moved 1 document.\n"
    listed = json.loads(verb("reading", "list", "--json").stdout)["entries"]
    assert [entry["doc"] for entry in listed] == ["notes/page9.md", "notes/page3.md", "notes/page7.md"]
    assert verb("reading", "history").returncode == 1
    assert verb("reading", "mark", "notes/page3.md").stdout == "Marked 1 document as read.\n"
    assert "page3.md" in verb("reading", "history", "--limit", "1").stdout
    lines = verb("reading", "list").stdout.splitlines()
    assert lines[1].split()[:2] == ["2", "notes/page3.md"] and " read " in lines[1]
    assert verb("reading", "mark", "notes/page3.md", "--unread").stdout == "Marked 1 document as unread.\n"
    assert verb("reading", "remove", "notes/page9.md").stdout == "Removed 1 document from the reading list.\n"
    assert verb("reading", "add", "notes/none.md").returncode == 4
    assert verb("reading", "move", "notes/page9.md", "--position", "1").returncode == 4
    assert verb("reading", "move", "notes/page3.md").returncode == 2
