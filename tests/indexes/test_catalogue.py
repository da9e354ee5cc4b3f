"""The catalogue shows its readers one published revision at a time."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from bookwheel.domain.errors import IndexDamaged
from bookwheel.indexes.catalogue import (
    Batch,
    CatalogueReader,
    CatalogueWriter,
    FileRow,
    NewDocument,
    changes_since,
    fold_name,
    rows_of,
    schema,
)
from bookwheel.parsing.documents import parse
from tests.connections import open_files


def _new(path: str, text: str) -> NewDocument:
    file = FileRow(path, "", len(text), 1, "hash")
    return NewDocument("c", rows_of(parse(text.encode(), path), file), file)


@pytest.fixture
def writer(tmp_path):
    one = CatalogueWriter(tmp_path / "catalogue.sqlite")
    yield one
    one.close()


@pytest.fixture
def reader(writer):
    one = CatalogueReader(writer.path)
    yield one
    one.close()


def _publish(writer, batch):
    written = writer.write(batch)
    writer.publish(written.revision)
    return written


def test_a_written_batch_is_unseen_until_it_is_published(writer, reader):
    _publish(writer, Batch(added=[_new("a.md", "# Old\n")]))
    old = reader.document("c/a.md")
    written = writer.write(Batch(added=[_new("a.md", "# New\n"), _new("b.md", "# B\n")], dropped=[old.key]))
    assert reader.document("c/a.md").title == "Old"
    assert reader.document("c/b.md") is None
    assert reader.document_keys() == [old.key]
    assert reader.exact("new") == []
    assert reader.revision() == 1
    writer.publish(written.revision)
    assert reader.document("c/a.md").title == "New"
    assert len(reader.document_keys()) == 2
    assert reader.section_rows([1]) == {}
    assert changes_since(reader, 1) == (list(written.document_keys), [old.key])


def test_a_reader_keeps_its_revision_inside_a_snapshot(writer, reader):
    _publish(writer, Batch(added=[_new("a.md", "# Old\n")]))
    with reader.snapshot():
        assert reader.revision() == 1
        _publish(writer, Batch(added=[_new("b.md", "# B\n")]))
        assert reader.revision() == 1
        assert reader.document("c/b.md") is None
    assert reader.revision() == 2


def test_sections_are_read_once_in_a_snapshot_and_anew_in_the_next(writer, reader):
    _publish(writer, Batch(added=[_new("a.md", "# Old\n"), _new("b.md", "# Other\n")]))
    first, second = (reader.sections_of(key)[0].key for key in reader.document_keys())
    with reader.snapshot():
        row = reader.section_rows([second, first])[first]
        assert reader.section_rows([first])[first] is row
        assert list(reader.section_rows([second, first, 99])) == [first, second]
    _publish(writer, Batch(dropped=[row.document_key]))
    assert list(reader.section_rows([first, second])) == [second]


def test_many_threads_read_at_once(writer, reader):
    _publish(writer, Batch(added=[_new(f"{n}.md", f"# Page {n}\n\ntext {n}\n") for n in range(20)]))
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for n in range(20):
                row = reader.document(f"c/{n}.md")
                assert reader.text_of(row.key) == f"# Page {n}\n\ntext {n}\n"
                assert [one.title for one in reader.sections_of(row.key)] == [f"Page {n}"]
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_an_unpublished_batch_is_remembered_by_the_next_writer(writer, reader):
    _publish(writer, Batch(added=[_new("a.md", "# Old\n")]))
    written = writer.write(Batch(added=[_new("a.md", "# New\n")], dropped=[1]))
    again = CatalogueWriter(writer.path)
    assert again.unpublished() == written
    again.close()


def test_texts_for_the_keyword_index_carry_headings_and_labels(writer):
    text = "---\ntitle: T\ntags: [red]\naliases: [Other]\n---\n# One\n\n## Two\n\nwords\n"
    written = _publish(writer, Batch(added=[_new("a.md", text)]))
    rows = {row[2].split("\n")[-1]: row for row in writer.keyword_texts(written.document_keys)}
    assert rows["Two"][2] == "One\nTwo"
    assert {"red", "Other"} <= set(rows["Two"][5].split("\n"))


def test_a_catalogue_that_is_none_cannot_be_read(tmp_path):
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"nothing of the kind" * 100)
    with pytest.raises(IndexDamaged):
        CatalogueReader(path)
    assert not open_files(tmp_path)


def test_a_catalogue_of_another_version_is_not_kept_open(writer):
    writer._connection.execute("PRAGMA user_version=99")
    writer.close()
    with pytest.raises(IndexDamaged, match="another version"):
        CatalogueReader(writer.path)
    assert not open_files(writer.path.parent)


def test_a_catalogue_that_cannot_be_made_is_not_kept_open(tmp_path, monkeypatch):
    monkeypatch.setattr(schema, "TABLES", "CREATE TABLE twice (a); CREATE TABLE twice (a);")
    with pytest.raises(sqlite3.OperationalError):
        CatalogueWriter(tmp_path / "catalogue.sqlite")
    assert not open_files(tmp_path)


@pytest.mark.parametrize("name", ["Éclair  Au Café", "ＦＵＬＬ width", "straße", "plain Name", "日本語", "ﬁne"])
def test_folding_a_name_twice_changes_nothing(name):
    assert fold_name(fold_name(name)) == fold_name(name)


def test_threads_that_ended_leave_no_connection_open(writer, reader):
    for _ in range(20):
        thread = threading.Thread(target=reader.revision)
        thread.start()
        thread.join()
    reader.revision()
    assert len(reader._connections._connections) <= 2
