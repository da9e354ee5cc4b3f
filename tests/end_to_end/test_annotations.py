"""The verb `annotations` on a real service."""

from __future__ import annotations

import json
from pathlib import Path

from tests.end_to_end.conftest import Verb


def test_annotations_are_added_listed_written_and_removed(verb: Verb, notes: Path, tmp_path: Path):
    verb("add", str(notes), "--wait", "keyword")
    assert verb("annotations", "list").returncode == 1
    made = verb("annotations", "add", "notes/page7.md", "--quote", "Spoke7 is made", "--colour", "blue", "--json")
    annotation = json.loads(made.stdout)["annotation"]
    assert (annotation["kind"], annotation["section"]) == ("highlight", "notes/page7.md#spokes")
    verb("annotations", "add", "notes/page3.md", "--note", "Ask \x1b[31mAda")
    listed = verb("annotations", "list")
    assert listed.returncode == 0 and "“Spoke7 is made”" in listed.stdout and "\x1b[31m" not in listed.stdout
    assert annotation["id"] in verb("annotations", "list", "spoke7", "--kind", "highlight", "--colour", "blue").stdout
    assert verb("annotations", "list", "--document", "notes/page9.md").stdout == "No matching annotations.\n"
    file = tmp_path / "annotations.md"
    assert verb("annotations", "export", str(file)).stdout == f"Wrote 2 annotations to {file}.\n"
    assert "> Spoke7 is made\n" in file.read_text("utf-8") and "bookwheel://doc/notes/page7.md" in file.read_text(
        "utf-8"
    )
    assert verb("annotations", "export", "--colour", "orange").stdout == ""
    assert verb("annotations", "remove", annotation["id"]).stdout == "Removed 1 annotation.\n"
    assert verb("annotations", "remove", annotation["id"]).returncode == 1
    assert verb("annotations", "add", "notes/none.md").returncode == 4
    assert verb("annotations", "add", "notes/page7.md", "--colour", "pink").returncode == 2
    assert (
        verb("connect", "generic", "--annotations", "--yes")
        .stdout.rstrip()
        .endswith("can read your annotations and reading list")
    )
