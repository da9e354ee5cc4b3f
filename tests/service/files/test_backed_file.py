"""Settings and tokens that are damaged in any way are restored or said, and never overwritten before."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bookwheel import settings_text
from bookwheel.service.files import backed_file
from bookwheel.service.files.settings_file import SettingsFile
from bookwheel.service.files.tokens import Tokens
from bookwheel.settings import Settings

SEEN_BY = ("notes", "plans")

Harm = Callable[[bytes], bytes]

HARMS: dict[str, Harm] = {
    "half": lambda content: content[: len(content) // 2],
    "empty": lambda _content: b"",
    "zero-filled": lambda content: bytes(len(content)),
    "zeroes at its end": lambda content: content[:40] + bytes(len(content) - 40),
    "noise": lambda content: bytes(range(256)),
}


def _with_tokens(folder: Path) -> tuple[Path, Tokens]:
    path = folder / "tokens.json"
    tokens = Tokens(path)
    for name in ("claude-code", "cursor", "gone"):
        tokens.make(name, SEEN_BY, may_remember=True)
    tokens.revoke("gone")
    return path, tokens


def _clients(tokens: Tokens) -> list[tuple[object, ...]]:
    return [(client, tokens.token_of(client.name)) for client in tokens.all()]


def _changed() -> Settings:
    values = settings_text.with_value(Settings(), "keyword.k1", "2.53")
    values = settings_text.with_value(values, "indexing.watch", "no")
    return settings_text.with_value(values, "meaning.models", "notes=owner/name")


def _with_settings(folder: Path) -> Path:
    path = folder / "settings.toml"
    file = SettingsFile(path)
    file.load()
    file.save(_changed())
    return path


@pytest.mark.parametrize("harm", HARMS.values(), ids=list(HARMS))
def test_damaged_tokens_come_back_from_their_backup_with_a_notice(tmp_path: Path, harm: Harm):
    path, before = _with_tokens(tmp_path)
    damaged = harm(path.read_bytes())
    path.write_bytes(damaged)
    after = Tokens(path)
    assert _clients(after) == _clients(before)
    assert after.file.notices == (
        "The agent token file was damaged and has been restored from its backup. The damaged "
        "file is now tokens.damaged.json.",
    )
    assert (tmp_path / "tokens.damaged.json").read_bytes() == damaged
    assert Tokens(path).file.notices == (), "it is said by the start that restored it"


@given(st.data())
def test_a_flipped_byte_in_the_tokens_changes_no_client(data: st.DataObject):
    with TemporaryDirectory() as folder:
        path, before = _with_tokens(Path(folder))
        content = bytearray(path.read_bytes())
        position = data.draw(st.integers(0, len(content) - 1))
        content[position] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
        after = Tokens(path)
        assert _clients(after) == _clients(before)
        assert after.file.notices or path.read_bytes() == content


@given(st.integers(0, 2000))
def test_tokens_cut_anywhere_come_back(length: int):
    with TemporaryDirectory() as folder:
        path, before = _with_tokens(Path(folder))
        content = path.read_bytes()
        path.write_bytes(content[:length])
        after = Tokens(path)
        assert _clients(after) == _clients(before)
        assert bool(after.file.notices) is (length < len(content))


def test_without_a_sound_backup_damaged_tokens_are_set_aside_and_said(tmp_path: Path):
    path, _ = _with_tokens(tmp_path)
    for file in (path, tmp_path / "tokens.backup.json"):
        file.write_bytes(file.read_bytes()[:60])
    after = Tokens(path)
    assert after.all() == ()
    assert "no backup could be read. Connect your agents again." in after.file.notices[0]
    assert (tmp_path / "tokens.damaged.json").stat().st_size == 60
    assert (tmp_path / "tokens.backup.damaged.json").stat().st_size == 60


def test_missing_tokens_come_back_and_a_revoked_client_does_not(tmp_path: Path):
    path, before = _with_tokens(tmp_path)
    path.unlink()
    after = Tokens(path)
    assert _clients(after) == _clients(before) and len(after.all()) == 2
    assert after.file.notices == ("The agent token file was missing and has been restored from its backup.",)


def test_tokens_damaged_under_the_service_are_set_aside_before_they_are_written(tmp_path: Path):
    path, tokens = _with_tokens(tmp_path)
    path.write_bytes(b"damaged")
    assert tokens.file.find_fault()
    tokens.make("late")
    assert (tmp_path / "tokens.damaged.json").read_bytes() == b"damaged"
    assert "it was kept as tokens.damaged.json" in tokens.file.notices[0] and not tokens.file.find_fault()
    assert len(Tokens(path).all()) == 3


@pytest.mark.parametrize("is_revoked", [False, True])
def test_a_crash_between_any_two_writes_leaves_tokens_as_before_or_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_revoked: bool
):
    path, tokens = _with_tokens(tmp_path)
    before, replace = _clients(Tokens(path)), os.replace
    left = 0

    def crash(source: str, target: str) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise KeyboardInterrupt
        replace(source, target)

    for writes in range(2):
        left = writes
        with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
            patched.setattr(os, "replace", crash)
            tokens.revoke("cursor") if is_revoked else tokens.make("late")
        found = Tokens(path)
        assert _clients(found) == before and found.file.notices == ()
        tokens = found


@pytest.mark.parametrize("harm", HARMS.values(), ids=list(HARMS))
def test_damaged_settings_are_those_of_the_backup_and_it_is_said(tmp_path: Path, harm: Harm):
    path = _with_settings(tmp_path)
    damaged = harm(path.read_bytes())
    path.write_bytes(damaged)
    file = SettingsFile(path)
    assert file.load() == _changed()
    assert len(file.notices) == 1
    kept = [one.read_bytes() for one in (path, tmp_path / "settings.damaged.toml") if one.exists()]
    assert damaged in kept
    file.save(_changed())
    assert damaged in (tmp_path / "settings.damaged.toml").read_bytes()
    again = SettingsFile(path)
    assert (again.load(), again.notices) == (_changed(), ())


@given(st.data())
def test_a_flipped_byte_in_the_settings_is_restored_or_named(data: st.DataObject):
    with TemporaryDirectory() as folder:
        path = _with_settings(Path(folder))
        content = bytearray(path.read_bytes())
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        path.write_bytes(content)
        file = SettingsFile(path)
        assert file.load() == _changed() or file.notices or file.edited
        assert path.read_bytes() == content or (Path(folder) / "settings.damaged.toml").read_bytes() == content


@given(st.integers(0, 400))
@example(0)
def test_settings_cut_anywhere_come_back(length: int):
    with TemporaryDirectory() as folder:
        path = _with_settings(Path(folder))
        content = path.read_bytes()
        path.write_bytes(content[:length])
        file = SettingsFile(path)
        assert file.load() == _changed()
        assert bool(file.notices) is (length < len(content))


def test_a_hand_edit_is_no_damage(tmp_path: Path):
    path = _with_settings(tmp_path)
    path.write_text("# my own\n[keyword]\nk1 = 1.5  # lower\n", "utf-8")
    file = SettingsFile(path)
    values = file.load()
    assert (values.keyword.k1, values.indexing.watch, file.notices) == (1.5, True, ())
    assert file.edited == ("keyword.k1", "meaning.models", "indexing.watch")
    assert path.read_text("utf-8").startswith("# my own")
    path.write_text("# my own\n[keyword]\n", "utf-8")
    again = SettingsFile(path)
    assert (again.load(), again.notices) == (Settings(), ()), "the last line may be taken out by hand"


def test_a_value_that_cannot_be_is_named_and_the_others_hold(tmp_path: Path):
    path = _with_settings(tmp_path)
    path.write_text("[keyword]\nk1 = 'much'\nb = 0.5\n[nonsense]\na = 1\n", "utf-8")
    file = SettingsFile(path)
    values = file.load()
    assert (values.keyword.k1, values.keyword.b) == (2.0, 0.5)
    assert [word in " ".join(file.notices) for word in ("keyword.k1", "nonsense")] == [True, True]
    assert file.find_fault()


def test_a_hand_edit_that_is_no_toml_stays_and_the_backup_holds(tmp_path: Path):
    path = _with_settings(tmp_path)
    slip = path.read_text("utf-8").replace("k1 = 2.53", "k1 = 2,53")
    path.write_text(slip, "utf-8")
    file = SettingsFile(path)
    assert file.load() == _changed()
    assert "not valid TOML" in file.notices[0] and path.read_text("utf-8") == slip
    path.write_text(slip.replace("2,53", "2.55"), "utf-8")
    fixed = SettingsFile(path)
    assert (fixed.load().keyword.k1, fixed.notices) == (2.55, ())


def test_what_was_edited_while_the_service_runs_is_taken_by_the_next_change(tmp_path: Path):
    path = tmp_path / "settings.toml"
    file = SettingsFile(path)
    file.load()
    file.save(_changed())
    path.write_text("[keyword]\nb = 0.5\n", "utf-8")
    values = file.refresh(_changed())
    assert (values.keyword.b, values.keyword.k1) == (0.5, 2.0)
    file.save(settings_text.with_value(values, "keyword.k1", "3"))
    assert file.notices == () and not (tmp_path / "settings.damaged.toml").exists()
    assert SettingsFile(path).load() == settings_text.with_value(values, "keyword.k1", "3")


def test_settings_by_their_old_names_are_written_by_the_new_ones(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text("[keyword]\nsiblings = 0.3\n", "utf-8")
    file = SettingsFile(path)
    assert file.load().keyword.same_document_boost == 0.3 and not file.notices
    assert "siblings" not in path.read_text("utf-8") and "same_document_boost = 0.3" in path.read_text("utf-8")
    assert SettingsFile(path).load().keyword.same_document_boost == 0.3


def test_settings_by_their_old_names_are_read_where_the_disk_refuses_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def refuse(_path: Path, _text: str) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    path = tmp_path / "settings.toml"
    path.write_text("[keyword]\nsiblings = 0.3\n", "utf-8")
    monkeypatch.setattr(backed_file, "make_private", refuse)
    file = SettingsFile(path)
    assert file.load().keyword.same_document_boost == 0.3 and not file.notices
    assert path.read_text("utf-8") == "[keyword]\nsiblings = 0.3\n"
    monkeypatch.undo()
    assert SettingsFile(path).load().keyword.same_document_boost == 0.3
    assert "same_document_boost = 0.3" in path.read_text("utf-8")


def test_settings_with_an_unknown_name_are_left_as_they_are(tmp_path: Path):
    path = tmp_path / "settings.toml"
    path.write_text("[keyword]\nsiblings = 0.3\ntypo = 1\n", "utf-8")
    file = SettingsFile(path)
    assert file.load().keyword.same_document_boost == 0.3 and file.notices
    assert path.read_text("utf-8") == "[keyword]\nsiblings = 0.3\ntypo = 1\n"
