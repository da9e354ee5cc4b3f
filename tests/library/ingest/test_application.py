from __future__ import annotations

import contextlib
import json
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from bookwheel.domain.ingest import BatchHead, Ingestor, SpooledBatch
from bookwheel.domain.jobs import JobCounts
from bookwheel.indexes import items
from bookwheel.indexes.items import ItemStore
from bookwheel.library.ingest import files, mirror
from tests.library.ingest.batches import apply, contents, document, entity, run, spool

ORIGINS = "datasources.entities.jsonl"


def _records(text: str) -> list[dict[str, dict[str, object]]]:
    return [json.loads(line) for line in text.splitlines()]


def test_documents_become_files_with_front_matter(tmp_path: Path):
    head = BatchHead("jira", Ingestor("sync", "1.2", "host a"))
    given = document(
        "guide/Page 1", "# Heading\n\nWords.", title='A "title": \n with signs', tags=["x", "y: z"], language="de",
        url="https://example.org/1", modified="2026-01-02", metadata={"n": 3, "Names": ["Ada", "no"], "title": "other"},
    )  # fmt: skip
    report = apply(tmp_path, "1", [given], head=head)
    assert report.counts == JobCounts(1, new=1) and report.is_applied
    text = contents(tmp_path)["jira/guide/page-1.md"]
    header, _, body = text.removeprefix("---\n").partition("---\n\n")
    assert body == "# Heading\n\nWords.\n"
    assert yaml.safe_load(header) == {
        "title": 'A "title":   with signs', "url": "https://example.org/1", "tags": ["x", "y: z"], "language": "de",
        "modified": "2026-01-02", "item_id": "guide/Page 1", "datasource_id": "jira",
        "ingestor_id": "sync@1.2/host-a", "n": 3, "Names": ["Ada", "no"],
    }  # fmt: skip


def test_each_format_has_its_ending(tmp_path: Path):
    apply(tmp_path, "1", [document("a", format="html"), document("b", format="text"), document("c")])
    assert {*contents(tmp_path)} == {"a.html", "b.txt", "c.md", ORIGINS}


def test_a_document_that_is_written_otherwise_moves(tmp_path: Path):
    apply(tmp_path, "1", [document("a")])
    report = apply(tmp_path, "2", [document("a", "<p>Words</p>", format="html")])
    assert report.counts == JobCounts(1, changed=1) and {*contents(tmp_path)} == {"a.html", ORIGINS}


def test_entities_share_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(items, "SHARD_ENTITIES", 3)
    report = apply(tmp_path, "1", [entity(f"T-{n}") for n in range(7)])
    assert report.counts == JobCounts(7, new=7) and report.entities == 7
    found = contents(tmp_path)
    assert [len(_records(found[f"entities/ticket/{n:04}.entities.jsonl"])) for n in (1, 2, 3)] == [3, 3, 1]
    apply(tmp_path, "2", [{"kind": "delete", "id": "ticket:T-1"}, entity("T-9"), entity("T-10")])
    keys = [
        [record["entity"]["key"] for record in _records(contents(tmp_path)[f"entities/ticket/{n:04}.entities.jsonl"])]
        for n in (1, 2, 3)
    ]
    assert sorted(map(len, keys)) == [2, 3, 3]
    assert sorted(key for shard in keys for key in shard) == sorted(
        ["T-0", *(f"T-{n}" for n in (2, 3, 4, 5, 6, 9, 10))]
    )


def test_what_is_sent_again_is_the_same(tmp_path: Path):
    given = [document("a"), entity("T-1", properties={"x": 1}), {"kind": "delete", "id": "gone"}]
    apply(tmp_path, "1", given)
    before = {path: path.stat().st_mtime_ns for path in mirror.documents_folder(tmp_path).rglob("*")}
    report = apply(tmp_path, "2", given, head=BatchHead(ingestor=Ingestor()))
    assert report.counts == JobCounts(3, same=3)
    assert before == {path: path.stat().st_mtime_ns for path in mirror.documents_folder(tmp_path).rglob("*")}


def test_a_job_that_was_applied_is_not_applied_again(tmp_path: Path):
    first = apply(tmp_path, "1", [document("a", "one")])
    apply(tmp_path, "2", [document("a", "two")])
    again = run(tmp_path, "1")
    assert replace(again, documents=0, due_at=0) == replace(first, documents=0, due_at=0)
    assert "two" in contents(tmp_path)["a.md"]


