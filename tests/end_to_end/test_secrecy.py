"""After a day of agents, good and bad: who may read what lies in the library's folder, and what it says."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import stat
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest

from bookwheel.client.connection import connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.service.agents import AgentAnswer, AgentRequest
from bookwheel.domain.service.doctor import DoctorRequest
from bookwheel.paths import LibraryPaths
from tests.asking import asked
from tests.waiting import until

SECRET, KEPT = "qumbraword", "qumbramemory"
PAGE = f"---\ntitle: {SECRET} title\ntags: [{SECRET}-tag]\n---\n# {SECRET} heading\n\nThe {SECRET} turns.\n"


@pytest.fixture
def library_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the person made, open to everybody."""
    folder = tmp_path / "library"
    folder.mkdir()
    folder.chmod(0o755)
    monkeypatch.setenv("BOOKWHEEL_LIBRARY", str(folder))
    return folder


def sent(made: AgentAnswer, body: bytes, **headers: str) -> bytes:
    """What the endpoint answers to a body by hand."""
    parts = urlsplit(made.url)
    connection = http.client.HTTPConnection(str(parts.hostname), parts.port, timeout=30)
    usual = {
        "Authorization": f"Bearer {made.token}",
        "Content-Type": "application/json",
        "Accept": "application/json, text/event-stream",
    }
    connection.request("POST", parts.path, body, {**usual, **headers})
    answer = connection.getresponse().read()
    connection.close()
    return answer


@pytest.mark.usefixtures("meaning")
@pytest.mark.skipif(sys.platform == "win32", reason="a folder's rights are inherited there")
def test_neither_tokens_nor_library_text_lie_where_they_should_not(library: LibraryPaths, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "wheel.md").write_text(PAGE, "utf-8")
    (tmp_path / "notes" / "torn.md").write_bytes(f"---\n{SECRET}: [\n---\n# {SECRET}\n\n\xff".encode("latin-1"))
    client = connect(library, client="cli")
    client.add(AddRequest(str(tmp_path / "notes")))
    until(lambda: client.status().documents == 2 and client.status().coverage == 1)
    until(lambda: client.status().graph_revision == client.status().revision)
    made = client.agent(AgentRequest("agent", may_remember=True))
    query = f'SELECT ?d {{ ?d bw:title "{SECRET} title" }}'
    answers = asked(
        library,
        "agent",
        ("search", {"query": SECRET, "mode": "hybrid", "explain": True}),
        ("read", {"docs": ["notes/wheel.md", "notes/torn.md"], "metadata": True}),
        ("read", {"docs": [f"notes/{SECRET}.md"]}),
        ("context", {"question": f"What does the {SECRET} do?"}),
        ("explore", {"node": "notes/wheel.md", "hops": 2}),
        ("query", {"sparql": query}),
        ("query", {"sparql": query + f" # {SECRET} }} {{"}),
        ("query", {"sparql": f"SELECT ?{SECRET} {{ SERVICE <http://{SECRET}/> {{ ?s ?p ?o }} }}"}),
        ("remember", {"content": f"Of the {KEPT}.", "session": KEPT}),
        ("recall", {"query": KEPT}),
        ("search", {"query": SECRET, "limit": SECRET}),
    )
    assert SECRET in json.dumps(answers[0]) and KEPT in json.dumps(answers[9])
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search", "arguments": SECRET}}
    told = [
        sent(made, json.dumps(call).encode()),
        sent(made, f'{{"{SECRET}": '.encode()),
        sent(made, b"[" * 100_000),
        sent(made, json.dumps(call).encode(), Authorization=f"Bearer {made.token}x"),
        sent(made, json.dumps(call).encode(), Host=SECRET),
        sent(made, json.dumps(call).encode(), Origin=f"http://{SECRET}"),
    ]
    admin = library.admin_token.read_text("ascii").strip()
    tokens = [made.token, made.token.removeprefix("bw_"), admin]
    service = psutil.Process(client.pid)
    # Chroma's files hold blocks of the memory of the process that opens it.
    until(lambda: any(library.chroma.rglob("data_level0.bin")))
    if sys.platform == "linux":
        loaded = {Path(mapped.path).name for mapped in service.memory_maps()}
        assert any("numpy" in name or "multiarray" in name for name in loaded) and not _of_chroma(loaded)
    for process in [service, *service.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):  # the builder of nearest vectors is just ending
            shown = " ".join(process.cmdline())
            assert not any(word in shown for word in [*tokens, SECRET, KEPT])
    assert not any(word.encode() in answer for answer in told for word in [*tokens, SECRET])
    assert client.doctor(DoctorRequest()).is_healthy
    client.stop(30)
    client.close()

    files = [path for path in library.root.rglob("*") if path.is_file() and not path.is_symlink()]
    holding: dict[str, set[str]] = {word: set() for word in [*tokens, SECRET, KEPT]}
    for path in files:
        content = path.read_bytes()
        for word, found in holding.items():
            if word.encode() in content:
                found.add(path.relative_to(library.root).parts[0])
    assert holding[made.token] == holding[made.token.removeprefix("bw_")] == {"tokens.json", "tokens.backup.json"}
    assert holding[admin] == {library.admin_token.name}
    for word in (SECRET, KEPT):
        assert library.log.name not in holding[word]
        assert library.settings.name not in holding[word]
    assert library.state.name in holding[KEPT], "the search above must be able to find something"
    opened = [path for path in files if _is_open_to_others(path, library.root)]
    assert [path.name for path in opened if path.stat().st_size] == []
    assert os.listdir(library.log)
    assert len((library.log / "service.log").read_text("utf-8").splitlines()) < 10, "calls stand in the activity list"


def _of_chroma(loaded: set[str]) -> set[str]:
    """The libraries of Chroma's among those that a process has loaded."""
    return {name for name in loaded if "chroma" in name}


def _is_open_to_others(path: Path, root: Path) -> bool:
    """Whether others may read a file: its own rights and those of the folders on the way."""
    folders = [folder for folder in path.parents if folder.is_relative_to(root)]
    may_pass = all(folder.stat().st_mode & stat.S_IXOTH for folder in folders)
    return bool(may_pass and path.stat().st_mode & (stat.S_IROTH | stat.S_IRGRP))
