from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from bookwheel import wire
from bookwheel.client.teams import sign_in
from bookwheel.client.teams.sign_in import Tokens
from bookwheel.domain.team import SignInDescription
from tests import processes, waiting
from tests.loopback import no_proxy  # noqa: F401 - a fixture of every test here
from tests.oidc_provider import make_key
from tests.service.team.serving import write_publications
from tests.team import npm_provider
from tests.team.npm_provider import NpmProvider, free_port

SEARCH = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "search", "arguments": {"query": "wheel"}},
}


@dataclass
class Reader:
    """`bookwheel serve --team` as a process of its own."""

    address: str
    process: subprocess.Popen[bytes]

    def get(self, path: str, token: str = "") -> httpx.Response:
        return httpx.get(self.address + path, headers=_bearer(token), trust_env=False, timeout=60)

    def post(self, path: str, body: object, token: str = "") -> httpx.Response:
        headers = {"accept": "application/json, text/event-stream", "bookwheel-protocol": str(wire.PROTOCOL)}
        return httpx.post(
            self.address + path, json=body, headers={**headers, **_bearer(token)}, trust_env=False, timeout=60
        )

    def is_ready(self) -> bool:
        assert self.process.poll() is None
        try:
            return self.get("/readyz").status_code == 200
        except httpx.TransportError:
            return False


def _bearer(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"} if token else {}


@contextmanager
def _serving(provider: NpmProvider, folder: Path) -> Iterator[Reader]:
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    lines = ['name = "Team"', f'listen = "127.0.0.1:{port}"', f'public_url = "{address}"', "[identity]"]
    identity = provider.config()
    lines += [f'{name} = "{getattr(identity, name)}"' for name in ("issuer", "audience", "client_id")]
    for collection in write_publications(folder):
        groups = ", ".join(f'"{group}"' for group in collection.groups)
        lines += ["[[collections]]", f"groups = [{groups}]"]
        lines += [f'{name} = "{getattr(collection, name)}"' for name in ("name", "address", "key", "scope")]
    (folder / "team.toml").write_text("\n".join(lines), "utf-8")
    command = [sys.executable, "-m", "bookwheel", "serve", "--team", str(folder / "team.toml")]
    environment = {**os.environ, "BOOKWHEEL_LIBRARY": str(folder / "library")}
    log = folder / "reader.log"
    with log.open("wb") as output, subprocess.Popen(command, env=environment, stdout=output, stderr=output) as process:
        reader = Reader(address, process)
        try:
            waiting.until(reader.is_ready, 120, tell=lambda: log.read_text("utf-8"))
            yield reader
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(120)


@pytest.fixture(scope="module")
def provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NpmProvider]:
    with npm_provider.running([make_key("one")], tmp_path_factory.mktemp("provider")) as running:
        yield running


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory, provider: NpmProvider) -> Iterator[Reader]:
    folder = tmp_path_factory.mktemp("reader")
    with processes.lasting(folder), _serving(provider, folder) as running:
        yield running


def _sign_in(reader: Reader, person: str) -> str:
    """An access token of a person who knows the reader's address alone."""
    told: dict[str, Any] = reader.get("/team").json()
    code = sign_in.begin(SignInDescription(told["issuer"], told["client_id"], told["audience"]))
    npm_provider.confirm(code.complete_uri, person)
    tokens = sign_in.poll(code)
    assert isinstance(tokens, Tokens)
    return tokens.access


@pytest.mark.parametrize(
    ("person", "collections"), [("ada", ["Open", "Qumbra", "Qworp"]), ("bob", ["Open"]), ("eve", ["Open"])]
)
def test_a_person_who_knows_the_address_signs_in_and_sees_the_collections_of_their_groups(
    reader: Reader, person: str, collections: list[str]
) -> None:
    token = _sign_in(reader, person)
    assert reader.get("/team", token).json()["collections"] == collections
    found = reader.post("/rpc/search", {"query": "wheel"}, token)
    assert found.status_code == 200
    assert ("qumbra" in found.text.lower()) == ("Qumbra" in collections)


def test_an_agent_signs_in_by_client_credentials_and_searches(reader: Reader, provider: NpmProvider) -> None:
    found = reader.post("/mcp", SEARCH, provider.robot_token())
    assert found.status_code == 200 and "qumbraplan" in found.text.lower() and "qworp" not in found.text.lower()


def test_a_refused_agent_is_led_to_the_provider(reader: Reader, provider: NpmProvider) -> None:
    refused = reader.post("/mcp", SEARCH)
    assert refused.status_code == 401
    challenge = re.search(r'resource_metadata="([^"]+)"', refused.headers["www-authenticate"])
    assert challenge is not None
    metadata = httpx.get(challenge[1], trust_env=False).json()
    assert metadata["authorization_servers"] == [provider.issuer] and metadata["resource"] == f"{reader.address}/mcp"


def test_a_token_with_a_changed_letter_is_refused(reader: Reader, provider: NpmProvider) -> None:
    token = provider.robot_token()
    head, payload, signature = token.split(".")
    changed = f"{head}.{payload}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    refused = reader.post("/mcp", SEARCH, changed)
    assert refused.status_code == 401 and 'error="invalid_token"' in refused.headers["www-authenticate"]
