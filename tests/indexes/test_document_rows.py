"""What the catalogue gives of its documents as rows is what was put into it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bookwheel.indexes.catalogue import (
    Batch,
    CatalogueReader,
    CatalogueWriter,
    FileRow,
    NewDocument,
    read_rows,
    rows_of,
)
from bookwheel.parsing.documents import parse

ROOTS = ("resources/manual/en", "resources/sample")
NOTE = b"""---
title: A plan
tags: [one, two]
aliases: [The plan]
category: work
collection: elsewhere
status: draft
supersedes: old.md
---

Before the heading, JSON Web Token (JWT).

# A plan { #plan }

See [the other](other.md#part) and ![a picture](picture.png).

```python
print("code")
```

## Part

| a | b |
|---|---|
| 1 | 2 |
"""


def _documents() -> list[tuple[str, bytes]]:
    files = [path for root in ROOTS for path in sorted(Path(root).rglob("*.md"))]
    return [("note.md", NOTE), *((str(path), path.read_bytes()) for path in files)]


@pytest.fixture
def written(tmp_path):
    news: list[NewDocument] = []
    for path, content in _documents():
        file = FileRow(path, "", len(content), 1_700_000_000_000_000_000, f"{len(news):032x}")
        news.append(NewDocument("c", rows_of(parse(content, path), file), file))
    writer = CatalogueWriter(tmp_path / "catalogue.sqlite")
    writer.publish(writer.write(Batch(added=news)).revision)
    yield writer, news
    writer.close()


def test_documents_read_as_rows_are_those_that_were_written(written):
    writer, news = written
    assert len(news) > 20
    reader = CatalogueReader(writer.path)
    try:
        assert list(read_rows(reader, reader.document_keys())) == [new.rows for new in news]
    finally:
        reader.close()


def test_rows_of_another_catalogue_make_the_same_documents(written, tmp_path):
    writer, news = written
    other = CatalogueWriter(tmp_path / "other.sqlite")
    reader = CatalogueReader(writer.path)
    try:
        rows = list(read_rows(reader, reader.document_keys()))
        added = [
            NewDocument("d", one, FileRow(one.path, "", one.size_bytes, one.modified_ns, one.hash)) for one in rows
        ]
        other.publish(other.write(Batch(added=added)).revision)
        copy = CatalogueReader(other.path)
        try:
            assert list(read_rows(copy, copy.document_keys())) == rows
            assert copy.document("d/note.md") is not None
        finally:
            copy.close()
    finally:
        reader.close()
        other.close()
    assert all(new.collection == "c" for new in news)


def test_a_header_cannot_name_another_collection(written):
    writer, _ = written
    reader = CatalogueReader(writer.path)
    try:
        (note, *_) = read_rows(reader, reader.document_keys())
    finally:
        reader.close()
    assert "collection" not in dict(note.facets)
    assert dict(note.facets)["status"] == "draft"


def test_a_link_to_a_file_that_is_no_document_keeps_its_path(written):
    writer, _ = written
    reader = CatalogueReader(writer.path)
    try:
        key = reader.document_keys()[0]
        (note,) = read_rows(reader, [key])
        links = [(index, link) for index, link in enumerate(note.links) if link[2] == "picture.png"]
        assert [link[-1] for _, link in links] == [""]
        with reader.snapshot() as connection:
            rows = connection.execute("SELECT key FROM links WHERE target='picture.png'").fetchall()
        writer.set_link_targets([("asset", "picture.png", "", link) for (link,) in rows])
        (settled,) = read_rows(reader, [key])
    finally:
        reader.close()
    index = links[0][0]
    assert settled == replace(
        note, links=(*note.links[:index], (*note.links[index][:-1], "picture.png"), *note.links[index + 1 :])
    )
