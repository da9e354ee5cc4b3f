"""The same query from the window, the command line, an agent over HTTP and one over the bridge, all of them real."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client as Agent
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bookwheel import paths
from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.search import Hit
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.gui.state.session import Session
from bookwheel.gui.theme.theme import Theme
from bookwheel.gui.window.window import Window
from bookwheel.paths import LibraryPaths
from tests.end_to_end.conftest import SOURCE
from tests.gui.conftest import theme as theme
from tests.waiting import until

Row = tuple[object, ...]

LIMIT = 4

DESKS = {
    "wheel.md": "# A wheel of my own\n\nI built a wheel for six books from a door and two barrels.\n\n"
    "## Margins\n\nIts desks are too narrow for notes in the margin.\n",
    "barrels.txt": "Barrels\n\nOak, with hoops of ash. A reader may sit on one.\n",
    "笔记.md": "# 读书笔记\n\n书轮很大，读书的人坐在前面。\n",
}


@dataclass(frozen=True)
class Asked:
    """What is asked: words, and the values of facets that restrict it."""

    words: str
    filters: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Its name among the tests."""
        return " ".join([self.words, *(f"{field}={value}" for field, value in self.filters)])


QUERIES = [
    Asked("wheel"),
    Asked("readers writing notes in the margins"),
    Asked('"at the same slope"'),
    Asked("读书"),
    Asked("القراءة"),
    Asked("tag:history wheel OR desk -gout"),
    Asked("wheel", (("collection", "workshop"),)),
    Asked("book", (("type", "essay"), ("language", "en"))),
    Asked("zzzxq"),
]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A client of the service of a library that holds the sample and a second, small collection."""
    workshop = tmp_path_factory.mktemp("sources") / "workshop"
    workshop.mkdir()
    for name, text in DESKS.items():
        (workshop / name).write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", SOURCE)
        client = connect(LibraryPaths(tmp_path_factory.mktemp("same")), client="cli")
    for folder in (paths.resources() / "sample", workshop):
        client.add(AddRequest(str(folder)))
    until(lambda: client.status().state == "ready" and client.status().documents >= 18)
    # What has vectors changes ranks: every asker is to meet the same library.
    until(lambda: client.status().embedding.state == "ready" and client.status().coverage == 1.0, 90)
    yield client
    assert client.stop(20)
    client.close()


@pytest.fixture(scope="module")
def window(
    qapp: QApplication, served: Client, theme: Theme, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Window]:
    """A window on that library."""
    QSettings.setPath(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path_factory.mktemp("window settings"))
    )
    library = LibraryPaths(Path(served.status().library))
    session = Session(library)
    session.preferences.set("group_hits", "false")  # every section as it ranks, as agents get it
    opened = Window(library, session, theme)
    opened.resize(1300, 820)
    opened.show()
    opened.begin([])
    yield opened
    opened.close()
    opened.end()
    opened.deleteLater()


def row(hit: Hit | dict[str, Any]) -> Row:
    """What must be the same wherever it is asked; an agent's breadcrumb leaves out the folders."""
    if isinstance(hit, Hit):
        return hit.section, hit.title, hit.lines, hit.snippet, round(hit.score, 4), hit.uri
    return (
        hit["section"],
        hit["title"],
        tuple(hit["lines"]),
        hit["snippet"],
        hit["score"],
        hit.get("uri", f"bookwheel://doc/{hit['section']}"),
    )


def in_window(qtbot: QtBot, window: Window, asked: Asked) -> list[Row]:
    """The first rows of the list, once it is the one that Down would walk."""
    window.toolbar.box.clear()
    qtbot.waitUntil(lambda: window.library_dock.model.rowCount() == 2, timeout=20_000)
    with qtbot.waitSignal(window.search.answered, timeout=10_000):
        window.toolbar.box.setText(asked.words)
    for field, value in asked.filters:
        with qtbot.waitSignal(window.search.answered, timeout=10_000):
            window.search.set_filter(field, value, True)
    if window.search.model.rowCount():
        with qtbot.waitSignal(window.search.row_chosen, timeout=10_000):
            qtbot.keyClick(window.toolbar.box, Qt.Key.Key_Down)
    model = window.search.model
    hits = [model.hit(number) for number in range(min(LIMIT, model.rowCount()))]
    return [row(hit) for hit in hits if hit is not None]


