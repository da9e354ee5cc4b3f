from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bookwheel.domain.collection_source import Timetable
from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import (
    AuditConfig,
    DatabaseConfig,
    GrantsConfig,
    IdentityConfig,
    MemoryConfig,
    TeamCollection,
    WorkersConfig,
)
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
    "a store of words that there is not": (
        ("[identity]", '[engines]\nwords = "mysql://host/words"\n[identity]'),
        ["engines.words: No store of words has this address"],
    ),
    "an unknown engine": (
        ("[identity]", '[engines]\nsounds = "x"\n[identity]'),
        ["engines.sounds: There is no such key."],
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
    "groups of a database that is not named": (
        ("groups = []", 'groups = "database"'),
        ["grants.database: Give database or database_file."],
    ),
    "a filter that cannot be applied": (("-tag:draft", "after:soon"), ["collections[1].scope: after needs a date"]),
    "minutes of grants out of range": (
        ("[identity]", "[grants]\nkeep_minutes = 0\n[identity]"),
        ["grants.keep_minutes: Write a whole number"],
    ),
    "a password of grants": (
        ("[identity]", '[grants]\ndatabase = "postgresql://a:b@db/x"\n[identity]'),
        ["grants.database: Write postgresql://"],
    ),
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


WORKERS = f"""
name = "Handbook"
worker_listen = "0.0.0.0:9000"
[workers]
queue_file = "queue"
lease_seconds = 90
[audit]
database = "postgresql://reader@db/audit"
days = 30
[[collections]]
name = "Handbook"
address = "https://docs.example.org/handbook/"
key = "{public()}"
groups = []
source = "https://git.example.org/handbook.git"
secret_key = "handbook.key"
every = "hourly"
assets = true
target = "s3://bucket/handbook"
[[collections]]
name = "News"
address = "/srv/news"
key = "{public()}"
groups = []
source = "/srv/sources/news"
secret_key = "/run/secrets/news.key"
every = 15
"""

WORKER_FAULTS = {
    "no table": (('[workers]\nqueue_file = "queue"\nlease_seconds = 90\n', ""), ["workers: Collections have a source"]),
    "no queue": (('queue_file = "queue"', ""), ["workers.queue: Give queue or queue_file."]),
    "two queues": (('queue_file = "queue"', 'queue_file = "q"\nqueue = "postgresql://db/x"'), ["workers.queue_file"]),
    "another database": (('queue_file = "queue"', 'queue = "mysql://db/x"'), ["workers.queue: Write postgresql://"]),
    "a password": (
        ('queue_file = "queue"', 'queue = "postgresql://a:zorb@db/x"'),
        ["workers.queue: Write postgresql://user@host/database without a password"],
    ),
    "a password as an option": (("reader@db/audit", "db/audit?password=zorb"), ["audit.database: Write postgresql://"]),
    "a lease out of range": (("seconds = 90", "seconds = 9000"), ["workers.lease_seconds: Write a whole number"]),
    "no secret key": (('secret_key = "handbook.key"\n', ""), ["collections[1].secret_key: This key is missing"]),
    "no source": (('source = "/srv/sources/news"\n', ""), ["collections[2].source: This key is missing"]),
    "a login in a source": (
        ("https://git.", "https://zorb:zorb@git."),
        ["collections[1].source: Write the whole path"],
    ),
    "a publication as a source": (("handbook.git", "collection.bookwheel"), ["collections[1].source: Write the whole"]),
    "a relative source": (("/srv/sources/news", "news"), ["collections[2].source: Write the whole path"]),
    "no target": (('target = "s3://bucket/handbook"\n', ""), ["collections[1].target: Workers write to"]),
    "a target on the web": (
        ("s3://bucket/handbook", "https://x.example.org/"),
        ["collections[1].target: Workers"],
    ),
    "no interval": (('"hourly"', '"yearly"'), ["collections[1].every: Write hourly, daily, weekly, or minutes"]),
    "minutes that are none": (("every = 15", "every = true"), ["collections[2].every: Write hourly"]),
    "no probes": (("0.0.0.0:9000", "9000"), ["worker_listen: Write host:port"]),
}


def test_the_tables_of_workers_are_read_whole(tmp_path: Path) -> None:
    (tmp_path / "team.toml").write_text(WORKERS, "utf-8")
    found = config.read(tmp_path / "team.toml")
    queue, audit = DatabaseConfig(file=str(tmp_path / "queue")), DatabaseConfig("postgresql://reader@db/audit")
    assert (found.workers, found.audit) == (WorkersConfig(queue, 90), AuditConfig(audit, 30))
    assert (found.worker_host, found.worker_port, found.audit_database) == ("0.0.0.0", 9000, audit)
    git, news = found.published
    assert (git.source, git.published_to) == ("https://git.example.org/handbook.git", "s3://bucket/handbook")
    assert (git.every_minutes, git.has_assets, git.secret_key) == (60, True, str(tmp_path / "handbook.key"))
    assert (news.every_minutes, news.published_to, news.secret_key) == (15, "/srv/news", "/run/secrets/news.key")


@pytest.mark.parametrize("fault", WORKER_FAULTS)
def test_a_fault_of_the_workers_is_named_with_its_key(tmp_path: Path, fault: str) -> None:
    (before, after), said = WORKER_FAULTS[fault]
    assert before in WORKERS
    told = _read(tmp_path, WORKERS.replace(before, after, 1))
    assert all(part in told for part in said), told
    assert "zorb" not in told


def test_readers_note_calls_in_the_database_of_the_queue_where_no_other_is_named(tmp_path: Path) -> None:
    text = WORKERS.replace('[audit]\ndatabase = "postgresql://reader@db/audit"\ndays = 30\n', "")
    found, faults = config.parse(text.encode(), tmp_path)
    assert found is not None and faults == () and found.audit_database == DatabaseConfig(file=str(tmp_path / "queue"))


@given(st.sampled_from(WORKERS.strip().splitlines()), st.sampled_from(["", "x", "1", '"~x"', "[]", "{}", '"\\u0000"']))
def test_reading_never_fails_on_any_value_of_the_workers(line: str, value: str) -> None:
    changed = WORKERS.replace(line, f"{line.partition('=')[0]}= {value}")
    found, faults = config.parse(changed.encode(), Path("/nonexistent"))
    assert (found is None) == bool(faults)


def test_groups_of_the_database_need_a_database_and_a_sign_in(tmp_path: Path) -> None:
    granted = WHOLE.replace('groups = ["staff"]', 'groups = "database"')
    table = '[grants]\ndatabase = "postgresql://reader@db/bookwheel"\nkeep_minutes = 5\n[identity]'
    (tmp_path / "team.toml").write_text(granted.replace("[identity]", table), "utf-8")
    found = config.read(tmp_path / "team.toml")
    assert [(one.has_grants, one.groups) for one in found.collections] == [(True, ()), (False, ())]
    assert found.grants == GrantsConfig(DatabaseConfig("postgresql://reader@db/bookwheel"), 5)
    queue = '[workers]\nqueue = "postgresql://bookwheel@db/bookwheel"\n[identity]'
    (tmp_path / "team.toml").write_text(granted.replace("[identity]", queue), "utf-8")
    found = config.read(tmp_path / "team.toml")
    assert found.grants_database == DatabaseConfig("postgresql://bookwheel@db/bookwheel")
    assert found.grants.keep_minutes == 60
    lines = granted.replace("0.0.0.0:8443", "127.0.0.1:8443").splitlines()
    alone = "\n".join(line for line in lines if not line.startswith(("[identity]", "issuer", "audience", "client_id")))
    assert "identity: Collections name groups" in _read(tmp_path, alone)


def test_who_may_keep_memories_needs_a_database_and_a_sign_in(tmp_path: Path) -> None:
    table = '[memory]\ngroups = ["staff"]\ndatabase = "postgresql://reader@db/bookwheel"\n[identity]'
    (tmp_path / "team.toml").write_text(WHOLE.replace("[identity]", table), "utf-8")
    database = DatabaseConfig("postgresql://reader@db/bookwheel")
    found = config.read(tmp_path / "team.toml")
    assert found.memory == MemoryConfig(("staff",), database) and found.memory_database == database
    assert found.names_database
    assert "memory.groups: This key is missing." in _read(
        tmp_path, WHOLE.replace("[identity]", table.replace('groups = ["staff"]\n', ""))
    )
    alone = WHOLE.replace("[identity]", "[memory]\ngroups = []\n[identity]")
    assert "memory.database: Give database or database_file." in _read(tmp_path, alone)
    queue = '[workers]\nqueue = "postgresql://bookwheel@db/bookwheel"\n[memory]\ngroups = []\n[identity]'
    (tmp_path / "team.toml").write_text(WHOLE.replace("[identity]", queue), "utf-8")
    assert config.read(tmp_path / "team.toml").memory_database == DatabaseConfig("postgresql://bookwheel@db/bookwheel")
    lines = WHOLE.replace('groups = ["staff"]', "groups = []").replace("0.0.0.0:8443", "127.0.0.1:8443")
    left = [
        line for line in lines.splitlines() if not line.startswith(("[identity]", "issuer", "audience", "client_id"))
    ]
    at = left.index("[[collections]]")
    told = _read(tmp_path, "\n".join([*left[:at], *table.splitlines()[:-1], *left[at:]]))
    assert "identity: Memories belong to who signs in" in told
