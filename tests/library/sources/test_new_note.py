"""New notes: one file, never over another, never outside."""

from __future__ import annotations

import os
import threading
from datetime import date
from pathlib import Path

import pytest
import yaml

from bookwheel import paths
from bookwheel.domain.collection import Collection
from bookwheel.domain.errors import BadRequest, NotAllowed
from bookwheel.domain.notes import TEMPLATE, NewNoteRequest
from bookwheel.library.sources import new_note
from bookwheel.library.sources.new_note import create_note, fill

DAY = date(2026, 2, 3)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "notes" / "plans").mkdir(parents=True)
    (tmp_path / "notes" / "old.md").write_text("old")
    (tmp_path / "outside").mkdir()
    return tmp_path / "notes"


def make(root: Path, name: str, folder: str = "") -> Path:
    collection = Collection("notes", "Notes", str(root))
    answer = create_note(collection, root.parent / "library", NewNoteRequest("notes", name, folder), today=DAY)
    return Path(answer.path)


def everything(root: Path) -> dict[str, bytes]:
    files = (path for path in root.parent.rglob("*") if path.is_file() and not path.is_symlink())
    return {str(path.relative_to(root.parent)): path.read_bytes() for path in files}


def test_a_note_is_made_from_the_built_in_template_and_nothing_else_changes(root: Path) -> None:
    before = everything(root)
    collection = Collection("notes", "Notes", str(root))
    answer = create_note(
        collection, root.parent / "library", NewNoteRequest("notes", "Tea & #cake", "plans"), today=DAY
    )
    assert (answer.doc, answer.line, answer.notices) == ("notes/plans/Tea & #cake.md", 8, ())
    text = (root / "plans" / "Tea & #cake.md").read_text("utf-8")
    assert text == '---\ntitle: "Tea & #cake"\ndate: 2026-02-03\n---\n\n# Tea & #cake\n\n'
    assert everything(root).keys() - before.keys() == {"notes/plans/Tea & #cake.md"}
    assert {name: content for name, content in everything(root).items() if name in before} == before


@pytest.mark.parametrize("name", ["old", "OLD.md", "Old"])
def test_an_existing_file_is_never_written_over_in_any_case(root: Path, name: str) -> None:
    with pytest.raises(BadRequest, match="already exists"):
        make(root, name)
    assert (root / "old.md").read_text() == "old" and len(os.listdir(root)) == 2


def test_of_many_at_once_one_makes_the_note(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_note, "_same_name", lambda _entry, _name: False)
    made: list[Path] = []
    refused: list[BadRequest] = []
    gate = threading.Barrier(8)

    def attempt() -> None:
        gate.wait()
        try:
            made.append(make(root, "race"))
        except BadRequest as error:
            refused.append(error)

    threads = [threading.Thread(target=attempt) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 1 and len(refused) == 7 and all("already exists" in error.message for error in refused)


def test_no_link_leads_a_note_outside_not_even_a_dangling_one_at_its_own_name(root: Path) -> None:
    (root / "away").symlink_to(root.parent / "outside")
    (root / "plans" / "in").symlink_to(root)
    (root / "trap.md").symlink_to(root.parent / "outside" / "made.md")
    for name, folder in (("x", "away"), ("x", "plans/in"), ("x", "plans/in/plans"), ("trap", ""), ("x", "old.md")):
        with pytest.raises(BadRequest):
            make(root, name, folder)
    assert os.listdir(root.parent / "outside") == []


def test_a_folder_swapped_for_a_link_while_a_note_is_made_leads_nowhere(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = new_note._disk_name

    def swap(part: str, above: int) -> str:
        found = real(part, above)
        (root / "plans").rename(root / "moved")
        (root / "plans").symlink_to(root.parent / "outside")
        return found

    monkeypatch.setattr(new_note, "_disk_name", swap)
    with pytest.raises(BadRequest):
        make(root, "x", "plans")
    assert os.listdir(root.parent / "outside") == []


def test_a_root_that_came_to_lead_to_the_system_or_into_the_program_gets_no_note(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("/etc")
    for place in (tmp_path / "link", paths.resources() / "sample", tmp_path / "library"):
        with pytest.raises(BadRequest):
            make(place, "x") if place.name != "library" else create_note(
                Collection("l", "L", str(place)), place, NewNoteRequest("l", "x")
            )


def test_a_setting_forbids_it(root: Path) -> None:
    with pytest.raises(NotAllowed, match=r"notes\.create"):
        create_note(
            Collection("n", "N", str(root)), root.parent / "library", NewNoteRequest("n", "x"), is_allowed=False
        )
    assert sorted(os.listdir(root)) == ["old.md", "plans"]


def test_unknown_placeholders_stay_and_are_said_and_what_is_put_in_is_not_read_again(root: Path) -> None:
    (root / TEMPLATE).write_bytes(
        b"\xef\xbb\xbf---\r\ntitle: {{title}}\r\n---\r\n{{ title }} {{date}} {{author}} {{x:y}}\r\n"
    )
    collection = Collection("notes", "Notes", str(root))
    answer = create_note(collection, root.parent / "library", NewNoteRequest("notes", "{{date}} it's"), today=DAY)
    text = Path(answer.path).read_bytes().decode()
    assert text == "---\r\ntitle: \"{{date}} it's\"\r\n---\r\n{{date}} it's 2026-02-03 {{author}} {{x:y}}\r\n"
    assert [str(notice) for notice in answer.notices] == [
        f"Unknown placeholders of {TEMPLATE} were left as they are: {{{{author}}}}, {{{{x:y}}}}."
    ]


@pytest.mark.parametrize("title", ["yes", "1", "- x", "a #b", "it's", "{x}", "[x", "& y", "! z", "@home", "% d"])
def test_a_title_stays_one_text_in_the_front_matter(title: str) -> None:
    text, _ = fill("---\na: {{title}}\nb:\n  - {{title}}\nc: '{{title}}'\nd: \"{{title}}\"\n---\n", title, DAY)
    assert yaml.safe_load(text.split("---")[1]) == {"a": title, "b": [title], "c": title, "d": title}


def test_a_template_that_cannot_be_read_is_said_and_nothing_is_made(root: Path) -> None:
    template = root / TEMPLATE
    template.write_bytes(b"\xff\xfe")
    with pytest.raises(BadRequest, match="not UTF-8"):
        make(root, "x")
    template.write_bytes(b"x" * 100_001)
    with pytest.raises(BadRequest, match="larger"):
        make(root, "x")
    template.unlink()
    (root.parent / "outside" / "secret.md").write_text("secret")
    template.symlink_to(root.parent / "outside" / "secret.md")
    with pytest.raises(BadRequest, match="outside the folder"):
        make(root, "x")
    assert not (root / "x.md").exists()


def test_a_write_that_fails_leaves_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __init__(self, file: int, _mode: str) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_error: object) -> None:
            os.close(self.file)

        def write(self, _content: bytes) -> None:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(new_note.os, "fdopen", Full)
    monkeypatch.setattr(new_note, "_read_template", lambda _root: "x")
    with pytest.raises(BadRequest, match="no space left"):
        make(root, "x")
    assert sorted(os.listdir(root)) == ["old.md", "plans"]


def test_a_folder_whose_name_is_written_otherwise_on_the_disk_is_found(root: Path) -> None:
    (root / "Cafe\u0301").mkdir()
    assert make(root, "x", "Café").parent.name == "Cafe\u0301"
