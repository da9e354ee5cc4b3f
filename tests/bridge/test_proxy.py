"""The stdio bridge as agents start it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from bookwheel import wire
from bookwheel.service.agents.tools.tools import TOOLS
from tests.service.agents.serving import Served, serving

SOURCES = str(Path(__file__).parents[2] / "app")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("bridge")) as running:
        record = wire.Discovery(os.getpid(), f"http://127.0.0.1:{running.port}", wire.PROTOCOL, "0", "")
        running.paths.discovery.write_bytes(wire.encode(record))
        running.token("stdio")
        yield running


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": SOURCES}


class Piped:
    """A bridge, spoken to by lines."""

    def __init__(self, library: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bookwheel", "mcp", "--library", str(library), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(),
        )

    def send(self, *messages: object) -> None:
        assert self.process.stdin is not None
        for message in messages:
            line = message if isinstance(message, bytes) else json.dumps(message).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def end(self) -> tuple[list[dict[str, Any]], str]:
        """Close its input: what it still says, and what it wrote to the error stream."""
        output, errors = self.process.communicate(timeout=20)
        return [json.loads(line) for line in output.splitlines()], errors.decode()


@contextlib.contextmanager
def piped(library: Path, *words: str) -> Iterator[Piped]:
    bridge = Piped(library, *words)
    try:
        yield bridge
    finally:
        bridge.process.kill()
        bridge.process.communicate()


def message(id: int | str, method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}


def search(id: int | str, query: str = "wheel") -> dict[str, Any]:
    return message(id, "tools/call", name="search", arguments={"query": query})


@pytest.mark.parametrize("era", ["legacy", "auto"])
def test_the_sdk_client_gets_the_same_hits_as_over_http(served: Served, era: str):
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-m", "bookwheel", "mcp", "--library", str(served.paths.root)],
        env=environment(),
    )

    async def main() -> Any:
        async with Client(stdio_client(parameters), mode=era) as client:
            assert "notes" in (client.instructions or "")
            names = [tool.name for tool in (await client.list_tools()).tools]
            result = await client.call_tool("search", {"query": "manicule"})
            return names, result.structured_content

    names, found = asyncio.run(main())
    assert names == [name for name in TOOLS if name not in ("remember", "recall", "forget", "ingest", "jobs")]
    assert found["hits"][0]["section"] == "notes/guide/reading.md#symbols"
    assert served.record[-1].client == "stdio"


def test_many_requests_at_once_are_each_answered_once(served: Served):
    with piped(served.paths.root) as bridge:
        bridge.send(*(search(number) for number in range(40)))
        rest, errors = bridge.end()
    assert sorted(answer["id"] for answer in rest) == list(range(40))
    assert all(answer["result"]["structuredContent"]["hits"] for answer in rest)
    assert errors == ""


def test_the_end_of_input_lets_open_calls_finish(served: Served):
    with piped(served.paths.root) as bridge:
        bridge.send(search("last"))
        rest, _ = bridge.end()
        assert [answer["id"] for answer in rest] == ["last"]
        assert bridge.process.returncode == 0


def test_what_is_no_message_is_refused_and_the_rest_goes_on(served: Served):
    with piped(served.paths.root) as bridge:
        bridge.send(b"{torn", b"[]", b"\xff\xfe", b"", b'"text"', b"[" * 100_000)
        codes = [bridge.answer()["error"]["code"] for _ in range(5)]
        assert set(codes) <= {-32700, -32600}
        bridge.send(message(1, "ping"))
        assert bridge.answer() == {"jsonrpc": "2.0", "id": 1, "result": {}}


def test_a_message_too_large_is_refused_and_a_large_one_passes(served: Served):
    with piped(served.paths.root) as bridge:
        bridge.send(search(1, "x" * 5_000_000))
        answer = bridge.answer()
        assert (answer["id"], answer["error"]["code"]) == (1, -32600)
        bridge.send(search(2, "x" * 3_000_000))
        assert bridge.answer()["result"]["structuredContent"]["code"] == "bad_request"


def test_a_cancelled_stream_gets_no_answer(served: Served):
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
    }
    with piped(served.paths.root) as bridge:
        listen = message("stream", "subscriptions/listen", notifications={"toolsListChanged": True}, _meta=meta)
        bridge.send(listen)
        assert bridge.answer()["method"] == "notifications/subscriptions/acknowledged"
        cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "stream"}}
        bridge.send(cancel, message(2, "server/discover", _meta=meta))
        assert bridge.answer()["id"] == 2
        rest, _ = bridge.end()
        assert rest == []


def test_the_bridge_outlives_a_service_that_moves(served: Served, tmp_path: Path):
    library = tmp_path / "library"
    library.mkdir()
    (library / "tokens.json").write_bytes(served.paths.tokens.read_bytes())

    def announce(port: int) -> None:
        record = wire.Discovery(os.getpid(), f"http://127.0.0.1:{port}", wire.PROTOCOL, "0", "")
        (library / "service.json").write_bytes(wire.encode(record))

    hangs_up = socket.create_server(("127.0.0.1", 0))
    announce(hangs_up.getsockname()[1])

    def hang_up() -> None:
        """Take a request, and be elsewhere from then on."""
        while True:
            peer, _ = hangs_up.accept()
            with peer:
                if peer.recv(65536):
                    announce(served.port)
                    hangs_up.close()
                    return

    thread = threading.Thread(target=hang_up, daemon=True)
    thread.start()
    with piped(library) as bridge:
        bridge.send(search(1))
        assert bridge.answer()["result"]["structuredContent"]["hits"]
    thread.join(5)
    assert not thread.is_alive()


def test_what_an_ending_service_refuses_is_asked_of_the_next(served: Served, tmp_path: Path):
    library = tmp_path / "library"
    library.mkdir()
    (library / "tokens.json").write_bytes(served.paths.tokens.read_bytes())

    def announce(port: int) -> None:
        record = wire.Discovery(os.getpid(), f"http://127.0.0.1:{port}", wire.PROTOCOL, "0", "")
        (library / "service.json").write_bytes(wire.encode(record))

    class Ending(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            announce(served.port)
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(503)
            self.send_header("Retry-After", "1")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Ending) as ending:
        announce(ending.server_port)
        threading.Thread(target=ending.serve_forever, daemon=True).start()
        with piped(library) as bridge:
            bridge.send(message(1, "tools/call", name="forget", arguments={"id": "none"}))
            assert bridge.answer()["result"]["structuredContent"]["code"] == "not_allowed"
        ending.shutdown()


def test_a_revoked_client_is_told_so_and_not_made_anew(served: Served):
    served.token("gone")
    served.tokens.revoke("gone")
    with piped(served.paths.root, "--client", "gone") as bridge:
        bridge.send(search(1))
        error = bridge.answer()["error"]
        assert "was revoked" in error["message"]
    assert served.tokens.token_of("gone") is None


def test_a_token_revoked_meanwhile_ends_in_a_clear_error(served: Served):
    served.token("leaving")
    with piped(served.paths.root, "--client=leaving") as bridge:
        bridge.send(search(1))
        assert "result" in bridge.answer()
        served.tokens.revoke("leaving")
        bridge.send(search(2))
        assert "revoked" in bridge.answer()["error"]["message"]


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="/proc")
def test_no_token_in_arguments_environment_or_errors(served: Served):
    token = served.token("stdio")
    with piped(served.paths.root) as bridge:
        bridge.send(search(1))
        bridge.answer()
        folder = Path(f"/proc/{bridge.process.pid}")
        assert token.encode() not in (folder / "cmdline").read_bytes()
        assert token.encode() not in (folder / "environ").read_bytes()
        rest, errors = bridge.end()
        assert token not in errors
        assert rest == []


def test_wrong_words_are_refused_on_the_error_stream(served: Served):
    with piped(served.paths.root, "--token", "x") as bridge:
        rest, errors = bridge.end()
        assert rest == []
        assert errors.startswith("usage:")
        assert bridge.process.returncode == 2


def test_it_loads_nothing_but_the_standard_library(served: Served):
    script = (
        "import json, sys; from bookwheel import bridge; "
        "print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))))"
    )
    output = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {SOURCES!r}); {script}"],
        capture_output=True,
        text=True,
        check=True,
    )
    names = [name for name in json.loads(output.stdout) if not name.startswith(("_", "sitecustomize"))]
    assert names == ["bookwheel"]


@pytest.mark.skipif(os.name == "nt", reason="a folder in use cannot be removed there")
def test_a_bridge_whose_folder_is_gone_still_answers(served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    script = f"import os, runpy, sys; os.rmdir({str(gone)!r}); sys.argv[1:] = ['mcp', '--library', sys.argv[1]]; "
    words = [
        sys.executable,
        "-c",
        f"{script}runpy.run_module('bookwheel', run_name='__main__')",
        str(served.paths.root),
    ]
    ping = json.dumps(message(1, "ping")).encode() + b"\n"
    ended = subprocess.run(words, input=ping, capture_output=True, cwd=gone, env=environment(), timeout=20, check=False)
    assert json.loads(ended.stdout)["result"] == {}, ended.stderr
