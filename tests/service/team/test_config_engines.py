from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import EngineConfig
from bookwheel.service.team import config
from bookwheel.service.team.config_engines import read_login
from tests.publications.publishing import public

COLLECTION = f'[[collections]]\nname = "A"\naddress = "/srv/a"\nkey = "{public()}"\ngroups = []\n'


def _parse(folder: Path, *lines: str) -> tuple[EngineConfig | None, str]:
    text = "\n".join(('name = "T"', "[engines]", *lines, COLLECTION))
    found, faults = config.parse(text.encode(), folder)
    return (found.engines if found is not None else None), "\n".join(map(str, faults))


def test_a_server_is_read_with_its_addresses_and_the_file_of_its_login(tmp_path: Path) -> None:
    (tmp_path / "login").write_text("reader:a:b\n", "utf-8")
    lines = [
        'statements = "https://graph.example.org/sparql"',
        'statements_update = "http://127.0.0.1:7878/update"',
        'statements_login = "login"',
    ]
    engines, faults = _parse(tmp_path, *lines)
    assert not faults and engines is not None
    assert engines == EngineConfig(
        "", "https://graph.example.org/sparql", "http://127.0.0.1:7878/update", str(tmp_path / "login")
    )
    assert read_login(engines.statements_login) == ("reader", "a:b")
    assert _parse(tmp_path)[0] == EngineConfig() and read_login("") is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('statements = "http://graph.example.org/sparql"', "engines.statements: Write an address"),
        ('statements = "https://user:word@graph.example.org/"', "engines.statements: Write an address"),
        ('statements = "https://graph.example.org:22/"', "engines.statements: Write an address"),
        ('statements = "graph"', "engines.statements: Write an address"),
        ('statements_update = "https://graph.example.org/"', "engines.statements_update: Name the server's address"),
        ('statements_login = "none"', "engines.statements_login: There is no file"),
        ('statement = "https://graph.example.org/"', "engines.statement: There is no such key"),
        ("statements = 1", "engines.statements: Write a text"),
    ],
)
def test_a_fault_is_named_with_its_key(tmp_path: Path, line: str, said: str) -> None:
    assert said in _parse(tmp_path, line)[1]


@pytest.mark.parametrize("content", [b"", b"reader", b":word", b"a:b\nc:d", b"\xff:x", b"a:" + b"x" * 5000])
def test_a_login_that_is_none_is_refused_without_being_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "login"
    file.write_bytes(content)
    with pytest.raises(ConfigurationRefused) as refused:
        read_login(str(file))
    assert "xxxx" not in str(refused.value.message)
