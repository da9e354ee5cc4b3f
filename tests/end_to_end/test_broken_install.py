from __future__ import annotations

import http.client
import json
import os
from pathlib import Path

import pytest

from bookwheel.client import discovery
from bookwheel.client.connection import connect
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import SOURCE


def test_an_agent_is_refused_when_what_serves_it_cannot_be_loaded(
    library: LibraryPaths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp" / "__init__.py").write_text("raise ImportError('torn')\n", "utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{SOURCE}")
    client = connect(library, client="cli")
    token = client.agent(AgentRequest("reader")).token
    record = discovery.find(library)
    assert record is not None
    connection = http.client.HTTPConnection(*discovery.address(record), timeout=20)
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    connection.request("POST", "/mcp", json.dumps({"jsonrpc": "2.0", "id": 7, "method": "ping"}), headers)
    answer = connection.getresponse()
    refused = json.loads(answer.read())
    connection.close()
    client.close()
    assert answer.status == 503
    assert refused["error"]["data"]["code"] == "service_unavailable"
