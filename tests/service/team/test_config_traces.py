from __future__ import annotations

from pathlib import Path

import pytest

from bookwheel.domain.errors import ConfigurationRefused
from bookwheel.domain.team import TracesConfig
from bookwheel.service.team import config, start
from bookwheel.service.team.config_traces import read_headers
from bookwheel.service.team.traces import opening
from tests.publications.publishing import public

COLLECTION = f'[[collections]]\nname = "A"\naddress = "/srv/a"\nkey = "{public()}"\ngroups = []\n'


def _parse(folder: Path, *lines: str) -> tuple[TracesConfig | None, str]:
    text = "\n".join(('name = "T"', "[traces]", *lines, COLLECTION))
    found, faults = config.parse(text.encode(), folder)
    return (found.traces if found is not None else None), "\n".join(map(str, faults))


def test_a_collector_is_read_with_its_share_and_its_headers(tmp_path: Path) -> None:
    assert _parse(tmp_path, 'endpoint = "http://otel:4318"') == (TracesConfig("http://otel:4318", 0.05, ""), "")
    lines = ('endpoint = "https://otel.example.org"', "sample = 1", 'headers_file = "h"')
    assert _parse(tmp_path, *lines)[0] == TracesConfig("https://otel.example.org", 1.0, str(tmp_path / "h"))
    found, _ = config.parse(f'name = "T"\n{COLLECTION}'.encode(), tmp_path)
    assert found is not None and found.traces is None


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "traces.endpoint: This key is missing"),
        ('endpoint = "otel:4318"', "traces.endpoint: Write the address"),
        ('endpoint = "grpc://otel:4317"', "traces.endpoint: Write the address"),
        ('endpoint = "https://user:word@otel.example.org"', "traces.endpoint: Write the address"),
        ('endpoint = "https://otel.example.org/?token=x"', "traces.endpoint: Write the address"),
        ('endpoint = "http://otel:4318"\nheaders_file = "h"', "traces.endpoint: With headers_file"),
        ('endpoint = "http://127.0.0.1:4318"\nsample = 1.5', "traces.sample: Write a number from 0 to 1"),
        ('endpoint = "http://127.0.0.1:4318"\nsample = nan', "traces.sample: Write a number from 0 to 1"),
        ('endpoint = "http://127.0.0.1:4318"\nsample = true', "traces.sample: Write a number from 0 to 1"),
        ('endpoint = "http://127.0.0.1:4318"\nsample = "all"', "traces.sample: Write a number from 0 to 1"),
        ('endpoint = "http://127.0.0.1:4318"\nheaders = "x"', "traces.headers: There is no such key"),
    ],
)
def test_a_fault_is_named_with_its_key(tmp_path: Path, line: str, said: str) -> None:
    assert said in _parse(tmp_path, line)[1]


@pytest.mark.parametrize(
    "content",
    [
        b"", b"s3cret", b"Authorization", b"Authorization:", b"Bad name: s3cret", b"A: s3cret\n b: folded",
        b"A: s3cret\nHost: other", b"Content-Length: 4", b"A: \xfcs3cret", b"A: s3\x00cret", b"A: " + b"s3cret" * 3000,
        b"A: b\n" * 21 + b"B: s3cret",
    ],
)  # fmt: skip
def test_headers_that_are_none_are_refused_without_being_told(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "headers"
    file.write_bytes(content)
    with pytest.raises(ConfigurationRefused) as refused:
        read_headers(str(file))
    assert "s3" not in str(refused.value.message)
    with pytest.raises(ConfigurationRefused, match="cannot be read"):
        read_headers(str(tmp_path / "none"))


def test_a_configuration_with_traces_needs_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "team.toml"
    file.write_text(f'name = "T"\n[traces]\nendpoint = "http://127.0.0.1:4318"\n{COLLECTION}', "utf-8")
    start.prepare(str(file), str(tmp_path / "library"), is_json=False)
    monkeypatch.setattr(opening, "find_spec", lambda name: None)
    with pytest.raises(ConfigurationRefused, match=r"pip install 'bookwheel\[team\]'"):
        start.prepare(str(file), str(tmp_path / "library"), is_json=False)
