from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from threading import Thread

import pytest

from bookwheel.domain.annotations.manual_links import LinkEnd, ManualLink
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import IndexDamaged
from bookwheel.domain.service.activity import Activity
from bookwheel.indexes.state import State
from tests.connections import open_files
from tests.older_calls import keep_older_calls


def _open(folder: Path) -> State:
    return State(folder / "state.sqlite", folder / "state.backup.sqlite")


def _call(sequence: int, section: str = "notes/a.md#top", at: str = "2026-11-21T10:00:00+00:00") -> Activity:
    return Activity(sequence, at, "cli", "search", "wheel", (section,), 1, 10, 1.5)


def test_collections_and_marks_survive_reopening(tmp_path: Path):
    state = _open(tmp_path)
    notes = Collection("notes", "Notes", "/notes", ignore=("*.tmp",))
    state.put_collection(notes)
    state.set_mark("port", "4711")
    state.close()
    again = _open(tmp_path)
    assert again.collections() == (notes,)
    assert again.mark("port") == "4711"
    assert again.mark("unknown") == ""
    again.close()


def test_what_is_forgotten_while_a_backup_is_made_is_out_of_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    state = _open(tmp_path)
    ends = LinkEnd("notes/a.md", "A"), LinkEnd("notes/b.md", "B")
    made = ManualLink("l0000abcd", "", "", "", ends[0], "near", ends[1], "abracadabra", "2026-11-21T10:00:00+00:00")
    state.change_links([made])
    forgetting = Thread(target=state.change_links, args=((), [made.id]))
    replaced = Path.replace

    def replace(draft: Path, backup: Path) -> Path:
        forgetting.start()
        forgetting.join(0.5)  # it may have to wait
        return replaced(draft, backup)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "replace", replace)
        state.back_up()
    forgetting.join(30)
    backup = tmp_path / "state.backup.sqlite"
    assert b"abracadabra" in backup.read_bytes()
    state.keep_backup()
    assert b"abracadabra" not in backup.read_bytes()
    state.close()


def test_dropped_collection_leaves_no_bytes_in_state_or_backup(tmp_path: Path):
    state = _open(tmp_path)
    state.put_collection(Collection("secret", "Secretname", "/secretroot"))
    keep_older_calls(tmp_path / "state.sqlite", [_call(1, "secret/zanzibar.md#top"), _call(2)])
    state.back_up()
    state.drop_collection("secret")
    assert state.forgetting() == ("secret",)
    state.forgotten("secret")
    state.close()
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        assert b"zanzibar" not in content, path
        assert b"secretroot" not in content.lower(), path
    again = _open(tmp_path)
    assert [number for number, _ in again.older_calls(10)] == [2]
    again.close()


@pytest.mark.parametrize("content", [b"this is no database", b"SQLite format 3\0" + b"\xff" * 5000])
def test_damaged_state_is_restored_from_its_backup_with_a_notice(tmp_path: Path, content: bytes):
    state = _open(tmp_path)
    state.put_collection(Collection("notes", "Notes", "/notes"))
    state.back_up()
    state.close()
    (tmp_path / "state.sqlite").write_bytes(content)
    again = _open(tmp_path)
    assert [one.slug for one in again.collections()] == ["notes"]
    assert "restored" in again.notices[0]
    again.close()


def test_damaged_state_without_backup_starts_empty_and_says_so(tmp_path: Path):
    (tmp_path / "state.sqlite").write_bytes(b"broken" * 100)
    state = _open(tmp_path)
    assert state.collections() == ()
    assert "Add your folders again" in state.notices[0]
    state.close()


def test_state_of_a_newer_version_is_refused_and_not_kept_open(tmp_path: Path):
    _open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "state.sqlite")) as connection:
        connection.execute("PRAGMA user_version=99")
    with pytest.raises(IndexDamaged, match="newer Bookwheel"):
        _open(tmp_path)
    assert not open_files(tmp_path)


def test_files_are_for_their_owner_alone(tmp_path: Path):
    state = _open(tmp_path)
    assert [path.stat().st_mode & 0o077 for path in tmp_path.iterdir()] == [0] * len(list(tmp_path.iterdir()))
    state.close()


@pytest.mark.parametrize("is_empty", [False, True])
def test_lost_file_is_restored_from_its_backup(tmp_path: Path, is_empty: bool):
    state = _open(tmp_path)
    state.put_collection(Collection("notes", "Notes", "/notes"))
    state.close()
    (tmp_path / "state.sqlite").unlink()
    if is_empty:
        (tmp_path / "state.sqlite").touch()
    again = _open(tmp_path)
    assert [one.slug for one in again.collections()] == ["notes"]
    assert "restored" in again.notices[0]
    again.close()


def test_dismissed_findings_are_kept_and_go_with_their_collection(tmp_path: Path):
    with closing(State(tmp_path / "state.sqlite", tmp_path / "backup.sqlite")) as state:
        for slug in ("a", "ab"):
            state.put_collection(Collection(slug, slug, f"/{slug}"))
        state.set_mark("dismissed", "x")
        state.dismiss(["a/1", "ab/2", "ab/3"], "2026-11-25T10:00:00Z")
        state.dismiss(["a/1"], "2026-11-26T10:00:00Z")
        state.restore(["ab/3", "ab/4"])
        assert state.dismissed() == {"a/1", "ab/2"}
        state.drop_collection("a")
    with closing(State(tmp_path / "state.sqlite", tmp_path / "backup.sqlite")) as state:
        assert state.dismissed() == {"ab/2"} and state.mark("dismissed") == "x"


def test_places_on_the_map_are_kept_by_collection_and_go_with_it(tmp_path: Path):
    state = _open(tmp_path)
    state.put_map_places("gone", b"1")
    assert state.map_places() == {}, "what is not there has no places"
    for slug in ("notes", "plans"):
        state.put_collection(Collection(slug, slug, f"/{slug}"))
        state.put_map_places(slug, slug.encode())
    state.drop_collection("notes")
    state.close()
    again = _open(tmp_path)
    assert again.map_places() == {"plans": b"plans"}
    again.close()
