"""The folder in which a vault keeps what is pasted into its notes."""

from __future__ import annotations

import json

import pytest

from bookwheel.library.sources.attachments import Attachments


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("/", "p.png"),
        ("files", "files/p.png"),
        ("./", "notes/deep/p.png"),
        ("./kept", "notes/deep/kept/p.png"),
        ("../../..", ""),
        (5, "p.png"),
        (None, "p.png"),
    ],
)
def test_a_name_leads_where_the_settings_say(tmp_path, setting: object, expected: str) -> None:
    (tmp_path / ".obsidian").mkdir()
    (tmp_path / ".obsidian" / "app.json").write_text(json.dumps({"attachmentFolderPath": setting}))
    attachments = Attachments(tmp_path)
    assert attachments.place_of("notes/deep/a.md", "p.png") == expected
    assert attachments.place_of("notes/deep/a.md", "sub/p.png") == ""


@pytest.mark.parametrize("text", ["", "[", "[1]", "[" * 100_000])
def test_settings_that_cannot_be_read_name_no_folder(tmp_path, text: str) -> None:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    (tmp_path / "vault" / ".obsidian" / "app.json").write_text(text)
    assert Attachments(tmp_path).place_of("vault/a.md", "p.png") in ("", "vault/p.png")


def test_the_nearest_vault_counts(tmp_path) -> None:
    for vault, folder in (("", "outer"), ("inner", "own")):
        (tmp_path / vault / ".obsidian").mkdir(parents=True)
        (tmp_path / vault / ".obsidian" / "app.json").write_text(json.dumps({"attachmentFolderPath": folder}))
    assert Attachments(tmp_path).place_of("inner/notes/a.md", "p.png") == "inner/own/p.png"
    assert Attachments(tmp_path).place_of("a.md", "p.png") == "outer/p.png"
