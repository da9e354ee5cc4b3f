from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import IdentityConfig, TeamCollection
from bookwheel.service.team import config
from tests.publications.publishing import public

WHOLE = f"""
name = "Handbook"
listen = "0.0.0.0:8443"
public_url = "https://docs.example.org/"
behind_proxy = true
[identity]
issuer = "https://login.example.org"
audience = "bookwheel"
client_id = "bookwheel-desktop"
[[collections]]
name = "Handbook"
address = "https://docs.example.org/handbook/"
key = "{public()}"
groups = ["staff"]
scope = "-tag:draft"
refresh_minutes = 5
[[collections]]
name = "News"
address = "s3://bucket/news"
key = "0123-4567-89ab-cdef"
groups = []
timetable = "weekly"
"""

FAULTS = {
    "unknown keys": (("behind_proxy = true", "behind_proxy = true\ncolour = 1"), ["colour: There is no such key."]),
    "unknown keys below": (
        ("audience =", "audince ="),
        ["identity.audience: This key is missing.", "identity.audince"],
    ),
    "an engine that there is not": (
        ("[identity]", '[engines]\nvectors = "faiss:/srv"\n[identity]'),
        ["engines.vectors: No engine has this address"],
    ),
    "an unknown engine": (
        ("[identity]", '[engines]\nwords = "x"\n[identity]'),
        ["engines.words: There is no such key."],
    ),
    "wrong types": (("behind_proxy = true", "behind_proxy = 1"), ["behind_proxy: Write true or false."]),
    "missing groups": (("groups = []", ""), ["collections[2].groups: This key is missing."]),
    "groups that are a text": (("groups = []", 'groups = "all"'), ["collections[2].groups: Write a list of names"]),
    "one name twice": (('name = "News"', 'name = "handbook!"'), ["collections[2].name: Another collection has this"]),
    "one address twice": (
        ("s3://bucket/news", "https://docs.example.org/handbook"),
        ["collections[2].address: Another"],
    ),
    "an issuer without encryption": (("https://login", "http://login"), ["identity.issuer: Write an address"]),
    "a public address without encryption": (
        ('https://docs.example.org/"', 'http://docs.example.org/"'),
        ["public_url"],
    ),
    "a public address with a path": (
        ('example.org/"\nbeh', 'example.org/x"\nbeh'),
        ["public_url: Write scheme and host"],
    ),
    "no encryption": (("behind_proxy = true", ""), ["certificate: Beyond loopback"]),
    "a certificate that is missing": (
        ("behind_proxy = true", 'certificate = "a"\nkey = "b"'),
        ["no file", "key: There"],
    ),
    "a certificate alone": (
        ("behind_proxy", 'certificate = "config.toml"\nbehind_proxy'),
        ["key: Give the certificate"],
    ),
    "no address to listen on": (("0.0.0.0:8443", "8443"), ["listen: Write host:port"]),
    "no filter": (("-tag:draft", "tag draft"), ["collections[1].scope: Write the filter"]),
    "no timetable": (("weekly", "hourly"), ["collections[2].timetable: Write one of never"]),
    "no key": (("0123-4567-89ab-cdef", "0123"), ["collections[2].key: Write the publisher's key"]),
    "an empty key": (("0123-4567-89ab-cdef", ""), ["collections[2].key"]),
    "no address": (("s3://bucket/news", "news"), ["collections[2].address: Write an https://"]),
    "minutes out of range": (("refresh_minutes = 5", "refresh_minutes = 0"), ["collections[1].refresh_minutes"]),
    "no TOML": (("[identity]", "[identity"), ["not valid TOML"]),
}


def _read(folder: Path, text: str) -> str:
    """What is said of a configuration; empty where it has no faults."""
    file = folder / "config.toml"
    file.write_text(text, "utf-8")
    try:
        config.read(file)
    except ConfigurationRefused as error:
        return str(error.message)
    return ""


def test_a_configuration_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "team.toml").write_text(WHOLE, "utf-8")
    found = config.read(tmp_path / "team.toml")
    assert (found.name, found.host, found.port, found.behind_proxy) == ("Handbook", "0.0.0.0", 8443, True)
    assert found.public_url == "https://docs.example.org"
    login = "https://login.example.org"
    assert found.identity == IdentityConfig(login, "bookwheel", "groups", "bookwheel-desktop")
    address, news = "https://docs.example.org/handbook/", "s3://bucket/news"
    assert found.collections == (
        TeamCollection("Handbook", address, public(), ("staff",), "-tag:draft", Timetable.DAILY, 5),
        TeamCollection("News", news, "0123-4567-89ab-cdef", (), "", Timetable.WEEKLY, 0),
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_its_key(tmp_path: Path, fault: str) -> None:
    (before, after), said = FAULTS[fault]
    assert before in WHOLE
    told = _read(tmp_path, WHOLE.replace(before, after, 1))
    assert all(part in told for part in said), told


def test_all_faults_are_named_at_once(tmp_path: Path) -> None:
    told = _read(tmp_path, WHOLE.replace("weekly", "hourly").replace("https://login", "http://login") + "\nx = 1\n")
    assert "timetable" in told and "identity.issuer" in told and "collections[2].x" in told


def test_loopback_needs_neither_encryption_nor_sign_in(tmp_path: Path) -> None:
    text = f'name = "T"\n[[collections]]\nname = "A"\naddress = "/srv/a"\nkey = "{public()}"\ngroups = []\n'
    assert _read(tmp_path, text) == ""
    named = text.replace("groups = []", 'groups = ["staff"]')
    assert "identity: Collections name groups" in _read(tmp_path, named)
    assert "identity: Beyond loopback" in _read(tmp_path, f'listen = "0.0.0.0:1"\n{text}')
    assert "public_url: This key is missing" in _read(tmp_path, f'listen = "0.0.0.0:1"\n{text}')


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationRefused, match="cannot be read"):
        config.read(tmp_path / "none.toml")


@given(st.binary(max_size=200))
def test_reading_never_fails_on_any_bytes(content: bytes) -> None:
    found, faults = config.parse(content, Path("/nonexistent"))
    assert (found is None) == bool(faults)


@given(st.sampled_from(WHOLE.strip().splitlines()), st.sampled_from(["", "x", "1", '"x"', "[]", "{}", "[1]"]))
def test_reading_never_fails_on_any_value(line: str, value: str) -> None:
    changed = WHOLE.replace(line, f"{line.partition('=')[0]}= {value}")
    found, faults = config.parse(changed.encode(), Path("/nonexistent"))
    assert (found is None) == bool(faults)


def test_an_engine_of_vectors_is_read_and_absent_by_default(tmp_path: Path) -> None:
    named = WHOLE.replace("[identity]", '[engines]\nvectors = "chroma+http://127.0.0.1:8000"\n[identity]')
    for content, address in ((WHOLE, ""), (named, "chroma+http://127.0.0.1:8000")):
        read, faults = config.parse(content.encode(), tmp_path)
        assert read is not None and not faults and read.engines.vectors == address
