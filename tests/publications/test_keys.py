"""Keys sign, are compared by people, kept in private files, and handed over one after the other."""

from __future__ import annotations

import base64
import os
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.errors import BadRequest, PublicationRefused
from bookwheel.domain.publications import Rotation
from bookwheel.publications import keys
from tests.publications.publishing import ID, KEY, public

OTHER, THIRD = bytes(range(1, 33)), bytes(range(2, 34))
B64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def test_each_new_key_is_another():
    first, other = keys.create_key(), keys.create_key()
    assert len(first) == len(other) == 32 and keys.public_key(first) != keys.public_key(other)


def test_the_signature_of_a_known_key_is_that_of_the_standard():
    """Test 1 of RFC 8032: the secret key, the public key, and the signature of nothing."""
    private = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    public_key = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    signature = (
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    )
    assert base64.b64decode(keys.public_key(private)) == public_key
    assert base64.b64decode(keys.sign(private, b"")).hex() == signature


@given(st.binary(max_size=200), st.data())
def test_a_changed_message_or_signature_is_not_signed(message, data):
    signature = keys.sign(KEY, message)
    assert keys.is_signed(public(), message, signature)
    assert not keys.is_signed(public(OTHER), message, signature)
    assert not keys.is_signed(public(), message + b"x", signature)
    place = data.draw(st.integers(0, len(signature) - 1))
    letter = data.draw(st.sampled_from([one for one in B64 if one != signature[place]]))
    assert not keys.is_signed(public(), message, signature[:place] + letter + signature[place + 1 :])


@given(st.text(), st.text())
def test_any_texts_as_key_and_signature_are_not_signed(key, signature):
    assert not keys.is_signed(key, b"message", signature)


def test_a_key_is_known_by_its_text_and_its_fingerprint():
    key, print_ = public(), keys.fingerprint(public())
    assert len(print_) == 19 and print_.count("-") == 3
    for wanted in (key, f" {key}\n", print_, print_.upper(), print_.replace("-", ""), print_.replace("-", " ")):
        assert keys.matches(key, wanted) and keys.is_key(wanted)
    for wanted in ("", key.lower(), print_[:-1], keys.fingerprint(public(OTHER)), public(OTHER)):
        assert not keys.matches(key, wanted)


@given(st.text())
def test_whether_a_text_is_a_key_never_raises(text):
    keys.is_key(text)
    keys.matches(public(), text)


def test_a_key_is_read_from_the_file_that_it_was_written_to(tmp_path: Path):
    path = tmp_path / "folder" / "publishing-key"
    keys.write_key(path, KEY)
    assert keys.read_key(path) == KEY
    keys.write_key(path, OTHER)
    assert keys.read_key(path) == OTHER and [one.name for one in path.parent.iterdir()] == [path.name]
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such modes")
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o666])
def test_a_key_file_that_others_can_read_is_refused(tmp_path: Path, mode: int):
    path = tmp_path / "key"
    keys.write_key(path, KEY)
    path.chmod(mode)
    with pytest.raises(BadRequest, match="chmod 600"):
        keys.read_key(path)


@pytest.mark.parametrize(
    "text",
    ["", "bookwheel-publishing-key:", "bookwheel-publishing-key:AAAA", "hunter2", base64.b64encode(KEY).decode()],
)
def test_what_is_no_key_file_is_refused_without_showing_what_it_holds(tmp_path: Path, text: str):
    path = tmp_path / "key"
    path.write_text(text, "utf-8")
    path.chmod(0o600)
    with pytest.raises(BadRequest) as refusal:
        keys.read_key(path)
    assert not text or text not in str(refusal.value)


def test_no_file_a_folder_and_a_pipe_are_refused_as_key_files(tmp_path: Path):
    paths = [tmp_path / "none", tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe", 0o600)
        paths.append(tmp_path / "pipe")
    for path in paths:
        with pytest.raises(BadRequest, match="cannot be read"):
            keys.read_key(path)


def test_a_publication_follows_its_keys_from_any_of_them():
    chain = [keys.rotate(ID, KEY, OTHER), keys.rotate(ID, OTHER, THIRD)]
    for first in (KEY, OTHER, THIRD):
        assert keys.follow(ID, public(first), chain) == public(THIRD)
    assert keys.follow(ID, public(), []) == public()


def test_a_handover_that_another_key_signed_or_that_is_of_another_publication_is_refused():
    real = keys.rotate(ID, KEY, OTHER)
    forged = keys.rotate(ID, THIRD, OTHER)
    for broken in (
        replace(forged, old_key=public()),
        replace(real, new_key=public(THIRD)),
        replace(real, signature=""),
        keys.rotate("f" * 32, KEY, OTHER),
    ):
        with pytest.raises(PublicationRefused):
            keys.follow(ID, public(), [broken])


def test_handovers_in_a_circle_are_refused():
    with pytest.raises(PublicationRefused):
        keys.follow(ID, public(), [keys.rotate(ID, KEY, OTHER), keys.rotate(ID, OTHER, KEY)])
    with pytest.raises(PublicationRefused):
        keys.follow(ID, public(), [keys.rotate(ID, KEY, KEY)])


def test_handovers_out_of_order_lead_no_further():
    chain = [keys.rotate(ID, OTHER, THIRD), keys.rotate(ID, KEY, OTHER)]
    assert keys.follow(ID, public(), chain) == public(OTHER)


@given(st.lists(st.builds(Rotation, st.text(), st.text(), st.text()), max_size=5), st.text())
def test_any_handovers_give_the_first_key_or_are_refused(chain, first):
    try:
        assert keys.follow(ID, first, chain) == first
    except PublicationRefused:
        assert any(rotation.old_key == first for rotation in chain)
