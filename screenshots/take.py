"""Take the manual's pictures of the window: on a virtual screen, with a library of their own, light and dark.

python screenshots/take.py [--docs FOLDER] [--query WORDS] [--language en|de] [--into FOLDER] [--scale 2] [--teams]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from bookwheel.domain.collection import RemoveRequest
from bookwheel.domain.collection_source import Bounds, SourceKind, Timetable
from bookwheel.domain.service.agents import AgentRequest
from bookwheel.domain.sources import AddSourceRequest

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.fetching.servers import Server, content, web_server
from tests.large_pdf import make_pdf

WIDTH, HEIGHT = 1440, 900
LARGE = ("reading-light", "search-dark", "arabic-light")
"""What is also taken at 200 per cent."""
QUERY = "slope throughout the turn"
KEPT = {
    "cursor": (("cards", "task", "Turn the glossary into index cards, one term a card.", ["glossary"]),),
    "claude-code": (
        ("chapter three", "preference", "Quotations stand in the original, with the translation in a note.", ["style"]),
        (
            "chapter three",
            "fact",
            "Ramelli's wheel was published in 1588; whether it was built is unknown.",
            ["wheel"],
        ),
        ("chapter three", "decision", "The chapter ends with the slow reader, not with the machine.", ["structure"]),
    ),
}
"""What agents remember in the pictures: session, type, content and tags."""
PAGES = {"rims": "Bending rims", "spokes": "Cutting spokes", "shelves": "Hanging shelves", "gears": "Gears of oak"}
"""The pages of the site in the pictures: name and title."""
CHINESE, ARABIC = "elsewhere/读书之法.md", "elsewhere/صحبة-الكتاب.md"


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--docs", default="", help="another folder than the sample")
    arguments.add_argument("--query", default=QUERY)
    arguments.add_argument("--language", default="en", help="what the window speaks")
    arguments.add_argument("--into", default="", help="by default, the pictures of that language's manual")
    arguments.add_argument("--scale", type=int, default=1, help="2 takes some pictures at 200 per cent")
    arguments.add_argument("--teams", action="store_true", help="the pictures of teams alone")
    arguments.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    chosen = arguments.parse_args()
    if chosen.inside:
        manual = Path(__file__).parents[1] / "resources" / "manual" / chosen.language / "pictures"
        into = Path(chosen.into) if chosen.into else manual
        return Taker(chosen.docs, chosen.query, chosen.language, into, chosen.scale, is_teams=chosen.teams).run()
    if shutil.which("Xvfb") is None:
        print("The pictures need a virtual screen: install the package xvfb.", file=sys.stderr)
        return 1
    reading, writing = os.pipe()
    size = f"{WIDTH * chosen.scale}x{HEIGHT * chosen.scale}x24"
    screen = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as file:
        display = f":{file.readline().strip()}"
    settings = {**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb", "QT_SCALE_FACTOR": str(chosen.scale)}
    try:
        return subprocess.run(
            [sys.executable, __file__, *sys.argv[1:], "--inside"], env=settings, check=False
        ).returncode
    finally:
        screen.terminate()
        screen.wait(10)


def _timber() -> str:
    """What a carpenter bought for a wheel, as a sheet."""
    parts = ("Axle", "Spoke", "Rim", "Shelf", "Gear", "Peg", "Post", "Foot")
    woods = ("oak", "ash", "beech", "walnut", "pear")
    rows = [
        f"{parts[row % 8]},{woods[row % 5]},{1 + row * 7 % 24},{40 + row * 13 % 180},{2.5 + row * 1.7 % 30:.2f}"
        for row in range(64)
    ]
    return "\n".join(("Part,Wood,Pieces,Length cm,Price", *rows)) + "\n"


def _publish(server: Server) -> None:
    """A small site, and a feed."""
    links = "".join(f'<a href="{slug}.html">{title}</a> ' for slug, title in PAGES.items())
    for slug, title in (("", "The workshop"), *((f"{slug}.html", title) for slug, title in PAGES.items())):
        text = (
            f"<title>{title}</title><nav>{links}</nav><main><h1>{title}</h1><p>How a wheel is made: {title}.</p></main>"
        )
        server.answers[f"/workshop/{slug}"] = content(text.encode(), "text/html; charset=utf-8")
    entries = "".join(
        f"<item><title>{title}</title><link>{server.url(f'/notes/{slug}')}</link><description>{title}.</description></item>"
        for slug, title in PAGES.items()
    )
    feed = f'<rss version="2.0"><channel><title>Notes of the mill</title>{entries}</channel></rss>'
    server.answers["/notes.xml"] = content(feed.encode(), "application/rss+xml")


class Taker:
    """Walks the window from picture to picture; each step is a wait for something to be so."""

    def __init__(self, docs: str, query: str, language: str, into: Path, scale: int, *, is_teams: bool = False) -> None:
        self._docs = docs
        self._query = query
        self._language = language
        self._into = into
        self._scale = scale
        self._is_teams = is_teams

    def run(self) -> int:
        from bookwheel.gui.process.application import prepare_environment  # noqa: PLC0415 - before Qt is imported

        prepare_environment()
        from PySide6.QtCore import QCoreApplication, QSettings, Qt, QTimer  # noqa: PLC0415

        from bookwheel import paths  # noqa: PLC0415
        from bookwheel.gui.page import url_scheme  # noqa: PLC0415

        url_scheme.register()
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        from bookwheel.gui.i18n import translation as language  # noqa: PLC0415
        from bookwheel.gui.state.session import Session  # noqa: PLC0415
        from bookwheel.gui.theme import fonts  # noqa: PLC0415
        from bookwheel.gui.theme.theme import Theme  # noqa: PLC0415
        from bookwheel.gui.window.window import Window  # noqa: PLC0415

        QCoreApplication.setAttribute(Qt.ApplicationAttribute.AA_ShareOpenGLContexts)
        with tempfile.TemporaryDirectory() as folder:
            QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, folder)
            library = paths.LibraryPaths(Path(folder) / "library")
            app = QApplication([])
            fonts.load()
            language.speak(app, self._language)
            self._theme = Theme(app, "light")
            session = Session(library)
            session.is_shown_around = True
            self._window = Window(library, session, self._theme)
            self._window.setGeometry(0, 0, WIDTH, HEIGHT)
            self._window.show()
            self._window.begin([])
            self._steps = self._walk_teams() if self._is_teams else self._walk()
            self._until: Callable[[], object] = lambda: True
            self._waits = 0
            timer = QTimer(interval=50)
            timer.timeout.connect(self._tick)
            timer.start()
            code = app.exec()
            timer.stop()
            client = self._window.shell.client
            if client is not None:
                client.stop()
            self._window.close()
            self._window.end()
            return code

    def _tick(self) -> None:
        from PySide6.QtWidgets import QApplication  # noqa: PLC0415

        self._waits += 1
        if self._waits > 6000:
            print("A picture did not come about in five minutes.", file=sys.stderr)
            QApplication.exit(1)
        elif self._until():
            self._waits = 0
            try:
                self._until = next(self._steps)
            except StopIteration:
                QApplication.exit(0)

    def _walk(self) -> Iterator[Callable[[], object]]:
        from PySide6.QtCore import Qt  # noqa: PLC0415

        from bookwheel.gui.state.locations import Location  # noqa: PLC0415

        window = self._window
        model = window.library_dock.model
        yield lambda: window.shell.client is not None
        yield self._rest(20)
        for theme in ("light", "dark"):
            self._theme.set_colour_scheme(theme)
            yield self._rest(10)
            self._take(f"empty-{theme}")
        self._theme.set_colour_scheme("light")
        if self._docs:
            window.add_folder.add(str(Path(self._docs).expanduser().resolve()))
        else:
            window.add_folder.add_sample()
        yield lambda: window.reader.page is not None and model.rowCount() == 1
        yield self._rest(30)
        yield self._is_embedded
        slug = model.node(model.index(0, 0)).key
        for theme in ("light", "dark"):
            self._theme.set_colour_scheme(theme)
            if not self._docs:
                window.shell.open(Location(f"{slug}/foundations/the-bookwheel.md"))
            yield self._is_linked
            yield self._rest(30)
            self._take(f"reading-{theme}")
            window.related_docks.show_graph()
            yield lambda: len(window.graph_dock.picture.nodes) > 1
            yield self._rest(20)
            self._choose_in_graph()
            yield self._rest(6)
            self._take(f"graph-{theme}")
            window.related_docks.show_graph_table()
            yield self._rest(10)
            self._take(f"graph-table-{theme}")
            window.graph_dock.show_as_table(False)
            window.related_docks.hide_graph()
            window.map_tab.show()
            yield self._is_mapped
            yield self._rest(20)
            self._take(f"map-{theme}")
            yield self._has_topics
            self._colour_map("Topic")
            yield self._rest(20)
            self._take(f"map-topics-{theme}")
            self._colour_map()
            window.map_tab.close()
            window.dock_layout.show_labels()
            yield lambda: bool(window.labels_dock.list_topics(slug))
            topic = window.labels_dock.list_topics(slug)[0]
            window.shell.open(Location(topic.id, title=topic.label))
            window.labels_dock.reveal(topic.id)
            yield self._rest(30)
            self._take(f"topics-{theme}")
            window.labels_dock.hide()
            window.resizeDocks([window.outline_dock, window.links_dock], [270, 450], Qt.Orientation.Vertical)
            window.toolbar.box.setText(self._query)
            yield lambda: window.results_panel.isVisible() and not window.search.is_waiting
            window.search.open()
            yield self._rest(30)
            self._take(f"search-{theme}")
            window.toolbar.box.clear()
            window.shell.leave_search()
            if not self._docs:
                window.shell.open(Location(f"{slug}/foundations/slow-reading.md"))
                yield self._rest(24)
            yield from self._aside(theme)
            window.quick_open.show_documents()
            window.command_palette.box.setText("the" if self._docs else "read")
            yield self._rest(16)
            self._take(f"quick-open-{theme}")
            window.command_palette.dismiss()
            for name, path in (("chinese", CHINESE), ("arabic", ARABIC)):
                if not self._docs:
                    window.shell.open(Location(f"{slug}/{path}"))
                    yield self._rest(24)
                    self._take(f"{name}-{theme}")
        agents = threading.Thread(target=self._ask_as_agents, daemon=True)
        agents.start()
        yield lambda: not agents.is_alive()
        window.activity_dock.show()
        window.links_dock.hide()
        window.resizeDocks([window.outline_dock, window.activity_dock], [300, 460], Qt.Orientation.Vertical)
        if not self._docs:
            window.shell.open(Location(f"{slug}/foundations/the-bookwheel.md"))
        for theme in ("light", "dark"):
            self._theme.set_colour_scheme(theme)
            yield self._rest(30)
            self._take(f"activity-{theme}")
            memories = window.dialogs.show_memories()
            memories.move(140, 90)
            yield lambda shown=memories.table.items: shown.rowCount() > 0
            yield self._rest(12)
            self._take(f"memories-{theme}")
            memories.hide()
        window.activity_dock.hide()
        window.links_dock.show()
        if not self._docs:
            yield from self._sources()
            yield from self._files()
            yield from self._teams()

    def _walk_teams(self) -> Iterator[Callable[[], object]]:
        """The pictures of teams, beside the sample."""
        from bookwheel.gui.state.locations import Location  # noqa: PLC0415

        yield lambda: self._window.shell.client is not None
        yield self._rest(20)
        self._window.add_folder.add_sample()
        model = self._window.library_dock.model
        yield lambda: model.rowCount() == 1
        yield self._is_embedded
        self._window.shell.open(Location(f"{model.node(model.index(0, 0)).key}/foundations/the-bookwheel.md"))
        yield self._is_linked
        yield self._rest(30)
        yield from self._teams()

    def _teams(self) -> Iterator[Callable[[], object]]:
        from teams import walk  # noqa: PLC0415 - beside this file

        yield from walk(self._window, self._theme, self._take, self._rest)

    def _sources(self) -> Iterator[Callable[[], object]]:
        """The dialog Add site, and the list of sources: a folder, a site, a feed and what a program brings."""
        window = self._window
        with web_server() as server:
            _publish(server)
            form = window.dialogs.add_site()
            form.move(410, 160)
            for theme in ("light", "dark"):
                self._theme.set_colour_scheme(theme)
                form.address.setText("https://docs.example.org/guide/")
                yield self._rest(12)
                self._take(f"add-site-{theme}")
            form.hide()
            client = window.shell.client
            if client is None:
                return
            near = Bounds(may_be_private=True)
            daily = AddSourceRequest(
                server.url("/workshop/"), name="The workshop", timetable=Timetable.DAILY, bounds=near
            )
            feed = AddSourceRequest(server.url("/notes.xml"), SourceKind.FEED, "Notes of the mill", bounds=near)
            for request in (daily, feed, AddSourceRequest("orders", SourceKind.DATASOURCE, "Orders for timber")):
                client.add_source(request)
            yield lambda: sum(bool(card.refreshed_at) for card in client.sources().sources) == 2
            dialog = window.dialogs.show_sources()
            dialog.move(200, 130)
            for theme in ("light", "dark"):
                self._theme.set_colour_scheme(theme)
                yield lambda: dialog.table.items.rowCount() == 4
                dialog.table.choose_where(lambda card: card.name == "The workshop")
                yield self._rest(20)
                self._take(f"sources-{theme}")
            dialog.hide()
            for card in client.sources().sources:
                if card.kind is not None:
                    client.remove(RemoveRequest(card.slug))

    def _files(self) -> Iterator[Callable[[], object]]:
        """The pages of a PDF with a hit, and a sheet: of a folder made for these pictures."""
        from bookwheel.gui.state.locations import Location  # noqa: PLC0415

        window = self._window
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "Papers"
            root.mkdir()
            make_pdf(root / "wheels.pdf", 40)
            (root / "timber.csv").write_text(_timber(), encoding="utf-8")
            window.add_folder.add(str(root))
            yield lambda: window.library_dock.model.index_of("papers/wheels.pdf").isValid()
            yield self._is_embedded
            yield self._rest(30)
            for theme in ("light", "dark"):
                self._theme.set_colour_scheme(theme)
                place = Location("papers/wheels.pdf", "chapter-2-of-wheels-and-desks", "wheel")
                window.shell.open(place)
                yield self._rest(60)
                self._take(f"pdf-{theme}")
                window.shell.open(Location("papers/timber.csv"))
                yield self._rest(40)
                self._take(f"sheet-{theme}")

    def _aside(self, theme: str) -> Iterator[Callable[[], object]]:
        """The Ask pane, the settings and the health of the library."""
        window = self._window
        window.dock_layout.toggle_ask()
        window.ask_dock.box.setText(self._query if self._docs else "How did Ramelli keep the shelves level?")
        window.ask_dock.ask()
        yield lambda: window.ask_dock.copy.isEnabled()
        yield self._rest(16)
        self._take(f"ask-{theme}")
        window.dock_layout.hide_ask()
        settings = window.dialogs.show_settings()
        settings.move(260, 110)
        yield lambda: len(settings.area.titles) > 9
        yield self._rest(12)
        self._take(f"settings-{theme}")
        settings.hide()
        health = window.dialogs.show_health()
        health.move(360, 140)
        yield lambda: bool(health.words)
        yield self._rest(20)
        self._take(f"health-{theme}")
        health.hide()

    def _is_linked(self) -> bool:
        """Whether the links beside the page have come; the graph follows the words by a moment."""
        rows = self._window.links_dock.model.rows
        return bool(self._docs) or any(row.kind == "card" for row in rows)

    def _is_embedded(self) -> bool:
        """Whether all sections have vectors, so that no picture says how many lack them."""
        client = self._window.shell.client
        return client is not None and client.status().coverage >= 1

    def _is_mapped(self) -> bool:
        """Whether every document has come to rest in its place."""
        scene = self._window.map_tab.page.scene
        return scene is not None and scene.is_placed and scene.answer.progress >= 1

    def _has_topics(self) -> bool:
        scene = self._window.map_tab.page.scene
        return scene is not None and bool(scene.answer.topics)

    def _colour_map(self, by: str = "") -> None:
        tools = self._window.map_tab.page.tools
        tools._choose(replace(tools.choices, by=by, hidden=frozenset()))

    def _choose_in_graph(self) -> None:
        """Choose the neighbour with most ties."""
        graph = self._window.graph_dock
        if graph.canvas is not None:
            shown = graph.picture
            degrees = shown.degrees()
            near = [row for row, each in enumerate(shown.nodes) if each.hops == 1]
            graph.canvas.select(max(near, key=lambda row: degrees[row], default=-1))

    def _ask_as_agents(self) -> None:
        """Two agents ask what their owners might: a search, the outline of what it found, a section of that."""
        client = self._window.shell.client
        if client is not None:
            for name, query in (("cursor", "index cards"), ("claude-code", self._query)):
                agent = client.agent(AgentRequest(name, may_remember=True))
                asyncio.run(_ask(name, agent.url, agent.token, query))

    def _rest(self, ticks: int) -> Callable[[], bool]:
        left = iter(range(ticks))
        return lambda: next(left, None) is None

    def _take(self, name: str) -> None:
        if self._scale > 1:
            if name not in LARGE:
                return
            name += f"-{self._scale}00"
        from PySide6.QtWidgets import QDialog  # noqa: PLC0415

        picture = self._window.screen().grabWindow(0).toImage()
        if self._scale > 1:
            from colours import reduced  # noqa: PLC0415 - beside this file

            picture = reduced(picture)
        sheets = [each.geometry() for each in self._window.findChildren(QDialog) if each.isVisible()]
        if sheets:
            from frames import framed  # noqa: PLC0415 - beside this file

            picture = framed(picture, sheets, self._theme.colours["edge"])
        self._into.mkdir(parents=True, exist_ok=True)
        picture.save(str(self._into / f"{name}.png"), "PNG", 0)  # the least bytes
        print(name)


async def _ask(name: str, url: str, token: str, query: str) -> None:
    import httpx2  # noqa: PLC0415 - for the agents' pictures alone
    from mcp import Client  # noqa: PLC0415
    from mcp.client.streamable_http import streamable_http_client  # noqa: PLC0415

    async with (
        httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as agent,
    ):
        found = (await agent.call_tool("search", {"query": query, "limit": 5})).structured_content or {}
        first = found["hits"][0]
        await agent.call_tool("outline", {"doc": first["section"].partition("#")[0]})
        await agent.call_tool("read", {"sections": [first["section"]]})
        for session, type_, content, tags in KEPT.get(name, ()):
            kept = {"session": session, "type": type_, "content": content, "tags": tags}
            await agent.call_tool("remember", kept)


if __name__ == "__main__":
    sys.exit(main())
