"""What is looked at again after files changed, also by an indexer that was not there before."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bookwheel.indexes.catalogue import Batch, CatalogueWriter
from bookwheel.library.indexing import publish
from bookwheel.library.indexing.publish import Stores


def _links(shelf) -> list[tuple[str, str, str]]:
    with closing(sqlite3.connect(shelf.paths.catalogue)) as connection:
        return connection.execute("SELECT status, target_path, target_anchor FROM links ORDER BY target").fetchall()


def _all_looked_at(monkeypatch) -> list[str]:
    """The collections of which all links are looked at from now on."""
    looked: list[str] = []

    def note(catalogue, collection):
        looked.append(collection)
        return _unsettled(catalogue, collection)

    _unsettled = publish.unsettled_links
    monkeypatch.setattr(publish, "unsettled_links", note)
    return looked


def test_a_new_indexer_looks_at_the_links_alone_that_a_change_may_lead_elsewhere(shelf, write, monkeypatch):
    root = shelf.fill("notes", {"a.md": "# A\n\n[B](b.md#old) [C](c.md)\n", "b.md": "# B\n\n## Old\n", "c.md": "# C\n"})
    shelf.index()
    assert _links(shelf) == [("resolved", "b.md", "old"), ("resolved", "c.md", "")]
    looked = _all_looked_at(monkeypatch)
    write(root, "b.md", "# B\n\n## New\n")
    write(root, "c.md", "# C\n\nMore, and [B](b.md#new).\n")
    shelf.index()
    assert _links(shelf) == [("resolved", "b.md", ""), ("resolved", "b.md", "new"), ("resolved", "c.md", "")]
    write(root, "d.md", "# D\n")
    assert looked == []
    shelf.index()
    assert looked == ["notes"]


def test_links_are_all_looked_at_after_an_indexer_ended_before_it_had(shelf, write, monkeypatch):
    shelf.fill("notes", {"a.md": "# A\n\n[B](b.md)\n", "b.md": "# B\n"})
    shelf.index()
    with closing(CatalogueWriter(shelf.paths.catalogue)) as catalogue:
        assert catalogue.collections_looked_at() == {"notes"}
        gone = catalogue.file("notes", "b.md")
        assert gone is not None
    with closing(Stores(shelf.paths)) as stores:
        stores.commit(Batch(dropped=[gone.document_key], gone=[("notes", "b.md")]))
        assert stores.catalogue.collections_looked_at() == set()
    looked = _all_looked_at(monkeypatch)
    write(shelf.folder / "notes", "a.md", "# A\n\n[B](b.md) again\n")
    shelf.index()
    assert looked == ["notes"]