def on_command_line(served: Client, asked: Asked) -> list[Row]:
    """The hits of `bookwheel search --json`."""
    filters = [word for field, value in asked.filters for word in ("--filter", f"{field}={value}")]
    words = ["--library", served.status().library, "search", *filters, "--limit", str(LIMIT), "--json"]
    command = [sys.executable, "-m", "bookwheel", *words, "--", asked.words]
    found = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert (found.returncode, found.stderr) == (0 if json.loads(found.stdout)["hits"] else 1, "")
    return [row(hit) for hit in json.loads(found.stdout)["hits"]]


def over_http(served: Client, name: str, *asked: Asked, only: tuple[str, ...] | None = None) -> list[list[Row]]:
    """By an agent with its own token, which shows it these collections alone if any are named."""
    admitted = served.agent(AgentRequest(name, only))

    async def main() -> list[list[Row]]:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {admitted.token}"}, timeout=60) as http:
            return await answers_of(streamable_http_client(admitted.url, http_client=http), asked)

    return asyncio.run(main())


def over_bridge(served: Client, name: str, *asked: Asked) -> list[list[Row]]:
    """By an agent that starts `bookwheel mcp`."""
    words = ["-m", "bookwheel", "mcp", "--client", name, "--library", served.status().library]
    parameters = StdioServerParameters(command=sys.executable, args=words, env={**os.environ, "PYTHONPATH": SOURCE})
    return asyncio.run(answers_of(stdio_client(parameters), asked))


async def answers_of(transport: Any, asked: tuple[Asked, ...]) -> list[list[Row]]:
    """The hits that an agent gets for each query in one session."""
    answers: list[list[Row]] = []
    async with Agent(transport) as agent:
        for each in asked:
            result = await agent.call_tool("search", {"query": each.words, "limit": LIMIT, **dict(each.filters)})
            assert not result.is_error, result.structured_content
            answers.append([row(hit) for hit in result.structured_content["hits"]])
    return answers


def unscored(hit: Row) -> Row:
    """A hit without its score."""
    return tuple(part for part in hit if not isinstance(part, float))


@pytest.fixture(scope="module")
def by_agents(served: Client) -> dict[Asked, list[list[Row]]]:
    """What an agent over HTTP and one over the bridge found for each query, each in one session."""
    found = zip(over_http(served, "over-http", *QUERIES), over_bridge(served, "over-bridge", *QUERIES), strict=True)
    return {asked: list(hits) for asked, hits in zip(QUERIES, found, strict=True)}


@pytest.mark.parametrize("asked", QUERIES, ids=str)
def test_one_query_has_the_same_hits_everywhere(
    qtbot: QtBot, served: Client, window: Window, by_agents: dict[Asked, list[list[Row]]], asked: Asked
):
    shown = on_command_line(served, asked)
    assert bool(shown) is (asked.words != "zzzxq")
    assert in_window(qtbot, window, asked) == shown
    assert by_agents[asked] == [shown, shown]


def test_agent_sees_the_collections_of_its_scope_and_nothing_of_the_others(served: Client):
    wheel, chinese = QUERIES[0], QUERIES[3]
    [everything] = over_http(served, "both", Asked("notes in the margin"))
    assert {str(hit[0]).partition("/")[0] for hit in everything} == {"sample", "workshop"}
    for slug, other in (("sample", "workshop"), ("workshop", "sample")):
        name = f"{slug}-alone"
        scoped = over_http(served, name, wheel, chinese, only=(slug,))
        assert scoped == over_bridge(served, name, wheel, chinese)
        restricted = [on_command_line(served, Asked(each.words, (("collection", slug),))) for each in (wheel, chinese)]
        # What it does not see does not count, not even for how rare a word is.
        assert [[unscored(hit) for hit in hits] for hits in scoped] == [
            list(map(unscored, hits)) for hits in restricted
        ]
        assert all(str(hit[0]).startswith(f"{slug}/") for hits in scoped for hit in hits)
        assert over_http(served, name, Asked("wheel", (("collection", other),)), only=(slug,)) == [[]]
