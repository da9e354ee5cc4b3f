"""A killed indexer loses nothing and doubles nothing."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from bookwheel.domain.browse import TreeRequest
from bookwheel.domain.indexing import ReportKind
from bookwheel.domain.search import SearchRequest
from bookwheel.indexes.ontology import OntologyReader
from tests.indexes.stated_rows import everything

from .conftest import Shelf

CHILD = """
import sys, threading
from pathlib import Path
from bookwheel.domain.collection import Collection
from bookwheel.domain.indexing import Command, Verb
from bookwheel.library.indexing import indexer as indexing
from bookwheel.paths import LibraryPaths
root, library = sys.argv[1:]
waiting = [Command(Verb.CONFIGURE, collections=(Collection("notes", "Notes", root),), batch_files=8, batch_s=0.05)]
waiting.append(Command(Verb.SCAN))
print("ready", flush=True)
def inbox(timeout_s):
    if timeout_s == 0:
        return None
    return waiting.pop(0) if waiting else threading.Event().wait()
indexing.run(LibraryPaths(Path(library)), inbox, lambda report: None)
"""

FILES = 150


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGKILL")
def test_an_indexer_killed_ten_times_ends_with_every_file_once(shelf: Shelf) -> None:
    root = shelf.add()
    chance = random.Random(7)
    for round_number in range(10):
        for number in range(FILES):
            if round_number == 0 or number % 5 == round_number % 5:
                text = f"# Page {number}\n\nround{round_number} zebra{number}\n"
                (root / f"p{number}.md").write_text(text, "utf-8")
        child = subprocess.Popen(
            [sys.executable, "-c", CHILD, str(root), str(shelf.paths.root)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "app")},
        )
        with child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.5))
            child.send_signal(signal.SIGKILL)
    assert ReportKind.IDLED in [report.kind for report in shelf.index()]  # what comes after it hangs on the last kill
    tree = shelf.library.tree(TreeRequest("notes"))
    assert sorted(entry.path for entry in tree.entries) == sorted(f"p{number}.md" for number in range(FILES))
    for number in range(FILES):
        hits = shelf.library.search(SearchRequest(f"zebra{number}")).hits
        assert [hit.doc for hit in hits] == [f"notes/p{number}.md"], number
    ontology = OntologyReader.open(shelf.paths.ontology)
    assert ontology is not None
    rows = everything(ontology)
    assert sorted(node for node, _ in rows.titles if "#" not in node) == sorted(
        f"notes/p{number}.md" for number in range(FILES)
    )
    assert sorted(section for section, _ in rows.parents) == sorted(
        f"notes/p{number}.md#page-{number}" for number in range(FILES)
    )
    with closing(sqlite3.connect(shelf.paths.catalogue)) as catalogue:
        counts = [
            catalogue.execute(f"SELECT count(DISTINCT document_key) FROM {table}").fetchone()[0]
            for table in ("texts", "sections", "names")
        ]
    assert counts == [FILES] * 3
