"""The page of embedding models: what is here, what would come, and nothing before the person agrees."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from bookwheel.client.connection import Client
from bookwheel.domain.service.models import ModelState
from bookwheel.domain.service.settings import SettingRequest
from bookwheel.gui.backend.background_calls import BackgroundCalls
from bookwheel.gui.settings.models_section import ModelRow, ModelsSection
from bookwheel.gui.window.window import Window
from bookwheel.service.models.models import Models
from tests.fetching.servers import Server, web_server
from tests.service.models.hubs import NAME, hub_at, publish
from tests.tiny_models.models import BERT, make_model

pytestmark = pytest.mark.leaves_library


@pytest.fixture
def server() -> Iterator[Server]:
    with web_server() as running:
        yield running


class OwnModels:
    """The service's models with a hub of the test's own, where a client would be."""

    def __init__(self, server: Server, settings: dict[str, str]) -> None:
        from bookwheel import settings_text  # noqa: PLC0415
        from bookwheel.settings import Settings  # noqa: PLC0415

        self.now = Settings()

        def change(name: str, value: str) -> None:
            settings[name] = value
            self.now = settings_text.with_value(self.now, name, value)

        self.models = Models(lambda: self.now, change, lambda: (), lambda name: name, lambda: hub_at(server)).answer


@pytest.fixture
def section(
    qtbot: QtBot, server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[ModelsSection, dict[str, str]]]:
    monkeypatch.setenv("BOOKWHEEL_MODELS", str(tmp_path / "models"))
    make_model(tmp_path / "source", BERT)
    publish(server, tmp_path / "source")
    chosen: dict[str, str] = {}
    calls = BackgroundCalls()
    made = ModelsSection(calls, OwnModels(server, chosen), lambda: None)  # type: ignore[arg-type]
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: bool(made.models), timeout=30_000)
    yield made, chosen
    calls.close()


def _row(section: ModelsSection, name: str) -> ModelRow:
    return next(row for row in section.models if row.entry.name == name)


def _box(qtbot: QtBot, section: ModelsSection) -> QMessageBox:
    def find() -> QMessageBox | None:
        return next((box for box in section.findChildren(QMessageBox) if box.isVisible()), None)

    qtbot.waitUntil(lambda: find() is not None, timeout=30_000)
    found = find()
    assert found is not None
    return found


def _press(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text() == text).click()


def test_a_model_is_looked_up_agreed_to_used_and_deleted(
    qtbot: QtBot, section: tuple[ModelsSection, dict[str, str]], server: Server
) -> None:
    page, chosen = section
    bundled = _row(page, "all-MiniLM-L6-v2")
    assert "in use" in bundled.about.text() and not bundled.use.isVisible() and not bundled.remove.isVisible()
    assert not server.asked
    page.box.setText(NAME)
    page.find_button.click()
    box = _box(qtbot, page)
    assert NAME in box.text() and "Licence: mit" in box.informativeText()
    _press(box, "Cancel")
    assert len(server.asked) == 1
    page.find_button.click()
    _press(_box(qtbot, page), "Download")
    qtbot.waitUntil(
        lambda: any(row.entry.name == NAME and row.entry.state is ModelState.READY for row in page.models),
        timeout=30_000,
    )
    row = _row(page, NAME)
    assert row.remove.isVisible() and not row.fetch.isVisible()
    row.use.click()
    qtbot.waitUntil(lambda: chosen.get("meaning.model") == NAME, timeout=30_000)
    qtbot.waitUntil(lambda: "in use" in _row(page, NAME).about.text(), timeout=30_000)
    assert not _row(page, NAME).remove.isVisible()
    _row(page, "all-MiniLM-L6-v2").use.click()
    qtbot.waitUntil(lambda: _row(page, NAME).remove.isVisible(), timeout=30_000)
    _row(page, NAME).remove.click()
    _press(_box(qtbot, page), "Delete")
    qtbot.waitUntil(lambda: all(row.entry.name != NAME for row in page.models), timeout=30_000)


def test_what_the_hub_does_not_have_is_said_below(qtbot: QtBot, section: tuple[ModelsSection, dict[str, str]]) -> None:
    page, _ = section
    page.look_up("no-such")
    qtbot.waitUntil(lambda: "is like owner/name" in page.said.text(), timeout=30_000)
    page.look_up("someone/else")
    qtbot.waitUntil(lambda: "answers 404" in page.said.text(), timeout=30_000)
    assert page.find_button.isEnabled()


def test_the_settings_have_the_page_and_words_find_it(qtbot: QtBot, window: Window, served: Client) -> None:
    sheet = window.dialogs.show_settings("Embedding models")
    qtbot.waitUntil(lambda: "Embedding models" in sheet.area.titles, timeout=30_000)
    qtbot.waitUntil(
        lambda: any(isinstance(one, ModelsSection) and one.models for one in sheet.area.sections), timeout=30_000
    )
    assert served.settings(SettingRequest("meaning.model")).settings[0].value == ""