def test_bad_items_are_named_by_their_index_and_the_others_are_applied(tmp_path: Path):
    report = apply(tmp_path, "1", [document("a"), b'{"id": "b", "te', b"", b"[]", document("c")])
    assert report.counts == JobCounts(4, new=2, failed=2) and report.is_applied
    assert [error.index for error in report.errors] == [1, 2]


def test_a_strict_batch_with_a_bad_item_changes_nothing(tmp_path: Path):
    apply(tmp_path, "1", [document("a", "one")])
    before = contents(tmp_path)
    strict = BatchHead(is_strict=True)
    report = apply(tmp_path, "2", [document("a", "two"), b"torn", {"kind": "delete", "id": "a"}], head=strict)
    assert not report.is_applied and report.message and report.counts == JobCounts(3, failed=1)
    assert contents(tmp_path) == before


def test_equal_ids_in_a_batch_leave_the_last(tmp_path: Path):
    report = apply(tmp_path, "1", [document("a", "one"), document("a", "two"), document("a", "two")])
    assert report.counts == JobCounts(3, new=1, changed=1, same=1)
    assert "two" in contents(tmp_path)["a.md"]


def test_ids_that_fold_alike_are_two_documents(tmp_path: Path):
    report = apply(tmp_path, "1", [document("Page One", "first"), document("page one", "second"), document("PAGE-ONE")])
    assert report.counts.new == 3 and len(contents(tmp_path)) == 4


def test_an_id_belongs_to_a_document_or_to_an_entity(tmp_path: Path):
    report = apply(tmp_path, "1", [document("ticket:T-1"), entity("T-1")])
    assert report.counts == JobCounts(2, new=1, failed=1) and "another document" in str(report.errors[0].message)


def test_an_id_stays_in_its_mirror(tmp_path: Path):
    ids = [
        "../../outside",
        "/etc/passwd",
        "..",
        "a/../../b",
        "C:\\x",
        "items.sqlite",
        "../items.sqlite",
        "a\\..\\..\\b",
    ]
    report = apply(tmp_path / "mirror", "1", [document(id) for id in ids])
    assert report.counts.new == len(ids) and len(contents(tmp_path / "mirror")) == len(ids) + 1
    assert [path.name for path in tmp_path.iterdir()] == ["mirror"]


def test_datasources_have_ids_of_their_own(tmp_path: Path):
    apply(tmp_path, "1", [document("a", "one")], head=BatchHead("jira"))
    apply(tmp_path, "2", [document("a", "two")], head=BatchHead("Wiki"))
    found = contents(tmp_path)
    assert {*found} == {"jira/a.md", "wiki/a.md", ORIGINS}
    report = apply(tmp_path, "3", deleted_datasource="jira")
    assert report.counts == JobCounts(1, removed=1) and {*contents(tmp_path)} == {"wiki/a.md", ORIGINS}
    assert "jira" not in contents(tmp_path)[ORIGINS]


def test_datasource_and_ingestors_are_stated(tmp_path: Path):
    apply(tmp_path, "1", [document("a")], head=BatchHead("jira", Ingestor("sync", "1", "x")))
    apply(tmp_path, "2", [document("b")], head=BatchHead("jira", Ingestor("sync", "2", "x")))
    stated = [record["entity"] for record in _records(contents(tmp_path)[ORIGINS])]
    assert [(one["type"], one["key"]) for one in stated] == [
        ("datasource", "jira"), ("ingestor", "sync@1/x"), ("ingestor", "sync@2/x"),
    ]  # fmt: skip


def test_an_older_state_from_another_program_is_refused(tmp_path: Path):
    one, other = BatchHead("j", Ingestor("one")), BatchHead("j", Ingestor("other"))
    apply(tmp_path, "1", [document("a", "new", modified="2026-05-02")], head=one)
    report = apply(tmp_path, "2", [document("a", "old", modified="2026-05-01")], head=other)
    assert report.counts.failed == 1 and "newer state" in str(report.errors[0].message)
    assert apply(tmp_path, "3", [document("a", "newer", modified="2026-05-03")], head=other).counts.changed == 1
    assert apply(tmp_path, "4", [document("a", "own", modified="2026-05-01")], head=other).counts.changed == 1


