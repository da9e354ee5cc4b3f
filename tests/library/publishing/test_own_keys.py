from __future__ import annotations

import stat
from pathlib import Path

import pytest

from bookwheel.domain.errors import BadRequest
from bookwheel.library.publishing import own_keys
from bookwheel.publications import keys

ID = "0123456789abcdef0123456789abcdef"


def test_a_key_is_made_once_and_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "publishing.key"
    key = own_keys.own_key(path)
    assert own_keys.own_key(path) == key and own_keys.replaced_keys(path) == []
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_replaced_keys_are_kept_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "publishing.key"
    made = [own_keys.own_key(path), *(own_keys.replace_key(path) for _ in range(11))]
    assert own_keys.replaced_keys(path) == made[:-1] and own_keys.own_key(path) == made[-1]
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()} == {0o600}
    (tmp_path / "publishing.key.old-1").write_text("no key")
    (tmp_path / "publishing.key.old-x").write_text("no key either")
    assert own_keys.replaced_keys(path) == made[1:-1]
    rotations = own_keys.handovers(ID, keys.public_key(made[3]), made)
    assert keys.follow(ID, keys.public_key(made[3]), rotations) == keys.public_key(made[-1])


def test_a_change_of_keys_that_was_cut_short_hands_over_nonetheless(tmp_path: Path) -> None:
    path = tmp_path / "publishing.key"
    first = own_keys.own_key(path)
    keys.write_key(tmp_path / "publishing.key.old-1", first)  # the old one was put aside, and nothing more
    second = own_keys.replace_key(path)
    chain = [*own_keys.replaced_keys(path), own_keys.own_key(path)]
    assert chain == [first, first, second]
    rotations = own_keys.handovers(ID, keys.public_key(first), chain)
    assert len(rotations) == 1
    assert keys.follow(ID, keys.public_key(first), rotations) == keys.public_key(second)
    assert own_keys.handovers(ID, keys.public_key(bytes(32)), chain) == []


def test_a_file_without_a_key_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "publishing.key"
    path.write_text("something else")
    path.chmod(0o600)
    with pytest.raises(BadRequest):
        own_keys.replace_key(path)
    assert path.read_text() == "something else"
