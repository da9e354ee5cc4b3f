"""Remote images in the window, with a web server of the test's own that the service is allowed to ask."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QUrl
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client, connect
from bookwheel.domain.collection import AddRequest
from bookwheel.domain.remote_images import ImageCacheRequest
from bookwheel.domain.service.settings import SettingRequest
from bookwheel.gui.page.html import page_code
from bookwheel.gui.settings.sections import ImagesSection
from bookwheel.gui.state.locations import Location
from bookwheel.gui.window.window import Window
from bookwheel.service.images.remote_images import ALLOWED
from tests.fetching.servers import Server, content, web_server
from tests.service.images.pictures import png
from tests.waiting import until
from tests.words_only import turn_meaning_off

WAIT_MS = 30_000


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with web_server() as running:
        for name in "abcd":
            running.answers[f"/{name}.png"] = content(png(120, 80))
        yield running


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, server: Server) -> Iterator[Client]:
    root = tmp_path_factory.mktemp("documents") / "travel"
    root.mkdir()
    link = "bookwheel://images/0/one/0"
    one = f"# One\n\n![A gate]({server.url('/a.png')})\n\n[![Linked]({server.url('/b.png')})](https://example.org)\n\n"
    (root / "one.md").write_text(f"{one}[Press]({link})\n\n![Gone]({server.url('/gone.png')})\n", "utf-8")
    (root / "two.html").write_text(f"<h1>Two</h1><p>Text <img src='{server.url('/c.png')}' alt='Hill'></p>", "utf-8")
    (root / "three.md").write_text(f"# Three\n\n![D]({server.url('/d.png')})\n", "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ALLOWED, server.place)
        client = connect(turn_meaning_off(tmp_path_factory.mktemp("served")), client="test")
    client.add(AddRequest(str(root), name="Travel"))
    until(lambda: client.status().documents >= 3 and client.status().state == "ready")
    yield client
    client.stop()
    client.close()


def _script(qtbot: QtBot, window: Window, source: str) -> object:
    found: list[object] = []
    view = window.reader.view
    assert view is not None
    view.web_page.runJavaScript(source, page_code.WORLD, found.append)
    qtbot.waitUntil(lambda: bool(found), timeout=WAIT_MS)
    return found[0]


def _count(qtbot: QtBot, window: Window, selector: str) -> int:
    return int(str(_script(qtbot, window, f"String(document.querySelectorAll('{selector}').length)")))


def _open(qtbot: QtBot, window: Window, doc: str) -> None:
    with qtbot.waitSignal(window.reader.landed, timeout=WAIT_MS):
        window.reader.open(Location(doc))


def _wait(qtbot: QtBot, window: Window, selector: str, count: int) -> None:
    qtbot.waitUntil(lambda: _count(qtbot, window, selector) == count, timeout=WAIT_MS)


def _press(qtbot: QtBot, window: Window, selector: str) -> None:
    _script(qtbot, window, f"document.querySelector('{selector}').click(); 1")


_LOADED = "String([...document.images].filter((image) => image.naturalWidth === 120).length)"


def test_images_are_offered_shown_when_asked_for_and_there_again_without_asking(
    qtbot: QtBot, window: Window, server: Server, served: Client
) -> None:
    _open(qtbot, window, "travel/one.md")
    _wait(qtbot, window, ".remote-bar .remote-always", 2)
    assert not server.asked
    text = str(_script(qtbot, window, "document.querySelector('.remote-image').textContent"))
    assert text == "A gate127.0.0.1Show image"
    bar = str(_script(qtbot, window, "document.querySelector('.remote-bar').textContent"))
    assert bar == "Show 3 remote imagesAlways from 127.0.0.1Always in Travel"
    view = window.reader.view
    assert view is not None
    view.web_page.link_clicked.emit(QUrl("bookwheel://images/0/one/0"), False)  # as a document could write it
    last = "[...document.querySelectorAll('.remote-image .remote-show')].at(-1)"
    button = _script(qtbot, window, f"window.lastButton = {last}; window.lastButton.href")
    _press(qtbot, window, ".remote-image .remote-show")
    _wait(qtbot, window, ".remote-image", 2)
    assert _script(qtbot, window, f"window.lastButton === {last} && window.lastButton.href") == button
    assert [path for path, _ in server.asked] == ["/a.png"]
    window.page_extras.images.show_all()
    _wait(qtbot, window, ".remote-image[data-state=failed]", 1)
    _wait(qtbot, window, ".remote-bar", 0)
    qtbot.waitUntil(lambda: _script(qtbot, window, _LOADED) == "2", timeout=WAIT_MS)
    assert "404" in str(_script(qtbot, window, "document.querySelector('.remote-note').textContent"))
    asked = len(server.asked)
    _open(qtbot, window, "travel/three.md")
    _open(qtbot, window, "travel/one.md")
    qtbot.waitUntil(lambda: _script(qtbot, window, _LOADED) == "2", timeout=WAIT_MS)
    assert len(server.asked) == asked


def test_a_standing_choice_shows_later_pages_and_is_taken_back_in_the_settings(
    qtbot: QtBot, window: Window, server: Server, served: Client
) -> None:
    _open(qtbot, window, "travel/two.html")
    _wait(qtbot, window, ".remote-bar", 1)
    _press(qtbot, window, '.remote-bar a[href$="/collection"]')
    _wait(qtbot, window, ".remote-image", 0)
    assert served.settings(SettingRequest("images.collections")).settings[0].value == "travel"
    _open(qtbot, window, "travel/three.md")
    qtbot.waitUntil(lambda: _script(qtbot, window, _LOADED) == "1", timeout=WAIT_MS)
    dialog = window.dialogs.show_settings()
    title = "Remote images"
    qtbot.waitUntil(lambda: title in dialog.area.titles, timeout=WAIT_MS)
    dialog.show_section(title)
    section = dialog.area.section_of(dialog.area.entries[dialog.area.titles.index(title)])
    assert isinstance(section, ImagesSection)
    qtbot.waitUntil(section.clear.isEnabled, timeout=WAIT_MS)
    row = next(row for row in section.rows if row.setting.name == "images.collections")
    row.reset.click()
    qtbot.waitUntil(
        lambda: served.settings(SettingRequest("images.collections")).settings[0].value == "", timeout=WAIT_MS
    )
    section.clear.click()
    qtbot.waitUntil(lambda: served.image_cache(ImageCacheRequest()).count == 0, timeout=WAIT_MS)
    asked = len(server.asked)
    _open(qtbot, window, "travel/one.md")
    _wait(qtbot, window, ".remote-bar", 1)
    assert len(server.asked) == asked
