"""The verbs that list what the library knows, with the real service."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from bookwheel.__main__ import main
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from tests.waiting import until
from tests.words_only import turn_meaning_off

SOURCES = Path(__file__).parents[2] / "app"
PAGES = {
    "ada.md": "---\nname: Ada\ncompany: Acme\nteam: Platform\n---\nAda uses server-sent events (SSE).\n",
    "bo.md": "---\nname: Bo\ncompany: ACME\nteam: Docs\n---\nSSE is fine, see [nowhere](gone.md).\n",
}


@pytest.fixture
def client(tmp_path: Path, library_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """Two pages about people, with a graph."""
    monkeypatch.setenv("PYTHONPATH", str(SOURCES))
    root = tmp_path / "notes"
    root.mkdir()
    for path, text in PAGES.items():
        (root / path).write_text(text, "utf-8")
    client = connect(turn_meaning_off(library_folder), client="cli")
    client.add(AddRequest(str(root)))
    try:
        until(lambda: client.status().documents == 2 and client.status().graph_revision == client.status().revision)
        yield client
    finally:
        client.stop(10)
        client.close()


@pytest.mark.usefixtures("client")
def test_lists_say_what_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terms"]) == 0
    assert capsys.readouterr().out.split() == ["2", "server-sent", "events"]
    assert main(["entities"]) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["2", "company", "Acme"], ["1", "team", "Docs"], ["1", "team", "Platform"],
    ]  # fmt: skip
    assert main(["stats"]) == 0
    assert "entity" in capsys.readouterr().out
    assert main(["related", "notes/ada.md"]) == 0
    assert "same thing Acme" in capsys.readouterr().out
    assert main(["terms", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["values"][0]["value"] == "server-sent events"


@pytest.mark.usefixtures("client")
def test_links_to_mend_are_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["links"]) == 1
    assert "gone" in capsys.readouterr().out
    assert main(["links", "copies"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "Nothing found."
    assert main(["links", "--collection", "none"]) == 4