def test_what_a_job_brought_last_leaves_with_it(tmp_path: Path):
    apply(tmp_path, "1", [document("a"), document("b"), entity("T-1"), entity("T-2")])
    apply(tmp_path, "2", [document("b", "newer"), entity("T-2", labels=["newer"])])
    report = apply(tmp_path, "3", deleted_job="1")
    assert report.counts == JobCounts(2, removed=2)
    found = contents(tmp_path)
    assert {*found} == {"b.md", "entities/ticket/0001.entities.jsonl", ORIGINS}
    assert [one["entity"]["key"] for one in _records(found["entities/ticket/0001.entities.jsonl"])] == ["T-2"]


def test_items_leave_when_they_are_no_longer_fresh(tmp_path: Path):
    now = 1_800_000_000.0  # 2027-01-15T08:00:00Z
    given = [
        document("a", fresh_until="2027-01-15T09:00:00Z"),
        document("b"),
        entity("T", fresh_until="2027-01-15T10:00"),
    ]
    assert apply(tmp_path, "1", given, now=now).due_at == now + 3600
    assert apply(tmp_path, "2", is_expiry=True, now=now + 3599).counts == JobCounts()
    report = apply(tmp_path, "3", is_expiry=True, now=now + 3600)
    assert report.counts == JobCounts(1, removed=1) and report.due_at == now + 7200
    assert apply(tmp_path, "4", is_expiry=True, now=now + 9000).due_at == 0
    assert {*contents(tmp_path)} == {"b.md", ORIGINS}


def test_folders_that_are_empty_go(tmp_path: Path):
    apply(tmp_path, "1", [document("deep/down/a"), document("deep/b")])
    apply(tmp_path, "2", [{"kind": "delete", "id": "deep/down/a"}])
    assert not (mirror.documents_folder(tmp_path) / "deep/down").exists()
    assert (mirror.documents_folder(tmp_path) / "deep/b.md").exists()


def test_a_lost_batch_is_told(tmp_path: Path):
    report = run(tmp_path, "nowhere")
    assert not report.is_applied and "lost" in str(report.message)


def test_a_million_is_not_held_in_memory_by_deletions(tmp_path: Path):
    """Rows come in pieces: more of them than one piece has are all taken out."""
    apply(tmp_path, "1", [document(f"d{n}", "x") for n in range(1201)])
    assert apply(tmp_path, "2", deleted_job="1").counts.removed == 1201
    assert {*contents(tmp_path)} == {ORIGINS}


@pytest.mark.parametrize("step", range(1, 9))
def test_a_batch_that_is_cut_short_is_finished_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: int):
    """An error at any file stands for a kill there: the next process finishes what was begun, and only that."""
    apply(tmp_path, "0", [document("old"), entity("T-0")])
    spool(tmp_path, SpooledBatch("1", BatchHead()), [
        document("a"), document("b/c"), entity("T-1"), {"kind": "delete", "id": "old"}, entity("U", "user"),
    ])  # fmt: skip
    left = [step]

    class Killed(BaseException):
        pass

    def die(*_arguments: object) -> None:
        left[0] -= 1
        if not left[0]:
            raise Killed

    for name in ("_write", "_delete"):
        real = getattr(mirror, name)
        monkeypatch.setattr(mirror, name, lambda *given, real=real: (die(), real(*given)))
    real_end = ItemStore.end_job
    monkeypatch.setattr(ItemStore, "end_job", lambda self, *given: (die(), real_end(self, *given), die()))
    with contextlib.suppress(Killed):
        run(tmp_path, "1")
    monkeypatch.undo()
    finished = run(tmp_path, "1", only_finish=True)
    report = run(tmp_path, "1")
    assert report.counts == JobCounts(5, new=4, removed=1) and report.is_applied
    assert finished.is_applied == (step > 2)
    assert {*contents(tmp_path)} == {
        "a.md", "b/c.md", "entities/ticket/0001.entities.jsonl", "entities/user/0001.entities.jsonl", ORIGINS,
    }  # fmt: skip
    assert (report.documents, report.entities) == (2, 3)


def test_a_key_holds_what_front_matter_can_lead_to():
    assert files.ingestor_key("Jira sync!", "1.0 beta", "host a") == "Jira-sync-@1.0-beta/host-a"
    assert files.ingestor_key("", "1", "x") == ""
